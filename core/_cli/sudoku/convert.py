"""``dq sudoku convert`` and ``dq sudoku sheet``: puzzles in another format, and on paper."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from core._cli.console import UsageError, note, source_name
from core._cli.sudoku.coming import coming_items
from core._cli.sudoku.puzzle_file import STATUSES, Tally, add_file, read_items
from core._drawing.figure import to_pdf, to_svg
from core._words import counted, either
from core.storage._files import save, system_reason
from core.sudoku import _picture as picture
from core.sudoku._formats import FORMATS, WRITABLE_KEYS, CannotWrite, Puzzle, format_named, read_text, write
from core.sudoku._sheet import sheets
from core.sudoku.rules._kinds import KINDS


def declare_convert(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku convert``."""
    command.epilog = (
        "--to rules writes the grid and then one rule a line, --to fpuzzles a link that f-puzzles and SudokuPad open. "
        "A rule that a format cannot express is named and refused. Lines of rules begin with these words (an error in "
        f"one is answered with an example): {', '.join(KINDS)}. " + STATUSES.format("")
    )
    add_file(command, as_they_arrive="lines (with --to line)")
    told = ", ".join(f"{entry.key} ({entry.title})" for entry in FORMATS if entry.writable)
    command.add_argument(
        "--to", choices=(*WRITABLE_KEYS, "svg"), metavar="FORMAT", required=True, help=f"{told}, svg (a picture)"
    )
    command.add_argument("--output", "-o", type=Path, metavar="FILE", help="default: standard output")
    command.set_defaults(run=_convert)


def declare_sheet(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku sheet``."""
    command.epilog = STATUSES.format("")
    add_file(command, as_they_arrive="")
    command.add_argument(
        "--output", "-o", type=Path, metavar="FILE", required=True, help="a name ending in .pdf or .svg"
    )
    command.add_argument(
        "--per-page", type=int, choices=(1, 2, 4, 6, 12), default=4, help="puzzles to a page (default 4)"
    )
    command.add_argument("--no-solutions", action="store_true", help="leave the solutions out")
    command.set_defaults(run=_sheet)


def _convert(options: argparse.Namespace) -> int:
    tally = Tally()
    coming = coming_items(options)
    puzzles = tally.puzzles(read_items(options) if coming is None else coming)
    if coming is None:
        puzzles = iter(list(puzzles))  # report what cannot be read before the first line is written
    first = next(puzzles, None)
    if first is None:
        return tally.status
    struck, taken, latest = 0, 0, first
    at_once = coming is not None and not coming.whole and options.output is None
    """Whether lines are printed before the last puzzle is read; else all are, or none."""

    def counting(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
        nonlocal struck, taken, latest
        for latest in puzzles:
            taken += 1
            struck += any(latest.grid.struck)
            yield latest

    def written(puzzles: Iterable[Puzzle]) -> Iterator[str]:
        """The lines; a puzzle that the format cannot hold is named, and the formats that can."""
        try:
            yield from write(counting(puzzles), options.to)
        except CannotWrite as error:
            title, where = latest.title and f" ({latest.title})", f"{source_name(options.file)}, line {latest.line}"
            before = f"; written before it: {counted(taken - 1, 'puzzle')}" if at_once else "; nothing was written"
            told = f"{error}; it can be written as {_formats_for(latest)}{before if taken > 1 else ''}"
            raise UsageError(f"{where}{title}: {told}") from None

    if options.to == "svg":
        if others := sum(1 for _ in puzzles):
            raise UsageError(f"svg holds one puzzle, {source_name(options.file)} has {others + 1}")
        lines: Iterable[str] = [picture.to_svg(first.grid, title=first.title).removesuffix("\n")]
    else:
        lines = written(chain((first,), puzzles))
    if options.output is None:
        for line in lines if at_once else list(lines):
            print(line, flush=coming is not None and at_once and not coming.more)
    else:
        try:
            save(options.output, "".join(f"{line}\n" for line in lines).encode())
        except OSError as error:
            raise UsageError(f"{options.output}: {system_reason(error)}") from None
    if struck and not format_named(options.to).keeps_candidates:
        those = f"those of {counted(struck, 'puzzle')} are left out"
        note(f"{source_name(options.file)}: the format {options.to} has no place for struck-out candidates: {those}")
    return tally.status


def _formats_for(puzzle: Puzzle) -> str:
    """The formats that can hold a puzzle: those in which it is written and read again."""
    told = []
    for key in WRITABLE_KEYS:
        try:
            text = "\n".join(write([puzzle], key))
        except CannotWrite:
            continue
        again = list(read_text(text, format=key))
        if len(again) == 1 and isinstance(again[0], Puzzle):
            told.append(key)
    return either(told)


def _sheet(options: argparse.Namespace) -> int:
    kind = options.output.suffix.lower()
    if kind not in (".pdf", ".svg"):
        raise UsageError(f"{options.output}: expected a name that ends in .pdf or .svg")
    tally = Tally()
    puzzles = list(tally.puzzles(read_items(options)))
    if not puzzles:
        return tally.status
    pages = sheets(puzzles, per_page=options.per_page, solutions=not options.no_solutions)
    try:
        save(options.output, to_pdf(pages) if kind == ".pdf" else to_svg(pages).encode())
    except OSError as error:
        raise UsageError(f"{options.output}: {system_reason(error)}") from None
    print(f"{options.output}: {counted(len(puzzles), 'puzzle')} on {counted(len(pages), 'page')}")
    return tally.status
