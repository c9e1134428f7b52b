"""The estimate before a search: when its error may be believed, and how the running search corrects it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Goal, Status, algorithm
from core._estimates.probes import LEAST_NODES, LEAST_SHARE, SURE_SHARE, Estimator, ProbeEstimate, forecast
from core.exact_cover._formats import read
from core.exact_cover._gallery import instance
from tests.cases import slow


def nodes_of(name: str) -> int:
    search = algorithm("cover", "dlx").start(instance(name).puzzle().problem, Goal.COUNT)
    while search.advance(1 << 20) is Status.RUNNING:
        pass
    return search.counts()[1]


@pytest.mark.parametrize("seeds", [range(1, 4), slow(range(4, 6))], ids=str)
@pytest.mark.parametrize("name", ["langford-8", "latin-4", "queens-8"])
def test_an_error_that_is_given_may_be_believed(name: str, seeds: range) -> None:
    truth = nodes_of(name)
    for seed in seeds:
        found = Estimator(instance(name).puzzle().problem, seed).probe(3000)
        assert not found.nodes_skewed
        assert abs(found.nodes - truth) <= 4 * found.nodes_error


def test_no_error_where_few_probes_make_up_the_sum() -> None:
    problem = instance("pentominoes-8x8-centre").puzzle().problem
    assert all(Estimator(problem, seed).probe(400).nodes_skewed for seed in range(1, 6))


def test_where_it_is_good_enough_it_stops_at_the_same_probe_on_every_machine() -> None:
    problem = instance("langford-8").puzzle().problem
    first, second = (Estimator(problem, 7).probe_for(1e9, enough=0.05) for _ in range(2))
    assert first == second
    assert first.nodes_error <= 0.05 * first.nodes
    assert Estimator(problem, 7).probe_for(1e9, stopped=lambda: True).probes == 1


def test_a_tree_without_choices_is_known_exactly() -> None:
    found = Estimator(read("A B\nA\nB\n")).probe(50)
    assert (found.nodes_error, found.nodes_skewed) == (0.0, False)


@given(st.floats(1, 1e12), st.integers(1, 10**9), st.floats(1e-6, 1))
def test_the_running_search_takes_over(said: float, nodes: int, share: float) -> None:
    estimated = ProbeEstimate(1000, said, said / 10, 0.0, 0.0)
    found = forecast(estimated, nodes, share)
    if share < LEAST_SHARE or nodes < LEAST_NODES:
        assert found == ((said, False) if said >= nodes else None)
        return
    assert found is not None
    value, measured = found
    assert measured
    assert value >= nodes * 0.999
    if share >= SURE_SHARE:
        assert value == pytest.approx(nodes / share)
    assert value <= max(said, nodes / share) * 1.001
    assert forecast(None, nodes, share) == (nodes / share, True)


def test_without_probes_and_progress_there_is_nothing_to_say() -> None:
    assert forecast(None, 0, None) is None
    assert forecast(None, 10, LEAST_SHARE / 2) is None
