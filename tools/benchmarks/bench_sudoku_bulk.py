"""9×9 in bulk: ``python -m tools.benchmarks.bench_sudoku_bulk [FILE …] [--only TABLE] [--tdoku PATH]``.

Four tables, all in processor time, medians of interleaved rounds, ratios with
their 96 % intervals (the second lowest and the second highest of nine rounds):

- puzzles a second with uniqueness proved (limit 2), by the way the solver works
  and by what the processor is taken to have, each in a process of its own,
  and beside tdoku, built for the same, where its library or sources are given;
- beside the solvers that can be installed from PyPI (`tools.benchmarks.sudoku_peers`),
  in pairs on the same puzzles: to a first solution, and to the proof that it is the only one;
- a whole file by phase: found lines, read, solved, checked and written;
- canonical forms a second.

Then the command line end to end on a list of K lines (wall time, both
processors) with the largest memory it took.  Files are lists of 81 characters a
line; without any, those of the shared data.  A short list (``--forms K``) is given
K times in other symmetric forms, for timings long enough and nothing learnt by heart.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.core.sudoku.samples import DATA
from tests.core.sudoku.symmetry import scrambled

PROCESSORS: tuple[tuple[str, dict[str, str], str], ...] = (
    ("as it is", {}, "native"),
    ("AVX2", {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": ""}, "haswell"),
    ("SSE4", {"NUMBA_CPU_NAME": "nehalem", "NUMBA_CPU_FEATURES": ""}, "nehalem"),
)
"""Each with what makes Numba take it for granted, and what tdoku is built for."""
FILES = ("magictour_top1465.txt", "hardest_1905_sample.txt")
ROUNDS = 9
PEER_SECONDS = 1.0
"""Of one round of a peer, about."""


def puzzles_of(path: Path) -> NDArray[np.int32]:
    """The puzzles of a list."""
    lines = [line for line in path.read_text().splitlines() if len(line) >= 81 and line[0] != "#"]
    return np.array([[0 if c in "0." else int(c) for c in line[:81]] for line in lines], dtype=np.int32)


def in_forms(puzzles: NDArray[np.int32], forms: int) -> NDArray[np.int32]:
    """Each puzzle so many times, in random symmetric forms where that is more than once, in random order."""
    if forms == 1:
        return puzzles
    chance = random.Random(1)
    rows = [scrambled(puzzle, chance) for puzzle in puzzles for _ in range(forms)]
    chance.shuffle(rows)
    return np.array(rows)


def rates(path: Path, library: Path | None, forms: int) -> None:
    """Print our rate here, and its nodes, and tdoku's (for a process of its own)."""
    from core.sudoku._bulk.bands import BandsWorkspace

    puzzles = in_forms(puzzles_of(path), forms)
    space, best = BandsWorkspace(), "bands"
    solvers: dict[str, Callable[[NDArray[np.int32]], tuple[Any, Any]]] = {best: lambda some: space.solve(some, 2)[1:]}
    if library is not None:
        from tools.benchmarks.peer_tdoku import Tdoku, texts_of

        tdoku, texts = Tdoku(library), texts_of(puzzles)
        solvers["tdoku"] = lambda some: tdoku.count(texts[: len(some)], 2)
    spent: dict[str, list[float]] = {name: [] for name in solvers}
    nodes, counts = {}, []
    for solve in solvers.values():
        solve(puzzles[:1])
    for _ in range(ROUNDS):
        for name, solve in solvers.items():
            started = time.process_time()
            found, visited = solve(puzzles)
            spent[name].append(time.process_time() - started)
            nodes[name] = visited.mean()
            counts.append(found)
    assert all((found == counts[0]).all() for found in counts)
    cells = [
        f"{name} {len(puzzles) / median(times):>8,.0f} /s {nodes[name]:>6.1f} nodes" for name, times in spent.items()
    ]
    for other in (name for name in solvers if name != best):
        ratios = sorted(theirs / mine for theirs, mine in zip(spent[other], spent[best], strict=True))
        cells.append(f"{best}/{other} {median(ratios):.2f} ({ratios[1]:.2f} … {ratios[-2]:.2f})")
    print("   ".join(cells))


def by_processor(paths: list[Path], tdoku: Path | None, forms: int) -> None:
    """Puzzles a second, with uniqueness proved."""
    for path in paths:
        for name, environment, machine in PROCESSORS:
            command = [sys.executable, "-m", "tools.benchmarks.bench_sudoku_bulk", "--rates", str(path)]
            command += ["--forms", str(forms)]
            if tdoku is not None:
                from tools.benchmarks.peer_tdoku import built

                command += ["--tdoku", str(built(tdoku, machine))]
            done = subprocess.run(
                command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
            )
            print(f"{path.name:<28} {name:<9} {done.stdout.strip() or done.stderr.strip()[-200:]}", flush=True)


def beside_peers(path: Path) -> None:
    """Ours and each peer in turn, both from the same values to checked solutions."""
    from core import Sudoku
    from tools.benchmarks.sudoku_peers import NINE, by_batch, peers

    everything = [Sudoku.of(NINE, tuple(row)) for row in puzzles_of(path).tolist()]
    random.Random(1).shuffle(everything)
    print(f"{path.name}: puzzles a second")
    for peer in peers():
        ours = by_batch(2 if peer.proves else 1)
        peer.solve(everything[:1])
        ours(everything[:2])
        problems: list[Sudoku] = []
        started = time.process_time()
        while len(problems) < len(everything) and time.process_time() - started < PEER_SECONDS:
            problems.append(everything[len(problems)])  # as many as a slow one does in about a second
            peer.solve(problems[-1:])
        spent: dict[str, list[float]] = {"ours": [], "theirs": []}
        for _ in range(ROUNDS):
            for name, solve in (("ours", ours), ("theirs", peer.solve)):
                started = time.process_time()
                found = solve(problems)
                spent[name].append(time.process_time() - started)
                assert all(problem.verify(values) for problem, values in zip(problems, found, strict=True)), peer.name
        ratios = sorted(theirs / mine for theirs, mine in zip(spent["theirs"], spent["ours"], strict=True))
        goal = "proof of uniqueness" if peer.proves else "first solution"
        rates = {name: len(problems) / median(times) for name, times in spent.items()}
        print(f"  {peer.name:<28} {goal:<20} {len(problems):>5} puzzles   {rates['theirs']:>9,.0f} /s, ours"
              f" {rates['ours']:>9,.0f} /s: {median(ratios):,.0f} × ({ratios[1]:,.0f} … {ratios[-2]:,.0f})",
              flush=True)  # fmt: skip


def by_phase(path: Path) -> None:
    """Microseconds a puzzle of each phase on a file."""
    from core.sudoku._bulk.bands import BandsWorkspace
    from core.sudoku._bulk.puzzle_lines import find_lines, read_plain, write_solved

    block = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    count = int((block == 10).sum())
    phases: dict[str, list[float]] = {"find lines": [], "read": [], "solve": [], "check and write": []}
    for _ in range(ROUNDS + 1):
        starts, kinds = np.zeros(count + 2, dtype=np.int64), np.zeros(count + 1, dtype=np.uint8)
        firsts = np.zeros(count + 1, dtype=np.int64)
        at = [time.process_time()]
        lines = find_lines(block, len(block), False, starts, kinds, firsts)
        at.append(time.process_time())
        puzzles = np.zeros((int((kinds[:lines] == 0).sum()), 81), dtype=np.int32)
        read_plain(block, firsts, kinds, lines, puzzles)
        at.append(time.process_time())
        solutions, counts, _ = BandsWorkspace().solve(puzzles, 1)
        at.append(time.process_time())
        write_solved(puzzles, solutions, counts, kinds[:lines], np.zeros(82 * len(puzzles), dtype=np.uint8))
        at.append(time.process_time())
        for phase, spent in zip(phases.values(), np.diff(at), strict=True):
            phase.append(spent / len(puzzles) * 1e6)
    print(path.name, *(f"{name} {median(spent[1:]):.2f} µs" for name, spent in phases.items()), sep="   ")


def canonical(path: Path) -> None:
    """Canonical forms a second."""
    from core.sudoku._bulk.canonical import canonical_forms

    puzzles, spent = puzzles_of(path), []
    canonical_forms(puzzles[:1])
    for _ in range(ROUNDS):
        started = time.process_time()
        canonical_forms(puzzles)
        spent.append(time.process_time() - started)
    print(f"{path.name:<28} canonical forms {len(puzzles) / median(spent):>9,.0f} /s")


def end_to_end(path: Path, lines: int) -> None:
    """The command line on a long list: puzzles a second of wall time, and memory."""
    text = "".join("".join(map(str, row)) + "\n" for row in puzzles_of(path).tolist())
    with tempfile.TemporaryDirectory() as folder:
        long = Path(folder) / "long.txt"
        with long.open("w") as file:
            for _ in range(0, lines, text.count("\n")):
                file.write(text)
        count = lines - lines % text.count("\n") + text.count("\n") * bool(lines % text.count("\n"))
        started = time.perf_counter()
        command = [sys.executable, "-m", "core", "sudoku", "solve", str(long)]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        spent = time.perf_counter() - started
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{path.name:<28} {count:,} lines in {spent:.1f} s: {count / spent:,.0f} /s, at most {memory:.0f} MiB")


def main() -> None:
    """Run everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="*", type=Path)
    arguments.add_argument("--lines", type=int, default=500_000, help="of the list for the command line")
    arguments.add_argument("--forms", type=int, default=1, help="of each puzzle, in the table by processor")
    arguments.add_argument("--tdoku", type=Path, help="tdoku's library, or a folder of its sources (built with $CXX)")
    names = ("processors", "peers", "phases", "canonical", "lines")
    arguments.add_argument("--only", choices=names, help="one of the tables")
    arguments.add_argument("--rates", type=Path, help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.rates:
        rates(options.rates, options.tdoku, options.forms)
        return
    paths = options.files or [DATA / name for name in FILES if (DATA / name).exists()]
    tables: dict[str, Callable[[Path], object]] = {
        "processors": lambda path: by_processor([path], options.tdoku, options.forms), "peers": beside_peers,
        "phases": by_phase, "canonical": canonical, "lines": lambda path: end_to_end(path, options.lines),
    }  # fmt: skip
    for name, table in tables.items():
        if options.only in (None, name):
            for path in paths:
                table(path)


if __name__ == "__main__":
    main()
