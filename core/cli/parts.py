"""The options that make a count run in parts, and how that count is driven and reported."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from core.catalog import THREADS, Algorithm
from core.cli.console import Outcome, UsageError, drive, note, positive
from core.search import Goal, Problem, Search, Snapshot, Status
from core.words import duration, grouped

if TYPE_CHECKING:
    from core.parts.workers import Workers

MOST_PARTS = 1_000_000
"""The most parts there may be: each is a value in memory, and perhaps a row of a file."""


def add_arguments(command: Any) -> None:
    """Declare the options."""
    command.add_argument(
        "--parts", type=number_of_parts, metavar="P",
        help="cut a count into P parts (default: by the size of the problem)",
    )  # fmt: skip
    command.add_argument("--processes", type=positive, metavar="K", help="count in K processes")
    command.add_argument(
        "--cluster", metavar="ADDRESS",
        help="count on a Dask cluster: tcp://HOST:PORT, or local for one on this machine",
    )  # fmt: skip


def number_of_parts(text: str) -> int:
    """An argument that is a number of parts (for argparse's ``type``)."""
    number = positive(text)
    if number > MOST_PARTS:
        raise argparse.ArgumentTypeError(f"expected {MOST_PARTS} or less, not {text!r}")
    return number


def in_parts(options: argparse.Namespace) -> bool:
    """Whether `count_in_parts` is to be called: the options ask for parts, or the checkpoint file has parts."""
    from core.parts.ledger import is_ledger

    several = str(getattr(options, THREADS.key, None) or options.parameters.get(THREADS.key, 1)) != "1"
    asked = options.parts or options.processes or options.cluster or (several and options.checkpoint)
    return bool(asked or (options.checkpoint and is_ledger(options.checkpoint)))


def count_in_parts(
    problem: Problem, entry: Algorithm, settings: Mapping[str, str | int], options: argparse.Namespace,
    limit: int | None, goal: Goal, outlook: Callable[[Snapshot], str] | None = None,
) -> Outcome:  # fmt: skip
    """Count part by part, and keep the finished parts in the ledger that ``--checkpoint`` names.

    Raises UsageError, CannotSolve, LedgerError or ClusterError.

    ``outlook`` is called as in `core.cli.console.drive`.
    """
    from core.parts.counting import PartedCount
    from core.parts.ledger import Ledger
    from core.parts.part import cut, refusal, usual_parts

    if options.processes and options.cluster:
        raise UsageError("use either --processes or --cluster, not both")
    if because := entry.refusal(problem, goal) or refusal(entry, problem, goal, limit):
        raise UsageError(str(because))
    settings = entry.told(entry.settings(settings))
    threads = int(settings.get(THREADS.key, 1))
    parts = cut(entry, problem, settings, options.parts or usual_parts(entry, problem))
    with ExitStack() as stack:
        ledger = Ledger(options.checkpoint, parts[0]) if options.checkpoint else None
        if ledger is not None:
            stack.callback(ledger.close)
            if options.parts and options.parts != ledger.of:
                raise UsageError(f"--parts: {ledger.path} has {ledger.of} parts; leave out --parts, or take another")
            parts = cut(entry, problem, settings, ledger.of)
            _tell_start(ledger)
        workers = stack.enter_context(_workers(options))
        if workers is not None:
            note(f"{grouped(len(parts))} parts for {workers.described}")
        search = PartedCount(
            entry, problem, parts, threads=threads, ledger=ledger,
            executor=workers.executor if workers else None, slots=workers.slots if workers else 1,
        )  # fmt: skip
        spent = sum(record.seconds for record in search.records)
        shot = _driven(search, f"{problem} · {entry.title}", entry.doing(problem).unit, outlook)
        if ledger is not None:
            _tell_end(ledger, search, shot.status)
    if spent and shot.status is Status.COMPLETE:
        note(f"parts finished earlier took {duration(spent)} of processor time")
    kept = {**settings, "parts": len(parts)}
    return Outcome(problem, entry, goal, shot, (), kept)


@contextmanager
def _workers(options: argparse.Namespace) -> Iterator[Workers | None]:
    from core.parts.workers import dask, processes

    if options.cluster:
        with dask(options.cluster, tell=note) as workers:
            yield workers
    elif options.processes:
        with processes(options.processes) as workers:
            yield workers
    else:
        yield None


def _driven(search: Any, label: str, unit: str, outlook: Callable[[Snapshot], str] | None) -> Any:
    def make() -> Search:
        made: Search = search
        return made

    shot = drive(make, label, unit, outlook=outlook).snapshot
    if shot.status is Status.STOPPED:
        search.stop()
    return shot


def _tell_start(ledger: Any) -> None:
    records = ledger.records()
    if records:
        found = sum(record.solutions for record in records.values())
        note(
            f"continuing from {ledger.path}: {grouped(len(records))} of {grouped(ledger.of)} parts, "
            f"{grouped(found)} solutions so far"
        )


def _tell_end(ledger: Any, search: Any, status: Status) -> None:
    if status is Status.STOPPED:
        note(f"{grouped(len(search.records))} of {grouped(ledger.of)} parts are in {ledger.path}; "
             "the same command continues from there")  # fmt: skip
    else:
        note(f"all parts are in {ledger.path}")
