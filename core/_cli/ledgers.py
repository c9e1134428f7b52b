"""``dq ledger``: shows the finished parts in a ledger, merges ledgers, and counts parts again."""

from __future__ import annotations

import argparse
import ast
import json
import random
from collections import defaultdict
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from core._cli.arguments import positive, share
from core._cli.console import DONE, NO_SOLUTION, WRONG_RESULT, UsageError, note, print_json
from core._cli.driving import TimeAllowed, add_seconds
from core._words import both, counted, duration, grouped

if TYPE_CHECKING:
    from core._parts.ledger import Ledger
    from core._parts.part import Part, Record
    from core._queens.problem import Queens

MOST_NAMED = 12
"""The number of stretches of missing parts that are named."""


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``ledger``."""
    command.description = (
        "A ledger holds the finished parts of a count.  Machines that share a key (dq key) can each count some parts "
        "into a ledger of their own; merge puts these together."
    )
    command.epilog = (
        "Exit status: 0 done; 2 bad usage, or a file that cannot be read; 3 some parts gave a different result."
    )
    verbs = command.add_subparsers(dest="verb", metavar="VERB", required=True)
    merge = verbs.add_parser("merge", help="put the parts of several ledgers into one; each part counts once")
    merge.add_argument("target", type=Path, metavar="LEDGER", help="the ledger to add to; made if there is none")
    merge.add_argument("files", type=Path, nargs="+", metavar="FILE", help="ledgers of the same count")
    merge.set_defaults(run=_merge)
    show = verbs.add_parser("show", help="say what is in a ledger, what is missing, and who counted it")
    show.add_argument("file", type=Path, metavar="LEDGER")
    show.add_argument("--json", action="store_true", help="one JSON object, with every record")
    show.set_defaults(run=_show)
    verify = verbs.add_parser("verify", help="count some parts again, chosen at random, and name those that differ")
    verify.add_argument("file", type=Path, metavar="LEDGER")
    verify.add_argument(
        "--again", type=_share, default="1%", metavar="K",
        help="how many parts, or which share of those in the ledger, such as 1%% (the default); "
             "parts that another machine has counted come first",
    )  # fmt: skip
    verify.add_argument("--seed", type=int, metavar="S", help="the same seed chooses the same parts")
    add_seconds(verify)
    verify.set_defaults(run=_verify)


def _share(text: str) -> tuple[float, bool]:
    """A number or share of parts, and whether it is a share."""
    return (share(text), True) if "%" in text else (float(positive(text)), False)


def _merge(options: argparse.Namespace) -> int:
    from core._parts.ledger import Ledger

    with closing(Ledger(options.files[0])) as first:
        target = Ledger(options.target, first)
    with closing(target):
        for path in options.files:
            with closing(Ledger(path)) as ledger:
                if (ledger.what, ledger.of) != (target.what, target.of):
                    raise UsageError(
                        f"{path} holds parts of {ledger.described} in {counted(ledger.of, 'part')}, "
                        f"not of {target.described} in {grouped(target.of)}"
                    )
                before, theirs = len(target.records()), ledger.records()
                target.add(*theirs.values())
                new = len(target.records()) - before
            note(f"{path}: {counted(len(theirs), 'part')}, {grouped(new)} of them new")
        _tell(target)
    return DONE


def _show(options: argparse.Namespace) -> int:
    from core._parts.ledger import Ledger

    with closing(Ledger(options.file)) as ledger:
        if not options.json:
            _tell(ledger)
            return DONE
        records = sorted(ledger.records().values(), key=lambda record: record.number)
        about = json.loads(ledger.what)
        print_json({
            "problem": about["problem"], "algorithm": about["algorithm"], "parameters": about["settings"],
            "parts": ledger.of, "done": len(records), "complete": len(records) == ledger.of,
            "solutions": sum(record.solutions for record in records),
            "core_seconds": sum(record.seconds for record in records),
            "records": [
                {
                    "part": record.number + 1, "solutions": record.solutions, "steps": record.steps,
                    "sums": list(record.sums), "core_seconds": record.seconds,
                    **{
                        name: getattr(record.origin, name) if record.origin else None
                        for name in ("machine", "processor", "version", "when")
                    },
                }
                for record in records
            ],
        })  # fmt: skip
    return DONE


def _tell(ledger: Ledger) -> None:
    """Print the content of a ledger."""
    records = ledger.records()
    whole = len(records) == ledger.of
    found = sum(record.solutions for record in records.values())
    spent = sum(record.seconds for record in records.values())
    print(f"{ledger.described}: {grouped(len(records))} of {counted(ledger.of, 'part')}")
    rows = [("solutions", f"{grouped(found)}{'' if whole else ' so far'}")]
    if whole and (known := _known_count(ledger)) is not None:
        rows.append(("", f"{grouped(known)} (A000170): {'agrees' if known == found else 'THIS RESULT IS WRONG'}"))
    rows.append(("time", f"{duration(spent)} of processor time"))
    if not whole:
        rows.append(("missing", _stretches(sorted(set(range(ledger.of)) - records.keys()))))
    makers = defaultdict(list)
    for record in records.values():
        origin = record.origin
        makers[(origin.machine, origin.processor, origin.version) if origin else ()].append(record)
    for maker, theirs in sorted(makers.items()):
        rows.append(("counted by", _by(maker, theirs)))
    print("\n".join(f"  {label:<10}  {text}" for label, text in rows), flush=True)


def _by(maker: tuple[str, ...], records: list[Record]) -> str:
    """Who counted these records, when, and how long it took."""
    spent = f"{counted(len(records), 'part')} in {duration(sum(record.seconds for record in records))}"
    if not maker:
        return f"not recorded: {spent}"
    machine, processor, version = maker
    times = sorted(record.origin.when for record in records if record.origin)
    until = f" to {times[-1]}" if times[0] != times[-1] else ""
    return f"{machine} ({processor}), version {version}: {spent}, {times[0]}{until}"


def _stretches(numbers: list[int]) -> str:
    """Parts, counted from 1, as single numbers and stretches."""
    said = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        stretch = [number + 1 for _, number in group]
        said.append(str(stretch[0]) if len(stretch) == 1 else f"{stretch[0]}-{stretch[-1]}")
    if len(said) > MOST_NAMED:
        said[MOST_NAMED:] = [f"others ({counted(len(numbers), 'part')} in all)"]
    return both(said)


def _known_count(ledger: Ledger) -> int | None:
    """The number of solutions in the literature, if there is one."""
    board = _board(ledger)
    return None if board is None else board.known_count


def _part(ledger: Ledger, number: int) -> Part:
    """A part of the ledger's count, as it was cut.  Raises UsageError unless it is of N queens."""
    from core._parts.part import Part

    about = json.loads(ledger.what)
    board = _board(ledger)
    if board is None:
        raise UsageError(f"{ledger.path}: only parts of N queens can be counted again; these are of {about['problem']}")
    return Part(board, about["algorithm"], tuple(about["settings"].items()), number, ledger.of)


def _board(ledger: Ledger) -> Queens | None:
    """The board whose parts these are; None for any other problem, as a ledger does not contain all of it."""
    from core._queens.problem import Queens
    from core._search import ProblemError

    value = json.loads(ledger.what)["value"]
    if not value.startswith(f"{Queens.__name__}("):
        return None
    try:
        call = ast.parse(value, mode="eval").body
        if isinstance(call, ast.Call):
            return Queens(**{each.arg: ast.literal_eval(each.value) for each in call.keywords if each.arg})
    except (SyntaxError, ValueError, TypeError, ProblemError, RecursionError, MemoryError):
        pass
    raise UsageError(f"{ledger.path} is damaged: it does not say whose parts it holds")


def _verify(options: argparse.Namespace) -> int:
    import platform

    from core._cli.queens import impossible_sum
    from core._parts.ledger import Ledger
    from core._parts.part import PartRun

    number, is_share = options.again
    with closing(Ledger(options.file)) as ledger:
        records = ledger.records()
        if not records:
            raise UsageError(f"{options.file}: there are no parts in it yet")
        order = random.Random(options.seed).sample(sorted(records), len(records))
        here = platform.node()
        order.sort(key=lambda each: (origin := records[each].origin) is not None and origin.machine == here)
        chosen = order[: max(1, round(len(records) * number) if is_share else int(number))]
        wrong, allowed = [], TimeAllowed(options.seconds)
        for at, each in enumerate(chosen):
            run = PartRun(_part(ledger, each))
            while run.record is None and not allowed.passed():
                run.advance()
            if run.record is None:
                note(f"time is up: {counted(len(chosen) - at, 'part')} not counted again")
                chosen = chosen[:at]
                break
            if run.record.contradicts(records[each]):
                wrong.append(each)
                note(f"part {each + 1}: {grouped(run.record.solutions)} solutions here, "
                     f"{grouped(records[each].solutions)} in {options.file}")  # fmt: skip
        board, impossible = _board(ledger), ""
        if board is not None and len(records) == ledger.of:
            impossible = impossible_sum(board, sum(record.solutions for record in records.values()), options.seconds)
    elsewhere = sum(1 for each in chosen if (o := records[each].origin) is not None and o.machine != here)
    among = f" ({grouped(elsewhere)} that another machine had counted)" if elsewhere else ""
    said = "all agree" if chosen else "nothing is known"
    if wrong:
        said = f"{counted(len(wrong), 'part')} with another result: {_stretches(sorted(wrong))}"
    print(f"{counted(len(chosen), 'part')} of {grouped(len(records))} counted again{among}: {said}")
    if impossible:
        print(impossible)
    return WRONG_RESULT if wrong or impossible else NO_SOLUTION if allowed.over else DONE
