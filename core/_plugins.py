"""Algorithms from other packages, found by their entry points.

A package that installs

    [project.entry-points."dancing_queens.algorithms"]
    mine = "my_package:ENTRIES"

offers an `Algorithm`, several of them, or a function that returns either.  A plug-in that cannot be
loaded is reported (`core.plugin_troubles`) and disturbs nothing else, whatever it raises, prints or
waits for while it is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread, current_thread
from typing import TYPE_CHECKING, Any

from core._search import ProblemError
from core._words import clean_text

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "dancing_queens.algorithms"
"""The group of entry points."""
PATIENCE_SECONDS = 10.0
"""A plug-in that takes longer than this to import is left out."""

_packages: set[str] = set()
"""The top-level modules of the plug-ins loaded."""
_importing: set[Thread] = set()
"""The threads that import plug-ins or have imported some."""


@dataclass(frozen=True, slots=True)
class PluginTrouble:
    """A plug-in that could not be loaded, and why."""

    name: str
    """The name of the entry point."""
    value: str
    """What the entry point refers to: ``module:attribute``."""
    reason: str

    def __str__(self) -> str:
        return f"plug-in {self.name} ({self.value}) is left out: {self.reason}"


def load(take: Callable[[Any], object]) -> tuple[PluginTrouble, ...]:
    """Hand every algorithm of every plug-in to ``take``; returns the plug-ins that failed, for whatever reason."""
    if not announced():
        return ()
    from importlib.metadata import entry_points

    troubles = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        _packages.add(point.module.partition(".")[0])
        error: BaseException | None
        entries, error = _offered(point)
        try:
            for entry in entries:
                take(entry)
        except ProblemError as refused:
            error = refused
        if error is not None:
            said = clean_text(str(error).partition("\n")[0])
            reason = said if isinstance(error, ProblemError) else f"{type(error).__name__}: {said}"
            troubles.append(PluginTrouble(point.name, point.value, reason))
    return tuple(troubles)


def being_imported() -> bool:
    """Whether the calling thread is importing a plug-in."""
    return current_thread() in _importing


def _offered(point: EntryPoint) -> tuple[list[Any], BaseException | None]:
    """What an entry point offers, or what it raised.

    It is imported in a thread of its own, so that Ctrl-C is never mistaken for a KeyboardInterrupt that it raises,
    and an import that never ends is abandoned.  What it prints goes to standard error: standard output is for
    results.
    """
    from contextlib import redirect_stdout

    found: list[Any] = []
    raised: list[BaseException] = []

    def fetch() -> None:
        try:
            offered = point.load()
            offered = offered() if callable(offered) else offered
            found.extend(offered if isinstance(offered, Iterable) else (offered,))
        except BaseException as error:  # a module from outside may raise anything when it is imported
            raised.append(error)

    thread = Thread(target=fetch, name=f"plug-in {point.name}", daemon=True)
    _importing.add(thread)
    with redirect_stdout(sys.stderr):
        thread.start()
        thread.join(PATIENCE_SECONDS)
    if thread.is_alive():
        return [], ProblemError(f"it was not imported within {PATIENCE_SECONDS:g} seconds")
    return ([], raised[0]) if raised else (found, None)


def blamed(error: BaseException) -> str | None:
    """The line of a plug-in that an exception comes from, as ``file:line``; None if no plug-in is involved."""
    import traceback

    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] in _packages - {"core", "tui"}:
            return f"{Path(frame.f_code.co_filename).name}:{line}"
    return None


def announced(places: Sequence[str] = sys.path) -> bool:
    """Whether any installed package may offer algorithms.  Usually none does, and this tells quickly.

    The standard way needs a module that takes as long to import as all of `core`.
    """
    for place in places:
        try:
            with os.scandir(place or ".") as found:
                folders = [entry.path for entry in found if entry.name.endswith((".dist-info", ".egg-info"))]
        except NotADirectoryError:
            return True  # an archive: only the standard way looks into it
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
