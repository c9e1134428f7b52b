"""Why the dance is where it is, in words: what was chosen, what that rules out, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment

from core.exact_cover.problem import ExactCover
from tui.format import grouped
from tui.host import host
from tui.widgets.cover_state import CoverState
from tui.widgets.lines import Line, Lines
from tui.wrap import wrapped

if TYPE_CHECKING:
    from core.exact_cover.trace import View

MOST_NAMES = 8
"""How many items or options a sentence lists."""
FEW = 3
"""How many options that clash are named with what they clash in."""

Sentence = tuple[str, str]
"""A style (``plain``, ``good``, ``bad``, ``next``) and the words."""


def explain(state: CoverState, view: View, *, rule: str = "s") -> list[Sentence]:
    """The sentences for a node; ``rule`` is how the next item is chosen (``s``, ``first``, ``random``)."""
    problem = state.problem
    if view.outcome == "start":
        return [
            (
                "plain",
                "Wanted: options (rows) that together hold every item (column) exactly once. Nothing is chosen yet.",
            ),
            ("next", "Press . for the first node (, goes back), or enter to play."),
        ]
    if view.outcome == "done":
        count = view.solutions
        found = "no solution" if count == 0 else "1 solution" if count == 1 else f"{grouped(count)} solutions"
        words = f"The whole tree has been visited: {grouped(view.nodes)} nodes, {found}."
        return [
            ("good" if count else "bad", words),
            ("plain", "Every other way was tried or ruled out."),
            ("next", "Press , to walk back through it, r to begin again."),
        ]
    sentences = _choice(state, view)
    if view.outcome == "solution":
        sentences.append(("good", f"{_covered_all(problem)}: {_set(problem, view.path)} is a solution."))
        sentences.append(_way_back(problem, view))
    elif view.outcome == "dead end":
        assert view.next_item is not None
        sentences.append(("bad", f"Dead end: {_lacking(state, view, view.next_item)}."))
        sentences.append(_way_back(problem, view))
    else:
        sentences += _next(state, view, rule)
    return sentences


def _choice(state: CoverState, view: View) -> list[Sentence]:
    """How the path's last option was chosen, and what it rules out."""
    problem = state.problem
    if not view.choices:
        return [("plain", "The root: nothing is chosen, nothing is covered.")]
    last = view.choices[-1]
    item = problem.items[last.item].name
    if last.option < 0:
        return [("plain", f"Level {len(view.choices)}: item {item} is left as it is; it needs no more options.")]
    label = problem.label(last.option)
    level = f"Level {len(view.choices)}"
    if last.degree == 1:
        first = f"{level}: to cover {item}, option {label} is taken, the only one left."
    elif last.number == 1:
        first = f"{level}: to cover {item}, option {label} is taken, the first of {last.degree}."
    else:
        first = f"{level} once more: to cover {item}, now option {label}, number {last.number} of {last.degree}."
    sentences: list[Sentence] = [("plain", first)]
    held = _names(problem.entries(last.option))
    ruled = [option for option, by in state.hidden.items() if by == last.option]
    if not ruled:
        sentences.append(("plain", f"It holds {held}; no further option clashes."))
    elif len(ruled) <= FEW:
        out = "goes" if len(ruled) == 1 else "go"
        sentences.append(("plain", f"It holds {held}, so out {out} {_clashes(problem, last.option, ruled)}."))
    else:
        sentences.append(("plain", f"It holds {held}; {len(ruled)} options that clash go out."))
    return sentences


def _clashes(problem: ExactCover, option: int, others: Sequence[int]) -> str:
    """The others, each with what it has in common with the option."""
    mine = set(problem.options[option])
    texts = []
    for other in others:
        shared = _names([problem.items[i].name for i in problem.options[other] if i in mine])
        texts.append(f"{problem.label(other)} (also has {shared})")
    return ", ".join(texts)


def _covered_all(problem: ExactCover) -> str:
    return "Every item is covered as often as it must be" if problem.multiple else "Every item is covered exactly once"


def _lacking(state: CoverState, view: View, item: int) -> str:
    problem = state.problem
    name = problem.items[item].name
    if state.candidates:  # only with a multiplicity: some are left, but too few
        left = _names([problem.label(option) for option in state.candidates])
        need = problem.items[item].least - view.times[item]
        return f"{name} needs {need} more options, and all that is left is {left}"
    holders = [option for option, items in enumerate(problem.options) if item in items]
    if not holders:
        return f"no option at all holds {name}"
    if len(holders) <= 4:
        gone = ", ".join(
            f"{problem.label(o)} went with {problem.label(state.hidden[o])}"
            for o in holders
            if state.hidden.get(o, -1) >= 0
        )
        if gone:
            return f"{name} can no longer be covered ({gone})"
    return f"{name} can no longer be covered: all {len(holders)} options that hold it are ruled out"


def _way_back(problem: ExactCover, view: View) -> Sentence:
    """Where the search goes on after a solution or a dead end."""
    for level in range(len(view.choices), 0, -1):
        choice = view.choices[level - 1]
        if choice.number < choice.degree:
            item, way = problem.items[choice.item].name, f"way {choice.number + 1} of {choice.degree}"
            return "next", f"Next: back to level {level}, to cover {item} in {way}."
    return "next", "Next: no other way is left to try, so this was all: the end."


def _next(state: CoverState, view: View, rule: str) -> list[Sentence]:
    problem = state.problem
    if view.next_item is None:
        return [("next", f"Next: one of the smallest items, by lot; each can be covered in {view.degree} ways.")]
    name = problem.items[view.next_item].name
    ways = _names([problem.label(option) for option in state.candidates])
    where = f"only {ways} is left to cover it" if view.degree == 1 else f"{view.degree} options hold it, {ways}"
    if problem.multiple:
        where = f"{view.degree} ways to go on, with {ways}" if view.degree > 1 else f"only in one way, with {ways}"
    return [("next", f"Next: item {name}, {_chosen_because(state, view, rule)}: {where}.")]


def _chosen_because(state: CoverState, view: View, rule: str) -> str:
    """Why the next item is the next one."""
    if len(view.active) == 1:
        return "the last one left"
    if rule == "first":
        return "the first not covered"
    smallest = [item for item in view.active if view.sizes[item] == view.degree]
    if len(smallest) > 1 and not state.problem.multiple:
        return f"first of the smallest ({_names([state.problem.items[i].name for i in smallest], most=4)})"
    return "the smallest (fewest options)"


def _set(problem: ExactCover, options: Sequence[int]) -> str:
    return "{" + _names([problem.label(option) for option in sorted(options)], most=14) + "}"


def _names(names: Sequence[str], most: int = MOST_NAMES) -> str:
    shown = list(names[:most])
    return ", ".join(shown) + (f" and {len(names) - most} more" if len(names) > most else "")


class CoverWhy(Lines):
    """Shows the sentences, and below them the path with its branches."""

    COMPONENT_CLASSES = {"why--plain", "why--good", "why--bad", "why--next", "why--dim"}
    DEFAULT_CSS = """
    CoverWhy {
        & > .why--plain { color: $foreground; }
        & > .why--good { color: $success; text-style: bold; }
        & > .why--bad { color: $error; text-style: bold; }
        & > .why--next { color: $accent; }
        & > .why--dim { color: $foreground-muted; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.sentences: Sequence[Sentence] = ()
        self.path: Sequence[str] = ()

    def show(self, sentences: Sequence[Sentence], path: Sequence[str] = ()) -> None:
        """Show these; ``path`` is one line for each level."""
        self.sentences, self.path = sentences, path
        self.paint()

    def _rank(self, number: int) -> tuple[int, int]:
        style = self.sentences[number][0]
        ranks = {"good": 0, "bad": 0, "next": 1}
        return ranks.get(style, 2), number

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        ellipsis = host(self).glyphs.ellipsis
        # What happens now must be in sight, then what follows, then how it came to this; the rest is cut first.
        blocks: dict[int, list[Line]] = {}
        room = height
        for number in sorted(range(len(self.sentences)), key=self._rank):
            style, words = self.sentences[number]
            blocks[number] = [
                [Segment(line, self.tone(f"why--{style}"))] for line in wrapped(words, width, room, ellipsis)
            ]
            room -= len(blocks[number])
        lines = [line for number in sorted(blocks) for line in blocks[number]]
        room = height - len(lines) - 1
        if room > 0 and self.path:
            lines.append([])
            lines += [[Segment(line, self.tone("why--dim"))] for line in self.path[-room:]]
        return lines
