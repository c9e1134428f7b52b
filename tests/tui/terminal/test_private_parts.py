"""The private parts of Textual that the program leans on: all in `tui.terminal`, and still as they were.

When Textual changes one of them, a test here names it; the reason why it is used stands beside its use.
"""

from __future__ import annotations

import ast
import asyncio
import importlib
import inspect
import pkgutil
import textwrap
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import textual
from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual._parser import ParseError
from textual._queue import Queue
from textual._styles_cache import StylesCache
from textual.app import App
from textual.binding import Binding, BindingsMap
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import OptionList

import tui
from tests.syntax import tree_of
from tui.app import DancingQueens, Start
from tui.terminal.sturdy import key_of

OVERRIDDEN = [
    (App, "_handle_exception", ("error",)),
    (App, "_shutdown", ()),
    (App, "_fatal_error", ()),
    (App, "_display", ("screen", "renderable")),
    (App, "_on_key", ("event",)),
    (Compositor, "reflow", ("parent", "size")),
    (Compositor, "clear", ()),
    (Screen, "_on_compose", ("event",)),
    (Screen, "_on_resize", ("event",)),
    (OptionList, "_on_click", ("event",)),
    (Stylesheet, "_parse_rules", ("css", "read_from", "is_default_rules", "tie_breaker", "scope")),
    (Stylesheet, "_process_component_classes", ("node",)),
]
"""Whose methods are put in place of Textual's, and what they are given."""
CALLED = [
    (App, "_close_messages_no_wait", ()),
    (App, "_check_bindings", ("key", "priority")),
    (DOMNode, "_get_component_classes", ()),
    (Screen, "_get_breakpoint_classes", ("dimension", "breakpoints")),
    (StylesCache, "get_inner_outer", ("base_background", "background")),
]
"""What is called, with nothing of ours in its place."""
READ = {
    "_running", "_closed", "_batch_count", "_exit", "_exit_renderables", "_driver", "_previous_cursor_position",
    "_compositor", "_full_map", "_skip", "_bindings", "_variables", "_color_system", "_message_queue",
    "_waiters",
}  # fmt: skip
"""Attributes that are read or set."""
OF_DRIVERS = {"_file", "_in_band_window_resize", "_get_terminal_size"}
PRIVATE = READ | OF_DRIVERS | {name for _, name, _ in OVERRIDDEN + CALLED if name.startswith("_")}

ROOM = Path(tui.__file__).parent


def parameters(function: Any) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)[1:]


@pytest.mark.parametrize(
    ("owner", "name", "given"), OVERRIDDEN + CALLED, ids=lambda part: getattr(part, "__name__", "")
)
def test_methods_are_there_and_take_what_they_took(owner: type, name: str, given: tuple[str, ...]) -> None:
    found = getattr(owner, name, None)
    assert found is not None, f"Textual {textual.__version__} has no {owner.__name__}.{name} any more"
    assert parameters(found) == given


def test_what_the_painter_takes_apart_has_its_parts() -> None:
    assert issubclass(LayoutUpdate, CompositorUpdate)
    assert issubclass(ChopsUpdate, CompositorUpdate)
    assert parameters(LayoutUpdate.__init__) == ("strips", "region")
    assert parameters(ChopsUpdate.__init__)[:3] == ("chops", "spans", "chop_ends")
    assert parameters(CompositorUpdate.render_segments) == ("console",)
    assert isinstance(Console()._color_system, ColorSystem | None)
    assert callable(StylesCache.get_inner_outer.cache_clear)


def test_rules_of_style_can_change_their_class_and_are_found_by_their_parts() -> None:
    class Rule(RuleSet):
        pass

    sheet = Stylesheet(variables={"a": "1"})
    assert sheet._variables == {"a": "1"}
    sheet.add_source(".part { color: red; }")
    sheet.parse()
    (rule,) = sheet.rules_map[".part"]
    rule.__class__ = Rule
    assert isinstance(rule.pseudo_classes, set)


def test_a_character_has_the_name_that_its_key_is_reported_by() -> None:
    assert [key_of(character) for character in "a?é"] == ["a", "question_mark", "é"]


def test_the_reader_of_the_terminal_can_be_forgiven() -> None:
    driver = pytest.importorskip("textual.drivers.linux_driver", reason="the driver of Linux and macOS")
    assert issubclass(ParseError, Exception)
    assert callable(driver.getincrementaldecoder)
    assert parameters(driver.LinuxDriver.run_input_thread) == ()
    assert parameters(driver.LinuxDriver._get_terminal_size) == ()
    assert {"_file", "_in_band_window_resize"} <= assigned(driver.LinuxDriver)


async def test_attributes_of_a_running_app_are_of_their_kinds() -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)):
        kinds: list[tuple[object, type]] = [
            (app._running, bool), (app._closed, bool), (app._exit, bool), (app._batch_count, int),
            (app._exit_renderables, list), (app._previous_cursor_position, Offset),
            (app.screen._compositor, Compositor), (app.screen._compositor.size, Size),
            (app.screen._compositor._full_map, dict),
        ]  # fmt: skip
        assert [(value, kind) for value, kind in kinds if not isinstance(value, kind)] == []
        assert (app._running, app._closed, app._exit, app._batch_count) == (True, False, False, 0)
        assert app._driver is not None
        assert "_skip" in assigned(Timer)
        queue: Any = app.screen._message_queue
        assert isinstance(queue, Queue)
        assert isinstance(queue.ready_event, asyncio.Event)
        assert isinstance(queue.ready_event._waiters, deque)
        assert parameters(Queue.empty) == ()
        bound = app._bindings.key_to_bindings
        assert all(isinstance(each, Binding) for each in bound["f1"])


# Nowhere else, and never by accident


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(ROOM.rglob("*.py")):
        yield path.relative_to(ROOM), tree_of(path)


def test_they_are_used_in_one_room_only() -> None:
    found = []
    for path, tree in sources():
        if path.parts[0] == "terminal":
            continue
        own = given_to_self(tree)  # a class built on none of Textual's may have such a name, see below
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module=module) if module and module.startswith("textual._"):
                    found.append(f"{path}:{node.lineno} {module}")
                case ast.ImportFrom(module=module, names=names) if (module or "").startswith("textual"):
                    found += [f"{path}:{node.lineno} {each.name}" for each in names if each.name.startswith("_")]
                case ast.Attribute(value=ast.Name(id="self"), attr=name) if name in own:
                    pass
                case ast.Attribute(attr=name) if name in PRIVATE and ast.unparse(node) != "os._exit":
                    found.append(f"{path}:{node.lineno} {name}")
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name in PRIVATE:
                    found.append(f"{path}:{node.lineno} {name}")
    assert found == []


def given_to_self(tree: ast.AST) -> set[str]:
    """The names of what the methods in some source keep."""
    stores = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    return {node.attr for node in stores if ast.unparse(node.value) == "self"}


@cache
def assigned(owner: type) -> frozenset[str]:
    """The private names that a class defines, or that its methods give to ``self``."""
    names = given_to_self(ast.parse(textwrap.dedent(inspect.getsource(owner)))) | vars(owner).keys()
    return frozenset(name for name in names if name.startswith("_") and not name.startswith("__"))


def ours() -> set[type]:
    """Every class of the program that is built on one of Textual's."""
    found: set[type] = set()
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        if module.name == "tui.__main__":
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(value) and value.__module__.startswith("tui.") and issubclass(value, DOMNode):
                found.add(value)
    return found


MADE_BY_TEXTUAL = {"_decorated_handlers", "_merged_bindings", "_css_type_names", "_css_type_name", "_inherit_css",
                   "_inherit_bindings", "_inherit_component_classes", "_computes", "_reactives", "_css_bases",
                   "_component_styles"}  # fmt: skip


def test_no_name_of_ours_is_one_of_textuals_by_accident() -> None:
    taken = []
    for owner in ours():
        theirs = {name for base in owner.__mro__ if base.__module__.startswith("textual.") for name in assigned(base)}
        clash = assigned(owner) & theirs - PRIVATE - MADE_BY_TEXTUAL
        taken += [f"{owner.__module__}.{owner.__qualname__}.{name}" for name in sorted(clash)]
    assert taken == []


def test_textuals_own_keymap_still_drops_what_else_is_on_a_key() -> None:
    """As soon as this fails, `tui.actions.action.move_keys` can give way to `App.set_keymap`."""
    bound = BindingsMap([Binding("enter", "run", id="run"), Binding("enter", "put"), Binding("g", "jump")])
    bound.apply_keymap({"run": "g"})
    left = {key: [binding.action for binding in bindings] for key, bindings in bound.key_to_bindings.items()}
    assert left == {"g": ["run"]}
