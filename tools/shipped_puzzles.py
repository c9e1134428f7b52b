"""Makes the puzzle files that come with the program: ``python -m tools.shipped_puzzles [FOLDER]``.

Every puzzle's origin names the seed and the options, so that `generator.generate`
makes it again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from core import Grid, Shape
from core.sudoku import Symmetry, write
from core.sudoku._formats import Puzzle
from core.sudoku.human._generator import Generated, Tier, generate

PLAN: dict[Shape, dict[Tier, int]] = {
    Shape(2, 2): {Tier.EASY: 10},
    Shape(2, 3): {Tier.EASY: 5, Tier.HARD: 5},
    Shape(3, 2): {Tier.EASY: 5, Tier.HARD: 5},
    Shape(2, 4): {Tier.EASY: 4, Tier.MEDIUM: 3, Tier.HARD: 3},
    Shape(3, 3): {Tier.EASY: 6, Tier.MEDIUM: 6, Tier.HARD: 6, Tier.EXPERT: 6},
    Shape(2, 5): {Tier.EASY: 3, Tier.MEDIUM: 3, Tier.HARD: 2, Tier.EXPERT: 2},
    Shape(3, 4): {Tier.EASY: 3, Tier.MEDIUM: 3, Tier.HARD: 2, Tier.EXPERT: 2},
    Shape(4, 4): {Tier.EASY: 3, Tier.MEDIUM: 3, Tier.HARD: 3, Tier.EXPERT: 3},
    Shape(5, 5): {Tier.EASY: 2, Tier.MEDIUM: 2, Tier.HARD: 2, Tier.EXPERT: 2},
}
"""How many puzzles of each tier a file holds; small grids do not have every tier."""


def symmetry_of(shape: Shape, tier: Tier) -> Symmetry:
    """Half-turn symmetry, as newspapers print them, where the tier is easily found with it."""
    return Symmetry.HALF_TURN if tier in (Tier.EASY, Tier.MEDIUM) and shape.order > 4 else Symmetry.NONE


def make(shape: Shape, tier: Tier, count: int) -> Iterator[Generated]:
    """The first ``count`` different puzzles from seed 1 on."""
    seen: set[tuple[int, ...]] = set()
    seed = 0
    while len(seen) < count:
        seed += 1
        puzzle = generate(shape, seed, tier=tier, symmetry=symmetry_of(shape, tier), attempts=1000)
        if puzzle.problem.givens not in seen:
            seen.add(puzzle.problem.givens)
            yield puzzle


def collection(shape: Shape) -> Iterator[Puzzle]:
    """The puzzles of one file, with title, tier and origin."""
    for tier, count in PLAN[shape].items():
        for number, made in enumerate(make(shape, tier, count), 1):
            origin = f"generated: seed {made.seed}, tier {tier.value}, symmetry {symmetry_of(shape, tier).value}"
            yield Puzzle(
                Grid.from_problem(made.problem), title=f"{shape} {tier.value} {number}", author="Dancing Queens",
                level=tier.value, source=origin,
            )  # fmt: skip


def main(folder: Path) -> None:
    """Write every file of the plan."""
    folder.mkdir(parents=True, exist_ok=True)
    for shape in PLAN:
        path = folder / f"{shape.box_rows}x{shape.box_columns}.csv"
        path.write_text("".join(f"{line}\n" for line in write(collection(shape), "csv")), encoding="utf-8")
        print(path, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("puzzles/sudoku"))
    main(parser.parse_args().folder)
