"""Counting at the limit, as tables: ``python -m tools.benchmarks.bench_counting [--tables compare,cover,…]``.

``compare``  our counting algorithms beside C++ (a bitmask recursion compiled here; other programs by
             ``--source NAME=FILE.cpp``, compiled here too, or ``--peer NAME='./program {n}'``): processor seconds,
             rounds in turn, ratios with their range.
``cover``    exact cover beside what PyPI has (``bench_cover``: xcover, exact-cover, miniexact, dxz), queens among
             them; what is not installed is left out, and said.
``growth``   cost against size for each algorithm, and the fitted growth for one more row.
``scale``    wall seconds with 1 and 2 threads, processes and (where Dask is installed) workers.
``threads``  for every algorithm that splits, wall and processor seconds in 1 and 2 threads, how many times as fast
             two are, and how many times as much two processes do at once: more cannot be had of two cores.
``cancel``   how long a count in two threads takes to stop, at random moments.
``check``    solutions, classes and half turns against A000170, A002562 and A032522 up to ``--to``.
``kills``    a count with a ledger, killed with SIGKILL at ``--kills`` random moments and gone on with each time.
``estimate`` what `core._estimates.by_parts` says of N = 16, 17 and 18 (``--estimate-sizes``), and what counting
             them took.
``large``    one part of N = 21 (``--large-sizes``) by quadrants: memory said before and used, and every path that
             runs here, with lists in order and not: they have to agree.

Every count is checked; compiling is left out, tables of placements and lists of jobs are not.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from core import Goal, Queens, Run, algorithm
from core._estimates.by_parts import estimate
from core._kernels.simd import Processor, available
from core._parts.ledger import Ledger
from core._parts.part import cut, usual_parts
from core._queens.problem import KNOWN_CLASSES, KNOWN_COUNTS
from core._queens.quadrants.layout import LONGEST_UNORDERED
from core._queens.quadrants.memory import bytes_needed
from core._queens.quadrants.quadrant_search import QuadrantSearch, rooms_of
from core._queens.turns import TurnedSearch, count_classes
from core._words import duration
from tools.benchmarks.bench_cover import INSTANCES, compare_all
from tools.benchmarks.bench_queens import CPP
from tools.benchmarks.paired import cpu, cpu_of_command, in_turn, progress, ratio, span
from tools.benchmarks.scaling import finished, scale, threads

HALF_TURNS = (1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184, 144620)
"""A032522, the first of N = 1."""
TABLES = ("compare", "cover", "growth", "scale", "threads", "cancel", "check", "kills", "estimate", "large")
CANCELLED = (("quadrants", 20), ("bitmask", 18), ("symmetry", 19), ("dlx-s", 15))
"""Counts that do not end by themselves meanwhile."""
GROWTH = {
    "brute-force": (5, 7), "permutations": (8, 11), "naive": (10, 13), "backtracking": (10, 13), "dlx": (10, 13),
    "dlx-s": (10, 13), "bitmask": (11, 15), "symmetry": (12, 16), "quadrants": (13, 18),
}  # fmt: skip


def count(key: str, n: int) -> int:
    """All solutions, tables included."""
    search = algorithm("queens", key).start(Queens(n), Goal.COUNT)
    return finished(search)


def counted(key: str, n: int) -> Callable[[], float]:
    def measure() -> float:
        forget_tables()
        found: list[int] = []
        seconds = cpu(lambda: found.append(count(key, n)))
        assert found == [KNOWN_COUNTS[n - 1]], (key, n, found)
        return seconds

    return measure


def forget_tables() -> None:
    """So that quadrants make their tables anew."""
    rooms_of.cache_clear()  # type: ignore[attr-defined]


def compare(sizes: list[int], repeat: int, sources: dict[str, str], peers: dict[str, str], folder: Path) -> None:
    """Ours in turn with C++."""
    if shutil.which("g++"):
        (folder / "bitmask.cpp").write_text(CPP)
        for name, source in {"C++ bitmask": str(folder / "bitmask.cpp"), **sources}.items():
            program = folder / f"program{len(peers)}"
            subprocess.run(
                ["g++", "-std=c++20", "-O3", "-march=native", "-pthread", "-o", str(program), source], check=True
            )
            peers = {**peers, name: f"{program} {{n}}"}
    else:
        print("\nno g++ here: C++ is left out")
    print("\nprocessor seconds, median (range), and the first column's time over each")
    for n in sizes:
        measures: dict[str, Callable[[], float]] = {}
        for name, command_line in peers.items():
            if not (name == "C++ bitmask" and n > 16):
                words = command_line.format(n=n).split()
                measures[name] = partial(cpu_of_command, words)
        for key in ("bitmask", "symmetry", "quadrants"):
            if n <= 15 or key == "quadrants" or (key == "symmetry" and n <= 16):
                measures[key] = counted(key, n)
        progress(f"N = {n}")
        seconds = in_turn(measures, repeat)
        progress("")
        first = next(iter(seconds))
        print(f"N = {n}")
        for name, each in seconds.items():
            ratios = [one / other for one, other in zip(seconds[first], each, strict=True)]
            print(f"  {name:14} {span(each)}   {ratio(seconds[first], each):8.2f} × "
                  f"({min(ratios):.2f} … {max(ratios):.2f})")  # fmt: skip


def growth(repeat: int) -> None:
    """Cost against size: s = a · g^N, by least squares on the logarithms."""
    print("\nprocessor seconds by N, and the fitted growth for one more row")
    for key, (first, last) in GROWTH.items():
        sizes = range(first, last + 1)
        algorithm("queens", key).start(Queens(first), Goal.COUNT).prepare()  # machine code for all sizes
        seconds = [sorted(in_turn({key: counted(key, n)}, repeat)[key])[repeat // 2] for n in sizes]
        for parity in (0, 1) if key == "quadrants" else (None,):
            points = [(n, s) for n, s in zip(sizes, seconds, strict=True) if parity is None or n % 2 == parity]
            slope = _slope([(n, math.log(max(s, 1e-6))) for n, s in points])
            label = key if parity is None else f"{key}, {'odd' if parity else 'even'}"
            shown = "  ".join(f"{n}: {duration(s)}" for n, s in points)
            print(f"  {label:16} × {math.exp(slope):5.2f} a row    {shown}")


def _slope(points: list[tuple[int, float]]) -> float:
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def cancel(moments: int) -> None:
    """From the order to the end of driving."""
    print(f"\nmilliseconds until a count in two threads has stopped, {moments} random moments: median, worst")
    random_ = random.Random(1)
    for key, n in CANCELLED:
        waits = []
        for _ in range(moments):
            run = Run(algorithm("queens", key).start(Queens(n), Goal.COUNT, parameters={"threads": 2}))
            driving = threading.Thread(target=run.drive)
            driving.start()
            while not run.counts():
                time.sleep(0.01)
            time.sleep(random_.random() * 0.2)
            asked = time.perf_counter()
            run.cancel()
            driving.join()
            waits.append((time.perf_counter() - asked) * 1000)
        print(f"  {key:14} N = {n:2}   {statistics.median(waits):6.1f} {max(waits):6.1f}", flush=True)


def check(to: int) -> None:
    """The three sequences, computed."""
    for n in range(1, to + 1):
        found = count("quadrants" if n > 3 else "bitmask", n)
        half = finished(TurnedSearch(Queens(n), quarter=False))
        classes = count_classes(Queens(n), found).classes
        good = (found, classes, half) == (KNOWN_COUNTS[n - 1], KNOWN_CLASSES[n - 1], HALF_TURNS[n - 1])
        print(f"  N = {n:2}  {found:>15} solutions {classes:>14} classes {half:>8} half turns  "
              f"{'agree' if good else 'DIFFER'}", flush=True)  # fmt: skip
        assert good


KILLED = """
import sys
from pathlib import Path
from core._catalog import algorithm
from core._parts.ledger import Ledger
from core._parts.counting import PartedCount
from core._parts.part import cut
from core._queens.problem import Queens
from core._search import Status
entry = algorithm("queens", "quadrants")
parts = cut(entry, Queens(15), entry.settings({}), 400)
search = PartedCount(entry, Queens(15), parts, threads=2, ledger=Ledger(Path(sys.argv[1]), parts[0]))
search.prepare()  # before the clock runs: machine code takes longer to load than the count
print("begun", flush=True)
while search.advance(1 << 30) is Status.RUNNING:
    pass
print(search.counts()[0])
"""


def kills(number: int, folder: Path) -> None:
    """SIGKILL at random moments; a ledger that is complete begins again as a new one."""
    random_ = random.Random(1)
    entry = algorithm("queens", "quadrants")
    part = cut(entry, Queens(15), entry.settings({}), 400)[0]
    done = ledgers = 0
    while done < number:
        path, before = folder / f"ledger{ledgers}", -1
        while True:
            child = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True)
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(random_.random() * 0.3)
            child.send_signal(signal.SIGKILL)
            ended = child.communicate()[0].strip()
            if ended:
                assert int(ended) == KNOWN_COUNTS[14], ended
                break
            done += 1
            finished_parts = len(Ledger(path, part).records())
            assert finished_parts >= before
            before = finished_parts
            progress(f"{done} kills, {finished_parts} of 400 parts")
        ledgers += 1
        records = Ledger(path, part).records()
        assert sum(record.solutions for record in records.values()) == KNOWN_COUNTS[14]
        assert sorted(records) == list(range(400))
    progress("")
    print(f"killed {done} times in {ledgers} counts of N = 15: each ended with {KNOWN_COUNTS[14]}, every part once")


def estimates(sizes: list[int]) -> None:
    """What is estimated from a tenth, and what it then takes."""
    entry = algorithm("queens", "quadrants")
    for n in sizes:
        parts = cut(entry, Queens(n), entry.settings({}), usual_parts(entry, Queens(n)))
        took = counted("quadrants", n)()
        guess = estimate(parts, took / 10)
        assert guess is not None
        s = guess.seconds
        print(f"  N = {n}: {guess.sampled} of {guess.parts} parts say {duration(s.value)} ({duration(s.low)} to "
              f"{duration(s.high)}); it took {duration(took)}")  # fmt: skip


def _most_memory() -> float:
    """Megabytes that this process has had at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def large(sizes: list[int]) -> None:
    """Boards that take hours: begun, and one part of each done in several ways."""
    entry = algorithm("queens", "quadrants")
    for n in sizes:
        of = usual_parts(entry, Queens(n))
        print(f"\nN = {n}: part 1 of {of} by quadrants; {bytes_needed(n) / 1e6:,.0f} MB said before", flush=True)
        before = _most_memory()
        results, told = set(), False
        ways = [(each, LONGEST_UNORDERED) for each in Processor if available(each)]
        for processor, unordered in [*ways, (ways[0][0], 1 << 40)]:
            search = QuadrantSearch(Queens(n), None, processor, 0, of, unordered=unordered)
            search.prepare()
            took = cpu(lambda search=search: finished(search))  # type: ignore[misc]
            results.add((search.counts(), search.checksums))
            used = f"; {_most_memory() - before:,.0f} MB more than before" if not told else ""
            told = True
            lists = "lists in order" if unordered == LONGEST_UNORDERED else "lists as they are"
            print(f"  {processor.value:7} {lists:18} {search.counts()[0]:,} solutions in {duration(took)}{used}",
                  flush=True)  # fmt: skip
        print(f"  {'all agree, checksums too' if len(results) == 1 else 'THEY DIFFER'}")
        assert len(results) == 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="compare,cover,growth,scale", help=", ".join(TABLES))
    parser.add_argument("--sizes", default="14,15,16", help="of compare")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument(
        "--source", action="append", default=[], metavar="NAME=FILE.cpp", help="takes N as its argument"
    )
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND", help="with {n} for N")
    parser.add_argument("--scale-size", type=int, default=18)
    parser.add_argument("--to", type=int, default=18)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--estimate-sizes", default="16,17,18", help="of estimate; 18,19,20 takes a minute")
    parser.add_argument("--large-sizes", default="21", help="of large; 24 takes 6 GB and some minutes")
    parser.add_argument("--moments", type=int, default=50, help="of cancel")
    options = parser.parse_args()
    tables = options.tables.split(",")
    sources, peers = (dict(text.split("=", 1) for text in given) for given in (options.source, options.peer))
    for key in ("bitmask", "symmetry", "quadrants", "backtracking", "dlx-s"):
        algorithm("queens", key).start(Queens(8), Goal.COUNT).prepare()
    count("quadrants", 12)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "compare" in tables:
            compare([int(size) for size in options.sizes.split(",")], options.repeat, sources, peers, folder)
        if "cover" in tables:
            print("\nexact cover, all solutions: processor seconds, median (range), and over those of dlx")
            compare_all(INSTANCES, min(3, options.repeat))
        if "growth" in tables:
            growth(min(3, options.repeat))
        if "scale" in tables:
            scale(options.scale_size)
        if "threads" in tables:
            threads(min(3, options.repeat))
        if "cancel" in tables:
            cancel(options.moments)
        if "check" in tables:
            check(options.to)
        if "kills" in tables:
            kills(options.kills, folder)
        if "estimate" in tables:
            estimates([int(size) for size in options.estimate_sizes.split(",")])
        if "large" in tables:
            large([int(size) for size in options.large_sizes.split(",")])


if __name__ == "__main__":
    main()
