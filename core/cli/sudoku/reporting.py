"""What the command line says about a solved puzzle: as text that can be read again, and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from core.cli.output import voice
from core.search import Status
from core.sudoku.bulk.batch import Result
from core.sudoku.formats import Puzzle, write
from core.sudoku.formats.document import answer
from core.sudoku.formats.line import line_of
from core.sudoku.grid import Grid
from core.sudoku.shape import Shape


def print_solution(shape: Shape, solution: Sequence[int], style: str) -> None:
    """Print one solution in the format named, and print it whole even if Ctrl-C comes in between."""
    values = tuple(map(int, solution))
    plain = style == "line" and shape == Shape.default(shape.order)
    lines = [line_of(values)] if plain else write([Puzzle(Grid.of(shape, values))], style)
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def print_solutions(result: Result, style: str) -> None:
    """Print the solutions found that have not been printed yet, or why there is none as a comment line."""
    puzzle, outcome = result.item, result.outcome
    assert isinstance(puzzle, Puzzle)
    assert outcome is not None
    shape, shot = puzzle.grid.shape, outcome.snapshot
    if style == "document":
        print(*answer(shape, puzzle.clues, outcome.solutions[0] if outcome.solutions else None), sep="\n")
        return
    if not shot.solutions:
        print(f"# {why_not(result)}")
    # A user who interrupts a listing does not want to wait for the rest of it.
    last = result.printed if outcome.interrupted and result.printed is not None else len(outcome.solutions)
    for number in range(result.printed or 0, last):
        print_solution(shape, outcome.solutions[number], style)
    if result.alone and not voice.quiet:
        nodes = "1 node" if shot.nodes == 1 else f"{shot.nodes} nodes"
        listed = f"stopped: {last} of at least {shot.solutions} solutions listed; " if last < shot.solutions else ""
        print(f"# {listed}{outcome.algorithm.key}: {nodes}, built in {shot.build_seconds * 1e3:.2f} ms, "
              f"solved in {shot.seconds * 1e3:.2f} ms")  # fmt: skip


def why_not(result: Result) -> str:
    """Why there is no solution: the search proved it, gave up or was stopped, which are three different things."""
    assert isinstance(result.item, Puzzle)
    assert result.outcome is not None
    status = result.outcome.snapshot.status
    if status is Status.GAVE_UP:
        return f"gave up: {result.outcome.algorithm.key} ended without a solution, which proves nothing"
    if status is Status.STOPPED:
        return "stopped before a solution was found"
    conflicts = result.item.problem.conflicts
    return f"no solution: {conflicts[0]}" if conflicts else "no solution"


def name_of(result: Result) -> str:
    """The title of the puzzle, or its line."""
    assert isinstance(result.item, Puzzle)
    return result.item.name


def as_json(result: Result) -> dict[str, Any]:
    """The object that ``--json`` prints; times are null where a whole stretch was solved in one call."""
    puzzle, outcome = result.item, result.outcome
    assert isinstance(puzzle, Puzzle)
    assert outcome is not None
    shape = puzzle.grid.shape
    more: dict[str, Any] = {
        "title": puzzle.title or None,
        "line": puzzle.line,
        "boxes": [shape.box_rows, shape.box_columns],
        "givens": line_of(puzzle.clues),
    }
    if not result.timed:
        more |= {"seconds": None, "build_seconds": None, "solve_seconds": None}
    if (expected := result.expected) is not None:
        more["expected"] = {
            "solutions": expected.value, "log10": expected.log10, "error": expected.error, "probes": expected.probes,
        }  # fmt: skip
    if not outcome.snapshot.solutions:
        more["reason"] = why_not(result)
    return outcome.as_json(**more)
