"""An algorithm as pseudocode: its lines, the roles they play, and its variables at a node.

A node of the search tree is a call of the recursive procedure.  The current line of such a call
follows from the `Reason` for the node: it found a solution, it found nothing left, or it has chosen
what comes next.  So do the lines that led there from the node before, either straight from its
parent or after going back.  Nothing is guessed and no kernel is asked, so the result is the same
when the search returns to a node.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core._catalog import Algorithm, Source, named
from core.explain._reason import NodeKind, Onward, Reason, Subject, SubjectKind

MOST_LINES = 15
"""Nobody takes in more at a glance."""
WIDEST = 31
"""The most characters in a line, so that it fits beside a board on a terminal of 80 columns."""


class LineRole(StrEnum):
    """What a line does in the search."""

    ENTER = "enter"
    """The head of the procedure: a node is visited."""
    INFER = "infer"
    """Draws the conclusions that the rules allow before anything is chosen."""
    SOLUTION = "solution"
    DEAD = "dead"
    """Finds that nothing is left for a subject that must be served, and goes back."""
    CLASH = "clash"
    """Finds, once all choices are made, that two of them exclude each other, and goes back."""
    CHOOSE = "choose"
    """Chooses what to serve next."""
    TRY = "try"
    """Takes the next way to serve it."""
    TAKE = "take"
    """Makes that choice, and rules out what it rules out."""
    RECURSE = "recurse"
    REFUSE = "refuse"
    """Continues without the option, in a search that tries one option and then everything else."""
    UNDO = "undo"
    """Backs up: undoes the last choice."""


class CodeLine(NamedTuple):
    """One line."""

    text: str
    """Indented by blanks; at most `WIDEST` characters."""
    roles: frozenset[LineRole]
    note: str
    """An explanation, if the line needs one; shown if there is room."""


Variable = Callable[[Reason], Iterator[tuple[str, str]]]
"""Gives names and values at a node: ``i`` and ``3``; nothing if it has no value there."""


class Lit(NamedTuple):
    """A search's position in its pseudocode."""

    line: int | None
    """The number of the current line, from 0; None once the whole tree has been visited."""
    passed: frozenset[int]
    """The lines run since the node before."""


@dataclass(frozen=True)
class Pseudocode:
    """An algorithm in the form of the literature."""

    lines: tuple[CodeLine, ...]
    variables: tuple[Variable, ...]
    source: Source
    """Where this form is from."""
    legend: str = ""
    """What its arrays hold, if their names do not say it; shown if there is room."""

    def at(self, reason: Reason) -> Lit:
        """The search's current line at a node, and the lines that led there from the node before."""
        if reason.outcome is NodeKind.END:
            gave_up = reason.onward is Onward.NOWHERE
            return Lit(self._first(LineRole.DEAD, reason) if gave_up else None, frozenset())
        line = self._first(_role(reason), reason)
        passed = {number for role in _passed(reason) for number in self._playing(role)}
        if reason.outcome is NodeKind.DEAD_END:  # it looked for something before it found nothing
            passed.update(number for number in self._playing(LineRole.CHOOSE) if number < line)
        return Lit(line, frozenset(passed - {line}))

    def values(self, reason: Reason) -> list[tuple[str, str]]:
        """The variables that have a value at a node, by name."""
        if reason.outcome in (NodeKind.START, NodeKind.END):
            return []
        return [pair for variable in self.variables for pair in variable(reason)]

    def _playing(self, role: LineRole) -> list[int]:
        return [number for number, line in enumerate(self.lines) if role in line.roles]

    def _first(self, role: LineRole, reason: Reason) -> int:
        """The line that plays a role; in a search without checks at the end, every clash is a dead end."""
        for wanted in (role, LineRole.DEAD, LineRole.CLASH):
            if playing := self._playing(wanted):
                return playing[0]
        raise ValueError(f"no line plays the role {role} at node {reason.node}")


def _role(reason: Reason) -> LineRole:
    """The role of the current line."""
    match reason.outcome:
        case NodeKind.START:
            return LineRole.ENTER
        case NodeKind.SOLUTION:
            return LineRole.SOLUTION
        case NodeKind.DEAD_END:
            return LineRole.CLASH if reason.clashes or reason.weight == 0 else LineRole.DEAD
        case _:
            return LineRole.CHOOSE


def _passed(reason: Reason) -> tuple[LineRole, ...]:
    """The roles played between the node before and this one."""
    taken = reason.taken
    here = (LineRole.ENTER, LineRole.INFER) if reason.outcome is not NodeKind.START else ()
    if taken is None or taken.preset:
        return here
    if taken.refused:
        return (LineRole.UNDO, LineRole.REFUSE, *here)
    before = (LineRole.CHOOSE,) if taken.number == 1 else (LineRole.UNDO,)
    return (*before, LineRole.TRY, LineRole.TAKE, LineRole.RECURSE, *here)


def pseudocode(text: str, *variables: Variable, source: Source, legend: str = "") -> Pseudocode:
    """Pseudocode from a text that has for each line its wording, `::` and its roles, `;` and a note.

    >>> from core import Algorithm, Source
    >>> from core._catalog import named
    >>> code = pseudocode("visit(k):  :: enter; k choices are made", source=Source("Knuth", 2000, "Dancing Links"))
    >>> code.lines[0].text, sorted(code.lines[0].roles), code.lines[0].note
    ('visit(k):', [<LineRole.ENTER: 'enter'>], 'k choices are made')
    """
    lines = []
    for line in text.strip("\n").splitlines():
        code, _, more = line.partition("::")
        roles, _, note = more.partition(";")
        lines.append(CodeLine(code.rstrip(), frozenset(map(LineRole, roles.split())), note.strip()))
    return Pseudocode(tuple(lines), variables, source, legend)


# Variables that several algorithms have


def short(subject: Subject) -> str:
    """A subject as written in brackets: ``r4`` for row 4, ``3 in c5`` for 3 in column 5, an item by its name."""
    if subject.kind in (SubjectKind.ITEM, SubjectKind.CELL):
        return subject.name
    return re.sub(r"\b(row|column|box|region|band) (\d)", lambda match: match[1][0] + match[2], subject.name)


def depth(name: str, first: int = 0) -> Variable:
    """The number of choices made, plus ``first``."""

    def values(reason: Reason) -> Iterator[tuple[str, str]]:
        yield name, str(reason.depth + first)

    return values


def last_option(name: str, first: int = 0) -> Variable:
    """The option taken last, as an entry of an array by level: ``O[3] = r4c2``."""

    def values(reason: Reason) -> Iterator[tuple[str, str]]:
        taken = reason.taken
        if taken is not None and taken.option is not None:
            yield f"{name}[{reason.depth - 1 + first}]", taken.option.name

    return values


def subject(name: str, size: str = "") -> Variable:
    """The subject branched on, or found without options, and the number of its options: ``S[c5] = 2``."""

    def values(reason: Reason) -> Iterator[tuple[str, str]]:
        if reason.branch is not None and reason.branch.subject is not None:
            found, left = reason.branch.subject, reason.branch.size
        elif reason.outcome is NodeKind.DEAD_END and reason.dead:
            found, left = reason.dead[0].subject, reason.sizes[reason.dead[0].subject.number]
        else:
            return
        yield name, short(found)
        if size:
            yield f"{size}[{short(found)}]", str(left)

    return values


def ways(name: str) -> Variable:
    """The ways that the search will try, in order."""

    def values(reason: Reason) -> Iterator[tuple[str, str]]:
        if reason.branch is not None:
            names = [way.name for way in reason.branch.ways if way is not None]
            yield name, " ".join(names[:4]) + (" …" if len(names) > 4 else "")

    return values


def pseudocode_of(entry: Algorithm) -> Pseudocode | None:
    """The pseudocode of an algorithm, imported now; None if it has none."""
    found: Pseudocode | None = named(entry.told_as) if entry.told_as else None
    return found
