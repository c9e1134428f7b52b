"""Whatever is damaged in the place where somebody left off is left out, and told; nothing of it stops the app."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from math import inf
from typing import Any

import pytest

from core import Goal, Queens, algorithm
from tests.tui.driving import finished, said, served, until
from tests.tui.screens.cover import sessions as cover
from tests.tui.screens.sudoku import sessions as sudoku
from tui.app import DancingQueens, Start
from tui.lab.left_off import SENSELESS
from tui.lab.lockstep import LockstepSession
from tui.lab.lockstep_screen import LockstepScreen
from tui.lab.session import SearchTask
from tui.screens.compare.opening import open_history
from tui.screens.compare.plan_draft import PlanDraft
from tui.screens.compare.race_screen import RaceScreen
from tui.screens.compare.race_session import RaceSession, RaceSetup
from tui.screens.compare.session import CompareSession
from tui.screens.cover.choosing import Draft
from tui.screens.cover.screen import CoverScreen
from tui.screens.queens.screen import QueensScreen
from tui.screens.queens.session import QueensSession
from tui.settings import Settings

WRONG: tuple[Any, ...] = None, True, -1, 10**30, 1.5, inf, "", "x\ud800\x1b", [], [[]], ["x", 7], {}, {"x": 1}


def damaged(kept: Any) -> Iterator[Any]:
    """A JSON value with each of its parts missing or replaced by something else."""
    yield from WRONG
    if isinstance(kept, dict):
        for key, value in kept.items():
            yield {other: part for other, part in kept.items() if other != key}
            yield from ({**kept, key: wrong} for wrong in damaged(value))
    elif isinstance(kept, list):
        for at, value in enumerate(kept):
            yield [*kept[:at], *kept[at + 1 :]]
            yield from ([*kept[:at], wrong, *kept[at + 1 :]] for wrong in damaged(value))


def survives(looks: dict[str, Any], look_again: Callable[[Any], object], view: Callable[[], object]) -> None:
    kept = json.loads(json.dumps(looks))
    look_again(kept)
    view()
    times = refused = 0
    for wrong in damaged(kept):
        times += 1
        try:
            look_again(deepcopy(wrong))
        except SENSELESS:
            refused += 1
        view()
    assert times > refused > times // 4, "most of it is noticed"


def test_queens() -> None:
    session = QueensSession()
    session.ACTIONS = QueensScreen.ACTIONS
    session.hold((2, 3))
    survives(session.looks(), session.look_again, session.view)


def test_cover() -> None:
    session = cover.opened("four-sets")
    session.ACTIONS = CoverScreen.ACTIONS
    session.cursor, session.hand.on = (1, 2), True
    session.use_hand("take", 0)
    session.use_hand("forbid", 1)
    survives(session.looks(), session.look_again, lambda: (session.use_hand("undo"), session.view()))


def test_a_text() -> None:
    draft = Draft("Title", "A B\n| x", change=True, changed=True, cursor=(1, 1))
    survives(draft.looks(), Draft.of, lambda: None)


def test_sudoku() -> None:
    with sudoku.session() as session:
        session.entering.number()
        looks = session.looks()
        survives(looks, session.look_again, session.view)
        session.look_again(looks)
        for wrong in damaged(looks["editor"]["number"]):
            with contextlib.suppress(*SENSELESS):
                session.entering.look_again({**looks["editor"], "number": wrong})
            session.entering.type("1")


def test_two_searches() -> None:
    entry = algorithm("queens", "dlx")
    session = LockstepSession(SearchTask(entry, Queens(5), Goal.COUNT, entry.settings({})))
    session.ACTIONS = LockstepScreen.ACTIONS
    looks = {**session.looks(), "nodes": [3, 4]}
    survives(looks, session.look_again, session.view)


def test_a_race() -> None:
    session = RaceSession(RaceSetup("5", ("dlx", "dlx-s")))
    session.ACTIONS = RaceScreen.ACTIONS
    looks = {**session.looks(), "steps": [3, 4], "seconds": 0.01}
    survives(looks, session.look_again, session.view)


def test_a_comparison_and_its_plan() -> None:
    session = CompareSession()
    session.open(open_history({"what": "4-5", "algorithm": "bitmask,dlx"}, None), keep_quantity=False)
    session.sort_columns("4")
    session.sort_rows("dlx")
    session.hide("dlx")
    table = session.table
    assert table is not None
    survives(
        session.looks(),
        session.look_again,
        lambda: (session.view.contestants(table)[0], session.view.instances(table)[0]),
    )
    draft = PlanDraft()
    draft.add_variant("dlx-s:order=text")
    draft.choose("memory", 64)
    assert PlanDraft.left(json.loads(json.dumps(draft.looks()))) == draft
    survives(draft.looks(), lambda looks: _used(PlanDraft.left(looks)), lambda: None)


def _used(draft: PlanDraft) -> None:
    draft.rows()
    draft.labels()
    with contextlib.suppress(*SENSELESS):
        draft.plan()


LEFT = [
    ("queens", 7), ("queens", {"looks": 9, "focus": 3, "over": ["pair", {"problem": 3}]}),
    ("sudoku", {"looks": {}, "over": {"name": "pair"}}), ("cover", {"looks": {}, "over": ["text", {"title": 3}]}),
    ("compare", {"looks": {}, "over": ["race", {"setup": [1]}]}), ("compare", {"over": ["plan", {"new": False}]}),
]  # fmt: skip


@pytest.mark.parametrize(("mode", "left"), LEFT)
async def test_the_app_says_what_it_left_out(mode: str, left: object) -> None:
    settings = Settings()
    settings.put("left", {mode: left})
    settings.put("mode", mode)
    async with DancingQueens(Start(), Settings()).run_test(size=(100, 30)) as pilot:
        await served(pilot)
        await finished(pilot, "begin", "open", "show")
        await until(pilot, lambda: any("where you left off" in each for each in said(pilot.app)))
        assert len(pilot.app.screen_stack) == 1
        await pilot.press("f1", "escape")
        assert pilot.app.is_running
