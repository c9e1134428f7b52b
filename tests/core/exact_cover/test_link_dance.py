"""The links dance against the kernel's own arrays, at every node."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core import ExactCover, Goal, Item, Search, Status, algorithm
from core.exact_cover import _gallery as gallery
from core.exact_cover._kernels.link_dance import LinkDance, NodeField, StepKind, Structure, link_dance
from tests.core.exact_cover.strategies import covers
from tests.rows import Rows


def fields(structure: Structure) -> dict[NodeField, dict[int, int]]:
    return {name: dict(values) for name, values in structure.fields.items()}


def danced(problem: ExactCover, most: int = 200, **parameters: str | int) -> int:
    """Walk a search, dancing from every node to the next and back; returns the unlinkings met."""
    search = algorithm("cover", "dlx").start(problem, Goal.COUNT, None, parameters=parameters)
    unlinked = nodes = 0
    while search.status is Status.RUNNING and nodes < most:
        nodes += 1
        updates = search.snapshot().updates or 0
        dance = link_dance(search)
        assert isinstance(dance, LinkDance)
        start = fields(dance.structure)
        positions = [start]
        own = 0
        while dance.next is not None:
            step = dance.next
            own += step.kind is StepKind.UNLINK
            assert len(step.links) == (1 if step.kind is StepKind.PUT_BACK else 2)
            if step.kind is not StepKind.PUT_BACK:
                assert dance.structure.linked(step.node) == (step.kind is StepKind.UNLINK)
            assert dance.forward()
            if step.kind is not StepKind.PUT_BACK:
                assert dance.structure.linked(step.node) == (step.kind is StepKind.RELINK)
            positions.append(fields(dance.structure))
        assert not dance.forward()
        search.advance(1)
        counted = (search.snapshot().updates or 0) - updates
        # Secondary items are counted when they are covered, though they are in no header list.
        assert own == counted or (problem.secondary and own < counted)
        unlinked += own
        following = link_dance(search)
        assert following is not None
        assert fields(following.structure) == positions[-1]
        while dance.last is not None:
            assert fields(dance.structure) == positions.pop()
            assert dance.back()
        assert fields(dance.structure) == start
        assert not dance.back()
    if search.status is not Status.RUNNING:
        final = link_dance(search)
        assert final is not None
        assert all(final.structure.linked(node) for node in (*range(1, problem.primary + 1), *final.structure.nodes))
    return unlinked


@pytest.mark.parametrize("choice", ["s", "first", "random"])
@pytest.mark.parametrize("name", ["four-sets", "knuth-2000", "knuth-dlx2", "knuth-dlx3", "queens-4"])
def test_it_dances_as_the_kernel_does(name: str, choice: str) -> None:
    assert danced(gallery.instance(name).puzzle().problem, choice=choice) > 0


@settings(max_examples=60, deadline=None)
@given(problem=covers(), rule=st.sampled_from(["s", "first"]))
@example(problem=ExactCover((Item("A", least=2, most=3),), ((0,), (0,), (0,))), rule="s")
def test_colours_and_multiplicities_dance_too(problem: ExactCover, rule: str) -> None:
    if algorithm("cover", "dlx").refusal(problem) is None:
        danced(problem, 40, choice=rule)


def test_the_two_assignments_are_those_of_the_paper() -> None:
    problem = gallery.instance("knuth-2000").puzzle().problem
    search = algorithm("cover", "dlx").start(problem, Goal.ALL)
    search.advance(1)
    dance = link_dance(search)
    assert dance is not None
    first, second = dance.steps[:2]
    header = first.node
    assert (first.kind, first.item) == (StepKind.UNLINK, 0)
    left, right = (dance.structure.fields[way][header] for way in (NodeField.LEFT, NodeField.RIGHT))
    assert [(w.field, w.node, w.new) for w in first.writes] == [
        (NodeField.RIGHT, left, right),
        (NodeField.LEFT, right, left),
    ]
    above, below = (dance.structure.fields[way][second.node] for way in (NodeField.UP, NodeField.DOWN))
    assert [(w.field, w.node, w.new) for w in second.links] == [
        (NodeField.DOWN, above, below),
        (NodeField.UP, below, above),
    ]
    assert second.writes[-1].field is NodeField.SIZE
    assert second.writes[-1].new == second.writes[-1].old - 1


def test_going_back_begins_at_the_end_of_the_steps() -> None:
    search = algorithm("cover", "dlx").start(gallery.instance("four-sets").puzzle().problem, Goal.ALL)
    search.advance(1)
    dance = link_dance(search, at_end=True)
    assert dance is not None
    assert dance.place == len(dance.steps) > 0
    assert dance.next is None


def test_what_has_no_links_does_not_dance() -> None:
    search = algorithm("cover", "dancing-cells").start(gallery.instance("four-sets").puzzle().problem, Goal.ALL)
    assert link_dance(search) is None
    assert link_dance(None) is None


def steps_told(search: Search) -> list[str]:
    """The dance from this node to the next one: each unlinking and relinking, and what is written."""
    dance = link_dance(search)
    assert dance is not None
    told = []
    while dance.forward():
        step = dance.last
        assert step is not None
        writes = "; ".join(f"{each.field.value}[{each.node}] {each.old}→{each.new}" for each in step.writes)
        told.append(f"{step.kind.value} {step.node} of {step.item}: {writes}")
    return told


def test_the_dance_of_a_small_problem() -> None:
    """Items 1 to 3; the nodes of options A: 1 2, B: 2 3, C: 3, D: 1 follow; the fourth node goes back."""
    search = algorithm("cover", "dlx").start(ExactCover({"A": [1, 2], "B": [2, 3], "C": [3], "D": [1]}), Goal.ALL)
    told = []
    for _ in range(4):
        told.append(steps_told(search))
        search.advance(1)
    assert told == [
        [],
        [
            "unlink 1 of 0: R[0] 1→2; L[2] 1→0",
            "unlink 6 of 2: D[2] 6→8; U[8] 6→2; size[2] 2→1",
            "unlink 2 of 0: R[0] 2→3; L[3] 2→0",
            "unlink 9 of 3: D[3] 9→11; U[11] 9→3; size[3] 2→1",
        ],
        ["unlink 3 of 0: R[0] 3→0; L[0] 3→0"],
        [
            "relink 3 of 0: R[0] 0→3; L[0] 0→3",
            "relink 9 of 3: D[3] 11→9; U[11] 3→9; size[3] 1→2",
            "relink 2 of 0: R[0] 3→2; L[3] 0→2",
        ],
    ]


@pytest.mark.parametrize("name", ["knuth-dlx2", "knuth-dlx3", "langford-3"])
def test_the_dances_of_a_whole_search(name: str, rows: Rows) -> None:
    search = algorithm("cover", "dlx").start(gallery.instance(name).puzzle().problem, Goal.ALL)
    told = []
    while search.status is Status.RUNNING:
        told += steps_told(search)
        search.advance(1)
    rows(told)


def test_a_problem_with_too_many_nodes_is_not_drawn() -> None:
    large = gallery.instance("pentominoes-6x10").puzzle().problem
    assert link_dance(algorithm("cover", "dlx").start(large, Goal.ALL)) is None
