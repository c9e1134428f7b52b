"""How often a comparison is fooled: the same code against itself, and code that is 1.05, 1.1 and 1.2 × slower.

    python -m tools.benchmarks.bench_noise [--pairs 100] [--busy 0,2,4] [--patience 2] [--minutes M] [--seed 1]

For each number of busy processes beside it: at least so many comparisons of each
kind, said by a table, by its export as JSON, against a baseline measured before,
and by a race.  Of the same code (A/A) all that are said to differ are false alarms
(aim: at most 5 %); of a true slowdown, the share that is found.  With `--minutes`
no further table is begun after so long, for each number of busy processes.  Beside eleven
busy programs on two processors, `--pairs 3 --busy 0 --patience 0.5` took 68 seconds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from statistics import median
from typing import Any

from core import Algorithm, Goal, Parameter, Problem, Queens, Search, Snapshot, Source, Status, register
from core._queens.bitmask import BitmaskSearch
from core.compare import Contestant, Experiment, Plan, Table
from core.compare._clocks import load
from core.compare._environment import describe, environment
from core.compare._exports import export
from core.compare._plan import PRECISION
from core.compare._race import Race
from core.compare._rounds import beside
from core.compare._sessions import apart

COUNTS = {"8": 3, "9": 1, "10": 1}
"""How many counts of a board make one unit, so that what a search needs besides is next to nothing."""
UNITS = (20, 20, 20, 20, 21, 22, 24)
"""Units of work of each column of a table: four with the same code, and three that take 1.05, 1.1 and 1.2 × as long
by construction, whatever the machine."""
SAME = "A/A"
PAIRS = (((0, 1), SAME), ((2, 3), SAME), ((0, 4), "1.05 ×"), ((1, 5), "1.1 ×"), ((2, 6), "1.2 ×"))
"""Which columns are compared; no two pairs of the same code share one."""
WAYS = ("table", "export", "baseline", "race")
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


def label(copy: int) -> str:
    return f"counted:copy={copy},times={UNITS[copy]}"


def raced(instance: str, one: int, other: int, patience: float) -> tuple[bool, float]:
    """Whether a race tells two columns apart, and its ratio."""
    lanes = plan([(UNITS[copy], copy) for copy in (one, other)], patience, 1)
    verdict = Race(replace(lanes, instances=(instance,))).drive().verdict
    assert verdict is not None
    (factor,) = verdict.factors.values()
    return not verdict.close, factor if verdict.winner == 0 else 1 / factor


def exported(table: Table, instance: str, one: int, other: int) -> Iterator[tuple[bool, float]]:
    """What the export says of two columns, where one of them is the fastest of its row."""
    row = [each for each in json.loads(export(table, "json"))["cells"] if each["instance"] == instance]
    first, second = row[one], row[other]
    for copy, fastest, cell in ((one, first, second), (other, second, first)):
        if fastest["relative_to"] == label(copy):
            apart = not cell["relative_low"] <= 1 <= cell["relative_high"]
            assert apart == (cell["verdict"] == "slower")
            yield apart, cell["relative"]


def verdicts(pairs: int, patience: float, seed: int, seconds: float) -> dict[tuple[str, str], list[tuple[bool, float]]]:
    """By kind and way: whether each comparison tells two columns apart, and its ratio.

    Each table is the baseline of the next.
    """
    found: dict[tuple[str, str], list[tuple[bool, float]]] = {
        (what, how): [] for how in WAYS for what in dict.fromkeys(what for _, what in PAIRS)
    }
    before: Table | None = None
    begun = time.monotonic()
    while min(len(said) for (_, how), said in found.items() if how != "export") < pairs:
        if time.monotonic() - begun > seconds:
            break
        table = measured([(units, copy) for copy, units in enumerate(UNITS)], patience, seed)
        seed += 1
        for instance in COUNTS:
            cells = [table.cell(label(copy), instance) for copy in range(len(UNITS))]
            for (one, other), what in PAIRS:
                said = [(beside(cells[one], cells[other]), "table")]
                if before is not None:
                    said.append((apart(before.cell(label(one), instance), cells[other]), "baseline"))
                for each, how in said:
                    found[what, how].append((bool(each.beyond_noise), each.factor))
                found[what, "race"].append(raced(instance, one, other, patience))
                found[what, "export"] += exported(table, instance, one, other)
        before = table
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--busy", default="0,2,4")
    parser.add_argument("--patience", type=float, default=2.0)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no further table is begun after so long")
    parser.add_argument("--seed", type=int, default=1, help="of the first table's random order; the next has one more")
    options = parser.parse_args()
    source = Source("nobody", 2026, "bitmasks several times over")
    parameters = (Parameter("times", "Times", UNITS[0], maximum=100), Parameter("copy", "Copy", 0, maximum=100))
    name = "counted"
    register(Algorithm(name, name, "queens", "Counts.", source, f"{__name__}:{name}", parameters=parameters))
    about = f"seeds from {options.seed}, at most {options.patience:g} s a cell, N {', '.join(COUNTS)}"
    print(f"{describe(environment())}; {about}")
    print(f"{'busy':>4}  {'load':>5}  {'what':<8}{'said by':<10}{'told apart':>13}  {'share':>6}  {'median ratio':>12}")
    for count in map(int, options.busy.split(",")):
        with busy(count):
            begun = time.monotonic()
            found = verdicts(options.pairs, options.patience, options.seed, 60 * options.minutes)
            beside_it = load() or 0.0
            for (what, how), said in found.items():
                if said:
                    told, ratio = sum(apart for apart, _ in said), median(factor for _, factor in said)
                    line = f"{count:>4}  {beside_it:>5.1f}  {what:<8}{how:<10}{f'{told} of {len(said)}':>13}"
                    print(f"{line}  {told / len(said):>6.1%}  {ratio:>12.3f}", flush=True)
            print(f"      {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    import tools.benchmarks.bench_noise as itself

    itself.main()  # so that the catalog finds `counted` under this module's name
