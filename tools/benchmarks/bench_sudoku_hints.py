"""How long a hint takes in the app: key, search in a thread, everything shown.  Prints; asserts nothing.

python -m tools.benchmarks.bench_sudoku_hints [FILE] [--positions 100]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

from core import Grid, Shape
from core.sudoku import read_file
from core.sudoku._collections import collections
from core.sudoku._formats import Puzzle
from core.sudoku.human import Position, steps_of


def positions(puzzles: list[Puzzle], most: int) -> list[Grid]:
    """Positions on the paths of these puzzles, spread evenly over all there are."""
    every = []
    for puzzle in puzzles:
        start = Grid.from_problem(puzzle.problem)
        position = Position.of(start, unique=True)
        every.append(position.to_grid(start))
        for _ in steps_of(position):
            if not position.solved:
                every.append(position.to_grid(start))
    step = max(1, len(every) // most)
    return every[::step][:most]


async def measure(grids: list[Grid]) -> list[float]:
    """Seconds from the key to the hint on the screen, for each position."""
    from tui.app import DancingQueens, Start
    from tui.screens.sudoku.screen import SudokuScreen

    took = []
    app = DancingQueens(Start("sudoku"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SudokuScreen)
        session = screen.session
        for grid in grids:
            session.document.open(Puzzle(grid, title="a position"), "")
            screen.tick()
            await pilot.pause()
            began = time.perf_counter()
            session.tutor.hint()
            while session.jobs.running("logic"):
                await asyncio.sleep(0.001)
            took.append(time.perf_counter() - began)
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="puzzles; by default the shipped ones of 9×9")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--puzzles", type=int, default=20)
    options = parser.parse_args()
    if options.file:
        puzzles = [item for item in read_file(options.file) if isinstance(item, Puzzle)]
    else:
        puzzles = [p for each in collections() if each.shape == Shape(3, 3) for p in each.puzzles()]
    grids = positions(puzzles[-options.puzzles :], options.positions)
    with tempfile.TemporaryDirectory() as home:
        os.environ["DANCING_QUEENS_HOME"] = home
        took = sorted(asyncio.run(measure(grids)))
    share = sum(1 for seconds in took if seconds < 0.1) / len(took)
    print(f"{len(took)} positions: median {statistics.median(took) * 1e3:.0f} ms, 95 % within "
          f"{took[int(0.95 * (len(took) - 1))] * 1e3:.0f} ms, longest {took[-1] * 1e3:.0f} ms; "
          f"{share:.0%} under 100 ms")  # fmt: skip


if __name__ == "__main__":
    main()
