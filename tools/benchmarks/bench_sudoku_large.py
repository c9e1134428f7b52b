"""Seeded large grids: ``python -m tools.benchmarks.bench_sudoku_large [-a KEY] [--grids K] [--order N]``.

A canonical grid is shuffled and some of its cells are kept: at order 25 from
230 to 300 of the 625, else half (or ``--filled`` per cent).  Such grids can be
completed by equations, which `learning` does; with ``--mixed`` cycles are turned
in them first until nothing is left of the pattern, and they must be searched:
half-filled ones of order 36 are then the hardest there are.  Printed are processor seconds with building,
without compiling, as a distribution, and every grid that took long.
"""

from __future__ import annotations

import argparse
import random
import time
from math import isqrt

import numpy as np

from core import Goal, Shape, Status, algorithm
from tests.core.sudoku.grids import seeded

LONG = {25: 0.5, 36: 5.0}
"""Seconds that are long, by order."""


def measure(key: str, order: int, grids: int, most: float, mixed: bool, filled: int | None) -> None:
    """Print the distribution of one solver."""
    side = isqrt(order)
    shape, spent, unsolved = Shape(side, side), [], 0
    for seed in range(grids):
        clues = order * order * (filled or 50) // 100
        if order == 25 and filled is None:
            clues = random.Random(seed).randint(230, 300)
        problem = seeded(shape, clues, seed, mixed=mixed)
        if not seed:
            algorithm("sudoku", key).start(problem, Goal.FIRST).prepare()
        started = time.process_time()
        search = algorithm("sudoku", key).start(problem, Goal.FIRST)
        while search.status is Status.RUNNING and time.process_time() - started < most:
            search.advance(1000)
        spent.append(time.process_time() - started)
        unsolved += not search.counts()[0]
        if spent[-1] > LONG.get(order, most):
            ended = "solved" if search.counts()[0] else "given up"
            print(f"  seed {seed}, {clues} clues: {spent[-1]:.2f} s, {search.counts()[1]} nodes, {ended}", flush=True)
    shares = " ".join(f"{share:.0%} {np.quantile(spent, share):.3f}" for share in (0.5, 0.75, 0.9, 0.95, 0.99, 1))
    kind = "mixed" if mixed else "shuffled"
    print(f"{shape.order}×{shape.order} {key} {grids} {kind} grids, s: {shares}; {unsolved} not solved in {most:g} s")


def main() -> None:
    """Run everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("-a", "--algorithm", action="append", help="default: learning")
    arguments.add_argument("--grids", type=int, default=100)
    arguments.add_argument("--order", type=int, default=25, help="a square number (default 25)")
    arguments.add_argument("--most", type=float, default=20.0, help="seconds to a grid before it is given up")
    arguments.add_argument("--mixed", action="store_true", help="nothing left of the shuffled pattern")
    arguments.add_argument("--filled", type=int, help="per cent of the cells")
    options = arguments.parse_args()
    for key in options.algorithm or ["learning"]:
        measure(key, options.order, options.grids, options.most, options.mixed, options.filled)


if __name__ == "__main__":
    main()
