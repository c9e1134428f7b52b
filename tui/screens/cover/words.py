"""What the exact cover screen says in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.exact_cover.analysis import forecast
from core.exact_cover.problem import ExactCover, ItemChoice
from core.exact_cover.puzzle import CoverPuzzle
from core.exact_cover.restricted import Restricted
from core.explain.words import Sentence, Tone
from core.words import counted, grouped
from tui.glyphs import Glyphs
from tui.screens.cover.hand import Left
from tui.widgets.pick_list import PickLine

if TYPE_CHECKING:
    from core.catalog import Algorithm, Proposal
    from core.exact_cover.analysis import Outlook, ProbeEstimate
    from core.search import Snapshot

FILE, DRAW, NEW, DRAFT = "new:file", "new:drawing", "new:matrix", "new:draft"
BEGIN = "Begin"
MOST_NAMES = 12
MOST_RECENT = 8
MOST_HELD = 5
"""Options taken or forbidden by hand that a sentence names."""

DRAWING = """# A region to fill and pieces to fill it with.
# Any character is a cell, a dot is not; ? may stay empty.
# x2: two of it; x1-3: one to three; x*: any number.
# free pieces turn and flip, one-sided only turn, fixed
# neither. ^s uses the text, F1 tells more.
title: My pieces
pieces: free

region:
######
######

piece L x2:
##
#.

piece I:
###
###
"""
"""Something small to begin with."""


def size(problem: ExactCover, glyphs: Glyphs) -> str:
    """How many options and items."""
    return f"{grouped(len(problem.options))} {glyphs.times} {grouped(len(problem.items))}"


def tabs(names: Sequence[str], current: str) -> str:
    """The views, the one shown standing out; a click shows another."""
    styles = {name: "bold underline" if name == current else "not bold" for name in names}
    return " ".join(
        f"[{styles[name]}][@click=screen.view('{name}')]{'bars' if name == 'levels' else name}[/][/]" for name in names
    )


def choices(kept: Sequence[tuple[str, str, str]], *, draft: bool = False) -> list[PickLine[str]]:
    """Everything that can be opened: ways to make one's own, what was kept, the gallery."""
    from core.exact_cover.gallery import GALLERY

    entries = [
        PickLine(FILE, "Open a file", "Knuth's format, a 0/1 matrix, JSON, or drawn pieces", group=BEGIN),
        PickLine(DRAW, "Draw your own pieces", "a region and pieces as ASCII art, to be packed", group=BEGIN),
        PickLine(NEW, "A new matrix", "items and options put in with the keyboard", group=BEGIN),
    ]
    if draft:
        entries.append(PickLine(DRAFT, "The text you left", "typed but not used yet", group=BEGIN))
    entries += [PickLine(name, text, f"your own, {when}", group="Your own") for name, text, when in kept[:MOST_RECENT]]
    for instance in GALLERY:
        count = counted(instance.known, "solution")
        if instance.known_classes is not None:
            count += f", {grouped(instance.known_classes)} up to symmetry"
        group = instance.group[:1].upper() + instance.group[1:]
        entries.append(
            PickLine(f"gallery:{instance.name}", instance.title, f"{count}  ({instance.source})", group=group)
        )
    return entries


def beginning() -> list[Sentence]:
    """What is wanted, before the first node."""
    return [
        Sentence(
            Tone.PLAIN,
            "Wanted: options (rows) that together hold every item (column) exactly once. Nothing is chosen yet.",
        ),
        Sentence(Tone.NEXT, "Press . for the first node (, goes back), or enter to run."),
    ]


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
        return "Searching. space pauses it and then says why it is where it is."
    if not walkable:
        return "This algorithm visits no tree to walk in: choose another one."
    return state[:1].upper() + state[1:] + "."


def tally(shot: Snapshot, total: int | None, known: int | None) -> list[tuple[str, str]]:
    """The figures while watching."""
    visited = shot.nodes if shot.nodes is not None else shot.steps
    nodes = f"{grouped(visited)} of {grouped(total)}" if total is not None else grouped(visited)
    found = grouped(shot.solutions)
    if known is not None:
        found += f" / {grouped(known)}"
    if shot.updates is not None:
        found += f"   updates {grouped(shot.updates)}"
    return [("Node", f"{nodes}   level {shot.depth}"), ("Found", found)]


def sparks(profile: Sequence[int], width: int, glyphs: str) -> str:
    """Nodes by level in one line: a character a level, by the logarithm of its nodes."""
    from math import log

    if not profile or width < 1:
        return ""
    top = log(1 + max(profile)) or 1.0
    heights = [log(1 + nodes) / top for nodes in profile]
    if len(heights) > width:
        heights = [
            max(heights[i * len(heights) // width : max(1, (i + 1) * len(heights) // width)]) for i in range(width)
        ]
    return "".join(glyphs[min(len(glyphs) - 1, int(h * (len(glyphs) - 1) + 0.5))] for h in heights)


def by_hand(restricted: Restricted, left: Left | None) -> list[Sentence]:
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
        f"{', '.join(problem.label(o) for o in options[:MOST_HELD])}"
        f"{f' and {len(options) - MOST_HELD} more' if len(options) > MOST_HELD else ''} {how}"
        for options, how in ((restricted.taken, "taken"), (sorted(restricted.forbidden), "forbidden")) if options
    ]  # fmt: skip
    return "; ".join(parts)


def hand_keys() -> list[Sentence]:
    """What the keys do while the hand is in the matrix."""
    return [
        Sentence(Tone.NEXT, "space takes the option, ! wants it in every solution, x forbids it, u undoes; "
                 "then . searches on from there.")
    ]  # fmt: skip


def path(problem: ExactCover, taken: Sequence[ItemChoice], by_hand: Sequence[int] = ()) -> list[str]:
    """A line for each level: the item, the option, which of how many (or that it was taken ``by_hand``)."""
    lines = []
    for level, choice in enumerate(taken, 1):
        if choice.option in by_hand:
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


def browsing(problem: ExactCover, solution: Sequence[int]) -> list[Sentence]:
    """A solution, option by option."""
    sentences: list[Sentence] = [
        Sentence(Tone.GOOD, f"A solution of {counted(len(solution), 'option')}: each item exactly once.")
    ]
    if problem.multiple:
        sentences = [Sentence(Tone.GOOD, f"A solution of {counted(len(solution), 'option')}.")]
    for option in solution[:MOST_NAMES]:
        sentences.append(Sentence(Tone.PLAIN, f"{problem.label(option)}: {' '.join(problem.entries(option))}"))
    sentences.append(Sentence(Tone.NEXT, "esc goes back to the search"))
    return sentences


def recalled(memo: Mapping[str, Any]) -> str:
    """How often a count was remembered, and whether remembering goes on."""
    share = f"{100 * memo['hits'] / memo['lookups']:.0f} %" if memo["lookups"] else "none"
    return f"{share} of {grouped(memo['lookups'])} asked" if memo["in use"] else f"only {share}: switched off"


def estimate(value: float, error: float, unit: str, *, skewed: bool = False) -> str:
    """A mean with its standard error; without it, and with two figures, where a few probes make up most of the mean."""
    if value >= 1e15:
        return f"about {value:.1g} {unit}"
    number = grouped(rounded(value) if skewed else round(value))
    unit = unit.removesuffix("s") if number == "1" else unit
    if skewed:
        return f"about {number} {unit}"
    if error <= 0 or value <= 0:
        return f"{number} {unit}"
    return f"{number} {unit} ± {min(error / value, 9.99) * 100:.0f} %"


def rounded(value: float) -> int:
    """A number of which only the first two figures mean something."""
    return int(float(f"{value:.1e}"))


def expected(estimated: ProbeEstimate | None, nodes: int, share: float | None) -> str:
    """How many nodes there will be: from probes, later from the running search itself; empty where nobody knows."""
    said = forecast(estimated, nodes, share)
    if said is None:
        return ""
    value, measured = said
    if measured:
        return f"about {grouped(rounded(value)) if value < 1e15 else f'{value:.1g}'} nodes, by its progress"
    assert estimated is not None
    return estimate(value, estimated.nodes_error, "nodes", skewed=estimated.nodes_skewed)


def trouble(puzzle: CoverPuzzle, outlook: Outlook | None) -> str:
    """What can be said against a problem before any search."""
    if puzzle.misfit:
        return f"no solution: {puzzle.misfit}"
    if outlook is None or outlook.uncoverable is None:
        return ""
    if outlook.impossible[1:]:
        problem = puzzle.problem
        lacking = "too few options hold" if any(problem.sizes[i] for i in outlook.impossible) else "nothing covers"
        return f"no solution: {lacking} {_items(problem, outlook.impossible, 4)}"
    return f"no solution: {outlook.uncoverable}"


def proposed(proposal: Proposal, chosen: Algorithm | None) -> str:
    """Why an algorithm was proposed; which one goes without saying where it is the ``chosen`` one."""
    if proposal.algorithm is chosen:
        return f"proposed: {proposal.reason}"
    return f"{proposal.algorithm.title} proposed: {proposal.reason}"


def before_a_run(puzzle: CoverPuzzle, outlook: Outlook, estimated: ProbeEstimate) -> str:
    """All that is known before a run."""
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
    forced = [
        f"{problem.items[item].name} by {', '.join(problem.label(option) for option in options)}"
        for item, options in outlook.forced
    ]
    if forced:
        more = f" and {len(forced) - MOST_NAMES} more" if len(forced) > MOST_NAMES else ""
        lines.append(f"Forced: {'; '.join(forced[:MOST_NAMES])}{more}.")
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
    if estimated.nodes_skewed or (estimated.solutions and estimated.solutions_skewed):
        lines.append("  (about: a few probes make up most of the sum, so it may be several times too high or too low)")
    return "\n".join(lines)


def _items(problem: ExactCover, items: Sequence[int], most: int = MOST_NAMES) -> str:
    names = ", ".join(problem.items[item].name for item in items[:most])
    return names + (f" and {len(items) - most} more" if len(items) > most else "")
