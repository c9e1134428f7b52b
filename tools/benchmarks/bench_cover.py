"""Exact cover beside peers: ``python -m tools.benchmarks.bench_cover [INSTANCE …] [--repeat R] [--patience S]``.

Counts all solutions of each instance, one thread, process CPU seconds, in
rounds: every solver once, then again.  Nobody lists solutions.  Building the
structures and compiling are left out for ours and for xcover (a small instance
warms it up); for the peers that take a whole problem in one call, that call is
timed.  Printed are medians with their range, and the ratio to ``dlx``, round by
round, with its range.  Every count is checked.

Peers (installed or left out, which is said; `pip install xcover exact-cover miniexact dxz`): a
peer without secondary items skips queens; one that needs more than the
patience is not asked again, nor for the instances named slow for it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median

from core.catalog import algorithm
from core.exact_cover.gallery import Instance, instance
from core.exact_cover.problem import ExactCover
from core.search import Goal, Status
from tools.benchmarks.paired import span

INSTANCES = (
    "pentominoes-6x10", "pentominoes-8x8-centre", "latin-5", "latin-6-first-row", "langford-12", "dominoes-8x8",
    "queens-12",
)  # fmt: skip
OURS: dict[str, tuple[str, dict[str, str]]] = {
    "dlx": ("dlx", {}),
    "dancing-cells": ("dancing-cells", {}),
    "on dlx's tree": ("dancing-cells", {"order": "natural", "hint": "off"}),
    "algorithm-x": ("algorithm-x", {}),
    "memo-count": ("memo-count", {}),
}
"""Name to algorithm and parameters.  On the tree of ``dlx`` dancing cells show what their structure alone gains."""
TOO_SLOW = {("exact-cover", "pentominoes-6x10"), ("exact-cover", "dominoes-8x8"), ("exact-cover", "latin-6-first-row")}
"""Pairs known to take a minute or more, asked only with --all."""

PATIENCE = 20.0
"""Seconds: a peer that needed more is not asked again."""

Timed = Callable[[], tuple[float, int]]


def ours(key: str, parameters: dict[str, str], problem: ExactCover) -> Timed:
    def count() -> tuple[float, int]:
        search = algorithm("cover", key).start(problem, Goal.COUNT, None, **parameters)
        search.keep_at_most(0)
        search.prepare()
        started = time.process_time()
        while search.advance(1 << 40) is Status.RUNNING:
            pass
        return time.process_time() - started, search.counts()[0]

    return count


def timed(call: Callable[[], int]) -> Timed:
    def count() -> tuple[float, int]:
        started = time.process_time()
        found = call()
        return time.process_time() - started, found

    return count


def with_xcover(problem: ExactCover) -> Timed:
    from xcover import covers

    options = [[f"i{i}" for i in option] for option in problem.options]
    primary = [f"i{i}" for i in range(problem.primary)]
    secondary = [f"i{i}" for i in range(problem.primary, problem.size)]
    list(covers([["a"], ["b"], ["a", "b"]]))
    list(covers([["a", "x"], ["b"]], primary=["a", "b"], secondary=["x"]))

    def call() -> int:
        return sum(1 for _ in covers(options, primary=primary, secondary=secondary))

    return timed(call)


def with_exact_cover(problem: ExactCover) -> Timed:
    import exact_cover
    import numpy as np

    matrix = np.zeros((len(problem.options), problem.size), dtype=np.int32)
    for o, option in enumerate(problem.options):
        matrix[o, list(option)] = 1
    return timed(lambda: int(exact_cover.get_solution_count(matrix)))


def with_miniexact(problem: ExactCover) -> Timed:
    import miniexact

    def call() -> int:
        solver = miniexact.miniexacts_x()
        number = [
            solver.primary(f"i{i}") if i < problem.primary else solver.secondary(f"i{i}") for i in range(problem.size)
        ]
        for option in problem.options:
            solver.add(miniexact.vectori([number[i] for i in option]))
        found = 0
        while solver.solve() == 10:
            found += 1
        return found

    return timed(call)


def with_dxz(problem: ExactCover) -> Timed:
    import dxz

    flat = [0] * (len(problem.options) * problem.size)
    for o, option in enumerate(problem.options):
        for i in option:
            flat[o * problem.size + i] = 1
    return timed(lambda: int(dxz.dxz_count(len(problem.options), problem.size, flat)))


PEERS: dict[str, tuple[Callable[[ExactCover], Timed], bool]] = {
    "xcover": (with_xcover, True),
    "exact-cover": (with_exact_cover, False),
    "miniexact": (with_miniexact, True),
    "dxz": (with_dxz, False),
}
"""Peer to its adapter, and whether it knows secondary items."""


def compare(entry: Instance, repeat: int, patience: float, everything: bool) -> None:
    """One instance, all solvers in turn."""
    problem = entry.puzzle().problem
    solvers: dict[str, Timed] = {name: ours(*used, problem) for name, used in OURS.items()}
    left_out = []
    for name, (adapter, secondary) in PEERS.items():
        if problem.secondary and not secondary:
            left_out.append(f"{name} has no secondary items")
        elif (name, entry.name) in TOO_SLOW and not everything:
            left_out.append(f"{name} would take a minute or more (--all asks it)")
        else:
            try:
                solvers[name] = adapter(problem)
            except ImportError:
                left_out.append(f"{name} is not installed")
    seconds: dict[str, list[float]] = {name: [] for name in solvers}
    for _ in range(repeat):
        for name, count in solvers.items():
            if seconds[name] and seconds[name][-1] > patience:
                continue
            spent, found = count()
            assert found == entry.known, f"{name} counts {found} for {entry.name}, not {entry.known}"
            seconds[name].append(spent)
    print(f"{entry.name} ({entry.known})")
    for name, spells in seconds.items():
        note = "" if len(spells) == repeat else f"  {len(spells)} of {repeat} rounds"
        ratios = [one / other for one, other in zip(spells, seconds["dlx"], strict=False)]
        print(
            f"  {name:<14} {span(spells):32} {median(ratios):9.4f} × dlx ({min(ratios):.4f} … {max(ratios):.4f}){note}"
        )
    print("".join(f"  left out: {reason}\n" for reason in left_out), end="", flush=True)


def compare_all(names: Sequence[str], repeat: int, patience: float = PATIENCE, everything: bool = False) -> None:
    """All of these, one after the other."""
    for name in names:
        compare(instance(name), repeat, patience, everything)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="*", default=INSTANCES, metavar="INSTANCE")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--patience", type=float, default=PATIENCE, metavar="S")
    parser.add_argument("--all", action="store_true", help="ask slow peers too")
    options = parser.parse_args()
    compare_all(options.instances, options.repeat, options.patience, options.all)


if __name__ == "__main__":
    main()
