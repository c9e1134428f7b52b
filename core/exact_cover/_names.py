"""Which names an item or a colour may have, and names for items that have none."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from core._checks import fixed_order
from core.storage._files import quoted

INSTEAD = {":": "=", "|": "/"}
"""Replacements in a name for the signs that Knuth's text format needs for itself."""


def name_error(name: str) -> str | None:
    """Why ``name`` cannot name an item or a colour, or None: it must be printable, without blanks, ``:`` and ``|``."""
    if not name:
        return "an empty name"
    if name.isprintable() and not (" " in name or ":" in name or "|" in name):
        return None  # nearly all names; every other blank is not printable
    for character in name:
        if character in ":|":
            return f"{quoted(name)} has a {character!r}, which a name cannot have"
        if character.isspace() or not character.isprintable():
            return f"{quoted(name)} has a blank or a character that cannot be printed"
    return None


def good_names(names: Sequence[str]) -> bool:
    """Whether all of them can name items, checked together."""
    together = "".join(names)
    return all(names) and together.isprintable() and not any(sign in together for sign in " :|")


def names_for(things: Iterable[Hashable]) -> list[str]:
    """A name for each of these different things: its text, changed only if an item cannot have that name.

    >>> names_for([1, "1", (0, 2), "New York"])
    ['1', '1#2', '(0,2)', 'New_York']
    """
    texts = [thing if type(thing) is str else text_of(thing) for thing in things]
    if good_names(texts) and len(set(texts)) == len(texts):
        return texts
    names: dict[str, None] = {}
    for text in texts:
        name = base = _printable(text)
        again = 1
        while name in names:
            again += 1
            name = f"{base}#{again}"
        names[name] = None
    return list(names)


def text_of(thing: Hashable) -> str:
    """The text of anything; that of a set is the same in every process."""
    return f"{{{', '.join(map(repr, fixed_order(thing)))}}}" if isinstance(thing, frozenset) else str(thing)


def _printable(text: str) -> str:
    signs = (INSTEAD.get(c, "_" if c.isspace() or not c.isprintable() else c) for c in text.replace(", ", ","))
    return "".join(signs) or "_"


def letters(count: int) -> list[str]:
    """Names for ``count`` items: A … Z if these are enough, otherwise 1 … count."""
    return [chr(ord("A") + i) for i in range(count)] if count <= 26 else list(map(str, range(1, count + 1)))
