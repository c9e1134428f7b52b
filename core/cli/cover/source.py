"""Finds the exact cover problem that is meant, in a file or the gallery, and what is taken and forbidden."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.console import UsageError, note, source_name, standard_input
from core.reasons import similar
from core.search import ProblemError
from core.words import either

if TYPE_CHECKING:
    from core.exact_cover.puzzle import CoverPuzzle


GALLERY_PREFIX = "gallery:"


def add_source(command: argparse.ArgumentParser, told: str | None = "default: by its content") -> None:
    """Declare the file and its format; ``told`` is what ``--help`` says of the format."""
    command.add_argument("source", metavar="FILE", help=f"a file, - for standard input, or {GALLERY_PREFIX}NAME")
    command.add_argument("--from", dest="form", choices=("knuth", "matrix", "json", "drawing"), help=told)


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


def read_source(options: argparse.Namespace) -> CoverPuzzle:
    """The problem that ``options.source`` names, restricted as the options say.  Raises UsageError or ProblemError."""
    return _restricted(options, _whole_source(options))


def _whole_source(options: argparse.Namespace) -> CoverPuzzle:
    from core.exact_cover import gallery
    from core.exact_cover.formats import load

    source: str = options.source
    try:
        if source.startswith(GALLERY_PREFIX):
            return gallery.instance(source.removeprefix(GALLERY_PREFIX)).puzzle()
        if source == "-":
            name = source_name(source)
            return load.read_puzzle(load.decode(load.within_limit(standard_input(), name), name), name, options.form)
        return load.load(Path(source), options.form)
    except ProblemError:
        raise
    except (OSError, ValueError) as error:
        hint = _meant(source) if isinstance(error, FileNotFoundError) else ""
        raise UsageError(f"{source}: {getattr(error, 'strerror', None) or error}{hint}") from None


def _meant(name: str) -> str:
    """The end of a message: which instances of the gallery the user may have meant by this."""
    from core.exact_cover.gallery import GALLERY

    near = similar(name, [entry.name for entry in GALLERY])
    return f"; did you mean {either(GALLERY_PREFIX + found for found in near)}?" if near else ""


def _restricted(options: argparse.Namespace, puzzle: CoverPuzzle) -> CoverPuzzle:
    """The puzzle, with what the command line takes and forbids.  Raises UsageError for an unknown option."""
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
