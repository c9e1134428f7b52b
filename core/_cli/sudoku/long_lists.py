"""Long lists of 9×9 puzzles in blocks: ``dq sudoku canonical``, and how ``solve``, ``count`` and ``check`` handle them.

`core.sudoku._bulk.blocks` does the work between the file and standard output.  It is imported with its kernels and
NumPy once a list proves to be long.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from core._catalog import algorithm
from core._cli.console import INTERRUPTED, UsageError, source_name
from core._cli.sudoku.coming import Aside, every_item, layout_of_long_list
from core._cli.sudoku.puzzle_file import STATUSES, Tally, add_file, bar, opened
from core.storage._files import system_reason
from core.sudoku._bulk.line_layout import ListLayout
from core.sudoku._bulk.processor import shuffles_bytes
from core.sudoku._formats import Puzzle, PuzzleOrError
from core.sudoku._formats.line import line_of
from core.sudoku._layout import PLAIN_NINE
from core.sudoku._verdict import malformed

if TYPE_CHECKING:
    from core.sudoku._bulk.blocks import Answering

_IN_BLOCKS = (None, "line", "list", "csv")


def declare_canonical(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku canonical``."""
    command.epilog = STATUSES.format("")
    add_file(command)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--duplicates", action="store_true", help="say which puzzles are the same as an earlier one")
    which.add_argument("--unique", action="store_true", help="print one of each set of equal puzzles, unchanged")
    command.set_defaults(run=_canonical)


Special = Callable[[PuzzleOrError, Aside], None]
"""A function that handles an item that is not a plain puzzle or has no answer; `Aside` makes room for another
progress line."""


def solve_long_list(options: argparse.Namespace, tally: Tally, special: Special) -> int | None:
    """Print a solution of every puzzle, with ``--all`` only of those with a single one; `Special` handles the others.

    Returns None, with nothing read, if the list cannot be solved in blocks.
    """
    if options.to not in (None, "line") or not _takes_blocks(options):
        return None
    if not options.all:
        return _in_blocks(options, tally, lambda blocks: blocks.solutions, special)
    if options.limit == 1:
        return None
    return _in_blocks(options, tally, lambda blocks: blocks.only_solutions, special)


def count_long_list(
    options: argparse.Namespace, tally: Tally, limit: int, words: Callable[[int], str | None], special: Special
) -> int | None:
    """Print the name of each puzzle and, in words, its number of solutions up to ``limit``.

    `Special` handles those without solutions, and those for which ``words`` returns None.
    Returns None, with nothing read, if the list cannot be counted in blocks.
    """
    if not _takes_blocks(options):
        return None
    encoding = sys.stdout.encoding or "utf-8"
    return _in_blocks(options, tally, lambda blocks: blocks.NamesAndCounts(limit, words, encoding), special)


def _takes_blocks(options: argparse.Namespace) -> bool:
    told = {"algorithm": None, "parameters": None, **vars(options)}
    if options.json or options.boxes or told["parameters"] or options.format not in _IN_BLOCKS:
        return False
    if not shuffles_bytes():
        return False
    return told["algorithm"] is None or bool(algorithm("sudoku", told["algorithm"]).solves_many)


def _canonical(options: argparse.Namespace) -> int:
    import numpy as np

    from core.sudoku._bulk.canonical import canonical_forms

    tally = Tally()
    seen: dict[tuple[int, ...], str] = {}

    def tell(item: PuzzleOrError, aside: Aside = nullcontext) -> None:
        pairs = not (options.duplicates or options.unique)
        if not isinstance(item, Puzzle):
            tally.complain(item)
            if pairs:
                print(f"# {malformed(item).kind}: line {item.line}")
            return
        layout = item.grid.layout
        if layout != PLAIN_NINE:
            place = f"{source_name(options.file)}, {item.name}"
            tally.complain(f"{place}: expected a 9×9 puzzle with 3×3 boxes, found boxes of {layout}")
            if pairs:
                print(f"# not a 9×9 puzzle: line {item.line}")
            return
        place = f"line {item.line}" + (f" ({item.title})" if item.title else "")
        form = tuple(canonical_forms(np.array([item.clues], dtype=np.int32))[0].tolist())
        before = seen.get(form)
        if pairs:
            print(line_of(form))
            return
        seen.setdefault(form, place)
        if options.duplicates and before is not None:
            print(f"{place}: the same as {before}")
        elif options.unique and before is None:
            print(line_of(item.clues) + (f" {item.title}" if item.title else ""))

    if not (options.duplicates or options.unique or options.boxes) and options.format in _IN_BLOCKS:
        status = _in_blocks(options, tally, lambda blocks: blocks.canonical, tell)
        if status is not None:
            return status
    for item in every_item(options):
        tell(item)
        sys.stdout.flush()
    return tally.status


def _in_blocks(
    options: argparse.Namespace, tally: Tally, answering: Callable[[Any], Answering], special: Special
) -> int | None:
    with opened(options.file) as (stream, name, suffix):
        layout = layout_of_long_list(stream, suffix, options.format)
        if layout is None:
            return None
        size = Path(options.file).stat().st_size if options.file != "-" else 0
        with bar(size >> 10, f"{options.verb}, KiB") as advance:
            stopped = answer_long_list(
                stream, name, answering, layout, lambda item: special(item, advance.aside),
                lambda count: advance(count / 1024),
            )  # fmt: skip
    return INTERRUPTED if stopped else tally.status


def answer_long_list(
    stream: BinaryIO,
    name: str,
    answering: Callable[[Any], Answering],
    layout: ListLayout,
    special: Callable[[PuzzleOrError], None],
    advance: Callable[[float], None],
) -> bool:
    """Print the answer to every puzzle; ``answering`` takes it from `core.sudoku._bulk.blocks`.

    ``special`` handles every puzzle that is not a plain line or has no answer.  ``advance`` is
    called with the number of bytes done.  Returns True if Ctrl-C ended it, after a whole line.
    """
    from core.sudoku._bulk import blocks as bulk

    out = sys.stdout.buffer
    alone = False
    """Whether a single puzzle is being solved, for which Ctrl-C need not wait."""

    def write(data: Any) -> None:
        try:
            sys.stdout.flush()
            rest = memoryview(data).cast("B")
            while rest:  # an unbuffered stream (PYTHONUNBUFFERED) may take only a part
                rest = rest[out.write(rest) or 0 :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UsageError(f"standard output: {system_reason(error)}") from None

    def told(item: PuzzleOrError) -> None:
        nonlocal alone
        out.flush()
        alone = True
        special(item)
        alone = False

    work = bulk.Bulk(name, write, told, answering(bulk), layout)

    def stop() -> None:
        if work.stopped or alone:
            raise KeyboardInterrupt
        work.stopped = True

    with _on_interrupt(stop):
        work.work_through(stream, advance, ready=_readiness(stream))
    out.flush()
    return work.stopped


@contextmanager
def _on_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, lambda number, frame: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _readiness(stream: BinaryIO) -> Callable[[], bool]:
    """Make a function that waits a moment and returns whether a read would return something at once."""
    try:
        descriptor = stream.fileno()
        regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
    except (OSError, ValueError, AttributeError):
        return lambda: True
    if regular or not isinstance(stream, BufferedReader) or os.name == "nt":  # Windows can wait only for sockets
        return lambda: True
    return lambda: bool(select.select([descriptor], [], [], 0.05)[0])
