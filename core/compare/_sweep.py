"""Contestants as users write them: one algorithm with its parameters, or with every combination of several values.

``dlx-s:order=table|text`` stands for two contestants, ``min-conflicts:seed=1-10`` for ten, and
``swaps:seed=1-3|7`` for four.  The command line, plan files and the plan editor share this.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from core.compare._plan import Contestant, PlanError

MOST_VARIANTS = 1000
"""The most contestants that one entry may stand for."""
OR = "|"


def contestants(family: str, text: str) -> tuple[Contestant, ...]:
    """Read a list such as ``backtracking,dlx-s:order=table|text,seed=3,dlx``.

    A comma begins a new entry unless a ``PARAMETER=VALUE`` follows it.  Raises PlanError.
    """
    pieces: list[str] = []
    for piece in text.split(","):
        if "=" in piece.partition(":")[0] and pieces and ":" in pieces[-1]:
            pieces[-1] += "," + piece
        else:
            pieces.append(piece)
    return tuple(each for piece in pieces if piece.strip() for each in swept(family, piece))


def swept(family: str, text: str) -> tuple[Contestant, ...]:
    """Every contestant that one entry stands for.  Raises PlanError."""
    name, colon, rest = text.strip().partition(":")
    given: dict[str, list[str]] = {}
    for pair in filter(None, rest.split(",")):
        key, equals, value = pair.partition("=")
        if not equals or key.strip() in given:
            return (Contestant.parse(family, text),)  # which reports what is wrong with it
        given[key.strip()] = values(value.strip().split(OR))
    return combined(family, name, given) if colon else (Contestant.parse(family, text),)


def combined(family: str, name: str, choices: Mapping[str, Sequence[str]]) -> tuple[Contestant, ...]:
    """One contestant for every combination of the values of its parameters.  Raises PlanError."""
    count = 1
    for each in choices.values():
        count *= len(each)
    if count > MOST_VARIANTS:
        raise PlanError(f"{name} with {count} combinations; at most {MOST_VARIANTS}")
    found = []
    for combination in itertools.product(*choices.values()):
        settings = ",".join(f"{key}={value}" for key, value in zip(choices, combination, strict=True))
        found.append(Contestant.parse(family, f"{name}:{settings}" if settings else name))
    return tuple(dict.fromkeys(found))


def values(given: Sequence[object]) -> list[str]:
    """Values and ranges of whole numbers (``1-10``), each value as text.  Raises PlanError for a bad range."""
    found: list[str] = []
    for each in given:
        match = re.fullmatch(r"(\d{1,9})-(\d{1,9})", each) if isinstance(each, str) else None
        if match is None:
            found.append(str(each))
            continue
        first, last = int(match[1]), int(match[2])
        if not first <= last < first + MOST_VARIANTS:
            raise PlanError(f"the range {each} is empty or longer than {MOST_VARIANTS}")
        found += map(str, range(first, last + 1))
    return found
