"""Do all ways count alike?  ``python -m tools.benchmarks.bench_sudoku_agreement [FILE …] [--damaged K]``.

Counted by `bands`, by `dlx` and, where python-sat is
installed, by a SAT solver that forbids each solution it has found: every puzzle
of the lists, and K of them damaged (a clue changed, added or taken away), which
have none, one, two or many solutions; with limits 1, 2 and 50.  ``--part 2/5``
does every fifth, from the second on.  ``--slow S`` takes as few as S of each
list for `dlx` and the SAT solver.  Any disagreement is printed and ends with 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core import Goal, Shape, Sudoku, algorithm
from core.sudoku._bulk.bands import BandsWorkspace
from tests.core.sudoku.samples import DATA
from tools.benchmarks.bench_sudoku_bulk import FILES, puzzles_of

LIMITS = (1, 2, 50)
NINE = Shape(3, 3)
Count = Callable[[NDArray[np.int32], int], list[int]]


def damaged(puzzles: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """So many puzzles with a clue changed, added, or one to four taken away; the same every time."""
    randomness, out = random.Random(15), []
    for number in range(count):
        puzzle = puzzles[number % len(puzzles)].copy()
        clues = np.flatnonzero(puzzle).tolist()
        match randomness.randrange(4):
            case 0:
                puzzle[randomness.choice(clues)] = randomness.randint(1, 9)
            case 1:
                puzzle[randomness.choice(np.flatnonzero(puzzle == 0).tolist())] = randomness.randint(1, 9)
            case _:
                puzzle[randomness.sample(clues, randomness.randint(1, 4))] = 0
        out.append(puzzle)
    return np.array(out, dtype=np.int32)


def by_bands() -> Count:
    """Counts by `bands`."""
    space = BandsWorkspace()
    return lambda puzzles, limit: [int(count) for count in space.solve(puzzles, limit)[1]]


def by_links(puzzles: NDArray[np.int32], limit: int) -> list[int]:
    """Counts by Dancing Links."""
    entry, out = algorithm("sudoku", "dlx"), []
    for puzzle in puzzles:
        search = entry.start(Sudoku.of(NINE, tuple(puzzle.tolist())), Goal.COUNT, limit)
        search.advance(1 << 40)
        out.append(int(search.counts()[0]))
    return out


def by_sat() -> Count | None:
    """Counts by CaDiCaL, forbidding what it has found; None where python-sat is not installed."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        return None
    boxes = [[27 * (box // 3) + 3 * (box % 3) + 9 * (at // 3) + at % 3 for at in range(9)] for box in range(9)]
    units = [[9 * line + at for at in range(9)] for line in range(9)]
    units += [[9 * at + line for at in range(9)] for line in range(9)] + boxes
    groups = [[9 * cell + value + 1 for value in range(9)] for cell in range(81)]
    groups += [[9 * cell + value + 1 for cell in unit] for unit in units for value in range(9)]
    rules = [clause for group in groups for clause in (group, *([-a, -b] for a, b in combinations(group, 2)))]

    def count(puzzles: NDArray[np.int32], limit: int) -> list[int]:
        out = []
        for puzzle in puzzles:
            clues = [[9 * cell + int(value)] for cell, value in enumerate(puzzle) if value]
            with Solver(name="cadical153", bootstrap_with=[*rules, *clues]) as solver:
                found = 0
                while found < limit and solver.solve():
                    found += 1
                    solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
            out.append(found)
        return out

    return count


def compare(name: str, puzzles: NDArray[np.int32], slow: int) -> bool:
    """Print a line for each limit; returns whether all agree."""
    fast = {"bands": by_bands()}
    few: dict[str, Count] = {"dlx": by_links}
    if (sat := by_sat()) is not None:
        few["sat"] = sat
    agreed = True
    for limit in LIMITS:
        started = time.process_time()
        counts: dict[str, Sequence[int]] = {way: count(puzzles, limit) for way, count in fast.items()}
        counts |= {way: count(puzzles[:slow], limit) for way, count in few.items()}
        reference = counts["bands"]
        wrong = {way: [at for at, n in enumerate(found) if n != reference[at]] for way, found in counts.items()}
        kinds = Counter("0" if n == 0 else "1" if n == 1 else "2" if n == 2 else "3 or more" for n in reference)
        told = ", ".join(f"{kinds[kind]} with {kind}" for kind in ("0", "1", "2", "3 or more") if kinds[kind])
        ways = "  ".join(f"{way} {len(found)}" for way, found in counts.items())
        bad = sum(map(len, wrong.values()))
        verdict = "all agree" if not bad else f"{bad} DISAGREE"
        print(f"{name:<28} limit {limit:>2}   {ways}   {told}   {verdict}   {time.process_time() - started:.0f} s",
              flush=True)  # fmt: skip
        for way, places in wrong.items():
            for at in places[:5]:
                print(f"  {way} {counts[way][at]}, bands {reference[at]}: {''.join(map(str, puzzles[at].tolist()))}")
        agreed = agreed and not bad
    return agreed


def main() -> int:
    """Run everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="*", type=Path)
    arguments.add_argument("--damaged", type=int, default=20_000, metavar="K", help="how many (default 20000)")
    arguments.add_argument("--part", default="1/1", metavar="I/N", help="every Nth puzzle, from the Ith on")
    arguments.add_argument("--slow", type=int, default=1 << 60, metavar="S", help="puzzles for dlx and SAT")
    options = arguments.parse_args()
    first, step = map(int, options.part.split("/"))
    paths = options.files or [DATA / name for name in FILES if (DATA / name).exists()]
    lists = {path.name: puzzles_of(path) for path in paths}
    lists["damaged"] = damaged(np.concatenate(list(lists.values())), options.damaged)
    agreed = [compare(name, puzzles[first - 1 :: step], options.slow) for name, puzzles in lists.items()]
    return 0 if all(agreed) else 1


if __name__ == "__main__":
    sys.exit(main())
