"""A Sudoku as a value: the shape of its boxes, what each cell may hold, and the rules.

Values are 1 … n along the rows; a set of values is an integer, bit v - 1 for
value v.  A *given* is a cell with one candidate.  Candidates that contradict each
other make a well-formed problem without a solution; `Sudoku.conflicts` says which
rule they break.  An impossible grid (a value above n, a wrong number of cells)
raises ProblemError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, cast

from core._catalog import named
from core._checks import instance, several, wholes
from core._checks import text as checked_text
from core._search import ProblemError
from core._solving import Solvable
from core._words import both, counted
from core.sudoku._layout import House, Layout, checked_shape
from core.sudoku._shape import Shape
from core.sudoku._symbols import symbol
from core.sudoku.rules._check import broken, keeps
from core.sudoku.rules._forms import Board, Form
from core.sudoku.rules._house import USUAL
from core.sudoku.rules._reading import names
from core.sudoku.rules._rule import Rule

if TYPE_CHECKING:
    from core.sudoku._grid import Grid


@dataclass(frozen=True, slots=True)
class RepeatedValue:
    """One value that occurs more than once among cells that must differ."""

    name: str
    """The name of these cells: ``row 3``, ``the cage of 15 at r1c1``."""
    value: int
    cells: tuple[int, ...]
    """The cells that hold it, in order."""
    shape: Shape

    def __str__(self) -> str:
        times = "twice" if len(self.cells) == 2 else f"{len(self.cells)} times"
        return f"{self.name} holds {symbol(self.value)} {times}: {names(self.cells, self.shape)}"


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """Cells that break a rule in another way."""

    words: str
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return self.words


Conflict = RepeatedValue | BrokenRule
"""A breach of a rule."""


def conflicts(layout: Layout, values: Sequence[int]) -> list[Conflict]:
    """Every breach of a rule by these n² values (0 = empty), in the order of the rules."""
    found: list[RepeatedValue] = []
    for name, group in layout.distinct:
        held = [values[cell] for cell in group if values[cell]]
        if len(set(held)) == len(held):
            continue
        for value in sorted({v for v in held if held.count(v) > 1}):
            cells = tuple(cell for cell in group if values[cell] == value)
            found.append(RepeatedValue(name, value, cells, layout.shape))
    return [*found, *_broken_otherwise(layout, values, found)]


def _broken_otherwise(layout: Layout, values: Sequence[int], told: Sequence[RepeatedValue]) -> Iterator[BrokenRule]:
    if layout.only_houses:
        return
    repeated = {(conflict.name, cell) for conflict in told for cell in conflict.cells}
    for form, cells in broken(layout.board, (form for form, _ in layout.forms), values):
        if not all((form.name, cell) in repeated for cell in cells):
            yield BrokenRule(f"{names(cells, layout.shape)} break{'s' * (len(cells) == 1)} {form.name}", cells)


@dataclass(frozen=True, init=False)
class Sudoku(Solvable["Grid"]):
    """Fill the grid so that every rule is kept; by default every row, column and box holds each value once.

    ``candidates`` are n² sets of values: a cell holds one of its set.  A solution is
    n² values.  Raises ProblemError when there are not n² sets, one has a value above n,
    or a rule does not fit the shape.
    """

    shape: Shape
    candidates: tuple[int, ...]
    rules: tuple[Rule, ...]

    kind = "sudoku"
    kept_form = 2  # candidates and rules; 1 had givens and flags

    def __init__(
        self, shape: Shape, *old: object, candidates: Iterable[int] | None = None, rules: Iterable[Rule] = USUAL
    ) -> None:
        if old:
            raise ProblemError(
                "Sudoku takes a shape, then candidates= and rules= by name; Sudoku.of(shape, values) takes n² values"
            )
        cells, full = checked_shape(shape).cells, (1 << shape.order) - 1
        sets = (full,) * cells if candidates is None else wholes(candidates, "a set of candidates", 0)
        if len(sets) != cells:
            raise ProblemError(f"boxes of {shape} make a grid of {counted(cells, 'cell')}, not {len(sets)}")
        if max(sets) > full:
            wrong = next(cell for cell, bits in enumerate(sets) if bits > full)
            raise ProblemError(f"{shape.name_of(wrong)}: expected a set from 0 to {full}, not {sets[wrong]}")
        layout = Layout.of(shape, rules)
        self.__dict__.update(shape=shape, candidates=sets, rules=layout.rules, layout=layout)

    @classmethod
    def of(
        cls,
        shape: Shape | Layout,
        values: Iterable[int],
        candidates: Sequence[int] | None = None,
        rules: Iterable[Rule] | None = None,
    ) -> Sudoku:
        """Make a Sudoku from n² values along the rows, 0 for an empty cell, which may hold its ``candidates``.

        A layout brings its rules.  Raises ProblemError when there are not n² values or one lies outside 0 … n.

        >>> Sudoku.of(Shape(1, 2), (1, 0, 0, 0)).candidates
        (1, 3, 3, 3)
        """
        layout = Layout.of(shape, rules)
        shape = layout.shape
        n, cells = shape.order, shape.cells
        values = wholes(values, "a given", 0)
        if len(values) != cells:
            raise ProblemError(f"boxes of {layout} make a grid of {counted(cells, 'cell')}, not {len(values)}")
        if max(values) > n:
            wrong = next(cell for cell, value in enumerate(values) if value > n)
            raise ProblemError(f"{shape.name_of(wrong)}: expected 0 to {n}, not {values[wrong]}")
        full = (1 << n) - 1
        if candidates is not None:
            left = wholes(candidates, "a set of candidates", 0, full)
            if len(left) != cells:
                raise ProblemError(f"boxes of {layout} make a grid of {counted(cells, 'cell')}, not {len(left)}")
            sets = tuple([1 << (value - 1) if value else bits for value, bits in zip(values, left, strict=True)])
            return cls(shape, candidates=sets, rules=layout.rules)
        made = object.__new__(cls)  # checked already: lists have many of them
        sets = tuple([1 << (value - 1) if value else full for value in values])
        made.__dict__.update(shape=shape, candidates=sets, rules=layout.rules, layout=layout)
        if n > 1:
            made.__dict__.update(givens=values, marked=False)
        return made

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]], shape: Shape | Layout | None = None) -> Sudoku:
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
        return cls.of(shape, tuple(value for row in table for value in row))

    @classmethod
    def parse(cls, text: str, shape: Shape | Layout | None = None) -> Sudoku:
        """Read a text with one Sudoku in any format, as `core.sudoku.parse` does.

        Raises FormatError (a ProblemError), and ProblemError for a text that holds more than one.

        >>> Sudoku.parse("1.3. ..2. .1.. 4...".replace(" ", "")).clues
        5
        """
        if shape is not None:
            shape = Layout.of(shape)
        puzzle, *more = islice(named("core.sudoku._formats:read_text")(checked_text(text, "a Sudoku"), shape=shape), 2)
        for each in (puzzle, *more):
            if isinstance(each, Exception):
                raise each
        if more:
            raise ProblemError(
                "the text holds more than one Sudoku; core.sudoku._formats.read_text reads one after the other"
            )
        problem: Sudoku = puzzle.problem
        return problem

    @classmethod
    def empty(cls, shape: Shape | Layout) -> Sudoku:
        """A grid of this shape without givens."""
        layout = Layout.of(shape)
        return cls(layout.shape, rules=layout.rules)

    def with_value(self, cell: int, value: int) -> Sudoku:
        """A copy of this Sudoku with a value given in a cell."""
        sets = (*self.candidates[:cell], 1 << (value - 1), *self.candidates[cell + 1 :])
        return Sudoku(self.shape, candidates=sets, rules=self.rules)

    @property
    def size(self) -> int:
        """The order n."""
        return self.shape.order

    @cached_property
    def layout(self) -> Layout:
        """The shape and the rules, and what follows from them."""
        return Layout.of(self.shape, self.rules)

    @property
    def houses(self) -> tuple[House, ...]:
        """The sets of n cells that hold every value."""
        return self.layout.houses

    @property
    def plain(self) -> bool:
        """Whether rows, columns and rectangular boxes are all the rules."""
        return self.rules == USUAL

    @cached_property
    def board(self) -> Board:
        """What its cells may hold, and the helper cells that its rules have asked for."""
        return self.layout.board.narrowed(self.candidates)

    @property
    def forms(self) -> tuple[tuple[Form, Rule], ...]:
        """The forms of its rules, each with its rule."""
        return self.layout.forms

    def peers(self, cell: int) -> tuple[int, ...]:
        """All other cells that must differ from this one, in order."""
        return self.layout.peers(cell)

    @cached_property
    def givens(self) -> tuple[int, ...]:
        """The value of each cell that has one candidate, 0 for the others."""
        return tuple([0 if bits & (bits - 1) else bits.bit_length() for bits in self.candidates])

    @cached_property
    def clues(self) -> int:
        """How many cells are given."""
        return self.shape.cells - self.givens.count(0)

    @cached_property
    def struck(self) -> tuple[int, ...]:
        """By cell, the set of the candidates that have been struck out, beyond what the givens tell already."""
        full = (1 << self.shape.order) - 1
        if self.clues + self.candidates.count(full) == self.shape.cells:
            return (0,) * self.shape.cells
        layout, givens = self.layout, self.givens
        left = list(layout.allowed)
        for _, group in layout.distinct:
            held = 0
            for cell in group:
                if givens[cell]:
                    held |= self.candidates[cell]
            for cell in group:
                left[cell] &= ~held
        return tuple(
            0 if given else open_ & ~bits for given, open_, bits in zip(givens, left, self.candidates, strict=True)
        )

    @cached_property
    def marked(self) -> bool:
        """Whether candidates have been struck out that the givens leave."""
        return any(self.struck)

    @property
    def basis(self) -> str:
        """What it is solved from: ``17 givens``, or ``17 givens, 3 marks struck out and 12 rules``."""
        parts = [counted(self.clues, "given")]
        if self.marked:
            parts.append(f"{counted(sum(bits.bit_count() for bits in self.struck), 'mark')} struck out")
        if rules := len(self.layout.untold):
            parts.append(counted(rules, "rule"))
        return both(parts)

    @property
    def from_more(self) -> str:
        """For sentences about an answer from more than givens: ``, from 17 givens and 12 rules``; else empty."""
        return f", from {self.basis}" if self.marked or self.layout.untold else ""

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Cells without a candidate, and the rules that the givens break; none if there may be a solution."""
        empty = (cell for cell, bits in enumerate(self.candidates) if not bits)
        bare = [BrokenRule(f"{self.shape.name_of(cell)} has no candidate left", (cell,)) for cell in empty]
        return (*bare, *conflicts(self.layout, self.givens))

    def verify(self, solution: Sequence[int] | Grid) -> bool:
        """Whether n² values, or those of a grid, are among the candidates and keep every rule."""
        values = getattr(solution, "values", solution)
        try:
            solution = wholes(values, "a value", 1, self.shape.order)
        except ProblemError:
            instance(values, Iterable, "a solution", "a Grid or its values")
            return False
        return self.solved_by(solution)

    def solved_by(self, values: Sequence[int]) -> bool:
        """`verify`, of whole numbers."""
        return keeps(self.board, [form for form, _ in self.forms], values)

    def _repr_svg_(self) -> str:
        """The givens as a picture, for notebooks."""
        return cast(str, named("core.sudoku._picture:problem_svg")(self))

    def __str__(self) -> str:
        n = self.shape.order
        return f"Sudoku {n}×{n} (boxes {self.layout}, {self.basis})"
