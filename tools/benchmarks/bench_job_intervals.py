"""How often an interval that some jobs of the quadrants give holds the true sum over all jobs.

All jobs of a board (or one tile in ``--of``) are counted.  Then small samples are drawn from them, over and over, and
each interval of `core._queens.quadrants.sampling.of_jobs`, which promises 95 %, is compared with the sum: of the
solutions, and of the pairs of halves, which stand for the time.

    python -m tools.benchmarks.bench_job_intervals --sizes 18-21 --of 16
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from core import Queens, Status
from core._cli.queens import parse_range
from core._kernels.simd import Processor, best_processor
from core._queens.quadrants.quadrant_search import QuadrantSearch
from core._queens.quadrants.sampling import of_jobs

SAMPLES = (6, 12, 25, 50, 100)


def counted_jobs(n: int, of: int, processor: Processor) -> list[tuple[float, float]]:
    """The solutions and the pairs of each job in one tile of ``of``."""
    search, jobs = QuadrantSearch(Queens(n), None, processor, 0, of), list[tuple[float, float]]()
    solutions = pairs = made = 0
    while search.status is Status.RUNNING:
        search.advance(1)
        now, after = search.counts(), search.checksums[2]
        if now[1] > made:
            jobs.append((float(now[0] - solutions), float(after - pairs)))
            (solutions, made), pairs = now, after
    return jobs


def held(values: Sequence[float], sample: int, times: int, seed: int = 1) -> tuple[float, float]:
    """How often an interval of so many values holds the sum of all, and the median of its ends' ratio."""
    truth, random_ = sum(values), random.Random(seed)
    intervals = [of_jobs(random_.choices(values, k=sample), len(values)) for _ in range(times)]
    ratios = sorted(each.high / max(each.low, 1.0) for each in intervals)
    return sum(each.low <= truth <= each.high for each in intervals) / times, ratios[times // 2]


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=parse_range, default=range(18, 22))
    parser.add_argument("--of", type=int, default=16, help="count one tile in so many (default: 16)")
    parser.add_argument("--times", type=int, default=1500, help="how many samples of each length")
    options = parser.parse_args()
    for n in options.sizes:
        jobs = counted_jobs(n, options.of, best_processor())
        for place, what in enumerate(("solutions", "pairs")):
            values = [job[place] for job in jobs]
            for sample in SAMPLES:
                share, ratio = held(values, sample, options.times)
                print(f"N = {n}, {what} of {sample:3} in {len(jobs)} jobs: {share:6.1%} of the intervals hold the sum, "
                      f"their ends {ratio:.1f}-fold apart", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
