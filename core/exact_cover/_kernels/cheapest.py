"""The cheapest solutions: Algorithm X on rows of bits, cut by a bound from prices (branch and bound).

With prices on the items (`core.exact_cover._prices`) a solution costs the prices of all items and the reduced costs of
its options, none of them below 0.  So every solution below a node costs at least the prices and the reduced costs of
its choices, the node's *bound*.  An option whose reduced cost is larger than the gap between that and the best solution
so far is in no better one.  Options are numbered by reduced cost: a node first cuts its row of what is left to those
that fit into its gap, a number of bits from the front, and then looks for the item with the fewest.

Colours have rows of their own: the options of an item that do not give it this colour.  If an item may be covered
several times, an option tried is left out of the branches after it, and the last branch takes no more of its options.

If a number of cheapest solutions is asked for, they are held until the whole tree has been visited, and then handed
over, cheapest first.  Without a number every solution within the limit is handed over when it is found.

Sources: Knuth's DLX5 for the question; Land and Doig 1960 for branch and bound; fixing by reduced costs is Dantzig,
Fulkerson and Johnson's (1954).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import lowest, popcount
from core._kernels.incidence import Incidence
from core._kernels.kernel import inline_kernel, kernel
from core._search import CannotSolve, Goal
from core._words import grouped
from core.exact_cover._entries import ANY_COST
from core.exact_cover._kernels.bit_matrix import (
    NOTHING,
    U0,
    U1,
    U6,
    U32,
    clearing_rows,
    coloured_columns_of,
    met_in,
    next_option,
    note_item,
    options_left,
    row_of_ones,
    write_path,
)
from core.exact_cover._kernels.cover_search import NEAREST_TIES, BatchVerifier, CoverSearch, bounds_of
from core.exact_cover._kernels.depth_first import LEAVE, PHASES, SOLVED, UP, VISIT, nothing, search_tree
from core.exact_cover._kernels.sparse_sets import CHOSEN, DEGREE, ITEM, TRIED
from core.exact_cover._prices import prices
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import COUNTERS, DONE, KEPT, LEVEL, PHASE, SOLUTIONS, UNBOUNDED, Bounds

_HAND_OVER = UP + 1
"""The phase after the whole tree."""
HELD, HANDED = COUNTERS - 2, COUNTERS - 1
"""How many solutions are held, and how many of them have been handed over."""
NO_CEILING = 1 << 61
MOST_HELD = 1 << 26
"""The most option numbers in all solutions held."""


class Pricing(NamedTuple):
    """The matrix in bits with prices, and what is left of it at each level."""

    masks: NDArray[np.uint64]
    starts: NDArray[np.int64]
    items: NDArray[np.int64]
    clears: NDArray[np.int64]
    costs: NDArray[np.int64]
    reduced: NDArray[np.int64]
    prices: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    primary: NDArray[np.uint64]
    scale: int
    multiple: bool
    left: NDArray[np.uint64]
    words: NDArray[np.int64]
    uncovered: NDArray[np.uint64]
    used: NDArray[np.int64]
    bound: NDArray[np.int64]
    trail: NDArray[np.int64]
    profile: NDArray[np.int64]
    ceiling: NDArray[np.int64]
    best_costs: NDArray[np.int64]
    best: NDArray[np.int32]
    counters: NDArray[np.int64]


@inline_kernel
def _fitting(reduced: Any, gap: Any) -> Any:
    """How many options, from the first, have a reduced cost of at most ``gap``."""
    low, high = 0, reduced.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if reduced[middle] <= gap:
            low = middle + 1
        else:
            high = middle
    return low


@inline_kernel
def _cut(left: Any, words: Any, level: Any, fitting: Any) -> None:
    """Leave the first ``fitting`` options of a row; words after ``words[level]`` are never looked at."""
    whole = fitting >> 6
    if whole < words[level]:
        if fitting & 63:
            left[level, whole] &= (U1 << np.uint64(fitting & 63)) - U1
            whole += 1
        words[level] = whole


@inline_kernel
def _fewest(state: Any, level: Any, after: Any) -> Any:
    """Ways << 32 | item of the open item with the fewest ways, NOTHING if all items are covered.

    The scan begins after item ``after`` and stops at the first item that has none.
    """
    left, masks, uncovered = state.left, state.masks, state.uncovered
    words = state.words[level]
    least = NOTHING
    for half in range(2):
        for w in range(state.primary.shape[0]):
            word = met_in(half, uncovered[level, w] & state.primary[w], w, after)
            while word != U0:
                bit = lowest(word)
                word ^= bit
                item = (np.uint64(w) << U6) + popcount(bit - U1)
                ways = options_left(left, level, masks, item, 0, words)
                if state.multiple:
                    needed = max(state.least[item] - state.used[level, item], np.int64(0))
                    ways = np.uint64(max(np.int64(ways) + 1 - needed, np.int64(0)))
                least = min(least, (ways << U32) | item)
                if ways == U0:
                    return least
    return least


@kernel(counts_references=False)
def _take(state: Any, level: Any, item: Any, option: Any) -> None:
    """Make row ``level`` from the one above it: take ``option`` for ``item``, or with -1 no more of its options."""
    left, masks, uncovered, used, bound = state.left, state.masks, state.uncovered, state.used, state.bound
    above = level - U1
    words = state.words[above]
    state.words[level] = words
    for v in range(words):
        left[level, v] = left[above, v]
    for w in range(uncovered.shape[1]):
        uncovered[level, w] = uncovered[above, w]
    spent = np.int64(0)
    if state.multiple:
        for i in range(used.shape[1]):
            used[level, i] = used[above, i]
        if option < 0:
            if state.prices[item] < 0:
                spent -= state.prices[item] * (state.most[item] - used[above, item])
            for v in range(words):
                left[level, v] &= ~masks[item, v]
            uncovered[level, item >> 6] &= ~(U1 << np.uint64(item & 63))
            bound[level] = bound[above] + spent
            return
        for v in range(min(words, option >> 6)):
            left[level, v] &= ~masks[item, v]  # tried before
        if option >> 6 < words:
            ahead = NOTHING << np.uint64(option & 63)
            left[level, option >> 6] &= ~masks[item, option >> 6] | (ahead << U1 if option & 63 != 63 else U0)
            left[level, option >> 6] &= ~(U1 << np.uint64(option & 63))
        spent = state.costs[option] * state.scale
    else:
        spent = state.reduced[option]
    for k in range(state.starts[option], state.starts[option + 1]):
        i = state.items[k]
        full = True
        if state.multiple:
            if state.prices[i] < 0 or used[level, i] < state.least[i]:
                spent -= state.prices[i]
            used[level, i] += 1
            full = state.clears[k] != i or used[level, i] >= state.most[i]
        if full:
            row = state.clears[k]
            for v in range(words):
                left[level, v] &= ~masks[row, v]
            uncovered[level, i >> 6] &= ~(U1 << np.uint64(i & 63))
    bound[level] = bound[above] + spent


@inline_kernel
def _hold(state: Any, level: Any, cost: Any) -> None:
    """Put the path among the best solutions, after those of its cost, and lower the ceiling if there are enough."""
    best, costs, counters = state.best, state.best_costs, state.counters
    room = costs.shape[0]
    place = min(counters[HELD], np.int64(room - 1))
    counters[HELD] = min(counters[HELD] + 1, np.int64(room))
    while place > 0 and costs[place - 1] > cost:
        costs[place] = costs[place - 1]
        for i in range(best.shape[1]):
            best[place, i] = best[place - 1, i]
        place -= 1
    costs[place] = cost
    for i in range(best.shape[1]):
        best[place, i] = -1
    write_path(state, level, best, place)
    if counters[HELD] == room:
        state.ceiling[0] = (costs[room - 1] - 1) * state.scale


@inline_kernel
def choose(state: Any, level: Any) -> Any:
    """Note the item to branch on and its ways among the options that fit; hold a solution, or hand it over."""
    trail, ceiling = state.trail, state.ceiling
    _cut(state.left, state.words, level, _fitting(state.reduced, ceiling[0] - state.bound[level]))
    least = _fewest(state, level, np.uint64(trail[level - U1, ITEM]) if level > U0 else U0)
    phase = LEAVE
    if least != NOTHING:
        phase = note_item(trail, level, least)
    else:
        cost = np.int64(0)
        for i in range(level):
            if trail[i, CHOSEN] >= 0:
                cost += state.costs[trail[i, CHOSEN]]
        if cost * state.scale <= ceiling[0]:
            if state.best.shape[0] > 0:
                _hold(state, level, cost)
            else:
                phase = SOLVED
    return phase


@inline_kernel
def take(state: Any, level: Any) -> Any:
    """Take the item's next option that fits; after the last, take no more of them if the item can do without."""
    trail = state.trail
    item = trail[level, ITEM]
    if trail[level, TRIED] >= trail[level, DEGREE]:
        return UP
    option = next_option(state.left, level, state.words[level], state.masks, item, trail[level, CHOSEN])
    if option >= 0 and state.reduced[option] > state.ceiling[0] - state.bound[level]:
        option = np.int64(-1)  # and so is every later one
    if option < 0:
        if not state.multiple or state.used[level, item] < state.least[item]:
            return UP
        trail[level, TRIED] = trail[level, DEGREE] - 1
    trail[level, CHOSEN] = option
    trail[level, TRIED] += 1
    _take(state, level + U1, item, option)
    return VISIT


@kernel(on_integers=True, counts_references=False)
def find_cheapest(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself, and then the handing over of the solutions held.

    Row l of the trail: the item covered at level l, the option chosen (-1 for no more of its options), how many ways
    have been tried, and how many there were.
    """
    best, counters = state.best, state.counters
    if counters[PHASE] != _HAND_OVER:
        search_tree(state, budget, quota, found, choose, nothing, take, nothing, write_path)
        if counters[PHASE] == DONE and counters[HANDED] < counters[HELD]:
            counters[PHASE] = _HAND_OVER
    if counters[PHASE] == _HAND_OVER and budget > 0:
        end = min(counters[HELD], counters[HANDED] + quota)
        while counters[HANDED] < end:
            if counters[KEPT] < found.shape[0]:
                for i in range(best.shape[1]):
                    found[counters[KEPT], i] = best[counters[HANDED], i]
                counters[KEPT] += 1
            counters[HANDED] += 1
            counters[SOLUTIONS] += 1
        if end == counters[HELD]:
            counters[PHASE] = DONE


class CheapestCover(CoverSearch):
    """The cheapest ``limit`` solutions, or all within a limit of cost; resumable at every node.

    ``costs`` are those of the options, ``within`` is the largest cost that a solution may have, None for no limit.
    """

    kernel = find_cheapest
    layout = Pricing
    phases = (*PHASES[:-1], _HAND_OVER, LEAVE)

    def __init__(
        self, problem: ExactCover, goal: Goal, limit: int | None, costs: NDArray[np.int64], within: int | None = None
    ) -> None:
        longest = problem.longest_solution
        super().__init__(problem, goal, limit, width=longest, verify=BatchVerifier(problem))
        held = (self.limit or 0) if goal is not Goal.COUNT else 0
        if held * max(longest, 1) > MOST_HELD:
            raise CannotSolve(f"the {grouped(held)} cheapest are too many to hold; ask for all within a limit instead")
        priced = prices(problem, costs)
        incidence = problem.incidence()
        live = np.flatnonzero(np.diff(incidence.starts))
        self._options = live[np.argsort(priced.reduced[live], kind="stable")]
        self.unit = priced.unit
        """Costs in the arrays are in units of this."""
        lengths = np.diff(incidence.starts)[self._options]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        entries = np.repeat(incidence.starts[self._options] - starts[:-1], lengths) + np.arange(starts[-1])
        ordered = Incidence(incidence.primary, incidence.secondary, starts, incidence.items[entries])
        clears, owners = clearing_rows(ordered, problem.colour_numbers()[entries])
        masks = coloured_columns_of(ordered, clears, owners)
        rows_of_items = max(1, -(-len(problem.items) // 64))
        primary = row_of_ones(problem.primary, rows_of_items)
        least, most = bounds_of(problem)
        self.fixed = {
            "masks": masks, "starts": starts, "items": ordered.items.astype(np.int64), "clears": clears,
            "costs": costs[self._options] // priced.unit, "reduced": priced.reduced[self._options],
            "prices": priced.items,
            "least": least, "most": most, "primary": primary, "scale": priced.scale, "multiple": problem.multiple,
        }  # fmt: skip
        levels = problem.deepest + 1
        ceiling = NO_CEILING if within is None else within // priced.unit * priced.scale
        ceiling = max(-NO_CEILING, min(ceiling, NO_CEILING))  # no cost is as far from 0
        self.arrays = {
            "left": np.zeros((levels, masks.shape[1]), dtype=np.uint64),
            "words": np.full(levels, masks.shape[1], dtype=np.int64),
            "uncovered": np.zeros((levels, rows_of_items), dtype=np.uint64),
            "used": np.zeros((levels, len(problem.items)) if problem.multiple else (1, 1), dtype=np.int64),
            "bound": np.full(levels, priced.bound, dtype=np.int64),
            "trail": np.array([[0, -1, 0, 0]] * levels, dtype=np.int64),
            "profile": np.zeros(levels, dtype=np.int64),
            "ceiling": np.array([ceiling], dtype=np.int64),
            "best_costs": np.zeros(held, dtype=np.int64),
            "best": np.full((held, max(longest, 1)), -1, dtype=np.int32),
        }
        gap = ceiling - priced.bound
        fitting = int(np.searchsorted(self.fixed["reduced"], gap, side="right"))
        self.arrays["left"][0] = row_of_ones(fitting, masks.shape[1])
        self.arrays["uncovered"][0] = primary

    def decode(self, rows: NDArray[np.int32]) -> NDArray[Any]:
        """The problem's numbers of options for those of the kernel."""
        return np.where(rows < 0, -1, self._options[rows] if len(self._options) else rows)

    @property
    def rule(self) -> int:
        """The item with the fewest ways, of several the one that the scan comes upon."""
        return NEAREST_TIES

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The trail holds items and options; rows of bits may hold any."""
        items, options = len(self.fixed["least"]), len(self._options)
        most = [max(items - 1, 0), options - 1, UNBOUNDED, UNBOUNDED]
        far = (-NO_CEILING, NO_CEILING)
        return {
            **super().array_bounds(), "trail": (np.array([0, -1, 0, 0]), np.array(most)),
            "words": (0, self.fixed["masks"].shape[1]), "used": (0, UNBOUNDED), "best": (-1, options - 1),
            "bound": far, "ceiling": far, "best_costs": far,
        }  # fmt: skip

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The level, and how many solutions are held and handed over."""
        held = len(self.arrays["best"])
        return {**super().counter_bounds(), HELD: (0, held), HANDED: (0, held)}

    def _branches(self) -> NDArray[np.int64]:
        branches: NDArray[np.int64] = self.arrays["trail"][: int(self.counters[LEVEL])].copy()
        branches[:, CHOSEN] = self.decode(branches[:, CHOSEN].astype(np.int32))
        return branches

    def placement(self) -> tuple[int, ...]:
        """The options on the current path; `branches` gives them by the problem's numbers."""
        return tuple(self.path())

    def left_at(self, level: int) -> NDArray[np.int64]:
        """The options, by the problem's numbers, left at a level of the current path, the cheapest for it first."""
        row = self.arrays["left"][level].copy()
        row[int(self.arrays["words"][level]) :] = 0
        bits = np.unpackbits(row.view(np.uint8), bitorder="little")
        return self._options[np.flatnonzero(bits[: len(self._options)])]

    def cost_at(self, level: int) -> tuple[int, int]:
        """The cost of the choices down to a level, and the least cost of a solution with them."""
        chosen = self.arrays["trail"][:level, CHOSEN]
        spent = int(self.fixed["costs"][chosen[chosen >= 0]].sum())
        bound = -(-int(self.arrays["bound"][level]) // int(self.fixed["scale"]))
        return spent * self.unit, bound * self.unit

    @property
    def limit_of_cost(self) -> int | None:
        """The most that a solution may cost from now on; None for any cost."""
        ceiling = int(self.arrays["ceiling"][0])
        return None if ceiling == NO_CEILING else ceiling // int(self.fixed["scale"]) * self.unit

    @property
    def best(self) -> list[tuple[int, tuple[int, ...]]]:
        """The best solutions so far, cheapest first, each with its cost; verified when they are handed over."""
        held = int(self.counters[HELD])
        rows = self.decode(self.arrays["best"][:held])
        costs = self.arrays["best_costs"][:held].tolist()
        found = zip(costs, rows.tolist(), strict=True)
        return [(cost * self.unit, tuple(o for o in row if o >= 0)) for cost, row in found]

    def detail(self) -> Mapping[str, Any]:
        """The usual detail and ``costs``: of the path, the least below it, the least of all, the most allowed, the best
        found.
        """
        level = int(self.counters[LEVEL])
        spent, least = self.cost_at(level)
        best = self.best
        told = {
            "spent": spent, "least": least, "least_of_all": self.cost_at(0)[1], "most": self.limit_of_cost,
            "best": best[0][0] if best else None, "best_options": best[0][1] if best else None,
        }  # fmt: skip
        return {**super().detail(), "costs": told}


def start(problem: ExactCover, goal: Goal, limit: int | None, costs: str, within: int) -> CheapestCover:
    """Start the search.  ``costs`` is ``own`` or ``one``; ``within`` is the most that a solution may cost, or
    `ANY_COST`.
    """
    own = problem.costly and costs == "own"
    each = np.array(problem.options.costs) if own else np.ones(len(problem.options), dtype=np.int64)
    return CheapestCover(problem, goal, limit, each, None if within == ANY_COST else within)
