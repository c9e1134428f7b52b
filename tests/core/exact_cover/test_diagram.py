"""The diagram of all solutions: what it holds, whatever way it was built, and what can be asked of it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import CannotSolve, CoverDiagram, ExactCover, Goal, ProblemError, Status, algorithm
from core.exact_cover._counting.memo_table import ASKING
from core.exact_cover._diagram.search import DiagramSearch
from core.exact_cover._encodings import dominoes, langford, queens
from core.exact_cover._gallery import GALLERY, instance
from tests.cases import slow
from tests.core.exact_cover.known import fibonacci, tilings
from tests.core.exact_cover.strategies import brute_force, covers, problems

LARGE = {"pentominoes-8x8-square", "pentominoes-8x8-corners", "sudoku-2x3"}
"""Minutes in all, on a slow machine: `tools/benchmarks/bench_cover.py` builds them."""
EVERY = st.one_of(problems(), covers())


def begun(problem: ExactCover, memory: int = 64) -> DiagramSearch:
    search = algorithm("cover", "diagram").start(problem, Goal.COUNT, parameters={"memory": memory})
    assert isinstance(search, DiagramSearch)
    return search


def sets(diagram: CoverDiagram) -> set[frozenset[int]]:
    """Its solutions, of which none may stand twice."""
    listed = [frozenset(cover.options) for cover in diagram]
    assert len(set(listed)) == len(listed) == diagram.count
    return set(listed)


@given(EVERY)
def test_a_diagram_holds_what_trying_everything_finds(problem: ExactCover) -> None:
    wanted = brute_force(problem)
    diagram = problem.diagram()
    assert sets(diagram) == wanted
    assert diagram.complete
    assert diagram.occurrences == tuple(sum(o in each for each in wanted) for o in range(len(problem.options)))
    assert bool(diagram) == bool(wanted)
    for number, cover in enumerate(diagram):
        assert diagram[number] == diagram[number - diagram.count] == cover
        assert diagram.index(cover) == number


@given(EVERY, st.data())
def test_taking_and_forbidding_need_no_search(problem: ExactCover, data: st.DataObject) -> None:
    options = st.lists(st.integers(0, max(0, len(problem.options) - 1)), max_size=3)
    taken, forbidden = (data.draw(options) if problem.options else [] for _ in range(2))
    wanted = {each for each in brute_force(problem) if each.issuperset(taken) and not each.intersection(forbidden)}
    assert sets(problem.diagram().restrict(taken, forbidden)) == wanted


@given(EVERY, st.integers(0, 1 << 30), st.booleans())
def test_the_cheapest_come_first(problem: ExactCover, seed: int, whole: bool) -> None:
    lot = random.Random(seed)
    costs = [lot.randrange(-5, 6) if whole else lot.uniform(-1, 1) for _ in problem.options]
    ordered = sorted(sum(costs[o] for o in sorted(each)) for each in brute_force(problem))
    diagram = problem.diagram()
    found = list(diagram.cheapest(costs))
    assert [cost for cost, _ in found] == pytest.approx(ordered)
    assert {frozenset(cover.options) for _, cover in found} == brute_force(problem)
    assert diagram.best(costs, 2) == found[:2]


@settings(max_examples=40)
@given(EVERY)
def test_in_slices_and_from_states_it_is_the_same_diagram(problem: ExactCover) -> None:
    """And at every node, what is known so far is a diagram of that many of the solutions."""
    wanted, whole = brute_force(problem), problem.diagram()
    search = begun(problem)
    while search.status is Status.RUNNING:
        part = search.diagram
        assert sets(part) <= wanted
        assert part.count == search.counts()[0] == search.snapshot().solutions
        again = begun(problem)
        again.restore(search.state())
        search = again
        search.advance(1)
    assert search.diagram == whole


@pytest.mark.parametrize(
    "entry", [pytest.param(each, id=each.name) for each in GALLERY if each.name not in LARGE]
)  # fmt: skip
def test_counts_of_the_gallery(entry: object) -> None:
    assert entry.puzzle().problem.diagram().count == entry.known  # type: ignore[attr-defined]


@pytest.mark.parametrize(("height", "width"), [(2, 400), (8, 60)])
def test_counts_of_any_size_are_exact(height: int, width: int) -> None:
    known = fibonacci(width) if height == 2 else tilings(height, width)
    diagram = dominoes(height, width).problem.diagram()
    assert diagram.count == known
    assert diagram.index(diagram[known // 3]) == known // 3
    assert sum(diagram.occurrences) == known * height * width // 2
    if known >= 1 << 63:
        with pytest.raises(OverflowError):
            len(diagram)


def test_rows_of_strips_are_counted() -> None:
    """Some 3·10^19 sets of options, which nobody can list: each cell is one of a row, a piece lies on two or three."""
    strips = {
        f"{size}@{at}.{copy}": [*range(at, at + size)] for size in (2, 3) for at in range(46 - size) for copy in "ab"
    }
    ways = [1, 0]
    for _ in range(44):
        ways.append(2 * ways[-2] + (2 * ways[-3] if len(ways) > 2 else 0))
    assert ExactCover(strips).diagram().count == ways[45]


def test_what_has_been_seen_changes_the_way_and_not_the_diagram() -> None:
    problem = instance("latin-5").puzzle().problem
    seen, blind = begun(problem), begun(problem)
    blind.arrays["figures"][ASKING] = 0
    for search in (seen, blind):
        search.advance(1 << 30)
    assert seen.detail()["memo"]["hits"] > 20_000
    assert blind.detail()["memo"]["lookups"] == 0
    assert blind.counts()[1] > 2 * seen.counts()[1]
    assert seen.diagram == blind.diagram


def test_at_the_bound_of_memory_it_says_what_it_knows() -> None:
    problem = instance("dominoes-16x16").puzzle().problem
    search = begun(problem, memory=4)
    search.advance(1 << 30)
    assert search.status is Status.LIMIT
    assert 1 << 20 < search.detail()["diagram"]["bytes"] < 2 << 20
    assert sum(array.nbytes for array in search.state().values() if isinstance(array, np.ndarray)) < 4 << 20
    diagram = problem.diagram(memory=4)
    assert not diagram.complete
    assert 1 << 20 < diagram.count == search.diagram.count < instance("dominoes-16x16").known
    assert search.counts()[0] <= diagram.count
    assert str(diagram).startswith("Dominoes on 16×16: at least ")
    assert all(problem.solved_by(cover.options) for cover in islice(diagram, 20))
    assert diagram[-1] in diagram
    for asked in (diagram.sample, lambda: diagram.occurrences, lambda: diagram.best([0] * len(problem.options))):
        with pytest.raises(
            CannotSolve, match=r"the diagram is not complete and has only some solutions \(at least .*nodes"
        ):
            asked()


def test_a_limit_of_time_leaves_what_was_found() -> None:
    diagram = instance("sudoku-2x3").puzzle().problem.diagram(seconds=0.5)
    assert not diagram.complete
    assert str(diagram).startswith("Sudoku 2×3: at least ")


def test_no_more_than_the_limit_is_reported() -> None:
    search = algorithm("cover", "diagram").start(instance("dominoes-8x8").puzzle().problem, Goal.COUNT, 1000)
    while search.advance(1 << 20) is Status.RUNNING:
        pass
    assert search.status is Status.LIMIT
    assert search.snapshot().solutions == 1000


def test_names_are_those_of_the_problem() -> None:
    diagram = ExactCover({1: "ab", 0: "cd", 2: "bc", "x": "ad", "y": "a", "z": "bd"}).diagram()
    assert sorted(sorted(map(str, each)) for each in diagram) == [["0", "1"], ["2", "x"]]
    assert diagram.in_every == ()
    assert set(diagram.in_none) == {"y", "z"}
    assert diagram.take(2).in_every == (2, "x")
    assert diagram.best({1: 3, 2: 1}) == [(1, diagram.take("x")[0])]
    assert (2, "x") in diagram
    assert (1, "x") not in diagram
    assert "nothing" not in diagram
    with pytest.raises(ProblemError, match="there is no option 'w'"):
        diagram.take("w")
    with pytest.raises(ProblemError, match="2 costs for 6 options"):
        diagram.best([1, 2])
    with pytest.raises(ProblemError, match="expected a number as a cost, not 'dear'"):
        diagram.best({1: "dear"})
    with pytest.raises(IndexError, match="there is no solution 2: there are 2"):
        diagram[2]


def test_costs_of_the_problem_are_taken_where_none_are_given() -> None:
    sets = {"A": [1, 4], "B": [2, 3], "C": [1, 2], "D": [3, 4]}
    problem = ExactCover.from_options(sets, costs={"A": 7, "C": 2, "D": 4})
    assert problem.diagram().best(k=5) == [(6, ("C", "D")), (7, ("A", "B"))]


def test_without_costs_each_option_costs_one() -> None:
    problem = ExactCover({"ab": "ab", "a": "a", "b": "b"})
    assert problem.diagram().best(k=3) == [(1, ("ab",)), (2, ("a", "b"))]


def test_the_k_best_of_pentominoes_are_those_of_a_list() -> None:
    problem = instance("pentominoes-4x15").puzzle().problem
    lot = random.Random(4)
    costs = [lot.randrange(1000) for _ in problem.options]
    diagram = problem.diagram()
    listed = sorted(sum(costs[o] for o in cover.options) for cover in diagram)
    assert [cost for cost, _ in diagram.best(costs, 1500)] == listed


@pytest.mark.parametrize(
    ("problem", "draws"),
    [
        pytest.param(langford(7).problem, 5200, id="langford"),
        pytest.param(queens(8).problem, 9200, id="queens"),
        pytest.param(instance("pentominoes-3x20").puzzle().problem, 8000, id="pentominoes"),
        pytest.param(instance("attack-5x5").puzzle().problem, 9300, id="attack"),
    ],
)
def test_samples_are_fair(problem: ExactCover, draws: int) -> None:
    """By chi-square: 5 standard deviations are not reached by a fair draw, and this seed is always the same."""
    diagram = problem.diagram()
    times = Counter(frozenset(cover.options) for cover in diagram.sample(draws, seed=1))
    expected = draws / diagram.count
    square = sum((times[frozenset(cover.options)] - expected) ** 2 / expected for cover in diagram)
    freedom = diagram.count - 1
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5
    assert sum(times.values()) == draws
    assert problem.sample(3, seed=7) == diagram.sample(3, seed=7)


def test_nothing_is_drawn_where_there_is_no_solution() -> None:
    with pytest.raises(CannotSolve, match="there is no solution to draw"):
        langford(5).problem.sample()


def test_a_diagram_is_kept_in_a_file(tmp_path: Path) -> None:
    for name in ("langford-7", "attack-5x5", "knuth-dlx2", "langford-5"):
        diagram = instance(name).puzzle().problem.diagram()
        diagram.save(tmp_path / "kept")
        assert CoverDiagram.load(tmp_path / "kept") == diagram
    part = instance("dominoes-16x16").puzzle().problem.diagram(memory=1)
    part.save(tmp_path / "part")
    assert not CoverDiagram.load(tmp_path / "part").complete


def _forged(diagram: CoverDiagram, path: Path, name: str, at: int, value: int) -> None:
    arrays = {each: getattr(diagram, each).copy() for each in ("start", "option", "child")}
    arrays[name][at] = value
    CoverDiagram(diagram.problem, **arrays, root=diagram.root).save(path)


@pytest.mark.parametrize(
    ("name", "at", "value", "told"),
    [
        ("start", 4, 1 << 30, "its nodes do not share out its branches"),
        ("start", 2, 1, "it does not begin with its two last nodes"),
        ("option", 0, 1 << 20, "a branch has an option that the problem does not have"),
        ("option", 0, -2, "a branch has an option that the problem does not have"),
        ("child", 0, 1 << 20, "a branch leads to a node that does not come before its own"),
        ("child", -1, -1, "a branch leads to a node that does not come before its own"),
        ("child", -1, 2, "a cover of this diagram does not solve its problem"),
    ],
)
def test_a_file_that_leads_astray_is_refused(tmp_path: Path, name: str, at: int, value: int, told: str) -> None:
    _forged(langford(7).problem.diagram(), tmp_path / "forged", name, at, value)
    with pytest.raises(ProblemError, match=told) as raised:
        CoverDiagram.load(tmp_path / "forged")
    assert str(raised.value).startswith(str(tmp_path / "forged"))


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    langford(7).problem.diagram().save(path)
    content = path.read_bytes()
    lot = random.Random(1)
    for _ in range(60):
        damaged = bytearray(content)
        damaged[lot.randrange(len(content))] ^= 1 << lot.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(ProblemError, match=r"this diagram is damaged|its end is missing"):
            CoverDiagram.load(path)
    for cut in (0, 3, 100, len(content) // 2):
        path.write_bytes(content[:cut])
        with pytest.raises(ProblemError, match="this is not a diagram, or its end is missing"):
            CoverDiagram.load(path)
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(ProblemError, match="this is not a diagram"):
        CoverDiagram.load(tmp_path / "other.npz")


@pytest.mark.parametrize(
    ("name", "changed", "told"),
    [
        ("child", lambda a: a + 1000, "its diagram is not valid"),
        ("pending_child", lambda a: a + 1000, "a branch of an open node leads nowhere"),
        ("pending_option", lambda a: a + 1000, "a branch of an open node has an option"),
        ("option", lambda a: a[:-1], "its arrays are not as long as it says"),
        ("table", lambda a: a | np.uint64(1 << 20), "its table does not fit its diagram"),
        ("trail", lambda a: a + 1000, "trail holds"),
    ],
)
def test_states_that_lead_astray_are_refused(name: str, changed: object, told: str) -> None:
    search = begun(instance("latin-4").puzzle().problem)
    search.advance(1000)
    state = search.state()
    state[f"array:{name}"] = changed(state[f"array:{name}"])  # type: ignore[operator]
    with pytest.raises(ValueError, match=told):
        begun(instance("latin-4").puzzle().problem).restore(state)


@pytest.mark.parametrize("order", ["auto", "natural", "near", "busiest", slow("reverse"), slow("rarest")])
def test_every_order_gives_the_same_covers(order: str) -> None:
    problem = langford(8).problem
    assert sets(problem.diagram(order=order)) == sets(problem.diagram())


def test_by_nearness_dominoes_take_half_of_the_nodes() -> None:
    problem = dominoes(8, 12).problem
    assert problem.diagram(order="near").size.nodes < problem.diagram(order="natural").size.nodes
    assert problem.diagram() == problem.diagram(order="near")


def test_rows_of_bits_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = instance("pentominoes-3x20").puzzle().problem
    monkeypatch.setattr("core.exact_cover._counting.density.MOST_WORDS", 1000)
    with pytest.raises(CannotSolve, match="72 × 1 236 are too large"):
        problem.diagram()
