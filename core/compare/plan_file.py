"""Plans as TOML files, in and out.

    family = "queens"                # or "sudoku", "cover"
    instances = ["4-12", "14"]       # as on the command line; files, gallery names
    goal = "count"
    algorithms = [
        "backtracking",
        {key = "dlx-s", order = ["table", "text"]},     # a list sweeps over its values
        {key = "min-conflicts", seed = "1-10"},         # so does a range
    ]

    [measuring]                      # all of them may be left out
    precision = 5                    # per cent; 0: exactly `repeat` runs
    repeat = 5
    most = 50
    patience = 2.0                   # seconds a cell
    warm_up = 1
    order_seed = 1

    [limits]
    timeout = 60.0                   # seconds a run; 0: none
    memory = 512                     # MiB
    solutions = 1000

``document = "paper-000-table-3"`` takes the instances, algorithms and goal of a
document's experiment where the file names none of its own.
"""

from __future__ import annotations

import itertools
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.compare.documents import DOCUMENTS
from core.compare.instances import expand
from core.compare.plan import PRECISION, Contestant, Plan, PlanError
from core.search import Goal

LARGEST_FILE = 1 << 20
MOST_VARIANTS = 1000
_TOP = ("family", "instances", "goal", "algorithms", "name", "document", "measuring", "limits")
_MEASURING = ("precision", "repeat", "most", "patience", "warm_up", "order_seed")
_LIMITS = ("timeout", "memory", "solutions")


def read_plan(path: Path) -> Plan:
    """The plan in a file.  Raises PlanError naming the file and what was expected, and OSError."""
    if path.stat().st_size > LARGEST_FILE:
        raise PlanError(f"{path}: larger than {LARGEST_FILE >> 20} MiB, too large for a plan")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanError(f"{path}: expected TOML: {error}") from None
    try:
        return plan_from(data, path.absolute().parent)
    except PlanError as error:
        raise PlanError(f"{path}: {error}") from None


def plan_from(data: Mapping[str, Any], folder: Path | None = None) -> Plan:
    """The plan that a file's content describes; names of files are relative to ``folder``.  Raises PlanError."""
    _known(data, _TOP, "")
    measuring, limits = _section(data, "measuring", _MEASURING), _section(data, "limits", _LIMITS)
    document = data.get("document")
    if document is not None and document not in DOCUMENTS:
        raise PlanError(f"document: expected one of {', '.join(DOCUMENTS)}, not {document!r}")
    base = DOCUMENTS[document].plan if document is not None else None
    family = data.get("family", base.family if base is not None else None)
    if family not in ("queens", "sudoku", "cover"):
        raise PlanError(f"family: expected queens, sudoku or cover, not {family!r}")
    try:
        goal = Goal(data["goal"]) if "goal" in data else base.goal if base is not None else Goal.COUNT
    except ValueError:
        raise PlanError(f"goal: expected first, all or count, not {data['goal']!r}") from None
    if "instances" in data or base is None:
        keys = expand(family, [_located(text, folder) for text in _texts(data, "instances")])
    else:
        keys = base.instances
    if "algorithms" in data or base is None:
        chosen = _contestants(family, data.get("algorithms"))
    else:
        chosen = base.contestants
    precision = _number(measuring, "precision", PRECISION * 100) / 100 or None
    plan = Plan(family, keys, chosen, goal, document=document, name=str(data.get("name", base.name if base else "")))
    timeout = _number(limits, "timeout", plan.timeout or 0)
    return replace(
        plan,
        precision=precision,
        repeat=int(_number(measuring, "repeat", plan.repeat)),
        most=int(_number(measuring, "most", plan.most)),
        patience=_number(measuring, "patience", plan.patience),
        warm_up=int(_number(measuring, "warm_up", plan.warm_up)),
        seed=int(_number(measuring, "order_seed", plan.seed)),
        timeout=timeout or None,
        memory=int(limits["memory"] * 2**20) if _number(limits, "memory", 0) else None,
        limit=int(limits["solutions"]) if _number(limits, "solutions", 0) else None,
    )


def _known(data: Mapping[str, Any], names: Sequence[str], section: str) -> None:
    unknown = next((name for name in data if name not in names), None)
    if unknown is not None:
        raise PlanError(f"{section}{unknown}: there is no such setting; there are {', '.join(names)}")


def _section(data: Mapping[str, Any], name: str, names: Sequence[str]) -> Mapping[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise PlanError(f"{name}: expected a table, [{name}]")
    _known(found, names, f"{name}.")
    return found


def _number(section: Mapping[str, Any], name: str, usual: float) -> float:
    value = section.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e15:
        raise PlanError(f"{name}: expected a number from 0 on, not {value!r}")
    return value


def _texts(data: Mapping[str, Any], name: str) -> list[str]:
    value = data.get(name)
    texts = [value] if isinstance(value, (str, int)) else value
    if not isinstance(texts, list) or not all(isinstance(text, (str, int)) for text in texts):
        raise PlanError(f"{name}: expected a text or a list of texts, not {value!r}")
    return [str(text) for text in texts]


def _located(text: str, folder: Path | None) -> str:
    """A file beside the plan is found from anywhere."""
    name, hash_, rest = text.partition("#")
    if folder is not None and name and not name.startswith("gallery:") and (folder / name).is_file():
        return f"{folder / name}{hash_}{rest}"
    return text


def _contestants(family: str, value: Any) -> tuple[Contestant, ...]:
    if not isinstance(value, list) or not value:
        raise PlanError('algorithms: expected a list of names, or of tables such as {key = "dlx-s", order = "text"}')
    found: list[Contestant] = []
    for entry in value:
        if isinstance(entry, str):
            found.append(Contestant.parse(family, entry))
        elif isinstance(entry, dict) and isinstance(entry.get("key"), str):
            found += _swept(family, entry)
        else:
            raise PlanError(f"algorithms: expected a name, or a table with a key, not {entry!r}")
    return tuple(dict.fromkeys(found))


def _swept(family: str, entry: Mapping[str, Any]) -> list[Contestant]:
    """One contestant for every combination of the values."""
    names = [name for name in entry if name != "key"]
    choices = [_values(entry[name]) for name in names]
    count = 1
    for values in choices:
        count *= len(values)
    if count > MOST_VARIANTS:
        raise PlanError(f"algorithms: {entry['key']} with {count} combinations; at most {MOST_VARIANTS}")
    found = []
    for combination in itertools.product(*choices):
        settings = ",".join(f"{name}={value}" for name, value in zip(names, combination, strict=True))
        found.append(Contestant.parse(family, f"{entry['key']}:{settings}" if settings else entry["key"]))
    return found


def _values(value: Any) -> list[str]:
    if isinstance(value, list):
        return [text for each in value for text in _values(each)]
    match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", value) if isinstance(value, str) else None
    if match is None:
        return [str(value)]
    first, last = int(match[1]), int(match[2])
    if not first <= last < first + MOST_VARIANTS:
        raise PlanError(f"algorithms: the range {value} is empty or longer than {MOST_VARIANTS}")
    return [str(number) for number in range(first, last + 1)]


def plan_text(plan: Plan) -> str:
    """The file that `read_plan` makes this plan of."""
    lines = []
    if plan.name:
        lines.append(f"name = {_quoted(plan.name)}")
    if plan.document is not None:
        lines.append(f"document = {_quoted(plan.document)}")
    lines += [f"family = {_quoted(plan.family)}", f"goal = {_quoted(plan.goal.value)}"]
    lines += ["instances = [", *(f"    {_quoted(key)}," for key in plan.instances), "]", "algorithms = ["]
    for contestant in plan.contestants:
        settings = "".join(f", {key} = {_value(value)}" for key, value in contestant.parameters)
        lines.append(f"    {{key = {_quoted(contestant.algorithm)}{settings}}},")
    lines += ["]", "", "[measuring]", f"precision = {(plan.precision or 0) * 100:g}", f"repeat = {plan.repeat}"]
    lines += [f"most = {plan.most}", f"patience = {float(plan.patience)!r}", f"warm_up = {plan.warm_up}"]
    lines += [f"order_seed = {plan.seed}", "", "[limits]", f"timeout = {float(plan.timeout or 0)!r}"]
    if plan.memory is not None:
        lines.append(f"memory = {plan.memory / 2**20!r}")
    if plan.limit is not None:
        lines.append(f"solutions = {plan.limit}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text)  # a basic string of TOML is one of JSON


def _value(value: str | int) -> str:
    return _quoted(value) if isinstance(value, str) else str(value)
