"""Exact cover beside peers: ``python -m tools.benchmarks.bench_cover WHAT … [--instances NAME …] [--repeat R]``.

``searches``   counts in this process, ours beside what PyPI has (xcover, exact-cover, miniexact, dxz): structures and
               compiling left out for ours and xcover; for a peer that takes a whole problem in one call, the call
``processes``  whole processes, from the start of the program to its last line: ``dq cover count``, ``solve -g all`` and
               ``solve --cheapest`` beside Knuth's dlx1, dlx2, dlx3, dlx5 and ssxcc, on the same file
``diagrams``   all solutions as one diagram, beside DXZ: seconds, and the most memory held beyond what was held before
``restarts``   Dancing Links to a first solution in Latin squares with holes, with restarts and without: nodes
``large``      a million options from Python; with --before FOLDER beside the sources of an earlier version there

All times are processor seconds of one thread, in rounds: every program once, then again.  Printed are medians with
their range and the median ratio, round by round, to the first.  Every count is checked.  Peers are left out where they
are not there or cannot take the problem, which is said: ``--peers FOLDER`` has what ``pip install --target FOLDER
xcover exact-cover miniexact dxz`` puts there, ``--knuth FOLDER`` the programs (cs.stanford.edu/~knuth/programs.html).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from core import ExactCover, Goal, Status, algorithm
from core.exact_cover._encodings import dominoes, queens
from core.exact_cover._formats import knuth
from core.exact_cover._gallery import Instance, instance
from tools.benchmarks.paired import cpu_of_command, in_turn, ratio, span

INSTANCES = (
    "pentominoes-6x10", "pentominoes-8x8-centre", "latin-5", "latin-6-first-row", "langford-12", "dominoes-8x8",
    "queens-12",
)  # fmt: skip
WHOLE = ("langford-11", "pentominoes-6x10", "queens-12", "words-5x5", "attack-7x7", "digits-6x6", "medley-relay")
DIAGRAMS = (
    "pentominoes-6x10", "soma", "dominoes-8x8", "dominoes-12x12", "dominoes-16x16", "queens-8", "queens-10",
    "queens-12", "queens-14", "langford-11", "attack-8x8",
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
ANSWERS = (r"optimum cost is \$(\d+)", r"^cost ([\d\s]+?)$", r"Altogether (\d+)", r": (\d+)$")
"""What Knuth's programs and ours say at the end; the first of these that is found counts."""
KNUTH = ("dlx1", "dlx2", "dlx3", "dlx5", "ssxcc")
BEYOND_DXZ = {"dominoes-12x12", "dominoes-16x16"}
"""Not finished after `LONGEST` seconds."""
LONGEST = 240
PATIENCE = 20.0
"""Seconds: a peer that needed more is not asked again."""
HOLES = ((30, 0.40), (33, 0.42))
"""Orders of Latin squares, and the share of their cells that are emptied."""
MOST_NODES = 300_000
MILLION = 1_000_000

Timed = Callable[[], tuple[float, int]]


# Searches in this process


def ours(key: str, parameters: dict[str, str], problem: ExactCover) -> Timed:
    def count() -> tuple[float, int]:
        search = algorithm("cover", key).start(problem, Goal.COUNT, None, parameters=parameters)
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


# Whole processes


def problem_of(name: str) -> tuple[ExactCover, int | None]:
    """A problem, and its number of solutions where that is known."""
    if name == "words-5x5":
        return word_square(5, 45, 1), None
    if name == "dominoes-12x12":
        return dominoes(12, 12).problem, 53060477521960000
    if name == "queens-14":
        return queens(14).problem, 365596
    entry = instance(name)
    return entry.puzzle().problem, entry.known


def word_square(size: int, words: int, seed: int) -> ExactCover:
    """Squares whose rows and columns are among some words of three letters; the cells are secondary, in colours."""
    chance = random.Random(seed)
    every = [tuple("abc"[number // 3**place % 3] for place in range(size)) for number in range(3**size)]
    chosen = sorted(chance.sample(every, words))
    options = [
        {f"{line}{at}": None} | {cell(at, place): letter for place, letter in enumerate(word)}
        for line, cell in (("R", lambda r, c: f"{r}{c}"), ("C", lambda c, r: f"{r}{c}"))
        for at in range(size) for word in chosen
    ]  # fmt: skip
    return ExactCover.from_options(options, secondary=[f"{r}{c}" for r in range(size) for c in range(size)])


def takes(program: str, problem: ExactCover) -> bool:
    """Whether one of Knuth's programs takes a problem and answers the same question."""
    if problem.multiple:
        return program == "dlx3" and not problem.costly
    if problem.costly:
        return program == "dlx5"
    return program in ("dlx3", "ssxcc", "dlx2") or (program == "dlx1" and not problem.coloured)


def told(command: Sequence[str], file: Path) -> int:
    """What a program prints as its answer to a file on standard input: the number of solutions, or the least cost."""
    with file.open() as problem:
        made = subprocess.run(command, stdin=problem, capture_output=True, text=True, check=True)
    for pattern in ANSWERS:
        if number := re.search(pattern, made.stderr + made.stdout, re.MULTILINE):
            return int("".join(number[1].split()))
    raise SystemExit(f"{command[0]} says nothing of what it has found: {made.stderr}")


def whole_processes(name: str, repeat: int, folder: Path | None) -> None:
    """One instance from its file, by programs in turn."""
    problem, _ = problem_of(name)
    print(name)
    left_out = [knuth.beyond_knuth(problem) or ""] if knuth.beyond_knuth(problem) else []
    dq = [sys.executable, "-m", "core", "cover"]
    rounds = [("solve --cheapest", ["solve", "-", "--cheapest"], [])] if problem.costly else [
        ("count", ["count", "-"], []), ("solve -g all", ["solve", "-", "-g", "all"], ["m1"]),
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as made:
        file = Path(made) / "problem.dlx"
        file.write_text(knuth.write(problem))
        for title, verb, options in rounds:
            commands = {f"dq {title}": [*dq, *verb]}
            for program in KNUTH if not left_out else ():
                if folder is None or not (folder / program).is_file():
                    left_out.append(f"{program} is not there (--knuth)")
                elif takes(program, problem):
                    commands[program] = [str(folder / program), *options]
            answers = {key: told(command, file) for key, command in commands.items()}
            if len(set(answers.values())) > 1:
                raise SystemExit(f"{name}: {answers}")
            measures = {key: of_file(command, file) for key, command in commands.items()}
            seconds = in_turn(measures, repeat)
            first = seconds[f"dq {title}"]
            for key, each in seconds.items():
                print(f"  {key:<22} {span(each):34} {ratio(each, first):8.3f} × dq")
    print("".join(f"  left out: {reason}\n" for reason in dict.fromkeys(left_out)), end="", flush=True)


def of_file(command: Sequence[str], file: Path) -> Callable[[], float]:
    """The processor seconds of a process that reads this file."""

    def measure() -> float:
        with file.open() as problem:
            return cpu_of_command(command, problem)

    return measure


# Diagrams, each in a process of its own, so that its memory can be told


def held() -> int:
    """The most KiB that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def diagram(problem: ExactCover) -> dict[str, object]:
    """Build our diagram."""
    search = algorithm("cover", "diagram").start(problem, Goal.COUNT, parameters={"memory": 4096})
    search.prepare()
    before, started = held(), time.process_time()
    while search.advance(1 << 40) is Status.RUNNING:
        pass
    seconds = time.process_time() - started
    size = (search.snapshot().detail or {})["diagram"]
    return {"count": search.counts()[0], "seconds": seconds, "kib": held() - before, "nodes": size["nodes"]}


def dxz(problem: ExactCover) -> dict[str, object]:
    """Have DXZ count, which keeps its own diagram."""
    call = with_dxz(problem)
    before = held()
    seconds, count = call()
    return {"count": count, "seconds": seconds, "kib": held() - before}


def million(_: ExactCover) -> dict[str, object]:
    """A million options from Python."""
    rows = [(i % 1000, 1000 + i * 7 % 1000, 2000 + i // 1000) for i in range(MILLION)]
    before, started = held(), time.process_time()
    made = ExactCover.from_options(range(3000), rows)
    seconds = time.process_time() - started
    return {"count": len(made.options), "seconds": seconds, "kib": held() - before}


ALONE = {"diagram": diagram, "dxz": dxz, "million": million}


def alone(what: str, name: str, sources: Path = Path()) -> dict[str, object] | str:
    """One measurement in a process of its own, or why there is none."""
    command = [sys.executable, str(Path(__file__).resolve()), "--alone", what, name]
    paths = [str(sources.resolve()), str(Path(__file__).resolve().parents[2]), *filter(None, sys.path)]
    try:
        made = subprocess.run(
            command, capture_output=True, text=True, timeout=LONGEST, check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"not finished after {LONGEST} s"
    if made.returncode:
        return made.stderr.strip().splitlines()[-1]
    found: dict[str, object] = json.loads(made.stdout)
    return found


def beside(runs: dict[str, Callable[[], dict[str, object] | str]], repeat: int, known: int | None) -> None:
    """Measurements in processes of their own, in turn; the counts are checked."""
    seconds: dict[str, list[float]] = {key: [] for key in runs}
    last: dict[str, dict[str, object]] = {}
    missing: dict[str, str] = {}
    for number in range(repeat + 1):  # the first round only puts machine code on the disk
        for key, run in runs.items():
            if key in missing:
                continue
            found = run()
            if isinstance(found, str):
                missing[key] = found
            elif int(str(found["count"])) != known:
                raise SystemExit(f"{key} counts {found['count']}, not {known}")
            elif number:
                seconds[key].append(float(str(found["seconds"])))
                last[key] = found
    first = next(iter(seconds.values()))
    for key, each in seconds.items():
        if key in missing:
            print(f"  {key:<10} {missing[key]}")
        else:
            more = f", {last[key]['nodes']} nodes" if "nodes" in last[key] else ""
            mib = int(str(last[key]["kib"])) / 1024
            print(f"  {key:<10} {span(each):34} {ratio(each, first):8.3f} × the first, {mib:.1f} MiB{more}")
    sys.stdout.flush()


def diagrams(name: str, repeat: int) -> None:
    """One instance, ours and DXZ in turn."""
    problem, known = problem_of(name)
    print(f"{name}: {known}")
    runs: dict[str, Callable[[], dict[str, object] | str]] = {"diagram": lambda: alone("diagram", name)}
    if problem.secondary or problem.multiple:
        print("  dxz        has no secondary items and no multiplicities")
    elif name in BEYOND_DXZ:
        print(f"  dxz        not finished after {LONGEST} s")
    else:
        runs["dxz"] = lambda: alone("dxz", name)
    beside(runs, repeat, known)


def large(repeat: int, before: Path | None) -> None:
    """A million options, now and before."""
    print("a million options, ExactCover.from_options")
    runs: dict[str, Callable[[], dict[str, object] | str]] = {}
    if before is not None:
        runs["before"] = lambda: alone("million", "", before)
    beside({**runs, "now": lambda: alone("million", "")}, repeat, MILLION)


# Restarts


def latin_with_holes(order: int, share: float, seed: int) -> ExactCover:
    """A random Latin square with this share of its cells emptied, to be filled again (quasigroup with holes).

    A run's time has a heavy tail there: Gomes, Selman, Crato and Kautz, "Heavy-tailed phenomena in satisfiability and
    constraint satisfaction problems" (2000).
    """
    chance = random.Random(seed)
    rows, columns, values = (chance.sample(range(order), order) for _ in range(3))
    square = {(r, c): values[(rows[r] + columns[c]) % order] for r in range(order) for c in range(order)}
    for _ in range(200 * order):
        # Two rows swap the values of a cycle; then rows, columns and values change their parts.
        one, other = chance.sample(range(order), 2)
        at = {square[one, c]: c for c in range(order)}
        column = first = chance.randrange(order)
        while True:
            square[one, column], square[other, column] = square[other, column], square[one, column]
            column = at[square[one, column]]
            if column == first:
                break
        match chance.randrange(3):
            case 0:
                square = {(c, r): v for (r, c), v in square.items()}
            case 1:
                square = {(r, v): c for (r, c), v in square.items()}
    cells = sorted(square)
    empty = set(chance.sample(cells, round(share * len(cells))))
    taken = {each for (r, c), v in square.items() if (r, c) not in empty for each in (("r", r, v), ("c", c, v))}
    return ExactCover.from_options(
        (f"p{r},{c}", f"r{r},{v}", f"c{c},{v}")
        for r, c in sorted(empty) for v in range(order)
        if ("r", r, v) not in taken and ("c", c, v) not in taken
    )  # fmt: skip


def restarts(repeat: int) -> None:
    """Nodes to the first solution, in the median over seeds, of eight squares of each order."""
    units = (0, 300, 1000)
    for order, share in HOLES:
        print(f"Latin squares of order {order}, {share:.0%} of the cells empty; seeds 1 to {repeat}")
        print(f"  {'square':<8}" + "".join(f"{f'restarts={unit}' if unit else 'none':>30}" for unit in units))
        for number in range(1, 9):
            problem = latin_with_holes(order, share, number)
            row = ""
            for unit in units:
                nodes = [nodes_to_first(problem, unit, seed) for seed in range(1, repeat + 1)]
                unfinished = sum(each >= MOST_NODES for each in nodes)
                row += f"{f'{median(nodes):.0f}, {unfinished} not by {MOST_NODES}':>30}"
            print(f"  {number:<8}{row}", flush=True)


def nodes_to_first(problem: ExactCover, unit: int, seed: int) -> int:
    """How many nodes Dancing Links visits, `MOST_NODES` at most."""
    settings: dict[str, str | int] = {"choice": "random", "seed": seed, "restarts": unit}
    search = algorithm("cover", "dlx").start(problem, Goal.FIRST, parameters=settings)
    search.prepare()
    while search.status is Status.RUNNING and search.counts()[1] < MOST_NODES:
        search.advance(MOST_NODES - search.counts()[1])
    return search.counts()[1]


WHAT = ("searches", "processes", "diagrams", "restarts", "large")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"{', '.join(WHAT)}; default: all")
    parser.add_argument("--instances", nargs="+", metavar="NAME")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--patience", type=float, default=PATIENCE, metavar="S")
    parser.add_argument("--all", action="store_true", help="ask slow peers too")
    parser.add_argument("--knuth", type=Path, metavar="FOLDER", help="where Knuth's programs are")
    parser.add_argument("--peers", type=Path, metavar="FOLDER", help="where Python's peers are installed")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="large: the sources of an earlier version")
    parser.add_argument("--alone", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        what, name = options.alone
        print(json.dumps(ALONE[what](problem_of(name)[0] if name else ExactCover([], []))))
        return
    if options.peers is not None:
        sys.path.append(str(options.peers.resolve()))
    for what in options.what or WHAT:
        print(f"\n{what}")
        if what == "searches":
            compare_all(options.instances or INSTANCES, options.repeat, options.patience, options.all)
        elif what == "processes":
            for name in options.instances or WHOLE:
                whole_processes(name, options.repeat, options.knuth)
        elif what == "diagrams":
            for name in options.instances or DIAGRAMS:
                diagrams(name, options.repeat)
        elif what == "restarts":
            restarts(max(options.repeat, 11))
        elif what == "large":
            large(options.repeat, options.before)
        else:
            parser.error(f"there is no {what!r}; there are {', '.join(WHAT)}")


if __name__ == "__main__":
    main()
