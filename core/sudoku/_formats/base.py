"""What all formats share: a puzzle with its particulars, the source it comes from, and errors that name their place.

A reader is a function ``read(source, shape)`` that yields, in file order, a
`Puzzle` for everything readable and a `FormatError` for everything else: one
bad line does not cost the others.  A writer is a function ``write(puzzles)``
that yields lines without their ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from core._checks import instance
from core._search import ProblemError
from core._words import clean_text, counted
from core.storage._files import CannotWrite, FormatError, quoted
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku
from core.sudoku._shape import OrderTooLarge, Shape
from core.sudoku._symbols import EMPTY, standard_values, text_of

_BOXES = re.compile(
    r"#C?\s*boxes:?\s+(\d{1,3})\s*[x×]\s*(\d{1,3})((?:\s+(?:x|windoku|jigsaw\s+\w+))*)\s*", re.IGNORECASE
)
FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*[\w+#.-]*\s*")
"""A line above or below a block of code in Markdown."""
_VALUES = re.compile(r"#C?\s*(?:(givens|placed):?\s+(\S+)|(marks)\s+(mine))\s*", re.IGNORECASE)


__all__ = [
    "FENCE", "ZERO_BYTE", "CannotWrite", "FormatError", "Puzzle", "PuzzleOrError", "ReadFunction", "SourceText",
    "TooLargeAt", "WriteFunction", "boxes_comment", "boxes_directive", "clean_text", "quoted", "told_values",
    "values_comments", "values_directive",
]  # fmt: skip


T = TypeVar("T")

ZERO_BYTE = "expected a text file, found a zero byte"
"""What is wrong with a line that has one, whatever else it holds."""


class TooLargeAt(FormatError, OrderTooLarge):
    """A well-formed puzzle whose order is too large for this program."""


@dataclass(frozen=True)
class Puzzle:
    """A grid with everything that its file tells about it.  All texts are clean: no escapes, no control characters.

    Raises ProblemError for anything but a `Grid`; that of a Sudoku is ``Grid.from_problem(sudoku)``.
    """

    grid: Grid
    title: str = ""
    author: str = ""
    description: str = ""
    comment: str = ""
    date: str = ""
    source: str = ""
    level: str = ""
    url: str = ""
    step: str = ""
    """What a library line says about the step to find: ``code:values:eliminations:placements:comment``."""
    left_out: str = ""
    """What its source shows that has no meaning here: ``3 lines, 1 arrow``."""
    line: int = 1
    """The line of its file on which it begins."""

    def __post_init__(self) -> None:
        instance(self.grid, Grid, "the grid of a puzzle", "a Grid")

    @cached_property
    def problem(self) -> Sudoku:
        """The problem to solve."""
        return self.grid.problem_of(self.clues)

    @cached_property
    def clues(self) -> tuple[int, ...]:
        """The givens; if the grid has none (nothing was locked yet), the values placed in it."""
        return self.grid.givens if any(self.grid.givens) else self.grid.values

    @property
    def name(self) -> str:
        """The title or, without one, the puzzle's place."""
        return self.title or f"line {self.line}"


PuzzleOrError = Puzzle | FormatError
"""What a reader yields."""


def _end_of(cells: Sequence[tuple[int, str]]) -> int:
    """The column after the last of some cells (column, text)."""
    return cells[-1][0] + len(cells[-1][1]) if cells else 1


@dataclass(frozen=True)
class SourceText:
    """A text to read: its name for messages, and its lines without their ends."""

    name: str
    lines: Sequence[str]

    @classmethod
    def of(cls, text: str, name: str = "text") -> SourceText:
        """Split a text; a byte order mark is dropped, and fences as in Markdown are empty lines.

        Only CR and LF end lines.
        """
        lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        if lines and not lines[-1]:
            lines.pop()
        if "```" in text or "~~~" in text:
            lines = ["" if FENCE.fullmatch(line) else line for line in lines]
        return cls(name, lines)

    def find(self, sign: str) -> tuple[int, int] | None:
        """Line and column (1-based) of the first such character, or None."""
        found = ((number, line.find(sign) + 1) for number, line in enumerate(self.lines, 1))
        return next((place for place in found if place[1]), None)

    def error(self, line: int, column: int, message: str) -> FormatError:
        """A FormatError at a 1-based line and column."""
        return FormatError(self.name, line, column, message)

    def row_error(self, line: int, cells: Sequence[tuple[int, str]], expected: int) -> FormatError:
        """The error for a row with too few or too many cells (column, text): where it ends, or should have ended."""
        column = cells[expected][0] if len(cells) > expected else _end_of(cells)
        return self.error(line, column, f"expected {counted(expected, 'cell')} in this row, found {len(cells)}")

    def rows_error(self, rows: Sequence[tuple[int, Sequence[tuple[int, str]]]], expected: int) -> FormatError:
        """The error for a grid with too few or too many rows (line, cells): where it ends, or should have ended."""
        line, cells = rows[min(len(rows) - 1, expected)]
        column = cells[0][0] if cells and len(rows) > expected else _end_of(cells)
        wanted = f"{counted(expected, 'row')} of {counted(expected, 'cell')}"
        return self.error(line, column, f"expected {wanted}, found {counted(len(rows), 'row')}")

    def one_a_line(self, read: Callable[[int, str], Puzzle]) -> Iterator[PuzzleOrError]:
        """The puzzle or error that each line (its number, its text) makes; empty lines and comments are skipped."""
        for number, line in enumerate(self.lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            try:
                yield read(number, line)
            except FormatError as error:
                yield error

    def refuse_zero_byte(self, number: int, line: str) -> None:
        """Raise FormatError if a line has a zero byte."""
        if "\0" in line:
            raise self.error(number, line.index("\0") + 1, ZERO_BYTE)

    def layout_of(self, order: int, line: int, wanted: Layout | None) -> Layout:
        """The layout for a grid of this order: the wanted one if it fits, else the squarest boxes.

        Raises FormatError (TooLargeAt beyond the largest order).
        """
        if wanted is not None and wanted.order == order:
            return wanted
        if wanted is not None:
            raise self.error(
                line,
                1,
                f"expected {counted(wanted.order, 'cell')} a side for boxes of {wanted}, found a grid of {order}",
            )
        return self.guard(line, lambda: Layout.of(Shape.default(order)))

    def guard(self, line: int, make: Callable[[], T], column: int = 1) -> T:
        """Call ``make``; its errors become errors at this line and column."""
        try:
            return make()
        except FormatError:
            raise
        except OrderTooLarge as error:
            raise TooLargeAt(self.name, line, column, str(error)) from None
        except ProblemError as error:
            raise self.error(line, column, str(error)) from None

    def boxes_told(self, line: int, text: str) -> Layout | None:
        """The layout given by a comment on this line (see `boxes_directive`), if there is one.  Raises FormatError."""
        told = boxes_directive(text)
        return None if told is None else self.guard(line, told)


def boxes_directive(line: str) -> Callable[[], Layout] | None:
    """A function that makes the layout in a comment ``# boxes 2x3`` or ``# boxes 3x3 x`` (see `Layout.parse`), or None.

    Our own addition to formats that cannot tell 2×3 from 3×2 or know no variants; other programs skip it as a comment.
    """
    match = _BOXES.fullmatch(line.strip())
    if match is None:
        return None
    text = f"{match[1]}x{match[2]}{match[3]}"
    return lambda: Layout.parse(text)


def boxes_comment(layout: Layout) -> Iterator[str]:
    """The comment that `boxes_directive` reads, if the squarest boxes would be wrong."""
    if layout != Layout.of(Shape.default(layout.order)):
        yield f"# boxes {layout.text}"


def values_directive(line: str) -> tuple[str, str] | None:
    """``givens`` or ``placed`` and the values, from a comment line such as ``# givens 53..7…``; or None.

    Our own addition to formats in which a lone candidate looks like a given.  Likewise ``# marks mine`` gives
    ``marks`` and ``mine``: see `marks_comment`.
    """
    match = _VALUES.fullmatch(line.strip())
    return ((match[1] or match[3]).lower(), match[2] or match[4]) if match else None


def values_comments(grid: Grid, *, placed: bool) -> Iterator[str]:
    """The comments that `values_directive` reads, if lone marks (or ``placed`` values) would be taken for givens."""
    lists = grid.marks if any(grid.marks) else grid.candidates
    lone = any(bits and not bits & (bits - 1) and not value for bits, value in zip(lists, grid.values, strict=True))
    if placed and not any(grid.givens):
        return  # the values in the grid are the puzzle
    if lone or (placed and any(grid.placed)):
        yield f"# givens {text_of(grid.givens)}"
        if placed and any(grid.placed):
            yield f"# placed {text_of(grid.placed)}"


def marks_comment(grid: Grid) -> Iterator[str]:
    """``# marks mine``, if the marks listed would be taken for all candidates, but are not."""
    if any(grid.marks) and with_candidates(grid, {}).candidates != grid.candidates:
        yield "# marks mine"


def with_candidates(grid: Grid, told: Mapping[str, str]) -> Grid:
    """Take the marks of a grid just read for its candidates, and strike out the others, if they list all candidates.

    Lists that leave no place for a value, or that a comment calls marks, are only a person's marks.
    """
    return grid.candidates_from_marks() if "marks" not in told and grid.marks_are_candidates else grid


def told_values(told: dict[str, str], shape: Shape | Layout) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Givens and placed values from such comments; None if they are missing or do not fit the grid."""
    table = standard_values(shape.order)
    rows = []
    for name in ("givens", "placed"):
        text = told.get(name, EMPTY * shape.cells if name == "placed" else "")
        if len(text) != shape.cells or not table.keys() >= set(text):
            return None
        rows.append(tuple(table[character] for character in text))
    return rows[0], rows[1]


ReadFunction = Callable[[SourceText, Layout | None], Iterator[PuzzleOrError]]
WriteFunction = Callable[[Iterable[Puzzle]], Iterator[str]]
