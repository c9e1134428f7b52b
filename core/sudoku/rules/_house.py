"""Houses, cells that all differ: rows, columns, boxes and those of variants.  With n cells they hold every value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self

from core._checks import flag, wholes
from core._search import ProblemError
from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells, Wide
from core.sudoku.rules._forms import Board, Distinct
from core.sudoku.rules._reading import Misread, Words
from core.sudoku.rules._rule import Look, Mark, Rule

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""How the regions of a grid are written: a letter for each cell."""


@lru_cache(maxsize=64)
def _rows(shape: Shape) -> tuple[Distinct, ...]:
    n = shape.order
    return tuple(_numbered("row", (tuple(range(at, at + n)) for at in range(0, n * n, n))))


@lru_cache(maxsize=64)
def _columns(shape: Shape) -> tuple[Distinct, ...]:
    n = shape.order
    return tuple(_numbered("column", (tuple(range(at, n * n, n)) for at in range(n))))


@lru_cache(maxsize=64)
def _boxes(shape: Shape) -> tuple[Distinct, ...]:
    return tuple(_numbered("box", _grouped(map(shape.box, range(shape.cells)), shape.order)))


def _numbered(name: str, groups: Iterable[tuple[int, ...]]) -> Iterator[Distinct]:
    for number, cells in enumerate(groups, 1):
        yield Distinct(cells, name=f"{name} {number}")


def _grouped(numbers: Iterable[int], count: int) -> list[tuple[int, ...]]:
    """The cells of each group; every cell has the number of its group."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for cell, number in enumerate(numbers):
        groups[number].append(cell)
    return [tuple(group) for group in groups]


@dataclass(frozen=True)
class ShownByGrid(Wide):
    """A rule that the grid itself shows, by its lines."""

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """Nothing."""
        return ()


@dataclass(frozen=True)
class Rows(ShownByGrid):
    """Every row holds every value."""

    kind = "rows"
    title = "Rows"
    usage = "rows"
    says = "every row holds every value"

    def forms(self, board: Board) -> Iterable[Distinct]:
        """A house for each row."""
        return _rows(board.shape)


@dataclass(frozen=True)
class Columns(ShownByGrid):
    """Every column holds every value."""

    kind = "columns"
    title = "Columns"
    usage = "columns"
    says = "every column holds every value"

    def forms(self, board: Board) -> Iterable[Distinct]:
        """A house for each column."""
        return _columns(board.shape)


@dataclass(frozen=True)
class Boxes(ShownByGrid):
    """Every rectangular box holds every value."""

    kind = "boxes"
    title = "Boxes"
    usage = "boxes"
    says = "every box holds every value"

    def forms(self, board: Board) -> Iterable[Distinct]:
        """A house for each box."""
        return _boxes(board.shape)

    def division(self, shape: Shape) -> tuple[int, ...]:
        """The box of each cell."""
        return tuple(map(shape.box, range(shape.cells)))


@dataclass(frozen=True)
class Regions(Rule):
    """Jigsaw: n irregular regions in place of boxes.

    ``layout`` has the region (0 … n - 1) of each cell.
    """

    layout: tuple[int, ...]

    kind = "regions"
    title = "Jigsaw"
    usage = "regions AABB…, a letter for each cell"
    iss: ClassVar[Mapping[str, Any]] = {
        "Jigsaw": lambda arguments, shape: (Regions.of_signs("".join(arguments.words)),)
    }

    def __post_init__(self) -> None:
        object.__setattr__(self, "layout", wholes(self.layout, "a region", 0))

    @property
    def cells(self) -> tuple[int, ...]:
        """None: it is about the whole grid."""
        return ()

    def check(self, shape: Shape) -> None:
        """Raise ProblemError unless there are n regions of n cells."""
        n = shape.order
        if len(self.layout) != n * n or any(self.layout.count(region) != n for region in range(n)):
            raise ProblemError(f"expected {n} regions of {n} cells each")

    def forms(self, board: Board) -> Iterable[Distinct]:
        """A house for each region."""
        return _numbered("region", _grouped(self.layout, board.shape.order))

    def words(self, shape: Shape) -> str:
        """The sentence that says what it demands."""
        return "every region holds every value"

    def division(self, shape: Shape) -> tuple[int, ...]:
        """The region of each cell."""
        return self.layout

    def line(self, shape: Shape) -> str:
        """``regions AABBAABBCCDDCCDD``."""
        return f"{self.kind} {self.letters}"

    @property
    def letters(self) -> str:
        """The letter of each cell's region, as `of_letters` reads them."""
        return "".join(map(LETTERS.__getitem__, self.layout))

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """A letter for each cell.  Raises Misread."""
        words = Words(text)
        column, letters = words.column, words.next()
        words.over()
        made = cls.of_letters(letters) if all(letter in LETTERS for letter in letters.upper()) else cls(())
        try:
            made.check(shape)
        except ProblemError as error:
            raise Misread(column, str(error)) from None
        return made

    @classmethod
    def of_signs(cls, signs: str) -> Self:
        """Regions from a sign for each cell: cells with the same sign are a region."""
        order = {sign: number for number, sign in enumerate(dict.fromkeys(signs))}
        return cls(tuple(order[sign] for sign in signs))

    @classmethod
    def of_letters(cls, letters: str) -> Self:
        """Regions from a letter for each cell; any other sign makes a layout that `check` refuses."""
        return cls(tuple(index if (index := LETTERS.find(letter)) >= 0 else len(LETTERS) for letter in letters.upper()))


@dataclass(frozen=True)
class Diagonal(Rule):
    """One of the two long diagonals holds every value: the main one, or the one that rises to the right."""

    rising: bool = False

    kind = "diagonal"
    title = "Diagonal"
    usage = "diagonal main, or diagonal anti"
    iss: ClassVar[Mapping[str, Any]] = {"Diagonal": lambda arguments, shape: (Diagonal(arguments.words == ["1"]),)}
    fpuzzles: ClassVar[Mapping[str, Any]] = {
        "diagonal+": lambda entry, shape: (Diagonal(rising=True),),
        "diagonal-": lambda entry, shape: (Diagonal(),),
    }

    def __post_init__(self) -> None:
        object.__setattr__(self, "rising", flag(self.rising, "rising"))

    @property
    def cells(self) -> tuple[int, ...]:
        """None: its cells depend on the size of the grid."""
        return ()

    def of(self, shape: Shape) -> tuple[int, ...]:
        """Its cells in a grid of this shape, from the top."""
        n = shape.order
        return tuple(row * n + (n - 1 - row if self.rising else row) for row in range(n))

    def forms(self, board: Board) -> Iterable[Distinct]:
        """One house."""
        yield Distinct(self.of(board.shape), name="the antidiagonal" if self.rising else "the main diagonal")

    def words(self, shape: Shape) -> str:
        """The sentence that says what it demands."""
        first, last = (shape.name_of(self.of(shape)[at]) for at in (0, -1))
        return f"the diagonal from {first} to {last} holds every value"

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A shade over its cells."""
        yield Mark(Look.SHADE, self.of(shape), tone="house")

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]]:
        """A key that is true."""
        return [("diagonal+" if self.rising else "diagonal-", True)]

    def line(self, shape: Shape) -> str:
        """``diagonal main`` or ``diagonal anti``."""
        return f"{self.kind} {'anti' if self.rising else 'main'}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """``main`` or ``anti``.  Raises Misread."""
        words = Words(text)
        column, word = words.column, words.next()
        words.over()
        if word not in ("main", "anti"):
            raise Misread(column, f"expected main or anti, not {word!r}")
        return cls(word == "anti")


@dataclass(frozen=True)
class Windows(Wide):
    """Windoku: boxes one cell apart from each other and from the edge hold every value too."""

    kind = "windows"
    title = "Windoku"
    usage = "windows"
    says = "every window holds every value"
    iss: ClassVar[Mapping[str, Any]] = {"Windoku": lambda arguments, shape: _windows_of_iss(shape)}

    def check(self, shape: Shape) -> None:
        """Raise ProblemError if they do not fit between the edges."""
        fit = shape.bands <= shape.box_rows + 1 and shape.stacks <= shape.box_columns + 1
        if min(shape.bands, shape.stacks) < 2 or not fit:
            raise ProblemError(f"windows do not fit a grid with boxes of {shape}")

    def of(self, shape: Shape) -> list[tuple[int, ...]]:
        """The cells of each window."""
        return _windows(shape, (shape.bands - 1) * (shape.box_rows + 1), (shape.stacks - 1) * (shape.box_columns + 1))

    def forms(self, board: Board) -> Iterable[Distinct]:
        """A house for each window."""
        return _numbered("window", self.of(board.shape))

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A shade over the windows."""
        return [Mark(Look.SHADE, cells, tone="house") for cells in self.of(shape)]


@dataclass(frozen=True)
class DisjointGroups(Wide):
    """Cells at the same place in their boxes differ."""

    kind = "disjoint"
    title = "Disjoint groups"
    usage = "disjoint"
    says = "cells at the same place in their boxes differ"
    flag = "disjointgroups"
    iss: ClassVar[Mapping[str, Any]] = {"DisjointSets": lambda arguments, shape: (DisjointGroups(),)}
    fpuzzles: ClassVar[Mapping[str, Any]] = {"disjointgroups": lambda entry, shape: (DisjointGroups(),)}

    def forms(self, board: Board) -> Iterable[Distinct]:
        """A house for each place in a box."""
        shape = board.shape
        places = (
            shape.row(cell) % shape.box_rows * shape.box_columns + shape.column(cell) % shape.box_columns
            for cell in range(shape.cells)
        )
        return _numbered("disjoint group", _grouped(places, shape.order))


@dataclass(frozen=True)
class ExtraRegion(OnCells):
    """Some cells differ; if there are n of them, they hold every value."""

    kind = "region"
    title = "Extra region"
    written = "extraregion cells"
    usage = "region: r1c1-r1c3 r2c1-r2c3 r3c1-r3c3"
    look = Look.SHADE
    says = "{cells} hold different values"
    iss: ClassVar[Mapping[str, Any]] = {"AllDifferent": lambda arguments, shape: (ExtraRegion(arguments.cells),)}
    fpuzzles: ClassVar[Mapping[str, Any]] = {"extraregion": lambda entry, shape: (ExtraRegion(entry.cells),)}

    def check(self, shape: Shape) -> None:
        """Raise ProblemError for a cell outside the grid, or more cells than values."""
        super().check(shape)
        if len(self.path) > shape.order:
            raise ProblemError(f"{self.kind}: {len(self.path)} cells cannot hold {shape.order} different values")

    def forms(self, board: Board) -> Iterable[Distinct]:
        """Its cells differ."""
        yield Distinct(self.path, name=f"the extra region at {board.shape.name_of(self.path[0])}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A shade over its cells."""
        yield Mark(Look.SHADE, self.path, tone="house")


def _windows(shape: Shape, below: int, right: int) -> list[tuple[int, ...]]:
    """The cells of boxes one cell apart, from the second row and column; none begins at ``below`` or ``right`` or
    beyond.
    """
    n, height, width = shape.order, shape.box_rows, shape.box_columns
    return [
        tuple((top + down) * n + left + across for down in range(height) for across in range(width))
        for top in range(1, below, height + 1)
        for left in range(1, right, width + 1)
    ]


def _windows_of_iss(shape: Shape) -> tuple[Rule, ...]:
    """What Interactive Sudoku Solver means by windows: none touches an edge, so that some grids have fewer."""
    windows = _windows(shape, shape.order - shape.box_rows, shape.order - shape.box_columns)
    usual = windows == Windows().of(shape)
    return (Windows(),) if usual else tuple(ExtraRegion(cells) for cells in windows if len(cells) > 1)


USUAL: tuple[Rule, ...] = (Rows(), Columns(), Boxes())
"""The rules of a plain Sudoku."""


# Variants by a word after the boxes, as they have always been written: ``3x3 x``, ``1x9 jigsaw AAAB…``

_CROSS = (Diagonal(), Diagonal(rising=True))


def variant_rules(shape: Shape, words: Sequence[str]) -> tuple[Rule, ...]:
    """All rules of a grid with these words after its boxes.  Raises ProblemError for an unknown word."""
    more = [word.lower() for word in words]
    division: Rule = Boxes()
    if "jigsaw" in more:
        at = more.index("jigsaw")
        division = Regions.of_letters(more[at + 1] if at + 1 < len(more) else "")
        del more[at : at + 2]
    unknown = [word for word in more if word not in ("x", "windoku")]
    if unknown:
        raise ProblemError(f"box shape: expected x, windoku or jigsaw, not {unknown[0]!r}")
    crossed, windows = (_CROSS if "x" in more else ()), ((Windows(),) if "windoku" in more else ())
    rules = (Rows(), Columns(), division, *crossed, *windows)
    for rule in rules:
        rule.check(shape)
    return rules


def dividing(regions: tuple[int, ...]) -> Rule:
    """The rule that n regions hold every value; ``regions`` has the number of each cell's."""
    return Regions(regions)


def jigsaw_rules(regions: tuple[int, ...], *, diagonals: bool = False) -> tuple[Rule, ...]:
    """The rules of a jigsaw with these regions, perhaps with both diagonals."""
    return (Rows(), Columns(), Regions(regions), *(_CROSS if diagonals else ()))


def regions_drawn(word: str, n: int) -> tuple[Rule, ...] | None:
    """The rules of the jigsaw that a sign for each cell draws; None for any other word, and for a solved grid."""
    rows = [word[at : at + n] for at in range(0, len(word), n)]
    if len(word) != n * n or {word.count(sign) for sign in word} != {n} or all(len({*row}) == n for row in rows):
        return None
    return jigsaw_rules(Regions.of_signs(word).layout)


@dataclass(frozen=True)
class Variant:
    """What words after the boxes can say of some rules."""

    words: tuple[str, ...]
    """What `variant_rules` reads."""
    titles: tuple[str, ...]
    """What people call the words: ``X``, ``Windoku``, ``Jigsaw``."""
    rest: tuple[Rule, ...]
    """The rules that these words do not say."""


@lru_cache(maxsize=64)
def variant_of(shape: Shape, rules: tuple[Rule, ...]) -> Variant:
    """The words for some rules; if rows, columns or any division are missing, no word says so, and all are left."""
    divided = next((rule for rule in rules if isinstance(rule, Boxes | Regions)), None)
    if divided is None or not {Rows(), Columns()} <= set(rules):
        return Variant((), (), rules)
    crossed, windows = set(_CROSS) <= set(rules), Windows() in rules
    jigsaw = divided if isinstance(divided, Regions) else None
    words = ["x"] * crossed + ["windoku"] * windows + (["jigsaw", jigsaw.letters] if jigsaw else [])
    titles = ["Jigsaw"] * (jigsaw is not None) + ["X"] * crossed + ["Windoku"] * windows
    said = variant_rules(shape, words)
    return Variant(tuple(words), tuple(titles), tuple(rule for rule in rules if rule not in said))
