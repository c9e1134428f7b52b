"""Starting dancing cells on an `ExactCover`: the plain kernel, or the one with multiplicities."""

from __future__ import annotations

from core.exact_cover.item_order import own_order
from core.exact_cover.kernels.dancing_cells import DancingCells
from core.exact_cover.kernels.multiple_cells import MultipleCells
from core.exact_cover.problem import ExactCover
from core.search import Goal


def start(problem: ExactCover, goal: Goal, limit: int | None, order: str, hint: str) -> DancingCells | MultipleCells:
    """``order`` is one of the catalog's, or auto for what suits the problem.

    ``hint`` says whether an item seen falling to one option is taken without a scan, on or off; with multiplicities
    there is no such thing.
    """
    permutation = own_order(problem, order)
    search: DancingCells | MultipleCells
    if problem.multiple:
        search = MultipleCells(problem, goal, limit, order=permutation)
    else:
        search = DancingCells(problem, goal, limit, order=permutation, hint=hint == "on")
    return search
