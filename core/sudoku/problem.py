"""A Sudoku as a value: the shape of its boxes and the values given.

Values are 1 … n along the rows, 0 for an empty cell.  Givens that contradict
each other make a well-formed problem without a solution; `Sudoku.conflicts`
says which rule they break.  An impossible grid (a value above n, a wrong number
of cells) raises ProblemError.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, cast

from core.catalog import named
from core.checks import instance, several, shown, wholes
from core.checks import text as checked_text
from core.search import ProblemError
from core.solving import Solvable
from core.sudoku.shape import Rule, Shape
from core.sudoku.symbols import symbol
from core.words import counted

if TYPE_CHECKING:
    from core.sudoku.grid import Grid


@dataclass(frozen=True, slots=True)
class RepeatedValue:
    """One value that stands more than once in one unit."""

    rule: Rule
    number: int
    """The row, column or box, 0-based (boxes along the bands)."""
    value: int
    cells: tuple[int, ...]
    """The cells that hold it, in order."""
    shape: Shape

    def __str__(self) -> str:
        names = [self.shape.name_of(cell) for cell in self.cells]
        where = " and ".join([", ".join(names[:-1]), names[-1]])
        times = "twice" if len(names) == 2 else f"{len(names)} times"
        return f"{self.rule} {self.number + 1} holds {symbol(self.value)} {times}: {where}"


def conflicts(shape: Shape, values: Sequence[int]) -> list[RepeatedValue]:
    """Every breach of a rule by these n² values (0 = empty): rows first, then columns, then boxes."""
    found = []
    for number, unit in enumerate(shape.units):
        held = [values[cell] for cell in unit if values[cell]]
        if len(set(held)) == len(held):
            continue
        rule, index = shape.rule_of(number)
        for value in sorted({v for v in held if held.count(v) > 1}):
            cells = tuple(cell for cell in unit if values[cell] == value)
            found.append(RepeatedValue(rule, index, value, cells, shape))
    return found


def checked_shape(shape: object) -> Shape:
    """The shape itself.  Raises ProblemError for anything else."""
    if not isinstance(shape, Shape):
        raise ProblemError(f"expected a Shape, such as Shape(3, 3), not {shown(shape)}")
    return shape


@dataclass(frozen=True)
class Sudoku(Solvable["Grid"]):
    """Fill the grid so that every row, column and box holds each value once.

    ``givens`` are n² values along the rows, 0 for empty.  A solution, and a
    partial placement, has the same form.  Raises ProblemError when there are
    not n² values or one lies outside 0 … n.
    """

    shape: Shape
    givens: tuple[int, ...]

    kind = "sudoku"

    def __post_init__(self) -> None:
        n, cells = checked_shape(self.shape).order, self.shape.cells
        object.__setattr__(self, "givens", wholes(self.givens, "a given", 0))
        if len(self.givens) != cells:
            raise ProblemError(f"boxes of {self.shape} make a grid of {counted(cells, 'cell')}, not {len(self.givens)}")
        if max(self.givens) > n:
            wrong = next(cell for cell, value in enumerate(self.givens) if value > n)
            raise ProblemError(f"{self.shape.name_of(wrong)}: expected 0 to {n}, not {self.givens[wrong]}")

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]], shape: Shape | None = None) -> Sudoku:
        """Make a Sudoku from rows of numbers; without a shape, it gets the squarest boxes that fit.

        >>> Sudoku.from_rows([[1, 0], [0, 0]]).shape.box_columns
        2
        """
        table = [several(row, f"row {number}") for number, row in enumerate(several(rows, "rows"), 1)]
        if shape is None:
            shape = Shape.default(len(table))
        for number, row in enumerate(table, 1):
            if len(row) != shape.order:
                raise ProblemError(f"row {number}: expected {counted(shape.order, 'value')}, not {len(row)}")
        return cls(shape, tuple(value for row in table for value in row))

    @classmethod
    def parse(cls, text: str, shape: Shape | None = None) -> Sudoku:
        """Read a text with one Sudoku in any format that `core.sudoku.formats` knows.

        Raises FormatError (a ProblemError), and ProblemError for a text that holds more than one.

        >>> Sudoku.parse("1.3. ..2. .1.. 4...".replace(" ", "")).clues
        5
        """
        if shape is not None:
            checked_shape(shape)
        puzzle, *more = islice(named("core.sudoku.formats:read_text")(checked_text(text, "a Sudoku"), shape=shape), 2)
        for each in (puzzle, *more):
            if isinstance(each, Exception):
                raise each
        if more:
            raise ProblemError(
                "the text holds more than one Sudoku; core.sudoku.formats.read_text reads one after the other"
            )
        problem: Sudoku = puzzle.problem
        return problem

    @classmethod
    def empty(cls, shape: Shape) -> Sudoku:
        """A grid of this shape without givens."""
        return cls(shape, (0,) * checked_shape(shape).cells)

    @property
    def size(self) -> int:
        """The order n."""
        return self.shape.order

    @property
    def clues(self) -> int:
        """How many cells are given."""
        return sum(1 for value in self.givens if value)

    @cached_property
    def conflicts(self) -> tuple[RepeatedValue, ...]:
        """The rules that the givens break; empty for a problem that may have a solution."""
        return tuple(conflicts(self.shape, self.givens))

    def verify(self, solution: Sequence[int] | Grid) -> bool:
        """Whether n² values, or those of a grid, keep the givens and hold every value once in every unit."""
        values = getattr(solution, "values", solution)
        try:
            solution = wholes(values, "a value", 1, self.shape.order)
        except ProblemError:
            instance(values, Iterable, "a solution", "a Grid or its values")
            return False
        if len(solution) != self.shape.cells:
            return False
        if any(given and given != value for given, value in zip(self.givens, solution, strict=True)):
            return False
        every = set(range(1, self.shape.order + 1))
        return all({solution[cell] for cell in unit} == every for unit in self.shape.units)

    def _repr_svg_(self) -> str:
        """The givens as a picture, for notebooks."""
        return cast(str, named("core.sudoku.picture:problem_svg")(self))

    def __str__(self) -> str:
        n = self.shape.order
        return f"Sudoku {n}×{n} (boxes {self.shape}, {counted(self.clues, 'given')})"
