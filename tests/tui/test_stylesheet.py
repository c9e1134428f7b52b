"""The rules of the app are read once for each choice of colours, and are Textual's."""

from __future__ import annotations

from typing import Any

import pytest
from textual.css import stylesheet as textual_stylesheet
from textual.css.stylesheet import Stylesheet, StylesheetParseError

from tui.app import DancingQueens, Start
from tui.stylesheet import OnceReadStylesheet

SHEET = "Label { color: $ink; } .loud:hover { text-style: bold; }"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sheets that have been read since the test began."""
    texts: list[str] = []
    parse = textual_stylesheet.parse

    def noted(scope: str, css: str, *rest: Any, **named: Any) -> Any:
        texts.append(css)
        return parse(scope, css, *rest, **named)

    monkeypatch.setattr(textual_stylesheet, "parse", noted)
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
    one = sheet(OnceReadStylesheet, "red")
    before = one.css
    one.add_source("Label { color: nowhere; }", read_from=("", "wrong"))
    with pytest.raises(StylesheetParseError):
        one.reparse()
    del one.source["", "wrong"]
    one.reparse()
    assert one.css == before


async def test_themes_there_and_back_look_as_with_textuals_own() -> None:
    seen: dict[type[Stylesheet], list[str]] = {}
    for kind in (OnceReadStylesheet, Stylesheet):
        app = DancingQueens(Start("cover"))
        app.stylesheet = kind(variables=app.get_css_variables())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for theme in ("textual-light", "ansi-dark", "textual-light"):
                app.theme = theme
                await pilot.pause()
                styles = [widget.styles.css for widget in app.screen.walk_children(with_self=True)]
                seen.setdefault(kind, []).append("\n".join(styles))
    assert seen[OnceReadStylesheet] == seen[Stylesheet]
    assert seen[Stylesheet][0] == seen[Stylesheet][2] != seen[Stylesheet][1]
