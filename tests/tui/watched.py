"""For transcripts of sessions: each call on a session is followed by a look at what it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import is_dataclass
from typing import Any


class Sight:
    """What there is to see of something, and what of it was said already."""

    def __init__(self, facts: Callable[[], Iterable[tuple[str, str]]]) -> None:
        self._facts = facts
        self._said: dict[str, str] = {}

    def look(self) -> None:
        """Print what is not as it was when somebody looked last."""
        for name, text in self._facts():
            if self._said.get(name, "") != text:
                self._said[name] = text
                print(f"{f'{name}:':7} {text or '-'}")


class Watched:
    """A session, or a part of one; values that can be read in one line are printed, other results are not."""

    def __init__(self, target: Any, look: Callable[[], None]) -> None:
        self._target, self._look = target, look

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if type(found).__module__.startswith("tui.") and not is_dataclass(found):
            return Watched(found, self._look)
        if not callable(found):
            return found

        def call(*arguments: Any, **named: Any) -> Any:
            result = found(*arguments, **named)
            self._look()
            return result if isinstance(result, bool | int | str | list | dict) or hasattr(result, "text") else None

        return call

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            setattr(self._target, name, value)


def present(**facts: Any) -> Iterator[str]:
    """``name value`` for those that say something."""
    for name, value in facts.items():
        if value not in (None, "", (), [], {}, frozenset(), 0):
            yield f"{name} {value}"
