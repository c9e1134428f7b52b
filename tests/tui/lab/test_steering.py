"""From a key to what it brings about: shown once, and true."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from core._words import grouped
from tests import PATIENCE
from tests.tui.driving import MANY_NODES, finished, send, until
from tests.tui.screens.queens.steps import screen_of
from tui.app import DancingQueens, Start
from tui.kit.lines import Line
from tui.kit.queens_board import QueensBoard


@pytest.mark.parametrize("keys", [("space",), ("full_stop",), ("space", "comma", "comma")])
async def test_where_the_search_rests_is_drawn_once_and_no_node_before_it(
    keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.lab.steering.UNDER_WAY_SECONDS", PATIENCE)  # however busy this machine is
    drawn: list[int] = []
    compose_lines = QueensBoard.compose_lines

    def noted(self: QueensBoard, width: int, height: int) -> Iterable[Line]:
        run = screen_of(pilot).search.run
        if run is not None and run.to_rest:
            drawn.append(run.snapshot.steps if run.resting else 0)
        return compose_lines(self, width, height)

    options = {"what": "18", "algorithm": "dlx-s", "goal": "count", "speed": "full"}
    async with DancingQueens(Start("queens", options=options)).run_test() as pilot:
        screen = screen_of(pilot)
        screen.search.slicing = MANY_NODES
        await pilot.press("enter")
        run = screen.search.run
        assert run is not None
        await until(pilot, lambda: run.snapshot.steps > 0)
        *before, last = keys
        for key in before:
            send(pilot, key)
            await until(pilot, lambda: run.resting)
        monkeypatch.setattr(QueensBoard, "compose_lines", noted)
        was = run.snapshot
        send(pilot, last)
        await until(pilot, lambda: run.resting and run.snapshot is not was and any(drawn))
        told = f"paused · node {grouped(run.snapshot.steps)}"
        assert (drawn, str(screen.board.border_subtitle)) == ([run.snapshot.steps], told)
        await pilot.press("x")
        await finished(pilot, "search")


async def test_a_search_is_watched_again_when_a_dialog_over_it_closes() -> None:
    options = {"what": "18", "algorithm": "dlx-s", "goal": "count", "speed": "5"}
    async with DancingQueens(Start("queens", options=options)).run_test() as pilot:
        screen = screen_of(pilot)
        await pilot.press("enter", "f1")
        await until(pilot, lambda: not screen.in_front)
        await pilot.press("escape")
        await until(pilot, lambda: screen.in_front)
        seen: set[int] = set()
        screen.watchers.append(lambda: seen.add(screen.search.snapshot.steps if screen.search.snapshot else 0))
        await until(pilot, lambda: len(seen) > 3)
        assert screen.moving
        await pilot.press("x")
        await finished(pilot, "search")
