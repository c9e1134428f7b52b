"""All exact cover algorithms: the same solutions as brute force, Knuth's counts, and stopping anywhere."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Algorithm, CannotSolve, ExactCover, Goal, Item, Run, Status, algorithm, algorithms
from core.exact_cover import _item_order as item_order_module
from core.exact_cover import read_puzzle
from core.exact_cover._formats import read
from core.exact_cover._gallery import instance
from core.exact_cover._item_order import item_order, usual_order
from core.exact_cover._kernels import coloured_links
from core.exact_cover._propose import propose
from tests import ROOT
from tests.core.exact_cover.steps import finished, timeless
from tests.core.exact_cover.strategies import brute_force, problems

KEYS = [entry.key for entry in algorithms("cover")]
LISTING = [entry for entry in algorithms("cover") if Goal.ALL in entry.goals]


def variants(entry: Algorithm) -> list[dict[str, str | int]]:
    """The default settings, and each other value of each choice."""
    out: list[dict[str, str | int]] = [{}]
    for parameter in entry.parameters:
        out += [{parameter.key: value} for value, _ in parameter.choices if value != parameter.default]
    return out


def textbook(problem: ExactCover, *, smallest: bool) -> tuple[int, int, int]:
    """Nodes, updates and solutions of Knuth's Algorithm D on lists that are searched and cut, nothing linked."""
    column = {i: [o for o, option in enumerate(problem.options) if i in option] for i in range(problem.size)}
    for o in problem.idle_options:
        for held in column.values():
            if o in held:
                held.remove(o)
    header = list(range(problem.primary))
    counts = [0, 0, 0]

    def cover(item: int) -> list[int]:
        counts[1] += 1
        if item in header:
            header.remove(item)
        for o in column[item]:
            for other in problem.options[o]:
                if other != item and o in column[other]:
                    column[other].remove(o)
                    counts[1] += 1
        return list(column[item])

    def search() -> None:
        counts[0] += 1
        if not header:
            counts[2] += 1
            return
        item = min(header, key=lambda i: len(column[i])) if smallest else header[0]
        if not column[item]:
            return
        before = list(header), {i: list(held) for i, held in column.items()}
        for o in cover(item):
            inside = list(header), {i: list(held) for i, held in column.items()}
            option = problem.options[o]
            start = option.index(item)
            for other in option[start + 1 :] + option[:start]:
                cover(other)
            search()
            header[:], lists = inside
            column.update(lists)
        header[:], lists = before
        column.update(lists)

    search()
    return counts[0], counts[1], counts[2]


def test_the_matrix_of_003_by_hand() -> None:
    """The smallest item first, the first of several; what is unlinked at each step, counted by hand.

    Options: 1 CEF, 2 ADG, 3 BCF, 4 AD, 5 BG, 6 DEG (the sizes at the root are all 2 or 3, so A is taken).

    root        cover A: A itself, D G of option 2, D of option 4                     4
    A by 2      cover D: D, E G of option 6 → 3; cover G: G, B of option 5 → 2         5
      B by 3    cover B: B, C F of option 3 → 3                                        3
                cover C: C, E F of option 1 → 3; cover F: F → 1                        4
                E has no option left: dead end
    A by 4      cover D: D, E G of option 6                                            3
      E by 1    cover E: E, C F of option 1 → 3                                        3
                cover F: F, B C of option 3 → 3; cover C: C → 1                        4
        B by 5  cover B: B, G of option 5 → 2; cover G: G → 1                          3
                nothing is left: the solution 4 1 5
                                                                             together 29
    """
    problem = instance("knuth-2000").puzzle().problem
    search = algorithm("cover", "dlx").start(problem, Goal.ALL)
    steps = []
    while search.status is Status.RUNNING:
        search.advance(1)
        shot = search.snapshot()
        steps.append((shot.placement, shot.updates))
    assert steps[:-1] == [
        ((), 0), ((1,), 9), ((1, 2), 16), ((3,), 19), ((3, 0), 26), ((3, 0, 4), 29)
    ]  # fmt: skip
    shot = search.snapshot()
    assert (shot.nodes, shot.updates, shot.solutions) == (6, 29, 1)
    assert shot.detail is not None
    assert shot.detail["profile"] == [1, 2, 2, 1]
    assert list(search.solutions) == [(3, 0, 4)]


def test_colours_by_hand() -> None:
    """Knuth's example of colours (DLX2): what is unlinked at each step, counted by hand.

    Options: 1 A B X:0 Y:0, 2 A C X:1 Y:1, 4 B X:1, 5 C Y:1 (3 is X:0 Y:1: it covers nothing, and is left out).

    root        cover A: A itself, B X Y of option 1, C X Y of option 2               7
    A by 1      cover B: B, X of option 4                                              2
                X gets 0: X; no option that gives it 1 is left                         1
                Y gets 0: Y, C of option 5, which gives it 1                           2
                C has no option left: dead end
    A by 2      cover C: C, Y of option 5                                              2
                X gets 1: X; option 4 agrees and stays                                 1
                Y gets 1: Y                                                            1
      B by 4    cover B: B; X of option 4 stays linked, for its colour is settled      1
                nothing is left: the solution 2 4                            together 17
    """
    search = algorithm("cover", "dlx").start(instance("knuth-dlx2").puzzle().problem, Goal.ALL)
    steps = []
    while search.advance(1) is Status.RUNNING:
        shot = search.snapshot()
        steps.append((shot.placement, shot.updates))
    assert steps == [((), 0), ((0,), 12), ((1,), 16), ((1, 3), 17)]
    assert list(search.solutions) == [(1, 3)]


@pytest.mark.parametrize(
    ("name", "solution"),
    [("knuth-dlx1", [["A", "D"], ["C", "E", "F"], ["B", "G"]]),
     ("knuth-dlx2", [["A", "C", "X:1", "Y:1"], ["B", "X:1"]]),
     ("knuth-dlx3", [["A", "C", "X:1", "Y:1"], ["B", "X:1"], ["C", "Y:1"]])],
)  # fmt: skip
def test_knuths_documented_examples(name: str, solution: list[list[str]]) -> None:
    problem = instance(name).puzzle().problem
    for entry in LISTING:
        if entry.refusal(problem, Goal.ALL) is None:
            (found,) = finished(entry.start(problem, Goal.ALL)).solutions
            assert sorted(problem.entries(o) for o in found) == sorted(solution)


@settings(max_examples=100, deadline=None)
@given(problems())
def test_all_algorithms_agree_with_brute_force(problem: ExactCover) -> None:
    right = brute_force(problem)
    for entry in algorithms("cover"):
        if entry.refusal(problem, Goal.COUNT) is not None:
            continue
        for parameters in variants(entry):
            assert finished(entry.start(problem, Goal.COUNT, None, parameters=parameters)).snapshot().solutions == len(
                right
            )
            if Goal.ALL in entry.goals:
                found = [
                    frozenset(s)
                    for s in finished(entry.start(problem, Goal.ALL, None, parameters=parameters)).solutions
                ]
                assert len(found) == len(set(found))
                assert set(found) == right


@settings(max_examples=80, deadline=None)
@given(problems())
def test_colours_and_multiplicities_are_taken_by_two_algorithms(problem: ExactCover) -> None:
    right = brute_force(problem)
    for key in ("dlx", "dancing-cells"):
        found = finished(algorithm("cover", key).start(problem, Goal.ALL)).solutions
        assert {frozenset(s) for s in found} == right


@settings(max_examples=80, deadline=None)
@given(problems(colours=False, multiplicities=False), st.booleans())
def test_nodes_and_updates_as_in_the_textbook(problem: ExactCover, smallest: bool) -> None:
    expected = textbook(problem, smallest=smallest)
    choice = "s" if smallest else "first"
    shot = finished(algorithm("cover", "dlx").start(problem, Goal.COUNT, parameters={"choice": choice})).snapshot()
    assert (shot.nodes, shot.updates, shot.solutions) == expected
    matrix = finished(
        algorithm("cover", "algorithm-x").start(problem, Goal.COUNT, parameters={"choice": choice})
    ).snapshot()
    assert matrix.nodes == expected[0]
    if smallest:
        cells = algorithm("cover", "dancing-cells").start(
            problem, Goal.COUNT, parameters={"order": "natural", "hint": "off"}
        )
        assert finished(cells).snapshot().nodes == expected[0]


@settings(max_examples=60, deadline=None)
@given(problems(colours=False, multiplicities=False))
def test_the_general_kernel_walks_the_plain_tree(problem: ExactCover) -> None:
    from core.exact_cover._kernels.coloured_links import ColouredLinks

    plain = finished(algorithm("cover", "dlx").start(problem, Goal.ALL))
    general = finished(ColouredLinks(problem, Goal.ALL, None))
    assert list(general.solutions) == list(plain.solutions)
    assert general.snapshot().nodes == plain.snapshot().nodes
    assert general.snapshot().updates == plain.snapshot().updates


@settings(max_examples=60, deadline=None)
@given(
    problems(), st.lists(st.integers(1, 7), min_size=1, max_size=6),
    st.sampled_from([(entry, parameters) for entry in algorithms("cover") for parameters in variants(entry)]),
)  # fmt: skip
def test_stopping_anywhere_changes_nothing(
    problem: ExactCover, budgets: list[int], variant: tuple[Algorithm, dict[str, str | int]]
) -> None:
    entry, parameters = variant
    goal = entry.goals[-1] if Goal.ALL not in entry.goals else Goal.ALL
    if entry.refusal(problem, goal) is not None:
        return
    whole = finished(entry.start(problem, goal, None, parameters=parameters))
    search = entry.start(problem, goal, None, parameters=parameters)
    turn = 0
    while search.status is Status.RUNNING:
        nodes = search.counts()[1]
        search.advance(budgets[turn % len(budgets)])
        assert search.counts()[1] - nodes <= budgets[turn % len(budgets)]
        turn += 1
        again = entry.start(problem, goal, None, parameters=parameters)
        again.restore(search.state())
        assert timeless(again) == timeless(search)
        search = again
    assert list(search.solutions) == list(whole.solutions)
    assert search.snapshot().nodes == whole.snapshot().nodes
    assert search.snapshot().updates == whole.snapshot().updates
    assert search.snapshot().solutions == whole.snapshot().solutions


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("least", [0, 1])
def test_a_search_without_options_is_taken_up_again(key: str, least: int) -> None:
    problem = ExactCover((Item("a", least=least),), ())
    entry = algorithm("cover", key)
    goal = entry.goals[-1]
    if entry.refusal(problem, goal) is not None:
        return
    search = entry.start(problem, goal)
    search.advance(1)
    again = entry.start(problem, goal)
    again.restore(search.state())
    assert finished(again).snapshot().solutions == 1 - least


@pytest.mark.parametrize("key", KEYS)
def test_nothing_happens_without_budget_or_quota(key: str) -> None:
    entry = algorithm("cover", key)
    search = entry.start(instance("langford-7").puzzle().problem, Goal.COUNT)
    search.prepare()
    search.advance(0)
    search.advance(10, 0)
    assert search.counts() == (0, 0)


@pytest.mark.parametrize("key", [entry.key for entry in LISTING])
def test_first_quota_and_limit(key: str) -> None:
    problem = instance("langford-7").puzzle().problem
    entry = algorithm("cover", key)
    first = finished(entry.start(problem, Goal.FIRST))
    assert (first.status, len(first.solutions)) == (Status.COMPLETE, 1)
    some = finished(entry.start(problem, Goal.ALL, 5))
    assert (some.status, len(some.solutions)) == (Status.LIMIT, 5)
    search = entry.start(problem, Goal.ALL)
    for expected in (1, 2, 3):
        search.advance(1 << 20, 1)
        assert search.counts()[0] == expected
        assert problem.verify(search.snapshot().placement)


def test_profile_and_choices_are_told_by_all() -> None:
    problem = instance("pentominoes-3x20").puzzle().problem
    for key in KEYS:
        search = algorithm("cover", key).start(problem, Goal.COUNT)
        search.advance(500)
        shot = search.snapshot()
        assert shot.detail is not None
        assert sum(shot.detail["profile"]) == shot.nodes == 500
        assert tuple(choice.option for choice in shot.detail["choices"]) == shot.placement
        for choice in shot.detail["choices"]:
            assert 1 <= choice.number <= choice.degree
            assert choice.item in problem.options[choice.option]
        assert shot.progress is not None
        assert 0 < shot.progress < 1


def test_item_orders() -> None:
    problem = instance("langford-8").puzzle().problem
    natural = finished(coloured_links.start(problem, Goal.COUNT, None)).snapshot()
    permutation = item_order(problem.incidence(), "natural")
    same = finished(coloured_links.start(problem, Goal.COUNT, None, order=permutation)).snapshot()
    assert same.nodes == natural.nodes
    backwards = finished(coloured_links.start(problem, Goal.COUNT, None, "first", order=permutation[::-1])).snapshot()
    assert backwards.solutions == natural.solutions == 300
    assert backwards.nodes != natural.nodes
    with pytest.raises(ValueError, match="permutation"):
        coloured_links.start(problem, Goal.COUNT, None, order=permutation[:-1])


def test_ties_go_to_the_item_that_rules_out_most() -> None:
    """All sizes are 2; both options of B meet others."""
    problem = read("A B C\nA\nA B\nB C\nC\n")
    assert item_order(problem.incidence(), "busiest").tolist() == [1, 0, 2]
    for entry in LISTING:
        if "busiest" not in [value for each in entry.parameters for value, _ in each.choices]:
            continue
        search = entry.start(problem, Goal.ALL, parameters={"order": "busiest"})
        search.advance(2)
        shot = search.snapshot()
        assert shot.detail is not None
        assert shot.detail["choices"][0].item == 1
        assert sorted(sorted(found) for found in finished(search).solutions) == [[0, 2], [1, 3]]


def test_the_usual_order_is_that_of_fewer_nodes() -> None:
    """Where far items share secondary ones the busiest first, along a board the natural one."""
    optional = read_puzzle("region:\n" + "#?####\n" * 4 + "\npiece D ×*:\n##\n").problem
    assert optional.secondary
    for problem, usual in (
        (instance("queens-8").puzzle().problem, "busiest"),
        (instance("dominoes-6x6").puzzle().problem, "natural"),
        (instance("langford-8").puzzle().problem, "natural"),
        (optional, "natural"),
    ):
        assert usual_order(problem) == usual
        for key in ("memo-count", "dancing-cells"):
            nodes = {
                order: finished(algorithm("cover", key).start(problem, Goal.COUNT, parameters={"order": order}))
                .snapshot()
                .nodes
                or 0
                for order in ("auto", "natural", "busiest")
            }
            assert nodes["auto"] == nodes[usual]
            if problem is not optional:
                assert nodes["auto"] <= 1.02 * min(nodes.values())


def test_random_ties_follow_the_seed() -> None:
    problem = instance("langford-8").puzzle().problem

    def nodes(seed: int) -> int | None:
        shot = finished(
            algorithm("cover", "dlx").start(problem, Goal.COUNT, parameters={"choice": "random", "seed": seed})
        ).snapshot()
        assert shot.solutions == 300
        return shot.nodes

    assert nodes(1) == nodes(1)
    assert len({nodes(seed) for seed in range(5)}) > 1


def test_refusals_name_who_can() -> None:
    problem = instance("knuth-dlx3").puzzle().problem
    for key in ("algorithm-x", "memo-count"):
        with pytest.raises(CannotSolve, match=r"these can: .*dlx.*dancing-cells"):
            algorithm("cover", key).start(problem, Goal.COUNT)
    with pytest.raises(CannotSolve, match="supports only goal 'count', not 'all'"):
        algorithm("cover", "memo-count").start(instance("langford-3").puzzle().problem, Goal.ALL)


@pytest.mark.parametrize("key", KEYS)
def test_unsolvable_is_a_complete_answer(key: str) -> None:
    problem = read("A B C\nA\nB\n")
    shot = Run(algorithm("cover", key).start(problem, Goal.COUNT)).drive()
    assert (shot.status, shot.solutions) == (Status.COMPLETE, 0)
    nothing = read("A\n")
    assert Run(algorithm("cover", key).start(nothing, Goal.COUNT)).drive().solutions == 0


def test_interpreted_kernels_give_the_same_figures() -> None:
    names = ("langford-4", "knuth-dlx2", "knuth-dlx3", "queens-4")
    code = (
        "from core._catalog import algorithms; from core.exact_cover._gallery import instance\n"
        "from core._search import Goal; from core.running._run import Run\n"
        "for entry in algorithms('cover'):\n"
        f"    for name in {names}:\n"
        "        problem = instance(name).puzzle().problem\n"
        "        if entry.refusal(problem, Goal.COUNT) is None:\n"
        "            shot = Run(entry.start(problem, Goal.COUNT)).drive()\n"
        "            print(entry.key, name, shot.solutions, shot.nodes, shot.updates)\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code], cwd=ROOT, text=True, check=True,
            capture_output=True, env={**os.environ, "NUMBA_DISABLE_JIT": without},
        ).stdout
        for without in ("0", "1")
    ]  # fmt: skip
    assert told[0] == told[1]
    problems = {name: instance(name).puzzle().problem for name in names}
    assert [line.split()[:2] for line in told[0].splitlines()] == [
        [entry.key, name]
        for entry in algorithms("cover")
        for name, problem in problems.items()
        if entry.refusal(problem, Goal.COUNT) is None
    ]


def test_nothing_heavy_is_imported_before_a_search() -> None:
    code = (
        "import sys, core._cli.command_line; core._cli.command_line.parser()\n"
        "import core.exact_cover._gallery, core.exact_cover._formats.load\n"
        "import core.exact_cover._propose, core.exact_cover._analysis\n"
        "core.exact_cover._gallery.instance('soma').puzzle()\n"
        "print([name for name in ('numpy', 'numba', 'textual') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, text=True, check=True, capture_output=True)
    assert done.stdout == "[]\n"


def test_the_busiest_item_is_that_whose_options_meet_most_others() -> None:
    """C has four options with one neighbour of size 3 each, A and B have three: their own places do not count."""
    problem = read("A B C D\nA B\nA B\nA B\nC\nC\nC\nC\nD\n")
    # A and B each: 3 options, each meeting the 3 places of the other. C and D meet nobody.
    assert item_order(problem.incidence(), "busiest").tolist() == [0, 1, 2, 3]
    problem = read("A B C\nA\nA\nA\nA\nB C\nB C\n")
    assert item_order(problem.incidence(), "busiest").tolist() == [1, 2, 0]


def test_items_that_are_far_apart_are_seen_and_very_many_options_keep_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    far = read("A B C D | x\n" + "A D x\n" * 9)
    assert usual_order(far) == "busiest"
    monkeypatch.setattr(item_order_module, "MOST_BUSY", 8)
    assert usual_order(far) == "natural"


@pytest.mark.parametrize(("met", "key"), [(9.9, "dlx"), (10.0, "dancing-cells")])
def test_links_are_proposed_where_an_option_meets_fewer_than_ten_others(
    monkeypatch: pytest.MonkeyPatch, met: float, key: str
) -> None:
    """As measured: from there on shortening sets is faster than unlinking."""
    monkeypatch.setattr("core.exact_cover._propose.options_met", lambda problem: met)
    proposal = propose(instance("langford-5").puzzle().problem, Goal.ALL)
    assert proposal.algorithm.key == key
    assert f"{round(met)} others" in proposal.reason
