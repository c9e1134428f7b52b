"""The dance in both directions, proposals and estimates."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import algorithm
from core.exact_cover.analysis import Estimator, estimate, outlook
from core.exact_cover.formats import read
from core.exact_cover.gallery import instance
from core.exact_cover.problem import ExactCover
from core.exact_cover.propose import propose
from core.exact_cover.trace import Dance, Outcome, View
from core.search import Goal, Status
from tests.core.cover_strategies import problems


def walk(dance: Dance, most: int = 400) -> list[View]:
    views = [dance.view()]
    while len(views) <= most and dance.forward():
        views.append(dance.view())
    return views


def test_why_a_and_d_are_found() -> None:
    problem = instance("four-sets").puzzle().problem
    views = walk(Dance(problem))
    told = [(v.outcome, [problem.label(o) for o in v.path], v.nodes, v.updates) for v in views]
    assert told == [
        (Outcome.START, [], 0, 0),
        (Outcome.BRANCH, [], 1, 0),
        (Outcome.BRANCH, ["A"], 2, 8),
        (Outcome.SOLUTION, ["A", "D"], 3, 13),
        (Outcome.DONE, [], 3, 13),
    ]
    start = views[1]
    assert problem.items[start.next_item or 0].name == "2"
    assert (start.degree, start.live) == (1, frozenset({0, 1, 2, 3}))
    after_a = views[2]
    assert [problem.label(o) for o in after_a.live] == ["D"]
    assert [problem.items[i].name for i in after_a.active] == ["3", "5", "6"]
    assert [problem.items[i].name for i in range(6) if after_a.covered(i)] == ["1", "2", "4"]
    assert [after_a.sizes[i] for i in after_a.active] == [1, 1, 1]


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from(["s", "first", "random"]))
def test_it_visits_the_nodes_of_dlx_and_back_again(problem: ExactCover, choice: str) -> None:
    search = algorithm("cover", "dlx").start(problem, Goal.ALL, choice=choice)
    dance = Dance(problem, choice)
    views = [dance.view()]
    while search.status is Status.RUNNING:
        search.advance(1)
        dance.forward()
        shot, view = search.snapshot(), dance.view()
        assert (view.path, view.nodes, view.updates, view.solutions) == (
            shot.placement, shot.nodes, shot.updates, shot.solutions
        )  # fmt: skip
        if view.outcome is Outcome.SOLUTION:
            assert problem.verify(view.path)
        views.append(view)
    assert views[-1].outcome is Outcome.DONE
    assert not dance.forward()
    for view in reversed(views[:-1]):
        assert dance.back()
        assert dance.view() == view
    assert not dance.back()


def test_leaps() -> None:
    dance = Dance(instance("knuth-2000").puzzle().problem)
    dance.forward(2)
    assert dance.view().path == (1,)
    assert dance.step_over()
    assert dance.view().path == (3,)
    assert dance.next_solution()
    assert dance.view().path == (3, 0, 4)
    assert dance.to(1)
    assert dance.next_dead_end()
    assert dance.view().path == (1, 2)
    assert dance.next_solution()
    assert not dance.next_solution()
    assert dance.view().outcome is Outcome.DONE
    assert dance.total == 6


def test_going_back_far_in_a_long_search() -> None:
    dance = Dance(instance("pentominoes-3x20").puzzle().problem)
    dance.forward(700)
    early = dance.view()
    dance.forward(20_000)
    late = dance.view()
    assert dance.to(700)
    assert dance.view() == early
    assert dance.to(20_700)
    assert dance.view() == late


def test_links_of_knuths_figure() -> None:
    """The header of A and its column as in figure 2 of Dancing Links: options 2 and 4 hold A."""
    dance = Dance(instance("knuth-2000").puzzle().problem)
    header, root, right, second, fourth = dance.links(0)
    assert (header.name, header.left, header.right, header.up, header.down) == ("A", "root", "B", "A·4", "A·2")
    assert (root.left, root.right) == ("G", "A")
    assert right.name == "B"
    assert (second.left, second.right, second.up, second.down) == ("G·2", "D·2", "A", "A·4")
    assert (fourth.left, fourth.right, fourth.up, fourth.down) == ("D·4", "D·4", "A·2", "A")


def test_what_is_seen_before_a_search() -> None:
    seen = outlook(instance("four-sets").puzzle().problem)
    assert seen.forced == ((1, (0,)), (5, (3,)))
    assert seen.impossible == ()
    hopeless = outlook(read("A 2|B C\nA B\nC\n"))
    assert hopeless.impossible == (1,)


@settings(max_examples=15, deadline=None)
@given(problems())
def test_estimates_are_unbiased(problem: ExactCover) -> None:
    search = algorithm("cover", "dlx").start(problem, Goal.COUNT)
    while search.advance(1 << 20) is Status.RUNNING:
        pass
    solutions, nodes = search.counts()
    guess = estimate(problem, 2000)
    assert abs(guess.nodes - nodes) <= 6 * guess.nodes_error + 0.06 * nodes
    assert abs(guess.solutions - solutions) <= 6 * guess.solutions_error + 0.06 * solutions


def test_estimate_of_a_large_count() -> None:
    problem = instance("latin-5").puzzle().problem
    guess = estimate(problem, 2000)
    assert guess == estimate(problem, 2000)
    assert abs(guess.solutions - 161280) < 5 * guess.solutions_error
    more = Estimator(problem)
    more.probe(500)
    assert more.probe(1500).probes == 2000


@pytest.mark.parametrize(
    ("name", "goal", "key"),
    [("pentominoes-6x10", Goal.COUNT, "memo-count"), ("pentominoes-6x10", Goal.ALL, "algorithm-x"),
     ("langford-12", Goal.ALL, "dancing-cells"),
     ("latin-4", Goal.FIRST, "dancing-cells"), ("dominoes-8x8", Goal.ALL, "dlx"), ("knuth-dlx3", Goal.COUNT, "dlx"),
     ("knuth-dlx2", Goal.COUNT, "dlx")],
)  # fmt: skip
def test_proposals(name: str, goal: Goal, key: str) -> None:
    problem = instance(name).puzzle().problem
    proposal = propose(problem, goal)
    assert proposal.algorithm.key == key
    assert proposal.reason
    assert proposal.algorithm.refusal(problem, goal) is None


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from(list(Goal)))
def test_proposals_can_be_taken(problem: ExactCover, goal: Goal) -> None:
    assert propose(problem, goal).algorithm.refusal(problem, goal) is None
