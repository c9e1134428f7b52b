"""Makes the training positions that come with the program: ``python -m tools.shipped_lessons PUZZLES [FILE]``.

Solves so many generated puzzles, from seed `FIRST` on, and keeps positions in
which a technique is the next step, where that is rare enough to keep somebody
waiting who wants to train on it.  With ``--new KEY`` the positions that are there
stay, unless the new technique leads on in them first; its own are made, and others
in place of those.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from core import Grid, Shape
from core.sudoku._formats.base import SourceText
from core.sudoku.human import TECHNIQUES, Level, Position, Technique, next_step, technique
from core.sudoku.human._generator import generate
from core.sudoku.human._library import Case, read_cases, write_case

FIRST = 1_000_000
MOST = 12
"""Positions kept of a technique."""
MOST_EXTREME = 8
"""The same of the slowest ones: after that, puzzles are left where only these lead on."""
COMMON = 0.1
"""None is kept of techniques that as large a part of all puzzles needs."""


Found = dict[str, list[str]]
"""The lines of each technique, in the form of the HoDoKu library."""


def search(puzzles: int, kept: tuple[Technique, ...] = TECHNIQUES) -> Found:
    """The positions of the techniques to be ``kept``, but for those that are common.

    So many puzzles are looked through, or as many as it takes to have enough of all.
    """
    found: Found = {entry.key: [] for entry in kept}
    needed: Counter[str] = Counter()
    looked = 0
    for seed in range(FIRST, FIRST + puzzles):
        if all(len(lines) == MOST for lines in found.values()):
            break
        looked += 1
        problem = generate(Shape(3, 3), seed).problem
        position = Position.of(problem, unique=True)
        here: set[str] = set()
        while True:
            wanted = [
                entry
                for entry in TECHNIQUES
                if entry.level < Level.EXTREME or len(found.get(entry.key, ())) < MOST_EXTREME
            ]
            step = next_step(position, wanted)
            if step is None:
                break
            key = step.technique.key
            strict = len(wanted) == len(TECHNIQUES) or step.technique.level < Level.EXTREME
            new = key in found and key not in here and len(found[key]) < MOST
            if new and (strict or next_step(position) == step):
                found[key].append(write_case(step, position.to_grid(Grid.from_problem(problem))))
            here.add(key)
            position.apply(step)
        needed.update(here)
    return {key: lines for key, lines in found.items() if needed[key] < COMMON * looked}


def renewed(file: Path, new: Technique, puzzles: int) -> Found:
    """The positions of a file, with those of a new technique, and others in place of those in which it leads on first.

    No puzzle comes twice for the same technique.
    """
    text = file.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith(":")]
    cases = [case for case in read_cases(SourceText.of(text, str(file))) if isinstance(case, Case)]
    of_puzzle: dict[str, dict[str, str]] = {}
    fewer = {new.key}
    for line, case in zip(lines, cases, strict=True):
        step = next_step(Position.of(case.grid, unique=True))
        if step is not None and step.technique is case.technique:
            of_puzzle.setdefault(step.technique.key, {})[_puzzle(line)] = line
        elif case.technique is not None:
            fewer.add(case.technique.key)
    for key, more in search(puzzles, tuple(entry for entry in TECHNIQUES if entry.key in fewer)).items():
        kept = of_puzzle.setdefault(key, {})
        for line in more:
            kept.setdefault(_puzzle(line), line)
    return {key: list(found.values())[:MOST] for key, found in of_puzzle.items()}


def _puzzle(line: str) -> str:
    """The givens of a position: a line marks what has been placed since with a plus sign."""
    return re.sub(r"\+.", ".", line.split(":")[3])


def written(found: Found) -> Iterator[str]:
    """The lines of the file."""
    yield "# Positions in which a technique is the next step, made by tools.shipped_lessons"
    yield f"# from generated puzzles, seeds {FIRST} and on."
    for entry in TECHNIQUES:
        if lines := found.get(entry.key):
            yield f"# {entry.name}"
            yield from lines


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("puzzles", type=int)
    parser.add_argument("file", nargs="?", type=Path, default=Path("puzzles/techniques.txt"))
    parser.add_argument("--new", metavar="KEY", type=technique, help="a technique that is new among those of FILE")
    given = parser.parse_args()
    found = renewed(given.file, given.new, given.puzzles) if given.new else search(given.puzzles)
    given.file.write_text("".join(f"{line}\n" for line in written(found)), encoding="utf-8")
