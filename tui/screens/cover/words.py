"""What the exact cover screen says in words: about a session, beside and below its views, and about a problem."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core import ExactCover, Goal
from core._estimates.probes import ROUGH, forecast, is_rough
from core._words import both, counted, first_of, grouped
from core.exact_cover import CoverPuzzle
from core.exact_cover._problem import ItemChoice
from core.exact_cover._restricted import Restricted
from core.explain import NodeKind, Sentence, Tone, sentences
from core.explain._words import MOST_ON_A_SCREEN
from tui.lab.live_search import LiveFigures
from tui.screens.cover.hand import Left
from tui.screens.cover.state import CoverState
from tui.screens.cover.values import ProfileValue

if TYPE_CHECKING:
    from core import Algorithm, Proposal, Snapshot
    from core._estimates.probes import ProbeEstimate
    from core.exact_cover._analysis import Outlook
    from tui.screens.cover.session import CoverSession

MOST_NAMES = 12
MOST_LOOKED_UP = 1 << 16
"""With more options than this none is looked up by its name: pointing must not take a moment."""
MOST_HELD = 5
"""The most options taken or forbidden by hand that a sentence names."""


# About a session


def why(session: CoverSession) -> tuple[list[Sentence], list[str]]:
    """The sentences, and the path with a line for each level."""
    problem, search, shot = session.problem, session.search, session.search.snapshot
    if session.editing:
        return editor(problem), []
    if search.error:
        return [Sentence(Tone.BAD, search.error)], []
    if session.in_view is not None:
        return browsing(problem, session.in_view), []
    if session.waiting.busy:
        return [Sentence(Tone.PLAIN, "Opening the problem.")], []
    if session.guessing:
        return [Sentence(Tone.PLAIN, "The reasons are shown when you have answered.")], []
    reason = shot.reason if shot is not None else None
    if shot is None or (reason is not None and reason.outcome is NodeKind.START):
        said = beginning(problem, solved=session.previewing)
        if wrong := trouble(session.puzzle, session.outlook):
            said.insert(0, Sentence(Tone.BAD, wrong[:1].upper() + wrong[1:] + "."))
        return _arrival(session) + _hand(session) + said, []
    if reason is None:
        walkable = search.walkable or search.search is None  # what is not built yet may visit one
        return [Sentence(Tone.PLAIN, without_reason(search.state, walkable=walkable))], []
    said = at_the_end(shot) if reason.outcome is NodeKind.END else sentences(reason, MOST_ON_A_SCREEN)
    return _arrival(session) + _hand(session) + said, path(problem, session.state().choices, session.restricted.taken)


def _hand(session: CoverSession) -> list[Sentence]:
    """What was taken and forbidden, what is left, and what the hand can do."""
    said = hand_told(session.restricted, session.hand.left) if session.hand.anything else []
    return said + (hand_keys() if session.hand.on else [])


def _arrival(session: CoverSession) -> list[Sentence]:
    """What to say about the last move."""
    said = session.search.arrival
    return [Sentence(Tone.BAD, said[:1].upper() + said[1:] + ".")] if said else []


def tally(session: CoverSession) -> ProfileValue:
    """Nodes by level, the level, rows of figures, and the share of the tree that has been visited."""
    shot, title, speed = session.search.snapshot, f"Live · {session.search.state}", session.search.figures().speed
    if shot is None:
        return ProfileValue(title=title, words=speed)
    aim = (session.ran or session.chosen).entry.aim
    total, known = session.total, None if aim else session.known
    profile, depth = session.profile()
    visited = shot.nodes if shot.nodes is not None else shot.steps
    nodes = f"{grouped(visited)} of {grouped(total)}" if total is not None else grouped(visited)
    found = grouped(shot.solutions)
    if known is not None:
        found += f" / {grouped(known)}"
    rows = [("Solutions", found), ("Nodes", f"{nodes} · depth {shot.depth}")]
    if shot.updates is not None:
        rows.append(("Updates", grouped(shot.updates)))
    share = shot.nodes / total if total and shot.nodes is not None else session.search.share
    return ProfileValue(profile, depth, tuple(rows), share, title, speed)


def expected(session: CoverSession) -> str:
    """How many nodes the search will have: from probes, later from itself; empty once known, or if unknown."""
    shot, ran = session.search.snapshot, session.ran or session.chosen
    if (
        ran.entry.key == "memo-count"
        or ran.entry.aim
        or session.total is not None
        or (shot is not None and shot.finished)
    ):
        return ""  # with memory, or a bound, it visits another tree, by far
    probed = session.estimate if ran.settings.get("choice", "s") != "first" else None
    said = forecast(probed, 0, None) if shot is None else forecast(probed, shot.nodes or 0, session.search.share)
    if said is None:
        return ""
    value, measured = said
    if measured:
        return f"about {grouped(rounded(value)) if value < 1e15 else f'{value:.1g}'} nodes, by its progress"
    assert probed is not None
    return estimate(value, probed.nodes_error, "nodes", skewed=probed.nodes_skewed)


def levels(session: CoverSession) -> tuple[tuple[str, str], ...]:
    """The lines above the nodes by level."""
    profile, _ = session.profile()
    rows = []
    if nodes := expected(session):
        rows.append(("estimated", nodes))
    if session.estimate is not None or profile:
        rows.append(("visited", counted(sum(profile), "node")))
    return tuple(rows)


def below(session: CoverSession) -> str:
    """The words below the view; empty if nothing is going on, when the problem's size is shown instead."""
    if session.editing:
        return "editing"
    seen = _in_view(session)
    if session.shares and session.lot.diagram is not None:
        of = counted(session.lot.diagram.count, "solution")
        if session.view_name == "matrix":
            return f"{seen} · shares of {of}" if seen else f"shares of {of}"
        if session.view_name == "picture" and not seen:
            return f"{_piece(session)}: % of {of}"
    if session.hand.on:
        return "by hand"
    if seen:
        return seen
    if session.previewing:
        return "a solution"
    return "opening" if session.waiting.busy else ""


def _in_view(session: CoverSession) -> str:
    """The name of the solution in view; empty if there is none."""
    browser, solution = session.browser, session.in_view
    if solution is None:
        return ""
    cost = f" · cost {grouped(session.problem.cost(solution))}" if session.problem.costly else ""
    if browser.place is None:
        return f"a random solution{cost}"
    return f"{'class' if browser.by_class else 'solution'} {grouped(browser.place + 1)}{cost}"


def _piece(session: CoverSession) -> str:
    """What the picture's shares are of: the piece under the cursor, or in each cell the likeliest one."""
    canvas = session.document.opened.puzzle.canvas
    if not session.hand.on or session.cursor is None or canvas is None:
        return "likeliest"
    texts = {text for _, text in canvas.marks[session.cursor[0]]}
    return f"{session.problem.label(session.cursor[0])}" + (f", {texts.pop()}" if len(texts) == 1 else "")


def instead_of_picture(state: CoverState) -> Sequence[str]:
    """For a problem without a picture: the chosen options."""
    if not state.chosen:
        return ["No option is chosen yet. This problem is not about a grid, so its options are listed here."]
    return option_lines(state.problem, state.chosen)


def no_links(session: CoverSession) -> str:
    """Why there are no links to draw; empty if they only move."""
    run, reason = session.search.run, session.search.reason
    if run is None or reason is None:
        return "The links are drawn while the search is paused: . visits a node, ; makes a single unlinking."
    if not session.dancing.still:
        return ""
    has = hasattr(run.search, "links")
    return (
        "Too large to draw its links; the matrix (M) shows what is covered."
        if has
        else "This algorithm has no links: dlx has them."
    )


def figures(session: CoverSession) -> LiveFigures:
    """The live panel, with the known number of solutions and what was estimated."""
    goal = session.ran.goal if session.ran is not None else session.setup.goal
    known = session.known if goal is not Goal.FIRST else None
    base, shot = session.search.figures(known), session.search.snapshot
    instance = session.document.opened.instance
    extra: list[tuple[str, str | Sequence[int]]] = []
    if session.hand.anything:
        extra.append(("By hand", hand_in_short(session.restricted)))
    if session.ran is not None and session.ran.entry is not session.setup.entry:
        extra.append(("Search", session.ran.entry.title))
    profile, _ = session.profile()
    if nodes := expected(session):
        extra.append(("Expected", nodes))
    if len(profile) > 0:
        extra.append(("Levels", profile))
    if shot is not None and (costs := (shot.detail or {}).get("costs")) is not None:
        extra.append(("Cost", cost(costs)))
    memo = (shot.detail or {}).get("memo") if shot is not None else None
    if memo is not None:
        extra.append(("Recalled", recalled(memo)))
    source = instance.source.partition(",")[0] if instance is not None else ""
    return replace(
        base,
        known=known,
        known_name=source if source.startswith("A0") else "",
        counting_everything=goal is not Goal.FIRST,
        extra=tuple(extra),
        spared=frozenset({"Expected", "Recalled"}) if profile else frozenset({"Recalled"}),
    )


# About a problem, a solution, an estimate


def size(problem: ExactCover) -> str:
    """How many options and items."""
    return f"{grouped(len(problem.options))} × {grouped(len(problem.items))}"


def tabs(names: Sequence[str], current: str) -> str:
    """The views, the one shown highlighted; a click shows another."""
    styles = {name: "bold underline" if name == current else "not bold" for name in names}
    return " ".join(
        f"[{styles[name]}][@click=screen.view('{name}')]{'bars' if name == 'levels' else name}[/][/]" for name in names
    )


def beginning(problem: ExactCover, *, solved: bool = False) -> list[Sentence]:
    """What is wanted, before the first node, and whether it is ``solved`` for a preview."""
    there = "This is a solution." if solved else "Nothing is chosen yet."
    return [
        Sentence(Tone.PLAIN, f"Wanted: options (rows) that together hold {covered(problem)}. {there}"),
        Sentence(Tone.NEXT, "Press . for the first node (, goes back), or enter to run."),
    ]


def covered(problem: ExactCover, column: str = " (column)") -> str:
    """How often a solution holds the items of this problem."""
    often = "as often as it says" if problem.multiple else "exactly once"
    if not problem.secondary:
        return f"every item{column} {often}"
    colours = ", or more often in one colour" if problem.coloured else ""
    return f"every primary item{column} {often} and every secondary item at most once{colours}"


def at_the_end(shot: Snapshot) -> list[Sentence]:
    """When every branch has been searched."""
    count = shot.solutions
    found = counted(count, "solution") if count else "no solution"
    return [
        Sentence(
            Tone.GOOD if count else Tone.BAD, f"Every branch searched: {counted(shot.nodes or 0, 'node')}, {found}."
        ),
        Sentence(Tone.NEXT, "Press , to walk back through the tree, r to start again."),
    ]


def without_reason(state: str, *, walkable: bool) -> str:
    """While there is no reason to show."""
    if state == "running":
        return "Searching. space pauses it, and then you see why it is where it is."
    if not walkable:
        return "This algorithm visits no tree to walk through; choose another one."
    return state[:1].upper() + state[1:] + "."


def hand_told(restricted: Restricted, left: Left | None) -> list[Sentence]:
    """What was taken and forbidden, and what that leaves."""
    options, items = counted(len(restricted.left), "option"), counted(len(restricted.open_items), "item")
    text = f"By hand: {hand_in_short(restricted)}. Left: {options} for {items}"
    if left is not None:
        text += f"; {'' if left.exact else 'at least '}{counted(left.solutions, 'solution')}"
    return [Sentence(Tone.GOOD if left is None or left.solutions or not left.exact else Tone.BAD, f"{text}.")]


def hand_in_short(restricted: Restricted) -> str:
    """What was taken and forbidden."""
    problem = restricted.whole
    parts = [
        f"{first_of(options, MOST_HELD, name=problem.label)} {how}"
        for options, how in ((restricted.taken, "taken"), (sorted(restricted.forbidden), "forbidden")) if options
    ]  # fmt: skip
    return "; ".join(parts)


def hand_keys() -> list[Sentence]:
    """What the keys do while the hand is in the matrix."""
    return [
        Sentence(Tone.NEXT, "space takes the option, ! wants it in every solution, x forbids it, u undoes; "
                 "then . searches on from there.")
    ]  # fmt: skip


def path(problem: ExactCover, taken: Sequence[ItemChoice], of_hand: Sequence[int] = ()) -> list[str]:
    """A line for each level: the item, the option, which of how many (or that it was taken by hand: ``of_hand``)."""
    lines = []
    for level, choice in enumerate(taken, 1):
        if choice.option in of_hand:
            own = " ".join(problem.entries(choice.option))
            lines.append(f"{level}. {problem.label(choice.option)} (by hand): {own}")
            continue
        item = problem.items[choice.item].name
        if choice.option < 0:
            lines.append(f"{level}. {item}: left as it is")
            continue
        held = " ".join(problem.entries(choice.option))
        way = f"{choice.number} of {choice.degree}"
        lines.append(f"{level}. {item} by {problem.label(choice.option)} ({way}): {held}")
    return lines


def editor(problem: ExactCover) -> list[Sentence]:
    """What the editor's keys do, and what is still missing."""
    sentences: list[Sentence] = [
        Sentence(Tone.PLAIN, "space puts the item (column) into the option (row), or takes it out; arrows move."),
        Sentence(
            Tone.PLAIN,
            "o adds an option, i an item. d and x remove them, r and n name them. s makes the item secondary.",
        ),
        Sentence(Tone.NEXT, "u undoes, U redoes. Everything is kept. esc when done."),
    ]
    bare = [i for i, item in enumerate(problem.items) if not item.secondary and item.least and not problem.sizes[i]]
    if bare:
        sentences.append(Sentence(Tone.BAD, f"Nothing covers {_items(problem, bare, 4)} yet."))
    return sentences


def option_lines(problem: ExactCover, options: Sequence[int]) -> list[str]:
    """A line for each option: its label and its items."""
    width = max((len(problem.label(option)) for option in options), default=0)
    return [f"{problem.label(option):<{width}}  {_written(problem, option)}" for option in options]


def _written(problem: ExactCover, option: int) -> str:
    """An option as its line in a file: items, colours and, if options have costs, its cost after a bar."""
    cost = f" |{problem.options[option].cost}" if problem.costly else ""
    return f"{' '.join(problem.entries(option))}{cost}"


def browsing(problem: ExactCover, solution: Sequence[int]) -> list[Sentence]:
    """A solution, option by option."""
    costs = f", which cost {grouped(problem.cost(solution))}" if problem.costly else ""
    sentences: list[Sentence] = [
        Sentence(Tone.GOOD, f"A solution of {counted(len(solution), 'option')}{costs}: {covered(problem, '')}.")
    ]
    for option in solution[:MOST_NAMES]:
        sentences.append(Sentence(Tone.PLAIN, f"{problem.label(option)}: {_written(problem, option)}"))
    sentences.append(Sentence(Tone.NEXT, "esc goes back to the search"))
    return sentences


def cost(costs: Mapping[str, Any]) -> str:
    """How cheap the best solution so far is, and what all cost at least."""
    bound = f"bound {grouped(costs['least_of_all'])}"
    return bound if costs["best"] is None else f"best {grouped(costs['best'])} · {bound}"


def recalled(memo: Mapping[str, Any]) -> str:
    """How often a count was remembered, and whether remembering goes on."""
    share = f"{100 * memo['hits'] / memo['lookups']:.0f} %" if memo["lookups"] else "none"
    return f"{share} of {grouped(memo['lookups'])} asked" if memo["in use"] else f"only {share}: switched off"


def estimate(value: float, error: float, unit: str, *, skewed: bool = False) -> str:
    """A mean with its standard error; a rough guess has only two figures, and no error."""
    skewed = is_rough(value, error, skewed)
    if value >= 1e15:
        return f"about {value:.1g} {unit}"
    number = grouped(rounded(value) if skewed else round(value))
    unit = unit.removesuffix("s") if number == "1" else unit
    if skewed:
        return f"about {number} {unit}"
    if error <= 0 or value <= 0:
        return f"{number} {unit}"
    return f"{number} {unit} ± {error / value * 100:.0f} %"


def rounded(value: float) -> int:
    """A number rounded to its first two figures, the only ones that mean something."""
    return round(float(f"{value:.1e}"))


def trouble(puzzle: CoverPuzzle, outlook: Outlook | None) -> str:
    """What speaks against a problem before any search."""
    if puzzle.misfit:
        return f"no solution: {puzzle.misfit}"
    if outlook is not None and outlook.imbalance is not None:
        return f"no solution: {outlook.imbalance}"
    if outlook is None or outlook.uncoverable is None:
        return ""
    if outlook.impossible[1:]:
        problem = puzzle.problem
        lacking = "too few options hold" if any(problem.sizes[i] for i in outlook.impossible) else "nothing covers"
        return f"no solution: {lacking} {_items(problem, outlook.impossible, 4)}"
    return f"no solution: {outlook.uncoverable}"


def proposed(proposal: Proposal, chosen: Algorithm | None) -> str:
    """Why an algorithm was proposed; without its name if it is the ``chosen`` one."""
    if proposal.algorithm is chosen:
        return f"proposed: {proposal.reason}"
    return f"{proposal.algorithm.title} proposed: {proposal.reason}"


def before_a_run(puzzle: CoverPuzzle, outlook: Outlook, estimated: ProbeEstimate) -> str:
    """Everything known before a run."""
    problem = puzzle.problem
    lines = []
    if puzzle.misfit:
        lines.append(f"Impossible: {puzzle.misfit}. So there is no solution.")
    if outlook.impossible:
        names = _items(problem, outlook.impossible)
        held = "them" if outlook.impossible[1:] else "it"
        lines.append(f"Impossible: {names}. Too few options hold {held}, so there is no solution.")
    elif outlook.uncoverable:
        said = str(outlook.uncoverable)
        lines.append(f"Impossible: {said}. So there is no solution.")
    elif outlook.imbalance and not puzzle.misfit:
        lines.append(f"Impossible: {outlook.imbalance}. So there is no solution.")
    forced = [
        f"{problem.items[item].name} by {', '.join(problem.label(option) for option in options)}"
        for item, options in outlook.forced
    ]
    if forced:
        lines.append(f"Forced: {first_of(forced, MOST_NAMES, '; ')}.")
    elif not lines:
        lines.append("Forced: no item; each could be covered in several ways.")
    if outlook.idle_options:
        count = counted(len(outlook.idle_options), "option")
        has = "have" if outlook.idle_options[1:] else "has"
        lines.append(f"{count} {has} no primary item and cannot be in a solution.")
    lines.append("")
    probes = grouped(estimated.probes)
    lines.append(f"Expected after {probes} random probes (Knuth 1975), ± the standard error:")
    lines.append("  " + estimate(estimated.nodes, estimated.nodes_error, "nodes", skewed=estimated.nodes_skewed))
    if estimated.solutions:
        error, skewed = estimated.solutions_error, estimated.solutions_skewed
        lines.append("  " + estimate(estimated.solutions, error, "solutions", skewed=skewed))
    else:
        lines.append("  solutions: no probe found one, which does not mean that there are none")
    sums = [(estimated.nodes, estimated.nodes_error, estimated.nodes_skewed),
            (estimated.solutions, estimated.solutions_error, estimated.solutions_skewed)]  # fmt: skip
    if any(value and is_rough(value, error, skewed) for value, error, skewed in sums):
        lines.append(f"  (about: {ROUGH})")
    return "\n".join(lines)


def _items(problem: ExactCover, items: Sequence[int], most: int = MOST_NAMES) -> str:
    return first_of(items, most, name=lambda item: problem.items[item].name)


def option_told(problem: ExactCover, name: str) -> str:
    """What the option of that name is, in a line; empty if none has it, or options have only numbers."""
    if len(problem.labels) > MOST_LOOKED_UP or name not in problem.labels:
        return ""
    option = problem.options[problem.labels.index(name)]
    first, *others = (problem.items[item].name for item in option)
    cost = f", and costs {grouped(option.cost)}" if problem.costly else ""
    placed = re.fullmatch(rf"{re.escape(first)}@?(.+?)([a-z]*)", name)
    if placed is not None and placed[1] in others:
        turned = f", turned the way called {placed[2]}" if placed[2] else ""
        return f"{name}: an option, piece {first} placed from {placed[1]} on{turned}: it fills {both(others)}{cost}"
    return f"{name}: an option, it covers {both([first, *others])}{cost}"
