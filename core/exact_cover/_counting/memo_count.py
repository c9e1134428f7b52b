"""Counting with memory: what is left to cover decides how many ways there are to cover it.

At a node with at least two branches the search looks up the set of uncovered
items, as a row of bits, in a table (`core.exact_cover._counting.memo_table`); a
node seen before gives its count at once.  If many partial covers leave the same
items (dominoes, Latin squares) this wins by orders of magnitude; if it does not
pay, the search stops asking the table.

Two kernels visit the same tree: one works on the sparse sets of dancing cells, and
its work grows with the options removed; the other works on rows of bits, and its
work grows with all options.  `core.exact_cover._counting.memo_cells.start` takes the one with less to do at the root.

Their common contract is that of `core.exact_cover._counting.many_at_once`; they
also return when the counts need a word more.  Their arrays:

    bits[l]      the items uncovered at the node at level l
    store[l]     whether its count goes into the table
    started[l]   the work done when it was reached
    counts[h]    what has been counted so far below *host* h, in words of 64 bits,
                 the lowest first: h is 0 for the whole search, l + 1 for a node
                 at level l with several branches; a node with a single branch
                 passes its count to the host above

Sources: Nishino, Yasuda, Minato and Nagata, Dancing with Decision Diagrams
(AAAI 2017), for the idea of remembering the items left; Knuth, Dancing cells
(2023), for the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._search import Goal
from core.exact_cover._counting.many_at_once import ManyAtOnce
from core.exact_cover._counting.memo_table import (
    ASKING,
    COUNT,
    FIGURES,
    FIRST_SLOTS,
    FIRST_WORDS,
    empty_table,
    most_slots,
)
from core.exact_cover._item_order import reordered
from core.exact_cover._kernels.bit_matrix import option_bits_of, row_of_ones
from core.exact_cover._kernels.cover_search import BatchVerifier
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import DONE, FRESH, UNBOUNDED


class MemoCount(ManyAtOnce):
    """Base class of both searches.

    Counts have no upper limit: they get more words as they grow.
    ``order`` is a permutation of the primary items: ties go to the earlier item.
    ``memory`` is the largest size of the table, in MiB.
    """

    key_rows = "bits"
    phases = (DONE, FRESH, 1, 3)

    def __init__(
        self, problem: ExactCover, goal: Goal, limit: int | None, order: NDArray[np.int64], memory: int
    ) -> None:
        super().__init__(problem, goal, limit, width=1, verify=BatchVerifier(problem))
        levels = problem.longest_solution + 1
        words = max(1, -(-problem.size // 64))
        self._incidence, self._given = reordered(problem.incidence(), order)
        self.fixed = {"option_bits": option_bits_of(self._incidence)}
        bits = np.zeros((levels, words), dtype=np.uint64)
        bits[0] = row_of_ones(problem.size, words)
        self._memory = memory << 20
        self.arrays = {
            "profile": np.zeros(levels, dtype=np.int64),
            "bits": bits,
            "counts": np.zeros((levels + 1, FIRST_WORDS), dtype=np.uint64),
            **{name: np.zeros(levels, dtype=np.int64) for name in ("store", "started")},
            "table": empty_table(FIRST_SLOTS, COUNT + FIRST_WORDS + words),
            "figures": np.zeros(FIGURES, dtype=np.int64),
        }
        self.arrays["figures"][ASKING] = 1

    def _known(self) -> int:
        return sum(int.from_bytes(row, "little") for row in self.arrays["counts"].astype("<u8"))

    @property
    def _table_bytes(self) -> int:
        return self._memory

    def _between_calls(self) -> None:
        if _tight(self.arrays["counts"]):
            self._widen()

    def _widen(self) -> None:
        """Give every count one more word; a table that would then take too much memory gets fewer slots."""
        counts, table = self.arrays["counts"], self.arrays["table"]
        most = most_slots(table.shape[1] + 1, self._memory)
        if len(table) > most:
            self._resize_table(most)
            table = self.arrays["table"]
        self.arrays["counts"] = np.pad(counts, ((0, 0), (0, 1)))
        self.arrays["table"] = np.insert(table, COUNT + counts.shape[1], 0, axis=1)

    def _may_become(self, name: str, saved: NDArray[Any]) -> bool:
        """Whether a saved array may replace this one: counts and table grow; `check_state` checks that they fit."""
        own = self.arrays[name]
        grows = name in ("counts", "table")
        return saved.ndim == 2 and saved.dtype == own.dtype if grows else super()._may_become(name, saved)

    def array_bounds(self) -> Mapping[str, tuple[int, int]]:
        """The bounds of the arrays that both kernels have."""
        most = (0, UNBOUNDED)
        return {**super().array_bounds(), "store": (0, 1), "started": most, "figures": most}

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        """What is wrong with a state read from a file; also checks that counts and table fit together."""
        if trouble := super().check_state(arrays, counters, solutions):
            return trouble
        counts, table = arrays["counts"], arrays["table"]
        fits = (
            len(counts) == len(self.arrays["counts"]) and counts.shape[1] >= FIRST_WORDS
            and table.shape[1] == COUNT + counts.shape[1] + arrays["bits"].shape[1]
            and len(table) in _sizes(most_slots(table.shape[1], self._memory))
        )  # fmt: skip
        return "" if fits else "its table does not fit its counts"

    def detail(self) -> Mapping[str, Any]:
        """The path, and how the table is used and how large it is."""
        most = self.arrays["table"].nbytes // len(self.arrays["table"]) * self.most_slots
        size = {"most_bytes": most, "count_bits": 64 * self.arrays["counts"].shape[1]}
        return {**super().detail(), "memo": self._told_of_table() | size}


def _tight(counts: NDArray[np.uint64]) -> bool:
    """Whether any of these counts has no room to double."""
    return bool((counts[:, -1] >> np.uint64(63)).any())


def _sizes(most: int) -> list[int]:
    """The possible sizes, in slots, of a table that may grow to ``most``: powers of two."""
    return [1 << bit for bit in range(FIRST_SLOTS.bit_length() - 1, most.bit_length())]
