"""Runs with another input each: the same for a whole row, with as many solutions, and said to be so."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core import ExactCover, Goal, Item, Problem, Sudoku, algorithm
from core.compare import Contestant, Ending, Experiment, Key, Plan, Quantity, Sample, Table
from core.compare._cell import TableCell
from core.compare._instances import instances
from core.compare._isolated import ChildProcess
from core.compare._plan import COLD, VARIED
from core.compare._sessions import apart
from core.compare._tables_text import source_line

COLOURED = ExactCover(
    [Item("a"), Item("b", least=1, most=2), Item("c"), Item("x", secondary=True)],
    [(0, 3), (0, 1), (2, 3), (2,), (1,), (1, 2, 3)], [("", "p"), ("", ""), ("", "q"), ("",), ("",), ("", "", "p")],
    list("uvwxyz"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("family", "problem"),
    [
        ("sudoku", instances("sudoku").problem("3x3.csv#1")),
        ("sudoku", instances("sudoku").problem("2x3.csv#2")),
        ("cover", instances("cover").problem("knuth-2000")),
        ("cover", COLOURED),
    ],
)
def test_another_guise_has_as_many_solutions_and_no_two_are_the_same(family: str, problem: Problem) -> None:
    guises = [instances(family).another(problem, random.Random(seed)) for seed in range(4)]
    assert guises == [instances(family).another(problem, random.Random(seed)) for seed in range(4)]
    shown = {str(getattr(each, "givens", "") or [*getattr(each, "options", "")]) for each in [problem, *guises]}
    assert len(shown) == 5
    for each in guises:
        assert each is not None
        assert type(each) is type(problem)
        assert each.size == problem.size
        assert each.count() == problem.count()  # type: ignore[attr-defined]
    if isinstance(problem, Sudoku):
        assert {sum(map(bool, each.givens)) for each in guises if isinstance(each, Sudoku)} == {problem.clues}
    if problem is COLOURED:
        for each in guises:
            assert isinstance(each, ExactCover)
            assert sorted(sorted(each.entries(option)) for option in range(6)) == sorted(
                sorted(problem.entries(option)) for option in range(6)
            )
            by_label = dict(zip(each.labels, map(sorted, map(each.entries, range(6))), strict=True))
            assert by_label["u"] == sorted(problem.entries(0))


def measured(*labels: str, seed: int = 1, instance: str = "3x3.csv#1", repeat: int = 6) -> Table:
    contestants = tuple(Contestant.parse("sudoku", label) for label in labels)
    plan = Plan("sudoku", (instance,), contestants, repeat=repeat, warm_up=0, precision=None, seed=seed)
    return Experiment(plan).drive()


def nodes(table: Table, label: str) -> list[int | None]:
    return [run.nodes for run in table.cells[Key(label, "3x3.csv#1")].complete_samples]


@pytest.mark.usefixtures("without_time_limits")
def test_all_of_a_row_have_the_same_input_in_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    here = measured("backtracking:calls=varied", "backtracking", "dlx:calls=varied")
    own = nodes(here, "backtracking:calls=varied")
    assert len(set(own)) > 1
    assert len(set(nodes(here, "backtracking"))) == 1
    assert nodes(measured("backtracking:calls=varied"), "backtracking:calls=varied") == own
    assert nodes(measured("backtracking:calls=varied", seed=2), "backtracking:calls=varied") != own
    cell = here.cells[Key("backtracking:calls=varied", "3x3.csv#1")]
    assert cell.values[Quantity.NODES] == sorted(each or 0 for each in own)[2]
    assert not cell.uneven
    assert not {"Unequal", "Uneven", "Outliers", "Cold"} & {type(doubt).__name__ for doubt in cell.doubts}
    assert cell.solutions == 1
    # In a process of its own it is given the same ones.
    monkeypatch.setattr("core.compare._experiment.is_from_plugin", lambda entry: True)
    started: list[object] = []

    class Watched(ChildProcess):
        def send(self, message: Any) -> None:
            started.append(message)
            super().send(message)

    monkeypatch.setattr("core.compare._experiment.ChildProcess", Watched)
    assert nodes(measured("backtracking:calls=varied"), "backtracking:calls=varied") == own
    assert started


def test_where_there_is_but_one_input_that_is_the_reason() -> None:
    column = Contestant("dlx").called(VARIED)
    (cell,) = Experiment(Plan("queens", ("6",), (column,))).drive().cells.values()
    assert (cell.status, cell.reason) == ("refused", "there is only one input for each N")


def test_a_table_says_which_inputs_its_times_are_of() -> None:
    for labels, said in (
        (("dlx",), "same input each time, warm"),
        (("dlx:calls=varied",), "a different input for each run, warm"),
        (("dlx:calls=cold",), "same input each time, cold: each call in a new process"),
        (("dlx", "dlx:calls=cold"), "same input each time, warm or cold, if named"),
        (("dlx", "dlx:calls=varied"), "same input each time (a different one each run where calls=varied), warm"),
    ):
        instance = "empty-1x2" if "cold" in labels[-1] else "2x2.csv#1"
        assert said in source_line(measured(*labels, instance=instance, repeat=1))


def test_called_one_way_or_another() -> None:
    dlx = Contestant.parse("sudoku", "dlx:calls=varied")
    assert (dlx.label, dlx.calls, dlx.settings) == ("dlx:calls=varied", "varied", {})
    assert dlx.called("warm") == Contestant("dlx")
    assert dlx.called(COLD).label == "dlx:calls=cold"
    assert algorithm("sudoku", "dlx") == dlx.entry("sudoku")


@pytest.mark.parametrize(("label", "factor"), [("dlx", 1.0), ("dlx:calls=varied", 2.0)])
def test_sessions_with_varied_inputs_are_not_compared_by_the_easiest_of_them(label: str, factor: float) -> None:
    def session(times: float) -> TableCell:
        runs = [
            Sample(Ending.COMPLETE, own, own, None, 1, 1, quickest_seconds=0.001)
            for own in (times * each for each in (0.002, 0.003, 0.004))
        ]
        return TableCell(Key(label, "3x3.csv#1"), samples=tuple(runs))

    assert apart(session(1.0), session(2.0)).factor == pytest.approx(factor)


def test_a_count_of_first_solutions_is_one() -> None:
    plan = Plan("cover", ("knuth-2000",), (Contestant("dlx").called(VARIED),), Goal.FIRST, repeat=2, precision=None)
    (cell,) = Experiment(plan).drive().cells.values()
    assert (cell.status, cell.solutions) == ("complete", 1)
