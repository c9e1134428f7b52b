"""How long somebody waits for a first answer, in fresh processes: python -m tools.benchmarks.bench_first_second

Three columns: with no machine code on disk, with machine code on disk, and with
Numba switched off; Python's own bytecode is on disk throughout.  Commands are timed
to their end, screens from the start of the process to the first solution shown, in a
real terminal.  With ``--cpu`` it is processor time that is told, for a machine that has
other things to do.  Aims: 0.4 s for a
command of under 10 000 nodes, 0.6 s for what a screen opens with when it is new, both with
nothing on disk; the two screens below are given more to do.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import ROOT
from tests.pty_app import PtyApp

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
COMMANDS = {
    "8 queens": ["queens", "8"],
    "8 queens, dlx-s": ["queens", "8", "--algorithm", "dlx-s"],
    "100 queens, min-conflicts": ["queens", "100", "--algorithm", "min-conflicts"],
    "1 Sudoku": ["sudoku", "solve", "-"],
    "1 Sudoku, dlx": ["sudoku", "solve", "-", "--algorithm", "dlx"],
    "first 6×10 pentominoes": ["cover", "solve", "gallery:pentominoes-6x10", "--goal", "first"],
    "12 queens, bitmask (856 189 nodes)": ["queens", "12"],
    "10 queens, dlx-s (11 500 nodes)": ["queens", "10", "--algorithm", "dlx-s"],
}
SCREENS = {
    "queens screen": (["queens", "--speed", "full", "--run"], "92 / 92"),
    "sudoku screen": (["sudoku", "--speed", "full", "--run"], "SOLUTION 1"),
    "cover screen": (["cover", "--speed", "full", "--run"], "solution 1 of 1"),
    "sudoku screen, the hardest puzzle": (["sudoku", "PUZZLE", "--speed", "full", "--run"], "SOLUTION 1"),
    "cover screen, 6×10 pentominoes, first": (
        ["cover", "pentominoes-6x10", "--goal", "first", "--speed", "full", "--run"],
        "solution 1 of 1",
    ),
}
PHASES = {
    "Python": "pass",
    "+ NumPy": "import numpy",
    "+ core, building a search": "from core import *; algorithm('queens', 'bitmask').start(Queens(8), Goal.COUNT)",
    "+ searching": "from core import *; Run(algorithm('queens', 'bitmask').start(Queens(8), Goal.COUNT)).drive()",
    "+ importing Numba": "import numba; from core import *; "
    "Run(algorithm('queens', 'bitmask').start(Queens(8), Goal.COUNT)).drive()",
    "+ machine code": "from core import *; "
    "Run(algorithm('queens', 'bitmask').start(Queens(8), Goal.COUNT), compiled=True).drive()",
}


def run(arguments: list[str], environment: dict[str, str], cpu: bool) -> float:
    started, used = time.perf_counter(), _processor()
    subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, check=True,
        input=PUZZLE, text=True,
    )  # fmt: skip
    return _processor() - used if cpu else time.perf_counter() - started


def _processor() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def shown(arguments: list[str], text: str, environment: dict[str, str], home: Path, cpu: bool) -> float:
    home.mkdir(parents=True)
    (puzzle := home / "puzzle.txt").write_text(PUZZLE + "\n", encoding="utf-8")
    given = [str(puzzle) if each == "PUZZLE" else each for each in arguments]
    with PtyApp(["-m", "tui", *given], home, (100, 30), environment) as app:
        app.wait_for(text)
        return app.processor_seconds() if cpu else time.perf_counter() - app.started


def settings(folder: Path, form: str, number: int) -> dict[str, str]:
    """Environment for a run with cold, warm or no machine code."""
    usual = {"PYTHONDONTWRITEBYTECODE": ""}
    if form == "interpreted":
        return usual | {"NUMBA_DISABLE_JIT": "1"}
    return usual | {"NUMBA_CACHE_DIR": str(folder / (f"cold {number}" if form == "cold" else "warm"))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--cpu", action="store_true", help="processor time instead")
    parser.add_argument("--screens", action="store_true", help="the screens only")
    options = parser.parse_args()
    forms = ("cold", "warm", "interpreted")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        number = 0

        def row(title: str, measure: object) -> None:
            nonlocal number
            cells = []
            for form in forms:
                times = []
                for repeat in range(options.repeat + (form == "warm")):
                    number += 1
                    seconds = measure(settings(folder, form, number), folder / f"home {number}")  # type: ignore[operator]
                    times += [] if form == "warm" and repeat == 0 else [seconds]
                cells.append(f"{statistics.median(times):8.2f}")
            print(f"{title:40}" + "".join(cells), flush=True)

        print(f"{'seconds':40}" + "".join(f"{form:>12}"[-8:] for form in forms))
        if not options.screens:
            for title, code in PHASES.items():
                row(title, lambda environment, home, code=code: run(["-c", code], environment, options.cpu))
            for title, arguments in COMMANDS.items():
                row(
                    title,
                    lambda environment, home, arguments=arguments: run(
                        ["-m", "core", *arguments], environment, options.cpu
                    ),
                )
        if options.screens:
            for title, (arguments, text) in SCREENS.items():
                row(
                    title,
                    lambda environment, home, arguments=arguments, text=text: shown(
                        arguments, text, environment, home, options.cpu
                    ),
                )


if __name__ == "__main__":
    main()
