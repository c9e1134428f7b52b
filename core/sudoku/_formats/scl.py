"""What SudokuPad draws (``…/scl…``): a packed text of cells, regions, cages and pictures.

The text is JSON written short: keys of one or two letters and without quotes (``ce``
for ``cells``), single quotes in place of double ones, ``t`` and ``f``, and nothing at all
for an empty object in a list:

    {ce:[[,{v:2},,],[,,,],[,,,],[,,,]],re:[…],ca:[{ce:[[0,0],[0,1]],v:5}]}

It says how a puzzle looks, not what it demands.  Givens, regions, and cages with their sums
have one meaning, and are read like a document of f-puzzles
(`core.sudoku._formats.fpuzzles`); the rest are drawings, and are reported as left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from core._search import ProblemError
from core._words import clean_text, counted
from core.sudoku._formats.fpuzzles import FPuzzle, read_document
from core.sudoku._shape import Shape

_LONG = {
    "ce": "cells", "v": "value", "re": "regions", "ca": "cages", "l": "lines", "a": "arrows", "o": "overlays",
    "u": "underlays", "t": "title",
}  # fmt: skip
"""Short keys that matter here."""
_DRAWN = {
    "lines": ("line", "lines"), "arrows": ("arrow", "arrows"), "overlays": ("sign on top", "signs on top"),
    "underlays": ("sign underneath", "signs underneath"),
}  # fmt: skip
"""Keys of drawings, with the words for one and for several."""
_KNOWN = frozenset(
    (*_DRAWN, *_LONG.values(), "id", "cs", "cellSize", "metadata", "settings", "author", "rules", "solution")
)
_MARKED = "pencilMarks", "cornermarks", "centremarks", "candidates"
_REPEATING = "cage whose values may repeat", "cages whose values may repeat"
_UNSAID = "cage without a sum", "cages without a sum"
_DEEPEST = 32
_BARE = re.compile(r"[^,:\[\]{}'\"]*")
_STRING = re.compile(r"""'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)\"""", re.DOTALL)
_TOLD = re.compile(r"(title|author|rules)\s*:\s*(.*)", re.DOTALL | re.IGNORECASE)


def unzipped(text: str) -> Any:
    """The value of a text written short (or as plain JSON).  Raises ProblemError with the place."""
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    value, at = _value(text, 0, 0)
    if text[at:].strip():
        raise _wrong(text, at, "nothing more")
    return value


def _wrong(text: str, at: int, expected: str) -> ProblemError:
    if at >= len(text):
        return ProblemError(f"expected {expected} at the end of this drawing: part of the link may be missing")
    return ProblemError(f"expected {expected} at character {at + 1} of this drawing, not {text[at : at + 12]!r}")


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    """The value that begins here, and where it ends."""
    if depth > _DEEPEST:
        raise _wrong(text, at, f"lists at most {_DEEPEST} deep")
    first = text[at : at + 1]
    if first == "[":
        return _list(text, at + 1, depth + 1)
    if first == "{":
        return _object(text, at + 1, depth + 1)
    if first in ("'", '"'):
        return _string(text, at)
    match = _BARE.match(text, at)
    assert match is not None
    word = match[0].strip()
    if not word:
        raise _wrong(text, at, "a value")
    if re.fullmatch(r"-?[0-9]{1,9}", word):
        return int(word), match.end()
    return {"t": True, "true": True, "f": False, "false": False, "null": None}.get(word, word), match.end()


def _string(text: str, at: int) -> tuple[str, int]:
    match = _STRING.match(text, at)
    if match is None:
        raise _wrong(text, at, "an end of this text")
    bare = match[1] if match[1] is not None else match[2]
    return re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", _unescaped, bare, flags=re.DOTALL), match.end()


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}.get(match[2], match[2])


def _list(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    """Values up to the bracket; nothing between two signs is an empty object."""
    found: list[Any] = []
    while True:
        if text[at : at + 1] in (",", "]"):
            found.append({})
        else:
            value, at = _value(text, at, depth)
            found.append(value)
        sign, at = text[at : at + 1], at + 1
        if sign == "]":
            return found, at
        if sign != ",":
            raise _wrong(text, at - 1, "a comma or a bracket")


def _object(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    if text[at : at + 1] == "}":
        return found, at + 1
    while True:
        if text[at : at + 1] in ("'", '"'):
            key, at = _string(text, at)
        else:
            match = _BARE.match(text, at)
            assert match is not None
            key, at = match[0].strip(), match.end()
        if text[at : at + 1] != ":" or not key:
            raise _wrong(text, at, "a key and a colon")
        value, at = _value(text, at + 1, depth)
        found[_LONG.get(key, key)] = value
        sign, at = text[at : at + 1], at + 1
        if sign == "}":
            return found, at
        if sign != ",":
            raise _wrong(text, at - 1, "a comma or a brace")


def read_drawing(drawing: Any) -> FPuzzle:
    """What a drawing demands, and in ``left_out`` what it only shows.

    Raises ProblemError if it is not a square grid, and OrderTooLarge.
    """
    rows = drawing.get("cells") if isinstance(drawing, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise ProblemError("expected a drawing of SudokuPad with its cells in rows")
    n = len(rows)
    if any(len(row) != n for row in rows):
        raise ProblemError(f"expected a square grid, found {counted(n, 'row')} of {max(map(len, rows))} cells")
    shape = Shape.default(n)
    left_out: list[str] = []
    regions = _regions(_objects(drawing, "regions"), shape, left_out)
    grid = [[_cell(cell, n) for cell in cells] for cells in rows]
    for cell, region in enumerate(regions or ()):
        grid[cell // n][cell % n]["region"] = region
    told = {"title": drawing.get("title"), "author": drawing.get("author"), "rules": drawing.get("rules")}
    if isinstance(drawing.get("metadata"), dict):
        told |= {key: text for key, text in drawing["metadata"].items() if key in told}
    cages = _cages(_objects(drawing, "cages"), shape, told, left_out)
    document = read_document(
        {"size": n, "grid": grid, "killercage": cages, "title": told["title"], "author": told["author"],
         "ruleset": told["rules"]}
    )  # fmt: skip
    left_out += [
        counted(len(shown), *what)
        for key, what in _DRAWN.items()
        if (shown := _objects(drawing, key)) not in ([], [{}])
    ]
    rules = document.rules
    if any(cell.get(key) for cells in rows for cell in cells for key in _MARKED):
        left_out.append("marks in cells")
    left_out += [f"what it calls {clean_text(key)[:24]}" for key, told in drawing.items() if told and key not in _KNOWN]
    if regions is None:
        left_out.append("boxes (it has no regions of one size)")
        rules = tuple(rule for rule in rules if rule.division(shape) is None)
    return replace(document, rules=rules, left_out=tuple(left_out))


def _objects(drawing: Mapping[str, Any], key: str) -> list[Any]:
    found = drawing.get(key) or []
    if not isinstance(found, list):
        raise ProblemError(f"expected a list of {key} in the drawing")
    return found


def _cell(told: Any, n: int) -> dict[str, Any]:
    """A cell, as a document of f-puzzles has it."""
    if not isinstance(told, dict):
        raise ProblemError("expected an object for each cell of the drawing")
    value = told.get("value")
    if value in (None, "", 0):
        return {}
    if not re.fullmatch("[0-9]{1,3}", str(value)) or not 1 <= int(value) <= n:
        raise ProblemError(f"expected values from 1 to {n} in its cells, not {value!r}")
    return {"value": int(value), "given": True}


def _places(told: Any, shape: Shape) -> list[int]:
    """Cells as pairs of a row and a column from 0.  Raises ProblemError."""
    n = shape.order
    cells = []
    for place in told if isinstance(told, list) else [None]:
        if not (isinstance(place, list) and len(place) == 2 and all(type(at) is int and 0 <= at < n for at in place)):
            raise ProblemError(f"expected cells such as [0,0], not {place!r}")
        cells.append(place[0] * n + place[1])
    return cells


def _regions(told: list[Any], shape: Shape, left_out: list[str]) -> list[int] | None:
    """The region of each cell; None if these are not n regions of n cells that cover the grid."""
    n = shape.order
    groups = [_places(group, shape) for group in told if group not in ({}, [{}])]
    numbers = {cell: number for number, group in enumerate(groups) for cell in group}
    if len(groups) != n or any(len(set(group)) != n for group in groups) or len(numbers) != shape.cells:
        if groups:
            left_out.append(counted(len(groups), "region"))
        return None
    boxes = sorted(tuple(sorted(group)) for group in groups)
    if boxes == sorted(tuple(c for c in range(shape.cells) if shape.box(c) == box) for box in range(n)):
        return [shape.box(cell) for cell in range(shape.cells)]
    return [numbers[cell] for cell in range(shape.cells)]


def _cages(told: list[Any], shape: Shape, particulars: dict[str, Any], left_out: list[str]) -> list[dict[str, Any]]:
    """Cages with a sum, and those whose cells must differ; a cage without cells may hold the title."""
    n = shape.order
    found: list[dict[str, Any]] = []
    without: Counter[tuple[str, str]] = Counter()
    for cage in told:
        if not isinstance(cage, dict):
            raise ProblemError(f"expected an object for each cage, not {cage!r}")
        value, unique = cage.get("sum", cage.get("value", "")), cage.get("unique")
        if cage.get("cells") in (None, [], [{}]):
            if match := _TOLD.fullmatch(str(value)):
                particulars[match[1].lower()] = particulars.get(match[1].lower()) or match[2]
            continue
        cells = _places(cage["cells"], shape)
        number = int(str(value)) if re.fullmatch("[0-9]{1,5}", str(value)) else None
        if number is None and unique and _is_line(cells, n):
            continue
        if unique is False or len(cells) > n or (number is None and not unique):
            without[_UNSAID if number is None else _REPEATING] += 1
            continue
        names = [shape.name_of(cell).upper() for cell in cells]
        found.append({"cells": names} | ({} if number is None else {"value": str(number)}))
    left_out += [counted(count, *what) for what, count in without.items()]
    return found


def _is_line(cells: list[int], n: int) -> bool:
    """Whether these are a row or a column."""
    return len(cells) == n and (len({cell // n for cell in cells}) == 1 or len({cell % n for cell in cells}) == 1)
