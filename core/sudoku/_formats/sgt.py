"""Game IDs of Solo in Simon Tatham's puzzle collection: ``parameters:description``.

    2x2:1a3c2b1b4c

The description runs through the cells: a number is a value, a letter a run of 1
(``a``) to 26 (``z``) empty cells, ``_`` separates two numbers.  In the parameters
``2x3`` means 2 *columns of boxes* and 3 rows of boxes, which makes a box 2 rows high
and 3 columns wide: our 2×3.  ``x`` adds the diagonals.  In a jigsaw, ``9j``, the
description goes on after a comma with the lines between regions: the places between
neighbours of a row, row by row, then those between neighbours of a column, column by
column; a letter counts the places without a line before the next line (``_`` none,
``a`` 1 … ``y`` 25), ``z`` 25 places and no line yet.  A killer game, ``2x2k``, goes on
with the lines between cages, written like those between regions, and then the sums,
written like the cells, with that of each cage in its first cell:
``2x2k:p,aaa__baa__a__a__,3a8a4_6c9_6c4a``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from core._words import counted
from core.sudoku._formats.base import (
    CannotWrite,
    Puzzle,
    PuzzleOrError,
    SourceText,
    TooLargeAt,
    clean_text,
    quoted,
)
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._shape import MAXIMUM_ORDER, Shape
from core.sudoku.rules._house import jigsaw_rules

if TYPE_CHECKING:
    from core.sudoku.rules._kinds import Caged

GAME = re.compile(
    r"\s*(?P<stacks>\d{1,3})(?:x(?P<bands>\d{1,3}))?(?P<more>[a-z0-9]*):(?P<description>[^\s#]*)(?P<title>.*)"
)


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """The game on each line."""
    return source.one_a_line(lambda number, line: _puzzle(source, number, line, layout))


def _puzzle(source: SourceText, number: int, line: str, wanted: Layout | None) -> Puzzle:
    match = GAME.fullmatch(line)
    if match is None:
        raise source.error(number, 1, f"expected a game such as 2x3:1b2d…, found {quoted(line)}")
    more = re.sub(r"(d[tbiaeu]|m[rd]?\d*|r\d|[ab]|md\d+)", "", match["more"])
    stacks = int(match["stacks"])
    bands = int(match["bands"] or (1 if "j" in more else stacks))
    if "j" in more:
        bands, stacks = stacks * bands, 1
    names = ["cells"] + ["lines between regions"] * ("j" in more)
    names += ["lines between cages", "sums of cages"] * ("k" in more)
    parts = iter(_parts(source, number, match, names))
    start, text = next(parts)
    regions = _groups(source, number, *next(parts), bands * stacks) if "j" in more else None
    # As many rows in a box as there are columns of boxes, and the other way round.
    layout = source.guard(number, lambda: _layout(Shape(stacks, bands), regions, diagonals="x" in more))
    values = _numbers(source, number, start, text, layout.cells, layout.order)
    if "k" in more:
        cages = _groups(source, number, *next(parts), layout.order)
        start, text = next(parts)
        told = _sums(source, number, start, text, cages, layout)
        layout = source.guard(number, lambda: Layout.of(layout, (*layout.rules, *told.rules())), start)
    if wanted is not None and layout.text != wanted.text:
        raise source.error(number, 1, f"expected boxes of {wanted}, found {layout}")
    return Puzzle(Grid.of(layout, values), title=clean_text(match["title"].strip(" \t#")), line=number)


def _parts(source: SourceText, number: int, match: re.Match[str], names: list[str]) -> list[tuple[int, str]]:
    """The column where each part of a description begins, and its text.  Raises FormatError for one too few or many."""
    column, found = match.start("description") + 1, []
    for part in match["description"].split(","):
        found.append((column, part))
        column += len(part) + 1
    if len(found) < len(names):
        raise source.error(number, column - 1, f"expected a comma and the {names[len(found)]}, found the end")
    if len(found) > len(names):
        column, part = found[len(names)]
        raise source.error(
            number, column - 1, f"expected nothing more after the {names[-1]}, found {quoted(',' + part)}"
        )
    return found


def _sums(source: SourceText, number: int, start: int, text: str, cages: tuple[int, ...], layout: Layout) -> Caged:
    """The sum of each cage.  Raises FormatError if one has none or two."""
    most = layout.order * (layout.order + 1) // 2
    told: dict[int, int] = {}
    for cell, value in enumerate(_numbers(source, number, start, text, layout.cells, most)):
        if value and cages[cell] in told:
            raise source.error(number, start, f"expected one sum in each cage, found another in {layout.name_of(cell)}")
        if value:
            told[cages[cell]] = value
    for cell, cage in enumerate(cages):
        if cage not in told:
            raise source.error(
                number, start, f"expected a sum in each cage, found none in that of {layout.name_of(cell)}"
            )
    from core.sudoku.rules._kinds import Caged

    return Caged(cages, tuple(total for _, total in sorted(told.items())))


def _pairs(order: int) -> list[tuple[int, int]]:
    """The pairs of neighbours, in the order in which the description gives the lines between them."""
    along = [(row * order + column, row * order + column + 1) for row in range(order) for column in range(order - 1)]
    down = [(row * order + column, (row + 1) * order + column) for column in range(order) for row in range(order - 1)]
    return along + down


def _groups(source: SourceText, number: int, start: int, text: str, order: int) -> tuple[int, ...]:
    """The region or cage of each cell, numbered by their first cells.  Raises FormatError."""
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


def _layout(shape: Shape, regions: tuple[int, ...] | None, *, diagonals: bool) -> Layout:
    if regions is not None:
        return Layout.of(shape, jigsaw_rules(regions, diagonals=diagonals))
    return Layout.parse(f"{shape.text} x" if diagonals else shape.text)


def _lines(groups: Sequence[int], order: int) -> str:
    """The lines between regions or cages, as `_groups` reads them.  Raises CannotWrite if one is in pieces."""
    out: list[str] = []
    run = 0
    for one, other in [*_pairs(order), (-1, -1)]:
        if one >= 0 and groups[one] == groups[other]:
            run += 1
            continue
        out.append("z" * (max(run - 1, 0) // 25))
        run -= 25 * len(out[-1])
        out.append(chr(ord("a") + run - 1) if run else "_")
        run = 0
    lines = "".join(out)
    if len(set(_groups(SourceText.of(""), 1, 1, lines, order))) != len(set(groups)):
        raise CannotWrite("a game ID holds regions and cages in one piece each")
    return lines


def _numbers(source: SourceText, number: int, start: int, text: str, cells: int, most: int) -> list[int]:
    """The number in each cell, 0 for none.  Raises FormatError."""
    values: list[int] = []
    for match in re.finditer(r"\d+|[a-z]|_|.", text):
        piece, column = match[0], start + match.start()
        if piece.isascii() and piece.isdecimal():
            value = int(piece[:6])
            if not 1 <= value <= most:
                raise source.error(number, column, f"expected a number from 1 to {most}, found {quoted(piece)}")
            values.append(value)
        elif "a" <= piece <= "z":
            values += [0] * (ord(piece) - ord("a") + 1)
        elif piece != "_":
            raise source.error(number, column, f"expected a number, a letter a-z or _, found {quoted(piece)}")
    if len(values) != cells:
        raise source.error(number, start + len(text), f"expected {counted(cells, 'cell')}, found {len(values)}")
    return values


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """One line for each game, with its title after ``#``."""
    from core.sudoku.rules._kinds import caged

    for puzzle in puzzles:
        layout = puzzle.grid.layout
        shape = layout.shape
        words = layout.text.split()[1:]
        cages, rest = caged(layout.untold, shape)
        if "windoku" in words:
            raise CannotWrite("a game ID has no windows")
        if rest:
            raise CannotWrite(
                f"a game ID has diagonals, regions, and cages with sums all over the grid; not: {rest[0].words(shape)}"
            )
        size = f"{shape.stacks}x{shape.bands}" if layout.rectangular else f"{layout.order}j"
        parts = [description(puzzle.clues)]
        if not layout.rectangular:
            parts.append(_lines(layout.areas, layout.order))
        if cages is not None:
            firsts = {cage: cell for cell, cage in reversed(list(enumerate(cages.cages)))}
            sums = [cages.totals[cage] if firsts[cage] == cell else 0 for cell, cage in enumerate(cages.cages)]
            parts += [_lines(cages.cages, layout.order), description(sums)]
        more = f"{'x' if 'x' in words else ''}{'k' if cages else ''}"
        yield f"{size}{more}:{','.join(parts)}" + (f" # {puzzle.title}" if puzzle.title else "")


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
