"""How often a comparison is fooled: the same code against itself, and code that is 1.2 × slower.

    python -m tests.benchmarks.bench_noise [--pairs 100] [--busy 0,4] [--patience 2] [--seed 1]

For each number of busy processes beside it: at least so many A/A comparisons
(false alarms, aim at most 5 %) and as many with a true slowdown by 1.2 (found,
aim at least 95 %), each once with both columns in one table and once against a
baseline measured before.  100 pairs take about 3 minutes on a quiet machine and
11 beside four busy processes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any

from core.catalog import Algorithm, Parameter, Source, register
from core.compare.cell import apart
from core.compare.environment import describe, environment
from core.compare.experiment import Experiment
from core.compare.plan import PRECISION, Contestant, Plan
from core.compare.rounds import beside
from core.compare.statistics import Difference
from core.compare.table import Table
from core.queens.bitmask import BitmaskSearch
from core.queens.problem import Queens
from core.search import Goal, Problem, Search, Snapshot, Status

SIZES = ("9", "10", "11", "12")
SLOWDOWN = 0.2
COPIES = 5
"""Columns of a table with the same code; as many have the slower one."""
CALIBRATIONS, CORRECTIONS = 40, 3
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(10_000))"
"""A busy process; it ends with the one that started it."""


shares: dict[int, float] = {}
"""Which share of the nodes takes `SLOWDOWN` of the whole time, by N; a call costs the same in both."""


class Loaded(Search):
    """Counts with bitmasks; another search beside it does nothing, or visits a share of the nodes once more."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, share: float) -> None:
        super().__init__(problem, goal, limit)
        self._share = share
        self._search, self._again = (BitmaskSearch(problem, goal, limit) for _ in range(2))
        self._search.keep_at_most(0)
        self._again.keep_at_most(0)

    def prepare(self) -> None:
        self._search.prepare()
        self._again.prepare()

    def advance(self, budget: int, quota: int | None = None) -> Status:
        if self._search.status is Status.RUNNING:
            self._search.advance(budget)
        if self._search.status is not Status.RUNNING:
            self._again.advance(1 + int(self._search.counts()[1] * self._share))
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
    return Loaded(problem, goal, limit, shares[problem.n] if extra else 0.0)


def calibrate() -> None:
    """Find the shares, so that the slower one takes 1.2 × as long over the whole search."""

    def quickest(n: int, share: float) -> float:
        found = []
        for _ in range(CALIBRATIONS):
            search = Loaded(Queens(n), Goal.COUNT, None, share)
            search.prepare()
            started = time.thread_time()
            while search.advance(1 << 40) is Status.RUNNING:
                pass
            found.append(time.thread_time() - started)
        return min(found)

    for n in map(int, SIZES):
        once, share = quickest(n, 0.0), SLOWDOWN
        for _ in range(CORRECTIONS):
            share *= SLOWDOWN / max(0.02, quickest(n, share) / once - 1)
        shares[n] = share


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


def label(copy: int) -> str:
    return f"loaded:copy={copy},extra={int(copy >= COPIES)}"


AA, SLOWER = "A/A", "1.2 × slower"
ONE, TWO = "in one table", "against a baseline"
PAIRS = [(first, first + 1) for base in (0, COPIES) for first in range(base, base + COPIES - 1, 2)]
"""Copies of the same code, each in one pair at most."""


def verdicts(pairs: int, patience: float, seed: int) -> dict[tuple[str, str], list[Difference]]:
    """Every comparison of each kind, at least so many: copies of one code, and a copy with a slower one.

    Each table has both, and is the baseline of the next.
    """
    found: dict[tuple[str, str], list[Difference]] = {(what, how): [] for what in (AA, SLOWER) for how in (ONE, TWO)}
    before: Table | None = None
    while min(map(len, found.values())) < pairs:
        table = measured([(int(copy >= COPIES), copy) for copy in range(2 * COPIES)], patience, seed)
        seed += 1
        for instance in SIZES:
            cells = [table.cell(label(copy), instance) for copy in range(2 * COPIES)]
            found[AA, ONE] += [beside(cells[one], cells[other]) for one, other in PAIRS]
            found[SLOWER, ONE] += [beside(cells[copy], cells[COPIES + copy]) for copy in range(COPIES)]
            if before is None:
                continue
            earlier = [before.cell(label(copy), instance) for copy in range(2 * COPIES)]
            found[AA, TWO] += [apart(one, other) for one, other in zip(earlier, cells, strict=True)]
            found[SLOWER, TWO] += [apart(earlier[copy], cells[COPIES + copy]) for copy in range(COPIES)]
        before = table
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--busy", default="0,4")
    parser.add_argument("--patience", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1, help="of the first table's random order; the next has one more")
    options = parser.parse_args()
    source = Source("nobody", 2026, "bitmasks with something on top")
    parameters = (Parameter("extra", "Extra", 0, maximum=100), Parameter("copy", "Copy", 0, maximum=100))
    register(Algorithm("loaded", "Loaded", "queens", "Loaded.", source, f"{__name__}:loaded", parameters=parameters))
    about = f"seeds from {options.seed}, at most {options.patience:g} s a cell, N {', '.join(SIZES)}"
    print(f"{describe(environment())}; {about}")
    calibrate()
    heading = f"{'pairs':>5}  {'said to differ':>14}  {'median ratio':>12}  {'seconds':>7}"
    print(f"{'busy':>4}  {'what':<14}{'how':<20}{heading}")
    for count in map(int, options.busy.split(",")):
        with busy(count):
            begun = time.monotonic()
            found = verdicts(options.pairs, options.patience, options.seed)
            seconds = time.monotonic() - begun
            for (what, how), said in found.items():
                share = sum(bool(each.beyond_noise) for each in said) / len(said)
                ratio = median(each.factor for each in said)
                line = f"{count:>4}  {what:<14}{how:<20}{len(said):>5}  {share:>14.1%}  {ratio:>12.2f}  {seconds:>7.0f}"
                print(line, flush=True)


if __name__ == "__main__":
    import tests.benchmarks.bench_noise as itself

    itself.main()  # so that the catalog finds `loaded` under this module's name
