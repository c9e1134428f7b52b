"""Proofs by counting that there is no solution: weights of the items that no options can add up to.

Give each primary item a weight.  If every option weighs nothing (or a multiple
of some number) and all items together do not, no options can cover each item
once.  Area is such an argument (a cell weighs 1, a piece minus its number of
cells), and so is the chessboard with two corners cut off (black weighs 1, white
-1), and parity.

Such weights solve a system of linear equations, here modulo a few primes.  They
exist if and only if the items are not a sum of multiples of the options.  Every
option is checked against the weights found before they are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from core._words import counted, grouped
from core.exact_cover._problem import ExactCover

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE_PRIME = 2**31 - 1
"""Modulo a prime this large, small weights can be read as whole numbers."""
QUICK = (LARGE_PRIME, 2)
PRIMES = (*QUICK, 3, 5)
LARGEST_WEIGHT = 1000
MOST_ITEMS = 700
"""No weights are looked for in problems with more items, because the work grows with the cube of their number."""
MOST_WEIGHTS = 4
"""The most weights that a sentence names."""
MOST_NAMES = 6
"""The most items of a kind that a sentence names."""


@dataclass(frozen=True)
class Imbalance:
    """Weights that prove that there is no solution.  ``str`` gives the reason as a sentence."""

    weights: tuple[tuple[str, int, int], ...]
    """Name, weight and required number of coverings of each item whose weight is not 0."""
    modulo: int
    """Every option weighs a multiple of this; 0 if every option weighs nothing."""

    @property
    def total(self) -> int:
        """The total weight of all items, each counted as often as it must be covered."""
        return sum(weight * times for _, weight, times in self.weights)

    def __str__(self) -> str:
        kinds: dict[int, list[str]] = {}
        times: dict[int, int] = {}
        for name, weight, often in self.weights:
            kinds.setdefault(weight, []).append(name)
            times[weight] = times.get(weight, 0) + often
        heavy = sorted(kinds, reverse=True)
        if self.modulo and heavy == [1]:
            return (
                f"every option covers {'an even number' if self.modulo == 2 else f'a multiple of {self.modulo}'} of "
                f"{_named(kinds[1])}, and {grouped(times[1])} are to be covered"
            )
        if not self.modulo and len(heavy) == 2 and heavy[0] == 1 and heavy[1] < 0:
            low = -heavy[1]
            many = "as many" if low == 1 else f"{low} times as many"
            return (
                f"every option covers {many} of {_named(kinds[1])} as of {_named(kinds[-low])}, "
                f"and there are {grouped(times[1])} and {grouped(times[-low])}"
            )
        said = ", ".join(f"{weight} for {_named(kinds[weight])}" for weight in heavy[:MOST_WEIGHTS])
        more = f" and {counted(len(heavy) - MOST_WEIGHTS, 'other weight')}" if len(heavy) > MOST_WEIGHTS else ""
        every = f"a multiple of {self.modulo}" if self.modulo else "0"
        return f"with the weights {said}{more} every option weighs {every}, and all items together {self.total}"


def _named(names: Sequence[str]) -> str:
    shown = " ".join(names[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else f"{shown} … ({grouped(len(names))} items)"


def imbalance(problem: ExactCover, most_items: int = MOST_ITEMS, primes: Sequence[int] = PRIMES) -> Imbalance | None:
    """Weights that prove that there is no solution; None if there are none or the problem is too large."""
    firm = [i for i, item in enumerate(problem.items[: problem.primary]) if item.least == item.most]
    if not firm or len(firm) > most_items:
        return None
    import numpy as np

    place = np.full(problem.size, -1)
    place[firm] = np.arange(len(firm))
    incidence = problem.incidence()
    columns = place[incidence.items]
    rows = np.repeat(np.arange(incidence.options), np.diff(incidence.starts))[columns >= 0]
    columns = columns[columns >= 0]
    wanted = np.array([problem.items[i].least for i in firm], dtype=np.int64)
    for prime in primes:
        weights = _weights(rows, columns, incidence.options, wanted, prime)
        if weights is None:
            continue
        found = _small(weights, prime)
        held = np.zeros(incidence.options, dtype=np.int64)
        np.add.at(held, rows, found[columns])
        exact = not held.any() and bool(found @ wanted)
        named = (
            (problem.items[i].name, weight, problem.items[i].least)
            for i, weight in zip(firm, found.tolist(), strict=True)
            if weight
        )
        return Imbalance(tuple(named), 0 if exact else prime)
    return None


def _weights(
    rows: NDArray[np.int64], columns: NDArray[np.int64], options: int, wanted: NDArray[np.int64], prime: int
) -> NDArray[np.int64] | None:
    """Weights under which every option weighs 0 and ``wanted`` does not, modulo the prime; None if there are none.

    Option ``rows[k]`` holds the item ``columns[k]``.  The search starts with a few options.  Each round adds some of
    those that the weights found do not make 0, so the space that these options span grows each time.
    """
    import numpy as np

    width = len(wanted)
    order = np.random.default_rng(1).permutation(options)
    basis: Any = np.zeros((0, width), dtype=np.int64)
    looked_at = order[: 2 * width]
    while True:
        number = np.full(options, -1)
        number[looked_at] = np.arange(len(looked_at))
        theirs = number[rows] >= 0
        more = np.zeros((len(looked_at), width), dtype=np.int64)
        more[number[rows[theirs]], columns[theirs]] = 1
        basis, pivots = _echelon(np.concatenate([basis, more]), prime)
        weights = _orthogonal(basis, pivots, wanted % prime, prime)
        if weights is None:
            return None
        held = np.zeros(options, dtype=np.int64)
        np.add.at(held, rows, weights[columns])
        wrong = order[(held % prime != 0)[order]]
        if not len(wrong):
            return weights
        looked_at = wrong[:width]


def _echelon(rows: NDArray[np.int64], prime: int) -> tuple[NDArray[np.int64], list[int]]:
    """The reduced row echelon form modulo the prime, and the pivot column of each row."""
    import numpy as np

    matrix: Any = rows.astype(np.uint8) if prime == 2 else rows
    pivots: list[int] = []
    for column in range(matrix.shape[1]):
        below = np.flatnonzero(matrix[len(pivots) :, column])
        if not len(below):
            continue
        top, found = len(pivots), len(pivots) + int(below[0])
        matrix[[top, found]] = matrix[[found, top]]
        factors = matrix[:, column].copy()
        factors[top] = 0
        changed, rest = np.flatnonzero(factors), slice(column, None)  # the columns before it are zero in this row
        if prime == 2:
            matrix[changed, rest] ^= matrix[top, rest]
        else:
            factors *= pow(int(matrix[top, column]), -1, prime)
            matrix[changed, rest] -= factors[changed, None] % prime * matrix[top, rest] % prime
            matrix[changed, rest] %= prime
            matrix[top] = matrix[top] * pow(int(matrix[top, column]), -1, prime) % prime
        pivots.append(column)
        if len(pivots) == len(matrix):
            break
    return matrix[: len(pivots)].astype(np.int64), pivots


def _orthogonal(
    basis: NDArray[np.int64], pivots: list[int], wanted: NDArray[np.int64], prime: int
) -> NDArray[np.int64] | None:
    """Weights under which every row weighs 0 and ``wanted`` does not; of several, those with the most zeros."""
    import numpy as np

    best: NDArray[np.int64] | None = None
    for free in sorted(set(range(len(wanted))) - set(pivots)):
        weights = np.zeros(len(wanted), dtype=np.int64)
        weights[free] = 1
        weights[pivots] = -basis[:, free] % prime
        if _dot(weights, wanted, prime) and (best is None or np.count_nonzero(weights) < np.count_nonzero(best)):
            best = weights
    return best


def _dot(one: NDArray[np.int64], other: NDArray[np.int64], prime: int) -> int:
    return int((one * other % prime).sum() % prime)


def _small(weights: NDArray[np.int64], prime: int) -> NDArray[np.int64]:
    """A multiple of the weights with small whole numbers, if there is one; else the weights themselves."""
    import numpy as np

    if prime != LARGE_PRIME:
        return weights
    values = [_fraction(int(w), prime) for w in np.unique(weights)]
    scale = lcm(*(value.denominator for value in values))
    small = weights * (scale % prime) % prime
    small = np.where(small > prime // 2, small - prime, small)
    if scale > LARGEST_WEIGHT or np.abs(small).max() > LARGEST_WEIGHT:
        return weights
    # The few items that many others balance get the least weights: cells weigh more than 0, pieces less.
    return -small if small.max() > -small.min() else small


def _fraction(residue: int, prime: int) -> Fraction:
    """The fraction with the smallest numerator and denominator that equals this modulo the prime (Wang 1981)."""
    high, low, over, under = prime, residue, 0, 1
    while low * low * 2 > prime:
        quotient = high // low
        high, low = low, high - quotient * low
        over, under = under, over - quotient * under
    return Fraction(low, under)
