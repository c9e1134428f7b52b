"""Game IDs of Solo in Simon Tatham's puzzle collection: ``parameters:description``.

    2x2:1a3c2b1b4c

The description runs through the cells: a number is a value, a letter a run of
1 (``a``) to 26 (``z``) empty cells, ``_`` stands between two numbers.  In the
parameters ``2x3`` means 2 *columns of boxes* and 3 rows of boxes, which makes a box
2 rows high and 3 columns wide: our 2×3.  ``x`` adds the diagonals.  In a jigsaw,
``9j``, the description goes on after a comma with the lines between regions: the
places between neighbours of a row, row by row, then those between neighbours of a
column, column by column; a letter counts the places without a line before the next
line (``_`` none, ``a`` 1 … ``y`` 25), ``z`` 25 places and no line yet.  Killer games
have sums and are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.sudoku.formats.base import (
    CannotWrite,
    FormatError,
    Puzzle,
    PuzzleOrError,
    SourceText,
    TooLargeAt,
    clean_text,
    quoted,
)
from core.sudoku.grid import Grid
from core.sudoku.shape import MAXIMUM_ORDER, Shape
from core.words import counted

GAME = re.compile(
    r"\s*(?P<stacks>\d{1,3})(?:x(?P<bands>\d{1,3}))?(?P<more>[a-z0-9]*):(?P<description>[^\s#]*)(?P<title>.*)"
)


def read(source: SourceText, shape: Shape | None = None) -> Iterator[PuzzleOrError]:
    """The game on each line."""
    for number, line in enumerate(source.lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            puzzle = _puzzle(source, number, line)
            if shape is not None and puzzle.grid.shape != shape:
                raise source.error(number, 1, f"expected boxes of {shape}, found {puzzle.grid.shape}")
            yield puzzle
        except FormatError as error:
            yield error


def _puzzle(source: SourceText, number: int, line: str) -> Puzzle:
    match = GAME.fullmatch(line)
    if match is None:
        raise source.error(number, 1, f"expected a game such as 2x3:1b2d…, found {quoted(line)}")
    more = re.sub(r"(d[tbiaeu]|m[rd]?\d*|r\d|[ab]|md\d+)", "", match["more"])
    if "k" in more:
        raise source.error(number, match.start("more") + 1, "expected a game without sums, found a Killer Sudoku")
    stacks = int(match["stacks"])
    bands = int(match["bands"] or (1 if "j" in more else stacks))
    text, _, lines = match["description"].partition(",")
    regions: tuple[int, ...] | None = None
    if "j" in more:
        bands, stacks = stacks * bands, 1
        regions = _regions(source, number, match.start("description") + len(text) + 2, lines, bands)
    # As many rows in a box as there are columns of boxes, and the other way round.
    shape = source.guard(number, lambda: Shape(stacks, bands, regions, "x" in more))
    values = _cells(source, number, match.start("description") + 1, text, shape)
    return Puzzle(Grid.of(shape, values), title=clean_text(match["title"].strip(" \t#")), line=number)


def _pairs(order: int) -> list[tuple[int, int]]:
    """The pairs of neighbours, in the order in which the description gives the lines between them."""
    along = [(row * order + column, row * order + column + 1) for row in range(order) for column in range(order - 1)]
    down = [(row * order + column, (row + 1) * order + column) for column in range(order) for row in range(order - 1)]
    return along + down


def _regions(source: SourceText, number: int, start: int, text: str, order: int) -> tuple[int, ...]:
    """The region of each cell, numbered by their first cells.  Raises FormatError."""
    if order > MAXIMUM_ORDER:
        raise TooLargeAt(source.name, number, 1, f"order {order} is too large: the limit here is {MAXIMUM_ORDER}")
    pairs = _pairs(order)
    group = list(range(order * order))

    def root(cell: int) -> int:
        while group[cell] != cell:
            cell = group[cell]
        return cell

    at = 0
    for offset, character in enumerate(text):
        if character != "_" and not "a" <= character <= "z":
            raise source.error(number, start + offset, f"expected _ or a letter a-z, found {quoted(character)}")
        run = 0 if character == "_" else min(ord(character) - ord("a") + 1, 25)
        for one, other in pairs[at : at + run]:
            group[root(one)] = root(other)
        at += run + (character != "z")
    if at != len(pairs) + 1:
        raise source.error(number, start + len(text), f"expected {len(pairs)} places for lines, found {at - 1}")
    names: dict[int, int] = {}
    return tuple(names.setdefault(root(cell), len(names)) for cell in range(order * order))


def _lines(shape: Shape) -> str:
    """The lines between regions, as `_regions` reads them."""
    out: list[str] = []
    run = 0
    for one, other in [*_pairs(shape.order), (-1, -1)]:
        if one >= 0 and shape.box(one) == shape.box(other):
            run += 1
            continue
        out.append("z" * (max(run - 1, 0) // 25))
        run -= 25 * len(out[-1])
        out.append(chr(ord("a") + run - 1) if run else "_")
        run = 0
    return "".join(out)


def _cells(source: SourceText, number: int, start: int, text: str, shape: Shape) -> list[int]:
    values: list[int] = []
    for match in re.finditer(r"\d+|[a-z]|_|.", text):
        piece, column = match[0], start + match.start()
        if piece.isascii() and piece.isdecimal():
            value = int(piece[:6])
            if not 1 <= value <= shape.order:
                raise source.error(number, column, f"expected a number from 1 to {shape.order}, found {quoted(piece)}")
            values.append(value)
        elif "a" <= piece <= "z":
            values += [0] * (ord(piece) - ord("a") + 1)
        elif piece != "_":
            raise source.error(number, column, f"expected a number, a letter a-z or _, found {quoted(piece)}")
    if len(values) != shape.cells:
        raise source.error(number, start + len(text), f"expected {counted(shape.cells, 'cell')}, found {len(values)}")
    return values


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """One line for each game, with its title after ``#``."""
    for puzzle in puzzles:
        shape = puzzle.grid.shape
        title = f" # {puzzle.title}" if puzzle.title else ""
        if shape.windows:
            raise CannotWrite("a game ID has no windows")
        extra = "x" if shape.diagonals else ""
        if shape.regions is not None:
            lines = _lines(shape)
            again = _regions(SourceText.of(""), 1, 1, lines, shape.order)
            if len(set(again)) != shape.order:
                raise CannotWrite("a game ID holds regions in one piece each")
            yield f"{shape.order}j{extra}:{description(puzzle.clues)},{lines}{title}"
        else:
            yield f"{shape.stacks}x{shape.bands}{extra}:{description(puzzle.clues)}{title}"


def description(values: Iterable[int]) -> str:
    """The cells in Solo's run-length notation."""
    out: list[str] = []
    run = 0
    for value in [*values, -1]:
        if value == 0:
            run += 1
            continue
        while run:
            out.append(chr(ord("a") + min(run, 26) - 1))
            run -= min(run, 26)
        if value > 0:
            out.append(("_" if out and out[-1].isdecimal() else "") + str(value))
            if out[-1].startswith("_"):
                out[-1:] = ["_", str(value)]
    return "".join(out)
