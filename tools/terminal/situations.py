"""The four screens with a solver at full speed, and what each of them must not lose."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.compare import History
from core.storage import Store
from core.storage._store import FILE_NAME
from core.sudoku.human._editor import Editor
from tests.pty_app import PtyApp

SIZE = (120, 40)
ROW = "23456789"
"""Values typed into the first row of an almost empty grid; all its solutions take for ever."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A screen that is at work, and how to ask afterwards whether all that it showed as done is on disk, once."""

    name: str
    arguments: tuple[str, ...]
    work: Callable[[PtyApp], int]
    """Change things and set a solver going; returns how many changes it has shown as done."""
    kept: Callable[[Path], int]
    """How many of those changes are on disk."""
    files: tuple[tuple[str, str], ...] = ()
    """Names and contents of files in the home, which are there before the start."""
    more: bool = False
    """Whether more may be on disk than was shown: the work goes on by itself."""

    def begin(self, home: Path, size: tuple[int, int] = SIZE, start: str = "", *, controlling: bool = True) -> PtyApp:
        """The program, started on this screen; ``start`` is Python to run before it."""
        home.mkdir(parents=True, exist_ok=True)
        for name, content in self.files:
            (home / name).write_text(content, encoding="utf-8")
        arguments = self.told(home)
        code = ["-c", f"{start}from tui.__main__ import leave, main; leave(main({arguments!r}))"]
        return PtyApp(code if start else ["-m", "tui", *arguments], home, size, controlling=controlling)

    def told(self, home: Path) -> list[str]:
        """The program's arguments."""
        return [text.replace("HOME", str(home)) for text in self.arguments]

    def lost(self, home: Path, shown: int) -> int:
        """How many changes are not there as they were shown (too many are wrong as well)."""
        kept = self.kept(home)
        return max(0, shown - kept) if self.more else abs(shown - kept)


def documents(home: Path, kind: str) -> list[dict[str, object]]:
    """The bodies of the documents of a kind, the newest first, out of a database that must be sound."""
    with sqlite3.connect(f"file:{home / FILE_NAME}?mode=ro", uri=True) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = database.execute("SELECT body FROM document WHERE kind = ? ORDER BY updated DESC", (kind,)).fetchall()
    return [json.loads(body) for (body,) in rows]


def _queens(app: PtyApp) -> int:
    app.wait_for("Solutions")
    for n in range(9, 17):
        app.press("*")
        app.wait_for(f"{n} × {n}")
    app.press("\r")
    app.wait_for("running")
    return 8


def _queens_kept(home: Path) -> int:
    settings = json.loads((home / "settings.json").read_text(encoding="utf-8"))
    return int(settings["queens"]["n"]) - 8


def _sudoku(app: PtyApp) -> int:
    app.wait_for("opened grid.sdm:1")
    for place, value in enumerate(ROW, 2):
        app.press(value if place == 2 else f"l{value}")  # the cursor begins in the first empty cell
        app.wait_for(f"r1c{place} = {value}")
    app.press("\r")
    app.wait_for("running")
    return len(ROW)


def _sudoku_kept(home: Path) -> int:
    found = documents(home, "sudoku")
    editor = Editor.from_document(found[0]["editor"])
    return sum(map(bool, editor.grid.placed)) + 100 * (len(found) - 1)


def _cover(app: PtyApp) -> int:
    app.wait_for("Langford")  # it is opened when the screen is there already
    app.press("e")
    app.wait_for("editing")
    for _ in range(6):
        before = _first_option(app.text)
        app.press("l ")  # to the right, and put the item in or take it out
        app.wait_for(lambda text, before=before: _first_option(text) not in ("", before))  # type: ignore[misc]
    app.press("\x1b")
    app.wait_for(lambda text: "editing" not in text)
    app.press("\r")
    app.wait_for("running")
    return 6


def _first_option(text: str) -> str:
    return next((line[:67] for line in text.splitlines() if line.startswith("│ 1  ")), "")


def _cover_kept(home: Path) -> int:
    found = documents(home, "cover")
    return int(found[0]["last"]) if found else 0  # type: ignore[call-overload]


def _compare(app: PtyApp) -> int:
    app.wait_for(lambda _: _measured(app) >= 2)
    return _measured(app)


def _measured(app: PtyApp) -> int:
    """How many figures the table shows."""
    return len(re.findall(r"\d [µm]?s(?=[* ])", "\n".join(app.screen.display[1:6])))


def _compare_kept(home: Path) -> int:
    with Store.open(home / FILE_NAME) as store:
        return sum(entry.samples for entry in History(store).list())


SITUATIONS = (
    Situation("queens", ("queens", "8", "-a", "bitmask", "--goal", "count", "--speed", "full"), _queens, _queens_kept),
    Situation(
        "sudoku", ("sudoku", "HOME/grid.sdm", "--goal", "count", "-a", "bitmask", "--speed", "full"), _sudoku,
        _sudoku_kept, (("grid.sdm", "1" + "." * 80 + "\n"),),
    ),
    Situation(
        "cover", ("cover", "langford-12", "-a", "dlx", "--goal", "count", "--speed", "full"), _cover, _cover_kept,
    ),
    Situation("compare", ("compare", "8,9,10,16", "-a", "dlx,bitmask", "--run"), _compare, _compare_kept, more=True),
)  # fmt: skip
