"""Describes the choices of a search for queens in terms of `core.explain._model`, as lines and squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from core._kernels.incidence import Incidence
from core._queens.as_cover import QueensCells, QueensLinks
from core._queens.boards import BoardSearch
from core._queens.encoding import incidence
from core._queens.problem import Queens
from core._queens.stride import StrideSearch
from core._queens.symmetry import DihedralSearch
from core.exact_cover._kernels.cover_search import FIRST_ITEM
from core.explain._model import Made, Model, Standing
from core.explain._reason import BranchRule, Clash, Inference, Onward, Subject, SubjectKind, Tie


def square_name(n: int, square: int) -> str:
    """The name of a square, such as ``r3c5``: rows and columns are counted from 1."""
    return f"r{square // n + 1}c{square % n + 1}"


def _diagonals(n: int) -> list[str]:
    """The names of the rising diagonals with more than one square, then of the falling ones, by their ends."""
    names = []
    for total in range(1, 2 * n - 2):
        top = (max(0, total - n + 1), min(total, n - 1))
        names.append(f"diagonal {square_name(n, top[0] * n + top[1])}-{square_name(n, top[1] * n + top[0])}")
    for difference in range(2 - n, n - 1):
        top = (max(0, difference), max(0, -difference))
        length = n - abs(difference)
        last = (top[0] + length - 1) * n + top[1] + length - 1
        names.append(f"diagonal {square_name(n, top[0] * n + top[1])}-{square_name(n, last)}")
    return names


def board_model(problem: Queens, lines: str = "all") -> Model:
    """The board as a model: rows and columns must be covered, diagonals need not be.  Closed squares are out of play.

    ``lines`` may be ``straight``, which leaves out the diagonals, or ``none``, which leaves out all lines, for searches
    that do not look at them.
    """
    n = problem.n
    inc = incidence(n)
    names = [*(f"row {r + 1}" for r in range(n)), *(f"column {c + 1}" for c in range(n))]
    kinds = [SubjectKind.ROW] * n + [SubjectKind.COLUMN] * n
    if lines == "all":
        diagonals = _diagonals(n) if n > 1 else []
        names += diagonals
        kinds += [SubjectKind.DIAGONAL] * len(diagonals)
    elif lines == "straight":
        squares = np.arange(n * n)
        items = np.stack([squares // n, n + squares % n], axis=1).reshape(-1).astype(np.int32)
        inc = Incidence(2 * n, 0, np.arange(0, 2 * n * n + 1, 2, dtype=np.int64), items)
    else:
        names, kinds = [], []
        inc = Incidence(0, 0, np.zeros(n * n + 1, dtype=np.int64), np.zeros(0, dtype=np.int32))
    subjects = tuple(Subject(kind, i, name) for i, (kind, name) in enumerate(zip(kinds, names, strict=True)))
    idle = tuple(sorted(row * n + column for row, column in problem.closed_squares()))
    return Model(subjects, inc, np.arange(n * n), lambda square: square_name(n, square), idle=idle)


class RowByRow:
    """A search that fills the rows in order."""

    rule, tie, onward, tree = BranchRule.ROW_BY_ROW, Tie.NONE, Onward.BACK, 0
    weight = 1

    lines = "all"
    """Which lines of the board the search looks at."""

    def __init__(self, search: BoardSearch, problem: Queens) -> None:
        self._search, self._n = search, problem.n
        self.model = board_model(problem, self.lines)
        self._problem = problem
        self.scope = self.model.primary

    @property
    def whole(self) -> Model:
        """The board with all its lines."""
        return self.model if self.lines == "all" else board_model(self._problem)

    def made(self) -> Sequence[Made]:
        """The queens placed so far, one choice for each row."""
        columns = self._search.board_array().tolist()
        choices = self._search.branch_choices()
        return [
            Made(row, row * self._n + column, number, degree)
            for row, (column, (number, degree)) in enumerate(zip(columns, choices, strict=True))
        ]

    def first_open(self, standing: Standing) -> int | None:
        """The first row without a queen; None if all rows have one."""
        row = len(standing.taken)
        return row if row < self._n else None

    def clashes(self) -> Sequence[Clash]:
        """Every pair of queens that attack each other, with the line that they share."""
        queens = [divmod(square, self._n) for square in self._squares()]
        return [
            Clash(first + 1, second + 1, kind)
            for (first, a), (second, b) in combinations(enumerate(queens), 2)
            if (kind := _shared(a, b)) is not None
        ]

    def _squares(self) -> list[int]:
        return [made.option for made in self.made()]


class SquareBySquare(RowByRow):
    """Brute force: it takes the squares in order, whatever is on the others.

    It looks at no lines, but tries nothing where two placed queens attack each other: then the row of the first of
    them has no square left.
    """

    rule = BranchRule.SQUARE_BY_SQUARE
    lines = "none"

    def __init__(self, search: BoardSearch, problem: Queens) -> None:
        self._conflict = problem.conflict
        if self._conflict is not None:
            self.lines = "all"
        super().__init__(search, problem)

    def made(self) -> Sequence[Made]:
        """The squares chosen so far, each from among the squares that leave room for the remaining queens."""
        made, before, closed = [], -1, set(self.model.idle)
        squares = self._search.branch_path() or ()
        for level, square in enumerate(squares):
            last = self._n * self._n - (self._n - level)
            ways = [other for other in range(before + 1, last + 1) if other not in closed]
            made.append(Made(-1, square, ways.index(square) + 1, len(ways)))
            before = square
        return made

    def first_open(self, standing: Standing) -> int | None:
        """The row of a placed queen that another attacks; otherwise None: the search follows no order of lines."""
        return None if self._conflict is None else self._conflict[0][0]


class OnePerColumn(RowByRow):
    """Permutations: the search goes row by row and does not look at the diagonals."""

    lines = "straight"


class LinksOnBoard:
    """Dancing Links on a board: its options are the squares."""

    onward, tree, weight = Onward.BACK, 0, 1

    def __init__(self, search: QueensLinks | QueensCells, problem: Queens) -> None:
        self._search = search
        self.model = self.whole = board_model(problem)
        self.scope = self.model.primary
        first = isinstance(search, QueensLinks) and search.rule == FIRST_ITEM
        self.rule = BranchRule.FIRST if first else BranchRule.FEWEST
        self.tie = Tie.ORDER

    def made(self) -> Sequence[Made]:
        """The options chosen so far, as squares, each for the line on which the search branched."""
        squares = self._search.squares
        return [
            Made(line, int(squares[option]), number, degree)
            for line, option, number, degree in self._search.branches().tolist()
        ]

    def first_open(self, standing: Standing) -> int | None:
        """The first open line in the order of the search."""
        left = standing.open()
        return next((item for item in self._search.order if item in left), None)

    def clashes(self) -> Sequence[Clash]:
        """Nothing: options that clash are never chosen together."""
        return ()


class CellsOnBoard(LinksOnBoard):
    """Dancing cells on a board: a line found to have one square left is taken without looking at the others."""

    _search: QueensCells

    def __init__(self, search: QueensCells, problem: Queens) -> None:
        super().__init__(search, problem)
        self.tie = Tie.MET

    def made(self) -> Sequence[Made]:
        """The options chosen so far, as squares, with the order in which the squares of the line are tried."""
        squares = self._search.squares.tolist()
        return [
            replace(made, ways=tuple(squares[option] for option in self._search.in_turn(made.subject, made.degree)))
            for made in super().made()
        ]


class HalfPreset(RowByRow):
    """A row-by-row search below queens that already stood when it began."""

    def __init__(self, search: StrideSearch, problem: Queens) -> None:
        super().__init__(search, problem)
        self._begun = search

    def made(self) -> Sequence[Made]:
        """The queens placed so far, with the columns tried in each row; the first queens are preset."""
        made, kept = [], self._begun.kept
        for row, (column, tried) in enumerate(
            zip(self._begun.board_array().tolist(), self._begun.columns_tried(), strict=True)
        ):
            first = row * self._n
            ways, at = tuple(first + way for way in tried), tried.index(column)
            made.append(Made(row, first + column, at + 1, len(ways), ways=ways, preset=row < kept))
        return made


class UpToSymmetry(RowByRow):
    """A row-by-row search that finds one board on behalf of all its rotations and reflections."""

    def __init__(self, search: DihedralSearch, problem: Queens) -> None:
        super().__init__(search, problem)
        self._edges = search
        self.model = replace(self.model, rules=self._leave_images_out)

    def made(self) -> Sequence[Made]:
        """The queens placed so far; the first one chooses among the first squares of all cases."""
        made = list(super().made())
        if made:  # in several cases the first queen is on the same square, each with a square of its own below
            made[0] = replace(made[0], ways=tuple(self._edges.first_squares))
        return made

    @property
    def weight(self) -> int:  # type: ignore[override]
        """How many of its eight images the board found represents (see `core._queens.symmetry`)."""
        columns, last = self._edges.board_array().tolist(), self._n - 1
        if len(columns) <= last or not last:
            return 1
        if columns[0] == 0:
            return 8
        own, bottom = columns[0], columns[last]
        near = [min(place, last - place) == own for place in (columns.index(0), columns.index(last), bottom)]
        rivals = 1 + sum(near)
        return 8 // rivals if rivals != 3 else 0 if near[2] else 8

    def _leave_images_out(self, standing: Standing) -> None:
        """Leave out the squares that the case forbids, and all squares of a row but the one that a column
        needs now or never."""
        n, edges, row = self._n, self._edges, len(standing.chosen)
        if row == 0:
            self._out(standing, 0, ~sum({1 << first for first in edges.first_squares}), Inference.MIRRORED)
            return
        case = standing.chosen[0] - 1
        if row == 1:
            for below in range(1, n):
                self._out(standing, below, ~edges.allowed(case, below), Inference.NEARER)
        if row == n:
            return
        columns = sum(1 << option % n for option in standing.taken)
        due = edges.due(case, row) & ~columns
        live = sum(1 << way % n for way in standing.ways(row, n))
        column = n + (due & -due).bit_length() - 1
        if live & due:
            standing.infer(self._squares_of(standing, row, ~due), Inference.STARVES, column)
        elif due and live:
            standing.fail(column, self.model.options_of(column).tolist())

    def _out(self, standing: Standing, row: int, columns: int, why: Inference) -> None:
        """Leave out these columns of a row, each because of the edge (or the line next to it) whose queen it holds."""
        n = self._n
        for option in self._squares_of(standing, row, columns):
            column = option % n
            if row == 0:
                subject, inference = 0, why
            elif row == 1 and self._edges.first_squares[standing.chosen[0] - 1] == 0:
                subject, inference = 1, Inference.APART
            else:
                subject, inference = (row if row == n - 1 else n + column), why
            standing.infer([option], inference, subject)

    def _squares_of(self, standing: Standing, row: int, columns: int) -> list[int]:
        """The squares of a row in these columns that could still be taken."""
        return [way for way in standing.ways(row, self._n) if columns >> way % self._n & 1]


def _shared(a: tuple[int, int], b: tuple[int, int]) -> SubjectKind | None:
    """The line that two squares share."""
    if a[0] == b[0]:
        return SubjectKind.ROW
    if a[1] == b[1]:
        return SubjectKind.COLUMN
    return SubjectKind.DIAGONAL if abs(a[0] - b[0]) == abs(a[1] - b[1]) else None
