"""Boards by name, for comparisons (`core.compare._instances.Instances`)."""

from __future__ import annotations

import random
import re

from core._checks import shown
from core._queens.problem import Queens
from core._search import Goal, Problem, ProblemError

MOST = 5000
"""A range of more sizes than this is refused before it is written out."""


class QueensInstances:
    """Board sizes: ``8``, ``4-12``, ``4-12,39``."""

    axis = "N"
    example = "4-12"
    spaced = True
    usual = "4-10"
    usual_algorithms = ("backtracking", "dlx", "dlx-s")
    nodes_a_solution = 60.0

    def expand(self, text: str) -> tuple[str, ...]:
        """The board sizes in a list of numbers and ranges, each once."""
        keys: list[str] = []
        for piece in map(str.strip, text.split(",")):
            match = re.fullmatch(r"(\d{1,99})\s*(?:(?:-|…|\.\.)\s*(\d{1,99}))?", piece)
            if match is None:
                raise ProblemError(f"N: expected a whole number or a range such as {self.example}, not {piece!r}")
            first, last = int(match[1]), int(match[2] or match[1])
            if last < first:
                raise ProblemError(f"N: the range {piece} runs backwards")
            for n in (last, first):
                Queens(n)
            if last - first >= MOST:
                raise ProblemError(f"N: {piece} are more than {MOST} boards")
            keys += map(str, range(first, last + 1))
        return tuple(dict.fromkeys(keys))

    def problem(self, key: str) -> Problem:
        """The board of that size."""
        return board(key)

    def title(self, key: str) -> str:
        """The key itself."""
        return key

    def known(self, key: str, goal: Goal) -> int | None:
        """The known number of solutions; for the goal of a first one, 1 or 0."""
        problem = board(key)
        return int(problem.solvable) if goal is Goal.FIRST else problem.known_count

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """None: an empty board, turned or mirrored, is the same board."""
        return None


def board(key: str) -> Queens:
    """The board of that size.  Raises ProblemError."""
    if re.fullmatch(r"\d{1,99}", key) is None:
        raise ProblemError(f"N: expected a whole number, not {shown(key)}")
    return Queens(int(key))
