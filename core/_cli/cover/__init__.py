"""``dq cover VERB``: solve, count, convert and check exact cover problems."""

from __future__ import annotations

import argparse

from core._cli.arguments import add_commands

VERBS = {
    "solve": ("core._cli.cover.solve:declare_solve", "print a solution, or all of them"),
    "count": ("core._cli.cover.solve:declare_count", "count the solutions"),
    "diagram": ("core._cli.cover.diagram:declare_diagram", "all solutions as one diagram, and what it tells"),
    "sample": ("core._cli.cover.diagram:declare_sample", "draw solutions at random, all equally likely"),
    "convert": ("core._cli.cover.check:declare_convert", "write the problem in another format"),
    "check": ("core._cli.cover.check:declare_check", "describe a problem, or check a solution of it"),
    "reduce": ("core._cli.cover.reduce:declare_reduce", "remove what cannot matter before a search, with reasons"),
    "symmetry": ("core._cli.cover.symmetry:declare_symmetry", "find the symmetries of a problem"),
    "gallery": ("core._cli.cover.check:declare_gallery", "list the problems that come with the program"),
}  # fmt: skip
"""The verbs, in the order of ``--help``: for each, the function that declares it and a line on what it does."""

STATUSES = (
    "Exit status: 0 done; 1 no solution (check: not a solution); 2 bad usage, or a problem that is malformed or "
    "too large; 130 interrupted."
)


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``cover``."""
    command.description = (
        "Exact cover problems in Knuth's text format, as a 0/1 matrix, as JSON, or drawn as polyominoes."
    )
    command.epilog = STATUSES
    add_commands(command, VERBS, "verb")
