"""Sudoku solvers that can be installed from PyPI, each behind one function; those that are not installed are named.

python-sat (CaDiCaL, one incremental solver for all puzzles), lib-sudoku (Rust),
exact_cover (Dancing Links in C) and dlxsudoku (pure Python): the extra ``bench``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from core import Layout, Shape, Sudoku
from core.sudoku._bulk.bands import solve_batch
from core.sudoku._solvers.exact_cover import dense_matrix

Solver = Callable[[list[Sudoku]], list[tuple[int, ...]]]
"""A solution of each puzzle."""
NINE = Shape(3, 3)
SLOW = 16
"""The share of the puzzles that is enough for the slowest."""


@dataclass(frozen=True)
class Peer:
    """One way of solving puzzles."""

    name: str
    solve: Solver
    share: int = 1
    """One in so many puzzles is enough for a slow one."""
    proves: bool = False
    """Whether it also proves that there is no other solution."""


def by_batch(limit: int) -> Solver:
    """Ours: `bands`, one kernel call for all; with a ``limit`` of 2 the proof that there is no second solution."""

    def solve(problems: list[Sudoku]) -> list[tuple[int, ...]]:
        givens = np.array([problem.givens for problem in problems], dtype=np.int32)
        solutions, counts, _ = solve_batch(givens, limit)
        assert (counts == 1).all()
        return [tuple(row) for row in solutions.tolist()]

    return solve


def peers() -> Iterator[Peer]:
    """All that are installed; says which are not."""
    for package, make in (
        ("python-sat", _python_sat), ("lib-sudoku", _lib_sudoku), ("exact-cover", _exact_cover),
        ("dlxsudoku", _dlxsudoku),
    ):  # fmt: skip
        try:
            yield from make()
        except ImportError:
            print(f"({package} is not installed: left out)")


def _lib_sudoku() -> Iterator[Peer]:
    from lib_sudoku import solve as solve_one

    def solve(problems: list[Sudoku]) -> list[tuple[int, ...]]:
        return [tuple(solve_one(list(problem.givens))) for problem in problems]

    yield Peer("lib-sudoku (Rust)", solve, SLOW)


def _exact_cover() -> Iterator[Peer]:
    from exact_cover import get_exact_cover

    def solve(problems: list[Sudoku]) -> list[tuple[int, ...]]:
        found = []
        for problem in problems:
            chosen = get_exact_cover(dense_matrix(problem).astype(bool))
            values = np.zeros(81, dtype=int)
            values[chosen // 9] = chosen % 9 + 1
            found.append(tuple(values.tolist()))
        return found

    yield Peer("exact-cover (C)", solve, SLOW // 4)


def _dlxsudoku() -> Iterator[Peer]:
    from dlxsudoku import Sudoku as Other

    def solve(problems: list[Sudoku]) -> list[tuple[int, ...]]:
        found = []
        for problem in problems:
            other = Other("".join(map(str, problem.givens)))
            other.solve()
            found.append(tuple(int(c) for c in other.to_oneliner()))
        return found

    yield Peer("dlxsudoku (Python)", solve, SLOW)


def _python_sat() -> Iterator[Peer]:
    from pysat.solvers import Solver as Sat

    for proves in (False, True):
        yield Peer("python-sat (CaDiCaL 1.5.3)", _by_sat(Sat(name="cadical153"), proves), proves=proves)


def _by_sat(solver: Any, proves: bool) -> Solver:
    """A solver that keeps what it learns of the rules; for a proof a second call forbids the solution found."""

    def literal(cell: int, value: int) -> int:
        return 9 * cell + value

    for cell in range(81):
        solver.add_clause([literal(cell, v) for v in range(1, 10)])
        for value in range(1, 10):
            for other in range(value + 1, 10):
                solver.add_clause([-literal(cell, value), -literal(cell, other)])
    for unit in Layout.of(NINE).units:
        for value in range(1, 10):
            solver.add_clause([literal(cell, value) for cell in unit])
            for i, a in enumerate(unit):
                for b in unit[i + 1 :]:
                    solver.add_clause([-literal(a, value), -literal(b, value)])
    last = 729

    def solve(problems: list[Sudoku]) -> list[tuple[int, ...]]:
        nonlocal last
        found = []
        for problem in problems:
            givens = [literal(c, v) for c, v in enumerate(problem.givens) if v]
            assert solver.solve(givens)
            model = [x for x in solver.get_model() if 0 < x <= 729]
            values = [0] * 81
            for x in model:
                values[(x - 1) // 9] = (x - 1) % 9 + 1
            found.append(tuple(values))
            if proves:
                last += 1  # says that this solution is forbidden, for as long as it is assumed
                solver.add_clause([-last, *(-x for x in model)])
                assert not solver.solve([*givens, last])
                solver.add_clause([-last])
        return found

    return solve
