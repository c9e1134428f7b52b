"""N queens beside a C++ peer and at the limits: ``python -m tools.benchmarks.bench_queens [--sizes 13,14]``.

1. ``bitmask`` against a recursive C++ program with the same three masks (that
   of document 001, written anew), compiled with ``g++ -O3``: processor seconds,
   rounds in turn.  Ours counts nodes too, and runs in slices that can be left.
   "whole process" is ``python -m core queens N``, the start of Python included.
2. ``dlx-s``, ``min-conflicts`` and ``closed-form``: processor seconds from the
   first step to the verified solutions; "build" is what comes before it.
3. Tests per queen of the local searches, over N (medians over seeds).

Every count and every board is checked; compiling is left out.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from core import Goal, Queens, Run, Search, Status, algorithm
from tools.benchmarks.paired import cpu, cpu_of_command, in_turn, progress, ratio, span

CPP = r"""
#include <cstdio>
#include <cstdlib>

typedef unsigned long Mask;
static const Mask everywhere = ~0ul;

static unsigned long below(Mask left, Mask columns, Mask right, unsigned long found)
{
    if (columns == everywhere)
        return found + 1;
    for (Mask attacked = left | columns | right; attacked != everywhere;) {
        const Mask queen = ~attacked & (attacked + 1);
        attacked |= queen;
        found = below((left | queen) << 1, columns | queen, (right | queen) >> 1, found);
    }
    return found;
}

int main(int, char **argument)
{
    std::printf("%lu\n", below(0, everywhere << std::atoi(argument[1]), 0, 0));
}
"""


def started(key: str, n: int, goal: Goal, **parameters: int) -> Search:
    """A search ready to go, its kernels compiled."""
    search = algorithm("queens", key).start(Queens(n), goal, parameters=parameters)
    search.prepare()
    return search


def count(key: str, n: int) -> float:
    """Processor seconds to count N queens, driven in slices; the count is checked."""
    run = Run(started(key, n, Goal.COUNT))
    seconds = cpu(run.drive)
    assert run.snapshot.solutions == Queens(n).known_count
    return seconds


def first(key: str, n: int, **parameters: int) -> tuple[float, float, int]:
    """Processor seconds to build the search, and to reach the verified solution; the steps made."""
    searches = []
    build = cpu(lambda: searches.append(started(key, n, Goal.FIRST, **parameters)))
    run = Run(searches[0])
    seconds = cpu(run.drive)
    assert run.snapshot.status is Status.COMPLETE
    assert run.snapshot.solutions == 1
    return build, seconds, run.snapshot.steps


def against_cpp(sizes: Sequence[int], repeat: int) -> None:
    print("bitmask against the C++ program (g++ -O3), median (range) of processor time")
    compiler = shutil.which("g++")
    if compiler is None:
        print("  g++ is not here: left out")
        return
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "queens.cpp"), Path(folder, "queens")
        source.write_text(CPP)
        subprocess.run([compiler, "-O3", "-o", program, source], check=True)
        for n in sizes:
            progress(f"bitmask {n}")
            answer = subprocess.run([program, str(n)], check=True, capture_output=True, text=True).stdout
            assert int(answer) == Queens(n).known_count

            def peer(n: int = n) -> float:
                return cpu_of_command([str(program), str(n)])

            def ours(n: int = n) -> float:
                return count("bitmask", n)

            def whole(n: int = n) -> float:
                return cpu_of_command([sys.executable, "-m", "core", "queens", str(n), "--algorithm", "bitmask"])

            ours()
            seconds = in_turn({"C++": peer, "bitmask": ours, "whole process": whole}, repeat)
            progress("")
            for name, values in seconds.items():
                print(f"  N = {n}  {name:<14}{span(values)}   {ratio(values, seconds['C++']):.2f} × C++", flush=True)


def at_the_limits(repeat: int) -> None:
    print("counting, median (range) of processor time")
    for key, n in (("dlx-s", 12), ("dlx", 12), ("backtracking", 12), ("bitmask", 12)):
        count(key, 6)
        seconds = in_turn({key: lambda key=key, n=n: count(key, n)}, repeat)[key]  # type: ignore[misc]
        print(f"  {key:<14} N = {n:<11}{span(seconds)}", flush=True)
    print("first solution, verified, median (range) of processor time")
    for key, n in (("closed-form", 10**6), ("closed-form", 10**7), ("min-conflicts", 10**5), ("min-conflicts", 10**6),
                   ("min-conflicts", 3 * 10**6), ("min-conflicts", 10**7)):  # fmt: skip
        progress(f"{key} {n}")
        seeds = [{} if key == "closed-form" else {"seed": seed} for seed in range(1, repeat + 1)]
        first(key, 8)
        runs = [first(key, n, **seed) for seed in seeds]
        progress("")
        print(
            f"  {key:<14} N = {n:<11,}{span([seconds for _, seconds, _ in runs])}"
            f"   build {span([build for build, _, _ in runs])}"
            f"   {statistics.median(steps for _, _, steps in runs) / n:.2f} steps a queen",
            flush=True,
        )


def tests_per_queen(seeds: int) -> None:
    print(f"min-conflicts, tests per queen: median and most of {seeds} seeds")
    for n in (4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 80, 100, 150, 200, 300, 500, 999, 1000, 3000, 10_000):
        steps = [first("min-conflicts", n, seed=seed)[2] / n for seed in range(1, seeds + 1)]
        print(f"  N = {n:<8,}{statistics.median(steps):8.2f} {max(steps):8.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="13,14,15", help="N of the comparison with C++ (default: 13,14,15)")
    parser.add_argument("--repeat", type=int, default=5, help="rounds (default: 5)")
    parser.add_argument("--seeds", type=int, default=21, help="seeds of the last part (default: 21)")
    given = parser.parse_args()
    against_cpp([int(n) for n in given.sizes.split(",")], given.repeat)
    at_the_limits(given.repeat)
    tests_per_queen(given.seeds)


if __name__ == "__main__":
    main()
