"""The Sudoku session: the form of a search, what of it is remembered, and the command line that does the same."""

from __future__ import annotations

from typing import Any

import pytest

from core import CannotSolve
from tests.tui.screens.sudoku.sessions import can, session
from tests.tui.screens.sudoku.steps import TINY

ALGORITHMS = ("backtracking", "bitmask", "single-branch", "algorithm-x", "dlx-dense", "dlx", "propagation", "learning",
              "bands")  # fmt: skip
UNKNOWN = f"no sudoku algorithm is called 'nothing'; there are {', '.join(ALGORITHMS)}"
USUAL: dict[str, Any] = {
    "algorithm": "bitmask", "goal": "first", "settings": {}, "own_choice": False, "origin": "puzzle", "speed": None,
    "clock": True, "tidy": False, "places": {}, "new": {},
}  # fmt: skip


def test_the_form_of_a_search() -> None:
    with session(TINY) as made:
        found = {row.key: (row.title, row.value, [each.value for each in getattr(row, "options", ())])
                 for row in made.solving.rows()}  # fmt: skip
    assert found == {
        "algorithm": ("Algorithm", "bitmask", list(ALGORITHMS)),
        "goal": ("Goal", "first", ["first", "all", "count"]),
        "origin": ("From", "puzzle", ["puzzle", "position"]),
    }


def test_the_proposed_algorithm_has_a_reason() -> None:
    with session(TINY) as made:
        proposal = made.solving.proposal
    assert (proposal.key, proposal.reason) == ("bitmask", "a small grid: the cheapest node wins")


def test_the_command_line_that_does_the_same() -> None:
    with session(TINY) as made:
        solving = made.solving
        assert solving.command() == "echo 2x2:1a3c2b1b4c | python -m core sudoku solve - --algorithm bitmask"
        made.document.cursor = 1
        made.entering.type("2")
        for key, value in (("goal", "all"), ("origin", "position"), ("algorithm", "dlx")):
            solving.choose(key, value)
        assert solving.command() == "echo 2x2:1_2_3c2b1b4c | python -m core sudoku solve - --algorithm dlx --all"


def test_an_algorithm_is_taken_with_what_has_to_give_way() -> None:
    with session(TINY) as made:
        solving = made.solving
        solving.choose("goal", "count")
        assert solving.take_algorithm("") is None
        assert not made.remembered()["own_choice"]
        note = solving.take_algorithm("single-branch")
        assert note is not None
        assert (note.text, note.warning) == ("Single branch supports only first solution", True)
        with pytest.raises(CannotSolve) as refused:
            solving.take_algorithm("nothing")
        assert str(refused.value) == UNKNOWN
        assert made.remembered() == USUAL | {"algorithm": "single-branch", "goal": "count", "own_choice": True,
                                             "places": made.remembered()["places"]}  # fmt: skip


@pytest.mark.parametrize(
    ("kept", "becomes"),
    [
        ({"clock": False, "tidy": True, "goal": "all", "algorithm": "dlx", "own_choice": True, "origin": "position",
          "speed": 50, "places": {"x": 2, "y": -1, "z": "3"}, "new": {"level": "hard", "shape": "2×3"}},
         {"clock": False, "tidy": True, "goal": "all", "algorithm": "dlx", "own_choice": True, "origin": "position",
          "speed": 50, "places": {"x": 2}, "new": {"level": "hard", "shape": "2×3"}}),
        ({"clock": "x", "tidy": 1, "goal": 7, "algorithm": "none", "own_choice": True, "origin": "moon",
          "speed": "fast", "places": 3, "new": []},
         {"algorithm": "backtracking", "own_choice": True}),
        ({}, {}),
    ],
    ids=["all", "rubbish", "nothing"],
)  # fmt: skip
def test_what_was_remembered_is_taken_up_and_what_no_longer_fits_is_left_out(
    kept: dict[str, Any], becomes: dict[str, Any]
) -> None:
    with session(TINY) as made:
        made.recall(kept)
        assert made.remembered() == USUAL | becomes
        assert made.facts[1] == ("c to check" if kept.get("clock") is False else "c to check · 0:00")
        assert str(made.solving.figures().speed) == ("50/s" if kept.get("speed") == 50 else "full speed")


def test_what_is_asked_for_at_the_start() -> None:
    with session(TINY) as made:
        solving = made.solving
        assert solving.ask({"algorithm": "dlx", "goal": "count", "speed": "20"}) == ""
        for asked, said in (
            ({"algorithm": "nothing"}, UNKNOWN),
            ({"speed": "0"}, "speed: expected 1 to 1 000 000 000 nodes a second, or full, not '0'"),
        ):
            with pytest.raises(CannotSolve) as refused:
                solving.ask(asked)
            assert str(refused.value) == said
        found = made.remembered()
        assert (found["algorithm"], found["goal"], found["own_choice"], found["speed"]) == ("dlx", "count", True, 20)


def test_a_search_for_another_puzzle_is_shown_as_it_was() -> None:
    with session("11.............. wrong") as made:
        solving = made.solving
        solving.search.start(solving.make_search()).drive()
        solving.ended()
        made.files.read_text(TINY)
        solving.watch(True)
        assert made.document.message == "this search was for another puzzle"
        assert made.mode_words[0].startswith("SEARCH")
        assert not can(made, "write")
