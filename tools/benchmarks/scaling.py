"""What a second core is worth to a count: threads, processes, Dask workers, and two programs that run at once.

Two cores share caches, memory and whatever else the machine does, so two copies
of a program that know nothing of each other are as much as two threads of it
can be worth: the *ceiling*, measured in turn with them.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from contextlib import ExitStack

from core import Goal, Problem, Queens, Run, Search, Shape, Status, Sudoku, algorithm
from core._parts.counting import PartedCount
from core._parts.part import cut, usual_parts
from core._parts.workers import ClusterError, dask, processes
from core._queens.problem import KNOWN_COUNTS
from core._words import duration
from core.exact_cover._gallery import instance
from tools.benchmarks.paired import progress

SPLITTING = (
    ("queens", "brute-force", 8), ("queens", "permutations", 12), ("queens", "naive", 14),
    ("queens", "backtracking", 15), ("queens", "dlx", 14), ("queens", "dlx-s", 15), ("queens", "bitmask", 16),
    ("queens", "symmetry", 16), ("queens", "quadrants", 18), ("queens", "quadrants", 19),
    ("cover", "algorithm-x", "pentominoes-6x10"), ("cover", "dlx", "pentominoes-6x10"),
    ("cover", "dancing-cells", "pentominoes-6x10"),
    ("sudoku", "backtracking", "1" + "." * 35), ("sudoku", "bitmask", "1" + "." * 35),
)  # fmt: skip
"""Counts of a second or more where there are such (brute force takes 0.3 s for N = 8, 12 s for 9): making parts,
beginning and ending threads, and the end of the last part, which one thread does alone, take some 20 ms."""
SPARED_BY_PARTS = ("brute-force", "permutations")
"""They look at a board only when it is full, or leave out a queen at a time: a board with queens placed beforehand is
far less work, so one thread gets the same parts as two."""


def finished(search: Search) -> int:
    """Searched to the end, without a stop on the way."""
    while search.advance(1 << 40) is Status.RUNNING:
        pass
    return search.counts()[0]


def threads(repeat: int) -> None:
    """A count as it is by itself, in parts by two threads, and twice at once in two processes."""
    print("\nwall (processor) seconds: one thread; two threads, in parts; medians of rounds in turn; how many times")
    print(
        "fast two threads are (range); the same of two processes that count at once: the ceiling; and the share of it"
    )
    for kind, key, what in SPLITTING:
        entry, problem = algorithm(kind, key), _problem(kind, what)
        if entry.obstacle(problem, Goal.COUNT) is not None or not entry.divides:
            continue
        entry.start(problem, Goal.COUNT).prepare()
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in ("one", "two", "alone", "both")}
        counts = set()
        with ExitStack() as stack:
            others = [stack.enter_context(_Other(kind, key, what)) for _ in range(2)]
            for _ in range(repeat):
                for name, number in (("one", 1), ("two", 2)):
                    progress(f"{key} {what}, {name}")
                    search = _in_threads(kind, key, problem, number)
                    started, spent = time.perf_counter(), time.process_time()
                    counts.add(Run(search).drive().solutions)
                    times[name].append((time.perf_counter() - started, time.process_time() - spent))
                progress(f"{key} {what}, two processes")
                times["alone"].append(others[0].once())
                for other in others:
                    other.begin()
                times["both"].append(max(other.end() for other in others))
        assert len(counts) == 1
        assert kind != "queens" or counts == {KNOWN_COUNTS[int(what) - 1]}
        progress("")
        faster = [one[0] / two[0] for one, two in zip(times["one"], times["two"], strict=True)]
        most = statistics.median(2 * a[0] / b[0] for a, b in zip(times["alone"], times["both"], strict=True))
        one, two = (_shown(times[name]) for name in ("one", "two"))
        worth = statistics.median(faster)
        print(f"  {key:14} {what!s:22.22}  1: {one:19} 2: {two:19} {worth:5.2f} × ({min(faster):.2f} … "
              f"{max(faster):.2f})  ceiling {most:.2f}  {worth / most:4.0%}", flush=True)  # fmt: skip


def _shown(times: list[tuple[float, float]]) -> str:
    wall, spent = (statistics.median(column) for column in zip(*times, strict=True))
    return f"{duration(wall)} ({duration(spent)})"


def _in_threads(kind: str, key: str, problem: Problem, number: int) -> Search:
    entry = algorithm(kind, key)
    if number == 1 and key not in SPARED_BY_PARTS:
        return entry.start(problem, Goal.COUNT)
    parts = cut(entry, problem, entry.settings({}), usual_parts(entry, problem))
    return PartedCount(entry, problem, parts, threads=number)


def _problem(kind: str, what: int | str) -> Problem:
    if kind == "cover":
        return instance(str(what)).puzzle().problem
    return Queens(int(what)) if kind == "queens" else Sudoku.parse(str(what), Shape(2, 3))


class _Other:
    """A process that makes a count each time it is told to."""

    def __init__(self, kind: str, key: str, what: int | str) -> None:
        command = [sys.executable, "-m", "tools.benchmarks.scaling", kind, key, str(what)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._answers = self._process.stdin, self._process.stdout
        self._answers.readline()

    def begin(self) -> None:
        self._orders.write("\n")
        self._orders.flush()

    def end(self) -> tuple[float, float]:
        wall, spent = map(float, self._answers.readline().split())
        return wall, spent

    def once(self) -> tuple[float, float]:
        self.begin()
        return self.end()

    def __enter__(self) -> _Other:
        return self

    def __exit__(self, *_: object) -> None:
        self._orders.close()
        self._process.wait()


def _count_when_told(kind: str, key: str, what: str) -> None:
    problem = _problem(kind, what)
    search = _in_threads(kind, key, problem, 1)
    search.prepare()
    print("ready", flush=True)
    for _ in sys.stdin:
        search = _in_threads(kind, key, problem, 1)
        started, spent = time.perf_counter(), time.process_time()
        Run(search).drive()
        print(time.perf_counter() - started, time.process_time() - spent, flush=True)


def scale(n: int) -> None:
    """Wall seconds by how many work at once."""
    entry = algorithm("queens", "quadrants")
    parts = len(cut(entry, Queens(n), entry.settings({}), usual_parts(entry, Queens(n))))
    print(f"\nwall seconds for N = {n} by quadrants in {parts} parts, the best of three after a first run of each")
    for kind, once in (("threads", _threads), ("processes", _processes), ("Dask workers", _workers)):
        walls = []
        for workers in (1, 2):
            try:
                walls.append(once(workers, n))
            except ClusterError as error:
                print(f"  {kind:14} {error}")
                break
        if len(walls) == 2:
            print(f"  {kind:14} 1: {duration(walls[0])}   2: {duration(walls[1])}   {walls[0] / walls[1]:.2f} ×")


def _best(n: int, **how: object) -> float:
    entry = algorithm("queens", "quadrants")
    parts = cut(entry, Queens(n), entry.settings({}), usual_parts(entry, Queens(n)))
    walls = []
    for _ in range(4):
        search = PartedCount(entry, Queens(n), parts, **how)  # type: ignore[arg-type]
        started = time.perf_counter()
        assert finished(search) == KNOWN_COUNTS[n - 1]
        walls.append(time.perf_counter() - started)
    return min(walls[1:])


def _threads(number: int, n: int) -> float:
    return _best(n, threads=number)


def _processes(number: int, n: int) -> float:
    with processes(number) as some:
        return _best(n, executor=some.executor, slots=some.slots)


def _workers(number: int, n: int) -> float:
    try:
        from distributed import LocalCluster
    except ImportError:
        raise ClusterError("Dask is not installed") from None
    with (
        LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        dask(cluster.scheduler_address, algorithm("queens", "quadrants")) as some,
    ):
        return _best(n, executor=some.executor, slots=some.slots)


if __name__ == "__main__":
    _count_when_told(*sys.argv[1:])
