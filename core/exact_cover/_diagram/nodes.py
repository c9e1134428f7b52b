"""The nodes of a diagram of covers, how they lie in memory, and how equal ones become one.

A node is a list of branches, each an option and the node below it:

    option[b], child[b]      for b from start[n] to start[n + 1], of node n

Node 0 has no cover, node 1 only the empty one; neither has branches.  A node's
covers are, for each of its branches, the covers of its child with the option
added.  Children come before parents, so that every pass over a diagram is one loop.
No branch leads to node 0, and no node but the first two is without branches (the zero
suppression of Minato's ZDDs, with as many branches as an item has options).

All options of a node cover the same item, so no cover is in two branches, and numbers
of covers add up.  The item differs from path to path.  An item with a multiplicity
may take no further option: that branch holds STOP in place of an option and is the
last one.  The option of a branch occurs nowhere below the branches after it.

The branches of a node are in the order of their options.  So equal nodes have equal lists, and a hash table
(``unique``: 0, or a node) finds them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel

NONE, EMPTY = 0, 1
"""The node without covers, and the node of the empty cover."""
FIRST = 2
"""The first node with branches."""
STOP = -1
"""In place of an option: the item takes no more."""

_U0, _U1 = np.uint64(0), np.uint64(1)
_THIRTY_TWO = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def unique_table(nodes: int) -> NDArray[np.int32]:
    """An empty hash table for this many nodes, less than half full."""
    return np.zeros(1 << max(10, (2 * nodes).bit_length()), dtype=np.int32)


@inline_kernel
def mixed(value: Any, option: Any, child: Any) -> Any:
    """A hash with one more branch."""
    value = (value ^ ((np.uint64(option) << _THIRTY_TWO) | (np.uint64(child) & _LOW))) * _GOLDEN
    return value ^ (value >> _THIRTY_TWO)


@inline_kernel
def find(
    start: Any, option: Any, child: Any, unique: Any, options: Any, children: Any, first: Any, end: Any
) -> Any:  # fmt: skip
    """The node with these branches (places ``first`` to ``end`` of two arrays), or -1; and its place in the table."""
    value = _U0
    for b in range(first, end):
        value = mixed(value, options[b], children[b])
    mask = np.int64(unique.shape[0] - 1)
    place = np.int64((value * _GOLDEN) >> _THIRTY_TWO) & mask
    found = np.int64(-1)
    while unique[place] != 0 and found < 0:
        node = np.int64(unique[place])
        begin = np.int64(start[node])
        same: Any = start[node + 1] - begin == end - first
        if same:
            for b in range(end - first):
                if option[begin + b] != options[first + b] or child[begin + b] != children[first + b]:
                    same = False
                    break
        if same:
            found = node
        else:
            place = (place + 1) & mask
    return found, place


@kernel
def refill_unique(start: Any, option: Any, child: Any, nodes: Any, unique: Any) -> Any:
    """Put the nodes of a diagram into an empty table; returns how many there are."""
    mask = np.int64(unique.shape[0] - 1)
    for node in range(FIRST, nodes):
        value = _U0
        for b in range(start[node], start[node + 1]):
            value = mixed(value, option[b], child[b])
        place = np.int64((value * _GOLDEN) >> _THIRTY_TWO) & mask
        while unique[place] != 0:
            place = (place + 1) & mask
        unique[place] = node
    return nodes


def trouble(
    start: NDArray[np.int32], option: NDArray[np.int32], child: NDArray[np.int32], options: int
) -> str:  # fmt: skip
    """What is wrong with arrays that should be a diagram over this many options; empty if nothing is.

    Kernels that walk a diagram without such faults take no index outside its arrays, and end.
    """
    if len(start) < FIRST + 1 or start[:FIRST].any() or start[FIRST] != 0:
        return "it does not begin with its two last nodes"
    if (start[FIRST:-1] >= start[FIRST + 1 :]).any() or start[-1] != len(option) or len(option) != len(child):
        return "its nodes do not share out its branches"
    if len(option) and (option.min() < STOP or option.max() >= options):
        return "a branch has an option that the problem does not have"
    owner = np.repeat(np.arange(FIRST, len(start) - 1), np.diff(start[FIRST:]))
    if (child < EMPTY).any() or (child >= owner).any():
        return "a branch leads to a node that does not come before its own"
    same = owner[1:] == owner[:-1]
    before, after = option[:-1][same], option[1:][same]
    if ((before == STOP) | ((after <= before) & (after != STOP))).any():
        return "the branches of a node are out of order"
    return ""
