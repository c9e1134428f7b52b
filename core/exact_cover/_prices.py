"""Prices of items: a bound below the cost of every solution.

With a price for each item such that no option costs less than the prices of its items together, a solution costs at
least the prices of all items; the cost of an option beyond the prices of its items is its *reduced cost*, and a
solution costs the prices of all items and the reduced costs of its options.  (An item that need not be covered has a
price of at most 0, which counts in full.  The price of an item to be covered several times counts the least number of
times, or the most if it is below 0.)

The best prices solve the dual of the linear relaxation.  These come near it by Lagrangian relaxation: subgradient
rounds with Polyak's steps, then a repair that leaves no reduced cost below 0, then each item raised in turn as far as
its cheapest option allows.

Sources: Held, Wolfe and Crowder 1974; Fisher 1981 (The Lagrangian relaxation method); Balas and Carrera 1996 for sets.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core.exact_cover._kernels.cover_search import bounds_of
from core.exact_cover._problem import ExactCover

ROUNDS = 400
MOST_WORK = 200_000_000
"""The most ones of the matrix looked at in all rounds together: larger problems have fewer rounds."""
ROUNDS_WITHOUT_GAIN = 20
"""Rounds without a better bound after which the steps are halved."""
AHEAD = 0.3
"""Steps aim at a bound that is this share higher than the highest so far (Polyak)."""
SMOOTH = 0.8
"""The share of the last direction in the next (deflected subgradients), so that it zigzags less."""
LEAST_STEP = 1e-3
FINEST = 1 << 16
"""Prices are whole numbers; at most this many make the smallest unit of cost."""
LARGEST = 1 << 60


class Prices(NamedTuple):
    """Prices and reduced costs, as whole numbers of which ``scale`` make a unit of cost."""

    items: NDArray[np.int64]
    reduced: NDArray[np.int64]
    """For each option its cost less the prices of its items: 0 or more."""
    bound: int
    """The sum of the prices of all items: no solution costs less."""
    scale: int
    unit: int
    """All costs are multiples of this."""


def prices(problem: ExactCover, costs: NDArray[np.int64], rounds: int = ROUNDS) -> Prices:
    """Prices for a problem whose options have these costs."""
    incidence = problem.incidence()
    starts, items, live = incidence.starts, incidence.items, np.flatnonzero(np.diff(incidence.starts))
    least, most = bounds_of(problem)
    priced = np.ones(len(most), dtype=np.bool_)
    priced[items[problem.colour_numbers() > 0]] = False  # any number of options may agree on a colour
    unit = gcd(*np.unique(costs[live]).tolist()) or 1
    costs = costs // unit
    if not len(live):
        return Prices(np.zeros(len(least), dtype=np.int64), np.zeros(len(costs), dtype=np.int64), 0, 1, unit)
    relaxed = _Relaxation(
        costs[live].astype(np.float64), starts[live], items, np.diff(starts)[live], least, most, priced
    )
    found = relaxed.best(min(rounds, MOST_WORK // len(items)))
    largest = max(1, int(np.abs(costs).max()), int(np.abs(found).max()) + 1) * int(max(1, most.sum() + least.sum()))
    scale = max(1, min(FINEST, LARGEST // largest))
    whole = np.floor(found * scale).astype(np.int64)
    reduced = np.zeros(len(costs), dtype=np.int64)
    reduced[live] = _repaired(whole, costs[live] * scale, incidence, live, least, priced)
    return Prices(whole, reduced, int(np.where(whole >= 0, least, most) @ whole), scale, unit)


class _Relaxation:
    """The problem with its items priced instead of covered."""

    def __init__(
        self, costs: NDArray[np.float64], starts: NDArray[np.int64], items: NDArray[np.int32],
        lengths: NDArray[np.int64], least: NDArray[np.int64], most: NDArray[np.int64], priced: NDArray[np.bool_],
    ) -> None:  # fmt: skip
        self._costs, self._starts, self._items, self._lengths = costs, starts, items, lengths
        self._least, self._most, self._priced = least, most, priced
        self._highest = (np.abs(costs).max() + 1) * (most.sum() + 1)
        """No price needs to be higher: those of a problem without a solution would rise for ever."""

    def _start(self) -> NDArray[np.float64]:
        """The price of an item that must be covered: the least that one of its options costs for each of its items."""
        shares = np.repeat(self._costs / self._lengths, self._lengths)
        prices = np.full(len(self._least), np.inf)
        np.minimum.at(prices, self._items, shares)
        return self._allowed(np.where(np.isfinite(prices) & (self._least > 0), prices, 0.0))

    def _allowed(self, prices: NDArray[np.float64]) -> NDArray[np.float64]:
        prices = np.where(self._priced, np.clip(prices, -self._highest, self._highest), 0.0)
        return np.where(self._least == 0, np.minimum(prices, 0.0), prices)

    def best(self, rounds: int) -> NDArray[np.float64]:
        """The prices with the highest bound in this many rounds."""
        prices = best = self._start()
        highest, since, share = -np.inf, 0, 1.0
        direction = np.zeros(len(prices))
        for _ in range(rounds):
            reduced = self._costs - np.add.reduceat(prices[self._items], self._starts)
            taken = reduced < 0
            bound = float(np.where(prices >= 0, self._least, self._most) @ prices + reduced[taken].sum())
            if bound > highest + 1e-9 * abs(highest if np.isfinite(highest) else 1.0):
                highest, best, since = bound, prices, 0
            else:
                since += 1
            if since > ROUNDS_WITHOUT_GAIN:
                share, since, prices, direction = share / 2, 0, best, np.zeros(len(prices))
                continue
            uses = np.bincount(self._items, np.repeat(taken, self._lengths), minlength=len(prices))
            lacking = np.where(
                uses < self._least, self._least - uses, np.where(uses > self._most, self._most - uses, 0.0)
            )
            lacking[~self._priced] = 0.0
            direction = SMOOTH * direction + lacking
            length = float(direction @ direction)
            if length == 0 or share < LEAST_STEP:
                break
            step = share * (max(AHEAD * abs(highest), 0.5) + highest - bound) / length
            prices = self._allowed(prices + step * direction)
        return best


def _repaired(
    prices: NDArray[np.int64], costs: NDArray[np.int64], incidence: Incidence, live: NDArray[np.int64],
    least: NDArray[np.int64], priced: NDArray[np.bool_],
) -> NDArray[np.int64]:  # fmt: skip
    """Change the prices in place so that no reduced cost is below 0, and none can be raised; returns these costs."""
    starts, items = incidence.starts, incidence.items
    reduced = costs - np.add.reduceat(prices[items], starts[live])
    wrong = np.flatnonzero(reduced < 0)
    for place in wrong[np.argsort(reduced[wrong], kind="stable")].tolist():
        option = live[place]
        held = items[starts[option] : starts[option + 1]]
        held = held[priced[held]]
        lacking = int(prices[held].sum()) - int(costs[place])
        if lacking > 0:
            prices[held] -= -(-lacking // len(held))
    reduced = costs - np.add.reduceat(prices[items], starts[live])
    place_of = np.full(incidence.options, -1, dtype=np.int64)
    place_of[live] = np.arange(len(live))
    holders = place_of[np.repeat(np.arange(incidence.options), np.diff(starts))[incidence.by_item()]]
    ends = np.cumsum(incidence.sizes)
    for item in np.flatnonzero(priced & (incidence.sizes > 0)).tolist():
        own = holders[ends[item] - incidence.sizes[item] : ends[item]]
        room = int(reduced[own].min())
        if least[item] == 0:
            room = min(room, -int(prices[item]))
        if room:
            prices[item] += room
            reduced[own] -= room
    return reduced
