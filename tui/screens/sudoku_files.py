"""Puzzles in and out: shipped ones, files, pasted text, earlier work, new ones; every format and a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from textual.worker import get_current_worker

from core.search import ProblemError
from core.sudoku.collections import Collection, collections
from core.sudoku.formats import FORMATS, FormatError, Item, Puzzle, decode, read_text, write
from core.sudoku.grid import Grid
from core.sudoku.shape import Shape
from tui.files import check_file
from tui.format import grouped
from tui.host import host
from tui.worker import in_thread

if TYPE_CHECKING:
    from tui.screens.sudoku import SudokuScreen

SHAPES = ("2x2", "2x3", "3x2", "2x4", "3x3", "2x5", "3x4", "4x4", "4x5", "5x5", "6x6")
"""Box shapes offered; any other can be typed."""
LARGEST_GENERATED = 16
ATTEMPTS = 20
"""Full grids to try for a puzzle of the level asked for."""
SUFFIXES = tuple(sorted({suffix for entry in FORMATS for suffix in entry.suffixes}))
SVG = "svg"


def first_puzzle() -> Puzzle | None:
    """For somebody who has never been here: an easy 9×9, if the collections are there."""
    for collection in collections():
        if collection.shape == Shape(3, 3):
            return next(iter(collection.puzzles()), None)
    return None


# Opening


def open_menu(screen: SudokuScreen) -> None:
    """Where a puzzle can come from."""
    from tui.dialogs import Choice, ChoiceDialog

    shipped = collections()
    earlier = screen.autosave.recent()
    sources: list[tuple[Choice, Callable[[SudokuScreen], None]]] = [
        (Choice(0, "A shipped puzzle", "from 4×4 to 25×25, easy to hard",
                None if shipped else "no puzzles are installed"), open_shipped),
        (Choice(1, "A file", "any common Sudoku format, with one puzzle or thousands"), choose_file),
        (Choice(2, "An empty grid to type a puzzle in", "values become givens; space leaves a cell empty"), type_in),
        (Choice(3, "A new puzzle", "made now, with exactly one solution"), generate),
        (Choice(4, "An earlier puzzle", f"{len(earlier)} kept, just as you left them",
                None if earlier else "nothing has been saved yet"), open_earlier),
    ]  # fmt: skip

    def chosen(index: int | None) -> None:
        if index is not None:
            sources[index][1](screen)

    screen.app.push_screen(ChoiceDialog("Open", [choice for choice, _ in sources]), chosen)


def open_shipped(screen: SudokuScreen) -> None:
    """A collection, then a puzzle in it."""
    from tui.dialogs import Choice, ChoiceDialog

    choices = [Choice(collection, collection.title) for collection in collections()]
    here = next((c.value for c in choices if c.value.shape == screen.grid.shape), None)

    def chosen(collection: Collection | None) -> None:
        if collection is not None:
            _pick(screen, collection.title, collection.puzzles())

    screen.app.push_screen(ChoiceDialog("Shipped puzzles", choices, here), chosen)


def open_earlier(screen: SudokuScreen) -> None:
    """One of the works that were saved."""
    from tui.dialogs import Choice, ChoiceDialog

    choices = [Choice(saved, saved.summary, saved.age) for saved in screen.autosave.recent()]

    def chosen(saved: Any) -> None:
        if saved is not None and screen.take_up(saved):
            screen.say(f"going on with what you left {saved.age}")

    screen.app.push_screen(ChoiceDialog("Earlier puzzles", choices), chosen)


def choose_file(screen: SudokuScreen) -> None:
    """A file from the disk."""
    from tui.file_dialog import FileDialog

    remembered = host(screen).settings.get("sudoku-folder")
    folder = Path(remembered) if isinstance(remembered, str) and Path(remembered).is_dir() else Path.cwd()

    def chosen(path: Path | None) -> None:
        if path is not None:
            host(screen).settings.put("sudoku-folder", str(path.absolute().parent))
            screen.run_worker(open_file(screen, path), group="reading", exclusive=True, exit_on_error=False)

    screen.app.push_screen(FileDialog("Open a file", folder, SUFFIXES), chosen)


def _ask_shape(screen: SudokuScreen, title: str, largest: int, then: Callable[[Shape], None]) -> None:
    """A box shape from a list, or typed."""
    from tui.dialogs import Choice, ChoiceDialog, LineDialog

    shapes = [shape for text in SHAPES if (shape := Shape.parse(text)).order <= largest]
    choices = [Choice(shape, f"{s} × {s}", f"boxes {shape}: rows × columns") for shape in shapes if (s := shape.order)]
    choices.append(Choice("other", "Other boxes…", "any rows × columns"))

    def check(text: str) -> str | None:
        try:
            shape = Shape.parse(text)
        except ProblemError as error:
            return str(error)
        return None if shape.order <= largest else f"expected at most {largest} cells in a box"

    def chosen(answer: Any) -> None:
        if answer == "other":
            prompt = "Rows × columns of one box, such as 2x3:"
            screen.app.push_screen(
                LineDialog(title, prompt, check=check), lambda t: then(Shape.parse(t)) if t else None
            )
        elif answer is not None:
            then(answer)

    screen.app.push_screen(ChoiceDialog(title, choices, screen.grid.shape), chosen)


def type_in(screen: SudokuScreen) -> None:
    """An empty grid, ready to be typed in."""

    def start(shape: Shape) -> None:
        puzzle = Puzzle(Grid.empty(shape), title="typed in")
        screen.open_puzzle(puzzle, "type the givens row by row; space for an empty cell", type_in=True)

    _ask_shape(screen, "An empty grid", 36, start)


def generate(screen: SudokuScreen) -> None:
    """A puzzle made by the generator."""
    from core.sudoku.generator import Tier
    from tui.dialogs import Choice, ChoiceDialog

    def shaped(shape: Shape) -> None:
        about = {
            Tier.EASY: "singles are enough", Tier.MEDIUM: "locked candidates too", Tier.HARD: "more than that",
            Tier.EXPERT: "much more than that",
        }  # fmt: skip
        choices = [Choice(tier, str(tier), about[tier]) for tier in Tier]

        def chosen(tier: Tier | None) -> None:
            if tier is not None:
                screen.run_worker(make(shape, tier), group="reading", exclusive=True, exit_on_error=False)

        screen.app.push_screen(ChoiceDialog(f"A new {shape.order} × {shape.order}, boxes {shape}", choices), chosen)

    async def make(shape: Shape, tier: Tier) -> None:
        from random import SystemRandom

        from core.sudoku.generator import NotFound, Stopped
        from core.sudoku.generator import generate as generated

        before = screen.editor.puzzle
        seed = SystemRandom().randrange(1 << 31)
        screen.making = stop = Event()
        screen.say(f"making a puzzle: {tier}…")
        try:
            made = await in_thread(
                lambda: generated(shape, seed, tier=tier, attempts=ATTEMPTS, stopped=stop.is_set), "generate"
            )
        except NotFound:
            screen.say(f"{ATTEMPTS} grids of boxes {shape} gave no {tier} puzzle; try again, or another level", "bad")
            return
        except Stopped:
            screen.say("stopped: no puzzle was made")
            return
        except ProblemError as error:
            screen.say(str(error), "bad")
            return
        finally:
            stop.set()  # nobody waits for it any more
            if screen.making is stop:
                screen.making = None
                screen.show_grid()
                screen.refresh_bindings()
        title = f"{shape} {tier} {seed}"
        puzzle = Puzzle(Grid.from_problem(made.problem), title=title, level=str(tier), source=f"made here, seed {seed}")
        if screen.editor.puzzle == before:
            screen.open_puzzle(puzzle, f"a new puzzle: {tier}")
        else:
            # It took a while, and somebody went on working: they say when.
            _pick(screen, "A new puzzle", [puzzle])

    _ask_shape(screen, "A new puzzle", LARGEST_GENERATED, shaped)


async def open_file(screen: SudokuScreen, path: Path, *, run: bool = False) -> None:
    """Read a file in a thread and offer what is in it."""
    path = path.expanduser()
    screen.say(f"reading {path.name}…")

    def read() -> list[Item]:
        check_file(path)
        return list(read_text(decode(path.read_bytes()), path.name, suffix=path.suffix.lower()))

    try:
        items = await in_thread(read, "read")
    except OSError as error:
        screen.say(f"{path}: {error.strerror or error}", "bad")
    except ProblemError as error:
        screen.say(str(error), "bad")
    else:
        _offer(screen, path.name, items, run=run)


async def open_text(screen: SudokuScreen, text: str, name: str) -> None:
    """Read a pasted text and offer what is in it."""
    try:
        items = await in_thread(lambda: list(read_text(text, name)), "read")
    except ProblemError as error:
        screen.say(str(error), "bad")
    else:
        _offer(screen, name, items)


def _offer(screen: SudokuScreen, name: str, items: list[Item], *, run: bool = False) -> None:
    if get_current_worker().is_cancelled:
        return
    puzzles = [item for item in items if isinstance(item, Puzzle)]
    errors = [item for item in items if isinstance(item, FormatError)]
    note = ""
    if errors:
        more = f" (and {grouped(len(errors) - 1)} more)" if len(errors) > 1 else ""
        note = f"{errors[0]}{more}"
    if not puzzles:
        screen.say(note or f"{name}: there is no Sudoku in it", "bad")
        return
    if note:
        screen.notify(f"{grouped(len(puzzles))} read, not this: {note}", severity="warning", markup=False, timeout=12)
    if len(puzzles) == 1:
        _open(screen, name, puzzles[0])
        if run:
            screen.start_search()
    else:
        _pick(screen, name, puzzles)


def _pick(screen: SudokuScreen, title: str, puzzles: Sequence[Puzzle]) -> None:
    from tui.screens.sudoku_pick import PuzzleDialog

    screen.say("")
    screen.app.push_screen(
        PuzzleDialog(title, puzzles), lambda puzzle: _open(screen, title, puzzle) if puzzle is not None else None
    )


def _open(screen: SudokuScreen, name: str, puzzle: Puzzle) -> None:
    if not any(puzzle.grid.givens):
        # A format that knows no givens: what it holds is the puzzle.
        puzzle = replace(puzzle, grid=puzzle.grid.lock())
    if not puzzle.title:
        puzzle = replace(puzzle, title=f"{name}:{puzzle.line}" if name != "pasted text" else "pasted")
    screen.open_puzzle(puzzle, f"opened {puzzle.title}")


# Out


def copy(screen: SudokuScreen) -> None:
    """The puzzle as one line, for other programs."""
    puzzle = screen.editor.puzzle
    text = next(iter(write([Puzzle(Grid.of(puzzle.grid.shape, puzzle.grid.values))], "line")), "")
    host(screen).copy(text, "the grid as a line")


def as_text(puzzle: Puzzle, format: str, *, candidates: bool = False) -> str:
    """The whole file.  Raises ProblemError where the format cannot hold the puzzle."""
    if format == SVG:
        from core.sudoku.svg import to_svg

        return to_svg(puzzle.grid, title=puzzle.title, candidates=candidates)
    return "\n".join(write([puzzle], format)) + "\n"


def export(screen: SudokuScreen) -> None:
    """A format, then a file name."""
    from tui.dialogs import Choice, ChoiceDialog

    puzzle = screen.editor.puzzle
    choices = [Choice(SVG, "Picture (SVG)", "givens, values, marks, as on the board")]
    for entry in FORMATS:
        try:
            as_text(puzzle, entry.key)
        except ProblemError as error:
            refused: str | None = str(error)
        else:
            refused = None
        choices.append(Choice(entry.key, f"{entry.title}  ({entry.suffixes[0]})", f"keeps {entry.holds}", refused))
    last = host(screen).settings.get("sudoku-format", "line")
    screen.app.push_screen(
        ChoiceDialog("Export as", choices, last), lambda format: _ask_name(screen, format) if format else None
    )


def _ask_name(screen: SudokuScreen, format: str) -> None:
    from tui.line_dialogs import full_name, save_dialog

    puzzle = screen.editor.puzzle
    host(screen).settings.put("sudoku-format", format)
    suffix = ".svg" if format == SVG else next(entry.suffixes[0] for entry in FORMATS if entry.key == format)
    stem = "".join(c if c.isalnum() else "-" for c in puzzle.title).strip("-") or "sudoku"

    def saved(text: str | None) -> None:
        if text is not None:
            screen.say(f"saved {full_name(text)}", "good")

    def content(_path: Path) -> str:
        return as_text(puzzle, format, candidates=screen.show_candidates)

    screen.app.push_screen(save_dialog("Export", "File to write:", stem + suffix, content), saved)
