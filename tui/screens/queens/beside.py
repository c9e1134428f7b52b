"""Boards of queens beside each other, and how each algorithm chooses."""

from __future__ import annotations

from core import ProblemError, Queens, Snapshot
from core.explain import Reason
from tui.kit.queens_position import QueensPosition, legend, position_of
from tui.lab.beside import Beside

LARGEST_N = 64
"""Beyond this N two boards tell nothing."""
_BY_ROWS = "row after row, so a row or column without a square is noticed only when its turn comes."


class QueensBeside(Beside[Queens]):
    """Boards, and of the algorithms first the two that the paper compares."""

    noun = ("queen", "queens")
    made = "placed"
    legend = staticmethod(legend)
    widget = "tui.kit.queens_board:QueensBoard"
    usual = (("backtracking", {}), ("dlx-s", {}))
    ways = {
        "naive": _BY_ROWS,
        "backtracking": _BY_ROWS,
        "bitmask": _BY_ROWS,
        "dlx": "the first row or column still open, so one without a square is noticed only when its turn comes.",
        "symmetry": "row after row too, but one board stands for all its turns and mirror images.",
        "stride": "half of the queens are placed two columns apart at the start; the others follow row after row.",
        "dlx-s": "the row or column with the fewest squares left comes next, so one without any ends a branch at once.",
    }
    """Where the next queen goes, and what follows from that for the size of the tree."""
    sized = True

    def draw(self, problem: Queens, shot: Snapshot | None, reason: Reason | None, still: bool) -> QueensPosition:
        return position_of(problem, shot, free=still, reason=reason)

    def title(self, problem: Queens) -> str:
        return f"N = {problem.n}"

    def too_large(self, problem: Queens) -> str:
        return f"two boards go up to {LARGEST_N} × {LARGEST_N}" if problem.n > LARGEST_N else ""

    def resized(self, problem: Queens, step: int) -> Queens:
        if not 1 <= problem.n + step <= LARGEST_N:
            raise ProblemError(f"two boards go from 1 to {LARGEST_N}")
        return Queens(problem.n + step)
