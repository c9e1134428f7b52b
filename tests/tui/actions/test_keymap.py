"""Keys of one's own, and that everything can be reached with the keys that every terminal has."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

import tui
from tests.tui.driving import said
from tui.__main__ import main
from tui.actions.action import Action, CommandScreen
from tui.actions.key_names import key_name
from tui.actions.keymap import KeyTrouble, Why, read_table, rebound, unknown
from tui.app import DancingQueens, Start, every_action
from tui.dialogs.dialogs import HelpDialog

ACTIONS = (Action("run", "enter", "run", "Run"), Action("step", "full_stop", "step", "Step"),
           Action("put", "enter", "put", "Put"), Action("copy", "y", "copy", "Copy"))  # fmt: skip


def app_with(keys: Any, own_home: Path, screen: str = "queens") -> DancingQueens:
    path = own_home / "settings.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "keys": keys}))
    return DancingQueens(Start(screen))


def test_a_table_names_keys_as_people_write_them() -> None:
    keys, troubles = read_table({"a": "g", "b": ",", "c": "ctrl+f,n", "d": "+", "e": "pageup", "f": "F"})
    assert keys == {"a": "g", "b": "comma", "c": "ctrl+f,n", "d": "plus", "e": "pageup", "f": "F"}
    assert not troubles


@pytest.mark.parametrize("key", ["hello", "ctrl+", "", "ctrl+hello", "\x1b", "a b", "ctrl+\n"])
def test_what_is_no_key_is_told(key: str) -> None:
    keys, (trouble,) = read_table({"run": key})
    assert not keys
    assert trouble.why is Why.NO_KEY
    assert str(trouble).isprintable()


@pytest.mark.parametrize("table", [["run"], "run", 5])
def test_what_is_no_table_is_told(table: object) -> None:
    assert read_table(table) == ({}, [KeyTrouble(Why.NO_TABLE)])
    assert read_table(None) == ({}, [])


def test_a_key_that_is_taken_is_explained_and_may_be_had_once_it_is_free() -> None:
    now, (trouble,) = rebound(ACTIONS, {"step": "y"}, "Queens")
    assert now == ACTIONS
    assert str(trouble) == (
        "settings, keys: 'step' cannot have y: on Queens that is 'copy'; give that one another key first"
    )
    now, troubles = rebound(ACTIONS, {"step": "y", "copy": "full_stop"}, "Queens")
    assert not troubles
    assert {action.action: action.keys for action in now} == {
        "run": "enter", "step": "y", "put": "enter", "copy": "full_stop",
    }  # fmt: skip


def test_a_key_shared_from_the_start_may_stay_shared_and_keys_of_moving_stay() -> None:
    assert not rebound(ACTIONS, {"run": "enter,g"}, "Queens")[1]
    assert [trouble.why for trouble in rebound(ACTIONS, {"run": "j"}, "Queens")[1]] == [Why.MOVES]
    assert [trouble.why for trouble in unknown({"dance": "g"}, ACTIONS)] == [Why.NO_ACTION]


async def test_a_key_of_ones_own_works_and_is_shown(own_home: Path) -> None:
    app = app_with({"size(1)": "ctrl+t", "help": "f7", "dance": "q"}, own_home)
    async with app.run_test(size=(100, 50)) as pilot:
        await pilot.pause()
        assert ["there is no action 'dance'" in each for each in said(app)] == [True]
        screen = app.screen
        assert isinstance(screen, CommandScreen)
        before = screen.session.problem.n  # type: ignore[attr-defined]
        await pilot.press("asterisk")
        assert screen.session.problem.n == before  # type: ignore[attr-defined]
        await pilot.press("ctrl+t")
        assert screen.session.problem.n == before + 1  # type: ignore[attr-defined]
        assert any(action.shown_keys() == "^t" for action in screen.ACTIONS)
        await pilot.press("f7")
        assert isinstance(app.screen, HelpDialog)
    assert any(action.keys == "asterisk" for action in type(screen).ACTIONS), "other apps are as they were"


async def test_a_capital_of_ones_own_works_where_capitals_may_be_values(own_home: Path) -> None:
    app = app_with({"tree": "Y"}, own_home, "sudoku")
    async with app.run_test(size=(100, 50)) as pilot:
        await pilot.pause()
        await pilot.press("Y")
        assert app.screen.session.tree_opened  # type: ignore[attr-defined]


def test_the_command_line_lists_what_can_be_bound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--keys"]) == 0
    out = capsys.readouterr().out
    for name in ("run", "browse 1", "switch_mode cover", "quit", " ?  ", "settings.json"):
        assert name in out
    assert not {"question_mark", "('"} & {*re.findall(r"question_mark|\('", out)}


def test_settings_take_names_and_keys_as_they_are_listed() -> None:
    for where, actions in every_action():
        names = [action.setting for action in actions]
        assert len(names) == len({*names}), where
        for action in filter(lambda each: each.keys, actions):
            keys = action.keys if action.shown else ",".join(action.shown_keys(9).split())
            listed, troubles = read_table({action.setting: keys})
            assert not troubles, action
            assert read_table({action.action: keys}) == (listed, [])
            assert listed == {action.setting: action.keys}


EVERY_TERMINAL = re.compile(r"ctrl\+[a-gk-loprt-z]|ctrl\+(n|q)|shift\+(left|right|up|down|tab)|[a-zA-Z0-9]|[a-z_]{3,}")
"""Keys that every terminal has and hands on: no function keys, no alt, no ctrl with a digit, i, j, m or h."""
TYPED = {"symbol", "paste"}
"""The values themselves, and what the terminal does."""
BY_ANOTHER_WAY = {"switch_mode"}
"""ctrl+n goes through the screens, and the palette goes to each."""


def plain(keys: str) -> bool:
    return any(EVERY_TERMINAL.fullmatch(key) and not re.fullmatch(r"f\d+", key) for key in keys.split(","))


def test_everything_can_be_done_with_plain_keys_or_from_the_palette() -> None:
    for where, actions in every_action():
        for action in actions:
            reachable = action.palette or plain(action.keys) or action.name in {*BY_ANOTHER_WAY, *TYPED}
            assert reachable, (where, action)


def bound_classes() -> set[type[DOMNode]]:
    found = set()
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        if not module.name.endswith("__main__"):
            for _, each in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if issubclass(each, DOMNode) and each.__module__.startswith("tui."):
                    found.add(each)
    return found


def test_every_binding_of_every_widget_and_dialog_has_a_plain_key() -> None:
    looked_at = 0
    for each in bound_classes():
        by_action: dict[str, list[str]] = {}
        for binding in Binding.make_bindings(vars(each).get("BINDINGS", [])):
            by_action.setdefault(binding.action, []).append(binding.key)
        for action, keys in by_action.items():
            looked_at += 1
            if action.partition("(")[0] not in {"help", "lessons", *BY_ANOTHER_WAY}:  # the palette has these
                assert plain(",".join(keys)), (each, action, keys)
    assert looked_at > 200


async def test_a_dialogs_help_can_be_had_without_a_function_key(own_home: Path) -> None:
    async with app_with({}, own_home).run_test(size=(100, 50)) as pilot:
        await pilot.press("a")
        await pilot.pause()
        await pilot.press("ctrl+p", *"help")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpDialog)


EXPECTED = "expected a character, ctrl and a letter, or a name such as space, enter, pageup, f6"


def test_all_that_is_wrong_in_a_table_is_told_at_once() -> None:
    keys, troubles = read_table({"run": "g", "stop": "ctrl+x,F0", "a": "f6, space", "c": "G", "e": "f0", "g": 7,
                                 "f": "ctrl+alt+q", "i": "nokey", "j": "ü"})  # fmt: skip
    assert keys == {"run": "g", "a": "f6,space", "c": "G", "g": "7", "f": "ctrl+alt+q", "j": "ü"}
    assert [str(trouble) for trouble in troubles] == [
        f"settings, keys: {action!r} cannot have the key {key!r}: {EXPECTED}"
        for action, key in (("stop", "F0"), ("e", "f0"), ("i", "nokey"))
    ]
    assert str(read_table([1])[1][0]) == ('settings, keys: expected a table of actions and keys, such as {"run": "g"}')


SOME = (Action("run", "r,enter", "Run", "Runs it."), Action("stop", "x", "Stop", "Stops it."),
        Action("browse(1)", "n,right_square_bracket", "Next", "The next one."))  # fmt: skip
QUIT = Action("quit", "q", "Quit", "Quits.")


@pytest.mark.parametrize(("keymap", "moved"), [
    ({"run": "g"}, {"run": "g"}),
    ({"run": "x", "stop": "y"}, {"run": "x", "stop": "y"}),
    ({"run": "enter", "browse 1": "r"}, {"run": "enter", "browse 1": "r"}),  # free, once the other has given it up
    ({"none": "h"}, {}),
])  # fmt: skip
def test_keys_move(keymap: dict[str, str], moved: dict[str, str]) -> None:
    now, troubles = rebound(SOME, keymap, "queens", [QUIT])
    assert not troubles
    assert {each.setting: each.keys for each in now} == {each.setting: each.keys for each in SOME} | moved


@pytest.mark.parametrize(("keymap", "why"), [
    ({"run": "x"}, "'run' cannot have x: on queens that is 'stop'; give that one another key first"),
    ({"run": "up,g"}, "'run' cannot have ↑: boards and forms need it to move"),
    ({"stop": "q"}, "'stop' cannot have q: on queens that is 'quit'; give that one another key first"),
])  # fmt: skip
def test_keys_stay_where_they_cannot_move(keymap: dict[str, str], why: str) -> None:
    now, troubles = rebound(SOME, keymap, "queens", [QUIT])
    assert [str(trouble) for trouble in troubles] == [f"settings, keys: {why}"]
    assert list(now) == list(SOME)


def test_an_action_that_is_not_there_is_told() -> None:
    assert [str(each) for each in unknown({"run": "g", "fly": "f"}, SOME)] == [
        "settings, keys: there is no action 'fly'; --keys lists them"
    ]


@pytest.mark.parametrize(("key", "name"), [
    ("full_stop", "."), ("ctrl+p", "^p"), ("f10", "F10"), ("upper_a", "A"), ("left", "←"), ("shift+tab", "shift+tab"),
    ("x", "x"), ("ctrl+right", "^→"),
])  # fmt: skip
def test_keys_are_shown_by_their_usual_names(key: str, name: str) -> None:
    assert key_name(key) == name


def test_all_keys_of_an_action_are_shown() -> None:
    assert [each.shown_keys() for each in SOME] == ["r enter", "x", "n ]"]
