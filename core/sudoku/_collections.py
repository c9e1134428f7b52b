"""The puzzles that come with the program, one file for each box shape in ``puzzles/sudoku/``.

The files are ordinary CSV tables that `core.sudoku._formats` reads; every puzzle
has a title, a tier (its level) and an origin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from core._search import ProblemError
from core.sudoku._formats import FormatError, Puzzle, read_text
from core.sudoku._shape import Shape

_NAME = re.compile(r"(\d+)x(\d+)\.csv")


@dataclass(frozen=True, slots=True)
class Collection:
    """One shipped file."""

    name: str
    shape: Shape

    @property
    def title(self) -> str:
        """``9×9, boxes 3×3``."""
        return f"{self.shape.order}×{self.shape.order}, boxes {self.shape}"

    def puzzles(self) -> tuple[Puzzle, ...]:
        """Every puzzle of the collection, easy ones first.  Raises FormatError if the file is damaged."""
        text = files("puzzles").joinpath("sudoku", self.name).read_text(encoding="utf-8")
        found = []
        for item in read_text(text, self.name, format="csv"):
            if isinstance(item, FormatError):
                raise item
            found.append(item)
        return tuple(found)


def collections() -> tuple[Collection, ...]:
    """All shipped collections, small grids first."""
    folder = files("puzzles").joinpath("sudoku")
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    found = []
    for name in names:
        match = _NAME.fullmatch(name)
        if match:
            found.append(Collection(name, Shape(int(match[1]), int(match[2]))))
    return tuple(sorted(found, key=lambda c: (c.shape.order, c.shape.box_rows)))


def find(title: str) -> Puzzle:
    """The shipped puzzle with this title, such as ``3×3 hard 2`` (an x does for ×).  Raises ProblemError."""
    wanted = _plain(title)
    for collection in collections():
        for puzzle in collection.puzzles():
            if _plain(puzzle.title) == wanted:
                return puzzle
    raise ProblemError(f"no shipped puzzle is called {title!r}")


def _plain(title: str) -> str:
    return title.strip().lower().replace("×", "x")
