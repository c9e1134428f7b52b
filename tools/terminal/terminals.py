"""Every kind of terminal in every size, and changes of size in the middle of everything."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.pty_app import PtyApp

SIZES = ((200, 60), (140, 45), (80, 24), (60, 20), (40, 15), (20, 6), (1, 1), (64, 40), (300, 1))
SMALLEST = (40, 12)
KINDS: Mapping[str, Mapping[str, str | None]] = {
    "xterm-256color, truecolor": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "xterm-256color, COLORTERM absent": {"TERM": "xterm-256color", "COLORTERM": None},
    "screen": {"TERM": "screen", "COLORTERM": None},
    "tmux-256color": {"TERM": "tmux-256color", "COLORTERM": None},
    "linux": {"TERM": "linux", "COLORTERM": None},
    "vt100": {"TERM": "vt100", "COLORTERM": None},
    "dumb": {"TERM": "dumb", "COLORTERM": None},
    "NO_COLOR": {"TERM": "xterm-256color", "COLORTERM": None, "NO_COLOR": "1"},
    "LANG=C": {"TERM": "xterm-256color", "COLORTERM": None, "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"},
    "COLUMNS and LINES set": {"TERM": "xterm-256color", "COLORTERM": None, "COLUMNS": "80", "LINES": "24"},
    "ANSI theme": {"TERM": "xterm-256color", "COLORTERM": None, "TEXTUAL_THEME": "ansi-dark"},
    "light theme": {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_THEME": "daylight"},
}
"""What is in the environment; None for what is not."""
SCREENS = {
    "\x1bOQ": ("Queens", "Threads"), "\x1bOR": ("Sudoku", "givens"), "\x1bOS": ("Cover", "matrix"),
    "\x1b[15~": ("Compare", "CPU time"),
}  # fmt: skip
"""A key for each screen, its name, which a narrow title has of the screen in front alone, and a word that it shows."""
FULL = (80, 24)


@dataclass(slots=True)
class Seen:
    """What one kind of terminal showed."""

    kind: str
    sizes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def text(self) -> str:
        """In a few words."""
        return "; ".join(self.wrong) or f"all four screens at {len(self.sizes)} sizes, keys answered after each change"


def readable(app: PtyApp, name: str, word: str) -> bool:
    """Whether the screen shows what it is for, or says that there is too little room."""
    text = app.text
    if app.columns >= FULL[0] and app.rows >= FULL[1]:
        return word in text
    if app.columns >= SMALLEST[0] and app.rows >= SMALLEST[1]:
        return name in app.screen.display[0]
    whole = "".join(line.strip() for line in text.splitlines())
    return app.columns * app.rows < 40 or "too small" in whole.replace("toosmall", "too small") or "small" in whole


def _readable(app: PtyApp, name: str, word: str, _text: str) -> bool:
    return readable(app, name, word)


def look(kind: str, environment: Mapping[str, str | None], sizes: tuple[tuple[int, int], ...] = SIZES) -> Seen:
    """One terminal: all screens in all sizes with a search at full speed under way."""
    seen = Seen(kind)
    with (
        tempfile.TemporaryDirectory(prefix="terminal-") as folder,
        PtyApp(["-m", "tui", "queens", "16", "-a", "bitmask", "--run"], Path(folder), (80, 24), environment) as app,
    ):
        app.wait_for("running")
        for size in sizes:
            app.resize(*size)
            for key, (name, word) in SCREENS.items():
                app.press(key)
                try:
                    app.wait_for(partial(_readable, app, name, word))
                except AssertionError as trouble:
                    seen.wrong.append(f"{size[0]}×{size[1]}: {str(trouble)[:160]}")
                    if app.process.poll() is not None:
                        return seen
            seen.sizes.append(f"{size[0]}×{size[1]}")
        for size in [*sizes, *sizes[::-1]]:  # at once, as a hand at the window's edge does it
            app.resize(*size)
            app.press("\x0e")
        app.resize(80, 24)
        app.press("\x1bOQ")
        app.wait_for("Algorithm")
        if kind in ("NO_COLOR",) and b"\x1b[38;2;" in app.received:
            seen.wrong.append("colours were sent")
        if kind == "LANG=C" and not all(byte < 128 for byte in app.received):
            seen.wrong.append("more than ASCII was sent")
        if kind in ("dumb", "vt100") and b"38;2;" in app.received:
            seen.wrong.append("24-bit colours were sent")
        app.press("\x11")
        if app.wait_for_end() != 0:
            seen.wrong.append(f"ended with {app.process.returncode}")
        if b"Traceback" in app.received:
            seen.wrong.append("a traceback was shown")
    return seen


def all_kinds(kinds: Mapping[str, Mapping[str, str | None]] = KINDS) -> Iterator[Seen]:
    """Every kind, one after the other."""
    for kind, environment in kinds.items():
        yield look(kind, {**dict.fromkeys(("NO_COLOR",) if "NO_COLOR" in os.environ else (), None), **environment})
