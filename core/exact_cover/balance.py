"""Proofs by counting that there is no solution: weights of the items that no options can add up to.

Give each primary item a weight.  If every option weighs nothing (or a multiple
of some number) and all items together do not, no options can cover each item
once.  Area is such an argument (a cell weighs 1, a piece as much less as it has
cells), and so is the chessboard with two corners cut off (black weighs 1, white
-1), and parity.

Which weights do is a question of linear equations, answered modulo a few primes:
there are such weights if and only if the items are no sum of multiples of the
options.  What is found is tried on every option before it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from core.exact_cover.problem import ExactCover
from core.words import counted, grouped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE_PRIME = 2**31 - 1
"""Modulo this prime weights are as good as whole numbers, where these are small."""
QUICK = (LARGE_PRIME, 2)
PRIMES = (*QUICK, 3, 5)
LARGEST_WEIGHT = 1000
MOST_ITEMS = 700
"""In problems with more items no weights are looked for; they take the third power of this."""
MOST_WEIGHTS = 4
"""How many weights a sentence names."""
MOST_NAMES = 6
"""How many items of a kind a sentence names."""


@dataclass(frozen=True)
class Imbalance:
    """Weights by which there is no solution.  As a text, it is the reason in a sentence."""

    weights: tuple[tuple[str, int, int], ...]
    """The items that weigh something, each with its weight and how often it is to be covered."""
    modulo: int
    """Every option weighs a multiple of this; 0 where every option weighs nothing."""

    @property
    def total(self) -> int:
        """What all items weigh together, each as often as it is to be covered."""
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
    """Weights that prove that there is no solution; None where there are none, or in problems that are too large."""
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
    """Weights that make every option nothing and ``wanted`` something, modulo the prime; None if there are none.

    Option ``rows[k]`` holds the item ``columns[k]``.  A few options are looked at first, and then always some of those
    that the weights found do not make nothing: the space of what options add up to grows each time.
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
    """Rows that add up to the same, modulo the prime, each alone in having 1 in its own column; and these columns."""
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
    """Weights that make every row nothing and ``wanted`` something; of several, those with most zeros."""
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
    # The lightest kind is the few to each of which there are many: pieces weigh less than nothing.
    return -small if small.max() > -small.min() else small


def _fraction(residue: int, prime: int) -> Fraction:
    """The fraction with the smallest parts that this is modulo the prime (Wang 1981)."""
    high, low, over, under = prime, residue, 0, 1
    while low * low * 2 > prime:
        quotient = high // low
        high, low = low, high - quotient * low
        over, under = under, over - quotient * under
    return Fraction(low, under)
