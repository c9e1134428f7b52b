"""Sparse sets with bounds: what covering by an option does where items may be covered more than once.

Cells and keys are those of `core.exact_cover.kernels.sparse_sets`.  Beside them:

    bound[i]     how many more options may cover item i
    slack[i]     how many of these it can do without

An item that needs no more options than it has got is EXEMPT: its emptiness kills
nothing.

`core.exact_cover.kernels.multiple_cells` searches on them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.exact_cover.kernels.sparse_sets import (
    COVERED,
    EXEMPT,
    INDEX_BITS,
    ONE_OPTION,
    SIXTEEN,
    SIZE_BITS,
    SPACER,
    U1,
    U2,
    drop,
    hide,
)
from core.kernels.kernel import inline_kernel, kernel


@inline_kernel
def take(cells: Any, keys: Any, base: Any, colour: Any, bound: Any, slack: Any, own: Any, coloured: Any) -> Any:
    """Let the option of node ``own`` cover its items; returns the removals, and whether an item in need was emptied.

    It leaves the sets of the items that may be covered again.  Of the others
    all options go that it rules out.  Where some item is left that nothing can
    cover, the rest is not done: the keys are to be restored.
    """
    updates = 0
    dead: Any = False
    first = own - np.uint64(cells[U2 * own] >> SIXTEEN)
    node = first
    word = cells[U2 * node]
    while word != SPACER:
        item = np.uint64(word & INDEX_BITS)
        if item < bound.shape[0]:
            bound[item] -= 1
            if bound[item] <= slack[item]:
                keys[item] |= EXEMPT
            if bound[item] > 0:
                dead |= drop(cells, keys, base, node, item) < ONE_OPTION
                updates += 1
        node += U1
        word = cells[U2 * node]
    while node > first and not dead:
        node -= U1
        item = np.uint64(cells[U2 * node] & INDEX_BITS)
        if keys[item] < COVERED and (item >= bound.shape[0] or bound[item] == 0):
            keys[item] |= COVERED
            paint = colour[node] if coloured else np.uint32(0)
            start = base[item]
            for slot in range(start, start + np.uint64((keys[item] >> SIXTEEN) & SIZE_BITS)):
                other = np.uint64(cells[slot])
                if other != node and (paint == 0 or colour[other] != paint):
                    removed, least, _ = hide(cells, keys, base, other, coloured)
                    updates += removed
                    if least < ONE_OPTION:
                        dead = True
                        break
    return updates, dead


@kernel
def take_coloured(cells: Any, keys: Any, base: Any, colour: Any, bound: Any, slack: Any, own: Any) -> Any:
    """`take` with colours, which would only slow down the kernel of everybody else."""
    return take(cells, keys, base, colour, bound, slack, own, True)


@inline_kernel
def fewest_ways(keys: Any, bound: Any, slack: Any) -> Any:
    """The primary item with the fewest branches, the first of several, and their number; -1 when all are covered."""
    item = -1
    least = np.int64(0)
    for i in range(bound.shape[0]):
        if keys[i] < COVERED:
            size = np.int64((keys[i] >> SIXTEEN) & SIZE_BITS)
            ways = max(size + 1 - max(bound[i] - slack[i], np.int64(0)), np.int64(0))
            if item < 0 or ways < least:
                item = i
                least = ways
    return item, least
