"""``python -m core algorithms``: the catalog as a table."""

from __future__ import annotations

import argparse
from typing import Any

from core.catalog import FAMILIES, Algorithm, algorithms
from core.console import DONE, print_json


def add_commands(commands: Any) -> None:
    """Declare ``algorithms``."""
    command = commands.add_parser("algorithms", help="list every algorithm, what it can do and where it comes from")
    command.add_argument("problem", nargs="?", choices=tuple(FAMILIES), help="only those for one kind of problem")
    command.add_argument("--json", action="store_true", help="one JSON array")
    command.set_defaults(run=_list)


def _list(options: argparse.Namespace) -> int:
    entries = algorithms(options.problem)
    if options.json:
        print_json([_as_json(entry) for entry in entries])
        return DONE
    width = max(len(entry.key) for entry in entries)
    problem = ""
    for entry in entries:
        if entry.problem != problem:
            print(f"{'' if not problem else chr(10)}{entry.problem}")
            problem = entry.problem
        span = f"up to {entry.maximum_size:,}".replace(",", " ") if entry.maximum_size else "any size"
        print(f"  {entry.key:<{width}}  {entry.title} · {', '.join(entry.goals)} · {span}")
        print(f"  {'':<{width}}  {entry.summary}")
        print(f"  {'':<{width}}  {entry.source}")
        for parameter in entry.parameters:
            values = "|".join(v for v, _ in parameter.choices) or f"{parameter.minimum}…"
            print(f"  {'':<{width}}  --{parameter.key} {values} (default {parameter.default})")
    return DONE


def _as_json(entry: Algorithm) -> dict[str, Any]:
    return {
        "key": entry.key,
        "title": entry.title,
        "problem": entry.problem,
        "summary": entry.summary,
        "goals": [goal.value for goal in entry.goals],
        "complete": entry.complete,
        "unit": entry.unit,
        "minimum_size": entry.minimum_size,
        "maximum_size": entry.maximum_size,
        "parameters": [
            {"key": p.key, "default": p.default, "choices": [v for v, _ in p.choices] or None} for p in entry.parameters
        ],
        "source": {"author": entry.source.author, "year": entry.source.year, "title": entry.source.title},
    }
