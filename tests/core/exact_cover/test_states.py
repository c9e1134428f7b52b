"""A saved search for covers goes on; what is nonsense in a state may be counted wrong, and does no worse."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

from core import ExactCover, Item, KernelSearch, Status, algorithm
from core._search import WrongSolution
from core.exact_cover._diagram.building import BACK, TRY
from core.running import FRESH, LEVEL, PHASE
from tests.cases import slow
from tests.core.exact_cover.nonsense import CASES, begun
from tests.enduring import endured


@pytest.mark.parametrize(("key", "name", "goal", "steps", "settings"), CASES)
def test_what_was_not_changed_goes_on(
    key: str, name: str, goal: str, steps: int, settings: dict[str, str | int]
) -> None:
    search, again, whole = (begun(key, name, goal, settings) for _ in range(3))
    search.advance(steps)
    again.restore(search.state())
    for each in (again, whole):
        while each.status is Status.RUNNING:
            each.advance(7)
    assert again.counts() == whole.counts()
    assert list(again.solutions) == list(whole.solutions)


@pytest.mark.timeout(0)
@pytest.mark.parametrize("rounds", ["15", slow("60")])
@pytest.mark.parametrize("interpreted", ["1", "0"])
def test_nonsense_within_the_bounds_neither_crashes_nor_hangs(interpreted: str, rounds: str) -> None:
    # Interpreted an index beside an array is an error, as machine code it may be the end of the process.
    made = endured(["-m", "tests.core.exact_cover.nonsense", rounds], os.environ | {"NUMBA_DISABLE_JIT": interpreted})
    assert made.returncode == 0, made.stderr
    assert ": 0 taken up" not in made.stdout, made.stdout


@pytest.mark.parametrize(
    ("key", "goal", "phase"),
    [("cheapest", "first", FRESH), ("cheapest", "all", FRESH), ("diagram", "count", TRY), ("diagram", "count", BACK)],
)
@pytest.mark.parametrize("options", [3, 0])
def test_a_path_as_long_as_any_may_have_as_many_options(key: str, goal: str, phase: int, options: int) -> None:
    """With multiplicities a path is longer than a solution, but a file may say that every level has an option."""
    items = [Item("a", least=0, most=2), Item("b", least=0)]
    problem = ExactCover(items, [[0], [0], [0, 1]][:options])
    search, again = (algorithm("cover", key).start(problem, goal, None) for _ in range(2))
    assert isinstance(search, KernelSearch)
    state = search.state()
    state["counters"][[LEVEL, PHASE]] = search.max_depth(), phase
    state["array:trail"][:, 1] = max(options - 1, 0)
    state["array:trail"][:, 3] = 2  # ways, none of them tried
    if "array:uncovered" in state:
        state["array:uncovered"][:] = 0
    if options == 0:
        with pytest.raises(ValueError, match="trail holds 0, outside"):
            again.restore(state)
        return
    again.restore(state)
    with suppress(WrongSolution):
        again.advance(100)
