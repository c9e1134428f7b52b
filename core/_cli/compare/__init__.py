"""``dq compare``: its arguments.

`core._cli.compare.measuring` does the work.  It needs NumPy, which ``--help`` should not import.
"""

from __future__ import annotations

import argparse
from pathlib import Path

_EPILOG = """\
%(prog)s queens 4-12 -a backtracking,dlx,dlx-s:order=text
%(prog)s sudoku 3x3 -a dlx,bitmask --goal first --export table.tex
%(prog)s paper-000-table-3 --to 12
%(prog)s queens 10 -a dlx --baseline pinned --fail-on 1.10
%(prog)s history list
%(prog)s history show ID --export table.md
%(prog)s history compare ID BASELINE
%(prog)s history pin ID | unpin | note ID TEXT | delete ID

Exit status: 0 done; 1 the history cannot be read or a file cannot be written;
2 bad usage or malformed input; 3 a result was wrong, or slower than --fail-on
allows; 130 interrupted (--resume continues).
"""


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``compare``."""
    command.usage = (
        "%(prog)s [options] WHAT [INSTANCES ...]\n"
        "       %(prog)s [options] --resume ID\n"
        "       %(prog)s history [VERB ...]"
    )
    command.description = "Measure algorithms × instances in interleaved runs and check every result."
    command.epilog = _EPILOG
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    add = command.add_argument
    add(
        "what",
        nargs="?",
        metavar="WHAT",
        help="queens, sudoku, cover, papers (lists them), a paper-…, PLAN.toml, schema",
    )
    add("instances", nargs="*", metavar="INSTANCES", help="4-12 · 3x3, 3x3#1-5 or FILE · a gallery name or FILE")
    add("--algorithms", "-a", metavar="A,B,…", help="each KEY or KEY:PARAMETER=VALUE,…; VALUE may be 1-10 or a|b")
    add("--goal", "-g", choices=("first", "all", "count"), default=None, help="default: count")
    add("--limit", type=int, metavar="K", help="stop a run after K solutions")
    add("--from", dest="first", type=int, metavar="N", help="start a paper's table at row N")
    add("--to", dest="last", type=int, metavar="N", help="end a paper's table at row N")

    add = command.add_argument_group("measuring").add_argument
    add("--repeat", "-r", type=int, metavar="R", help="exactly R timed runs per cell (default: as --precision asks)")
    add("--precision", type=float, metavar="P", help="measure each cell until its median is known to ± P%% (default 5)")
    add("--patience", type=float, metavar="S", help="seconds after which a cell gets no further runs (default 2)")
    add("--max-runs", type=int, metavar="R", help="at most R timed runs per cell (default 50)")
    add("--order-seed", type=int, metavar="SEED", help="seed of the random order within each round (default 1)")
    add("--warmup", "-w", type=int, metavar="W", help="untimed runs first, at most a second each (default 1)")
    add("--timeout", "-t", type=float, metavar="S", help="seconds of searching per run (default 60; 0: no limit)")
    add("--memory", type=float, metavar="MIB", help="at most this many MiB for the arrays of one search")
    add("--isolate", action="store_true", default=None,
        help="measure each algorithm in its own process, as plug-ins always are")  # fmt: skip
    add("--processes", type=int, metavar="P",
        help="make the runs of each cell in P processes, in turn (default 3; 0: in this one)")  # fmt: skip
    add("--jobs", "-j", type=int, metavar="J",
        help="measure J cells at a time; then measure a few alone, to see whether that changed the times")  # fmt: skip
    add("--cold", action="store_true",
        help="add a column for each algorithm in which every call starts a new process (calls=cold)")  # fmt: skip
    add("--inputs", choices=("same", "varied"), default=None,
        help="varied: rearrange the problem for each run, alike for a whole row (calls=varied)")  # fmt: skip

    add = command.add_argument_group("table, chart and files").add_argument
    add("--show", metavar="QUANTITY", help="time, relative, nodes, nodes/s, solutions, memory, …")
    add("--reference", metavar="A", help="take ratios to this algorithm, not to the fastest of each row")
    add("--hide", action="append", default=[], metavar="A", help="leave out this algorithm (may be repeated)")
    add("--sort-columns", metavar="I", help="order the algorithms by this instance, smallest first")
    add("--sort-rows", metavar="A", help="order the instances by this algorithm, largest first")
    files = "report .html, table .csv .json .md .tex, chart .svg .pdf .png .pgf, plan .toml (may be repeated)"
    add("--export", "-o", action="append", default=[], type=Path, metavar="FILE", help=files)
    kinds = ("size", "linear", "cactus", "profile", "cells", "strip")
    add("--chart", choices=kinds, default="size", help="the chart to export (default: size)")
    add("--instance", metavar="I", help="the instance of a strip chart (default: the last one)")
    add(
        "--json",
        action="store_true",
        help="print everything, every sample included, as one JSON object (%(prog)s schema describes it)",
    )

    add = command.add_argument_group("history").add_argument
    add(
        "--baseline", metavar="ID", help="compare with an experiment of the history, 'pinned', or an exported FILE.json"
    )
    add("--fail-on", type=float, metavar="FACTOR",
        help="exit status 3 if a cell is slower than the baseline by this, 2 if none can be compared")  # fmt: skip
    add("--across-machines", action="store_true", help="allow --fail-on with a baseline from another machine or Python")
    add("--note", metavar="TEXT", help="a note to keep with the experiment")
    add("--resume", type=int, metavar="ID", help="continue an experiment; nothing is measured twice")
    add("--no-history", action="store_true", help="do not keep the experiment")
    command.set_defaults(run="core._cli.compare.measuring:compare")
