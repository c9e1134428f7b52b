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
    repeat = 6
    most = 50
    patience = 2.0                   # seconds a cell
    warm_up = 1
    order_seed = 1
    processes = 3                    # for the runs of each cell, in turn
    jobs = 1                         # cells measured at a time

    [limits]
    timeout = 60.0                   # seconds a run; 0: none
    memory = 512                     # MiB
    solutions = 1000

``document = "paper-000-table-3"`` takes from a document's experiment the instances, algorithms and
goal that the file does not give.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from core._catalog import FAMILIES
from core._search import Goal, ProblemError
from core._words import clean_text, either
from core.compare._instances import expand
from core.compare._papers.documents import DOCUMENTS
from core.compare._plan import PRECISION, PROCESSES, Contestant, Plan, PlanError
from core.compare._sweep import combined, swept, values
from core.storage._files import read_ordinary

LARGEST_PLAN = 1 << 20
NESTED = 50
"""No plan needs brackets or dotted names as deep as this."""
TextPlace = tuple[int, int]
"""Line and column, both from 1."""

_SECTION = re.compile(r"[ \t]*\[[ \t]*[\"']?([\w-]+)[\"']?[ \t]*\]")
_TOKEN = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*|[\[\]{},]|[^\s\[\]{},\"'#]+|[\"']")
_DECODER_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TOP = ("family", "instances", "goal", "algorithms", "name", "document", "measuring", "limits")
_MEASURING = ("precision", "repeat", "most", "patience", "warm_up", "order_seed", "isolate", "processes", "jobs")
_LIMITS = ("timeout", "memory", "solutions")


class SettingError(PlanError):
    """A wrong setting in a plan's file."""

    def __init__(self, message: str, *where: str | int) -> None:
        super().__init__(message)
        self.where = where
        """Its section, if it has one, its name, and its index in a list, from 0."""


def read_plan(path: Path) -> Plan:
    """The plan in a file.  Raises OSError, and a PlanError that names the file, line and column and what was
    expected."""
    try:
        content = read_ordinary(path, LARGEST_PLAN)
    except ProblemError as error:
        raise PlanError(str(error)) from None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        place = place_at(before := content[: error.start].decode("utf-8"), len(before))
        raise _placed(path, place, f"expected UTF-8 text: {error.reason}") from None
    try:
        return plan_from(tomllib.loads(text), path.absolute().parent)
    except tomllib.TOMLDecodeError as error:
        place, message = decoder_trouble(text, error)
        raise _placed(path, place, f"expected TOML: {message}") from None
    except RecursionError:
        raise _placed(path, _too_deep(text), "nested too deeply for a plan") from None
    except SettingError as error:
        raise _placed(path, place_of(text, error.where), str(error)) from None
    except PlanError as error:
        raise _placed(path, (1, 1), str(error)) from None


def _placed(path: Path, place: TextPlace, message: str) -> PlanError:
    line, column = place
    return PlanError(f"{path}, line {line}, column {column}: {message}")


def plan_from(data: Mapping[str, Any], folder: Path | None = None) -> Plan:
    """The plan described by a file's content; file names are relative to ``folder``.  Raises PlanError."""
    _known(data, _TOP)
    measuring, limits = _section(data, "measuring", _MEASURING), _section(data, "limits", _LIMITS)
    document = data.get("document")
    if document is not None and not (isinstance(document, str) and document in DOCUMENTS):
        raise SettingError(f"document: expected one of {', '.join(DOCUMENTS)}, not {document!r}", "document")
    base = DOCUMENTS[document].plan if document is not None else None
    family = data.get("family", base.family if base is not None else None)
    if not isinstance(family, str) or family not in FAMILIES:
        raise SettingError(f"family: expected {either(FAMILIES)}, not {family!r}", "family")
    try:
        goal = Goal(data["goal"]) if "goal" in data else base.goal if base is not None else Goal.COUNT
    except ValueError:
        raise SettingError(f"goal: expected first, all or count, not {data['goal']!r}", "goal") from None
    if "instances" in data or base is None:
        keys = _instances(family, [_located(text, folder) for text in _texts(data, "instances")])
    else:
        keys = base.instances
    if "algorithms" in data or base is None:
        chosen = _contestants(family, data.get("algorithms"))
    else:
        chosen = base.contestants
    name = clean_text(str(data.get("name", base.name if base else "")))
    plan = Plan(family, keys, chosen, goal, document=document, name=name)
    precision = _number(measuring, "measuring", "precision", PRECISION * 100)
    timeout = _number(limits, "limits", "timeout", plan.timeout or 0)
    memory = _number(limits, "limits", "memory", 0)
    solutions = _number(limits, "limits", "solutions", 0)
    changes: dict[tuple[str, str], dict[str, Any]] = {
        ("measuring", "precision"): {"precision": precision / 100 or None},
        ("measuring", "repeat"): {"repeat": int(_number(measuring, "measuring", "repeat", plan.repeat))},
        ("measuring", "most"): {"most": int(_number(measuring, "measuring", "most", plan.most))},
        ("measuring", "patience"): {"patience": _number(measuring, "measuring", "patience", plan.patience)},
        ("measuring", "warm_up"): {"warm_up": int(_number(measuring, "measuring", "warm_up", plan.warm_up))},
        ("measuring", "order_seed"): {"seed": int(_number(measuring, "measuring", "order_seed", plan.seed))},
        ("measuring", "isolate"): {"isolate": _truth(measuring, "measuring", "isolate", plan.isolate)},
        ("measuring", "processes"): {"processes": int(_number(measuring, "measuring", "processes", plan.processes))},
        ("measuring", "jobs"): {"jobs": int(_number(measuring, "measuring", "jobs", plan.jobs))},
        ("limits", "timeout"): {"timeout": timeout or None},
        ("limits", "memory"): {"memory": int(memory * 2**20) if memory else None},
        ("limits", "solutions"): {"limit": int(solutions) if solutions else None},
    }
    try:
        return replace(plan, **{name: value for change in changes.values() for name, value in change.items()})
    except PlanError as error:
        raise SettingError(str(error), *_refused(plan, changes)) from None


def _refused(plan: Plan, changes: Mapping[tuple[str, str], Mapping[str, Any]]) -> tuple[str, ...]:
    """The setting that the plan refuses on its own; if it accepts each, the most runs are fewer than the least."""
    for where, change in changes.items():
        try:
            replace(plan, **change)
        except PlanError:
            return where
    return "measuring", "most"


def _known(data: Mapping[str, Any], names: Sequence[str], *section: str) -> None:
    unknown = next((name for name in data if name not in names), None)
    if unknown is not None:
        there_are = ", ".join(names)
        full = ".".join((*section, unknown))
        raise SettingError(f"{full}: there is no such setting; there are {there_are}", *section, unknown)


def _section(data: Mapping[str, Any], name: str, names: Sequence[str]) -> Mapping[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise SettingError(f"{name}: expected a table, [{name}]", name)
    _known(found, names, name)
    return found


def _number(values: Mapping[str, Any], section: str, name: str, usual: float) -> float:
    value = values.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e15:
        raise SettingError(f"{name}: expected a number, 0 or more, not {value!r}", section, name)
    return value


def _truth(values: Mapping[str, Any], section: str, name: str, usual: bool) -> bool:
    value = values.get(name, usual)
    if not isinstance(value, bool):
        raise SettingError(f"{name}: expected true or false, not {value!r}", section, name)
    return value


def _texts(data: Mapping[str, Any], name: str) -> list[str]:
    value = data.get(name)
    texts = [value] if isinstance(value, (str, int)) else value
    if not isinstance(texts, list) or not all(isinstance(text, (str, int)) for text in texts):
        raise SettingError(f"{name}: expected a string or a list of strings, not {value!r}", name)
    return [str(text) for text in texts]


def _instances(family: str, texts: list[str]) -> tuple[str, ...]:
    try:
        return expand(family, texts)
    except PlanError as error:
        for number, text in enumerate(texts):
            try:
                expand(family, [text])
            except PlanError as cause:
                raise SettingError(str(cause), "instances", number) from None
        raise SettingError(str(error), "instances") from None


def _located(text: str, folder: Path | None) -> str:
    """The name with the plan's folder prepended, if the file is there, so that it is found from anywhere."""
    name, hash_, rest = text.partition("#")
    if folder is not None and name and not name.startswith("gallery:") and (folder / name).is_file():
        return f"{folder / name}{hash_}{rest}"
    return text


def _contestants(family: str, value: Any) -> tuple[Contestant, ...]:
    if not isinstance(value, list) or not value:
        expected = 'expected a list of names, or of tables such as {key = "dlx-s", order = "text"}'
        raise SettingError(f"algorithms: {expected}", "algorithms")
    found: list[Contestant] = []
    for number, entry in enumerate(value):
        try:
            if isinstance(entry, str):
                found += swept(family, entry)
            elif isinstance(entry, dict) and isinstance(entry.get("key"), str):
                found += _swept(family, entry)
            else:
                raise PlanError(f"algorithms: expected a name, or a table with a key, not {entry!r}")
        except PlanError as error:
            raise SettingError(str(error), "algorithms", number) from None
    return tuple(dict.fromkeys(found))


def _swept(family: str, entry: Mapping[str, Any]) -> tuple[Contestant, ...]:
    """One contestant for every combination of the values."""
    choices = {name: values(_listed(value)) for name, value in entry.items() if name != "key"}
    return combined(family, entry["key"], choices)


def _listed(value: Any) -> list[Any]:
    return [each for item in value for each in _listed(item)] if isinstance(value, list) else [value]


def plan_text(plan: Plan) -> str:
    """The text of a file from which `read_plan` reads this plan."""
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
    lines += [
        f"order_seed = {plan.seed}",
        *(["isolate = true"] * plan.isolate),
        *([f"processes = {plan.processes}"] * (plan.processes != PROCESSES)),
        *([f"jobs = {plan.jobs}"] * (plan.jobs > 1)),
        "",
        "[limits]",
        f"timeout = {float(plan.timeout or 0)!r}",
    ]
    if plan.memory is not None:
        lines.append(f"memory = {plan.memory / 2**20!r}")
    if plan.limit is not None:
        lines.append(f"solutions = {plan.limit}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text)  # a JSON string is a basic TOML string


def _value(value: str | int) -> str:
    return _quoted(value) if isinstance(value, str) else str(value)


# The position of a setting in the text, for messages: the TOML reader gives values without positions.


def place_of(text: str, where: Sequence[str | int]) -> TextPlace:
    """The position of ``("limits", "timeout")``, or of item 2 of a list, ``("algorithms", 2)``.

    If it is missing, the position of what would contain it: the list, the section, the text.
    """
    names = [name for name in where if isinstance(name, str)]
    section, name = ("", names[0]) if len(names) < 2 else (names[0], names[1])
    start = _setting(text, section, name)
    if start is None and section:
        start = _setting(text, "", section)
    if start is None:
        return 1, 1
    items = [item for item in where if isinstance(item, int)]
    if items:
        equals = text.find("=", start) + 1
        start = next((at for number, at in enumerate(_items(text, equals)) if number == items[0]), start)
    return place_at(text, start)


def _too_deep(text: str) -> TextPlace:
    """Where brackets or the parts of a name are first more than `NESTED` deep."""
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token[0] in ("[", "{")) - (token[0] in ("]", "}"))
        if depth > NESTED:
            return place_at(text, token.start())
        if token[0].count(".") > NESTED and token[0][0] not in "#\"'":
            return place_at(text, token.start())
    return 1, 1


def place_at(text: str, offset: int) -> TextPlace:
    """The line and column of a character."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def decoder_trouble(text: str, error: tomllib.TOMLDecodeError) -> tuple[TextPlace, str]:
    """Where the TOML reader stopped, and why; before Python 3.14 it only gives both in one sentence."""
    message = str(error)
    found = _DECODER_PLACE.search(message)
    if found is None:
        return (1, 1), message
    place = (int(found[1]), int(found[2])) if found[1] else place_at(text, len(text.rstrip()))
    return place, message[: found.start()]


def _setting(text: str, section: str, name: str) -> int | None:
    """The beginning of a setting, or of a section's heading if ``name`` is a section."""
    plain = re.compile(rf"[ \t]*([\"']?){re.escape(name)}\1[ \t]*[=.]")
    dotted = re.compile(rf"[ \t]*{re.escape(section)}[ \t]*\.[ \t]*{re.escape(name)}[ \t]*=") if section else None
    current, offset = "", 0
    for line in text.splitlines(keepends=True):
        heading = _SECTION.match(line)
        if heading is not None:
            current = heading[1]
        if (
            (heading is not None and not section and current == name)
            or (heading is None and current == section and plain.match(line))
            or (dotted is not None and not current and dotted.match(line))
        ):
            return offset + len(line) - len(line.lstrip())
        offset += len(line)
    return None


def _items(text: str, start: int) -> Iterator[int]:
    """The beginning of each item of the list at ``start``; any other value is its own only item."""
    depth, fresh = 0, True
    for token in _TOKEN.finditer(text, start):
        sign = token[0]
        if sign.startswith("#"):
            continue
        if depth == 0 and sign != "[":
            yield token.start()
            return
        if depth == 1 and fresh and sign not in ",]":
            yield token.start()
            fresh = False
        if sign in ("[", "{"):
            depth += 1
        elif sign in ("]", "}"):
            depth -= 1
            if depth == 0:
                return
        elif sign == "," and depth == 1:
            fresh = True
