"""Says what a Sudoku search has chosen, in the terms of `core.explain._model`: cells, values and units."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core._kernels.incidence import Incidence
from core.explain._model import LIVE, Made, Model, Standing
from core.explain._reason import BranchRule, Clash, Onward, Subject, SubjectKind, Tie
from core.sudoku._bulk.bands import BandsSearch
from core.sudoku._bulk.triad_tables import CONFIGURATIONS
from core.sudoku._deduction import BAND_CELLS, Bands, band_name, box_of, number_of_way, triad_name, way_of
from core.sudoku._layout import HouseKind
from core.sudoku._problem import Sudoku
from core.sudoku._propagation.reasons import with_rules
from core.sudoku._propagation.search import Propagation
from core.sudoku._solvers.backtracking import Backtracking
from core.sudoku._solvers.bitmask import SudokuBitmask
from core.sudoku._solvers.exact_cover import SudokuLinks, SudokuMatrix, sparse_incidence
from core.sudoku._solvers.single_branch import SingleBranch
from core.sudoku._symbols import symbol

KINDS = {
    HouseKind.ROW: SubjectKind.ROW_VALUE, HouseKind.COLUMN: SubjectKind.COLUMN_VALUE,
    HouseKind.BOX: SubjectKind.BOX_VALUE, HouseKind.OTHER: SubjectKind.EXTRA_VALUE,
}  # fmt: skip


def grid_model(problem: Sudoku, *, given: bool) -> Model:
    """Cells, and values in houses of every kind; ``given``: the givens are taken before the search begins."""
    n, shape = problem.shape.order, problem.shape
    incidence, numbers = sparse_incidence(problem)
    subjects = [(SubjectKind.CELL, shape.name_of(cell)) for cell in range(shape.cells)]
    for house in problem.houses:
        subjects += [(KINDS[house.kind], f"{symbol(value + 1)} in {house.name}") for value in range(n)]

    def name(option: int) -> str:
        return f"{shape.name_of(option // n)}={symbol(option % n + 1)}"

    taken = [at for at, option in enumerate(numbers.tolist()) if problem.givens[option // n]] if given else []
    return Model(
        tuple(Subject(kind, i, text) for i, (kind, text) in enumerate(subjects)),
        incidence, numbers, name, given=tuple(taken),
    )  # fmt: skip


class GridReader:
    """What the readers of all Sudoku searches have in common."""

    rule, tie, onward, tree, weight = BranchRule.FEWEST, Tie.ORDER, Onward.BACK, 0, 1

    def __init__(self, problem: Sudoku, model: Model) -> None:
        self._problem = problem
        self.model = self.whole = model
        self.scope = model.primary
        self._at = {number: at for at, number in enumerate(self.model.numbers.tolist())}

    def _option(self, cell: int, value: int) -> int:
        return self._at[cell * self._problem.shape.order + value - 1]

    def first_open(self, standing: Standing) -> int | None:
        """The first subject that is still open; None if all are served."""
        return next(iter(standing.open()), None)

    def clashes(self) -> Sequence[Clash]:
        """Empty: a Sudoku search checks every choice when it makes it."""
        return ()


class OnGridItems(GridReader):
    """Dancing Links, or Algorithm X on the matrix."""

    def __init__(self, search: SudokuLinks | SudokuMatrix, problem: Sudoku) -> None:
        super().__init__(problem, grid_model(problem, given=False))
        self._search = search
        self.onward = Onward.NOWHERE if isinstance(search, SingleBranch) else Onward.BACK

    def made(self) -> Sequence[Made]:
        """The choices on the path of the node visited last."""
        return [Made(*branch) for branch in self._search.branches().tolist()]


class CellByCell(GridReader):
    """Backtracking along the rows."""

    rule, tie = BranchRule.CELL_BY_CELL, Tie.NONE

    def __init__(self, search: Backtracking | SudokuBitmask, problem: Sudoku) -> None:
        super().__init__(problem, grid_model(problem, given=True))
        self.scope = problem.shape.cells
        self._search = search

    def made(self) -> Sequence[Made]:
        """The choices on the path of the node visited last."""
        standing, out = Standing(self.model), []
        for cell, value in self._search.filled():
            options = self.model.options_of(cell)
            ways = options[standing.gone[options] == LIVE].tolist()
            option = self._option(cell, value)
            out.append(Made(cell, option, ways.index(option) + 1, len(ways), ways=tuple(ways)))
            standing.make(out[-1])
        return out

    def first_open(self, standing: Standing) -> int | None:
        """The first cell that is still open; None if all are filled."""
        return next((cell for cell in standing.open() if cell < self._problem.shape.cells), None)


class FewestCandidates(CellByCell):
    """The cell with the fewest candidates: it looks at cells only."""

    rule, tie = BranchRule.FEWEST, Tie.MET


def banded_model(problem: Sudoku) -> Model:
    """9×9: what `grid_model` has, and the six ways of every value through every band."""
    plain = grid_model(problem, given=True)
    starts, items = plain.incidence.starts, plain.incidence.items
    subjects = [(each.kind, each.name) for each in plain.subjects]
    ways_first = len(subjects)
    subjects += [(SubjectKind.BAND_VALUE, f"{v + 1} in {band_name(b)}") for b in range(6) for v in range(9)]
    crossings_first = len(subjects)
    subjects += [
        (SubjectKind.BAND_VALUE, f"{v + 1} in {band_name(b)} of box {box_of(b, x) + 1}")
        for b in range(6) for v in range(9) for x in range(3)
    ]  # fmt: skip
    triads_first = len(subjects)
    subjects += [(SubjectKind.TRIAD, triad_name(b, line, x)) for b in range(6) for line in range(3) for x in range(3)]
    crossings = np.full((81, 2), -1)
    colours_at = np.zeros((81, 2), dtype=np.int64)
    for (band, line, box, at), cell in np.ndenumerate(BAND_CELLS):
        del at
        way = band // 3
        crossings[cell, way], colours_at[cell, way] = 27 * band + box, line + 1
    options, colours = [], []
    for option, number in enumerate(plain.numbers.tolist()):
        cell, value = divmod(number, 9)
        own = items[starts[option] : starts[option + 1]].tolist()
        options.append((*own, *(crossings_first + int(c) + 3 * value for c in crossings[cell])))
        colours += [0] * len(own) + colours_at[cell].tolist()
    numbers = plain.numbers.tolist()
    for band in range(6):
        for value in range(9):
            for way, taken in enumerate(CONFIGURATIONS):
                numbers.append(number_of_way(band, value, way))
                first = crossings_first + 27 * band + 3 * value
                options.append((ways_first + 9 * band + value, first, first + 1, first + 2))
                colours += [0, *(line + 1 for line in taken)]
    incidence = Incidence.from_options(crossings_first, len(subjects) - crossings_first, options)
    every = np.array(numbers, dtype=np.int64)
    return Model(
        tuple(Subject(kind, i, text) for i, (kind, text) in enumerate(subjects)), incidence, every,
        lambda number: plain.name(number) if number < 729 else _way_name(number),
        colours=np.array(colours), given=plain.given,
        rules=Bands(every, ways_first=ways_first, triads_first=triads_first),
    )  # fmt: skip


def _way_name(number: int) -> str:
    band, value, way = way_of(number)
    lines = ", ".join(triad_name(band, line, box) for box, line in enumerate(CONFIGURATIONS[way]))
    return f"{value + 1} by {lines}"


class Splitting(GridReader):
    """A search that draws all conclusions at a node, then tries one option, then everything else."""

    def __init__(self, search: Propagation | BandsSearch, problem: Sudoku) -> None:
        if isinstance(search, BandsSearch):
            model = banded_model(problem)
            self.rule = BranchRule.NARROWEST
        else:
            n, cells = problem.shape.order, problem.shape.cells
            houses = {house.cells: cells + n * number for number, house in enumerate(problem.houses)}
            model = with_rules(grid_model(problem, given=True), search.built, cells, n, houses)
            self.rule = BranchRule.WEIGHED
        super().__init__(problem, model)
        self._search = search

    @property
    def tree(self) -> int:  # type: ignore[override]
        """The patience of propagation: it starts again with more patience, in another tree."""
        return self._search.patience if isinstance(self._search, Propagation) else 0

    def made(self) -> Sequence[Made]:
        """The choices on the path of the node visited last."""
        out = []
        for number, refused in self._search.splits():
            option = self._at[number]
            subject = self.model.subjects_of(option)[0]  # a cell, or a value in a band
            out.append(Made(subject, option, 2 if refused else 1, 2, ways=(option,), refused=refused, either=True))
        return out
