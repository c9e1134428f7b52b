"""``dq estimate``: its arguments; `core._cli.estimating` does the work.

A count can be estimated in two ways.  By parts: count some of them, which also shows the time.  By
probes: go down random paths of the tree (Knuth 1975), which takes a second.
"""

from __future__ import annotations

import argparse

from core._cli.arguments import add_kinds, number_of_parts, positive, seconds_up_to

LONGEST = 86_400
"""The most seconds allowed for a sample: a day."""
SECONDS_OF_PARTS, SECONDS_OF_PROBES = 10.0, 1.0
"""The default seconds for an estimate by parts, and for one by probes."""


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``estimate``."""
    command.description = "Count a few parts, chosen at random, and estimate what all of them will take."
    add_kinds(command, _declare)


def _declare(command: argparse.ArgumentParser, kind: str) -> None:
    if kind == "cover":
        command.description = (
            "Estimate a count of the solutions: by parts, which tells the time too, or by random probes (Knuth 1975), "
            "which tell nodes and solutions in a second and need no algorithm."
        )
        command.add_argument(
            "--by", choices=("parts", "probes"), default="parts",
            help="count some parts, or go down random paths of the tree (default: parts)",
        )  # fmt: skip
        command.add_argument(
            "--probes", type=positive, metavar="K", help="by probes: make K of them, whatever time it takes"
        )
    _add_sampling(command, f" by parts, {SECONDS_OF_PROBES:g} by probes" if kind == "cover" else "")
    command.set_defaults(run="core._cli.estimating:cover" if kind == "cover" else "core._cli.estimating:by_parts")


def _add_sampling(command: argparse.ArgumentParser, otherwise: str = "") -> None:
    command.add_argument("--algorithm", "-a", metavar="KEY", help="default: the fastest that splits into parts")
    command.add_argument(
        "--parts", type=number_of_parts, metavar="P", help="cut the count into P parts (default: by its size)"
    )
    command.add_argument(
        "--seconds", type=seconds_up_to(LONGEST, zero=True), metavar="S",
        help=f"how many seconds to sample for (default {SECONDS_OF_PARTS:g}{otherwise}); 0 makes the smallest sample",
    )  # fmt: skip
    command.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed chooses the same parts")
    command.add_argument("--json", action="store_true", help="one JSON object")
