"""The exact cover screen in a real pseudo-terminal: killed in the middle of an edit, and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import PATIENCE
from tests.pty_app import PtyApp

pytestmark = pytest.mark.pty


def test_killed_without_warning_the_matrix_and_its_undo_are_still_there(tmp_path: Path) -> None:
    with PtyApp(["-m", "tui", "cover", "four-sets"], tmp_path) as app:
        app.wait_for("Press . for the first node")
        app.press("e")
        app.wait_for("editing")
        app.press("i")  # an item, in option A; an option
        app.wait_for("Nothing covers 7 yet.")
        app.press("1")
        app.wait_for(lambda text: "Nothing covers 7 yet." not in text)
        app.press("lo")
        app.wait_for("E     ")
        app.process.kill()
        app.process.wait(PATIENCE)
    with PtyApp(["-m", "tui"], tmp_path) as app:
        app.wait_for("E     ")
        app.rest()
        assert app.read(1.0) == b"", "nothing moves while nobody does anything"
        if "esc leaves the editor" not in app.text:  # the matrix is kept at once, the place a moment later
            app.press("e")
        app.press("u")
        app.wait_for(lambda text: "E     " not in text)
        app.press("uu")
        app.wait_for(lambda text: "(edited)" not in text and "(edi" not in text)
        app.press("U")
        app.wait_for("1  7  2  3")
