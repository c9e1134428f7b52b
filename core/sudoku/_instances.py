"""Puzzles by name, for comparisons (`core.compare._instances.Instances`)."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from core._checks import shown
from core._search import Goal, Problem, ProblemError
from core._words import counted
from core.storage._files import system_reason

if TYPE_CHECKING:
    from core.sudoku._problem import Sudoku


class SudokuInstances:
    """Puzzles: ``3x3`` (all that come with boxes of that shape), ``3x3#1-5``, ``empty-3x3``, ``FILE`` or ``FILE#7``."""

    axis = "puzzle"
    example = "3x3 or 3x3#1-5 or FILE"
    spaced = False
    usual = "3x3#1-5"
    usual_algorithms = ("backtracking", "bitmask", "dlx")
    nodes_a_solution = 0.0

    def __init__(self) -> None:
        self._read: dict[str, tuple[Any, ...]] = {}

    def expand(self, text: str) -> tuple[str, ...]:
        """The keys of the puzzles that a text names."""
        if (empty := self._empty(text.strip())) is not None:
            return (empty,)
        name, hash_, numbers = text.strip().rpartition("#")
        if not hash_:
            name, numbers = text.strip(), ""
        source = self._source(name)
        try:
            count = len(self._puzzles(source))
        except OSError as error:
            raise ProblemError(f"{name}: {system_reason(error)}") from None
        if count == 0:
            raise ProblemError(f"{name}: no puzzles there")
        wanted = range(1, count + 1)
        if hash_:
            match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", numbers)
            if match is None:
                raise ProblemError(f"{text}: expected a number or a range such as 1-5 after #, not {numbers!r}")
            wanted = range(int(match[1]), int(match[2] or match[1]) + 1)
            if not wanted or wanted[0] < 1 or wanted[-1] > count:
                raise ProblemError(f"{text}: the puzzles there are 1-{count}")
        return tuple(f"{source}#{number}" for number in wanted)

    @staticmethod
    def _empty(text: str) -> str | None:
        """The key of an empty grid, if the text names one."""
        match = re.fullmatch(r"empty-([1-6])[x×]([1-6])", text.lower())
        return f"empty-{match[1]}x{match[2]}" if match is not None else None

    def _source(self, name: str) -> str:
        from core.sudoku._collections import collections

        shipped = {str(c.name): str(c.name) for c in collections()}
        aliases = {str(c.shape).replace("×", "x"): str(c.name) for c in collections()} | shipped
        wanted = name.lower().replace("×", "x")
        if wanted in aliases:
            return aliases[wanted]
        if Path(name).is_file():
            return str(Path(name).absolute())
        raise ProblemError(
            f"{name!r} is neither a file nor a collection; there are {', '.join(sorted(set(aliases) - set(shipped)))}"
        )

    def _puzzles(self, source: str) -> tuple[Any, ...]:
        if source not in self._read:
            from core.sudoku._collections import collections
            from core.sudoku._formats import FormatError, read_file

            shipped = next((c for c in collections() if c.name == source), None)
            if shipped is not None:
                self._read[source] = shipped.puzzles()
            else:
                found = []
                for item in read_file(Path(source)):
                    if isinstance(item, FormatError):
                        raise item
                    found.append(item)
                self._read[source] = tuple(found)
        return self._read[source]

    def _puzzle(self, key: str) -> Any:
        source, _, number = key.rpartition("#")
        if not source or re.fullmatch(r"\d{1,9}", number) is None:
            raise ProblemError(f"expected a puzzle by its number, such as 3x3#1, not {shown(key)}")
        puzzles = self._puzzles(source)
        if not 1 <= int(number) <= len(puzzles):
            raise ProblemError(f"{source} has {counted(len(puzzles), 'puzzle')}, not {number}")
        return puzzles[int(number) - 1]

    def problem(self, key: str) -> Problem:
        """The puzzle or the empty grid with this key."""
        if self._empty(key) is not None:
            return _empty_grid(key)
        problem: Problem = self._puzzle(key).problem
        return problem

    def title(self, key: str) -> str:
        """The puzzle's name in a table."""
        if self._empty(key) is not None:
            return key.replace("-", " ")
        source, _, number = key.rpartition("#")
        return f"{Path(source).stem} #{number}"

    def known(self, key: str, goal: Goal) -> int | None:
        """How many solutions a run must report, if known."""
        if self._empty(key) is not None:
            return 1 if goal is Goal.FIRST else None
        # The shipped puzzles are proper: the generator proved it, and a test does so again.
        return None if Path(key).is_absolute() else 1

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """An equivalent puzzle: values renamed, lines and bands exchanged, perhaps rows and columns swapped."""
        from core.sudoku._grid import Grid
        from core.sudoku.human._exercises import disguised

        return disguised(Grid.from_problem(cast("Sudoku", problem)), chance).puzzle


def _empty_grid(key: str) -> Problem:
    """``empty-3x3``: a grid without givens, boxes 3 rows high and 3 columns wide."""
    from core.sudoku._problem import Sudoku
    from core.sudoku._shape import Shape

    rows, columns = key.removeprefix("empty-").split("x")
    return Sudoku.empty(Shape(int(rows), int(columns)))
