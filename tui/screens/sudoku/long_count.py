"""What a count that takes long will come to: probed in a job of its own, shown beside the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.running.run import Run
from core.search import Goal, Status
from core.sudoku.problem import Sudoku
from tui.screens.sudoku.job import Job, Jobs, Stopped
from tui.search.ran import Ran

if TYPE_CHECKING:
    from core.sudoku.expected import Forecast


class LongCount:
    """The forecast for the newest run, if that is a count which takes long."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._run: Run | None = None
        self._forecast: Forecast | None = None

    def look(self, run: Run | None, ran: Ran[Sudoku] | None) -> None:
        """Somebody looks at a search: begin to probe once it has taken a while."""
        if run is None or ran is None or ran.goal is not Goal.COUNT or run.finished or run is self._run:
            return
        from core.sudoku.expected import PATIENT_SECONDS, Forecast  # and with it NumPy

        if run.snapshot.seconds < PATIENT_SECONDS:
            return
        forecast = self._forecast = Forecast(ran.problem)
        self._run = run

        def work(stopped: Stopped) -> None:
            forecast.probe(lambda: stopped() or run.finished)

        self._jobs.begin(Job("forecast", "", work, lambda _: None, quiet=True))

    def rows(self, run: Run | None) -> tuple[tuple[str, str], ...]:
        """What is expected of a run, as rows of figures; none where nothing is known, or all has been counted."""
        if run is None or run is not self._run or self._forecast is None or run.snapshot.status is Status.COMPLETE:
            return ()
        expected = self._forecast.expected(run.snapshot)
        return () if expected is None else (("Expected", str(expected)),)
