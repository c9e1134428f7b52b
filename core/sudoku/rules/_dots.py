"""Signs between two neighbours: Kropki dots, X and V, differences, ratios, greater than; and the negative forms.

A negative form says that no other neighbours are like that: it is about all pairs that have none of these signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar

from core.sudoku._shape import Shape
from core.sudoku.rules._chess import NonConsecutive
from core.sudoku.rules._common import OnCells, Wide, WithNumber, neighbours, pair_table
from core.sudoku.rules._forms import Board, Form, Pair
from core.sudoku.rules._reading import names
from core.sudoku.rules._rule import Look, Mark, Rule


def _adjacent(kind: Callable[[tuple[int, int]], Rule], told: Any, shape: Shape) -> list[Rule]:
    """One rule for each two listed cells that are neighbours: a chain of dots, or a cell and those around it."""
    beside = set(neighbours(shape))
    return [kind((a, b)) for a, b in combinations(told.cells, 2) if (a, b) in beside or (b, a) in beside]


@dataclass(frozen=True)
class Sign(OnCells):
    """A sign between two cells."""

    sign: ClassVar[str]
    most: ClassVar[int | None] = 2

    def fits(self, a: int, b: int) -> bool:
        """Whether the first cell may hold a and the second b."""
        raise NotImplementedError

    def forms(self, board: Board) -> Iterable[Form]:
        """One pair."""
        first, second = self.path
        told = tuple(self._told().values())
        yield Pair(
            first, second, _table(type(self), told, board.shape.order),
            name=f"the {self.title} between {names(self.path, board.shape)}",
        )  # fmt: skip

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """The sign on the edge."""
        yield Mark(Look.EDGE, self.path, self.text, tone=self.kind)

    @property
    def text(self) -> str:
        """The text on the edge."""
        return self.sign


@lru_cache(maxsize=256)
def _table(kind: type[Sign], told: tuple[object, ...], n: int) -> tuple[int, ...]:
    """The values that go together on both sides of a sign; ``told`` is its number or nothing."""
    return pair_table(n, kind((0, 1), *told).fits)


@dataclass(frozen=True)
class White(Sign):
    """Kropki's white dot: consecutive values."""

    kind: ClassVar[str] = "white"
    title: ClassVar[str] = "white dot"
    usage: ClassVar[str] = "white: r1c1 r1c2"
    written: ClassVar[str] = "difference cells"
    sign: ClassVar[str] = "○"
    says: ClassVar[str] = "{cells} hold consecutive values"

    def fits(self, a: int, b: int) -> bool:
        """Consecutive."""
        return abs(a - b) == 1

    iss = {"WhiteDot": lambda told, shape: _adjacent(White, told, shape)}


@dataclass(frozen=True)
class Black(Sign):
    """Kropki's black dot: one value twice the other."""

    kind: ClassVar[str] = "black"
    title: ClassVar[str] = "black dot"
    usage: ClassVar[str] = "black: r1c1 r1c2"
    written: ClassVar[str] = "ratio cells"
    sign: ClassVar[str] = "●"
    says: ClassVar[str] = "of {cells} one holds twice the value of the other"

    def fits(self, a: int, b: int) -> bool:
        """Twice the other."""
        return a == 2 * b or b == 2 * a

    iss = {"BlackDot": lambda told, shape: _adjacent(Black, told, shape)}


@dataclass(frozen=True)
class Letter(Sign):
    """A sign that is a letter."""

    def _written_value(self) -> str:
        return self.sign


@dataclass(frozen=True)
class Ten(Letter):
    """X: the two add up to 10."""

    kind: ClassVar[str] = "x"
    title: ClassVar[str] = "X"
    usage: ClassVar[str] = "x: r1c1 r1c2"
    written: ClassVar[str] = "xv cells"
    sign: ClassVar[str] = "X"
    says: ClassVar[str] = "{cells} add up to 10"

    def fits(self, a: int, b: int) -> bool:
        """Ten together."""
        return a + b == 10

    iss = {"X": lambda told, shape: _adjacent(Ten, told, shape)}


@dataclass(frozen=True)
class Five(Letter):
    """V: the two add up to 5."""

    kind: ClassVar[str] = "v"
    title: ClassVar[str] = "V"
    usage: ClassVar[str] = "v: r1c1 r1c2"
    written: ClassVar[str] = "xv cells"
    sign: ClassVar[str] = "V"
    says: ClassVar[str] = "{cells} add up to 5"

    def fits(self, a: int, b: int) -> bool:
        """Five together."""
        return a + b == 5

    iss = {"V": lambda told, shape: _adjacent(Five, told, shape)}
    fpuzzles = {"xv": lambda entry, shape: [_LETTERS[letter](entry.cells) for letter in entry.letters("XV")]}


_LETTERS: dict[str, type[Sign]] = {"X": Ten, "V": Five}


@dataclass(frozen=True)
class Greater(Sign):
    """The first cell holds a greater value than the second."""

    kind: ClassVar[str] = "greater"
    title: ClassVar[str] = "greater-than sign"
    usage: ClassVar[str] = "greater: r1c1 r1c2"
    sign: ClassVar[str] = ">"

    def fits(self, a: int, b: int) -> bool:
        """Greater."""
        return a > b

    def words(self, shape: Shape) -> str:
        """Which is greater."""
        return f"{shape.name_of(self.path[0])} is greater than {shape.name_of(self.path[1])}"

    @property
    def text(self) -> str:
        """A sign that opens towards the greater value."""
        first, second = self.path
        if abs(first - second) == 1:
            return ">" if first < second else "<"
        return "v" if first < second else "^"

    iss = {"GreaterThan": lambda told, shape: _adjacent(Greater, told, shape)}


@dataclass(frozen=True)
class NumberedSign(Sign, WithNumber):
    """A sign with a number."""

    @property
    def text(self) -> str:
        """Its number."""
        return str(self.number)


@dataclass(frozen=True)
class Difference(NumberedSign):
    """The two values differ by a number."""

    kind: ClassVar[str] = "difference"
    title: ClassVar[str] = "difference"
    usage: ClassVar[str] = "difference 2: r1c1 r1c2"
    written: ClassVar[str] = "difference cells"
    what: ClassVar[str] = "a difference"
    says: ClassVar[str] = "{cells} differ by {number}"

    def fits(self, a: int, b: int) -> bool:
        """They differ by the number."""
        return abs(a - b) == self.number

    fpuzzles = {
        "difference": lambda entry, shape: [
            White(entry.cells) if entry.number(1) == 1 else Difference(entry.cells, entry.number(1))
        ]
    }


@dataclass(frozen=True)
class Ratio(NumberedSign):
    """One value is a number of times the other."""

    kind: ClassVar[str] = "ratio"
    title: ClassVar[str] = "ratio"
    usage: ClassVar[str] = "ratio 3: r1c1 r1c2"
    written: ClassVar[str] = "ratio cells"
    what: ClassVar[str] = "a ratio"
    says: ClassVar[str] = "of {cells} one holds {number} times the value of the other"

    def fits(self, a: int, b: int) -> bool:
        """One is this many times the other."""
        return a == self.number * b or b == self.number * a

    fpuzzles = {
        "ratio": lambda entry, shape: [
            Black(entry.cells) if entry.number(2) == 2 else Ratio(entry.cells, entry.number(2))
        ]
    }


_DOTTED = Black, Ratio, White, Difference


@dataclass(frozen=True)
class NoOther(Wide):
    """No neighbours without one of the signs are as the signs say."""

    signs: ClassVar[tuple[type[Sign], ...]]
    """The signs that would have been drawn."""
    said: ClassVar[tuple[tuple[str, Any], ...]]
    """How an f-puzzles document says so: its ``nonconsecutive`` leaves out neighbours with a dot."""

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair for all neighbours that have none of these signs."""
        signed = {frozenset(rule.path) for rule in board.rules if isinstance(rule, self._counted())}
        table = pair_table(board.shape.order, self._fits(board))
        for first, second in neighbours(board.shape):
            if frozenset((first, second)) not in signed:
                yield Pair(first, second, table, name="the neighbours without a sign")

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]]:
        """The keys that say so."""
        return self.said

    def _counted(self) -> tuple[type[Sign], ...]:
        """The signs that make neighbours an exception."""
        return self.signs

    def _fits(self, board: Board) -> Callable[[int, int], bool]:
        probes = [sign((0, 1)) for sign in self.signs]
        return lambda a, b: not any(probe.fits(a, b) for probe in probes)


@dataclass(frozen=True)
class NoOtherDots(NoOther):
    """Every white and black dot is drawn."""

    kind: ClassVar[str] = "all-dots"
    title: ClassVar[str] = "All dots are drawn"
    usage: ClassVar[str] = "all-dots"
    says: ClassVar[str] = "neighbours without a dot are not consecutive, and neither is twice the other"
    signs: ClassVar[tuple[type[Sign], ...]] = (White, Black)
    said: ClassVar[tuple[tuple[str, Any], ...]] = (("nonconsecutive", True), ("negative", ["ratio"]))

    iss = {"StrictKropki": lambda told, shape: [NoOtherDots()]}


@dataclass(frozen=True)
class NoOtherRatios(NoOther):
    """Every black dot is drawn, and every other ratio of a sign."""

    kind: ClassVar[str] = "all-ratios"
    title: ClassVar[str] = "All black dots are drawn"
    usage: ClassVar[str] = "all-ratios"
    says: ClassVar[str] = "of neighbours without a dot, neither is such a multiple of the other"
    said: ClassVar[tuple[tuple[str, Any], ...]] = (("negative", ["ratio"]),)

    def _counted(self) -> tuple[type[Sign], ...]:
        return _DOTTED

    def _fits(self, board: Board) -> Callable[[int, int], bool]:
        ratios = {rule.number for rule in board.rules if isinstance(rule, Ratio)} or {2}
        if any(isinstance(rule, Black) for rule in board.rules):
            ratios |= {2}
        return lambda a, b: all(a != ratio * b and b != ratio * a for ratio in ratios)


@dataclass(frozen=True)
class NoOtherDifferences(NoOther):
    """Every white dot is drawn."""

    kind: ClassVar[str] = "all-differences"
    title: ClassVar[str] = "All white dots are drawn"
    usage: ClassVar[str] = "all-differences"
    says: ClassVar[str] = "neighbours without a dot do not hold consecutive values"
    signs: ClassVar[tuple[type[Sign], ...]] = (White,)
    said: ClassVar[tuple[tuple[str, Any], ...]] = (("nonconsecutive", True),)

    def _counted(self) -> tuple[type[Sign], ...]:
        return _DOTTED


@dataclass(frozen=True)
class NoOtherXV(NoOther):
    """Every X and V is drawn."""

    kind: ClassVar[str] = "all-xv"
    title: ClassVar[str] = "All X and V are drawn"
    usage: ClassVar[str] = "all-xv"
    says: ClassVar[str] = "neighbours without X or V add up neither to 10 nor to 5"
    signs: ClassVar[tuple[type[Sign], ...]] = (Ten, Five)
    said: ClassVar[tuple[tuple[str, Any], ...]] = (("negative", ["xv"]),)

    iss = {"StrictXV": lambda told, shape: [NoOtherXV()]}


NEGATIVE = {"xv": NoOtherXV, "ratio": NoOtherRatios}
"""By the word that f-puzzles uses in its list ``negative``."""


def beside_dots(rules: Iterable[Rule]) -> list[Rule]:
    """The rules of an f-puzzles document; if it has dots, ``nonconsecutive`` is about the other neighbours."""
    told = list(rules)
    dotted = any(isinstance(rule, _DOTTED) for rule in told)
    return [NoOtherDifferences() if dotted and isinstance(rule, NonConsecutive) else rule for rule in told]
