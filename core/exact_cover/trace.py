"""The dance, node by node and in both directions: what a screen needs to show why each step is taken.

A `Dance` moves the very search that `dlx` runs, so its nodes, their order and
all counts are those of the kernel, with colours and multiplicities too.  Going
back is exact: the search is restored from the nearest saved state before the
node and replayed up to it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from core.exact_cover import start_links
from core.exact_cover.branching import Choice
from core.exact_cover.coloured_links import ColouredLinks
from core.exact_cover.problem import ExactCover
from core.search import Goal, Status
from core.tree import LEVEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_SAVED_STATES = 64
FIRST_STRIDE = 64
MOST_SECONDS = 0.2
"""How long one move may take before it returns part of the way there."""


class Outcome(StrEnum):
    """What the node just visited turned out to be."""

    START = "start"
    """Nothing has been visited yet."""
    BRANCH = "branch"
    """There is an item to cover and options to cover it with."""
    SOLUTION = "solution"
    DEAD_END = "dead end"
    """Some item can no longer be covered as often as it must be."""
    DONE = "done"
    """The whole tree has been visited."""


@dataclass(frozen=True, slots=True)
class View:
    """The state of the dance at one node."""

    outcome: Outcome
    nodes: int
    updates: int
    solutions: int
    choices: tuple[Choice, ...]
    """One for each level of the path."""
    active: tuple[int, ...]
    """Primary items still to be covered, in the order of the header list."""
    times: tuple[int, ...]
    """How often each item is covered by the path."""
    sizes: tuple[int, ...]
    """Options left in each item's list."""
    live: frozenset[int]
    """Options that can still be chosen; all others are chosen or hidden."""
    next_item: int | None
    """The item that will be branched on (in a dead end: the one that cannot be covered), if there is one."""
    degree: int
    """In how many ways ``next_item`` can be covered."""
    profile: tuple[int, ...]
    """Nodes visited so far at each level."""

    @property
    def path(self) -> tuple[int, ...]:
        """The options chosen, in order."""
        return tuple(choice.option for choice in self.choices if choice.option >= 0)

    def covered(self, item: int) -> bool:
        """Whether an item is out of play: a primary one off the header list, a secondary one used."""
        return item not in self.active and self.times[item] > 0


@dataclass(frozen=True, slots=True)
class Links:
    """One node of the linked structure and the names of its neighbours."""

    name: str
    left: str
    right: str
    up: str
    down: str


class Dance:
    """A search by Dancing Links that can be walked in both directions.

    The parameters are those of the catalog's ``dlx``.  With random ties
    ``next_item`` is known only after the next step and is None.
    """

    def __init__(self, problem: ExactCover, choice: str = "s", order: str = "natural", seed: int = 1) -> None:
        self.problem = problem
        self._choice = choice
        self._search = start_links.start(problem, Goal.ALL, None, choice, order, seed)
        self._saved: dict[int, dict[str, Any]] = {0: self._search.state()}
        self._stride = FIRST_STRIDE
        self._total: int | None = None

    @property
    def node(self) -> int:
        """How many nodes have been visited: 0 before the root, 1 at the root.

        One more than the last node stands for the end of the search.
        """
        nodes = self._search.counts()[1]
        return nodes + 1 if self._done else nodes

    @property
    def total(self) -> int | None:
        """How many nodes the whole search visits, once it has been to the end."""
        return self._total

    @property
    def solutions(self) -> list[tuple[int, ...]]:
        """The solutions found up to this node."""
        return list(self._search.solutions)

    @property
    def _done(self) -> bool:
        return self._search.status is not Status.RUNNING

    # Moves: each returns whether it arrived where it was asked to go

    def forward(self, count: int = 1) -> bool:
        """Visit ``count`` more nodes; False at the end of the search."""
        while count > 0 and not self._done:
            nodes = self._search.counts()[1]
            run = min(count, self._stride - nodes % self._stride)
            count -= max(1, self._advance(run))
        return count <= 0

    def back(self, count: int = 1) -> bool:
        """Return to the node ``count`` before this one; False at the start."""
        target = self.node - count
        self.to(max(0, target))
        return target >= 0

    def to(self, node: int) -> bool:
        """Go to the node with this number, in either direction; False if the search ends before it."""
        if node < self.node:
            start = max(saved for saved in self._saved if saved <= node)
            self._search.restore(self._saved[start])
        return self.forward(node - self.node)

    def step_over(self) -> bool:
        """Go to the next node that is no descendant of this one; False when time ran out on the way."""
        level = self._level
        if self.node == 0:
            return self.forward()
        return self._until(lambda: self._level <= level)

    def next_solution(self) -> bool:
        """Go to the next solution; False at the end of the search or when time ran out on the way."""
        found = self._search.counts()[0]
        return self._until(lambda: self._search.counts()[0] > found, leap=True) and not self._done

    def next_dead_end(self) -> bool:
        """Go to the next dead end; False at the end of the search or when time ran out on the way."""
        return self._until(lambda: self.view().outcome is Outcome.DEAD_END) and not self._done

    @property
    def _level(self) -> int:
        return int(self._search.counters[LEVEL])

    def _until(self, arrived: Any, *, leap: bool = False) -> bool:
        deadline = time.monotonic() + MOST_SECONDS
        while not self._done:
            nodes = self._search.counts()[1]
            self._advance(self._stride - nodes % self._stride if leap else 1, quota=1)
            if self._done or arrived():
                return True
            if time.monotonic() > deadline:
                return False
        return True

    def _advance(self, budget: int, quota: int | None = None) -> int:
        """Move on within a stride, saving the state at its end; returns the nodes visited."""
        before = self._search.counts()[1]
        self._search.advance(budget, quota)
        nodes = self._search.counts()[1]
        if self._done:
            self._total = nodes
        elif nodes % self._stride == 0 and nodes not in self._saved:
            self._saved[nodes] = self._search.state()
            if len(self._saved) > MOST_SAVED_STATES:
                self._stride *= 2
                self._saved = {n: state for n, state in self._saved.items() if n % self._stride == 0}
        return nodes - before

    # What can be seen

    def view(self) -> View:
        """The state at the current node."""
        search, problem = self._search, self.problem
        shot = search.snapshot()
        detail = shot.detail or {}
        cells, heads = search.links()
        active = []
        header = int(heads[1])
        while header:
            active.append(header - 1)
            header = int(heads[2 * header + 1])
        live: set[int] = set()
        for item in active:
            node = int(cells[4 * (item + 1) + 2])
            while node != item + 1:
                live.add(int(cells[4 * node + 3]))
                node = int(cells[4 * node + 2])
        choices = tuple(detail.get("choices", ()))
        times = [0] * problem.size
        for choice in choices:
            for item in problem.options[choice.option] if choice.option >= 0 else ():
                times[item] += 1
        next_item, degree = self._next(active)
        return View(
            self._outcome(active, degree), shot.nodes or 0, shot.updates or 0, shot.solutions, choices, tuple(active),
            tuple(times), tuple(cells[4 : 4 * (problem.size + 1) : 4].tolist()), frozenset(live), next_item, degree,
            tuple(detail.get("profile", ())),
        )  # fmt: skip

    def _ways(self, item: int) -> int:
        search = self._search
        size = int(search.arrays["cells"][4 * (item + 1)])  # a header's first cell is the same in both layouts
        if not isinstance(search, ColouredLinks):
            return size
        needed = max(0, int(search.arrays["bound"][item + 1]) - search.slack(item))
        return max(0, size + 1 - needed)

    def _next(self, active: list[int]) -> tuple[int | None, int]:
        if not active or self._done:
            return None, 0
        if self._choice == "first":
            return active[0], self._ways(active[0])
        least = min(self._ways(item) for item in active)
        smallest = [item for item in active if self._ways(item) == least]
        if self._choice == "random" and len(smallest) > 1 and least:
            return None, least
        return smallest[0], least

    def _outcome(self, active: list[int], degree: int) -> Outcome:
        if self.node == 0:
            return Outcome.START
        if self._done:
            return Outcome.DONE
        if not active:
            return Outcome.SOLUTION
        return Outcome.DEAD_END if degree == 0 else Outcome.BRANCH

    def links(self, item: int, most: int = 8) -> list[Links]:
        """The header of an item, its neighbours in the header list, and the first nodes of its own list."""
        cells, heads = self._search.links()

        def name(node: int) -> str:
            """``root``, an item's name for its header, or item and option for a node."""
            if node == 0:
                return "root"
            if node <= self.problem.size:
                return self.problem.items[node - 1].name
            item, option = int(cells[4 * node]) - 1, int(cells[4 * node + 3])
            return f"{self.problem.items[item].name}·{self.problem.label(option)}"

        header = item + 1
        out = []
        for x in dict.fromkeys((header, int(heads[2 * header]), int(heads[2 * header + 1]))):
            vertical = (int(cells[4 * x + 1]), int(cells[4 * x + 2])) if x else (0, 0)
            out.append(
                Links(name(x), name(int(heads[2 * x])), name(int(heads[2 * x + 1])),
                      *(name(n) for n in vertical))
            )  # fmt: skip
        node = int(cells[4 * header + 2])
        while node != header and len(out) < most + 3:
            left, right = _beside(cells, node)
            up, down = int(cells[4 * node + 1]), int(cells[4 * node + 2])
            out.append(Links(name(node), *(name(n) for n in (left, right, up, down))))
            node = down
        return out


def _beside(cells: NDArray[np.uint32], node: int) -> tuple[int, int]:
    """The nodes left and right of a node in its option, round the ends."""
    left, right = node - 1, node + 1
    if cells[4 * left] == 0:
        left = int(cells[4 * left + 2])
    if cells[4 * right] == 0:
        right = int(cells[4 * right + 1])
    return left, right
