"""Grids of a Sudoku beside each other."""

from __future__ import annotations

from core import Grid, Snapshot, Sudoku
from core.explain import Reason
from tui.kit.sudoku_position import SudokuPosition
from tui.lab.beside import Beside

LARGEST_SIDE = 25
"""Beyond this no half of a terminal shows a grid."""


class SudokuBeside(Beside[Sudoku]):
    """The grid with the values of each search."""

    widget = "tui.kit.sudoku_board:SudokuBoard"
    usual = (("bitmask", {}), ("dlx", {}))
    """Both take what has the fewest ways: one looks only at cells, the other also at the places of a value."""

    def __init__(self) -> None:
        self._grids: dict[Sudoku, Grid] = {}

    def draw(self, problem: Sudoku, shot: Snapshot | None, reason: Reason | None, still: bool) -> SudokuPosition:
        if problem not in self._grids:
            self._grids = {problem: Grid.from_problem(problem)}
        grid = self._grids[problem]
        placed = tuple(shot.placement) if shot is not None else ()
        return SudokuPosition(grid, cursor=None, searched=placed if len(placed) == grid.shape.cells else grid.values)

    def title(self, problem: Sudoku) -> str:
        return f"{problem.shape.order} × {problem.shape.order}"

    def too_large(self, problem: Sudoku) -> str:
        side = problem.shape.order
        return f"two grids go up to {LARGEST_SIDE} × {LARGEST_SIDE}" if side > LARGEST_SIDE else ""
