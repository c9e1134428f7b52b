"""Every test of the app has a home of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read from or written to the user's own settings."""
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path))
