"""No name of a file, a plan or a machine steers the terminal: it gets no control character but the app's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from core.compare import Contestant, History, Plan
from core.storage import Store
from tests.cases import slow
from tests.pty_app import PtyApp
from tui.terminal.painting import Painted

OURS = re.compile(r"\x1b\[[0-9;]*[CHXm]")
STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
HOSTILE = "f\x1b]52;c;ZXZpbA==\x07\x1b[99;77H\x9b31m\x08\u202eg"
SHOWN = "f]52;c;ZXZpbA==[99;77H31mg"


@given(names=st.lists(st.text(st.characters(exclude_categories=())), min_size=1, max_size=4))
@example(names=[HOSTILE, "\udc80", "é\x1b[2J"])
def test_what_is_painted_steers_nothing_and_keeps_its_place(names: list[str]) -> None:
    strip = Strip([Segment(name) for name in [*names, "|"]])
    width = strip.cell_length
    update = Painted().difference(LayoutUpdate([[strip]], Region(0, 0, width, 1)), Console())
    sent = OURS.sub("", update.render_segments(Console(force_terminal=True)))
    assert not STEERS.search(sent)
    assert sum(map(cell_len, sent)) == sum(map(cell_len, "".join(names))) + 1
    sent.encode()


def history(home: Path) -> None:
    with Store.open(home / "dancing-queens.sqlite3") as store:
        kept = History(store)
        number = kept.start(Plan("queens", ("5",), (Contestant("dlx"),), name=HOSTILE), HOSTILE).table.experiment
        assert number is not None
        with store.transaction() as connection:
            made_with = {**kept.entry(number).environment, "machine": HOSTILE, "commit": HOSTILE}
            connection.execute("UPDATE experiment SET title = ?, environment = ?", (HOSTILE, json.dumps(made_with)))


@pytest.mark.pty
@pytest.mark.parametrize(("screen", "named", "keys", "shown"), [
    ("sudoku", "missing", "", "No such"),
    slow("sudoku", "there", "", "opened"),
    slow("cover", "missing", "", "neither"),
    slow("cover", "there", "", "expected"),
    slow("compare", "", "o", SHOWN[:6]),
])  # fmt: skip
def test_names_reach_the_terminal_as_text(screen: str, named: str, keys: str, shown: str, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    history(folder)
    path = tmp_path / f"{HOSTILE}.{screen}"
    if named == "there":
        path.write_text("\n" if screen == "cover" else "1" + "." * 80)
    with PtyApp(["-m", "tui", screen, *([str(path)] if named else [])], folder, (200, 40)) as app:
        if keys and not named:
            app.rest()
            app.press(keys)
        app.wait_for(shown)
        app.rest()
    text = app.received.decode(errors="replace")
    assert "99;77H" in text  # its harmless part is there to be read
    for steering in ("\x1b]52", "\x1b[99;77H", "\x9b", "\x08", "\u202e"):
        assert steering not in text
