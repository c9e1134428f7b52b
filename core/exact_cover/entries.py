"""The catalog entries of the exact cover algorithms, simple to fast."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.catalog import SEED, Algorithm, Parameter, Source
from core.search import Goal

if TYPE_CHECKING:
    from core.exact_cover.problem import ExactCover

KNUTH = Source("Knuth", 2000, "Dancing Links", "003")

ORDER = Parameter(
    "order", "Item order", "natural",
    (
        ("natural", "of equally small items, the one listed first"),
        ("reverse", "of equally small items, the one listed last"),
        ("rarest", "of equally small items, the one with fewest options at the beginning"),
        ("busiest", "of equally small items, the one whose options rule out most others at the beginning"),
    ),
    help="which of equally small items is covered next",
)  # fmt: skip

BUSIEST = replace(ORDER, default="busiest")

CHOICE = Parameter(
    "choice", "Next item", "s",
    (("s", "the smallest, the first of several (the S heuristic)"), ("first", "the first still uncovered")),
    help="which item is covered next",
)  # fmt: skip

LINKS_CHOICE = Parameter(
    "choice", "Next item", "s", (*CHOICE.choices, ("random", "the smallest, any of several")), help=CHOICE.help,
)  # fmt: skip

LARGEST_MATRIX = 1 << 31
"""Bits of the matrix that Algorithm X takes at most: 256 MiB, held by items and once more by options."""


def _refused_by_matrix(problem: ExactCover) -> str | None:
    if problem.coloured or problem.multiple:
        return f"algorithm-x knows no {'colours' if problem.coloured else 'multiplicities'}"
    if len(problem.items) * len(problem.options) > LARGEST_MATRIX:
        return f"algorithm-x keeps the whole matrix, and {len(problem.items)} × {len(problem.options)} is too large"
    return None


CELLS_MOST_ITEMS = (1 << 16) - 1
CELLS_MOST_OPTIONS = (1 << 14) - 1
CELLS_MOST_SAVED = 1 << 27
"""Words for the saved keys, a row for each level: 512 MiB."""


def _refused_by_cells(problem: ExactCover) -> str | None:
    if len(problem.items) > CELLS_MOST_ITEMS:
        return f"dancing-cells goes up to {CELLS_MOST_ITEMS} items, and this problem has {len(problem.items)}"
    largest = max(problem.sizes, default=0)
    if largest > CELLS_MOST_OPTIONS:
        return f"dancing-cells goes up to {CELLS_MOST_OPTIONS} options for an item; one has {largest} here"
    if len(problem.items) * (problem.deepest + 1) > CELLS_MOST_SAVED:
        return f"dancing-cells copies all items at every level, and {len(problem.items)} of them are too many"
    return None


def _refused_by_memory(problem: ExactCover) -> str | None:
    if problem.coloured or problem.multiple:
        return f"memo-count knows no {'colours' if problem.coloured else 'multiplicities'}"
    reason = _refused_by_cells(problem)
    return reason.replace("dancing-cells", "memo-count") if reason else None


MEMORY = Parameter("memory", "Memory (MiB)", 256, minimum=1, maximum=1 << 16, help="the most that the table may take")

HELD = Parameter(
    "held", "Held as", "auto",
    (
        ("auto", "whichever has less to do at the root"),
        ("bits", "rows of bits: the work is the options there are"),
        ("cells", "sparse sets: the work is the options that go"),
    ),
    help="what the options left are held in",
)  # fmt: skip

HINT = Parameter(
    "hint", "Forced items", "on",
    (("on", "take an item that falls to one option next"), ("off", "always look for the smallest item")),
    help="whether an item seen falling to a single option is taken at once (not with multiplicities)",
)  # fmt: skip

ENTRIES = (
    Algorithm(
        "algorithm-x", "Algorithm X on the matrix", "cover",
        "Takes an item, tries each of its options, deletes what they rule out; each level copies what is left.",
        KNUTH, "core.exact_cover.algorithm_x:start", parameters=(CHOICE, ORDER), refuses=_refused_by_matrix,
    ),
    Algorithm(
        "dlx", "Dancing Links", "cover",
        "Algorithm X on doubly linked lists: hiding an option unlinks its nodes, going back links them in again.",
        KNUTH, "core.exact_cover.start_links:start", parameters=(LINKS_CHOICE, ORDER, SEED), counts_updates=True,
    ),
    Algorithm(
        "dancing-cells", "Dancing cells", "cover",
        "Sparse sets instead of links: an option swaps to the end of its items' arrays; going back copies their sizes.",
        Source("Knuth", 2023, "Dancing cells (SSXCC), after Solnon 2020"), "core.exact_cover.start_cells:start",
        parameters=(BUSIEST, HINT), refuses=_refused_by_cells, counts_updates=True,
    ),
    Algorithm(
        "memo-count", "Count with memory", "cover",
        "Remembers, for the items left to cover, in how many ways that can be done. On bits or on cells. Counts only.",
        Source("Nishino, Yasuda, Minato and Nagata", 2017, "Dancing with Decision Diagrams (AAAI)"),
        "core.exact_cover.memo_count:start", goals=(Goal.COUNT,), parameters=(ORDER, HELD, MEMORY),
        refuses=_refused_by_memory, counts_updates=True,
    ),
)  # fmt: skip
