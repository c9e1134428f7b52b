"""The board's colours can be told apart, on 256 colours and on a projector."""

from __future__ import annotations

import pytest
from rich.color import Color
from textual.color import Color as Colour
from textual.theme import Theme

from tests.tui.driving import drawn, text_of, until
from tests.tui.kit.colours import contrast, on_256
from tui.app import DancingQueens, Start
from tui.kit.frame import TitleBar
from tui.modes import MODE_ENTRIES
from tui.themes import DARK, LIGHT, THEMES, board_colours


@pytest.mark.parametrize("many", [True, False], ids=["truecolor", "256"])
@pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
def test_contrasts(colours: dict[str, str], many: bool) -> None:
    shown = {name: colour if many else on_256(colour) for name, colour in colours.items()}
    squares = shown["board-light"], shown["board-dark"]
    assert contrast(*squares) >= 1.5
    for name, colour in shown.items():
        if colour not in squares:
            least = 3 if name == "board-attacked" else 4.5
            assert min(contrast(colour, square) for square in squares) >= least, name


@pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
def test_squares_stay_grey_on_256_colours(colours: dict[str, str]) -> None:
    for name in ("board-light", "board-dark"):
        shown = Color.parse(on_256(colours[name])).get_truecolor()
        assert shown.red == shown.green == shown.blue, name


def test_text_can_be_read_in_every_theme_that_is_offered() -> None:
    app = DancingQueens(Start("queens"))
    names = [name for name in app.available_themes if not name.startswith("ansi")]
    assert len(names) > 15
    for name in names:
        app.theme = name
        variables = app.get_css_variables()
        grounds = [
            Colour.parse(variables[ground]) for ground in ("background", "surface", "footer-background", "title-ground")
        ]
        for text in ("foreground", "foreground-muted", "accent", "primary", "secondary", "success", "warning", "error"):
            for ground in grounds:
                shown = (ground + Colour.parse(variables[text])).hex
                assert contrast(shown, ground.hex) >= 4.5, (name, text)
        board = board_colours(app.current_theme)
        assert contrast(board["board-light"], board["board-dark"]) >= 1.5


@pytest.mark.parametrize("theme", THEMES, ids=[theme.name for theme in THEMES])
def test_panels_are_seen_on_256_colours_too_and_stay_grey(theme: Theme) -> None:
    variables = DancingQueens(Start("queens", theme=theme.name)).get_css_variables()
    shown = [Color.parse(on_256(variables[name])) for name in ("background", "surface", "title-ground")]
    assert len(set(shown)) == 3
    assert all(len(set(colour.get_truecolor())) == 1 for colour in shown)


@pytest.mark.parametrize(
    ("terminal", "few"),
    [
        ({"TERM": "xterm"}, True), ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True), ({"TERM": "dumb"}, True),
    ],
    ids=["16", "256", "truecolor", "none wanted", "none"],
)  # fmt: skip
def test_a_terminal_has_few_colours_or_enough(
    terminal: dict[str, str], few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in terminal.items():
        monkeypatch.setenv(name, value)
    assert DancingQueens(Start("queens")).few_colours is few


@pytest.mark.parametrize(("few", "ascii_only", "frame"), [(False, False, "╭"), (True, False, "┏"), (False, True, "+")])
async def test_one_frame_is_around_what_has_the_keyboard(
    few: bool, ascii_only: bool, frame: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few colours every panel has one, and that one another."""
    monkeypatch.setattr(DancingQueens, "few_colours", property(lambda _: few))
    app = DancingQueens(Start("queens", ascii_only=ascii_only))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            lines = drawn(app).splitlines()
            at = {panel: lines[panel.region.y][panel.region.x] for panel in app.screen.query(".panel") if panel.region}
            focused = app.screen.focused
            assert focused is not None
            assert at.pop(focused) == frame
            assert (frame in at.values()) is ascii_only, "there the title is told from others, too"
            assert all(corner in ("╭+" if few or ascii_only else " ▊") for corner in at.values())
            await pilot.press("tab")


@pytest.mark.parametrize("mode", [entry.mode for entry in MODE_ENTRIES])
async def test_amber_says_where_the_cursor_is_and_nothing_else_at_the_start(mode: str) -> None:
    app = DancingQueens(Start(mode))
    async with app.run_test(size=(120, 36)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        amber = Colour.parse(app.get_css_variables()["accent"]).rich_color
        assert set(in_colour(app, amber)) <= {"▸", "Press . for the first node (, goes back), or", "enter to run."}
        await pilot.press("f1")
        assert in_colour(app, amber) == []


async def test_amber_says_where_and_what_next() -> None:
    app = DancingQueens(Start("queens", options={"what": "4", "algorithm": "backtracking"}))
    async with app.run_test(size=(120, 36)) as pilot:
        amber = Colour.parse(app.get_css_variables()["accent"]).rich_color
        assert in_colour(app, amber) == ["▸"], "the cursor"
        await pilot.press("full_stop", "full_stop", "full_stop")
        await until(pilot, lambda: any("Next" in words for words in in_colour(app, amber)))
        assert all(words.startswith(("▸", "Next", "‹", "▴", "row")) for words in in_colour(app, amber))


def in_colour(app: DancingQueens, colour: Color) -> list[str]:
    """What is written in it, or on it."""
    strips = app.screen._compositor.render_strips()
    styled = [(segment.text.strip(), segment.style) for strip in strips for segment in strip]
    return [text for text, style in styled if text and style and colour in (style.color, style.bgcolor)]


def test_our_own_dark_theme_is_as_it_was_drawn() -> None:
    own = THEMES[0]
    app = DancingQueens(Start("queens", theme=own.name))
    drawn = own.to_color_system().generate()
    for name in ("accent", "foreground", "error"):
        assert app.get_css_variables()[name] == drawn[name]


async def test_a_dialog_floats_over_a_dimmed_screen_but_not_on_a_slow_line(monkeypatch: pytest.MonkeyPatch) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        assert 0 < app.screen.styles.background.a < 1
        await pilot.press("escape")
        monkeypatch.setattr(type(app.line), "note", property(lambda _: "slow line: 1.0 s"))
        await pilot.press("enter")
        await until(pilot, lambda: "slow line" in text_of(app.screen.query_one(TitleBar)))
        await pilot.press("f1")
        assert app.screen.styles.background.a == 0
