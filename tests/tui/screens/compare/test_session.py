"""The comparison without an app: what its session can do."""

from __future__ import annotations

import pytest

from core import Goal
from core._drawing.chart import ChartKind
from core.compare import DOCUMENTS, BeingMeasured, Key, Plan, PlanError, Quantity
from core.compare._sweep import contestants
from tui.dialogs.form_values import Choice, Whole
from tui.screens.compare.opening import open_history
from tui.screens.compare.plan_draft import OWN_TABLE, PlanDraft
from tui.screens.compare.race_session import RaceForm, RaceSetup
from tui.screens.compare.session import CompareSession
from tui.screens.compare.table_text import table_title
from tui.screens.compare.words import status_lines


def small(instances: tuple[str, ...] = ("4", "5"), names: str = "bitmask,dlx") -> Plan:
    return Plan("queens", instances, contestants("queens", names), repeat=1, warm_up=0)


def opened(what: str = "4-5", algorithms: str = "bitmask,dlx") -> CompareSession:
    session = CompareSession()
    session.open(open_history({"what": what, "algorithm": algorithms}, None), keep_quantity=False)
    return session


def measured(plan: Plan) -> CompareSession:
    session = CompareSession()
    session.open(open_history({}, None), keep_quantity=True)
    session.take(session.begun(plan))
    session.keep()
    session.measure()
    return session


def test_a_new_user_finds_an_example_and_the_next_session_what_was_measured() -> None:
    session = CompareSession()
    assert session.can_measure
    assert not session.has_figures
    session.open(open_history({}, None), keep_quantity=True)
    assert session.table is not None
    assert session.state == "example"
    assert "Example: enter measures it here · from another machine" in status_lines(session, None)[1][0]
    assert session.can_measure, "it has been measured, but not here"
    assert not any(map(session.can_rerun, session.table.cells.values()))
    plan = session.table.plan
    session.keep()
    assert (session.state, session.table.plan) == ("no. 1, ready", plan), "nothing is measured into the example"
    session = measured(small())
    assert session.table is not None
    assert session.state == "no. 2, complete"
    newest = CompareSession()
    newest.open(open_history({}, None), keep_quantity=True)
    assert newest.state == "no. 2, complete", "also where it was measured on the command line"
    again = CompareSession(session.remembered())
    again.open(open_history({}, session.remembered()["experiment"]), keep_quantity=True)
    assert again.table is not None
    assert again.table.cells == session.table.cells
    with pytest.raises(PlanError, match="backwards"):
        open_history({"what": "9-4"}, None)


def test_a_plan_grows_without_losing_its_number_or_runs() -> None:
    session = measured(small())
    assert session.table is not None
    before = session.table.cells
    assert session.change_plan(small(("4", "5", "6")))
    assert session.can_measure
    session.measure()
    assert session.table.experiment == 1
    assert {key: session.table.cells[key] for key in before} == before
    assert session.table.cells[Key("dlx", "6")].solutions == 4
    session.take(session.begun(small()))
    assert not session.change_plan(small(("7",)))  # not kept yet: another table


def test_the_baseline_is_set_and_taken_away() -> None:
    session = measured(small())
    assert session.toggle_baseline() == "no. 1 is now the baseline"
    assert session.baseline is not None
    assert session.baseline.experiment == 1
    session.take(session.begun(small(("6",))))
    assert session.can_pin
    assert session.toggle_baseline() == "there is no baseline now"
    assert session.baseline is None
    assert not session.can_pin


def test_what_was_deleted_is_noticed() -> None:
    session = measured(small())
    assert not session.was_deleted
    assert session.history is not None
    session.history.delete(1)
    assert session.was_deleted


def test_hiding_sorting_and_quantities() -> None:
    session = measured(small(("4", "6"), "dlx,dlx-s,bitmask"))
    session.show_quantity(Quantity.NODES)
    session.sort_columns("6")
    assert session.view.columns[0] == "dlx-s"
    assert session.view.columns_by == "N 6"
    session.sort_rows("dlx")
    assert session.view.rows == ("6", "4")
    assert session.table is not None
    assert table_title(session.table, session.view).endswith(", by N 6 and dlx")
    session.sort_columns("6")
    session.sort_rows("dlx")
    assert (session.view.columns, session.view.rows) == ((), ())
    assert ", by " not in table_title(session.table, session.view)
    for name in ("dlx", "dlx-s", "bitmask"):
        session.hide(name)
    assert session.view.hidden == {"dlx", "dlx-s"}
    session.unhide()
    assert not session.view.hidden
    seen = []
    for _ in range(4):
        session.next_quantity(1)
        seen.append(session.view.quantity)
    assert len(set(seen)) == 4
    for _ in range(4):
        session.next_quantity(-1)
    assert session.view.quantity is Quantity.NODES
    session.take(session.begun(DOCUMENTS["paper-000-table-3"].plan))
    assert session.view.quantity is Quantity.NODES
    before = session.layout
    session.next_layout()
    assert (before, session.layout) == ("both", "chart")


def test_a_cell_is_measured_again() -> None:
    session = measured(small())
    assert session.table is not None
    cell = session.cell("5", "dlx")
    assert cell is not None
    others = {key: each for key, each in session.table.cells.items() if key != cell.key}
    session.rerun(cell)
    assert session.can_measure
    session.measure()
    assert session.cell("5", "dlx") != cell
    assert {key: each for key, each in session.table.cells.items() if key != cell.key} == others
    assert "dlx, N 5" in status_lines(session, cell)[0][0]


def test_the_form_of_a_plan() -> None:
    draft = PlanDraft()
    rows = {row.key: row for row in draft.rows()}
    timeout = rows["timeout"]
    assert isinstance(timeout, Whole)
    assert [timeout.shifted(-1).value, timeout.shifted(1).value] == [30, 120]
    draft.choose("timeout", 0)
    assert draft.timeout is None
    (none,) = (row for row in draft.rows() if row.key == "timeout")
    assert (none.shown, none.shifted(1).value, none.shifted(-1).value) == ("none", None, 3600)
    draft.choose("memory", 64)
    draft.choose("family", "sudoku")
    draft.choose("goal", "first")
    draft.toggle_all()
    plan = draft.plan()
    assert (plan.family, plan.goal, plan.memory) == ("sudoku", Goal.FIRST, 64 << 20)
    assert len(plan.contestants) > 5
    draft.toggle_all()
    with pytest.raises(PlanError, match="at least one algorithm"):
        draft.plan()
    assert draft.variant_trouble("dlx") is not None
    assert draft.variant_trouble("single-branch:build=dense") is None
    draft.add_variant("single-branch:build=dense")
    draft.add_variant("single-branch:build=dense")
    assert [c.label for c in draft.plan().contestants] == ["single-branch:build=dense"]


def test_a_measured_table_keeps_its_family_and_goal() -> None:
    draft = PlanDraft.of(small(), fixed=True)
    for row in draft.rows()[:2]:
        assert isinstance(row, Choice)
        shift = row.shifted(1) if row.key == "family" else row.shifted(-1)
        assert shift.value is None
        assert shift.skipped
        assert set(shift.skipped) == {OWN_TABLE}
    assert draft.plan() == small()


def test_who_races_is_chosen_in_a_form() -> None:
    form = RaceForm(RaceSetup("8", ("dlx", "dlx-s")))
    assert [row.key for row in form.rows()] == ["n", "goal", "lane0", "lane1", "lane2", "pace"]
    assert form.choose("lane2", "bitmask") is None
    assert form.setup.labels == ("dlx", "dlx-s", "bitmask")
    note = form.choose("n", 40)
    assert note is not None
    assert "bitmask" in note.text
    assert form.setup.n == 40
    assert "bitmask" not in form.setup.labels
    form.choose("lane2", "")
    assert len(form.setup.labels) == 2


def test_what_can_be_done_follows_from_what_there_is() -> None:
    session = CompareSession()
    assert (session.can_measure, session.can_hide, session.can_pin) == (True, False, False)
    assert (session.has_history, session.has_figures) == (False, False)
    assert (session.state, session.title(Key("dlx", "5"))) == ("", "dlx")
    session = opened("4-5", "bitmask,dlx")
    assert (session.can_measure, session.can_hide, session.can_pin) == (True, True, False)
    assert (session.has_history, session.has_figures) == (True, False)
    assert session.title(Key("dlx", "5")) == "dlx, N 5"
    session.running = True
    assert (session.can_measure, session.state) == (False, "measuring")
    session.running = False
    session.keep()
    session.measure()
    assert session.state == "no. 1, complete"
    assert (session.can_measure, session.has_figures, session.can_pin) == (False, True, True)
    session.hide("dlx")
    assert (session.can_hide, session.view.hidden) == (False, {"dlx"})
    session.history = None
    assert not session.has_history
    assert session.can_measure  # it waits until the history is open


def test_a_refused_cell_is_not_measured_again() -> None:
    session = CompareSession()
    session.take(session.begun(Plan("queens", ("8", "33"), contestants("queens", "bitmask,dlx-s"), Goal.FIRST)))
    session.history = open_history({}, None).history
    assert session.can_rerun(session.cell("8", "bitmask"))
    assert not session.can_rerun(session.cell("33", "bitmask"))
    assert not session.can_rerun(session.cell("8", None))


def test_what_is_not_kept_is_measured_all_the_same_and_a_stop_is_soon() -> None:
    session = CompareSession()
    session.measure()  # nothing there: nothing happens
    session.stop()
    session.take(session.begun(small(("5",), "dlx")))
    session.measure()
    assert session.table is not None
    assert session.state == "complete"
    assert session.table.experiment is None
    assert session.change_plan(session.table.plan)
    assert not session.was_deleted
    assert not session.toggle_baseline()
    first = session.experiment
    assert first is not None
    session.take(session.begun(small(("6",), "dlx")))
    assert session.experiment is not first
    assert first._stop.is_set()  # what was in view is not measured on


def test_a_finished_table_is_noted_in_the_history_and_an_unfinished_one_is_not() -> None:
    session = opened("4-5", "dlx")
    session.keep()
    session.keep()  # it has its number already
    (entry,) = session.history.list()  # type: ignore[union-attr]
    assert (entry.number, entry.finished) == (1, None)
    assert session.state == "no. 1, ready"
    session.measure()
    (entry,) = session.history.list()  # type: ignore[union-attr]
    assert entry.finished is not None
    cell = session.cell("4", "dlx")
    assert cell is not None
    session.rerun(cell)
    assert session.state == "no. 1, stopped"
    with session.history.measuring(1), pytest.raises(BeingMeasured):  # type: ignore[union-attr]
        session.measure()


def test_what_another_session_has_measured_meanwhile_is_not_measured_again() -> None:
    session = opened("4-5", "dlx")
    session.keep()
    history = session.history
    assert history is not None
    other = history.resume(1)
    other.change(other.table.plan.extended(instances=["6"]))
    history.change(1, other.table.plan)
    other.drive()
    session.measure()
    assert session.table is not None
    assert session.table.cells == other.table.cells
    assert history.entry(1).finished is not None


def test_quantities_layouts_and_charts_come_round() -> None:
    session = measured(small(("4", "5", "6")))
    session.show_quantity(Quantity.PAPER)  # which this table has not
    session.next_quantity(1)
    assert session.view.quantity is Quantity.NODES
    session.next_quantity(-2)
    assert session.view.quantity is Quantity.MEMORY
    layouts = [session.layout]
    for _ in range(3):
        session.next_layout()
        layouts.append(session.layout)
    assert layouts == ["both", "chart", "table", "both"]
    session.layout = "table"
    session.show_chart(ChartKind.CACTUS)
    assert (session.view.chart, session.layout) == (ChartKind.CACTUS, "both")
    session.layout = "chart"
    session.show_chart(ChartKind.STRIP)
    assert session.layout == "chart"
    again = CompareSession(session.remembered() | {"chart": "no such", "layout": 3, "quantity": None})
    assert (again.view.chart, again.layout, again.view.quantity) == (ChartKind.SIZE, "both", Quantity.TIME)
    again = CompareSession(session.remembered())
    assert (again.view.chart, again.layout) == (ChartKind.STRIP, "chart")
    session.take(session.begun(small(("4",), "dlx")))
    assert session.view.chart is ChartKind.STRIP
    session.show_chart(ChartKind.PROFILE)
    session.take(session.begun(small(("4",), "dlx")))  # one algorithm has no profile
    assert session.view.chart is ChartKind.SIZE


def test_a_new_plan_that_was_typed_stays_until_it_is_taken() -> None:
    session = CompareSession()
    draft = session.new_draft()
    assert session.new_draft() is draft
    session.forget_draft()
    assert session.new_draft() is not draft


def test_one_line_of_the_plan_editor_sweeps_over_values() -> None:
    draft = PlanDraft(goal=Goal.FIRST)
    assert draft.variant_trouble("swaps:seed=1-3") is None
    assert draft.variant_trouble("swaps") == "expected a parameter and its value after a colon"
    assert "9-2 is empty" in (draft.variant_trouble("swaps:seed=9-2") or "")
    draft.add_variant("swaps:seed=1-3")
    draft.add_variant("swaps:seed=3|5")
    swept = ["swaps:seed=1", "swaps:seed=2", "swaps:seed=3", "swaps:seed=5"]
    assert [label for label in draft.labels() if ":" in label] == swept
    assert [c.label for c in draft.plan().contestants][-4:] == swept


@pytest.mark.parametrize(
    ("key", "start", "step", "shown"),
    [
        ("timeout", 0, 1, ""),
        ("timeout", 0, -1, "3600 600 300 120 60 30 10 5 2 1"),
        ("timeout", 45, 1, "60 120 300 600 3600 0"),
        ("timeout", 45, -1, "30 10 5 2 1"),
        ("memory", 0, 1, ""),
        ("memory", 0, -1, "16384 8192 4096 2048 1024 512 256 128 64 32 16 8 4 2 1"),
        ("memory", 45, -1, "32 16 8 4 2 1"),
        ("repeat", 7, -1, "6 5 4 3 2 1"),
        ("warm_up", 3, -1, "2 1 0"),
    ],
)
def test_limits_step_through_usual_values_from_any_that_was_typed(key: str, start: int, step: int, shown: str) -> None:
    draft = PlanDraft()
    draft.choose(key, start)
    found = []
    while (value := next(row for row in draft.rows() if row.key == key).shifted(step).value) is not None:
        draft.choose(key, value)
        (row,) = (row for row in draft.rows() if row.key == key)
        assert str(value) in row.shown or (value, row.shown) == (0, "none")
        found.append(str(value))
    assert " ".join(found) == shown
