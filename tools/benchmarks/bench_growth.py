"""Whether figures of the next sizes lie where the growth so far says: counts of N queens, measured here and published.

    python -m tools.benchmarks.bench_growth [--seconds 0.3]

Every algorithm that counts all solutions in steady growth is measured for N = 4, 5, …,
until one count takes longer than `--seconds`.  To its nodes and times come those of
document 000 and the published numbers of solutions.  From each size on that has
enough before it, the next three are foretold, as a table does it, and held against the
figures: how many lie in the interval, below and above it, and how wide it is.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from statistics import median

from core import Algorithm, CannotSolve, Goal, Queens, Status, algorithms
from core.compare import Quantity
from core.compare._environment import describe, environment
from core.compare._growth import GROWTH_FROM_SECONDS, GROWTH_POINTS, fit_growth
from core.compare._instances import instances
from core.compare._papers import paper

AHEAD = (1, 2, 3)
SHORT, MOST = 0.02, 50
"""A count is made again until this many seconds are measured, so often at most; the median is taken."""
Points = list[tuple[int, float]]


def counted(entry: Algorithm, n: int) -> tuple[int | None, float]:
    """Nodes and CPU seconds of a count."""
    times: list[float] = []
    while not times or (sum(times) < SHORT and len(times) < MOST):
        search = entry.start(Queens(n), Goal.COUNT, None)
        search.prepare()
        begun = time.process_time()
        while search.status is Status.RUNNING:
            search.advance(1 << 40)
        times.append(time.process_time() - begun)
    return search.snapshot().nodes, median(times)


def measured(seconds: float) -> Iterator[tuple[Quantity, Points]]:
    for entry in algorithms("queens"):
        if Goal.COUNT not in entry.goals or entry.varies(Goal.COUNT) or entry.key == "brute-force":
            continue
        nodes: Points = []
        times: Points = []
        for n in range(4, 20):
            try:
                found, taken = counted(entry, n)
            except CannotSolve:
                break
            nodes += [(n, found)] if found else []
            times += [(n, taken)] if taken >= GROWTH_FROM_SECONDS else []
            if taken > seconds:
                break
        yield Quantity.NODES, nodes
        yield Quantity.TIME, times


def published() -> Iterator[tuple[Quantity, Points]]:
    figures = paper("000").figures
    for quantity in (Quantity.NODES, Quantity.TIME):
        for row in figures[quantity].values():
            yield quantity, [(int(n), float(figure)) for n, figure in row.items()]
    known = ((n, instances("queens").known(str(n), Goal.COUNT)) for n in range(8, 28))
    yield Quantity.SOLUTIONS, [(n, float(count)) for n, count in known if count is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.3)
    options = parser.parse_args()
    print(describe(environment()))
    print(f"{'sizes on':>8}  {'figures':<10}{'held':>14}  {'below':>5}  {'above':>5}  {'half width':>10}")
    found: dict[tuple[int, Quantity], list[tuple[int, float]]] = {}
    for quantity, points in (*measured(options.seconds), *published()):
        for last in range(3, len(points)):
            growth = fit_growth(points[max(0, last - GROWTH_POINTS) : last])
            if growth is None or not growth.steady:
                continue
            for n, figure in points[last : last + len(AHEAD)]:
                expected = growth.interval(n)
                where = (figure > expected.high) - (figure < expected.low)
                width = (expected.high / expected.low) ** 0.5
                found.setdefault((n - growth.last, quantity), []).append((where, width))
    for ahead, quantity in sorted(found):
        said = found[ahead, quantity]
        held, below, above = (sum(where == which for where, _ in said) for which in (0, -1, 1))
        share = f"{held} of {len(said)}"
        width = median(width for _, width in said)
        print(f"{ahead:>8}  {quantity:<10}{share:>14}  {below:>5}  {above:>5}  {f'×÷ {width:.2f}':>10}")


if __name__ == "__main__":
    main()
