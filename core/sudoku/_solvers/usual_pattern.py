"""Completes, by linear equations, large grids that were made by shuffling the usual pattern.

Most programs that make large grids write value (s·r + r div s + c) mod n, for order
n = s², into row r and column c, and shuffle rows, columns and values.  Whatever the
shuffle, such a grid is the table of addition modulo n: numbers ρ of rows, κ of
columns and τ of values exist with ρ(row) + κ(column) ≡ τ(value) in every cell.  A
few clues for each row are enough equations to find them all, where a search meets
the hardest grids there are.  For grids made in another way the equations contradict
each other, and the search takes over.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.sudoku._problem import Sudoku


def completion(problem: Sudoku) -> tuple[int, ...] | None:
    """The values of all cells if the givens are part of such a grid and determine it; else None."""
    n = problem.shape.order
    givens = np.array(problem.givens, dtype=np.int64)
    cells = np.flatnonzero(givens)
    if len(cells) < 3 * n - 3:  # unknowns without the three that may be chosen
        return None
    rows, columns = np.divmod(cells, n)
    equations = np.zeros((len(cells), 3 * n), dtype=np.int64)
    each = np.arange(len(cells))
    equations[each, rows] = equations[each, n + columns] = 1
    equations[each, 2 * n + givens[cells] - 1] = -1
    # ρ and κ may be shifted freely.
    equations = np.delete(equations, [0, n], axis=1)
    numbers = np.zeros(3 * n - 2, dtype=np.int64)
    for modulus, prime in _prime_powers(n):
        part = _only_solution(equations % modulus, modulus, prime)
        if part is None:
            return None
        rest = n // modulus
        numbers += part * rest * pow(rest, -1, modulus)  # Chinese remainders
    of_row, of_column, of_value = np.split(np.insert(numbers % n, (0, n - 1), 0), 3)
    if any(len(np.unique(numbers)) != n for numbers in (of_row, of_column, of_value)):
        return None
    values = np.argsort(of_value)[(of_row[:, None] + of_column) % n].ravel() + 1
    found = tuple(values.tolist())
    return found if problem.verify(found) else None


SHUFFLES = 200
"""How many shuffled patterns are tried on a few givens."""


def shuffled_to_fit(problem: Sudoku) -> tuple[int, ...] | None:
    """The values of all cells in a shuffled pattern that has these givens, if they are few; None if none was found.

    Values may be shuffled freely, rows and columns as far as bands stay together.  So a few givens, which leave too
    much open for `completion`, often fit a shuffle taken by chance; an empty grid fits the pattern itself.
    """
    shape, n = problem.shape, problem.shape.order
    givens = np.array(problem.givens, dtype=np.int64)
    cells = np.flatnonzero(givens)
    if len(cells) > n or not problem.plain:
        return None
    chance = np.random.default_rng(0)
    rows, columns = np.divmod(cells, n)
    values = givens[cells] - 1
    high, wide = shape.box_rows, shape.box_columns

    def order(bands: int, size: int) -> NDArray[Any]:
        return np.concatenate([size * band + chance.permutation(size) for band in chance.permutation(bands)])

    of_value = np.arange(n)
    for _ in range(SHUFFLES):
        down, across = order(n // high, high), order(n // wide, wide)
        numbers = (wide * (down % high) + down // high)[:, None] + across
        wanted = numbers[rows, columns] % n
        pairs = {(int(value), int(number)) for value, number in zip(values, wanted, strict=True)}
        if len(pairs) == len({value for value, _ in pairs}) == len({number for _, number in pairs}):
            value_of = np.full(n, -1)
            value_of[wanted] = values
            value_of[value_of < 0] = np.setdiff1d(of_value, values)
            found = tuple((value_of[numbers % n].ravel() + 1).tolist())
            return found if problem.verify(found) else None
    return None


def _prime_powers(number: int) -> list[tuple[int, int]]:
    """The factors of a number that are powers of a prime, with that prime."""
    found, prime = [], 2
    while number > 1:
        power = 1
        while number % prime == 0:
            number //= prime
            power *= prime
        if power > 1:
            found.append((power, prime))
        prime += 1
    return found


def _only_solution(equations: NDArray[Any], modulus: int, prime: int) -> NDArray[Any] | None:
    """A solution of homogeneous equations of which all others are multiples; None if there is none.

    It eliminates modulo a power of a prime, where every number that the prime does not divide has an inverse.
    """
    unknowns = equations.shape[1]
    pivots: list[int] = []
    for column in range(unknowns):
        usable = np.flatnonzero(equations[len(pivots) :, column] % prime)
        if not usable.size:
            continue
        at, pivot = len(pivots), len(pivots) + int(usable[0])
        equations[[at, pivot]] = equations[[pivot, at]]
        equations[at] = equations[at] * pow(int(equations[at, column]), -1, modulus) % modulus
        others = np.flatnonzero(equations[:, column])
        others = others[others != at]
        equations[others] = (equations[others] - np.outer(equations[others, column], equations[at])) % modulus
        pivots.append(column)
    if len(pivots) != unknowns - 1 or equations[len(pivots) :].any():
        return None
    free = next(column for column in range(unknowns) if column not in pivots)
    solution = np.zeros(unknowns, dtype=np.int64)
    solution[pivots] = -equations[: len(pivots), free] % modulus
    solution[free] = 1
    return solution
