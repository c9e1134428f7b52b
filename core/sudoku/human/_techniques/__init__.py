"""All techniques, gathered from the modules of this package.

Each module holds one idea: finders, functions that word the reason of a step, and `ENTRIES`, where both are named
beside the key, name, code, score, level and rating of each technique.  Every module in this folder is found.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from core._reasons import unknown_name
from core._search import ProblemError
from core.sudoku.human._technique import Technique


def _gathered() -> list[Technique]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    return [entry for module in modules for entry in module.ENTRIES]


TECHNIQUES: tuple[Technique, ...] = tuple(sorted(_gathered(), key=lambda entry: entry.order))
"""All techniques, in the order in which they are tried."""

_BY_KEY = {entry.key: entry for entry in TECHNIQUES}
BY_CODE = {entry.code: entry for entry in TECHNIQUES}


def technique(key: str) -> Technique:
    """The technique with this key, name or code.  Raises ProblemError with those that may have been meant."""
    text = key.strip()
    found = _BY_KEY.get(text.lower().replace(" ", "-")) or BY_CODE.get(text)
    found = found or next((entry for entry in TECHNIQUES if entry.name.lower() == text.lower()), None)
    if found is None:
        raise ProblemError(unknown_name("technique", key, _BY_KEY))
    return found
