"""Shows on a terminal how the table fills while it is measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.live import Live
from rich.table import Table as RichTable
from rich.text import Text

from core._cli.plain_console import on_standard_error
from core._words import counted, duration, grouped, share
from core.compare._cell import CellStatus
from core.compare._text import cell_text, run_text, spans
from core.compare._view import first_view
from core.running._finished import Finished

if TYPE_CHECKING:
    from core.compare._experiment import Experiment
    from core.compare._table import Table, TableCell

SECONDS_A_FRAME = 0.5
ROWS_AROUND = 8
"""The number of rows kept visible above the running one in a long table."""


def show(experiment: Experiment, done: Finished) -> None:
    """Draw the newest table twice a second until it is done; the terminal is then left as it was."""
    console = on_standard_error()
    with Live(console=console, transient=True, auto_refresh=False) as live:
        while not done.is_set():
            live.update(picture(experiment.table, max(4, console.size.height - 6)), refresh=True)
            done.wait(SECONDS_A_FRAME)


def picture(table: Table, height: int) -> Group:
    """A table being measured, in at most ``height`` lines, with the alarms and the current run below."""
    quantity = first_view(table).quantity
    out = RichTable(box=None, pad_edge=False)
    out.add_column(Text(table.axis), justify="right")
    for contestant in table.plan.contestants:
        out.add_column(Text(contestant.label), justify="right")
    instances = table.plan.instances
    running = next((cell for cell in table.cells.values() if cell.status is CellStatus.RUNNING), None)
    place = instances.index(running.key.instance) if running else 0
    first = max(0, min(place - min(ROWS_AROUND, height - 1), len(instances) - height))
    for instance in instances[first : first + height]:
        cells = [_styled(cell, cell_text(table, cell, quantity)) for cell in table.row(instance)]
        out.add_row(Text(table.titles[instance]), *cells)
    hidden = [table.titles[i] for i in (*instances[:first], *instances[first + height :])]
    lines = [Text(f"not shown: {spans(hidden)}", style="dim")] if hidden else []
    lines += [Text(alarm, style="bold red") for alarm in table.alarms]
    if running is not None and running.live is not None:
        live = running.live
        figures = f"{duration(live.seconds)} · {counted(live.steps, 'step')} · {grouped(live.solutions)} found"
        done = f" · {share(live.progress)}" if live.progress is not None else ""
        title = table.titles[running.key.instance]
        stage = f"{live.stage}, {run_text(table.plan, live.repeat)}"
        lines.append(Text(f"▸ {running.key.label}, {table.axis} {title}: {stage} · {figures}{done}"))
    return Group(Text(table.plan.title, style="italic"), out, *lines)


def _styled(cell: TableCell, text: str) -> Text:
    if cell.status is CellStatus.RUNNING:
        return Text(f"▸ {text}", style="bold")
    if cell.status in (CellStatus.WRONG, CellStatus.FAILED):
        return Text(text, style="bold red reverse")
    return Text(text, style="" if cell.measured else "dim")
