"""Whom a dead end blames: a set of choices that is enough, and the smallest, by trying every other one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import ExactCover, Goal, Queens, algorithm
from core.explain import Dead, Explainer, Reason, sentences
from core.explain._blame import fewest_choices, levels_of
from core.explain._explainer import reader_of
from core.explain._model import Standing
from core.explain._words import nothing_left
from core.running import Timeline
from tests.core.exact_cover.strategies import problems
from tests.core.explain.walks import PROBLEMS, WAYS, walk


def _first_enough(levels: int, enough: Callable[[Collection[int]], bool]) -> tuple[int, ...]:
    """Of all sets of choices that are enough the smallest, and of these the earliest: every one is tried."""
    every = (some for size in range(levels + 1) for some in combinations(range(1, levels + 1), size))
    return next(some for some in every if enough(some))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.lists(st.sets(st.integers(1, 6), max_size=3), min_size=1, max_size=4).map(tuple), max_size=9
    ).map(tuple),
    st.integers(0, 3),
)  # fmt: skip
def test_the_fewest_choices_are_the_fewest(ways_out: tuple[tuple[set[int], ...], ...], spare: int) -> None:
    def enough(some: Collection[int]) -> bool:
        return sum(not any(way <= set(some) for way in ways) for ways in ways_out) <= spare

    bits = tuple(tuple(sum(1 << level for level in way) for way in ways) for ways in ways_out)
    assert levels_of(fewest_choices(bits, spare)) == _first_enough(6, enough)


def _ends(reasons: Iterable[Reason]) -> list[tuple[Reason, Dead]]:
    return [(reason, dead) for reason in reasons for dead in (*reason.dead, *reason.overlooked)]


@pytest.mark.parametrize("key", ["backtracking", "dlx", "dlx-s", "naive"])
@pytest.mark.parametrize("n", [5, 7])
def test_no_fewer_queens_leave_no_square(n: int, key: str) -> None:
    ends = _ends(walk(algorithm("queens", key), Queens(n), 150))
    for reason, dead in ends:
        queens = [divmod(taken.option.number, n) for taken in reason.path if taken.option]
        line = dead.subject.number
        squares = [(line, c) for c in range(n)] if line < n else [(r, line - n) for r in range(n)]

        def enough(
            some: Collection[int], queens: list[tuple[int, int]] = queens, squares: list[tuple[int, int]] = squares
        ) -> bool:
            placed = [queens[level - 1] for level in some]
            return all(any(r == s or c == d or abs(r - s) == abs(c - d) for s, d in placed) for r, c in squares)

        assert dead.blamed == _first_enough(len(queens), enough)
    assert n < 7 or sum(len(dead.blamed) for _, dead in ends) < sum(len(dead.taken_by) for _, dead in ends)


def _lost_without(problem: ExactCover, reason: Reason, some: Collection[int], item: int) -> bool:
    """Whether these choices alone leave an item fewer options than it needs; judged by the problem."""
    path = [reason.path[level - 1] for level in some]
    taken = [choice.option.number for choice in path if choice.option]
    shut = {choice.subject.number for choice in path if choice.option is None and choice.subject}
    often = [(item.least, item.most) != (1, 1) for item in problem.items]
    tried = {o.number for choice in path if choice.subject and often[choice.subject.number] for o in choice.tried if o}

    def stands(option: int) -> bool:
        for at, other in enumerate(problem.options[option]):
            holders = [o for o in taken if other in problem.options[o]]
            if other < problem.primary:
                if len(holders) >= problem.items[other].most:
                    return False
                continue
            own = problem.colours[option][at] if problem.colours else ""
            theirs = [problem.colours[o][problem.options[o].index(other)] if problem.colours else "" for o in holders]
            if any(not own or colour != own for colour in theirs):
                return False
        return not shut & set(problem.options[option]) and option not in tried | {*problem.idle_options}

    holders = [o for o, items in enumerate(problem.options) if item in items]
    left = sum(o not in taken and stands(o) for o in holders)
    return left + sum(o in taken for o in holders) < problem.items[item].least


@pytest.mark.parametrize("key", ["algorithm-x", "dlx", "dancing-cells"])
@settings(max_examples=80, deadline=None)
@given(problem=problems())
def test_no_fewer_options_leave_an_item_too_little(key: str, problem: ExactCover) -> None:
    entry = algorithm("cover", key)
    if entry.refusal(problem) is not None:
        return
    for reason, dead in _ends(walk(entry, problem, 60)):

        def enough(some: Collection[int], reason: Reason = reason, dead: Dead = dead) -> bool:
            return _lost_without(problem, reason, some, dead.subject.number)

        assert dead.blamed == _first_enough(len(reason.path), enough), (reason, dead)
        assert nothing_left(dead, queens=False)
        told = [each for lost in dead.ruled_out_by().values() for each in lost]
        assert len(told) >= len(dead.lost) - max(0, dead.missing - 1 - len(dead.left))
        assert all(set(levels) <= {*dead.blamed} for levels in dead.ruled_out_by())


def _hopeless(standing: Standing) -> bool:
    return standing.failed is not None or any(
        standing.degree(s, int(standing.sizes()[s])) == 0 for s in standing.open()
    )


@pytest.mark.parametrize("way", ["dlx", "backtracking", "propagation", "singles", "vectors"])
def test_the_choices_to_blame_are_enough_with_what_follows_from_them(way: str) -> None:
    key, parameters = WAYS.get(way, (way, {}))
    blamed, deep = 0, 0
    for problem in PROBLEMS:
        line = Timeline(algorithm("sudoku", key).start(problem, Goal.ALL, None, parameters=parameters))
        explainer, reader = Explainer(line), reader_of(line.search)
        assert reader is not None
        for _ in range(16 if reader.model.rules else 60):
            line.advance(1)
            reason = None if line.ended else explainer.reason()
            if reason is None or not reason.dead or not reason.path:
                continue
            made = reader.made()
            for dead in reason.dead:
                standing = Standing(reader.model)
                for level in dead.blamed:
                    if not _hopeless(standing):
                        standing.make(made[level - 1])
                assert _hopeless(standing), (reason, dead)
                blamed, deep = blamed + len(dead.blamed), deep + len(made)
    assert 0 < blamed < deep


def test_who_is_to_blame_in_words() -> None:
    words = [
        sentence.text
        for reason in walk(algorithm("queens", "backtracking"), Queens(6), 9)
        for sentence in sentences(reason)
    ]
    assert "Dead end: queens 1, 3 and 4 leave no square in row 5." in words
    assert "Ruled out: r5c1, r5c5 by queen 1; r5c4, r5c6 by queen 3; r5c2, r5c3 by queen 4." in words
