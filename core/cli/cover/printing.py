"""Prints exact cover solutions and figures as lines of text, in ASCII where the terminal can show nothing else."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.cli.console import Outcome
from core.exact_cover.obstruction import Uncoverable, uncoverable
from core.exact_cover.problem import ExactCover
from core.search import Goal, Status
from core.words import byte_size, counted, grouped

if TYPE_CHECKING:
    from core.exact_cover.puzzle import CoverPuzzle

WORTH_SAYING = 1 << 20
"""The size of a table, in bytes, from which on the report mentions it."""

_TO_ASCII = str.maketrans({**dict.fromkeys("╵╶└╷┌├╴┘┴┐┤┬┼", "+"), "│": "|", "─": "-", "♛": "Q", "×": "x", "…": "..."})


class Printed:
    """Prints solutions on standard output, and numbers them if there is more than one."""

    def __init__(self, puzzle: CoverPuzzle, *, forget: bool) -> None:
        from core.running.streaming import Listing

        self.listing = Listing(self._write, sys.stdout.flush, forget=forget)
        self._puzzle = puzzle
        self._first = ""
        """The first solution, while it may be the only one."""

    def _write(self, solution: Sequence[int]) -> None:
        text = describe(self._puzzle, tuple(int(option) for option in solution if option >= 0))
        if self.listing.written == 0:
            self._first = text
            return
        before = f"1.\n{self._first}\n" if self._first else ""
        self._first = ""
        say(f"{before}{self.listing.written + 1}.\n{text}")

    def end(self) -> None:
        """There are no more."""
        say(self._first)


def describe(puzzle: CoverPuzzle, solution: tuple[int, ...]) -> str:
    """A solution as a picture, or as its options with their items."""
    if puzzle.canvas is not None:
        return puzzle.canvas.picture(solution).text()
    problem = puzzle.problem
    return "\n".join(f"{problem.label(o)}: {' '.join(problem.entries(o))}" for o in solution)


def summary(outcome: Outcome, classes: int | None, listed: int | None = None) -> str:
    """The result in a line; a partial count says that it is partial."""
    shot = outcome.snapshot
    if not shot.solutions and shot.status is Status.COMPLETE:
        because = why_not(outcome)
        nodes = f" ({counted(shot.nodes, 'node')} visited)" if shot.nodes is not None else ""
        said = "0" if outcome.goal is Goal.COUNT else "no solution"
        return f"{outcome.problem}: {said}" + (f": {because}" if because else nodes if said != "0" else "")
    text = f"{outcome.problem}: {shot.solutions}"
    if classes is not None:
        text += f", {classes} up to symmetry"
    if shot.status is Status.LIMIT:
        text += ", as many as asked for"
    if shot.status is Status.STOPPED:
        text += " so far; stopped"
        text += f", {listed} of them listed" if listed is not None and listed < shot.solutions else ""
    return text


def memory(outcome: Outcome) -> str:
    """What a count with memory remembered, if that is worth a line; else nothing."""
    memo = (outcome.snapshot.detail or {}).get("memo")
    if memo is None or memo["bytes"] < WORTH_SAYING:
        return ""
    asked = f"{grouped(memo['hits'])} of {grouped(memo['lookups'])} counts were remembered"
    return f"{asked}, in a table of {byte_size(memo['bytes'])} (at most {byte_size(memo['most_bytes'])})"


def why_not(outcome: Outcome) -> Uncoverable | None:
    """Which item cannot be covered, if there is no solution and this can be told without the search."""
    shot, problem = outcome.snapshot, outcome.problem
    if shot.solutions or shot.status is not Status.COMPLETE or not isinstance(problem, ExactCover):
        return None
    return uncoverable(problem)


def say(text: str) -> None:
    """Print a line, in ASCII where the terminal can show nothing else."""
    if text:
        print(encodable(text))


def encodable(text: str) -> str:
    """A text that standard output can take; ``×2`` becomes ``x2``, which a drawing may have as well."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return text.translate(_TO_ASCII).encode("ascii", "replace").decode()
    return text
