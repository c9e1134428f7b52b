"""``python -m core compare``: experiments without a screen, and their history."""

from __future__ import annotations

import argparse
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.console import DONE, INTERRUPTED, UsageError
from core.cli.output import complain, note, voice, wants_progress

if TYPE_CHECKING:
    from core.compare.experiment import Experiment
    from core.compare.history import History
    from core.compare.table import Table

_EPILOG = """\
%(prog)s queens 4-12 -a backtracking,dlx,dlx-s:order=text
%(prog)s sudoku 3x3 -a dlx,bitmask --goal first --export table.tex
%(prog)s paper-000-table-3 --to 12
%(prog)s queens 10 -a dlx --baseline pinned --fail-on 1.10
%(prog)s history list
%(prog)s history show ID --export table.md
%(prog)s history compare ID BASELINE
%(prog)s history trend dlx-s 10
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
    add("what", nargs="?", metavar="WHAT", help="queens, sudoku, cover, papers (lists them), a paper-…, PLAN.toml")
    add("instances", nargs="*", metavar="INSTANCES", help="4-12 · 3x3, 3x3#1-5 or FILE · a gallery name or FILE")
    add("--algorithms", "-a", metavar="A,B,…", help="each KEY or KEY:PARAMETER=VALUE,…; VALUE may be 1-10 or a|b")
    add("--goal", "-g", choices=("first", "all", "count"), default=None, help="default: count")
    add("--limit", type=int, metavar="K", help="stop a run after K solutions")
    add("--from", dest="first", type=int, metavar="N", help="start a paper's table at row N")
    add("--to", dest="last", type=int, metavar="N", help="end a paper's table at row N")

    add = command.add_argument_group("measuring").add_argument
    add("--repeat", "-r", type=int, metavar="R", help="exactly R timed runs a cell (default: as --precision asks)")
    add("--precision", type=float, metavar="P", help="measure each cell until its median is known to ± P%% (default 5)")
    add("--patience", type=float, metavar="S", help="seconds after which a cell gets no further runs (default 2)")
    add("--max-runs", type=int, metavar="R", help="at most R timed runs a cell (default 50)")
    add("--order-seed", type=int, metavar="SEED", help="seed of the random order within each round (default 1)")
    add("--warmup", "-w", type=int, metavar="W", help="untimed runs first, at most a second each (default 1)")
    add("--timeout", "-t", type=float, metavar="S", help="seconds of searching per run (default 60; 0: no limit)")
    add("--memory", type=float, metavar="MIB", help="MiB that the arrays of one search may take")

    add = command.add_argument_group("table, chart and files").add_argument
    add("--show", metavar="QUANTITY", help="time, nodes, nodes/s, solutions, memory, …")
    add("--hide", action="append", default=[], metavar="A", help="leave out this algorithm (may be repeated)")
    add("--sort-columns", metavar="I", help="order the algorithms by this instance, smallest first")
    add("--sort-rows", metavar="A", help="order the instances by this algorithm, largest first")
    files = "table .csv .json .md .tex, chart .svg .png .pgf, plan .toml (may be repeated)"
    add("--export", action="append", default=[], type=Path, metavar="FILE", help=files)
    kinds = ("size", "linear", "cactus", "profile", "cells", "strip")
    add("--chart", choices=kinds, default="size", help="the chart to export (default: size)")
    add("--instance", metavar="I", help="the instance of a strip chart (default: the last one)")
    add("--json", action="store_true", help="print everything, every sample included, as one JSON object")

    add = command.add_argument_group("history").add_argument
    add("--baseline", metavar="ID", help="compare with an experiment in the history, or 'pinned'")
    add("--fail-on", type=float, metavar="FACTOR", help="exit status 3 if a cell is slower by this factor")
    add("--note", metavar="TEXT", help="a note to keep with the experiment")
    add("--resume", type=int, metavar="ID", help="continue an experiment; nothing is measured twice")
    add("--no-history", action="store_true", help="do not keep the experiment")
    command.set_defaults(run=_compare)


def _compare(options: argparse.Namespace) -> int:
    from core.cli.compare.history import run_history
    from core.cli.compare.report import quantity_of
    from core.compare.exports import form_of
    from core.compare.history import History
    from core.storage.store import Store, StoreError

    try:
        if options.what == "papers":
            return _list_papers()
        for path in options.export:
            form_of(path)
            if not path.absolute().parent.is_dir():
                raise UsageError(f"{path}: there is no directory {path.absolute().parent}")
        quantity_of(options)
        if options.fail_on is not None and (options.baseline is None or not 1 <= options.fail_on < 1000):
            raise UsageError("--fail-on: expected a factor of 1 or more, together with --baseline")
        with Store.in_memory() if options.no_history else Store.open() as store:
            if store.notice:
                note(f"note: {store.notice}")
            history = History(store)
            if options.what == "history":
                return run_history(history, options)
            baseline = _baseline(history, options)
            return _measure(history, options, baseline, kept=store.persistent)
    except StoreError as error:
        complain(error)
        return 1


def _baseline(history: History, options: argparse.Namespace) -> Table | None:
    """The baseline is read from the history on disk, even where nothing new is to be kept there."""
    from core.cli.compare.report import baseline_of
    from core.compare.history import History
    from core.storage.store import Store

    if options.baseline is None or not options.no_history:
        return baseline_of(history, options)
    with Store.open() as store:
        return baseline_of(History(store), options)


def _list_papers() -> int:
    from core.compare.documents import DOCUMENTS

    for name, document in DOCUMENTS.items():
        print(f"{name:<24}{document.title} · {document.source}")
    return DONE


def _measure(history: History, options: argparse.Namespace, baseline: Table | None, *, kept: bool) -> int:
    from core.cli.compare.plan import changed, plan_of
    from core.cli.compare.report import WRONG, check_view, report

    if options.resume is not None:
        plan = history.entry(options.resume).plan
        wider = plan
        if options.what is not None:
            if options.what != plan.family:
                raise UsageError(f"experiment {options.resume} is about {plan.family}, not {options.what}")
            from core.compare.instances import expand

            wider = wider.extended(instances=expand(plan.family, options.instances) if options.instances else ())
        if options.algorithms is not None:
            from core.compare.sweep import contestants

            wider = wider.extended(contestants=contestants(plan.family, options.algorithms))
            options.algorithms = None
        wider = changed(wider, options)
        if (wider.goal, wider.limit) != (plan.goal, plan.limit):
            raise UsageError("another goal or limit needs an experiment of its own")
        check_view(wider, options)  # it is better to refuse this now than after everything has been measured
        experiment = history.resume(options.resume, wider if wider != plan else None)
    elif options.what is None:
        raise UsageError("what should be compared? For example: compare queens 4-12 --algorithms dlx,dlx-s")
    else:
        plan = plan_of(options)
        check_view(plan, options)
        experiment = history.start(plan, options.note or "")
    number = experiment.table.experiment
    assert number is not None
    with history.measuring(number):
        interrupted = _drive(experiment)
    table = experiment.table
    if table.finished:
        history.finish(number)
    if not kept:  # the number is that of a history which ends here
        table = replace(table, experiment=None)
    status = report(table, options, baseline)
    if kept:
        command = f"{voice.program} compare --resume {number}"
        note(f"experiment {number}; to continue: {command}" if interrupted else f"experiment {number}")
    if table.wrong:
        return WRONG
    return INTERRUPTED if interrupted else status


def _drive(experiment: Experiment) -> bool:
    """Measure in a thread of its own, showing the table on a terminal; True when Ctrl-C ended it."""
    failure: list[BaseException] = []
    done = threading.Event()

    def body() -> None:
        try:
            experiment.drive()
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    # Not Thread.join: where Ctrl-C interrupts it, Python 3.11 takes the thread for ended.
    threading.Thread(target=body, name="measure", daemon=True).start()
    interrupted = False
    try:
        if wants_progress():
            from core.cli.compare.progress import show

            show(experiment, done)
        while not done.wait(0.5):
            pass
    except KeyboardInterrupt:
        interrupted = True
        experiment.stop()
        done.wait()
    if failure:
        raise failure[0]
    return interrupted
