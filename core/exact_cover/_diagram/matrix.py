"""What a diagram is built from: the problem as rows of bits, one bit for each option.

The options left at a node determine all that is below it, colours included: an option that has clashed with the
colour of an item is not left.  What an option removes is a row for each of its items (``gone``):

- of a primary item to be covered once, and of a secondary one without a colour, all options;
- of a secondary item in a colour, all options that give it another colour, or none.

Items with a multiplicity are counted (``need`` and ``room`` at each level), and the counts tell what they rule out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._search import CannotSolve
from core.exact_cover._counting.density import MOST_WORDS
from core.exact_cover._item_order import reordered
from core.exact_cover._kernels.bit_matrix import clearing_rows, coloured_columns_of, option_bits_of, row_of_ones
from core.exact_cover._problem import ExactCover

COUNTED = -1
"""Replaces a row: the item has a multiplicity."""


class Matrix(NamedTuple):
    """The problem as the kernel reads it; primary items are renumbered by the order in which ties are broken."""

    gone: NDArray[np.uint64]
    """Rows of options: first those of every item, then those that a colour of an item rules out."""
    span: NDArray[np.int64]
    """(rows, 2): the words of a row from the first that is not 0 to the one after the last."""
    starts: NDArray[np.int64]
    rules: NDArray[np.int64]
    """For each entry of an option its row of ``gone``, or COUNTED."""
    entries: NDArray[np.int64]
    """For each entry of an option its item."""
    closes: NDArray[np.uint64]
    """(options, words): the items that an option covers for good, as bits."""
    inside: NDArray[np.uint64]
    """The primary items as bits."""
    counted: NDArray[np.int64]
    """For every item its place among those with a multiplicity, or -1."""
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    """For those with a multiplicity."""


def matrix_of(problem: ExactCover, order: NDArray[np.int64]) -> tuple[Matrix, NDArray[np.int64]]:
    """The matrix, and the problem's number of each of its items.  Raises CannotSolve if it would be too large."""
    incidence, given = reordered(problem.incidence(), order)
    items, words = len(given), max(1, -(-incidence.options // 64))
    rows, owners = clearing_rows(incidence, problem.colour_numbers())
    rows_needed = items + len(owners)
    if rows_needed * words > MOST_WORDS:
        raise CannotSolve(
            f"a diagram holds a row of bits for each item (and each of its colours), and {rows_needed} rows of "
            f"{incidence.options} options are too large"
        )
    gone = coloured_columns_of(incidence, rows, owners)
    many = np.array([not problem.items[i].plain for i in given.tolist()], dtype=bool)
    counted = np.full(items, -1, dtype=np.int64)
    counted[many] = np.arange(int(many.sum()))
    bounds = [(problem.items[i].least, problem.items[i].most) for i in given[many].tolist()]
    least, most = np.array(bounds, dtype=np.int64).reshape(-1, 2).T
    closes = option_bits_of(incidence)
    closes &= ~_bits_of(many, closes.shape[1])
    entries = incidence.items.astype(np.int64)
    rules = np.where(many[entries], COUNTED, rows)
    return Matrix(
        gone, _spans(gone), incidence.starts, rules, entries, closes,
        row_of_ones(problem.primary, closes.shape[1]), counted, np.ascontiguousarray(least), np.ascontiguousarray(most),
    ), given  # fmt: skip


def _bits_of(chosen: NDArray[np.bool_], words: int) -> NDArray[np.uint64]:
    padded = np.zeros(64 * words, dtype=bool)
    padded[: len(chosen)] = chosen
    row: NDArray[np.uint64] = np.packbits(padded, bitorder="little").view(np.uint64)
    return row


def _spans(rows: NDArray[np.uint64]) -> NDArray[np.int64]:
    used = rows != 0
    first = np.where(used.any(axis=1), used.argmax(axis=1), 0)
    last = np.where(used.any(axis=1), rows.shape[1] - used[:, ::-1].argmax(axis=1), 0)
    return np.ascontiguousarray(np.stack([first, last], axis=1).astype(np.int64))
