"""Sudoku solvers beside peers that can be installed: ``python -m tools.benchmarks.bench_sudoku [--puzzles K]``.

Puzzles a second to a first solution, medians of interleaved rounds (ours, peer,
ours, peer …), every answer checked.  Then what large grids take, and the counts
of small empty grids that the literature gives: 288 for 2×2, 28 200 960 for 2×3
(Felgenhauer and Jarvis 2005 and the tables after them).

Peers: those of `tools.benchmarks.sudoku_peers` that are installed.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from core import Goal, Shape, Status, Sudoku, algorithm
from core.sudoku._collections import collections
from core.sudoku._verdict import propose
from tests.core.sudoku.samples import DATA
from tools.benchmarks.sudoku_peers import NINE, Solver, by_batch, peers

SAMPLES = ("magictour_top1465.txt", "hardest_1905_sample.txt")


def by_search(key: str) -> Solver:
    """One search a puzzle, building included."""

    def solve(problems: list[Sudoku]) -> list[tuple[int, ...]]:
        found = []
        for problem in problems:
            search = algorithm("sudoku", key).start(problem, Goal.FIRST)
            while search.status is Status.RUNNING:
                search.advance(1 << 30)
            found.append(search.solutions[0])
        return found

    return solve


def samples(count: int) -> dict[str, list[Sudoku]]:
    """The first puzzles of each shared file, and our own."""
    out = {"shipped 3×3": [p.problem for c in collections() if c.shape == NINE for p in c.puzzles()] * 4}
    for name in SAMPLES:
        if (DATA / name).exists():
            lines = [line[:81] for line in (DATA / name).read_text().splitlines() if line.strip() and line[0] != "#"]
            givens = [tuple(0 if c in "0." else int(c) for c in line) for line in lines[:count]]
            out[name] = [Sudoku.of(NINE, values) for values in givens]
    return out


def nine(count: int, rounds: int) -> None:
    """Puzzles a second at 9×9."""
    ours: list[tuple[str, Solver, int]] = [("bands, batch", by_batch(1), 1)]
    ours += [(key, by_search(key), 1) for key in ("bands", "propagation", "bitmask", "dlx", "dlx-dense")]
    everyone = [*ours, *((peer.name, peer.solve, peer.share) for peer in peers() if not peer.proves)]
    for name, problems in samples(count).items():
        print(f"\n{name}: {len(problems)} puzzles, puzzles a second")
        times: dict[str, list[float]] = {key: [] for key, _, _ in everyone}
        for _, solve, _ in everyone:
            solve(problems[:1])
        for _ in range(rounds):
            for key, solve, share in everyone:
                some = problems[: max(1, len(problems) // share)]
                started = time.process_time()
                found = solve(some)
                times[key].append(len(some) / (time.process_time() - started))
                assert all(p.verify(s) for p, s in zip(some, found, strict=True)), key
        for key, rates in times.items():
            rate = f"{median(rates):,.0f}".replace(",", " ")
            print(f"  {key:<24} {rate:>12}")


def large() -> None:
    """Every shipped puzzle from 16×16 on, by the proposed solver: first solution, and proof that it is the only one."""
    print("\nlarge shipped puzzles, proposed solver: seconds to the first solution / to the proof, and nodes")
    for collection in collections():
        if collection.shape.order < 16:
            continue
        for puzzle in collection.puzzles():
            key = propose(puzzle.problem).key
            spent, nodes = [], 0
            for goal, limit in ((Goal.FIRST, None), (Goal.COUNT, 2)):
                runs = []
                for _ in range(3):
                    started = time.perf_counter()
                    search = algorithm("sudoku", key).start(puzzle.problem, goal, limit)
                    while search.status is Status.RUNNING:
                        search.advance(1 << 30)
                    runs.append(time.perf_counter() - started)
                    nodes = search.counts()[1]
                spent.append(median(runs))
            print(f"  {puzzle.title:<16} {key:<12} {spent[0]:>8.4f} / {spent[1]:.4f}  {nodes:>7}")


def counts() -> None:
    """Known counts of empty grids."""
    print("\nempty grids counted")
    for shape, key, known in (
        (Shape(2, 2), "bitmask", 288), (Shape(2, 2), "dlx", 288),
        (Shape(2, 3), "bitmask", 28_200_960), (Shape(2, 3), "dlx", 28_200_960),
    ):  # fmt: skip
        search = algorithm("sudoku", key).start(Sudoku.empty(shape), Goal.COUNT)
        search.prepare()
        started = time.perf_counter()
        while search.status is Status.RUNNING:
            search.advance(1 << 30)
        solutions, nodes = search.counts()
        assert solutions == known
        print(f"  {shape} {key:<8} {solutions:>10} solutions, {nodes} nodes, {time.perf_counter() - started:.2f} s")


def main() -> None:
    """Run everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--puzzles", type=int, default=200, help="of each file (default 200)")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--no-counts", action="store_true", help="leave out the half minute of counting")
    options = arguments.parse_args()
    nine(options.puzzles, options.rounds)
    large()
    if not options.no_counts:
        counts()


if __name__ == "__main__":
    main()
