"""A matrix being edited: what each change makes of it, and the places of its history."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core import ExactCover, ProblemError
from tests.tui.screens.cover.sessions import opened
from tests.tui.screens.cover.telling import in_short
from tui.screens.cover import editor
from tui.screens.cover.document import StateHistory, open_text

Change = Callable[[ExactCover], ExactCover]

CHANGES: dict[str, Change] = {
    "an option before all": lambda problem: editor.with_option_added(problem, -1),
    "an option after the second": lambda problem: editor.with_option_added(problem, 1),
    "the first is named": lambda problem: editor.with_option_named(problem, 0, " first "),
    "an item after the first": lambda problem: editor.with_item_added(problem, 0),
    "an item at the end": lambda problem: editor.with_item_added(problem, 9, "z"),
    "the second item is made secondary": lambda problem: editor.with_item_turned(problem, 1)[0],
    "a secondary item": lambda problem: editor.with_item_added(problem, 5),
    "an item is made primary": lambda problem: editor.with_item_turned(problem, 5)[0],
    "an item is named": lambda problem: editor.with_item_named(problem, 2, " q "),
    "the first item is removed": lambda problem: editor.with_item_removed(problem, 0),
    "the first option is removed": lambda problem: editor.with_option_removed(problem, 0),
}


def test_a_new_matrix_is_filled_and_changed() -> None:
    problem = editor.empty_matrix()
    told = {"new": in_short(problem)}
    for option, item in ((0, 0), (0, 2), (1, 1), (2, 3), (0, 0), (1, 3)):
        problem = editor.toggled(problem, option, item)
    told["filled"] = in_short(problem)
    for name, change in CHANGES.items():
        problem = change(problem)
        told[name] = f"{in_short(problem)}; {' '.join(problem.labels)}"
    assert told == {
        "new": "1 2 3 4 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0",
        "filled": "1 2 3 4 / 0 0 1 0 / 0 1 0 1 / 0 0 0 1",
        "an option before all": "1 2 3 4 / 0 0 0 0 / 0 0 1 0 / 0 1 0 1 / 0 0 0 1; D A B C",
        "an option after the second": "1 2 3 4 / 0 0 0 0 / 0 0 1 0 / 0 0 0 0 / 0 1 0 1 / 0 0 0 1; D A E B C",
        "the first is named": "1 2 3 4 / 0 0 0 0 / 0 0 1 0 / 0 0 0 0 / 0 1 0 1 / 0 0 0 1; first A E B C",
        "an item after the first": (
            "1 5 2 3 4 / 0 0 0 0 0 / 0 0 0 1 0 / 0 0 0 0 0 / 0 0 1 0 1 / 0 0 0 0 1; first A E B C"
        ),
        "an item at the end": (
            "1 5 2 3 4 z / 0 0 0 0 0 0 / 0 0 0 1 0 0 / 0 0 0 0 0 0 / 0 0 1 0 1 0 / 0 0 0 0 1 0; first A E B C"
        ),
        "the second item is made secondary": (
            "1 2 3 4 z | 5 / 0 0 0 0 0 | 0 / 0 0 1 0 0 | 0 / 0 0 0 0 0 | 0 / 0 1 0 1 0 | 0 / 0 0 0 1 0 | 0; "
            "first A E B C"
        ),
        "a secondary item": (
            "1 2 3 4 z | 5 6 / 0 0 0 0 0 | 0 0 / 0 0 1 0 0 | 0 0 / 0 0 0 0 0 | 0 0 / 0 1 0 1 0 | 0 0 / 0 0 0 1 "
            "0 | 0 0; first A E B C"
        ),
        "an item is made primary": (
            "1 2 3 4 z 5 | 6 / 0 0 0 0 0 0 | 0 / 0 0 1 0 0 0 | 0 / 0 0 0 0 0 0 | 0 / 0 1 0 1 0 0 | 0 / 0 0 0 1 "
            "0 0 | 0; first A E B C"
        ),
        "an item is named": (
            "1 2 q 4 z 5 | 6 / 0 0 0 0 0 0 | 0 / 0 0 1 0 0 0 | 0 / 0 0 0 0 0 0 | 0 / 0 1 0 1 0 0 | 0 / 0 0 0 1 "
            "0 0 | 0; first A E B C"
        ),
        "the first item is removed": (
            "2 q 4 z 5 | 6 / 0 0 0 0 0 | 0 / 0 1 0 0 0 | 0 / 0 0 0 0 0 | 0 / 1 0 1 0 0 | 0 / 0 0 1 0 0 | 0; "
            "first A E B C"
        ),
        "the first option is removed": (
            "2 q 4 z 5 | 6 / 0 1 0 0 0 | 0 / 0 0 0 0 0 | 0 / 1 0 1 0 0 | 0 / 0 0 1 0 0 | 0; A E B C"
        ),
    }
    with pytest.raises(ProblemError, match="item 'z' appears twice"):
        editor.with_item_named(problem, 1, "z")
    with pytest.raises(ProblemError, match="a label of an option is empty or has characters that cannot be printed"):
        editor.with_option_named(problem, 0, "a\nb")


def test_colours_stay_with_what_is_not_changed() -> None:
    problem = editor.toggled(opened("", "a b | x y\na x:1 y\nb x:2\n").problem, 1, 3)
    changed = {
        "as it is": problem,
        "x is made primary": editor.with_item_turned(problem, 2)[0],
        "a is made secondary": editor.with_item_turned(problem, 0)[0],
        "a is removed": editor.with_item_removed(problem, 0),
        "an option is added": editor.with_option_added(problem, 0),
        "an option is removed": editor.with_option_removed(problem, 0),
        "x leaves the first option": editor.toggled(problem, 0, 2),
    }
    assert {name: in_short(each) for name, each in changed.items()} == {
        "as it is": "a b | x y / a x:1 y / b x:2 y",
        "x is made primary": "a b x | y / 1 0 1 | 1 / 0 1 1 | 1",
        "a is made secondary": "b | a x y / a x:1 y / b x:2 y",
        "a is removed": "b | x y / x:1 y / b x:2 y",
        "an option is added": "a b | x y / a x:1 y / | empty option / b x:2 y",
        "an option is removed": "a b | x y / b x:2 y",
        "x leaves the first option": "a b | x y / a y / b x:2 y",
    }


@pytest.mark.parametrize("change", [editor.with_item_removed, editor.with_item_turned])
def test_the_last_primary_item_stays(change: Callable[[ExactCover, int], object]) -> None:
    with pytest.raises(ProblemError, match="a problem needs a primary item"):
        change(opened("", "a | x\na x\n").problem, 0)


def test_the_places_of_a_history() -> None:
    """The first place, the one shown, the last; whether undo and redo lead on; what is not saved; what is shown."""
    states = [open_text(f"| {number}\na\na\n", "own:9") for number in range(4)]
    history = StateHistory(states[0])

    def where() -> str:
        places = f"{history.name} {history.first} {history.place} {history.last}"
        ways = " ".join(way for way, can in (("undo", history.can_undo), ("redo", history.can_redo)) if can)
        return f"{places}, {ways}, {sorted(history.unsaved)}, {states.index(history.present)}"

    told = []
    for state in states[1:3]:
        history.put(state)
        told.append(where())
    for step in (-1, -1, -1, 1):
        history.go(step)
        told.append(where())
    history.put(states[3])
    told.append(where())
    history.become_a_copy("own:10")
    assert [*told, where()] == [
        "own:9 0 1 1, undo, [0, 1], 1",
        "own:9 0 2 2, undo, [0, 1, 2], 2",
        "own:9 0 1 2, undo redo, [0, 1, 2], 1",
        "own:9 0 0 2, redo, [0, 1, 2], 0",
        "own:9 0 0 2, redo, [0, 1, 2], 0",
        "own:9 0 1 2, undo redo, [0, 1, 2], 1",
        "own:9 0 2 2, undo, [0, 1, 2], 3",
        "own:10 0 2 2, undo, [0, 1, 2], 3",
    ]
