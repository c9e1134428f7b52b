"""Variants of Sudoku as exact cover: an item more for each value of each unit more."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.kernels.incidence import Incidence
from core.sudoku.problem import Sudoku
from core.sudoku.solvers.cover_options import allowed_options, items_of


def variant_incidence(problem: Sudoku) -> tuple[Incidence, NDArray[np.int64]]:
    """The incidence of the options that the givens allow in all units, and their numbers."""
    shape, givens = problem.shape, problem.givens
    n, base = shape.order, 4 * shape.cells
    extra_of: list[list[int]] = [[] for _ in range(shape.cells)]
    for number, unit in enumerate(shape.extra_units):
        for cell in unit:
            extra_of[cell].append(number)
    held = [[givens[cell] for cell in unit] for unit in shape.extra_units]

    def allowed(option: int) -> bool:
        cell, value = divmod(int(option), n)
        own = int(givens[cell] == value + 1)
        return all(held[number].count(value + 1) == own for number in extra_of[cell])

    options = np.array([option for option in allowed_options(problem) if allowed(option)], dtype=np.int64)
    plain = items_of(problem, options).tolist()
    items: list[int] = []
    starts = [0]
    for option, own in zip(options.tolist(), plain, strict=True):
        cell, value = divmod(option, n)
        items += own
        items += [base + number * n + value for number in extra_of[cell]]
        starts.append(len(items))
    total = base + len(shape.extra_units) * n
    return Incidence(total, 0, np.array(starts, dtype=np.int64), np.array(items, dtype=np.int32)), options
