"""Whether races end as the table does: ten of each, with real searches.

    python -m tools.benchmarks.bench_race [--races 10] [--patience 1]

For each instance the table is measured first.  A race agrees where its winner is
one of the table's (the fastest, and those that cannot be told from it), or where
it says that it cannot tell and the table's winner is among those it names.  One of
longer searches has too few runs to tell, and agrees with nothing.
"""

from __future__ import annotations

import argparse
from collections import Counter

from core import Goal
from core.compare import Experiment, Plan, RatioVerdict
from core.compare._environment import describe, environment
from core.compare._plan import PRECISION
from core.compare._race import Race
from core.compare._sweep import contestants

CASES = (
    ("queens", "8", "backtracking,dlx,dlx-s", Goal.COUNT),
    ("queens", "10", "backtracking,dlx,dlx-s", Goal.COUNT),
    ("queens", "11", "bitmask,backtracking,dlx-s", Goal.COUNT),
    ("sudoku", "3x3.csv#1", "backtracking,bitmask,dlx", Goal.FIRST),
    ("cover", "pentominoes-3x20", "algorithm-x,dlx,dancing-cells", Goal.COUNT),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=10)
    parser.add_argument("--patience", type=float, default=1.0)
    options = parser.parse_args()
    print(describe(environment()))
    print(f"{'instance':<18}{'the table':<28}{'the races':<48}{'agree':>7}")
    for family, instance, names, goal in CASES:
        chosen = contestants(family, names)
        plan = Plan(family, (instance,), chosen, goal, precision=PRECISION, patience=options.patience)
        table = Experiment(plan).drive()
        winners = [cell.key.label for cell in table.winners(instance)]
        said: Counter[str] = Counter()
        agreeing = 0
        for _ in range(options.races):
            verdict = Race(plan).drive().verdict
            if verdict is None:
                said[RatioVerdict.TOO_FEW] += 1
                continue
            named = [chosen[index].label for index in (verdict.winner, *verdict.close)]
            said[" = ".join(sorted(named))] += 1
            agreeing += bool(set(named) & set(winners)) if verdict.close else named[0] in winners
        told = ", ".join(f"{text} {count}" for text, count in said.most_common())
        print(f"{instance:<18}{' = '.join(winners):<28}{told:<48}{agreeing:>3} of {options.races}", flush=True)


if __name__ == "__main__":
    main()
