"""Links that carry a puzzle with its rules, of f-puzzles and SudokuPad.

    https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC%2FiFKVqKdIxbtOMYSJBsAFjAwBbAPamYbE%2FlBkIzGGHx4QAJRoBhGiFSevACY%2FD28AZhCAxBAhIWEuIA%3D

Or the same after ``https://sudokupad.app/fpuzzles``; after ``…/scl`` comes a drawing (`core.sudoku._formats.scl`).

A link that carries only the number of a puzzle on a server is refused: nothing here uses the network.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from core._search import ProblemError
from core.sudoku._formats import fpuzzles, scl
from core.sudoku._formats.base import CannotWrite, Puzzle, PuzzleOrError, SourceText, clean_text, quoted
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout

_LOAD = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/[^\s?]*\?(?:\S*&)?load=(\S+)", re.IGNORECASE)
_PAD = re.compile(
    r"(?:https?://)?(?:\w+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/)?(?:\?(?:\S*&)?puzzleid=(\S+)|(\S*))",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/[^\s?]*\?(?:\S*&)?id=\S*", re.IGNORECASE)
_PACKED = "fpuzzles", "fpuz"
_DRAWN = "scl", "ctc"
WHOLE = "https://f-puzzles.com/?load="


def is_link(line: str) -> bool:
    """Whether a line is a link of f-puzzles or SudokuPad."""
    return any(pattern.match(line.strip()) for pattern in (_LOAD, _PAD, _NUMBERED))


def read(source: SourceText, wanted: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every link or string of a text, one in a line."""
    return source.one_a_line(lambda number, line: _puzzle(source, number, line, wanted))


def _puzzle(source: SourceText, number: int, line: str, wanted: Layout | None) -> Puzzle:
    text = line.strip()
    start = line.index(text[0]) + 1
    puzzle = source.guard(number, lambda: _document(_told(text), number), start)
    if wanted is not None and puzzle.grid.shape != wanted.shape:
        raise source.error(number, start, f"expected boxes of {wanted}, found {puzzle.grid.layout}")
    return puzzle


def _told(text: str) -> fpuzzles.FPuzzle:
    """What a link says.  Raises ProblemError."""
    if match := _LOAD.match(text):
        return fpuzzles.read_document(fpuzzles.unpacked(match[1]))
    if _NUMBERED.match(text):
        raise ProblemError(
            "expected a link that carries the puzzle (?load=…); this one has only its number, and nothing here uses "
            "the network"
        )
    match = _PAD.match(text)
    if match is None:
        raise ProblemError(
            "expected a link that carries a puzzle, from f-puzzles, SudokuPad, SudokuWiki or Interactive Sudoku "
            f"Solver, found {quoted(text)}"
        )
    payload = (match[1] or match[2] or "").split("?")[0]
    if packed := next((word for word in _PACKED if payload.startswith(word)), None):
        return fpuzzles.read_document(fpuzzles.unpacked(payload.removeprefix(packed)))
    if packed := next((word for word in _DRAWN if payload.startswith(word)), None):
        return scl.read_drawing(scl.unzipped(fpuzzles.unpacked_text(payload.removeprefix(packed))))
    raise ProblemError(
        "expected a link that carries the puzzle (…/fpuzzles…, …/scl… or ?load=…); this one has only the number of a "
        "puzzle, and nothing here uses the network"
    )


def _document(told: fpuzzles.FPuzzle, line: int) -> Puzzle:
    """The puzzle of a document."""
    full = (1 << told.shape.order) - 1
    struck = [0 if value else full & ~bits for value, bits in zip(told.givens, told.allowed, strict=True)]
    grid = Grid.of(told.shape, told.givens, told.placed, told.marks, struck, told.rules)
    return Puzzle(
        grid, title=clean_text(told.title), author=clean_text(told.author),
        description=clean_text(" ".join(told.text.split())), left_out=", ".join(told.left_out), line=line,
    )  # fmt: skip


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """A link for each puzzle."""
    for puzzle in puzzles:
        grid = puzzle.grid
        try:
            document = fpuzzles.written_document(
                grid.shape, puzzle.clues, puzzle.problem.candidates, grid.rules,
                title=puzzle.title, author=puzzle.author,
            )  # fmt: skip
        except ProblemError as error:
            raise CannotWrite(str(error)) from None
        yield WHOLE + quote(fpuzzles.packed(document), safe="")
