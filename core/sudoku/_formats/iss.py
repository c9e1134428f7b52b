"""Constraint strings of Interactive Sudoku Solver, and links that carry one (``?q=``).

    .Shape~4x4.~R1C1_1~R2C2_1_3.Cage~5~R1C1~R1C2.Thermo~R4C1~R4C2~R4C3

A string is a row of constraints, ``.Type~argument~argument``; a nameless type holds
givens and candidates (``.~R3C4_5~R3C5_1_2``).  Cells are ``R1C1``; beyond 9 a row or
column is a number or a letter from ``a`` = 10.  A killer puzzle may also be one character a
cell: the sum of a cage (base 36) in its first cell, and in the others an arrow to the cell
of the same cage that they hang on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from urllib.parse import parse_qs, urlsplit

from core._search import ProblemError
from core.sudoku._formats.base import Puzzle, PuzzleOrError, SourceText
from core.sudoku._grid import Grid, bits_of
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku
from core.sudoku._shape import Shape
from core.sudoku.rules._exchange import IssArguments
from core.sudoku.rules._house import USUAL
from core.sudoku.rules._kinds import cages_drawn, from_iss
from core.sudoku.rules._reading import Misread
from core.sudoku.rules._rule import Rule

_CONSTRAINT = re.compile(r"\.([A-Za-z]*)((?:~[^.]*)?)\s*")
_LINK = re.compile(r"(?:https?://)?\S*Interactive-Sudoku-Solver/?\S*[?&]q=\S+", re.IGNORECASE)
_SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})(?:~(.*))?")
_PLAIN = re.compile(r"[0-9A-Za-z<>^]+")


@dataclass(frozen=True)
class Told:
    """What a string says."""

    shape: Shape
    allowed: tuple[int, ...]
    """n² sets of values."""
    rules: tuple[Rule, ...]
    """All but rows and columns; boxes too, if there are any."""


def text_of_link(text: str) -> str:
    """The string in a link, or the text itself."""
    text = text.strip()
    if "://" not in text:
        return text
    return (parse_qs(urlsplit(text).query).get("q") or [""])[0].strip()


def is_constraints(line: str) -> bool:
    """Whether a line is a string of constraints, or a link with one."""
    text = line.strip()
    if _LINK.match(text) is not None or is_drawn(text):
        return True
    return "~" in text and re.match(r"\.[A-Z][A-Za-z]*\s*[~.]|\.~R[0-9a-z]+C", text) is not None


def is_drawn(text: str) -> bool:
    """Whether a text is a killer puzzle with one character a cell."""
    drawn = _PLAIN.fullmatch(text) is not None and any(sign in text for sign in "<>^")
    return drawn and isqrt(len(text)) ** 2 == len(text) > 3


def read_string(text: str) -> Told:
    """What a string says.  Raises Misread with the column of what cannot be read, and OrderTooLarge."""
    if not text.startswith("."):
        return _killer(text)
    constraints = list(_constraints(text))
    shape = _shape_of(constraints)
    rules: list[Rule] = []
    allowed, boxes = [(1 << shape.order) - 1] * shape.cells, True
    for column, kind, words in constraints:
        try:
            if kind == "Shape":
                continue
            if kind == "NoBoxes":
                boxes = False
            elif not kind:
                _givens(words, shape, allowed)
            elif (made := from_iss(kind, words, shape)) is None:
                raise ProblemError(f"the constraint {kind} is not known here")
            else:
                rules += made
        except ProblemError as error:
            raise Misread(column, str(error)) from None
    return Told(shape, tuple(allowed), (*(USUAL[2:] if boxes else ()), *rules))


def _constraints(text: str) -> Iterator[tuple[int, str, list[str]]]:
    at = 0
    while at < len(text):
        match = _CONSTRAINT.match(text, at)
        if match is None:
            raise Misread(at + 1, f"expected a constraint such as .Cage~15~R1C1~R1C2, not {text[at : at + 12]!r}")
        if match[1] or match[2]:
            words = match[2].rstrip()[1:]
            yield at + 1, match[1], words.split("~") if match[2] else []
        at = match.end()


def _shape_of(constraints: list[tuple[int, str, list[str]]]) -> Shape:
    for column, kind, words in constraints:
        if kind == "Shape":
            match = _SHAPE.fullmatch("~".join(words))
            if match is None or match[1] != match[2] or match[3] not in (None, "", match[1], f"1-{match[1]}"):
                raise Misread(column, "expected a square grid with as many values as rows, such as .Shape~6x6")
            return Shape.default(int(match[1]))
    return Shape(3, 3)


def _givens(words: list[str], shape: Shape, allowed: list[int]) -> None:
    for word in words:
        name, *values = word.split("_")
        cell = IssArguments("", [], shape).cell(name)
        if cell is None or not values or not all(v.isdecimal() and 1 <= int(v) <= shape.order for v in values):
            raise ProblemError(f"expected a cell and its values, such as R3C4_5, not {word!r}")
        allowed[cell] &= bits_of(map(int, values))


def _killer(text: str) -> Told:
    """One character a cell."""
    n = isqrt(len(text))
    if n * n != len(text) or n < 2 or _PLAIN.fullmatch(text) is None:
        raise Misread(
            1, "expected constraints such as .Cage~15~R1C1~R1C2, or one character for each cell of a square grid"
        )
    shape = Shape.default(n)
    return Told(shape, ((1 << n) - 1,) * shape.cells, (*USUAL[2:], *cages_drawn(text, shape)))


def read(source: SourceText, wanted: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every string or link of a text, one in a line."""
    return source.one_a_line(lambda number, line: _puzzle(source, number, line, wanted))


def _puzzle(source: SourceText, number: int, line: str, wanted: Layout | None) -> Puzzle:
    text = line.strip()
    start = line.index(text[0]) + 1

    def told() -> Told:
        try:
            return read_string(text_of_link(text))
        except Misread as error:
            raise source.error(number, start + error.column - 1, str(error)) from None

    return Puzzle(source.guard(number, lambda: _grid(told(), wanted), start), line=number)


def _grid(told: Told, wanted: Layout | None) -> Grid:
    if wanted is not None and wanted.shape != told.shape:
        raise ProblemError(f"expected boxes of {wanted}, found {told.shape}")
    return Grid.from_problem(Sudoku(told.shape, candidates=told.allowed, rules=(*USUAL[:2], *told.rules)))
