"""Starting Dancing Links on an `ExactCover`: the plain kernel where it will do, else the one with colours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.item_order import checked_order, item_order
from core.exact_cover.kernels.coloured_links import ColouredLinks
from core.exact_cover.kernels.dancing_links import FIRST_ITEM, RANDOM_TIES, SMALLEST_ITEM, DancingLinks
from core.exact_cover.kernels.verification import BatchVerifier
from core.exact_cover.problem import ExactCover
from core.search import Goal

RULES = {"first": FIRST_ITEM, "s": SMALLEST_ITEM, "random": RANDOM_TIES}


def start(
    problem: ExactCover,
    goal: Goal,
    limit: int | None,
    choice: str = "s",
    order: str | NDArray[np.int64] = "natural",
    seed: int = 1,
) -> DancingLinks | ColouredLinks:
    """``choice`` is one of `RULES`; ``order`` one of the catalog's or any permutation of the primary items."""
    incidence = problem.incidence()
    permutation = item_order(incidence, order) if isinstance(order, str) else checked_order(incidence, order)
    search: DancingLinks | ColouredLinks
    if problem.coloured or problem.multiple:
        search = ColouredLinks(problem, goal, limit, rule=RULES[choice], order=permutation, seed=seed)
    else:
        search = DancingLinks(
            problem, goal, limit, incidence,
            rule=RULES[choice], order=permutation, seed=seed, verify=BatchVerifier(problem),
        )  # fmt: skip
    return search
