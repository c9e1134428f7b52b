"""Exact cover problems as JSON: everything the value holds, nothing dropped.

{"title": "…", "origin": "…",
 "primary": ["A", {"name": "B", "least": 0, "most": 2}], "secondary": ["x"],
 "options": [["A", "x:1"], {"label": "second", "items": ["B", "x:1"]}]}
"""

from __future__ import annotations

import json
from typing import Any

from core.exact_cover.formats.base import FormatError
from core.exact_cover.problem import ExactCover, Item
from core.output import schema
from core.search import ProblemError


def read(text: str, source: str = "text") -> ExactCover:
    """Read a problem.  Raises FormatError; what is wrong inside a well-formed text is named by its key."""
    body = text.removeprefix("\ufeff")
    try:
        value = json.loads(body)
    except json.JSONDecodeError as error:
        raise FormatError(source, error.lineno, error.colno, f"not JSON: {error.msg}") from None
    except RecursionError:
        raise FormatError(source, 1, 1, "not an exact cover problem: nested too deeply") from None
    except ValueError as error:
        raise FormatError(source, 1, 1, f"not JSON: {error}") from None
    try:
        return _problem(value)
    except ProblemError as error:
        line, column = _place(body, str(error))
        raise FormatError(source, line, column, str(error)) from None


def _place(text: str, message: str) -> tuple[int, int]:
    """Where the list that ``message`` speaks of begins: the nearest thing to a place that JSON's reader leaves."""
    key = next((key for key in ("options", "secondary", "primary") if message.startswith(key)), None)
    start = text.find(f'"{key}"') if key else -1
    start = max(start, 0)
    return text.count("\n", 0, start) + 1, start - (text.rfind("\n", 0, start) + 1) + 1


def _problem(value: Any) -> ExactCover:
    if isinstance(value, dict) and isinstance(value.get("problem"), dict):
        value = value["problem"]  # saved together with solutions
    if not isinstance(value, dict):
        raise ProblemError("expected an object with the keys primary and options")
    entries = _list(value, "primary")
    plain = all(type(entry) is str for entry in entries)
    items = [Item(e) for e in entries] if plain else [_item(e, "primary", n) for n, e in enumerate(entries)]
    for n, entry in enumerate(_list(value, "secondary", [])):
        name = _text(entry, f"secondary[{n}]")
        items.append(Item(name, secondary=True))
    numbers = {item.name: i for i, item in enumerate(items)}
    options, colours, labels = [], [], []
    for n, entry in enumerate(_list(value, "options")):
        where = f"options[{n}]"
        labels.append(_text(entry["label"], f"{where}.label") if isinstance(entry, dict) and "label" in entry else "")
        words = _list(entry, "items", where=where) if isinstance(entry, dict) else entry
        if not isinstance(words, list):
            raise ProblemError(f"{where}: expected a list of items")
        held = [numbers.get(word, -1) if type(word) is str else -1 for word in words]
        if -1 not in held:
            options.append(tuple(held))
            colours.append(("",) * len(held))  # no colours, and nothing wrong
            continue
        option, given = [], []
        for word in words:
            name, colon, colour = _text(word, where).partition(":")
            if name not in numbers:
                raise ProblemError(f"{where}: unknown item {name!r}")
            if colon and not colour:
                raise ProblemError(f"{where}: expected a colour after '{name}:'")
            option.append(numbers[name])
            given.append(colour)
        options.append(tuple(option))
        colours.append(tuple(given))
    if any(labels) and not all(labels):
        labels = [label or str(n + 1) for n, label in enumerate(labels)]
    texts = {key: _text(value[key], key) for key in ("title", "origin") if key in value}
    return ExactCover(tuple(items), tuple(options), tuple(colours), tuple(labels) if any(labels) else (), **texts)


def _list(value: Any, key: str, default: list[Any] | None = None, where: str = "") -> list[Any]:
    found = value.get(key, default)
    if not isinstance(found, list):
        raise ProblemError(f"{where + '.' if where else ''}{key}: expected a list")
    return found


def _text(value: Any, where: str) -> str:
    # Numbers are taken for names: a universe of 1 … 6 is natural to write.
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ProblemError(f"{where}: expected a text, not {json.dumps(value)[:40]}")
    return str(value)


def _item(entry: Any, key: str, number: int) -> Item:
    where = f"{key}[{number}]"
    if not isinstance(entry, dict):
        return Item(_text(entry, where))
    least = entry.get("least", 1)
    most = entry.get("most", least if type(least) is int and least > 1 else 1)
    if type(least) is not int or type(most) is not int:
        raise ProblemError(f"{where}: expected whole numbers for least and most")
    return Item(_text(entry.get("name"), where), least=least, most=most)


def write(problem: ExactCover) -> str:
    """The problem as indented JSON, an option a line."""
    primary: list[Any] = [
        item.name if item.plain else {"name": item.name, "least": item.least, "most": item.most}
        for item in problem.items[: problem.primary]
    ]
    head = {
        "schema": schema("cover"),
        **({"title": problem.title} if problem.title else {}),
        **({"origin": problem.origin} if problem.origin else {}),
        "primary": primary,
        "secondary": [item.name for item in problem.items[problem.primary :]],
    }
    lines = [f"  {_dump(key)}: {_dump(value)}," for key, value in head.items()]
    rows = [
        _dump({"label": problem.label(o), "items": problem.entries(o)} if problem.labels else problem.entries(o))
        for o in range(len(problem.options))
    ]
    inner = ",\n    ".join(rows)
    listed = f"[\n    {inner}\n  ]" if rows else "[]"
    return "\n".join(["{", *lines, f'  "options": {listed}', "}"]) + "\n"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
