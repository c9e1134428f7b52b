"""Exact cover problems as JSON: everything the value holds, nothing dropped.

{"title": "…", "origin": "…",
 "primary": ["A", {"name": "B", "least": 0, "most": 2}], "secondary": ["x"],
 "options": [["A", "x:1"], {"label": "second", "items": ["B", "x:1"], "cost": 3}]}

Two short forms are read too: ``{"A": [1, 4], "B": [2, 3]}`` names options and says what each covers,
as `ExactCover` takes it, and ``[[1, 0], [0, 1]]`` is a 0/1 matrix.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Hashable
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

from core._search import ProblemError
from core._words import both, grouped
from core.exact_cover._formats.base import FormatError
from core.exact_cover._names import good_names, name_error
from core.exact_cover._option import LARGEST_COST, Gathering, Option, Options
from core.exact_cover._problem import LARGEST_MULTIPLICITY, ExactCover, Item
from core.storage._files import quoted, schema

_SPACE = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder()


class _Where(NamedTuple):
    """A key of the object (empty for a list), an entry of the list under it (from 0), a key inside that entry."""

    key: str
    number: int | None = None
    within: str = ""

    def __str__(self) -> str:
        entry = "" if self.number is None else f"[{self.number}]"
        return f"{self.key}{entry}{self.within and '.'}{self.within}"


class _Twice(ValueError):
    """An object has a key twice; Python's JSON reader would drop the first without a word."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the key {quoted(key)} appears twice in one object")
        self.key = key


class _Wrong(ProblemError):
    """Something is wrong at a place in the text."""

    def __init__(self, where: _Where, said: str) -> None:
        super().__init__(f"{where}: {said}" if where.key else said)
        self.where = where


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _Twice(next(key for key in keys if keys.count(key) > 1))
    return made


def well_formed(text: str) -> bool:
    """Whether a text is JSON of any kind."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read(text: str, source: str = "text") -> ExactCover:
    """Read a problem.  Raises FormatError; what is wrong inside a well-formed text is named by its key."""
    body = text.removeprefix("\ufeff")
    try:
        value = json.loads(body, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise FormatError(source, error.lineno, error.colno, f"not JSON: {error.msg}") from None
    except RecursionError:
        raise FormatError(source, 1, 1, "not an exact cover problem: nested too deeply") from None
    except _Twice as error:
        places = list(re.finditer(rf"{re.escape(json.dumps(error.key))}\s*:", body))
        at = places[1].start() if len(places) > 1 else 0
        raise FormatError(source, *_at(body, at), str(error)) from None
    except ValueError:  # Python reads no longer numbers
        most = sys.get_int_max_str_digits()
        number = re.search(rf"[0-9]{{{most + 1}}}", body)
        assert number
        raise FormatError(
            source, *_at(body, number.start()), f"expected a number of at most {grouped(most)} digits"
        ) from None
    try:
        return _problem(value)
    except _Wrong as error:
        raise FormatError(source, *_place(body, error.where), str(error)) from None
    except ProblemError as error:
        raise FormatError(source, 1, 1, str(error)) from None


def _place(text: str, where: _Where) -> tuple[int, int]:
    """Find the line and column of the key, or of the entry in its list; Python's JSON reader keeps no places."""
    key = re.search(rf"{re.escape(json.dumps(where.key))}\s*:\s*" if where.key else r"(?=\[)", text)
    at = key.start() if key else 0
    if key is not None and where.number is not None:
        at = key.end()  # the bracket that opens the list
        for _ in range(where.number):
            at = _DECODER.raw_decode(text, _next(text, at))[1]
        at = _next(text, at)
    return _at(text, at)


def _at(text: str, place: int) -> tuple[int, int]:
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


def _next(text: str, at: int) -> int:
    """Where the entry after a bracket or after another entry begins."""
    space = _SPACE.match(text, at + (text[at] == "["))
    return space.end() if space else at


def _problem(value: Any) -> ExactCover:
    if isinstance(value, dict) and isinstance(value.get("problem"), dict):
        value = value["problem"]  # saved together with solutions
    if isinstance(value, list):
        return _matrix(value)
    if not isinstance(value, dict):
        raise ProblemError("expected an object with the keys primary and options, or a list of rows of zeros and ones")
    if value and not value.keys() & {"primary", "secondary", "options"}:
        return _named(value)
    entries = _list(value, _Where("primary"))
    plain = all(type(entry) is str for entry in entries)
    items = [Item(e) for e in entries] if plain else [_item(e, _Where("primary", n)) for n, e in enumerate(entries)]
    for n, entry in enumerate(_list(value, _Where("secondary"), [])):
        name = _text(entry, _Where("secondary", n))
        items.append(Item(name, secondary=True))
    numbers = {item.name: i for i, item in enumerate(items)}
    if len(numbers) < len(items) or not good_names(list(numbers)):
        _refuse_names(items, len(entries))
    options = _options(_list(value, _Where("options")), items, numbers)
    texts = [_text(value[key], _Where(key)) if key in value else "" for key in ("title", "origin")]
    return ExactCover(tuple(items), options, title=texts[0], origin=texts[1])


def _options(entries: list[Any], items: list[Item], numbers: dict[str, int]) -> Options:
    if set(map(type, entries)) == {list} and set(map(type, chain.from_iterable(entries))) == {str}:
        with suppress(ProblemError):  # what is wrong is found out one by one
            gathering = Gathering(numbers)
            gathering.add(entries)
            return gathering.options()
    return Options.of(_option(entry, _Where("options", n), items, numbers) for n, entry in enumerate(entries))


def _refuse_names(items: list[Item], primary: int) -> None:
    """Raise the error for the first bad name, with its place."""
    seen: set[str] = set()
    for number, item in enumerate(items):
        where = _Where("primary", number) if number < primary else _Where("secondary", number - primary)
        if reason := name_error(item.name):
            raise _Wrong(where, f"expected an item name: {reason}")
        if item.name in seen:
            raise _Wrong(where, f"item {quoted(item.name)} appears twice")
        seen.add(item.name)


def _option(entry: Any, where: _Where, items: list[Item], numbers: dict[str, int]) -> Option[int]:
    label, cost, words = "", 0, entry
    if isinstance(entry, dict):
        _only(entry, ("label", "items", "cost"), where)
        words = _list(entry, where._replace(within="items"))
        label = _text(entry["label"], where._replace(within="label")) if "label" in entry else ""
        cost = entry.get("cost", 0)
        if type(cost) is not int or abs(cost) > LARGEST_COST:
            wanted = f"expected a whole number up to {grouped(LARGEST_COST)} as a cost"
            raise _Wrong(where._replace(within="cost"), f"{wanted}, not {json.dumps(cost)[:40]}")
    if not isinstance(words, list):
        raise _Wrong(where, "expected a list of items")
    held = [numbers.get(word, -1) if type(word) is str else -1 for word in words]
    given: list[str] = []
    if -1 in held:  # a colour, or something wrong
        pairs = [_coloured(word, items, numbers, where) for word in words]
        held, given = [item for item, _ in pairs], [colour for _, colour in pairs]
    if len(set(held)) != len(held):
        twice = next(items[item].name for item in held if held.count(item) > 1)
        raise _Wrong(where, f"item {quoted(twice)} appears twice")
    return Option.trusted(held, tuple(given) if any(given) else (), cost, label)


def _matrix(rows: list[Any]) -> ExactCover:
    for number, row in enumerate(rows):
        if isinstance(row, list) and (wrong := [each for each in row if type(each) is int and each not in (0, 1)]):
            raise _Wrong(_Where("", number), f"row {number + 1}: expected 0 or 1, not {wrong[0]}")
        if not isinstance(row, list) or not all(entry in (0, 1) for entry in row):
            raise _Wrong(
                _Where("", number),
                f"row {number + 1}: expected a list of zeros and ones; an object such as "
                '{"A": [1, 4], "B": [2, 3]} says what each option covers',
            )
        if len(row) != len(rows[0]):
            raise _Wrong(_Where("", number), f"row {number + 1}: expected {len(rows[0])} entries, not {len(row)}")
    return ExactCover.from_matrix(rows)


def _named(sets: dict[str, Any]) -> ExactCover:
    for key, held in sets.items():
        if not isinstance(held, list):
            whole = '{"primary": ["a"], "options": [{"label": "A", "items": ["a"], "cost": 3}]}'
            raise _Wrong(_Where(key), f"expected a list of what the option covers; what says more looks like {whole}")
    made = {key: [_thing(each, _Where(key)) for each in held] for key, held in sets.items()}
    for key, things in made.items():
        if len({*things}) < len(things):
            number = next(at for at, thing in enumerate(things) if thing in things[:at])
            raise _Wrong(_Where(key, number), f"{json.dumps(things[number])} is there twice")
    return ExactCover(made)


def _thing(value: Any, where: _Where) -> Hashable:
    """What an option covers: a string, a number, or a list of such, which becomes a tuple."""
    if isinstance(value, list):
        return tuple(_thing(each, where) for each in value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise _Wrong(where, f"expected strings, numbers or lists of them, not {json.dumps(value)[:40]}")
    return value


def _coloured(word: Any, items: list[Item], numbers: dict[str, int], where: _Where) -> tuple[int, str]:
    """The item's number and its colour."""
    name, colon, colour = _text(word, where).partition(":")
    if name not in numbers:
        raise _Wrong(where, f"unknown item {quoted(name)}")
    item = numbers[name]
    if colon and not items[item].secondary:
        raise _Wrong(where, f"primary item {quoted(name)} cannot have a colour; only secondary items can")
    if colon and (reason := name_error(colour)):
        raise _Wrong(where, f"expected a colour after '{name}:': {reason}")
    return item, colour


def _list(value: Any, where: _Where, default: list[Any] | None = None) -> list[Any]:
    found = value.get(where.within or where.key, default)
    if not isinstance(found, list):
        raise _Wrong(where, "expected a list")
    return found


def _only(entry: dict[str, Any], known: Collection[str], where: _Where) -> None:
    if unknown := [key for key in entry if key not in known]:
        raise _Wrong(where, f"expected only the keys {both(known)}, not {quoted(unknown[0])}")


def _text(value: Any, where: _Where) -> str:
    # Numbers are taken for names: a universe of 1 … 6 is natural to write.
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise _Wrong(where, f"expected a string, not {json.dumps(value)[:40]}")
    return str(value)


def _item(entry: Any, where: _Where) -> Item:
    if not isinstance(entry, dict):
        return Item(_text(entry, where))
    _only(entry, ("name", "least", "most"), where)
    least = entry.get("least", 1)
    most = entry.get("most", least if type(least) is int and least > 1 else 1)
    if type(least) is not int or type(most) is not int:
        raise _Wrong(where, "expected whole numbers for least and most")
    if not 0 <= least <= most or not 1 <= most <= LARGEST_MULTIPLICITY:
        wanted = f"0 ≤ least ≤ most and 1 ≤ most ≤ {grouped(LARGEST_MULTIPLICITY)}"
        raise _Wrong(where, f"expected least and most with {wanted}, not {least} and {most}")
    return Item(_text(entry.get("name"), where._replace(within="name")), least=least, most=most)


def drawing_of(text: str) -> str:
    """The drawing in a text that `read` takes; empty if there is none."""
    if '"drawing"' not in text:  # nearly always: a large problem is not parsed twice
        return ""
    value = json.loads(text.removeprefix("\ufeff"))
    if isinstance(value.get("problem"), dict):
        value = value["problem"]
    found = value.get("drawing", "")
    return found if isinstance(found, str) else ""


def write(problem: ExactCover, drawing: str = "") -> str:
    """The problem as indented JSON, with one option on each line, and the text that it was drawn in."""
    primary: list[Any] = [
        item.name if item.plain else {"name": item.name, "least": item.least, "most": item.most}
        for item in problem.items[: problem.primary]
    ]
    head = {
        "schema": schema("cover"),
        **({"title": problem.title} if problem.title else {}),
        **({"origin": problem.origin} if problem.origin else {}),
        **({"drawing": drawing} if drawing else {}),
        "primary": primary,
        "secondary": [item.name for item in problem.items[problem.primary :]],
    }
    lines = [f"  {_dump(key)}: {_dump(value)}," for key, value in head.items()]
    rows = [_dump(_entry(option, problem.entries(o))) for o, option in enumerate(problem.options)]
    inner = ",\n    ".join(rows)
    listed = f"[\n    {inner}\n  ]" if rows else "[]"
    return "\n".join(["{", *lines, f'  "options": {listed}', "}"]) + "\n"


def _entry(option: Option[int], words: list[str]) -> Any:
    label = {"label": option.name} if option.name else {}
    cost = {"cost": option.cost} if option.cost else {}
    return {**label, "items": words, **cost} if label or cost else words


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
