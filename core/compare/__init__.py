"""Comparison experiments: plans, measured tables, what the figures show, history, exports.

`compare` measures the problems in hand in one line.  A `Plan` says more about what to measure.  An `Experiment` takes
the measurements in turn and publishes a `Table` after each; a `History` keeps every sample on disk at once.
`DOCUMENTS` are the seed documents with their figures.  Every public name is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._lazy import on_demand

if TYPE_CHECKING:
    from core.compare._cell import Enough as Enough
    from core.compare._doubts import Doubt as Doubt
    from core.compare._experiment import Experiment as Experiment
    from core.compare._given import compare as compare
    from core.compare._growth import Growth as Growth
    from core.compare._history import BeingMeasured as BeingMeasured
    from core.compare._history import DamagedExperiment as DamagedExperiment
    from core.compare._history import History as History
    from core.compare._history import HistoryEntry as HistoryEntry
    from core.compare._history import NoSuchExperiment as NoSuchExperiment
    from core.compare._papers.documents import DOCUMENTS as DOCUMENTS
    from core.compare._plan import Contestant as Contestant
    from core.compare._plan import Key as Key
    from core.compare._plan import Plan as Plan
    from core.compare._plan import PlanError as PlanError
    from core.compare._quantity import Quantity as Quantity
    from core.compare._sample import Bound as Bound
    from core.compare._sample import Calls as Calls
    from core.compare._sample import Ending as Ending
    from core.compare._sample import Live as Live
    from core.compare._sample import Sample as Sample
    from core.compare._statistics import Interval as Interval
    from core.compare._statistics import RatioVerdict as RatioVerdict
    from core.compare._statistics import Summary as Summary
    from core.compare._statistics import TimeRatio as TimeRatio
    from core.compare._table import CellStatus as CellStatus
    from core.compare._table import Table as Table
    from core.compare._table import TableCell as TableCell

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
