"""The problems of each family by name, and what the literature knows of them.

An instance key is short text that stays valid from one session to the next: the
board size, ``3x3.csv#4`` for the fourth puzzle of a shipped collection or of a
file, the name of a gallery entry or of a file.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from core.catalog import FAMILIES, named
from core.compare.plan import PlanError
from core.search import Goal, Problem, ProblemError
from core.storage.files import system_reason
from core.words import counted

if TYPE_CHECKING:
    from core.exact_cover.problem import ExactCover
    from core.sudoku.problem import Sudoku

MOST = 5000
"""How many instances one text may name: more would make a table that nobody can read or wait for."""


class Instances(Protocol):
    """How one family names its problems."""

    axis: str
    """What a row of the table is: ``N``, ``puzzle``, ``problem``."""
    example: str
    """What a person could write, for error messages and forms."""
    spaced: bool
    """Whether blanks may stand in a text, as in ``4 - 12``; elsewhere they separate two texts."""
    usual: str
    """The instances that a new comparison starts with."""
    usual_algorithms: tuple[str, ...]
    """The algorithms that a new comparison starts with."""
    nodes_a_solution: float
    """Nodes of a counting search for each solution, roughly, where nobody has counted the nodes; 0 if unknown."""

    def expand(self, text: str) -> tuple[str, ...]:
        """The keys that a text names, in order.  Raises PlanError."""
        ...

    def problem(self, key: str) -> Problem:
        """The problem itself.  Raises ProblemError or OSError when it is not there (any more)."""
        ...

    def title(self, key: str) -> str:
        """What to call it in a table."""
        ...

    def known(self, key: str, goal: Goal) -> int | None:
        """How many solutions a run with this goal must report, or None where nobody knows."""
        ...

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """The same problem in another guise, with as many solutions, or None where each has but one."""
        ...


@cache
def instances(family: str) -> Instances:
    """The instances of a family.  Raises PlanError for an unknown one."""
    if family not in FAMILIES:
        raise PlanError(f"no family of problems is called {family!r}; there are {', '.join(FAMILIES)}")
    found: Instances = named(FAMILIES[family].instances)()
    return found


def position(key: str) -> int | None:
    """Where an instance lies on a numeric axis (its N), or None where there is no such axis."""
    return int(key) if key.isdecimal() else None


def expand(family: str, texts: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """All keys that several texts name, each once.  Raises PlanError."""
    kind = instances(family)
    if not texts:
        raise PlanError(f"which {family} instances? For example: {kind.example}")
    keys = tuple(dict.fromkeys(key for text in texts for key in kind.expand(text)))
    if len(keys) > MOST:
        raise PlanError(f"{len(keys)} instances are too many; at most {MOST}")
    return keys


class QueensInstances:
    """Board sizes: ``8``, ``4-12``, ``4-12,39``."""

    axis = "N"
    example = "4-12"
    spaced = True
    usual = "4-10"
    usual_algorithms = ("backtracking", "dlx", "dlx-s")
    nodes_a_solution = 60.0

    def expand(self, text: str) -> tuple[str, ...]:
        """The board sizes that a list of numbers and ranges names, each once."""
        keys: list[str] = []
        for piece in text.split(","):
            match = re.fullmatch(r"\s*(\d{1,99})\s*(?:(?:-|…|\.\.)\s*(\d{1,99})\s*)?", piece)
            if match is None:
                raise PlanError(f"N: expected a whole number or a range such as {self.example}, not {piece.strip()!r}")
            first, last = int(match[1]), int(match[2] or match[1])
            if last < first:
                raise PlanError(f"N: the range {piece.strip()} runs backwards")
            self._check(last)
            if last - first >= MOST:
                raise PlanError(f"N: {piece.strip()} are more than {MOST} boards")
            for n in range(first, last + 1):
                self._check(n)
                keys.append(str(n))
        return tuple(dict.fromkeys(keys))

    def _check(self, n: int) -> None:
        from core.queens.problem import Queens

        try:
            Queens(n)
        except ProblemError as error:
            raise PlanError(str(error)) from None

    def problem(self, key: str) -> Problem:
        """The board of that size."""
        from core.queens.problem import Queens

        return Queens(int(key))

    def title(self, key: str) -> str:
        """The key itself."""
        return key

    def known(self, key: str, goal: Goal) -> int | None:
        """The known number of solutions; for the first one, 1 or 0 by whether there is any."""
        from core.queens.problem import Queens

        problem = Queens(int(key))
        return int(problem.solvable) if goal is Goal.FIRST else problem.known_count

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """None: an empty board, turned or mirrored, is the same board."""
        return None


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
            raise PlanError(f"{name}: {system_reason(error)}") from None
        except ProblemError as error:
            raise PlanError(str(error)) from None
        if count == 0:
            raise PlanError(f"{name}: no puzzles there")
        wanted = range(1, count + 1)
        if hash_:
            match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", numbers)
            if match is None:
                raise PlanError(f"{text}: expected a number or a range such as 1-5 after #, not {numbers!r}")
            wanted = range(int(match[1]), int(match[2] or match[1]) + 1)
            if not wanted or wanted[0] < 1 or wanted[-1] > count:
                raise PlanError(f"{text}: the puzzles there are 1-{count}")
        return tuple(f"{source}#{number}" for number in wanted)

    @staticmethod
    def _empty(text: str) -> str | None:
        """The key of an empty grid, if the text names one."""
        match = re.fullmatch(r"empty-([1-6])[x×]([1-6])", text.lower())
        return f"empty-{match[1]}x{match[2]}" if match is not None else None

    def _source(self, name: str) -> str:
        from core.sudoku.collections import collections

        shipped = {str(c.name): str(c.name) for c in collections()}
        aliases = {str(c.shape).replace("×", "x"): str(c.name) for c in collections()} | shipped
        wanted = name.lower().replace("×", "x")
        if wanted in aliases:
            return aliases[wanted]
        if Path(name).is_file():
            return str(Path(name).absolute())
        raise PlanError(
            f"{name!r} is neither a file nor a collection; there are {', '.join(sorted(set(aliases) - set(shipped)))}"
        )

    def _puzzles(self, source: str) -> tuple[Any, ...]:
        if source not in self._read:
            from core.sudoku.collections import collections
            from core.sudoku.formats import FormatError, read_file

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
        """What to call the puzzle in a table."""
        if self._empty(key) is not None:
            return key.replace("-", " ")
        source, _, number = key.rpartition("#")
        return f"{Path(source).stem} #{number}"

    def known(self, key: str, goal: Goal) -> int | None:
        """How many solutions a run must report, where that is known."""
        if self._empty(key) is not None:
            return 1 if goal is Goal.FIRST else None
        # The shipped puzzles are proper: the generator proved it, and a test does so again.
        return None if Path(key).is_absolute() else 1

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """Values renamed, lines and bands exchanged, perhaps rows and columns swapped."""
        from core.sudoku.grid import Grid
        from core.sudoku.human.exercises import disguised
        from core.sudoku.problem import Sudoku

        grid = disguised(Grid.from_problem(cast("Sudoku", problem)), chance)
        return Sudoku(grid.shape, grid.givens)


def _empty_grid(key: str) -> Problem:
    """``empty-3x3``: a grid without givens, boxes 3 rows high and 3 columns wide."""
    from core.sudoku.problem import Sudoku
    from core.sudoku.shape import Shape

    rows, columns = key.removeprefix("empty-").split("x")
    return Sudoku.empty(Shape(int(rows), int(columns)))


class CoverInstances:
    """Exact covers: names of the gallery, or files that `core.exact_cover.formats.load` reads."""

    axis = "problem"
    example = "pentominoes-6x10 or FILE"
    spaced = False
    usual = "knuth-2000"
    usual_algorithms = ("algorithm-x", "dlx", "dancing-cells")
    nodes_a_solution = 0.0

    def expand(self, text: str) -> tuple[str, ...]:
        """The keys of the gallery entries or files that a text names."""
        from core.exact_cover.gallery import GALLERY

        names = [entry.name for entry in GALLERY]
        keys = []
        for piece in text.split(","):
            name = piece.strip().removeprefix("gallery:")
            if name in names:
                keys.append(name)
            elif Path(name).is_file():
                self._look(Path(name))
                keys.append(str(Path(name).absolute()))
            else:
                raise PlanError(f"{name!r} is neither a file nor in the gallery; there are {', '.join(names)}")
        return tuple(dict.fromkeys(keys))

    @staticmethod
    def _look(path: Path) -> None:
        """Raise PlanError unless there is a problem in the file: better now than as a table of refusals."""
        from core.exact_cover.formats.load import load

        try:
            load(path)
        except OSError as error:
            raise PlanError(f"{path}: {system_reason(error)}") from None
        except ValueError as error:
            raise PlanError(str(error)) from None

    def problem(self, key: str) -> Problem:
        """The gallery's problem or the one in the file."""
        from core.exact_cover.formats.load import load
        from core.exact_cover.gallery import instance

        puzzle = load(Path(key)) if Path(key).is_absolute() else instance(key).puzzle()
        return puzzle.problem

    def title(self, key: str) -> str:
        """What to call the problem in a table."""
        return Path(key).name

    def known(self, key: str, goal: Goal) -> int | None:
        """How many solutions a run must report, where that is known."""
        if Path(key).is_absolute():
            return None
        from core.exact_cover.gallery import instance

        known = instance(key).known
        return min(known, 1) if goal is Goal.FIRST else known

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """Items, options, and the items of each option in another order."""
        from core.exact_cover.problem import ExactCover

        given = cast("ExactCover", problem)
        first, size = given.primary, len(given.items)
        items = [*chance.sample(range(first), first), *chance.sample(range(first, size), size - first)]
        place = {item: number for number, item in enumerate(items)}
        rows = chance.sample(range(len(given.options)), len(given.options))
        within = [chance.sample(range(len(given.options[row])), len(given.options[row])) for row in rows]
        return ExactCover(
            [given.items[item] for item in items],
            [[place[given.options[row][k]] for k in order] for row, order in zip(rows, within, strict=True)],
            [[given.colours[row][k] for k in order] for row, order in zip(rows, within, strict=True)]
            if given.colours else (),
            [given.labels[row] for row in rows] if given.labels else (), given.title, given.origin,
        )  # fmt: skip
