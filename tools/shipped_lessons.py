"""Makes the training positions that come with the program: ``python -m tools.shipped_lessons PUZZLES [FILE]``.

Solves so many generated puzzles, from seed `FIRST` on, and keeps positions in
which a technique is the next step, where that is rare enough to keep somebody
waiting who wants to train on it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from core.sudoku.grid import Grid
from core.sudoku.human import TECHNIQUES, Level, Position, next_step
from core.sudoku.human.generator import generate
from core.sudoku.human.library import write_case
from core.sudoku.shape import Shape

FIRST = 1_000_000
MOST = 12
"""Positions kept of a technique."""
MOST_EXTREME = 8
"""The same of the slowest ones: after that, puzzles are left where only these lead on."""
COMMON = 0.1
"""None is kept of techniques that as large a part of all puzzles needs."""


def lines(puzzles: int) -> Iterator[str]:
    """The lines of the file, in the form of the HoDoKu library."""
    found: dict[str, list[str]] = {entry.key: [] for entry in TECHNIQUES}
    needed: Counter[str] = Counter()
    for seed in range(FIRST, FIRST + puzzles):
        problem = generate(Shape(3, 3), seed).problem
        position = Position.of(problem, unique=True)
        here: set[str] = set()
        while True:
            wanted = [
                entry for entry in TECHNIQUES if entry.level < Level.EXTREME or len(found[entry.key]) < MOST_EXTREME
            ]
            step = next_step(position, wanted)
            if step is None:
                break
            key = step.technique.key
            strict = len(wanted) == len(TECHNIQUES) or step.technique.level < Level.EXTREME
            if key not in here and len(found[key]) < MOST and (strict or next_step(position) == step):
                found[key].append(write_case(step, position.to_grid(Grid.from_problem(problem))))
            here.add(key)
            position.apply(step)
        needed.update(here)
    yield "# Positions in which a technique is the next step, made by tools.shipped_lessons"
    yield f"# from {puzzles} generated puzzles, seeds {FIRST} to {FIRST + puzzles - 1}."
    for entry in TECHNIQUES:
        if found[entry.key] and needed[entry.key] < COMMON * puzzles:
            yield f"# {entry.name}"
            yield from found[entry.key]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("puzzles", type=int)
    parser.add_argument("file", nargs="?", type=Path, default=Path("puzzles/techniques.txt"))
    given = parser.parse_args()
    given.file.write_text("".join(f"{line}\n" for line in lines(given.puzzles)), encoding="utf-8")
