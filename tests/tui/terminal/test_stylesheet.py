"""The rules of the app are read once for each choice of colours, and are Textual's."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.css.parse import parse
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.widget import Widget

from tests.cases import slow
from tests.tui.driving import finished, served
from tui.app import DancingQueens, Start
from tui.lab.left_off import LEFT
from tui.terminal.quicker import OnceReadStylesheet
from tui.themes import THEMES

SHEET = "Label { color: $ink; } .loud:hover { text-style: bold; }"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sheets that have been read since the test began."""
    texts: list[str] = []

    def noted(scope: str, css: str, *rest: Any, **named: Any) -> Any:
        texts.append(css)
        return parse(scope, css, *rest, **named)

    monkeypatch.setattr("textual.css.stylesheet.parse", noted)
    return texts


def sheet(kind: type[Stylesheet], ink: str) -> Stylesheet:
    made = kind(variables={"ink": ink, "in": "test_stylesheet"})
    made.add_source(SHEET)
    return made


def test_each_sheet_is_read_once_for_the_same_variables(read: list[str]) -> None:
    one, other = sheet(OnceReadStylesheet, "red"), sheet(OnceReadStylesheet, "red")
    assert one.css == other.css == sheet(Stylesheet, "red").css
    assert len(read) == 2, "ours once, Textual's once"
    one.set_variables({"ink": "blue", "in": "test_stylesheet"})
    one.reparse()
    assert one.css == sheet(Stylesheet, "blue").css != other.css
    one.set_variables({"ink": "red", "in": "test_stylesheet"})
    one.reparse()
    assert one.css == other.css
    assert len(read) == 4


def test_a_sheet_that_is_wrong_leaves_the_rules_as_they_were() -> None:
    one = sheet(OnceReadStylesheet, "green")  # which no other test here has read
    before = one.css
    one.add_source("Label { color: nowhere; }", read_from=("", "wrong"))
    with pytest.raises(StylesheetParseError):
        one.reparse()
    del one.source["", "wrong"]
    one.reparse()
    assert one.css == before


def looks(app: DancingQueens) -> list[str]:
    """How every widget and every part of one is styled."""
    return [
        f"{type(widget).__name__} {part}: {styles.css}"
        for widget in app.screen.walk_children(with_self=True)
        for part, styles in (("", widget.styles), *sorted(widget._component_styles.items()))
    ]


@pytest.mark.parametrize("mode", ["queens", slow("cover")])
async def test_whatever_changes_it_looks_as_with_textuals_own(mode: str) -> None:
    seen: dict[type[Stylesheet], list[list[str]]] = {}
    for kind in (OnceReadStylesheet, Stylesheet):
        app = DancingQueens(Start(mode, THEMES[0].name))
        app.stylesheet = kind(variables=app.get_css_variables())
        async with app.run_test(size=(80, 24)) as pilot:
            await finished(pilot)
            look = seen.setdefault(kind, [looks(app)])
            for theme in ("textual-light", "ansi-dark", "textual-light"):
                app.theme = theme
                await served(pilot)
                look.append(looks(app))
            await pilot.press("tab")
            await served(pilot)
            look.append(looks(app))
            app.add_class("-ascii")
            await pilot.resize_terminal(44, 14)
            await served(pilot)
            look.append(looks(app))
            await pilot.press("f1")
            await served(pilot)
            look.append(looks(app))
        app.settings.put(LEFT, {})  # the other begins as this one did
    ours, textuals = seen[OnceReadStylesheet], seen[Stylesheet]
    assert ours == textuals
    assert ours[1] == ours[3] != ours[2]
    assert len({tuple(look) for look in ours}) == 6


def test_parts_are_styled_anew_when_the_state_of_what_they_belong_to_counts() -> None:
    class Lamp(Widget):
        COMPONENT_CLASSES = {"lamp--light"}
        DEFAULT_CSS = """
        Lamp > .lamp--light { color: red; }
        Lamp:disabled > .lamp--light { color: blue; }
        """

    class Room(App[None]):
        def __init__(self) -> None:
            super().__init__()
            self.stylesheet = OnceReadStylesheet(variables=self.get_css_variables())

        def compose(self) -> ComposeResult:
            yield Lamp()

    async def switch() -> list[Color]:
        app, seen = Room(), []
        async with app.run_test() as pilot:
            lamp = app.query_one(Lamp)
            for disabled in (False, True, False):
                lamp.disabled = disabled
                await pilot.pause()
                seen.append(lamp.get_component_styles("lamp--light").color)
        return seen

    red, blue = Color.parse("red"), Color.parse("blue")
    assert asyncio.run(switch()) == [red, blue, red]
