"""A little of what every kernel does, as JSON: run compiled and interpreted, the output must be the same."""

from __future__ import annotations

import json
import sys
from typing import Any

from core import ExactCover, Problem, Queens, Status, Sudoku, algorithms

FOUR_ROWS = [f"r{row}" for row in range(4)]
SQUARES = [(row, column) for row in range(4) for column in range(4)]
SAMPLES: dict[str, Problem] = {
    "queens": Queens(6),
    "sudoku": Sudoku.parse("1.......43......"),
    "cover": ExactCover.from_options(
        [*FOUR_ROWS, *(f"c{column}" for column in range(4))],
        [(f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}") for r, c in SQUARES],
        secondary=[*(f"a{line}" for line in range(7)), *(f"b{line}" for line in range(-3, 4))],
    ),
}
SMALLER = {"brute-force": Queens(4), "permutations": Queens(5)}
BUDGET = 37
"""Steps between two stops: kernels must come back in at any place."""


def outcomes() -> dict[str, list[Any]]:
    """How every algorithm ends on its sample, for every goal: status, solutions, steps, updates, what it found."""
    results: dict[str, list[Any]] = {}
    for entry in algorithms():
        problem = (
            SMALLER.get(entry.key, SAMPLES[entry.problem]) if entry.problem == "queens" else SAMPLES[entry.problem]
        )
        for goal in entry.goals:
            if entry.refusal(problem, goal):
                continue
            search = entry.start(problem, goal)
            search.prepare()
            while search.advance(BUDGET) is Status.RUNNING:
                pass
            shot = search.snapshot()
            found = [list(map(int, solution)) for solution in search.solutions]
            results[f"{entry.problem} {entry.key} {goal}"] = [str(shot.status), *search.counts(), shot.updates, found]
    return results


if __name__ == "__main__":
    from core._kernels.kernel import COMPILED

    json.dump({"compiled": COMPILED, "outcomes": outcomes()}, sys.stdout)
