"""Estimates a count by quadrants from jobs drawn at random, if a part would take too long to try.

A job lists its placements, makes its halves, and compares them.  In a real part it shares its placements with the
others of its tile, so here only a share of the time for listing them counts.  Of the groups of halves laid out, a
few are compared, evenly spaced, which gives an estimate of the solutions and the time of all (systematic
sampling; Cochran, Sampling Techniques, 1977).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._estimates.by_parts import UNSTEADY, PartsEstimate, PartsTooLarge
from core._estimates.intervals import Likely, t_quantile
from core._queens.problem import Queens
from core._queens.quadrants.count import COMPARE, STAGE
from core._queens.quadrants.jobs import find_jobs, job_count
from core._queens.quadrants.placements import KEY
from core._queens.quadrants.quadrant_search import QuadrantSearch, processor_named, usual_parts
from core._search import Status
from core._words import duration
from core.running._slicing import Slicing

THINNED = {22: 1, 23: 1, 24: 8, 25: 8, 26: 64, 27: 64, 28: 256}
"""At most one in how many groups is compared, by N.  Below the first N, whole parts are short enough to be sampled."""
FEWEST_JOBS = 6
LONGEST_FACTOR = 3
"""How many times longer than asked the fewest jobs may take."""


class SampledJob(QuadrantSearch):
    """One job of which only some groups are compared.  It estimates how long the whole job would take."""

    def __init__(self, problem: Queens, processor: str, number: int) -> None:
        """Take job ``number`` of all."""
        n = problem.n
        super().__init__(problem, None, processor_named(processor), number, job_count(n), thin=THINNED[n])
        self.listing = self.making = self.comparing = 0.0
        """Processor seconds for listing placements, making halves, and comparing all of them."""

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        room = self.kernel_state().room
        stage, started = int(room.standing[STAGE]), time.thread_time()
        super()._call_kernel(budget, quota, found)
        spent = time.thread_time() - started
        if stage == COMPARE:
            self.comparing += spent * int(room.pairs.at[3])
        elif room.shelf.standing[KEY] >= 0:
            self.listing += spent
        else:
            self.making += spent


def sampler(problem: Queens) -> Callable[..., PartsEstimate | None] | None:
    """What samples a count of this board by jobs; None if its parts are short enough."""
    return sample if problem.n in THINNED else None


def sample(
    problem: Queens, settings: Mapping[str, Any], seconds: float, seed: int, stopped: Callable[[], bool],
    slicing: Slicing,
) -> PartsEstimate | None:  # fmt: skip
    """Do random jobs for about ``seconds`` by the clock; None if stopped before.

    The first job is not counted, because it allocates memory.  Raises PartsTooLarge if even the fewest jobs
    take far too long.
    """
    processor, of, total = str(settings["processor"]), usual_parts(problem), job_count(problem.n)
    side = int(find_jobs(problem.n, of).side)
    random_, times, solutions = random.Random(seed), list[float](), list[float]()
    SampledJob(problem, processor, 0).prepare()
    started, cpu_started, warm = slicing.wall(), slicing.thread(), False
    while not stopped():
        job = SampledJob(problem, processor, random_.randrange(total))
        while job.status is Status.RUNNING and not stopped():
            job.advance(1)
            if (spent := slicing.wall() - started) > LONGEST_FACTOR * seconds and len(times) < FEWEST_JOBS:
                raise PartsTooLarge(
                    f"{FEWEST_JOBS} of its jobs take longer than {duration(spent)}; give more --seconds",
                    0, slicing.thread() - cpu_started, spent,
                )  # fmt: skip
        if job.status is Status.RUNNING:
            break
        if warm:
            times.append(job.listing / side + job.making + job.comparing)
            solutions.append(float(job.counts()[0]))
        warm = True
        elapsed = slicing.wall() - started
        if len(times) >= FEWEST_JOBS and elapsed + elapsed / len(times) / 2 >= seconds:
            return PartsEstimate(
                of, len(times), of_jobs(times, total).widened(UNSTEADY), of_jobs(solutions, total),
                Likely(total, total, total), slicing.thread() - cpu_started, total,
            )  # fmt: skip
    return None


def of_jobs(sample: list[float], total: int) -> Likely:
    """The sum over ``total`` jobs, estimated from some drawn at random, with a 95 % interval on a log scale.

    Few jobs have most of the sum, so the true value is more often far above an estimate than far below.
    """
    count = len(sample)
    mean = sum(sample) / count
    spread = sum((each - mean) ** 2 for each in sample) / (count - 1)
    width = math.exp(t_quantile(count - 1) * math.sqrt(math.log1p(spread / count / mean**2))) if mean else 1.0
    return Likely(mean * total, mean * total / width, mean * total * width)
