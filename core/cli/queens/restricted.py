"""The options that say which queens are placed and which squares are forbidden: by name, or by a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.cli.console import UsageError
from core.queens.problem import Queens
from core.search import ProblemError


def add_restrictions(command: argparse.ArgumentParser) -> None:
    """Declare ``--placed``, ``--forbidden`` and ``--board``."""
    command.add_argument(
        "--placed",
        metavar="SQUARES",
        help="squares that hold a queen from the start, such as r1c5,r3c8 (counted from 1)",
    )
    command.add_argument("--forbidden", metavar="SQUARES", help="squares where no queen may be placed")
    command.add_argument(
        "--board",
        type=Path,
        metavar="FILE",
        help="a board in place of N: one line per row, Q placed, x forbidden, . free",
    )


def board_from_file(options: argparse.Namespace) -> Queens | None:
    """The board of ``--board``; None without it.  Raises UsageError, OSError or ProblemError."""
    if options.board is None:
        return None
    from core.queens.board_file import parse_board

    if options.n or options.placed or options.forbidden:
        raise UsageError("--board: the file describes the whole board; leave out N, --placed and --forbidden")
    try:
        return parse_board(options.board.read_text(encoding="utf-8"), str(options.board))
    except UnicodeDecodeError:
        raise UsageError(f"{options.board}: this is not text") from None


def restricted_board(options: argparse.Namespace, n: int) -> Queens:
    """A board of one size, with the squares of ``--placed`` and ``--forbidden``.  Raises ProblemError."""
    from core.queens.board_file import parse_squares, square_name

    placed, forbidden = (parse_squares(text or "", n) for text in (options.placed, options.forbidden))
    if both := set(placed).intersection(forbidden):
        raise ProblemError(f"{square_name(min(both))} holds a queen and is forbidden")
    return Queens(n, placed, forbidden)
