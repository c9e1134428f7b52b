"""The table that a new user sees: measured elsewhere, and said to be so.

`tests.tools.example_table` makes the file beside this module from a table that was measured and exported.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from core.compare.experiment import Experiment
from core.compare.plan import Key, Plan
from core.compare.sample import Sample
from core.compare.table import Table

FILE = Path(__file__).with_name("example.json")


def example() -> Experiment:
    """The example, read anew.  It is not of the history, and nothing is measured into it."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    samples = {}
    for cell in stored["cells"]:
        names, columns = cell["runs"].keys(), cell["runs"].values()
        runs = (cell["same"] | dict(zip(names, run, strict=True)) for run in zip(*columns, strict=True))
        samples[Key(cell["algorithm"], cell["instance"])] = tuple(map(Sample.from_json, runs))
    return Experiment(Plan.from_json(stored["plan"]), samples=samples, made_with=stored["environment"])


def where_and_when(table: Table) -> str:
    """On which processor and on which day a table was measured: ``AMD EPYC, 2026-11-23``."""
    newest = max((sample.recorded for cell in table.cells.values() for sample in cell.samples), default=0.0)
    return f"{table.environment.get('processor') or '?'}, {datetime.fromtimestamp(newest, UTC):%Y-%m-%d}"
