"""The real program in a real pseudo-terminal, read through a terminal emulator."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

import pyte
import pytest

from tests import ROOT
from tests.patience import Patience

try:
    import fcntl
    import pty
    import termios
except ImportError:
    PSEUDO_TERMINALS = False
else:
    PSEUDO_TERMINALS = True


class PtyApp:
    """One process on a pseudo-terminal.  Use as a context manager."""

    def __init__(
        self,
        arguments: list[str],
        home: Path,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str | None] | None = None,
        command: list[str] | None = None,
        *,
        controlling: bool = True,
    ) -> None:
        """``arguments`` are Python's, or else the whole ``command``; None in ``environment`` unsets a variable.

        As in life the terminal is the process's controlling one, which sends SIGHUP when it is closed, unless it is
        told not to be.
        """
        if not PSEUDO_TERMINALS:
            pytest.skip("this system has no pseudo-terminals")
        self.home = home
        self.columns, self.rows = size
        self.screen = pyte.Screen(self.columns, self.rows)
        self.stream = pyte.ByteStream(self.screen)
        self.received = bytearray()
        self._lines: list[str] = []
        """What the screen shows, as far as the emulator does not call a line dirty: most stay as they were."""
        self.master, slave = pty.openpty()
        self._set_size(slave)
        wanted: dict[str, str | None] = {
            **os.environ, "TERM": "xterm-256color", "DANCING_QUEENS_HOME": str(home), "LC_ALL": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": None, "COLUMNS": None, "LINES": None,
            "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
            **(environment or {}),
        }  # fmt: skip
        env = {name: value for name, value in wanted.items() if value is not None}
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command or [sys.executable, *arguments], stdin=slave, stdout=slave, stderr=slave, env=env,
            start_new_session=True, cwd=home if home.is_dir() else ROOT,  # what random keys save, nobody finds here
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if controlling else None,
        )  # fmt: skip
        os.close(slave)

    def _set_size(self, descriptor: int) -> None:
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Change the terminal's size and tell the program."""
        self.columns, self.rows = columns, rows
        self.screen.resize(rows, columns)
        self._set_size(self.master)
        self.process.send_signal(signal.SIGWINCH)

    def resize_in_passing(self, columns: int, rows: int) -> None:
        """Change the size and back before the program gets round to looking: it is told once."""
        size = self.columns, self.rows
        self.screen.resize(rows, columns)
        self.resize(*size)

    def read(self, seconds: float) -> bytes:
        """Whatever arrives within that time (returns at the first bytes)."""
        data = self.take(seconds, 1 << 16)
        self.show(data)
        return data

    def take(self, seconds: float, most: int) -> bytes:
        """What the program has written, ``most`` bytes of it, not yet shown; waits for the first byte."""
        ready, _, _ = select.select([self.master], [], [], max(0.0, seconds))
        if not ready:
            return b""
        try:
            return os.read(self.master, most)
        except OSError:  # the other side has closed
            return b""

    def show(self, data: bytes) -> None:
        """What arrived at the person's end."""
        self.received += data
        self.stream.feed(data)

    def press(self, keys: str) -> None:
        """Type."""
        self.write(keys.encode())

    def write(self, data: bytes) -> None:
        """Send bytes that may be no keys."""
        os.write(self.master, data)

    def feed(self, data: bytes) -> None:
        """Send any amount, reading meanwhile what comes back: a pseudo-terminal holds only some thousand bytes."""
        while data and self.process.poll() is None:
            _, writable, _ = select.select([], [self.master], [], 0.05)
            if writable:
                data = data[os.write(self.master, data[:512]) :]
            self.read(0)

    @property
    def text(self) -> str:
        """What is on the screen now."""
        screen = self.screen
        self._lines = [
            "".join(screen.buffer[y][x].data for x in range(screen.columns)) if y in screen.dirty else self._lines[y]
            for y in range(screen.lines)
        ]
        screen.dirty.clear()
        return "\n".join(self._lines)

    def line_with(self, sign: str) -> int | None:
        """The number of the first line on the screen that has this sign."""
        return next((y for y, line in enumerate(self.screen.display) if sign in line), None)

    def wait_for(self, what: str | Callable[[str], bool], patience: float | None = None) -> float:
        """Read until the text (or condition) is on the screen; returns the seconds it took."""
        own = Patience(patience)
        condition = (lambda text: what in text) if isinstance(what, str) else what
        while not condition(self.text):
            if own.over:
                raise AssertionError(f"waited {own.waited:.0f} s for {what!r}; the screen shows:\n{self.text}")
            if not self.read(0.05) and self.process.poll() is not None and not condition(self.text):
                raise AssertionError(f"the program ended ({self.process.returncode}); last screen:\n{self.text}")
        return own.waited

    def quiet(self, seconds: float = 0.3) -> None:
        """Read until nothing has arrived for that long."""
        while self.read(seconds):
            pass

    def rest(self) -> None:
        """Read until the program does nothing: for a while no byte has come, no processor time was used or wanted."""
        own = Patience()
        used = -1.0
        while not own.over:
            came = self.read(0.1)
            now = self.processor_seconds()
            if not came and now - used < 0.005 and not self.wants_processor():
                return
            used = now
        raise AssertionError(f"no rest in {own.waited:.0f} s; the screen shows:\n{self.text}")

    def processor_seconds(self) -> float:
        """What the program has used so far (0 where the system does not tell)."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wants_processor(self) -> bool:
        """Whether a thread would go on if a busy machine let it (False where the system does not tell)."""
        for stat in Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            with suppress(OSError):  # it has just ended
                if stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] in "RD":
                    return True
        return False

    def wait_for_end(self, patience: float | None = None) -> int:
        """Read until the process has ended; returns its exit status."""
        own = Patience(patience)
        while self.process.poll() is None:
            self.read(0.02)
            if own.over:
                raise AssertionError(f"still running after {own.waited:.0f} s; the screen shows:\n{self.text}")
        self.quiet(0.05)
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal: the window is gone."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()
