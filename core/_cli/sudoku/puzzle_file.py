"""Shared by the commands for Sudoku files: the file, its puzzles and errors, progress, and the exit status."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from core._cli.arguments import positive
from core._cli.console import (
    BAD_USAGE,
    DONE,
    NO_SOLUTION,
    UsageError,
    binary_input,
    complain,
    note,
    source_name,
    wants_progress,
)
from core._words import counted
from core.storage._compressed import DAMAGED, inner_suffix, unpacked
from core.storage._files import read_stream, system_reason
from core.sudoku._formats import FORMAT_KEYS, WRITABLE_KEYS, Puzzle, PuzzleOrError, decode, read_text, write
from core.sudoku._layout import Layout

if TYPE_CHECKING:
    from core._cli.progress import ItemsBar
    from core.sudoku._problem import Sudoku

AMBIGUOUS = 4
"""Exit status of ``check`` if a puzzle has several solutions."""
STATUSES = (
    "Exit status: 0 done; 1 a puzzle has no solution, or --seconds ended it; 2 bad usage, or a puzzle that is "
    "malformed or too large (the others are still done); {}130 interrupted."
)


def add_file(command: argparse.ArgumentParser, *, as_they_arrive: str = "puzzles of one line each") -> None:
    """Declare the arguments that say what to read; ``as_they_arrive`` gets answers before standard input ends."""
    waits = f", answering {as_they_arrive} as they arrive" if as_they_arrive else ""
    command.add_argument(
        "file",
        metavar="FILE",
        help=f"puzzles in any format, or a link that carries one; - reads standard input{waits}",
    )
    command.add_argument(
        "--from", dest="format", choices=FORMAT_KEYS, metavar="FORMAT",
        help=f"{', '.join(FORMAT_KEYS)}; default: by its content",
    )  # fmt: skip
    command.add_argument("--boxes", metavar="RxC", help="box rows x box columns, whatever the file says")


def add_format(command: argparse.ArgumentParser) -> None:
    """Declare the format in which puzzles are written."""
    command.add_argument(
        "--to", choices=WRITABLE_KEYS, metavar="FORMAT",
        help="a format, see convert --help; default: boxed for one puzzle, line for several",
    )  # fmt: skip


class Sheet:
    """One file of a format, printed puzzle by puzzle as they come: parts that occur only once in a file are
    printed once."""

    def __init__(self, form: str | None) -> None:
        self._frame = list(write([], form)) if form else []
        self._begun = False
        self._end: list[str] = []
        self.framed = bool(self._frame)
        """Whether a remark between the puzzles would spoil the file."""

    def put(self, puzzle: Puzzle, form: str) -> None:
        """Print a puzzle in the sheet's form, completely even if Ctrl-C comes meanwhile.  Raises CannotWrite."""
        lines = list(write([puzzle], form))
        if self.framed:
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._frame, lines, strict=False)))
            self._end = self._frame[same:]
            lines = lines[same if self._begun else 0 : len(lines) - len(self._end)]
            self._begun = True
        sys.stdout.write("".join(f"{line}\n" for line in lines))

    def close(self) -> None:
        """Print the end of the file, if it was begun."""
        sys.stdout.write("".join(f"{line}\n" for line in self._end))


def layout_of(text: str | None) -> Layout | None:
    """A box shape from the command line, with the words for variants.  Raises ProblemError."""
    return Layout.parse(text) if text else None


@contextmanager
def opened(file: str) -> Iterator[tuple[BinaryIO, str, str]]:
    """Open a file (``-`` for standard input), unpacking it if need be; yields it, its name for messages and its suffix.

    A link that carries a puzzle counts as a file with just that in it.  Raises UsageError if it cannot be read, here
    or inside the ``with``.
    """
    if "://" in file:
        yield BytesIO(file.encode()), source_name(file), ".url"
        return
    path = Path(file)
    name, suffix = source_name(str(path)), "" if file == "-" else inner_suffix(path)
    try:
        with nullcontext(binary_input()) if file == "-" else path.open("rb", buffering=1 << 16) as raw:
            yield unpacked(raw), name, suffix
    except DAMAGED as error:
        raise UsageError(f"{name}: the packed data is damaged or cut short: {error}") from None
    except BrokenPipeError:  # standard output's
        raise
    except OSError as error:
        raise UsageError(f"{name}: {system_reason(error)}") from None


def read_items(options: argparse.Namespace) -> list[PuzzleOrError]:
    """Everything in the file.  Raises UsageError if there is no such file."""
    with opened(options.file) as (stream, name, suffix):
        data = read_stream(stream, name)
    layout = layout_of(options.boxes)
    return list(read_items_of(decode(data), name, format=options.format, shape=layout, suffix=suffix))


def read_items_of(text: str, name: str, **how: Any) -> Iterator[PuzzleOrError]:
    """`read_text`, with a remark if a puzzle's source shows more than is read."""
    for item in read_text(text, name, **how):
        if isinstance(item, Puzzle) and item.left_out:
            note(f"{name}, {item.name}: left out, as it has no meaning here: {item.left_out}")
        yield item


EXPLAINED = "dlx"
"""The algorithm to explain if none is named."""


def add_problem(command: argparse.ArgumentParser) -> None:
    """Declare one puzzle of a file."""
    add_file(command, as_they_arrive="")
    command.add_argument("--number", type=positive, metavar="K", help="the K-th puzzle of the file (default 1)")


def given_problem(options: argparse.Namespace) -> Sudoku:
    """The puzzle declared by `add_problem`.  Raises UsageError."""
    items = read_items(options)
    number, has = options.number or 1, f"{source_name(options.file)} has {counted(len(items), 'puzzle')}"
    if number > len(items):
        raise UsageError(f"{has}, so there is no puzzle {number}")
    if options.number is None and len(items) > 1:
        note(f"{has}: this is the first; --number takes another")
    item = items[number - 1]
    problem: Sudoku | None = getattr(item, "problem", None)
    if problem is None:
        raise UsageError(str(item))
    return problem


class Tally:
    """Counts what went wrong with the items of a file; the worst fault decides the exit status."""

    def __init__(self) -> None:
        self.bad = self.unsolved = self.ambiguous = 0

    def complain(self, message: object) -> None:
        """Report what is wrong with an item; the others are still done."""
        self.bad += 1
        complain(message)

    def puzzles(self, items: Iterable[PuzzleOrError]) -> Iterator[Puzzle]:
        """The puzzles among these; errors are reported."""
        for item in items:
            if isinstance(item, Puzzle):
                yield item
            else:
                self.complain(item)

    @property
    def status(self) -> int:
        """The exit status."""
        return BAD_USAGE if self.bad else NO_SOLUTION if self.unsolved else AMBIGUOUS if self.ambiguous else DONE


@contextmanager
def thinking(slow: bool = True) -> Iterator[Callable[[str], None]]:
    """Show on standard error what is being done, if it is ``slow``, until there is something to print.

    The function yielded changes the line, which is gone in the end.  If standard error is not a terminal, a line is
    written now and then (see `now_and_then`).
    """
    if not slow or not wants_progress():
        yield now_and_then() if slow else lambda text: None
        return
    from core._cli.progress import status_line  # Rich: only for those who watch

    with status_line() as tell:
        yield tell


SILENCE = 10.0
"""The seconds after which progress is printed if standard error is not a terminal."""


def now_and_then() -> Callable[[str], None]:
    """A function that prints its text on standard error after `SILENCE`, then at intervals that double."""
    began, wait = time.monotonic(), SILENCE

    def tell(text: str) -> None:
        nonlocal wait
        if time.monotonic() - began >= wait:
            wait *= 2
            note(text)

    return tell


class Bar:
    """An invisible progress bar, called like `core._cli.progress.ItemsBar`."""

    def __call__(self, count: float = 1) -> None:
        """Do nothing."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Make room for another progress line; nothing is in its way."""
        yield


@contextmanager
def bar(total: int, label: str) -> Iterator[Bar | ItemsBar]:
    """Show a progress bar on standard error if there are several puzzles and results do not go to the same terminal."""
    if total < 2 or not wants_progress() or sys.stdout.isatty():
        yield Bar()
        return
    from core._cli.progress import items_bar  # Rich: only for those who watch

    with items_bar(label, total) as shown:
        yield shown
