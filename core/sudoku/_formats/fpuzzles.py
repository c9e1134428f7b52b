"""Documents and links of f-puzzles, which SudokuPad reads too: JSON, packed by LZ-string into ``?load=…``.

Each kind of rule knows its own form in such a document (`Rule.fpuzzles`).  This module handles the rest: the size, the
cells with their values, candidates and regions, the title.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from core._search import ProblemError
from core._words import counted, grouped
from core.sudoku._formats import packing
from core.sudoku._grid import bits_of, values_in
from core.sudoku._shape import Shape
from core.sudoku.rules._house import USUAL, dividing
from core.sudoku.rules._kinds import beside_dots, from_fpuzzles, negative_forms
from core.sudoku.rules._rule import Rule

LONGEST = 1 << 18
"""The most characters a link may have."""
_PICTURES = {"line": "line", "circle": "circle", "rectangle": "rectangle", "text": "text", "cage": "drawn cage"}
"""Keys of drawings, which say nothing to a solver, and what one of each is called."""
_CELL_PICTURES = {"c": "colours", "highlight": "colours", "cornerPencilMarks": "marks in corners"}
"""Keys of a cell that are neither its value nor its candidates."""
_DRAWN = frozenset(
    (*_PICTURES, "size", "grid", "title", "author", "ruleset", "solution", "highlightConflicts", "successMessage",
     "disabledlogic", "truecandidatesoptions")
)  # fmt: skip
"""Keys that are not rules: drawings, particulars and options of the program."""


@dataclass(frozen=True)
class FPuzzle:
    """What a document says."""

    shape: Shape
    givens: tuple[int, ...]
    placed: tuple[int, ...]
    allowed: tuple[int, ...]
    """n² sets of values: given candidates, else all."""
    marks: tuple[int, ...]
    """The marks in the middle of cells, as sets."""
    rules: tuple[Rule, ...]
    """All of them, rows and columns too."""
    title: str = ""
    author: str = ""
    text: str = ""
    """The rules in words."""
    left_out: tuple[str, ...] = ()
    """What has no meaning here: unknown kinds of rules, and drawings."""


def unpacked(payload: str) -> Any:
    """The JSON in a link's payload.  Raises ProblemError."""
    text = unpacked_text(payload)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ProblemError("this is not a packed puzzle: its text is not JSON") from None


def unpacked_text(payload: str) -> str:
    """The text in a link's payload.  Raises ProblemError."""
    if len(payload) > LONGEST:
        raise ProblemError(f"the link is too long: the limit is {grouped(LONGEST)} characters")
    return packing.unpacked(unquote(payload).replace(" ", "+"))


def packed(document: Mapping[str, Any]) -> str:
    """A document as a link's payload."""
    return packing.packed(json.dumps(document, separators=(",", ":")))


def read_document(document: Any) -> FPuzzle:
    """What a document says.  Raises ProblemError, also for a kind of rule that is not known here, and OrderTooLarge."""
    if not isinstance(document, dict) or not isinstance(document.get("grid"), list):
        raise ProblemError('expected a puzzle with a "grid"')
    size = document.get("size", len(document["grid"]))
    if type(size) is not int or size < 1:
        raise ProblemError(f"expected a size, not {size!r}")
    shape = Shape.default(size)
    cells = _cells(document["grid"], shape)
    rules: list[Rule] = list(USUAL)
    if layout := _layout(cells, shape):
        rules[2] = layout
    unknown: list[str] = []
    for key, entries in document.items():
        if key in _DRAWN or not entries:
            continue
        if key == "negative":
            rules += negative_forms(entries)
            continue
        for entry in entries if isinstance(entries, list) else [entries]:
            made = from_fpuzzles(key, entry, shape)
            if made is None:
                unknown.append(key)
                break
            rules += made
    if unknown:
        raise ProblemError(f"rules of a kind that is not known here: {', '.join(unknown)}")
    full = (1 << size) - 1
    values = [_value(cell, size) for cell in cells]
    given = [value if cell.get("given") else 0 for cell, value in zip(cells, values, strict=True)]
    marked = [_set(cell.get("givenPencilMarks"), size) for cell in cells]
    return FPuzzle(
        shape,
        tuple(given),
        tuple(0 if own else value for own, value in zip(given, values, strict=True)),
        tuple(marks or full for marks in marked),
        tuple(_set(cell.get("centerPencilMarks"), size) for cell in cells),
        tuple(dict.fromkeys(beside_dots(rules))),
        title=str(document.get("title") or ""),
        author=str(document.get("author") or ""),
        text=str(document.get("ruleset") or ""),
        left_out=tuple(_left_out(document, cells)),
    )


def _left_out(document: Mapping[str, Any], cells: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    """Its drawings, counted and named."""
    for key, what in _PICTURES.items():
        if entries := document.get(key):
            yield counted(len(entries) if isinstance(entries, list) else 1, what)
    yield from dict.fromkeys(what for key, what in _CELL_PICTURES.items() if any(cell.get(key) for cell in cells))


def _cells(rows: list[Any], shape: Shape) -> list[Mapping[str, Any]]:
    n = shape.order
    if len(rows) != n or not all(isinstance(row, list) and len(row) == n for row in rows):
        raise ProblemError(f"expected {n} rows of {n} cells in its grid")
    cells = [cell for row in rows for cell in row]
    if not all(isinstance(cell, dict) for cell in cells):
        raise ProblemError("expected an object for each cell of its grid")
    return cells


def _value(cell: Mapping[str, Any], size: int) -> int:
    value = cell.get("value", 0)
    if value in ("", None):
        return 0
    if type(value) is not int or not 0 <= value <= size:
        raise ProblemError(f"expected values from 1 to {size} in its grid, not {value!r}")
    return value


def _set(marks: Any, size: int) -> int:
    if not isinstance(marks, list):
        return 0
    if not all(type(mark) is int and 1 <= mark <= size for mark in marks):
        raise ProblemError(f"expected candidates from 1 to {size} in its grid, not {marks!r}")
    return bits_of(marks)


def _layout(cells: Sequence[Mapping[str, Any]], shape: Shape) -> Rule | None:
    """The regions, if a cell names one that is not its box."""
    boxes = [cell.get("region", shape.box(at)) for at, cell in enumerate(cells)]
    if boxes == [shape.box(at) for at in range(shape.cells)]:
        return None
    if not all(type(box) is int and 0 <= box < shape.order for box in boxes):
        raise ProblemError(f"expected regions from 0 to {shape.order - 1} in its grid")
    layout = dividing(tuple(boxes))
    layout.check(shape)
    return layout


def written_document(
    shape: Shape,
    givens: Sequence[int],
    allowed: Sequence[int],
    rules: Iterable[Rule],
    *,
    title: str = "",
    author: str = "",
) -> dict[str, Any]:
    """The document of a puzzle.  Raises ProblemError for boxes or a rule that it cannot hold."""
    n, full = shape.order, (1 << shape.order) - 1
    if shape != Shape.default(n):
        raise ProblemError(f"boxes of {shape} cannot be written as f-puzzles: it has boxes of {Shape.default(n)}")
    rules = tuple(rules)
    if not set(USUAL[:2]) <= set(rules) or not any(rule.division(shape) for rule in rules):
        raise ProblemError("a puzzle without rows, columns or boxes cannot be written as f-puzzles")
    division, *more = dict.fromkeys(layout for rule in rules if (layout := rule.division(shape)))
    if more:
        raise ProblemError("a puzzle with both boxes and regions cannot be written as f-puzzles")
    grid: list[list[dict[str, Any]]] = [[] for _ in range(n)]
    for cell in range(shape.cells):
        told: dict[str, Any] = {}
        if givens[cell]:
            told |= {"value": givens[cell], "given": True}
        elif allowed[cell] != full:
            told["givenPencilMarks"] = list(values_in(allowed[cell]))
        if division[cell] != shape.box(cell):
            told["region"] = division[cell]
        grid[cell // n].append(told)
    document: dict[str, Any] = {"size": n, "grid": grid} | ({"title": title} if title else {})
    document |= {"author": author} if author else {}
    for rule in rules:
        if rule in USUAL or rule.division(shape):
            continue
        entries = rule.fpuzzles_entries(shape)
        if entries is None:
            raise ProblemError(f"f-puzzles has no rule such as {rule.line(shape)!r}")
        for key, entry in entries:
            if entry is True:
                document[key] = True
            elif isinstance(entry, list):
                document[key] = document.get(key, []) + entry
            else:
                document.setdefault(key, []).append(entry)
    return document
