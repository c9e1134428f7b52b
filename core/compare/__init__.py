"""Comparison experiments: plans, measured tables, what the figures show, history, exports.

    given.py       problems in hand, compared in one line
    plan.py        what to measure: a value
    instances.py   the problems of each family by name, and what is known about them
    measure.py     one run of one algorithm on one problem, timed
    table.py       the table at one moment: cells, alarms
    experiment.py  takes the measurements in turn and publishes tables
    statistics.py  medians, outliers, "beyond the noise"
    rounds.py      whether two cells of one table differ, judged round by round
    sessions.py    whether a cell differs from its baseline
    enough.py      when a cell has enough runs
    papers/        the seed documents: figures, experiments, claims
    gate.py        whether a table keeps up with a baseline
    history.py     every sample on disk as soon as it is taken
    exports.py     CSV, JSON, Markdown, LaTeX

Every public name is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.compare.experiment import Experiment as Experiment
    from core.compare.given import compare as compare
    from core.compare.history import History as History
    from core.compare.papers.documents import DOCUMENTS as DOCUMENTS
    from core.compare.plan import Contestant as Contestant
    from core.compare.plan import Key as Key
    from core.compare.plan import Plan as Plan
    from core.compare.plan import PlanError as PlanError
    from core.compare.quantity import Quantity as Quantity
    from core.compare.sample import Sample as Sample
    from core.compare.table import CellStatus as CellStatus
    from core.compare.table import Table as Table
    from core.compare.table import TableCell as TableCell

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
