"""Shared by the commands for exact cover: reading the problem, taking and forbidding options, printing."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from core._cli.console import UsageError, note, source_name, standard_input
from core._reasons import similar
from core._search import ProblemError
from core._words import both, counted, either, grouped
from core.exact_cover import _gallery as gallery
from core.exact_cover._formats import load
from core.exact_cover._problem import ExactCover
from core.exact_cover._puzzle import CoverPuzzle
from core.exact_cover._restricted import Restricted, conflicts_text, options_named, restrict, restricted_puzzle

if TYPE_CHECKING:
    from core._drawing.figure import Page

MOST_NAMED = 12
"""How many options a line names."""


def add_source(command: argparse.ArgumentParser) -> None:
    """Declare the file and its format."""
    command.add_argument("source", metavar="FILE", help=f"a file, - for standard input, or {gallery.PREFIX}NAME")
    command.add_argument(
        "--from", dest="form", choices=("knuth", "matrix", "json", "drawing"), help="default: by its content"
    )


def add_restrictions(command: argparse.ArgumentParser) -> None:
    """Declare options that must be in a solution, and options that must not."""
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
    puzzle = _whole_source(options)
    restricted = restricted_as(options, puzzle.problem)
    return puzzle if restricted is None else restricted_puzzle(puzzle, restricted)


EXPLAINED = "dlx"
"""The algorithm to explain if none is named."""


def add_problem(command: argparse.ArgumentParser) -> None:
    """Declare one problem, with options taken and forbidden."""
    add_source(command)
    add_restrictions(command)


def given_problem(options: argparse.Namespace) -> ExactCover:
    """The problem that `add_problem` asks for.  Raises UsageError, also where options clash, or ProblemError."""
    problem = _whole_source(options).problem
    restricted = restricted_as(options, problem)
    if restricted is None:
        return problem
    if clash := conflicts_text(restricted):
        raise UsageError(f"{source_name(options.source)}: {clash}, so there is nothing to search")
    return restricted.problem


def _whole_source(options: argparse.Namespace) -> CoverPuzzle:
    source: str = options.source
    try:
        if source.startswith(gallery.PREFIX):
            return gallery.instance(source.removeprefix(gallery.PREFIX)).puzzle()
        if source == "-":
            name = source_name(source)
            return load.read_puzzle(load.decode(standard_input(), name), name, options.form)
        return load.load(Path(source), options.form)
    except ProblemError:
        raise
    except (OSError, ValueError) as error:
        hint = _meant(source) if isinstance(error, FileNotFoundError) else ""
        raise UsageError(f"{source}: {getattr(error, 'strerror', None) or error}{hint}") from None


def _meant(name: str) -> str:
    """The end of a message: the files there, or gallery problems, that the user may have meant."""
    path = Path(name)
    with suppress(OSError):
        there = [entry for entry in path.parent.iterdir() if entry.is_file()]
        files = {each.stem: each for each in there if path.suffix in ("", each.suffix) or each.stem == path.stem}
        if near := similar(path.stem, files):
            return f"; did you mean {either(files[stem] for stem in near)}?"
    near = similar(path.stem, [entry.name for entry in gallery.GALLERY])
    return f"; did you mean {either(gallery.PREFIX + found for found in near)}?" if near else ""


def restricted_as(options: argparse.Namespace, problem: ExactCover) -> Restricted | None:
    """The problem with what the command line takes and forbids, if it does.  Raises UsageError for no option."""
    taken, forbidden = getattr(options, "take", ()), getattr(options, "forbid", ())
    if not taken and not forbidden:
        return None
    try:
        return restrict(problem, options_named(problem, taken), options_named(problem, forbidden))
    except ProblemError as error:
        raise UsageError(f"{source_name(options.source)}: {error}") from None


def texts_of(
    puzzle: CoverPuzzle, price: Callable[[Sequence[int]], int] | None = None
) -> Callable[[Sequence[Sequence[int]]], list[str]]:
    """A function that gives a text for each of several solutions: a picture, or its options with their items; and
    its cost."""
    if price is not None:
        plain, cost = texts_of(puzzle), price

        def priced(solutions: Sequence[Sequence[int]]) -> list[str]:
            costs = (cost([int(o) for o in found if o >= 0]) for found in solutions)
            said = [counted(each, "option") if cost is len else f"cost {grouped(each)}" for each in costs]
            return [f"{text}\n{each}" for text, each in zip(plain(solutions), said, strict=True)]

        return priced
    if puzzle.canvas is not None:
        return puzzle.canvas.in_text.of
    problem = puzzle.whole or puzzle.problem  # without the items that taking options adds

    @cache
    def line(option: int) -> str:
        return f"{problem.label(option)}: {' '.join(problem.entries(option))}"

    return lambda solutions: ["\n".join(line(int(o)) for o in found if o >= 0) for found in solutions]


def tell_idle(options: argparse.Namespace, puzzle: CoverPuzzle) -> None:
    """Say which options have no primary item, for nobody sees them in a solution."""
    problem = puzzle.whole or puzzle.problem
    if idle := problem.idle_options:
        more = [counted(len(idle) - MOST_NAMED, "other")] if len(idle) > MOST_NAMED else []
        named = both([*map(problem.label, idle[:MOST_NAMED]), *more])
        said = f"options {named} have no primary item, so no solution has them"
        if len(idle) == 1:
            said = f"option {named} has no primary item, so no solution has it"
        note(f"{source_name(options.source)}: {said}")


def figure_of(puzzle: CoverPuzzle, solution: Sequence[int] = ()) -> Page:
    """A solution as a figure: its picture if it has one, otherwise its rows in the matrix; without a solution, the
    matrix.

    Raises ProblemError if the matrix is too large.
    """
    from core.exact_cover._pictures.matrix import whole  # NumPy

    if solution and puzzle.canvas is not None:
        return puzzle.canvas.picture(solution).page()
    return whole(puzzle.problem, solution)


def say(text: str) -> None:
    """Print a text, unless it is empty."""
    if text:
        print(text)
