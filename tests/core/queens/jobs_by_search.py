"""Counts a job of the quadrants by a plain search of its board, without quadrants, halves or pairs.

The job says in which half the queen of each row stands, which forbids the squares of the other half.  Bitmasks
list the solutions of that board, and each counts as often as the ranks of its columns say (`core._queens.quadrants`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core import Goal, KernelSearch, Queens, Status, algorithm
from core._queens.quadrants.jobs import find_job, find_jobs, job_count

LISTED = 1_000_000
"""How many nodes the search visits between two looks at its solutions."""


def job(n: int, number: int) -> tuple[int, int, int, int]:
    """Job ``number`` of all: away, northern rows, southern rows, weight."""
    found = np.zeros(4, dtype=np.int64)
    assert find_job(find_jobs(n, job_count(n)), np.int64(n // 2), np.int64(number), np.int64(0), found)
    away, north, south, weight = found.tolist()
    return away, north, south, weight


def board(n: int, away: int, north: int, south: int) -> Queens:
    """The board on which every queen stands in the half that the job says."""
    h, odd = divmod(n, 2)
    placed, forbidden = [], []
    if odd:
        placed = [(h - away, h)]
        if away:
            forbidden = [(h, column) for column in range(n) if not h < column < h + away]
    for row in range(n):
        if odd and row in (h, h - away):
            continue
        eastern = north >> row & 1 if row < h else south >> (row - h - odd) & 1
        forbidden += [(row, column) for column in (range(h + odd) if eastern else range(h, n))]
    return Queens(n, tuple(placed), tuple(forbidden))


def count(n: int, number: int, given: Mapping[int, int] | None = None) -> int:
    """What the job counts, or what of it has the queens ``given`` (column by row)."""
    away, north, south, weight = job(n, number)
    h, whole = n // 2, board(n, away, north, south)
    problem = Queens(n, (*whole.placed, *(given or {}).items()), whole.forbidden)
    search = algorithm("queens", "bitmask").start(problem, Goal.ALL)
    assert isinstance(search, KernelSearch)
    least = min(_rank(int(f"{north:0{h}b}"[::-1], 2), h), _rank(south, h))
    found = 0
    while search.status is Status.RUNNING:
        search.advance(LISTED)
        solutions = search.take_solutions()
        found += 2 * len(solutions) if away else _weighed(solutions, n, least)
    return weight * found


def _rank(columns: int, h: int) -> int:
    """The rank that a set shares with its complement: the lesser of the two, read backwards."""
    return int(f"{min(columns, columns ^ (1 << h) - 1):0{h}b}"[::-1], 2)


def _weighed(solutions: NDArray[np.int32], n: int, least: int) -> int:
    """Twice the solutions whose ranks of columns are both greater than ``least``, and those where one equals it."""
    h = n // 2
    ranks = np.array([_rank(columns, h) for columns in range(1 << h)])
    northern = solutions[:, :h].astype(np.int64)
    east, west = northern - (n - h), h - 1 - northern
    lower = np.minimum(*(ranks[np.where(side >= 0, 1 << np.maximum(side, 0), 0).sum(axis=1)] for side in (east, west)))
    return int(2 * (lower > least).sum() + (lower == least).sum())
