"""How often a comparison is fooled: the same code against itself, and code that is 1.2 × slower.

    python -m tests.tools.benchmarks.bench_noise [--pairs 100] [--busy 0,4] [--patience 2] [--seed 1]

For each number of busy processes beside it: at least so many A/A comparisons
(false alarms, aim at most 5 %) and as many with a true slowdown by 1.2 (found,
aim at least 95 %), each once with both columns in one table and once against a
baseline measured before.  100 pairs take about 4 minutes on a quiet machine and
10 beside four busy processes.
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
from core.compare.environment import describe, environment
from core.compare.experiment import Experiment
from core.compare.plan import PRECISION, Contestant, Plan
from core.compare.rounds import beside
from core.compare.sessions import apart
from core.compare.statistics import Difference
from core.compare.table import Table
from core.queens.bitmask import BitmaskSearch
from core.queens.problem import Queens
from core.search import Goal, Problem, Search, Snapshot, Status

COUNTS = {"9": 6, "10": 3, "11": 1, "12": 1}
"""How many counts of a board make one unit, so that what a search needs besides is next to nothing."""
FASTER, SLOWER = 5, 6
"""Units of work of the two: the second takes 1.2 × as long by construction, whatever the machine."""
COPIES = 4
"""Columns of a table with the same code; as many have the slower one."""
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(10_000))"
"""A busy process; it ends with the one that started it."""


class Times(Search):
    """Counts the same board with bitmasks several times over: each time is the same work, to the instruction."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, times: int) -> None:
        super().__init__(problem, goal, limit)
        self._search = BitmaskSearch(problem, goal, limit)
        self._search.keep_at_most(0)
        self._root = self._search.keyframe()
        self._left = times
        self._steps = 0
        """Of the counts that have ended."""

    def prepare(self) -> None:
        self._search.prepare()

    def advance(self, budget: int, quota: int | None = None) -> Status:
        while budget > 0 and self.status is Status.RUNNING:
            if self._search.status is not Status.RUNNING:
                self._search.rewind(self._root)
            before = self._search.counts()[1]
            status = self._search.advance(budget)
            steps = self._search.counts()[1]
            budget -= steps - before
            if status is not Status.RUNNING:
                self._steps += steps
                self._left -= 1
                self.status = Status.RUNNING if self._left else status
        return self.status

    def counts(self) -> tuple[int, int]:
        solutions, steps = self._search.counts()
        return solutions, self._steps + (steps if self._search.status is Status.RUNNING else 0)

    def snapshot(self) -> Snapshot:
        solutions, steps = self.counts()
        return Snapshot(self.status, steps, solutions, nodes=steps)

    @property
    def solutions(self) -> Sequence[tuple[int, ...]]:
        return ()

    def state(self) -> dict[str, Any]:
        return {"search": self._search.state(), "left": self._left, "steps": self._steps}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._search.restore(state["search"])
        self._left, self._steps = state["left"], state["steps"]
        self.status = Status.RUNNING if self._left else self._search.status


def counted(problem: Problem, goal: Goal, limit: int | None, times: int, copy: int) -> Search:
    assert isinstance(problem, Queens)
    return Times(problem, goal, limit, times * COUNTS[str(problem.n)])


def plan(contestants: Sequence[tuple[int, int]], patience: float, seed: int) -> Plan:
    chosen = tuple(Contestant("counted", (("copy", copy), ("times", times))) for times, copy in contestants)
    return Plan("queens", tuple(COUNTS), chosen, precision=PRECISION, patience=patience, seed=seed)


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


def times_of(copy: int) -> int:
    return FASTER if copy < COPIES else SLOWER


def label(copy: int) -> str:
    return f"counted:copy={copy},times={times_of(copy)}"


SAME, SLOW = "A/A", "1.2 × slower"
ONE, TWO = "in one table", "against a baseline"
PAIRS = [(first, first + 1) for base in (0, COPIES) for first in range(base, base + COPIES - 1, 2)]
"""Copies of the same code, each in one pair at most."""


def verdicts(pairs: int, patience: float, seed: int) -> dict[tuple[str, str], list[Difference]]:
    """Every comparison of each kind, at least so many: copies of one code, and a copy with a slower one.

    Each table has both, and is the baseline of the next.
    """
    found: dict[tuple[str, str], list[Difference]] = {(what, how): [] for what in (SAME, SLOW) for how in (ONE, TWO)}
    before: Table | None = None
    while min(map(len, found.values())) < pairs:
        table = measured([(times_of(copy), copy) for copy in range(2 * COPIES)], patience, seed)
        seed += 1
        for instance in COUNTS:
            cells = [table.cell(label(copy), instance) for copy in range(2 * COPIES)]
            found[SAME, ONE] += [beside(cells[one], cells[other]) for one, other in PAIRS]
            found[SLOW, ONE] += [beside(cells[copy], cells[COPIES + copy]) for copy in range(COPIES)]
            if before is None:
                continue
            earlier = [before.cell(label(copy), instance) for copy in range(2 * COPIES)]
            found[SAME, TWO] += [apart(one, other) for one, other in zip(earlier, cells, strict=True)]
            found[SLOW, TWO] += [apart(earlier[copy], cells[COPIES + copy]) for copy in range(COPIES)]
        before = table
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--busy", default="0,4")
    parser.add_argument("--patience", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1, help="of the first table's random order; the next has one more")
    options = parser.parse_args()
    source = Source("nobody", 2026, "bitmasks several times over")
    parameters = (Parameter("times", "Times", FASTER, maximum=100), Parameter("copy", "Copy", 0, maximum=100))
    name = "counted"
    register(Algorithm(name, name, "queens", "Counts.", source, f"{__name__}:{name}", parameters=parameters))
    about = f"seeds from {options.seed}, at most {options.patience:g} s a cell, N {', '.join(COUNTS)}"
    print(f"{describe(environment())}; {about}")
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
                line = f"{count:>4}  {what:<14}{how:<20}{len(said):>5}  {share:>14.1%}  {ratio:>12.3f}  {seconds:>7.0f}"
                print(line, flush=True)


if __name__ == "__main__":
    import tests.tools.benchmarks.bench_noise as itself

    itself.main()  # so that the catalog finds `counted` under this module's name
