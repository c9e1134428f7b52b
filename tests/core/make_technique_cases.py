"""Makes ``tests/core/technique_cases.txt``: ``python -m tests.core.make_technique_cases``.

From generated puzzles, positions in which a technique is found and the judge of
`logic_oracle` (and, for uniqueness, the solution alone) confirms the step; and
look-alikes, in which one candidate more, put back, breaks the pattern.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

from core.search import Goal
from core.sudoku.generator_rated import Wish, generate_rated
from core.sudoku.grid import Grid, values_in
from core.sudoku.logic import TECHNIQUES, Level, Position, Step, find, next_step
from core.sudoku.logic.library import write_case
from core.sudoku.shape import Shape
from core.sudoku.verdict import start_proposed
from tests.core.logic_oracle import clauses_of, impossible, proved

WANTED, WANTED_ALIKE = 6, 3
FILE = Path(__file__).with_name("technique_cases.txt")


def look_alike(step: Step, grid: Grid, chance: random.Random) -> Grid | None:
    """The position with one candidate put back so that the same pattern proves nothing, and no other is there."""
    position = Position.of(grid, unique=True)
    near = {candidate for clause in clauses_of(step, position) for candidate in clause}
    cells = {candidate.cell for candidate in near} | set(step.pattern.cells)
    for house in step.pattern.houses:
        cells |= set(position.layout.units[house])
    options = [(cell, value) for cell in sorted(cells) for value in values_in(grid.struck[cell])]
    chance.shuffle(options)
    for cell, value in options:
        changed = grid.toggle_struck(cell, value)
        other = Position.of(changed, unique=True)
        if any(set(found.eliminations) & set(step.eliminations) for found in find(other, step.technique)):
            continue
        if any(set(found.placements) & set(step.placements) for found in find(other, step.technique)):
            continue
        if not step.technique.needs_uniqueness:
            clauses = clauses_of(step, other)
            if all(impossible(other, clauses, candidate) for candidate in step.eliminations):
                continue
        return changed
    return None


def main(seeds: int) -> None:
    """Go through puzzles until there are enough cases of everything, or no more seeds."""
    chance = random.Random(12)
    lines: dict[str, list[str]] = {entry.key: [] for entry in TECHNIQUES}
    alike: dict[str, list[str]] = {entry.key: [] for entry in TECHNIQUES}
    unproved: Counter[str] = Counter()
    for seed in range(seeds):
        if all(len(lines[e.key]) >= WANTED for e in TECHNIQUES):
            break
        # Once only rare ones are wanted, any puzzle will do, and every position of it is looked at.
        rare = seed > 60
        level = None if rare else (Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME)[seed % 4]
        problem = generate_rated(Shape(3, 3), seed, Wish(level=level, minimal=seed % 3 == 0)).problem
        search = start_proposed(problem, Goal.FIRST)
        search.advance(1 << 20)
        solution = search.solutions[0]
        position = Position.of(problem, unique=True)
        taken: set[str] = set()
        while (step := next_step(position)) is not None:
            if rare or step.technique.level > Level.EASY or chance.random() < 0.1:
                grid = position.to_grid(Grid.from_problem(problem))
                for entry in TECHNIQUES:
                    if entry.key in taken or (
                        len(lines[entry.key]) >= WANTED and len(alike[entry.key]) >= WANTED_ALIKE
                    ):
                        continue
                    found = next(find(position, entry), None)
                    if found is None:
                        continue
                    assert all(solution[cell] != value for cell, value in found.eliminations)
                    assert all(solution[cell] == value for cell, value in found.placements)
                    if not entry.needs_uniqueness and not proved(found, position):
                        unproved[entry.key] += 1
                        continue
                    if len(lines[entry.key]) < WANTED:
                        lines[entry.key].append(write_case(found, grid))
                        taken.add(entry.key)
                    if len(alike[entry.key]) < WANTED_ALIKE and entry.level > Level.EASY:
                        changed = look_alike(found, grid, chance)
                        if changed is not None:
                            alike[entry.key].append(write_case(found, changed, variant="x"))
                            taken.add(entry.key)
            position.apply(step)
        if seed % 100 == 0:
            print(seed, {k: (len(v), len(alike[k])) for k, v in lines.items() if len(v) < WANTED}, flush=True)
    with FILE.open("w", encoding="utf-8") as file:
        file.write("# Made by tests/core/make_technique_cases.py. Codes ending in -x are look-alikes.\n")
        for entry in TECHNIQUES:
            file.write(f"# {entry.name}\n")
            file.writelines(f"{line}\n" for line in (*lines[entry.key], *alike[entry.key]))
    print("unproved:", dict(unproved))
    print("few:", {k: (len(v), len(alike[k])) for k, v in lines.items() if len(v) < WANTED or len(alike[k]) < 3})


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
