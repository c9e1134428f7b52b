"""``dq sudoku VERB``: solve, count, check, rate, generate and convert Sudoku.

Most verbs take a FILE in any format (``-`` for standard input).  For a puzzle that cannot be read
they print a line on standard error and finally exit with 2; they still answer the others.
"""

from __future__ import annotations

import argparse

from core._cli.arguments import add_commands

VERBS = {
    "solve": ("core._cli.sudoku.solve:declare_solve", "print a solution of every puzzle in a file"),
    "count": ("core._cli.sudoku.solve:declare_count", "print how many solutions each puzzle has"),
    "check": ("core._cli.sudoku.check:declare_check", "say whether each puzzle has no, one or several solutions"),
    "candidates": (
        "core._cli.sudoku.setting:declare_candidates", "print the values of each cell that some solution has",
    ),
    "generate": ("core._cli.sudoku.generate:declare", "make puzzles with exactly one solution"),
    "rate": ("core._cli.sudoku.logic:declare_rate", "rate how hard each puzzle is for a person: level and score"),
    "hint": (
        "core._cli.sudoku.logic:declare_hint", "print the next step of each puzzle, in as much detail as you want",
    ),
    "path": ("core._cli.sudoku.logic:declare_path", "solve every puzzle by logic and print the steps"),
    "train": ("core._cli.sudoku.logic:declare_train", "print positions in which a technique is the next step"),
    "cases": ("core._cli.sudoku.cases:declare", "check every technique against a library of cases, such as HoDoKu's"),
    "canonical": (
        "core._cli.sudoku.long_lists:declare_canonical",
        "print the canonical form of 9×9 puzzles: the smallest of all that are equal up to symmetry",
    ),
    "convert": ("core._cli.sudoku.convert:declare_convert", "write the puzzles of a file in another format"),
    "sheet": (
        "core._cli.sudoku.convert:declare_sheet",
        "lay puzzles out for printing, several to a page, with the solutions at the end",
    ),
    "document": (
        "core._cli.sudoku.check:declare_document",
        "check the claims of the Sudoku document (003) on building and solving",
    ),
}  # fmt: skip
"""The verbs, in the order of ``--help``: for each, the function that declares it and a line on what it does."""


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku``."""
    add_commands(command, VERBS, "verb")
