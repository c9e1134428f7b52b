"""How much is sent, and how soon keys are answered, on lines of several speeds."""

from __future__ import annotations

import math
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests import PATIENCE
from tests.pty_app import PtyApp
from tools.terminal.slow_line import Line, SlowApp

LOCAL = Line("local", 1 << 30, 0.0)
MEDIUM = Line("25 KiB/s, 200 ms", 25 << 10, 0.2)
SLOW = Line("3 KiB/s, 200 ms", 3 << 10, 0.2)
COLOURS: Mapping[str, Mapping[str, str | None]] = {
    "truecolor": {"COLORTERM": "truecolor"},
    "256": {"COLORTERM": None},
    "16": {"COLORTERM": None, "TERM": "xterm-16color"},
}
SCREENS: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    "queens": (("queens", "18", "-a", "bitmask", "--run"), "running", "j"),
    "cover": (("cover", "langford-12", "-a", "dlx", "--goal", "count", "--speed", "full", "--run"), "running", "j"),
}
"""Arguments, a word that says it searches, a key that moves a mark."""
OUTPUT_LIMIT = 15 << 10
"""Bytes a second at ten pictures a second."""
LIMITS = {MEDIUM.name: (0.6, 0.4), SLOW.name: (3.0, 2.0)}
"""Seconds until ctrl+p and other keys are answered, in the median."""
LOCAL_LIMIT = 0.025
"""Seconds from a key to the picture, at the 95th percentile."""
SETTLE_SECONDS = 4.0
PRESSES = 7
LOOK_SECONDS = 0.06
"""How long to collect what a local program sends after a key before looking at it."""


@dataclass(slots=True)
class Seen:
    """One line with one palette of colours."""

    line: str
    colours: str
    screen: str
    rate: float = 0.0
    palette: float = 0.0
    key: float = 0.0
    key_95: float = 0.0
    idle: int = 0
    note: str = ""
    wrong: list[str] = field(default_factory=list)


def _for(app: PtyApp, seconds: float) -> int:
    """Read for so long; how many bytes came."""
    before, until = len(app.received), time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        app.read(min(left, 0.05))
    return len(app.received) - before


def _mark(app: PtyApp) -> int | None:
    return next((y for y, line in enumerate(app.screen.display) if "▸" in line), None)


def _has_moved(app: PtyApp, before: int | None, _text: str = "") -> bool:
    return _mark(app) not in (before, None)


def _answer(app: PtyApp, key: str, seen: Callable[[str], bool]) -> float:
    app.press(key)
    return app.wait_for(seen)


def _arrival(app: PtyApp, key: str, seen: Callable[[str], bool]) -> float:
    """Seconds until bytes have come that show what the key did; what the emulator takes to read them does not count."""
    begun = time.perf_counter()
    app.press(key)
    while time.perf_counter() - begun < PATIENCE:
        came: list[tuple[float, bytes]] = []
        until = time.perf_counter() + LOOK_SECONDS
        while (left := until - time.perf_counter()) > 0:
            if data := app.take(left, 1 << 16):
                came.append((time.perf_counter(), data))
        for number, (when, data) in enumerate(came):
            app.show(data)
            if seen(app.text):
                for _, later in came[number + 1 :]:
                    app.show(later)
                return when - begun
    raise AssertionError(f"waited {PATIENCE} s after {key!r}; the screen shows:\n{app.text}")


def _begin(line: Line, arguments: list[str], home: Path, environment: Mapping[str, str | None]) -> PtyApp:
    if line is LOCAL:
        return PtyApp(arguments, home, environment=environment)
    return SlowApp(arguments, home, line, environment=environment)


def measure(line: Line, colours: str, screen: str) -> Seen:
    """All figures of one line."""
    seen = Seen(line.name, colours, screen)
    arguments, word, key = SCREENS[screen]
    with (
        tempfile.TemporaryDirectory(prefix="line-") as folder,
        _begin(line, ["-m", "tui", *arguments], Path(folder), COLOURS[colours]) as app,
    ):
        app.wait_for(word)
        _for(app, SETTLE_SECONDS * (4 if line is SLOW else 1))
        seen.rate = _for(app, 3.0) / 3.0
        if "slow line" in app.screen.display[0]:
            seen.note = "slow line" + app.screen.display[0].partition("slow line")[2].rstrip()
        palettes, keys = [], []
        for _ in range(PRESSES):
            _for(app, 0.7)
            palettes.append(_answer(app, "\x10", lambda text: "Type to filter" in text))
            _for(app, 1.5)
            app.press("\x1b")
            app.wait_for(lambda text: "Type to filter" not in text)
        for _ in range(PRESSES * (8 if line is LOCAL else 2)):
            _for(app, 0.25)
            before = _mark(app)
            moved = partial(_has_moved, app, before)
            keys.append((_arrival if line is LOCAL else _answer)(app, key, moved))
        seen.palette, seen.key = statistics.median(palettes), statistics.median(keys)
        seen.key_95 = statistics.quantiles(keys, n=20)[-1]
        app.press("x")
        app.wait_for(lambda text: "stopped" in text or "complete" in text)
        _for(app, 12.0 if line is SLOW else 2.0)
        seen.idle = _for(app, 3.0)
        app.press("\x10")
        app.wait_for("Type to filter")
        _for(app, 6.0 if line is SLOW else 2.0)
        seen.idle += _for(app, 2.0)
    _judge(seen)
    return seen


def _judge(seen: Seen) -> None:
    if seen.rate > OUTPUT_LIMIT:
        seen.wrong.append(f"sends {seen.rate / 1024:.1f} KiB/s, expected at most {OUTPUT_LIMIT >> 10}")
    palette, key = LIMITS.get(seen.line, (math.inf, math.inf))
    if seen.line == LOCAL.name and seen.key_95 > LOCAL_LIMIT:
        seen.wrong.append(f"95 of 100 keys are painted within {seen.key_95 * 1000:.0f} ms, expected 25")
    if seen.palette > palette:
        seen.wrong.append(f"ctrl+p is answered after {seen.palette:.2f} s, expected {palette}")
    if seen.key > key:
        seen.wrong.append(f"keys are answered after {seen.key:.2f} s, expected {key}")
    if seen.idle:
        seen.wrong.append(f"sends {seen.idle} bytes when idle")
    if seen.line == SLOW.name and not seen.note:
        seen.wrong.append("does not say that the line is slow")


def every(quick: bool) -> Iterator[Seen]:
    """All lines, all palettes."""
    for line in (LOCAL, MEDIUM, SLOW):
        for colours in ["truecolor"] if quick else COLOURS:
            for screen in ["queens"] if quick else SCREENS:
                yield measure(line, colours, screen)
