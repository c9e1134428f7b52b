"""Estimates the cost of a count by doing some of its parts.

Parts are dealt out so that each costs about the same; the mean of a
few, drawn at random, gives the whole, and their spread gives an interval.  The
interval of the time is wider: the same work takes more or less time at another moment.

If no part can be finished (`PartsTooLarge`), `core._estimates.counts` has other ways.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core._estimates.intervals import Likely
from core._parts.part import Part, PartRun, Record
from core._search import ProblemError
from core._words import duration
from core.running._slicing import BY_TIME, Slicing

SMALLEST_SAMPLE = 4
LONGEST_FACTOR = 10
SHORTEST_PATIENCE_SECONDS = 5.0
"""How much longer than asked an estimate may take to finish two parts: a factor, and a minimum time."""
SHARE_FOR_PARTS = 0.5
"""The share of the time spent on parts if random probes could help too; probes get the rest if no two parts are
done."""
UNSTEADY = 0.2
"""How much slower or faster a shared processor does the same work at another time (a share, measured here)."""
STRETCHES = 5
"""The sample is cut into this many stretches of time to see how steady the machine is now."""
SECONDS_AN_HOUR = 3600.0


class PartsTooLarge(ProblemError):
    """Not even two parts could be done in the time: the count must be cut finer, or cannot be done at all."""

    def __init__(self, message: str, solutions: int, seconds: float, spent: float) -> None:
        super().__init__(message)
        self.solutions, self.seconds = solutions, seconds
        """The solutions found in the part that was given up, and its processor time."""
        self.spent = spent
        """The duration of the attempt by the clock, without compiling."""


def unsteadiness(seconds: Sequence[float]) -> float:
    """The share by which the machine's speed changes over time, judged by ``seconds`` in order.

    It is the difference between the means of stretches of the sample beyond what the spread within
    them explains (twice their standard deviation), and at least `UNSTEADY`.
    """
    length = len(seconds) // STRETCHES
    if length < 2:
        return UNSTEADY
    stretches = [seconds[length * i : length * (i + 1)] for i in range(STRETCHES)]
    means = [sum(each) / length for each in stretches]
    mean = sum(means) / STRETCHES
    within = sum((x - m) ** 2 for each, m in zip(stretches, means, strict=True) for x in each)
    explained = within / (STRETCHES * (length - 1)) / length
    between = sum((m - mean) ** 2 for m in means) / (STRETCHES - 1)
    drift = math.sqrt(max(0.0, between - explained)) / mean if mean > 0 else 0.0
    return math.hypot(UNSTEADY, 2 * drift)


@dataclass(frozen=True, slots=True)
class PartsEstimate:
    """An estimate for all parts from some of them."""

    parts: int
    sampled: int
    seconds: Likely
    """Processor time on a core like this one, at another time."""
    solutions: Likely
    steps: Likely
    spent: float
    """Processor time that the sample took."""
    pieces: int = 0
    """The number of pieces, if pieces smaller than parts were sampled."""

    @property
    def core_hours(self) -> Likely:
        """The time that one core needs, in hours."""
        s = self.seconds
        return Likely(s.value / SECONDS_AN_HOUR, s.low / SECONDS_AN_HOUR, s.high / SECONDS_AN_HOUR)

    def on(self, cores: int) -> float:
        """Seconds on this many such cores, as long as there are more parts than cores."""
        return self.seconds.value / min(cores, self.parts)


def estimate(
    parts: Sequence[Part], seconds: float, seed: int = 1, stopped: Callable[[], bool] = lambda: False,
    patience: float | None = LONGEST_FACTOR, slicing: Slicing = BY_TIME,
) -> PartsEstimate | None:  # fmt: skip
    """Do parts, in random order, for about ``seconds`` by the clock; None if ``stopped()`` before two are done.

    The first part done is not counted if there are others, because it builds tables and compiles (compiling is
    not timed).  Raises PartsTooLarge if not even two are done in ``patience`` times the time, or if that is
    None, in the share of the time for parts.
    """
    longest = SHARE_FOR_PARTS * seconds if patience is None else max(patience * seconds, SHORTEST_PATIENCE_SECONDS)
    order = random.Random(seed).sample(range(len(parts)), len(parts))
    records: list[Record] = []

    def clock() -> float:
        return slicing.wall() - slicing.waited()

    started, cpu_started, found = clock(), slicing.thread(), 0

    def late() -> bool:
        elapsed = clock() - started
        return elapsed > (seconds if patience is None and len(records) >= 2 else longest)

    for turn, number in enumerate([order[0], *order] if len(order) > 1 else order):
        run = PartRun(parts[number], slicing)
        while run.record is None and not stopped() and not late():
            run.advance()
            if turn == 0 and run.record is None and run.code_coming:
                # Interpreted time does not count, nor does it show the speed.
                started, cpu_started, found = clock(), slicing.thread(), run.counts()[0]
        if run.record is None and late() and len(records) < 2:
            raise PartsTooLarge(
                f"one of the {len(parts)} parts takes longer than {duration(longest)}; "
                "give a larger number of --parts, or more --seconds",
                run.counts()[0] - (0 if turn else found), slicing.thread() - cpu_started,
                clock() - started,
            )  # fmt: skip
        if run.record is None:
            break
        if turn or len(order) == 1:
            records.append(run.record)
        elapsed = clock() - started
        # Another part would probably end too late.
        if len(records) >= SMALLEST_SAMPLE and elapsed + elapsed / len(records) / 2 >= seconds:
            break
    if not records or (len(records) < 2 and len(parts) > 1):
        return None
    of = len(parts)
    times = [record.seconds for record in records]
    return PartsEstimate(
        of, len(records), Likely.of_total(times, of).widened(unsteadiness(times)),
        Likely.of_total([float(record.solutions) for record in records], of),
        Likely.of_total([float(record.steps) for record in records], of), slicing.thread() - cpu_started,
    )  # fmt: skip
