"""Proposes the algorithm that suits a problem, and says why in a sentence that a person can check."""

from __future__ import annotations

from core._catalog import Proposal, algorithm
from core._search import Goal
from core._words import counted, grouped
from core.exact_cover._counting.density import options_met, suits_bits
from core.exact_cover._problem import ExactCover

MANY_ITEMS = 6000
"""Dancing cells copy every item's key at each level.  Up to this many items they visited twice to six times as many
nodes a second as links (queens 180 to 400, Latin squares 20 to 40, Sudoku 5×5 and 6×6); nothing larger was measured."""
MANY_FOR_ONE = 5000
"""With more items than this, all of them primary, links find the first solution sooner.  They do so in the 6×6-box
Sudoku (5 184 items: 0.03 s, dancing cells none in 3 s), while up to 4 800 (Latin square 40, Sudoku 5×6) cells are as
quick or quicker.  With secondary items they are far quicker at any size (queens 64 to 400: at most 0.06 s, links none
in 1.2 s), and node by node they are up to eight times as fast, so nothing changes for other goals."""
FEW_MET = 10
"""If an option meets fewer others than this, unlinking and relinking cost less than any bookkeeping (measured)."""


def propose(problem: ExactCover, goal: Goal) -> Proposal:
    """The algorithm that should serve ``goal`` soonest, judged by the problem's figures alone.

    Raises CannotSolve when nothing can take the problem (`Algorithm.start` says why).
    """
    matrix, links, cells, memo = (
        algorithm("cover", key) for key in ("algorithm-x", "dlx", "dancing-cells", "memo-count")
    )
    if problem.multiple:
        return Proposal(links, "with multiplicities dancing cells are hardly faster, and links copy nothing")
    if goal is Goal.COUNT and memo.refusal(problem, goal) is None:
        return Proposal(
            memo, "a count needs no list: what is left to cover is remembered, for as long as that saves work"
        )
    met = options_met(problem)
    others = counted(round(met), "other")
    if matrix.refusal(problem, goal) is None and suits_bits(problem):
        return Proposal(
            matrix, f"an option clashes with about {others}: as rows of bits, 64 of them go in one operation"
        )
    if cells.refusal(problem, goal) is not None:
        return Proposal(links, "the problem is too large for dancing cells, and links have no such limits")
    if len(problem.items) > MANY_ITEMS:
        items = grouped(len(problem.items))
        return Proposal(links, f"dancing cells would copy the keys of {items} items at every level; links copy nothing")
    if goal is Goal.FIRST and not problem.secondary and len(problem.items) > MANY_FOR_ONE:
        items = grouped(len(problem.items))
        return Proposal(
            links, f"with {items} items, all to be covered, links came to a first solution soonest when measured"
        )
    if met < FEW_MET:
        return Proposal(
            links,
            f"an option clashes with only about {others}: unlinking those costs less than any bookkeeping",
        )
    return Proposal(
        cells, f"an option clashes with about {others}: shortening sets is faster there than unlinking them"
    )
