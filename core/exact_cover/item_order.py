"""Orders of the primary items, which decide which of several smallest items a search takes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.kernels.incidence import Incidence

if TYPE_CHECKING:
    from core.exact_cover.problem import ExactCover

FAR = 0.25
"""An option that spreads over more than this share of the primary items, on average, has far items."""


MOST_BUSY = 10_000
"""With more options than this nobody sees the whole tree, and one solution comes sooner in the natural order: that of
256 queens in 257 nodes, and not in 27 million if the busiest come first."""


def usual_order(problem: ExactCover) -> str:
    """The order that suits a problem: ``busiest`` where items compete for secondary ones, else ``natural``.

    With secondary items an item that rules out much is worth more than its
    place (12 queens: two thirds of the nodes); without them it makes no difference, and an
    order along a board leaves few different remainders to count (dominoes 8×8: a tenth),
    which also holds with secondary items whose options are close together.
    Measured by tools/benchmarks/bench_cover_order.py.
    """
    if not problem.secondary or not 0 < len(problem.options) <= MOST_BUSY:
        return "natural"
    spread = 0
    for option in problem.options:
        primary = [item for item in option if item < problem.primary]
        spread += max(primary) - min(primary) if primary else 0
    return "busiest" if spread > FAR * problem.primary * len(problem.options) else "natural"


def own_order(problem: ExactCover, name: str) -> NDArray[np.int64]:
    """A permutation of the primary items in one of the orders of the catalog, ``auto`` among them."""
    return item_order(problem.incidence(), usual_order(problem) if name == "auto" else name)


def item_order(incidence: Incidence, name: str) -> NDArray[np.int64]:
    """A permutation of the primary items in one of the orders of the catalog's entries."""
    natural = np.arange(incidence.primary)
    if name == "natural":
        return natural
    if name == "reverse":
        return natural[::-1].copy()
    if name == "rarest":
        return np.argsort(incidence.sizes[: incidence.primary], kind="stable").astype(np.int64)
    if name == "busiest":
        return np.argsort(-_met(incidence)[: incidence.primary], kind="stable").astype(np.int64)
    raise ValueError(f"no item order is called {name!r}")


def reordered(incidence: Incidence, order: NDArray[np.int64]) -> tuple[Incidence, NDArray[np.int64]]:
    """The incidence with primary item ``order[i]`` as its item i, and the given number of each of its items."""
    given = np.concatenate([order, np.arange(incidence.primary, incidence.primary + incidence.secondary)])
    number = np.empty(len(given), dtype=np.int32)
    number[given] = np.arange(len(given), dtype=np.int32)
    return Incidence(incidence.primary, incidence.secondary, incidence.starts, number[incidence.items]), given


def checked_order(incidence: Incidence, order: NDArray[np.int64]) -> NDArray[np.int64]:
    """``order`` as an array.  Raises ValueError unless it is a permutation of the primary items."""
    given = np.asarray(order, dtype=np.int64)
    if sorted(given.tolist()) != list(range(incidence.primary)):
        raise ValueError(f"expected a permutation of the {incidence.primary} primary items")
    return given


def _met(incidence: Incidence) -> NDArray[np.int64]:
    """Count, for every item, how often the other items of its options occur in all options.

    Counted once, at the root: a tie goes to the item whose options rule out
    most (the degree heuristic, Brélaz 1979, as a tie-breaker).
    """
    sizes = incidence.sizes
    option_of = np.repeat(np.arange(incidence.options), np.diff(incidence.starts))
    in_option = np.zeros(incidence.options, dtype=np.int64)
    np.add.at(in_option, option_of, sizes[incidence.items])
    met = np.zeros(len(sizes), dtype=np.int64)
    np.add.at(met, incidence.items, in_option[option_of] - sizes[incidence.items])
    return met
