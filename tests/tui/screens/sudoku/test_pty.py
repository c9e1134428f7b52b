"""The Sudoku screen in a real pseudo-terminal: killed in the middle of work, and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import PATIENCE
from tests.pty_app import PtyApp

pytestmark = pytest.mark.pty


def test_killed_without_warning_nothing_is_lost_and_idle_is_silent(tmp_path: Path) -> None:
    file = tmp_path / "two.sdm"
    file.write_text("1.3...2..1..4...\n")
    with PtyApp(["-m", "tui", "sudoku", str(file)], tmp_path) as app:
        app.wait_for("opened two.sdm:1")
        app.press("2l'4")
        app.wait_for("r1c3 is given")
        app.press("l'4")
        app.wait_for("mark 4 written")
        app.process.kill()
        app.process.wait(PATIENCE)
    with PtyApp(["-m", "tui"], tmp_path) as app:
        app.wait_for("picking up where you left off")
        app.wait_for("my marks")
        app.rest()
        assert app.read(1.0) == b""
        app.press("u")
        app.wait_for("undone: r1c4: mark 4 written")
        app.press("u")
        app.wait_for("undone: r1c2 = 2")


def test_bytes_that_are_no_text_cost_themselves_and_not_the_program(tmp_path: Path) -> None:
    with PtyApp(["-m", "tui", "sudoku"], tmp_path) as app:
        app.wait_for("first puzzle")
        app.write(b"\x1b[200~\xff\xfe\x80 a picture \xc3\x1b[201~")
        app.wait_for("expected")
        app.write(b"\x1b[6:BR\xff")  # neither a key nor anything else
        app.rest()
        app.press("1")
        app.wait_for("r1c1 = 1")
        app.press("\x11")
        assert app.wait_for_end() == 0
