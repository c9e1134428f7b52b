"""Dancing Links that starts again: the same answers, told and kept, and sooner where runs have a heavy tail."""

from __future__ import annotations

from itertools import pairwise
from statistics import median

import pytest

from core import CannotSolve, ExactCover, Goal, Search, Status, algorithm
from core._kernels.kernel import COMPILED
from core._kernels.luby import luby
from core.exact_cover._gallery import instance
from core.explain import Explainer, sentences
from core.running import Arrival, Move, Timeline, VisitedTree
from core.running._visited_tree import grow
from tests.cli import Cli
from tests.core.exact_cover.steps import finished
from tools.benchmarks.bench_cover import latin_with_holes


def begun(name: str, **settings: str | int) -> Search:
    return algorithm("cover", "dlx").start(instance(name).puzzle().problem, Goal.FIRST, None, parameters=settings)


def roots(search: Search) -> list[int]:
    """The nodes that are the root, first or again."""
    found = []
    while search.advance(1) is Status.RUNNING:
        if search.snapshot().depth == 0:
            found.append(search.counts()[1])
    return found


def test_the_runs_follow_lubys_sequence() -> None:
    assert [int(luby(number)) for number in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_each_run_has_its_nodes_and_ends_at_the_next_leaf() -> None:
    unit = 10
    started = roots(begun("langford-5", restarts=unit))
    lengths = [after - before for before, after in pairwise(started)]
    assert len(lengths) > 5
    for number, length in enumerate(lengths, 1):
        least = unit * luby.py_func(number)
        assert least <= length <= least + 15  # it has fifteen items


@pytest.mark.parametrize(("name", "found"), [("langford-5", 0), ("langford-7", 1), ("knuth-dlx2", 1), ("soma", 1)])
@pytest.mark.parametrize("seed", [1, 2])
def test_it_finds_a_solution_where_there_is_one_and_proves_that_there_is_none(name: str, found: int, seed: int) -> None:
    search = finished(begun(name, restarts=4, seed=seed))
    assert search.status is Status.COMPLETE
    assert search.counts()[0] == found
    assert all(search.problem.verify(tuple(solution)) for solution in search.solutions)


@pytest.mark.parametrize("budget", [1, 7, 1000])
def test_how_it_is_driven_changes_nothing(budget: int) -> None:
    search, whole = (begun("langford-5", restarts=5, seed=3) for _ in range(2))
    while search.status is Status.RUNNING:
        search.advance(budget)
    assert search.snapshot().detail == finished(whole).snapshot().detail
    assert search.counts() == whole.counts()


def test_a_kept_search_goes_on_in_its_run() -> None:
    search, again, whole = (begun("langford-5", restarts=5, seed=3) for _ in range(3))
    search.advance(60)
    again.restore(search.state())
    assert (again.snapshot().detail or {})["restarts"] == (search.snapshot().detail or {})["restarts"] > 1
    assert finished(again).counts() == finished(whole).counts()
    other = begun("langford-5")
    with pytest.raises(ValueError, match="counter 6"):
        other.restore(search.state())


def test_a_node_says_that_the_search_starts_again_and_the_next_one_that_it_did() -> None:
    line = Timeline(begun("langford-5", restarts=3, seed=2))
    explainer = Explainer(line)
    said = []
    for _ in range(5):
        line.go(Move.FORWARD)
        reason = explainer.reason()
        assert reason is not None
        said.append([sentence.text for sentence in sentences(reason)])
    assert said[3][-1] == "Next: this run has used up its nodes, so it starts again at the top with new random ties."
    assert said[4][0] == "The search has started again here, at the top."
    assert "started again" not in said[0][0]
    assert line.go(Move.BACK) is Arrival.THERE
    assert line.search.branch_path() == (1, 1, 1)


def test_its_tree_has_the_later_runs_below_the_first_root() -> None:
    tree = grow(lambda: begun("langford-5", restarts=3, seed=2))
    assert isinstance(tree, VisitedTree)
    assert tree.depths[:6].tolist() == [0, 1, 2, 3, 1, 2]
    assert tree.by_level()[0] == 1
    assert {tree.parent(node) for node in roots(begun("langford-5", restarts=3, seed=2))} == {None, 1}
    line = Timeline(begun("langford-5", restarts=3, seed=2))
    assert line.to(5) is Arrival.THERE
    assert line.go(Move.PARENT) is Arrival.THERE
    assert line.node == 1
    assert line.go(Move.OUT) is Arrival.NONE


def test_only_one_solution_can_be_asked_for(cli: Cli) -> None:
    counting = cli("cover", "count", "gallery:langford-7", "-a", "dlx", "--restarts", 10)
    assert (counting.status, counting.out) == (2, "")
    assert "restarts can be set for the first solution only, not for goal 'count'" in counting.err
    with pytest.raises(CannotSolve, match="for the first solution only, not for goal 'all'"):
        algorithm("cover", "dlx").start(
            instance("langford-7").puzzle().problem, Goal.ALL, 1, parameters={"restarts": 10}
        )
    with pytest.raises(CannotSolve, match="choice=first leaves none"):
        begun("langford-7", restarts=10, choice="first")
    assert cli("cover", "count", "gallery:langford-7", "-a", "dlx", "--restarts", "never").status == 0


def test_it_is_asked_for_by_name_and_explained_there(cli: Cli) -> None:
    solved = cli("cover", "solve", "gallery:langford-7", "--restarts", 5, "--seed", 2)
    assert (solved.status, solved.out.splitlines()[-1]) == (0, "Langford pairs, n = 7: 1")
    told = cli("explain", "cover", "gallery:langford-5", "-a", "dlx", "--restarts", 3, "--seed", 2, "--node", 5)
    assert "The search has started again here, at the top." in told.out


@pytest.mark.skipif(not COMPILED, reason="some hundred thousand nodes")
def test_restarts_shorten_the_tail() -> None:
    """A Latin square with holes: after 40 000 nodes most runs without restarts have not ended, and most with them have.

    Medians are 233 269 nodes without and 11 532 with them.
    """
    problem, most = latin_with_holes(33, 0.42, 6), 40_000

    def nodes(seed: int, restarts: int) -> int:
        settings: dict[str, str | int] = {"choice": "random", "seed": seed, "restarts": restarts}
        search = algorithm("cover", "dlx").start(problem, Goal.FIRST, None, parameters=settings)
        assert isinstance(search.problem, ExactCover)
        search.advance(most)
        return search.counts()[1] if search.status is Status.COMPLETE else 2 * most

    once, again = ([nodes(seed, restarts) for seed in range(1, 12)] for restarts in (0, 1000))
    assert 2 * median(again) < most < median(once)
