"""How often a comparison is fooled: the same code against itself, and code that is 1.2 × slower.

    python -m tests.benchmarks.bench_noise [--pairs 100] [--busy 0,4] [--patience 2] [--seed 1] [--only same|slower]

For each number of busy processes beside it: so many A/A comparisons (false
alarms, aim at most 5 %) and as many with a true slowdown by 1.2 (found, aim at
least 95 %), each once with both columns in one table and once against a
baseline measured before.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from core.catalog import Algorithm, Parameter, Source, register
from core.compare.cell import apart
from core.compare.environment import describe, environment
from core.compare.experiment import Experiment
from core.compare.plan import PRECISION, Contestant, Key, Plan
from core.compare.statistics import difference
from core.compare.table import Table
from core.queens.bitmask import BitmaskSearch
from core.queens.problem import Queens
from core.search import Goal, Problem, Search, Snapshot, Status

SIZES = ("8", "9", "10", "11")
MOST_COPIES = 5
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(10_000))"
"""A busy process; it ends with the one that started it."""


class Loaded(Search):
    """Counts with bitmasks, then visits ``extra`` per cent of the nodes once more."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, extra: int) -> None:
        super().__init__(problem, goal, limit)
        self._extra = extra
        self._search = BitmaskSearch(problem, goal, limit)
        self._again = BitmaskSearch(problem, goal, limit) if extra else None
        self._search.keep_at_most(0)
        if self._again is not None:
            self._again.keep_at_most(0)

    def prepare(self) -> None:
        self._search.prepare()

    def advance(self, budget: int, quota: int | None = None) -> Status:
        if self._search.status is Status.RUNNING:
            self._search.advance(budget)
        if self._search.status is not Status.RUNNING:
            if self._again is not None:
                self._again.advance(self._search.counts()[1] * self._extra // 100)
            self.status = self._search.status
        return self.status

    def counts(self) -> tuple[int, int]:
        return self._search.counts()

    def snapshot(self) -> Snapshot:
        return self._search.snapshot()

    @property
    def solutions(self) -> Sequence[tuple[int, ...]]:
        return ()

    def state(self) -> dict[str, Any]:
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        raise ValueError("not kept")


def loaded(problem: Problem, goal: Goal, limit: int | None, extra: int, copy: int) -> Search:
    assert isinstance(problem, Queens)
    return Loaded(problem, goal, limit, extra)


def plan(contestants: Sequence[tuple[int, int]], patience: float, seed: int) -> Plan:
    chosen = tuple(Contestant("loaded", (("copy", copy), ("extra", extra))) for extra, copy in contestants)
    return Plan("queens", SIZES, chosen, precision=PRECISION, patience=patience, seed=seed)


def measured(contestants: Sequence[tuple[int, int]], patience: float, seed: int) -> Table:
    return Experiment(plan(contestants, patience, seed)).drive()


@contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that do nothing but use the processor."""
    children = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for child in children:
            child.kill()
            child.wait()


def verdicts(extra: int, pairs: int, patience: float, seed: int) -> dict[str, list[bool | None]]:
    """For each way of comparing: whether each pair was said to differ, the second slower."""
    found: dict[str, list[bool | None]] = {"in one table": [], "against a baseline": []}
    before: Table | None = None
    number = 0
    while len(found["against a baseline"]) < pairs:
        one = [(0, copy) for copy in range(MOST_COPIES)]
        table = measured([*one, *((extra, MOST_COPIES + copy) for copy in range(MOST_COPIES))], patience, seed + number)
        number += 1
        for instance in SIZES:
            cells = [table.cell(f"loaded:copy={copy},extra={extra * (copy >= MOST_COPIES)}", instance)
                     for copy in range(2 * MOST_COPIES)]  # fmt: skip
            for one_cell, other in zip(cells[:MOST_COPIES], cells[MOST_COPIES:], strict=True):
                against = difference(one_cell.times, other.times)
                found["in one table"].append(against.beyond_noise)
        if before is not None:
            for copy in range(MOST_COPIES):
                for instance in SIZES:
                    slow = table.cells[Key(f"loaded:copy={MOST_COPIES + copy},extra={extra}", instance)]
                    fast = before.cells[Key(f"loaded:copy={copy},extra=0", instance)]
                    found["against a baseline"].append(apart(fast, slow).beyond_noise)
        before = table
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--busy", default="0,4")
    parser.add_argument("--patience", type=float, default=2.0)
    parser.add_argument("--only", choices=("same", "slower"), help="one of the two kinds of pairs")
    parser.add_argument("--seed", type=int, default=1, help="of the first table's random order; the next has one more")
    options = parser.parse_args()
    source = Source("nobody", 2026, "bitmasks with something on top")
    parameters = (Parameter("extra", "Extra", 0, maximum=100), Parameter("copy", "Copy", 0, maximum=100))
    register(Algorithm("loaded", "Loaded", "queens", "Loaded.", source, f"{__name__}:loaded", parameters=parameters))
    about = f"seeds from {options.seed}, at most {options.patience:g} s a cell, N {', '.join(SIZES)}"
    print(f"{describe(environment())}; {about}")
    print(f"{'busy':>4}  {'what':<20}{'how':<22}{'pairs':>5}  {'said to differ':>14}  {'seconds':>7}")
    for count in map(int, options.busy.split(",")):
        with busy(count):
            for what, extra in (("A/A", 0), ("1.2 × slower", 20)):
                if options.only is not None and (options.only == "slower") != bool(extra):
                    continue
                begun = time.monotonic()
                found = verdicts(extra, options.pairs, options.patience, options.seed)
                seconds = time.monotonic() - begun
                for how, said in found.items():
                    share = sum(bool(each) for each in said) / len(said)
                    print(f"{count:>4}  {what:<20}{how:<22}{len(said):>5}  {share:>14.1%}  {seconds:>7.0f}", flush=True)


if __name__ == "__main__":
    import tests.benchmarks.bench_noise as itself

    itself.main()  # so that the catalog finds `loaded` under this module's name
