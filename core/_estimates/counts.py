"""Estimates a whole count's result and time in whichever way works.

If parts of the count can be done, some of them are.  Otherwise, if the family can be probed, random paths down the
search tree (Knuth 1975) give the number of solutions, and the time follows from the rate at which the algorithm found
solutions in the part that was given up.  Otherwise the time is extrapolated from smaller problems of the family.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core._catalog import Algorithm, family, named
from core._estimates.by_parts import LONGEST_FACTOR, PartsEstimate, PartsTooLarge, estimate
from core._estimates.expected import Expected, probed
from core._estimates.probes import Probing, probed_by
from core._parts.part import cut, usual_parts
from core._reasons import TooLarge
from core._search import Goal, Problem, ProblemError
from core.running._slicing import BY_TIME, Slicing

SMALLEST_SAMPLED = 7
"""For problems whose parts are too large: the smallest of the sizes from which the time is extrapolated."""
LARGEST_SAMPLED = 21
"""For problems beyond an algorithm's range: the largest size whose parts are sampled instead."""
STEP = 2
"""The distance between such sizes: odd and even sizes grow differently."""
FOR_GROWTH = 3
SHARE_OF_A_SIZE = 0.2
"""The share of the given time that one of these sizes may take while we look for them."""


@dataclass(frozen=True, slots=True)
class ProbedCount:
    """An estimate, by random probes, of a count whose parts are too large."""

    solutions: Expected
    rate: float | None
    """Solutions found per second of processor time in the part that was started; None if none was found."""
    spent: float
    """Seconds by the clock that the probes took."""


@dataclass(frozen=True, slots=True)
class Extrapolated:
    """An estimate of the time from smaller problems."""

    sizes: tuple[int, ...]
    """The sizes of the problems whose time was estimated by parts."""
    log10: tuple[float, float, float]
    """The decimal logarithm of the seconds, and the ends of its interval."""
    beyond_range: bool
    """Whether the algorithm cannot take the problem itself; otherwise its parts are too large."""


CountEstimate = PartsEstimate | ProbedCount | Extrapolated


@dataclass(frozen=True, slots=True)
class Counting:
    """A count to estimate."""

    algorithm: Algorithm
    problem: Problem
    seconds: float
    """The seconds that the estimate may take, by the clock."""
    seed: int = 1
    of: int | None = None
    """The number of parts into which the count is cut; None for as many as suit its size."""
    slicing: Slicing = BY_TIME

    def estimate(self, stopped: Callable[[], bool] = lambda: False) -> CountEstimate | None:
        """The estimate; None if ``stopped()``.  Raises ProblemError if no way gives one."""
        algorithm, problem = self.algorithm, self.problem
        sized = self._sized()
        if sized and algorithm.divides and isinstance(algorithm.obstacle(problem, Goal.COUNT), TooLarge):
            last = LARGEST_SAMPLED - (LARGEST_SAMPLED - problem.size) % STEP
            sizes = [last - STEP * back for back in reversed(range(FOR_GROWTH))]
            each = self.seconds / len(sizes)
            done = self._times(sizes, lambda n: self._sampled(sized(n), each, stopped))
            return self._extrapolated(done, beyond_range=True) if len(done) == len(sizes) else None
        try:
            return self._sampled(problem, self.seconds, stopped, otherwise=not algorithm.parts_end_soon, of=self.of)
        except PartsTooLarge as late:
            if (probing := probed_by(problem, self.seed)) is not None:
                return self._probed(probing, late, stopped)
        done = []
        if sized:
            share = SHARE_OF_A_SIZE * self.seconds
            smaller = range(SMALLEST_SAMPLED + (problem.size - SMALLEST_SAMPLED) % STEP, problem.size, STEP)
            done = self._times(smaller, lambda n: self._sampled(sized(n), share, stopped, otherwise=True))[-FOR_GROWTH:]
        if stopped():
            return None
        if len(done) == FOR_GROWTH:
            return self._extrapolated(done, beyond_range=False)
        return self._sampled(problem, self.seconds, stopped, of=self.of)  # however long it takes

    def _sized(self) -> Callable[[int], Problem] | None:
        """A function that makes the problem of a size; None if this problem is not determined by its size."""
        name = family(self.problem.kind).sized
        make: Callable[[int], Problem] | None = named(name) if name else None
        return make if make is not None and make(self.problem.size) == self.problem else None

    def _sampled(
        self, problem: Problem, seconds: float, stopped: Callable[[], bool], *, otherwise: bool = False,
        of: int | None = None,
    ) -> PartsEstimate | None:  # fmt: skip
        """Estimate by parts; None if stopped.

        Raises ProblemError.  If there is another way (``otherwise``), it gives up early and raises PartsTooLarge.
        """
        algorithm = self.algorithm
        if (refusal := algorithm.refusal(problem, Goal.COUNT)) is not None:
            raise ProblemError(f"{problem}: {refusal}")
        doing, settings = algorithm.doing(problem), algorithm.settings({})
        try:
            if doing.samples and of is None and (sample := named(doing.samples)(problem)) is not None:
                found: PartsEstimate | None = sample(problem, settings, seconds, self.seed, stopped, self.slicing)
                return found
            parts = cut(algorithm, problem, settings, max(1, of or usual_parts(algorithm, problem)))
            patience = None if otherwise else LONGEST_FACTOR
            return estimate(parts, seconds, self.seed, stopped, patience, self.slicing)
        except ProblemError as error:
            if otherwise and isinstance(error, PartsTooLarge):
                raise
            raise ProblemError(f"{problem} by {algorithm.key}: {error}") from None

    def _probed(self, probing: Probing, late: PartsTooLarge, stopped: Callable[[], bool]) -> ProbedCount | None:
        started = self.slicing.wall()
        expected = probed(probing, max(0.0, self.seconds - late.spent), stopped, self.slicing)
        if expected is None:
            if stopped():
                return None
            raise ProblemError(
                f"{self.problem} by {self.algorithm.key}: {late}; and no random probe has found a solution"
            )
        rate = late.solutions / late.seconds if late.solutions and late.seconds > 0 else None
        return ProbedCount(expected, rate, self.slicing.wall() - started)

    @staticmethod
    def _times(sizes: Iterable[int], sampled: Callable[[int], PartsEstimate | None]) -> list[tuple[int, float]]:
        """The seconds for each size, until one is stopped or its parts are too large."""
        done = []
        for size in sizes:
            try:
                guess = sampled(size)
            except PartsTooLarge:
                break
            if guess is None:
                break
            done.append((size, guess.seconds.value))
        return done

    def _extrapolated(self, done: Sequence[tuple[int, float]], *, beyond_range: bool) -> Extrapolated:
        sizes = tuple(size for size, _ in done)
        steps = (self.problem.size - sizes[-1]) // STEP
        return Extrapolated(sizes, beyond([seconds for _, seconds in done], steps), beyond_range)


def beyond(seconds: Sequence[float], steps: int) -> tuple[float, float, float]:
    """The decimal logarithm of the time ``steps`` sizes further on, with the ends of its interval.

    ``seconds`` are the times for three sizes, spaced like the others.  The ratio between the times
    of neighbouring sizes grows, and is assumed to keep growing at the same rate.
    """
    first, second = (after / before for before, after in pairwise(seconds))
    more = max(0.0, second - first)
    value, low, high = (
        sum(math.log10(max(1.0, second + share * more * step)) for step in range(1, steps + 1)) for share in (1, 0, 2)
    )
    start = math.log10(seconds[-1])
    return start + value, start + low, start + high
