"""Orders of the primary items, which decide which of several smallest items a search takes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence

if TYPE_CHECKING:
    from core.exact_cover._problem import ExactCover

FAR = 0.25
"""An option that spreads over more than this share of the primary items, on average, has far items."""


MOST_BUSY = 10_000
"""With more options than this no search sees the whole tree, and the natural order finds a first solution sooner: for
256 queens after 257 nodes, and not after 27 million as with the busiest items first."""


def usual_order(problem: ExactCover) -> str:
    """The order that suits a problem: ``busiest`` if items compete for secondary ones, else ``natural``.

    With secondary items it pays to cover first the items that rule out most (12 queens:
    two thirds of the nodes).  Without them it makes no difference, and an order along a
    board leaves few different remainders to count (dominoes 8×8: a tenth); so it does with
    secondary items whose options are close together.  Measured by
    tools/benchmarks/bench_cover_order.py.
    """
    if not problem.secondary or not 0 < len(problem.options) <= MOST_BUSY:
        return "natural"
    spread = 0
    for option in problem.options.rows():
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


MOST_NEAR = 1 << 18
"""With more entries than this the items keep the order they have."""


def diagram_order(problem: ExactCover, name: str) -> NDArray[np.int64]:
    """`own_order` for a diagram, which may also take the items by nearness.

    A diagram has about as many nodes as there are different remainders, and these are few if few items are begun at a
    time.  So ``auto`` takes the narrower of the natural order and the one by nearness.
    """
    incidence = problem.incidence()
    if name == "near":
        return near_order(incidence)
    if name != "auto":
        return item_order(incidence, name)
    usual = usual_order(problem)
    if usual != "natural" or len(incidence.items) > MOST_NEAR:
        return item_order(incidence, usual)
    natural, near = item_order(incidence, "natural"), near_order(incidence)
    return near if breadth(incidence, near) < breadth(incidence, natural) else natural


def near_order(incidence: Incidence) -> NDArray[np.int64]:
    """The primary items by their distance from one at the edge; two that share an option are neighbours.

    Source: Cuthill and McKee (1969), for narrow matrices; George and Liu (1979) for the item to begin with.
    """
    held = [row.tolist() for row in np.split(incidence.items, incidence.starts[1:-1])]
    options: list[list[int]] = [[] for _ in range(incidence.primary + incidence.secondary)]
    for option, row in enumerate(held):
        for item in row:
            options[item].append(option)
    meets = _met(incidence).tolist()
    order: list[int] = []
    placed = [False] * len(options)
    for seed in range(incidence.primary):
        if not placed[seed]:
            far = _by_distance(seed, held, options, meets, incidence.primary)[-1]
            far = _by_distance(far, held, options, meets, incidence.primary)[-1]
            component = _by_distance(far, held, options, meets, incidence.primary)
            for item in component:
                placed[item] = True
            order += component
    return np.array(order, dtype=np.int64)


def _by_distance(
    seed: int, held: list[list[int]], options: list[list[int]], meets: list[int], primary: int
) -> list[int]:  # fmt: skip
    """The primary items, breadth first from one of them, those with fewer neighbours first."""
    order, seen, used = [seed], {seed}, set[int]()
    for item in order:
        near = set[int]()
        for option in options[item]:
            if option not in used:
                used.add(option)
                near.update(held[option])
        new = sorted((other for other in near - seen if other < primary), key=lambda other: (meets[other], other))
        seen.update(new)
        order += new
    return order


def breadth(incidence: Incidence, order: NDArray[np.int64]) -> float:
    """How many remainders an order may lead to: the logarithm of the sum, over its places, of 2 to the number of items
    begun.

    An item is begun from the place of the first item with which it shares an option until its own.
    """
    places = np.full(incidence.primary + incidence.secondary, len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    used = np.diff(incidence.starts) > 0
    if not len(order) or not used.any():
        return 0.0
    first = np.minimum.reduceat(places[incidence.items], incidence.starts[:-1][used])
    begun = places.copy()
    np.minimum.at(begun, incidence.items, np.repeat(first, np.diff(incidence.starts)[used]))
    primary = places < len(order)
    change = np.bincount(begun[primary], minlength=len(order) + 1) - np.bincount(
        places[primary], minlength=len(order) + 1
    )  # fmt: skip
    open_at = np.cumsum(change)[: len(order)].astype(np.float64)
    most = open_at.max(initial=0.0)
    return float(most + np.log2(np.exp2(open_at - most).sum()))


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

    This is counted once, at the root: a tie goes to the item whose options rule
    out most (the degree heuristic, Brélaz 1979, as a tie-breaker).
    """
    sizes = incidence.sizes
    option_of = np.repeat(np.arange(incidence.options), np.diff(incidence.starts))
    in_option = np.zeros(incidence.options, dtype=np.int64)
    np.add.at(in_option, option_of, sizes[incidence.items])
    met = np.zeros(len(sizes), dtype=np.int64)
    np.add.at(met, incidence.items, in_option[option_of] - sizes[incidence.items])
    return met
