"""All that an N queens session shows, as one value.  No Textual."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core import Queens, Run, Snapshot
from core._words import grouped
from core.explain import NodeKind, Reason, Sentence, Tone, sentences
from core.explain._words import MOST_ON_A_SCREEN
from tui.kit.queens_position import QueensPosition, legend, position_of
from tui.kit.values import BoardValue, FoundValue, TreeValue, WhyValue
from tui.lab.view import LabView, Panel, classes

if TYPE_CHECKING:
    from tui.screens.queens.session import QueensSession

LARGE = 4096
"""Beyond this N a position is read from arrays rather than copied into tuples."""
POINT_AT_THE_TREE = (
    Sentence(Tone.PLAIN, "The tree shows every node the search visits: the root at the top, a level to a row."),
    Sentence(Tone.NEXT, "Point at a node with the arrow keys or the mouse: the board shows it, this panel says why."),
)


def view(session: QueensSession) -> LabView:
    """The board, and beside it the figures, the reasons and what is found."""
    shot, keys, figures = session.search.snapshot, tuple(session.footer_actions()), session.figures()
    position, words = board(session)
    reasons = tuple(why(session))
    ready = figures.snapshot is None and not figures.error
    n = grouped(position.n)
    panels = [
        Panel("form", session.form.value),
        Panel("live", replace(figures, guides=keys) if ready else figures),
        Panel("why", WhyValue(
            "Why" if shot is None else f"Why · node {grouped(shot.steps)}", reasons,
            legend=legend if position.marks is not None else "", unfolded=session.unfolded,
        )),
        Panel("found", FoundValue.of(session)),
    ]  # fmt: skip
    if session.coding:
        panels += [Panel("code", at) for at in session.code_positions()]
    if session.tree_opened:
        panels.append(Panel("tree", TreeValue(session.of_tree, session.search.node, session.grown_tree.stamp)))
    standing = classes(explaining=reasons, ready=ready, code=session.coding, tree=session.tree_opened)
    return LabView(BoardValue(position, f"{n} × {n}", words), tuple(panels), standing, keys=keys)


# Why


def why(session: QueensSession) -> list[Sentence]:
    """Why the search is where it is; nothing while a solution is in view, or nobody could follow.

    With its tree in view, also how to point at a node of it.
    """
    reason, solution_in_view = _reason(session), session.browser.place is not None
    if session.tree_opened and (solution_in_view or (reason is None and session.search.state == "complete")):
        return list(POINT_AT_THE_TREE)
    if solution_in_view:
        return []
    arrival = session.search.arrival
    told = sentences(reason, MOST_ON_A_SCREEN) if reason is not None else _why_no_reason(session)
    return [*([Sentence(Tone.BAD, arrival)] if arrival else []), *told]


def _reason(session: QueensSession) -> Reason | None:
    """Why it is where it is; None if nobody can follow, if a learner guesses, and after the end."""
    reason = session.reason_told
    return reason if reason is not None and reason.outcome is not NodeKind.END else None


def _why_no_reason(session: QueensSession) -> list[Sentence]:
    """Why there is nothing to say although the search holds still."""
    refusal = session.ran.unexplained if session.held and session.ran is not None else None
    return [Sentence(Tone.PLAIN, f"{refusal}.")] if refusal is not None else []


# The board


def board(session: QueensSession) -> tuple[QueensPosition, str]:
    """What the board shows, and the words below it."""
    problem, shot, run, ran = session.problem, session.search.snapshot, session.search.run, session.ran
    if session.holding:
        return _given(problem, session), "space queen, x forbid, enter: how many ways?"
    if shot is None or run is None or ran is None:
        if problem.restricted:
            return _given(problem, session), "enter to search"
        if session.preview is not None and session.preview.n == problem.n:
            return session.preview, "a solution; enter to search"
        return QueensPosition(problem.n), "enter to search"
    position, words = _searched(session, ran.problem, shot, run)
    if ran.problem.conflict is not None:  # the search has no place for them, and ends at once
        position = position_of(ran.problem, None)
    if ran.problem.restricted:
        position = replace(
            position, placed=frozenset(ran.problem.placed), forbidden=frozenset(ran.problem.forbidden)
        )  # fmt: skip
    return position, words


def _given(problem: Queens, session: QueensSession) -> QueensPosition:
    """What has been placed and forbidden by hand, and the cursor while the user goes on with it."""
    return replace(position_of(problem, None), cursor=session.cursor)


def _searched(session: QueensSession, problem: Queens, shot: Snapshot, run: Run) -> tuple[QueensPosition, str]:
    """The solution in view, or the place of the search."""
    n, browser, search = problem.n, session.browser, session.search
    if browser.place is not None and (solution := browser.solution) is not None:
        kind = "class" if browser.by_class else "solution"
        version = browser.stamp if n > LARGE else None
        return QueensPosition(n, solution, version=version), f"{kind} {grouped(browser.place + 1)}"
    if n > LARGE:
        columns = getattr(run.search, "board_array", None)
        return QueensPosition(n, columns() if columns else (), version=(run, shot.steps)), search.state
    free = search.can_be_followed or shot.finished or run.paused
    position = position_of(problem, shot, free=free, reason=_reason(session))
    if session.guessing:
        position = replace(position, cursor=session.pointer)
    still = position.marks is not None or session.guessing
    return position, f"{search.state} · node {grouped(shot.steps)}" if still else session.state_told
