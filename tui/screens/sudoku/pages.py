"""What stands in the lower right: the hint, the steps so far, the path, the candidates of a row, column or box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from core.sudoku.grid import Grid, values_in
from core.sudoku.symbols import symbol

if TYPE_CHECKING:
    from tui.screens.sudoku.session import SudokuSession


class Page(StrEnum):
    """What to show."""

    FIGURES = "figures"
    """Of the search; on a large terminal the steps so far stand below."""
    STEPS = "steps so far"
    PATH = "path"
    ROW = "row"
    COLUMN = "column"
    BOX = "box"


class Ink(StrEnum):
    """How a piece of text is drawn."""

    PLAIN = "plain"
    LABEL = "label"
    HERE = "here"
    MARK = "mark"
    SAME = "same"
    GOOD = "good"
    BAD = "bad"


Piece = tuple[str, Ink]


@dataclass(frozen=True, slots=True)
class Text:
    """A page: a title, and lines that are wrapped where they are too long."""

    title: str
    lines: tuple[tuple[Piece, ...], ...]
    at: int = 0
    """The line that must be in sight."""
    note: str = ""
    """Below, on the frame."""


def page_of(session: SudokuSession) -> Text | None:
    """What the page panel shows; None where the figures of the search are wanted."""
    told = session.tutor.text if session.has_tutor else None
    if told is not None:
        return _told(session, *told)
    page = session.page
    if page is Page.FIGURES:
        return None
    if page is Page.STEPS:
        return steps_so_far(session)
    return _path(session) if page is Page.PATH else _unit(session, page)


def _told(session: SudokuSession, title: str, text: str) -> Text:
    from tui.screens.sudoku.overlay import GLYPHS

    overlay = session.tutor.overlay
    lines: list[tuple[Piece, ...]] = [((text, Ink.PLAIN),)]
    roles = overlay.roles() if overlay is not None else []
    if roles:
        sign = 0 if session.unicode else 1
        lines.append(((" ", Ink.PLAIN),))
        lines.append((("  ".join(f"{GLYPHS[role][sign]}\N{NO-BREAK SPACE}{role.value}" for role in roles), Ink.LABEL),))
    return Text(title, tuple(lines), note="/ goes on · esc closes" if session.tutor.shown else "esc closes")


def steps_so_far(session: SudokuSession) -> Text:
    """What was done to the puzzle, or placed step by step by the search that is being watched; the newest last."""
    sights = session.solving.sights
    reason = session.solving.search.reason if session.search_in_view else None
    if reason is not None:
        from core.explain.words import sentences

        inks = {"good": Ink.GOOD, "bad": Ink.BAD, "next": Ink.HERE}
        said = tuple(((each.text, inks.get(each.tone.value, Ink.PLAIN)),) for each in sentences(reason))
        return Text(f"Why: node {reason.node}, level {reason.depth}", said)
    if session.document.watching and sights:
        placed = tuple(
            ((f"{number:>4}  ", Ink.LABEL), (str(sight), Ink.HERE if number == len(sights) else Ink.PLAIN))
            for number, sight in enumerate(sights, 1)
        )
        return Text("Steps of the search", placed, len(sights) - 1)
    steps = session.document.editor.steps
    lines = tuple(
        ((f"{number:>4}  ", Ink.LABEL), (step.what, Ink.HERE if number == len(steps) else Ink.PLAIN))
        for number, step in enumerate(steps, 1)
    )
    count = len(steps)
    title = f"{count} {'step' if count == 1 else 'steps'} so far"
    return Text(title, lines or ((("what you do is listed here", Ink.LABEL),),), max(0, count - 1))


def _path(session: SudokuSession) -> Text:
    walk = session.tutor.walk
    if walk is None:
        text = (
            "looking for it…" if session.jobs.running("logic") else "the grid has changed: : finds the path from here"
        )
        return Text("Path", (((text, Ink.LABEL),),))
    lines = tuple(
        ((f"{number:>4}  ", Ink.LABEL), (step.line, Ink.PLAIN)) for number, step in enumerate(walk.path.steps, 1)
    )
    return Text(f"Path: {walk.title}", lines, note=": goes to a step")


def _unit(session: SudokuSession, page: Page) -> Text:
    """Every candidate of a row, column or box, a cell a line, each value at its own place."""
    grid, cell = session.grid_with_values, session.document.cursor
    shape = grid.shape
    unit = shape.units_of(min(cell, shape.cells - 1))[(Page.ROW, Page.COLUMN, Page.BOX).index(page)]
    rule, number = shape.rule_of(unit)
    cells = shape.units[unit]
    digit = session.digit_in_view
    lines = tuple(tuple(_cell_line(grid, each, digit, here=each == cell)) for each in cells)
    return Text(f"Candidates of {rule} {number + 1}", lines, cells.index(cell) if cell in cells else 0)


def _cell_line(grid: Grid, cell: int, digit: int, *, here: bool) -> Iterable[Piece]:
    shape = grid.shape
    name = shape.name_of(cell)
    yield f"{name:<7}", Ink.HERE if here else Ink.LABEL
    value = grid.values[cell]
    if value:
        yield f"= {symbol(value)}", Ink.PLAIN
        return
    left, marks = grid.candidates[cell], grid.marks[cell]
    for each in values_in((1 << shape.order) - 1):
        bit = 1 << (each - 1)
        ink = Ink.SAME if each == digit else Ink.MARK if marks & bit else Ink.PLAIN
        yield (symbol(each) if (left | marks) & bit else "·"), ink if (left | marks) & bit else Ink.LABEL
        if shape.order <= 12:
            yield " ", Ink.PLAIN
