"""A state that no search has had is refused, or the search goes on from it: no kernel sees what it could trip over.

Files are read under the key that signed them only (`core.storage._key`), so
such a state is another version's, not a stranger's: the search may count wrong,
or find out that a solution is none, and no more than that.

Every array and counter of genuine states is damaged at random, but the same at
every run.  What is taken up is driven on interpreted, where an index out of
range is an error and not a crash, by so many steps at most: a loop without an
end would be one in which no step counts, so the interpreter counts lines too.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import FrameType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core import Algorithm, ExactCover, Item, Problem, Queens, Search, Sudoku, algorithms
from core._search import WrongSolution
from core.exact_cover._gallery import instance
from core.running import Kernel
from tests.cases import slow

GRID = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
PROBLEMS: dict[str, Problem] = {
    "queens": Queens(5),
    "sudoku": Sudoku.parse("1.3...2..1..4..."),
    "cover": instance("langford-7").puzzle().problem,
}
SMALLER = {"brute-force": Queens(4), "bands": Sudoku.parse(GRID)}
BEGUN = (1, 24)
"""Steps after which a state is taken."""
CALLS, STEPS, LINES = 2, 12, 300_000
"""How far what has been taken up is driven, and how many lines that may take."""
SLOWER = {"bands": 2, "learning": 20, "memo-count": 20}
"""Those that are looked at once only, in one of three ways to damage them, and how far they are driven."""

ITEMS = [Item("a", least=1, most=2), Item("b", least=2, most=3), Item("c", least=0), Item("d"), Item("e", most=2)]
OPTIONS = [(0, 1), (1, 2), (0, 3), (1, 4), (2, 3), (0, 1, 4), (1, 3), (3, 4), (0, 4), (1,)]
MANY = ExactCover(ITEMS, OPTIONS)
"""Items that may be covered more than once, or not at all."""
COLOURED = ExactCover(
    [Item("p"), Item("q"), Item("r"), Item("x", secondary=True), Item("y", secondary=True)],
    [(0, 1, 3), (0, 3, 4), (1, 3), (1, 4), (2, 3), (2, 4), (2,), (0,), (0, 2, 4)],
    [("", "", "A"), ("", "B", ""), ("", "A"), ("", "C"), ("", "A"), ("", "C"), ("",), ("",), ("", "", "C")],
)

VARIANTS: tuple[tuple[str, Problem, dict[str, str | int]], ...] = (
    ("dancing-cells", MANY, {}),
    ("dlx", MANY, {}),
    ("dlx", MANY, {"choice": "random"}),
    ("dancing-cells", instance("knuth-dlx3").puzzle().problem, {}),
    ("dancing-cells", COLOURED, {}),
    ("dlx", COLOURED, {}),
    ("dlx", PROBLEMS["cover"], {"choice": "random"}),
    ("memo-count", PROBLEMS["cover"], {"held": "cells"}),
    ("memo-count", PROBLEMS["cover"], {"held": "bits"}),
)
"""Algorithms on other problems and with other parameters, which have states of another kind."""
CASES = [
    pytest.param(entry, problem, chosen, id="-".join([entry.problem, entry.key, *number]))
    for entry in algorithms()
    for problem, chosen, number in (
        (SMALLER.get(entry.key, PROBLEMS[entry.problem]), {}, []),
        *((problem, chosen, [str(n)]) for n, (key, problem, chosen) in enumerate(VARIANTS) if key == entry.key
          and isinstance(problem, type(PROBLEMS[entry.problem]))),
    )
]  # fmt: skip


def damages(state: Mapping[str, Any], choose: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """States that are wrong in one array, and what is wrong with them."""
    for name, value in state.items():
        array = np.asarray(value)
        if array.dtype.kind not in "iufb" or not array.size:
            continue
        for kind in ("least", "most", "noise", "one", "one", "near", "near", "near", "swap", "swap"):
            changed = array.copy()
            place = _damage(changed.reshape(-1), kind, choose)
            if not np.array_equal(changed, array):
                yield f"{name} {kind} at {place}", {**state, name: changed}


def _damage(flat: NDArray[Any], kind: str, choose: random.Random) -> int:
    place, other = choose.randrange(flat.size), choose.randrange(flat.size)
    whole = flat.dtype.kind in "iu"
    least, most = (int(np.iinfo(flat.dtype).min), int(np.iinfo(flat.dtype).max)) if whole else (0, 1)
    match kind:
        case "least":
            flat[:] = least
        case "most":
            flat[:] = most
        case "noise":
            noise = np.random.default_rng(choose.getrandbits(32))
            flat[:] = noise.integers(least, most, flat.size, flat.dtype, endpoint=True) if whole else noise.random()
        case "one":
            flat[place] = choose.choice([least, most, choose.randint(least, most), min(most, flat.size)])
        case "near":
            flat[place] = max(least, min(most, int(flat[place]) + choose.choice([-2, -1, 1, 2])))
        case "swap":
            flat[[place, other]] = flat[[other, place]]
    return place


def starter(entry: Algorithm, problem: Problem, chosen: Mapping[str, str | int]) -> Callable[[], Search]:
    return lambda: entry.start(problem, entry.goals[-1], None, parameters=chosen)


class _Endless(BaseException):
    """A call that goes on and on."""


def drive(search: Search, key: str) -> None:
    """Go on with it.  Raises _Endless where a call does not come back."""
    lines = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines > LINES:
            raise _Endless
        return trace

    before = sys.gettrace()
    try:
        for _ in range(CALLS):
            sys.settrace(trace)
            search.advance(SLOWER.get(key, STEPS))
            sys.settrace(before)
        search.snapshot()
    finally:
        sys.settrace(before)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "compiled", property(lambda self: False))
    monkeypatch.setattr(Kernel, "compile", lambda self, *arguments: None)
    monkeypatch.setattr("core.running._kernel_runner.compile_soon", lambda *arguments: None)
    monkeypatch.setattr("core.running._kernel_runner.wait_for_code", lambda *arguments: None)


@pytest.mark.parametrize("each", [3, slow(1)])
@pytest.mark.parametrize(("entry", "problem", "chosen"), CASES)
def test_a_damaged_state_is_refused_or_can_be_gone_on_from(
    entry: Algorithm, problem: Problem, chosen: Mapping[str, str | int], each: int
) -> None:
    choose = random.Random(1)
    started = starter(entry, problem, chosen)
    refused = 0
    for steps in BEGUN[1:2] if entry.key in SLOWER else BEGUN:
        begun = started()
        begun.advance(steps)
        genuine = begun.state()
        started().restore(genuine)
        for what, state in islice(damages(genuine, choose), 0, None, 3 * each if entry.key in SLOWER else each):
            search = started()
            try:
                search.restore(state)
            except ValueError:
                refused += 1
                continue
            try:
                drive(search, entry.key)
            except WrongSolution:
                continue
            except (Exception, _Endless) as error:
                raise AssertionError(f"after {steps} steps, {what}: {error!r}") from error
    assert refused
