"""Tells a search's progress and the time left, without jumps that nobody would believe.

`WorkDone` combines two figures of a search into the share of its work done: the share of the tree
visited, and the solutions found out of a number known beforehand or estimated.  `TimeLeft` turns
that share into seconds.
"""

from __future__ import annotations

import math
from typing import Protocol

from core._search import Snapshot, Status

EVEN = 1e-5
"""Added to the square of every drift: below 0.3 %, drifts count as equal."""
EARLY = 0.1
TREE_ERROR = 0.3
"""Beside an estimate with an error, the share of the tree is given one too: this times its logarithm."""
MOST_DOUBT, MOST_EARLY_DOUBT = 0.25, 1.0
"""If the doubt (in the logarithm of all steps) is greater than this, no time left is shown.

Up to a share of `EARLY`, even a rough figure is worth having: is it hours or days?
"""

SOONEST_SECONDS = 1.0
LEAST_SHARE = 1e-6
"""The share of the work that must be done before any time left is shown."""
CALM_SECONDS, HURRIED_SECONDS = 6.0, 0.5
"""How quickly the time shown follows the estimate: for a small difference, and for a large one."""
SMALL = 0.25
LEAST_SECONDS = 0.1
"""Less time than this is shown as none."""


class Estimated(Protocol):
    """A number of solutions that is only estimated, and may be too large for a float."""

    @property
    def log10(self) -> float:
        """Its decimal logarithm."""
        ...

    @property
    def error(self) -> float:
        """Its standard error, relative to it."""
        ...


Known = int | Estimated
"""The number of solutions there will be."""


def _logarithm(known: Known) -> tuple[float, float]:
    """The natural logarithm of such a number plus one, and its error."""
    if isinstance(known, int):
        return math.log(known + 1), 0.0
    log = max(0.0, known.log10 * math.log(10))
    return log + math.log1p(math.exp(-log)), known.error


class _Witness:
    """One way to predict the total number of steps, and how its predictions have changed so far."""

    def __init__(self) -> None:
        self._weight = self._sum = self._squares = 0.0

    def note(self, said: float, weight: float) -> None:
        """Record its current prediction, the logarithm of the total number of steps."""
        self._weight += weight
        self._sum += weight * said
        self._squares += weight * said * said

    def drift(self, said: float) -> float:
        """The mean square deviation of its earlier predictions from the current one."""
        if not self._weight:
            return 0.0
        return max(0.0, (self._squares - 2 * said * self._sum) / self._weight + said * said)


class WorkDone:
    """The share of a search's work that is done, in steps.

    The k-th of d branches is rarely as large as the others, and solutions are rarely
    spread evenly over the tree: either share may be the better one.  A correct share predicts the
    same total number of steps from beginning to end.  So the share with the steadier predictions
    counts for more (weighted by the inverse square of its drift and error, later steps more
    heavily), and one that drifts too much is not shown.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin again with another search."""
        self._tree, self._found = _Witness(), _Witness()
        self._steps: int | None = None
        self.share: float | None = None
        """The last share returned."""
        self.error = 0.0
        """The likely error in the logarithm of that share."""
        self.by_tree = True
        """Whether the share of the tree counts for more in that than the solutions."""
        self.doubtful = False
        """Whether the last share is too doubtful to say how much is left."""

    def of(self, shot: Snapshot, known: Known | None = None) -> float | None:
        """The share done at this moment; ``known`` is the final number of solutions, known or estimated.

        None if there is nothing to go by.  To be called often, and in the order of the steps.
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
            # Plus one on both sides: finding nothing is informative, too.
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

    From one look to the next, the time shown falls by the time that has passed, and moves part of
    the way towards the new estimate.
    """

    def __init__(self) -> None:
        self.work = WorkDone()
        """Tells the share of the work done."""
        self.forget()

    def forget(self) -> None:
        """Begin again with another search."""
        self.work.forget()
        self.wait(0.0, 0)

    def of(self, shot: Snapshot, seconds: float, known: Known | None = None) -> float | None:
        """The time left after ``seconds`` of a search that has ``known`` solutions; None if it is unknown.

        Infinite if it is too long for a float.
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

        That part was another run's, or ran interpreted while machine code was being made.
        """
        self._told: float | None = None
        self._at = 0.0
        self._since = seconds, steps

    def look(self, seconds: float, steps: int, share: float | None, least: float = LEAST_SHARE) -> float | None:
        """The time left after ``seconds`` and ``steps``, which are this share of all; None if it is not yet known.

        There is no answer before the share is ``least``.
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
        if far:  # by a factor: from hours to seconds is a long way
            self._told = max(expected, LEAST_SECONDS) ** (1 - follow) * max(estimate, LEAST_SECONDS) ** follow
        else:
            self._told = expected + (estimate - expected) * follow
        return self._told
