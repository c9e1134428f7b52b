"""The rows of the form: the pace, and what the algorithm can be asked for, with shorter names.  No Textual."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tui.dialogs.form_values import Choice, Option, Row
from tui.search.setup import Setup

RULES = {"s": "smallest (S)", "first": "first uncovered", "random": "smallest, random tie"}
"""How the form names the rules for the next item."""
PACE = (
    Option("watch", "step by step", "every node with its reason"),
    Option("run", "full speed", "to count or to find"),
)


def rows(setup: Setup, *, watching: bool) -> Sequence[Row]:
    """The pace, the algorithm, the goal and its parameters; a seed only where there is chance."""
    random = setup.settings.get("choice") == "random"
    shown = [_named(row) for row in setup.rows() if row.key != "seed" or random]
    return [Choice("pace", "Pace", "watch" if watching else "run", PACE), *shown]


def _named(row: Row) -> Row:
    """A row whose values have shorter names here."""
    if row.key != "choice" or not isinstance(row, Choice):
        return row
    return replace(row, options=tuple(replace(o, title=RULES.get(str(o.value), o.title)) for o in row.options))
