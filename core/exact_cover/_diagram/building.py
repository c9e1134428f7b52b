"""The kernel that builds a diagram: a search that keeps what it finds below each node.

It is Algorithm X on rows of bits.  At each node it takes the item with the fewest options left, tries each, and joins
the diagram's nodes that come back from below to a new one.  Two tables do different work:

- ``table`` (`core.exact_cover._counting.memo_table`) maps what is left to the node made of it, so that nothing
  is searched twice.  It forgets entries that saved little, and is switched off if it does not pay;
- ``unique`` finds a node with the same branches, and never forgets.  It makes the diagram the same, whatever
  ``table`` remembers.

Without colours and multiplicities, what is left is the set of uncovered items.  Otherwise it is the options left
and, for each item with a multiplicity, how many more it needs and can take, as far as that makes a difference.  If
an item may have several options, one that has been tried is out for good, which the covered items would not show.

The phases: VISIT looks at a node, TRY takes the next option of its item or, after the last, CLOSEs it, and BACK hands
`RESULT` to the level above.  If an array is full, the kernel returns with nothing changed, and `DiagramSearch`
enlarges it.

Sources: Nishino, Yasuda, Minato and Nagata, Dancing with Decision Diagrams (AAAI 2017); Minato (1993) for the
diagrams; Knuth, The Art of Computer Programming 4B, §7.2.2.1, for colours and multiplicities.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import lowest, popcount
from core._kernels.kernel import inline_kernel, kernel
from core.exact_cover._counting.memo_table import ASKING, COUNT, FIGURES, INSERTS, SAVED, claim, home_shift, recall
from core.exact_cover._diagram.nodes import EMPTY, NONE, STOP, find
from core.exact_cover._kernels.bit_matrix import (
    NOTHING,
    U0,
    U1,
    U6,
    U32,
    cover_items,
    met_in,
    next_option,
    options_left,
)
from core.exact_cover._kernels.sparse_sets import CHOSEN, DEGREE, ITEM, TRIED
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, UPDATES, leave

VISIT, TRY, CLOSE, BACK = FRESH, 1, 2, 3

RESULT = 6
"""A counter: the node made at the level just left, if the phase is BACK or DONE."""
NODES_MADE, BRANCHES_MADE, PENDING = FIGURES, FIGURES + 1, FIGURES + 2
"""Figures of the diagram, after those of the table: its nodes and branches, and the branches of open nodes."""
ALL_FIGURES = FIGURES + 3

BASE, STORE, SINCE = 4, 5, 6
"""Columns of the trail after the item, the option chosen, how many were tried and how many there are: where its
branches begin among those of open nodes, whether it is to be remembered, and the work done when it was reached."""
TRAIL = 7
NODE = COUNT
"""The column of the table that holds a node."""


class Building(NamedTuple):
    """The matrix, what is left of it at each level, the diagram so far and the tables."""

    gone: NDArray[np.uint64]
    span: NDArray[np.int64]
    starts: NDArray[np.int64]
    rules: NDArray[np.int64]
    entries: NDArray[np.int64]
    closes: NDArray[np.uint64]
    inside: NDArray[np.uint64]
    counted: NDArray[np.int64]
    by_items: bool
    field: int
    most_slots: int
    left: NDArray[np.uint64]
    open: NDArray[np.uint64]
    need: NDArray[np.int64]
    room: NDArray[np.int64]
    trail: NDArray[np.int64]
    profile: NDArray[np.int64]
    keys: NDArray[np.uint64]
    table: NDArray[np.uint64]
    figures: NDArray[np.int64]
    start: NDArray[np.int32]
    option: NDArray[np.int32]
    child: NDArray[np.int32]
    ways: NDArray[np.float64]
    pending_option: NDArray[np.int32]
    pending_child: NDArray[np.int32]
    unique: NDArray[np.int32]
    counters: NDArray[np.int64]


@inline_kernel
def fewest(
    left: Any, level: Any, gone: Any, span: Any, open: Any, inside: Any, after: Any, counted: Any, need: Any
) -> Any:  # fmt: skip
    """Ways << 32 | item of the open primary item with the fewest ways to go on, the first of several.

    NOTHING if no item asks for anything.  An item that needs no more and has no option left asks for nothing.  The scan
    begins after item ``after`` and stops at the first item without a way.
    """
    least = NOTHING
    for half in range(2):
        for w in range(inside.shape[0]):
            word = met_in(half, open[level, w] & inside[w], w, after)
            while word != U0:
                bit = lowest(word)
                word ^= bit
                item = (np.uint64(w) << U6) + popcount(bit - U1)
                size = options_left(left, level, gone, item, span[item, 0], span[item, 1])
                if counted[item] >= 0:
                    needed = np.uint64(need[level, counted[item]])
                    if needed == U0 and size == U0:
                        continue
                    size = size + U1 - needed if size + U1 > needed else U0
                least = min(least, (size << U32) | item)
                if size == U0:
                    return least
    return least


@inline_kernel
def note_key(
    keys: Any, left: Any, open: Any, level: Any, gone: Any, span: Any, inside: Any, counted: Any, need: Any, room: Any,
    by_items: Any, field: Any,
) -> None:  # fmt: skip
    """Write down what is left at a level, in the form of the table's keys."""
    if by_items:
        for w in range(keys.shape[1]):
            keys[level, w] = open[level, w] & inside[w]
            # A secondary item with no options left makes no difference.
            word = open[level, w] & ~inside[w]
            while word != U0:
                bit = lowest(word)
                word ^= bit
                item = (np.uint64(w) << U6) + popcount(bit - U1)
                for v in range(span[item, 0], span[item, 1]):
                    if gone[item, v] & left[level, v] != U0:
                        keys[level, w] |= bit
                        break
    else:
        words = left.shape[1]
        for v in range(words):
            keys[level, v] = left[level, v]
        for w in range(words, keys.shape[1]):
            keys[level, w] = U0
        if field > 0:
            each = 64 // (2 * field)
            for item in range(counted.shape[0]):
                m = counted[item]
                if m >= 0:
                    size = np.int64(options_left(left, level, gone, item, span[item, 0], span[item, 1]))
                    # Room for more than there are options makes no difference, nor does any item without options.
                    asked = (need[level, m] << field) | min(room[level, m], size)
                    at = words + m // each
                    keys[level, at] |= np.uint64(asked) << np.uint64(2 * field * (m % each))


@inline_kernel
def copy_below(left: Any, need: Any, room: Any, level: Any) -> None:
    """Copy the rows of a level to the level below."""
    below = level + U1
    for v in range(left.shape[1]):
        left[below, v] = left[level, v]
    for m in range(need.shape[1]):
        need[below, m] = need[level, m]
        room[below, m] = room[level, m]


@inline_kernel
def descend(
    left: Any, open: Any, need: Any, room: Any, level: Any, gone: Any, span: Any, starts: Any, rules: Any, entries: Any,
    closes: Any, counted: Any, option: Any,
) -> Any:  # fmt: skip
    """Make the rows of the level below after an option is taken; returns how many options are removed."""
    below = level + U1
    removed = U1
    copy_below(left, need, room, level)
    cover_items(open, below, closes, option)
    for e in range(starts[option], starts[option + 1]):
        row = rules[e]
        if row < 0:
            row = entries[e]
            m = counted[row]
            need[below, m] = max(need[below, m] - 1, 0)
            room[below, m] -= 1
            if room[below, m] > 0:
                continue
            open[below, row >> 6] &= ~(U1 << np.uint64(row & 63))
        for v in range(span[row, 0], span[row, 1]):
            out = left[below, v] & gone[row, v]
            if out != U0:
                removed += popcount(out)
                left[below, v] ^= out
    return np.int64(removed)


@kernel(counts_references=False)
def build_diagram(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself; the contract is that of `core.exact_cover._counting.many_at_once`."""
    gone, span, starts, rules, entries = state.gone, state.span, state.starts, state.rules, state.entries
    closes, inside, counted, by_items = state.closes, state.inside, state.counted, state.by_items
    field, most_slots, left, open = state.field, state.most_slots, state.left, state.open
    need, room, trail, profile, keys = state.need, state.room, state.trail, state.profile, state.keys
    table, figures, start, option, child = state.table, state.figures, state.start, state.option, state.child
    ways, unique, counters = state.ways, state.unique, state.counters
    pending_option, pending_child = state.pending_option, state.pending_child
    deepest = np.uint64(left.shape[0] - 1)
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    result = counters[RESULT]
    slots = table.shape[0]
    shift = home_shift(slots)
    nodes, branches, pending = figures[NODES_MADE], figures[BRANCHES_MADE], figures[PENDING]
    nodes_left = budget if quota != 0 else 0
    visited = nodes_left
    updates = counters[UPDATES]
    full: Any = bool(figures[INSERTS] >= slots) and slots < most_slots
    while phase >= 0 and nodes_left > 0 and not full:
        if phase == VISIT:
            nodes_left -= 1
            profile[level] += 1
            after = U0
            if level > U0:
                after = np.uint64(trail[level - U1, ITEM])
            least = fewest(left, level, gone, span, open, inside, after, counted, need)
            size = np.int64(least >> U32)
            phase = BACK
            if least == NOTHING:
                result = np.int64(EMPTY)
            elif size == 0 or level == deepest:  # the latter only in a damaged state
                result = np.int64(NONE)
            else:
                trail[level, ITEM] = np.int64(least & (NOTHING >> U32))
                trail[level, CHOSEN] = STOP
                trail[level, TRIED] = 0
                trail[level, DEGREE] = size
                trail[level, BASE] = pending
                trail[level, STORE] = 0
                phase = TRY
                if size > 1 and figures[ASKING]:
                    note_key(keys, left, open, level, gone, span, inside, counted, need, room, by_items, field)
                    slot = recall(table, figures, keys, level, shift)
                    if slot >= 0:
                        result = np.int64(table[slot, NODE])
                        phase = BACK
                    else:
                        trail[level, STORE] = 1
                        trail[level, SINCE] = updates + figures[SAVED]
            if phase == BACK and result != NONE and quota >= 0:
                break
        elif phase == TRY:
            phase = CLOSE
            if trail[level, TRIED] < trail[level, DEGREE] and level < deepest:  # at the deepest only in a damaged state
                item = trail[level, ITEM]
                chosen = next_option(left, level, left.shape[1], gone, item, trail[level, CHOSEN])
                trail[level, TRIED] += 1
                trail[level, CHOSEN] = chosen
                phase = VISIT
                if chosen >= 0:
                    left[level, chosen >> 6] &= ~(U1 << np.uint64(chosen & 63))
                    updates += descend(
                        left, open, need, room, level, gone, span, starts, rules, entries, closes, counted, chosen
                    )
                else:  # the item takes no more, and has no option left
                    copy_below(left, need, room, level)
                    for w in range(open.shape[1]):
                        open[level + U1, w] = open[level, w]
                    open[level + U1, item >> 6] &= ~(U1 << np.uint64(item & 63))
                level += U1
        elif phase == CLOSE:
            base = trail[level, BASE]
            size = pending - base
            if size == 0:
                result = np.int64(NONE)
            elif size == 1 and pending_option[base] == STOP:
                result = np.int64(pending_child[base])
            else:
                if (
                    nodes + 2 > start.shape[0]
                    or nodes + 1 > ways.shape[0]
                    or branches + size > option.shape[0]
                    or branches + size > child.shape[0]
                    or 2 * nodes >= unique.shape[0]
                ):
                    break
                result, place = find(start, option, child, unique, pending_option, pending_child, base, pending)
                if result < 0:
                    result = nodes
                    total = 0.0
                    for b in range(base, pending):
                        option[branches] = pending_option[b]
                        child[branches] = pending_child[b]
                        total += ways[pending_child[b]]
                        branches += 1
                    ways[result] = total
                    nodes += 1
                    start[nodes] = branches
                    unique[place] = result
            pending = base
            phase = BACK
            if trail[level, STORE] and figures[ASKING]:
                spent = updates + figures[SAVED] - trail[level, SINCE]
                slot = np.int64(claim(table, figures, keys, level, shift, spent))
                table[slot, NODE] = np.uint64(result)
                full = bool(figures[INSERTS] >= slots) and slots < most_slots
        elif level == U0:
            phase = DONE
        else:
            level -= U1
            if result != NONE and pending < pending_option.shape[0]:
                pending_option[pending] = trail[level, CHOSEN]
                pending_child[pending] = result
                pending += 1
            phase = TRY
    figures[NODES_MADE], figures[BRANCHES_MADE], figures[PENDING] = nodes, branches, pending
    counters[RESULT] = result
    counters[UPDATES] = updates
    leave(counters, level, phase, counters[KEPT], visited - nodes_left, 0)
