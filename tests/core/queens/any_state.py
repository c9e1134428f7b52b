"""States that no search has been in, but whose numbers are all in the bounds that it declares.

Run as a program: every search of this family is made to go on from many of them.  A kernel that leaves its
arrays ends the program by an error or a crash, one that goes round and round never ends it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core import Goal, KernelSearch, Queens, Status, algorithms
from core._queens.min_conflicts import COLLISIONS, MinConflicts
from core._search import WrongSolution
from core.running import DONE, LEVEL, PHASE
from core.running._kernel_search import NODES, SOLUTIONS

FAMILY = tuple(entry for entry in algorithms("queens") if not entry.starts_at.startswith("core._queens.as_cover:"))
"""Links and sparse sets belong to the exact covers."""
BOARDS = (Queens(1), Queens(4), Queens(5), Queens(7), Queens(6, placed=((1, 3),), forbidden=((0, 0), (5, 2))))
CALLS, STEPS = 3, 40


def filled(shape: tuple[int, ...], least: Any, most: Any, dtype: np.dtype[Any], seed: int) -> NDArray[Any]:
    """An array of the least values, the greatest, or anything between them."""
    least, most = (np.broadcast_to(np.asarray(bound).astype(dtype), shape) for bound in (least, most))
    between = np.random.default_rng(seed).integers(least, most, shape, dtype, endpoint=True)
    return np.array((least, most, between, between)[seed % 4], dtype=dtype)


def any_state(search: KernelSearch, seed: int) -> dict[str, Any]:
    """A state that this search must take up."""
    state = search.state()
    bounds = search.array_bounds()
    for number, (name, array) in enumerate(search.arrays.items(), 1):
        whole = (0, 1) if array.dtype == np.bool_ else (np.iinfo(array.dtype).min, np.iinfo(array.dtype).max)
        made = filled(array.shape, *bounds.get(name, whole), np.dtype(np.uint8 if whole == (0, 1) else array.dtype),
                      seed // 4**number if seed % 3 else seed)  # fmt: skip
        state[f"array:{name}"] = made.astype(array.dtype)
    draws = np.random.default_rng(seed)
    state["counters"][[NODES, SOLUTIONS]] = draws.integers(0, 1000, 2)
    for counter, (least, most) in search.counter_bounds().items():
        state["counters"][counter] = (least, most, *draws.integers(least, most, 4, endpoint=True))[seed % 6]
    state["counters"][PHASE] = draws.choice(search.phases)
    return {**state, "status": Status.RUNNING.value}


def solved_with_a_collision() -> tuple[KernelSearch, dict[str, Any]]:
    """A board without a collision, said to have one: no row can be found to repair."""
    search = MinConflicts(Queens(12), Goal.FIRST, None, 1)
    while search.counters[PHASE] >= 0 and search.counters[LEVEL] < 12:
        search.advance(1)
    phase = int(search.counters[PHASE])
    while search.advance(100) is Status.RUNNING:
        pass
    state = search.state() | {"status": Status.RUNNING.value, "solutions": np.zeros((0, 12), dtype=np.int32)}
    assert (phase, state["counters"][PHASE]) == (2, DONE)
    state["counters"][[PHASE, SOLUTIONS]] = phase, 0
    state["array:words"][COLLISIONS] = 1
    return MinConflicts(Queens(12), Goal.FIRST, None, 1), state


def cases(seeds: int) -> Iterator[tuple[KernelSearch, dict[str, Any]]]:
    """Searches, each with a state for it to take up, so many of each board."""
    for entry in FAMILY:
        for problem in BOARDS:
            for seed in range(seeds if entry.refusal(problem) is None else 0):
                search = entry.start(problem, entry.goals[-1])
                if isinstance(search, KernelSearch):  # a board with queens on it may be another's
                    yield search, any_state(search, seed)
    yield solved_with_a_collision()


def main() -> None:
    """Go on from every state for a while."""
    taken_up = wrong = 0
    for search, state in cases(int(sys.argv[1])):
        search.restore(state)
        search.prepare()
        taken_up += 1
        try:
            for _ in range(CALLS):
                search.advance(STEPS)
            search.snapshot()
        except WrongSolution:
            wrong += 1
    print(f"{taken_up} taken up, {wrong} found out that a solution was none")


if __name__ == "__main__":
    main()
