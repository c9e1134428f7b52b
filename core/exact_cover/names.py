"""What may be the name of an item or a colour, and names for items that have none."""

from __future__ import annotations

from collections.abc import Sequence


def name_error(name: str) -> str | None:
    """Why ``name`` cannot name an item or a colour, or None: it must be printable, without blanks, ``:`` and ``|``."""
    if not name:
        return "an empty name"
    if name.isprintable() and not (" " in name or ":" in name or "|" in name):
        return None  # nearly all names; every other blank is not printable
    for character in name:
        if character in ":|":
            return f"{name!r} has a {character!r}, which a name cannot have"
        if character.isspace() or not character.isprintable():
            return f"{name!r} has a blank or a character that cannot be printed"
    return None


def good_names(names: Sequence[str]) -> bool:
    """Whether all of them can name items: one look at many."""
    together = "".join(names)
    return all(names) and together.isprintable() and not any(sign in together for sign in " :|")


def letters(count: int) -> list[str]:
    """Names for ``count`` items: A … Z as far as they go, otherwise 1 … count."""
    return [chr(ord("A") + i) for i in range(count)] if count <= 26 else list(map(str, range(1, count + 1)))
