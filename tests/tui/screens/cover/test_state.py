"""What the views draw is what follows from the chosen options: worked out here straight from the definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core import ExactCover, Goal, algorithm
from core.exact_cover._restricted import restrict
from core.explain import Explainer, NodeKind
from core.running import Move, Timeline
from tests.core.exact_cover.strategies import problems
from tui.screens.cover.state import NOBODY, CoverState


def clash(problem: ExactCover, chosen: list[int], option: int) -> bool:
    """Whether the option cannot be taken beside the chosen ones."""
    for place, i in enumerate(problem.options[option]):
        item = problem.items[i]
        holders = [o for o in chosen if i in problem.options[o]]
        if not item.secondary:
            if len(holders) >= item.most:
                return True
        elif holders:
            own = problem.colours[option][place] if problem.colours else ""
            theirs = {problem.colours[o][problem.options[o].index(i)] if problem.colours else "" for o in holders}
            if not own or theirs != {own}:
                return True
    return False


@st.composite
def moments(draw: st.DrawFn) -> tuple[ExactCover, list[int]]:
    problem = draw(problems())
    chosen: list[int] = []
    for option in draw(st.permutations(range(len(problem.options))))[: draw(st.integers(0, 4))]:
        if option not in problem.idle_options and not clash(problem, chosen, option):  # no search takes an idle one
            chosen.append(option)
    return problem, chosen


@given(moments())
def test_what_the_chosen_options_settle_and_rule_out(moment: tuple[ExactCover, list[int]]) -> None:
    problem, chosen = moment
    state = CoverState(problem, tuple(chosen))
    hidden = {
        option for option in range(len(problem.options)) if option not in chosen and clash(problem, chosen, option)
    }
    assert set(state.hidden) == hidden
    for option, by in state.hidden.items():
        assert by in chosen
        assert set(problem.options[option]) & set(problem.options[by])
    held = [[o for o in chosen if i in problem.options[o]] for i in range(len(problem.items))]
    assert state.covered == {
        i for i, item in enumerate(problem.items) if held[i] and (item.secondary or len(held[i]) >= item.most)
    }
    assert state.levels == {option: place for place, option in enumerate(chosen, 1)}
    left = set(range(len(problem.options))) - hidden - set(chosen) - set(problem.idle_options)
    assert state.sizes == tuple(sum(i in problem.options[o] for o in left) for i in range(len(problem.items)))
    assert state.complete == (bool(chosen) and problem.verify(tuple(chosen)))


@given(moments())
def test_a_brief_state_says_what_is_settled_and_leaves_out_what_is_ruled_out(
    moment: tuple[ExactCover, list[int]],
) -> None:
    problem, chosen = moment
    brief = CoverState(problem, tuple(chosen), brief=True)
    assert brief.covered == CoverState(problem, tuple(chosen)).covered
    assert not brief.hidden
    assert brief.sizes == problem.sizes


@given(moments(), st.integers(0, 4))
def test_the_candidates_are_the_options_left_for_the_item(moment: tuple[ExactCover, list[int]], item: int) -> None:
    problem, chosen = moment
    item %= len(problem.items)
    state = CoverState(problem, tuple(chosen), branch=item)
    assert state.candidates == tuple(
        o for o, option in enumerate(problem.options)
        if item in option and o not in chosen and not clash(problem, chosen, o)
    )  # fmt: skip
    assert CoverState(problem, tuple(chosen)).candidates == ()


@given(problems(multiplicities=False))
def test_a_reason_tells_the_same_as_the_options_it_has_chosen(problem: ExactCover) -> None:
    search = algorithm("cover", "dlx").start(problem, Goal.ALL)
    line = Timeline(search)
    explainer = Explainer(line)
    for _ in range(30):
        line.go(Move.FORWARD)
        reason = explainer.reason()
        if reason is None or reason.outcome in (NodeKind.START, NodeKind.END):
            break
        told = CoverState.of_reason(restrict(problem), reason)
        chosen = [choice.option for choice in told.choices]
        assert list(told.chosen) == chosen
        plain = CoverState(problem, told.chosen)
        assert plain.covered == told.covered
        # What was tried before at a node is gone too, though it clashes with nothing.
        idle = set(problem.idle_options)
        assert set(plain.hidden) - idle <= set(told.hidden)
        assert all(by == NOBODY or by in chosen for by in told.hidden.values())
        assert told.sizes == reason.sizes
        if reason.branch is not None and reason.branch.subject is not None:
            assert told.branch == reason.branch.subject.number
