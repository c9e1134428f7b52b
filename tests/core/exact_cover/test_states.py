"""A saved search for covers goes on; what is nonsense in a state may be counted wrong, and does no worse."""

from __future__ import annotations

import os

import pytest

from core.search import Status
from tests.cases import slow
from tests.core.exact_cover.nonsense import CASES, begun
from tests.enduring import endured


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


@pytest.mark.timeout(0)
@pytest.mark.parametrize("rounds", ["15", slow("60")])
@pytest.mark.parametrize("interpreted", ["1", "0"])
def test_nonsense_within_the_bounds_neither_crashes_nor_hangs(interpreted: str, rounds: str) -> None:
    # Interpreted an index beside an array is an error, as machine code it may be the end of the process.
    made = endured(["-m", "tests.core.exact_cover.nonsense", rounds], os.environ | {"NUMBA_DISABLE_JIT": interpreted})
    assert made.returncode == 0, made.stderr
    assert ": 0 taken up" not in made.stdout, made.stdout
