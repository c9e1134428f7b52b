"""Puzzles as text: read from a file, a text, or the gallery by its name, and written again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from core.exact_cover import formats
from core.exact_cover.formats import json_form, knuth
from core.exact_cover.formats.polyomino_art import looks_like_art, read_packing
from core.exact_cover.pictures import notes as picture_notes
from core.exact_cover.pictures.picture import Canvas
from core.exact_cover.pictures.recognise import canvas_of
from core.exact_cover.pictures.symmetries import symmetries_of
from core.exact_cover.polyominoes import packing_puzzle
from core.exact_cover.problem import ExactCover
from core.exact_cover.puzzle import CoverPuzzle
from core.search import ProblemError
from core.storage.files import CannotWrite, FormatError, read_whole


def read_puzzle(text: str, source: str = "text", form: str | None = None) -> CoverPuzzle:
    """Read the puzzle in a text: a drawing, Knuth's format, a 0/1 matrix or JSON (see `core.exact_cover.formats`).

    Raises FormatError with line and column.
    """
    if form == "drawing" or (form is None and looks_like_art(text)):
        return _drawn(text, source)
    form = form or formats.recognise(text)
    problem = formats.read(text, source, form)
    told = {"knuth": picture_notes.drawing_of, "json": json_form.drawing_of}.get(form)
    if told is not None and (drawing := told(text)):
        with suppress(ProblemError):
            puzzle = _drawn(drawing, source)
            if puzzle.problem.identity == problem.identity:
                return replace(puzzle, problem=problem)
    canvas = picture_notes.canvas_of(text, problem) if form == "knuth" else None
    return puzzle_of(problem, canvas)


def puzzle_of(problem: ExactCover, canvas: Canvas | None = None) -> CoverPuzzle:
    """Add a picture and symmetries to a problem; without ``canvas``, the names of its items give the picture."""
    canvas = canvas or canvas_of(problem)
    return CoverPuzzle(problem, canvas, symmetries_of(problem, canvas) if canvas is not None else None)


def _drawn(text: str, source: str) -> CoverPuzzle:
    return replace(packing_puzzle(read_packing(text, source, piece_set, piece_sets())), drawing=text)


def write_puzzle(puzzle: CoverPuzzle, form: str) -> str:
    """The puzzle as text: ``drawing`` gives the text that it was drawn in, other forms are those of `formats`.

    Knuth's format has the picture in its comments where the names of the items do not say it; JSON has the drawing.

    Raises CannotWrite where the form cannot hold the puzzle.
    """
    if form == "knuth":
        canvas = puzzle.canvas
        if puzzle.drawing:
            return knuth.write(puzzle.problem, picture_notes.drawn(puzzle.drawing))
        if canvas is None or canvas == canvas_of(puzzle.problem):
            return knuth.write(puzzle.problem)
        return knuth.write(puzzle.problem, picture_notes.head(canvas), picture_notes.above(canvas))
    if form == "json":
        return json_form.write(puzzle.problem, puzzle.drawing)
    if form != "drawing":
        return formats.write(puzzle.problem, form)
    if not puzzle.drawing:
        raise CannotWrite("this problem was not drawn, or was changed since; Knuth's format and JSON can hold it")
    return puzzle.drawing


def decode(data: bytes, source: str) -> str:
    """UTF-8 text, or UTF-16 with its mark.  Raises FormatError that says where the first wrong byte is."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # what Windows' own shell writes behind ``>``
        return data.decode("utf-16", "replace")
    if (place := data.find(b"\0")) >= 0:
        raise FormatError(source, *_position(data, place), "expected a text file, found a zero byte")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        words = f"expected UTF-8 text, found the byte {data[error.start]:#04x}"
        raise FormatError(source, *_position(data, error.start), words) from None


def _position(data: bytes, place: int) -> tuple[int, int]:
    before = data[:place]
    return before.count(b"\n") + 1, place - before.rfind(b"\n")


def load(path: Path, form: str | None = None) -> CoverPuzzle:
    """Read a file.  Raises OSError, FormatError with line and column, or ProblemError for one that is too large."""
    return read_puzzle(decode(read_whole(path), str(path)), str(path), form)


@cache
def shipped(name: str) -> CoverPuzzle:
    """Read a puzzle file that comes with the program; ``name`` is its name without ``.txt``."""
    return read_puzzle((files("puzzles") / "cover" / f"{name}.txt").read_text("utf-8"), name)


def piece_set(name: str) -> str | None:
    """The text of a set of pieces that comes with the program, or None."""
    with suppress(OSError):  # a name too long for a file names no set
        file = files("puzzles") / "cover" / "sets" / f"{name.lower()}.txt"
        if name.replace("-", "").isalnum() and file.is_file():
            return file.read_text("utf-8")
    return None


def piece_sets() -> list[str]:
    """The names of the sets of pieces that come with the program."""
    folder = files("puzzles") / "cover" / "sets"
    return sorted(file.name.removesuffix(".txt") for file in folder.iterdir() if file.name.endswith(".txt"))
