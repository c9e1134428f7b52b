"""``dq sudoku convert`` and ``dq sudoku sheet``: puzzles in another format, and on paper."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.cli.console import UsageError, source_name
from core.cli.sudoku.puzzle_file import STATUSES, Tally, add_file, coming_items, read_items
from core.figure import to_pdf, to_svg
from core.storage.files import system_reason
from core.sudoku import picture
from core.sudoku.formats import WRITABLE_KEYS, Puzzle, write
from core.sudoku.sheet import sheets
from core.words import counted


def declare_convert(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku convert``."""
    command.epilog = STATUSES.format("")
    add_file(command, as_they_arrive="lines (with --to line)")
    every = (*WRITABLE_KEYS, "svg")
    command.add_argument("--to", choices=every, metavar="FORMAT", required=True, help=", ".join(every))
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
    puzzles: list[Puzzle] = []
    coming = coming_items(options) if options.output is None else None
    for item in read_items(options) if coming is None else coming:
        if not isinstance(item, Puzzle):
            tally.complain(item)
        elif coming is None:
            puzzles.append(item)
        else:
            print(*write([item], options.to), sep="\n", flush=True)
    if not puzzles:
        return tally.status
    if options.to == "svg":
        if len(puzzles) > 1:
            raise UsageError(f"svg holds one puzzle, {source_name(options.file)} has {len(puzzles)}")
        text = picture.to_svg(puzzles[0].grid, title=puzzles[0].title)
    else:
        text = "".join(f"{line}\n" for line in write(puzzles, options.to))
    if options.output is None:
        sys.stdout.write(text)
        return tally.status
    try:
        options.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{options.output}: {system_reason(error)}") from None
    return tally.status


def _sheet(options: argparse.Namespace) -> int:
    kind = options.output.suffix.lower()
    if kind not in (".pdf", ".svg"):
        raise UsageError(f"{options.output}: expected a name that ends in .pdf or .svg")
    tally = Tally()
    puzzles: list[Puzzle] = []
    for item in read_items(options):
        if isinstance(item, Puzzle):
            puzzles.append(item)
        else:
            tally.complain(item)
    if not puzzles:
        return tally.status
    pages = sheets(puzzles, per_page=options.per_page, solutions=not options.no_solutions)
    try:
        options.output.write_bytes(to_pdf(pages) if kind == ".pdf" else to_svg(pages).encode())
    except OSError as error:
        raise UsageError(f"{options.output}: {system_reason(error)}") from None
    print(f"{options.output}: {counted(len(puzzles), 'puzzle')} on {counted(len(pages), 'page')}")
    return tally.status
