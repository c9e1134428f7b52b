"""Where in a plan's text a setting stands, for messages: the TOML reader gives values without their places."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence

Place = tuple[int, int]
"""Line and column, both from 1."""

_SECTION = re.compile(r"[ \t]*\[[ \t]*[\"']?([\w-]+)[\"']?[ \t]*\]")
_TOKEN = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*|[\[\]{},]|[^\s\[\]{},\"'#]+|[\"']")
_DECODER_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def place_of(text: str, where: Sequence[str | int]) -> Place:
    """The place of ``("limits", "timeout")``, or of item 2 of a list, ``("algorithms", 2)``.

    Where that is not to be found, the place of what it would stand in: the list, the section, the text.
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


def place_at(text: str, offset: int) -> Place:
    """The place of a character."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def decoder_trouble(text: str, error: tomllib.TOMLDecodeError) -> tuple[Place, str]:
    """Where the TOML reader stopped, and why; before Python 3.14 it says both in one sentence only."""
    message = str(error)
    found = _DECODER_PLACE.search(message)
    if found is None:
        return (1, 1), message
    place = (int(found[1]), int(found[2])) if found[1] else place_at(text, len(text.rstrip()))
    return place, message[: found.start()]


def _setting(text: str, section: str, name: str) -> int | None:
    """Where the setting begins, or the heading of the section where ``name`` is one."""
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
    """Where the items of the list begin that stands at ``start``; one value alone is its own only item."""
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
