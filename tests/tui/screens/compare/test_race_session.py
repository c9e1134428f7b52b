"""What is raced, and what is said of the lanes: a setup that can always be started, its form, places and verdicts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core import Goal, Snapshot, Status
from core.compare import CellStatus, Ending
from core.compare._race import LaneState, RaceState, makes
from tests.core.compare.tables import cell, noisy, plan, table
from tui.dialogs.form_values import Choice, Value, Whole
from tui.screens.compare.race_session import RaceForm, RaceSetup, lane_state, pace_text, refusal, verdict_text

pytestmark = pytest.mark.usefixtures("few_algorithms")

USUAL = ("backtracking", "dlx", "dlx-s")


@pytest.mark.parametrize(
    ("values", "setup"),
    [
        ({}, RaceSetup("8", USUAL)),
        ({"n": 12, "labels": ["dlx", "bitmask"], "goal": "first", "pace": None},
         RaceSetup("12", ("dlx", "bitmask"), Goal.FIRST, None)),
        ({"n": 0, "labels": ["dlx", "no-such", "dlx"], "goal": "x", "pace": 3}, RaceSetup("8", ("dlx", "brute-force"))),
        ({"n": 129, "labels": "dlx", "pace": 1e-6}, RaceSetup("8", USUAL, pace=1e-6)),
        ({"n": 128, "labels": ["backtracking", "dlx", "dlx-s", "bitmask"], "goal": "first"},
         RaceSetup("128", USUAL, Goal.FIRST)),
        ({"n": 20, "labels": ["brute-force", "min-conflicts"], "goal": "count"},
         RaceSetup("20", ("backtracking", "bitmask"))),
    ],
)  # fmt: skip
def test_what_was_raced_last_comes_back_as_something_that_can_start(values: dict[str, Any], setup: RaceSetup) -> None:
    found = RaceSetup.recalled(values)
    assert found == setup
    assert RaceSetup.recalled(found.remembered()) == found
    assert len(makes(found.plan)) == len(found.labels) == len(set(found.marks()))


def test_variants_race_too() -> None:
    setup = RaceSetup("8", ("bitmask:threads=2", "dlx-s:order=text"))
    assert setup.repaired() == setup
    assert setup.marks() == RaceSetup("8", ("bitmask", "dlx-s")).marks()


def test_the_first_three_of_a_table_race_on_its_row() -> None:
    shown = table(plan(*USUAL, "bitmask"))
    begun = RaceSetup("8", ("dlx", "dlx-s"))
    found = begun.for_table(shown, "6", shown.plan.contestants)
    assert (found.title, found.labels, found.goal) == ("N = 6", USUAL, Goal.COUNT)
    assert begun.for_table(shown, "200", shown.plan.contestants) == begun  # too large to be drawn


def test_a_sudoku_is_raced_on() -> None:
    setup = RaceSetup("3x3.csv#1", ("dlx", "bitmask"), Goal.FIRST, family="sudoku")
    assert (setup.title, setup.n) == ("puzzle 3x3 #1", None)
    assert [type(make()).__name__ for make in makes(setup.plan) if callable(make)] == ["SudokuLinks", "SudokuBitmask"]


def test_who_cannot_race_says_why() -> None:
    setup = RaceSetup("8", ("dlx", "dlx-s"))
    assert refusal("dlx", setup) is None
    there = "brute-force, backtracking, bitmask, dlx, dlx-s, min-conflicts"
    assert refusal("nobody", setup) == f"no queens algorithm is called 'nobody'; there are {there}"
    assert refusal("bitmask", RaceSetup("100", ("dlx",))) == (
        "bitmask goes up to size 32; these can: backtracking, dlx, dlx-s"
    )


def shown(form: RaceForm) -> list[tuple[str, Value, str, object]]:
    """The rows of a form: the key, the value, how it is shown, and what may be chosen."""
    return [
        (row.key, row.value, row.shown,
         [option.value for option in row.options] if isinstance(row, Choice) else (row.minimum, row.maximum))
        for row in form.rows()
        if isinstance(row, Choice | Whole)
    ]  # fmt: skip


def test_the_form_offers_who_is_not_in_another_lane() -> None:
    form = RaceForm(RaceSetup("8", ("dlx", "dlx-s"), pace=1e-3))
    free = ["brute-force", "backtracking", "bitmask"]
    assert shown(form) == [
        ("n", 8, "8", (1, 128)),
        ("goal", "count", "count all solutions", ["first", "all", "count"]),
        ("lane0", "dlx", "dlx", [*free, "dlx"]),
        ("lane1", "dlx-s", "dlx-s", [*free, "dlx-s"]),
        ("lane2", "", "nobody", ["", *free]),
        ("pace", 3, "1/1 000 of real speed", [0, 1, 2, 3, 4, 5, 6]),
    ]


def test_whatever_is_chosen_can_be_started() -> None:
    form = RaceForm(RaceSetup("8", ("dlx", "dlx-s"), pace=1e-3))
    for key, value, setup in (
        ("n", 1, RaceSetup("1", ("dlx", "dlx-s"), pace=1e-3)),
        ("n", 9, RaceSetup("9", ("dlx", "dlx-s"), pace=1e-3)),
        ("goal", "first", RaceSetup("9", ("dlx", "dlx-s"), Goal.FIRST, 1e-3)),
        ("pace", 6, RaceSetup("9", ("dlx", "dlx-s"), Goal.FIRST, None)),
        ("lane2", "bitmask", RaceSetup("9", ("dlx", "dlx-s", "bitmask"), Goal.FIRST, None)),
        ("lane0", "backtracking", RaceSetup("9", ("backtracking", "dlx-s", "bitmask"), Goal.FIRST, None)),
        ("lane2", "", RaceSetup("9", ("backtracking", "dlx-s"), Goal.FIRST, None)),
        ("lane1", "", RaceSetup("9", ("backtracking", "brute-force"), Goal.FIRST, None)),
        ("instance", "x", RaceSetup("9", ("backtracking", "brute-force"), Goal.FIRST, None)),
    ):
        assert form.choose(key, value) is None
        assert form.setup == setup
    note = form.choose("n", 100)
    assert note is not None
    assert note.text.startswith("brute-force goes up to size 12; these can: backtracking, dlx, dlx-s")
    assert form.setup == RaceSetup("100", ("backtracking", "dlx"), Goal.FIRST, None)


@pytest.mark.parametrize(("pace", "text"), [(None, "full speed"), (0.1, "1/10 of real speed")])
def test_a_pace_in_words(pace: float | None, text: str) -> None:
    assert pace_text(pace) == text


def lane(place: int | None = None, seconds: float = 0.0, **more: Any) -> LaneState:
    status = more.pop("status", Status.RUNNING if place is None else Status.COMPLETE)
    return LaneState(Snapshot(status, 1, 0, seconds=seconds), place, **more)


@pytest.mark.parametrize(
    ("given", "stage", "paused", "said"),
    [
        (None, "racing", False, "ready"),
        (lane(), "building", False, "building"),
        (lane(), "racing", False, "running"),
        (lane(), "racing", True, "paused"),
        (lane(), "checking", False, "checking"),
        (lane(), "checking", True, "paused"),
        (lane(2), "racing", True, "second"),
        (lane(3), "over", False, "third"),
        (lane(status=Status.GAVE_UP), "over", False, "gave up"),
        (lane(status=Status.STOPPED, error="KeyError: 'lost'"), "over", False, "failed"),
    ],
)
def test_what_is_said_of_a_lane(given: LaneState | None, stage: str, paused: bool, said: str) -> None:
    assert lane_state(given, stage, paused) == said


def over(*lanes: LaneState, runs: int) -> RaceState:
    """A race that is over, of which a table has so many runs of each lane that got there."""
    names = ("dlx", "bitmask", "backtracking")[: len(lanes)]
    cells = [
        cell((name, "4"), noisy(each.snapshot.seconds, runs)) if each.place
        else cell((name, "4"), noisy(1.0, 1, ending=Ending.GAVE_UP), CellStatus.GAVE_UP)
        for name, each in zip(names, lanes, strict=True)
    ]  # fmt: skip
    return RaceState(lanes, "over", table=table(plan(*names, instances="4"), *cells))


GAVE_UP = lane(status=Status.GAVE_UP)


@pytest.mark.parametrize(
    ("lanes", "runs", "said", "tone"),
    [
        ([lane(1, 1.0), lane(2, 1.5)], 10, "a wins, b takes 1.50 times as long", "good"),
        ([lane(3, 3.39), lane(2, 3.23), lane(1, 1.0)], 10, "c wins, a takes 3.39, b takes 3.23 times as long", "good"),
        ([lane(1, 0.001), lane(2, 3.0)], 6, "a wins, b takes 3 000 times as long", "good"),
        ([lane(1, 1.0), lane(2, 1.01)], 10, "too close to tell: a and b", "warning"),
        ([lane(2, 1.0), lane(3, 1.0), lane(1, 0.99)], 10, "too close to tell: c, a and b", "warning"),
        ([lane(1, 1.0), lane(2, 1.5)], 1, "too few runs to tell (one each): a 1.00 s, b 1.50 s", "warning"),
        ([lane(2, 5.0), lane(1, 0.001), GAVE_UP], 1,
         "too few runs to tell (one each): a 5.00 s, b 1.00 ms", "warning"),
        ([lane(1, 1.0), lane(2, 1.5)], 4, "too few runs to tell: a 1.00 s, b 1.50 s", "warning"),
        ([lane(1, 1.0), GAVE_UP], 1, "only a got there", "good"),
        ([GAVE_UP, GAVE_UP], 1, "", "muted"),
    ],
)  # fmt: skip
def test_a_verdict_in_words(lanes: list[LaneState], runs: int, said: str, tone: str) -> None:
    state = over(*lanes, runs=runs)
    assert verdict_text(state, ["a", "b", "c"]) == (said, tone)
    assert verdict_text(replace(state, stage="checking", table=None), ["a", "b", "c"]) == ("", "muted")
