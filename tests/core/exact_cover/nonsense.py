"""States that fit a search by shape and bounds and are otherwise nonsense: does the search come to an end on them?"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core import KernelSearch, Search, algorithm
from core._search import WrongSolution
from core.exact_cover._gallery import instance
from core.running import LEVEL, PHASE

CASES: list[tuple[str, str, str, int, Mapping[str, str | int]]] = [
    ("algorithm-x", "langford-3", "all", 3, {}),
    ("dlx", "langford-3", "all", 3, {}),
    ("dlx", "knuth-dlx2", "all", 3, {}),
    ("dlx", "knuth-dlx3", "all", 3, {}),
    ("dlx", "langford-5", "first", 30, {"restarts": 3}),
    ("dlx", "knuth-dlx3", "first", 3, {"restarts": 1}),
    ("dancing-cells", "langford-3", "all", 3, {}),
    ("dancing-cells", "knuth-dlx2", "all", 3, {}),
    ("dancing-cells", "knuth-dlx3", "all", 3, {}),
    ("memo-count", "langford-4", "count", 7, {"held": "bits"}),
    ("memo-count", "langford-4", "count", 7, {"held": "cells"}),
    *(("cheapest", name, goal, 3, {}) for name in ("knuth-dlx2", "knuth-dlx3") for goal in ("first", "all")),
    *(("diagram", name, "count", 3, {}) for name in ("langford-4", "knuth-dlx2", "knuth-dlx3")),
    *((key, "langford-4", "count", 0, {}) for key in ("memo-count", "dancing-cells", "dlx", "algorithm-x")),
]
NODES = 40


def begun(key: str, name: str, goal: str, settings: Mapping[str, str | int]) -> Search:
    return algorithm("cover", key).start(instance(name).puzzle().problem, goal, None, parameters=settings)


def within(search: KernelSearch, name: str, array: NDArray[Any], random: np.random.Generator) -> NDArray[Any]:
    """Some or all numbers of an array replaced by any that are in its bounds."""
    least, most = (0, np.iinfo(array.dtype).max)
    if name in search.array_bounds():
        least, most = search.array_bounds()[name]
    share = random.choice([1 / max(array.size, 1), 0.1, 1.0])
    near = array.astype(object) + random.integers(-2, 3, array.shape)
    extreme = np.where(random.random(array.shape) < 0.5, least, most)
    values = [near, extreme, random.integers(0, 1 << 16, array.shape), random.permuted(array)]
    chosen = values[int(random.integers(len(values)))]
    chosen = np.clip(chosen.astype(object), least, most).astype(array.dtype)
    return np.where(random.random(array.shape) < share, chosen, array).astype(array.dtype)


def nonsense(search: KernelSearch, random: np.random.Generator) -> dict[str, Any]:
    """The state of a search with some of its arrays changed, or all, and perhaps another level and phase."""
    state = search.state()
    names = [name for name, array in search.arrays.items() if state[f"array:{name}"].size and array.dtype.kind != "f"]
    for name in names if random.random() < 0.2 else random.choice(names, random.integers(1, 3)):
        state[f"array:{name}"] = within(search, name, state[f"array:{name}"], random)
    if random.random() < 0.3:
        state["counters"][PHASE] = random.choice(search.phases)
    for index, (least, most) in search.counter_bounds().items():
        if random.random() < (0.1 if index == LEVEL else 0.3):
            state["counters"][index] = random.integers(least, most + 1)
    return state


def main() -> None:
    """Try every case so many times, and print how many states were taken up; a crash or an error ends it."""
    random = np.random.default_rng(0)
    rounds = int(sys.argv[1])
    for key, name, goal, steps, settings in CASES:
        taken = 0
        for _ in range(rounds):
            search, other = begun(key, name, goal, settings), begun(key, name, goal, settings)
            assert isinstance(search, KernelSearch)
            assert isinstance(other, KernelSearch)
            search.advance(int(random.integers(0, steps + 9)))
            state = nonsense(search, random)
            try:
                other.restore(state)
            except ValueError:
                continue
            taken += 1
            other.prepare()
            try:
                other.advance(NODES)
                other.snapshot()
            except WrongSolution:
                pass
        print(f"{key} {name}:", taken, "taken up", flush=True)


if __name__ == "__main__":
    main()
