"""When a cell has enough runs.

A cell gets as many runs as the plan says.  If the plan demands a precision, it gets more until the
interval of its median is narrow enough and each other cell of its row either surely differs from it
or has a ratio to it known with the same precision.  It gets no more once the most runs allowed have
been made or the time for one cell is up.

Cells are compared after certain rounds only: each look is one more chance of a
false alarm (Armitage, McPherson and Rowe 1969).  Runs may stop once a ratio is known precisely,
because that favours neither verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.compare._cell import Enough, TableCell
from core.compare._plan import Key, Plan
from core.compare._rounds import common_rounds, settled
from core.compare._sample import Sample

COMPARABLE = 10
"""With this many runs, two cells can be told apart even if one run of each is an outlier; there are fewer if time
runs out."""
LOOKS = (10, 12, 15, 19, 24, 30, 37, 46, 57, 71, 89)
"""The rounds after which cells are compared; there is no look after the last of them."""


def clean_runs(plan: Plan) -> int:
    """The number of undisturbed runs a cell must have for the disturbed ones to be left out."""
    return plan.repeat if plan.precision is None else max(plan.repeat, min(COMPARABLE, plan.most))


def enough_of(samples: tuple[Sample, ...], plan: Plan, others: Iterable[tuple[Sample, ...]] = ()) -> Enough | None:
    """Why a cell with these finished runs needs no more; None while it does.  ``others`` are the other cells' runs."""
    if len(samples) < plan.repeat:
        return None
    if plan.precision is None:
        return Enough.RUNS
    cell = TableCell(Key("", ""), samples=samples, wanted=clean_runs(plan))
    precise = cell.time is not None and cell.time.precision <= plan.precision
    # Disturbed runs are repeated as long as there is time; after that, well-known CPU times are good enough.
    if limit := _limit(samples, plan):
        return Enough.PRECISE if precise else limit
    if not precise or len(samples) < COMPARABLE or any(run.disturbed for run in cell.counted):
        return None
    return None if any(_goes_on_for(samples, other, plan, plan.precision) for other in others) else Enough.PRECISE


def _limit(samples: tuple[Sample, ...], plan: Plan) -> Enough | None:
    """The limit that allows no further run; None while one is allowed."""
    if len(samples) >= plan.most:
        return Enough.MOST
    return Enough.PATIENCE if sum(sample.spent for sample in samples) >= plan.patience else None


def _goes_on_for(samples: tuple[Sample, ...], other: tuple[Sample, ...], plan: Plan, precision: float) -> bool:
    """Whether a further round could still distinguish a cell from another one measured in the same rounds."""
    ahead, behind = len(samples), len(other)
    if behind < ahead - 1 or ahead >= LOOKS[-1]:
        return False
    if ahead >= behind and _limit(other, plan):
        return False
    rounds = [(one.total_seconds, two.total_seconds) for one, two in common_rounds(samples, other)]
    if not rounds or min(min(pair) for pair in rounds) <= 0:
        return False
    return not _settled_at_a_look(rounds, precision)


def _settled_at_a_look(rounds: Sequence[tuple[float, float]], precision: float) -> bool:
    return any(settled(tuple(rounds[:look]), precision) for look in LOOKS if look <= len(rounds))
