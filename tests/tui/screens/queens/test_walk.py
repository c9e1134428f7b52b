"""Six queens from the root to the first solution and back, key by key, against a tree built by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from textual.pilot import Pilot

from core.explain import NodeKind, Subject, SubjectKind
from tests.patience import patience
from tests.tui.driving import text_of, until
from tui.app import DancingQueens, Start
from tui.kit.frame import KeyBar
from tui.kit.queens_board import QueensBoard
from tui.kit.text_panel import WhyPanel
from tui.screens.queens.screen import QueensScreen

N = 6
Square = tuple[int, int]
Line = tuple[SubjectKind, int]


@dataclass(frozen=True)
class Node:
    """A node of the tree, from the rules of chess alone."""

    queens: tuple[Square, ...]
    following: Line | None
    """The line that is branched on next."""
    ways: tuple[Square, ...]
    """The squares tried there, in order."""


def free(queens: tuple[Square, ...]) -> list[Square]:
    return [
        (r, c) for r in range(N) for c in range(N)
        if all(r != qr and c != qc and abs(r - qr) != abs(c - qc) for qr, qc in queens)
    ]  # fmt: skip


def squares_of(line: Line, queens: tuple[Square, ...]) -> tuple[Square, ...]:
    kind, number = line
    return tuple(s for s in free(queens) if s[0 if kind is SubjectKind.ROW else 1] == number)


def next_row(queens: tuple[Square, ...]) -> Line:
    return SubjectKind.ROW, len(queens)


def fewest(queens: tuple[Square, ...]) -> Line:
    """The line with fewest squares; among equals rows first, from the middle out, then columns."""
    rows = [3, 4, 2, 5, 1, 0]
    lines = [*((SubjectKind.ROW, r) for r in rows), *((SubjectKind.COLUMN, c) for c in range(N))]
    held = {(SubjectKind.ROW, r) for r, _ in queens} | {(SubjectKind.COLUMN, c) for _, c in queens}
    return min((line for line in lines if line not in held), key=lambda line: len(squares_of(line, queens)))


def tree(choose: Callable[[tuple[Square, ...]], Line], queens: tuple[Square, ...] = ()) -> Iterator[Node]:
    if len(queens) == N:
        yield Node(queens, None, ())
        return
    line = choose(queens)
    ways = squares_of(line, queens)
    yield Node(queens, line if ways else None, ways)
    for square in ways:
        yield from tree(choose, (*queens, square))


def line_of(subject: Subject | None) -> Line | None:
    return None if subject is None else (subject.kind, subject.number % N)


async def rested(pilot: Pilot[Any], node: int) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, QueensScreen)
    async with patience():
        while True:
            run = screen.search.run
            if run is not None and run.resting and not run.travelling and run.snapshot.steps == node:
                break
            await pilot.pause(0.005)
    screen.tick()


def compare(screen: QueensScreen, number: int, node: Node) -> None:
    """What the screen says of a node, and what is so."""
    reason = screen.search.reason
    assert reason is not None
    assert reason.node == number
    assert [divmod(taken.option.number, N) for taken in reason.path if taken.option] == list(node.queens)
    if len(node.queens) == N:
        assert reason.outcome is NodeKind.SOLUTION
    elif not node.ways:
        assert reason.outcome is NodeKind.DEAD_END
    else:
        assert reason.outcome is NodeKind.BRANCH
        assert reason.branch is not None
        assert line_of(reason.branch.subject) == node.following
        assert tuple(divmod(way.number, N) for way in reason.branch.ways if way) == node.ways
    for subject in reason.open:
        line = line_of(reason.subjects[subject])
        if line is not None and line[0] in (SubjectKind.ROW, SubjectKind.COLUMN):
            kind, place = line
            assert reason.sizes[subject] == len(squares_of((kind, place), node.queens))
    position = screen.query_one(QueensBoard).position
    assert sorted(position.queens()) == sorted(node.queens)
    assert position.marks is not None
    assert position.marks.levels == {square: level for level, square in enumerate(node.queens, 1)}
    assert position.marks.ways == frozenset(node.ways)


@pytest.mark.parametrize(("key", "choose"), [("backtracking", next_row), ("dlx-s", fewest)])
async def test_every_node_to_the_first_solution_and_back(
    key: str, choose: Callable[[tuple[Square, ...]], Line]
) -> None:
    nodes = list(tree(choose))
    first = next(k for k, node in enumerate(nodes, 1) if len(node.queens) == N)
    app = DancingQueens(Start("queens", options={"what": str(N), "algorithm": key, "goal": "count"}))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        for number in range(1, first + 1):
            await pilot.press("full_stop")
            await rested(pilot, number)
            compare(screen, number, nodes[number - 1])
        for number in range(first - 1, 0, -1):
            await pilot.press("comma")
            await rested(pilot, number)
            compare(screen, number, nodes[number - 1])
        await pilot.press("greater_than_sign")
        await rested(pilot, first)
        await pilot.press("circumflex_accent")  # its parent is the last node before it with a queen less
        parent = next(k for k in range(first - 1, 0, -1) if nodes[k - 1].queens == nodes[first - 1].queens[:-1])
        await rested(pilot, parent)
        compare(screen, parent, nodes[parent - 1])
        await pilot.press("home", "d")
        dead = next(k for k, node in enumerate(nodes, 1) if not node.ways and len(node.queens) < N)
        await rested(pilot, dead)
        compare(screen, dead, nodes[dead - 1])


def told(screen: QueensScreen) -> bool:
    """Whether the search holds still at a node, and the screen says why."""
    run = screen.search.run
    return run is not None and run.resting and not run.travelling and screen.has_class("-explaining")


async def test_after_the_end_board_and_reasons_go_back_with_the_counts() -> None:
    nodes = list(tree(next_row))
    dead = max(k for k, node in enumerate(nodes, 1) if not node.ways and len(node.queens) < N)
    options = {"what": str(N), "algorithm": "backtracking", "goal": "count", "speed": "full"}
    app = DancingQueens(Start("queens", options=options))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        for key, number in (("comma", len(nodes)), ("D", dead), ("home", 0)):
            await pilot.press("r")
            await until(pilot, lambda: screen.browser.place is not None)
            assert not screen.has_class("-explaining")
            await pilot.press(key)
            await until(pilot, lambda: told(screen))
            assert screen.search.reason is not None
            assert screen.search.reason.node == number
            if number:
                compare(screen, number, nodes[number - 1])
            assert bool(screen.query_one(QueensBoard).position.queens()) is bool(number)


async def test_after_the_end_the_footer_shows_how_to_look_back() -> None:
    options = {"what": str(N), "algorithm": "backtracking", "goal": "count", "speed": "full"}
    app = DancingQueens(Start("queens", options=options))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        await pilot.press("r")
        await until(pilot, lambda: screen.browser.place is not None)
        await until(pilot, lambda: "why" in text_of(screen.query_one(KeyBar)))
        offered = "enter run  b why 153 and not 91  , back  T tree  C pseudocode"
        await until(pilot, lambda: offered in text_of(screen.query_one(KeyBar)))
        await pilot.press("D")
        await until(pilot, lambda: told(screen))
        back = ", back  T tree  C pseudocode"
        await until(pilot, lambda: f"enter go on  . step  {back}  esc solution" in text_of(screen.query_one(KeyBar)))
        node = screen.query_one(QueensBoard).position
        await pilot.press("escape")
        assert len(screen.query_one(QueensBoard).position.queens()) == N
        await until(pilot, lambda: "esc the search" in text_of(screen.query_one(KeyBar)))
        await pilot.press("escape")
        assert screen.query_one(QueensBoard).position == node
        await pilot.press("x")
        await until(pilot, lambda: screen.search.state == "stopped")
        assert screen.session.why_not_as_many == "", "a node on the way is no count to compare"


@pytest.mark.parametrize(("key", "one"), [("full_stop", True), ("greater_than_sign", False)])
async def test_a_step_in_a_pause_shows_the_node_it_went_to(key: str, one: bool) -> None:
    nodes = list(tree(next_row))
    solved = [k for k, node in enumerate(nodes, 1) if len(node.queens) == N]
    app = DancingQueens(Start("queens", options={"what": str(N), "algorithm": "backtracking", "goal": "count"}))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        await pilot.press("greater_than_sign")
        await rested(pilot, solved[0])
        await pilot.press("n")
        assert not screen.has_class("-explaining")
        await pilot.press(key)
        node = solved[0] + 1 if one else solved[1]
        await rested(pilot, node)
        compare(screen, node, nodes[node - 1])


async def test_what_is_ruled_out_is_folded_and_a_key_unfolds_it() -> None:
    app = DancingQueens(Start("queens", options={"what": "8", "algorithm": "backtracking", "goal": "count"}))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        for number in (1, 2):
            await pilot.press("full_stop")
            await rested(pilot, number)
        panel = screen.query_one(WhyPanel)
        await until(pilot, lambda: "rules out" in text_of(panel))
        lines = [line.rstrip() for line in text_of(panel).splitlines()]
        at = next(number for number, line in enumerate(lines) if line.startswith("It rules out"))
        assert any(line.startswith("Next is") for line in lines[:at])
        assert lines[at].endswith(" W")
        assert not lines[at + 1].strip()
        await pilot.press("W")
        await until(pilot, lambda: text_of(panel).splitlines()[at + 1].strip() != "")
