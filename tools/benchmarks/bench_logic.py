"""How hard puzzles are, how fast they are rated, and whether every step is sound; printed, nothing is asserted.

``python -m tools.benchmarks.bench_logic levels|speed|hints|lists FILE…|sound FILE [FROM TO]``
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from pathlib import Path

from core import Shape, Sudoku
from core.sudoku import Symmetry, Wish, generate_rated, read_file
from core.sudoku._formats import Puzzle
from core.sudoku._verdict import check
from core.sudoku.human import TECHNIQUES, Level, Position, all_steps, next_step, solve_by_logic
from core.sudoku.human._generator import generate

NINE = Shape(3, 3)


def levels(count: int = 100) -> None:
    """Level and score of puzzles generated as easy … extreme, and of such as digging at random makes."""
    print(f"{'made as':10} {'puzzles':>7} {'score: least':>12} {'median':>7} {'most':>7}  techniques above singles")
    for level in Level:
        paths = [
            generate_rated(NINE, seed, Wish(level=level, symmetry=Symmetry.HALF_TURN)).path
            for seed in range(count if level < Level.EXTREME else count // 2)
        ]
        scores = [path.score for path in paths]
        used = Counter(entry.key for path in paths for entry in path.counts if entry.level > Level.EASY)
        common = ", ".join(f"{key} {times}" for key, times in used.most_common(4))
        row = f"{level.title:10} {len(paths):>7} {min(scores):>12} {statistics.median(scores):>7.0f} {max(scores):>7}"
        print(f"{row}  {common}")
    mixed = Counter(solve_by_logic(generate(NINE, seed).problem, unique=True).level.title for seed in range(2 * count))
    print(f"no wish    {2 * count:>7}  {dict(mixed)}")


def speed(seconds: float = 4.0) -> None:
    """Puzzles rated in a second of one core, by level."""
    for level in Level:
        problems = [generate_rated(NINE, seed, Wish(level=level)).problem for seed in range(20)]
        started, done = time.process_time(), 0
        while time.process_time() - started < seconds:
            solve_by_logic(problems[done % len(problems)], unique=True)
            done += 1
        print(f"{level.title:10} {done / (time.process_time() - started):8.1f} puzzles a second")


def hints(count: int = 30) -> None:
    """Time to the next step, over all positions of the paths of unfair and extreme puzzles."""
    took: list[float] = []
    for seed in range(count):
        problem = generate_rated(NINE, seed, Wish(level=(Level.UNFAIR, Level.EXTREME)[seed % 2])).problem
        position = Position.of(problem, unique=True)
        while True:
            position.cache.clear()
            started = time.process_time()
            step = next_step(position)
            took.append((time.process_time() - started) * 1e3)
            if step is None:
                break
            position.apply(step)
    took.sort()
    print(f"{len(took)} positions: median {statistics.median(took):.2f} ms, 95 of 100 within "
          f"{took[len(took) * 95 // 100]:.1f} ms, longest {took[-1]:.0f} ms")  # fmt: skip


def _problems(name: str) -> list[Sudoku]:
    return [item.problem for item in read_file(Path(name)) if isinstance(item, Puzzle)]


def lists(*names: str) -> None:
    """How many puzzles of files are solved by logic alone, by level, and what is left of the others.

    After a file's name, ``/5`` takes every fifth puzzle.  Every step is held against the solution.
    """
    for name in names:
        path_text, _, every = name.rpartition("/") if name.rpartition("/")[2].isdecimal() else (name, "", "1")
        found: Counter[str] = Counter()
        left: list[int] = []
        used: Counter[str] = Counter()
        steps = wrong = 0
        started = time.process_time()
        problems = _problems(path_text)[:: int(every)]
        for number, problem in enumerate(problems, 1):
            solution = check(problem, 2).solution
            assert solution is not None
            path = solve_by_logic(problem, unique=True)
            found[path.level.title if path.solved else "logic ends"] += 1
            if path.hardest:
                used[path.hardest.key] += 1
            if not path.solved:
                left.append(path.empty_cells)
            for step in path.steps:
                steps += 1
                wrong += any(solution[cell] != value for cell, value in step.placements)
                wrong += any(solution[cell] == value for cell, value in step.eliminations)
            if number % 50 == 0 or number == len(problems):
                solved = number - found["logic ends"]
                print(f"{path_text}: {solved} of {number} solved by logic; {dict(found)}; "
                      f"empty cells left {sorted(left)}; {steps} steps, {wrong} wrong; "
                      f"{(time.process_time() - started) / number * 1e3:.0f} ms a puzzle", flush=True)  # fmt: skip
        print(f"  hardest: {dict(used.most_common())}")


def sound(name: str, first: str = "0", last: str = "100") -> None:
    """Every step possible in every tenth hard position: how many, and how many of them touch the solution."""
    found: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for number, problem in enumerate(_problems(name)[int(first) : int(last)]):
        solution = check(problem, 2).solution
        assert solution is not None
        position = Position.of(problem, unique=True)
        hard = number
        while (step := next_step(position)) is not None:
            hard += step.technique.level > Level.EASY
            steps = all_steps(position) if step.technique.level > Level.EASY and hard % 10 == 0 else [step]
            for one in steps:
                found[one.technique.key] += 1
                good = all(solution[cell] == value for cell, value in one.placements) and all(
                    solution[cell] != value for cell, value in one.eliminations
                )
                wrong[one.technique.key] += not good
            position.apply(step)
    for entry in TECHNIQUES:
        print(f"{entry.key:32} {found[entry.key]:>8} steps {wrong[entry.key]:>4} wrong")
    print(f"{sum(found.values())} steps, {sum(wrong.values())} wrong")


if __name__ == "__main__":
    commands = {"levels": levels, "speed": speed, "hints": hints, "lists": lists, "sound": sound}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])  # type: ignore[operator]
