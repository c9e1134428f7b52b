"""One random path down the search tree: the probes of exact covers (`core._estimates.probes`).

The tree is that of ``dlx`` with the smallest item first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._estimates.probes import Probing
from core._kernels.incidence import Incidence
from core._kernels.kernel import inline_kernel, kernel
from core._kernels.random_numbers import random_below, seeded
from core.exact_cover._problem import ExactCover


@inline_kernel
def _remove(option: Any, starts: Any, items: Any, alive: Any, sizes: Any) -> None:
    alive[option] = 0
    for k in range(starts[option], starts[option + 1]):
        sizes[items[k]] -= 1


@kernel
def probe(
    starts: Any, items: Any, colours: Any, first: Any, holders: Any, held_colours: Any, primary: Any, alive: Any,
    sizes: Any, bound: Any, slack: Any, active: Any, paint: Any, random: Any,
) -> Any:  # fmt: skip
    """Go down one path; returns the weighted nodes, the weight of the solution it ended in, or 0, and its logarithm.

    alive, sizes, bound, active and paint are the state, used up by the probe:
    options in play, options left and uses left of each item, primary items to
    be covered, and the colour of each secondary item (-1: not used yet).
    """
    weight = 1.0
    logarithm = 0.0  # a weight may be larger than any float
    nodes = 1.0
    while True:
        item = -1
        ways = 0
        for i in range(primary):
            if active[i]:
                degree = max(sizes[i] + 1 - max(bound[i] - slack[i], 0), 0)
                if item < 0 or degree < ways:
                    item = i
                    ways = degree
        if item < 0:
            return nodes, weight, logarithm
        if ways == 0:
            return nodes, 0.0, -np.inf
        weight *= ways
        logarithm += np.log(np.float64(ways))
        nodes += weight
        pick = random_below(random, ways)
        chosen = -1
        for k in range(first[item], first[item + 1]):
            option = holders[k]
            if alive[option]:
                if pick == 0:
                    chosen = option
                    break
                # The branches further left have already visited the sets that hold this option.
                _remove(option, starts, items, alive, sizes)
                pick -= 1
        if chosen < 0:
            active[item] = 0
            continue
        _remove(chosen, starts, items, alive, sizes)
        for k in range(starts[chosen], starts[chosen + 1]):
            i = items[k]
            colour = colours[k]
            if i < primary:
                bound[i] -= 1
                if bound[i] > 0:
                    continue
                active[i] = 0
                colour = 0
            elif paint[i] >= 0:
                continue
            else:
                paint[i] = colour
            for h in range(first[i], first[i + 1]):
                if alive[holders[h]] and (colour == 0 or held_colours[h] != colour):
                    _remove(holders[h], starts, items, alive, sizes)


class CoverProbing(Probing):
    """The static tables of a problem and the random state."""

    kernel = probe

    def __init__(
        self, incidence: Incidence, seed: int, colours: NDArray[np.int64] | None = None,
        least_most: Sequence[tuple[int, int]] | None = None,
    ) -> None:  # fmt: skip
        """``colours`` are those of every entry (0: none), ``least_most`` how often an item must and may be covered."""
        self._starts = incidence.starts
        self._items = incidence.items.astype(np.int64)
        option_of = np.repeat(np.arange(incidence.options), np.diff(incidence.starts))
        by_item = np.argsort(self._items, kind="stable")
        self._holders = option_of[by_item].astype(np.int64)
        self._sizes = incidence.sizes
        self._first = np.concatenate([[0], np.cumsum(self._sizes)]).astype(np.int64)
        self._colours = np.zeros(len(self._items), dtype=np.int64)
        if colours is not None:
            self._colours[:] = colours
        self._held_colours = self._colours[by_item]
        self._primary = incidence.primary
        bounds = np.ones((len(self._sizes), 2), dtype=np.int64)
        if least_most is not None:
            bounds[:] = least_most
        self._bound, self._slack = bounds[:, 1].copy(), bounds[:, 1] - bounds[:, 0]
        self._random = seeded(seed, 1)

    def arguments(self) -> tuple[Any, ...]:
        """The tables, and a fresh state."""
        return (
            self._starts, self._items, self._colours, self._first, self._holders, self._held_colours, self._primary,
            np.ones(len(self._starts) - 1, dtype=np.uint8), self._sizes.copy(), self._bound.copy(), self._slack,
            np.ones(self._primary, dtype=np.uint8), np.full(len(self._bound), -1, dtype=np.int64), self._random,
        )  # fmt: skip


def probing(problem: ExactCover, seed: int) -> CoverProbing:
    """The probing of a problem, with its colours and multiplicities."""
    bounds = [(item.least, item.most) for item in problem.items]
    return CoverProbing(problem.incidence(), seed, problem.colour_numbers(), bounds)
