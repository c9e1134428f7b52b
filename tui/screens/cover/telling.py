"""What is told of a session beside and below its views, as values: no widget, no key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.explain.reason import NodeKind
from core.explain.words import Sentence, Tone, sentences
from core.search import Goal
from core.words import counted, grouped
from tui.screens.cover import words
from tui.screens.cover.files import option_lines
from tui.screens.cover.session import CoverSession
from tui.screens.cover.state import CoverState
from tui.search.live_search import LiveFigures


def why(session: CoverSession, *, opening: bool) -> tuple[list[Sentence], list[str]]:
    """The sentences, and the path with a line for each level."""
    problem, search, shot = session.problem, session.search, session.search.snapshot
    if session.editing:
        return words.editor(problem), []
    if search.error:
        return [Sentence(Tone.BAD, search.error)], []
    if session.browser.solution is not None:
        return words.browsing(problem, session.browser.solution), []
    if opening:
        return [Sentence(Tone.PLAIN, "Opening the problem.")], []
    if session.guessing:
        return [Sentence(Tone.PLAIN, "The reasons are shown when you have answered.")], []
    reason = shot.reason if shot is not None else None
    if shot is None or (reason is not None and reason.outcome is NodeKind.START):
        said = words.beginning()
        if trouble := words.trouble(session.puzzle, session.outlook):
            said.insert(0, Sentence(Tone.BAD, trouble[:1].upper() + trouble[1:] + "."))
        return _arrival(session) + _by_hand(session) + said, []
    if reason is None:
        return [Sentence(Tone.PLAIN, words.without_reason(search.state, walkable=search.walkable))], []
    said = words.at_the_end(shot) if reason.outcome is NodeKind.END else sentences(reason)
    return _arrival(session) + _by_hand(session) + said, words.path(
        problem, session.state().choices, session.restricted.taken
    )


def _by_hand(session: CoverSession) -> list[Sentence]:
    """What was taken and forbidden, what is left, and what the hand can do."""
    said = words.by_hand(session.restricted, session.hand.left) if session.hand.anything else []
    return said + (words.hand_keys() if session.hand.on else [])


def _arrival(session: CoverSession) -> list[Sentence]:
    """What there is to say about the last move."""
    said = session.search.arrival
    return [Sentence(Tone.BAD, said[:1].upper() + said[1:] + ".")] if said else []


def tally(session: CoverSession) -> tuple[Sequence[int], int | None, list[tuple[str, str]], float | None]:
    """Nodes by level, the level, rows of figures, and the share of the tree that has been visited."""
    shot = session.search.snapshot
    if shot is None:
        return (), None, [], None
    total, known = session.total, session.known
    profile, depth = session.profile()
    share = shot.nodes / total if total and shot.nodes is not None else session.search.share
    return profile, depth, words.tally(shot, total, known), share


def expected(session: CoverSession) -> str:
    """How many nodes the search will have; empty once that is known, and where nothing tells."""
    shot, ran = session.search.snapshot, session.ran or session.chosen
    if ran.entry.key == "memo-count" or session.total is not None or (shot is not None and shot.finished):
        return ""  # with memory it visits another tree, by far
    probed = session.estimate if ran.settings.get("choice", "s") != "first" else None
    if shot is None:
        return words.expected(probed, 0, None)
    return words.expected(probed, shot.nodes or 0, session.search.share)


def levels(session: CoverSession) -> list[tuple[str, str]]:
    """The lines above the nodes by level."""
    profile, _ = session.profile()
    rows = []
    if nodes := expected(session):
        rows.append(("estimated", nodes))
    if session.estimate is not None or profile:
        rows.append(("visited", counted(sum(profile), "node")))
    return rows


def subtitle(session: CoverSession, where: str, room: int) -> str:
    """The words below the view; ``where`` says which part of the problem is in sight."""
    browser = session.browser
    if session.editing:
        return "editing"
    if session.hand.on:
        return "by hand"
    if browser.solution is not None and browser.place is not None:
        where = f"{'class' if browser.by_class else 'solution'} {grouped(browser.place + 1)}"
    text = f"{where}  v next view"
    if len(text) <= room:
        return text
    return where if len(where) <= room else where.replace(" of ", "/")


def instead_of_picture(state: CoverState) -> Sequence[str]:
    """Of a problem that has no picture: the chosen options."""
    if not state.chosen:
        return ["No option is chosen yet. This problem is not about a grid, so its options are listed here."]
    return option_lines(state.problem, state.chosen)


def no_links(session: CoverSession) -> str:
    """Why there are no links to draw; empty where they only move."""
    run, reason = session.search.run, session.search.reason
    if run is None or reason is None:
        return "The links are drawn while the search is paused: . visits a node, ; makes a single unlinking."
    if not session.dancing.still:
        return ""
    has = hasattr(run.search, "links")
    return "Too large to draw its links." if has else "This algorithm has no links: dlx has them."


def figures(session: CoverSession, *, width: int, tall: bool, glyphs: str) -> LiveFigures:
    """The live panel, with the known number of solutions and what was estimated."""
    goal = session.ran.goal if session.ran is not None else session.setup.goal
    known = session.known if goal is not Goal.FIRST else None
    base, shot = session.search.figures(known), session.search.snapshot
    instance = session.document.opened.instance
    extra: list[tuple[str, str]] = []
    if session.hand.anything:
        extra.append(("By hand", words.hand_in_short(session.restricted)))
    if session.ran is not None and session.ran.entry is not session.setup.entry:
        extra.append(("SearchTask", session.ran.entry.title))
    profile, _ = session.profile()
    if (tall or not profile) and (nodes := expected(session)):
        extra.append(("Expected", nodes))
    if len(profile) > 0:
        extra.append(("Levels", words.sparks(profile, max(4, width - 10), glyphs)))
    memo = (shot.detail or {}).get("memo") if shot is not None else None
    if memo is not None and tall:
        extra.append(("Recalled", words.recalled(memo)))
    source = instance.source.partition(",")[0] if instance is not None else ""
    return replace(
        base,
        known=known,
        known_name=source if source.startswith("A0") else "",
        counting_everything=goal is not Goal.FIRST,
        extra=tuple(extra),
    )


def remark(session: CoverSession) -> str:
    """Why nothing is found, or why what is kept is not all of it."""
    browser, opened, shot = session.browser, session.document.opened, session.search.snapshot
    kept = len(browser.found())
    trouble = words.trouble(session.puzzle, session.outlook)
    if shot is None:
        return trouble or (words.proposed(session.proposal, session.setup.entry) if session.proposal else "")
    if shot.solutions > kept:
        return f"only the first {grouped(kept)} are kept" if kept else "counted only: nothing to browse"
    if shot.finished and not shot.solutions:
        return {
            "complete": f"there is {trouble or 'no solution'}", "stopped": "stopped before anything was found",
        }.get(session.search.state, "")  # fmt: skip
    if browser.grouping is None:
        return ""
    if browser.grouping.of < shot.solutions:
        return f"of the first {grouped(browser.grouping.of)} solutions"
    instance = opened.instance
    if instance is not None and instance.known_classes is not None and not session.hand.anything:
        return f"known: {grouped(instance.known_classes)} up to symmetry"
    return ""
