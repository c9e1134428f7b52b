"""The picture of a problem as comments in Knuth's format, for the program to read back.

    | cells: 1.1 1.2 2.1 2.2         where they are: row and column, after the layer in a solid
    | grid: hexagons                 what they are, unless squares
    | blocks: 1 1 2 2                the block of each cell, if borders are fixed
    A B 1.1 …
    | draws: 3 1.1=L 1.2=L           what the next option draws: its colour, and a text for each cell
    A 1.1 1.2

If someone drew the problem, its text has the drawing instead, line by line after ``| drawn:``.

The reader skips comments that it cannot understand; then there is no picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core._drawing.cells import Canvas
from core._drawing.grids import GridKind, Place
from core.exact_cover._formats.base import lines_of
from core.exact_cover._problem import ExactCover

CELLS_A_LINE = 20
DIGITS = 7
"""The largest number of digits that a number in a comment may have."""
LARGEST_SIDE = 4096
MOST_PLACES = 1 << 18
"""How many cells the box around a picture may have."""

_NOTE = re.compile(r"\|\s*(cells|grid|blocks|draws|drawn):(?: (.*))?")


def head(canvas: Canvas) -> list[str]:
    """The comments at the top."""
    names = [_name(place) for place in canvas.places]
    lines = [f"cells: {' '.join(names[i : i + CELLS_A_LINE])}" for i in range(0, len(names), CELLS_A_LINE)]
    lines += [f"grid: {canvas.grid}"] if canvas.grid is not GridKind.SQUARES else []
    blocks = [str(block + 1) for block in canvas.blocks]
    lines += [f"blocks: {' '.join(blocks[i : i + CELLS_A_LINE])}" for i in range(0, len(blocks), CELLS_A_LINE)]
    return lines


def above(canvas: Canvas) -> list[str]:
    """The comment before each option."""
    return [
        " ".join([f"draws: {colour + 1}", *(f"{_name(canvas.places[cell])}={text}" for cell, text in marks)])
        for colour, marks in zip(canvas.colours, canvas.marks, strict=True)
    ]


def drawn(drawing: str) -> list[str]:
    """A drawing as comments at the top."""
    return [f"drawn: {line}" for _, line in lines_of(drawing.removesuffix("\n"))]


def drawing_of(text: str) -> str:
    """The drawing that a text in Knuth's format has in its comments; empty if there is none."""
    lines = [line for key, line, _ in _notes(text) if key == "drawn"] if "drawn:" in text else []
    return "".join(f"{line}\n" for line in lines)


def canvas_of(text: str, problem: ExactCover) -> Canvas | None:
    """The picture that the comments of a text describe, for the problem read from that text."""
    if "cells:" not in text:  # nearly always: a large problem is not gone through again
        return None
    places: list[Place] = []
    blocks: list[int] = []
    draws: dict[int, tuple[int, list[tuple[str, str]]]] = {}
    grid = GridKind.SQUARES
    try:
        for key, value, option in _notes(text):
            if key == "cells":
                places += [_place(word) for word in value.split()]
            elif key == "grid":
                grid = GridKind(value)
            elif key == "blocks":
                blocks += [_number(word) - 1 for word in value.split()]
            elif key == "draws":
                colour, *words = value.split()
                pairs = [(name, mark) for name, _, mark in (word.partition("=") for word in words)]
                if not value.isprintable():
                    return None
                draws[option] = (_number(colour) - 1, pairs)
        number = {_name(place): cell for cell, place in enumerate(places)}
        none: tuple[int, list[tuple[str, str]]] = (0, [])
        drawn = [draws.get(option, none) for option in range(len(problem.options))]
        marks = tuple(tuple((number[name], mark) for name, mark in pairs) for _, pairs in drawn)
    except (ValueError, KeyError):
        return None
    if not places or not draws or len(number) != len(places) or len(blocks) not in (0, len(places)):
        return None
    sides = [1 + max(place[axis] for place in places) for axis in range(3)]
    if sides[0] * sides[1] * sides[2] > MOST_PLACES:
        return None
    return Canvas(tuple(places), marks, tuple(colour for colour, _ in drawn), tuple(blocks), grid=grid)


def _notes(text: str) -> Iterator[tuple[str, str, int]]:
    """Key and text of every comment of ours, with the number of options before it."""
    option, header = 0, False
    for _, line in lines_of(text):
        if line.startswith("|"):
            if found := _NOTE.fullmatch(line):
                yield found[1], found[2] or "", option
            elif header and line.strip("| \t") == "empty option":
                option += 1
        elif line.strip():
            option, header = option + header, True


def _name(place: Place) -> str:
    z, y, x = place
    return f"{z + 1}.{y + 1}.{x + 1}" if z else f"{y + 1}.{x + 1}"


def _place(name: str) -> Place:
    numbers = [_number(part) - 1 for part in name.split(".")]
    z, y, x = numbers if len(numbers) == 3 else (0, *numbers)
    if not all(0 <= side < LARGEST_SIDE for side in (z, y, x)):
        raise ValueError(name)
    return z, y, x


def _number(text: str) -> int:
    """A whole number from 1.  Raises ValueError."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS) or not int(text):
        raise ValueError(text)
    return int(text)
