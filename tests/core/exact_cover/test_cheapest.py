"""The cheapest solutions: against brute force and OR-tools, stopped and resumed anywhere, explained, and printed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import core
from core import ExactCover, Goal, Item, Search, Status, algorithm
from core._cli.command_line import main
from core.exact_cover._kernels.cheapest import CheapestCover
from core.exact_cover._prices import prices
from core.explain import Explainer, Inference, NodeKind, sentences
from core.running import Arrival, Move, Timeline
from tests.core.exact_cover.strategies import brute_force, problems

CHEAPEST = algorithm("cover", "cheapest")
FILE = """| title: Who does what
ann bob cat dan | x
ann x:1 |7
ann dan x:2 |9
bob x:1 |3
bob cat |11
cat x:1 |4
dan x:1 |6
dan x:2 |1
cat dan |5
"""


@st.composite
def costly(draw: st.DrawFn) -> ExactCover:
    problem = draw(problems())
    size = len(problem.options)
    costs = draw(st.lists(st.sampled_from([0, 1, 2, 5, 10, 30, -1, -7]), min_size=size, max_size=size))
    return ExactCover(problem.items, problem.options, costs=costs)


def in_steps(search: Search, chance: random.Random) -> Search:
    """To the end, in budgets and quotas of any size."""
    while search.advance(chance.choice([1, 2, 3, 50]), chance.choice([1, 2, None])) is Status.RUNNING:
        pass
    return search


@settings(max_examples=40, deadline=None)
@given(costly(), st.integers(1, 4), st.integers(-20, 40), st.randoms(use_true_random=False))
def test_the_cheapest_are_those_of_brute_force(
    problem: ExactCover, many: int, within: int, chance: random.Random
) -> None:
    every = sorted(map(problem.cost, brute_force(problem)))

    def costs(goal: str, limit: int | None = None, **given: Any) -> list[int]:
        search = in_steps(CHEAPEST.start(problem, goal, limit, parameters=given), chance)
        found = [frozenset(solution) for solution in search.solutions]
        assert set(found) <= brute_force(problem)
        assert len(set(found)) == len(found) == search.counts()[0]
        if given.get("costs") == "one":
            return [*map(len, found)]
        return [problem.cost(solution) for solution in search.solutions]

    if problem.costly:
        assert costs("first") == every[:1]
        assert costs("all", many) == every[:many]
        assert costs("all", many, within=within) == [cost for cost in every if cost <= within][:many]
        assert sorted(costs("all", within=within)) == [cost for cost in every if cost <= within]
        assert len(costs("count", within=within)) == sum(cost <= within for cost in every)
    assert costs("all", many, costs="one") == sorted(map(len, brute_force(problem)))[:many]
    assert sorted(costs("all", costs="one")) == sorted(map(len, brute_force(problem)))


@settings(max_examples=100, deadline=None)
@given(costly())
def test_no_option_costs_less_than_the_prices_of_its_items(problem: ExactCover) -> None:
    costs = np.array([option.cost for option in problem.options], dtype=np.int64)
    priced = prices(problem, costs)
    idle = set(problem.idle_options)
    for number, option in enumerate(problem.options):
        if number not in idle:
            own = int(costs[number]) // priced.unit * priced.scale - int(priced.items[list(option)].sum())
            assert own == priced.reduced[number] >= 0
    for solution in brute_force(problem):
        assert priced.bound * priced.unit <= problem.cost(solution) * priced.scale


def test_prices_come_near_to_the_best_bound() -> None:
    """An assignment is worth its linear relaxation; the prices reach it."""
    size, chance = 8, np.random.default_rng(1)
    squares = {(row, column): (f"r{row}", f"c{column}") for row in range(size) for column in range(size)}
    costs = chance.integers(1, 1000, size * size)
    problem = ExactCover.from_options(squares, costs=costs.tolist())
    best = problem.solution("cheapest")
    assert best is not None
    assert prices(problem, costs).bound > 0.99 * best.cost * prices(problem, costs).scale


@settings(max_examples=40, deadline=None)
@given(costly(), st.integers(0, 12), st.integers(1, 3))
def test_it_goes_on_from_any_node_in_another_search(problem: ExactCover, before: int, many: int) -> None:
    whole = CHEAPEST.start(problem, "all", many)
    whole.advance(1 << 20)
    first = CHEAPEST.start(problem, "all", many)
    first.advance(before, 1)
    second = CHEAPEST.start(problem, "all", many)
    second.restore(first.state())
    in_steps(second, random.Random(before))
    assert (list(second.solutions), second.counts()) == (list(whole.solutions), whole.counts())


def test_the_questions_of_a_problem_ask_for_the_cheapest_too() -> None:
    problem = core.read_cover(FILE)
    assert problem.solution("cheapest") == ("1", "3", "8")
    assert [cover.cost for cover in problem.solutions("cheapest", limit=3)] == [15, 20, 20]
    assert sorted(cover.cost for cover in problem.solutions("cheapest", parameters={"within": 20})) == [15, 20, 20]
    assert problem.count("cheapest", parameters={"within": 20}) == 3
    assert problem.count("cheapest", parameters={"within": "any"}) == problem.count() == 4
    assert problem.solution("cheapest", parameters={"costs": "one"}) == ("2", "4")
    assert problem.solution("cheapest", parameters={"within": 14}) is None
    with pytest.raises(core.CannotSolve, match="within: expected a whole number, not 'much'"):
        problem.solution("cheapest", parameters={"within": "much"})
    with pytest.raises(core.CannotSolve, match="the 100 000 000 cheapest are too many to hold"):
        next(problem.solutions("cheapest", limit=100_000_000))


def test_classes_within_a_cost_are_those_of_the_list() -> None:
    """A symmetry leaves solutions of orbits as they are, and an orbit costs what its options cost together."""
    costs = {"A": 1, "B": 1, "C": 4, "D": 4, "AB": 1, "CD": 9}
    problem = ExactCover.from_options({name: list(name) for name in costs}, items="ABCD", costs=costs)
    assert problem.symmetries().order == 4
    assert [problem.count_classes("cheapest", within=most) for most in (8, 9, 10, 11)] == [0, 1, 3, 4]
    assert problem.count_classes("cheapest", within=2, costs="one") == 1


@pytest.mark.parametrize(("within", "found"), [(10**15, 4), (10**18 - 1, 4), (-(10**15), 0), (-(10**18), 0)])
def test_a_limit_of_cost_may_be_beyond_every_cost(within: int, found: int) -> None:
    assert core.read_cover(FILE).count("cheapest", parameters={"within": within}) == found


def test_what_is_drawn_on_the_way_are_the_options_chosen() -> None:
    """Inside, options are numbered by their reduced costs, and one that can be in no solution has no number."""
    items = [Item("a"), Item("b"), Item("x", secondary=True)]
    search = CHEAPEST.start(
        ExactCover(items, [[2], [0], [1], [0, 1]], costs=[0, 5, 3, 9]), Goal.ALL, parameters={"within": 100}
    )
    assert isinstance(search, CheapestCover)
    drawn = []
    while search.status is Status.RUNNING:
        drawn.append(search.snapshot().placement)
        assert list(drawn[-1]) == search.path()
        search.advance(1)
    assert drawn == [(), (), (1,), (1, 2), (3,)]


def test_a_thousand_costs_that_are_all_alike_are_one_problem() -> None:
    """Costs of a common unit are counted in it: a bound just above a solution's cost leaves nothing more to look at."""
    problem = core.read_cover(FILE)
    dear = ExactCover(problem.items, problem.options, costs=[1_000_000 * option.cost for option in problem.options])
    searches = [CHEAPEST.start(each, Goal.FIRST) for each in (problem, dear)]
    assert [search.advance(1 << 20) for search in searches] == [Status.COMPLETE] * 2
    assert searches[0].counts() == searches[1].counts()
    assert isinstance(searches[1], CheapestCover)
    assert searches[1].best == [(15_000_000, (0, 2, 7))]


def test_a_problem_beyond_the_matrix_is_refused_in_words() -> None:
    items = [Item(str(number)) for number in range(70_000)]
    problem = ExactCover(items, [[number] for number in range(70_000)])
    with pytest.raises(core.CannotSolve, match="keeps the whole matrix of 70 000 × 70 000, which is too large"):
        problem.solution("cheapest")


def walked(problem: ExactCover) -> list[tuple[Any, CheapestCover]]:
    search = CHEAPEST.start(problem, Goal.FIRST)
    assert isinstance(search, CheapestCover)
    line = Timeline(search)
    explainer, found = Explainer(line), []
    while line.go(Move.FORWARD) is Arrival.THERE:
        found.append((explainer.reason(), search))
        assert len(found) < 500
    return found


@settings(max_examples=40, deadline=None)
@given(costly())
@example(ExactCover([Item("a", least=0)], [[0]], costs=[-1]))
def test_the_reason_at_a_node_is_what_the_search_has_left(problem: ExactCover) -> None:
    best = None
    every = brute_force(problem)
    for reason, _ in walked(problem):
        chosen = {taken.option.number for taken in reason.path if taken.option is not None}
        bound = reason.bound
        assert bound.spent == (problem.cost(chosen) if problem.costly else len(chosen))
        without = {taken.subject.name for taken in reason.path if taken.option is None}
        others = {
            number
            for number, option in enumerate(problem.options)
            if number not in chosen and without & {problem.items[item].name for item in option}
        }
        below = [
            problem.cost(each) if problem.costly else len(each)
            for each in every
            if chosen <= each and not others & each
        ]
        assert all(bound.least <= cost for cost in below)
        if reason.outcome is NodeKind.SOLUTION:
            assert chosen in every
            best = bound.spent if best is None else min(best, bound.spent)
        if reason.outcome is NodeKind.DEAD_END:
            assert reason.dead
    assert best == min([problem.cost(each) if problem.costly else len(each) for each in every], default=None)


def test_the_bound_is_named_where_it_leaves_nothing() -> None:
    """Half of each pair would do for three items: no solution is as cheap as that."""
    sets = ["ab", "bc", "ac", "a", "b", "c"]
    problem = ExactCover.from_options({name: name for name in sets}, costs=[10, 10, 10, 9, 9, 9])
    walk = walked(problem)
    said = [[sentence.text for sentence in sentences(reason)] for reason, _ in walk]
    assert said[0][0] == "No solution from here costs less than 15."
    assert "It costs 19, the least so far." in said[2]
    dead = next(texts for (reason, _), texts in zip(walk, said, strict=True) if reason.outcome is NodeKind.DEAD_END)
    assert (
        "The choices cost 10, and no solution from here costs less than 15; "
        "it looks for one of at most 18 (the best so far costs 19)."
    ) in dead
    assert any(text.startswith("Dead end: choice 1 leaves nothing for item ") for text in dead)
    assert any(text.endswith(": too dear).") for text in dead)
    assert any(out.inference is Inference.TOO_DEAR for reason, _ in walk for each in reason.dead for out in each.lost)


def test_what_the_command_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "who.txt")
    Path(file).write_text(FILE, "utf-8")

    def printed(*arguments: str) -> tuple[int, str]:
        status = main(["cover", "solve", file, *arguments])
        return status, capsys.readouterr().out

    assert printed("--cheapest") == (0, "1: ann x:1\n3: bob x:1\n8: cat dan\ncost 15\nWho does what: 1\n")
    out = printed("--cheapest", "-n", "3")[1]
    assert [line for line in out.splitlines() if line.startswith("cost")] == ["cost 15", "cost 20", "cost 20"]
    assert printed("--fewest")[1] == "2: ann dan x:2\n4: bob cat\n2 options\nWho does what: 1\n"
    assert printed("--within", "14") == (1, "Who does what: no solution costs 14 or less (1 node visited)\n")
    assert printed("--within", "20", "-g", "all")[1].endswith("Who does what: 3\n")
    assert "cost 24" in printed("-a", "dlx", "-g", "all")[1]
    told = json.loads(printed("--cheapest", "--json")[1])
    assert (told["solution"], told["cost"]) == (["1", "3", "8"], 15)
    assert json.loads(printed("--cheapest", "--json", "-n", "2")[1])["costs"] == [15, 20]
    assert main(["cover", "count", file, "--within", "20"]) == 0
    assert capsys.readouterr().out == "Who does what: 3\n"
    assert main(["cover", "check", file, "1", "3", "8"]) == 0
    assert capsys.readouterr().out == "a solution, cost 15\n"
    assert main(["cover", "solve", file, "--cheapest", "--unique"]) == 2
    assert "say how many solutions with -n" in capsys.readouterr().err
    assert main(["cover", "solve", file, "--cheapest", "-a", "dlx"]) == 2
    assert "--cheapest is a search of its own; leave out --algorithm dlx" in capsys.readouterr().err


def random_problem(seed: int) -> ExactCover:
    """Some 40 options over 12 items, secondary ones with colours, and multiplicities; feasible more often than not."""
    chance = random.Random(seed)
    primary, secondary = chance.randint(6, 10), chance.randint(0, 4)
    items = []
    for number in range(primary):
        most = chance.choice([1, 1, 1, 2, 3]) if seed % 2 else 1
        items.append(Item(f"p{number}", least=chance.randint(0, most) if most > 1 else 1, most=most))
    items += [Item(f"s{number}", True) for number in range(secondary)]
    options, colours = [], []
    for _ in range(40):
        held = chance.sample(range(primary), chance.randint(1, 4))
        held += chance.sample(range(primary, len(items)), chance.randint(0, min(1, secondary)))
        options.append(held)
        colours.append([chance.choice(["", "a", "b"]) if item >= primary else "" for item in held])
    return ExactCover(items, options, colours, costs=[chance.randint(1, 100) for _ in options])


def test_the_cheapest_of_fifty_problems_are_those_of_or_tools() -> None:
    model = pytest.importorskip("ortools.sat.python.cp_model")
    solved = 0
    for seed in range(50):
        problem = random_problem(seed)
        asked = model.CpModel()
        taken = [asked.NewBoolVar("") for _ in problem.options]
        for number, item in enumerate(problem.items):
            holders = [o for o, row in enumerate(problem.options.rows()) if number in row]
            if not item.secondary:
                asked.AddLinearConstraint(sum(taken[o] for o in holders), item.least, item.most)
                continue
            for at, one in enumerate(holders):
                for other in holders[:at]:
                    first, second = (problem.options[o].colour(number) for o in (one, other))
                    if not first or first != second:
                        asked.AddBoolOr(taken[one].Not(), taken[other].Not())
        asked.Minimize(sum(int(option.cost) * taken[o] for o, option in enumerate(problem.options)))
        solver = model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.Solve(asked)
        found = problem.solution("cheapest")
        assert (found is not None) == (status == model.OPTIMAL)
        if found is not None:
            assert found.cost == round(solver.ObjectiveValue())
            solved += 1
    assert solved > 20
