"""The covers of a diagram by cost, the cheapest first.

Each node keeps the cheapest covers found so far and finds the next one on demand: the cheapest of its branches' next
covers, for which it may have to ask a child in turn (recursive enumeration: Jiménez and Marzal 1999).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._checks import several, shown
from core._search import ProblemError
from core._words import counted
from core.exact_cover._diagram.nodes import EMPTY, NONE, STOP
from core.exact_cover._diagram.passes import least_costs


def cost_list(costs: Any, options: int, number: Callable[[Hashable], int]) -> list[Any]:
    """A cost for each option.  Raises ProblemError."""
    if isinstance(costs, Mapping):
        listed: list[Any] = [0] * options
        for name, cost in costs.items():
            listed[number(name)] = cost
    else:
        listed = list(costs.tolist() if hasattr(costs, "tolist") else several(costs, "costs"))
        if len(listed) != options:
            raise ProblemError(f"{counted(len(listed), 'cost')} for {counted(options, 'option')}")
    for cost in listed:
        if not isinstance(cost, Real) or not math.isfinite(cost):
            raise ProblemError(f"expected a number as a cost, not {shown(cost)}")
    return listed


def cheapest(
    start: NDArray[np.int32], option: NDArray[np.int32], child: NDArray[np.int32], root: int, costs: Sequence[Any]
) -> Iterator[tuple[Any, list[int]]]:  # fmt: skip
    """The cost and the options of every cover below a node of a diagram, the cheapest first."""
    ranking = _Ranking(start, option, child, costs)
    number = 0
    while root != NONE and ranking.has(root, number):
        row = ranking.row(root, number)
        yield sum(costs[o] for o in row), row
        number += 1


class _Ranking:
    """The cheapest covers of nodes, as far as asked for: (cost, branch, number of the child's cover)."""

    def __init__(
        self, start: NDArray[np.int32], option: NDArray[np.int32], child: NDArray[np.int32], costs: Sequence[Any]
    ) -> None:
        self._start, self._option, self._child = start, option, child
        self._costs = np.array([*map(float, costs), 0.0])  # the last one is that of STOP, number -1
        self._least = np.zeros(len(start) - 1)
        least_costs(start, option, child, self._costs[:-1].copy(), self._least)
        self._found: dict[int, list[tuple[float, int, int]]] = {EMPTY: [(0.0, -1, 0)]}
        self._waiting: dict[int, list[tuple[float, int, int]]] = {EMPTY: []}
        self._next: dict[int, tuple[int, int] | None] = {EMPTY: None}
        """The branch, and the number of its child's cover, to add to those waiting."""

    def _covers(self, node: int) -> list[tuple[float, int, int]]:
        """The covers of a node found so far; at least the cheapest."""
        if node not in self._found:
            start, end = (int(n) for n in self._start[node : node + 2])
            costs = self._costs[self._option[start:end]] + self._least[self._child[start:end]]
            self._waiting[node] = [(cost, start + b, 0) for b, cost in enumerate(costs.tolist())]
            heapq.heapify(self._waiting[node])
            first = heapq.heappop(self._waiting[node])
            self._found[node], self._next[node] = [first], (first[1], 1)
        return self._found[node]

    def has(self, node: int, number: int) -> bool:
        """Whether a node has a cover of this number; finds the ones before it first."""
        asked = [(node, number)]
        there = True
        while asked:
            node, number = asked[-1]
            covers = self._covers(node)
            if len(covers) > number:
                there = True
                asked.pop()
                continue
            if (after := self._next[node]) is not None:
                b, rank = after
                below = int(self._child[b])
                if len(self._covers(below)) <= rank and (self._next[below] is not None or self._waiting[below]):
                    asked.append((below, rank))
                    continue
                self._next[node] = None
                if len(self._covers(below)) > rank:
                    cost = float(self._costs[self._option[b]]) + self._found[below][rank][0]
                    heapq.heappush(self._waiting[node], (cost, b, rank))
            if not self._waiting[node]:
                there = False
                asked.pop()
                continue
            found = heapq.heappop(self._waiting[node])
            covers.append(found)
            self._next[node] = found[1], found[2] + 1
        return there

    def row(self, node: int, number: int) -> list[int]:
        """The options of a node's cover of this number, which must have been found."""
        row = []
        while node != EMPTY:
            _, b, number = self._covers(node)[number]
            if (option := int(self._option[b])) != STOP:
                row.append(option)
            node = int(self._child[b])
        return row
