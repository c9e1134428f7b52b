"""What a count will cost, by doing some of its parts.

Parts are dealt out so that each costs about the same; a few of them, drawn at
random, give the whole by their mean, with an interval from their spread.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.parts import Part, PartRun, Record
from core.search import ProblemError
from core.wording import duration

SMALLEST_SAMPLE = 4
PATIENCE = 10
SHORTEST_PATIENCE_SECONDS = 5.0
"""How much longer than asked for it may take until two parts are done: so many times, and at least so long."""
PER_SECOND = 3600.0
T_95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13)
"""Student's t at 95 %, two-sided, for 1 degree of freedom and more; beyond, 1.96 plus a little."""


class PartsTooLarge(ProblemError):
    """Not even two parts could be done in the time: the count has to be cut finer, or cannot be done at all."""

    def __init__(self, message: str, solutions: int, seconds: float) -> None:
        super().__init__(message)
        self.solutions, self.seconds = solutions, seconds
        """What was found in the part that was given up, and the processor time that this took."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and where it lies with a probability of 95 %, as far as parts are alike in kind."""

    value: float
    low: float
    high: float

    @classmethod
    def of_total(cls, sample: Sequence[float], of: int) -> Interval:
        """The sum over ``of`` parts, from those in the sample (at least two, unless they are all)."""
        count = len(sample)
        mean = sum(sample) / count
        if count == of:
            return cls(mean * of, mean * of, mean * of)
        spread = math.sqrt(sum((each - mean) ** 2 for each in sample) / (count - 1))
        t = T_95[count - 2] if count - 2 < len(T_95) else 1.96 + 2.4 / (count - 1)
        error = t * spread / math.sqrt(count) * math.sqrt(1 - count / of)
        return cls(mean * of, max(0.0, mean - error) * of, (mean + error) * of)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What some parts say about all."""

    parts: int
    sampled: int
    seconds: Interval
    """Processor time on a core like this one."""
    solutions: Interval
    steps: Interval
    spent: float
    """Processor time that the sample took."""

    @property
    def core_hours(self) -> Interval:
        """The same in hours."""
        s = self.seconds
        return Interval(s.value / PER_SECOND, s.low / PER_SECOND, s.high / PER_SECOND)

    def on(self, cores: int) -> float:
        """Seconds on so many such cores, as long as there are more parts than cores."""
        return self.seconds.value / min(cores, self.parts)


def estimate(
    parts: Sequence[Part], seconds: float, seed: int = 1, stopped: Callable[[], bool] = lambda: False,
    patience: float = PATIENCE,
) -> Estimate | None:  # fmt: skip
    """Do parts, in random order, for about so many seconds of processor time; None if ``stopped`` before there are two.

    The first part done is not counted where there are others: it pays for compiling and for tables.
    Raises PartsTooLarge where not even two are done in ``patience`` times the time.
    """
    longest = max(patience * seconds, SHORTEST_PATIENCE_SECONDS)
    order = random.Random(seed).sample(range(len(parts)), len(parts))
    records: list[Record] = []
    started = time.thread_time()
    for turn, number in enumerate([order[0], *order] if len(order) > 1 else order):
        run = PartRun(parts[number])
        late = False
        while run.record is None and not stopped() and not late:
            run.advance()
            late = time.thread_time() - started > longest
        if run.record is None and late and len(records) < 2:
            raise PartsTooLarge(
                f"one of the {len(parts)} parts takes longer than {duration(longest)}; "
                "give a larger number of --parts, or more --seconds",
                run.counts()[0], time.thread_time() - started,
            )  # fmt: skip
        if run.record is None:
            break
        if turn or len(order) == 1:
            records.append(run.record)
        else:
            started = time.thread_time()
        if len(records) >= SMALLEST_SAMPLE and time.thread_time() - started >= seconds:
            break
    if not records or (len(records) < 2 and len(parts) > 1):
        return None
    of = len(parts)
    return Estimate(
        of, len(records), Interval.of_total([record.seconds for record in records], of),
        Interval.of_total([float(record.solutions) for record in records], of),
        Interval.of_total([float(record.steps) for record in records], of), time.thread_time() - started,
    )  # fmt: skip
