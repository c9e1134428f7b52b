"""Lists of puzzles read as their lines arrive, so that the first answer need not wait for the last line.

A line from a pipe is answered as soon as it arrives; a long list in a file is read block by block.
Other formats, and short lists, are read whole.
"""

from __future__ import annotations

import argparse
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from io import BufferedReader
from typing import TYPE_CHECKING, BinaryIO, TypeVar, cast

from core._cli.console import binary_input, source_name
from core._cli.sudoku.puzzle_file import Bar, bar, layout_of, opened, read_items, read_items_of
from core.storage._compressed import PACKINGS
from core.storage._files import read_stream
from core.sudoku._bulk.line_layout import ListLayout
from core.sudoku._formats import (
    LONGEST_LINE,
    Puzzle,
    PuzzleOrError,
    SourceText,
    csv_table,
    decode,
    detect,
    line,
    line_too_long,
    listing,
    python_lists,
)
from core.sudoku._formats.base import FENCE
from core.sudoku._formats.line import RUN, puzzle_in
from core.sudoku._shape import MAXIMUM_ORDER

if TYPE_CHECKING:
    from core._cli.progress import ItemsBar

Aside = Callable[[], AbstractContextManager[None]]
"""A context that makes room for another progress line."""
FEWEST_LINES = 40
"""If there are fewer plain lines than this at the start, machine code is not worth waiting for."""
BLOCK = 1 << 16
"""The number of bytes read at once; a file no longer than this is read whole."""
MOST_AT_ONCE = 1000
"""The number of puzzles that wait for each other, to be solved together."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_A_LINE_EACH = ("canonical", "check", "convert", "count", "hint", "path", "rate")
"""Verbs that answer each puzzle the same way, however many there are."""

A = TypeVar("A")


class Coming:
    """The puzzles and errors of a list, to iterate over once."""

    def __init__(
        self, stack: ExitStack, stream: BinaryIO, name: str, options: argparse.Namespace, format: str | None, size: int
    ) -> None:
        self._stack, self._stream, self._name, self._format = stack, stream, name, format
        self._options, self._layout = options, layout_of(options.boxes)
        self.size = size
        """The total number of bytes; 0 if unknown."""
        self.done = self._told = 0
        """The number of bytes read."""
        self.more = False
        """Whether the next line has already arrived."""
        self.whole = False
        """Whether everything was read before the first item."""

    def __iter__(self) -> Iterator[PuzzleOrError]:
        with self._stack:
            first, format = b"", self._format
            if format is None:
                first = self._stream.readline(LONGEST_LINE + 1)
                if len(first) > LONGEST_LINE:
                    yield line_too_long(self._name, 1)
                    return
                puzzle = next(line.read(SourceText.of(decode(first), self._name), self._layout), None)
                if not (isinstance(puzzle, Puzzle) and len(puzzle.clues) > MAXIMUM_ORDER):
                    self.whole = True  # this may be one row of a larger grid
                    rest = decode(first + read_stream(self._stream, self._name))
                    yield from read_items_of(rest, self._name, format=self._options.format, shape=self._layout)
                    return
            source = SourceText(self._name, cast(Sequence[str], self._lines(first)))
            yield from (listing.read_lines if format == "list" else line.read)(source, self._layout)
            if self.done < 0:
                yield line_too_long(self._name, -self.done)

    def _lines(self, first: bytes) -> Iterator[str]:
        """The lines without their line ends."""
        read = getattr(self._stream, "read1", self._stream.read)
        block, rest, number = first or read(BLOCK), b"", 0
        while block:
            *lines, rest = (rest + block).split(b"\n")
            for at, each in enumerate(lines, 1):
                self.more = bool(self.size) or at < len(lines)
                self.done += len(each) + 1
                yield decode(each).removesuffix("\r")
            number += len(lines)
            if len(rest) > LONGEST_LINE:
                self.more, self.done = False, -number - 1
                return
            block = read(BLOCK)
        if rest:
            yield decode(rest)
        self.more = False

    def together(self, answer: Callable[[list[PuzzleOrError], Aside], Iterable[A]]) -> Iterator[A]:
        """The answers to all items under a progress bar; items that have arrived together are answered together."""
        held: list[PuzzleOrError] = []
        with self.bar() as advance:
            for item in self:
                held.append(item)
                if not self.more or len(held) >= MOST_AT_ONCE:
                    yield from answer(held, advance.aside)
                    held = []
                    advance(self.kib())
            yield from answer(held, advance.aside)

    def bar(self) -> AbstractContextManager[Bar | ItemsBar]:
        """A progress bar for the whole list, in KiB."""
        return bar(self.size >> 10, f"{self._options.verb}, KiB")

    def kib(self) -> float:
        """The KiB read since the last call."""
        read, self._told = self.done - self._told, self.done
        return read / 1024


def coming_items(options: argparse.Namespace) -> Coming | None:
    """The puzzles of a pipe as its lines arrive, or of a long list; None if all must be read before the first answer.

    All must be read if the form of the answers depends on the number of puzzles, and for formats that take more than
    one line.
    """
    told = {"json": False, "to": None, **vars(options)}
    counted = options.verb in _A_LINE_EACH or told["json"] or told["to"] == "line"
    counted = counted or (options.verb == "solve" and told["to"] is None)
    if options.format not in (None, "line", "list") or not counted:
        return None
    try:
        if options.file == "-":
            stream = binary_input()
            size = _size(os.fstat(stream.fileno()))
            if cast(BufferedReader, stream).peek(6).startswith(PACKINGS):
                return None
        else:
            size = _size(os.stat(options.file)) or -1
    except (OSError, ValueError, AttributeError):  # it cannot yield lines one by one
        return None
    if not size:
        one_by_one = options.format != "list" and (options.verb != "convert" or told["to"] == "line")
        stack = ExitStack()
        return Coming(stack, stream, source_name("-"), options, options.format, 0) if one_by_one else None
    if size <= BLOCK:
        return None
    stack = ExitStack()
    stream, name, suffix = stack.enter_context(opened(options.file))
    layout = layout_of_long_list(stream, suffix, options.format)
    if layout is None or layout.format not in ("line", "list"):
        stack.close()
        return None
    return Coming(stack, stream, name, options, layout.format, size)


def _size(found: os.stat_result) -> int:
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


def every_item(options: argparse.Namespace) -> Iterator[PuzzleOrError]:
    """Every puzzle and error of the file, one by one, under a progress bar."""
    coming = coming_items(options)
    if coming is None:
        items = read_items(options)
        with bar(len(items), options.verb) as advance:
            for item in items:
                yield item
                advance()
        return
    with coming.bar() as advance:
        for item in coming:
            yield item
            advance(coming.kib())


def layout_of_long_list(stream: BinaryIO, suffix: str = "", format: str | None = None) -> ListLayout | None:
    """How to read a stream that begins with many 9×9 puzzles, one on each line; None for any other.

    Waits for its first bytes and leaves them in the stream.
    """
    if not hasattr(stream, "peek"):
        return None
    head: bytes = stream.peek(1 << 16)
    if head.startswith(_UTF_16):
        return None
    text = decode(head[: head.rfind(b"\n") + 1])
    lines = text.splitlines()
    if lines and FENCE.fullmatch(lines[0]):
        return None  # it is skipped where a text is read whole
    runs = [RUN.search(line) for line in lines]
    if sum(run is not None for run in runs) < FEWEST_LINES:
        return None
    told = [(run, puzzle_in(line)) for line, run in zip(lines, runs, strict=True) if run]
    if 2 * sum(field is not None and field.start != run.start() for run, field in told) > len(told):
        return None  # the answers begin with solutions
    format = format or detect(text, suffix)
    if format in ("line", "list"):
        objects = any(line.strip() in ("{", "[{") for line in lines)  # JSON objects, each over several lines
        return ListLayout(format) if not (objects or python_lists.is_python(lines[0])) else None
    if format != "csv":
        return None
    first = next(at for at, run in enumerate(runs) if run is not None)
    header = tuple(lines[:first])
    if not all(line.startswith("#") for line in header[:-1]):
        return None
    separator = csv_table.separator_of(lines[max(first - 1, 0)])
    names = [field.strip().strip('"').lower() for field in header[-1].split(separator)] if header else []
    column = next((at for at, name in enumerate(names) if name in csv_table.PUZZLE_NAMES), None)
    if column is None and header:
        return None
    columns = {line[: run.start()].count(separator) for line, run in zip(lines, runs, strict=True) if run}
    return ListLayout(format, header) if columns == {column or 0} else None
