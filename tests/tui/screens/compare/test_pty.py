"""The comparison in a pseudo-terminal: keys are answered while it measures, idle is silent, a kill loses one run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.compare import History
from core.storage import Store
from core.storage._store import FILE_NAME
from tests.pty_app import PtyApp

pytestmark = pytest.mark.pty


def samples(home: Path) -> int:
    with Store.open(home / FILE_NAME) as store:
        return sum(entry.samples for entry in History(store).list())


def test_answers_keys_while_it_measures(tmp_path: Path) -> None:
    with PtyApp(["-m", "tui", "compare", "8,9,17", "--algorithm", "bitmask,dlx", "--run"], tmp_path) as app:
        app.wait_for(lambda text: re.search("(measuring|warming up) (bitmask|dlx), N 17", text) is not None)
        for key, n in ("j9", "k8", "j9"):
            app.press(key)
            app.wait_for(f"bitmask, N {n} ·")
        app.press("x")
        app.wait_for("stopped")
        app.rest()
        assert app.read(1.0) == b""


@pytest.mark.slow
def test_a_killed_session_is_gone_on_with(tmp_path: Path) -> None:
    with PtyApp(["-m", "tui", "compare", "8,9,12", "--algorithm", "dlx", "--run"], tmp_path) as app:
        app.wait_for(lambda text: "run 2" in text or "complete" in text)
        app.process.kill()
        app.process.wait()
    kept = samples(tmp_path)
    assert kept >= 3
    with PtyApp(["-m", "tui", "compare"], tmp_path) as app:
        app.wait_for("no. 1")
        app.press("\r")
        app.wait_for("complete")
    assert samples(tmp_path) >= max(15, kept)
