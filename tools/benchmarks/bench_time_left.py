"""How honest the time left is: ``python -m tools.benchmarks.bench_time_left [--readings R]``.

Each of ten searches counts to its end twice: once to learn how many steps it takes,
and once in as many equal slices as there shall be readings.  A reading is right if
the steps left that it tells are within 25 % of those that were really left.  Only
readings after the first tenth of the steps are asked for.  Everything is in steps,
so the figures are the same on every machine.

Printed are the share of readings that are right by the share of the tree alone, and
by `core._estimates.time_left.WorkDone`; and the share of readings at which this tells
anything.  How many solutions there will be is known, or (Sudoku) estimated by probes.
Below the line are searches whose tree and solutions are spread so unevenly that
little can be told of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple

from core import Goal, Problem, Queens, Search, Shape, Status, Sudoku, algorithm
from core._estimates.beside import Forecast
from core._estimates.time_left import Known, WorkDone
from core.exact_cover._gallery import instance
from tools.benchmarks.paired import progress

WITHIN = 0.25
AFTER = 0.1

QUEENS = (("dlx", 12), ("dlx-s", 13), ("backtracking", 13), ("bitmask", 14))
COVER = (
    ("dlx", "pentominoes-6x10"), ("dlx", "langford-11"), ("dancing-cells", "pentominoes-8x8-corners"),
    ("algorithm-x", "langford-8"),
)  # fmt: skip
SUDOKU = ("bitmask", "dlx")
UNEVEN_COVER = (("dlx", "attack-8x8"),)
SMALL = Shape(2, 3)
ONE_GIVEN = (1, *[0] * (SMALL.cells - 1))


class Readings(NamedTuple):
    """How many readings there were, and how many of them were right."""

    asked: int
    told: int
    right: int
    """Of those told."""
    right_before: int
    """Of all that were asked for, by the share of the tree alone."""


def readings(start: Callable[[], Search], known: Known | None, count: int) -> Readings:
    """Read how far a search is ``count`` times on its way; it counts everything."""
    whole = start()
    whole.prepare()
    while whole.advance(1 << 40) is Status.RUNNING:
        pass
    steps = whole.counts()[1]
    search, work = start(), WorkDone()
    asked = told = right = right_before = 0
    while search.advance(max(1, steps // count)) is Status.RUNNING:
        shot = search.snapshot()
        share = work.of(shot, known)
        if shot.steps < AFTER * steps or shot.steps == steps:
            continue
        asked += 1
        told += not work.doubtful
        right += not work.doubtful and _is_right(shot.steps, share, steps)
        right_before += _is_right(shot.steps, shot.progress, steps)
    return Readings(asked, told, right, right_before)


def _is_right(done: int, share: float | None, steps: int) -> bool:
    if not share:
        return False
    return abs(done * (1 - share) / share - (steps - done)) <= WITHIN * (steps - done)


def counting(family: str, key: str, problem: Problem) -> Callable[[], Search]:
    """What starts a count."""
    return lambda: algorithm(family, key).start(problem, Goal.COUNT)


Case = tuple[Callable[[], Search], Known | None]


def _named(family: str, known: Known | None, *searches: tuple[str, str, Problem]) -> dict[str, Case]:
    return {f"{family} {name} {key}": (counting(family, key, problem), known) for key, name, problem in searches}


def cases() -> tuple[dict[str, Case], ...]:
    """The ten searches by name, and the uneven ones."""
    steady: dict[str, Case] = {}
    uneven = _named("queens", Queens(14).known_count, ("symmetry", "14", Queens(14)))
    for key, n in QUEENS:
        steady |= _named("queens", Queens(n).known_count, (key, str(n), Queens(n)))
    for group, names in ((steady, COVER), (uneven, UNEVEN_COVER)):
        for key, name in names:
            group |= _named("cover", instance(name).known, (key, name, instance(name).puzzle().problem))
    forecast = Forecast(Sudoku.of(SMALL, ONE_GIVEN))
    forecast.probe(lambda: False)
    for group, keys in ((steady, SUDOKU), (uneven, ("propagation",))):
        group |= _named("sudoku", forecast.probed(), *((key, "2×3", Sudoku.of(SMALL, ONE_GIVEN)) for key in keys))
    return steady, uneven


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readings", type=int, default=600, help="readings on the way (default: 600)")
    count = parser.parse_args().readings
    print(f"{'':<44} tree alone   now  told")
    for group in cases():
        for name, (start, known) in group.items():
            progress(name)
            found = readings(start, known, count)
            progress("")
            right = f"{found.right / found.told:6.0%}" if found.told else "     -"
            print(
                f"{name:<44} {found.right_before / found.asked:10.0%}{right}{found.told / found.asked:6.0%}", flush=True
            )
        print()


if __name__ == "__main__":
    main()
