"""What a search for a Sudoku has chosen, in the terms of `core.explain.model`: cells, values and units."""

from __future__ import annotations

from collections.abc import Sequence

from core.exact_cover.dancing_links import DancingLinks
from core.explain import Clash, Kind, Rule, Subject, Tie
from core.explain.explainer import LARGEST, Reader
from core.explain.model import LIVE, Made, Model, Standing
from core.search import Search
from core.sudoku.algorithm_x import AlgorithmX
from core.sudoku.backtracking import Backtracking
from core.sudoku.bitmask import BitmaskSearch
from core.sudoku.exact_cover import SudokuLinks, sparse_incidence
from core.sudoku.problem import Sudoku
from core.sudoku.symbols import symbol


def grid_model(problem: Sudoku, *, given: bool) -> Model:
    """Cells, and values in rows, columns and boxes; ``given``: the givens are taken before the search begins."""
    n, shape = problem.shape.order, problem.shape
    incidence, numbers = sparse_incidence(problem)
    subjects = [(Kind.CELL, shape.name_of(cell)) for cell in range(shape.cells)]
    for kind, word in ((Kind.ROW_VALUE, "row"), (Kind.COLUMN_VALUE, "column"), (Kind.BOX_VALUE, "box")):
        subjects += [(kind, f"{symbol(value + 1)} in {word} {unit + 1}") for unit in range(n) for value in range(n)]

    def name(option: int) -> str:
        return f"{shape.name_of(option // n)}={symbol(option % n + 1)}"

    taken = [at for at, option in enumerate(numbers.tolist()) if problem.givens[option // n]] if given else []
    return Model(
        tuple(Subject(kind, i, text) for i, (kind, text) in enumerate(subjects)),
        incidence, numbers, name, given=tuple(taken),
    )  # fmt: skip


class GridReader:
    """What all of them have in common."""

    rule, tie = Rule.FEWEST, Tie.ORDER

    def __init__(self, problem: Sudoku, *, given: bool) -> None:
        self._problem = problem
        self.model = grid_model(problem, given=given)
        self.scope = self.model.primary
        self._at = {number: at for at, number in enumerate(self.model.numbers.tolist())}

    def _option(self, cell: int, value: int) -> int:
        return self._at[cell * self._problem.shape.order + value - 1]

    def first_open(self, standing: Standing) -> int | None:
        return next(iter(standing.open()), None)

    def clashes(self) -> Sequence[Clash]:
        return ()


class OnLinks(GridReader):
    """Dancing Links."""

    def __init__(self, search: SudokuLinks, problem: Sudoku) -> None:
        super().__init__(problem, given=False)
        self._search: DancingLinks = search

    def made(self) -> Sequence[Made]:
        return [Made(*branch) for branch in self._search.branches().tolist()]


class OnMatrix(GridReader):
    """Algorithm X on the explicit matrix."""

    def __init__(self, search: AlgorithmX, problem: Sudoku) -> None:
        super().__init__(problem, given=False)
        self._search = search

    def made(self) -> Sequence[Made]:
        return [Made(*branch) for branch in self._search.branches()]


class CellByCell(GridReader):
    """Backtracking along the rows."""

    rule, tie = Rule.CELL_BY_CELL, Tie.NONE

    def __init__(self, search: Backtracking | BitmaskSearch, problem: Sudoku) -> None:
        super().__init__(problem, given=True)
        self.scope = problem.shape.cells
        self._search = search

    def made(self) -> Sequence[Made]:
        standing, out = Standing(self.model), []
        for cell, value in self._search.filled():
            options = self.model.options_of(cell)
            ways = options[standing.gone[options] == LIVE].tolist()
            option = self._option(cell, value)
            out.append(Made(cell, option, ways.index(option) + 1, len(ways), ways=tuple(ways)))
            standing.make(out[-1])
        return out

    def first_open(self, standing: Standing) -> int | None:
        return next((cell for cell in standing.open() if cell < self._problem.shape.cells), None)


class FewestCandidates(CellByCell):
    """The cell with fewest candidates: it looks at cells only."""

    rule, tie = Rule.FEWEST, Tie.MET


def reader(search: Search) -> Reader | None:
    """The reader of a search for a Sudoku."""
    problem = search.problem
    if not isinstance(problem, Sudoku) or problem.shape.order**3 > LARGEST or problem.conflicts:
        return None
    if isinstance(search, SudokuLinks):
        return OnLinks(search, problem)
    if isinstance(search, AlgorithmX):
        return OnMatrix(search, problem)
    if isinstance(search, Backtracking):
        return CellByCell(search, problem)
    return FewestCandidates(search, problem) if isinstance(search, BitmaskSearch) else None
