"""``python -m core algorithms``: the catalog as a table.

On a terminal it prints a table that fits the width; into a pipe, plain lines that do not depend on
a width; with ``--json``, everything the catalog holds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from core._catalog import FAMILIES, Algorithm, Parameter, algorithms, family
from core._cli.console import DONE, print_json
from core._words import grouped
from core.explain._pseudocode import pseudocode_of


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``algorithms``."""
    command.add_argument("problem", nargs="?", choices=tuple(FAMILIES), help="list only those for this kind of problem")
    command.add_argument("--pseudocode", action="store_true", help="print those that search a tree as pseudocode")
    command.add_argument("--json", action="store_true", help="one JSON object per line")
    command.set_defaults(run=_list)


def _list(options: argparse.Namespace) -> int:
    entries = algorithms(options.problem)
    if options.json:
        for entry in entries:
            print_json(_as_json(entry))
    elif options.pseudocode:
        _print_pseudocode(entries)
    elif sys.stdout.isatty():
        _print_tables(entries)
    else:
        _print_lines(entries)
    return DONE


def _families(entries: Sequence[Algorithm]) -> list[tuple[str, list[Algorithm]]]:
    return [(kind, list(group)) for kind, group in groupby(entries, key=lambda entry: entry.problem)]


def _sizes(entry: Algorithm) -> str:
    """The sizes that an algorithm can take, in few characters: ``N ≤ 32``."""
    size = family(entry.problem).size
    if entry.minimum_size == entry.maximum_size:
        return f"{size} {grouped(entry.minimum_size)}"
    return f"{size} ≤ {grouped(entry.maximum_size)}" if entry.maximum_size else f"{size} any"


def _heading(kind: str) -> str:
    title = family(kind).title
    return title[0].upper() + title[1:]


def _taken(parameter: Parameter) -> str:
    return f"{parameter.key} = {_values(parameter)} (default {parameter.said(parameter.default)})"


def _values(parameter: Parameter) -> str:
    if parameter.choices:
        return "|".join(value for value, _ in parameter.choices)
    return f"a whole number or {parameter.unset}" if parameter.unset else f"{parameter.minimum} to {parameter.maximum}"


def _print_tables(entries: Sequence[Algorithm]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from core._cli.plain_console import on_standard_output

    console = on_standard_output()
    for kind, group in _families(entries):
        table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), leading=1, expand=True)
        table.add_column(_heading(kind), no_wrap=True)
        table.add_column("what it does, and where it comes from", ratio=1)
        for entry in group:
            can = Text(entry.key, style="bold cyan")
            can.append(f"\n{', '.join(entry.goals)}\n{_sizes(entry)}", style="not bold dim")
            about = Text(entry.summary)
            if entry.gives_way:
                about.append(f"\n{entry.gives_way}")
            about.append(f"\n{entry.source}", style="dim italic")
            for parameter in entry.accepted:
                about.append(f"\n{_taken(parameter)}", style="green")
            table.add_row(can, about)
        console.print(table)


def _print_lines(entries: Sequence[Algorithm]) -> None:
    width = max(len(entry.key) for entry in entries)
    for number, (kind, group) in enumerate(_families(entries)):
        print(("\n" if number else "") + kind)
        for entry in group:
            lines = [f"{entry.title} · {', '.join(entry.goals)} · {_sizes(entry)}"]
            lines += [entry.summary, *([str(entry.gives_way)] if entry.gives_way else []), str(entry.source)]
            lines += map(_taken, entry.accepted)
            for index, line in enumerate(lines):
                print(f"  {'' if index else entry.key:<{width}}  {line}")


def _print_pseudocode(entries: Sequence[Algorithm]) -> None:
    """Print the pseudocode of every algorithm that has one, under its key, title and source."""
    from core.explain._pseudocode import WIDEST

    told = [(entry, code) for entry in entries if (code := pseudocode_of(entry)) is not None]
    for number, (entry, code) in enumerate(told):
        print(("\n" if number else "") + f"{entry.problem} {entry.key}: {entry.title} ({code.source})")
        for line in code.lines:
            print(f"  {line.text:<{WIDEST}}  {line.note}".rstrip())


def _as_json(entry: Algorithm) -> dict[str, Any]:
    return {
        "key": entry.key,
        "title": entry.title,
        "problem": entry.problem,
        "summary": entry.summary,
        "goals": [goal.value for goal in entry.goals],
        "complete": entry.complete,
        "pseudocode": [line.text for line in code.lines] if (code := pseudocode_of(entry)) else None,
        "unit": entry.unit,
        "gives_way": {"with": entry.gives_way.demands, "to": entry.gives_way.instead} if entry.gives_way else None,
        "minimum_size": entry.minimum_size,
        "maximum_size": entry.maximum_size,
        "parameters": [
            {
                "key": p.key, "title": p.title, "help": p.help, "default": p.default,
                "choices": [v for v, _ in p.choices] or None,
                "minimum": None if p.choices else p.minimum, "maximum": None if p.choices else p.maximum,
            }
            for p in entry.accepted
        ],
        "source": {
            "author": entry.source.author, "year": entry.source.year, "title": entry.source.title,
            "document": entry.source.document or None,
        },
    }  # fmt: skip
