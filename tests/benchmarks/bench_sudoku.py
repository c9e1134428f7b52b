"""Sudoku solvers beside peers that can be installed: ``python -m tests.benchmarks.bench_sudoku [--puzzles K]``.

Puzzles a second to a first solution, medians of interleaved rounds (ours, peer,
ours, peer …), every answer checked.  Then what large grids take, and the counts
of small empty grids that the literature gives: 288 for 2×2, 28 200 960 for 2×3
(Felgenhauer and Jarvis 2005 and the tables after them).

Peers (installed or left out): python-sat (CaDiCaL, one incremental solver),
exact_cover (Dancing Links in C), dlxsudoku (pure Python).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np

from core.catalog import algorithm
from core.search import Goal, Status
from core.sudoku.bands import solve_batch
from core.sudoku.collections import collections
from core.sudoku.exact_cover import dense_matrix
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from core.sudoku.verdict import propose
from tests.core.sudoku_samples import DATA

Solver = Callable[[list[Sudoku]], list[tuple[int, ...]]]
NINE = Shape(3, 3)
SAMPLES = ("magictour_top1465.txt", "hardest_1905_sample.txt")


def by_batch(problems: list[Sudoku]) -> list[tuple[int, ...]]:
    """`bands`, one kernel call for all."""
    solutions, _, _ = solve_batch(np.array([problem.givens for problem in problems], dtype=np.int32), 1)
    return [tuple(row) for row in solutions.tolist()]


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


def peers() -> Iterator[tuple[str, Solver, int]]:
    """Name, solver, and the share of the puzzles that is enough for a slow one."""
    try:
        from pysat.solvers import Solver as Sat

        yield "python-sat CaDiCaL153", _sat(Sat), 1
    except ImportError:
        print("(no python-sat)")
    try:
        from exact_cover import get_exact_cover

        def by_exact_cover(problems: list[Sudoku]) -> list[tuple[int, ...]]:
            found = []
            for problem in problems:
                chosen = get_exact_cover(dense_matrix(problem).astype(bool))
                values = np.zeros(81, dtype=int)
                values[chosen // 9] = chosen % 9 + 1
                found.append(tuple(values.tolist()))
            return found

        yield "exact_cover (C)", by_exact_cover, 4
    except ImportError:
        print("(no exact_cover)")
    try:
        from dlxsudoku import Sudoku as Peer

        def by_dlxsudoku(problems: list[Sudoku]) -> list[tuple[int, ...]]:
            found = []
            for problem in problems:
                peer = Peer("".join(map(str, problem.givens)))
                peer.solve()
                found.append(tuple(int(c) for c in peer.to_oneliner()))
            return found

        yield "dlxsudoku (Python)", by_dlxsudoku, 16
    except ImportError:
        print("(no dlxsudoku)")


def _sat(sat: Callable[..., object]) -> Solver:
    def literal(cell: int, value: int) -> int:
        return 9 * cell + value

    solver = sat(name="cadical153")
    units = [*NINE.units]
    for cell in range(81):
        solver.add_clause([literal(cell, v) for v in range(1, 10)])  # type: ignore[attr-defined]
        for value in range(1, 10):
            for other in range(value + 1, 10):
                solver.add_clause([-literal(cell, value), -literal(cell, other)])  # type: ignore[attr-defined]
    for unit in units:
        for value in range(1, 10):
            solver.add_clause([literal(cell, value) for cell in unit])  # type: ignore[attr-defined]
            for i, a in enumerate(unit):
                for b in unit[i + 1 :]:
                    solver.add_clause([-literal(a, value), -literal(b, value)])  # type: ignore[attr-defined]

    def solve(problems: list[Sudoku]) -> list[tuple[int, ...]]:
        found = []
        for problem in problems:
            assert solver.solve([literal(c, v) for c, v in enumerate(problem.givens) if v])  # type: ignore[attr-defined]
            model = [x for x in solver.get_model() if 0 < x <= 729]  # type: ignore[attr-defined]
            values = [0] * 81
            for x in model:
                values[(x - 1) // 9] = (x - 1) % 9 + 1
            found.append(tuple(values))
        return found

    return solve


def samples(count: int) -> dict[str, list[Sudoku]]:
    """The first puzzles of each shared file, and our own."""
    out = {"shipped 3×3": [p.problem for c in collections() if c.shape == NINE for p in c.puzzles()] * 4}
    for name in SAMPLES:
        if (DATA / name).exists():
            lines = [line[:81] for line in (DATA / name).read_text().splitlines() if line.strip() and line[0] != "#"]
            givens = [tuple(0 if c in "0." else int(c) for c in line) for line in lines[:count]]
            out[name] = [Sudoku(NINE, values) for values in givens]
    return out


def nine(count: int, rounds: int) -> None:
    """Puzzles a second at 9×9."""
    ours: list[tuple[str, Solver, int]] = [("bands, batch", by_batch, 1)]
    ours += [(key, by_search(key), 1) for key in ("bands", "propagation", "bitmask", "dlx", "dlx-dense")]
    everyone = [*ours, *peers()]
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
