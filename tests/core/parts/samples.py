"""For the tests of parts: one count in ten parts, and an executor that does what it likes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

from core import Queens, algorithm
from core._parts.ledger import Ledger
from core._parts.part import Part, cut, run_part
from core._parts.version import code_version


class Lazily(Executor):
    """Does what it is given only when asked, in any order."""

    def __init__(self) -> None:
        self.due: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.due.append((future, fn, args))
        return future

    def do(self, index: int) -> None:
        future, function, arguments = self.due.pop(index % len(self.due))
        future.set_result(pickle.loads(pickle.dumps(function))(*pickle.loads(pickle.dumps(arguments))))


ENTRY = algorithm("queens", "bitmask")
PARTS = cut(ENTRY, Queens(8), ENTRY.settings({}), 10)


def begun_ledger(path: Path, part: Part = PARTS[0]) -> Path:
    """A ledger in which the first three parts of the count are finished."""
    ledger = Ledger(path, part)
    for number in range(3):
        ledger.add(run_part(replace(part, number=number), code_version(part.doing)))
    ledger.close()
    return path


def until_unwanted(begun: Path, left: Path, wanted: Callable[[], bool]) -> None:
    """Say in a file that it has begun, and in another that nobody wants it any more."""
    begun.touch()
    while wanted():
        pass
    left.touch()
