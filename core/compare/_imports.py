"""Reads a table exported as JSON, such as a colleague's, to compare with one's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

from core._search import ProblemError
from core.compare._experiment import Experiment
from core.compare._plan import Contestant, Key, Plan, PlanError
from core.compare._sample import Sample
from core.compare._table import Table
from core.storage._files import FormatError, read_ordinary, schema, system_reason

LARGEST_TABLE = 1 << 28


def read_table(path: Path) -> Table:
    """The table in a file written by `core.compare._exports.as_json`, of this version or an earlier one.

    Raises FormatError if it is not JSON, and PlanError if it is something else or cannot be read.
    """
    try:
        text = read_ordinary(path, LARGEST_TABLE).decode("utf-8")
    except OSError as error:
        raise PlanError(f"{path}: {system_reason(error)}") from None
    except UnicodeDecodeError as error:
        raise PlanError(f"{path}: expected UTF-8 text: {error.reason}") from None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(str(path), error.lineno, error.colno, f"expected JSON: {error.msg}") from None
    except RecursionError:
        raise PlanError(f"{path}: nested too deeply for a comparison") from None
    kind, newest = schema("compare").rsplit("/", 1)
    version = re.fullmatch(rf"{kind}/(\d+)", str(data.get("schema"))) if isinstance(data, dict) else None
    if version is None:
        raise PlanError(f"{path}: expected a comparison that was exported as JSON, with schema {kind}/{newest}")
    if int(version[1]) > int(newest):
        raise PlanError(f"{path}: a newer version of this program made it ({data['schema']}; known here {newest})")
    try:
        samples = {}
        for cell in data["cells"]:
            label = Contestant(cell["algorithm"], tuple(sorted(cell["parameters"].items()))).label
            samples[Key(label, cell["instance"])] = tuple(map(Sample.from_json, cell["samples"]))
        return Experiment(Plan.from_json(data["plan"]), samples=samples, made_with=dict(data["environment"])).table
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise PlanError(f"{path}: this is not a comparison that this program has exported ({error})") from None
    except (ProblemError, OSError) as error:
        raise PlanError(f"{path}: {error}") from None
