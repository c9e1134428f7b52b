"""All that is to be seen of the exact cover laboratory, as one value: without an app."""

from __future__ import annotations

import pytest

from core.running import Move
from tests.tui.screens.cover.sessions import driven, opened, rest
from tui.kit.values import TreeValue
from tui.lab.view import LabView
from tui.screens.cover.actions import ACTIONS
from tui.screens.cover.session import VIEWS, CoverSession
from tui.screens.cover.state import CoverState
from tui.screens.cover.values import LinksValue, MatrixValue, PictureValue, ProfileValue, ViewInSight


def laboratory(name: str) -> CoverSession:
    session = opened(name)
    session.ACTIONS = ACTIONS
    return session


def seen(session: CoverSession) -> LabView:
    session.look()
    return session.view()


def in_sight(view: LabView) -> ViewInSight:
    position = view.board.position
    assert isinstance(position, ViewInSight)
    return position


def keys(view: LabView) -> str:
    return " ".join(f"{action.shown_keys(1)}:{action.label}" for action in view.keys)


def standing(view: LabView) -> str:
    return " ".join((*sorted(view.standing), *(panel.name for panel in view.panels)))


def test_before_a_search_reasons_say_what_is_wanted() -> None:
    view = seen(laboratory("own-pieces"))
    assert (standing(view), view.title) == ("-explaining -walking form why tally", "Two L trominoes and a square")
    assert (in_sight(view).name, view.board.words) == ("picture", "21 × 12")
    assert dict(view.panels)["why"].title == "Why"
    assert keys(view) == "enter:run .:step t:watch / run g:gallery H:by hand %:estimate"


def test_at_full_speed_figures_stand_in_place_of_reasons() -> None:
    session = laboratory("own-pieces")
    session.set_pace(watching=False)
    view = seen(session)
    assert standing(view) == "form live found"
    assert dict(view.panels)["live"].guides == view.keys
    with driven(session) as run:
        run.resume()
        run.wait()
        view = seen(session)
        figures = dict(view.panels)["live"]
        assert (figures.snapshot.solutions, figures.guides, dict(figures.extra)["Levels"]) == (2, (), [1, 4, 3, 2])


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("matrix", MatrixValue),
        ("graph", CoverState),
        ("picture", PictureValue),
        ("links", LinksValue),
        ("levels", ProfileValue),
        ("tree", TreeValue),
    ],
)
def test_only_the_view_in_sight_has_a_value(name: str, kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    session = laboratory("own-pieces")
    made: list[str] = []
    state = session.state

    def counted() -> CoverState:
        made.append(name)
        return state()

    monkeypatch.setattr(session, "state", counted)
    session.view_name = name
    view = seen(session)
    assert in_sight(view).name == name
    assert isinstance(in_sight(view).value, kind)
    assert len(made) == (name in ("matrix", "graph", "picture"))


def test_the_example_is_seen_solved_before_anything_runs() -> None:
    session = laboratory("own-pieces")
    session.preview = session.warm_up()()
    view = seen(session)
    assert view.board.words == "a solution"
    assert in_sight(view).value.state.complete
    assert "This is a solution." in dict(view.panels)["why"].sentences[0].text
    session.hand.take(session.problem, 0, ())
    assert in_sight(seen(session)).value.state.chosen == (0,), "what is taken by hand is seen"
    session.hand.clear(session.problem)
    with driven(session):
        assert in_sight(seen(session)).value.state.chosen == ()


def test_what_is_built_is_not_said_to_visit_no_tree() -> None:
    session = laboratory("own-pieces")
    session.search.start(session.make_search(), paused=True)  # nobody drives it: it is not there yet
    words = " ".join(sentence.text for sentence in dict(seen(session).panels)["why"].sentences)
    assert "no tree" not in words, words


def test_each_step_is_another_view_and_none_is_the_same() -> None:
    session = laboratory("own-pieces")
    with driven(session) as run:
        for name in VIEWS:
            session.view_name = name
            first = seen(session)
            assert seen(session) == first
            run.go(Move.FORWARD)
            rest(run)
            assert seen(session) != first
        assert dict(seen(session).panels)["why"].title == "Why · node 6"


def test_a_single_link_is_another_view_though_the_search_stands_still() -> None:
    session = laboratory("four-sets")
    session.view_name = "links"
    with driven(session) as run:
        run.go(Move.FORWARD)
        rest(run)
        first = seen(session)
        session.dancing.ask(1)
        second = seen(session)
        links = in_sight(second).value
        assert (links.place, links.note, session.move_due) == (1, "", None)
        assert second != first
        session.dancing.ask(-2)
        session.look()
        assert session.move_due is Move.BACK, "the search itself must go back first"


def test_who_edits_or_chooses_by_hand_has_a_cursor_and_other_keys() -> None:
    session = laboratory("four-sets")
    session.cursor = (1, 2)
    assert in_sight(seen(session)).value.cursor is None
    session.hand.on = True
    view = seen(session)
    assert (in_sight(view).value.cursor, view.board.words, view.board.more) == ((1, 2), "by hand", ())
    assert keys(view) == "space:take !:only with it x:forbid .:step esc:done"
    session.hand.on, session.editing, session.coding = False, True, True
    view = seen(session)
    assert (standing(view), dict(view.panels)["why"].title) == ("-explaining form why", "Editor")
    assert keys(view) == "space:put / take o:option i:item esc:done"


def test_the_pseudocode_stands_beside_the_view() -> None:
    session = laboratory("four-sets")
    session.coding = True
    with driven(session) as run:
        run.go(Move.FORWARD)
        rest(run)
        view = seen(session)
        assert standing(view) == "-code -explaining -walking form why tally code"
        assert dict(view.panels)["code"].line is None
        session.dancing.ask(1)
        assert dict(seen(session).panels)["code"].line is not None, "between two nodes it is a line of a procedure"
