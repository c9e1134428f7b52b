"""The gallery's slower counts: ``python -m tools.benchmarks.bench_cover_gallery [INSTANCE …]``.

Each by dancing cells (listed, and reduced by symmetry where that is known) and
by memory, with multiplicities by dlx; the 9356 tilings of 6×10 are 2339 up to symmetry.  Counts are checked.
"""

from __future__ import annotations

import argparse
import time

from core import Goal, Status, algorithm
from core.exact_cover._gallery import instance

SLOW = (
    "pentominoes-4x15", "pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8-corners", "pentominoes-8x8-square",
    "langford-12", "latin-6-first-row", "sudoku-2x3", "attack-8x8",
)  # fmt: skip
MOST_LISTED = 2_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="*", default=SLOW, metavar="INSTANCE")
    for name in parser.parse_args().instances:
        entry = instance(name)
        puzzle = entry.puzzle()
        other = "dlx" if puzzle.problem.multiple else "memo-count"
        for key, goal in (("dancing-cells", Goal.ALL), (other, Goal.COUNT)):
            if goal is Goal.ALL and entry.known > MOST_LISTED:
                continue
            search = algorithm("cover", key).start(puzzle.problem, goal)
            search.prepare()
            started = time.perf_counter()
            while search.advance(1 << 40) is Status.RUNNING:
                pass
            spent = time.perf_counter() - started
            assert search.counts()[0] == entry.known, f"{name}: {key} counts {search.counts()[0]}"
            classes = ""
            if goal is Goal.ALL and entry.known_classes is not None:
                found = len(puzzle.symmetries().classes(search.solutions))
                assert found == entry.known_classes, f"{name}: {found} classes"
                classes = f", {found} up to symmetry"
            print(f"{name:<24} {key:<14} {spent:8.2f} s  {entry.known}{classes}", flush=True)


if __name__ == "__main__":
    main()
