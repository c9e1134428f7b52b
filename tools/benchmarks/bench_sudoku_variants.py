"""Sudoku variants, alone or beside Interactive Sudoku Solver under node.

``python -m tools.benchmarks.bench_sudoku_variants [FILE] [--iss FOLDER] [--node NODE] [--rounds K]``: FILE has a title,
a constraint string and a solution a line, tabs between, and perhaps that solver's times from a cold start.  FOLDER is
a checkout of github.com/sigh/Interactive-Sudoku-Solver.

Each puzzle is built and searched until its solution is proved to be the only one; processor time in ms, medians of
rounds in which the two take turns, the first round left out: both are warm.  Reading the string is in neither.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from pathlib import Path
from shutil import which
from statistics import median
from typing import Any, NamedTuple

from core import Goal, ProblemError, Status, Sudoku
from core.sudoku import parse
from core.sudoku._layout import forget_layouts
from core.sudoku._propagation.search import Propagation
from tests.core.sudoku.samples import DATA

BUDGET = 500_000


class Puzzle(NamedTuple):
    """A line of the file."""

    title: str
    text: str
    solution: str
    cold: float | None
    problem: Sudoku


class Spent(NamedTuple):
    """What one puzzle took, in ms."""

    build: float
    search: float
    solution: str | None
    nodes: int


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a file; those that are not known here are named."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        title, text, solution, *more = line.split("\t")
        try:
            problem = parse(text).problem
        except ProblemError as error:
            print(f"left out: {title}: {error}")
            continue
        found.append(Puzzle(title, text, solution, float(more[0]) if more else None, problem))
    return found


def ours(problem: Sudoku) -> Spent:
    """One puzzle by propagation, from a problem that knows nothing yet."""
    forget_layouts()  # what follows from the rules is found anew
    start = time.process_time()
    fresh = Sudoku(problem.shape, candidates=problem.candidates, rules=problem.rules)
    search = Propagation(fresh, Goal.COUNT, 2)
    built = time.process_time()
    while search.status is Status.RUNNING and search.counts()[1] < BUDGET:
        search.advance(BUDGET)
    end = time.process_time()
    alone = search.status is Status.COMPLETE and search.counts()[0] == 1
    signs = "0123456789" if problem.shape.order < 10 else "?ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    found = "".join(signs[value] for value in search.solutions[0]) if alone else None
    return Spent((built - start) * 1e3, (end - built) * 1e3, found, search.counts()[1])


class Peer:
    """Interactive Sudoku Solver in a process of its own, which stays."""

    def __init__(self, node: str, folder: Path) -> None:
        script = Path(__file__).with_name("peer_iss.mjs")
        self._child = subprocess.Popen(
            [node, str(script), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def solved(self, text: str) -> Spent | str:
        """One puzzle, or what is wrong with it."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps(text) + "\n")
        self._child.stdin.flush()
        told: dict[str, Any] = json.loads(self._child.stdout.readline() or '{"error": "node has ended"}')
        if "error" in told:
            return str(told["error"])
        return Spent(told["build"], told["search"], told["solution"], told["guesses"] or 0)

    def close(self) -> None:
        """End the process."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait()


def middle(spent: list[Spent]) -> Spent:
    """The median build and search of several rounds."""
    return Spent(median(s.build for s in spent), median(s.search for s in spent), spent[0].solution, spent[0].nodes)


def compared(puzzles: list[Puzzle], peer: Peer | None, rounds: int) -> None:
    """All rounds, then a table and what it comes to."""
    own: dict[str, list[Spent]] = {}
    other: dict[str, list[Spent]] = {}
    for puzzle in puzzles[:1]:
        Propagation(puzzle.problem, Goal.COUNT, 2).prepare()  # machine code, not while others are measured
    for turn in range(rounds + 1):
        for puzzle in puzzles:
            mine = ours(puzzle.problem)
            if mine.solution != puzzle.solution:
                print(f"WRONG: {puzzle.title}: {mine.solution} in {mine.nodes} nodes")
            theirs = peer.solved(puzzle.text) if peer is not None else None
            if isinstance(theirs, str):
                print(f"{puzzle.title}: {theirs}")
                continue
            if turn:
                own.setdefault(puzzle.title, []).append(mine)
                if theirs is not None:
                    other.setdefault(puzzle.title, []).append(theirs)
    print(
        f"{'':44}{'build':>8}{'search':>9}{'nodes':>8}" + (f"{'build':>10}{'search':>9}" if other else f"{'cold':>10}")
    )
    totals: list[tuple[Spent, float | None, Spent | None]] = []
    for puzzle in puzzles:
        if puzzle.title not in own:
            continue
        mine = middle(own[puzzle.title])
        theirs = middle(other[puzzle.title]) if puzzle.title in other else None
        totals.append((mine, puzzle.cold, theirs))
        line = f"{puzzle.title[:42]:44}{mine.build:8.2f}{mine.search:9.2f}{mine.nodes:8}"
        if theirs is not None:
            line += f"{theirs.build:10.2f}{theirs.search:9.2f}"
        elif puzzle.cold is not None:
            line += f"{puzzle.cold:10.1f}"
        print(line)
    build, search = median(m.build for m, _, _ in totals), median(m.search for m, _, _ in totals)
    both = median(m.build + m.search for m, _, _ in totals)
    print(f"ours, medians in ms: build {build:.2f}, search {search:.2f}, together {both:.2f}")
    beside = [(m, t) for m, _, t in totals if t is not None]
    if beside:
        their = [t.build + t.search for _, t in beside]
        print(f"theirs, warm: build {median(t.build for _, t in beside):.2f}, "
              f"search {median(t.search for _, t in beside):.2f}, together {median(their):.2f}")  # fmt: skip
        ahead = sum(m.search < t.build + t.search for m, t in beside)
        whole = sum(m.build + m.search < t.build + t.search for m, t in beside)
        alone = sum(m.search < t.search for m, t in beside)
        print(f"of {len(beside)}, our search is ahead of theirs with building on {ahead}, alone on {alone}; "
              f"both with building on {whole}")  # fmt: skip
    elif colds := [(m, cold) for m, cold, _ in totals if cold is not None]:
        ahead = sum(m.build + m.search < cold for m, cold in colds)
        print(f"the file's cold times: median {median(c for _, c in colds):.2f}; ours ahead on {ahead} of {len(colds)}")


def main() -> None:
    """Read the options and compare."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", nargs="?", type=Path, default=DATA / "variants.tsv")
    options.add_argument("--iss", type=Path, help="a checkout of Interactive Sudoku Solver")
    options.add_argument("--node", default="node", help="how node is called")
    options.add_argument("--rounds", type=int, default=5)
    told = options.parse_args()
    if not told.file.exists():
        raise SystemExit(f"there is no {told.file}")
    peer = None
    if told.iss is not None:
        node = which(told.node)
        if node is None or not (told.iss / "js" / "solver" / "sudoku_builder.js").exists():
            raise SystemExit(f"no {told.node} is installed" if node is None else f"{told.iss} is no checkout of it")
        peer = Peer(node, told.iss)
    else:
        print("without --iss FOLDER there is nobody beside; times of the file, if any, are from a cold start")
    try:
        compared(read(told.file), peer, told.rounds)
    finally:
        if peer is not None:
            peer.close()


if __name__ == "__main__":
    main()
