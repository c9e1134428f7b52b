"""Which of equally small items is covered next: ``python -m tools.benchmarks.bench_cover_order [INSTANCE …]``.

For every instance and every algorithm with an item order: nodes and median CPU
seconds (one thread) by each fixed order, and which of them `auto` takes.  At
the end, how ``auto`` does against always taking one order, as the geometric
means of nodes (the same on every machine) and of times.  Every count is checked.
"""

from __future__ import annotations

import argparse
import math
import time
from statistics import median

from core import Goal, Status, algorithm
from core.exact_cover._gallery import Instance, instance
from core.exact_cover._item_order import usual_order

INSTANCES = (
    "queens-8", "queens-10", "queens-12", "langford-8", "langford-11", "langford-12", "latin-5", "latin-6-reduced",
    "latin-6-first-row", "sudoku-2x2", "sudoku-3x3", "kirkman-9", "steiner-9", "dominoes-6x6", "dominoes-8x8",
    "pentominoes-3x20", "pentominoes-8x8-centre", "attack-7x7", "soma",
)  # fmt: skip
ORDERS = ("natural", "busiest", "rarest")
ALGORITHMS = ("dlx", "dancing-cells", "memo-count")
LONGEST = 13_000_000
"""Solutions beyond which only memo-count is asked."""


def counted(entry: Instance, key: str, order: str, repeat: int) -> tuple[int, float]:
    """Nodes and median seconds."""
    problem = entry.puzzle().problem
    seconds, nodes = [], 0
    for _ in range(repeat):
        search = algorithm("cover", key).start(problem, Goal.COUNT, parameters={"order": order})
        search.prepare()
        started = time.process_time()
        while search.advance(1 << 40) is Status.RUNNING:
            pass
        seconds.append(time.process_time() - started)
        found, nodes = search.counts()
        assert found == entry.known, (entry.name, key, order, found)
    return nodes, median(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="*", default=INSTANCES, metavar="INSTANCE")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    for key in ALGORITHMS:
        print(f"{key}\n  {'':24}" + "".join(f"{order + ' nodes':>17}{'s':>9}" for order in ORDERS) + "  auto")
        logs: dict[str, list[tuple[float, float]]] = {order: [] for order in (*ORDERS, "auto")}
        for name in options.instances:
            entry = instance(name)
            problem = entry.puzzle().problem
            entry_of = algorithm("cover", key)
            if entry_of.refusal(problem, Goal.COUNT) or (key != "memo-count" and entry.known >= LONGEST // 2):
                continue
            usual = usual_order(problem)
            row = {order: counted(entry, key, order, options.repeat) for order in ORDERS}
            for order, (nodes, seconds) in (*row.items(), ("auto", row[usual])):
                logs[order].append((math.log(nodes), math.log(max(seconds, 1e-5))))
            cells = "".join(f"{nodes:>17,}{seconds:>9.4f}" for nodes, seconds in row.values())
            print(f"  {name:24}{cells}  {usual}", flush=True)
        for what, place in (("nodes", 0), ("times", 1)):
            base = sum(each[place] for each in logs["auto"])
            means = {order: (sum(e[place] for e in each) - base) / len(each) for order, each in logs.items()}
            said = ", ".join(f"{order} {math.exp(mean):.3f}" for order, mean in means.items())
            print(f"  geometric mean of the {what}, auto = 1: {said}")
        print(flush=True)


if __name__ == "__main__":
    main()
