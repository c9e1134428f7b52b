"""The catalog entries of the exact cover algorithms, simple to fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.catalog import SEED, Algorithm, Parameter, Source

if TYPE_CHECKING:
    from core.exact_cover.problem import ExactCover

KNUTH = Source("Knuth", 2000, "Dancing Links", "003")

ORDER = Parameter(
    "order", "Item order", "natural",
    (
        ("natural", "as the problem lists them"),
        ("reverse", "the last item first"),
        ("rarest", "items with few options first"),
    ),
    help="which item wins a tie in size",
)  # fmt: skip

CHOICE = Parameter(
    "choice", "Next item", "s",
    (("s", "the smallest, the first of several (the S heuristic)"), ("first", "the first still uncovered")),
    help="which item is covered next",
)  # fmt: skip

LINKS_CHOICE = Parameter(
    "choice", "Next item", "s", (*CHOICE.choices, ("random", "the smallest, any of several")), help=CHOICE.help,
)  # fmt: skip

LARGEST_MATRIX = 1 << 31
"""Bits of the matrix that Algorithm X takes at most: 256 MiB."""


def _refused_by_matrix(problem: ExactCover) -> str | None:
    if problem.coloured or problem.multiple:
        return f"algorithm-x knows no {'colours' if problem.coloured else 'multiplicities'}"
    if len(problem.items) * len(problem.options) > LARGEST_MATRIX:
        return f"algorithm-x keeps the whole matrix, and {len(problem.items)} × {len(problem.options)} is too large"
    return None


ENTRIES = (
    Algorithm(
        "algorithm-x", "Algorithm X on the matrix", "cover",
        "Takes an item, tries each of its options, deletes what they rule out; each level copies what is left.",
        KNUTH, "core.exact_cover.algorithm_x:start", parameters=(CHOICE,), refuses=_refused_by_matrix,
    ),
    Algorithm(
        "dlx", "Dancing Links", "cover",
        "Algorithm X on doubly linked lists: hiding an option unlinks its nodes, going back links them in again.",
        KNUTH, "core.exact_cover.start_links:start", parameters=(LINKS_CHOICE, ORDER, SEED), counts_updates=True,
    ),
)  # fmt: skip
