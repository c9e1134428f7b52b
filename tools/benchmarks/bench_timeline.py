"""How long it takes to go back from ten million nodes deep: ``python -m tools.benchmarks.bench_timeline``."""

from __future__ import annotations

import time
from collections.abc import Iterator

from core import Goal, Queens, Search, algorithm
from core.running import Move, Timeline

DEEP = 10_000_000


def _searches() -> Iterator[tuple[str, Search]]:
    from core.exact_cover import _gallery as gallery

    for key in ("backtracking", "bitmask", "dlx-s"):
        yield f"14 queens, {key}", algorithm("queens", key).start(Queens(14), Goal.COUNT)
    problem = gallery.instance("pentominoes-6x10").puzzle().problem
    for key in ("dlx", "dancing-cells"):
        yield f"pentominoes 6x10, {key}", algorithm("cover", key).start(problem, Goal.COUNT)


def main() -> None:
    """Print a table: each move three times from the same place, the longest time of each."""
    moves = [Move.BACK, Move.PARENT, Move.PREVIOUS_DEAD_END, Move.PREVIOUS_SOLUTION, Move.PREVIOUS_SIBLING, Move.OVER]
    print(f"{'':28} {'nodes':>11} {'there':>7} {'frames':>6} {'MiB':>5}  " + "  ".join(f"{m.name:>17}" for m in moves))
    for name, search in _searches():
        search.prepare()
        line = Timeline(search)
        started = time.perf_counter()
        while line.node < DEEP and not line.ended:
            line.advance(min(20_000, DEEP - line.node))
        there, deep = time.perf_counter() - started, line.node
        times = []
        for move in moves:
            longest = 0.0
            for _ in range(3):
                line.to(deep)
                started = time.perf_counter()
                line.go(move)
                longest = max(longest, time.perf_counter() - started)
            times.append(longest)
        cells = "  ".join(f"{1000 * seconds:14.1f} ms" for seconds in times)
        print(f"{name:28} {deep:11,} {there:5.1f} s {line.frames:6} {line.memory / 2**20:5.1f}  {cells}", flush=True)


if __name__ == "__main__":
    main()
