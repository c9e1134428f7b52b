"""A Sudoku being worked on: givens, placed values, a person's own marks, struck-out candidates.

A `Grid` is an immutable value and every change returns a new one, so that undo,
redo and savepoints are a list of grids.  Marks and candidates are two things:
*marks* are what a person wrote, and only the person changes them; *candidates*
are what the rules leave, less what was struck out.

Sets of values are integers: bit v - 1 stands for value v.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import cast

from core._catalog import named
from core._checks import instance, several, whole, wholes
from core._search import ProblemError
from core._words import counted
from core.sudoku._layout import Layout, checked_shape
from core.sudoku._problem import Conflict, Sudoku, conflicts
from core.sudoku._shape import Shape
from core.sudoku.rules._forms import bit as bit
from core.sudoku.rules._forms import bits_of as bits_of
from core.sudoku.rules._forms import values_in as values_in
from core.sudoku.rules._house import USUAL
from core.sudoku.rules._rule import Rule


def candidates_left(layout: Layout, values: Sequence[int]) -> list[int]:
    """For each cell the set of values that no peer holds and no rule about it alone excludes; 0 for filled cells."""
    left = [0 if value else allowed for value, allowed in zip(values, layout.allowed, strict=True)]
    for _, group in layout.distinct:
        free = ~bits_of(value for cell in group if (value := values[cell]))
        for cell in group:
            left[cell] &= free
    return left


@dataclass(frozen=True)
class Grid:
    """One state of the work on a puzzle.  All four sequences have n² entries, along the rows.

    Raises ProblemError when a sequence has another length, an entry is out of range, or a rule does not fit.
    """

    shape: Shape
    givens: tuple[int, ...]
    """Values that belong to the puzzle, 0 = none."""
    placed: tuple[int, ...]
    """Values that a person placed, 0 = none; always 0 if a value is given."""
    marks: tuple[int, ...]
    """A person's pencil marks, as sets.  A placed value hides them, and they show again when it goes."""
    struck: tuple[int, ...]
    """Candidates struck out by a person or a file, as sets."""
    rules: tuple[Rule, ...] = USUAL

    def __post_init__(self) -> None:
        n, cells = checked_shape(self.shape).order, self.shape.cells
        for name, top in (("givens", n), ("placed", n), ("marks", (1 << n) - 1), ("struck", (1 << n) - 1)):
            entries = getattr(self, name)
            if type(entries) is not tuple or set(map(type, entries)) != {int}:
                entries = wholes(entries, name, 0)
                object.__setattr__(self, name, entries)
            if len(entries) != cells:
                raise ProblemError(f"{name}: boxes of {self.shape} make {counted(cells, 'cell')}, not {len(entries)}")
            if min(entries) < 0 or max(entries) > top:
                wrong = next(cell for cell, entry in enumerate(entries) if not 0 <= entry <= top)
                raise ProblemError(f"{name}, {self.shape.name_of(wrong)}: expected 0 to {top}, not {entries[wrong]}")
        if any(self.placed) and any(compress(self.placed, self.givens)):
            raise ProblemError("a cell cannot hold a given and a placed value at once")
        layout = Layout.of(self.shape, self.rules)
        object.__setattr__(self, "rules", layout.rules)
        object.__setattr__(self, "layout", layout)

    # Making one

    @classmethod
    def empty(cls, shape: Shape | Layout) -> Grid:
        """A blank grid."""
        layout = Layout.of(shape)
        blank = (0,) * layout.cells
        return cls(layout.shape, blank, blank, blank, blank, layout.rules)

    @classmethod
    def of(
        cls,
        shape: Shape | Layout,
        givens: Sequence[int],
        placed: Sequence[int] | None = None,
        marks: Sequence[int] | None = None,
        struck: Sequence[int] | None = None,
        rules: Iterable[Rule] | None = None,
    ) -> Grid:
        """Make a grid of these entries, blank where left out.  A layout brings its rules."""
        layout = Layout.of(shape, rules)
        blank = (0,) * layout.cells
        placed, marks, struck = (blank if s is None else several(s, "cells") for s in (placed, marks, struck))
        return cls(layout.shape, several(givens, "givens"), placed, marks, struck, layout.rules)

    @classmethod
    def from_problem(cls, problem: Sudoku) -> Grid:
        """The start of the work on a problem."""
        instance(problem, Sudoku, "a problem", "a Sudoku")
        full = (1 << problem.size) - 1
        pairs = zip(problem.givens, problem.candidates, strict=True)
        return cls.of(problem.layout, problem.givens, struck=[0 if given else full & ~bits for given, bits in pairs])

    # Reading it

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each cell, given or placed; 0 = empty."""
        return tuple([given or own for given, own in zip(self.givens, self.placed, strict=True)])

    @cached_property
    def layout(self) -> Layout:
        """The shape and the rules, and what follows from them."""
        return Layout.of(self.shape, self.rules)

    @property
    def puzzle(self) -> Sudoku:
        """The problem of the givens and of what was struck out."""
        return self.problem_of(self.givens)

    @property
    def position(self) -> Sudoku:
        """The problem of going on from here: givens and placed values together, and what was struck out."""
        return self.problem_of(self.values)

    def problem_of(self, values: Sequence[int]) -> Sudoku:
        """The problem of some values in this grid; a cell without one may hold what was not struck out."""
        full = (1 << self.shape.order) - 1
        return Sudoku.of(self.layout, values, [full & ~bits for bits in self.struck] if any(self.struck) else None)

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Every rule that the values break, with the cells that break it."""
        return tuple(conflicts(self.layout, self.values))

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """What the rules leave in each empty cell, less what was struck out; 0 for filled cells."""
        left = candidates_left(self.layout, self.values)
        return tuple(bits & ~struck for bits, struck in zip(left, self.struck, strict=True))

    @property
    def filled(self) -> int:
        """How many cells hold a value."""
        return sum(1 for value in self.values if value)

    @property
    def solved(self) -> bool:
        """Whether every cell is filled and no rule is broken."""
        return all(self.values) and not self.conflicts

    def count_of(self, value: int) -> int:
        """How often a value occurs in the grid."""
        return self.values.count(whole(value, "value", 0, self.shape.order))

    def cells_with(self, value: int) -> tuple[int, ...]:
        """The cells that hold this value."""
        value = whole(value, "value", 0, self.shape.order)
        return tuple(cell for cell, held in enumerate(self.values) if held == value)

    def next_empty(self, cell: int, step: int = 1) -> int | None:
        """The next empty cell after this one, going round; backwards with step -1; None if there is none."""
        cells = self.shape.cells
        cell, step = whole(cell, "cell", 0, cells - 1), whole(step, "step", -1, 1)
        for distance in range(1, cells + 1):
            other = (cell + step * distance) % cells
            if not self.values[other]:
                return other
        return None

    # Changing it: each returns a new grid (or this very one when nothing changes)

    def place(self, cell: int, value: int) -> Grid:
        """Put a value in a cell, or empty it with 0.  A given stays as it is."""
        cell, value = self._check(cell, value)
        if self.givens[cell] or self.placed[cell] == value:
            return self
        return replace(self, placed=_with(self.placed, cell, value))

    def clear_cell(self, cell: int) -> Grid:
        """Take a placed value away; if there is none, the marks."""
        cell, _ = self._check(cell)
        if self.placed[cell]:
            return self.place(cell, 0)
        return self.set_marks(cell, 0)

    def toggle_mark(self, cell: int, value: int) -> Grid:
        """Write or wipe one pencil mark of an empty cell."""
        cell, value = self._check(cell, value)
        if self.values[cell] or not value:
            return self
        return replace(self, marks=_with(self.marks, cell, self.marks[cell] ^ bit(value)))

    def set_marks(self, cell: int, bits: int) -> Grid:
        """Replace all pencil marks of an empty cell."""
        cell, _ = self._check(cell)
        bits = whole(bits, "marks", 0, (1 << self.shape.order) - 1)
        if self.values[cell] or self.marks[cell] == bits:
            return self
        return replace(self, marks=_with(self.marks, cell, bits))

    def toggle_struck(self, cell: int, value: int) -> Grid:
        """Strike a candidate out, or bring it back."""
        cell, value = self._check(cell, value)
        if self.values[cell] or not value:
            return self
        return replace(self, struck=_with(self.struck, cell, self.struck[cell] ^ bit(value)))

    def tidy_marks(self, cell: int) -> Grid:
        """Wipe the value of this cell from the pencil marks of its peers (on request only)."""
        cell, _ = self._check(cell)
        value = self.values[cell]
        if not value:
            return self
        marks = list(self.marks)
        for peer in self.layout.peers(cell):
            marks[peer] &= ~bit(value)
        return replace(self, marks=tuple(marks)) if tuple(marks) != self.marks else self

    def marks_from_candidates(self) -> Grid:
        """Write the candidates of every empty cell as pencil marks (on request only)."""
        marks = tuple(
            mark if value else candidates
            for mark, value, candidates in zip(self.marks, self.values, self.candidates, strict=True)
        )
        return replace(self, marks=marks)

    @property
    def marks_are_candidates(self) -> bool:
        """Whether the marks may list all candidates: every empty cell has some, and every value has a place."""
        if self.conflicts or any(not value and not bits for value, bits in zip(self.values, self.marks, strict=True)):
            return False
        held = [bit(value) if value else bits for value, bits in zip(self.values, self.marks, strict=True)]
        full = (1 << self.shape.order) - 1
        for unit in self.layout.units:
            seen = 0
            for cell in unit:
                seen |= held[cell]
            if seen != full:
                return False
        return True

    def candidates_from_marks(self) -> Grid:
        """Strike out every candidate of an empty cell that is not among its marks (on request only)."""
        bare = replace(self, struck=(0,) * self.shape.cells)
        struck = tuple(left & ~bits for left, bits in zip(bare.candidates, self.marks, strict=True))
        return replace(self, struck=struck) if struck != self.struck else self

    def set_given(self, cell: int, value: int) -> Grid:
        """Make a value of the puzzle itself, or remove it with 0."""
        cell, value = self._check(cell, value)
        return replace(self, givens=_with(self.givens, cell, value), placed=_with(self.placed, cell, 0))

    def with_rule(self, rule: Rule, instead_of: Rule | None = None) -> Grid:
        """Add a rule, in the place of ``instead_of`` if given; a rule that divides the grid replaces the one that did.

        Raises ProblemError for a rule that does not fit.
        """
        divides = rule.division(self.shape) is not None
        kept = [
            rule if each == instead_of else each
            for each in self.rules
            if each == instead_of or not (divides and each.division(self.shape) is not None)
        ]
        return replace(self, rules=tuple(dict.fromkeys([*kept, rule])))

    def without_rule(self, rule: Rule) -> Grid:
        """Take a rule away."""
        return replace(self, rules=tuple(each for each in self.rules if each != rule))

    def lock(self) -> Grid:
        """Turn every value into a given."""
        return replace(self, givens=self.values, placed=(0,) * self.shape.cells)

    def unlock(self) -> Grid:
        """Turn every given into a placed value, so that the puzzle itself can be edited."""
        return replace(self, givens=(0,) * self.shape.cells, placed=self.values)

    def restart(self) -> Grid:
        """Back to the givens: no placed values, marks or struck-out candidates."""
        return Grid.of(self.layout, self.givens)

    def with_solution(self, solution: Sequence[int] | Grid) -> Grid:
        """Fill every empty cell from a solution (n² values, or a grid); the values that are there stay."""
        values = wholes(solution.values if isinstance(solution, Grid) else solution, "a value", 0, self.shape.order)
        if len(values) != self.shape.cells:
            raise ProblemError(f"a solution has {counted(self.shape.cells, 'value')} here, not {len(values)}")
        placed = tuple(
            0 if given else own or value for given, own, value in zip(self.givens, self.placed, values, strict=True)
        )
        return replace(self, placed=placed)

    def _repr_svg_(self) -> str:
        """A picture, for notebooks."""
        return cast(str, named("core.sudoku._picture:to_svg")(self))

    def __str__(self) -> str:
        return "\n".join(named("core.sudoku._formats:framed")(self))

    def _check(self, cell: int, value: int = 0) -> tuple[int, int]:
        return whole(cell, "cell", 0, self.shape.cells - 1), whole(value, "value", 0, self.shape.order)


def _with(entries: tuple[int, ...], cell: int, entry: int) -> tuple[int, ...]:
    return (*entries[:cell], entry, *entries[cell + 1 :])


def answer(problem: Sudoku, solution: Sequence[int]) -> Grid:
    """A solution in the form that `core.solve` gives."""
    return Grid.from_problem(problem).with_solution(solution)
