"""Puzzles that several Sudoku tests use."""

from __future__ import annotations

import pytest

from core import Goal, Search, Status, Sudoku, algorithm
from core.sudoku import read_file
from core.sudoku._formats import Puzzle
from tests import ROOT

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""A widely known easy puzzle (the one of the line format's usual example)."""

DATA = ROOT.parent / "shared" / "data" / "sudoku"


def shipped_nines() -> list[tuple[int, ...]]:
    """The givens of the 9×9 puzzles that come with the program."""
    shipped = ROOT / "puzzles" / "sudoku" / "3x3.csv"
    return [item.clues for item in read_file(shipped) if isinstance(item, Puzzle)]


def data_lines(name: str) -> list[str]:
    """The puzzles of a shared data file; skips the test where there is none."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"no {path}")
    return [line[:81] for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]


def finish(key: str, problem: Sudoku, goal: Goal, limit: int | None = None, **parameters: str | int) -> Search:
    """A search driven to its end."""
    search = algorithm("sudoku", key).start(problem, goal, limit, parameters=parameters)
    while search.status is Status.RUNNING:
        search.advance(1 << 20)
    return search
