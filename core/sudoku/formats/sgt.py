"""Game IDs of Solo in Simon Tatham's puzzle collection: ``parameters:description``.

The description runs through the cells: a number is a value, a letter a run of
1 (``a``) to 26 (``z``) empty cells, ``_`` stands between two numbers.  In the
parameters ``2x3`` means 2 *columns of boxes* and 3 rows of boxes, which makes a box
2 rows high and 3 columns wide: our 2×3.  Jigsaw, X and Killer games have rules of
their own and are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.sudoku.formats.base import FormatError, Item, Puzzle, Source, clean_text, quoted
from core.sudoku.grid import Grid
from core.sudoku.shape import Shape

GAME = re.compile(
    r"\s*(?P<stacks>\d{1,3})(?:x(?P<bands>\d{1,3}))?(?P<more>[a-z0-9]*):(?P<description>[^\s#]*)(?P<title>.*)"
)


def read(source: Source, shape: Shape | None = None) -> Iterator[Item]:
    """One game a line."""
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


def _puzzle(source: Source, number: int, line: str) -> Puzzle:
    match = GAME.fullmatch(line)
    if match is None:
        raise source.error(number, 1, f"expected a game such as 2x3:1b2d…, found {quoted(line)}")
    more = re.sub(r"(d[tbiaeu]|m[rd]?\d*|r\d|[ab]|md\d+)", "", match["more"])
    for letter, name in (("j", "Jigsaw"), ("k", "Killer"), ("x", "X")):
        if letter in more:
            raise source.error(
                number, match.start("more") + 1, f"expected a plain Sudoku, found {name} (rules of its own)"
            )
    stacks = int(match["stacks"])
    bands = int(match["bands"] or stacks)
    # As many rows in a box as there are columns of boxes, and the other way round.
    shape = source.guard(number, lambda: Shape(stacks, bands))
    values = _cells(source, number, match.start("description") + 1, match["description"], shape)
    return Puzzle(Grid.of(shape, values), title=clean_text(match["title"].strip(" \t#")), line=number)


def _cells(source: Source, number: int, start: int, text: str, shape: Shape) -> list[int]:
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
        raise source.error(number, start + len(text), f"expected {shape.cells} cells, found {len(values)}")
    return values


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """One game a line, its title after ``#``."""
    for puzzle in puzzles:
        shape = puzzle.grid.shape
        title = f" # {puzzle.title}" if puzzle.title else ""
        yield f"{shape.stacks}x{shape.bands}:{description(puzzle.clues)}{title}"


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
