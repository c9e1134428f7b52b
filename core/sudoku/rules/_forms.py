"""The few forms to which every rule of Sudoku comes down, and what each of them demands.

A rule says what it means in these terms, and one propagation kernel knows how to
draw conclusions from each, so a new kind of rule needs no code outside its own file.

Cells are numbered along the rows; after the n² cells of the grid come *helper
cells*, which a rule asks for if it needs a total or a flag (`Board.helper`).  A
set of values is an integer: bit v - 1 stands for value v, so that a helper cell
that may be 0 holds its values one higher (see `Helper.shift`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from core.sudoku._shape import Shape

if TYPE_CHECKING:
    from core.sudoku.rules._rule import Rule

LARGEST_HELPER = 63
"""The greatest number that a helper cell can stand for: a set of values is one word of 64 bits."""

Values = int
"""A set of values: bit v - 1 stands for value v."""


def bit(value: int) -> Values:
    """The set that holds one value; empty for 0, no value."""
    return 1 << value >> 1


@lru_cache(maxsize=1 << 12)
def values_in(bits: Values) -> tuple[int, ...]:
    """The values of a set, ascending.  There are few such sets, and techniques ask a million times."""
    return tuple(value + 1 for value in range(bits.bit_length()) if bits >> value & 1)


def bits_of(values: Iterable[int]) -> Values:
    """The set of these values.

    >>> bin(bits_of((1, 4)))
    '0b1001'
    """
    bits = 0
    for value in values:
        bits |= 1 << (value - 1)
    return bits


@dataclass(frozen=True, slots=True)
class Form:
    """What all forms have: a name for the sentence at a dead end ("row 3", "the cage of 15 at r1c1")."""

    name: str = field(default="", kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Distinct(Form):
    """The cells hold different values.  With n cells it is a *house*: every value is in one of them."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Required(Form):
    """Each of these values is in at least one of the cells."""

    cells: tuple[int, ...]
    wanted: Values


@dataclass(frozen=True, slots=True)
class Pair(Form):
    """Two cells: if the first holds v, the second holds one of ``table[v - 1]``.

    ``table`` has an entry for every value of the first cell.
    """

    first: int
    second: int
    table: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class Sets(Form):
    """The cells differ, and the set of their values is one of these."""

    cells: tuple[int, ...]
    sets: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class Sum(Form):
    """The cells, each multiplied by its coefficient, add up to ``total``.  A helper cell counts as its value minus its
    shift.

    A cell may come more than once.
    """

    cells: tuple[int, ...]
    coefficients: tuple[int, ...]
    total: int


def adding_up(cells: tuple[int, ...], total: int, name: str) -> Sum:
    """The cells, each counted once, add up to ``total``."""
    return Sum(cells, (1,) * len(cells), total, name=name)


@dataclass(frozen=True, slots=True)
class Automaton:
    """Which sequences of values are accepted.

    ``step(state, value, position)`` is the next state, or None if no sequence
    goes on; states are hashable values.  ``key`` names the automaton, so that it
    is unrolled only once: two with equal keys must be equal (put all parameters
    in it).
    """

    key: Hashable
    start: Any = field(compare=False)
    step: Callable[[Any, int, int], Any] = field(compare=False)
    accepts: Callable[[Any], bool] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Regular(Form):
    """The values of the cells, in this order, are accepted by the automaton.  A cell may come more than once."""

    cells: tuple[int, ...]
    automaton: Automaton


@dataclass(frozen=True, slots=True)
class Allowed(Form):
    """The cell holds one of these values."""

    cell: int
    allowed: Values


@dataclass(frozen=True, slots=True)
class Helper:
    """A cell after those of the grid: what it may hold."""

    cell: int
    allowed: Values
    shift: int
    """How much its values are higher than what they stand for: 1 if it can be 0."""


class Board:
    """What a rule sees when it gives its forms: the shape, what each cell may hold, and helper cells to ask for.

    No rule may base its forms on ``allowed`` (n² sets of values): the forms of a puzzle are those of its shape and
    rules, and its candidates narrow them afterwards.  ``rules`` are all rules of the puzzle, for those that speak of
    others (a negative form, a line that asks for its boxes).
    """

    def __init__(self, shape: Shape, allowed: Sequence[Values], rules: Sequence[Rule] = ()) -> None:
        self.shape = shape
        self.rules = tuple(rules)
        self.allowed: list[Values] = list(allowed)
        """What each cell may hold, helper cells after those of the grid."""
        self.helpers: list[Helper] = []

    def narrowed(self, allowed: Sequence[Values]) -> Board:
        """This board, helper cells included, with other sets for the cells of the grid."""
        twin = Board(self.shape, [*allowed, *self.allowed[self.shape.cells :]], self.rules)
        twin.helpers = self.helpers
        return twin

    @property
    def boxes(self) -> tuple[int, ...]:
        """The number of the box or region of every cell; those of the shape if no rule divides the grid."""
        told = (rule.division(self.shape) for rule in self.rules)
        own = tuple(map(self.shape.box, range(self.shape.cells)))
        return next((division for division in told if division is not None), own)

    def helper(self, numbers: Iterable[int]) -> Helper:
        """A new cell that holds one of these numbers (0 or more)."""
        wanted = sorted(set(numbers))
        shift = 1 if wanted and wanted[0] == 0 else 0
        made = Helper(len(self.allowed), bits_of(number + shift for number in wanted), shift)
        self.helpers.append(made)
        self.allowed.append(made.allowed)
        return made
