"""Whether two cells of different sessions differ: a baseline, and what has been measured since.

Disturbances only ever make a run slower (Chen and Revels 2016), and one session has more of them
than another: beside busy processes the medians of the same code were up to 40 % apart, the quickest
tenth of the runs within 2 %. So two sessions are compared by their quick runs.  If ten processes
want each processor, no run is quick: processes that share the units and caches of a core slow each
other all the time, and sessions differ by what the others did.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from statistics import median

from core.compare._cell import TableCell
from core.compare._sample import Sample
from core.compare._statistics import (
    CONFIDENCE,
    SIGNIFICANCE,
    Interval,
    TimeRatio,
    order_statistic,
    rank_test,
    time_ratio,
    value_at,
)

DRIFT = 0.05
"""How much the quick runs of the same code may differ between sessions, once each is known exactly, if there is a
processor for every process (see `drift`)."""
TENTH = 10
QUARTER = 4
ENOUGH_RUNS = 10
"""With fewer runs, only one or two are quick, and the others must confirm them."""
LEVEL_OF_FEW = 0.05
"""Level of the rank test that confirms them."""


def apart(times: TableCell, others: TableCell) -> TimeRatio:
    """How many times as long the second cell takes as the first, measured in another session on the same machine.

    The ratio is that of the first runs above the quickest tenth (`quick`), in units of the machine's speed at the
    time, if that was measured.  Its interval is that of the bootstrap (Efron 1979), in closed form, widened by
    `drift` on both sides.  The cells differ beyond the noise if this interval and that of the unscaled times both
    exclude 1, on the same side; with fewer than `ENOUGH_RUNS`, the rank test of all runs must agree.  The means
    are compared if one side predates the recording of the quickest of a batch, or if calls do different amounts
    of work or have different inputs, so that the quickest represents few.
    """
    if (times.quick_times is None) != (others.quick_times is None) or times.uneven or others.uneven or times.key.varied:
        return time_ratio(times.times, others.times)
    ones, twos = times.quick_times or times.times, others.quick_times or others.times
    factor = quick(twos) / quick(ones)
    interval = quick_ratio_interval(ones, twos, drift(times.counted, others.counted))
    m, n = len(ones), len(twos)
    differs = None if 2 / math.comb(m + n, m) > SIGNIFICANCE else _leaves_out_1(interval)
    if differs and min(m, n) < ENOUGH_RUNS and rank_test(ones, twos) > LEVEL_OF_FEW:
        differs = 0
    if times.calibrations is None or others.calibrations is None:
        return TimeRatio(factor, interval, None if differs is None else bool(differs))
    faster = speed(times.calibrations) / speed(others.calibrations)
    paced = Interval(interval.low * faster, interval.high * faster)
    if differs is None:
        return TimeRatio(factor * faster, paced, None)
    return TimeRatio(factor * faster, paced, bool(differs) and _leaves_out_1(paced) == differs)


def _leaves_out_1(interval: Interval) -> int:
    """1 or -1 for an interval wholly above or below 1; 0 for one that contains 1."""
    return (interval.low > 1) - (interval.high < 1)


def quick(times: Sequence[float]) -> float:
    """The first time above the quickest tenth: an occasional jump of the clock does not affect it."""
    return sorted(times)[len(times) // TENTH]


def speed(calibrations: Sequence[float]) -> float:
    """The time of the fixed piece of work in a session: the lower quartile, which only the clock rate affects."""
    return sorted(calibrations)[len(calibrations) // QUARTER]


def drift(*sessions: Sequence[Sample]) -> float:
    """`DRIFT`, times the square root of the number of processes that wanted each processor in the busier session.

    With 20 other programs on two processors, 12 % of 1 596 pairs of sessions with the same code were further apart
    than `DRIFT`, and 3 % further than this.
    """
    return DRIFT * math.sqrt(max(1.0, *(crowd(runs) for runs in sessions)))


def crowd(runs: Sequence[Sample]) -> float:
    """The number of processes that wanted each processor, as a median over the runs; 0 if the system does not tell."""
    return median([run.load / run.processors for run in runs if run.load is not None and run.processors] or [0.0])


def quick_ratio_interval(times: Sequence[float], others: Sequence[float], drift: float = DRIFT) -> Interval:
    """The 95 % bootstrap interval of the second `quick` time over the first, widened by ``drift`` on both sides."""
    if min(len(times), len(others)) < 2 or min(times) <= 0:
        return Interval(0.0, math.inf)
    below, above = (order_statistic(group, len(group) // TENTH) for group in (times, others))
    ratios = sorted((b / a, share * other) for a, share in below for b, other in above)
    values, cumulated = [ratio for ratio, _ in ratios], list(accumulate(weight for _, weight in ratios))
    low, high = (value_at(values, cumulated, share) for share in ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    return Interval(low / (1 + drift), high * (1 + drift))
