"""Orders of the primary items: which of several smallest items is taken first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.problem import ExactCover

ITEM_ORDERS = (
    ("natural", "as the problem lists them"),
    ("reverse", "the last item first"),
    ("rarest", "items with few options first"),
)


def item_order(problem: ExactCover, name: str) -> NDArray[np.int64]:
    """A permutation of the primary items in one of `ITEM_ORDERS`."""
    natural = np.arange(problem.primary)
    if name == "natural":
        return natural
    if name == "reverse":
        return natural[::-1].copy()
    if name == "rarest":
        held = [item for option in problem.options for item in option if item < problem.primary]
        return np.argsort(np.bincount(held, minlength=problem.primary), kind="stable").astype(np.int64)
    raise ValueError(f"no item order is called {name!r}")


def checked_order(problem: ExactCover, order: NDArray[np.int64]) -> NDArray[np.int64]:
    """``order`` as an array.  Raises ValueError unless it is a permutation of the primary items."""
    given = np.asarray(order, dtype=np.int64)
    if sorted(given.tolist()) != list(range(problem.primary)):
        raise ValueError(f"expected a permutation of the {problem.primary} primary items")
    return given
