"""Table 3 of document 000, counted again: ``python -m tools.benchmarks.bench_table3 [--from 4] [--to 12]``.

Each figure stands beside the paper's, with = where they agree; the exit status
is 1 if any does not.  N = 16 takes minutes (Dancing Links visits 1.1e9 nodes).
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from core import Goal, Queens, Run, algorithm
from tests.core.queens.table3 import OTHER_ORDERS, PAPER


def count(n: int, key: str, order: str | None, nodes_expected: int) -> bool:
    """Count, print a line, and say whether solutions and nodes are the paper's."""
    parameters: dict[str, Any] = {"order": order} if order else {}
    search = algorithm("queens", key).start(Queens(n), Goal.COUNT, parameters=parameters)
    shot = Run(search).drive()
    solutions_expected = PAPER[n].solutions
    equal = (shot.solutions, shot.nodes) == (solutions_expected, nodes_expected)
    print(
        f"{n:>3}  {key + (f' ({order})' if order else ''):<16}"
        f"{shot.solutions:>10} {solutions_expected:>10} {'=' if shot.solutions == solutions_expected else 'DIFFERS':<8}"
        f"{shot.nodes:>11} {nodes_expected:>11} {'=' if shot.nodes == nodes_expected else 'DIFFERS':<8}"
        f"{shot.seconds:>9.3f}",
        flush=True,
    )
    return equal


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="first", type=int, default=4, choices=PAPER, metavar="N")
    parser.add_argument("--to", dest="last", type=int, default=12, choices=PAPER, metavar="N")
    given = parser.parse_args()
    print(
        f"{'N':>3}  {'algorithm':<16}{'solutions':>10} {'paper':>10} {'':<8}{'nodes':>11} {'paper':>11} {'':<8}"
        f"{'seconds':>9}"
    )
    equal = True
    for n in range(given.first, given.last + 1):
        row = PAPER[n]
        for key in ("backtracking", "bitmask", "dlx"):
            equal &= count(n, key, None, row.nodes)
        equal &= count(n, "dlx-s", "table", row.nodes_smallest)
        for order, nodes in OTHER_ORDERS.items():
            if n in nodes:
                equal &= count(n, "dlx-s", order, nodes[n])
    print("all equal" if equal else "SOME DIFFER")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
