"""The screens of the app, named but not imported, and the smallest terminal that any of them needs."""

from __future__ import annotations

from dataclasses import dataclass

SMALLEST = (40, 12)
"""Columns and rows below which there is only a notice."""
ROOMY = 56
"""Columns from which a low terminal has room for two panels beside each other."""
NARROW, NARROW_BUT_TALL, WIDE = 64, 80, 120
"""Columns below which panels are below the board; the same if there is height to spare; columns for more."""
VAST = 190
"""Columns from which panels are in two columns beside the board."""
TALL = 40
"""Rows from which there is height to spare."""


@dataclass(frozen=True, slots=True)
class ModeOption:
    """An option of the command line that only one screen takes."""

    flag: str
    name: str
    """The name under which the screen finds what was chosen."""
    choices: str
    """``module:name`` of what may be chosen, imported when the command line is read."""
    help: str


@dataclass(frozen=True, slots=True)
class ModeEntry:
    """One screen of the app."""

    mode: str
    title: str
    key: str
    screen: str
    """``module:class``, imported when the mode is first opened."""
    opens: str
    """What the command line can name for it to open, in a few words."""
    options: tuple[ModeOption, ...] = ()
    """The options that only it takes."""
    beside: str = ""
    """``module:class`` of how two searches of its problems, or a race, are shown: a `tui.lab.beside.Beside`, made
    without arguments; empty for words."""
    lessons: str = ""
    """``module:class`` of what lessons know of it and do with it, a `tui.lessons.open_lesson.ScreenAdapter`, imported
    for the first; empty for no lessons."""


MODE_ENTRIES: tuple[ModeEntry, ...] = (
    ModeEntry("queens", "Queens", "f2", "tui.screens.queens.screen:QueensScreen", "the board size",
              beside="tui.screens.queens.beside:QueensBeside", lessons="tui.lessons.queens:QueensAdapter"),
    ModeEntry("sudoku", "Sudoku", "f3", "tui.screens.sudoku.screen:SudokuScreen", "a file",
              (ModeOption("--from", "format", "core.sudoku._formats:FORMAT_KEYS",
                          "the file's format, where the program guesses wrong"),),
              beside="tui.screens.sudoku.beside:SudokuBeside", lessons="tui.lessons.sudoku:SudokuAdapter"),
    ModeEntry("cover", "Cover", "f4", "tui.screens.cover.screen:CoverScreen", "a file or a name in the gallery",
              beside="tui.screens.cover.beside:CoverBeside", lessons="tui.lessons.cover:CoverAdapter"),
    ModeEntry("compare", "Compare", "f5", "tui.screens.compare.screen:CompareScreen",
              "sizes such as 4-10, or a table of one of the papers, such as paper-000-table-3",
              lessons="tui.lessons.compare:CompareAdapter"),
)  # fmt: skip
"""Every screen, in the order of their keys; the first one opens if nothing else is asked for."""
