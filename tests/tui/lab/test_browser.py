"""Going about in a list of solutions, without a screen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tui.lab import browser as module
from tui.lab.browser import Solution, SolutionBrowser


def browser(found: Sequence[Solution]) -> SolutionBrowser:
    """A browser of a list that may grow; solutions with the same first number are of one class."""
    return SolutionBrowser(lambda: found, lambda some: list({solution[0]: solution for solution in some}.values()))


def test_steps_go_round_and_begin_where_they_point() -> None:
    it = browser([(0,), (1,), (2,)])
    assert it.solution is None
    it.step(1)
    assert it.solution == (0,)
    it.step(-1)
    assert it.solution == (2,)
    it.leave()
    it.step(-1)
    assert it.solution == (2,)
    it.to(1)
    assert it.solution == (1,)
    it.to(-1)
    assert it.place == 2


def test_nothing_is_found_nothing_is_browsed() -> None:
    it = browser([])
    it.step(1)
    it.to(-1)
    it.look_at_last()
    assert (it.place, it.solution, it.place_to_take) == (None, None, None)


def test_the_one_in_view_is_taken_else_the_last() -> None:
    it = browser([(0,), (1,), (2,)])
    assert it.place_to_take == 2
    it.to(0)
    assert it.place_to_take == 0


def test_a_run_that_ends_disturbs_nobody_who_is_looking() -> None:
    it = browser([(0,), (1,), (2,)])
    it.to(1)
    it.look_at_last()
    assert it.place == 1
    it.leave()
    it.look_at_last(or_first=True)
    assert it.place == 0


def test_classes_are_browsed_until_another_run_begins() -> None:
    found = [(0, 1), (0, 2), (1, 1)]
    it = browser(found)
    it.to(2)
    assert it.group(it.to_group()())
    assert it.by_class
    assert (list(it.listed()), it.place) == ([(0, 2), (1, 1)], 0)
    found.append((2, 2))
    assert it.grouping is not None
    assert it.grouping.of == 3
    it.ungroup()
    assert (len(it.listed()), it.place) == (4, 0)
    late = it.to_group()
    it.forget()
    assert not it.group(late())
    assert (it.by_class, it.place) == (False, None)


def test_only_so_many_are_classified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TO_CLASSIFY", 2)
    grouping = browser([(0,), (1,), (2,)]).to_group()()
    assert (grouping.of, grouping.found, len(grouping.solutions)) == (2, 3, 2)


def test_a_list_may_have_its_own_way_to_one_of_its_solutions() -> None:
    it = SolutionBrowser(lambda: [(0,), (1,)], lambda some: [some[1]], at=lambda place: (place, place))
    it.to(1)
    assert it.solution == (1, 1)
    it.group(it.to_group()())
    assert it.solution == (1,), "a class is taken from its list"
