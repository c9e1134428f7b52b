"""What some cells hold together: some values often enough, no part with a given sum, a sum between the two extremes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar, Self

from core._checks import flag, wholes
from core._search import ProblemError
from core._words import both
from core.sudoku._shape import Shape
from core.sudoku.rules._cell_values import OneOf
from core.sudoku.rules._common import OnCells, Wide, WithNumber, cells_behind
from core.sudoku.rules._forms import Automaton, Board, Distinct, Form, Regular, Required, Sets, Values, bits_of
from core.sudoku.rules._reading import cell_list, halves, names
from core.sudoku.rules._rule import Look, Mark, Rule


def held_often(cells: tuple[int, ...], held: tuple[int, ...], exactly: bool, name: str) -> Iterable[Form]:
    """Cells that hold each of these values as often as it is named, or more often."""
    yield Required(cells, bits_of(held), name=name)
    if exactly or len(set(held)) < len(held):
        wanted = set(held)

        def step(left: tuple[int, ...], value: int, position: int) -> tuple[int, ...] | None:
            if value not in left:
                return None if exactly and value in wanted else left
            at = left.index(value)
            return left[:at] + left[at + 1 :]

        yield Regular(cells, Automaton(("held", held, exactly), held, step, lambda left: not left), name=name)


@dataclass(frozen=True)
class Holds(OnCells):
    """The cells hold each of these values at least, or exactly, as often as it is named."""

    held: tuple[int, ...]
    exactly: bool = False

    kind: ClassVar[str] = "holds"
    title: ClassVar[str] = "Held values"
    usage: ClassVar[str] = "holds 1 2 2: r1c1-r1c4, or holds exactly 1 2 2: …"
    least: ClassVar[int] = 1
    look: ClassVar[Look] = Look.FRAME

    def __post_init__(self) -> None:
        super().__post_init__()
        flag(self.exactly, "exactly")
        object.__setattr__(self, "held", tuple(sorted(wholes(self.held, "a value", 1))))
        if not self.held:
            raise ProblemError("holds: expected a value or more")

    def check(self, shape: Shape) -> None:
        """Raise ProblemError for a cell or a value outside the grid."""
        super().check(shape)
        if max(self.held) > shape.order:
            raise ProblemError(f"holds: expected values from 1 to {shape.order}, not {max(self.held)}")

    def forms(self, board: Board) -> Iterable[Form]:
        """Values that are required, and an automaton that counts."""
        name = f"the values held from {board.shape.name_of(self.path[0])}"
        return held_often(self.path, self.held, self.exactly, name)

    def words(self, shape: Shape) -> str:
        """Which values, how often."""
        often = both(f"{count} × {value}" for value, count in Counter(self.held).items())
        return f"{names(self.path, shape)} hold {'exactly' if self.exactly else 'at least'} {often}"

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A dashed frame with the values in its corner."""
        yield Mark(Look.FRAME, self.path, f"{'=' if self.exactly else '⊇'}{','.join(map(str, self.held))}")

    def line(self, shape: Shape) -> str:
        """``holds 1 2 2: …`` or ``holds exactly 1 2 2: …``."""
        told = f"{'exactly ' if self.exactly else ''}{' '.join(map(str, self.held))}"
        return f"{self.kind} {told}: {cell_list(self.path, shape)}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """``exactly`` or not, values, a colon and cells.  Raises Misread."""
        before, behind = halves(text)
        if exactly := before.peek() == "exactly":
            before.next()
        held = before.values(shape.order)
        return cls(cells_behind(before, behind, shape, 1), held, exactly)

    iss = {
        "ContainAtLeast": lambda told, shape: [Holds(told.cells, told.values)],
        "ContainExact": lambda told, shape: [Holds(told.cells, told.values, True)],
        "LookAndSay": lambda told, shape: _look_and_say(told, shape),
    }


def _look_and_say(told: Any, shape: Shape) -> list[Rule]:
    """``1223``: one 2 and two 3s exactly; ``01``: no 1."""
    clue = str(told.number())
    if told.words[0] != clue:  # a zero in front
        clue = told.words[0]
    counts = {int(clue[at + 1 : at + 2] or 0): int(clue[at]) for at in range(0, len(clue), 2)}
    if len(clue) % 2 or not all(1 <= value <= shape.order for value in counts) or 2 * len(counts) < len(clue):
        raise ProblemError(f"LookAndSay: expected how many and a value, one digit each, in turn, not {clue!r}")
    held = tuple(value for value, count in counts.items() for _ in range(count))
    rules: list[Rule] = [Holds(told.cells, held, True)] if held else []
    if 0 in counts.values():
        others = tuple(value for value in range(1, shape.order + 1) if counts.get(value) != 0)
        rules.append(OneOf(told.cells, others))
    return rules


@lru_cache(maxsize=256)
def _without_part(n: int, size: int, total: int) -> tuple[Values, ...]:
    """The sets of values no part of which adds up to the total."""

    def sums(each: tuple[int, ...]) -> int:
        reached = 1
        for value in each:
            reached |= reached << value
        return reached

    every = combinations(range(1, n + 1), size) if size <= n else ()
    return tuple(bits_of(each) for each in every if not (sums(each) & ~1) >> total & 1)


@dataclass(frozen=True)
class Rellik(WithNumber):
    """Rellik cage: the cells differ, and no one or more of them add up to the number."""

    kind: ClassVar[str] = "rellik"
    title: ClassVar[str] = "Rellik cage"
    usage: ClassVar[str] = "rellik 9: r1c1-r1c3"
    what: ClassVar[str] = "a sum"
    least: ClassVar[int] = 1
    says: ClassVar[str] = "{cells} differ, and no one or more of them add up to {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """The sets of values of which no part adds up."""
        sets = _without_part(board.shape.order, len(self.path), self.number)
        yield Sets(self.path, sets, name=f"the rellik cage of {self.number} at {board.shape.name_of(self.path[0])}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A dashed frame with the sum struck out."""
        yield Mark(Look.FRAME, self.path, f"≠{self.number}")

    iss = {"RellikCage": lambda told, shape: [Rellik(told.cells, told.number())]}


@dataclass(frozen=True)
class Lunchbox(WithNumber):
    """The cells differ; the values between the lowest and the highest of them add up to the number."""

    kind: ClassVar[str] = "lunchbox"
    title: ClassVar[str] = "Lunchbox"
    usage: ClassVar[str] = "lunchbox 12: r1c1-r1c5"
    what: ClassVar[str] = "a sum"
    says: ClassVar[str] = "{cells} differ, and those between the lowest and the highest add up to {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """Helper cells for both extremes, then an automaton that adds between them."""
        n, name = board.shape.order, f"the lunchbox of {self.number} from {board.shape.name_of(self.path[0])}"
        low, high = board.helper(range(1, n + 1)), board.helper(range(1, n + 1))
        yield Distinct(self.path, name=name)
        yield Regular((low.cell, high.cell, *self.path), _between_extremes(self.number), name=name)

    iss = {"Lunchbox": lambda told, shape: [Lunchbox(told.cells, told.number())]}


def _between_extremes(total: int) -> Automaton:
    def step(state: tuple[int, ...], value: int, position: int) -> tuple[int, ...] | None:
        if position < 2:
            return (*state, value) if position == 0 else (*state, value, 0, 0) if value > state[0] else None
        low, high, seen, inside = state  # seen: how many extremes
        if not low <= value <= high:
            return None
        if value in (low, high):
            if seen == 2 or seen == -value:
                return None
            return (low, high, -value, 0) if seen == 0 else (low, high, 2, 0) if inside == total else None
        if seen >= 0:
            return state
        return (low, high, seen, inside + value) if inside + value <= total else None

    return Automaton(("lunchbox", total), (), step, lambda state: state[2] == 2)


@dataclass(frozen=True)
class Flatmates(Wide):
    """Dutch flatmates: the middle value has 1 right above it or the highest right below it."""

    kind: ClassVar[str] = "flatmates"
    title: ClassVar[str] = "Dutch flatmates"
    usage: ClassVar[str] = "flatmates"
    says: ClassVar[str] = "every middle value has 1 right above it or the highest value right below it"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton for each column."""
        n = board.shape.order
        middle = (n + 1) // 2

        def step(state: int, value: int, position: int) -> int | None:
            if state == 2 and value != n:  # below a middle value without 1 above
                return None
            return 2 if value == middle and state != 1 else int(value == 1)

        alone = Automaton(("flatmates", n), 0, step, lambda state: state != 2)
        for column in range(n):
            yield Regular(tuple(range(column, n * n, n)), alone, name=f"the flatmates in column {column + 1}")

    iss = {"DutchFlatmates": lambda told, shape: [Flatmates()]}
