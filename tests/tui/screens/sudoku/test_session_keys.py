"""The Sudoku session as a person uses it: tables of keys, and what each changes of what is seen.

A table in `session_keys.txt` begins with what it shows, the puzzle (``.*256``: so
many empty cells), and what is watched beside what is said.  In a row stand keys; what is said when they are
typed (``!`` is bad news, ``+`` good, ``-`` nothing); and, of all that is watched,
what they changed: what is not named is as it was in the row before.  Whoever
changes any of it on purpose has the tables written anew with
``pytest tests/tui/screens/sudoku/test_session_keys.py --update-transcripts -n 0``
and reads the difference.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core import Grid, Shape
from core.sudoku._grid import values_in
from core.sudoku._symbols import symbol, text_of
from tests.transcript import every_run_the_same
from tests.tui.screens.sudoku.sessions import can, words_of
from tui.screens.sudoku.document import Mode, NewsTone, Once, WorkClock
from tui.screens.sudoku.job import Job
from tui.screens.sudoku.session import SudokuSession
from tui.screens.sudoku.sight import cell_of, mode_of, on_board, page_of, title_of

FILE = Path(__file__).with_name("session_keys.txt")
TABLES = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
WIDTH = 116
TONES = {NewsTone.PLAIN: "", NewsTone.BAD: "! ", NewsTone.GOOD: "+ "}
CAN = ("undo", "redo", "savepoints", "separate", "skip", "rub_out", "done", "put", "clear", "restart_work",
       "clear_colours", "conflicts", "browse", "write", "watch", "walk", "check", "neighbour")  # fmt: skip


def rows(shape: Shape, values: Iterable[int]) -> str:
    """Values as rows with blanks between them."""
    text = text_of(values)
    return " ".join(text[at : at + shape.order] for at in range(0, shape.cells, shape.order))


def sets(shape: Shape, each: Iterable[int]) -> str:
    """``r1c2 12, r3c4 3``: the sets of values that are not empty."""
    return ", ".join(
        f"{shape.name_of(cell)} {''.join(map(symbol, values_in(bits)))}" for cell, bits in enumerate(each) if bits
    )


class Bench:
    """A session that does its jobs at once, and keys for what can be done with it."""

    def __init__(self, text: str) -> None:
        self.now = 0.0
        """What the clock reads."""
        self.step = 0
        """Which step is taken, where one is to be chosen."""
        self.offered = ""
        self.session = made = SudokuSession(self._launch)
        made.document.clock = WorkClock(lambda: self.now)
        made.choose_step = self._choose_step
        made.ask({"what": "-"})
        made.files.read_text(text)
        self.keys = self._keys()

    def _launch(self, job: Job) -> None:
        job.done(job.run())
        self.session.jobs.ended(job)

    def _choose_step(self, title: str, steps: Any, before: Any, choose: Callable[[int], None]) -> None:
        shown = [f"{steps[at].line} {rows(steps[at].layout.shape, before(at).values)}" for at in (0, self.step)]
        self.offered = " / ".join([title, *dict.fromkeys(shown)])
        choose(self.step)

    def _keys(self) -> dict[str, Callable[[], object]]:
        """What a key does: those of the screen, and words for what has no key or depends on the place."""
        made, document, entering, solving, tutor = (
            self.session, self.session.document, self.session.entering, self.session.solving, self.session.tutor
        )  # fmt: skip
        whole = made.whole_grid
        return {
            "left": lambda: entering.move(0, -1), "right": lambda: entering.move(0, 1),
            "up": lambda: entering.move(-1, 0), "down": lambda: entering.move(1, 0),
            "]": lambda: entering.move_box(0, 1), "pgdn": lambda: entering.move_box(1, 0),
            "home": lambda: entering.to_edge(False), "end": lambda: entering.to_edge(True),
            "n": lambda: entering.to_empty(1), "p": lambda: entering.to_empty(-1),
            "'": lambda: entering.once(Once.COLOUR if document.mode is Mode.COLOURS else Once.MARK),
            '"': lambda: entering.once(Once.STRIKE), "w": lambda: entering.once(Once.WHY), "#": entering.number,
            "m": lambda: entering.mode(Mode.MARKS), "d": lambda: entering.mode(Mode.DIGIT),
            "%": lambda: entering.mode(Mode.COLOURS), "i": lambda: entering.mode(Mode.GIVENS),
            "clear": entering.clear, "separate": entering.separate, "skip": entering.skip, "put": entering.put,
            "back": entering.rub_out, "enter": entering.done, "no-colours": entering.clear_colours,
            "u": document.undo, "z": document.redo, "s": document.add_savepoint,
            "b": lambda: document.go_to_savepoint(document.editor.savepoints[0]),
            "rename": lambda: document.rename("  my \x1b[1mown "),
            "leave": document.leave, "esc": made.back, "a": whole.candidates, "g": whole.lock,
            "ctrl+k": whole.clear_work, ",": whole.tidy, "auto-tidy": whole.toggle_auto_tidy,
            "as-marks": whole.marks_from_candidates, "as-candidates": whole.candidates_from_marks,
            "t": made.toggle_clock, "_": made.turn_page,
            ")": lambda: made.neighbour(1), "(": lambda: made.neighbour(-1),
            "/": tutor.hint, "*": tutor.every_step, ":": tutor.path,
            "c": made.checking.check, "run": self._search, "w-in": solving.write_in, "v": lambda: solving.watch(True),
            "next": lambda: solving.browse(1), "previous": lambda: solving.browse(-1),
            "make": made.generating.make, "empty-2x2": lambda: made.files.open_empty(Shape(2, 2)),
        }  # fmt: skip

    def press(self, key: str) -> None:
        """One key; ``r1c2`` is a click, ``20s`` passes, ``step3`` is chosen later, ``goal=all`` is set in the form."""
        shape = self.session.document.grid.shape
        if key in self.keys:
            self.keys[key]()
        elif place := re.fullmatch(r"r(\d+)c(\d+)", key):
            self.session.entering.go((int(place[1]) - 1) * shape.order + int(place[2]) - 1)
        elif re.fullmatch(r"\d+s", key):
            self.now += int(key[:-1])
        elif key.startswith("step"):
            self.step = int(key[4:])
        elif "=" in key:
            name, _, value = key.partition("=")
            form = self.session.generating if name in ("shape", "seed", "level") else self.session.solving
            form.choose(name, int(value) if value.isdigit() else value)
        else:
            self.session.entering.type(key.removeprefix("~"))

    def _search(self) -> None:
        solving = self.session.solving
        solving.search.start(solving.make_search()).drive()
        solving.ended()

    def facts(self) -> Iterator[tuple[str, str]]:
        """What there is to be seen, by name."""
        made, document = self.session, self.session.document
        told = cell_of(made)
        shape, grid = made.grid_in_view.shape, made.grid_in_view
        yield "title", title_of(made)
        yield "board", _values(made.grid_with_values)
        yield "givens", rows(shape, grid.givens) if shape.order < 10 else str(sum(map(bool, grid.givens)))
        yield "marks", sets(shape, grid.marks)
        yield "struck", sets(shape, grid.struck)
        yield (
            "colours",
            ", ".join(f"{shape.name_of(c)}/{v} {n}" for (c, v), n in sorted(document.editor.colours.items())),
        )
        words, more = mode_of(made)
        for part in more:
            words += f" · {part}" if len(f"{words} · {part}") <= 40 else ""  # as the board does
        yield "mode", words
        small = Shape(shape.box_rows, shape.box_columns)
        cell = min(document.cursor, grid.shape.cells - 1)
        about = list(map(words_of, told.lines[: min(told.give_way)]))
        of = {"candidates": document.grid.candidates, "my marks": document.grid.marks}
        bits = [sets(small, [of[line[:10].strip()][cell]])[5:] if line[:10].strip() in of else line for line in about]
        yield "cell", "; ".join(filter(None, (str(told.title), *bits)))
        yield "facts", "; ".join(made.facts)
        page = page_of(made)
        if page is None:
            yield "page", ""
        else:
            lines = (words_of(line).replace("\xa0", " ").strip() for line in page.lines)
            note = f" ({page.note})" if page.note else ""
            yield "page", " / ".join([f"{page.title} at {page.at}{note}", *filter(None, lines)])
        board = on_board(made)
        drawn = [f"cursor {board.cursor}, digit {board.digit}"]
        if (overlay := board.overlay) is not None:
            drawn += [f"{shape.name_of(c)} {v} {role.value}" for (c, v), role in sorted(overlay.candidates.items())]
            drawn.append("look at " + " ".join(shape.name_of(cell) for cell in sorted(overlay.cells)))
        yield "drawn", ", ".join(drawn)
        yield "list", f"{made.files.puzzle_list.title} {made.files.place + 1}" if made.files.puzzle_list else ""
        yield "can", " ".join(name for name in CAN if can(made, name))
        figures = made.solving.figures()
        shot = figures.snapshot
        counts = "" if shot is None else f", {shot.nodes} nodes, {shot.solutions} solutions"
        yield "search", f"{figures.state}, {figures.speed}{counts}"
        yield "offered", self.offered


def _values(grid: Grid) -> str:
    shape = grid.shape
    if shape.order < 10:
        return rows(shape, grid.values)
    return ", ".join(f"{shape.name_of(cell)} {value}" for cell, value in enumerate(grid.values) if value)


ALWAYS = ("title", "board", "marks", "struck", "colours", "mode", "page", "list", "offered")
"""Watched in every table."""


def played(table: str) -> str:
    """A table with what its keys change now."""
    head, *lines = table.split("\n")
    _, text, watched = head.split(" | ")
    watched_names = {*ALWAYS, *watched.split()}
    bench = Bench("." * int(text[2:]) if text.startswith(".*") else text.replace("\\n", "\n"))
    before = dict(bench.facts())
    out = [head]
    for line in lines:
        if line.startswith(" "):
            continue
        keys = line.partition(" | ")[0].strip()
        for key in keys.split():
            bench.press(key)
        found = dict(bench.facts())
        words, tone = bench.session.words
        parts = [f"{TONES[tone]}{words}" if words else "-"]
        parts += [f"{name}: {text or '-'}" for name, text in found.items()
                  if name in watched_names and text != before[name]]  # fmt: skip
        before = found
        out += _laid_out(keys, parts)
    bench.session.close()
    return "\n".join(line.rstrip() for line in out)


def _laid_out(keys: str, parts: list[str]) -> Iterator[str]:
    line = keys
    for part in parts:
        if len(line) + 3 + len(part) > WIDTH and line != keys:
            yield line
            line = " "
        *full, line = textwrap.wrap(f"{line} | {part}", WIDTH, subsequent_indent="    ", break_on_hyphens=False)
        yield from full
    yield line


@pytest.mark.parametrize("at", range(len(TABLES)), ids=[table.partition(" | ")[0] for table in TABLES])
def test_what_a_person_does_and_sees(at: int, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    with every_run_the_same(monkeypatch):  # nothing is compiled for a grid of sixteen cells
        found = played(TABLES[at])
    if pytestconfig.getoption("--update-transcripts"):
        TABLES[at] = found
        FILE.write_text("\n\n".join(TABLES) + "\n", encoding="utf-8")
        return
    assert found.split("\n") == TABLES[at].split("\n")
