"""Reasons: every claim is checked against a direct computation from the problem."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings

from core import Algorithm, ExactCover, Goal, Problem, Queens, algorithm, algorithms
from core._queens.symmetry_classes import images
from core.exact_cover._formats.knuth import read
from core.explain import BranchRule, Explainer, Inference, NodeKind, Reason, SubjectKind, Taken, sentences
from core.explain._reason import IMAGES, unexplained
from core.explain._words import as_json
from core.running import Timeline
from tests.core.exact_cover.strategies import covers
from tests.core.explain.walks import walk
from tests.core.running.cases import SUDOKUS

COVER_KEYS = ("algorithm-x", "dlx", "dancing-cells")


def _clash(problem: ExactCover, taken: list[int], option: int) -> set[int]:
    """Items through which an option cannot stand beside those taken: counted one by one."""
    through = set()
    for at, item in enumerate(problem.options[option]):
        holders = [o for o in taken if item in problem.options[o]]
        if item < problem.primary:
            if len(holders) + 1 > problem.items[item].most:
                through.add(item)
            continue
        colour = problem.colours[option][at] if problem.colours else ""
        for holder in holders:
            other = problem.colours[holder][problem.options[holder].index(item)] if problem.colours else ""
            if not colour or colour != other:
                through.add(item)
    return through


def _check(problem: ExactCover, reason: Reason) -> None:
    if reason.outcome in (NodeKind.START, NodeKind.END):
        return
    taken = [t.option.number for t in reason.path if t.option is not None]
    closed = {t.subject.number for t in reason.path if t.option is None and t.subject is not None}
    tried = {o.number for t in reason.path for o in t.tried if o is not None and t.subject is not None}
    for option in range(len(problem.options)):
        if option in taken or option in problem.idle_options:
            assert option not in reason.live
            continue
        through = _clash(problem, taken, option)
        shut = closed & set(problem.options[option])
        if option in reason.live:
            assert not through
            assert not shut
        else:
            assert through or shut or option in tried
    for gone in reason.ruled_out:
        before = [t.option.number for t in reason.path[:-1] if t.option is not None]
        assert not _clash(problem, before, gone.option.number)
        last = reason.path[-1]
        if last.option is not None and gone.through:
            claimed = {subject.number for subject in gone.through}
            assert claimed == _clash(problem, [*before, last.option.number], gone.option.number)
    for item in range(problem.primary):
        size = sum(item in problem.options[o] for o in reason.live)
        assert reason.sizes[item] == size
        held = sum(item in problem.options[o] for o in taken)
        needed = max(0, problem.items[item].least - held)
        if item in reason.open:
            dead = size < needed
            assert dead == (item in {d.subject.number for d in (*reason.dead, *reason.overlooked)}), reason
    match reason.outcome:
        case NodeKind.SOLUTION:
            assert problem.verify(taken)
        case NodeKind.DEAD_END:
            assert reason.dead
        case _:
            branch = reason.branch
            assert branch is not None
            assert branch.subject is not None
            assert len(branch.ways) == branch.size
            if branch.rule is BranchRule.FEWEST:
                for item in reason.open:
                    held = sum(item in problem.options[o] for o in taken)
                    ways = reason.sizes[item] + 1 - max(0, problem.items[item].least - held)
                    assert ways >= branch.size
                    assert (ways == branch.size) == (
                        item == branch.subject.number or item in {s.number for s in branch.equal}
                    )
    for one in reason.path:
        assert one.forced == (one.degree == 1 and not one.preset)
    free = [one.forced for one in reason.path]
    assert len(reason.forced) == next((n for n, forced in enumerate(reversed(free)) if not forced), len(free))
    assert reason.forced == reason.path[len(reason.path) - len(reason.forced) :]
    assert sentences(reason)
    assert as_json(reason)


@pytest.mark.parametrize("key", COVER_KEYS)
@settings(max_examples=60, deadline=None)
@given(problem=covers())
def test_claims_about_exact_covers_hold(key: str, problem: ExactCover) -> None:
    entry = algorithm("cover", key)
    if entry.refusal(problem) is None:
        for reason in walk(entry, problem, 60):
            _check(problem, reason)


@pytest.mark.parametrize("choice", ["s", "first", "random"])
def test_claims_about_the_seed_matrix_hold(choice: str) -> None:
    from core.exact_cover import _gallery as gallery

    for name in ("four-sets", "knuth-2000", "knuth-dlx2", "knuth-dlx3"):
        problem = gallery.instance(name).puzzle().problem
        for reason in walk(algorithm("cover", "dlx"), problem, choice=choice):
            _check(problem, reason)


def test_a_choice_made_before_the_search_is_not_called_forced() -> None:
    def taken(degree: int, preset: bool) -> Taken:
        return Taken(1, None, None, 1, degree, (), (), preset=preset)

    assert [taken(d, p).forced for d, p in ((1, False), (1, True), (2, False), (2, True))] == [
        True,
        False,
        False,
        False,
    ]


def test_the_same_colour_does_not_clash() -> None:
    problem = read("A B | x\nA x:1\nB x:1\nB x:2\n")
    first = walk(algorithm("cover", "dlx"), problem)[2]
    assert [(g.option.number, [s.name for s in g.through]) for g in first.ruled_out] == [(2, ["x"])]
    assert first.live == {1}


EVERYTHING: dict[str, Problem] = {
    "queens": Queens(6), "sudoku": SUDOKUS[0], "cover": read("A B C\nA B\nC\nA\nB C\n"),
}  # fmt: skip
OWN = [entry for kind in EVERYTHING for entry in algorithms(kind) if entry.starts_at.startswith("core.")]


@pytest.mark.parametrize("entry", OWN, ids=lambda e: f"{e.problem}-{e.key}")
def test_every_tree_is_explained_and_nothing_else(entry: Algorithm) -> None:
    problem = EVERYTHING[entry.problem]
    if entry.refusal(problem) is not None:  # for 9×9 only
        problem = SUDOKUS[1]
    goal = next(goal for goal in (Goal.COUNT, Goal.FIRST) if goal in entry.goals)
    line = Timeline(entry.start(problem, goal))
    line.advance(1)
    tree = line.is_tree and line.search.branch_path() is not None
    assert tree == bool(entry.explained_by) == Explainer(line).able
    assert tree == (unexplained(entry, problem, {}) is None)


QUEENS = [e for e in algorithms("queens") if e.explained_by]


def _attacks(n: int, a: int, b: int) -> bool:
    (r, c), (s, d) = divmod(a, n), divmod(b, n)
    return r == s or c == d or abs(r - s) == abs(c - d)


@pytest.mark.parametrize(
    "entry", [e for e in QUEENS if e.key not in ("brute-force", "permutations", "symmetry", "stride")],
    ids=lambda e: e.key,
)  # fmt: skip
def test_claims_about_six_queens_hold(entry: Algorithm) -> None:
    for reason in walk(entry, Queens(6), 400):
        _check_board(6, reason)


def _queens(reason: Reason) -> list[int]:
    return [t.option.number for t in reason.path if t.option is not None]


def _check_board(n: int, reason: Reason) -> None:
    if reason.outcome is NodeKind.START:
        return
    queens = _queens(reason)
    assert not any(_attacks(n, a, b) for a, b in combinations(queens, 2))
    free = {s for s in range(n * n) if not any(_attacks(n, q, s) for q in queens)}
    assert reason.live == free
    lines = {r: {s for s in free if s // n == r} for r in range(n)}
    lines |= {n + c: {s for s in free if s % n == c} for c in range(n)}
    held = {q // n for q in queens} | {n + q % n for q in queens}
    empty = {line for line in lines if line not in held and not lines[line]}
    assert {d.subject.number for d in (*reason.dead, *reason.overlooked)} == (
        empty if reason.outcome is not NodeKind.SOLUTION else set()
    )
    for dead in reason.dead:
        line = dead.subject.number
        squares = [s for s in range(n * n) if (s // n == line if line < n else s % n == line - n)]
        takers = {next(k for k, q in enumerate(queens, 1) if _attacks(n, q, s)) for s in squares}
        assert set(dead.taken_by) == takers
    if reason.outcome is NodeKind.BRANCH:
        assert reason.branch is not None
        assert reason.branch.subject is not None
        assert {o.number for o in reason.branch.ways if o} == lines[reason.branch.subject.number]
    assert (reason.outcome is NodeKind.SOLUTION) == (len(queens) == n)


@pytest.mark.parametrize("n", [6, 9])
def test_claims_about_queens_set_two_columns_apart_hold(n: int) -> None:
    begun = [row * n + 2 * row + 1 for row in range(n // 2)]
    seen: set[tuple[int, ...]] = set()
    for reason in walk(algorithm("queens", "stride"), Queens(n), 60):
        _check_board(n, reason)
        queens = _queens(reason)
        for level, taken in enumerate(reason.path):
            above = tuple(queens[:level])
            assert taken.preset == (queens[: level + 1] == begun[: level + 1])
            ways = [way.number for way in (*taken.tried, taken.option, *taken.to_come) if way is not None]
            first = begun[level] if level < len(begun) and list(above) == begun[:level] else 0
            assert ways == [
                s for s in range(level * n, level * n + n) if s >= first and not any(_attacks(n, q, s) for q in above)
            ]
            assert all((*above, way.number) in seen for way in taken.tried if way is not None)
            assert not any((*above, way.number) in seen for way in taken.to_come if way is not None)
        seen |= {tuple(queens[:level]) for level in range(1, len(queens) + 1)}
        assert sentences(reason)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8])
def test_claims_about_boards_up_to_symmetry_hold(n: int) -> None:
    solutions = {tuple(p) for p in _solutions(n)}
    reasons = walk(algorithm("queens", "symmetry"), Queens(n), 1000)
    boards = [(r, tuple(s % n for s in _queens(r))) for r in reasons if len(r.path) == n]
    counted = {board: r.weight for r, board in boards if r.outcome is NodeKind.SOLUTION}
    assert sum(counted.values()) == len(solutions)
    for reason, board in boards:
        assert board in solutions
        assert (reason.outcome is NodeKind.SOLUTION) == (reason.weight > 0)
        assert counted.keys() & set(images(board))
    elsewhere: dict[int, Inference | None] = {}
    for reason in reasons:
        queens = _queens(reason)
        assert not any(_attacks(n, a, b) for a, b in combinations(queens, 2))
        if reason.depth == 1:
            elsewhere = {g.option.number: g.inference for g in reason.ruled_out if g.inference in IMAGES}
        for gone in reason.ruled_out:
            square = gone.option.number
            with_it = [s for s in solutions if all(s[q // n] == q % n for q in (*queens, square))]
            match gone.inference:
                case None:
                    assert _attacks(n, queens[-1], square)
                case Inference.STARVES:
                    column = gone.through[0].number - n
                    assert all(
                        s in elsewhere or any(_attacks(n, q, s) for q in (*queens, square))
                        for s in range(column, n * n, n)
                    )
                case Inference.APART:
                    assert all(counted.keys() & set(images(s)) for s in with_it)
                case _:
                    if queens == [0]:  # the choice is for one square of the second row as well
                        with_it = [s for s in with_it if n + s[1] in reason.live]
                    assert all(s not in counted and counted.keys() & set(images(s)) for s in with_it)
        if reason.outcome is NodeKind.BRANCH:
            branch = reason.branch
            assert branch is not None
            ways = {way.number for way in branch.ways if way is not None}
            assert ways == {s for s in reason.live if s // n == len(queens)}
            assert branch.size == len(branch.ways)
        elif reason.outcome is NodeKind.DEAD_END and len(queens) < n:
            assert reason.dead
            for dead in reason.dead:
                line, across = dead.subject.number, dead.subject.kind is SubjectKind.ROW
                squares = {s for s in range(n * n) if (s // n == line if across else s % n == line - n)}
                assert not squares & reason.live
                assert {lost.option.number for lost in dead.lost} == squares
        assert sentences(reason)
        assert as_json(reason)


def _solutions(n: int) -> list[tuple[int, ...]]:
    """All placements, by trying every permutation of the columns."""
    return [
        p for p in permutations(range(n))
        if len({r + c for r, c in enumerate(p)}) == n == len({r - c for r, c in enumerate(p)})
    ]  # fmt: skip


@pytest.mark.parametrize("key", ["brute-force", "permutations"])
def test_a_full_board_that_is_none_says_which_queens_clash(key: str) -> None:
    reasons = walk(algorithm("queens", key), Queens(4), 3000)
    dead = [r for r in reasons if r.outcome is NodeKind.DEAD_END]
    assert dead
    for reason in dead:
        squares = [t.option.number for t in reason.path if t.option is not None]
        clashes = {(a + 1, b + 1) for (a, p), (b, q) in combinations(enumerate(squares), 2) if _attacks(4, p, q)}
        assert {(c.first, c.second) for c in reason.clashes} == clashes


@pytest.mark.parametrize("key", ["backtracking", "bitmask", "algorithm-x", "dlx"])
def test_claims_about_sudoku_hold(key: str) -> None:
    for problem in SUDOKUS:
        n, shape = problem.shape.order, problem.shape
        for reason in walk(algorithm("sudoku", key), problem, 60):
            if reason.outcome in (NodeKind.START, NodeKind.END):
                continue
            values = [0] * shape.cells if key in ("dlx", "algorithm-x") else list(problem.givens)
            for taken in reason.path:
                assert taken.option is not None
                cell, value = divmod(taken.option.number, n)
                values[cell] = value + 1
            for cell in range(shape.cells):
                for value in range(1, n + 1):
                    allowed = problem.givens[cell] in (0, value)
                    peers = problem.peers(cell)
                    if not problem.givens[cell]:
                        allowed = allowed and not any(problem.givens[p] == value for p in peers)
                    fits = allowed and not values[cell] and not any(values[p] == value for p in peers)
                    assert (cell * n + value - 1 in reason.live) == fits
            assert (reason.outcome is NodeKind.SOLUTION) == all(values)
            assert reason.outcome is not NodeKind.DEAD_END or reason.dead


@pytest.mark.parametrize("key", ["brute-force", "permutations", "backtracking"])
def test_placed_queens_that_attack_each_other_leave_no_square_in_a_row(key: str) -> None:
    reasons = walk(algorithm("queens", key), Queens(5, ((0, 2), (4, 2))), 100)
    told = [[s.text for s in sentences(r)] for r in reasons if r.outcome is NodeKind.DEAD_END]
    assert told == [
        ["Dead end: what was given leaves no square in row 1.",
         "Next: nothing else is left to try, so this was the last node."],
    ]  # fmt: skip


def test_a_dead_row_is_named_with_the_queens_that_took_it() -> None:
    reasons = walk(algorithm("queens", "backtracking"), Queens(6), 40)
    first = next(r for r in reasons if r.outcome is NodeKind.DEAD_END)
    assert first.dead[0].subject.kind is SubjectKind.ROW
    words = [s.text for s in sentences(first)]
    assert any(w.endswith(f" leave no square in {first.dead[0].subject.name}.") for w in words)


TWICE = read("A 0:2|B 2:2|C 2:3|D\nB C\nA B C D\nA C D\nA B D\n")
"""B, C and D may be served more than once."""


@pytest.mark.parametrize("most_kept", [10_000_000, 40, 0])
@pytest.mark.parametrize(
    ("key", "problem"),
    [("dlx", Queens(6)), ("backtracking", Queens(6)), ("propagation", SUDOKUS[0]), ("dlx", TWICE)],
    ids=lambda given: given if isinstance(given, str) else given.kind,
)
def test_a_reason_does_not_depend_on_what_was_asked_before(
    key: str, problem: Problem, most_kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.explain._explainer.MOST_KEPT", most_kept)
    line = Timeline(algorithm(problem.kind, key).start(problem, Goal.ALL))
    explainer, depths = Explainer(line), set()
    for node in (*range(30), 12, 13, 14, 3, 4, 29, 28, 27, 30, 31):
        line.to(node)
        reason = explainer.reason()
        assert reason == Explainer(line).reason()
        assert reason is not None
        depths.add(reason.depth)
    assert len(depths) > 1
