"""Algorithms from other packages, found by their entry points.

A package that installs

    [project.entry-points."dancing_queens.algorithms"]
    mine = "my_package:ENTRIES"

offers an `Algorithm`, several of them, or a function that returns either.  One
that cannot be loaded is reported (`core.plugin_troubles`), and disturbs nothing else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.search import ProblemError

GROUP = "dancing_queens.algorithms"
"""The group of entry points."""


@dataclass(frozen=True, slots=True)
class PluginTrouble:
    """A plug-in that could not be loaded, and why."""

    name: str
    """Of the entry point."""
    value: str
    """What the entry point refers to: ``module:attribute``."""
    reason: str

    def __str__(self) -> str:
        return f"plug-in {self.name} ({self.value}) is left out: {self.reason}"


def load(take: Callable[[Any], object]) -> tuple[PluginTrouble, ...]:
    """Hand every algorithm of every plug-in to ``take``; returns those that failed, by whatever exception."""
    if not announced():
        return ()
    from importlib.metadata import entry_points

    from core.storage.files import clean_text

    troubles = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            offered = point.load()
            offered = offered() if callable(offered) else offered
            for entry in offered if isinstance(offered, Iterable) else (offered,):
                take(entry)
        except Exception as error:  # a module from outside may raise anything when it is imported
            said = clean_text(str(error).partition("\n")[0])
            reason = said if isinstance(error, ProblemError) else f"{type(error).__name__}: {said}"
            troubles.append(PluginTrouble(point.name, point.value, reason))
    return tuple(troubles)


def announced(places: Sequence[str] = sys.path) -> bool:
    """Whether any installed package may offer algorithms.  Usually none does, and this finds that out quickly.

    Python's own way needs a module that takes as long to import as all of `core`.
    """
    for place in places:
        try:
            with os.scandir(place or ".") as found:
                folders = [entry.path for entry in found if entry.name.endswith((".dist-info", ".egg-info"))]
        except NotADirectoryError:
            return True  # an archive: only Python's own way looks into it
        except OSError:
            continue
        for folder in folders:
            try:
                with open(os.path.join(folder, "entry_points.txt"), "rb") as points:
                    if GROUP.encode() in points.read():
                        return True
            except OSError:
                continue
    return False
