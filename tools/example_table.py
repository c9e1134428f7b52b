"""Writes the table that a new user of the comparison screen sees, from one that was measured and exported as JSON.

    dq compare queens 4-10 --algorithms bitmask,backtracking,dlx,dlx-s --export table.json
    python -m tools.example_table table.json

On a machine that does nothing else.  Its plan, its environment (without the machine's name) and all its runs are
taken; figures are rounded to four digits, and how the calls of a batch scatter is left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tui.screens.compare.opening import EXAMPLE

DIGITS = 4
LEFT_OUT = {"disturbed", "calls"}


def cut_down(exported: Mapping[str, Any]) -> str:
    """What `tui.screens.compare.opening` reads: a line for each cell."""
    unnamed = {key: value for key, value in exported["environment"].items() if key not in ("machine", "commit")}
    rows = []
    for cell in exported["cells"]:
        kept = cell["samples"][0].keys() - LEFT_OUT
        columns = {key: [_rounded(key, run[key]) for run in cell["samples"]] for key in sorted(kept)}
        same = {key: values[0] for key, values in columns.items() if len(set(values)) == 1}
        told = {
            "algorithm": cell["algorithm"], "instance": cell["instance"], "same": same,
            "runs": {key: values for key, values in columns.items() if key not in same},
        }  # fmt: skip
        rows.append(json.dumps(told, separators=(",", ":")))
    head = f'"plan": {json.dumps(exported["plan"])},\n"environment": {json.dumps(unnamed)},\n'
    return "{\n" + head + '"cells": [\n' + ",\n".join(rows) + "\n]\n}\n"


def _rounded(key: str, value: object) -> object:
    if not isinstance(value, float):
        return value
    return float(f"{value:.{DIGITS - 1}e}") if key != "recorded" else round(value)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("table", type=Path)
    exported = json.loads(parser.parse_args().table.read_text(encoding="utf-8"))
    EXAMPLE.write_text(cut_down(exported), encoding="utf-8")
