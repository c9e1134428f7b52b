"""No key has two owners: a new action on a key that is taken is named, with the one that has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest
from textual.widget import Widget

from tests.tui.driving import served, until
from tui.actions.action import Action, CommandScreen
from tui.actions.keymap import MOVING
from tui.app import EVERYWHERE, DancingQueens, Start, every_action
from tui.lab.lockstep_screen import LockstepScreen
from tui.lab.session import WALK
from tui.screens.compare.race_screen import RaceScreen
from tui.screens.cover.offers import EDITOR, HAND
from tui.screens.queens.actions import BOARD
from tui.screens.sudoku.session import SOLVING

APART: dict[str, tuple[frozenset[str], ...]] = {
    "Queens": (frozenset({BOARD}),),
    "Sudoku": (frozenset({SOLVING, WALK}),),
    "Cover": (frozenset({EDITOR}), frozenset({HAND})),
}
"""Groups whose actions are offered only while those of the other groups are not: they may have the same keys."""
ONE_AFTER_THE_OTHER = {
    "Queens": {"escape": ["close_tree", "live"]},
    "Sudoku": {
        "space": ["clear", "lift", "put", "separate", "skip"], "backspace": ["clear", "rub_out", "take_back"],
        "enter": ["done", "kind"],
        "pageup": ["box(-1, 0)", "turn(-1)"], "pagedown": ["box(1, 0)", "turn(1)"],
    },
    "Cover": {"H": ["hand('off')", "hand('on')"]},
}  # fmt: skip
"""What a key does as things stand, with actions of one group; `test_every_key` goes through the states."""
WIDGETS = {
    ("QueensBoard", "home"), ("CoverMatrix", "home"),  # of a board too large to be seen whole
    ("FormPanel", "backspace"), ("FormPanel", "0"), ("FormPanel", "1"),  # numbers are typed there
    ("TreePanel", "z"),
}  # fmt: skip
"""Keys that a widget has for itself while it has the keyboard, though the screen does something else by them."""

SCREENS = [
    *((title, actions) for title, actions in every_action() if title != "Everywhere"),
    ("Side by side", LockstepScreen.ACTIONS), ("Race", RaceScreen.ACTIONS),
]  # fmt: skip


def part_of(title: str, action: Action) -> int:
    """Which of the parts that exclude each other an action is in."""
    return next((at for at, groups in enumerate(APART.get(title, ()), 1) if action.group in groups), 0)


def clashes(title: str, actions: Sequence[Action]) -> Iterator[str]:
    """Each key that two actions have which may be offered together."""
    known = ONE_AFTER_THE_OTHER.get(title, {})
    for one, other in combinations((*actions, *EVERYWHERE), 2):
        if part_of(title, one) != part_of(title, other) and not {one, other} & set(EVERYWHERE):
            continue
        for key in set(one.keys.split(",")) & set(other.keys.split(",")) - {""}:
            if not {one.action, other.action} <= set(known.get(key, ())):
                yield f"{title}, {key}: {one.action} and {other.action}"


@pytest.mark.parametrize(("title", "actions"), SCREENS, ids=[title for title, _ in SCREENS])
def test_no_two_actions_have_the_same_key(title: str, actions: Sequence[Action]) -> None:
    assert list(clashes(title, actions)) == []


@pytest.mark.parametrize(
    ("title", "new", "named"),
    [
        ("Queens", Action("new", "x", "new", "New"), ["Queens, x: stop and new"]),
        ("Queens", Action("new", "f6", "new", "New"), ["Queens, f6: new and lessons"]),
        ("Cover", Action("new", "e", "new", "New", group=EDITOR), ["Cover, e: edit_matrix('end') and new"]),
        (
            "Compare",
            Action("new", "x,y", "new", "New"),
            ["Compare, x: stop and new", "Compare, y: copy and new"],
        ),
        ("Sudoku", Action("new", "ctrl+t", "new", "New"), []),
    ],
)
def test_a_new_action_on_a_taken_key_is_named(title: str, new: Action, named: list[str]) -> None:
    assert sorted(clashes(title, (*dict(SCREENS)[title], new))) == named


def keys_of(actions: Iterable[Action]) -> set[str]:
    return {key for action in actions for key in action.keys.split(",") if key}


@pytest.mark.parametrize("mode", ["queens", "sudoku", "cover", "compare"])
async def test_widgets_take_no_key_of_their_screen_unseen(mode: str) -> None:
    async with DancingQueens(Start(mode)).run_test(size=(140, 45)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, CommandScreen)
        await until(pilot, lambda: not screen.waiting.busy)
        await served(pilot)
        taken = keys_of((*screen.ACTIONS, *EVERYWHERE)) - MOVING
        found = {
            (type(widget).__name__, key)
            for widget in screen.query(Widget) if widget.can_focus
            for key in widget._bindings.key_to_bindings if key in taken
        }  # fmt: skip
        assert found <= WIDGETS
