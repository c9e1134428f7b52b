"""Why a problem has no solution, where that can be said without its search."""

from __future__ import annotations

from typing import Any

from core.exact_cover._analysis import Uncoverable, uncoverable
from core.exact_cover._balance import QUICK, imbalance
from core.exact_cover._problem import ExactCover
from core.exact_cover._puzzle import CoverPuzzle

MOST_WEIGHED = 300
"""Problems of up to this many items are first checked for imbalance (`core.exact_cover._balance`), in 0.1 s."""


def proof(puzzle: CoverPuzzle) -> str:
    """Why there is no solution, if that is clear before any search; otherwise empty."""
    return puzzle.misfit or counted_out(puzzle.problem)


def counted_out(problem: ExactCover) -> str:
    """Why there is no solution, if counting shows it and no item lacks options; otherwise empty."""
    found = imbalance(problem, MOST_WEIGHED, QUICK)
    return "" if found is None or uncoverable(problem) is not None else str(found)


def as_json(because: Uncoverable | str | None) -> dict[str, Any]:
    """For JSON: the reason, or the item that cannot be covered; empty if there is none."""
    if isinstance(because, str):
        return {"proof": because} if because else {}
    if because is None:
        return {}
    return {"uncoverable": {"item": because.item, "after": list(because.taken), "text": str(because)}}
