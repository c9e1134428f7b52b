"""The real app in a pseudo-terminal: opens, searches, leaves the terminal as it was."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pty_app import PtyApp

pytestmark = pytest.mark.pty

LEAVE_ALTERNATE_SCREEN = b"\x1b[?1049l"
SHOW_CURSOR = b"\x1b[?25h"

INTERRUPTED = """
import fcntl, os, signal, struct, termios

ask = os.get_terminal_size

def interrupted(*descriptor):
    size = ask(*descriptor)
    if size == (79, 24):  # the window is back to 80 columns, and this is told before anything is done about the 79
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        signal.raise_signal(signal.SIGWINCH)
    return size

os.get_terminal_size = interrupted
from tui.__main__ import main
main([])
"""

IN_THE_MIDDLE = """
import os, signal, threading, time
from pathlib import Path

from textual.widgets import Static

from tui.terminal.app import TerminalApp

lock = threading.Lock()

class Holding(TerminalApp):
    BINDINGS = [("x", "hang_up")]

    def compose(self):
        yield Static("here")

    def action_hang_up(self):
        with lock:
            os.kill(os.getpid(), signal.SIGHUP)
            time.sleep(0.01)  # whatever a signal does by itself is done here

    def terminal_is_lost(self):
        with lock:
            Path("kept").touch()

Holding().run()
"""

BUSY_TERMINAL = """
import os

from tui.terminal.app import PUT_BACK

write, refused = os.write, 0

def busy(descriptor, data):
    global refused
    if data not in (b"", PUT_BACK[-len(data) :]):
        return write(descriptor, data)
    if refused < 3:  # as if another thread were inside its own write to the terminal
        refused += 1
        raise BlockingIOError
    return write(descriptor, data[:20])

os.write = busy
from tui.__main__ import main
main([])
"""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[PtyApp]:
    with PtyApp(["-m", "tui"], tmp_path) as running:
        yield running


def test_answers_keys_while_searching_at_full_speed(tmp_path: Path) -> None:
    with PtyApp(["-m", "tui", "queens", "18", "--algorithm", "bitmask", "--run"], tmp_path) as app:
        app.wait_for("running")
        app.wait_for(lambda text: "G/s" in text or "M/s" in text or "k/s" in text)
        for _ in range(3):
            before = app.line_with("▸")  # the cursor of the form, which moves with every key
            app.press("j")
            app.wait_for(lambda text, before=before: app.line_with("▸") not in (before, None))  # type: ignore[misc]
        assert "running" in app.text
        app.press("x")
        app.wait_for("stopped")


def test_ctrl_c_from_outside_restores_the_terminal(app: PtyApp) -> None:
    app.wait_for("Solutions")
    app.press("16\r")
    app.wait_for("running")
    app.process.send_signal(signal.SIGINT)
    assert app.wait_for_end() == 128 + signal.SIGINT
    assert LEAVE_ALTERNATE_SCREEN in app.received
    assert SHOW_CURSOR in app.received


def test_hanging_up_ends_at_once_and_leaves_a_terminal_that_is_still_there_as_it_was(tmp_path: Path) -> None:
    shell = ["bash", "--norc", "--noprofile", "-i"]
    with PtyApp([], tmp_path, (100, 30), {"PS1": "$ "}, shell) as app:
        app.wait_for("$ ")
        app.press(f"sh -c 'echo $$ > pid; exec {sys.executable} -m tui queens 18 --algorithm bitmask --run'\r")
        app.wait_for("running")
        sent = len(app.received)
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGHUP)
        app.wait_for("Hangup")
        left = bytes(app.received[sent:])
        for restored in (LEAVE_ALTERNATE_SCREEN, SHOW_CURSOR, b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l"):
            assert restored in left
        app.press("clear; stty -a | tr ' ;' '\\n\\n' | grep -x -e echo -e icanon; echo its shel''l\r")
        app.wait_for("its shell")
        assert {"echo", "icanon"} <= set(app.text.split())


def test_hanging_up_puts_back_a_terminal_that_another_write_keeps_busy(tmp_path: Path) -> None:
    with PtyApp(["-c", BUSY_TERMINAL], tmp_path) as app:
        app.wait_for("Solutions")
        app.process.send_signal(signal.SIGHUP)
        assert app.wait_for_end() == -signal.SIGHUP
        assert LEAVE_ALTERNATE_SCREEN in app.received
        assert SHOW_CURSOR in app.received


def test_hanging_up_in_the_middle_of_something_keeps_the_place(tmp_path: Path) -> None:
    with PtyApp(["-c", IN_THE_MIDDLE], tmp_path) as app:
        app.wait_for("here")
        app.press("x")
        assert app.wait_for_end() == -signal.SIGHUP
    assert (tmp_path / "kept").exists()


def _clock(text: str) -> float:
    """The seconds that the live panel shows; 0 where it shows none."""
    found = re.search(r"Time +([0-9.]+) (ms|s)", text)
    return float(found[1]) * (0.001 if found[2] == "ms" else 1) if found else 0.0


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_ctrl_z_gives_the_terminal_back_until_fg_and_the_search_goes_on(tmp_path: Path) -> None:
    shell = ["bash", "--norc", "--noprofile", "-i"]
    with PtyApp([], tmp_path, (140, 45), {"PS1": "$ "}, shell) as app:
        app.wait_for("$ ")
        app.press(f"{sys.executable} -m tui queens 18 --algorithm bitmask --speed 20 --run\r")
        app.wait_for(lambda text: _clock(text) > 0)
        sent = len(app.received)
        app.press("\x1a")
        app.wait_for("Stopped")
        left = bytes(app.received[sent:])
        for restored in (LEAVE_ALTERNATE_SCREEN, SHOW_CURSOR, b"\x1b[?1000l", b"\x1b[?2004l"):
            assert restored in left
        app.press("clear; stty -a | tr ' ;' '\\n\\n' | grep -x -e echo -e icanon; echo its shel''l\r")
        app.wait_for("its shell")
        assert {"echo", "icanon"} <= set(app.text.split())
        sent = len(app.received)
        app.press("fg\r")
        app.wait_for(lambda text: "F1 help" in text and "18 × 18" in text and "running" in text)
        assert b"\x1b[?1049h" in app.received[sent:]
        assert "its shell" not in app.text
        shown = _clock(app.text)
        app.wait_for(lambda text: _clock(text) > shown)
        app.press("\x11")
        app.wait_for("$ ")


def test_any_size_is_survived_by_a_search_and_the_end(app: PtyApp) -> None:
    app.wait_for("Solutions")
    for size in ((60, 20), (40, 12), (30, 8), (10, 3), (2, 2), (1, 1), (120, 40), (80, 24)):
        app.resize(*size)
        app.quiet(0.15)
        assert app.process.poll() is None, f"died at {size}"
    app.press("8\rf")  # the first run of all goes at a speed that can be watched
    app.wait_for("92 / 92")
    app.wait_for("980")
    app.press("\x11")
    assert app.wait_for_end() == 0
    assert LEAVE_ALTERNATE_SCREEN in app.received


def test_idle_is_silent_and_what_a_passing_change_of_size_cut_off_is_painted_again(app: PtyApp) -> None:
    app.wait_for("a solution; enter to search")
    app.rest()
    assert app.read(1.5) == b""
    for keys, words in (("", "enter run"), ("\x1bOP", "esc close")):  # the screen, and a dialog on it
        app.press(keys)
        app.wait_for(words)
        app.quiet(0.5)
        before = app.text
        app.resize_in_passing(79, 20)
        app.wait_for(before.__eq__)
        for size in ((79, 24), (80, 24)):  # at once, as a hand at the window's edge does it
            app.resize(*size)
        app.wait_for(before.__eq__)


def test_sizes_that_overtake_each_other(tmp_path: Path) -> None:
    with PtyApp(["-c", INTERRUPTED], tmp_path) as app:
        app.wait_for("a solution; enter to search")
        app.quiet(0.5)
        before = app.text
        app.resize(79, 24)
        app.screen.resize(24, 80)
        app.wait_for(lambda text: text == before)


def below_the_title(text: str) -> str:
    """Without the line that may have to say that the machine is slow."""
    return text.partition("\n")[2]


def showing(below: str) -> Callable[[str], bool]:
    """Whether this is shown below the title."""
    return lambda text: below_the_title(text) == below


@pytest.mark.slow
def test_repainting_only_what_changed_leaves_nothing_behind(tmp_path: Path) -> None:
    for arguments in (["22", "--algorithm", "dlx"], ["200", "--algorithm", "min-conflicts", "--speed", "20"]):
        with PtyApp(["-m", "tui", "queens", *arguments, "--run"], tmp_path) as app:
            app.wait_for("running")
            for _ in range(30):
                app.read(0.1)
            app.press(" ")
            app.wait_for("paused")
            app.quiet(1)
            before = below_the_title(app.text)
            app.press("\x1bOR")  # F3 and back with F2: everything is painted anew
            app.wait_for("givens")
            app.press("\x1bOQ")
            app.wait_for(showing(before))
            app.resize(79, 24)
            app.wait_for(lambda text: text.splitlines()[1].rstrip().endswith("╮"))  # the panel's corner is back
            app.resize(80, 24)
            app.wait_for(showing(before))
