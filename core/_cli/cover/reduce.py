"""``dq cover reduce``: a smaller problem with the same solutions."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core._cli.console import DONE, NO_SOLUTION, Deferred, UsageError, print_json, source_name
from core._cli.cover import STATUSES
from core._cli.cover.source import add_source, read_source, say
from core._search import ProblemError
from core.exact_cover._formats.load import write_puzzle
from core.exact_cover._puzzle import CoverPuzzle
from core.exact_cover._reduction import Reduction, reduced


def declare_reduce(command: argparse.ArgumentParser) -> None:
    """Declare ``cover reduce``."""
    command.epilog = STATUSES
    command.description = (
        "Remove options that are in no solution and items that say nothing new (Knuth's DLX-PRE), each with its "
        "reason.  What is left has the same solutions."
    )
    add_source(command)
    command.add_argument("--output", "-o", metavar="OUT", help="write what is left into OUT; - prints it alone")
    command.add_argument("--to", choices=("knuth", "matrix", "json"), default="knuth", help="default: knuth")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(run=_reduce)


def _reduce(options: argparse.Namespace) -> int:
    if options.json and options.output == "-":
        raise UsageError("-o - prints what is left and nothing else; leave out --json, or name a file")
    puzzle = read_source(options)
    made = reduced(puzzle.problem)
    if options.output and not made.impossible:
        _write(options, smaller(puzzle, made))
    if options.json:
        print_json({
            "problem": str(puzzle.problem), "options": len(made.options), "items": len(made.items),
            "impossible": made.impossible, "finished": made.finished,
            "steps": [{"kind": step.kind, "name": step.name, "why": step.why} for step in made.steps],
        })  # fmt: skip
    elif options.output != "-":
        for step in made.steps:
            say(str(step))
        say(f"{puzzle.problem}: {'no solution' if made.impossible else made}")
    return NO_SOLUTION if made.impossible else DONE


def smaller(puzzle: CoverPuzzle, made: Reduction) -> CoverPuzzle:
    """The remaining puzzle, with the remaining picture."""
    return CoverPuzzle(made.problem, puzzle.canvas.of_options(made.options) if puzzle.canvas is not None else None)


def _write(options: argparse.Namespace, puzzle: CoverPuzzle) -> None:
    try:
        text = write_puzzle(puzzle, options.to)
        if options.output == "-":
            sys.stdout.write(text)
            return
        with Deferred(Path(options.output)) as file:
            file.write(text)
    except ProblemError as error:
        raise UsageError(f"{source_name(options.source)}: {error}") from None
    except ValueError as error:  # a name with a null character
        raise UsageError(f"{options.output}: {error}") from None
