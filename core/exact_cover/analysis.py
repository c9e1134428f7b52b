"""What the program can say before a search: forced or impossible items, and an estimate of the tree and the count.

The estimate is Knuth's (Estimating the efficiency of backtrack programs,
Mathematics of Computation 29, 1975): a random path from the root down, each
choice among d weighing d times as much, is an unbiased sample of both figures.
The tree is that of ``dlx`` with the smallest item first.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from core.exact_cover.problem import ExactCover
from core.words import counted

MOST_NAMES = 4
LARGEST_FOLLOWED = 1 << 20
"""In a matrix with more ones than this, forced options are not followed: only the sizes are checked."""

DEFAULT_PROBES = 1000
FIRST_BATCH = 16
BATCH_SECONDS = 0.05
"""About how long a batch of probes takes, and so how long it takes at most to notice a wish to stop."""
LONGEST_START = 2.0
"""How many seconds compiling may take in addition to the probes."""
MOST_PROBES = 1_000_000
LEAST_SHARE, SURE_SHARE = 0.005, 0.05
"""Shares of the tree visited: from the first on, the running search counts too; from the second on, it alone does."""
LEAST_ALIKE = 300.0
"""A bound on (Σ w)² / Σ w²: as many samples of equal weight would tell as much (Kish 1965)."""
LEAST_NODES = 1000
"""Before so many nodes the running search says nothing about the others."""
LARGEST_ERROR = 0.5
"""The standard error over the mean up to which there is sense in saying it."""
ROUGH = "a rough guess: perhaps ten times as many or as few"
"""What is said of an estimate that `is_rough`."""
LARGEST_SHARE = 0.02
"""The share of the sum that a single probe contributes."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the sizes of the items tell at once."""

    forced: tuple[tuple[int, tuple[int, ...]], ...]
    """Items that need all the options they have, with these options."""
    impossible: tuple[int, ...]
    """Items with fewer options than they need: there is no solution."""
    idle_options: tuple[int, ...]
    """Options without a primary item, which are part of no solution."""
    uncoverable: Uncoverable | None = None
    """An item that nothing can cover, either at once or after the forced options are taken."""


@dataclass(frozen=True, slots=True)
class ProbeEstimate:
    """Means over the probes, with their standard errors."""

    probes: int
    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    nodes_skewed: bool = False
    """Whether so few probes make up so much of the sum that the standard error means nothing."""
    solutions_skewed: bool = False


def outlook(problem: ExactCover) -> Outlook:
    """Look at every primary item's options."""
    wanted = {
        i for i, item in enumerate(problem.items[: problem.primary]) if 0 < item.least == problem.sizes[i]
    }  # fmt: skip
    holders: dict[int, list[int]] = {i: [] for i in sorted(wanted)}
    idle = set(problem.idle_options)
    for o, option in enumerate(problem.options):
        if o not in idle:
            for i in option:
                if i in wanted:
                    holders[i].append(o)
    impossible = tuple(
        i for i, item in enumerate(problem.items[: problem.primary]) if problem.sizes[i] < item.least
    )  # fmt: skip
    return Outlook(
        tuple((i, tuple(held)) for i, held in holders.items()),
        impossible,
        problem.idle_options,
        uncoverable(problem),
    )


def _never() -> bool:
    return False


class Estimator:
    """Probes in batches, so that a screen can show the estimate improve; the same seed gives the same figures."""

    def __init__(self, problem: ExactCover, seed: int = 1) -> None:
        import numpy as np

        from core.exact_cover.kernels import probing

        self._probing: Any = probing.Probing.of(problem, seed)
        self._nodes = np.zeros(0)
        self._solutions = np.zeros(0)

    def probe(self, count: int = DEFAULT_PROBES) -> ProbeEstimate:
        """Make ``count`` further probes; returns the estimate from all so far."""
        import numpy as np

        nodes, solutions, _ = self._probing.probe(count)
        self._nodes = np.concatenate([self._nodes, nodes])
        self._solutions = np.concatenate([self._solutions, solutions])
        return self.so_far()

    def probe_for(self, seconds: float, stopped: Callable[[], bool] = _never, enough: float = 0.0) -> ProbeEstimate:
        """Make probes for about ``seconds``, at most `MOST_PROBES` and at least one.

        It stops earlier, after the same number on every machine, if the standard error falls to the share ``enough`` of
        the nodes.
        """
        begun, target, batch = time.perf_counter(), FIRST_BATCH, FIRST_BATCH
        found = self.probe(1)  # compiling is not counted
        started = time.perf_counter()
        while len(self._nodes) < MOST_PROBES and not stopped():
            before = time.perf_counter()
            if before - started >= seconds or before - begun >= LONGEST_START + seconds:
                break
            made = min(batch, target - len(self._nodes))
            found = self.probe(made)
            if len(self._nodes) == target:
                if found.nodes_error <= enough * found.nodes and not found.nodes_skewed:
                    break
                target *= 2
            each = max((time.perf_counter() - before) / made, 1e-7)
            batch = max(1, min(int(BATCH_SECONDS / each), 4 * batch))
        return found

    def so_far(self) -> ProbeEstimate:
        """The estimate from all probes made (at least one)."""
        made = len(self._nodes)

        def error(samples: Any) -> float:
            return float(samples.std(ddof=1)) / math.sqrt(made) if made > 1 else math.inf

        return ProbeEstimate(
            made, float(self._nodes.mean()), error(self._nodes), float(self._solutions.mean()), error(self._solutions),
            _skewed(self._nodes), _skewed(self._solutions),
        )  # fmt: skip


def forecast(estimated: ProbeEstimate | None, nodes: int, share: float | None) -> tuple[float, bool] | None:
    """How many nodes a running search will have in all, and whether that exceeds the estimate made before it.

    ``share`` is the part of the tree that it has visited, with ``nodes`` so far (`core.running.time_left.WorkDone`).
    The result is None while neither tells anything.
    """
    said = estimated.nodes if estimated is not None else None
    if share is not None and share >= LEAST_SHARE and nodes >= LEAST_NODES:
        measured = nodes / min(share, 1.0)
        if said is None or share >= SURE_SHARE:
            return measured, True
        trust = (share - LEAST_SHARE) / (SURE_SHARE - LEAST_SHARE)
        return max(float(nodes), said ** (1 - trust) * measured**trust), True
    if said is None or said < nodes:
        return None  # visited more already: the estimate was wrong
    return said, False


def is_rough(value: float, error: float, skewed: bool) -> bool:
    """Whether an estimate is a guess only: a few probes make up most of it, or its error is large."""
    return skewed or error > LARGEST_ERROR * value


def _skewed(samples: Any) -> bool:
    """Whether a few samples dominate: then the mean is likely too small, and its standard error too."""
    total = float(samples.sum())
    if total <= 0 or float(samples.max()) == float(samples.min()):
        return total <= 0
    alike = total * total / float((samples * samples).sum())
    return alike < LEAST_ALIKE or float(samples.max()) > LARGEST_SHARE * total


def estimate_for(
    problem: ExactCover, seconds: float, seed: int = 1, stopped: Callable[[], bool] = _never, enough: float = 0.0
) -> ProbeEstimate:
    """Estimate nodes and solutions by `Estimator.probe_for`."""
    return Estimator(problem, seed).probe_for(seconds, stopped, enough)


def estimate(problem: ExactCover, probes: int = DEFAULT_PROBES, seed: int = 1) -> ProbeEstimate:
    """Estimate nodes and solutions by ``probes`` probes (at least 1) of an `Estimator`."""
    return Estimator(problem, seed).probe(probes)


@dataclass(frozen=True, slots=True)
class Uncoverable:
    """A primary item with fewer options than it needs."""

    item: str
    needed: int
    """How many options it still needs."""
    left: int
    """How many options can still be taken."""
    taken: tuple[str, ...] = ()
    """The options that had to be taken before, each because an item had no other, in that order."""

    def __str__(self) -> str:
        if not self.taken:
            if not self.left:
                return f"item {self.item} cannot be covered: no option holds it"
            needed = counted(self.needed, "option")
            return f"item {self.item} cannot be covered: it needs {needed}, and {self.left} can be taken"
        named = ", ".join(self.taken[:MOST_NAMES])
        if len(self.taken) > MOST_NAMES:
            named += f" and {len(self.taken) - MOST_NAMES} more"
        forced = (
            f"option {named}, which is" if len(self.taken) == 1 else f"the {len(self.taken)} options {named}, which are"
        )
        return f"item {self.item} cannot be covered beside {forced} forced"


def uncoverable(problem: ExactCover) -> Uncoverable | None:
    """An item that nothing can cover, at once or once every option is taken that is the only way to cover an item.

    None where only a search can tell.
    """
    items = problem.items[: problem.primary]
    for item, size in zip(items, problem.sizes, strict=False):
        if size < item.least:
            return Uncoverable(item.name, item.least, size)
    if sum(problem.sizes) > LARGEST_FOLLOWED:
        return None
    return _Following(problem).result()


class _Following:
    """Takes what is forced until nothing is, or until an item has too few options left."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._live = set(range(len(problem.options))) - set(problem.idle_options)
        self._holders: list[set[int]] = [set() for _ in problem.items]
        for option in self._live:
            for item in problem.options[option]:
                self._holders[item].add(option)
        self._used = [0] * len(problem.items)
        self._taken: list[int] = []

    def result(self) -> Uncoverable | None:
        waiting = list(range(self._problem.primary))
        while waiting:
            touched: set[int] = set()
            for i in waiting:
                item, holders = self._problem.items[i], self._holders[i]
                needed = item.least - self._used[i]
                if needed > len(holders):
                    names = tuple(self._problem.label(o) for o in self._taken)
                    return Uncoverable(item.name, needed, len(holders), names)
                if needed == len(holders) > 0:
                    for option in sorted(holders):
                        if option in self._live:
                            touched |= self._take(option)
            waiting = sorted(i for i in touched if i < self._problem.primary)
        return None

    def _take(self, option: int) -> set[int]:
        """Take an option; returns the items that lost options through it."""
        problem = self._problem
        self._taken.append(option)
        touched = self._drop(option)
        for k, i in enumerate(problem.options[option]):
            self._used[i] += 1
            if i < problem.primary:
                gone = self._holders[i] if self._used[i] >= problem.items[i].most else set()
            else:
                colour = _colour(problem, option, k)
                gone = {o for o in self._holders[i] if not colour or colour != _colour_of(problem, o, i)}
            for other in list(gone):
                touched |= self._drop(other)
        return touched

    def _drop(self, option: int) -> set[int]:
        self._live.discard(option)
        held: Sequence[int] = self._problem.options[option]
        for item in held:
            self._holders[item].discard(option)
        return set(held)


def _colour(problem: ExactCover, option: int, place: int) -> str:
    return problem.colours[option][place] if problem.colours else ""


def _colour_of(problem: ExactCover, option: int, item: int) -> str:
    return _colour(problem, option, problem.options[option].index(item))
