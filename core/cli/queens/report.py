"""Describes a finished or interrupted N queens search in a few lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.cli.console import Outcome
from core.queens.problem import KNOWN_COUNTS, Queens
from core.search import Goal, Status
from core.words import counted, duration, grouped

if TYPE_CHECKING:
    from core.queens.turns import ClassCounts


def agrees(outcome: Outcome) -> bool | None:
    """Whether a complete count equals that of the literature (A000170); None where there is nothing to compare."""
    known = _queens(outcome).known_count
    if known is None or outcome.goal is Goal.FIRST or outcome.snapshot.status is not Status.COMPLETE:
        return None
    return outcome.snapshot.solutions == known


def headline(outcome: Outcome, classes: int | None = None) -> str:
    """The result in a line."""
    problem, shot = outcome.problem, outcome.snapshot
    found = "1 solution" if shot.solutions == 1 else f"{grouped(shot.solutions)} solutions"
    if classes is not None:
        found += f" in {grouped(classes)} symmetry {'class' if classes == 1 else 'classes'}"
    match shot.status:
        case Status.STOPPED:
            return f"{problem}: stopped; {found} so far"
        case Status.GAVE_UP:
            return f"{problem}: gave up without a solution, which proves nothing"
        case Status.LIMIT:
            return f"{problem}: {found}, as many as asked for"
    if not shot.solutions:
        return f"{problem}: no solution"
    return f"{problem}: {'a solution' if outcome.goal is Goal.FIRST else found}"


def report(
    outcome: Outcome, listed: int | None = None, classes: int | None = None, class_counts: ClassCounts | None = None
) -> str:
    """The headline, the literature's figure, and what it took.

    ``listed`` says how many placements were written, ``classes`` how many
    symmetry classes the solutions listed fall into, ``class_counts`` how many
    there are of each size, where any of these was asked for.
    """
    if class_counts is not None:
        classes = class_counts.classes
    shot, entry = outcome.snapshot, outcome.algorithm
    lines = [("", headline(outcome, classes)), ("literature", _literature(outcome))]
    if classes is not None and agrees(outcome):
        lines.append(("", _classes_in_literature(outcome, classes)))
    if class_counts is not None:
        lines.append(("classes", _by_size(class_counts)))
    if listed is not None and listed < shot.solutions and classes is None:
        lines.append(("listed", f"{grouped(listed)} of them, before it was stopped"))
    set_to = ", ".join(f"{key} {value}" for key, value in outcome.parameters.items())
    lines.append(("algorithm", f"{entry.key} ({entry.title}{'; ' + set_to if set_to else ''})"))
    if note := entry.note(outcome.problem):
        lines.append(("", str(note)))
    unit = entry.doing(outcome.problem).unit
    lines.append((f"{unit}s", grouped(shot.steps)))
    if shot.updates is not None:
        lines.append(("updates", grouped(shot.updates)))
    engine = f" {shot.engine}" if shot.engine else ""
    lines.append(("time", f"{duration(shot.seconds)}{engine}, and {duration(shot.build_seconds)} to build"))
    if shot.seconds > 0:
        lines.append(("rate", f"{grouped(shot.steps / shot.seconds)} {unit}s/s"))
    return "\n".join(f"  {label:<10}  {text}" if i else text for i, (label, text) in enumerate(lines) if text)


def _literature(outcome: Outcome) -> str:
    problem = _queens(outcome)
    if outcome.goal is Goal.FIRST:
        return ""
    if problem.restricted:
        return ""
    if problem.known_count is None:
        return f"no figure: A000170 ends at N = {len(KNOWN_COUNTS)}"
    verdict = {True: ": agrees", False: ": THIS RESULT IS WRONG", None: ""}[agrees(outcome)]
    return f"{counted(problem.known_count, 'solution')} (A000170){verdict}"


def _by_size(counts: ClassCounts) -> str:
    sizes = ((8, counts.of_eight), (4, counts.of_four), (2, counts.of_two), (1, counts.of_one))
    return ", ".join(f"{grouped(many)} of {size}" for size, many in sizes if many) or "none"


def _classes_in_literature(outcome: Outcome, classes: int) -> str:
    known = _queens(outcome).known_classes
    said = counted(known or 0, "class", "classes")
    return f"{said} (A002562): {'agrees' if classes == known else 'THIS RESULT IS WRONG'}"


def _queens(outcome: Outcome) -> Queens:
    assert isinstance(outcome.problem, Queens)
    return outcome.problem
