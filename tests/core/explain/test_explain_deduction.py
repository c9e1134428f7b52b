"""What searches for a Sudoku conclude at a node: against their own state, and every claim by itself."""

from __future__ import annotations

import re

import pytest

from core import Goal, Layout, Shape, Sudoku, algorithm
from core.explain import Explainer, Inference, NodeKind, Onward, Reason, RuledOut, SubjectKind, sentences
from core.explain._reason import IMAGES
from core.explain._words import as_json
from core.running import Arrival, Move, Timeline, VisitedTree
from core.running._visited_tree import grow
from core.sudoku._bulk.bands import BandsSearch
from core.sudoku._bulk.triad_tables import CELL_AT, CONFIGURATIONS
from core.sudoku._deduction import BAND_CELLS, way_of
from core.sudoku._explain import banded_model
from core.sudoku._propagation.search import ALLOWED, Propagation
from tests.core.explain.walks import HARD, PROBLEMS, WAYS

NINE = Layout.of(Shape(3, 3))


def _candidates(search: Propagation | BandsSearch) -> set[int]:
    """Cell and value, as cell · 9 + value - 1: what the search itself holds to be possible."""
    level = int(search.counters[3])
    if isinstance(search, Propagation):
        sets = [int(bits) for bits in search.arrays["dom"][level]]
        return {9 * cell + v for cell, bits in enumerate(sets) for v in range(9) if bits >> v & 1}
    states = search.arrays["states"][192 * level : 192 * (level + 1)]
    return {9 * c + v for c in range(81) for v in range(9) if int(states[int(CELL_AT[c])]) >> v & 1}


def _walk(way: str, problem: Sudoku, most: int) -> list[tuple[Reason, set[int]]]:
    key, settings = WAYS[way]
    line = Timeline(algorithm("sudoku", key).start(problem, Goal.ALL, None, parameters=settings))
    explainer = Explainer(line)
    seen: list[tuple[Reason, set[int]]] = []
    line.advance(1)
    while not line.ended and len(seen) < most:
        before = line.search.state()
        reason = explainer.reason()
        assert reason is not None
        assert line.search.counts() == (int(before["counters"][1]), int(before["counters"][0])), (
            "asking changes nothing"
        )
        assert isinstance(line.search, (Propagation, BandsSearch))
        seen.append((reason, _candidates(line.search)))
        line.advance(1)
    return seen


def _sees(a: int, b: int) -> bool:
    """Whether two values in cells, or a way and a value, cannot stand together."""
    if a >= 729 or b >= 729:
        if a >= 729 and b >= 729:
            return way_of(a)[:2] == way_of(b)[:2] and a != b
        way, option = (a, b) if a >= 729 else (b, a)
        band, value, taken = way_of(way)
        cell, other = divmod(option, 9)
        places = [(line, box) for line in range(3) for box in range(3) if cell in BAND_CELLS[band, line, box]]
        return value == other and any(CONFIGURATIONS[taken][box] != line for line, box in places)
    (c, v), (d, w) = divmod(a, 9), divmod(b, 9)
    return (c == d and v != w) or (v == w and c != d and d in NINE.peers(c))


def _check_inference(reason: Reason, gone: RuledOut, possible: set[int]) -> None:
    subject, option = gone.through[0], gone.option.number
    if gone.inference is Inference.STARVES:
        number = subject.number
        if subject.kind is SubjectKind.BAND_VALUE:
            left = {o for o in possible if o >= 729 and 324 + 9 * way_of(o)[0] + way_of(o)[1] == number}
        else:
            kind, rest = divmod(number, 81)
            unit, value = divmod(rest, 9)
            cells = NINE.units[9 * (kind - 1) + unit]
            left = {9 * cell + value for cell in cells} & possible
        assert all(_sees(option, other) for other in left), (gone, left)
        return
    rows, columns = subject.name[1:].split("c")
    places = {
        9 * (r - 1) + c - 1
        for r in range(int(rows.split("-")[0]), int(rows.split("-")[-1]) + 1)
        for c in range(int(columns.split("-")[0]), int(columns.split("-")[-1]) + 1)
    }
    assert len(places) == 3
    cell, value = divmod(option, 9)
    within = {o % 9 for o in possible if o < 729 and o // 9 in places}
    if gone.inference is Inference.ONLY_THESE:
        assert cell not in places
        assert value in within or len(within) < 3
        assert len(within) <= 3
    else:
        assert cell in places
        assert value not in within
        assert len(within) <= 3


@pytest.mark.parametrize("way", ["propagation", "singles", "vectors"])
def test_conclusions_are_those_of_the_search(way: str) -> None:
    outcomes, rules = set(), set()
    for problem in PROBLEMS:
        for reason, candidates in _walk(way, problem, 30):
            outcomes.add(reason.outcome)
            n = 9
            taken = {t.option.number for t in reason.path if t.option is not None and not t.refused}
            refused = {t.option.number for t in reason.path if t.option is not None and t.refused}
            given = {n * cell + value - 1 for cell, value in enumerate(problem.givens) if value}
            settled = {c.option.number for c in reason.concluded}
            held = {o for o in candidates if len([p for p in candidates if p // n == o // n]) == 1}
            possible = {o for o in reason.live if o < 729} | held | taken | given | settled
            if reason.outcome is not NodeKind.DEAD_END:
                assert {o for o in possible if o < 729} == candidates
            else:
                assert reason.dead, reason
                for dead in reason.dead:
                    assert not dead.left
                    assert dead.taken_by
            assert not refused & reason.live
            if reason.outcome is NodeKind.SOLUTION:
                values = [0] * 81
                for option in held:
                    values[option // 9] = option % 9 + 1
                assert problem.verify(values)
            if reason.outcome is NodeKind.BRANCH:
                branch = reason.branch
                assert branch is not None
                assert branch.others is not None
                assert branch.ways[0] is not None
                ways = {branch.ways[0].number, *(o.number for o in branch.others)}
                assert len(ways) == branch.size >= 2
                assert ways <= reason.live
                every = {o for o in reason.live if branch.subject is not None and _serves(o, branch.subject.number)}
                assert ways == every
                possible |= {o for o in reason.live if o >= 729}
                for gone in reason.ruled_out:
                    if gone.inference is not None:
                        rules.add(gone.inference)
                        _check_inference(reason, gone, possible)
            assert sentences(reason)
            assert as_json(reason)
    assert outcomes == {NodeKind.BRANCH, NodeKind.DEAD_END, NodeKind.SOLUTION}
    assert rules == {
        "singles": set(), "propagation": {Inference.STARVES},
        "vectors": set(Inference) - IMAGES - {Inference.RULE, Inference.TOO_DEAR},
    }[way]  # fmt: skip


def _serves(option: int, subject: int) -> bool:
    if option >= 729:
        return 324 + 9 * way_of(option)[0] + way_of(option)[1] == subject
    return option // 9 == subject


def test_a_crossing_of_a_band_is_named_after_the_box_that_it_is_in() -> None:
    model = banded_model(Sudoku.parse(HARD))
    shape, seen = Shape(3, 3), 0
    for option, number in enumerate(model.numbers.tolist()):
        if number >= 729:
            continue
        for item in model.subjects_of(option):
            match = re.fullmatch(r"\d in .* of box (\d)", model.subjects[item].name)
            if match:
                assert int(match[1]) == shape.box(number // 9) + 1
                seen += 1
    assert seen == 2 * sum(model.numbers < 729)


def test_the_path_is_the_way_from_parent_to_child() -> None:
    for way in WAYS:
        seen = {}
        for reason, _ in _walk(way, PROBLEMS[0], 25):
            path = tuple((t.option.number, t.refused) for t in reason.path if t.option is not None)
            assert path not in seen or way in ("propagation", "singles")
            seen[path] = reason
            if reason.path:
                above = seen[path[:-1]]
                assert above.branch is not None
                assert above.branch.ways[0] is not None
                assert above.branch.ways[0].number == path[-1][0]


def test_a_search_that_starts_again_says_so() -> None:
    wrong = PROBLEMS[0].with_value(13, 5)  # no solution, and no conflict
    search = algorithm("sudoku", "propagation").start(wrong, Goal.ALL, parameters={"inference": "singles"})
    assert isinstance(search, Propagation)
    search.counters[ALLOWED] = 10
    line = Timeline(search)
    explainer, reasons = Explainer(line), []
    while line.node < 60:
        reason = explainer.reason()
        assert reason is not None
        reasons.append(reason)
        line.advance(1)
    again = [at for at, reason in enumerate(reasons) if reason.onward is Onward.AGAIN]
    assert again
    assert all(not reasons[at + 1].path for at in again)
    assert any("starts again" in each.text for each in sentences(reasons[again[0]]))
    begun = [each.text for each in sentences(reasons[again[0] + 1])]
    assert "The search has started again here, at the top." in begun


def test_the_tree_of_one_that_starts_again_has_later_runs_below_the_first_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.sudoku._propagation.search.FAILURES_FOR_ALL", 10)
    wrong = PROBLEMS[0].with_value(13, 5)
    tree = grow(lambda: algorithm("sudoku", "propagation").start(wrong, Goal.ALL, parameters={"inference": "singles"}))
    assert isinstance(tree, VisitedTree)
    assert tree.by_level()[0] == 1
    assert all(tree.parent(node) for node in range(2, tree.nodes + 1))
    assert len(tree.level(1)) > 2  # two halves of the first split, and the later runs


def test_clause_learning_says_why_its_nodes_are_not_explained() -> None:
    from core.explain._reason import unexplained

    refusal = unexplained(algorithm("sudoku", "learning"), PROBLEMS[0], {})
    assert refusal is not None
    assert str(refusal) == (
        "Clause learning jumps back over many choices at once and keeps the rules it has learned, so it "
        "visits no tree; look at propagation instead"
    )


@pytest.mark.parametrize("solved", [True, False])
def test_a_single_branch_goes_a_level_deeper_with_each_node_and_only_its_last_is_a_dead_end(solved: bool) -> None:
    problem = Sudoku.of(Shape(2, 2), (1, *[0] * 15)) if solved else PROBLEMS[0]
    line = Timeline(algorithm("sudoku", "single-branch").start(problem, Goal.FIRST))
    explainer = Explainer(line)
    found: list[Reason] = []
    while line.go(Move.FORWARD) is Arrival.THERE:
        reason = explainer.reason()
        assert reason is not None
        found.append(reason)
    assert [reason.depth for reason in found] == list(range(len(found)))
    last = NodeKind.SOLUTION if solved else NodeKind.DEAD_END
    assert [reason.outcome for reason in found] == [NodeKind.BRANCH] * (len(found) - 1) + [last]
    assert solved or found[-1].dead
    line.to(1000)
    end = explainer.reason()
    assert end is not None
    assert end.outcome is (NodeKind.SOLUTION if solved else NodeKind.END)
