"""What each algorithm does on the way through a small problem, what it costs, and which one is proposed."""

from __future__ import annotations

import pytest

from core import ExactCover, Goal, KernelSearch, Search, Snapshot, Status, algorithm
from core.exact_cover._counting.density import fits_bits, options_met, suits_bits
from core.exact_cover._gallery import instance
from core.exact_cover._item_order import own_order, usual_order
from core.exact_cover._kernels.dancing_links import led_by
from core.exact_cover._propose import propose
from tests.core.exact_cover.steps import finished
from tests.rows import Rows


def begun(name: str, key: str, goal: str = "all", **settings: str | int) -> Search:
    return algorithm("cover", key).start(instance(name).puzzle().problem, goal, None, parameters=settings)


def told(search: Search) -> str:
    """All that a snapshot tells but the time, and the path; first the nodes.

    A choice is told as item:option/ways, the number of the way stands in the path.
    """
    shot: Snapshot = search.snapshot()
    parts = [f"{shot.steps}", f"{shot.solutions} found", f"level {shot.depth} of {shot.max_depth}"]
    if shot.updates is not None:
        parts.append(f"{shot.updates} updates")
    if shot.progress is not None:
        parts.append(f"{shot.progress:.4f}")
    for name, value in (shot.detail or {}).items():
        if name == "choices":
            value = [f"{each.item}:{each.option}/{each.degree}" for each in value]
        parts.append(f"{name} {' '.join(map(str, value)) or '-'}")
    if path := search.branch_path():
        parts.append(f"path {' '.join(map(str, path))}")
    return "; ".join(parts)


def walked(search: Search, every: int) -> list[str]:
    """The same at the start and after each so many steps, then the solutions."""
    lines = [told(search)]
    while search.status is Status.RUNNING:
        search.advance(every)
        lines.append(told(search))
    return [*lines, *(f"solution {' '.join(map(str, each))}" for each in search.solutions)]


def cost(name: str, key: str, **settings: str | int) -> str:
    """Solutions, nodes, and updates where they are counted."""
    shot = finished(begun(name, key, "count", **settings)).snapshot()
    return " ".join(str(each) for each in (shot.solutions, shot.nodes, shot.updates) if each is not None)


def test_one_walk_in_full() -> None:
    """Knuth's example with colours and multiplicities: the last choice leaves item C (2) as it is."""
    assert walked(begun("knuth-dlx3", "dlx"), 1) == [
        "0; 0 found; level 0 of 8; 0 updates; 0.0000; profile -; choices -",
        "1; 0 found; level 0 of 8; 0 updates; 0.0000; profile 1; choices -",
        "2; 0 found; level 1 of 8; 12 updates; 0.5000; profile 1 1; choices 0:0/2; path 1",
        "3; 0 found; level 1 of 8; 15 updates; 0.7500; profile 1 2; choices 0:1/2; path 2",
        "4; 0 found; level 2 of 8; 16 updates; 0.7500; profile 1 2 1; choices 0:1/2 1:3/1; path 2 1",
        ("5; 0 found; level 3 of 8; 17 updates; 0.7500; profile 1 2 1 1; choices 0:1/2 1:3/1 2:4/1; path 2 1 1"),
        (
            "6; 1 found; level 4 of 8; 18 updates; 1.0000; profile 1 2 1 1 1; choices 0:1/2 1:3/1 2:4/1 "
            "2:-1/1; path 2 1 1 1"
        ),
        "6; 1 found; level 0 of 8; 18 updates; 1.0000; profile 1 2 1 1 1; choices -",
        "solution 1 3 4",
    ]


WALKED = ("langford-3", "knuth-dlx1", "knuth-dlx2", "knuth-dlx3", "queens-4")


@pytest.mark.parametrize("key", ["algorithm-x", "dlx", "dancing-cells"])
@pytest.mark.parametrize("name", WALKED)
def test_the_walks_of_all_algorithms(name: str, key: str, rows: Rows) -> None:
    refusal = algorithm("cover", key).refusal(instance(name).puzzle().problem, "all")
    rows([refusal.short] if refusal else walked(begun(name, key), 2))


@pytest.mark.parametrize("held", ["auto", "bits", "cells"])
@pytest.mark.parametrize("name", ["langford-4", "dominoes-4x4", "latin-3"])
def test_the_walks_of_a_count_that_remembers(name: str, held: str, rows: Rows) -> None:
    search = begun(name, "memo-count", "count", held=held)
    lines = [str(search.counts())]
    while search.status is Status.RUNNING:
        search.advance(40)
        lines.append(str((search.counts(), search.snapshot().depth)))
    rows(lines)


@pytest.mark.parametrize("held", ["bits", "cells"])
def test_what_the_memory_tells(held: str) -> None:
    detail = finished(begun("dominoes-4x4", "memo-count", "count", held=held)).snapshot().detail
    assert detail is not None
    assert detail["profile"] == [1, 2, 4, 6, 8, 7, 9, 14, 14]
    assert detail["memo"] == {
        "in use": True,
        "lookups": 14,
        "hits": 4,
        "slots": 1024,
        "bytes": 32768,
        "most_bytes": 268435456,
        "count_bits": 128,
    }


def test_the_order_of_items_and_its_cost() -> None:
    found = {}
    for order in ("natural", "reverse", "rarest", "busiest"):
        for key in ("algorithm-x", "dlx", "dancing-cells", "memo-count"):
            names = ("langford-4", "latin-3", "dominoes-4x4", "queens-4")
            found[f"{order}, {key}"] = ", ".join(cost(name, key, order=order) for name in names)
    assert found == {
        "natural, algorithm-x": "2 18, 12 88, 36 133, 2 17",
        "natural, dlx": "2 18 180, 12 88 628, 36 133 490, 2 17 221",
        "natural, dancing-cells": "2 18 110, 12 88 246, 36 133 199, 2 17 131",
        "natural, memo-count": "2 18 110, 12 88 246, 36 65 107, 2 17 131",
        "reverse, algorithm-x": "2 17, 12 88, 36 133, 2 17",
        "reverse, dlx": "2 17 173, 12 88 628, 36 133 490, 2 17 221",
        "reverse, dancing-cells": "2 17 108, 12 88 246, 36 133 199, 2 17 131",
        "reverse, memo-count": "2 17 108, 12 88 246, 36 65 107, 2 17 131",
        "rarest, algorithm-x": "2 18, 12 88, 36 131, 2 17",
        "rarest, dlx": "2 18 180, 12 88 628, 36 131 478, 2 17 221",
        "rarest, dancing-cells": "2 18 110, 12 88 246, 36 131 193, 2 17 131",
        "rarest, memo-count": "2 18 110, 12 88 246, 36 119 177, 2 17 131",
        "busiest, algorithm-x": "2 16, 12 88, 36 133, 2 13",
        "busiest, dlx": "2 16 166, 12 88 628, 36 133 490, 2 13 181",
        "busiest, dancing-cells": "2 16 110, 12 88 246, 36 133 199, 2 13 108",
        "busiest, memo-count": "2 16 110, 12 88 246, 36 65 107, 2 13 108",
    }


def test_the_choice_of_the_item_and_its_cost() -> None:
    names = ("langford-4", "latin-3", "dominoes-4x4", "langford-7")
    found = {
        f"{choice}, {key}": ", ".join(cost(name, key, choice=choice) for name in names)
        for choice in ("s", "first")
        for key in ("algorithm-x", "dlx")
    }
    for seed in (1, 2, 3):
        named = (cost(name, "dlx", choice="random", seed=seed) for name in (*names, "knuth-dlx3"))
        found[f"random, seed {seed}"] = ", ".join(named)
    for hint in ("on", "off"):
        named = (cost(name, "dancing-cells", hint=hint, order="rarest") for name in ("queens-6", "knuth-dlx2"))
        found[f"hint {hint}"] = ", ".join(named)
    assert found == {
        "s, algorithm-x": "2 18, 12 88, 36 133, 52 607",
        "s, dlx": "2 18 180, 12 88 628, 36 133 490, 52 607 8197",
        "first, algorithm-x": "2 37, 12 94, 36 146, 52 3283",
        "first, dlx": "2 37 307, 12 94 664, 36 146 542, 52 3283 31047",
        "random, seed 1": "2 17 173, 12 88 628, 36 137 507, 52 616 8177, 1 6 18",
        "random, seed 2": "2 18 180, 12 88 628, 36 134 493, 52 598 8048, 1 6 20",
        "random, seed 3": "2 16 166, 12 88 628, 36 134 493, 52 611 8176, 1 7 24",
        "hint on": "4 111 1267, 1 4 7",
        "hint off": "4 111 1263, 1 4 7",
    }


@pytest.mark.parametrize(
    ("name", "key", "settings", "said"),
    [
        ("latin-5-reduced", "algorithm-x", {}, "56 542"),
        ("latin-5-reduced", "dancing-cells", {}, "56 542 1608"),
        ("latin-5-reduced", "memo-count", {"held": "bits"}, "56 522 1308"),
        ("queens-8", "algorithm-x", {"order": "busiest"}, "92 1035"),
    ],
)
def test_larger_counts_cost_as_much_as_they_did(name: str, key: str, settings: dict[str, str], said: str) -> None:
    assert cost(name, key, **settings) == said


def test_the_orders_of_items() -> None:
    found = {}
    for name in ("queens-6", "knuth-dlx1", "four-sets", "langford-3"):
        problem = instance(name).puzzle().problem
        orders = ("auto", "rarest", "busiest", "reverse")
        found[name] = [usual_order(problem), *(" ".join(map(str, own_order(problem, order))) for order in orders)]
    assert found == {
        "queens-6": [
            "busiest",
            "2 3 8 9 1 4 7 10 0 5 6 11",
            "0 1 2 3 4 5 6 7 8 9 10 11",
            "2 3 8 9 1 4 7 10 0 5 6 11",
            "11 10 9 8 7 6 5 4 3 2 1 0",
        ],
        "knuth-dlx1": ["busiest", "3 4 0 2 1", "0 1 2 4 3", "3 4 0 2 1", "4 3 2 1 0"],
        "four-sets": ["natural", "0 1 2 3 4 5", "1 5 0 2 4 3", "0 3 2 4 1 5", "5 4 3 2 1 0"],
        "langford-3": ["natural", "0 1 2 3 4 5 6 7 8", "2 1 3 4 5 6 7 8 0", "0 5 6 1 3 4 7 8 2", "8 7 6 5 4 3 2 1 0"],
    }


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("name", ["four-sets", "langford-4"])
def test_a_tie_won_by_chance_is_put_back_in_its_place(name: str, seed: int) -> None:
    for steps in (2, 3, 5):
        search, again = (begun(name, "dlx", "count", choice="random", seed=seed) for _ in range(2))
        search.advance(steps)
        again.restore(search.state())
        search.advance(1)
        again.advance(1)
        assert again.state()["array:heads"].tolist() == search.state()["array:heads"].tolist()
        assert finished(search).counts() == finished(again).counts()


def test_the_item_that_leads_comes_first_in_the_header_list_and_goes_back() -> None:
    """Two numbers an item: the items before and after; only the link from the header itself changes."""
    search = begun("four-sets", "dlx")
    assert isinstance(search, KernelSearch)
    heads = search.arrays["heads"]
    before = heads.tolist()
    leading = {}
    for item in range(0, 32, 2):
        with led_by(heads, item, 1):
            leading[item] = [number for number, old in zip(heads.tolist(), before, strict=True) if number != old]
        assert heads.tolist() == before
    assert {item: changed for item, changed in leading.items() if changed} == {
        8: [8],
        12: [12],
        16: [16],
        20: [20],
        24: [24],
    }


@pytest.mark.parametrize(
    ("size", "met", "words"),
    [
        (1, 1.0, [1, 1]),
        (2, 6.0, [1, 1]),
        (63, 8.859375, [1, 1]),
        (64, 8.861538461538462, [1, 2]),
        (65, 8.863636363636363, [2, 2]),
        (128, 8.930232558139535, [2, 3]),
        (129, 8.930769230769231, [3, 3]),
    ],
)
def test_rows_of_bits_have_words_of_64(size: int, met: float, words: list[int]) -> None:
    """A ring of options, and an item that all of them share: as many items and one."""
    ring = ExactCover({str(k): [k, (k + 1) % size, "x"] for k in range(size)} if size > 1 else {"1": [1]})
    assert (options_met(ring), fits_bits(ring), suits_bits(ring)) == (met, True, False)
    search = algorithm("cover", "algorithm-x").start(ring, "all", None)
    assert isinstance(search, KernelSearch)
    assert [len(search.arrays[name][0]) for name in ("left", "uncovered")] == words


def test_what_suits_which_problem() -> None:
    names = (
        "four-sets", "knuth-dlx2", "knuth-dlx3", "langford-4", "latin-5", "pentominoes-8x8-centre", "dominoes-8x8",
        "dominoes-16x16", "queens-12", "attack-5x5", "steiner-9", "sudoku-3x3", "soma",
    )  # fmt: skip
    problems = {name: instance(name).puzzle().problem for name in names}
    found = {
        name: " ".join(propose(problem, Goal(goal)).algorithm.key for goal in ("first", "count"))
        for name, problem in problems.items()
    }
    assert found == {
        "four-sets": "dlx memo-count",
        "knuth-dlx2": "dlx dlx",
        "knuth-dlx3": "dlx dlx",
        "langford-4": "dancing-cells memo-count",
        "latin-5": "dancing-cells memo-count",
        "pentominoes-8x8-centre": "algorithm-x memo-count",
        "dominoes-8x8": "dlx memo-count",
        "dominoes-16x16": "dlx memo-count",
        "queens-12": "dancing-cells memo-count",
        "attack-5x5": "dlx dlx",
        "steiner-9": "dancing-cells memo-count",
        "sudoku-3x3": "dancing-cells memo-count",
        "soma": "algorithm-x memo-count",
    }
    assert {propose(problem, goal).reason for problem in problems.values() for goal in (Goal.FIRST, Goal.COUNT)} == {
        "a count needs no list: what is left to cover is remembered, for as long as that saves work",
        "an option clashes with about 14 others: shortening sets is faster there than unlinking them",
        "an option clashes with about 15 others: shortening sets is faster there than unlinking them",
        "an option clashes with about 21 others: shortening sets is faster there than unlinking them",
        "an option clashes with about 24 others: shortening sets is faster there than unlinking them",
        "an option clashes with about 34 others: shortening sets is faster there than unlinking them",
        "an option clashes with about 464 others: as rows of bits, 64 of them go in one operation",
        "an option clashes with about 784 others: as rows of bits, 64 of them go in one operation",
        "an option clashes with only about 5 others: unlinking those costs less than any bookkeeping",
        "an option clashes with only about 7 others: unlinking those costs less than any bookkeeping",
        "an option clashes with only about 8 others: unlinking those costs less than any bookkeeping",
        "with multiplicities dancing cells are hardly faster, and links copy nothing",
    }
