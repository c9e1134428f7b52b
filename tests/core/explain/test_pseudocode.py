"""Pseudocode: every tree search has it, and at every node it stands at a line that agrees with what the node is."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from core import Algorithm, ExactCover, Goal, Problem, Queens, Shape, Sudoku, algorithm, algorithms
from core._cli.command_line import main
from core.exact_cover._kernels.link_dance import link_dance
from core.exact_cover._pseudocode import line_of_step
from core.explain import Explainer, LineRole, NodeKind, Onward, Pseudocode, Reason, pseudocode_of
from core.explain._pseudocode import MOST_LINES, WIDEST
from core.running import Arrival, Move, Timeline
from tests.core.sudoku.samples import WIKIPEDIA

EXPLAINED = [entry for entry in algorithms() if entry.explained_by]
ROLES = {
    NodeKind.BRANCH: {LineRole.CHOOSE}, NodeKind.SOLUTION: {LineRole.SOLUTION},
    NodeKind.DEAD_END: {LineRole.DEAD, LineRole.CLASH},
    NodeKind.END: {LineRole.DEAD},  # it has given up
}  # fmt: skip
MOST_NODES = {"queens": 180, "cover": 180, "sudoku": 60}
"""A reason takes longest where much follows from a value."""

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL: dict[str, tuple[Problem, ...]] = {
    "queens": (Queens(5), Queens(5, placed=((0, 0),), forbidden=((2, 1),)), Queens(9)),
    "cover": (
        ExactCover({"1": "ab", "2": "bc", "3": "c", "4": "a", "5": "b", "6": "ac"}),
        ExactCover({"1": "ace", "2": "adg", "3": "bcf", "4": "adf", "5": "bg", "6": "deg"}),
    ),
    "sudoku": (
        *(Sudoku.of(Shape(3, 3), tuple(int(c) if c.isdigit() else 0 for c in text)) for text in (HARD, WIKIPEDIA)),
        Sudoku.of(Shape(2, 2), (1, *[0] * 15)),
    ),
}


def reasons(entry: Algorithm, problem: Problem) -> list[Reason]:
    """The reasons of a search at its first nodes, in order."""
    goal = Goal.COUNT if Goal.COUNT in entry.goals else entry.goals[0]
    line = Timeline(entry.start(problem, goal))
    explainer = Explainer(line)
    found: list[Reason] = []
    while len(found) < MOST_NODES[entry.problem] and line.go(Move.FORWARD) is Arrival.THERE:
        reason = explainer.reason()
        assert reason is not None
        found.append(reason)
    return found


def code_of(entry: Algorithm) -> Pseudocode:
    code = pseudocode_of(entry)
    assert code is not None
    return code


def named(entry: Algorithm) -> str:
    return f"{entry.problem}-{entry.key}"


@pytest.mark.parametrize("entry", EXPLAINED, ids=named)
def test_every_tree_search_has_pseudocode_that_fits_beside_a_board(entry: Algorithm) -> None:
    code = code_of(entry)
    assert 8 <= len(code.lines) <= MOST_LINES
    assert max(len(line.text) for line in code.lines) <= WIDEST
    played = frozenset().union(*(line.roles for line in code.lines))
    assert set(LineRole) - {LineRole.INFER, LineRole.CLASH, LineRole.UNDO, LineRole.REFUSE} <= played
    assert code.variables


@pytest.mark.parametrize("entry", EXPLAINED, ids=named)
def test_every_node_stands_at_a_line_that_agrees_with_what_it_is(entry: Algorithm) -> None:
    code, kinds = code_of(entry), set()
    for problem in SMALL[entry.problem]:
        if entry.refusal(problem):
            continue
        before: Reason | None = None
        for reason in reasons(entry, problem):
            lit = code.at(reason)
            assert lit.line is not None
            own = code.lines[lit.line].roles
            assert own & ROLES[reason.outcome]
            passed = [role for number in lit.passed | {lit.line} for role in code.lines[number].roles]
            if before is not None and before.depth < reason.depth:  # straight on from the parent
                assert LineRole.RECURSE in passed
            elif reason.depth and reason.onward is not Onward.NOWHERE:
                assert LineRole.UNDO in passed or LineRole.REFUSE in passed
            kinds.add(reason.outcome)
            before = reason
    assert {NodeKind.BRANCH, NodeKind.SOLUTION} <= kinds
    assert kinds & {NodeKind.DEAD_END, NodeKind.END}


@pytest.mark.parametrize(
    ("key", "node", "line", "values"),
    [
        ("backtracking", 1, "  for c = 1 to n:", {"i": "1", "c": "1, 2, 3, 4"}),
        ("backtracking", 3, "  return", {"i": "3", "x[2]": "3", "c": "none"}),
        ("backtracking", 4, "  for c = 1 to n:", {"i": "3", "x[2]": "4", "c": "2"}),
        ("backtracking", 9, "    report x; return", {"i": "5", "x[4]": "3"}),
        ("bitmask", 4, "  poss = all & ~(ld|cols|rd)",
         {"i": "3", "ld": "0010", "cols": "1001", "rd": "0010", "poss": "0100"}),
        ("dlx-s", 2, "  i = open line with least S[i]", {"k": "1", "i": "c2", "S[c2]": "1", "O[0]": "r3c1"}),
        ("dlx", 3, "  if S[i] = 0: return", {"k": "2", "i": "r3", "S[r3]": "0", "O[1]": "r2c3"}),
        ("permutations", 5, "      return", {"i": "5", "x[4]": "4"}),
    ],
)  # fmt: skip
def test_line_and_variables_at_a_node(key: str, node: int, line: str, values: dict[str, str]) -> None:
    entry = algorithm("queens", key)
    reason = reasons(entry, Queens(4))[node - 1]
    code = code_of(entry)
    at = code.at(reason).line
    assert at is not None
    assert code.lines[at].text == line
    assert dict(code.values(reason)) == values


def test_at_the_end_no_line_is_lit_and_before_the_root_the_head_is() -> None:
    entry = algorithm("queens", "backtracking")
    line = Timeline(entry.start(Queens(4), Goal.COUNT))
    explainer, code = Explainer(line), code_of(entry)
    start = explainer.reason()
    assert start is not None
    assert code.at(start) == (0, frozenset())
    line.go(Move.NEXT_SOLUTION)
    line.to(1000)
    end = explainer.reason()
    assert end is not None
    assert end.outcome is NodeKind.END
    assert code.at(end) == (None, frozenset())
    assert code.values(end) == []


def test_algorithms_that_visit_no_tree_have_none() -> None:
    assert {entry.key for entry in algorithms() if pseudocode_of(entry) is None} == {
        entry.key for entry in algorithms() if not entry.explained_by
    }


def test_json_names_the_line_the_lines_passed_and_the_variables(capsys: pytest.CaptureFixture[str]) -> None:
    main(["explain", "queens", "4", "-a", "stride", "--node", "2", "--pseudocode", "--json"])
    told = json.loads(capsys.readouterr().out)
    code = code_of(algorithm("queens", "stride"))
    assert told["pseudocode"] == [line.text for line in code.lines]
    assert told["line"] in range(len(code.lines))
    assert told["line"] not in told["passed"]
    assert told["variables"]["i"] == "4"


@pytest.mark.parametrize("choice", ["s", "first"])
def test_every_single_link_step_is_of_the_cover_or_uncover_that_knuth_s_procedure_makes(choice: str) -> None:
    """Against the procedure itself: what it covers and uncovers, and how many links each of these takes."""
    problem = SMALL["cover"][1]
    assert isinstance(problem, ExactCover)
    entry = algorithm("cover", "dlx")
    line = Timeline(entry.start(problem, Goal.COUNT, None, parameters={"choice": choice}))
    explainer, code = Explainer(line), code_of(entry)
    made: list[tuple[str, int]] = []
    while line.go(Move.FORWARD) is Arrival.THERE:
        reason, dance = explainer.reason(), link_dance(line.search)
        assert reason is not None
        assert dance is not None
        assert line_of_step(code, dance, reason) is None
        while dance.forward():
            at, step = line_of_step(code, dance, reason), dance.last
            assert at is not None
            assert step is not None
            made.append((code.lines[at].text.strip(), step.node))
    assert made == list(_knuth(problem, choice))


def _knuth(problem: ExactCover, choice: str) -> Iterator[tuple[str, int]]:
    """Which call unlinks or relinks which node, by sets: headers are 1, 2, …; nodes count on, with a spacer between."""
    items = len(problem.items)
    at: dict[tuple[int, int], int] = {}
    node = items + 1
    for option, own in enumerate(problem.options):
        node += 1
        for item in own:
            at[option, item] = node
            node += 1
    lists = {item: [o for o, own in enumerate(problem.options) if item in own] for item in range(items)}
    open_ = list(range(items))

    def cover(item: int, what: str) -> Iterator[tuple[str, int]]:
        open_.remove(item)
        yield f"cover({what})", item + 1
        for option in lists[item]:
            own = list(problem.options[option])
            place = own.index(item)
            for other in [*own[place + 1 :], *own[:place]]:
                lists[other].remove(option)
                yield f"cover({what})", at[option, other]

    def uncover(item: int, what: str) -> Iterator[tuple[str, int]]:
        for option in reversed(lists[item]):
            own = list(problem.options[option])
            place = own.index(item)
            for other in reversed([*own[place + 1 :], *own[:place]]):
                lists[other] = sorted([*lists[other], option])
                yield f"uncover({what})", at[option, other]
        open_.append(item)
        open_.sort()
        yield f"uncover({what})", item + 1

    def search() -> Iterator[tuple[str, int]]:
        if not open_:
            return
        item = min(open_, key=lambda each: len(lists[each])) if choice == "s" else open_[0]
        if not lists[item]:
            return
        yield from cover(item, "i")
        for option in list(lists[item]):
            own = list(problem.options[option])
            place = own.index(item)
            others = [*own[place + 1 :], *own[:place]]
            for other in others:
                yield from cover(other, "j")
            yield from search()
            for other in reversed(others):
                yield from uncover(other, "j")
        yield from uncover(item, "i")

    yield from search()
