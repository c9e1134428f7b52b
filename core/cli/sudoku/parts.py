"""``python -m core sudoku count`` in parts: threads, processes, a cluster, and a ledger to resume from."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from core.catalog import THREADS, Algorithm, algorithms
from core.cli.console import UsageError, positive, source_name
from core.cli.parts import add_arguments, count_in_parts, in_parts
from core.cli.sudoku.console import read_items
from core.search import Goal

if TYPE_CHECKING:
    from core.sudoku.bulk.batch import Result
    from core.sudoku.formats import Puzzle


def add_parts(command: argparse.ArgumentParser) -> None:
    """Declare the options."""
    command.add_argument("--threads", type=positive, metavar="K", help="count in K threads")
    add_arguments(command)
    command.add_argument(
        "--checkpoint", type=Path, metavar="FILE",
        help="keep finished parts there, and continue from there if the file exists (one puzzle)",
    )  # fmt: skip


def wants_parts(options: argparse.Namespace) -> bool:
    """Whether `counted_in_parts` is to be called."""
    return bool(in_parts(options) or options.checkpoint or (options.threads or 1) > 1)


def counted_in_parts(options: argparse.Namespace) -> Iterator[Result]:
    """Yield one result for each item of the file.  Raises UsageError, CannotSolve, LedgerError or ClusterError."""
    from core.sudoku.bulk.batch import Result
    from core.sudoku.expected import ForecastThread
    from core.sudoku.formats import FormatError

    items = read_items(options)
    if options.checkpoint and len(items) > 1:
        raise UsageError(
            f"--checkpoint: a file holds the count of one puzzle, and {source_name(options.file)} has {len(items)}; "
            "leave it out, or give the puzzle a file of its own"
        )
    for item in items:
        if isinstance(item, FormatError):
            yield Result(item)
            continue
        entry = splitting(item, options.algorithm)
        if refusal := entry.refusal(item.problem, Goal.COUNT):
            yield Result(item, refusal=refusal)
            continue
        settings = options.parameters | ({THREADS.key: options.threads} if options.threads else {})
        with closing(ForecastThread(item.problem)) as forecast:
            outcome = count_in_parts(item.problem, entry, settings, options, options.limit, Goal.COUNT, forecast.look)
        expected = forecast.expected(outcome.snapshot) if outcome.interrupted else None
        yield Result(item, outcome, alone=len(items) == 1, expected=expected)


def splitting(puzzle: Puzzle, key: str | None) -> Algorithm:
    """The algorithm named, or else the proposed one if it can count in parts, or else the last in the list that can."""
    from core.sudoku.bulk.batch import chosen

    entry = chosen(puzzle, key, Goal.COUNT)
    if key is None and not entry.divides:
        able = [e for e in algorithms("sudoku") if e.divides and e.obstacle(puzzle.problem, Goal.COUNT) is None]
        entry = able[-1] if able else entry
    return entry
