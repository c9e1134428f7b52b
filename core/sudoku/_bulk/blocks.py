"""Whole files of 9×9 puzzles, one on each line: read, answered and written in blocks, on all processors, in order.

Memory does not grow with the file: at most a few blocks are under way at once.
The readers and solvers for single puzzles deal with every line that is not plain,
so that the messages are the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core._parts.machine import cores
from core.sudoku._bulk.bands import BandsWorkspace
from core.sudoku._bulk.canonical import canonical_forms
from core.sudoku._bulk.line_layout import ListLayout
from core.sudoku._bulk.puzzle_lines import PLAIN, SPECIAL, UNSOLVED, find_lines, read_plain, write_solved
from core.sudoku._formats import (
    LONGEST_LINE,
    FormatError,
    Puzzle,
    PuzzleOrError,
    SourceText,
    format_named,
    line_too_long,
    listing,
)
from core.sudoku._formats import line as line_format
from core.sudoku._layout import PLAIN_NINE, Layout

BLOCK_BYTES = 1 << 19
"""How much is read at once, in bytes: about 6000 puzzles."""

_SIGNS = np.frombuffer(b".123456789", dtype=np.uint8)


@dataclass(frozen=True)
class AnsweredBlock:
    """A block with the answers to its plain puzzles."""

    block: bytes
    first_line: int
    """1-based number of its first line in the file."""
    starts: NDArray[np.int64]
    """Where each line begins, and the end."""
    kinds: NDArray[np.uint8]
    answers: memoryview
    """The answers to the lines that are `PLAIN`, in order, each with a line feed."""
    ends: NDArray[np.int64]
    """Where each answer begins, and the end."""

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.kinds)


class Blocks:
    """Cuts a stream into pieces of whole lines; each ends with a line's end (one is added to the last piece)."""

    def __init__(self, stream: BinaryIO, size: int = BLOCK_BYTES) -> None:
        self.ended = False
        """Whether there is nothing left to read."""
        self.too_long = False
        """Whether the next line is longer than `LONGEST_LINE`."""
        self._read = getattr(stream, "read1", stream.read)  # take whatever there is: do not wait for a slow writer
        self._size = size
        self._rest = b""

    def next(self) -> bytes:
        """Read once and return the lines that are now whole, perhaps none."""
        data = self._read(self._size)
        if not data:
            self.ended = True
            rest, self._rest = self._rest, b""
            return rest if not rest or rest.endswith((b"\n", b"\r")) else rest + b"\n"
        data = self._rest + data
        end = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - 1)) + 1  # a CR at the end may belong to an LF
        self._rest = data[end:]
        self.too_long = len(self._rest) > LONGEST_LINE
        return data[:end]


@dataclass(frozen=True)
class PlainPuzzles:
    """What an `Answering` answers: the plain puzzles of a block."""

    puzzles: NDArray[np.int32]
    """The cells of each puzzle: (m, 81)."""
    kinds: NDArray[np.uint8]
    """The kinds of all lines; an `Answering` changes that of a plain line that it cannot answer to `UNSOLVED`."""
    name_of: Callable[[int], str]
    """What messages call the puzzle on a line, by its place among ``kinds``."""


Answering = Callable[[PlainPuzzles], tuple[memoryview, NDArray[np.int64]]]
"""Answers plain puzzles: the answers, each with a line feed, and where each begins, and the end."""


def solutions(plain: PlainPuzzles) -> tuple[memoryview, NDArray[np.int64]]:
    """An `Answering`: the solutions.  Raises AssertionError for a wrong one."""
    return _in_lines(_solved(plain, 1)[0])


def only_solutions(plain: PlainPuzzles) -> tuple[memoryview, NDArray[np.int64]]:
    """An `Answering`: the solutions of puzzles that have only one.  Raises AssertionError for a wrong one."""
    lines = np.flatnonzero(plain.kinds == PLAIN)
    answers, counts = _solved(plain, 2)
    plain.kinds[lines[counts > 1]] = UNSOLVED
    return _in_lines(answers[counts[counts > 0] == 1])


def canonical(plain: PlainPuzzles) -> tuple[memoryview, NDArray[np.int64]]:
    """An `Answering`: the canonical forms."""
    out = np.full((len(plain.puzzles), 82), ord("\n"), dtype=np.uint8)
    out[:, :81] = _SIGNS[canonical_forms(plain.puzzles)]
    return _in_lines(out)


def _in_lines(rows: NDArray[np.uint8]) -> tuple[memoryview, NDArray[np.int64]]:
    return rows.ravel().data, np.arange(0, rows.size + 1, 82)


@dataclass(frozen=True)
class NamesAndCounts:
    """An `Answering`: the name of each puzzle and, in words, how many solutions it has up to ``limit``.

    ``words`` makes the words from the number; None leaves the puzzle to the caller.  It is called in several threads.
    """

    limit: int
    words: Callable[[int], str | None]
    encoding: str = "utf-8"

    def __call__(self, plain: PlainPuzzles) -> tuple[memoryview, NDArray[np.int64]]:
        """Answer the puzzles.  Raises AssertionError if a solution found is wrong."""
        lines = np.flatnonzero(plain.kinds == PLAIN)
        _, counts = _solved(plain, self.limit)
        words = {count: self.words(count) for count in np.unique(counts[counts > 0]).tolist()}
        answers, ends = [], [0]
        for line, count in zip(lines.tolist(), counts.tolist(), strict=True):
            if not count:
                continue
            said = words[count]
            if said is None:
                plain.kinds[line] = UNSOLVED
                continue
            answers.append(f"{plain.name_of(line)}: {said}\n".encode(self.encoding, "replace"))
            ends.append(ends[-1] + len(answers[-1]))
        return memoryview(b"".join(answers)), np.array(ends, dtype=np.int64)


def _solved(plain: PlainPuzzles, limit: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The first solutions, 82 bytes each, and the number of solutions of each puzzle up to a limit."""
    found, counts, _ = BandsWorkspace().solve(plain.puzzles, limit)
    out = np.zeros(82 * len(plain.puzzles), dtype=np.uint8)
    written = int(write_solved(plain.puzzles, found, counts, plain.kinds, out))
    if written < 0:
        raise AssertionError("a solution found does not solve its Sudoku")
    return out[:written].reshape(-1, 82), counts


def answer_block(block: bytes, first_line: int, answer: Answering, layout: ListLayout) -> AnsweredBlock:
    """Answer the plain lines of a block (see `find_lines`)."""
    signs = np.frombuffer(block, dtype=np.uint8)
    most = block.count(b"\n") + block.count(b"\r") + 1
    starts, firsts = np.zeros(most + 1, dtype=np.int64), np.zeros(most, dtype=np.int64)
    kinds = np.zeros(most, dtype=np.uint8)
    lines = int(find_lines(signs, len(signs), layout.anywhere, starts, kinds, firsts))
    starts, kinds = starts[: lines + 1], kinds[:lines]
    if b"\0" in block:  # it is refused, whatever else is in its line
        kinds[np.searchsorted(starts, np.flatnonzero(signs == 0), "right") - 1] = SPECIAL
    puzzles = np.zeros((int((kinds == PLAIN).sum()), 81), dtype=np.int32)
    read_plain(signs, firsts, kinds, lines, puzzles)
    if layout.anywhere:
        full = (puzzles != 0).all(axis=1)
        if 0 < 2 * full.sum() <= len(puzzles):  # these may be solutions beside puzzles that are damaged
            kinds[np.flatnonzero(kinds == PLAIN)[full]] = SPECIAL
            puzzles = puzzles[~full]

    def name_of(line: int) -> str:
        return _title(block[starts[line] : starts[line + 1]], layout) or f"line {first_line + line}"

    answers, ends = answer(PlainPuzzles(puzzles, kinds, name_of))
    return AnsweredBlock(block, first_line, starts, kinds, answers, ends)


def _title(line: bytes, layout: ListLayout) -> str:
    """The title of a line: the text beside its puzzle, as the format's reader gives it."""
    text = _decode(line.rstrip(b"\r\n"), "utf-8-sig")
    if layout.format == "line":
        return line_format.title_after(text[81:])
    if layout.format == "list":
        return listing.title_beside(text)
    item = list(format_named(layout.format).read(SourceText("", [*layout.header, text])))[-1]
    return item.title if isinstance(item, Puzzle) else ""


class Bulk:
    """Answers a stream of lines and writes the answers to another, in order.

    ``special`` is called, in order, for every puzzle or error that is not a
    plain line with an answer; what was written before it has been flushed.
    """

    def __init__(
        self, name: str, write: Callable[[Any], object], special: Callable[[PuzzleOrError], None],
        answer: Answering = solutions, layout: ListLayout | None = None, *, threads: int | None = None,
    ) -> None:  # fmt: skip
        self.lines = 0
        """How many lines have been read and answered so far."""
        self.items = 0
        """How many puzzles and errors were among them."""
        self.stopped = False
        """The caller sets this to end the work soon; only whole lines will have been written."""
        self._name, self._write, self._special, self._answer = name, write, special, answer
        self._layout = layout or ListLayout()
        self._threads = threads or cores()
        self._boxes: Layout | None = None
        """What the last ``# boxes`` comment said."""

    def work_through(
        self, stream: BinaryIO, advance: Callable[[int], None] = lambda count: None,
        ready: Callable[[], bool] = lambda: True,
    ) -> None:  # fmt: skip
        """Work through the stream; ``advance`` is told how many bytes are done.

        ``ready`` says whether there is something to read; while there is not, this answers what it has read.
        """
        waiting: deque[Future[AnsweredBlock]] = deque()
        reading, first_line = Blocks(stream), 1
        with ThreadPoolExecutor(self._threads, "sudoku") as pool:
            try:
                while not self.stopped and not reading.ended:
                    # At first, `ready` does not know what a buffer holds already.
                    if first_line > 1 and not ready():
                        self._take_all(waiting, advance)
                        continue
                    try:
                        block = reading.next()
                    except Exception:  # the packed data is cut short: answer what came before
                        self._take_all(waiting, advance)
                        raise
                    if block:
                        waiting.append(pool.submit(answer_block, block, first_line, self._answer, self._layout))
                        first_line += _count_lines(block)
                    if reading.too_long:
                        self._take_all(waiting, advance)
                        self._tell(line_too_long(self._name, first_line))
                        return
                    while not self.stopped and waiting and (len(waiting) > 2 * self._threads or waiting[0].done()):
                        self._take(waiting.popleft().result(), advance)
                self._take_all(waiting, advance)
            finally:
                for future in waiting:
                    future.cancel()

    def _take_all(self, waiting: deque[Future[AnsweredBlock]], advance: Callable[[int], None]) -> None:
        while waiting and not self.stopped:
            self._take(waiting.popleft().result(), advance)

    def _take(self, solved: AnsweredBlock, advance: Callable[[int], None]) -> None:
        specials = iter([*np.flatnonzero(solved.kinds != PLAIN).tolist(), solved.lines])
        special = next(specials)
        line, row = 0, 0
        while line < solved.lines:
            if self._other_boxes:  # then no plain line is the puzzle that it was taken for
                row += solved.kinds[line] == PLAIN
                self._take_special(solved, line)
                line += 1
                continue
            while special < line:
                special = next(specials)
            if special > line:
                plain = special - line
                self._write(solved.answers[solved.ends[row] : solved.ends[row + plain]])
                self.items += plain
                row += plain
            if special < solved.lines:
                self._take_special(solved, special)
            line = special + 1
        self.lines += solved.lines
        advance(len(solved.block))

    @property
    def _other_boxes(self) -> bool:
        """Whether a comment gives the plain lines other boxes than 3×3."""
        return self._boxes is not None and self._boxes.order == 9 and self._boxes != PLAIN_NINE

    def _take_special(self, solved: AnsweredBlock, line: int) -> None:
        start, end = int(solved.starts[line]), int(solved.starts[line + 1])
        number = solved.first_line + line
        text = _decode(solved.block[start:end].rstrip(b"\r\n"), "utf-8-sig" if number == 1 else "utf-8")
        if not text or text.isspace():
            return
        source = SourceText(self._name, [text])
        if text.lstrip().startswith("#"):
            try:
                self._boxes = source.boxes_told(number, text) or self._boxes
            except FormatError as error:
                self._tell(error)
            return
        if number <= len(self._layout.header) and text == self._layout.header[number - 1]:
            return
        if self._layout.format != "line":
            self._by_reader(text, number)
            return
        try:
            self._tell(line_format.read_line(source, number, text, self._boxes, strict=False))
        except FormatError as error:
            self._tell(error)

    def _by_reader(self, text: str, number: int) -> None:
        """Let the format's reader see the line in its place: after the header, the boxes, and a first puzzle."""
        before = list(self._layout.header)
        if self._boxes is not None:
            before.append(f"# boxes {self._boxes.text}")
        if self._layout.format == "list" and self.items:
            before.append("." * 81)
        seen = len(before)
        for item in format_named(self._layout.format).read(SourceText(self._name, [*before, text])):
            if item.line <= seen:
                continue
            if isinstance(item, FormatError):
                self._tell(type(item)(self._name, number, item.column, item.message))
            else:
                self._tell(replace(item, line=number))

    def _tell(self, item: PuzzleOrError) -> None:
        self.items += 1
        self._special(item)


def _decode(line: bytes, encoding: str) -> str:
    try:
        return line.decode(encoding)
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _count_lines(block: bytes) -> int:
    return block.count(b"\n") + block.count(b"\r") - block.count(b"\r\n")
