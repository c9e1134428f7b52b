"""The tests, in rooms that mirror `core` and `tui`; what measures or makes something is in `tools`."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The checkout."""

PATIENCE = 300.0
"""Seconds to wait for what must happen, half of what a test may take: a slow machine is no failure, and a test that
waits in vain says for what.  The app in this process is waited for with `tests.patience`, which is over sooner.
"""
