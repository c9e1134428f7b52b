"""Finds the picture of a problem from the names of its items: tilings, squares of values, queens, rows of slots.

It understands the names that the program gives, and those of Knuth's files:

- cells ``2.3``, ``1.2.3``, ``23`` or ``123`` (one digit or letter each, from 0), beside pieces: a tiling; triangles are
  called ``2.4^`` or ``2.3v``, hexagons ``2,4``;
- ``r2c3`` or ``p12``, with ``r2=5``, ``c3=5``, ``b1=5`` or ``r15``, ``c25``, ``b05``: a Latin square or a Sudoku;
- ``r2`` and ``c3`` in every option: queens; squares ``r2c3`` named like options: queens that attack them all;
- ``s3``, two or more in every option: a row of slots.

A guess that does not fit every option is no picture at all.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Mapping, Sequence

from core._drawing.cells import Canvas
from core._drawing.grids import GridKind, Place, neighbours, points_down
from core._words import symbol
from core.exact_cover._problem import ExactCover

LARGEST = 60_000
"""The largest number of items, and of options, with which the program looks for a picture."""
LARGEST_SIDE = 256
LARGEST_LAYERS = 32
SMALL_BOX, LARGEST_GAP = 4096, 8
"""How large the box around a picture may be: this many cells in any case, or this many times the cells drawn."""

_DOTTED = re.compile(r"(?:(\d{1,2})\.)?(\d{1,3})\.(\d{1,3})'*")
_TRIANGLE = re.compile(r"(?:(\d{1,2})\.)?(\d{1,3})\.(\d{1,3})[v^]'*")
_HEXAGON = re.compile(r"(?:(\d{1,2})\.)?(\d{1,3}),(\d{1,3})'*")
_DIGITS = re.compile(r"([0-9a-z])?([0-9a-z])([0-9a-z])")
_SQUARE = re.compile(r"r(\d{1,3})c(\d{1,3})|p([0-9a-z])([0-9a-z])")
_VALUE = re.compile(r"([rcb])(?:(\d{1,3})=(\d{1,3})|([0-9a-z])([0-9a-z]))")
_LINE = re.compile(r"([rc])([0-9]{1,3}|[a-z])")
_SLOT = re.compile(r"s(\d{1,3})")
_CODES = string.digits + string.ascii_lowercase


def canvas_of(problem: ExactCover) -> Canvas | None:
    """A way to draw the problem's options, or None if their items give none."""
    if max(len(problem.items), len(problem.options)) > LARGEST or not problem.options:
        return None
    names = [item.name for item in problem.items]
    for guess in (_tiling, _values, _attack, _queens, _slots):
        canvas = guess(problem, names)
        if canvas is not None:
            return canvas
    return None


def _tiling(problem: ExactCover, names: Sequence[str]) -> Canvas | None:
    """Cells in every option, connected, and at most one piece."""
    place_of: dict[int, Place] = {}
    first, grid = 1, GridKind.SQUARES
    kinds = (
        (_DOTTED, 1, GridKind.SQUARES), (_DIGITS, 0, GridKind.SQUARES), (_TRIANGLE, 1, GridKind.TRIANGLES),
        (_HEXAGON, 1, GridKind.HEXAGONS),
    )  # fmt: skip
    for pattern, base, kind in kinds:
        found = {i: match for i, name in enumerate(names) if (match := pattern.fullmatch(name))}
        if len(found) > len(place_of):
            place_of, first, grid = {i: _at(match.groups(), base) for i, match in found.items()}, base, kind
    cells = sorted(place_of)
    if len(cells) < 2 or len(set(place_of.values())) != len(cells) or not _small(place_of.values()):
        return None
    if not _on_grid(grid, place_of, names):
        return None
    if any(min(place[axis] for place in place_of.values()) > 1 for axis in range(3)):
        return None  # places are counted from 0 or 1; these letters mean something else
    if any(names[i].isdigit() for i in range(len(names)) if i not in place_of):
        return None  # plain numbers, some of them with two digits
    number = {item: cell for cell, item in enumerate(cells)}
    idle = set(problem.idle_options)
    pieces: dict[str, int] = {}
    marks, colours = [], []
    for o, option in enumerate(problem.options.rows()):
        held = sorted(number[i] for i in option if i in number)
        others = [names[i] for i in option if i not in number]
        if o in idle:
            marks.append(tuple((cell, "") for cell in held))
            colours.append(0)
            continue
        if not held or not _connected([place_of[cells[cell]] for cell in held], grid):
            return None
        primary = [names[i] for i in option if i not in number and not problem.items[i].secondary]
        if len(primary) > 1:
            return None
        piece = primary[0] if primary else others[0] if others else _stem(problem, o)
        colours.append(pieces.setdefault(piece, len(pieces)))
        marks.append(tuple((cell, piece or "#") for cell in held))
    if len(pieces) == 1:
        colours = list(range(len(colours)))
    return Canvas(tuple(place_of[i] for i in cells), tuple(marks), tuple(colours), first=first, grid=grid)


def _on_grid(grid: GridKind, place_of: Mapping[int, Place], names: Sequence[str]) -> bool:
    """Whether triangles have the names of their directions, and hexagons are where they can be."""
    if grid is GridKind.TRIANGLES:
        tips = ((names[i].rstrip("'")[-1], y, x) for i, (_, y, x) in place_of.items())
        return all(points_down(y, x) == (tip == "v") for tip, y, x in tips)
    return grid is GridKind.SQUARES or len({points_down(y, x) for _, y, x in place_of.values()}) == 1


def _at(parts: Sequence[str | None], base: int) -> Place:
    z, y, x = (base if part is None else int(part) if base else _CODES.index(part) for part in parts)
    return z - base, y - base, x - base


def _stem(problem: ExactCover, option: int) -> str:
    """The name of a piece that has no item, from a label such as ``D2.3b``."""
    match = re.match(r"[^\d@]+", problem.labels[option]) if problem.labels else None
    return match[0] if match else ""


def _connected(places: Sequence[Place], grid: GridKind) -> bool:
    left = set(places)
    border = [left.pop()]
    while border:
        for beside in neighbours(grid, border.pop()):
            if beside in left:
                left.remove(beside)
                border.append(beside)
    return not left


def _small(places: Collection[Place]) -> bool:
    """Whether the cells lie in a box of reasonable size, and fill a good part of it."""
    sides = [1 + max(place[axis] for place in places) for axis in range(3)]
    within = min(min(place) for place in places) >= 0 and sides[0] <= LARGEST_LAYERS and max(sides) <= LARGEST_SIDE
    return within and sides[0] * sides[1] * sides[2] <= max(SMALL_BOX, LARGEST_GAP * len(places))


def _values(problem: ExactCover, names: Sequence[str]) -> Canvas | None:
    """A cell in every option, and the same value in its row, its column and perhaps its box."""
    squares = {i: _square(match) for i, name in enumerate(names) if (match := _SQUARE.fullmatch(name))}
    values = {
        i: _value(match) for i, name in enumerate(names) if i not in squares and (match := _VALUE.fullmatch(name))
    }
    if not squares or not values or len(squares) + len(values) != len(names):
        return None
    one_based = any("r" in names[i] for i in squares)
    places: dict[Place, int] = {}
    boxes: dict[Place, str] = {}
    written, colours = [], []
    for o in range(len(problem.options)):
        option = problem.options[o]
        at = [squares[i] for i in option if i in squares]
        said = {values[i][2] for i in option if i in values}
        if len(at) != 1 or len(said) != 1:
            return None
        place = at[0]
        places.setdefault(place, len(places))
        for i in option:
            if i in values and values[i][0] == "b":
                boxes[place] = values[i][1]
        value = said.pop()
        written.append((place, symbol(value) if one_based else _CODES[value].upper()))
        colours.append(value - 1)
    if not _small(places) or (min(colours) < 0 and one_based):
        return None
    listed = sorted(places)
    number = {place: cell for cell, place in enumerate(listed)}
    blocks: list[int] = list(range(len(listed)))
    if len(boxes) == len(listed):
        order: dict[str, int] = {}
        blocks = [order.setdefault(boxes[place], len(order)) for place in listed]
    marks = tuple(((number[place], text),) for place, text in written)
    return Canvas(tuple(listed), marks, tuple(max(0, colour) for colour in colours), tuple(blocks), int(one_based))


def _square(match: re.Match[str]) -> Place:
    if match[1]:
        return 0, int(match[1]) - 1, int(match[2]) - 1
    return 0, _CODES.index(match[3]), _CODES.index(match[4])


def _value(match: re.Match[str]) -> tuple[str, str, int]:
    """The line or box that it belongs to, and the value."""
    if match[2]:
        return match[1], match[2], int(match[3])
    return match[1], match[4], _CODES.index(match[5])


def _queens(problem: ExactCover, names: Sequence[str]) -> Canvas | None:
    """A row and a column in every option."""
    lines = {i: (match[1], match[2]) for i, name in enumerate(names) if (match := _LINE.fullmatch(name))}
    places: list[Place | None] = []
    numbers = {kind: sorted({_line(text) for k, text in lines.values() if k == kind}) for kind in "rc"}
    if any(len(numbers[kind]) < 2 or numbers[kind][-1] - numbers[kind][0] >= LARGEST_SIDE for kind in "rc"):
        return None
    if any(not item.secondary for i, item in enumerate(problem.items) if i not in lines):
        return None
    first = min(numbers["r"][0], numbers["c"][0])
    for option in problem.options.rows():
        at = {lines[i][0]: _line(lines[i][1]) - first for i in option if i in lines}
        held = sum(i in lines for i in option)
        if held == 0:
            places.append(None)
            continue
        if held != 2 or set(at) != {"r", "c"}:
            return None
        places.append((0, at["r"], at["c"]))
    return _board(places, first)


def _line(text: str) -> int:
    return int(text) if text.isdigit() else _CODES.index(text)


def _attack(problem: ExactCover, names: Sequence[str]) -> Canvas | None:
    """Options named like the squares that they hold."""
    if not problem.labels:
        return None
    number = problem.numbers
    places: list[Place | None] = []
    for option, label in zip(problem.options.rows(), problem.labels, strict=True):
        match = _SQUARE.fullmatch(label)
        if match is None or number.get(label) not in option:
            return None
        places.append(_square(match))
    return _board(places, int("r" in problem.labels[0]))


def _board(places: Sequence[Place | None], first: int) -> Canvas | None:
    """A queen for each place; the board also has the squares that no option uses."""
    taken = [place for place in places if place is not None]
    if not taken or not _small(taken) or len(set(taken)) != len(taken):
        return None
    high, wide = (1 + max(place[axis] for place in taken) for axis in (1, 2))
    squares = [(0, r, c) for r in range(high) for c in range(wide)]
    marks = tuple(() if place is None else ((place[1] * wide + place[2], "♛"),) for place in places)
    return Canvas(tuple(squares), marks, (0,) * len(places), tuple(range(len(squares))), first)


def _slots(problem: ExactCover, names: Sequence[str]) -> Canvas | None:
    """Something that takes two slots or more of a row in every option."""
    slots = {i: int(match[1]) for i, name in enumerate(names) if (match := _SLOT.fullmatch(name))}
    if len(slots) < 2 or sorted(slots.values()) != list(range(1, len(slots) + 1)):
        return None
    order: dict[str, int] = {}
    for i, name in enumerate(names):
        if i not in slots:
            order.setdefault(name, len(order))
    marks, colours = [], []
    for option in problem.options.rows():
        held = sorted(slots[i] - 1 for i in option if i in slots)
        others = [names[i] for i in option if i not in slots]
        if len(held) < 2 or len(others) != 1:
            return None
        marks.append(tuple((cell, others[0]) for cell in held))
        colours.append(order[others[0]])
    return Canvas(tuple((0, 0, x) for x in range(len(slots))), tuple(marks), tuple(colours), tuple(range(len(slots))))
