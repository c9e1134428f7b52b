"""All that is to be seen of the N queens laboratory, as one value: without an app."""

from __future__ import annotations

from typing import Any

from core.explain import Tone, sentences
from tests.tui.screens.queens.driven import Driven, board, marks
from tui.kit.values import WhyValue
from tui.lab.view import LabView
from tui.screens.queens.actions import ACTIONS


def laboratory(**remembered: Any) -> Driven:
    made = Driven(**remembered)
    made.session.ACTIONS = ACTIONS
    return made


def seen(made: Driven) -> LabView:
    made.session.look()
    return made.session.view()


def keys(view: LabView) -> str:
    return " ".join(f"{action.shown_keys(1)}:{action.label}" for action in view.keys)


def standing(view: LabView) -> str:
    return " ".join((*sorted(view.standing), *(panel.name for panel in view.panels)))


def why(view: LabView) -> WhyValue:
    value = dict(view.panels)["why"]
    assert isinstance(value, WhyValue)
    return value


def test_before_a_search_the_live_panel_says_what_the_keys_do() -> None:
    view = seen(laboratory(n=6, algorithm="backtracking", goal="count"))
    assert (standing(view), view.board.title) == ("-ready form live why found", "6 × 6")
    assert view.board.words == "enter to search"
    assert dict(view.panels)["live"].guides == view.keys
    assert keys(view) == "enter:run .:step a:algorithm e:place queens b:side by side"


def test_a_node_is_marked_and_explained_and_the_keys_lead_on() -> None:
    made = laboratory(n=6, algorithm="backtracking", goal="count")
    made.run(paused=True)
    for _ in range(3):
        made.step()
    view = seen(made)
    assert (standing(view), view.board.words) == ("-explaining form live why found", "paused · node 3")
    assert board(view.board.position) == "1.1 2.3"
    assert "levels 1.1=1 2.3=2" in marks(view.board.position.marks)
    assert (why(view).title, bool(why(view).legend)) == ("Why · node 3", True)
    assert keys(view) == "enter:go on .:step ,:back C:pseudocode b:side by side J:go to node x:stop"


def test_every_square_that_a_queen_rules_out_is_named() -> None:
    made = laboratory(n=12, algorithm="dlx-s", goal="count")
    made.run(paused=True)
    for _ in range(2):
        made.step()
    (told,) = [sentence.text for sentence in why(seen(made)).sentences if sentence.tone is Tone.DETAIL]
    assert " more" not in told, told
    reason = made.session.search.reason
    assert reason is not None
    assert "r1c1, r2c1, r3c1, r4c1, r5c1, r6c1, r8c1, r9c1, r10c1, r11c1, r12c1 (through column 1)" in told
    assert "and 5 more" in " ".join(sentence.text for sentence in sentences(reason)), "there is less room on paper"


def test_what_is_opened_stands_in_the_view_and_goes_from_it() -> None:
    made = laboratory(n=6, algorithm="backtracking", goal="count")
    made.run()
    session = made.session
    assert standing(seen(made)) == "form live why found"
    session.coding = session.tree_opened = session.unfolded = True
    view = seen(made)
    assert standing(view) == "-code -explaining -tree form live why found code tree"
    assert why(view).unfolded
    assert "esc:close tree" in keys(view)
    session.coding = session.tree_opened = False
    assert standing(seen(made)) == "form live why found"


def test_nothing_new_is_an_equal_view_and_anything_else_is_not() -> None:
    made = laboratory(n=6, algorithm="backtracking", goal="count")
    made.run()
    first = seen(made)
    assert seen(made) == first
    made.session.browser.step(1)
    second = seen(made)
    assert second != first
    assert (second.board.words, dict(second.panels)["live"]) == ("solution 1", dict(first.panels)["live"])
    made.session.rival = 12
    assert keys(seen(made)) != keys(second), "what is counted in the background changes a label"


def test_the_form_is_made_anew_only_where_something_else_is_chosen() -> None:
    made = laboratory(n=6, algorithm="backtracking", goal="count")
    first = dict(seen(made).panels)["form"]
    made.run(paused=True)
    made.step()
    second = dict(seen(made).panels)["form"]
    assert [row.shown for row in second.rows] == ["Backtracking", "6 × 6", "count all solutions"]
    assert all(one is other for one, other in zip(first.rows, second.rows, strict=True) if one.key != "n")
    made.session.form.shift(1)
    assert dict(seen(made).panels)["form"].rows[0] != second.rows[0]


def test_a_key_that_the_keyboards_owner_keeps_is_not_offered() -> None:
    made = laboratory(n=6)
    made.session.keyboard_keeps = lambda key: key == "enter"
    assert keys(seen(made)).startswith(".:step a:algorithm")


def test_boards_in_arrays_differ_after_a_step_though_it_is_the_same_array() -> None:
    made = laboratory(n=5000, algorithm="swaps", goal="first")
    made.run(paused=True)
    made.step()
    first = seen(made)
    assert first == seen(made)
    made.step()
    assert first.board.position != seen(made).board.position
