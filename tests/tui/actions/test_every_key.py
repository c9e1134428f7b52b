"""Every key of every screen, in every state: it does something, or says why not, and never only that it cannot."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.actions import parse
from textual.pilot import Pilot

from tests import PATIENCE
from tests.tui.driving import finished, in_front, said, served, until
from tests.tui.screens.sudoku.steps import screen_of as sudoku_of
from tui.actions.action import CommandScreen
from tui.app import DancingQueens, Start
from tui.lab.steering import SteeringScreen
from tui.screens.compare.opening import open_history
from tui.screens.compare.screen import CompareScreen
from tui.screens.compare.session import CompareSession

SEVEN = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SUDOKU = {"algorithm": "dlx", "speed": "full"}
Steps = Callable[[Pilot[Any]], Awaitable[None]]


def press(*keys: str) -> Steps:
    """Each key, once what the one before has begun holds still."""

    async def steps(pilot: Pilot[Any]) -> None:
        for key in keys:
            await pilot.press(key)
            await still(pilot)

    return steps


async def still(pilot: Pilot[Any]) -> None:
    """Until nothing moves in front."""
    screen = pilot.app.screen
    driven = screen.session.driven if isinstance(screen, SteeringScreen) else None
    if isinstance(screen, SteeringScreen) and driven is not None:
        await until(pilot, lambda: driven.finished or (driven.paused and driven.resting))
        await finished(pilot, *(["search"] if driven.finished else []), "classes")
        screen.tick()  # as it does ten times a second
        await served(pilot)
    else:
        await finished(pilot, "open", "begin", "measure", "reading")


def slowly(*keys: str) -> Steps:
    """It runs, a node a second, and has far to go."""

    async def steps(pilot: Pilot[Any]) -> None:
        await press(*keys)(pilot)
        screen = in_front(pilot, SteeringScreen)
        screen.set_speed(1)
        await pilot.press("enter")
        await until(pilot, lambda: screen.session.driven is not None and screen.session.searching)
        await until(pilot, lambda: screen.search.run is None or screen.search.state == "running")

    return steps


COVER: dict[str, tuple[str, Steps, dict[str, str]]] = {
    "before a search": (
        "", press(),
        {
            "x": "x, stop: nothing is running; enter starts a search",
            "i": "i, item: only while you edit the matrix; e begins that",
            "!": "!, only with it: only while you choose by hand; H begins that",
            "u": "u, all / classes: no solution is listed",
            "del": "del, clear all: nothing is taken or forbidden",
            "M": "M, matrix: it is already in view",
            "esc": "esc, back to live: no solution is in view",
        },
    ),
    "before a search at full speed": (
        "", press("t"),
        {
            ";": ";, one link on: links are drawn step by step; t switches to that",
            "d": "d, next dead end: there is no search to walk through; . starts one",
        },
    ),
    "in a pause": ("", press("full_stop", "full_stop"), {"n": "n, next found: no solution is listed"}),
    "while it runs": ("langford-7", slowly(), {"enter": "enter, run: it is already running; space pauses it",
                                               "-": "-, slower: this is the slowest"}),
    "while it runs at full speed": ("langford-7", slowly("t"), {";": ";, one link on: links are drawn step by step; "
                                                                     "t switches to that"}),
    "step by step at the end": (
        "", press(*["full_stop"] * 7),
        {">": ">, next solution: the search has ended"},
    ),
    "with a solution in view": (
        "", press("t", "enter"),
        {"n": "n, next found: no other solution is listed", "[": "[, first found: it is already in view"},
    ),
    "looking back": ("", press("t", "enter", "comma"), {"+": "+, faster: this is the fastest"}),
    "by hand": ("", press("H"), {"u": "u, undo: nothing to undo"}),
    "by hand at an end": ("", press("t", "enter", "H"), {"v": ""}),
    "editing": (
        "", press("e"),
        {
            "p": "p, previous found: you are editing the matrix; esc ends that",
            ",": ",, back: you are editing the matrix; esc ends that",
            "u": "u, undo: nothing to undo", "U": "U, redo: nothing to redo",
        },
    ),
    "editing an empty matrix": ("", press("e", *["d"] * 6), {"r": "r, name option: there is no option; o adds one"}),
    "with nothing to take": ("none", press(), {"H": "H, by hand: this problem has no options"}),
    "without a solution": ("dead", press("t", "enter"), {"y": "y, copy: no solution is listed"}),
}  # fmt: skip

SUDOKUS: dict[str, tuple[Steps, dict[str, str]]] = {
    "values": (
        press(),
        {
            "u": "u, undo: nothing to undo", "z": "z, redo: nothing to redo",
            "S": "S, back to a savepoint: no savepoint is set; s sets one",
            "^k": "^k, clear my work: no values or marks of yours are in the grid",
            "!": "!, broken rules: no rule is broken", "x": "x, stop: nothing is running; enter starts a search",
            "v": "v, watch: there is no search; enter starts one",
            "<": "<, previous solution: there is no search to walk through; . starts one",
        },
    ),
    "marks": (press("m"), {"u": "u, undo: nothing to undo"}),
    "digit first": (press("d"), {"u": "u, undo: nothing to undo"}),
    "colours": (press("grave_accent"), {"u": "u, undo: nothing to undo"}),
    "typing in": (press("i"), {"u": "u, undo: nothing to undo"}),
    "while it runs": (slowly(), {"enter": "enter, solve: it is already running; space pauses it",
                                 "w": "w, write in: no solution is in view"}),
    "in a pause": (press("full_stop"), {"del": "del, clear: a search is in view; esc shows your own grid"}),
    "with a solution in view": (press("enter"), {"n": "n, next found: no other solution is listed",
                                                 "space": "space, pause: nothing is running; enter starts a search"}),
    "with the own grid in view": (press("enter", "escape"), {"^": "^, parent: your own grid is in view; "
                                                                  "v shows the search"}),
    "looking back": (press("enter", "D"), {"w": "w, write in: no solution is in view"}),
    "with its tree": (press("T"), {"w": "w, write in: no solution is in view"}),
}  # fmt: skip

COMPARISONS: dict[str, tuple[Steps, dict[str, str]]] = {
    "before it is measured": (
        press(),
        {
            "x": "x, stop: nothing is being measured", "i": "i, details: nothing is measured yet",
            "u": "u, show all: no algorithm is hidden",
            "b": "b, baseline: only what has been measured here can be the baseline",
        },
    ),
    "when all is measured": (
        press("enter"),
        {"enter": "enter, run: everything is measured; r measures a cell again, a adds to the table"},
    ),
    "with one algorithm": (press("minus"), {"-": "-, hide: no other algorithm is shown"}),
    "race, ready": (press("v"), {"x": "x, stop: nothing is running; enter starts a search"}),
    "race, in a pause": (press("v", "full_stop"), {}),
    "race, ended": (press("v", "f", "enter"), {"f": "f, full speed: it is already at full speed",
                                               "+": "+, faster: it is already at full speed"}),
    "race, slow": (press("v", *["minus"] * 2), {"-": "-, slower: this is the slowest"}),
}  # fmt: skip

LOCKSTEP: dict[str, tuple[Steps, dict[str, str]]] = {
    "ready": (press("b"), {"d": "d, next dead end: there is no search to walk through; . starts one"}),
    "running": (slowly("b"), {"enter": "enter, run: it is already running; space pauses it",
                              "-": "-, slower: this is the slowest"}),
    "in a pause": (press("b", "full_stop"), {}),
    "ended": (press("b", "f", "enter"), {"space": "space, pause: nothing is running; enter starts a search"}),
}  # fmt: skip


GIVES_WAY = ["put", "clear"], ["skip", "clear"], ["rub_out", "clear"]
"""Offered together on one key: the first has it, the other has keys of its own."""


async def check(pilot: Pilot[Any], reasons: dict[str, str]) -> None:
    """Press every key of the screen that nothing answers as things stand; what is said are these reasons, or others."""
    app, screen = pilot.app, in_front(pilot, CommandScreen)
    told: list[str] = []
    open_to: set[object] = set()
    """The commands that have been found possible since the last key."""
    asked = screen.check_action

    def noted(action: str, parameters: tuple[object, ...]) -> bool | None:
        possible = asked(action, parameters)
        if possible:
            open_to.add((action, parameters))
        return possible

    screen.check_action = noted  # type: ignore[method-assign]

    def able(key: str) -> bool:
        return key in screen.active_bindings and screen.active_bindings[key].enabled

    bound = [action for action in screen.ACTIONS if action.keys]
    offered = [action for action in bound if screen.check_action(*parse(action.command)[1:])]
    for key in dict.fromkeys(key for action in screen.ACTIONS for key in action.keys.split(",") if key):
        owners = [action.action for action in offered if key in action.keys.split(",")]
        assert len(owners) < 2 or owners in GIVES_WAY, f"{key}: {owners}"
        if able(key):
            continue
        before = len(said(app))
        open_to.clear()
        await pilot.press(key)
        await served(pilot)
        told += said(app)[before:]
        own = {parse(action.command)[1:] for action in bound if key in action.keys.split(",")}
        if len(said(app)) == before and not own & open_to:  # what runs may have come to where there is an answer
            told.append(f"{key}: silent")
    assert app.screen is screen
    assert not [each for each in told if each.endswith(("not possible now", "silent"))]
    assert [reason for reason in reasons.values() if reason] == [r for r in reasons.values() if r in told]


@pytest.mark.parametrize("state", COVER)
async def test_exact_cover(state: str, tmp_path: Path) -> None:
    what, steps, reasons = COVER[state]
    texts = {"": SEVEN, "dead": "A B\nA\n", "none": "A B\n"}
    if what in texts:
        path = tmp_path / "problem.dlx"
        path.write_text(texts[what])
        what = str(path)
    async with DancingQueens(Start("cover", options={"what": what})).run_test(size=(100, 30)) as pilot:
        screen: Any = pilot.app.screen
        await until(pilot, lambda: not screen.waiting.busy)
        await steps(pilot)
        await check(pilot, reasons)


@pytest.mark.parametrize("state", SUDOKUS)
async def test_sudoku(state: str, tmp_path: Path) -> None:
    steps, reasons = SUDOKUS[state]
    (tmp_path / "hard.txt").write_text(HARD + "\n")
    options = {**SUDOKU, "what": str(tmp_path / "hard.txt")}
    async with DancingQueens(Start("sudoku", options=options)).run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: sudoku_of(pilot).session.document.grid.givens[0] == 4)
        await steps(pilot)
        await check(pilot, reasons)


async def test_an_empty_grid(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("." * 81 + "\n")
    options = {**SUDOKU, "what": str(tmp_path / "empty.txt")}
    async with DancingQueens(Start("sudoku", options=options)).run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: not sudoku_of(pilot).session.document.grid.filled)
        await check(pilot, {"y": "y, copy: the grid is empty: there is nothing to copy"})


@pytest.mark.parametrize("state", COMPARISONS)
async def test_comparisons(state: str) -> None:
    steps, reasons = COMPARISONS[state]
    options = {"what": "4-5", "algorithm": "bitmask,dlx-s", "repeat": 5}
    async with DancingQueens(Start("compare", options=options)).run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: in_front(pilot, CompareScreen).table is not None)
        await steps(pilot)
        await check(pilot, reasons)


async def test_a_comparison_while_it_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    monkeypatch.setattr(CompareSession, "measure", lambda _: over.wait(PATIENCE))
    options = {"what": "4", "algorithm": "bitmask,dlx-s", "repeat": 5}
    async with DancingQueens(Start("compare", options=options)).run_test(size=(100, 30)) as pilot:
        screen = in_front(pilot, CompareScreen)
        await until(pilot, lambda: screen.table is not None)
        await pilot.press("enter")
        await until(pilot, lambda: screen.session.running)
        await check(pilot, {"enter": "enter, run: already measuring; x stops it"})
        over.set()


async def test_a_comparison_before_its_first_table(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    opening = open_history

    def late(*asked: Any) -> Any:
        over.wait(PATIENCE)
        return opening(*asked)

    monkeypatch.setattr("tui.screens.compare.screen.open_history", late)
    async with DancingQueens(Start("compare")).run_test(size=(100, 30)) as pilot:
        await check(pilot, {"t": "t, quantity: the first table is being opened"})
        over.set()


@pytest.mark.parametrize("state", LOCKSTEP)
async def test_lockstep(state: str) -> None:
    steps, reasons = LOCKSTEP[state]
    async with DancingQueens(Start("queens", options={"what": "6"})).run_test(size=(100, 30)) as pilot:
        await steps(pilot)
        await check(pilot, reasons)
