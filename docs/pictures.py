"""Pictures of the screens, made by the program: ``python -m docs.pictures [--only NAME] [FOLDER]``.

Each is what a terminal shows after a few keys.  Those of the README, and those that show measured times, are kept in
``tui/screens/pictures`` (the default folder) and made anew by this command; a build of the site makes the others.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shlex
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from textual.events import Paste
from textual.pilot import Pilot

from core._cli.command_line import main
from core.storage._store import HOME_VARIABLE
from tests.tui.driving import finished, served, until
from tests.tui.screens.sudoku.steps import X_WING
from tui.app import DancingQueens, Start
from tui.screens.cover import advice

ROOT = Path(__file__).parent.parent
README = ROOT / "tui" / "screens" / "pictures"
SIZE = (110, 32)
ASKED_FOR = re.compile(r"<!-- picture: ([\w-]+) -->")
"""How a page asks for a picture."""


@dataclass(frozen=True)
class Shot:
    """A picture: what is opened, the keys that are pressed, and what the picture shows, in words."""

    mode: str
    keys: str
    alt: str
    options: dict[str, Any] = field(default_factory=dict)
    paste: str = ""
    lesson: str | None = None
    measures: bool = False
    """Whether it shows times: it is kept, as building the site measures nothing."""


SHOTS = {
    "queens": Shot("queens", "full_stop " * 7, "Seven nodes into a search for eight queens: the board, the counts, and"
                   " why the next row is the one it is", {"what": "8", "algorithm": "dlx-s"}),
    "queens-tree": Shot("queens", "enter T", "The visited tree beside the board, with nodes and dead ends by level",
                        {"what": "6", "algorithm": "dlx-s", "speed": "full"}),
    "queens-pair": Shot("queens", "b " + "full_stop " * 9, "Backtracking and Dancing Links side by side, nine nodes"
                        " each", {"what": "8", "algorithm": "dlx-s"}),
    "sudoku": Shot("sudoku", "slash slash slash", "A hint: an X-wing marked on the grid, with the reason", {}, X_WING),
    "sudoku-why": Shot("sudoku", "w 3", "Why this cell cannot be 3, marked on the grid and in words", {}, X_WING),
    "cover": Shot("cover", "P " + "full_stop " * 11, "Pentominoes in a 6 by 10 box, eleven nodes into the search",
                  {"what": "pentominoes-6x10"}),
    "cover-links": Shot("cover", "full_stop full_stop L", "The linked matrix of four sets after option A, with what is"
                        " unlinked", {"what": "four-sets"}),
    "compare": Shot("compare", "enter", "Backtracking and Dancing Links measured on boards of six to ten rows, as"
                    " a table and a chart", {"what": "6-10", "algorithm": "backtracking,dlx,dlx-s", "repeat": 5},
                    measures=True),
    "compare-paper": Shot("compare", "", "Table 3 of document 000, with the paper's own figures",
                          {"what": "paper-000-table-3"}),
    "lesson-1": Shot("queens", "pagedown " * 4 + "1 enter", "A lesson below the board: the question how many squares a"
                     " column has left, and why the answer is wrong", lesson="backtracking"),
    "lesson-2": Shot("queens", "pagedown " * 4 + "c 4 enter", "The second lesson: column 4 has the fewest squares left,"
                     " as the numbers below the board say", lesson="smallest-first"),
    "lesson-3": Shot("cover", "pagedown " * 7 + "2 enter", "The third lesson: a node has left its list, and what"
                     " changed is written below", lesson="links"),
    "lesson-4": Shot("queens", "pagedown " * 5 + "1 1 1 1 0 0 0 0 enter", "The fourth lesson: three words of bits and"
                     " one OR, and the row that they describe", lesson="bitmasks"),
    "lesson-5": Shot("sudoku", "pagedown " * 5 + "2 enter", "The fifth lesson: twenty cells that singles leave empty,"
                     " with their candidates", lesson="logic-and-search"),
    "lesson-6": Shot("compare", "pagedown " * 3 + "y enter", "The sixth lesson: one program measured twice under two"
                     " names, and whether the table tells them apart", lesson="measuring", measures=True),
}  # fmt: skip
"""The pictures, by name."""
FRONT = "queens", "sudoku", "cover", "compare"
"""Those that the README shows."""
_WALK = re.compile(r"^dq (explain .* --record) walk\.svg ", re.MULTILINE)
"""The README's command that records its moving picture, on light paper; ``--dark`` makes the other."""
WALKS = {"walk": (), "walk-dark": ("--dark",)}


async def photograph(shot: Shot) -> str:
    """The screen as SVG."""
    app = DancingQueens(Start(shot.mode, options=shot.options, lesson=shot.lesson))
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        if shot.paste:
            app.post_message(Paste(shot.paste))
            await pilot.pause()
            await settle(pilot)
        for key in shot.keys.split():
            await pilot.press(key)
            await settle(pilot)
        await pilot.pause(0.4)  # what a timer shows: ten times a second
        return without_fonts(app.export_screenshot(title="Dancing Queens"))


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until what was begun has ended or stands still, and is shown."""

    def driven() -> Any:
        return getattr(getattr(pilot.app.screen, "session", None), "driven", None)

    await served(pilot)
    await finished(pilot, "lesson")
    if driven() is None:  # it measures, or helps a person: nothing waits for a key
        await finished(pilot)
    await until(pilot, lambda: not (run := driven()) or run.finished or (run.paused and run.resting))


def without_fonts(svg: str) -> str:
    """The picture without fonts that a browser would fetch from elsewhere."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return svg.replace("font-family: Fira Code, monospace", "font-family: Fira Code, Menlo, Consolas, monospace")


def pictures(names: Sequence[str] = ()) -> dict[str, str]:
    """The pictures of these names (of all, if none is named) as SVG; nothing of yours is read or written."""
    made = {}
    with patch.object(advice, "SECONDS", 0.05):
        for name in names or SHOTS:  # each in a home of its own: the next would remember what was chosen
            with TemporaryDirectory() as home, patch.dict(os.environ, {HOME_VARIABLE: home}):
                made[name] = asyncio.run(photograph(SHOTS[name]))
    return made


def walks() -> dict[str, str]:
    """The README's moving picture on light and dark paper, as SVG by name."""
    (command,) = _WALK.findall((ROOT / "README.md").read_text("utf-8"))
    made = {}
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        for name, more in WALKS.items():
            path = Path(folder, f"{name}.svg")
            main([*shlex.split(command), str(path), *more])
            made[name] = path.read_text("utf-8")
    return made


def for_the_site() -> dict[str, str]:
    """Every picture as SVG: made, or read where it is kept because it shows times."""
    kept = [name for name, shot in SHOTS.items() if shot.measures]
    made = pictures([name for name in SHOTS if name not in kept])
    return {**made, **walks(), **{name: (README / f"{name}.svg").read_text("utf-8") for name in kept}}


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m docs.pictures", description="Make the README's pictures anew.")
    asked.add_argument("folder", nargs="?", type=Path, default=README, help="default: tui/screens/pictures")
    asked.add_argument(
        "--only", action="append", choices=[*SHOTS, *WALKS], metavar="NAME", help="this one (more than once: these)"
    )
    options = asked.parse_args()
    folder = options.folder
    wanted = options.only or [*WALKS, *(name for name in SHOTS if name in FRONT or SHOTS[name].measures)]
    shots = [name for name in wanted if name in SHOTS]
    for name, svg in {**walks(), **(pictures(shots) if shots else {})}.items():
        if name not in wanted:
            continue
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
