"""Comparison experiments: plans, measured tables, what the figures say, history, exports.

    plan.py        what is to be measured: a value
    instances.py   the problems of each family by name, and what is known of them
    measure.py     one run of one algorithm on one problem, timed
    table.py       the table at one moment: cells, alarms
    experiment.py  takes the measurements in turn, and publishes tables
    statistics.py  medians, outliers, "beyond the noise"
    rounds.py      whether two cells of one table differ, judged round by round
    sessions.py    whether a cell differs from its baseline
    enough.py      when a cell has enough runs
    documents.py   the seed documents' experiments, with their figures
    history.py     every sample on disk as soon as it is taken
    exports.py     CSV, JSON, Markdown, LaTeX

Everything in ``__all__`` is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.compare.documents import DOCUMENTS
    from core.compare.experiment import Experiment
    from core.compare.history import History
    from core.compare.plan import Contestant, Key, Plan, PlanError
    from core.compare.quantity import Quantity
    from core.compare.sample import Sample
    from core.compare.table import CellStatus, Table, TableCell

_HOMES = {
    "TableCell": "core.compare.table",
    "CellStatus": "core.compare.table",
    "Contestant": "core.compare.plan",
    "DOCUMENTS": "core.compare.documents",
    "Experiment": "core.compare.experiment",
    "History": "core.compare.history",
    "Key": "core.compare.plan",
    "Plan": "core.compare.plan",
    "PlanError": "core.compare.plan",
    "Quantity": "core.compare.quantity",
    "Sample": "core.compare.sample",
    "Table": "core.compare.table",
}

__all__ = [
    "DOCUMENTS",
    "CellStatus",
    "Contestant",
    "Experiment",
    "History",
    "Key",
    "Plan",
    "PlanError",
    "Quantity",
    "Sample",
    "Table",
    "TableCell",
]  # fmt: skip

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__, _HOMES)
