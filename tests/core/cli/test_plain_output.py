"""What commands print holds no control character of a file's, into a pipe as on a terminal."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from core.compare import Contestant, Experiment, History, Plan
from core.compare._exports import WRITERS, export
from core.storage import Store
from tests.cases import slow
from tests.cli import Cli
from tests.pty_app import PtyApp

HOSTILE = "f\x1b]52;c;ZXZpbA==\x07\x1b[99;77H\x9b31m\x08\u202eg"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
PLAN = Plan("queens", ("5",), (Contestant("dlx"),))


def one_experiment(home: Path | None = None) -> None:
    with Store.open(home) as store:
        kept = History(store)
        number = kept.start(PLAN).table.experiment
        assert number is not None
        made_with = {**kept.entry(number).environment, "machine": HOSTILE, "commit": HOSTILE, "note": HOSTILE}
        with store.transaction() as connection:
            connection.execute("UPDATE experiment SET title = ?, environment = ?", (HOSTILE, json.dumps(made_with)))


@pytest.mark.parametrize("command", [
    ("compare", "history"), ("compare", "history", "show", "1"), ("sudoku", "check"), ("sudoku", "solve"),
    ("sudoku", "convert", "--to", "csv"), ("sudoku", "canonical", "--unique"), ("sudoku", "solve", "--json"),
    ("cover", "count"), ("queens", "--board"), ("key", "import"), ("ledger", "show"), ("explain", "sudoku"),
])  # fmt: skip
def test_a_pipe_gets_text(command: tuple[str, ...], cli: Cli, tmp_path: Path) -> None:
    one_experiment()
    path = tmp_path / f"{HOSTILE}.sdm"
    path.write_text("1" + "." * 80 + f" {HOSTILE}\n" + "12\n", encoding="utf-8")
    _, out, err = cli(*command, *([] if command[0] == "compare" else [path]))
    assert not STEERS.search(out + err)
    assert out + err


@pytest.mark.pty
@pytest.mark.parametrize("command", [("sudoku", "check"), slow(("compare", "history"))])
def test_a_terminal_gets_text(command: tuple[str, ...], tmp_path: Path) -> None:
    one_experiment(tmp_path / "dancing-queens.sqlite3")
    path = tmp_path / f"{HOSTILE}.sdm"
    with PtyApp(["-m", "core", *command, *([str(path)] if command[0] == "sudoku" else [])], tmp_path) as app:
        app.wait_for_end(20)
    text = app.received.decode(errors="replace")
    assert "99;77H" in text
    assert not STEERS.search(text.replace("\r\n", "\n"))


@pytest.mark.parametrize("form", WRITERS)
def test_a_table_in_a_file_is_text(form: str) -> None:
    table = Experiment(PLAN).table
    (key,) = table.cells
    table = replace(table, cells={key: replace(table.cells[key], reason=HOSTILE)}, plan=replace(PLAN, name=HOSTILE))
    text = export(table, form)
    assert not STEERS.search(text)
    assert "99;77H" in text or form == "tex"
