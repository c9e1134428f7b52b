"""A grid before it holds any value: its shape and its rules, and what follows from the two.

A *house* is a row, a column, a box or another set of n cells that hold n
different values.  Two cells are *peers* if some rule says that they differ.
Houses are numbered in the order of the rules, which is rows first, then columns,
then boxes or regions, then the rest, unless they are given in another order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from core._checks import instance, several, shown, whole
from core._checks import text as checked_text
from core._search import ProblemError
from core.sudoku._shape import NINE, Shape
from core.sudoku.rules._forms import Allowed, Board, Distinct, Form, Pair, Sets
from core.sudoku.rules._house import USUAL, Variant, variant_of, variant_rules
from core.sudoku.rules._rule import Look, Mark, Rule


class HouseKind(StrEnum):
    """Where the cells of a house lie."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"
    """A box or region: the grid is divided into them by heavy lines."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class House:
    """Cells that hold every value once."""

    name: str
    """``row 3``, ``the main diagonal``."""
    cells: tuple[int, ...]
    kind: HouseKind
    rule: Rule
    """The rule that makes it one."""


@dataclass(frozen=True)
class Layout:
    """A shape and its rules.

    >>> Layout.of(Shape(3, 3)).plain, len(Layout.of(Shape(3, 3)).houses)  # 9 rows, 9 columns, 9 boxes
    (True, 27)
    >>> len(Layout.parse("3x3 x").houses)  # X-Sudoku
    29
    >>> Layout.parse("1x4 jigsaw AAABACBBCCDBCDDD").area(3)  # the cell in the corner is in region B
    1
    """

    shape: Shape
    rules: tuple[Rule, ...]

    @classmethod
    def of(cls, shape: Shape | Layout, rules: Iterable[Rule] | None = None) -> Layout:
        """The layout of a shape with these rules, by default the usual ones, or those of a layout given as ``shape``.

        Raises ProblemError for rules that do not fit the shape.
        """
        if isinstance(shape, Layout):
            return shape if rules is None or rules is shape.rules else cls.of(shape.shape, rules)
        checked_shape(shape)
        if rules is None or rules is USUAL:
            return _plain(shape)
        if type(rules) is not tuple or not set(map(type, rules)) <= _KNOWN:  # they come again and again
            rules = checked_rules(rules)
            _KNOWN.update(map(type, rules))
        return _layout(shape, rules)

    @classmethod
    def parse(cls, text: str) -> Layout:
        """``2x3`` (see `Shape.parse`), then ``x``, ``windoku`` or both for more houses.

        Irregular regions are ``jigsaw`` and a letter for each cell, its region (A is the first).  Raises ProblemError.
        """
        words = checked_text(text, "box shape").split()
        if re.fullmatch(r"\s*\d+\s*[x×X*]\s*\d+\s*", text):
            words = ["".join(words)]
        shape = Shape.parse(words[0] if words else text)
        return cls.of(shape, variant_rules(shape, words[1:]))

    @cached_property
    def _hash(self) -> int:
        return hash((self.shape, self.rules))

    def __hash__(self) -> int:  # much is kept by layout, and a layout may have a hundred rules
        return self._hash

    def __getstate__(self) -> dict[str, object]:
        return {"shape": self.shape, "rules": self.rules}

    # The shape

    @property
    def order(self) -> int:
        """n: how many values there are."""
        return self.shape.order

    @property
    def cells(self) -> int:
        """n²."""
        return self.shape.cells

    def row(self, cell: int) -> int:
        """The row of a cell, 0-based."""
        return self.shape.row(cell)

    def column(self, cell: int) -> int:
        """The column of a cell, 0-based."""
        return self.shape.column(cell)

    def name_of(self, cell: int) -> str:
        """``r4c7``."""
        return self.shape.name_of(cell)

    # What follows from the rules

    @cached_property
    def _reduced(self) -> tuple[Board, tuple[tuple[Form, Rule], ...]]:
        board = Board(self.shape, [(1 << self.shape.order) - 1] * self.shape.cells, self.rules)
        return board, tuple((form, rule) for rule in self.rules for form in rule.forms(board))

    @property
    def board(self) -> Board:
        """A grid with every value in every cell, and the helper cells that the rules have asked for there."""
        return self._reduced[0]

    @property
    def forms(self) -> tuple[tuple[Form, Rule], ...]:
        """The forms of all rules in that grid, each with its rule."""
        return self._reduced[1]

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """All houses.  A box that is also a row counts twice."""
        n = self.shape.order
        found: list[House] = []
        seen: set[tuple[HouseKind, frozenset[int]]] = set()
        for form, rule in self.forms:
            if not isinstance(form, Distinct) or len(form.cells) != n:
                continue
            kind = HouseKind.OTHER
            if rule.division(self.shape) is not None:
                kind = HouseKind.BOX
            elif len({cell // n for cell in form.cells}) == 1:
                kind = HouseKind.ROW
            elif len({cell % n for cell in form.cells}) == 1:
                kind = HouseKind.COLUMN
            if n == 1 or (kind, frozenset(form.cells)) not in seen:
                seen.add((kind, frozenset(form.cells)))
                found.append(House(form.name, form.cells, kind, rule))
        return tuple(found)

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of every house."""
        return tuple(house.cells for house in self.houses)

    @cached_property
    def _houses_of(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in range(self.shape.cells)]
        for number, unit in enumerate(self.units):
            for cell in unit:
                found[cell].append(number)
        return tuple(map(tuple, found))

    def houses_of(self, cell: int) -> tuple[int, ...]:
        """The numbers of the houses that a cell is in."""
        return self._houses_of[cell]

    @cached_property
    def distinct(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """All sets of cells that differ, each with its name: houses, and smaller ones from other rules."""
        found = [(house.name, house.cells) for house in self.houses]
        units = set(self.units)
        for form, rule in self.forms:
            match form:
                case Distinct(cells=group) | Sets(cells=group):
                    pass
                case Pair(first=one, second=other, table=table) if _never_equal(table):
                    group = (one, other)
                case _:
                    continue
            group = tuple(cell for cell in group if cell < self.shape.cells)
            if len(group) > 1 and group not in units:
                found.append((form.name or rule.title.lower(), group))
        return tuple(found)

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """By cell, the set of the values that rules about this cell alone leave it."""
        left = [(1 << self.shape.order) - 1] * self.shape.cells
        for form, _ in self.forms:
            if isinstance(form, Allowed) and form.cell < self.shape.cells:
                left[form.cell] &= form.allowed
        return tuple(left)

    @cached_property
    def _peers(self) -> tuple[tuple[int, ...], ...]:
        seen: list[set[int]] = [set() for _ in range(self.shape.cells)]
        for _, group in self.distinct:
            for cell in group:
                seen[cell].update(group)
        return tuple(tuple(sorted(others - {cell})) for cell, others in enumerate(seen))

    def peers(self, cell: int) -> tuple[int, ...]:
        """All other cells that must differ from this one, in order."""
        return self._peers[whole(cell, "cell", 0, self.shape.cells - 1)]

    @cached_property
    def plain(self) -> bool:
        """Whether rows, columns and rectangular boxes are all there is."""
        return self.rules == USUAL

    @cached_property
    def only_houses(self) -> bool:
        """Whether the forms of every rule are houses."""
        n = self.shape.order
        # The usual rules come first, so that the last forms tell soonest.
        return all(isinstance(form, Distinct) and len(form.cells) == n for form, _ in reversed(self.forms))

    # How it is drawn

    @cached_property
    def areas(self) -> tuple[int, ...]:
        """The number of the box or region of each cell, as heavy lines divide the grid; all 0 if nothing does."""
        divisions = (rule.division(self.shape) for rule in self.rules)
        return next((division for division in divisions if division is not None), (0,) * self.shape.cells)

    def area(self, cell: int) -> int:
        """The box or region of a cell, 0-based."""
        return self.areas[cell]

    @cached_property
    def rectangular(self) -> bool:
        """Whether the grid is divided into the boxes of its shape."""
        return next((rule for rule in self.rules if rule.division(self.shape) is not None), None) in USUAL

    @cached_property
    def shaded(self) -> frozenset[int]:
        """The cells with a shade of their own."""
        return frozenset(cell for mark, _ in self.drawn if mark.look is Look.SHADE for cell in mark.cells)

    @cached_property
    def drawn(self) -> tuple[tuple[Mark, Rule], ...]:
        """All that the rules draw, each mark with its rule."""
        return tuple((mark, rule) for rule in self.rules for mark in rule.marks(self.shape))

    @cached_property
    def pictured(self) -> bool:
        """Whether something is drawn on lines and edges: cages, strokes, signs, clues outside."""
        plain = (Look.SHADE, Look.WIDE)
        return any(mark.look not in plain or (mark.look is Look.SHADE and mark.text) for mark, _ in self.drawn)

    # How it is written

    @cached_property
    def _variant(self) -> Variant:
        return variant_of(self.shape, self.rules)

    @property
    def text(self) -> str:
        """What `parse` reads: ``2x3``, ``3x3 x``, ``1x9 jigsaw AAAB…``; the rules in `untold` are not in it."""
        return " ".join([self.shape.text, *self._variant.words])

    @property
    def told(self) -> tuple[Rule, ...]:
        """The rules in `text`, by its words or without any."""
        return tuple(rule for rule in self.rules if rule not in self.untold)

    @property
    def untold(self) -> tuple[Rule, ...]:
        """The rules that `text` does not tell."""
        return self._variant.rest

    @property
    def variant(self) -> str:
        """``X``, ``Windoku``, ``Jigsaw`` or several of them, then what people call the other rules; empty if plain."""
        return " ".join(dict.fromkeys([*self._variant.titles, *(rule.title for rule in self.untold)]))

    def __str__(self) -> str:
        size = str(self.shape)
        if not self.rectangular:  # it has no boxes: the size of the whole grid
            size = f"{self.shape.order}×{self.shape.order}"
        return f"{size} {self.variant}".rstrip()


def _never_equal(table: tuple[int, ...]) -> bool:
    """Whether no value of the first cell of a pair goes with the same one in the second."""
    return not any(allowed >> value & 1 for value, allowed in enumerate(table))


def checked_shape(shape: object) -> Shape:
    """The shape itself.  Raises ProblemError for anything else."""
    if not isinstance(shape, Shape):
        raise ProblemError(f"expected a Shape, such as Shape(3, 3), not {shown(shape)}")
    return shape


def checked_rules(rules: object) -> tuple[Rule, ...]:
    """The rules, each once, the usual ones first.  Raises ProblemError for what is not a rule."""
    return _in_order(instance(rule, Rule, "a rule", "a Rule") for rule in several(rules, "rules"))


def _in_order(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    made = dict.fromkeys(rules, True)
    first = [rule for rule in USUAL if made.pop(rule, False)]
    return (*first, *made)


_KNOWN: set[type] = set()
"""Classes of rules that have been seen; such rules can be hashed."""


@lru_cache(maxsize=64)
def _plain(shape: Shape) -> Layout:
    return _layout(shape, USUAL)


@lru_cache(maxsize=512)
def _layout(shape: Shape, rules: tuple[Rule, ...]) -> Layout:
    if (ordered := _in_order(rules)) != rules:
        return _layout(shape, ordered)
    for rule in rules:
        rule.check(shape)
    return Layout(shape, rules)


PLAIN_NINE = Layout.of(NINE)
"""The usual 9×9 grid, without further rules."""


def forget_layouts() -> None:
    """Forget what follows from shapes and rules, so that measurements find it again."""
    for kept in (_plain, _layout):
        kept.cache_clear()
