"""Measuring the table in view, and putting another one in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.compare.plan import Plan, PlanError
from core.compare.quantity import Quantity
from core.compare.table import CellStatus
from core.compare.text import shown_quantity
from core.store import StoreError
from tui.screens.compare_base import CompareView
from tui.screens.compare_look import everything_measured, quantities
from tui.worker import in_thread

if TYPE_CHECKING:
    from core.compare.experiment import Experiment


class MeasuringScreen(CompareView):
    """A comparison that fills while one looks."""

    def action_run(self) -> None:
        if self.experiment is None or self.running or self._history is None:
            return
        if everything_measured(self.experiment.table):
            self.notify("everything is measured: r measures a cell again, a adds to the table", timeout=4)
            return
        self.running = True
        self.run_worker(self._measure(self.experiment), group="measure", exit_on_error=False)
        self._wake()

    async def _measure(self, experiment: Experiment) -> None:
        history = self._history
        assert history is not None
        self._message = ""
        try:
            if experiment.table.experiment is None:
                plan = experiment.table.plan
                experiment = await in_thread(lambda: history.start(plan), "history")
                self._replace(experiment)
                self._remember()
            table = await in_thread(experiment.drive, "measure")
            if table.finished and table.experiment is not None:
                number = table.experiment
                await in_thread(lambda: history.finish(number), "history")
        except asyncio.CancelledError:
            experiment.stop()
            raise
        except Exception as error:
            self._message = f"{type(error).__name__}: {error}"
            self.log.error(error)
        finally:
            self.running = False
        self._tick(force=True)
        self.refresh_bindings()

    def _replace(self, experiment: Experiment) -> None:
        """The same table, now kept in the history."""
        self.experiment = experiment
        self._tick(force=True)

    def action_stop(self) -> None:
        if self.experiment is not None and self.running:
            self.experiment.stop()
            self._wake()

    def action_rerun(self) -> None:
        cell = self.cell
        if self.experiment is None or cell is None or cell.status is CellStatus.REFUSED:
            return
        self._guarded(lambda: self.experiment.rerun(cell.key))  # type: ignore[union-attr]
        self._alarmed = False
        if not self.running:
            self.action_run()

    def _guarded(self, act: Callable[[], Any]) -> Any:
        """Something with the store, whose trouble is told rather than raised."""
        try:
            return act()
        except (StoreError, PlanError, LookupError, OSError) as error:
            self.notify(str(error), severity="error", timeout=8, markup=False)
            return None

    def on_unmount(self) -> None:
        if self.experiment is not None:
            self.experiment.stop()

    # Other experiments

    def _take(self, experiment: Experiment, *, keep_quantity: bool = False) -> None:
        """Show another experiment."""
        if self.experiment is not None and self.experiment is not experiment:
            self.experiment.stop()
        self.experiment = experiment
        self._alarmed, self._message = False, ""
        quantity = self.look.quantity if keep_quantity else shown_quantity(experiment.table)
        if quantity not in quantities(experiment.table):
            quantity = Quantity.TIME
        self.look = replace(
            self.look, quantity=quantity, columns=(), rows=(), columns_by="", rows_by="", hidden=frozenset()
        )
        self.show()
        self._remember()
        self.refresh_bindings()

    def _take_plan(self, plan: Plan, run: bool = False) -> None:
        self.run_worker(self._begin(plan, run), group="open", exclusive=True, exit_on_error=False)

    async def _begin(self, plan: Plan, run: bool) -> None:
        def work() -> Experiment:
            from core.compare.experiment import Experiment

            return Experiment(plan)

        try:
            experiment = await in_thread(work, "plan")
        except Exception as error:
            self.notify(str(error), severity="error", timeout=8, markup=False)
            return
        await self._let_go()
        self._take(experiment)
        if run:
            self.action_run()

    async def _let_go(self) -> None:
        """Stop what is being measured and wait until it has stopped."""
        if self.running and self.experiment is not None:
            self.experiment.stop()
            workers = [worker for worker in self.workers if worker.group == "measure"]
            if workers:
                await self.workers.wait_for_complete(workers)
