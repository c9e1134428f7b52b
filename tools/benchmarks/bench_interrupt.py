"""The price of being interruptible: ``python -m tools.benchmarks.bench_interrupt [--repeat R]``.

Each search counts three ways, in turn: one uninterrupted `advance`; slices of
4 096 nodes; and `Run.drive`, with its slices of about 10 ms, its snapshots and
its checks for a pause or a cancel.  Processor seconds, medians, and the median
of the ratios to the uninterrupted call.  Then, for a run at full speed in a
thread, the wall time from `cancel` to the end of the thread.
"""

from __future__ import annotations

import argparse
import threading
import time

from core import Goal, Queens, Run, Search, Status, algorithm
from tools.benchmarks.paired import cpu, in_turn, progress, ratio, span

CASES = (("backtracking", 13), ("bitmask", 14), ("dlx", 12), ("dlx-s", 13))
LONG: tuple[tuple[str, int, dict[str, int]], ...] = (
    ("bitmask", 24, {}),
    ("dlx-s", 24, {}),
    ("swaps", 10_000, {"seed": 1}),
    ("min-conflicts", 10_000_000, {"seed": 1}),
)


def started(key: str, n: int, goal: Goal = Goal.COUNT, **parameters: int) -> Search:
    search = algorithm("queens", key).start(Queens(n), goal, parameters=parameters)
    search.prepare()
    return search


def uninterrupted(key: str, n: int) -> float:
    search = started(key, n)
    seconds = cpu(lambda: search.advance(1 << 60))
    assert search.counts()[0] == Queens(n).known_count
    return seconds


def in_slices(key: str, n: int, budget: int) -> float:
    search = started(key, n)

    def work() -> None:
        while search.advance(budget) is Status.RUNNING:
            pass

    seconds = cpu(work)
    assert search.counts()[0] == Queens(n).known_count
    return seconds


def driven(key: str, n: int) -> float:
    run = Run(started(key, n))
    seconds = cpu(run.drive)
    assert run.snapshot.solutions == Queens(n).known_count
    return seconds


def cancelled(key: str, n: int, delay: float, **parameters: int) -> float:
    """Wall seconds from `cancel`, said ``delay`` after the start, to the end of the thread."""
    run = Run(started(key, n, Goal.FIRST if parameters else Goal.COUNT, **parameters))
    thread = threading.Thread(target=run.drive)
    thread.start()
    time.sleep(delay)
    before = time.perf_counter()
    run.cancel()
    thread.join()
    return time.perf_counter() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=7, help="rounds (default: 7)")
    repeat = parser.parse_args().repeat
    print("processor time, median (range)")
    for key, n in CASES:
        progress(f"{key} {n}")
        uninterrupted(key, 6)
        seconds = in_turn(
            {
                "one call": lambda key=key, n=n: uninterrupted(key, n),  # type: ignore[misc]
                "4096 nodes": lambda key=key, n=n: in_slices(key, n, 4096),  # type: ignore[misc]
                "Run.drive": lambda key=key, n=n: driven(key, n),  # type: ignore[misc]
            },
            repeat,
        )
        progress("")
        for name, values in seconds.items():
            print(
                f"  {key:<13} N = {n}  {name:<11}{span(values)}   {ratio(values, seconds['one call']):.3f}", flush=True
            )
    print("wall time from cancel to the end of the thread, median (range)")
    for key, n, parameters in LONG:
        cancelled(key, 8, 0.0, **parameters)
        seconds_each = [cancelled(key, n, 0.05 + 0.04 * i, **parameters) for i in range(repeat)]
        print(f"  {key:<13} N = {n:<11,} {span(seconds_each)}", flush=True)


if __name__ == "__main__":
    main()
