"""What comparisons look like: tables and charts of given figures, a race by its own clock, a history of old dates."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from core._drawing.chart import ChartKind
from core.compare import Bound, CellStatus, Ending, History, Live, Plan, Sample, Table
from core.compare._race import Race
from core.storage import Store
from tests.core.compare.clockwork import Clockwork, Toy, entered
from tests.core.compare.tables import cell, document_plan, noisy, plan, table
from tests.tui.driving import until
from tests.tui.screens.compare.steps import Given, opened
from tests.tui.screens.conftest import LooksAlike
from tui.app import DancingQueens, Start
from tui.dialogs.pick import PickDialog
from tui.screens.compare.race_screen import RaceScreen
from tui.screens.compare.race_session import RaceSetup

pytestmark = pytest.mark.usefixtures("few_algorithms")

SMALL, LARGE = (80, 24), (140, 45)
QUEENS = 0, 4, 7, 5, 2, 6, 1, 3


def grown() -> Table:
    """Times that grow by five, with a limit, a refusal, a wrong count, a run in progress and what still waits."""
    rows = {"backtracking": (5, 1e-4), "dlx": (3, 3e-4), "dlx-s:order=text": (3, 1.01e-4)}
    nodes = ((2, 17), (10, 54), (4, 153), (40, 552), (92, 2057))
    cells = [
        cell((label, str(n)), noisy(first * 5 ** (n - 4), seed=n, solutions=found, nodes=k))
        for label, (count, first) in rows.items()
        for n, (found, k) in zip(range(4, 4 + count), nodes, strict=False)
    ]
    late = Sample(Ending.LIMIT, 60.0, 60.0, None, 3, 200, nodes=200, reason="not finished within 60 s")
    wrong = noisy(0.0131, 3, seed=77, solutions=41, nodes=334)
    cells += [
        cell(("dlx", "7"), (late,), CellStatus.LIMIT, reason=late.reason, bound=Bound.TIME),
        cell(("dlx", "8"), (), CellStatus.REFUSED, reason="goes up to size 7"),
        cell(("dlx-s:order=text", "7"), wrong, CellStatus.WRONG, reason="41 solutions; 40 are known"),
        cell(("dlx-s:order=text", "8"), (), CellStatus.RUNNING, live=Live("measuring", 2, 0.25, 3, 1_234_567)),
    ]
    return table(plan(*rows, instances="4-9", repeat=10), *cells)


def papers() -> Table:
    """A document's table with the paper's figures beside ours."""
    nodes = {"backtracking": (17, 54, 153, 552, 2057), "dlx-s": (13, 46, 91, 318, 980)}
    cells = [
        cell((label, str(n)), noisy(1e-4 * 4 ** (n - 4), seed=n, nodes=k, solutions=found))
        for label, row in nodes.items()
        for n, k, found in zip(range(4, 9), row, (2, 10, 4, 40, 92), strict=True)
    ]
    return table(document_plan("paper-000-table-3", *range(4, 9)), *cells)


def app(*, ascii_only: bool = False) -> DancingQueens:
    return DancingQueens(Start("compare", options={"what": "4-6", "algorithm": "dlx,dlx-s"}, ascii_only=ascii_only))


async def still(pilot: Pilot[Any]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def show(pilot: Pilot[Any], given: Table, layout: str, chart: ChartKind = ChartKind.SIZE) -> None:
    screen = await opened(pilot)
    screen.session.take(Given(given))
    screen.session.show_chart(chart)
    screen.session.layout = layout
    screen.seen_anew()
    await still(pilot)
    while screen.remark is not None:
        screen.app.remarks.go_on()


@pytest.mark.parametrize(
    ("size", "given", "layout", "ascii_only"),
    [
        (SMALL, grown, "table", False),
        (LARGE, grown, "both", False),
        (SMALL, papers, "both", True),
    ],
    ids=["table", "table and chart", "in ASCII"],
)
async def test_a_table_looks_as_it_did(
    looks_alike: LooksAlike, size: tuple[int, int], given: Any, layout: str, ascii_only: bool
) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await show(pilot, given(), layout)
        await pilot.press("down", "down", "down", "right", "right")  # to the alarm

    await looks_alike(app(ascii_only=ascii_only), size, before)


@pytest.mark.parametrize("kind", [kind for kind in ChartKind if kind is not ChartKind.CELLS])
async def test_a_chart_looks_as_it_did(looks_alike: LooksAlike, kind: ChartKind) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await show(pilot, papers() if kind is ChartKind.SIZE else grown(), "chart", kind)

    await looks_alike(app(), SMALL, before)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["before", "over"])
async def test_a_race_looks_as_it_did(looks_alike: LooksAlike, size: tuple[int, int]) -> None:
    setup = RaceSetup("8", ("backtracking", "dlx", "dlx-s"), pace=None)

    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        screen = RaceScreen(setup)
        pilot.app.push_screen(screen)
        await until(pilot, lambda: pilot.app.screen is screen and screen.is_mounted)
        if size == LARGE:
            clock = Clockwork()
            lanes = (2057, 1e-3, 0.0), (2057, 4e-3, 0.5), (980, 2.06e-3, 0.05)
            makes = [lambda lane=lane: Toy(clock, *lane, found=(QUEENS,) * 92, n=8) for lane in lanes]
            with entered(*makes, instance="8") as plan:
                screen.session.started(Race(plan, clock=clock.thread_time)).drive()
            screen.tick()
        await still(pilot)

    await looks_alike(app(), size, before)


def kept(store: Store, asked: Plan, note: str, day: int) -> None:
    """Put an experiment into the history that was made on a machine and a day of its own."""
    number = History(store).start(asked, note).table.experiment
    created = time.mktime((2026, 3, day, 5, 6, 0, 0, 0, -1))
    here = json.dumps({"machine": "lab", "processor": "A processor", "note": note})
    with store.transaction() as connection:
        connection.execute("UPDATE experiment SET environment = ?, created = ? WHERE id = ?", (here, created, number))


async def test_the_history_looks_as_it_did(looks_alike: LooksAlike) -> None:
    with Store.open() as store:
        kept(store, plan("dlx", "dlx-s", instances="4-9"), "before the change", day=1)
        kept(store, plan("dlx", instances="12"), "", day=2)
        kept(store, replace(plan("bitmask", "dlx"), name="mine"), "with threads", day=3)
        History(store).pin(2)

    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        await still(pilot)

    await looks_alike(app(), SMALL, before)
