"""What a lesson says of a comparison is what its table says."""

from __future__ import annotations

import pytest

from core.compare import Experiment, Table
from tui.lessons.facts import fact
from tui.lessons.measured import FACTS_MEASURED, MEASURED, measured, plan_of
from tui.lessons.step import FactError, Kind, LessonStep

STEP = LessonStep("compare", "4", "backtracking; bitmask", repeat=4)


@pytest.fixture(scope="module")
def table() -> Table:
    return Experiment(plan_of(STEP)).drive()


def test_each_fact_is_there_once_it_has_been_measured(table: Table) -> None:
    said = {words: measured(table, words) for words in FACTS_MEASURED}
    labels = [contestant.label for contestant in table.plan.contestants]
    assert said["fastest"].raw in labels
    assert said["runs"].raw == "4"
    assert said["same nodes"].raw is True
    assert said["nodes"].raw == "17 and 17"
    assert said["apart"].raw is (len(table.winners("4")) == 1)
    slower = next(label for label in labels if label != said["fastest"].raw)
    assert str(said["verdict"]).startswith(f"{slower} ")


def test_before_that_times_are_unknown_but_not_what_the_programs_do(table: Table) -> None:
    assert fact(STEP, "apart").kind is Kind.YES
    assert fact(STEP, "times").raw == MEASURED["times"]
    for words in ("runs", "nodes", "same nodes"):
        assert fact(STEP, words) == measured(table, words)
    with pytest.raises(FactError, match="there is no fact 'nods'; there are times"):
        fact(STEP, "nods")


@pytest.mark.parametrize("words", ["runs = 4", "dlx: nodes", "nodes - runs"])
def test_facts_of_a_table_are_taken_as_they_stand(words: str) -> None:
    with pytest.raises(FactError, match="there is no fact"):
        fact(STEP, words)


@pytest.mark.parametrize(
    ("algorithm", "said"),
    [("backtracking", "expected two algorithms"), ("magic; dlx", "magic"), ("dlx; dlx", "given twice")],
)
def test_what_cannot_be_compared_is_an_error(algorithm: str, said: str) -> None:
    with pytest.raises(FactError, match=said):
        plan_of(LessonStep("compare", "4", algorithm))
