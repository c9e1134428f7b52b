"""Random jobs of large boards, counted in ways that share little: all must agree.

By quadrants on the best vectors that this processor has; word by word, with lists of halves cut into short chunks;
and by a plain search of the job's board (`tests.core.queens.jobs_by_search`).  Only jobs whose boards have few
solutions are taken, because the search lists them one by one; how many were drawn for that is said.  The fewer queens
the northern quadrant has in the east, or in the west (``--fewest``), the smaller is the search.

    python -m tests.tools.benchmarks.bench_quadrant_jobs --sizes 23-28 --jobs 3 --fewest 2
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from core.cli.queens import parse_range
from core.kernels.simd import Processor, best_processor
from core.queens.problem import Queens
from core.queens.quadrants.jobs import NORTH, find_job, find_jobs, job_count
from core.queens.quadrants.quadrant_search import QuadrantSearch
from core.search import Status
from core.words import duration
from tests.core.queens import jobs_by_search

CHUNK = 1 << 16


def by_quadrants(n: int, number: int, processor: Processor, most_halves: int | None) -> int:
    """What the job counts."""
    search = QuadrantSearch(Queens(n), None, processor, number, job_count(n), most_halves=most_halves)
    while search.advance(1) is Status.RUNNING:
        pass
    return search.counts()[0]


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=parse_range, default=range(23, 29))
    parser.add_argument("--jobs", type=int, default=2, help="how many of each size")
    parser.add_argument("--fewest", type=int, help="at most so many of a quadrant's queens in one half")
    parser.add_argument("--most", type=int, default=20_000, help="the most solutions of a job's board")
    parser.add_argument("--nodes", type=int, default=300_000_000, help="the most nodes of a search")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for n in options.sizes:
        random_, done, drawn = random.Random(options.seed * 100 + n), 0, 0
        jobs, room = find_jobs(n, job_count(n)), np.zeros(4, dtype=np.int64)
        while done < options.jobs:
            number = random_.randrange(job_count(n))
            drawn += 1
            find_job(jobs, np.int64(n // 2), np.int64(number), np.int64(0), room)
            north = int(room[NORTH]).bit_count()
            if options.fewest is not None and min(north, n // 2 - north) > options.fewest:
                continue
            started = time.perf_counter()
            searched = jobs_by_search.count(n, number, options.most, options.nodes)
            if not searched:
                continue
            middle = time.perf_counter()
            found = by_quadrants(n, number, best_processor(), None)
            chunks = by_quadrants(n, number, Processor.PLAIN, CHUNK)
            done += 1
            times = duration(middle - started), duration(time.perf_counter() - middle)
            print(f"N = {n}, job {number}: {searched:,} by search in {times[0]}; {found:,} and {chunks:,} by quadrants "
                  f"in {times[1]} ({drawn:,} drawn)", flush=True)  # fmt: skip
            assert searched == found == chunks


if __name__ == "__main__":
    main()
