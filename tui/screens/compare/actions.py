"""What can be done on the comparison screen, and what its signs mean."""

from __future__ import annotations

from tui.actions.action import Action

ABOUT = """
Rows are instances (board sizes, puzzles), columns are algorithms.  Cells are measured
in turn, in random order within each round, each until its median is precise enough, and
every result is checked against the literature and the other algorithms.  Kernels are
compiled before anything is timed.

Times are CPU times: the work of other programs does not count.  Short searches are
repeated in batches, and the quickest of each batch counts.  ± is half the width of the
median's 95 % interval.  Bold figures are the fastest of their row, and those that cannot
be told apart from it.

Before or after a figure: ▸ being measured; * there is a warning about it (i shows it);
= equal to the paper; ≈ an estimate from the growth, not measured; ✗ WRONG, do not
believe it.

"search ×" is the factor by which the search time grows from one N to the next, ± half the
width of its 95 % interval; it is left out where the fit is poor.  "Too close": cannot be
told apart from the fastest of its row.  Every run is on disk as soon as it ends; an
interrupted table continues where it stopped.
"""
MEASURING, TABLE, EXPERIMENTS = "Measuring", "Table", "Experiments"
PAPERS_BY_DIGIT = 6

ACTIONS = (
    Action("run", "enter", "run", "Measure everything that is missing", footer=True, group=MEASURING),
    Action("stop", "x,space", "stop", "Stop; what is measured stays (enter goes on)", footer=True, group=MEASURING),
    Action("rerun", "r", "rerun cell", "Measure the cell under the cursor again; asks before discarding runs",
           group=MEASURING),
    Action("quantity(1)", "t", "quantity", "Show the next quantity: time, nodes, rate …", footer=True, group=TABLE),
    Action("quantity(-1)", "T", "previous quantity", "Show the previous quantity", group=TABLE, palette=False),
    Action("choose_quantity", "q", "choose quantity", "Choose the quantity from a list", group=TABLE),
    Action("details", "i", "details", "Everything about the cell: runs, spread, warnings", footer=True, group=TABLE),
    Action("layout", "g", "chart", "Table and chart, chart alone, table alone", footer=True, group=TABLE),
    Action("chart", "G", "chart kind", "What the chart shows: against size, cactus plot, performance profile, runs",
           group=TABLE),
    Action("sort_columns", "s", "sort columns", "Order the algorithms by the cursor's row, or as planned", group=TABLE),
    Action("sort_rows", "S", "sort rows", "Order the instances by the cursor's column, or as planned",
           group=TABLE),
    Action("hide", "minus", "hide", "Hide the algorithm under the cursor", group=TABLE),
    Action("unhide", "u", "show all", "Show hidden algorithms again", footer=True, group=TABLE),
    Action("remarks", "w", "what it says", "The figures in words: growth, the paper's claims, warnings", group=TABLE),
    Action("add", "a", "plan", "Change the plan: add algorithms, instances, runs", footer=True, group=EXPERIMENTS),
    Action("new", "n", "new", "Plan a new comparison", group=EXPERIMENTS),
    Action("plan_file", "p", "open a plan", "Open a plan from a TOML file, saved with e or written by you",
           group=EXPERIMENTS),
    Action("documents", "d", "papers' tables", "Choose one of the documents' experiments", group=EXPERIMENTS),
    *(
        Action(f"document({number})", str(number + 1), f"paper's table {number + 1}",
               "Run one of the documents' experiments, as listed by d", group=EXPERIMENTS, palette=False)
        for number in range(PAPERS_BY_DIGIT)
    ),
    Action("history", "o", "history", "Open, pin, annotate or delete an earlier table", group=EXPERIMENTS),
    Action("trend", "m", "trend", "The cell under the cursor in every table of the history, oldest first",
           group=EXPERIMENTS),
    Action("baseline", "b", "baseline", "Make this table the baseline, or clear it", group=EXPERIMENTS),
    Action("export", "e", "export", "Save the table, the chart or the plan: the ending sets the format", footer=True,
           group=EXPERIMENTS),
    Action("copy", "y", "copy", "Copy the table as text", group=EXPERIMENTS),
    Action("command", "c", "command", "Show the command line that does the same", group=EXPERIMENTS),
    Action("race", "v", "race", "Watch algorithms race on the cursor's board", footer=True, group=EXPERIMENTS),
)  # fmt: skip
