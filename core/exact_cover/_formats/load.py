"""Puzzles as text: read from a file, a text, or the gallery by its name, and written again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path

from core._checks import instance, shown
from core._drawing.cells import Canvas
from core._search import ProblemError
from core.exact_cover import _formats as formats
from core.exact_cover import _polyforms as polyforms
from core.exact_cover._diagram.mark import packed_file, packed_instead
from core.exact_cover._formats import burr_tools, json_form, knuth
from core.exact_cover._formats.polyomino_art import looks_like_art, pieces_in, read_packing, write_pieces
from core.exact_cover._pictures import notes as picture_notes
from core.exact_cover._pictures.recognise import canvas_of
from core.exact_cover._polyominoes import packing_puzzle
from core.exact_cover._problem import ExactCover
from core.exact_cover._puzzle import CoverPuzzle
from core.storage._files import CannotWrite, FormatError, read_whole


def read_puzzle(text: str, source: str = "text", form: str | None = None) -> CoverPuzzle:
    """Read the puzzle in a text: a drawing, Knuth's format, a 0/1 matrix or JSON.

    Raises FormatError with line and column.
    """
    if form == "drawing" or (form is None and looks_like_art(text)):
        return _drawn(text, source)
    form = form or formats.recognise(text)
    problem = formats.read(text, source, form)
    told = {"knuth": picture_notes.drawing_of, "json": json_form.drawing_of}.get(form)
    if told is not None and (puzzle := drawn_puzzle(problem, told(text))) is not None:
        return puzzle
    canvas = picture_notes.canvas_of(text, problem) if form == "knuth" else None
    puzzle = puzzle_of(problem, canvas)
    return _declared(puzzle, text, source, commented=True) if form == "knuth" else puzzle


def _declared(puzzle: CoverPuzzle, text: str, source: str, *, commented: bool) -> CoverPuzzle:
    """The puzzle with the symmetries that its text declares, if any."""
    if "symmetry:" not in text.lower():
        return puzzle
    from core.exact_cover._symmetry.declared import declared, lines_in  # NumPy

    lines = lines_in(text, commented=commented)
    if not lines:
        return puzzle
    group = declared(puzzle.problem, lines, source)
    return replace(puzzle, declared=group, declaration=tuple(f"symmetry: {line.text}" for line in lines))


def read_cover(source: str | PathLike[str], form: str | None = None) -> ExactCover:
    """The exact cover problem in a text or in a file: Knuth's format, a 0/1 matrix, JSON or a drawing.

    A source of several lines, or one that begins with a bracket, is the text itself; anything else names a
    file.  ``form`` is ``knuth``, ``matrix``, ``json`` or ``drawing``; without it the text shows its format.

    >>> read_cover("A B\\nA |3\\nB\\nA B |2\\n").solution()
    ('1', '2')

    Raises FormatError with line and column, and OSError for a file that cannot be read.
    """
    forms = (*formats.READERS, "drawing")
    if form not in (None, *forms):
        raise ProblemError(f"no format is called {shown(form)}; there are {', '.join(forms)}")
    if isinstance(source, str) and ("\n" in source or source.lstrip("\ufeff \t\r").startswith(("{", "["))):
        return read_puzzle(source, form=form).problem
    return load(Path(instance(source, (str, PathLike), "source", "a text or a path")), form).problem


def puzzle_of(problem: ExactCover, canvas: Canvas | None = None) -> CoverPuzzle:
    """Add a picture to a problem; without ``canvas``, the names of its items tell the picture."""
    return CoverPuzzle(problem, canvas or canvas_of(problem))


def drawn_puzzle(problem: ExactCover, drawing: str) -> CoverPuzzle | None:
    """The problem as it was drawn; None where it was not, or is another one than this drawing's."""
    if drawing:
        with suppress(ProblemError):
            puzzle = _drawn(drawing, "drawing")
            if puzzle.problem.identity == problem.identity:
                return replace(puzzle, problem=problem)
    return None


def _drawn(text: str, source: str) -> CoverPuzzle:
    puzzle = replace(packing_puzzle(read_packing(text, source, piece_set, piece_sets())), drawing=text)
    return _declared(puzzle, text, source, commented=False)


def write_puzzle(puzzle: CoverPuzzle, form: str) -> str:
    """The puzzle as text: ``drawing`` gives the text that it was drawn in, other forms are those of `formats`.

    Knuth's format has the picture in its comments if the names of the items do not tell it; JSON has the drawing.

    Raises CannotWrite if the form cannot hold the puzzle.
    """
    if form == "knuth":
        canvas = puzzle.canvas
        if puzzle.drawing:
            return knuth.write(puzzle.problem, picture_notes.drawn(puzzle.drawing))
        head = list(puzzle.declaration)
        if canvas is None or canvas == canvas_of(puzzle.problem):
            return knuth.write(puzzle.problem, head)
        return knuth.write(puzzle.problem, [*head, *picture_notes.head(canvas)], picture_notes.above(canvas))
    if form == "json":
        return json_form.write(puzzle.problem, puzzle.drawing)
    if form != "drawing":
        return formats.write(puzzle.problem, form)
    if not puzzle.drawing:
        raise CannotWrite("this problem was not drawn, or was changed since; Knuth's format and JSON can hold it")
    return puzzle.drawing


def decode(data: bytes, source: str) -> str:
    """Decode a file: UTF-8, or UTF-16 with its byte order mark; a puzzle of Burr Tools becomes a drawing.

    Raises FormatError with the place of the first wrong byte.
    """
    if burr_tools.looks_like_burr_tools(data):
        return burr_tools.as_drawing(data, source)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # the encoding that Windows' own shell writes with ``>``
        return data.decode("utf-16", "replace")
    if (place := data.find(b"\0")) >= 0:
        if packed := packed_instead(data):
            raise ProblemError(f"{source}: {packed}")
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
    try:
        data = read_whole(path)
    except ProblemError:
        if packed := packed_file(path):
            raise ProblemError(f"{path}: {packed}") from None
        raise
    return read_puzzle(decode(data, str(path)), str(path), form)


@cache
def shipped(name: str) -> CoverPuzzle:
    """Read a puzzle file that comes with the program; ``name`` is its name without ``.txt``."""
    return read_puzzle((files("puzzles") / "cover" / f"{name}.txt").read_text("utf-8"), name)


@cache
def piece_set(name: str) -> str | None:
    """The text of a set of pieces that comes with the program, or that `core.exact_cover._polyforms` makes; None for an
    unknown name.
    """
    key = "-".join(name.lower().split())
    with suppress(OSError):  # a name too long for a file names no set
        file = files("puzzles") / "cover" / "sets" / f"{key}.txt"
        if key.replace("-", "").isalnum() and file.is_file():
            return file.read_text("utf-8")
    base = piece_set(named) if key in polyforms.NAMES and (named := polyforms.named_by(key)) != key else None
    known = pieces_in(base) if base is not None else []
    made = polyforms.pieces_of(key, {piece.cells: piece.name for piece in known})
    return None if made is None else write_pieces(*made)


def piece_sets() -> list[str]:
    """The names of all sets of pieces."""
    folder = files("puzzles") / "cover" / "sets"
    shipped = (file.name.removesuffix(".txt") for file in folder.iterdir() if file.name.endswith(".txt"))
    return sorted({*shipped, *polyforms.NAMES})
