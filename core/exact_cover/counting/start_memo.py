"""Starts counting with memory, on rows of bits or on sparse sets, whichever has less to do."""

from __future__ import annotations

from core.exact_cover.counting.density import fits_bits, suits_bits
from core.exact_cover.counting.memo_bits import MemoOnBits
from core.exact_cover.counting.memo_cells import MemoOnCells
from core.exact_cover.counting.memo_count import MemoCount
from core.exact_cover.item_order import own_order
from core.exact_cover.problem import ExactCover
from core.search import CannotSolve, Goal


def start(problem: ExactCover, goal: Goal, limit: int | None, order: str, held: str, memory: int) -> MemoCount:
    """``order`` is one of the catalog's, or auto for what suits the problem.

    ``held`` is bits, cells or auto, the one with less to do; ``memory`` is the most for the table, in MiB.

    Raises CannotSolve where rows of bits are asked for and would not fit.
    """
    if held == "bits" and not fits_bits(problem):
        raise CannotSolve(f"{len(problem.items)} items × {len(problem.options)} options are too large for rows of bits")
    permutation = own_order(problem, order)
    on_bits = held == "bits" or (held == "auto" and suits_bits(problem))
    return (MemoOnBits if on_bits else MemoOnCells)(problem, goal, limit, permutation, memory)
