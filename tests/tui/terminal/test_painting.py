"""Only what changed is sent, and the terminal shows the same as if all of it had been."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pyte
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from tui.terminal.painting import Painted, TextUpdate

WIDTH, HEIGHT = 24, 6
STYLES = [
    None, Style.parse("bold"), Style.parse("#e8b559 on #14161c"), Style.parse("#d8dbe2 on #14161c"),
    Style.parse("reverse red"), Style.parse("bold underline green on #1b1e26"), Style.parse("default on default"),
    Style.parse("reverse #14161c on #e8b559"), Style.parse("#e8b559 on #e8b559"),
]  # fmt: skip
SIGNS = "ab .·♛Q─▒◆é"


class Terminal:
    """A terminal emulator and the console that writes to it."""

    def __init__(self, wide: bool = False, colours: str = "truecolor") -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)
        self.console = Console(force_terminal=True, color_system=colours, width=WIDTH)  # type: ignore[arg-type]
        self.sent = 0

    def take(self, update: CompositorUpdate) -> str:
        text = update.render_segments(self.console)
        self.stream.feed(text)
        self.sent += len(text)
        return text

    def picture(self) -> list[list[tuple[object, ...]]]:
        return [[seen(cell) for cell in (self.screen.buffer[y][x] for x in range(WIDTH))] for y in range(HEIGHT)]


def seen(cell: Any) -> tuple[object, ...]:
    """What can be told of a cell by looking at it: where nothing is to be seen, neither colour nor weight nor sign."""
    colours = (cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg)
    if (cell.data == " " or cell.fg == cell.bg != "default") and not cell.underscore:
        return " ", colours[1]
    return cell.data, *colours, cell.bold, cell.underscore


def strip(choose: random.Random, width: int) -> Strip:
    segments: list[Segment] = []
    while sum(segment.cell_length for segment in segments) < width:
        text = choose.choice(["".join(choose.choice(SIGNS) for _ in range(choose.randint(1, 5))), " " * 17])
        segments.append(Segment(text, choose.choice(STYLES)))
    return Strip([Segment(text, style and unrendered(style)) for text, style, _ in Strip(segments).crop(0, width)])


def unrendered(style: Style) -> Style:
    """A style remembers how it was written first, in whatever palette; and Rich hands out the same segments again."""
    copy = style.copy()
    copy._ansi = None
    return copy


def whole(choose: random.Random) -> LayoutUpdate:
    x, y = choose.randrange(WIDTH - 1), choose.randrange(HEIGHT)
    region = Region(x, y, choose.randint(1, WIDTH - x), choose.randint(1, HEIGHT - y))
    cut = choose.randint(0, region.width)
    rows: list[Iterable[Strip]]
    rows = [[strip(choose, cut), strip(choose, region.width - cut)] for _ in range(region.height)]
    return LayoutUpdate(rows, region)


@given(seed=st.integers(0, 1 << 30), colours=st.sampled_from(["truecolor", "256", "standard"]), erases=st.booleans())
@example(seed=15514, colours="truecolor", erases=False)
@example(seed=15514, colours="256", erases=False)
@example(seed=15514, colours="standard", erases=False)
def test_the_terminal_shows_the_same_as_if_all_had_been_sent(seed: int, colours: str, erases: bool) -> None:
    choose = random.Random(seed)
    plain, frugal, painted = Terminal(colours=colours), Terminal(colours=colours), Painted(erases=erases)
    for _ in range(12):
        update = whole(choose)
        plain.take(update)
        frugal.take(painted.difference(update, frugal.console))
        assert frugal.picture() == plain.picture()
        assert not painted.difference(update, frugal.console).render_segments(frugal.console)


def test_what_is_shown_already_is_not_sent_again() -> None:
    terminal, painted = Terminal(), Painted()
    row = Strip([Segment("one two three", STYLES[2])])
    update = LayoutUpdate([[row]], Region(0, 1, 13, 1))
    terminal.take(painted.difference(update, terminal.console))
    assert terminal.screen.display[1].startswith("one two three")
    again = painted.difference(update, terminal.console)
    assert isinstance(again, TextUpdate)
    assert again.text == ""
    changed = LayoutUpdate([[Strip([Segment("one TWO three", STYLES[2])])]], Region(0, 1, 13, 1))
    assert "TWO" in (sent := terminal.take(painted.difference(changed, terminal.console)))
    assert "one" not in sent
    painted.forget()
    assert "one" in painted.difference(changed, terminal.console).render_segments(terminal.console)


def test_parts_of_rows_are_cut_on_both_sides() -> None:
    terminal, painted = Terminal(), Painted()
    update = ChopsUpdate([{0: Strip([Segment("0123456789")]), 10: Strip([Segment("abc")])}], [(0, 3, 6)], [[10, 13]])
    assert terminal.take(painted.difference(update, terminal.console)) == "\x1b[1;4H345"


def test_a_wide_character_is_sent_whole() -> None:
    terminal, painted = Terminal(), Painted()
    for text, shown in (("a日b", "a日b"), ("a日c", "a日c"), ("a本c", "a本c"), ("ab c", "ab c")):
        update = LayoutUpdate([[Strip([Segment(text)])]], Region(0, 0, 4, 1))
        terminal.take(painted.difference(update, terminal.console))
        assert terminal.screen.display[0].rstrip() == shown


def test_pens_are_changed_only_for_what_is_seen() -> None:
    console = Console(force_terminal=True, color_system="truecolor")
    grey, other = Style.parse("#888888 on #101010"), Style.parse("bold #222222 on #101010")
    row = Strip([Segment("a", grey), Segment("  ", other), Segment("b", grey)])
    sent = Painted().difference(LayoutUpdate([[row]], Region(0, 0, 4, 1)), console).render_segments(console)
    assert sent == "\x1b[1;1H\x1b[38;2;136;136;136;48;2;16;16;16ma  b\x1b[m"
    row = Strip([Segment("a", grey), Segment("b", Style.parse("reverse #101010 on #888888"))])
    sent = Painted().difference(LayoutUpdate([[row]], Region(0, 0, 2, 1)), console).render_segments(console)
    assert sent == "\x1b[1;1H\x1b[38;2;136;136;136;48;2;16;16;16mab\x1b[m", "what is reversed twice is as it was"
    row = Strip([Segment("a", grey), Segment("▁▁", Style.parse("#101010 on #101010")), Segment("b", grey)])
    sent = Painted().difference(LayoutUpdate([[row]], Region(0, 0, 4, 1)), console).render_segments(console)
    assert sent == "\x1b[1;1H\x1b[38;2;136;136;136;48;2;16;16;16ma  b\x1b[m"
    row = Strip([Segment("a", grey), Segment(" ", other + Style(underline=True)), Segment("b", grey)])
    sent = Painted().difference(LayoutUpdate([[row]], Region(0, 0, 3, 1)), console).render_segments(console)
    assert ";4;38;2;34;34;34" in sent, "a line below it is seen"


def test_a_terminal_without_colours_is_sent_none() -> None:
    console = Console(force_terminal=True, color_system=None)
    update = LayoutUpdate([[Strip([Segment("x", STYLES[5])])]], Region(0, 0, 1, 1))
    assert Painted().difference(update, console).render_segments(console) == "\x1b[1;1H\x1b[1;4mx\x1b[m"


@given(seed=st.integers(0, 1 << 30))
def test_the_board_stays_aligned_where_a_queen_takes_two_cells(seed: int) -> None:
    """As such a terminal does it: what is written over half of a wide sign takes away the other half."""
    choose = random.Random(seed)
    cells, painted, console = [" "] * WIDTH, Painted(), Console(force_terminal=True, color_system="truecolor")
    at = 0
    for _ in range(4):
        row = "".join(choose.choice("♛.. ") + " " for _ in range(WIDTH // 2 - 1)) + "||"
        update = LayoutUpdate([[Strip([Segment(row)])]], Region(0, 0, WIDTH, 1))
        text = painted.difference(update, console).render_segments(console)
        while text:
            if text.startswith("\x1b["):
                final = next(each for each in text[2:] if each.isalpha())
                head = text[2 : text.index(final)]
                at = int(head.split(";")[-1]) - 1 if final == "H" else at + int(head)
                text = text[2 + len(head) + 1 :]
                continue
            sign, text = text[0], text[1:]
            if cells[at] == "" and at:
                cells[at - 1] = " "
            if cells[at] == "♛":
                cells[at + 1] = " "
            cells[at] = sign
            at += 1
            if sign == "♛":
                if cells[at] == "♛":
                    cells[at + 1] = " "
                cells[at] = ""
                at += 1
        assert "".join(sign or " " for sign in cells) == row


class Painter:
    """Paints rows of texts and styles on what a terminal of these colours shows; says what is sent for it."""

    def __init__(self, colours: str | None = "truecolor", *, erases: bool = False) -> None:
        self.painted = Painted(erases=erases)
        self.console = Console(force_terminal=True, color_system=colours)  # type: ignore[arg-type]

    def paint(self, *rows: list[tuple[str, str]], at: tuple[int, int] = (0, 0)) -> str:
        strips = [Strip([Segment(text, Style.parse(style) if style else None) for text, style in row]) for row in rows]
        update = LayoutUpdate([[each] for each in strips], Region(*at, strips[0].cell_length, len(strips)))
        return self.painted.difference(update, self.console).render_segments(self.console)


def test_from_the_first_to_the_last_cell_that_differ_is_sent() -> None:
    paint = Painter().paint
    assert paint([("one two three", "")], [("four", "bold")]) == ("\x1b[1;1Hone two three\x1b[2;1H\x1b[1mfour\x1b[m")
    assert paint([("one two three", "")], [("four", "bold")]) == ""
    assert paint([("one 2wo three", "")], [("fouR", "bold")]) == "\x1b[1;5H2\x1b[2;4H\x1b[1mR\x1b[m"
    assert paint([("One two threE", "")]) == "\x1b[1;1HOne t\x1b[7CE", "a short gap is written, a long one stepped over"
    assert paint([("1ne t2o thr3e", "")]) == "\x1b[1;1H1ne t2\x1b[5C3e"


def test_colours_and_styles_are_sent_where_they_change() -> None:
    painter = Painter()
    x, y = ("x", "red on #102030"), ("y", "green on #102030")
    assert painter.paint([x], at=(4, 3)) == "\x1b[4;5H\x1b[31;48;2;16;32;48mx\x1b[m"
    assert painter.paint([x, y, ("z", "underline green")], at=(4, 3)) == (
        "\x1b[4;6H\x1b[32;48;2;16;32;48my\x1b[4;49mz\x1b[m"
    )
    assert painter.paint([("ab", "bold"), ("cd", "italic"), ("ef", "")], at=(0, 4)) == (
        "\x1b[5;1H\x1b[1mab\x1b[0;3mcd\x1b[mef"
    )
    assert Painter("standard").paint([("xy", "bold red"), ("zz", "")]) == "\x1b[1;1H\x1b[1;31mxy\x1b[mzz"
    assert Painter(None).paint([("uv", "bold red on blue")]) == "\x1b[1;1H\x1b[1muv\x1b[m"


def test_signs_that_some_terminals_draw_wide_are_sent_after_their_neighbours() -> None:
    paint = Painter().paint
    assert paint([("a♛b", ""), ("c", "")]) == "\x1b[1;1Ha\x1b[1Cb\x1b[1;2H♛\x1b[1;4Hc"
    assert paint([("a♛x", ""), ("c", "")]) == "\x1b[1;3Hx\x1b[1;2H♛"
    assert paint([("♛♛.♛", "")], at=(0, 3)) == "\x1b[4;3H.\x1b[4;2H♛\x1b[4;1H♛\x1b[4;4H♛"
    assert paint([("日本", ""), ("c", "")], at=(0, 1)) == "\x1b[2;1H日本c"
    assert paint([("日月", ""), ("c", "")], at=(0, 1)) == "\x1b[2;3H月"
    assert paint([("e\u0301e", "")], at=(0, 2)) == "\x1b[3;1He\u0301e"


def test_long_blanks_are_erased_where_the_terminal_can() -> None:
    paint = Painter(erases=True).paint
    assert paint([("a" + " " * 20 + "b", "on red")]) == "\x1b[1;1H\x1b[41ma\x1b[20X\x1b[20Cb\x1b[m"
    assert paint([("a" + "x" * 20 + "b", "on red")]) == f"\x1b[1;2H\x1b[41m{'x' * 20}\x1b[m"
    assert paint([("a" + " " * 14 + "x" * 6 + "b", "on red")]) == "\x1b[1;2H\x1b[41m\x1b[14X\x1b[m"
    assert paint([("a" + " " * 13 + "x" * 7 + "b", "on red")], at=(0, 1)) == (
        f"\x1b[2;1H\x1b[41ma{' ' * 13}xxxxxxxb\x1b[m"
    )


def test_what_is_forgotten_is_sent_again() -> None:
    painter = Painter()
    painter.paint([("One", "")])
    painter.painted.forget()
    assert painter.paint([("One", "")]) == "\x1b[1;1HOne"
