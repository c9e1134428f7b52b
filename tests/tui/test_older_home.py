"""A home that an older version of the program has written: nothing in it is lost.

`tests/homes/0592c020` was written once by the program of that commit (between 0.2.0 and the next release), on a machine
that called itself ``lab``: two Sudokus, one of them begun, an exact cover problem of one's own that was changed once,
settings, two comparisons, a kept search after 700 nodes of 2057, a checkpoint and a ledger with two of three parts.
Its key has signed nothing else.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core import Status
from core.storage import Store
from tests.cli import Answer, Cli
from tests.tui.driving import drawn, finished, in_front, said, served, text_of, until
from tui.app import DancingQueens
from tui.dialogs.pick import PickDialog
from tui.kit.lines import Lines
from tui.screens.compare.screen import CompareScreen
from tui.screens.cover.screen import CoverScreen
from tui.screens.queens.screen import QueensScreen
from tui.screens.sudoku.screen import SudokuScreen

WRITTEN = Path(__file__).parents[1] / "homes" / "0592c020"


@pytest.fixture
def home(own_home: Path) -> Iterator[Path]:
    shutil.copytree(WRITTEN, own_home, dirs_exist_ok=True)
    yield own_home
    assert not [*own_home.glob("*.damaged*")]
    with Store.open() as store:
        assert store.notice is None


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(capsys)


async def opened(pilot: Pilot[Any], key: str, kind: type[Any]) -> Any:
    """The screen of a key, when it has read what it was left with."""
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))
    await finished(pilot)
    return in_front(pilot, kind)


async def test_the_app_goes_on_where_it_was_left(home: Path) -> None:
    app = DancingQueens()
    async with app.run_test(size=(120, 36)) as pilot:
        await finished(pilot)
        assert (app.theme, app.current_mode) == ("ansi-dark", "sudoku")
        sudoku: Any = in_front(pilot, SudokuScreen)
        document = sudoku.session.document
        assert (document.grid.placed[2], document.grid.marks[3], document.cursor) == (4, 2, 3)
        await pilot.press("u", "u", "u")
        await finished(pilot)
        assert (document.grid.placed[2], document.grid.marks[3]) == (0, 0)

        queens = await opened(pilot, "f2", QueensScreen)
        form = text_of(queens.query_one("#form", Lines))
        assert all(part in form for part in ("Backtracking", "8 × 8", "count all solutions"))

        cover = await opened(pilot, "f4", CoverScreen)
        await until(pilot, lambda: cover.session.document.opened.name.startswith("own:"))
        assert len(cover.session.document.opened.puzzle.problem.options) == 4
        await pilot.press("e", "u", "escape")
        await finished(pilot)
        assert len(cover.session.document.opened.puzzle.problem.options) == 2

        await opened(pilot, "f5", CompareScreen)
        assert "no. 2, complete" in drawn(app)


async def left_with(pilot: Pilot[Any], home: Path) -> QueensScreen:
    """Choose the kept search."""
    screen: QueensScreen = await opened(pilot, "f2", QueensScreen)
    await pilot.press("K")
    await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
    await pilot.press("enter")
    await served(pilot)
    return screen


async def test_a_kept_search_goes_on(home: Path) -> None:
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        screen = await left_with(pilot, home)
        await until(pilot, lambda: screen.search.snapshot is not None and screen.search.snapshot.finished)
        shot = screen.search.snapshot
        assert shot is not None
        assert (shot.status, shot.nodes, shot.solutions) == (Status.COMPLETE, 2057, 92)


async def test_a_search_kept_in_another_form_is_refused_by_its_name_and_stays(home: Path) -> None:
    (about,) = home.glob("searches/*.json")
    about.write_text(json.dumps(json.loads(about.read_text()) | {"version": 7}))
    app = DancingQueens()
    async with app.run_test(size=(80, 24)) as pilot:
        await left_with(pilot, home)
        await until(pilot, lambda: any("cannot continue it" in each for each in said(app)))
        told = said(app)[-1]
        assert "kept by a later version of this program in form 7" in told
    assert about.exists()
    assert about.with_suffix(".npz").exists()


def test_the_history_is_listed_and_shown(home: Path, cli: Cli) -> None:
    newest, oldest = cli("compare", "history").out.splitlines()
    assert "queens 6: bitmask" in newest
    assert "queens 4 … 5: backtracking, dlx-s  (before the change)" in oldest
    status, out, _ = cli("compare", "history", "show", 1)
    assert (status, "A processor · CPython 3.11.7" in out) == (0, True)


def goes_on_or_is_refused(answer: Answer, whole: str) -> None:
    """Either the right count, or which version can go on with it."""
    assert (answer.status, answer.out.splitlines()[:1]) == (0, [whole]) or (
        answer.status == 2 and "version 0.2.0 of this program" in answer.err
    ), answer


def test_a_checkpoint_and_a_ledger_go_on(home: Path, cli: Cli) -> None:
    saved = home / "queens-9.checkpoint"
    answer = cli("queens", 9, "-a", "backtracking", "--checkpoint", saved)
    goes_on_or_is_refused(answer, "9 queens: 352 solutions")
    ledger = home / "queens-8.ledger"
    assert "2 of 3 parts" in cli("ledger", "show", ledger).out
    goes_on_or_is_refused(
        cli("queens", 8, "-a", "bitmask", "--parts", 3, "--checkpoint", ledger), "8 queens: 92 solutions"
    )
