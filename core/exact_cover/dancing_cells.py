"""Dancing cells: exact cover with sparse sets in packed arrays instead of links; colours included.

Every item keeps the set of its remaining options as the front part of a fixed
array slice.  Removing an option swaps it to the end and shortens the front
part; going back only makes the front part longer again, whatever its order.
So all that has to be remembered on the way down is one word for each item.

``cells`` (uint32) holds first the nodes of the options, two words each, with a
spacer before the first and after each option; then every item's slice:

    cells[2 * x]       the item of node x; SPACER for a spacer
    cells[2 * x + 1]   where in cells node x stands in its item's slice;
                       for a spacer, the first node of the option before it
    cells[base[i] …]   the nodes of item i, the remaining ones in front

``keys[i]`` is the state of item i: its size << 16, plus i, plus two flags:
COVERED, and EXEMPT for an item whose emptiness kills nothing (a secondary one,
or one that the option in hand covers).  The smallest key among the primary
items is the item to branch on, the first of the smallest.

An item that got a colour counts as covered too: the options that remain in its
slice agree with it, and nothing ever has to look at it again.

Sources: Knuth, Dancing cells (2023; his program SSXCC), after Solnon (2020);
sparse sets are Briggs and Torczon's (1993).
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
from core.tree import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, SOLUTIONS, UPDATES, KernelSearch

_VISIT, _BRANCH, _TRY = FRESH, 1, 2

NEXT_ITEM, FORCED = 6, 7
"""This kernel's own counters: the item to branch on, and nodes with a single option."""

SPACER = np.uint32(0xFFFFFFFF)
COVERED = np.uint32(1 << 31)
EXEMPT = np.uint32(1 << 30)
ONE_OPTION = np.uint32(1 << 16)
TWO_OPTIONS = np.uint32(2 << 16)
SIZE_BITS = np.uint32(0x3FFF)
INDEX_BITS = np.uint32(0xFFFF)
SIXTEEN = np.uint32(16)

U0, U1, U2 = (np.uint64(i) for i in range(3))


def build(problem: ExactCover) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint64], NDArray[np.int32]]:
    """The cells, keys and slice bases of a problem, and the option of every node."""
    incidence = problem.incidence()
    size, ones, options = problem.size, len(incidence.items), incidence.options
    lengths = np.diff(incidence.starts)
    option_of = np.repeat(np.arange(options), lengths)
    nodes = 1 + np.arange(ones) + option_of
    spacers = incidence.starts + np.arange(options + 1)
    total = ones + options + 1
    cells = np.zeros(2 * total + ones, dtype=np.uint32)
    cells[2 * nodes] = incidence.items
    cells[2 * spacers] = SPACER
    cells[2 * spacers[1:] + 1] = spacers[:-1] + 1
    sizes = np.bincount(incidence.items, minlength=size)
    base = 2 * total + np.concatenate([[0], np.cumsum(sizes)])[:size]
    by_item = np.argsort(incidence.items, kind="stable")
    cells[2 * total :] = nodes[by_item]
    cells[2 * nodes[by_item] + 1] = 2 * total + np.arange(ones)
    keys = ((sizes.astype(np.uint32) << SIXTEEN) | np.arange(size, dtype=np.uint32)).astype(np.uint32)
    keys[problem.primary :] |= EXEMPT
    number = np.full(total, -1, dtype=np.int32)
    number[nodes] = option_of
    return cells, keys, base.astype(np.uint64), number


@kernel
def hide(cells: Any, keys: Any, base: Any, first: Any, unit: Any) -> Any:
    """Remove the option of node ``first`` from the sets of its other items.

    Returns the removals, how many primary items were emptied, and a primary
    item left with a single option (or ``unit`` as it was).
    """
    removed = 0
    emptied = 0
    node = first + U1
    while node != first:
        item = cells[U2 * node]
        if item == SPACER:
            node = np.uint64(cells[U2 * node + U1])
            continue
        key = keys[item]
        if key < COVERED:
            key -= ONE_OPTION
            end = base[item] + np.uint64((key >> SIXTEEN) & SIZE_BITS)
            place = np.uint64(cells[U2 * node + U1])
            last = cells[end]
            cells[place] = last
            cells[U2 * np.uint64(last) + U1] = np.uint32(place)
            cells[end] = np.uint32(node)
            cells[U2 * node + U1] = np.uint32(end)
            keys[item] = key
            removed += 1
            if key < TWO_OPTIONS:
                if key < ONE_OPTION:
                    emptied += 1
                else:
                    unit = np.int64(item)
        node += U1
    return removed, emptied, unit


@kernel
def cover_option(cells: Any, keys: Any, base: Any, colour: Any, own: Any, missing: Any) -> Any:
    """Cover the items of the option of node ``own`` other than that node's.

    ``missing`` primary items have no options but those of the item branched
    on.  Returns the removals, how many primary items are left that nothing can
    cover (0, or the option is no good and the keys are to be restored), and a
    primary item left with a single option, or -1.
    """
    coloured = colour.shape[0] > 1
    updates = 0
    unit = np.int64(-1)
    # All items of the option are exempt before the first of them is covered.
    node = own + U1
    while node != own:
        item = np.uint64(cells[U2 * node])
        if item == np.uint64(SPACER):
            node = np.uint64(cells[U2 * node + U1])
            continue
        if keys[item] < ONE_OPTION:
            missing -= 1
        if keys[item] < COVERED:
            keys[item] |= EXEMPT
        node += U1
    node = own + U1
    while node != own and missing == 0:
        item = np.uint64(cells[U2 * node])
        if item == np.uint64(SPACER):
            node = np.uint64(cells[U2 * node + U1])
            continue
        key = keys[item]
        if key < COVERED:
            keys[item] = key | COVERED
            start = base[item]
            paint = colour[node] if coloured else np.uint32(0)
            for slot in range(start, start + np.uint64((key >> SIXTEEN) & SIZE_BITS)):
                other = np.uint64(cells[slot])
                if other != node and (paint == 0 or colour[other] != paint):
                    removed, emptied, unit = hide(cells, keys, base, other, unit)
                    updates += removed
                    missing += emptied
                    if missing != 0:
                        break
        node += U1
    return updates, missing, unit


@inline_kernel
def smallest(keys: Any, primary: Any) -> Any:
    """The least key of the primary items; COVERED or more when all are covered."""
    least = SPACER
    for i in range(primary):
        least = min(least, keys[i])
    return least


@kernel
def dance_cells(
    cells: Any, keys: Any, saved: Any, branch: Any, chosen: Any, tried: Any, degree: Any, emptied: Any, profile: Any,
    base: Any, number: Any, colour: Any, primary: Any, hint: Any, counters: Any, budget: Any, quota: Any, found: Any,
) -> None:  # fmt: skip
    """The search itself; the contract is that of `core.tree`.

    At level l the tried[l]-th of degree[l] options of item branch[l] is open:
    its node chosen[l].  saved[l] are the keys to go back to; emptied[l] primary
    items have no other option than those of branch[l].
    ``hint`` is 0 to scan for the smallest item at every node, 1 to take an item
    seen falling to a single option first, 2 to do so while most nodes are forced.
    """
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    kept = counters[KEPT]
    next_item = counters[NEXT_ITEM]
    forced = counters[FORCED]
    nodes_before = counters[NODES]
    rows = found.shape[0]
    nodes_left = budget
    solutions_left = quota
    updates = 0
    while phase != DONE and solutions_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            profile[level] += 1
            if next_item >= 0 and (keys[next_item] >> SIXTEEN) == np.uint32(1):
                phase = _BRANCH
            else:
                least = smallest(keys, primary)
                if least >= COVERED:
                    solutions_left -= 1
                    if kept < rows:
                        for i in range(level):
                            found[kept, i] = number[chosen[i]]
                        kept += 1
                    phase = _TRY
                else:
                    next_item = np.int64(least & INDEX_BITS)
                    phase = _BRANCH
            if nodes_left == 0:
                break
        elif phase == _BRANCH:
            item = np.uint64(next_item)
            size = keys[item] >> SIXTEEN
            keys[item] |= COVERED
            branch[level] = np.uint32(item)
            degree[level] = size
            tried[level] = 0
            if size == np.uint32(1):
                forced += 1
            else:
                # What is left once the item's options are out of all other sets is where each of them starts.
                total = 0
                for slot in range(base[item], base[item] + np.uint64(size)):
                    removed, died, _ = hide(cells, keys, base, np.uint64(cells[slot]), np.int64(-1))
                    updates += removed
                    total += died
                emptied[level] = total
                for i in range(keys.shape[0]):
                    saved[level, i] = keys[i]
            level += U1
            phase = _TRY
        elif level == U0:
            phase = DONE
        else:
            here = level - U1
            if tried[here] == degree[here]:
                level = here
                continue
            if tried[here] > 0:
                for i in range(keys.shape[0]):
                    keys[i] = saved[here, i]
            own = np.uint64(cells[base[branch[here]] + np.uint64(tried[here])])
            tried[here] += np.uint32(1)
            chosen[here] = np.uint32(own)
            missing = 0 if degree[here] == np.uint32(1) else emptied[here]
            removed, missing, unit = cover_option(cells, keys, base, colour, own, missing)
            updates += removed
            if missing == 0:
                next_item = unit
                if hint == 0 or (hint == 2 and forced * 2 < nodes_before + budget - nodes_left):
                    next_item = np.int64(-1)
                phase = _VISIT
            else:
                # Some item can no longer be covered: a node all the same, with nothing below it.
                nodes_left -= 1
                profile[level] += 1
                if nodes_left == 0:
                    break
    counters[NODES] += budget - nodes_left
    counters[SOLUTIONS] += quota - solutions_left
    counters[UPDATES] += updates
    counters[LEVEL] = level
    counters[PHASE] = phase
    counters[KEPT] = kept
    counters[NEXT_ITEM] = next_item
    counters[FORCED] = forced


class DancingCells(KernelSearch):
    """Exact cover on sparse sets, resumable at every node."""

    counts_updates = True

    def __init__(self, problem: ExactCover, goal: Goal, limit: int | None, *, hint: int = 2) -> None:
        levels = problem.longest_solution + 1
        super().__init__(problem, goal, limit, width=levels - 1)
        self._verifier = BatchVerifier(problem)
        self._hint = hint
        self._primary = np.uint64(problem.primary)
        cells, keys, self._base, self._number = build(problem)
        self._colour = np.zeros(len(self._number) if problem.coloured else 1, dtype=np.uint32)
        if problem.coloured:
            self._colour[self._number >= 0] = problem.colour_numbers()
        self.counters[NEXT_ITEM] = -1
        self.arrays = {
            "cells": cells,
            "keys": keys,
            "saved": np.zeros((levels, problem.size), dtype=np.uint32),
            **{name: np.zeros(levels, dtype=np.uint32) for name in ("branch", "chosen", "tried", "degree")},
            "emptied": np.zeros(levels, dtype=np.int64),
            "profile": np.zeros(levels, dtype=np.int64),
        }

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        a = self.arrays
        dance_cells(
            a["cells"], a["keys"], a["saved"], a["branch"], a["chosen"], a["tried"], a["degree"], a["emptied"],
            a["profile"], self._base, self._number, self._colour, self._primary, self._hint, self.counters, budget,
            quota, found,
        )  # fmt: skip

    def _verify(self, rows: NDArray[Any]) -> bool:
        return self._verifier(rows)

    def path(self) -> list[int]:
        """The options on the current path, in the order in which they were chosen."""
        return [int(o) for o in self._number[self.arrays["chosen"][: int(self.counters[LEVEL])]]]

    def _placement(self) -> tuple[int, ...]:
        return tuple(self.path())

    def _choices(self) -> Sequence[tuple[int, int]]:
        level = int(self.counters[LEVEL])
        return list(zip(self.arrays["tried"][:level].tolist(), self.arrays["degree"][:level].tolist(), strict=True))

    def _max_depth(self) -> int:
        return len(self.arrays["chosen"]) - 1

    def _detail(self) -> Mapping[str, Any]:
        items = self.arrays["branch"][: int(self.counters[LEVEL])].tolist()
        return cover_detail(self.arrays["profile"], items, self.path(), self._choices())


HINTS = {"off": 0, "on": 1, "auto": 2}


def start(problem: ExactCover, goal: Goal, limit: int | None, hint: str) -> DancingCells:
    """``hint`` says whether an item that falls to one option is taken without a scan: off, on, or auto."""
    started = time.perf_counter()
    search = DancingCells(problem, goal, limit, hint=HINTS[hint])
    search.build_seconds = time.perf_counter() - started
    return search
