"""For transcripts of the Sudoku session: every call is followed by what has changed in what a person would see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.sudoku.shape import Shape
from core.wording import counted
from tests.core.sudoku.saying import rows, sets
from tests.tui.watched import Sight, Watched
from tui.screens.sudoku.clock import WorkClock
from tui.screens.sudoku.job import Job
from tui.screens.sudoku.pages import Text, page_of
from tui.screens.sudoku.session import SudokuSession
from tui.screens.sudoku.shelf import Pile
from tui.screens.sudoku.views import cell_of, mode_of, picture_of, title_of

CAN = (
    "undo", "redo", "savepoints", "separate", "skip", "rub_out", "done", "put", "clear", "restart_work",
    "clear_colours", "conflicts", "browse", "write", "watch", "walk", "check", "neighbour",
)  # fmt: skip


class Bench:
    """A session that does its jobs at once, and says after each call what is to be seen."""

    def __init__(self, text: str | None = None) -> None:
        self.now = 0.0
        """What the clock of the session reads, in seconds."""
        self.step = 0
        """Which of the steps is taken, where one is to be chosen."""
        self.session = SudokuSession(self._launch)
        self.session.desk.clock = WorkClock(lambda: self.now)
        self.session.choose_step = self._choose_step
        self.look = Sight(self._facts).look
        self.session.begin({"what": "-"})
        self.session.shelf.choose = self._choose_puzzle
        if text is not None:
            self.session.shelf.read_text(text)

    def _launch(self, job: Job) -> None:
        try:
            job.done(job.run())
        except Exception as error:
            self.session.failed(job, error)
        self.session.jobs.ended(job)

    def _choose_puzzle(self, pile: Pile) -> None:
        print(f"choose: {pile.title}, {', '.join(puzzle.name for puzzle in pile.puzzles)}")
        self.session.shelf.open_from(pile, self.session.shelf.place_in(pile))

    def _choose_step(self, title: str, steps: Any, before: Any, choose: Any) -> None:
        print(f"choose: {title}")
        for number, each in enumerate(steps[:12]):
            print(f"  {number}. {each.line} | {rows(each.shape, before(number).values)}")
        choose(self.step)

    def _facts(self) -> Iterator[tuple[str, str]]:
        session, desk = self.session, self.session.desk
        title, info = cell_of(session)
        shape = session.grid_in_view.shape
        grid = session.grid_in_view
        yield "said", f"{info.message} [{info.tone.value}]" if info.message else ""
        yield "news", " | ".join(desk.news)
        desk.news.clear()
        yield "title", title_of(session, scrolled=False)
        yield "board", rows(shape, session.grid_with_values.values)
        yield "givens", rows(shape, grid.givens)
        yield "marks", sets(shape, grid.marks)
        yield "struck", sets(shape, grid.struck)
        yield "colour", ", ".join(f"{shape.name_of(c)}/{v} {n}" for (c, v), n in sorted(desk.editor.colours.items()))
        yield "mode", mode_of(session, 40)
        yield "cell", " | ".join((title, info.filled, *(sets(Shape(shape.box_rows, shape.box_columns), [bits])[5:]
                                                      for bits in (info.candidates, info.marks) if bits)))  # fmt: skip
        yield "facts", " | ".join(info.facts)
        yield "page", _page(page_of(session))
        picture = picture_of(session)
        drawn = [f"cursor {picture.cursor}", f"digit {picture.digit}", "candidates" if picture.candidates else ""]
        if (overlay := picture.overlay) is not None:
            drawn += [f"{shape.name_of(c)} {v} {role.value}" for (c, v), role in sorted(overlay.candidates.items())]
            drawn.append("look at " + " ".join(shape.name_of(cell) for cell in sorted(overlay.cells)))
        yield "drawn", ", ".join(filter(None, drawn))
        yield "pile", f"{session.shelf.pile.title} {session.shelf.place + 1}" if session.shelf.pile else ""
        yield "can", " ".join(name for name in CAN if session.can(name))
        figures = session.solving.figures()
        shot = figures.snapshot
        yield (
            "search",
            f"{figures.state}, {figures.speed}"
            + (f", {counted(shot.nodes, 'node')}, {counted(shot.solutions, 'solution')}" if shot is not None else ""),
        )

    # A search

    def search(self, *, paused: bool = False) -> None:
        """Search as the form says, to the end."""
        run = self.session.solving.search.start(self.session.solving.begin(), paused=paused)
        run.drive()
        self.session.solving.ended()
        self.look()


def _page(page: Text | None) -> str:
    if page is None:
        return ""
    lines = [f"{page.title} at {page.at}{f' ({page.note})' if page.note else ''}"]
    return "\n          ".join(lines + ["".join(text for text, _ in line).replace("\xa0", " ") for line in page.lines])


def opened(text: str | None = None) -> tuple[Bench, Watched]:
    """A bench and its session."""
    bench = Bench(text)
    bench.look()
    return bench, Watched(bench.session, bench.look)
