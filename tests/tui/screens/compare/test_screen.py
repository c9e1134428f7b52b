"""The comparison screen through the keyboard: the table fills, is told from every side, and alarms are seen."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from core.compare import (
    DOCUMENTS,
    Bound,
    CellStatus,
    Contestant,
    Ending,
    Experiment,
    History,
    Key,
    Plan,
    Quantity,
    Sample,
    TableCell,
    TimeRatio,
)
from core.compare._rounds import beside
from core.storage import StoreError
from tests.core.compare.tables import noisy
from tests.core.compare.wrong import register_wrong
from tests.tui.driving import drawn, finished, said, served, text_of, until
from tests.tui.screens.compare.steps import app_with, compare, opened, status_text, table_text, typed
from tui.app import DancingQueens, Start
from tui.dialogs.dialogs import TextDialog
from tui.dialogs.pick import PickDialog
from tui.kit.frame import KeyBar
from tui.kit.text_panel import TextPanel
from tui.screens.compare.actions import PAPERS_BY_DIGIT
from tui.screens.compare.chart import CompareChart
from tui.screens.compare.screen import CompareScreen
from tui.screens.compare.table import CompareTable
from tui.screens.compare.words import hint
from tui.screens.compare.worked_out import SeenTable, WorkedOut


@pytest.mark.usefixtures("without_time_limits")
async def test_enter_fills_the_table() -> None:
    async with app_with("4-7").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert "0 of 48 runs" in status_text(pilot)
        await pilot.press("enter")
        await finished(pilot)
        assert screen.table is not None
        assert screen.table.finished
        assert {cell.status for cell in screen.table.cells.values()} == {CellStatus.COMPLETE}
        rows = table_text(pilot).splitlines()
        assert rows[0].split() == ["N", "solutions", "▼", "Bitmask", "recursion", "◢", "DLX", "+", "S", "heuristic"]
        assert [row.split()[:2] for row in rows[1:5]] == [["4", "2"], ["5", "10"], ["6", "4"], ["7", "40"]]
        assert all(re.search(r" (µs|ms|s)\b", row) for row in rows[1:5])
        await pilot.press("t")
        assert "growth ×" in table_text(pilot)
        assert "complete" in text_of(screen.query_one("TitleBar"))  # type: ignore[arg-type]
        assert "▼" in text_of(screen.query_one(CompareChart))


async def test_one_key_steps_through_the_quantities() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("t")
        assert screen.session.view.quantity is Quantity.NODES
        first = table_text(pilot).splitlines()[1].split()
        assert first == ["4", "2", "▸", "17", "13"]
        await pilot.press("t", "t")
        assert screen.session.view.quantity is Quantity.SOLUTIONS
        assert "2 ✓" in table_text(pilot)
        await pilot.press("t")
        assert screen.session.view.quantity is Quantity.RELATIVE
        assert "1.00 ×" in table_text(pilot)
        await pilot.press("T", "T", "T", "T")
        assert screen.session.view.quantity is Quantity.TIME
        await pilot.press("q")
        assert isinstance(pilot.app.screen, PickDialog)
        await pilot.press("down", "enter")
        assert screen.session.view.quantity is Quantity.NODES


@pytest.mark.parametrize(
    ("size", "headings"), [((80, 24), ["paper", "here"]), ((120, 40), ["paper", "here", "factor"])]
)
async def test_the_papers_figures_stand_beside_ours(size: tuple[int, int], headings: list[str]) -> None:
    plan = replace(DOCUMENTS["paper-000-table-2"].cut(None, 7), precision=None)
    async with app_with().run_test(size=size) as pilot:
        screen = await opened(pilot)
        screen.take_plan(plan, screen.begin_measuring)
        await finished(pilot)
        lines = table_text(pilot).splitlines()
        assert lines[1].split()[: len(headings)] == headings
        assert " 53 µs" in lines[2]
        await pilot.press("t")
        await until(pilot, lambda: "552" in table_text(pilot))  # the table has one line more now
        lines = table_text(pilot).splitlines()
        assert [line.split().count("=") for line in lines[2:6]] == [3, 3, 3, 3]
        assert "552" in lines[5]
        assert "317" in lines[5]
        assert "○ paper" in str(screen.query_one(CompareChart).border_subtitle)
        assert "statements of the paper" in hint(screen.table, screen.session.view)  # type: ignore[arg-type]


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that does nothing else."""
    monkeypatch.setattr("core.compare._clocks.load", lambda: 0.0)


@pytest.mark.usefixtures("quiet", "without_time_limits")
async def test_a_digit_runs_a_documents_experiment() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("2")
        await until(pilot, lambda: screen.session.running)
        assert screen.table is not None
        assert screen.table.plan == DOCUMENTS["paper-000-table-3"].plan
        assert screen.session.view.quantity is Quantity.NODES
        await until(pilot, lambda: any(cell.live for cell in screen.table.cells.values()))  # type: ignore[union-attr]
        screen.tick()
        assert "▸ " in table_text(pilot)
        assert "of 36 cells" in status_text(pilot)
        await until(pilot, lambda: any(cell.samples for cell in screen.table.cells.values()))  # type: ignore[union-attr]
        await pilot.press("x")
        await finished(pilot)
        assert "stopped" in text_of(screen.query_one("TitleBar"))  # type: ignore[arg-type]


@pytest.mark.usefixtures("without_time_limits")
@pytest.mark.parametrize(("load", "said"), [(0.0, "about 80 s"), (500.0, "about 3 min 30 s: the machine is busy")])
async def test_what_takes_long_says_so_before_it_starts(
    load: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.compare._clocks.load", lambda: load)
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        question = f"This takes {said}. enter measures, esc does not"
        await pilot.press("3")
        await until(pilot, lambda: question in status_text(pilot))
        assert screen.table is not None
        assert screen.table.plan == DOCUMENTS["paper-004-table-1"].plan
        await pilot.press("escape")
        assert "This takes" not in status_text(pilot)
        assert not screen.session.running
        await pilot.press("enter")  # the table that was only shown: no less long
        assert question in status_text(pilot)
        assert not screen.session.running
        await pilot.press("enter")
        await until(pilot, lambda: screen.session.running)
        await until(pilot, lambda: any(cell.live for cell in screen.table.cells.values()))  # type: ignore[union-attr]
        await pilot.press("x")
        await finished(pilot)


async def test_a_wrong_algorithm_raises_the_alarm() -> None:
    remove = register_wrong("miscounting")
    try:
        async with app_with("4-6", "bitmask,miscounting").run_test(size=(80, 24)) as pilot:
            screen = await opened(pilot)
            await pilot.press("enter")
            await finished(pilot)
            alarms = screen.query_one("#alarms", TextPanel)
            assert alarms.display
            assert "WRONG: miscounting on N 4" in text_of(alarms)
            assert any("reverse" in str(s.style) for s in alarms.render_line(0) if "WRONG" in s.text)
            for _ in range(3):
                assert "✗ " in table_text(pilot)
                await pilot.press("t")
            await pilot.press("right")
            assert "known" in status_text(pilot)
            await pilot.press("w")
            assert "WRONG" in pilot.app.screen._text  # type: ignore[attr-defined]
            # Nothing wrong is drawn as if it were a figure.
            await pilot.press("escape")
            assert {line.label for line in screen.query_one(CompareChart).drawn.chart.lines if line.points} == {
                "bitmask"
            }
    finally:
        remove()


async def test_what_an_algorithm_cannot_take_says_why() -> None:
    async with app_with("8,40", "bitmask,closed-form").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert screen.table is not None
        assert screen.table.cells[Key("bitmask", "40")].status is CellStatus.REFUSED
        assert "cannot" in table_text(pilot)
        await pilot.press("down")
        assert "bitmask goes up to size" in status_text(pilot)


@pytest.mark.usefixtures("without_time_limits")
async def test_stop_keeps_what_is_measured_and_the_next_session_goes_on() -> None:
    async with app_with("4,5,6,17", "dlx").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        assert "enter measures, esc does not" in status_text(pilot), "it takes long"
        await pilot.press("enter")
        await until(pilot, lambda: screen.table.cells[Key("dlx", "17")].live is not None)  # type: ignore[union-attr]
        await pilot.press("t", "down")  # keys are answered meanwhile; 6 comes before 17 in the plan's order
        await until(pilot, lambda: screen.session.view.quantity is Quantity.NODES)
        await pilot.press("x")
        await finished(pilot)
        assert not screen.session.running
        assert screen.table is not None
        number, before = screen.table.experiment, screen.table.cells[Key("dlx", "6")].samples
        assert len(before) >= 1
    async with DancingQueens(Start("compare")).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert screen.table is not None
        assert screen.table.experiment == number
        assert screen.table.cells[Key("dlx", "6")].samples == before
        assert screen.session.view.quantity is Quantity.NODES
        await until(pilot, lambda: "run" in text_of(screen.query_one(KeyBar)))


async def test_only_what_is_added_is_measured() -> None:
    async with app_with("4-5", "bitmask,dlx").run_test(size=(80, 30)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        assert screen.table is not None
        before = dict(screen.table.cells)
        await pilot.press("a", "end", "backspace")
        await typed(pilot, "6")
        await pilot.press("tab", "tab", "down", "down", "down", "space", "enter")
        await pilot.pause()
        assert [c.label for c in screen.table.plan.contestants] == ["bitmask", "dlx", "backtracking"]
        assert screen.table.plan.instances == ("4", "5", "6")
        await pilot.press("enter")
        await finished(pilot)
        assert screen.table.finished
        for key, cell in before.items():
            assert screen.table.cells[key].samples == cell.samples
        assert len(screen.table.cells) == 9


async def test_one_cell_is_measured_again() -> None:
    async with app_with("4-5", "bitmask,dlx").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        assert screen.table is not None
        before = dict(screen.table.cells)
        await pilot.press("right", "down", "r")
        await pilot.pause()
        assert screen.table.cells == before  # it asks first
        await pilot.press("r")
        await finished(pilot)
        assert screen.table.finished
        changed = {key for key, cell in before.items() if screen.table.cells[key].samples != cell.samples}
        assert changed == {Key("dlx", "5")}
        assert len(screen.table.cells[Key("dlx", "5")].samples) == screen.table.plan.repeat


async def test_sort_and_hide() -> None:
    async with app_with("4-6", "dlx,dlx-s,bitmask").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)

        def columns() -> list[str]:
            return [column.key for column in screen.query_one(CompareTable).page.columns]

        await pilot.press("t", "s")
        assert columns() == ["dlx-s", "dlx", "bitmask"]
        await pilot.press("S")
        assert [row.key for row in screen.query_one(CompareTable).page.rows] == ["6", "5", "4"]
        await pilot.press("s", "S")
        assert columns() == ["dlx", "dlx-s", "bitmask"]
        await pilot.press("home", "left", "left", "minus")
        assert columns() == ["dlx-s", "bitmask"]
        await pilot.press("minus", "minus")
        assert len(columns()) == 1
        await until(pilot, lambda: "no other algorithm is shown" in text_of(screen.query_one(KeyBar)))
        await pilot.press("left")
        await until(pilot, lambda: "u show all" in text_of(screen.query_one(KeyBar)))
        await pilot.press("u")
        assert columns() == ["dlx", "dlx-s", "bitmask"]
        assert "show all" not in text_of(screen.query_one(KeyBar))


async def test_the_mouse_moves_the_cursor() -> None:
    async with app_with("4-6", "dlx,dlx-s,bitmask").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        table = screen.query_one(CompareTable)
        heading = table_text(pilot).splitlines()[0]
        await pilot.click(CompareTable, offset=(heading.index("DLX + S") + 2, 3))
        assert table.current == ("5", "dlx-s")
        await pilot.click(CompareTable, offset=(2, 1))
        assert table.current == ("5", "dlx-s")


async def test_details_and_remarks() -> None:
    async with app_with("4-7", "bitmask").run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("i")
        dialog = pilot.app.screen
        assert isinstance(dialog, TextDialog)
        assert "nodes visited" in dialog._text
        assert "Runs" in dialog._text
        assert dialog._text.count("━") > 5
        assert "95 % interval" in dialog._text
        await pilot.press("escape", "w")
        assert "nodes × " in pilot.app.screen._text  # type: ignore[attr-defined]
        assert "Python" in pilot.app.screen._text  # type: ignore[attr-defined]


async def test_an_estimate_is_labelled() -> None:
    plan = Plan("queens", ("6", "7", "8", "9", "13"), (Contestant("dlx"),), timeout=0.05, repeat=1)
    measured = {
        Key("dlx", str(n)): (Sample(Ending.COMPLETE, seconds, seconds, None, found, nodes, nodes=nodes),)
        for n, seconds, found, nodes in (
            (6, 0.0011, 4, 153),
            (7, 0.0041, 40, 552),
            (8, 0.0157, 92, 2057),
            (9, 0.066, 352, 8394),
        )
    }
    reason = "not finished within 0.05 s"
    measured[Key("dlx", "13")] = (Sample(Ending.LIMIT, 0.05, 0.05, None, 1, 9, reason=reason, bound=Bound.TIME),)
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        screen.session.take(Experiment(plan, samples=measured))
        screen.seen_anew()
        await finished(pilot)
        assert screen.table is not None
        assert screen.table.cells[Key("dlx", "13")].status is CellStatus.LIMIT
        assert "≈ 4" in table_text(pilot).splitlines()[5]
        await pilot.press("t")
        assert "≈ " in table_text(pilot).splitlines()[5]
        assert "dotted: estimate" in str(screen.query_one(CompareChart).border_subtitle)
        await pilot.press("end")
        assert "not finished within" in status_text(pilot)


async def test_bad_arguments_are_told() -> None:
    async with app_with("12-4").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await finished(pilot)
        assert any("runs backwards" in each for each in said(pilot.app))
        assert screen.table is not None


async def test_the_palette_offers_what_works_now() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        names = {action.name: action for action in screen.ACTIONS}
        able = {name for name, action in names.items() if screen.offers(action)}
        assert names.keys() - able == {
            "not_now", "stop", "details", "unhide", "remarks", "summary", "baseline", "export", "copy",
        }  # fmt: skip
        assert len(screen.footer_actions()) <= 6
        await pilot.press("enter")
        await finished(pilot)
        able = {name for name, action in names.items() if screen.offers(action)}
        assert names.keys() - able == {"run", "not_now", "stop", "unhide"}


async def test_before_the_first_table_is_there_only_what_can_wait_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompareScreen, "_open_first", lambda *_: None)
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = compare(pilot)
        offered = {action.name for action in screen.ACTIONS if screen.offers(action)}
        assert offered == {"run", "document", "race"}


async def test_a_store_that_cannot_be_opened_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def refuse(asked: dict[str, str], number: object) -> None:
        tried.append(asked)
        raise StoreError("the store is locked")

    monkeypatch.setattr("tui.screens.compare.screen.open_history", refuse)
    async with app_with().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(tried) == 2 and not pilot.app.workers)
        assert said(pilot.app) == ["the store is locked"]
        assert (len(tried), tried[1]) == (2, {})
        assert compare(pilot).table is None


async def test_whatever_goes_wrong_while_a_table_is_fetched_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[object]:
        raise KeyError("nobody expected this")

    monkeypatch.setattr(History, "all", fail)
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("o")
        await finished(pilot)
        assert ["nobody expected this" in each for each in said(pilot.app)] == [True]
        assert pilot.app.screen is screen


def test_every_digit_starts_a_table_of_the_papers() -> None:
    assert len(DOCUMENTS) == PAPERS_BY_DIGIT


@pytest.mark.parametrize(
    ("what", "family"), [("paper-004-table-1", "queens"), ("2x2#1-2", "sudoku"), ("four-sets", "cover")]
)
async def test_every_family_is_opened_by_name(what: str, family: str) -> None:
    async with DancingQueens(Start("compare", options={"what": what})).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert screen.table is not None
        assert screen.table.plan.family == family


async def test_a_key_before_the_history_is_open_is_not_lost() -> None:
    async with app_with("4-5").run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")  # without waiting for anything
        screen = compare(pilot)
        await until(pilot, lambda: screen.table is not None and screen.table.finished)


async def test_a_plan_is_called_what_its_file_says(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    plan = 'name = "a [/b] [red]c[/]"\nfamily = "queens"\ninstances = "4"\nalgorithms = ["dlx"]\n'
    path.write_text(plan, encoding="utf-8")
    app = app_with()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        screen.take_file(path)
        await finished(pilot)
        assert "a [/b] [red]c[/]" in drawn(app)
        screen.read("a [/b]", "text")
        await served(pilot)
        assert "a [/b]" in drawn(app)
        await pilot.press("y")
        await served(pilot)
        assert said(app) == ["a [/b] copied"]
        assert "a [/b] copied" in drawn(app), "on the screen that is in front again"


async def test_statistics_are_worked_out_in_a_thread_and_not_again_for_the_same_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[threading.Thread] = []

    def noted(wanted: SeenTable) -> WorkedOut:
        threads.append(threading.current_thread())
        return work_out(wanted)

    def noted_beside(one: TableCell, other: TableCell) -> TimeRatio:
        assert threading.current_thread() is not threading.main_thread()
        return beside(one, other)

    work_out = SeenTable.work_out
    monkeypatch.setattr(SeenTable, "work_out", noted)
    monkeypatch.setattr("core.compare._table.beside", noted_beside)
    async with DancingQueens(Start("compare")).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: screen.table is not None and not screen.under_way)
        assert "Example: " in status_text(pilot)
        assert threads
        assert threading.main_thread() not in threads
        before, seen = len(threads), table_text(pilot)
        await pilot.press("f2", "f5")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("t", "T")  # another quantity is worked out, and this one again
        assert table_text(pilot) == seen
        assert len(threads) == before + 2
        await pilot.press("right", "down", "g", "g", "g")
        assert len(threads) == before + 2


async def test_many_instances_come_to_a_conclusion_below_the_table_and_on_a_page() -> None:
    async with app_with("4-13", "bitmask,dlx").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert screen.table is not None
        measured = {
            key: noisy(
                (2e-3 if key.label == "dlx" else 1e-3), seed=place, solutions=screen.table.known[key.instance] or 0
            )
            for place, key in enumerate(screen.table.cells)
        }
        screen.session.take(Experiment(replace(screen.table.plan, repeat=10), samples=measured))
        screen.show()
        await finished(pilot)
        text = table_text(pilot)
        assert re.search(r"× bitmask +1\.00 +(1\.99|2\.0\d)", text)
        assert re.search(r"wins +10 +0", text)
        await pilot.press("m")
        page = text_of(pilot.app.screen.query_one("VerticalScroll Static"))  # type: ignore[arg-type]
        assert "All 10 instances:" in page
        assert re.search(r"bitmask +10 +0 +10", page)
        assert re.search(r"virtual best +10", page)
        assert max(map(len, page.splitlines())) <= 80
        await pilot.press("escape", "minus", "m")
        assert "a summary takes two algorithms" in said(pilot.app)[-1]
