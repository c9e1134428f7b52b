"""The sessions of the queens screen, driven without a screen: searches to their end, single steps, moves."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import Any

from core import Goal, Queens, algorithm
from core.running import Move
from tui.kit.queens_position import Marks, QueensPosition
from tui.kit.values import BoardValue
from tui.lab.lockstep import LockstepSession
from tui.lab.session import SearchTask
from tui.screens.queens.beside import QueensBeside
from tui.screens.queens.session import QueensSession


def squares(each: Iterable[tuple[int, int]]) -> str:
    """Squares as row.column, from 1."""
    return " ".join(f"{row + 1}.{column + 1}" for row, column in sorted(each))


def board(position: QueensPosition) -> str:
    """The queens; what was placed or forbidden by hand; the cursor."""
    said = squares(position.queens())
    for sign, hand in (("+", position.placed), ("-", position.forbidden)):
        said += f" {sign}{squares(hand)}" if hand else ""
    return said + ("" if position.cursor is None else f" @{squares([position.cursor])}")


def marks(found: Marks | None) -> str:
    """Why the search does what it does, as the signs at the board; lines from 1."""
    if found is None:
        return ""
    levels = [f"{row + 1}.{column + 1}={level}" for (row, column), level in sorted(found.levels.items())]
    left = [f"{name}{line + 1}:{n}" for name, lines in (("r", found.rows), ("c", found.columns))
            for line, n in sorted(lines.items())]  # fmt: skip
    said = {
        "levels": " ".join(levels), "tried": squares(found.tried), "to come": squares(found.to_come),
        "ways": squares(found.ways), "left": " ".join(left),
        "next": (found.next_row, found.next_column), "dead": (sorted(found.dead_rows), sorted(found.dead_columns)),
    }  # fmt: skip
    return "; ".join(f"{name} {value}" for name, value in said.items() if value)


class Driven:
    """A session, and the thread that drives its run."""

    def __init__(self, **remembered: Any) -> None:
        self.session = QueensSession({"speed": None, **remembered})
        self._thread = threading.Thread()

    def run(self, *, paused: bool = False) -> None:
        """Begin what the form says; held at its start, or to the end."""
        self._drive(self.session.search.start(self.session.make_search(), paused=paused))

    def step(self) -> None:
        run = self.session.search.run
        assert run is not None
        run.step()
        self._rest()

    def go(self, move: Move | int) -> None:
        """A move in the tree of the run."""
        again = self.session.search.go(move)
        if again is not None:
            self._drive(again)
        else:
            self._rest()

    def counts(self) -> str:
        """Nodes and solutions of the run, and how it stands."""
        figures = self.session.figures()
        shot = figures.snapshot
        return figures.state if shot is None else f"{figures.state} {shot.nodes} {shot.solutions}"

    def _drive(self, run: Any) -> None:
        if self._thread.ident:
            self._thread.join()
        self._thread = threading.Thread(target=run.drive, daemon=True)
        self._thread.start()
        self._rest()
        if run.finished:
            self.session.ended()

    def _rest(self) -> None:
        run = self.session.search.run
        assert run is not None
        while not (run.finished or (run.paused and run.resting and not run.travelling)):
            self._thread.join(0.001)


def beside(problem: Queens, first: str, remembered: Mapping[str, Any] | None = None) -> LockstepSession:
    """An algorithm, and what would stand beside it."""
    entry = algorithm("queens", first)
    return LockstepSession(SearchTask(entry, problem, Goal.COUNT, entry.settings({})), QueensBeside(), remembered)


class DrivenPair:
    """Two algorithms stepping in time."""

    def __init__(self, problem: Queens, first: str, **remembered: Any) -> None:
        self.session = beside(problem, first, remembered or None)
        self._thread = threading.Thread()

    def start(self, *, paused: bool = True) -> None:
        """Both from the beginning."""
        self._thread = threading.Thread(target=self.session.start(paused=paused).drive, daemon=True)
        self._thread.start()
        self._rest()

    def step(self, count: int = 1) -> None:
        """Steps of the kind that is chosen."""
        for _ in range(count):
            assert self.session.driven is not None
            self.session.driven.step()
            self._rest()

    def walk(self, move: Move) -> None:
        self.session.walk(move)
        self._rest()

    def grow(self) -> None:
        """The whole trees."""
        for tree, of, work in self.session.to_grow():
            tree.grown(of, work(lambda: False))

    def boards(self) -> list[str]:
        """Both boards, with the words below them."""
        lanes = (self.session.lane(side) for side in (0, 1))
        return [f"{board(lane.position)} ({lane.words})".lstrip() for lane in lanes if isinstance(lane, BoardValue)]

    def row(self, side: int) -> str:
        """Its figures in the table: nodes of so many, dead ends, solutions; and the levels of its tree."""
        row = self.session.row(side)
        levels = " ".join(f"{each.nodes}/{each.dead}/{each.solved}" for each in row.levels)
        ended = ", ended" if row.ended else ""
        return f"{row.nodes} of {row.whole}, {row.dead} dead, {row.solutions} found{ended}; {levels}"

    def _rest(self) -> None:
        tandem = self.session.driven
        assert tandem is not None
        while not (tandem.finished or (tandem.paused and tandem.resting)):
            self._thread.join(0.001)
        self.session.look()
