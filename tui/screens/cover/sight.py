"""All that an exact cover session shows, as one value.  No Textual."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core._words import grouped
from tui.dialogs.form_values import Note
from tui.kit.values import BoardValue, FoundValue, TreeValue, WhyValue
from tui.lab.view import LabView, Panel, classes
from tui.screens.cover import words
from tui.screens.cover.values import LinksValue, MatrixValue, PictureValue, ProfileValue, ViewInSight

if TYPE_CHECKING:
    from tui.screens.cover.session import CoverSession


def view(session: CoverSession) -> LabView:
    """One of the six views, and beside it reasons or figures."""
    keys = tuple(session.footer_actions())
    walking = (session.watching or session.search.gone_back) and not session.editing
    explaining = walking or session.editing
    form = session.form.value
    if session.editing and form.said is None:
        form = form._replace(said=Note("esc leaves the editor", warning=False))
    panels = [Panel("form", form)]
    if explaining:
        panels.append(Panel("why", _why(session)))
    else:
        figures = words.figures(session)
        panels += [
            Panel("live", figures if figures.snapshot else replace(figures, guides=keys)),
            Panel("found", FoundValue.of(session)),
        ]
    if walking:
        panels.append(Panel("tally", words.tally(session)))
    coding = session.coding and not session.editing
    if coding:
        panels += [Panel("code", position) for position in session.code_positions()]
    return LabView(
        _board(session), tuple(panels), classes(explaining=explaining, walking=walking, code=coding),
        session.document.title if session.begun else "", keys,
    )  # fmt: skip


def _why(session: CoverSession) -> WhyValue:
    shot = session.search.snapshot
    title = "Why" if shot is None else f"Why · node {grouped(shot.steps)}"
    sentences, path = words.why(session)
    return WhyValue("Editor" if session.editing else title, tuple(sentences), tuple(path), unfolded=session.unfolded)


def _board(session: CoverSession) -> BoardValue:
    name, in_matrix = session.view_name, session.editing or session.hand.on
    said = words.below(session)
    seen = ViewInSight(name, _value(session, name), parts=name == "matrix" and not said)
    more = () if in_matrix else ("v next view",)
    return BoardValue(seen, words=said or words.size(session.problem), more=more)


def _value(session: CoverSession, name: str) -> Any:
    """What a view draws."""
    match name:
        case "matrix":
            cursor = session.cursor if session.editing or session.hand.on else None
            return MatrixValue(session.state(), cursor, () if session.editing else session.shares)
        case "graph":
            return session.state()
        case "picture":
            return _picture(session)
        case "links":
            return session.links
        case "levels":
            return ProfileValue(*session.profile(), words.levels(session))
    return TreeValue(session.of_tree, session.search.node, session.grown_tree.stamp)


def _picture(session: CoverSession) -> PictureValue:
    canvas, state = session.document.opened.puzzle.canvas, session.state()
    if canvas is not None:
        told = session.heat(session.around)
        return PictureValue(canvas, state, session.given, told=told, around=session.around if told else None)
    return PictureValue(None, state, instead=() if session.waiting.busy else tuple(words.instead_of_picture(state)))


def links(session: CoverSession, before: LinksValue) -> LinksValue:
    """The links where the search holds still; while it moves, those of a moment ago."""
    reason, dance = session.search.reason, session.dancing.now()
    if dance is not None and reason is not None:
        branch = reason.branch.subject if reason.branch is not None else None
        return LinksValue(
            "", dance, dance.place, session.restricted.problem, session.state().chosen, reason.node,
            branch.number if branch is not None else None, not session.guessing,
        )  # fmt: skip
    note = words.no_links(session)
    return LinksValue(note) if note else before
