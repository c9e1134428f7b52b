"""One algorithm on one instance: its runs, those that count, and their summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from statistics import median, median_low

from core.compare._doubts import Cold, Disturbed, Doubt, Drifts, Imprecise, Outliers, Short, Unequal, Uneven, Waits
from core.compare._drifting import drift_of
from core.compare._plan import PRECISION, Key
from core.compare._quantity import Quantity
from core.compare._sample import Bound, Calls, Live, Sample
from core.compare._statistics import Summary, outliers, summarise

TOO_SHORT_SECONDS = 5e-5
"""Below this time, a good part of it is calling the search from Python, however often it is repeated."""

UNEVEN = 1.75
"""If the upper quartile of calls with the same input is this many times the lower one in most batches of at least
`SOME_CALLS`, then the work itself varies: with 13 busy programs on two processors, half the batches of constant work
had 1.2 to 1.35 or less."""
SOME_CALLS = 3


class CellStatus(StrEnum):
    """The state of a cell."""

    WAITING = "waiting"
    RUNNING = "running"
    COMPLETE = "complete"
    LIMIT = "limit"
    STOPPED = "stopped"
    WRONG = "wrong"
    REFUSED = "refused"
    GAVE_UP = "gave up"
    FAILED = "failed"
    UNPLANNED = "not measured"
    """A row of a document that the plan leaves out, with only the paper's figure."""


class Enough(StrEnum):
    """Why a cell gets no more runs."""

    RUNS = "runs"
    """All the runs asked for have been made."""
    PRECISE = "precise"
    """The interval is as narrow as the plan demands."""
    MOST = "most"
    """The most runs allowed have been made; the interval is still too wide."""
    PATIENCE = "patience"
    """The time for one cell is used up; the interval is still too wide."""


@dataclass(frozen=True)
class TableCell:
    """One algorithm on one instance."""

    key: Key
    status: CellStatus = CellStatus.WAITING
    samples: tuple[Sample, ...] = ()
    reason: str = ""
    """Why it is refused, limited, wrong or failed."""
    bound: Bound = Bound.NONE
    """For the status `limit`: which limit."""
    live: Live | None = None
    """The run being measured, or the one interrupted by a stop."""
    enough: Enough | None = None
    """For the status `complete`: why there are no more runs."""
    wanted: int = 1
    """The number of undisturbed runs needed to leave out the disturbed ones."""

    @cached_property
    def complete_samples(self) -> tuple[Sample, ...]:
        """The runs that ended."""
        return tuple(sample for sample in self.samples if sample.complete)

    @cached_property
    def counted(self) -> tuple[Sample, ...]:
        """The runs from which its times are taken: the undisturbed ones, or all if those are too few."""
        clean = tuple(sample for sample in self.complete_samples if not sample.disturbed)
        return clean if len(clean) >= self.wanted else self.complete_samples

    @property
    def method(self) -> str:
        """How its runs were made, in words; times taken in another way cannot be compared with these."""
        ways = {_way(self.samples, jobs, apart) for jobs, apart in {(run.jobs, run.apart) for run in self.samples}}
        return " and ".join(sorted(ways))

    @property
    def measured(self) -> bool:
        """Whether any run ended."""
        return bool(self.complete_samples)

    @property
    def engines(self) -> str:
        """How its searches ran: ``compiled``, ``interpreted``, or both; empty if that is not known."""
        return " and ".join(sorted({sample.engine for sample in self.samples if sample.engine}))

    @property
    def solved(self) -> bool:
        """Whether it reached the goal: an algorithm that gave up wins nothing, however fast."""
        return self.measured and self.status not in (CellStatus.GAVE_UP, CellStatus.WRONG, CellStatus.FAILED)

    @property
    def solutions(self) -> int | None:
        """Solutions found by a whole run."""
        return self.complete_samples[0].solutions if self.measured else None

    @cached_property
    def times(self) -> tuple[float, ...]:
        """CPU seconds of building and searching, for each run that counts."""
        return tuple(sample.total_seconds for sample in self.counted)

    @cached_property
    def quick_times(self) -> tuple[float, ...] | None:
        """The time of the quickest search in each batch; None unless it is known for all."""
        if any(sample.quickest_seconds is None for sample in self.counted):
            return None
        return tuple(sample.quick_seconds for sample in self.counted)

    @cached_property
    def calls(self) -> Calls | None:
        """The scatter of single searches with the same input: within runs if most are batches, otherwise over runs."""
        if (own := self.time) is None:
            return None
        batches = [run.calls for run in self.counted if run.calls is not None and run.batch > 1]
        alone = [run for run in self.counted if run.calls is None or run.batch == 1]
        inside = len(batches) > len(alone)
        return Calls(
            min([each.minimum for each in batches] + [run.total_seconds for run in alone]),
            median(each.lower_quartile for each in batches) if inside else own.lower_quartile,
            median(each.upper_quartile for each in batches) if inside else own.upper_quartile,
            max([each.maximum for each in batches] + [run.total_seconds for run in alone]),
            min([each.fewest_steps for each in batches] + [run.steps for run in alone]),
            max([each.most_steps for each in batches] + [run.steps for run in alone]),
        )

    @property
    def uneven(self) -> bool:
        """Whether searches of the same input do different amounts of work.

        Other programs may slow the calls of some runs, so the times show it only if most runs do.
        """
        alike = [run.calls for run in self.counted] if self.key.varied else [self.calls]
        if any(each.most_steps > each.fewest_steps for each in alike if each is not None):
            return True
        batches = [run.calls for run in self.counted if run.calls is not None and run.batch >= SOME_CALLS]
        ratios = [each.upper_quartile / each.lower_quartile for each in batches if each.lower_quartile > 0]
        return bool(ratios) and median(ratios) > UNEVEN

    @cached_property
    def calibrations(self) -> tuple[float, ...] | None:
        """Seconds that a fixed piece of work took before or after each run; None if it is missing for any of them."""
        found = [sample.calibration for sample in self.counted]
        return tuple(each for each in found if each is not None) if None not in found else None

    @cached_property
    def time(self) -> Summary | None:
        """Summary of `times`."""
        return self.summary(Quantity.TIME)

    def summary(self, quantity: Quantity) -> Summary | None:
        """Summary of a time over the runs that count; None if there are none, or for a quantity that is not a time."""
        return self._summaries.get(quantity)

    @cached_property
    def _summaries(self) -> Mapping[Quantity, Summary]:
        runs = self.counted
        if not runs:
            return {}
        builds = [seconds for run in runs if (seconds := run.building_seconds) is not None]
        found = {
            Quantity.TIME: summarise(self.times),
            Quantity.SOLVE: summarise([run.search_seconds for run in runs]),
            Quantity.WALL: summarise([run.wall_seconds for run in runs]),
        }
        return found | ({Quantity.BUILD: summarise(builds)} if builds else {})

    @cached_property
    def values(self) -> Mapping[Quantity, float | None]:
        """The cell's own figures; for times, the median over the runs."""
        if not self.measured:
            return {}
        first = self.complete_samples[0]
        nodes = _middle([run.nodes for run in self.complete_samples])
        times = {quantity: summary.median for quantity, summary in self._summaries.items()}
        solve = times[Quantity.SOLVE]
        memory = [sample.memory for sample in self.samples if sample.memory is not None]
        return {
            Quantity.BUILD: None,
            **times,
            Quantity.NODES: nodes,
            Quantity.UPDATES: _middle([run.updates for run in self.complete_samples]),
            Quantity.SOLUTIONS: first.solutions,
            Quantity.RATE: nodes / solve if nodes is not None and solve > 0 else None,
            Quantity.MEMORY: max(memory, default=None),
        }

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """What a reader must know before trusting the times."""
        time = self.time
        if time is None:
            return ()
        found: list[Doubt] = []
        runs, all_runs = self.counted, self.complete_samples
        if time.median < TOO_SHORT_SECONDS:
            found.append(Short())
        if idle := [run.idle for run in runs if run.waits and run.idle is not None]:
            found.append(Waits(1 - median(idle)))
        imprecise = self.enough in (Enough.MOST, Enough.PATIENCE)
        if any(run.disturbed or run.crowded for run in runs) and time.precision > PRECISION and not imprecise:
            found.append(Disturbed(time.precision))
        if not self.key.varied and not self.uneven and (factor := drift_of(self.times)) is not None:
            found.append(Drifts(factor))
        odd = () if self.key.varied else outliers(self.times)
        if odd and runs[odd[0]] is all_runs[0] and len(odd) == 1:
            found.append(Cold())
        elif odd:
            found.append(Outliers(len(odd), len(runs)))
        if imprecise:
            found.append(Imprecise(time.precision, self.enough is Enough.PATIENCE))
        if self.uneven and self.calls is not None:
            found.append(Uneven(self.calls))
        elif len({run.nodes for run in all_runs}) > 1 and not self.key.varied:
            found.append(Unequal())
        return tuple(found)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The doubts in words."""
        return tuple(map(str, self.doubts))


def _way(samples: Sequence[Sample], jobs: int, apart: bool) -> str:
    processes = {run.process for run in samples if (run.jobs, run.apart) == (jobs, apart)}
    where = "within the program" if not apart else "in one process" if len(processes) < 2 else "in several processes"
    return f"measured {where}{f', {jobs} cells at a time' * (jobs > 1)}"


def _middle(counts: Sequence[int | None]) -> int | None:
    """The median of counts (the lower of two), which are equal unless inputs or seeds differ."""
    return None if None in counts else median_low(count for count in counts if count is not None)
