"""For every test: a home of its own, and patience, because a slow machine is no failure."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is read from or written to the user's own settings and history."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(home))
    return home
