"""``python -m core compare``: experiments without a screen, and their history."""

from __future__ import annotations

import argparse
import math
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.console import DONE, INTERRUPTED, UsageError
from core.output import complain, note, print_json, voice, wants_progress

if TYPE_CHECKING:
    from core.compare.experiment import Experiment
    from core.compare.history import Entry, History
    from core.compare.plan import Plan
    from core.compare.table import Table
    from core.compare.view import View

WRONG = 3
"""Exit status when a result was wrong or an algorithm failed."""
NOT_WRITTEN = 1
"""Exit status when a file could not be written."""
ALARMS_SAID = 5
"""How many alarms are repeated on standard error; the table and its exports have them all."""

_EPILOG = """\
Exit status: 0 done; 1 the history cannot be read or a file not written; 2 bad usage or malformed
input; 3 a result was wrong; 130 interrupted (--resume goes on).

python -m core compare queens 4-12 --algorithms backtracking,dlx,dlx-s:order=text
python -m core compare sudoku 3x3 --algorithms dlx,bitmask --goal first
python -m core compare paper-000-table-3 --to 12
python -m core compare --resume 7
python -m core compare history list|show|export|pin|unpin|delete [ID]
python -m core compare history compare ID BASELINE
"""


def add_commands(commands: Any) -> None:
    """Declare ``compare``."""
    command = commands.add_parser(
        "compare", help="measure algorithms against each other; the documents' tables; history",
        description="Measure algorithms × instances in interleaved runs and check every result.", epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    add = command.add_argument
    add("what", nargs="?", metavar="WHAT", help="queens, sudoku, cover, papers (lists them), a paper-…, or history")
    add("instances", nargs="*", metavar="INSTANCES", help="4-12 · 3x3, 3x3#1-5 or FILE · a gallery name or FILE")
    add("--algorithms", "-a", metavar="A,B,…", help="each KEY or KEY:PARAMETER=VALUE,…; default: all that can")
    add("--goal", "-g", choices=("first", "all", "count"), default=None, help="default: count")
    add("--limit", type=int, metavar="K", help="stop a run after K solutions")
    add("--repeat", "-r", type=int, metavar="R", help="exactly R timed runs a cell (default: at least 5, see below)")
    add("--precision", type=float, metavar="P", help="measure each cell until its median is known to ± P%% (default 5)")
    add("--patience", type=float, metavar="S", help="seconds after which a cell gets no further runs (default 2)")
    add("--max-runs", type=int, metavar="R", help="timed runs a cell at most (default 50)")
    add("--order-seed", type=int, metavar="SEED", help="of the random order within each round (default 1)")
    add("--warmup", "-w", type=int, metavar="W", help="untimed runs before, a second each at most (default 1)")
    add(
        "--timeout", "-t", type=float, metavar="S", help="seconds of searching a run may take (default 60; 0: no limit)"
    )
    add("--memory", type=float, metavar="MIB", help="MiB that the arrays of one search may take")
    add("--from", dest="first", type=int, metavar="N", help="of a paper's table, the rows from N")
    add("--to", dest="last", type=int, metavar="N", help="of a paper's table, the rows up to N")
    add("--show", metavar="QUANTITY", help="time, nodes, nodes/s, solutions, memory, …")
    add("--export", action="append", default=[], type=Path, metavar="FILE", help="FILE.csv, .json, .md or .tex")
    add("--baseline", metavar="ID", help="compare with an experiment of the history, or 'pinned'")
    add("--resume", type=int, metavar="ID", help="go on with an experiment; nothing is measured twice")
    add("--no-history", action="store_true", help="keep nothing")
    add("--json", action="store_true", help="print everything, every sample included, as one JSON object")
    command.set_defaults(run=_compare)


def _compare(options: argparse.Namespace) -> int:
    from core.compare.exports import form_of
    from core.compare.history import History, NoSuchExperiment
    from core.compare.plan import PlanError
    from core.store import Store, StoreError

    try:
        if options.what == "papers":
            return _list_papers()
        for path in options.export:
            form_of(path)
            if not path.absolute().parent.is_dir():
                raise UsageError(f"{path}: there is no directory {path.absolute().parent}")
        _quantity(options)
        with Store.in_memory() if options.no_history else Store.open() as store:
            if store.notice:
                note(f"note: {store.notice}")
            history = History(store)
            if options.what == "history":
                return _history(history, options)
            baseline = _baseline(history, options)
            return _measure(history, options, baseline, kept=store.persistent)
    except (PlanError, NoSuchExperiment) as error:
        raise UsageError(str(error)) from None
    except StoreError as error:
        complain(error)
        return 1


def _list_papers() -> int:
    from core.compare.documents import DOCUMENTS

    for name, document in DOCUMENTS.items():
        print(f"{name:<24}{document.title} · {document.source}")
    return DONE


def _quantity(options: argparse.Namespace) -> Any:
    from core.compare.quantity import Quantity

    if options.show is None:
        return None
    try:
        return Quantity(options.show)
    except ValueError:
        raise UsageError(f"--show: {options.show!r} is not one of {', '.join(Quantity)}") from None


def _view(table: Table, options: argparse.Namespace) -> View:
    """What is shown: ``--show``, or what the table shows first."""
    from core.compare.view import first_view

    quantity = _quantity(options)
    return first_view(table) if quantity is None else replace(first_view(table), quantity=quantity)


def _plan(options: argparse.Namespace) -> Plan:
    """The plan that the arguments describe.  Raises UsageError or PlanError."""
    from core.catalog import algorithms
    from core.compare.documents import DOCUMENTS
    from core.compare.instances import expand
    from core.compare.plan import PRECISION, Contestant, Plan, contestants
    from core.search import Goal

    if options.what in DOCUMENTS:
        if options.instances:
            raise UsageError(f"{options.what} has its own instances; --from and --to choose among them")
        return _changed(DOCUMENTS[options.what].cut(options.first, options.last), options)
    families = ("queens", "sudoku", "cover")
    if options.what not in families:
        raise UsageError(f"expected {', '.join(families)}, history or {', '.join(DOCUMENTS)}, not {options.what!r}")
    if options.first is not None or options.last is not None:
        raise UsageError("--from and --to are for the papers' tables; write the range itself, such as 4-12")
    goal = Goal(options.goal or "count")
    keys = expand(options.what, options.instances)
    if options.algorithms is None:
        chosen = tuple(Contestant(entry.key) for entry in algorithms(options.what) if goal in entry.goals)
    else:
        chosen = contestants(options.what, options.algorithms)
    return _changed(Plan(options.what, keys, chosen, goal, precision=PRECISION), options)


def _changed(plan: Plan, options: argparse.Namespace) -> Plan:
    from core.compare.plan import contestants
    from core.search import Goal

    if options.limit is not None and options.limit < 1:
        raise UsageError("--limit: expected 1 or more")
    changes: dict[str, Any] = {}
    if plan.document is not None and options.algorithms is not None:
        changes["contestants"] = contestants(plan.family, options.algorithms)
    if options.goal is not None:
        changes["goal"] = Goal(options.goal)
    given = {
        "limit": options.limit, "repeat": options.repeat, "warm_up": options.warmup, "patience": options.patience,
        "most": options.max_runs, "seed": options.order_seed,
    }  # fmt: skip
    if options.precision is not None:
        changes["precision"] = options.precision / 100
        if options.repeat is None and options.max_runs is not None:
            changes["repeat"] = min(plan.repeat, options.max_runs)
    elif options.repeat is not None:
        changes["precision"] = None
    changes |= {name: value for name, value in given.items() if value is not None}
    if options.timeout is not None:
        changes["timeout"] = options.timeout or None
    if options.memory is not None:
        if not math.isfinite(options.memory):
            raise UsageError(f"--memory: expected a number of MiB, not {options.memory:g}")
        changes["memory"] = int(options.memory * 2**20)
    return replace(plan, **changes)


def _baseline(history: History, options: argparse.Namespace) -> Table | None:
    if options.baseline is None:
        return None
    if options.baseline == "pinned":
        entry = history.baseline
        if entry is None:
            raise UsageError(f"no experiment is pinned; {voice.program} compare history pin ID")
        return history.table(entry.number)
    return history.table(_number(options.baseline))


def _number(text: str) -> int:
    if not text.isdecimal():
        raise UsageError(f"expected the number of an experiment, not {text!r}")
    return int(text)


def _measure(history: History, options: argparse.Namespace, baseline: Table | None, *, kept: bool) -> int:
    if options.resume is not None:
        plan = history.entry(options.resume).plan
        wider = plan
        if options.what is not None:
            if options.what != plan.family:
                raise UsageError(f"experiment {options.resume} is about {plan.family}, not {options.what}")
            from core.compare.instances import expand

            wider = wider.extended(instances=expand(plan.family, options.instances) if options.instances else ())
        if options.algorithms is not None:
            from core.compare.plan import contestants

            wider = wider.extended(contestants=contestants(plan.family, options.algorithms))
            options.algorithms = None
        wider = _changed(wider, options)
        if (wider.goal, wider.limit) != (plan.goal, plan.limit):
            raise UsageError("another goal or limit needs an experiment of its own")
        experiment = history.resume(options.resume, wider if wider != plan else None)
    elif options.what is None:
        raise UsageError("what is to be compared? For example: compare queens 4-12 --algorithms dlx,dlx-s")
    else:
        experiment = history.start(_plan(options))
    interrupted = _drive(experiment)
    table = experiment.table
    number = table.experiment
    if table.finished and number is not None:
        history.finish(number)
    status = _report(table, options, baseline)
    if kept:
        command = f"{voice.program} compare --resume {number}"
        note(f"experiment {number}; to go on: {command}" if interrupted else f"experiment {number}")
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
            from core.compare.progress import show

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


def _report(table: Table, options: argparse.Namespace, baseline: Table | None) -> int:
    """Write the exports, print the table; the exit status that this leaves."""
    from core.compare.exports import as_data, export, form_of, save
    from core.compare.tables_text import as_text

    view = _view(table, options)
    status = WRONG if table.wrong else DONE
    for path in options.export:
        try:
            save(path, export(table, form_of(path), view, baseline))
        except OSError as error:
            complain(f"{path}: {error.strerror}")
            status = status or NOT_WRITTEN
    if options.json:
        print_json(as_data(table, view, baseline))
    else:
        print(as_text(table, view, baseline), end="")
    for alarm in table.alarms[:ALARMS_SAID]:
        complain(alarm)
    if len(table.alarms) > ALARMS_SAID:
        complain(f"and {len(table.alarms) - ALARMS_SAID} more alarms")
    return status


# The history


def _history(history: History, options: argparse.Namespace) -> int:
    verb, *rest = options.instances or ["list"]
    needed = {"list": 0, "show": 1, "export": 1, "pin": 1, "unpin": 0, "delete": 1, "compare": 2}
    if verb not in needed:
        raise UsageError(f"history: expected {', '.join(needed)}, not {verb!r}")
    if (verb == "delete" and not rest) or (len(rest) != needed[verb] and verb != "delete"):
        numbers_needed = ("no number", "the number of an experiment", "the numbers of two experiments")[needed[verb]]
        raise UsageError(f"history {verb}: expected {numbers_needed}")
    numbers = [_number(text) for text in rest]
    if verb == "list":
        return _list(history, options)
    if verb in ("show", "export"):
        table = history.table(numbers[0])
        return _report(table, options, _baseline(history, options))
    if verb == "compare":
        return _report(history.table(numbers[0]), options, history.table(numbers[1]))
    if verb == "pin":
        history.pin(numbers[0])
    elif verb == "unpin":
        entry = history.baseline
        if entry is not None:
            history.pin(entry.number, False)
    else:
        for number in numbers:
            history.entry(number)
        for number in numbers:
            history.delete(number)
    return DONE


def _list(history: History, options: argparse.Namespace) -> int:
    entries = history.list()
    if options.json:
        for entry in entries:
            print_json(_as_data(entry))
        return DONE
    for entry in entries:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.created))
        wanted = len(entry.plan.cells()) * entry.plan.repeat
        state = "done" if entry.finished else f"{entry.samples} of {wanted} runs"
        print(f"{entry.number:>4} {'*' if entry.pinned else ' '} {when}  {state:<18} {entry.title}")
    if not entries:
        print("no experiments yet")
    return DONE


def _as_data(entry: Entry) -> dict[str, Any]:
    return {
        "experiment": entry.number, "title": entry.title, "created": entry.created, "finished": entry.finished,
        "pinned": entry.pinned, "samples": entry.samples, "plan": entry.plan.as_json(),
        "environment": dict(entry.environment),
    }  # fmt: skip
