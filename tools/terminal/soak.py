"""Random keys, pastes, mouse events and changes of size, from a seed; what fails is shrunk to a short list of events.

An event is text to type as Latin-1 bytes (escape sequences, pastes and mouse
reports included), or ``<COLUMNSxROWS>`` for a change of the window's size.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests import PATIENCE
from tests.pty_app import PtyApp

LISTS = Path(__file__).parent / "lists"
SIZE = (120, 40)
ROUNDS = 4
"""How often to close and stop everything before a program that is still busy is taken to be at fault."""
REST_SECONDS = ANSWER_SECONDS = 20.0
"""Within this the program must have come to rest (of its own processor time), and answered, when told to stop."""
BUSY = 0.25
"""Of a processor, above which a program is not at rest."""
LOOK_SECONDS = 1.0
LOADED = 230 << 20
"""Bytes of memory with the compiler and all screens loaded, which may come late."""
GROWTH = 60 << 20
"""Bytes that a session may gain beyond that."""
MOST_THREADS = 40
CTRL_Z, QUIT = "\x1a", "\x11"

KEYS = [*(chr(code) for code in range(32, 127)), "\r", "\x1b", "\t", "\x7f", *"\x01\x02\x04\x05\x06\x07\x0b\x0c\x0e"]
KEYS += ["\x0f", "\x10", "\x12", "\x14", "\x15", "\x16", "\x17", "\x18", "\x19", "\x1d", "\x1e", "\x00", "\x08"]
KEYS += [f"\x1b[{end}" for end in ("A", "B", "C", "D", "H", "F", "Z", "2~", "3~", "5~", "6~", "15~", "17~", "24~")] * 2
KEYS += ["\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~"] * 3 + [
    "\x1b[1;2B",
    "\x1b[1;3C",
    "\x1b[97;5u",
    "\x1bj",
    "\x1b",
]
PASTES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "A B C\rA B\rC\r", "8", "[/",
    "999999999999999999999", "\x1b[31m", "x" * 3000, "\r\n\r\n", "\xc3\xa9", "\xff\xfe", "[0, 4, 7, 5, 2, 6, 1, 3]", "",
]  # fmt: skip
SIZES = [(120, 40), (80, 24), (200, 50), (300, 100), (300, 1), (1, 1), (40, 12), (64, 40), (20, 6), (39, 11), (2, 50)]
ENDING = [
    "<120x40>",
    "\x1b",
    "\x1b",
    "\x1b",
    "\x1b",
    "\x1b",
    "\x1b[15~",
    "x",
    "\x1bOS",
    "x",
    "\x1bOR",
    "x",
    "\x1bOQ",
    "x",
]
"""Closes dialogs and stops what runs on each screen."""


def events(seed: int, count: int) -> list[str]:
    """A list of so many random events."""
    choose = random.Random(seed)
    made: list[str] = []
    for _ in range(count):
        kind = choose.random()
        if kind < 0.8:
            made.append(choose.choice(KEYS))
        elif kind < 0.86:
            made.append("\x1b[200~" + choose.choice(PASTES) + "\x1b[201~")
        elif kind < 0.94:
            x, y, button = (
                choose.randint(1, 130),
                choose.randint(1, 45),
                choose.choice([0, 1, 2, 4, 16, 32, 35, 64, 65, 66]),
            )
            made.append(f"\x1b[<{button};{x};{y}M" + (f"\x1b[<{button};{x};{y}m" if button < 3 else ""))
        else:
            width, height = choose.choice(SIZES)
            made.append(f"<{width}x{height}>")
    return [event for event in made if event not in (QUIT, CTRL_Z, "\x1c")]


@dataclass(slots=True)
class Result:
    """How a list of events went."""

    seed: int
    count: int
    fault: str = ""
    """What went wrong; empty for nothing."""
    events: Sequence[str] = field(default_factory=tuple)
    megabytes: float = 0.0
    threads: int = 0
    slowest: float = 0.0
    """Seconds that the slowest answer to a key took."""


def size_of(event: str) -> tuple[int, int] | None:
    """The size that an event sets, if it does."""
    found = re.fullmatch(r"<(\d{1,4})x(\d{1,4})>", event)
    return (int(found[1]), int(found[2])) if found else None


def send(app: PtyApp, event: str) -> None:
    """Do one event, waiting for a full pseudo-terminal to be emptied."""
    bring_back(app)
    if size := size_of(event):
        app.resize(*size)
        return
    with suppress(OSError):
        app.feed(event.encode("latin-1"))


def bring_back(app: PtyApp) -> None:
    """Continue a program that ctrl+z has stopped: here is no shell that could."""
    with suppress(OSError):
        state = Path(f"/proc/{app.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        if state == "T":
            app.process.send_signal(signal.SIGCONT)


def processor_seconds(process: int, *, main: bool = False) -> float:
    """What a process, or its main thread, which paints and answers keys, has used so far (Linux)."""
    path = f"/proc/{process}/task/{process}/stat" if main else f"/proc/{process}/stat"
    fields = Path(path).read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> tuple[int, int]:
    """Bytes in memory, and threads (Linux)."""
    text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    resident = re.search(r"VmRSS:\s+(\d+)", text)
    threads = re.search(r"Threads:\s+(\d+)", text)
    return int(resident[1]) * 1024 if resident else 0, int(threads[1]) if threads else 0


def comes_to_rest(app: PtyApp, *, main: bool = False) -> bool:
    """Whether the program, or its main thread, stops using the processor before it has used `REST_SECONDS` of it."""
    spent = 0.0
    while spent < REST_SECONDS and app.process.poll() is None:
        before, begun = processor_seconds(app.process.pid, main=main), time.perf_counter()
        while time.perf_counter() - begun < LOOK_SECONDS:
            app.read(0.05)
        bring_back(app)
        if app.process.poll() is None:
            used = processor_seconds(app.process.pid, main=main) - before
            if used / (time.perf_counter() - begun) < BUSY:
                return True
            spent += used
    return False


def survives(listed: Sequence[str]) -> str:
    """The same without a look at what it uses: what ended the program before ctrl+q did, or nothing."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, PtyApp(["-m", "tui"], Path(folder), SIZE) as app:
        app.wait_for("Solutions")
        for event in [*listed, ENDING[0]]:
            send(app, event)
            app.read(0.003)
        until = time.perf_counter() + 4 * PATIENCE  # it has hundreds of keys to answer first
        while app.process.poll() is None and time.perf_counter() < until:
            app.read(0.3)  # an escape among the last events is no part of this key
            send(app, QUIT)
            with suppress(AssertionError):
                app.wait_for_end(5)
        return "it does not end" if app.process.poll() is None else _ended(app, "before ctrl+q")


def play(listed: Sequence[str], pace: float = 0.01, ending: Sequence[str] = ENDING) -> str:
    """Do all events; what went wrong, or nothing."""
    return session(Result(0, len(listed), events=listed), pace, ending).fault


def session(result: Result, pace: float = 0.01, ending: Sequence[str] = ENDING) -> Result:
    """The same, with figures."""
    with (
        tempfile.TemporaryDirectory(prefix="soak-") as folder,
        PtyApp(["-m", "tui", "queens"], Path(folder), SIZE) as app,
    ):
        app.wait_for("Solutions")
        result.fault = _played(app, result, pace, ending)
    return result


def _played(app: PtyApp, result: Result, pace: float, ending: Sequence[str]) -> str:
    size = 0
    for grown in (GROWTH, GROWTH // 2):  # compilers and tables come late, but only once: what leaks comes again
        if (fault := _done(app, result.events, pace, ending)) or app.process.poll() is not None:
            return fault
        before, (size, result.threads) = size, memory(app.process.pid)
        if size <= max(before, LOADED) + grown:
            break
    else:
        return f"memory grew to {size >> 20} MiB, the second time by {(size - before) >> 20} MiB"
    result.megabytes = size / (1 << 20)
    if result.threads > MOST_THREADS:
        return f"{result.threads} threads"
    trouble = ""
    for _ in range(ROUNDS):  # on a starved machine what seems to rest may only wait for its turn
        begun = time.perf_counter()
        app.press("\x1bOR")
        try:
            app.wait_for("givens", ANSWER_SECONDS)
            app.press("\x1bOQ")
            app.wait_for("Algorithm", ANSWER_SECONDS)
            break
        except AssertionError as slow:
            trouble = f"no answer: {slow}"
        for event in ending:
            send(app, event)
            app.read(0.15)
    else:
        return trouble
    result.slowest = time.perf_counter() - begun
    app.press(QUIT)
    with suppress(AssertionError):
        if app.wait_for_end() == 0:
            return ""
    return f"ctrl+q: {app.process.poll()}: {_last_words(app)}"


def _done(app: PtyApp, events: Sequence[str], pace: float, ending: Sequence[str]) -> str:
    """Do all events and stop whatever goes on; what went wrong, or nothing."""
    for place, event in enumerate(events):
        send(app, event)
        app.read(pace)
        if app.process.poll() is not None:
            return _ended(app, f"after event {place + 1} {event!r}")
    if not comes_to_rest(app, main=True):
        return "a processor stays busy painting" if app.process.poll() is None else _ended(app, "after all of them")
    for _ in range(ROUNDS):  # what was typed ahead may still be on its way into a dialog
        for event in ending:
            send(app, event)
            app.read(0.15)
        if app.process.poll() is not None:
            return _ended(app, "at the end")
        if comes_to_rest(app):
            return ""
    return "a processor stays busy after everything was closed and stopped"


def _ended(app: PtyApp, when: str) -> str:
    """What is wrong with an end that came unasked.

    Nothing if a random key or click took Quit in the palette, or came as ctrl+c or ctrl+\\ while ctrl+z had
    stopped the program: then the terminal makes signals of them.
    """
    words = _last_words(app)
    asked = app.process.returncode in (0, 128 + signal.SIGINT, -signal.SIGQUIT) and not words
    return "" if asked else f"ended with {app.process.returncode} {when}: {words}"


def _last_words(app: PtyApp) -> str:
    app.quiet(0.2)
    crash = app.home / "last-crash.txt"
    if crash.is_file():
        return " | ".join(crash.read_text(encoding="utf-8").split("\n")[-9:])[-800:]
    text = re.sub(rb"\x1b\[[0-?]*[ -/]*[@-~]", b"", bytes(app.received[-6000:])).decode("utf-8", "replace")
    errors = [line.strip(" │") for line in text.splitlines() if re.search(r"Error|Exception|\.py:\d+", line)]
    return " | ".join(errors[-8:])[-800:]


def shrunk(listed: Sequence[str], fails: Callable[[Sequence[str]], bool], tries: int) -> list[str]:
    """A shorter list that still fails: halves, quarters … single events left out (Zeller and Hildebrandt 2002)."""
    now, parts = list(listed), 2
    while len(now) > 1 and tries > 0:
        size = max(1, len(now) // parts)
        for start in range(0, len(now), size):
            if tries <= 0:
                break
            tries -= 1
            shorter = now[:start] + now[start + size :]
            if shorter and fails(shorter):
                now, parts = shorter, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts = min(len(now), parts * 2)
    return now


def _fails_alike(kind: str, listed: Sequence[str]) -> bool:
    return play(listed).startswith(kind)


def sessions(seed: int, minutes: float, count: int = 400, shrink_tries: int = 60) -> Iterator[Result]:
    """Sessions of so many events for so many minutes."""
    until = time.monotonic() + minutes * 60
    while time.monotonic() < until:
        result = session(Result(seed, count, events=events(seed, count)))
        if result.fault:
            fails = partial(_fails_alike, result.fault[:12])
            if fails(result.events):
                result.events = shrunk(result.events, fails, shrink_tries)
            else:
                result.fault += " (not at a second try)"
        yield result
        seed += 1


def kept() -> Iterator[tuple[str, list[str]]]:
    """The lists that once failed."""
    for path in sorted(LISTS.glob("*.json")):
        yield path.stem, json.loads(path.read_text(encoding="utf-8"))
