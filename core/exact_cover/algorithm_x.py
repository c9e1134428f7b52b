"""Algorithm X on the matrix itself: no links, every level keeps its own copy of what is left.

The matrix is held by columns, one bit an option, 64 to a word.  A level of the
search is two rows of bits, the options and the primary items still alive:

    alive[l]     options that hold no item covered so far
    open_[l]     primary items still to be covered (one byte each)

Choosing an option deletes, for each of its items, every option of that item's
column; the level below gets the remainder, so going back costs nothing.
The size of an item is a population count of its column with ``alive``.

Source: Knuth, Dancing Links (2000), where Algorithm X precedes its linked form.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.branching import cover_detail
from core.exact_cover.problem import ExactCover
from core.exact_cover.verification import BatchVerifier
from core.kernel import inline_kernel, kernel
from core.search import Goal
from core.tree import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, SOLUTIONS, KernelSearch

_VISIT, _CHOOSE, _TRY = FRESH, 1, 2


@inline_kernel
def _ones(word: Any) -> Any:
    """Number of one bits of a 64-bit word (the sideways addition of Wilkes, Wheeler and Gill, 1951)."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def algorithm_x(
    columns: Any, starts: Any, items: Any, alive: Any, open_: Any, item_at: Any, chosen: Any, tried: Any, degree: Any,
    profile: Any, smallest: Any, counters: Any, budget: Any, quota: Any, found: Any,
) -> None:  # fmt: skip
    """The search itself; the contract is that of `core.tree`.

    At level l item_at[l] is being covered by option chosen[l], the tried[l]-th of degree[l].
    """
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    kept = counters[KEPT]
    rows = found.shape[0]
    primary = open_.shape[1]
    words = columns.shape[1]
    one = np.uint64(1)
    nodes_left = budget
    solutions_left = quota
    while phase != DONE and solutions_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            profile[level] += 1
            item = -1
            size = np.uint64(0)
            for i in range(primary):
                if open_[level, i]:
                    count = np.uint64(0)
                    for w in range(words):
                        count += _ones(columns[i, w] & alive[level, w])
                    if item < 0 or count < size:
                        item = i
                        size = count
                        if not smallest or count == 0:
                            break
            if item < 0:
                solutions_left -= 1
                if kept < rows:
                    for i in range(level):
                        found[kept, i] = np.int32(chosen[i])
                    kept += 1
                phase = _TRY
            else:
                item_at[level] = item
                degree[level] = size
                phase = _CHOOSE if size > 0 else _TRY
            if nodes_left == 0:
                break
        elif phase == _CHOOSE:
            chosen[level] = -1
            tried[level] = 0
            level += one
            phase = _TRY
        elif level == 0:
            phase = DONE
        else:
            # Take the next option of the item at the level above.
            parent = level - one
            item = item_at[parent]
            option = chosen[parent] + 1
            w = option >> 6
            word = np.uint64(0)
            if w < words:
                word = (columns[item, w] & alive[parent, w]) >> np.uint64(option & 63)
            while word == 0 and w + 1 < words:
                w += 1
                option = w << 6
                word = columns[item, w] & alive[parent, w]
            if word == 0:
                level = parent
            else:
                while word & one == 0:
                    word >>= one
                    option += 1
                chosen[parent] = option
                tried[parent] += 1
                for i in range(primary):
                    open_[level, i] = open_[parent, i]
                for w in range(words):
                    alive[level, w] = alive[parent, w]
                for k in range(starts[option], starts[option + 1]):
                    i = items[k]
                    if i < primary:
                        open_[level, i] = 0
                    for w in range(words):
                        alive[level, w] &= ~columns[i, w]
                phase = _VISIT
    counters[NODES] += budget - nodes_left
    counters[SOLUTIONS] += quota - solutions_left
    counters[LEVEL] = level
    counters[PHASE] = phase
    counters[KEPT] = kept


class AlgorithmX(KernelSearch):
    """Algorithm X on a matrix of bits, resumable at every node."""

    def __init__(self, problem: ExactCover, goal: Goal, limit: int | None, *, smallest: bool = True) -> None:
        super().__init__(problem, goal, limit, width=problem.primary)
        incidence = problem.incidence()
        self._smallest = smallest
        self._verifier = BatchVerifier(problem)
        self._starts = incidence.starts
        self._items = incidence.items.astype(np.int64)
        options, primary = incidence.options, problem.primary
        words = max(1, -(-options // 64))
        self._columns = np.zeros((len(problem.items), words), dtype=np.uint64)
        option_of = np.repeat(np.arange(options), np.diff(incidence.starts))
        bits = np.uint64(1) << (option_of % 64).astype(np.uint64)
        np.bitwise_or.at(self._columns, (self._items, option_of // 64), bits)
        levels = primary + 1
        self.arrays = {
            "alive": np.zeros((levels, words), dtype=np.uint64),
            "open": np.zeros((levels, primary), dtype=np.uint8),
            "item_at": np.zeros(levels, dtype=np.int64),
            "chosen": np.zeros(levels, dtype=np.int64),
            "tried": np.zeros(levels, dtype=np.int64),
            "degree": np.zeros(levels, dtype=np.int64),
            "profile": np.zeros(levels, dtype=np.int64),
        }
        np.bitwise_or.reduce(self._columns, axis=0, out=self.arrays["alive"][0])
        self.arrays["open"][0] = 1

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        a = self.arrays
        algorithm_x(
            self._columns, self._starts, self._items, a["alive"], a["open"], a["item_at"], a["chosen"], a["tried"],
            a["degree"], a["profile"], self._smallest, self.counters, budget, quota, found,
        )  # fmt: skip

    def _verify(self, rows: NDArray[Any]) -> bool:
        return self._verifier(rows)

    def path(self) -> list[int]:
        """The options on the current path, in the order in which they were chosen."""
        return [int(option) for option in self.arrays["chosen"][: int(self.counters[LEVEL])]]

    def _placement(self) -> tuple[int, ...]:
        return tuple(self.path())

    def _choices(self) -> Sequence[tuple[int, int]]:
        level = int(self.counters[LEVEL])
        return list(zip(self.arrays["tried"][:level].tolist(), self.arrays["degree"][:level].tolist(), strict=True))

    def _max_depth(self) -> int:
        return len(self.arrays["chosen"]) - 1

    def _detail(self) -> Mapping[str, Any]:
        items = self.arrays["item_at"][: int(self.counters[LEVEL])].tolist()
        return cover_detail(self.arrays["profile"], items, self.path(), self._choices())


def start(problem: ExactCover, goal: Goal, limit: int | None, choice: str) -> AlgorithmX:
    """``choice`` is ``s`` (smallest item) or ``first``."""
    started = time.perf_counter()
    search = AlgorithmX(problem, goal, limit, smallest=choice == "s")
    search.build_seconds = time.perf_counter() - started
    return search
