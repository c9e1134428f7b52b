"""``--take`` and ``--forbid`` of the exact cover commands."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from core.cli.console import UsageError, note, source_name
from core.search import ProblemError

if TYPE_CHECKING:
    from core.exact_cover.puzzle import CoverPuzzle


def add_restrictions(command: Any) -> None:
    """Let a command name options that must be in a solution, and options that must not."""
    command.add_argument(
        "--take", action="append", default=[], metavar="OPTION",
        help="only solutions with this option, a label or a number from 1 (may be repeated)",
    )  # fmt: skip
    command.add_argument(
        "--forbid", action="append", default=[], metavar="OPTION",
        help="only solutions without this option (may be repeated)",
    )  # fmt: skip


def restricted_by(options: argparse.Namespace, puzzle: CoverPuzzle) -> CoverPuzzle:
    """The puzzle with what the command line takes and forbids.  Raises UsageError for what is no option."""
    taken, forbidden = getattr(options, "take", ()), getattr(options, "forbid", ())
    if not taken and not forbidden:
        return puzzle
    from core.exact_cover.restricted import conflict_text, options_named, restrict, restricted_puzzle

    problem = puzzle.problem
    try:
        restricted = restrict(problem, options_named(problem, taken), options_named(problem, forbidden))
    except ProblemError as error:
        raise UsageError(f"{source_name(options.source)}: {error}") from None
    for conflict in restricted.conflicts:
        note(f"{source_name(options.source)}: no solution: {conflict_text(problem, conflict)}")
    return restricted_puzzle(puzzle, restricted)
