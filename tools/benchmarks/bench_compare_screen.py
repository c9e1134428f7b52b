"""Does a screen distort the times?  The same runs alone and beside a Textual app that repaints ten times a second.

    python -m tools.benchmarks.bench_compare_screen [--pairs 9] [--n 12]

Runs are made in turn; printed are both medians and their ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import threading
from statistics import median

from textual.app import App, ComposeResult
from textual.widgets import DataTable

from core.compare import Contestant, Experiment, Plan, Quantity
from core.compare._text import cell_text


class TableApp(App[None]):
    """Shows an experiment's table and brings it up to date at 10 Hz, as the real screen does."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._experiment = experiment
        self._view: DataTable[str] = DataTable()

    def compose(self) -> ComposeResult:
        yield self._view

    def on_mount(self) -> None:
        self._view.add_columns("algorithm", "time", "live")
        self.set_interval(0.1, self._show)

    def _show(self) -> None:
        view = self._view
        view.clear()
        table = self._experiment.table
        for cell in table.cells.values():
            live = f"{cell.live.steps:,}" if cell.live else ""
            view.add_row(cell.key.label, cell_text(table, cell, Quantity.TIME), live)


def times(plan: Plan, *, screen: bool) -> tuple[float, ...]:
    """Search times of one run of the plan's only cell, in seconds."""
    experiment = Experiment(plan)
    if screen:
        asyncio.run(_beside_a_screen(experiment))
    else:
        experiment.drive()
    (cell,) = experiment.table.cells.values()
    return tuple(sample.seconds for sample in cell.samples)


async def _beside_a_screen(experiment: Experiment) -> None:
    app = TableApp(experiment)
    async with app.run_test(size=(140, 45)) as pilot:
        thread = threading.Thread(target=experiment.drive)
        thread.start()
        while thread.is_alive():
            await pilot.pause(0.05)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--n", type=int, default=12)
    options = parser.parse_args()
    print(f"{'algorithm':<14}{'alone':>12}{'with screen':>14}{'ratio':>9}{'ratio of minima':>18}")
    for name in ("bitmask", "backtracking", "dlx", "dlx-s"):
        plan = Plan("queens", (str(options.n),), (Contestant(name),), repeat=3, warm_up=1, timeout=None)
        alone: list[float] = []
        beside: list[float] = []
        for pair in range(options.pairs):
            # Who goes first takes turns too.
            for screen in (False, True) if pair % 2 else (True, False):
                (beside if screen else alone).extend(times(plan, screen=screen))
        a, b = median(alone), median(beside)
        print(f"{name:<14}{a * 1000:>9.2f} ms{b * 1000:>11.2f} ms{b / a:>9.3f}{min(beside) / min(alone):>18.3f}")


if __name__ == "__main__":
    main()
