"""A line between the program and the person that carries so many bytes a second, each way so much later."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.pty_app import PtyApp

TURN_SECONDS = 0.005
LARGEST_BITE = 512


@dataclass(frozen=True, slots=True)
class Line:
    """How fast a line is."""

    name: str
    rate: float
    """Bytes a second towards the person."""
    delay: float
    """Seconds that pass between a key and the first byte that could answer it."""


class SlowApp(PtyApp):
    """A `PtyApp` at the far end of a line: what is not carried yet stays in the pseudo-terminal, which fills up."""

    def __init__(
        self, arguments: list[str], home: Path, line: Line, size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str | None] | None = None,
    ) -> None:  # fmt: skip
        self.line = line
        self._room = 0.0
        self._counted = time.perf_counter()
        self._coming: deque[tuple[float, bytes]] = deque()
        self._going: deque[tuple[float, bytes]] = deque()
        super().__init__(arguments, home, size, environment)

    def read(self, seconds: float) -> bytes:
        until = time.perf_counter() + seconds
        while True:
            now = time.perf_counter()
            while self._going and self._going[0][0] <= now:
                os.write(self.master, self._going.popleft()[1])
            self._room = min(LARGEST_BITE, self._room + (now - self._counted) * self.line.rate)
            self._counted = now
            if self._room >= 1:
                data = self.take(0, int(self._room))
                self._room -= len(data)
                if data:
                    self._coming.append((now + self.line.delay / 2, data))
            if self._coming and self._coming[0][0] <= now:
                arrived = self._coming.popleft()[1]
                self.show(arrived)
                return arrived
            if now >= until or (self.process.poll() is not None and not self._coming):
                return b""
            time.sleep(TURN_SECONDS)

    def write(self, data: bytes) -> None:
        self._going.append((time.perf_counter() + self.line.delay / 2, data))
