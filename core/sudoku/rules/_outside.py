"""Clues outside the grid, about the row or column beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self

from core.sudoku._shape import Shape
from core.sudoku.rules._common import WithNumber
from core.sudoku.rules._forms import Allowed, Automaton, Board, Form, Pair, Regular, Values, adding_up, bit, values_in
from core.sudoku.rules._house import Columns, Rows
from core.sudoku.rules._reading import Misread, Words, halves
from core.sudoku.rules._rule import Look, Mark

_PLACE = re.compile(r"([rc])(\d{1,2})", re.IGNORECASE)
_SIDES = {"r": ("left", "right"), "c": ("top", "bottom")}


def lines_of(shape: Shape) -> list[tuple[int, ...]]:
    """All 4n readings of rows and columns: rows from the left and the right, columns from the top and the bottom."""
    n = shape.order
    straight = [tuple(range(r * n, r * n + n)) for r in range(n)] + [tuple(range(c, n * n, n)) for c in range(n)]
    return straight + [line[::-1] for line in straight]


def line_at(letter: str, number: int, shape: Shape, *, backwards: bool = False) -> tuple[int, ...]:
    """The cells of a row (``r``) or column (``c``), numbered from 1, from the left or top, or backwards."""
    n = shape.order
    line = tuple(range((number - 1) * n, number * n)) if letter == "r" else tuple(range(number - 1, n * n, n))
    return line[::-1] if backwards else line


@dataclass(frozen=True)
class Outside(WithNumber):
    """A number at one end of a row or column; its cells are those of the line, from that end."""

    both_ends: ClassVar[bool] = False
    """Whether it is the same seen from either end."""

    @property
    def name(self) -> str:
        """Its name in sentences about dead ends."""
        return f"the {self.title.lower()} of {self.number}"

    def place(self, shape: Shape) -> str:
        """Its place, as its line has it."""
        return self.place_of(self.path, shape)

    @classmethod
    def place_of(cls, line: tuple[int, ...], shape: Shape) -> str:
        """``r3 left``, or ``r3`` if both ends are the same."""
        letter, number, backwards = _where(line, shape)
        return f"{letter}{number}" + ("" if cls.both_ends else f" {_SIDES[letter][backwards]}")

    def edge(self, shape: Shape) -> str:
        """Its place outside as f-puzzles names it: row or column 0 is before the grid."""
        letter, number, backwards = _where(self.path, shape)
        outside = shape.order + 1 if backwards else 0
        return f"R{number}C{outside}" if letter == "r" else f"R{outside}C{number}"

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """The place outside and its number, under the key in `written`."""
        return [(self.written, {"cell": self.edge(shape), "value": str(self.number)})] if self.written else None

    def words(self, shape: Shape) -> str:
        """What it says of its line."""
        letter, number, backwards = _where(self.path, shape)
        line = f"{'row' if letter == 'r' else 'column'} {number}"
        end = _SIDES[letter][backwards]
        return self.says.format(line=line, end=end, number=self.number)

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """The number outside, before the first cell."""
        yield Mark(Look.OUTSIDE, self.path, str(self.number), tone=self.kind)

    def line(self, shape: Shape) -> str:
        """``skyscraper 3: c4 top``."""
        return f"{self.kind} {self.number}: {self.place(shape)}"

    @classmethod
    def draft(cls, cells: Sequence[int], shape: Shape) -> tuple[str, int | None]:
        """The line of the cells selected, from the end where they begin; one cell alone stands for its row."""
        n, (first, last) = shape.order, (cells[0], cells[-1])
        letter = "c" if first % n == last % n and first != last else "r"
        number = (first % n if letter == "c" else first // n) + 1
        line = line_at(letter, number, shape, backwards=first > last)
        return f"{cls.kind} : {cls.place_of(line, shape)}", len(cls.kind) + 1

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """A number, a colon, a row or column and, if it matters, a side.  Raises Misread."""
        before, behind = halves(text)
        number = before.number(cls.what, cls.least_number)
        before.over()
        if behind is None:
            raise Misread(before.end, "expected : and a row or column, such as r3 or c5")
        path = cls._place_in(behind, shape)
        behind.over()
        return cls(path, number)

    @classmethod
    def _place_in(cls, words: Words, shape: Shape) -> tuple[int, ...]:
        column, word = words.column, words.next()
        match = _PLACE.fullmatch(word)
        if match is None or not 1 <= int(match[2]) <= shape.order:
            raise Misread(column, f"expected a row or column from r1 to c{shape.order}, not {word!r}")
        letter, side = match[1].lower(), words.peek()
        backwards = False
        if not cls.both_ends:
            column = words.column
            if words.next() not in _SIDES[letter]:
                raise Misread(column, f"expected {' or '.join(_SIDES[letter])}, not {side!r}")
            backwards = side == _SIDES[letter][1]
        return line_at(letter, int(match[2]), shape, backwards=backwards)


def _where(path: tuple[int, ...], shape: Shape) -> tuple[str, int, bool]:
    n = shape.order
    letter = "r" if path[0] // n == path[-1] // n and len(path) > 1 else "c"
    number = (path[0] // n if letter == "r" else path[0] % n) + 1
    return letter, number, path[0] > path[-1]


def lines_differ(board: Board) -> bool:
    """Whether rows and columns hold every value once, as clues about them take for granted."""
    return _ROWS in board.rules and _COLUMNS in board.rules


_ROWS, _COLUMNS = Rows(), Columns()


@lru_cache(maxsize=512)
def _sandwich_repeating(n: int, total: int) -> Automaton:
    def step(state: tuple[int, int], value: int, position: int) -> tuple[int, int] | None:
        first, inside = state
        if value in (1, n):
            if first == 0:
                return value, 0
            return (-1, 0) if first == n + 1 - value and inside == total else None
        after = inside + value if first > 0 else 0
        return (first, after) if after <= total else None

    return Automaton(("sandwich of any", n, total), (0, 0), step, lambda state: state[0] == -1)


@lru_cache(maxsize=512)
def _sandwich(n: int, total: int) -> Automaton:
    def step(state: tuple[int, int], value: int, position: int) -> tuple[int, int] | None:
        first, inside = state  # the crust seen first (0: none, -1: both), and the values since
        if value in (1, n):
            if first == 0:
                return value, 0
            if first == -1 or first == value:
                return None
            return (-1, inside) if sum(values_in(inside)) == total else None
        own = bit(value)
        if first == 0:
            return state
        if inside & own:
            return None
        if first == -1:
            return state
        after = inside | own
        return (first, after) if sum(values_in(after)) <= total else None

    return Automaton(("sandwich", n, total), (0, 0), step, lambda state: state[0] == -1)


@dataclass(frozen=True)
class Sandwich(Outside):
    """The values between 1 and n in the line add up to the number."""

    kind: ClassVar[str] = "sandwich"
    title: ClassVar[str] = "Sandwich"
    usage: ClassVar[str] = "sandwich 15: r3"
    written: ClassVar[str] = "sandwichsum"
    what: ClassVar[str] = "a sum"
    says: ClassVar[str] = "the values between the lowest and the highest in {line} add up to {number}"
    both_ends: ClassVar[bool] = True

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that knows the values since the first crust."""
        filled = _sandwich if lines_differ(board) else _sandwich_repeating
        name = f"{self.name} at {self.place(board.shape)}"
        yield Regular(self.path, filled(board.shape.order, self.number), name=name)

    iss = {"Sandwich": lambda told, shape: [Sandwich(line, told.number()) for line, _ in told.outside(shape)[:1]]}
    fpuzzles = {
        "sandwichsum": lambda entry, shape: (
            [Sandwich(entry.line_at_edge(both=True), entry.number())] if entry.number() is not None else []
        )
    }


@lru_cache(maxsize=512)
def _x_sum(n: int, total: int) -> Automaton:
    def reachable(left: int, bits: int) -> bool:
        free = [v for v in range(1, n + 1) if not bits >> (v - 1) & 1]
        if len(free) < left:
            return False
        so_far = sum(values_in(bits))
        return so_far + sum(free[:left]) <= total <= so_far + sum(free[len(free) - left :])

    def step(state: tuple[int, int], value: int, position: int) -> tuple[int, int] | None:
        left, bits = state
        if position == 0:
            left = value
        if left == 0:
            return None if bits & bit(value) else state
        own = bit(value)
        if bits & own:
            return None
        after = left - 1, bits | own
        return after if reachable(*after) else None

    return Automaton(("x-sum", n, total), (0, 0), step, lambda state: state[0] == 0)


@lru_cache(maxsize=512)
def _x_sum_repeating(n: int, total: int) -> Automaton:
    def step(state: tuple[int, int], value: int, position: int) -> tuple[int, int] | None:
        left, rest = (value, total) if position == 0 else state
        if left == 0:
            return state
        after = left - 1, rest - value
        return after if after[1] >= 0 and (after[0] > 0 or after[1] == 0) else None

    return Automaton(("x-sum of any", n, total), (0, 0), step, lambda state: state == (0, 0))


@dataclass(frozen=True)
class XSum(Outside):
    """The first X cells add up to the number, X being the value of the first of them."""

    kind: ClassVar[str] = "x-sum"
    title: ClassVar[str] = "X-sum"
    usage: ClassVar[str] = "x-sum 27: r2 left"
    written: ClassVar[str] = "xsum"
    what: ClassVar[str] = "a sum"
    says: ClassVar[str] = "from the {end} of {line}, as many cells as the first says add up to {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that knows the values so far and how many are still to come."""
        fits = _x_sum if lines_differ(board) else _x_sum_repeating
        name = f"{self.name} at {self.place(board.shape)}"
        yield Regular(self.path, fits(board.shape.order, self.number), name=name)

    iss = {"XSum": lambda told, shape: [XSum(line, number) for line, number in told.outside(shape)]}
    fpuzzles = {
        "xsum": lambda entry, shape: [XSum(entry.line_at_edge(), entry.number())] if entry.number() is not None else []
    }


@dataclass(frozen=True)
class Skyscraper(Outside):
    """Values are heights; this many of them are seen from the clue."""

    kind: ClassVar[str] = "skyscraper"
    title: ClassVar[str] = "Skyscraper"
    usage: ClassVar[str] = "skyscraper 3: c4 top"
    written: ClassVar[str] = "skyscraper"
    what: ClassVar[str] = "how many are seen"
    says: ClassVar[str] = "from the {end} of {line}, {number} values are higher than all before them"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that knows the highest so far and how many were seen."""
        wanted = self.number

        def step(state: tuple[int, int], value: int, position: int) -> tuple[int, int] | None:
            highest, seen = state
            after = (value, seen + 1) if value > highest else state
            return after if after[1] <= wanted else None

        fits = Automaton(("skyscraper", wanted), (0, 0), step, lambda state: state[1] == wanted)
        yield Regular(self.path, fits, name=f"{self.name} at {self.place(board.shape)}")

    iss = {"Skyscraper": lambda told, shape: [Skyscraper(line, number) for line, number in told.outside(shape)]}
    fpuzzles = {
        "skyscraper": lambda entry, shape: (
            [Skyscraper(entry.line_at_edge(), entry.number())] if entry.number() is not None else []
        )
    }


def _first_hidden(wanted: int) -> Automaton:
    def step(highest: int, value: int, position: int) -> int | None:
        if highest < 0 or value > highest:
            return max(value, highest) if highest >= 0 else highest
        return -1 if value == wanted else None

    return Automaton(("first hidden", wanted), 0, step, lambda highest: highest < 0)


@dataclass(frozen=True)
class HiddenSkyscraper(Outside):
    """Values are heights; the first that cannot be seen from the clue is the number."""

    kind: ClassVar[str] = "hidden-skyscraper"
    title: ClassVar[str] = "Hidden skyscraper"
    usage: ClassVar[str] = "hidden-skyscraper 3: c4 top"
    what: ClassVar[str] = "a value"
    says: ClassVar[str] = "from the {end} of {line}, the first value that is not higher than all before it is {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that knows the highest so far."""
        yield Regular(self.path, _first_hidden(self.number), name=f"{self.name} at {self.place(board.shape)}")

    iss = {
        "HiddenSkyscraper": lambda told, shape: [HiddenSkyscraper(line, number) for line, number in told.outside(shape)]
    }


@dataclass(frozen=True)
class NumberedRoom(Outside):
    """The X-th cell holds the number, X being the value of the first cell."""

    kind: ClassVar[str] = "numbered-room"
    title: ClassVar[str] = "Numbered room"
    usage: ClassVar[str] = "numbered-room 5: r1 right"
    written: ClassVar[str] = "numberedroom"
    what: ClassVar[str] = "a value"
    says: ClassVar[str] = "from the {end} of {line}, the first cell says which one holds {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """The first cell is i if and only if the i-th holds the number."""
        n, name = board.shape.order, f"{self.name} at {self.place(board.shape)}"
        yield from index_forms(self.path[0], self.path, self.number, n, name, differ=lines_differ(board))

    iss = {"NumberedRoom": lambda told, shape: [NumberedRoom(line, number) for line, number in told.outside(shape)]}
    fpuzzles = {
        "numberedroom": lambda entry, shape: (
            [NumberedRoom(entry.line_at_edge(), entry.number())] if entry.number() is not None else []
        )
    }


def index_forms(control: int, line: tuple[int, ...], value: int, n: int, name: str, *, differ: bool) -> Iterable[Form]:
    """If the control cell holds i, the i-th cell of a line holds the value; if they differ, no other cell does."""
    every, wanted = (1 << n) - 1, bit(value) if 1 <= value <= n else 0
    other = every & ~wanted if differ else every
    for index, cell in enumerate(line, 1):
        if cell != control:
            yield Pair(control, cell, _one_and_others(n, index, wanted, other), name=name)
        elif value != index:  # it names itself: then it holds both its index and the value
            yield Allowed(cell, every & ~bit(index) & ~(wanted if differ else 0), name=name)


@lru_cache(maxsize=4096)
def _one_and_others(n: int, one: int, its: Values, of_others: Values) -> tuple[Values, ...]:
    """The table of a pair where one value of the first cell has its own values beside it, all others have theirs."""
    return tuple(its if value == one else of_others for value in range(1, n + 1))


@dataclass(frozen=True)
class FullRank(Outside):
    """The place of this row or column among all 4n, read as numbers from both ends, the lowest being 1; without ties.

    No other reads the same: a tie would leave two places open.
    """

    kind: ClassVar[str] = "full-rank"
    title: ClassVar[str] = "Full rank"
    usage: ClassVar[str] = "full-rank 7: r1 right"
    what: ClassVar[str] = "a rank"
    least_number: ClassVar[int] = 1
    says: ClassVar[str] = (
        "read as a number from the {end}, {line} is number {number} of all rows and columns from all sides, "
        "and no other reads the same"
    )

    def forms(self, board: Board) -> Iterable[Form]:
        """A flag for each other line that is lower; if four lines begin with each value, that tells the first."""
        n, name = board.shape.order, f"{self.name} at {self.place(board.shape)}"
        first, place = 0, self.number - 1
        if lines_differ(board):
            first, place = divmod(place, 4)
            first += 1
            yield Allowed(self.path[0], bit(first) if first <= n else 0, name=name)
        flags = []
        for line in lines_of(board.shape):
            if line == self.path:
                continue
            flag = board.helper((0, 1))
            flags.append(flag.cell)
            both = tuple(cell for two in zip(self.path, line, strict=True) for cell in two)
            yield Regular((flag.cell, *both), _lower(first), name=name)
        yield adding_up(tuple(flags), place, name)

    iss = {"FullRank": lambda told, shape: [FullRank(line, number) for line, number in told.outside(shape)]}


@lru_cache(maxsize=64)
def _lower(first: int) -> Automaton:
    """A flag, then two lines in turn: whether the second is lower, of those that begin with ``first``.  No ties.

    ``first`` is 0 if it may begin with any value.
    """

    def step(state: tuple[int, ...], value: int, position: int) -> tuple[int, ...] | None:
        if position == 0:
            return (value - 1,)  # the flag, a helper cell whose values are one higher
        flag, *rest = state
        if rest and rest[0] == -1:  # decided
            return state
        if position % 2:  # a value of the line itself
            return (flag, value)
        own = rest[0]
        if position == 2 and first and value != first:
            return (flag, -1) if not flag else None
        if value == own:
            return (flag,)
        return (flag, -1) if (value < own) == bool(flag) else None

    return Automaton(("lower", first), (), step, lambda state: len(state) == 2 and state[1] == -1)
