"""The tests, in rooms that mirror `core` and `tui`; what is no test is in `tests/tools`."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The checkout."""
