"""Any search of the catalog can be saved, restored, pickled and sent elsewhere, and goes on as if nothing had been."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Algorithm, ExactCover, Goal, Problem, Queens, Search, Status, Sudoku, algorithms
from core.exact_cover._gallery import instance
from tests.core.running.cases import CASES, GIVENS, NAMED, forward, stands, to_the_end


def started(entry: Algorithm, problem: Problem) -> Search:
    return entry.start(problem, entry.goals[-1])


@pytest.mark.parametrize(("entry", "problem"), CASES)
@settings(max_examples=5)
@given(before=st.integers(0, 60), after=st.integers(0, 60))
def test_a_restored_search_goes_on_as_before(entry: Algorithm, problem: Problem, before: int, after: int) -> None:
    search = started(entry, problem)
    forward(search, before)
    state, at_save = search.state(), stands(search)
    forward(search, after)
    went_on = stands(search)
    for other in (search, started(entry, problem)):
        other.restore(state)
        assert stands(other) == at_save
        forward(other, after)
        assert stands(other) == went_on
    assert to_the_end(search) == to_the_end(other)


@pytest.mark.parametrize(("entry", "problem"), CASES)
def test_a_search_can_be_pickled_and_is_no_larger_than_it_must_be(entry: Algorithm, problem: Problem) -> None:
    search = started(entry, problem)
    search.advance(30)
    pickled = pickle.dumps(search)
    other = pickle.loads(pickled)
    assert stands(other) == stands(search)
    assert to_the_end(other) == to_the_end(search)
    state = sum(np.asarray(value).nbytes for value in search.state().values())
    fixed = sum(
        value.nbytes
        for name, held in (*vars(search).items(), *getattr(search, "fixed", {}).items())
        for value in (held if isinstance(held, tuple) else (held,))
        if isinstance(value, np.ndarray) and name[1:] != "found"
    )
    assert len(pickled) < state + fixed + 20_000


@pytest.mark.parametrize("entry", algorithms("sudoku"), ids=lambda entry: entry.key)
def test_a_small_search_is_sent_in_a_small_parcel(entry: Algorithm) -> None:
    small = Sudoku.parse("1..............4" if entry.key != "bands" else GIVENS)
    search = entry.start(small, entry.goals[0])
    search.advance(3)
    pickled = pickle.dumps(search)
    assert len(pickled) < 100_000
    assert to_the_end(pickle.loads(pickled)) == to_the_end(search)


@pytest.mark.parametrize(
    ("entry", "problem"), [pytest.param(*pair, id=name) for name, pair in NAMED.items() if Goal.ALL in pair[0].goals]
)
def test_a_search_pickled_at_its_first_node_finds_all(entry: Algorithm, problem: Problem) -> None:
    search = entry.start(problem, Goal.ALL)
    search.advance(1)
    other = pickle.loads(pickle.dumps(search))
    assert to_the_end(other) == to_the_end(search)


def damaged(state: dict[str, Any]) -> list[dict[str, Any]]:
    """States that cannot be taken up, each wrong in one place, and not always in the first that is looked at."""
    wrong: list[dict[str, Any]] = [{**state, "status": "asleep"}, {**state, "solutions": np.zeros(3)}]
    wrong.append({**state, "counters": np.asarray(state["counters"]).astype(np.float64)})
    for key in state:
        wrong.append({name: value for name, value in state.items() if name != key})
    last = next(key for key in reversed(state) if np.asarray(state[key]).ndim)
    array = np.asarray(state[last])
    wrong.append({**state, last: array.astype(np.float32)})
    wrong.append({**state, last: np.zeros((*array.shape, 2), dtype=array.dtype)})
    for key, value in state.items():
        if isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.size:
            wrong.append({**state, key: np.full_like(value, np.nan)})
    return wrong


@pytest.mark.parametrize(("entry", "problem"), CASES)
def test_a_restore_that_fails_leaves_the_search_as_it_was(entry: Algorithm, problem: Problem) -> None:
    elsewhere = started(entry, problem)
    elsewhere.advance(11)
    search = started(entry, problem)
    search.advance(3)
    before = pickle.dumps(search.state())
    for state in damaged(elsewhere.state()):
        with pytest.raises(ValueError, match=r"state|asleep"):
            search.restore(state)
        assert pickle.dumps(search.state()) == before
    search.restore(elsewhere.state())
    assert stands(search) == stands(elsewhere)


def test_threads_take_up_all_parts_or_none() -> None:
    entry = next(entry for entry in algorithms("queens") if entry.key == "bitmask")
    search = entry.start(Queens(6), entry.goals[-1], parameters={"threads": 2})
    while not search.state()["numbers"].size:
        search.advance(60)
    state = search.state()
    search.advance(20)
    before = pickle.dumps(search.state())
    for damage in ({"numbers": np.array([99])}, {"figures": np.zeros(3)}, {"of": 5}):
        with pytest.raises(ValueError, match="another search"):
            search.restore({**state, **damage})
    assert pickle.dumps(search.state()) == before
    search.restore(state)
    assert pickle.dumps(search.state()) == pickle.dumps(state)
    assert to_the_end(pickle.loads(pickle.dumps(search))) == to_the_end(search)


@pytest.mark.parametrize("held", ["bits", "cells"])
def test_a_table_that_grew_is_restored_at_its_size(held: str) -> None:
    entry = next(entry for entry in algorithms("cover") if entry.key == "memo-count")
    problem: ExactCover = instance("latin-6-reduced").puzzle().problem
    search, other = (entry.start(problem, entry.goals[-1], parameters={"held": held}) for _ in range(2))
    search.prepare()
    small = search.state()
    while len(search.state()["array:table"]) == len(small["array:table"]):
        assert search.advance(20_000) is Status.RUNNING
    other.restore(search.state())
    assert stands(other) == stands(search)
    with pytest.raises(ValueError, match="table"):
        other.restore({**small, "array:table": small["array:table"][:-1]})
    other.restore(small)
    assert other.counts() == (0, 0)


@pytest.mark.parametrize("solutions", [np.zeros((0, 8)), np.zeros(8, dtype=np.int32), np.array([["4"] * 8])])
def test_a_state_with_solutions_of_another_kind_is_refused(solutions: Any) -> None:
    search = next(each for each in algorithms("queens") if each.key == "dlx").start(Queens(8), Goal.COUNT)
    search.advance(50)
    before = search.counts()
    with pytest.raises(ValueError, match="its solutions are"):
        search.restore({**search.state(), "solutions": solutions})
    assert search.counts() == before
