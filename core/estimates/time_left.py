"""Tells how far a search is and how long it still takes, without jumps that nobody would believe.

`WorkDone` makes one share of what a search tells of itself: the share of the tree
that it has visited, and the solutions found of a number that is known beforehand or
estimated.  `TimeLeft` makes seconds of that share.
"""

from __future__ import annotations

import math
from typing import Protocol

from core.search import Snapshot, Status

EVEN = 1e-5
"""Added to the square of every drift: below 0.3 %, one drift is as good as another."""
EARLY = 0.1
TREE_ERROR = 0.3
"""Beside an estimate with an error of its own, the share of the tree has one too: this times its logarithm."""
MOST_DOUBT, MOST_EARLY_DOUBT = 0.25, 1.0
"""With a greater doubt than this (in the logarithm of all steps) nothing is told of the time left.

Up to the share `EARLY` a rough figure is worth having: whether it is hours or days.
"""

SOONEST_SECONDS = 1.0
LEAST_SHARE = 1e-6
"""The share of the work that must be done before anything is told."""
CALM_SECONDS, HURRIED_SECONDS = 6.0, 0.5
"""How quickly the time told follows the estimate: for a small difference, and for a large one."""
SMALL = 0.25
LEAST_SECONDS = 0.1
"""Less time than this is told as none."""


class Estimated(Protocol):
    """A number of solutions that is only estimated, and may be too large for a float."""

    @property
    def log10(self) -> float:
        """Its decimal logarithm."""
        ...

    @property
    def error(self) -> float:
        """Its standard error, as a share of it."""
        ...


Known = int | Estimated
"""How many solutions there will be."""


def _logarithm(known: Known) -> tuple[float, float]:
    """The natural logarithm of one more than such a number, and its error."""
    if isinstance(known, int):
        return math.log(known + 1), 0.0
    log = max(0.0, known.log10 * math.log(10))
    return log + math.log1p(math.exp(-log)), known.error


class _Witness:
    """One way of telling how many steps there will be in all, and how it has changed its mind so far."""

    def __init__(self) -> None:
        self._weight = self._sum = self._squares = 0.0

    def note(self, said: float, weight: float) -> None:
        """Remember what it says now: the logarithm of the number of all steps."""
        self._weight += weight
        self._sum += weight * said
        self._squares += weight * said * said

    def drift(self, said: float) -> float:
        """The mean square of what it said before, measured from what it says now."""
        if not self._weight:
            return 0.0
        return max(0.0, (self._squares - 2 * said * self._sum) / self._weight + said * said)


class WorkDone:
    """The share of a search's work that is done, in steps.

    The k-th of d branches is rarely as large as the others, and solutions are rarely
    spread evenly over the tree: either share may be the better one.  A share that is
    right says the same number of all steps from the beginning to the end.  So the
    one that has said so more steadily counts for more (by the inverse of the square
    of its drift and its error, the later steps weighing more), and what drifts too
    much is not told.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin again with another search."""
        self._tree, self._found = _Witness(), _Witness()
        self._steps: int | None = None
        self.share: float | None = None
        """The share told last."""
        self.error = 0.0
        """What the logarithm of that share may be wrong by."""
        self.by_tree = True
        """Whether the share of the tree counts for more in it than the solutions."""
        self.doubtful = False
        """Whether the share told last is no ground for telling how much is left."""

    def of(self, shot: Snapshot, known: Known | None = None) -> float | None:
        """The share done at this moment; ``known`` is how many solutions there will be in the end.

        None where nothing tells.  To be called often, and in the order of the steps.
        """
        self.share = self._of(shot, known)
        return self.share

    def _of(self, shot: Snapshot, known: Known | None) -> float | None:
        steps, tree = shot.steps, shot.progress
        if shot.status is not Status.RUNNING or not steps or not (tree or (known and shot.solutions)):
            return tree
        if self._steps is not None and steps < self._steps:  # it has been walked back
            self.forget()
        weight = 0.0 if self._steps is None else float(steps) * (steps - self._steps)
        self._steps = steps
        said = []
        if tree:
            own = 0.0 if known is None or isinstance(known, int) else TREE_ERROR * math.log(tree)
            said.append((self._tree, math.log(steps) - math.log(tree), own))
        if known:
            # One more on both sides: that nothing has been found tells something, too.
            log, error = _logarithm(known)
            if (one_more := math.log(shot.solutions + 1)) <= log:
                said.append((self._found, math.log(steps) + log - one_more, error))
        if not said:
            return tree
        for witness, number, _ in said:
            witness.note(number, weight)
        numbers = [number for _, number, _ in said]
        drifts = [witness.drift(number) + error * error for witness, number, error in said]
        trusts = [1 / (drift + EVEN) for drift in drifts]
        whole = sum(trusts)
        number = sum(trust * each for trust, each in zip(trusts, numbers, strict=True)) / whole
        self.by_tree = bool(tree) and 2 * trusts[0] >= whole
        doubt = sum(
            trust * (drift + (each - number) ** 2) for trust, drift, each in zip(trusts, drifts, numbers, strict=True)
        )
        self.error = math.sqrt(doubt / whole)
        share = min(1.0, math.exp(math.log(steps) - number))
        self.doubtful = doubt > (MOST_DOUBT if share > EARLY else MOST_EARLY_DOUBT) ** 2 * whole
        return share


class TimeLeft:
    """Follows the estimate ``seconds (1 - share) / share`` without its jumps.

    Between two looks the time told goes down by the time that has passed, and
    moves part of the way towards the new estimate.
    """

    def __init__(self) -> None:
        self.work = WorkDone()
        """What tells the share of the work that is done."""
        self.forget()

    def forget(self) -> None:
        """Begin again with another search."""
        self.work.forget()
        self.wait(0.0, 0)

    def of(self, shot: Snapshot, seconds: float, known: Known | None = None) -> float | None:
        """The time left after ``seconds`` of a search that has ``known`` solutions; None if it cannot be told.

        Infinite where it is too long for a float.
        """
        share = self.work.of(shot, known)
        if shot.status is not Status.RUNNING:
            return None
        if shot.code_coming:
            self.wait(seconds, shot.steps)
        least = LEAST_SHARE if known is None or isinstance(known, int) else 0.0
        told = self.look(seconds, shot.steps, share, least)
        return None if self.work.doubtful else told

    def wait(self, seconds: float, steps: int) -> None:
        """Begin again from here, because the search so far says nothing about the pace of the rest.

        Another run made it, or it ran interpreted while machine code was being made.
        """
        self._told: float | None = None
        self._at = 0.0
        self._since = seconds, steps

    def look(self, seconds: float, steps: int, share: float | None, least: float = LEAST_SHARE) -> float | None:
        """The time left after ``seconds`` and this many steps, this share of them all; None if nobody can tell yet.

        Nothing is told before the share is ``least``.
        """
        spent, made = seconds - self._since[0], steps - self._since[1]
        if share is None or not (share or not least) or not made or share * made < least * steps:
            return self._told
        if spent < SOONEST_SECONDS:
            return self._told
        estimate = spent / made * steps * (1 - share) / share if share else math.inf
        if self._told is None or math.isinf(estimate + self._told):
            self._told, self._at = estimate, seconds
            return estimate
        passed, self._at = max(0.0, seconds - self._at), seconds
        expected = max(0.0, self._told - passed)
        far = abs(estimate - expected) > SMALL * max(expected, estimate)
        follow = 1 - math.exp(-passed / (HURRIED_SECONDS if far else CALM_SECONDS))
        if far:  # by factors: from hours to seconds is a long way
            self._told = max(expected, LEAST_SECONDS) ** (1 - follow) * max(estimate, LEAST_SECONDS) ** follow
        else:
            self._told = expected + (estimate - expected) * follow
        return self._told
