"""What can be done on the comparison screen, and what its signs mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from core.compare import DOCUMENTS
from tui.actions.action import Action
from tui.screens.compare import choosing, files

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen

ABOUT = """
Rows are instances (board sizes, puzzles), columns are algorithms.  Cells are measured
in turn, in random order within each round, each until its median is precise enough, and
every result is checked against the literature and the other algorithms.  Kernels are
compiled before anything is timed.

Times are CPU times: the time that other programs take does not count, though such
programs do slow a search, since they share caches and memory with it.  Short searches
are repeated in batches, and the mean of each batch counts.  ± is half the width of the
median's 95 % interval; fewer than six runs have none.  Bold figures are the fastest of
their row, and those that cannot be told apart from it.

Before or after a figure: ▸ being measured; * there is a warning about it (i shows it);
= equal to the paper; ≈ an estimate from the growth, not measured; ✗ WRONG, do not
believe it.

"search ×" is the factor by which the search time grew from one N to the next, from the
least to the greatest of the last sizes; it is left out where the steps are too uneven.  "Too
close": cannot be told apart from the least of its row.  Every run is on disk as soon as it
ends; an interrupted table continues where it stopped.
"""
MEASURING, TABLE, EXPERIMENTS = "Measuring", "Table", "Experiments"
PAPERS_BY_DIGIT = 6
EVERYTHING_MEASURED = "everything is measured; r measures a cell again, a adds to the table"
NO_FIGURES = "nothing is measured yet"


def _has_figures(screen: CompareScreen) -> bool:
    return screen.session.has_figures


def _has_history(screen: CompareScreen) -> bool:
    return screen.session.has_history


def _opens_soon(screen: CompareScreen) -> bool:
    """Whether there is a table, or will be: what is asked for now is done then."""
    return screen.table is not None or screen.session.history is None


def _no_rerun(screen: CompareScreen) -> str:
    """Why the cell under the cursor cannot be measured again."""
    if screen.session.is_example:
        return "this is an example; enter measures the same here"
    if screen.cell is None:
        return "there is no cell under the cursor"
    return screen.cell.reason or "this row is the paper's; a adds it to the table"


def _document(number: int) -> Callable[[CompareScreen], None]:
    """Start the documents' experiment with this place in the list, from 0."""
    return lambda screen: choosing.start_document(screen, list(DOCUMENTS)[number])


ACTIONS: tuple[Action[CompareScreen], ...] = (
    Action("run", "enter", "run", "Measure everything that is missing", footer=True, group=MEASURING,
           do=lambda screen: screen.measure(), waits=True, when=lambda screen: screen.session.can_measure,
           why_not=lambda screen: "already measuring; x stops it" if screen.session.running else EVERYTHING_MEASURED),
    Action("not_now", "escape", "not now", "Leave out what takes long; enter asks again", footer=True, group=MEASURING,
           palette=False, do=lambda screen: screen.not_now(), when=lambda screen: bool(screen.session.question),
           why_not="nothing is waiting for an answer"),
    Action("stop", "x,space", "stop", "Stop; what is measured is kept (enter goes on)", footer=True, group=MEASURING,
           do=lambda screen: screen.stop(), when=lambda screen: screen.session.running,
           why_not="nothing is being measured"),
    Action("rerun", "r", "rerun cell", "Measure the cell under the cursor again; asks before discarding runs",
           group=MEASURING, do=lambda screen: screen.rerun(),
           when=lambda screen: screen.session.can_rerun(screen.cell), why_not=_no_rerun),
    Action("quantity(1)", "t", "quantity", "Show the next quantity: time, nodes, rate …", footer=True, group=TABLE,
           do=lambda screen: screen.change_view(partial(screen.session.next_quantity, 1))),
    Action("quantity(-1)", "T", "previous quantity", "Show the previous quantity", group=TABLE, palette=False,
           do=lambda screen: screen.change_view(partial(screen.session.next_quantity, -1))),
    Action("choose_quantity", "q", "choose quantity", "Choose the quantity from a list", group=TABLE,
           do=choosing.choose_quantity),
    Action("details", "i", "details", "Everything about the cell: runs, spread, warnings", footer=True, group=TABLE,
           do=choosing.show_details, when=_has_figures, why_not=NO_FIGURES),
    Action("layout", "g", "chart", "Table and chart, chart alone, table alone", footer=True, group=TABLE,
           do=lambda screen: screen.next_layout()),
    Action("chart", "G", "chart kind", "What the chart shows: against size, cactus plot, performance profile, runs",
           group=TABLE, do=choosing.choose_chart),
    Action("sort_columns", "s", "sort columns", "Order the algorithms by the cursor's row, or as planned", group=TABLE,
           do=lambda screen: screen.change_view(partial(screen.session.sort_columns, screen.row))),
    Action("sort_rows", "S", "sort rows", "Order the instances by the cursor's column, or as planned", group=TABLE,
           do=lambda screen: screen.change_view(partial(screen.session.sort_rows, screen.column))),
    Action("hide", "minus", "hide", "Hide the algorithm under the cursor", group=TABLE,
           do=lambda screen: screen.change_view(partial(screen.session.hide, screen.column)),
           when=lambda screen: screen.session.can_hide, why_not="no other algorithm is shown"),
    Action("unhide", "u", "show all", "Show hidden algorithms again", footer=True, group=TABLE,
           do=lambda screen: screen.change_view(screen.session.unhide),
           when=lambda screen: bool(screen.session.view.hidden), why_not="no algorithm is hidden"),
    Action("remarks", "w", "what it says", "The figures in words: growth, the paper's claims, warnings", group=TABLE,
           do=choosing.show_conclusions, when=_has_figures, why_not=NO_FIGURES),
    Action("summary", "m", "all instances", "All instances together: wins, mean ratios, how many are solved, PAR-2",
           group=TABLE, do=choosing.show_summary, when=_has_figures, why_not=NO_FIGURES),
    Action("add", "a", "plan", "Change the plan: add algorithms, instances, runs", footer=True, group=EXPERIMENTS,
           do=choosing.change_plan),
    Action("new", "n", "new", "Plan a new comparison", group=EXPERIMENTS, do=choosing.new_plan),
    Action("plan_file", "p", "open a plan", "Open a plan from a TOML file, saved with e or written by you",
           group=EXPERIMENTS, do=files.open_plan),
    Action("documents", "d", "papers' tables", "Choose one of the documents' experiments", group=EXPERIMENTS,
           do=choosing.choose_document),
    *(
        Action(f"document({number})", str(number + 1), f"paper's table {number + 1}",
               "Run one of the documents' experiments, as listed by d", group=EXPERIMENTS, palette=False,
               do=_document(number), waits=True, when=_opens_soon)
        for number in range(PAPERS_BY_DIGIT)
    ),
    Action("history", "o", "history", "Open, pin, annotate or delete an earlier table", group=EXPERIMENTS,
           do=choosing.show_history, when=_has_history),
    Action("baseline", "b", "baseline", "Make this table the baseline, or clear it", group=EXPERIMENTS,
           do=choosing.toggle_baseline, when=lambda screen: screen.session.can_pin,
           why_not="only what has been measured here can be the baseline"),
    Action("export", "e", "save", "Save the table, the chart or the plan: the ending sets the format", footer=True,
           group=EXPERIMENTS, do=files.export, when=_has_figures, why_not=NO_FIGURES),
    Action("copy", "y", "copy", "Copy the table as text", group=EXPERIMENTS, do=files.copy, when=_has_figures,
           why_not=NO_FIGURES),
    Action("command", "c", "command", "Show the command line that does the same", group=EXPERIMENTS,
           do=files.show_command),
    Action("race", "v", "race", "Watch algorithms race on the cursor's board", footer=True, group=EXPERIMENTS,
           do=choosing.race, waits=True, when=lambda screen: True),
)  # fmt: skip
