"""Boards with queens placed: ``python -m tools.benchmarks.bench_completion [--peer]``.

For each N and share of queens placed: CPU seconds to a first solution, by algorithm, and to the count of all where that
ends soon.  ``--peer`` adds CP-SAT (`ortools`, extra ``bench``), on one thread.  Solutions are verified.
"""

from __future__ import annotations

import argparse
import random
import time

from core import Goal, Queens, Status, algorithm

BOARDS = ((16, 2), (20, 4), (24, 8), (28, 10), (32, 12), (80, 1), (100, 10), (200, 40), (500, 50), (1000, 100))
ALGORITHMS = ("bitmask", "dlx-s", "dancing-cells", "min-conflicts", "swaps")
LONGEST = 20.0
LARGEST_COUNTED = 28


def board(n: int, placed: int, seed: int = 1) -> Queens:
    """A board that has a solution."""
    whole = Queens(n).solution("min-conflicts", parameters={"seed": seed})
    assert whole is not None
    return Queens(n, tuple((row, whole[row]) for row in random.Random(seed).sample(range(n), placed)))


def timed(problem: Queens, key: str, goal: Goal) -> str:
    """Seconds, building included and compiling left out; a + where it did not end."""
    entry = algorithm("queens", key)
    if entry.refusal(problem, goal):
        return "-"
    entry.start(problem, goal).prepare()
    started = time.process_time()
    search = entry.start(problem, goal)
    search.keep_at_most(0)
    while search.advance(1 << 18) is Status.RUNNING and time.process_time() - started < LONGEST:
        pass
    return f"{time.process_time() - started:.3f}{'+' * (search.status is Status.RUNNING)}"


def by_peer(problem: Queens) -> str:
    """CP-SAT's seconds, with a model of rows, columns and diagonals that differ."""
    from ortools.sat.python import cp_model

    started = time.process_time()
    model, n = cp_model.CpModel(), problem.n
    columns = [model.new_int_var(0, n - 1, str(row)) for row in range(n)]
    model.add_all_different(columns)
    model.add_all_different([column + row for row, column in enumerate(columns)])
    model.add_all_different([column - row for row, column in enumerate(columns)])
    for row, column in problem.placed:
        model.add(columns[row] == column)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = LONGEST
    found = solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    assert not found or problem.verify([solver.value(column) for column in columns])
    return f"{time.process_time() - started:.3f}{'' if found else '+'}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", action="store_true", help="CP-SAT, too")
    options = parser.parse_args()
    names = [*ALGORITHMS, *(["CP-SAT"] if options.peer else [])]
    for goal in (Goal.FIRST, Goal.COUNT):
        print(f"{goal.value:16}" + "".join(f"{name:>15}" for name in names))
        for n, placed in BOARDS:
            if goal is Goal.COUNT and n > LARGEST_COUNTED:
                continue
            problem = board(n, placed)
            cells = [timed(problem, key, goal) for key in ALGORITHMS]
            if options.peer and goal is Goal.FIRST:
                cells.append(by_peer(problem))
            print(f"{n:5}, {placed:4} placed" + "".join(f"{cell:>15}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
