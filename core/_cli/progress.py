"""Progress on standard error: of a search, and of a list of puzzles.

This module imports Rich, so import it only if someone watches
(`core._cli.console.wants_progress`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.status import Status

from core._cli.plain_console import on_standard_error
from core._estimates.time_left import Known, TimeLeft, WorkDone
from core._search import Snapshot
from core._words import grouped, share, to_come
from core.running._run import Run

if TYPE_CHECKING:
    from core._cli.driving import Outlook

BESIDE = 12
"""The columns of a progress line taken by the spinner, the time and the gaps."""
NAME = 16
"""The fewest columns that a name should have."""


def show_search(
    run: Run,
    label: str,
    unit: str,
    poll: float,
    follow: Callable[[Run], None],
    outlook: Outlook,
) -> None:
    """Show a search's progress until it ends, and call ``follow`` and ``outlook`` every ``poll`` seconds."""
    console = on_standard_error()
    bar = BarColumn(bar_width=_bar_width(console.width))
    texts = [TextColumn(field, markup=False) for field in ("{task.description}", "{task.fields[figures]}")]
    columns = (SpinnerColumn(), texts[0], bar, texts[1], TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, refresh_per_second=10) as progress:
        task = progress.add_task(label, total=None, figures="")
        first, time_left = run.snapshot.steps, TimeLeft()
        # If a checkpoint was resumed, earlier work does not count here, because its seconds are unknown.
        time_left.wait(0.0, first)
        while not run.wait(poll):
            follow(run)
            shot = run.snapshot
            rate = (shot.steps - first) / shot.seconds if shot.seconds else 0.0
            known = outlook(shot)
            left, done = time_left.of(shot, shot.seconds, known), time_left.work.share
            if run.search is not None and run.search.limit is not None:
                left = None  # it may find the last solution wanted at any moment
            # A narrow terminal first loses the steps, then the pace, then the end of the name.
            bar.bar_width = _bar_width(console.width)  # which may have changed
            width = console.width - bar.bar_width - BESIDE
            told = _figures(shot, unit, rate, done, left, _expected(known, shot, time_left.work))
            figures = next((each for each in told if len(each) + min(len(label), NAME) <= width), told[-1])
            total = 1.0 if done is not None else None
            room = width - len(figures)
            name = label if len(label) <= room else f"{label[: max(0, room - 1)]}…"
            progress.update(task, completed=done or 0.0, total=total, figures=figures, description=name.lstrip("…"))


def _bar_width(width: int) -> int:
    return max(8, min(40, width // 8))


def _expected(known: Known | None, shot: Snapshot, work: WorkDone) -> str:
    """The number of solutions there will be, if estimated."""
    if known is None or isinstance(known, int):
        return ""
    from core._estimates.beside import joined  # already loaded by the estimate
    from core._estimates.expected import Expected

    return f" of {joined(known, shot, work)}" if isinstance(known, Expected) else ""


def _figures(
    shot: Snapshot, unit: str, rate: float, done: float | None, left: float | None, expected: str
) -> list[str]:
    """A search's progress and findings, in more and in fewer words."""
    ahead = [share(done)] if done else []
    ahead += [to_come(left)] if left is not None else []
    ahead += [f"{grouped(shot.solutions)} found{expected}"]
    steps, pace = f"{grouped(shot.steps)} {unit}s", f"{grouped(rate)}/s"
    return [" · ".join(form) for form in ([*ahead, steps, pace], [*ahead, pace], ahead)]


class ItemsBar:
    """A progress bar for items: call it with the number of items done since."""

    def __init__(self, progress: Progress, label: str, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task(label, total=total)

    def __call__(self, count: float = 1) -> None:
        """Move the bar on by ``count`` items."""
        self._progress.advance(self._task, count)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Make room for another progress line."""
        self._progress.stop()
        yield
        self._progress.start()


@contextmanager
def items_bar(label: str, total: int) -> Iterator[ItemsBar]:
    """Show how many of ``total`` items are done."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = on_standard_error()
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, refresh_per_second=10) as progress:
        yield ItemsBar(progress, label, total)


@contextmanager
def status_line(text: str = "") -> Iterator[Callable[[str], None]]:
    """Show a line with a spinner; the function changes its text."""
    with Status(text, console=on_standard_error()) as status:
        yield status.update
