"""What the terms on the screens mean: the entries of ``glossary.md``, which is a page of the site too.

A heading names a term and, after commas, its other names.  A part of the page named after a screen holds for that
screen only: a cell is something else in a Sudoku than in a comparison.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tui.modes import MODE_ENTRIES

PAGE = Path(__file__).with_suffix(".md")


@dataclass(frozen=True, slots=True)
class Term:
    """One term."""

    name: str
    others: tuple[str, ...]
    """Its other names."""
    text: str
    """What it means: the first sentence alone will do."""
    part: str
    """Its part of the page."""

    @property
    def in_a_line(self) -> str:
        """The term and the first sentence of what it means."""
        return f"{self.name}: {re.split(r'(?<=[a-z)])[.;] ', self.text)[0].rstrip('.')}"


@cache
def entries() -> tuple[Term, ...]:
    """All of them, in the order of the page."""
    found = []
    for part in PAGE.read_text("utf-8").split("\n## ")[1:]:
        title, *terms = part.split("\n### ")
        for term in terms:
            names, _, text = term.partition("\n")
            name, *others = names.split(", ")
            found.append(Term(name, tuple(others), re.sub(r"[*`]", "", text).strip(), title.strip()))
    return tuple(found)


@cache
def entries_for(screen: str) -> tuple[Term, ...]:
    """The entries for the screen of that title: its own part first."""
    elsewhere = {mode.title for mode in MODE_ENTRIES} - {screen}
    return tuple(sorted((e for e in entries() if e.part not in elsewhere), key=lambda e: e.part != screen))


def terms_in(text: str, screen: str) -> Sequence[tuple[int, int, Term]]:
    """The terms in a text, each with its start and its end, in order."""
    pattern, named = _pattern(screen)
    return [(*match.span(), named[_spelled(match[1])]) for match in pattern.finditer(text)]


def term_at(text: str, place: int, screen: str) -> Term | None:
    """The term at a place of a line, or else the one that the line begins with: a label says what its figures are."""
    found = terms_in(text, screen)
    here = [entry for start, end, entry in found if start <= place < end]
    label = [entry for start, _, entry in found[:1] if not text[:start].strip(" ▸>")]
    return next(iter(here or label), None)


def word_at(text: str, place: int) -> str:
    """The word at a place of a line, without its punctuation; empty if there is none."""
    if not text[place : place + 1].strip():
        return ""
    before, after = text[:place].split(" ")[-1], text[place:].split(" ")[0]
    return f"{before}{after}".strip(".,;:()")


def _spelled(name: str) -> str:
    """A name as it is looked up: an array by its name and the bracket, ``S[`` for ``S[i]``."""
    array, bracket, _ = name.partition("[")
    return f"{array}{bracket}".casefold()


@cache
def _pattern(screen: str) -> tuple[re.Pattern[str], dict[str, Term]]:
    named: dict[str, Term] = {}
    for entry in entries_for(screen):
        for name in (entry.name, *entry.others):
            named.setdefault(_spelled(name), entry)
    # A name with brackets is that of an array, whatever is in them.
    words = "|".join(
        re.escape(name) + (r"[^\]]*\]+" if name.endswith("[") else "") for name in sorted(named, key=len, reverse=True)
    )
    return re.compile(rf"(?<!\w)({words})s?(?!\w)", re.IGNORECASE), named
