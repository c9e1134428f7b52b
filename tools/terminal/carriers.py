"""What lies between a person and the program: tmux, and sshd on this machine; each started and ended by the test."""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests import PATIENCE, ROOT
from tests.pty_app import PtyApp
from tools.terminal.situations import SIZE, Situation

if TYPE_CHECKING:
    from tools.terminal.death import Tally

PROJECT = ROOT


def program(name: str) -> str | None:
    """Where a program is, system folders included."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def running(mark: str) -> list[int]:
    """The processes of the app that have this home in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                environment = (folder / "environ").read_bytes()
                if mark.encode() in environment and b"tui" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


def wait_until_gone(mark: str, process: Callable[[], object]) -> float:
    """Seconds until none of them is left."""
    begun = time.perf_counter()
    while running(mark) and time.perf_counter() - begun < PATIENCE:
        process()
    return time.perf_counter() - begun


def command(situation: Situation, home: Path) -> str:
    """The program, for a shell that knows nothing."""
    words = " ".join(f"'{word}'" for word in situation.told(home))
    return f"cd '{PROJECT}' && exec env DANCING_QUEENS_HOME='{home}' LC_ALL=C.UTF-8 '{sys.executable}' -m tui {words}"


@dataclass(frozen=True, slots=True)
class Carrier:
    """A way to reach the program, and to lose it."""

    fault: str
    needs: tuple[str, ...]
    strike_once: Callable[[Situation, Path], tuple[int, float]]

    def missing(self) -> str:
        """Why it cannot be tried here; empty if it can."""
        absent = [name for name in self.needs if program(name) is None]
        if absent:
            return f"{', '.join(absent)} not installed"
        return "" if Path("/proc/self/environ").exists() else "no /proc here"

    def strike(self, situation: Situation, tally: Tally) -> None:
        """Work, lose the connection, and see what is left."""
        with tempfile.TemporaryDirectory(prefix="death-") as folder:
            home = Path(folder)
            for name, content in situation.files:
                (home / name).write_text(content, encoding="utf-8")
            shown, took = self.strike_once(situation, home)
            tally.times += 1
            tally.slowest = max(tally.slowest, took)
            if took > 2.5:
                tally.note(f"{situation.name}: took {took:.2f} s to end, expected 2.5")
            tally.lost += situation.lost(home, shown)


def _tmux(situation: Situation, home: Path) -> tuple[int, float]:
    socket_name = f"dancing-{os.getpid()}"
    tmux = ["tmux", "-L", socket_name, "-f", "/dev/null"]
    try:
        with PtyApp([], home, SIZE, command=[*tmux, "new-session", command(situation, home)]) as app:
            shown = situation.work(app)
            subprocess.run([*tmux, "kill-session"], check=False, capture_output=True)
            return shown, wait_until_gone(str(home), lambda: app.read(0.005))
    finally:
        subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _ssh(situation: Situation, home: Path) -> tuple[int, float]:
    with tempfile.TemporaryDirectory(prefix="sshd-") as folder:
        keys, port = Path(folder), _free_port()
        for name in ("host", "own"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", keys / name], check=True)
        shutil.copy(keys / "own.pub", keys / "authorized")
        (keys / "config").write_text(
            f"Port {port}\nListenAddress 127.0.0.1\nHostKey {keys / 'host'}\nPidFile none\nUsePAM no\n"
            f"AuthorizedKeysFile {keys / 'authorized'}\nPasswordAuthentication no\nStrictModes no\n"
            "PermitRootLogin yes\nPrintMotd no\nPrintLastLog no\n"
        )
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)
        daemon = subprocess.Popen(
            [str(program("sshd")), "-D", "-e", "-f", str(keys / "config")], stderr=subprocess.DEVNULL
        )
        try:
            client = [
                "ssh", "-tt", "-F", "none", "-p", str(port), "-i", str(keys / "own"), "-o", "StrictHostKeyChecking=no",
                "-o", f"UserKnownHostsFile={keys / 'known'}", "-o", "LogLevel=ERROR", "-o", "ConnectionAttempts=20",
                f"{getpass.getuser()}@127.0.0.1", command(situation, home),
            ]  # fmt: skip
            with PtyApp([], home, SIZE, command=client) as app:
                shown = situation.work(app)
                app.process.send_signal(signal.SIGKILL)
                return shown, wait_until_gone(str(home), lambda: time.sleep(0.005))
        finally:
            daemon.terminate()
            daemon.wait()


CARRIERS = (
    Carrier("tmux session killed", ("tmux",), _tmux),
    Carrier("SSH client killed", ("sshd", "ssh", "ssh-keygen"), _ssh),
)
