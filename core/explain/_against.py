"""Two searches of one problem compared: what one of them visits in vain, and where they diverge.

A node is *blind* if something that must be served has no option left, or two choices exclude each other,
and the search continues all the same.  What it visits below is *in vain*. A search that branches on the
subject with fewest options is never blind: it stops there.  One that follows a fixed order is blind
until the order comes to that subject (Bitner and Reingold, "Backtrack programming techniques", 1975).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from core._search import Search
from core._words import counted, grouped
from core.explain._explainer import reader_of
from core.explain._model import LIVE, Standing
from core.explain._reason import BranchRule, Subject, SubjectKind
from core.explain._words import BOARD_LINES, Sentence, Tone, name_of

MOST_NODES = 50_000
"""Tracing a larger tree would take more than 15 seconds."""


class Node(NamedTuple):
    """A node of a traced tree.  Nodes are numbered from 1, in the order of visiting."""

    depth: int
    parent: int
    """0 for the root."""
    option: int
    """The option taken last, by the problem's own number; -1 if there is none."""
    taken_for: int
    """The number of the subject for which it was taken; -1 if there is none."""
    empty: int
    """The number of a subject that nothing can serve from this node on; -1 if there is none."""
    clash: bool
    """Whether the option taken last is excluded by an earlier one."""
    solved: bool
    in_vain: bool
    """Whether a node above it was blind."""


@dataclass(frozen=True)
class Traced:
    """A whole tree, node by node."""

    title: str
    """The name of the algorithm."""
    rule: BranchRule
    subjects: tuple[Subject, ...]
    nodes: tuple[Node, ...]
    given: frozenset[int] = frozenset()
    """Options taken before the search begins, by the problem's own numbers."""

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The children of each node that has any."""
        found: dict[int, list[int]] = {}
        for number, node in enumerate(self.nodes, 1):
            found.setdefault(node.parent, []).append(number)
        return found

    def node(self, number: int) -> Node:
        """A node by its number, from 1."""
        return self.nodes[number - 1]

    def is_blind(self, number: int) -> bool:
        """Whether something has nothing left there and the search continues."""
        node = self.node(number)
        return (node.empty >= 0 or node.clash) and number in self.children

    def next_subject(self, number: int) -> Subject | None:
        """The subject branched on at a node; None at a leaf, or if options are simply taken in order."""
        below = self.children.get(number)
        subject = self.node(below[0]).taken_for if below else -1
        return self.subjects[subject] if subject >= 0 else None

    def chosen(self, number: int, given: frozenset[int]) -> int:
        """The number of choices that lead to a node, not counting those that take what is given."""
        found = 0
        while number:
            node = self.node(number)
            found += node.depth > 0 and node.option not in given
            number = node.parent
        return found

    def below(self, number: int) -> int:
        """The number of nodes below a node."""
        depth, end = self.node(number).depth, number
        while end < len(self.nodes) and self.nodes[end].depth > depth:
            end += 1
        return end - number

    @cached_property
    def in_vain(self) -> int:
        """The number of nodes below a blind one."""
        return sum(node.in_vain for node in self.nodes)

    def by_level(self) -> list[tuple[int, int, int]]:
        """For each level: nodes, dead ends, nodes in vain."""
        levels = [[0, 0, 0] for _ in range(1 + max(node.depth for node in self.nodes))]
        for number, node in enumerate(self.nodes, 1):
            dead = number not in self.children and not node.solved
            for which, counts in enumerate((True, dead, node.in_vain)):
                levels[node.depth][which] += counts
        return [(nodes, dead, vain) for nodes, dead, vain in levels]


def trace(
    search: Search, title: str, stop: Callable[[], bool] = lambda: False, most: int = MOST_NODES
) -> Traced | None:
    """Visit a whole tree.  None if it has more than ``most`` nodes, ``stop()`` became true, or nothing explains it."""
    reader = reader_of(search) if search.branch_path() is not None else None
    if reader is None:
        return None
    nodes: list[Node] = []
    path: list[int] = []
    """The numbers of the nodes on the path."""
    standings: list[Standing] = []
    model = reader.whole
    numbers = model.numbers
    tree = reader.tree
    while True:
        solutions = search.counts()[0]
        search.advance(1)
        if search.counts()[1] == len(nodes):
            given = frozenset(numbers[list(model.given)].tolist())
            return Traced(title, reader.rule, model.subjects, tuple(nodes), given)
        if len(nodes) == most or reader.tree != tree or stop():
            return None
        made = reader.made()
        depth = len(made)
        last = made[-1] if made else None
        del path[depth:], standings[depth:]
        above = path[-1] if path else 0
        before = nodes[above - 1] if above else None
        in_vain = before is not None and (before.in_vain or before.empty >= 0 or before.clash)
        empty, clash = -1, False
        if not in_vain:
            if len(standings) < depth:  # the search began below earlier choices: begin there too
                standing = Standing(model)
                for each in made[:-1]:
                    standing.make(each)
                standings += [standing] * (depth - len(standings))
                path += [above] * (depth - len(path))
            standing = standings[-1].copy() if standings else Standing(model)
            if last is not None:
                clash = last.option >= 0 and bool(standing.gone[last.option] != LIVE)
                standing.make(last)
            sizes = standing.sizes()
            empty = next((s for s in standing.open() if standing.degree(s, int(sizes[s])) == 0), -1)
            standings.append(standing)
        option = int(numbers[last.option]) if last is not None and last.option >= 0 and not last.refused else -1
        solved = search.counts()[0] > solutions
        nodes.append(
            Node(depth, above, option, last.subject if last is not None else -1, empty, clash, solved, in_vain)
        )
        path.append(len(nodes))


class Divergence(NamedTuple):
    """A place where two searches do different things after the same choices."""

    node: int
    """A node of the one search."""
    other: int
    """The node of the other search that is reached by choices that the first has made."""
    blind: bool
    """Whether the one continues blindly where the other has stopped; otherwise both have made the same choices."""


def divergences(one: Traced, other: Traced) -> Iterator[Divergence]:
    """Where they diverge, in the order of ``one``; nothing below a place where it is blind.

    They diverge where both have made the same choices but continue differently, and where the one is blind but
    the other has already stopped after some of its choices.  If one of them was given options that the other
    takes by its own choices, that is no divergence.
    """
    given = one.given | other.given
    stands = {0: (1, 0)}
    placed: dict[int, frozenset[int]] = {0: given}
    for number, node in enumerate(one.nodes, 1):
        if node.in_vain:
            continue
        options = placed[number] = placed[node.parent] | ({node.option} - {-1})
        at, chosen = stands[number] = _follow(other, *stands[node.parent], options, given)
        if one.is_blind(number):
            if at not in other.children and not other.node(at).solved:
                yield Divergence(number, at, True)
        elif any(one.node(child).option in given for child in one.children.get(number, ())):
            continue
        elif chosen == one.chosen(number, given) == len(options - given) and one.next_subject(
            number
        ) != other.next_subject(at):
            yield Divergence(number, at, False)


def _follow(tree: Traced, at: int, chosen: int, options: frozenset[int], given: frozenset[int]) -> tuple[int, int]:
    """The last node that the tree reaches from a node by these options alone, and how many of them were choices."""
    while True:
        below = next((child for child in tree.children.get(at, ()) if tree.node(child).option in options), None)
        if below is None:
            return at, chosen
        at, chosen = below, chosen + (tree.node(below).option not in given)


# In words


def verdict(one: Traced, other: Traced) -> list[Sentence]:
    """How many nodes each visits, and where the difference lies."""
    fewer, more = sorted((one, other), key=lambda each: (len(each.nodes), each.in_vain))
    few, many = len(fewer.nodes), len(more.nodes)
    nothing = _nothing_left(more)
    if few == many and next(divergences(more, fewer), None) is None:
        said = [Sentence(Tone.GOOD, f"Both visit the same tree: {counted(many, 'node')}.")]
        if more.in_vain:
            said.append(Sentence(Tone.PLAIN, f"{_of(more.in_vain, many)} lie below {nothing}: neither notices it."))
        return said
    said = [Sentence(Tone.GOOD, f"{more.title} visits {counted(many, 'node')}, {fewer.title} {grouped(few)}.")]
    if more.in_vain:
        stops = f"{fewer.title} stops there at once" if not fewer.in_vain else (
            f"{fewer.title} has {grouped(fewer.in_vain)} such nodes"
        )  # fmt: skip
        said.append(Sentence(Tone.BAD, f"{_of(more.in_vain, many)} of {more.title} lie below {nothing}; {stops}."))
    rest = many - few - (more.in_vain - fewer.in_vain)
    if rest > 0 and fewer.rule is BranchRule.FEWEST is not more.rule:
        which = "the other" if more.in_vain else "all"
        said.append(Sentence(Tone.PLAIN, f"It saves {which} {grouped(rest)} by taking what has the fewest ways left."))
    return said


def sums(one: Traced, other: Traced) -> str:
    """The parts of the difference in nodes, in one line: ``472 below empty lines, 605 by fewest ways first``.

    Another part is the nodes ``before any line runs out of squares``.  Empty if the two visit the same number.
    """
    fewer, more = sorted((one, other), key=lambda each: (len(each.nodes), each.in_vain))
    below = more.in_vain - fewer.in_vain
    rest = len(more.nodes) - len(fewer.nodes) - below
    words, clash = _words(more.subjects), any(node.clash for node in more.nodes)
    by_rule = fewer.rule is BranchRule.FEWEST is not more.rule
    parts = (
        [f"{grouped(below)} below {f'{words.clash}s or ' if clash else ''}empty {words.subjects}"] if below > 0 else []
    )
    if rest > 0:
        way = "value" if words is _GRID else words.way
        before = f"before any {words.subjects.removesuffix('s')} runs out of {way}s"
        parts.append(f"{grouped(rest)} {'by fewest ways first' if by_rule else before}")
    return ", ".join(parts)


def told(divergence: Divergence, one: Traced, other: Traced) -> list[Sentence]:
    """What the two searches do at a place where they diverge."""
    node, at, blind = divergence
    here = one.node(node)
    words, given = _words(one.subjects), one.given | other.given
    made, of_these = one.chosen(node, given), other.chosen(at, given)
    choices = words.choice if made == 1 else counted(made, words.choice)
    if not blind:
        both = f"After the same {choices}" if made else "Nothing chosen yet"
        return [Sentence(Tone.NEXT, f"{both}: {_does(one, node)}, {_does(other, at)}.")]
    wasted = one.below(node)
    if here.clash:
        why = f"two of its {words.choice}s {words.clash} each other"
    else:
        empty = one.subjects[here.empty]
        why = f"{name_of(empty)} has no {'value' if empty.kind is SubjectKind.CELL else words.way} left"
    shared = "the same" if made == of_these else f"{grouped(of_these)} of these"
    return [
        Sentence(Tone.BAD, f"{one.title} goes on although {why}: {counted(wasted, 'node')} in vain."),
        Sentence(Tone.NEXT, f"With {shared} {choices}, {_does(other, at)}."),
    ]


def _does(tree: Traced, number: int) -> str:
    """What a search does at a node."""
    subject = tree.next_subject(number)
    if subject is not None:
        return f"{tree.title} takes {name_of(subject)} next"
    if number in tree.children:
        return f"{tree.title} takes the next option"
    node = tree.node(number)
    if node.solved:
        return f"{tree.title} has a solution"
    empty = f": nothing is left for {name_of(tree.subjects[node.empty])}" if node.empty >= 0 else ""
    return f"{tree.title} stops{empty}"


def _of(part: int, whole: int) -> str:
    return f"{grouped(part)} of the {grouped(whole)} nodes"


class _Words(NamedTuple):
    """The words of a kind of problem for what its searches do."""

    choice: str
    clash: str
    """What two choices do to each other."""
    way: str
    """What may serve a subject that is not a cell."""
    nothing_left: str
    subjects: str
    """What must be served, for short."""


_BOARD = _Words("queen", "attack", "square", "a row or column with no square left", "lines")
_GRID = _Words("choice", "exclude", "place", "a cell with no value left, or a value with no place left", "cells")
_ITEMS = _Words("option", "exclude", "option", "an item with no option left", "items")


def _words(subjects: Sequence[Subject]) -> _Words:
    kind = subjects[0].kind if subjects else SubjectKind.ITEM
    return _BOARD if kind in BOARD_LINES else _ITEMS if kind is SubjectKind.ITEM else _GRID


def _nothing_left(tree: Traced) -> str:
    """What the nodes in vain are below."""
    words = _words(tree.subjects)
    if any(node.clash for node in tree.nodes):
        return f"two {words.choice}s that {words.clash} each other, or {words.nothing_left}"
    return words.nothing_left


def both_as_json(one: Traced, other: Traced) -> dict[str, Any]:
    """All of it as plain data; nodes are numbered from 1."""
    return {
        "schema": "dancing-queens/against/1",
        "searches": [
            {
                "title": each.title, "nodes": len(each.nodes), "in_vain": each.in_vain,
                "levels": [{"nodes": n, "dead_ends": d, "in_vain": v} for n, d, v in each.by_level()],
            }
            for each in (one, other)
        ],
        "differences": [each._asdict() for each in divergences(one, other)],
        "sentences": [sentence.text for sentence in verdict(one, other)],
    }  # fmt: skip
