"""One's own hand, without an app: what is taken and forbidden, and the search that goes on from there."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import ExactCover, Goal, KernelSearch, algorithm
from core.exact_cover._restricted import restrict
from core.explain import Explainer
from core.running import Timeline
from tests.core.exact_cover.strategies import covers
from tui.screens.cover.document import open_named, open_text
from tui.screens.cover.files import content, prompt
from tui.screens.cover.hand import Hand, counting, lead
from tui.screens.cover.session import CoverSession
from tui.screens.cover.state import BY_HAND, CoverState


def opened(name: str = "gallery:four-sets") -> CoverSession:
    session = CoverSession()
    session.document.open(open_named(name))
    session.taken()
    return session


def test_an_option_is_taken_after_the_choices_of_the_search_and_given_back() -> None:
    session = opened()
    hand, problem = session.hand, session.problem
    assert hand.take(problem, 3, [0]) is None
    assert hand.of(problem).taken == (0, 3)
    assert hand.take(problem, 3, [0, 3]) is None
    assert hand.of(problem).taken == (0,)
    assert hand.take(problem, 0, [0]) is None
    assert not hand.anything


def test_undo_gives_back_the_option_and_then_the_choices_of_the_search() -> None:
    session = opened()
    hand, problem = session.hand, session.problem
    assert hand.take(problem, 1, [0]) is not None, "they clash"
    assert not hand.can_undo
    assert hand.take(problem, 3, [0]) is None
    for left in ((0,), ()):
        assert hand.undo() is None
        assert hand.of(problem).taken == left
    assert hand.undo() is not None
    assert hand.only(problem, 0) is None
    assert hand.take(problem, 3, [0]) is None, "what the hand has taken itself is no choice of the search"
    assert hand.undo() is None
    assert hand.of(problem).taken == (0,)


def test_an_option_of_the_path_takes_the_path_up_to_it() -> None:
    hand, problem = Hand(), opened("gallery:queens-6").problem
    options = problem.solution().options  # type: ignore[union-attr]
    assert hand.take(problem, options[1], list(options)) is None
    assert hand.of(problem).taken == options[:2]


def test_only_with_it_leaves_the_path_and_forbidding_does_too() -> None:
    hand, problem = Hand(), opened().problem
    assert hand.only(problem, 0) is None
    assert hand.forbid(problem, 1) is None
    assert (hand.of(problem).taken, hand.of(problem).forbidden) == ((0,), {1})
    assert hand.forbid(problem, 0) is None
    assert (hand.of(problem).taken, hand.of(problem).forbidden) == ((), {0, 1})
    assert hand.take(problem, 0, []) is None, "what is taken is not forbidden any more"
    assert (hand.of(problem).taken, hand.of(problem).forbidden) == ((0,), {1})
    for wanted in (((), {0, 1}), ((0,), {1}), ((0,), set()), ((), set())):
        assert hand.undo() is None
        assert (hand.of(problem).taken, hand.of(problem).forbidden) == wanted
    assert hand.undo() is not None


def test_what_clashes_is_refused_with_the_reason() -> None:
    hand, problem = Hand(), opened().problem
    assert hand.take(problem, 0, []) is None
    note = hand.take(problem, 1, [])
    assert note is not None
    assert note.text == "option B clashes with option A (through item 1)"
    assert hand.of(problem).taken == (0,)


def test_the_hand_is_there_at_the_next_start_and_gone_with_another_problem() -> None:
    session = opened()
    session.use_hand("take", 0)
    session.use_hand("forbid", 1)
    kept = session.remembered()
    again = CoverSession()
    again.recall(kept)
    again.taken()
    assert (again.restricted.taken, again.restricted.forbidden) == ((0,), {1})
    assert again.command().endswith("--take A --forbid B --algorithm dlx")
    again.document.open(open_named("gallery:queens-6"))
    again.taken()
    assert not again.hand.anything


@pytest.mark.parametrize("kept", [None, 3, {"taken": [99]}, {"taken": ["x"]}, {"taken": 3}, {"forbidden": [-1]}])
def test_rubbish_in_the_settings_is_left_out(kept: object) -> None:
    session = CoverSession()
    session.recall({"name": "gallery:four-sets", "hand": kept})
    session.taken()
    assert not session.hand.anything


@settings(max_examples=60, deadline=None)
@given(problem=covers(), data=st.data())
def test_what_is_shown_and_counted_is_what_is_left(problem: ExactCover, data: st.DataObject) -> None:
    options = st.integers(0, len(problem.options) - 1)
    restricted = restrict(problem, data.draw(st.lists(options, max_size=2)), data.draw(st.sets(options, max_size=2)))
    if restricted.conflicts:
        return
    solutions = [s for s in (set(s.options) for s in problem.solutions())
                 if set(restricted.taken) <= s and not restricted.forbidden & s]  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.screens.cover.hand.COUNTING_SECONDS", math.inf)
        left = counting(restricted.problem)(lambda: False)
    assert left is None or (left.exact and left.solutions == len(solutions))
    search = lead(algorithm("cover", "dlx").start(restricted.problem, Goal.ALL), restricted.taken)
    reason = Explainer(Timeline(search)).reason()
    assert reason is not None
    state = CoverState.of_reason(restricted, reason)
    assert state.problem is problem
    assert all(option in state.hidden or option in state.levels for option in restricted.forbidden)
    assert all(state.hidden[option] == BY_HAND for option in restricted.forbidden - set(problem.idle_options))
    assert not set(state.hidden) & set(state.levels)
    for item, size in enumerate(state.sizes):
        assert size == sum(item in problem.options[o] for o in reason.live)
    assert reason.live <= {*restricted.left, *restricted.taken}
    for choice in state.choices:
        assert choice.option < 0 or choice.item < 0 or choice.item in problem.options[choice.option]


@pytest.mark.parametrize("key", ["dlx", "dancing-cells", "algorithm-x"])
def test_the_search_begins_where_the_hand_left_off(key: str) -> None:
    problem = opened("gallery:queens-6").problem
    solution = problem.solution().options  # type: ignore[union-attr]
    restricted = restrict(problem, solution[:2])
    search = lead(algorithm("cover", key).start(restricted.problem, Goal.ALL), restricted.taken)
    assert isinstance(search, KernelSearch)
    assert set(search.placement()) >= set(solution[:2])
    assert all(degree == 1 for _, degree in search.choices() or ())
    while search.advance(100) == "running":
        pass
    assert {frozenset(s) for s in search.solutions} == {
        frozenset(s.options) for s in problem.solutions() if set(solution[:2]) <= set(s.options)
    }


def test_what_the_hand_left_is_saved_as_a_problem_of_its_own(tmp_path: Path) -> None:
    session = opened()
    document = session.document.opened
    plain = content(document, tmp_path / "a.dlx", (), None)
    session.hand.forbid(session.problem, 1)
    path = tmp_path / "b.dlx"
    assert "“Four sets without option B”" in prompt(session.puzzle, restricted=True)
    text = content(document, path, (), None, session.puzzle)
    assert text != plain
    assert isinstance(text, str)
    again = open_text(text, str(path)).puzzle.problem
    assert str(again) == "Four sets without option B"
    assert again.options == session.restricted.problem.options
    search = session.setup.entry.start(again, Goal.COUNT)
    search.advance(10**6)
    other = session.setup.entry.start(session.restricted.problem, Goal.COUNT)
    other.advance(10**6)
    assert search.counts() == other.counts()
