"""Judges how many options meet, which decides between rows of bits and sets."""

from __future__ import annotations

from core.exact_cover._problem import ExactCover

ROW_WORDS = 8
"""The cost of starting a row of bits, in words; because of it, short rows gain nothing."""
MOST_WORDS = 1 << 24
"""Words that a matrix of bits may have: 128 MiB."""


def options_met(problem: ExactCover) -> float:
    """Roughly the number of options that an option shares an item with, at the root."""
    ones = sum(problem.sizes)
    used = len(problem.options) - len(problem.idle_options)
    if not ones or not used:
        return 0.0
    return ones / used * ones / len(problem.items)


def fits_bits(problem: ExactCover) -> bool:
    """Whether the matrix of bits stays within `MOST_WORDS`."""
    return problem.size * _words(problem) <= MOST_WORDS


def suits_bits(problem: ExactCover) -> bool:
    """Whether counting every item's options as bits is less work than removing the options met from their other items.

    It judges at the root, and assumes that a word and a removal cost the same; in every problem measured, it chose the
    faster way.
    """
    used = len(problem.options) - len(problem.idle_options)
    if not used or not fits_bits(problem):
        return False
    removals = options_met(problem) * (sum(problem.sizes) / used - 1)
    return problem.primary * (_words(problem) + ROW_WORDS) <= removals


def _words(problem: ExactCover) -> int:
    return max(1, -(-len(problem.options) // 64))
