"""Depth first, one branch at each level: the searches for exact covers share this loop.

Links, cells, rows of bits, colours and multiplicities differ only in these
functions, which are compiled into each kernel; ``level`` is the level of the node
in question:

- ``choose(state, level)`` looks for the item to branch on, and returns SOLVED if none is left, LEAVE if nothing
  covers one of them, else BRANCH;
- ``branch(state, level)`` gets the branches of a node ready, and returns TRY, or LEAVE if it finds none;
- ``take(state, level)`` takes the next branch of a node and returns VISIT, or DEAD_END if that leads nowhere; after
  the last it undoes what ``branch`` did, and returns UP;
- ``put_back(state, level)`` takes back the branch taken last;
- ``write(state, level, found, row)`` writes the options of the path to a row of ``found``.

They keep the unlinkings and removals in ``counters[UPDATES]`` themselves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import inline_kernel
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, leave

VISIT, BRANCH, TRY, LEAVE, SOLVED, DEAD_END, UP = FRESH, 1, 2, 3, 4, 5, 6
"""Phases; a search is only ever left in the first two, in LEAVE, or when it is DONE."""
PHASES: tuple[int, ...] = (DONE, VISIT, BRANCH, LEAVE)

_U1 = np.uint64(1)


@inline_kernel
def search_tree(
    state: Any, budget: Any, quota: Any, found: Any,
    choose: Any, branch: Any, take: Any, put_back: Any, write: Any,
) -> None:  # fmt: skip
    """The search; the contract is that of `core.running._kernel_search`."""
    counters, profile = state.counters, state.profile
    deepest = np.uint64(profile.shape[0] - 1)
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    while phase != DONE and nodes_left > 0 and solutions_left > 0:
        if phase == VISIT:
            nodes_left -= 1
            profile[level] += 1
            phase = choose(state, level)
            if phase == SOLVED:
                phase = LEAVE
                solutions_left -= 1
                if kept < found.shape[0]:
                    write(state, level, found, kept)
                    kept += 1
        elif phase == BRANCH:
            phase = LEAVE
            if level < deepest:  # always, except in a damaged state
                phase = branch(state, level)
                if phase == TRY:
                    level += _U1
        elif phase == LEAVE and level == 0:
            phase = DONE
        else:
            if phase == LEAVE:
                put_back(state, level - _U1)
            phase = take(state, level - _U1)
            if phase == DEAD_END:  # still counts as a node
                phase = LEAVE
                nodes_left -= 1
                profile[level] += 1
            elif phase == UP:
                phase = LEAVE
                level -= _U1
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


@inline_kernel
def nothing(state: Any, level: Any) -> Any:
    """For searches with rows for each level, which have nothing to get ready and nothing to put back."""
    return TRY
