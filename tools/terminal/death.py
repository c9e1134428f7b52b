"""Ending the program in every way there is, at random moments, with a solver at full speed on each screen."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests import PATIENCE
from tests.pty_app import PtyApp
from tools.terminal.situations import SITUATIONS, Situation

RESTORED = {
    "alternate screen": b"\x1b[?1049l", "cursor": b"\x1b[?25h", "mouse": b"\x1b[?1003l", "paste": b"\x1b[?2004l",
    "keyboard protocol": b"\x1b[<u",
}  # fmt: skip
"""What a terminal must have been sent when the program could still send something."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A way to end the program."""

    name: str
    strike: Callable[[PtyApp], None]
    seconds: float
    """Within which the process has to be gone."""
    status: int
    """With which it ends: its own, or minus the number of the signal that ended it."""
    restores: bool = False
    """Whether the terminal is put back."""
    start: str = ""
    """Python to run before the program, in its process."""
    controlling: bool = True
    """Whether the terminal is the one that sends SIGHUP when it is closed."""


def _send(number: signal.Signals) -> Callable[[PtyApp], None]:
    return lambda app: app.process.send_signal(number)


FAULTS = (
    Fault("SIGTERM", _send(signal.SIGTERM), 0.5, 143, restores=True),
    Fault("SIGINT", _send(signal.SIGINT), 0.5, 130, restores=True),
    Fault("SIGHUP", _send(signal.SIGHUP), 0.5, -1),
    Fault("kill -9", _send(signal.SIGKILL), 0.5, -9),
    Fault("terminal closed", PtyApp.hang_up, 0.5, -1),
    # Then nobody sends SIGHUP, and only the program's own watch can notice.
    Fault("terminal closed, not the controlling one", PtyApp.hang_up, 2.5, 129, controlling=False),
    Fault(
        "terminal closed, SIGHUP ignored", PtyApp.hang_up, 2.5, 129,
        start="import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); ",
    ),
)  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What one fault did."""

    fault: str
    times: int = 0
    lost: int = 0
    slowest: float = 0.0
    wrong: list[str] | None = None

    def note(self, text: str) -> None:
        """Something that must not be."""
        self.wrong = [*(self.wrong or []), text]

    @property
    def fine(self) -> bool:
        """Whether nothing was lost and nothing wrong seen."""
        return not self.lost and not self.wrong


def strike(situation: Situation, fault: Fault, choose: random.Random, tally: Tally) -> None:
    """Once: work, the fault at a random moment, and what is left."""
    with tempfile.TemporaryDirectory(prefix="death-") as folder:
        home = Path(folder)
        with situation.begin(home, start=fault.start, controlling=fault.controlling) as app:
            shown = situation.work(app)
            until = time.perf_counter() + choose.uniform(0, 0.6)
            while time.perf_counter() < until:
                app.read(0.01)
            fault.strike(app)
            begun = time.perf_counter()
            while app.process.poll() is None and time.perf_counter() - begun < PATIENCE:
                if app.master >= 0:
                    app.read(0.005)
                else:
                    time.sleep(0.005)
            took = time.perf_counter() - begun
            tally.times += 1
            tally.slowest = max(tally.slowest, took)
            if app.process.poll() is None:
                tally.note(f"{situation.name}: still running after {PATIENCE} s")
            elif app.process.returncode != fault.status:
                tally.note(f"{situation.name}: status {app.process.returncode}, expected {fault.status}")
            if fault.restores:
                app.quiet(0.05)
                missing = [what for what, sequence in RESTORED.items() if sequence not in app.received]
                if missing:
                    tally.note(f"{situation.name}: not put back: {', '.join(missing)}")
        tally.lost += situation.lost(home, shown)


def guarded(tally: Tally, situation: Situation, attempt: Callable[[], None]) -> None:
    """Try it; what did not come about is noted, and the others are tried all the same."""
    try:
        attempt()
    except AssertionError as trouble:
        tally.note(f"{situation.name}: {trouble}"[:4000])


def tries(seed: int, times: int, situations: Sequence[Situation] = SITUATIONS) -> Iterator[Tally]:
    """Every fault on every screen, so many times; a tally a fault."""
    choose = random.Random(seed)
    for fault in FAULTS:
        tally = Tally(fault.name)
        for situation in situations:
            for _ in range(times):
                guarded(tally, situation, partial(strike, situation, fault, choose, tally))
        if tally.slowest > fault.seconds:
            tally.note(f"took {tally.slowest:.2f} s to end, expected {fault.seconds}")
        yield tally
    yield from _through_others(seed, times)


def _through_others(seed: int, times: int) -> Iterator[Tally]:
    """The same behind tmux and behind sshd, where they are installed."""
    from tools.terminal import carriers

    for carrier in carriers.CARRIERS:
        tally = Tally(carrier.fault)
        reason = carrier.missing()
        if reason:
            tally.fault += f" (skipped: {reason})"
        else:
            for situation in SITUATIONS:
                for _ in range(times):
                    guarded(tally, situation, partial(carrier.strike, situation, tally))
        yield tally


def installed(program: str) -> bool:
    """Whether a program is on the path or where system programs lie."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") is not None


COMMAND_LINE = ("-m", "core", "queens", "14", "-a", "bitmask", "--goal", "count")
KNOWN = "365596"


def _wait_for_handler(process: subprocess.Popen[bytes]) -> None:
    """Until the program listens to SIGTERM (Linux tells): before that nothing has begun."""
    status = Path(f"/proc/{process.pid}/status")
    while process.poll() is None and status.exists():
        caught = re.search(r"SigCgt:\s+([0-9a-f]+)", status.read_text(encoding="utf-8"))
        if caught and int(caught[1], 16) >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.01)


def command_line(seed: int, times: int) -> Iterator[Tally]:
    """The command line with a checkpoint: ended, taken up again, and the total is still right."""
    import sys

    choose = random.Random(seed)
    for name, number, status in (
        ("SIGTERM", signal.SIGTERM, 143),
        ("SIGINT", signal.SIGINT, 130),
        ("kill -9", signal.SIGKILL, -9),
    ):
        tally = Tally(f"command line: {name}")
        for _ in range(times):
            with tempfile.TemporaryDirectory(prefix="death-") as folder:
                env = {**os.environ, "DANCING_QUEENS_HOME": folder}
                command = [sys.executable, *COMMAND_LINE, "--checkpoint", f"{folder}/saved.npz"]
                process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                _wait_for_handler(process)
                try:
                    process.wait(choose.uniform(0, 1.0))
                except subprocess.TimeoutExpired:
                    process.send_signal(number)
                begun = time.perf_counter()
                process.communicate(timeout=PATIENCE)
                tally.slowest = max(tally.slowest, time.perf_counter() - begun)
                tally.times += 1
                if process.returncode not in (status, 0):
                    tally.note(f"status {process.returncode}, expected {status}")
                done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
                if KNOWN not in done.stdout.replace(" ", ""):
                    tally.lost += 1
                    tally.note(f"going on gave: {done.stdout}{done.stderr}"[:300])
        yield tally
