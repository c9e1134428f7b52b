"""Makes ``tests/core/sudoku/technique_cases.txt``: ``python -m tests.core.sudoku.make_technique_cases``.

From generated puzzles, positions in which a technique is found and the judge of
`logic_oracle` (and, for uniqueness, the solution alone) confirms the step; and
look-alikes, in which one candidate more, put back, breaks the pattern.

With the keys of techniques it makes the cases of these alone and leaves the others
as they stand; without, all of them, which takes many minutes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

from core import Grid, Shape
from core.sudoku import Wish, generate_rated
from core.sudoku._grid import bit, bits_of, values_in
from core.sudoku.human import TECHNIQUES, Level, Position, Step, Technique, find, next_step, technique
from core.sudoku.human._generator import generate
from core.sudoku.human._library import write_case
from core.sudoku.human._techniques.uniqueness import rectangles
from core.sudoku.human._units import Geometry
from tests.core.sudoku.logic_oracle import clauses_of, impossible, proved

WANTED, WANTED_ALIKE = 6, 3
FILE = Path(__file__).with_name("technique_cases.txt")


def look_alike(step: Step, grid: Grid, chance: random.Random) -> Grid | None:
    """The position with one candidate put back so that the same pattern proves nothing, and no other is there."""
    position = Position.of(grid, unique=True)
    near = {candidate for clause in clauses_of(step, position) for candidate in clause}
    cells = {candidate.cell for candidate in near} | set(step.pattern.cells)
    for house in step.pattern.houses:
        cells |= set(position.geometry.units[house])
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


def with_rectangle_5(grid: Grid, solution: Sequence[int]) -> Grid | None:
    """The position with candidates struck out until a rectangle is of the fifth kind, which hardly comes by itself."""
    bits = grid.candidates
    for corners in rectangles(Geometry.of(grid.layout)):
        values = sorted({value for cell in corners for value in values_in(bits[cell])})
        for a, b, c in permutations(values, 3):
            if a > b or not all(bits[cell] & bit(a) and bits[cell] & bit(b) for cell in corners):
                continue
            for more in (corners[::3], corners[1:3], *(tuple(x for x in corners if x != one) for one in corners)):
                allowed = {cell: bits_of((a, b, c) if cell in more else (a, b)) for cell in corners}
                if not all(bits[cell] & bit(c) for cell in more):
                    continue
                if not all(allowed[cell] & bit(solution[cell]) for cell in corners):
                    continue
                changed = grid
                for cell in corners:
                    for value in values_in(bits[cell] & ~allowed[cell]):
                        changed = changed.toggle_struck(cell, value)
                if any(find(Position.of(changed, unique=True), "unique-rectangle-5")):
                    return changed
    return None


class Collector:
    """The lines found so far, of the techniques that are wanted."""

    def __init__(self, wanted: Sequence[Technique]) -> None:
        self.chance = random.Random(12)
        self.wanted = wanted
        self.lines: dict[str, list[str]] = {entry.key: [] for entry in wanted}
        self.alike: dict[str, list[str]] = {entry.key: [] for entry in wanted}
        kept = FILE.read_text(encoding="utf-8").splitlines()
        self.kept = {
            entry.key: [line for line in kept if line.startswith((f":{entry.code}:", f":{entry.code}-x:"))]
            for entry in TECHNIQUES
            if entry not in wanted
        }

    def lacking(self) -> list[Technique]:
        """The techniques with too few cases."""
        return [entry for entry in self.wanted if len(self.lines[entry.key]) < WANTED]

    def complete(self) -> bool:
        """Whether there are enough look-alikes, too."""
        return not self.lacking() and all(
            len(self.alike[entry.key]) >= WANTED_ALIKE for entry in self.wanted if entry.level > Level.EASY
        )

    def look(self, position: Position, grid: Grid, solution: Sequence[int], taken: set[str], *, rare: bool) -> None:
        """Take what a position has of the techniques that are wanted."""
        for entry in self.wanted:
            enough = len(self.lines[entry.key]) >= WANTED and (rare or len(self.alike[entry.key]) >= WANTED_ALIKE)
            if entry.key in taken or enough:
                continue
            found = next(find(position, entry), None)
            if found is None:
                continue
            assert all(solution[cell] != value for cell, value in found.eliminations)
            assert all(solution[cell] == value for cell, value in found.placements)
            if not entry.needs_uniqueness and not proved(found, position):
                print("not proved:", found)
                continue
            if len(self.lines[entry.key]) < WANTED:
                self.lines[entry.key].append(write_case(found, grid))
                taken.add(entry.key)
            if len(self.alike[entry.key]) < WANTED_ALIKE and entry.level > Level.EASY:
                changed = look_alike(found, grid, self.chance)
                if changed is not None:
                    self.alike[entry.key].append(write_case(found, changed, variant="x"))
                    taken.add(entry.key)

    def write(self) -> None:
        """The file as it stands."""
        with FILE.open("w", encoding="utf-8") as file:
            file.write("# Made by tests/core/sudoku/make_technique_cases.py. Codes ending in -x are look-alikes.\n")
            for entry in TECHNIQUES:
                file.write(f"# {entry.name}\n")
                found = self.kept.get(entry.key) or (*self.lines[entry.key], *self.alike[entry.key])
                file.writelines(f"{line}\n" for line in found)


def main(seeds: int, rare_seeds: int, wanted: Sequence[Technique]) -> None:
    """Rated puzzles of every level for everything, then any puzzles for what is rare."""
    collector = Collector(wanted)
    for seed in range(seeds + rare_seeds):
        rare = seed >= seeds
        if (rare and not collector.lacking()) or collector.complete():
            break
        level = (Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME)[seed % 4]
        made = (
            generate(Shape(3, 3), seed)
            if rare
            else generate_rated(Shape(3, 3), seed, Wish(level=level, minimal=seed % 3 == 0))
        )
        problem, solution = made.problem, made.solution
        position = Position.of(problem, unique=True)
        taken: set[str] = set()
        techniques = [entry for entry in TECHNIQUES if not rare or entry.level <= Level.UNFAIR]
        while (step := next_step(position, techniques)) is not None:
            if rare and "unique-rectangle-5" not in taken:
                changed = with_rectangle_5(position.to_grid(Grid.from_problem(problem)), solution)
                if changed is not None:
                    collector.look(Position.of(changed, unique=True), changed, solution, taken, rare=False)
            if rare or step.technique.level > Level.EASY or collector.chance.random() < 0.1:
                collector.look(position, position.to_grid(Grid.from_problem(problem)), solution, taken, rare=rare)
            position.apply(step)
        if seed % 50 == 0:
            collector.write()
            print(seed, [entry.key for entry in collector.lacking()], flush=True)
    collector.write()
    few = {k: (len(v), len(collector.alike[k])) for k, v in collector.lines.items()}
    print({k: v for k, v in few.items() if v[0] < WANTED or v[1] < WANTED_ALIKE})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("keys", nargs="*", help="techniques to make the cases of (all)")
    parser.add_argument("--seeds", type=int, default=80, help="how many rated puzzles to look through (80)")
    parser.add_argument("--rare", type=int, default=3000, help="how many more for what is rare (3000)")
    given = parser.parse_args()
    main(given.seeds, given.rare, [technique(key) for key in given.keys] or TECHNIQUES)
