"""For transcripts of the N queens sessions: what a person would see of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

from core.explain.wording import Sentence
from core.queens.problem import Queens
from tests.tui.watched import Sight, Watched, present
from tui.queens_position import Marks, Position
from tui.screens.queens.pair_session import PairSession
from tui.screens.queens.session import QueensSession

CAN = ("put", "hand_off", "hand", "clear_board", "pause", "pair", "copy", "classes")


def squares(each: Any) -> str:
    """Squares as row.column, from 1."""
    return " ".join(f"{row + 1}.{column + 1}" for row, column in sorted(each))


def marks_text(marks: Marks | None) -> str:
    """Why the search does what it does, as signs at the board."""
    if marks is None:
        return ""
    return ", ".join(
        present(
            levels=" ".join(f"{row + 1}.{column + 1}={level}" for (row, column), level in sorted(marks.levels.items())),
            tried=squares(marks.tried), to_come=squares(marks.to_come), ways=squares(marks.ways),
            rows=" ".join(f"{line + 1}:{left}" for line, left in sorted(marks.rows.items())),
            columns=" ".join(f"{line + 1}:{left}" for line, left in sorted(marks.columns.items())),
            next_row=None if marks.next_row is None else marks.next_row + 1,
            next_column=None if marks.next_column is None else marks.next_column + 1,
            dead_rows=[line + 1 for line in sorted(marks.dead_rows)],
            dead_columns=[line + 1 for line in sorted(marks.dead_columns)],
        )
    )  # fmt: skip


def board_text(position: Position, words: str) -> str:
    """The board and the words below it."""
    return ", ".join([
        f"{position.n} ({words}) {squares(position.queens())}",
        *present(
            placed=squares(position.placed), forbidden=squares(position.forbidden),
            cursor="" if position.cursor is None else squares([position.cursor]), free=position.show_free,
        ),
    ])  # fmt: skip


def said(sentences: list[Sentence]) -> str:
    return " | ".join(f"{sentence.text} [{sentence.tone.value}]" for sentence in sentences)


class Lab:
    """A session, the thread that drives its run, and what there is to see."""

    def __init__(self, remembered: dict[str, Any] | None = None) -> None:
        self.session = QueensSession({"speed": None} if remembered is None else remembered)
        self._sight = Sight(self._facts)
        self._thread = threading.Thread()
        self.look = self._sight.look

    def run(self, *, paused: bool = False) -> None:
        """Begin what the form says; held at its start, or to the end."""
        self._drive(self.session.search.start(self.session.make_search(), paused=paused))

    def step(self, count: int = 1) -> None:
        """Single steps."""
        run = self.session.search.run
        assert run is not None
        for _ in range(count):
            run.step()
            self._rest()
        self.look()

    def go(self, move: Any) -> None:
        """A move in the tree of the run."""
        again = self.session.search.go(move)
        if again is not None:
            self._drive(again)
        else:
            self._rest()
            self.look()

    def _drive(self, run: Any) -> None:
        self._thread.join() if self._thread.ident else None
        self._thread = threading.Thread(target=run.drive, daemon=True)
        self._thread.start()
        self._rest()
        if run.finished:
            self.session.ended()
        self.look()

    def _rest(self) -> None:
        run = self.session.search.run
        assert run is not None
        while not (run.finished or (run.paused and run.resting and not run.travelling)):
            time.sleep(0.001)

    def _facts(self) -> Iterator[tuple[str, str]]:
        session = self.session
        figures = session.figures()
        shot = figures.snapshot
        yield "form", ", ".join(f"{row.key} {row.shown}" for row in session.rows())
        yield "board", board_text(*session.position())
        yield "marks", marks_text(session.position()[0].marks)
        yield "why", said(session.why())
        yield "state", f"{figures.state}, {figures.speed}"
        yield "counts", ", ".join(
            present(
                nodes=shot.nodes if shot else None, steps=f"{shot.steps} {figures.unit}" if shot else None,
                found=shot.solutions if shot else None, known=figures.known, by=figures.known_name,
                every=figures.counting_everything, extra=figures.extra, error=figures.error, of=figures.of,
                results=figures.results,
            )
        )  # fmt: skip
        browser = session.browser
        grouped = f", classes of {browser.grouping.of} of {browser.grouping.found}" if browser.grouping else ""
        yield "found", f"{len(browser.found())}, place {browser.place}{grouped}, class size {session.class_size}"
        yield "remark", session.remark
        yield "can", " ".join(name for name in CAN if session.can(name)) + (" stale" if session.stale else "")
        yield "same", session.command()


def lab(**remembered: Any) -> tuple[Lab, Watched]:
    """A laboratory and its session."""
    made = Lab(remembered or None)
    made.look()
    return made, Watched(made.session, made.look)


class Pair:
    """Two algorithms stepping in time."""

    def __init__(self, problem: Queens, first: str, remembered: dict[str, Any] | None = None) -> None:
        self.session = PairSession(problem, first, remembered)
        self.look = Sight(self._facts).look
        self._thread = threading.Thread()

    def start(self, *, paused: bool = True) -> None:
        """Both from the beginning."""
        tandem = self.session.start(paused=paused)
        self._thread = threading.Thread(target=tandem.drive, daemon=True)
        self._thread.start()
        self._rest()

    def step(self, count: int = 1) -> None:
        """Steps of the kind that is chosen."""
        for _ in range(count):
            assert self.session.tandem is not None
            self.session.tandem.step()
            self._rest(look=False)
        self.look()

    def walk(self, move: Any) -> None:
        """A move of both."""
        self.session.walk(move)
        self._rest()

    def grow(self) -> None:
        """The whole trees."""
        for tree, of, work in self.session.to_grow():
            tree.grown(of, work(lambda: False))
        self.look()

    def _rest(self, *, look: bool = True) -> None:
        tandem = self.session.tandem
        assert tandem is not None
        while not (tandem.finished or (tandem.paused and tandem.resting)):
            time.sleep(0.001)
        self.session.looked_at()
        if look:
            self.look()

    def _facts(self) -> Iterator[tuple[str, str]]:
        session = self.session
        yield "pair", f"{session.title(0)} and {session.title(1)}, {session.problem}, looking at {session.looked}"
        yield "state", f"{session.state}, a step is {session.stride.value}, speed {session.speed}"
        for side, name in ((0, "left"), (1, "right")):
            position, words = session.position(side)
            yield name, board_text(position, words)
            yield f"{name} marks", marks_text(position.marks)
            row = session.row(side)
            levels = " ".join(f"{each.nodes}/{each.dead}/{each.solved}" for each in row.levels)
            yield f"{name} row", ", ".join(
                present(nodes=row.nodes, whole=row.whole, dead=row.dead, found=row.solutions, ended=row.ended,
                        levels=levels)
            )  # fmt: skip
        heading, sentences = session.why()
        yield "why", f"{heading}: {said(sentences)}"
        yield "told", session.results_told


def pair(n: int, first: str, **remembered: Any) -> tuple[Pair, Watched]:
    """Two boards and their session."""
    made = Pair(Queens(n), first, remembered or None)
    made.look()
    return made, Watched(made.session, made.look)
