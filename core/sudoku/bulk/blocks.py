"""Whole files of 9×9 puzzles, one on each line: read, answered and written in blocks, on all processors, in order.

Memory does not grow with the file: at most a few blocks are under way at once.
The readers and solvers for single puzzles deal with every line that is not plain,
so that the messages are the same.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.sudoku.bulk.bands import BandsWorkspace
from core.sudoku.bulk.canonical import canonical_forms
from core.sudoku.bulk.line_layout import ListLayout
from core.sudoku.bulk.puzzle_grids import find_grids
from core.sudoku.bulk.puzzle_lines import PLAIN, SPECIAL, find_lines, read_plain, write_solved
from core.sudoku.formats import FormatError, PuzzleOrError, SourceText, format_named
from core.sudoku.formats import line as line_format
from core.sudoku.shape import Shape

BLOCK_BYTES = 1 << 19
"""How much is read at once, in bytes: some 6000 puzzles."""

_NINE = Shape(3, 3)
_SIGNS = np.frombuffer(b".123456789", dtype=np.uint8)


@dataclass(frozen=True)
class Answered:
    """A block with the answers to its plain puzzles."""

    block: bytes
    first_line: int
    """1-based number of its first line in the file."""
    starts: NDArray[np.int64]
    """Where each line begins, and the end."""
    numbers: NDArray[np.int64] | None
    """For drawn grids: the line of the block, from 0, on which each begins."""
    kinds: NDArray[np.uint8]
    answers: NDArray[np.uint8]
    """82 bytes for each line that is `PLAIN`: its answer and a line feed."""

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.kinds)


class Blocks:
    """Cuts a stream into pieces of whole lines; each ends with a line's end (one is added to the last piece)."""

    def __init__(self, stream: BinaryIO, size: int = BLOCK_BYTES, *, drawn: bool = False) -> None:
        self.ended = False
        """Whether there is nothing left to read."""
        self._read = getattr(stream, "read1", stream.read)  # take whatever there is: do not wait for a slow writer
        self._size = size
        self._drawn = drawn
        """Whether grids with empty lines between them must stay whole."""
        self._rest = b""

    def next(self) -> bytes:
        """Read once and return the lines that are now whole, perhaps none."""
        data = self._read(self._size)
        if not data:
            self.ended = True
            rest, self._rest = self._rest, b""
            return rest if not rest or rest.endswith((b"\n", b"\r")) else rest + b"\n"
        data = self._rest + data
        if self._drawn:
            end = max(data.rfind(b"\n\n") + 2, data.rfind(b"\n\r\n") + 3)
            end = end if end > 3 else 0
            self._rest = data[end:]
            return data[:end]
        end = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - 1)) + 1  # a CR at the end may belong to an LF
        self._rest = data[end:]
        return data[:end]


Answering = Callable[[NDArray[np.int32], NDArray[np.uint8]], NDArray[np.uint8]]
"""Turns (m, 81) puzzles into 82 bytes for each; takes the kinds of all lines and marks those that it cannot answer."""


def solutions(puzzles: NDArray[np.int32], kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """An `Answering`: the solutions.  Raises AssertionError for a wrong one."""
    found, counts, _ = BandsWorkspace().solve(puzzles, 1)
    out = np.zeros(82 * len(puzzles), dtype=np.uint8)
    written = int(write_solved(puzzles, found, counts, kinds, out))
    if written < 0:
        raise AssertionError("a solution found does not solve its Sudoku")
    return out[:written]


def canonical(puzzles: NDArray[np.int32], kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """An `Answering`: the canonical forms."""
    out = np.full((len(puzzles), 82), ord("\n"), dtype=np.uint8)
    out[:, :81] = _SIGNS[canonical_forms(puzzles)]
    return out.ravel()


def answer_block(block: bytes, first_line: int, answer: Answering, layout: ListLayout) -> Answered:
    """Answer the plain lines of a block (see `find_lines`), or its plain grids (see `find_grids`)."""
    signs = np.frombuffer(block, dtype=np.uint8)
    if layout.drawn:
        return _answer_grids(block, signs, first_line, answer)
    most = block.count(b"\n") + block.count(b"\r") + 1
    starts, firsts = np.zeros(most + 1, dtype=np.int64), np.zeros(most, dtype=np.int64)
    kinds = np.zeros(most, dtype=np.uint8)
    lines = int(find_lines(signs, len(signs), layout.anywhere, starts, kinds, firsts))
    starts, kinds = starts[: lines + 1], kinds[:lines]
    puzzles = np.zeros((int((kinds == PLAIN).sum()), 81), dtype=np.int32)
    read_plain(signs, firsts, kinds, lines, puzzles)
    if layout.anywhere:
        full = (puzzles != 0).all(axis=1)
        if 0 < 2 * full.sum() <= len(puzzles):  # these may be solutions beside puzzles that are damaged
            kinds[np.flatnonzero(kinds == PLAIN)[full]] = SPECIAL
            puzzles = puzzles[~full]
    return Answered(block, first_line, starts, None, kinds, answer(puzzles, kinds))


def _answer_grids(block: bytes, signs: NDArray[np.uint8], first_line: int, answer: Answering) -> Answered:
    most = block.count(b"\n\n") + block.count(b"\n\r\n") + block.count(b" \n") + 2
    starts, numbers = np.zeros(most + 1, dtype=np.int64), np.zeros(most, dtype=np.int64)
    kinds, puzzles = np.zeros(most, dtype=np.uint8), np.zeros((most, 81), dtype=np.int32)
    grids, plain = find_grids(signs, len(signs), starts, numbers, kinds, puzzles)
    starts, numbers, kinds, puzzles = starts[: grids + 1], numbers[:grids], kinds[:grids], puzzles[:plain]
    return Answered(block, first_line, starts, numbers, kinds, answer(puzzles, kinds))


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
        self._threads = threads or processors()
        self._boxes: Shape | None = None
        """What the last ``# boxes`` comment said."""

    def work_through(
        self, stream: BinaryIO, advance: Callable[[int], None] = lambda count: None,
        ready: Callable[[], bool] = lambda: True,
    ) -> None:  # fmt: skip
        """Work through the stream; ``advance`` is told how many bytes are done.

        ``ready`` says whether there is something to read; while there is not, this answers what it has read.
        """
        waiting: deque[Future[Answered]] = deque()
        reading, first_line = Blocks(stream, drawn=self._layout.drawn), 1
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
                    while not self.stopped and waiting and (len(waiting) > 2 * self._threads or waiting[0].done()):
                        self._take(waiting.popleft().result(), advance)
                self._take_all(waiting, advance)
            finally:
                for future in waiting:
                    future.cancel()

    def _take_all(self, waiting: deque[Future[Answered]], advance: Callable[[int], None]) -> None:
        while waiting and not self.stopped:
            self._take(waiting.popleft().result(), advance)

    def _take(self, solved: Answered, advance: Callable[[int], None]) -> None:
        answers = memoryview(solved.answers.data)
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
                self._write(answers[82 * row : 82 * (row + plain)])
                self.items += plain
                row += plain
            end = special + 1
            if special < solved.lines and solved.numbers is not None:
                while end < solved.lines and solved.kinds[end] == SPECIAL == solved.kinds[special]:
                    end += 1  # rows with empty lines between the bands go to the reader together
                self._take_grids(solved, special, end)
            elif special < solved.lines:
                self._take_special(solved, special)
            line = end
        self.lines += solved.lines
        advance(len(solved.block))

    @property
    def _other_boxes(self) -> bool:
        """Whether a comment gives the plain lines other boxes than 3×3."""
        return self._boxes is not None and self._boxes.order == 9 and self._boxes != _NINE

    def _take_special(self, solved: Answered, line: int) -> None:
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

    def _take_grids(self, solved: Answered, first: int, end: int) -> None:
        assert solved.numbers is not None
        before = solved.first_line + int(solved.numbers[first]) - 1
        text = _decode(solved.block[int(solved.starts[first]) : int(solved.starts[end])], "utf-8-sig")
        for item in format_named(self._layout.format).read(SourceText.of(text, self._name)):
            if isinstance(item, FormatError):
                self._tell(type(item)(self._name, before + item.line, item.column, item.message))
            else:
                self._tell(replace(item, line=before + item.line))

    def _by_reader(self, text: str, number: int) -> None:
        """Let the format's reader see the line in its place: after the header, the boxes, and a first puzzle."""
        before = list(self._layout.header)
        if self._boxes is not None:
            before.append(f"# boxes {self._boxes.box_rows}x{self._boxes.box_columns}")
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


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
