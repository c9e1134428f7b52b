"""How fast the line to the terminal is, as far as writing to it tells, and how often to paint on it.

Nobody says how fast a line is.  But a terminal that takes what is written more
slowly than it is written makes the writer wait.  From then on the time that
writes take tells the rate, and pictures are spaced so that the line is free at
least half of the time: what a key changes is then sent at once.  A line that
has not made anyone wait for a while is tried a little faster.

A write may also take long because the program itself, or the machine, is busy.
Only a line that took no more for a moment has been waited for.
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from typing import Any, TextIO

WAITED_SECONDS = 0.03
"""A write that takes longer has waited for the line."""
SHARE = 0.5
"""The share of the line's rate that regular pictures may take."""
BUFFERED = 8 << 10
"""Bytes that may lie between the program and the line when a write has to wait."""
FAST = 100 << 10
"""Bytes a second from which on no picture is held back."""
TRY_FASTER_SECONDS = 10.0
FASTER = 1.5
CAUTION = 0.3
"""How far a lower rate than the one known so far is believed: the line may have been idle in between."""
SLOWEST = 1000.0
HELD_SECONDS = 10.0
"""A write that takes longer was held up (a lid closed, a terminal stopped): it says nothing about the rate."""
NOTICED_SECONDS = 0.3
"""Pictures farther apart than this are reported to the user, once the line has been waited for twice."""
LOOK_SECONDS = 0.05
"""How often a full line is looked at, if it does not report itself when there is room again."""


class TerminalLine:
    """The line, as the thread that writes to it and the app that paints see it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate: float | None = None
        """Bytes a second; None for a line that has not been waited for."""
        self.when_idle: Callable[[], object] | None = None
        """Called, in the writer's thread, when a line that had kept the writer waiting has taken everything."""
        self._clock = clock
        self._lock = threading.Lock()
        self._since: float | None = None
        self._seen_waiting = False
        """Whether the user has been told that the write under way waits."""
        self._free_at = 0.0
        self._judged = 0.0
        self._waits = 0
        """How often the line has been waited for since it was last thought to be fast."""
        self._picture_bytes = 0.0
        self._filled = 0.0
        """When the last wait ended: buffers were full then."""
        self._written = 0
        """Bytes since then."""

    # The writer's side

    def began(self) -> None:
        """Something is about to be written."""
        with self._lock:
            self._since = self._clock()

    def ended(self, count: int, *, full: bool = True) -> None:
        """``count`` bytes have been taken since `began`; whether the line was ``full`` meanwhile."""
        with self._lock:
            now = self._clock()
            took = now - (self._since if self._since is not None else now)
            self._since = None
            waited = full and took > WAITED_SECONDS
            awaited, self._seen_waiting = waited or self._seen_waiting, False
            self._written += count
            self._waits += waited
            if took > HELD_SECONDS:
                self._filled, self._written, self._judged = now, 0, now
            elif waited and self.rate is None:  # buffers took the first of it
                self.rate = max(SLOWEST, (count - BUFFERED if count > 2 * BUFFERED else count / 2) / took)
                self._free_at = now + BUFFERED / self.rate
                self._filled, self._written, self._judged = now, 0, now
            elif waited and self.rate is not None:
                # Buffers are as full as at the end of the last wait: what was written since has gone over the line,
                # in that time or less.
                measured = max(SLOWEST, self._written / (now - self._filled), count / took if count > BUFFERED else 0)
                self.rate += (measured - self.rate) * (1 if measured > self.rate else CAUTION)
                self._filled, self._written, self._judged = now, 0, now
            elif self.rate is not None and now - self._judged > TRY_FASTER_SECONDS:
                self.rate, self._judged = self.rate * FASTER, now
            if self.rate is not None:
                if self.rate > FAST:
                    self.rate, self._waits = None, 0
                else:
                    self._picture_bytes = 0.8 * self._picture_bytes + 0.2 * count
                    free_at = max(self._free_at, now) + count / (SHARE * self.rate)
                    self._free_at = min(free_at, now + (BUFFERED + count / SHARE) / self.rate)
        if awaited and self.when_idle is not None:
            self.when_idle()

    # The painter's side

    @property
    def stuck(self) -> bool:
        """Whether the last write is still waiting for the line; once it has ended, `when_idle` is called."""
        with self._lock:
            waits = self._since is not None and self._clock() - self._since > WAITED_SECONDS
            self._seen_waiting = self._seen_waiting or waits
            return waits

    @property
    def behind(self) -> bool:
        """Whether a picture that is not urgent should wait."""
        return self.stuck or (self.rate is not None and self._clock() < self._free_at)

    @property
    def picture_seconds(self) -> float:
        """About how far apart regular pictures are; 0 on a line that is fast enough."""
        return 0.0 if self.rate is None else self._picture_bytes / (SHARE * self.rate)

    @property
    def note(self) -> str:
        """What to tell the user about it; empty on a line that is fast enough."""
        seconds = self.picture_seconds
        return f"slow line: {seconds:.1f} s" if seconds >= NOTICED_SECONDS and self._waits > 1 else ""


class Watched:
    """A text file whose writes a `TerminalLine` watches.

    A terminal is opened once more for them, without blocking: it reports itself when it takes no more.
    """

    def __init__(self, file: TextIO, line: TerminalLine) -> None:
        self._file, self._line = file, line
        self._terminal = _opened_again(file)

    def write(self, text: str) -> int:
        self._line.began()
        full = True  # or nobody knows
        try:
            if self._terminal is None:
                self._file.write(text)
                self._file.flush()
            else:
                full = False
                left = memoryview(text.encode(self._file.encoding, self._file.errors or "strict"))
                while left:
                    try:
                        left = left[os.write(self._terminal, left) :]
                    except BlockingIOError:
                        full = True
                        select.select([], [self._terminal], [], LOOK_SECONDS)
        finally:
            self._line.ended(len(text), full=full)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _opened_again(file: TextIO) -> int | None:
    """The terminal that a file is, to be written to without waiting; None if that is impossible."""
    try:
        own = os.open(os.ttyname(file.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        if os.path.sameopenfile(own, file.fileno()):
            return own
        os.close(own)
    except (AttributeError, OSError, ValueError):  # Windows; no terminal, or its name means nothing here
        pass
    return None
