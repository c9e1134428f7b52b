"""Keys pressed while something is being opened: they act on that, not on what was there before."""

from __future__ import annotations

from collections.abc import Callable


class Waiting:
    """Holds what is asked for while something is on its way, until it has come."""

    def __init__(self) -> None:
        self._coming = 0
        """How many things are on their way."""
        self._asked: list[Callable[[], object]] = []

    @property
    def busy(self) -> bool:
        """Whether something is on its way."""
        return self._coming > 0

    def begin(self) -> None:
        """One more is on its way."""
        self._coming += 1

    def end(self) -> None:
        """One has come, or will not; after the last of them, do what was asked for."""
        self._coming -= 1
        if self.busy:
            return
        asked, self._asked = self._asked, []
        for action in asked:
            action()

    def put_off(self, action: Callable[[], object]) -> bool:
        """Keep an action for later; False if nothing is on its way."""
        if self.busy:
            self._asked.append(action)
        return self.busy
