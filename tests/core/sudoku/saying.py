"""For transcripts about Sudoku: what was read, written or found, in lines that a person can check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from core.search import ProblemError
from core.sudoku.formats import FORMATS, FormatError, Puzzle, detect, read_text, write
from core.sudoku.grid import Grid, values_in
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol, text_of


def rows(shape: Shape, values: Iterable[int]) -> str:
    """Values as rows with blanks between them."""
    text = text_of(values)
    return " ".join(text[at : at + shape.order] for at in range(0, shape.cells, shape.order))


def sets(shape: Shape, each: Iterable[int]) -> str:
    """``r1c2 12, r3c4 3``: the sets of values that are not empty."""
    return ", ".join(
        f"{shape.name_of(cell)} {''.join(map(symbol, values_in(bits)))}" for cell, bits in enumerate(each) if bits
    )


def grid_lines(grid: Grid) -> Iterator[str]:
    """A grid's shape and all that stands in it."""
    shape = grid.shape
    yield f"{shape}  {rows(shape, grid.givens) if any(grid.givens) else 'no givens'}"
    if shape.regions is not None:
        yield f"  regions {shape.text.split()[-1]}"
    if any(grid.placed):
        yield f"  placed {rows(shape, grid.placed)}"
    for name in ("marks", "struck"):
        if any(held := getattr(grid, name)):
            yield f"  {name} {sets(shape, held)}"


def item_lines(item: Puzzle | FormatError) -> Iterator[str]:
    """What a reader gave."""
    if isinstance(item, FormatError):
        yield f"{'! ' if type(item) is FormatError else '!! '}{item.line}:{item.column} {item.message}"
        return
    first, *more = grid_lines(item.grid)
    told = ", ".join(
        f"{name} {text!r}"
        for name in ("title", "author", "description", "comment", "date", "source", "level", "url", "step")
        if (text := getattr(item, name))
    )
    yield f"{item.line}: {first}{f'  {told}' if told else ''}"
    yield from more


def read(text: str, *, suffix: str = "", format: str | None = None, shape: str | None = None) -> None:
    """Print what a text is taken for and what is in it; errors after ``!``, with line and column."""
    wanted = Shape.parse(shape) if shape else None
    if format is None:
        print(f"[{detect(text, suffix)}]")
    for item in read_text(text, format=format, shape=wanted, suffix=suffix):
        print(*item_lines(item), sep="\n")


def spoil(text: str, *, format: str | None = None) -> None:
    """Print what comes of a text with something wrong in it: a character less or more, a line less, a strange sign."""
    lines = text.split("\n")
    places = [at for at, sign in enumerate(text) if sign.isalnum()]
    middle, last = places[len(places) // 2], places[-1]
    spoilt = {
        "the last sign gone": text[:last] + text[last + 1 :],
        "one sign more": text[:last] + text[last] + text[last:],
        "a strange sign": text[:middle] + "$" + text[middle + 1 :],
        "a value too large": text[:middle] + "9" + text[middle + 1 :],
        "the last line gone": "\n".join(lines[:-1]),
        "the second line gone": "\n".join(lines[:1] + lines[2:]),
        "twice, a line between": f"{text}\n\n{text}",
        "ends of lines as on old machines": text.replace("\n", "\r") + "\r",
        "moved to the right": "\n".join(f"   {line}" for line in lines),
    }
    for what, changed in spoilt.items():
        found = [line for item in islice(read_text(changed, format=format), 3) for line in item_lines(item)]
        print(f"{what}: {' | '.join(found)}")


def write_all(grid: Grid, title: str = "", *, formats: str = "") -> None:
    """Print a grid in every format, and how it comes back where that is not the same grid."""
    for entry in FORMATS:
        if not entry.writable or (formats and entry.key not in formats.split()):
            continue
        try:
            lines = list(write([Puzzle(grid, title=title)], entry.key))
        except ProblemError as error:
            print(f"[{entry.key}] {error}")
            continue
        print(f"[{entry.key}]", *lines, sep="\n")
        (again, *_) = read_text("\n".join(lines), format=entry.key)
        if isinstance(again, FormatError) or again.grid != grid:
            print("comes back as", *item_lines(again), sep="\n")
