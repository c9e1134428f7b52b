"""Random jobs of large boards, counted in ways that share little: all must agree.

By quadrants on the best vectors that this processor has; word by word, with lists of halves cut into short chunks;
and by a plain search of the job's board.  A whole job of these boards has too many solutions for a search, so all
three count the part of it that has some queens given: those of a random solution in all but ``--free`` of the rows.

    python -m tools.benchmarks.bench_quadrant_jobs --sizes 23-28 --jobs 10 --free 20
"""

from __future__ import annotations

import argparse
import random
import time

from core._cli.queens import parse_range
from core._kernels.simd import Processor, best_processor
from core._queens.quadrants.jobs import job_count
from core._words import duration
from tests.core.queens import jobs_by_search
from tests.core.queens.restricted_jobs import CHUNK, by_quadrants, some_queens


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=parse_range, default=range(23, 29))
    parser.add_argument("--jobs", type=int, default=5, help="how many of each size")
    parser.add_argument("--free", type=int, default=20, help="in how many rows no queen is given")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for n in options.sizes:
        randomness, done, drawn, nothing = random.Random(options.seed * 100 + n), 0, 0, 0
        while done < options.jobs:
            number, seed = randomness.randrange(job_count(n)), randomness.random()
            drawn += 1
            given = some_queens(n, number, options.free, seed)
            if given is None:
                continue
            started = time.process_time()
            searched = jobs_by_search.count(n, number, given)
            middle = time.process_time()
            found = by_quadrants(n, number, best_processor(), given)
            chunks = by_quadrants(n, number, Processor.PLAIN, given, CHUNK)
            assert searched == found == chunks, (n, number, given, searched, found, chunks)
            if not searched:  # solutions whose images are counted by other jobs
                nothing += 1
                continue
            done += 1
            times = duration(middle - started), duration(time.process_time() - middle)
            print(f"N = {n}, job {number}, {len(given)} queens given: {searched:,} by search in {times[0]}; {found:,} "
                  f"and {chunks:,} by quadrants in {times[1]}", flush=True)  # fmt: skip
        print(f"N = {n}: {done} jobs agree ({drawn:,} drawn; {nothing:,} count 0 in all three ways)", flush=True)


if __name__ == "__main__":
    main()
