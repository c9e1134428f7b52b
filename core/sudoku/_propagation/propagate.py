"""Draws all conclusions at a node: single values first, then constraints, the cheap ones before the costly ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import inline_kernel, kernel
from core.sudoku._propagation.filters import (
    CAUSE,
    HEADS,
    HELD,
    LOGGED,
    ONE,
    SINGLES,
    TOLD,
    ZERO,
    distinct,
    locate,
    pair,
    put,
    queue,
    regular,
    required,
    sets,
    span,
    undecided,
    weighted_sum,
    wide_pair,
)
from core.sudoku._propagation.network import (
    DATA,
    DISTINCT,
    KIND,
    LOCKED,
    MORE,
    OWN,
    PAIR,
    QUEUES,
    REGULAR,
    REQUIRED,
    SETS,
    SUM,
    WIDE_PAIR,
)

WELL = -1
"""What `propagate` returns if nothing failed."""


@inline_kernel
def watcher(net: Any, cell: Any) -> Any:
    """A constraint on the cell; the first of all if it has none."""
    at = net.watching[cell]
    return net.watching[at] if at < net.watching[cell + 1] else 0


@kernel(on_integers=True, counts_references=False)
def propagate(net: Any, scratch: Any, dom: Any, level: Any, changed: Any) -> Any:
    """Narrow the cells of one level until nothing changes; the constraint that fails, or `WELL`.

    ``changed`` is the one cell that has changed since all conclusions were last drawn; -1 if all are new.
    """
    ends, singles, queued = scratch.ends, scratch.singles, scratch.queued
    failed, level = -1, np.uint64(level)
    ends[LOGGED] = 0
    if changed < 0:
        for cell in range(dom.shape[1]):
            bits = dom[level, cell]
            if bits == ZERO:
                failed = watcher(net, cell)
            elif (bits & (bits - ONE)) == ZERO:
                singles[ends[SINGLES]] = cell
                ends[SINGLES] += 1
        for constraint in range(queued.shape[0]):
            queue(net, scratch, constraint)
    elif dom[level, changed] != ZERO:
        put(net, scratch, dom, level, changed, dom[level, changed])
    else:
        failed = watcher(net, changed)
    while failed < 0:
        if ends[SINGLES] > ends[TOLD]:
            cell = singles[ends[TOLD]]
            ends[TOLD] += 1
            bits = dom[level, cell]
            ends[CAUSE] = -1 - cell
            for at in range(net.peers[cell], net.peers[cell + 1]):
                peer = net.peers[at]
                held = dom[level, peer]
                if held & bits:
                    if held == bits:
                        failed = 0
                        for back in range(net.watching[peer + 1] - net.watching[peer]):
                            place = net.watching[peer + 1] - 1 - back
                            constraint = net.watching[place]
                            kind = net.constraints[constraint, KIND]
                            if kind in (DISTINCT, SETS):
                                first, last = span(net, constraint)
                                for member in range(first, last):
                                    if net.members[member] == cell:
                                        failed = constraint
                        break
                    put(net, scratch, dom, level, peer, held & ~bits)
            continue
        line = 0
        while line < QUEUES and ends[HELD + line] == 0:
            line += 1
        if line == QUEUES:
            break
        constraint = scratch.queues[line, ends[HEADS + line]]
        ends[HEADS + line] += 1
        if ends[HEADS + line] == queued.shape[0]:
            ends[HEADS + line] = 0
        ends[HELD + line] -= 1
        kind = net.constraints[constraint, KIND]
        # What one turn of a pair or an automaton leaves, another would leave too: it need not wait for itself.
        alone = kind in (PAIR, WIDE_PAIR) or (kind == REGULAR and net.constraints[constraint, MORE] == 0)
        if not alone:
            queued[constraint] = 0
        ends[CAUSE] = constraint
        scratch.wanted[0] = ZERO
        if kind == DISTINCT:
            well = distinct(net, scratch, dom, level, constraint)
        elif kind == LOCKED:
            scratch.wanted[0] = undecided(net, dom, level, constraint)
            well = True
        elif kind == PAIR:
            well = pair(net, scratch, dom, level, constraint)
        elif kind == WIDE_PAIR:
            well = wide_pair(net, scratch, dom, level, constraint)
        elif kind == SETS:
            well = sets(net, scratch, dom, level, constraint)
        elif kind == SUM:
            well = weighted_sum(net, scratch, dom, level, constraint)
        elif kind == REGULAR:
            well = regular(net, scratch, dom, level, constraint)
        elif kind == REQUIRED:
            well = required(net, scratch, dom, level, constraint)
        else:
            well = False
        if alone:
            queued[constraint] = 0
        if well and kind >= LOCKED:
            for turn in range(net.constraints[constraint, MORE] if kind == SUM else 1):
                wanted = scratch.wanted[turn]
                if wanted != ZERO and well:
                    first, last = span(net, constraint)
                    own = net.constraints[constraint, OWN]
                    if kind == SUM:
                        group = net.constraints[constraint, DATA] + turn
                        first, last = net.groups[group, 0], net.groups[group, 0] + net.groups[group, 1]
                        own = net.groups[group, 5]
                    well = locate(net, scratch, dom, level, wanted, first, last, own)
        if not well:
            failed = constraint
    ends[SINGLES], ends[TOLD] = 0, 0
    if failed >= 0:
        for line in range(QUEUES):
            ends[HELD + line] = 0
        for constraint in range(queued.shape[0]):
            queued[constraint] = 0
    return np.int64(failed)
