"""For tests of what is read: puzzles and errors as short lines that a person can check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

import pytest
from _pytest.mark.structures import ParameterSet

from core import Grid, Layout, Shape
from core.sudoku import read_text
from core.sudoku._formats import FormatError, Puzzle, PuzzleOrError, detect
from core.sudoku._grid import values_in
from core.sudoku._symbols import symbol, text_of
from tests.core.sudoku.samples import WIKIPEDIA

DETAILS = ("title", "author", "description", "comment", "date", "source", "level", "url", "step")


def told(text: str, *, format: str | None = None, suffix: str = "", shape: str | None = None) -> list[str]:
    """What a text is taken for, in brackets, unless its format is given; then what is in it."""
    items = read_text(text, format=format, suffix=suffix, shape=Layout.parse(shape) if shape else None)
    lines = [line for item in items for line in item_lines(item)]
    return lines if format else [f"[{detect(text, suffix)}]", *lines]


def item_lines(item: PuzzleOrError) -> Iterator[str]:
    """A puzzle with all it holds after its line; an error with its place after ``!``, ``!!`` where it is too large."""
    if isinstance(item, Puzzle):
        first, *more = grid_lines(item.grid)
        yield " ".join([f"{item.line}:", first, *(f"{name} {getattr(item, name)!r}" for name in DETAILS
                                                  if getattr(item, name))])  # fmt: skip
        yield from more
    else:
        yield f"{'!' if type(item) is FormatError else '!!'} {item.line}:{item.column} {item.message}"


def grid_lines(grid: Grid) -> Iterator[str]:
    """A grid's shape and givens, and what else stands in it, row by row."""
    shape, layout = grid.shape, grid.layout
    regions = f" {layout.text.split()[-1]}" if not layout.rectangular else ""
    yield f"{layout}{regions} {rows(shape, text_of(grid.givens)) if any(grid.givens) else 'no givens'}"
    if any(grid.placed):
        yield f"  placed {rows(shape, text_of(grid.placed))}"
    for name in ("marks", "struck"):
        if any(held := getattr(grid, name)):
            yield f"  {name} {rows(shape, [''.join(map(symbol, values_in(bits))) or '.' for bits in held], ' ')}"


def rows(shape: Shape, cells: Iterable[str], between: str = "") -> str:
    """Cells row by row; beyond 4×4, rows that are the same are counted."""
    each = list(cells)
    text = "".join(each)
    if text == WIKIPEDIA:
        return "(Wikipedia's)"
    n = shape.order
    lines = [between.join(each[at : at + n]) for at in range(0, shape.cells, n)]
    joint = " / " if between else " "
    if n <= 4:
        return joint.join(lines)
    counted = ((line, len(list(same))) for line, same in groupby(lines))
    return joint.join(f"{times}×({line})" if times > 1 else line for line, times in counted)


Case = tuple[str, tuple[str, ...], dict[str, str]]


def case(text: str, *lines: str, **given: str) -> Case:
    """A text, what `told` makes of it, and what else is told of it: its format, the end of its name, its shape."""
    return text, lines, given


def numbered(cases: Mapping[str, Iterable[Case]]) -> list[ParameterSet]:
    """Cases for a test, each with the name of its group and its number there."""
    return [
        pytest.param(*each, id=f"{name}-{number}")
        for name, group in cases.items()
        for number, each in enumerate(group, 1)
    ]


def spoilt(text: str) -> dict[str, str]:
    """A text with something wrong in it: a character less or more, a line less, a strange sign."""
    lines = text.split("\n")
    places = [at for at, sign in enumerate(text) if sign.isalnum()]
    middle, last = places[len(places) // 2], places[-1]
    return {
        "less": text[:last] + text[last + 1 :],
        "more": text[: last + 1] + text[last:],
        "sign": text[:middle] + "$" + text[middle + 1 :],
        "large": text[:middle] + "9" + text[middle + 1 :],
        "no end": "\n".join(lines[:-1]),
        "gap": "\n".join(lines[:1] + lines[2:]),
        "CR": text.replace("\n", "\r") + "\r",
        "right": "\n".join(f"   {line}" for line in lines),
    }
