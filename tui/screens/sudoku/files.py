"""Where puzzles come from and go to: collections, files, pasted text, earlier work; every format and a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core import Grid, Layout, ProblemError, Shape
from core._checks import whole
from core._words import grouped
from core.storage._compressed import COMPRESSED, inner_suffix
from core.storage._files import system_reason
from core.sudoku import read_text, write
from core.sudoku._collections import Collection, collections
from core.sudoku._formats import FORMATS, FormatError, Puzzle, PuzzleOrError, decode, detect
from core.sudoku._grid import values_in
from core.sudoku._symbols import symbol
from tui.dialogs.readable import at, unpacked_bytes
from tui.screens.sudoku.document import NewsTone, SudokuDocument
from tui.screens.sudoku.job import Job, JobList
from tui.screens.sudoku.works import SudokuWork

SUFFIXES = (*sorted({suffix for entry in FORMATS for suffix in entry.suffixes}), *COMPRESSED)
SVG = "svg"
PASTED = "pasted text"
SHAPES = ("2x2", "2x3", "3x2", "2x4", "3x3", "2x5", "3x4", "4x4", "4x5", "5x5", "6x6")
"""The box shapes that are offered; any other can be typed."""
MOST_PLACES = 50
"""In how many files the place is remembered."""


@dataclass(frozen=True)
class PuzzleList:
    """Puzzles that came together: a file, a collection, a pasted text."""

    title: str
    puzzles: Sequence[Puzzle]

    def puzzle(self, place: int) -> Puzzle:
        """The puzzle at a place, ready to be worked on."""
        puzzle = self.puzzles[place]
        if not any(puzzle.grid.givens):
            # A format that knows no givens: what it holds is the puzzle.
            puzzle = replace(puzzle, grid=puzzle.grid.lock())
        if not puzzle.title:
            title = "pasted" if self.title == PASTED else f"{self.title}:{puzzle.line}"
            puzzle = replace(puzzle, title=title)
        return puzzle


@dataclass(frozen=True)
class Reading:
    """A text that was read; it can be read again in another format if the first was wrong."""

    name: str
    text: str
    suffix: str = ""

    def items(self, format: str | None = None) -> list[PuzzleOrError]:
        """Its puzzles and errors, in the format named or the one that fits best."""
        return list(read_text(self.text, self.name, format=format, suffix=self.suffix))


class Files:
    """What can be opened, and where the puzzle came from."""

    def __init__(self, document: SudokuDocument, jobs: JobList) -> None:
        self._document, self._jobs = document, jobs
        self.puzzle_list: PuzzleList | None = None
        """Where the puzzle in hand came from, if from several."""
        self.place = 0
        """Which of them it is."""
        self.choose: Callable[[PuzzleList], None] = self._open_first
        """Called when the user has to say which of several puzzles they want."""
        self.reading: Reading | None = None
        """The file or pasted text that was read last."""
        self._places: dict[str, int] = {}

    def _open_first(self, puzzle_list: PuzzleList) -> None:
        self.open_from(puzzle_list, 0)

    # What there is

    def collections(self) -> list[Collection]:
        """The shipped collections."""
        return list(collections())

    def earlier(self) -> list[SudokuWork]:
        """The works that were saved."""
        return self._document.works.recent()

    def remembered(self) -> dict[str, int]:
        """For the settings file: the places in the files opened last."""
        return dict(list(self._places.items())[-MOST_PLACES:])

    def recall(self, places: Mapping[str, Any]) -> None:
        """Take up what `remembered` gave."""
        self._places = {title: place for title, place in places.items() if isinstance(place, int) and place >= 0}

    def looks(self) -> list[Any]:
        """The shipped collection that the puzzle in hand is of, and its place there; none for any other."""
        title = self.puzzle_list.title if self.puzzle_list is not None else None
        return [title, self.place] if title in [each.title for each in collections()] else []

    def look_again(self, looks: Sequence[Any]) -> None:
        """Take up what `looks` gave.  Raises ValueError or ProblemError for anything else."""
        if looks:
            title, place = looks
            puzzles = next((each.puzzles() for each in collections() if each.title == title), ())
            place = whole(place, "a place", 0, len(puzzles) - 1)
            self.puzzle_list, self.place = PuzzleList(title, puzzles), place

    def place_in(self, puzzle_list: PuzzleList) -> int:
        """The last place in this list."""
        return min(self._places.get(puzzle_list.title, 0), len(puzzle_list.puzzles) - 1)

    # Opening

    def open_shipped(self, collection: Collection) -> None:
        """Let the user choose from a collection."""
        self.choose(PuzzleList(collection.title, collection.puzzles()))

    def open_first_puzzle(self) -> None:
        """For a user who has never been here: an easy 9×9, if the collections are there."""
        for collection in collections():
            if collection.shape == Shape(3, 3):
                puzzle_list = PuzzleList(collection.title, collection.puzzles())
                if puzzle_list.puzzles:
                    self.open_from(puzzle_list, 0)
                    self._document.say("your first puzzle; press o for others, F1 for help")
                    return
        self._document.say("an empty grid; press o to open a puzzle, F1 for help")

    def open_from(self, puzzle_list: PuzzleList, place: int) -> None:
        """Work on one of the puzzles of a list."""
        puzzle = puzzle_list.puzzle(place)
        many = len(puzzle_list.puzzles) > 1
        where = f" ({grouped(place + 1)} of {grouped(len(puzzle_list.puzzles))})" if many else ""
        left_out = f"; left out, as it has no meaning here: {puzzle.left_out}" if puzzle.left_out else ""
        self._document.open(puzzle, f"opened {puzzle.title}{where}{left_out}")
        if many:
            self.puzzle_list, self.place = puzzle_list, place
            self._places.pop(puzzle_list.title, None)
            self._places[puzzle_list.title] = place
        else:
            self.puzzle_list = None

    def next(self, step: int) -> None:
        """The next puzzle of the list, or the one before."""
        puzzle_list, document = self.puzzle_list, self._document
        if puzzle_list is None:
            return
        if 0 <= self.place + step < len(puzzle_list.puzzles):
            self.open_from(puzzle_list, self.place + step)
        else:
            document.acted()
            document.say(f"that was the {'last' if step > 0 else 'first'} puzzle of {puzzle_list.title}")

    def open_empty(self, layout: Shape | Layout) -> None:
        """An empty grid, to type a puzzle in."""
        self.puzzle_list = None
        puzzle = Puzzle(Grid.empty(layout), title="typed in")
        self._document.open(puzzle, "type the givens row by row; space for an empty cell", type_in=True)

    def go_on_with(self, work: SudokuWork) -> bool:
        """An earlier work."""
        if not self._document.take_up(work):
            return False
        self.puzzle_list = None
        self._document.say(f"picking up where you left off {work.age}")
        return True

    def read_file(
        self, path: Path, then: Callable[[], object] = lambda: None, format: str | None = None
    ) -> None:  # fmt: skip
        """Read a file, packed or not, and offer what is in it; ``then`` is called once a single puzzle is open.

        Without ``format``, its content tells the format.
        """
        path = at(str(path))

        def work(_stopped: object) -> list[PuzzleOrError] | str:
            try:
                self.reading = Reading(path.name, decode(unpacked_bytes(path)), inner_suffix(path))
                return self.reading.items(format)
            except OSError as error:
                return f"{path}: {system_reason(error)}"

        self._read(path.name, work, then)

    def read_text(self, text: str, name: str = PASTED, then: Callable[[], object] = lambda: None) -> None:
        """Read a pasted text: open its puzzle, which ``u`` takes back, or offer those that are in it."""
        reading = self.reading = Reading(name, text)
        self._read(name, lambda _stopped: reading.items(), then)

    def ways_to_read(self) -> list[tuple[str, str, str]]:
        """(key, title, text) of every format; the text marks the one in which the last text was read."""
        taken = detect(self.reading.text, self.reading.suffix) if self.reading else ""
        return [(entry.key, entry.title, "as it was taken" if entry.key == taken else "") for entry in FORMATS]

    def read_again(self, format: str) -> None:
        """Read the last file or pasted text in the format named."""
        if (reading := self.reading) is not None:
            self._read(reading.name, lambda _stopped: reading.items(format), lambda: None, ask=True)

    def _read(
        self,
        name: str,
        work: Callable[[Any], list[PuzzleOrError] | str],
        then: Callable[[], object],
        *,
        ask: bool = False,
    ) -> None:
        def guarded(stopped: Any) -> list[PuzzleOrError] | str:
            try:
                return work(stopped)
            except ProblemError as error:
                return str(error)

        def done(found: list[PuzzleOrError] | str) -> None:
            if not job.stopped:
                self._offer(name, found, then, ask)

        job = Job("reading", f"reading {name}…", guarded, done)
        self._jobs.begin(job)

    def _offer(self, name: str, found: list[PuzzleOrError] | str, then: Callable[[], object], ask: bool) -> None:
        document = self._document
        if isinstance(found, str):
            document.say(found, NewsTone.BAD)
            return
        puzzles = [item for item in found if isinstance(item, Puzzle)]
        errors = [item for item in found if isinstance(item, FormatError)]
        note = ""
        if errors:
            more = f" (and {grouped(len(errors) - 1)} more)" if len(errors) > 1 else ""
            note = f"{errors[0]}{more}"
        if not puzzles:
            document.say(note or f"{name}: there is no Sudoku in it", NewsTone.BAD)
            return
        if note:
            document.news.append(f"{grouped(len(puzzles))} read, except this: {note}")
        puzzle_list = PuzzleList(name, puzzles)
        if len(puzzles) == 1 and not ask:
            self.open_from(puzzle_list, 0)
            then()
        else:
            document.say("")
            self.choose(puzzle_list)

    # Out

    def to_copy(self) -> tuple[str, str]:
        """The grid as one line for other programs, or as text if a line cannot tell its rules; and which of the two."""
        grid = self._document.grid
        puzzle = Puzzle(Grid.of(grid.layout, grid.values))
        if grid.layout.untold:
            return as_text(puzzle, "rules"), "the grid with its rules"
        return next(iter(write([puzzle], "line")), ""), "the grid as a line"

    def formats(self) -> list[tuple[str, str, str, str | None]]:
        """(key, title, text, refusal) of every format that the puzzle might be written in."""
        found: list[tuple[str, str, str, str | None]] = [
            (SVG, "Picture (SVG)", "givens, values, marks, as on the board", None)
        ]
        for entry in (entry for entry in FORMATS if entry.writable):
            try:
                as_text(self._document.puzzle, entry.key)
            except ProblemError as error:
                refused: str | None = str(error)
            else:
                refused = None
            found.append((entry.key, f"{entry.title}  ({entry.suffixes[0]})", f"keeps {entry.holds}", refused))
        return found

    def file_name(self, format: str) -> str:
        """A name for the file."""
        stem = "".join(c if c.isalnum() else "-" for c in self._document.puzzle.title).strip("-") or "sudoku"
        suffix = ".svg" if format == SVG else next(entry.suffixes[0] for entry in FORMATS if entry.key == format)
        return stem + suffix

    def written(self, format: str) -> str:
        """The whole file.  Raises ProblemError if the format cannot hold the puzzle."""
        return as_text(self._document.puzzle, format, candidates=self._document.show_candidates)


def as_text(puzzle: Puzzle, format: str, *, candidates: bool = False) -> str:
    """A puzzle as a whole file.  Raises ProblemError if the format cannot hold it."""
    if format == SVG:
        from core.sudoku._picture import to_svg

        return to_svg(puzzle.grid, title=puzzle.title, candidates=candidates)
    return "\n".join(write([puzzle], format)) + "\n"


def candidates_as_text(grid: Grid) -> str:
    """Values and candidates, a line a row, every column as wide as it must be."""
    shape = grid.shape
    cells = [
        symbol(value) if value else "".join(map(symbol, values_in(left))) or "-"
        for value, left in zip(grid.values, grid.candidates, strict=True)
    ]
    n = shape.order
    widths = [max(len(cells[row * n + column]) for row in range(n)) for column in range(n)]
    lines = []
    for row in range(n):
        parts = []
        for column in range(n):
            parts.append(cells[row * n + column].ljust(widths[column]))
            if (column + 1) % shape.box_columns == 0 and column + 1 < n:
                parts.append("|")
        lines.append(" ".join(parts))
        if (row + 1) % shape.box_rows == 0 and row + 1 < n:
            lines.append("".join("+" if sign == "|" else "-" for sign in lines[-1]))
    return "\n".join(lines)
