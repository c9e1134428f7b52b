"""A saved search for covers is looked at before it is taken up: what does not fit its path is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

from core.catalog import algorithm
from core.exact_cover.gallery import instance
from core.search import Search, Status

CASES = [
    ("algorithm-x", "langford-3", "all", 3, {}),
    ("dlx", "langford-3", "all", 3, {}),
    ("dlx", "knuth-dlx2", "all", 3, {}),
    ("dlx", "knuth-dlx3", "all", 3, {}),
    ("dancing-cells", "langford-3", "all", 3, {}),
    ("dancing-cells", "knuth-dlx2", "all", 3, {}),
    ("dancing-cells", "knuth-dlx3", "all", 3, {}),
    ("memo-count", "langford-4", "count", 7, {"held": "bits"}),
    ("memo-count", "langford-4", "count", 7, {"held": "cells"}),
    *((key, "langford-4", "count", 0, {}) for key in ("memo-count", "dancing-cells", "dlx", "algorithm-x")),
]
MOST = 60
"""So many numbers of each array are changed, the first ones."""


def begun(key: str, name: str, goal: str, settings: dict[str, str]) -> Search:
    return algorithm("cover", key).start(instance(name).puzzle().problem, goal, None, **settings)


def refusal(search: Search, state: dict[str, object]) -> str:
    """What is said of a state; nothing where it is taken."""
    try:
        search.restore(state)
    except ValueError as error:
        return str(error).removeprefix("this state is not possible: ")
    return ""


def changed(value: np.ndarray) -> Iterator[np.ndarray]:
    """The array with one number more or less by one."""
    for place in range(min(value.size, MOST)):
        for change in (1, -1):
            wrong = value.copy()
            with np.errstate(over="ignore"):
                wrong.flat[place] += np.asarray(change).astype(value.dtype)
            yield wrong


def looked_at(key: str, name: str, goal: str, steps: int, settings: dict[str, str]) -> tuple[str, set[str]]:
    """How many changes of each array are refused, and what is said, with all numbers as N."""
    search = begun(key, name, goal, settings)
    search.advance(steps)
    good = search.state()
    counts: list[str] = []
    said: set[str] = set()
    for array, value in good.items():
        if isinstance(value, np.ndarray) and value.size:
            answers = [refusal(begun(key, name, goal, settings), {**good, array: wrong}) for wrong in changed(value)]
            if any(answers):
                counts.append(f"{array.removeprefix('array:')} {sum(map(bool, answers))}")
            said.update(re.sub(r"-?\d+", "N", answer) for answer in answers if answer)
    return ", ".join(counts), said


def test_one_number_changed_is_refused_wherever_it_matters() -> None:
    found = {}
    said: set[str] = set()
    for key, name, goal, steps, settings in CASES:
        counts, answers = looked_at(key, name, goal, steps, settings)
        found[" ".join([key, name, *settings.values(), f"after {steps}"])] = counts
        said |= answers
    assert found == {
        "algorithm-x langford-3 after 3": "counters 8, left 6, uncovered 6, trail 20, profile 8",
        "dlx langford-3 after 3": "counters 8, cells 120, heads 80, chosen 4, tried 4, degree 4, profile 20",
        "dlx knuth-dlx2 after 3": (
            "counters 8, cells 120, heads 24, settled 12, bound 12, branch 2, chosen 2, top 2, tried 2, degree "
            "2, profile 8"
        ),
        "dlx knuth-dlx3 after 3": (
            "counters 8, cells 120, heads 24, settled 12, bound 12, branch 2, chosen 2, top 2, tried 2, degree "
            "2, profile 18"
        ),
        "dancing-cells langford-3 after 3": "counters 10, cells 106, keys 18, saved 18, trail 20, profile 8",
        "dancing-cells knuth-dlx2 after 3": "counters 10, cells 82, keys 10, saved 10, trail 12, profile 8",
        "dancing-cells knuth-dlx3 after 3": (
            "counters 8, cells 94, keys 10, bound 6, saved_keys 10, saved_bound 6, trail 12, profile 18"
        ),
        "memo-count langford-4 bits after 7": (
            "counters 7, profile 10, bits 6, counts 12, store 5, started 4, table 30, figures 5, left 6, trail 28"
        ),
        "memo-count langford-4 cells after 7": (
            "counters 7, profile 10, bits 6, counts 12, store 5, started 4, table 30, figures 5, cells 106, "
            "saved 48, trail 32"
        ),
        "memo-count langford-4 after 0": (
            "counters 11, profile 10, bits 2, counts 21, store 5, started 5, table 30, figures 7, cells 106, keys 24"
        ),
        "dancing-cells langford-4 after 0": "counters 10, cells 106, keys 24, profile 10",
        "dlx langford-4 after 0": "counters 8, cells 120, heads 104, profile 26",
        "algorithm-x langford-4 after 0": "counters 8, left 2, uncovered 2, profile 10",
    }
    assert said == {
        "N nodes do not lead to level N",
        "a counter is below N",
        "bits do not match the path",
        "bound does not match its path",
        "branch does not match its path",
        "cells does not match its path",
        "cells has a node in a place that is not its own",
        "cells has other nodes",
        "chosen does not match its path",
        "degree does not match its path",
        "figures holds N, outside N to N",
        "heads does not match its path",
        "it has counted more than it can have",
        "it has no phase N",
        "it has not begun, and has N nodes behind it",
        "item N is not the next",
        "its levels do not have N nodes together",
        "its path cannot be taken",
        "its table cannot be",
        "keys and bounds do not match the path",
        "keys do not match the path",
        "left does not match its path",
        "left does not match the path",
        "level N cannot branch like that",
        "level N cannot branch on item N",
        "level N does not branch like that",
        "level N goes back to N",
        "level N has chosen an option that is gone",
        "level N has not tried that",
        "level N is outside N to N",
        "phase N does not match its path",
        "profile holds N, outside N to N",
        "settled does not match its path",
        "started holds N, outside N to N",
        "store holds N, outside N to N",
        "top does not match its path",
        "trail does not match its path",
        "uncovered does not match its path",
        "what is saved of level N does not match its path",
    }


@pytest.mark.parametrize(("key", "name", "goal", "steps", "settings"), CASES)
def test_what_was_not_changed_goes_on(key: str, name: str, goal: str, steps: int, settings: dict[str, str]) -> None:
    search, again, whole = (begun(key, name, goal, settings) for _ in range(3))
    search.advance(steps)
    again.restore(search.state())
    for each in (again, whole):
        while each.status is Status.RUNNING:
            each.advance(7)
    assert again.counts() == whole.counts()
    assert list(again.solutions) == list(whole.solutions)
