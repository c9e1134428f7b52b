"""One run of one algorithm on one instance: what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from core._search import Engine


class Bound(StrEnum):
    """The limit that a run reached."""

    NONE = ""
    TIME = "time"
    MEMORY = "memory"


class Ending(StrEnum):
    """How a run ended."""

    COMPLETE = "complete"
    """The goal was reached."""
    LIMIT = "limit"
    """The time or memory limit came first: the figures are partial."""
    GAVE_UP = "gave up"
    """An incomplete method ended without a solution."""
    WRONG = "wrong"
    """It produced a wrong solution."""
    FAILED = "failed"
    """It raised an exception."""


BATCH_SECONDS = 0.005
"""The least CPU time of a sample of a finished search, building included."""
LONG_BATCH_SECONDS = 0.03
"""`BATCH_SECONDS` if short samples prove to scatter, because disturbances come and go within milliseconds."""
DISTURBED_SHARE = 0.9
"""CPU over wall time of an undisturbed run is at least this."""
DISTURBED_SWITCHES = 50.0
"""If there are this many involuntary switches a second, something else was using the processor."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The scatter of the searches in a batch: CPU seconds of building and searching, and steps."""

    minimum: float
    lower_quartile: float
    upper_quartile: float
    maximum: float
    fewest_steps: int
    most_steps: int


@dataclass(frozen=True, slots=True)
class Sample:
    """The figures of one timed run: one search, or a batch of equal ones (means, unless stated otherwise).

    A figure that makes no sense for the algorithm is None.
    """

    ending: Ending
    seconds: float
    """Wall time searching: the sum of the uninterrupted stays in the kernel (perf_counter)."""
    cpu_seconds: float
    """CPU time over the same stays: of the searching thread, or of all threads if the search uses several; in a
    separate process, of that whole process and those it started."""
    build_seconds: float | None
    """Wall time building the data structures before the first node, as the search reports it."""
    solutions: int
    steps: int
    nodes: int | None = None
    updates: int | None = None
    memory: int | None = None
    """The bytes of the search's arrays, or the peak while building if that is larger."""
    slices: int = 1
    """The number of stays in the kernel that the search took."""
    reason: str = ""
    """Why it ended this way; empty for the ending `complete`."""
    bound: Bound = Bound.NONE
    """For the ending `limit`: which limit; none in histories older than this field."""
    recorded: float = 0.0
    """When it ended, in seconds since 1970."""
    build_cpu_seconds: float | None = None
    """CPU time of the same building; None in histories older than this field."""
    batch: int = 1
    """The number of searches made one after the other, so that the sample is long enough to time."""
    share: float | None = None
    """CPU over wall time of the whole run; None for several threads."""
    switches: int | None = None
    """How many times the system took the processor away from the measuring thread, if it tells."""
    given_away: int | None = None
    """How many times the thread itself gave up the processor, to sleep or wait, if the system tells."""
    idle: float | None = None
    """The share of the wall time in which it neither ran nor wanted to; None if unknown."""
    apart: bool = False
    """Whether it was made in a separate process, with the clocks of all threads and all processes started there."""
    process: int | None = None
    """The number of its process, from 0; None within the program, and in histories older than this field."""
    jobs: int = 1
    """The number of cells measured at a time."""
    span: float | None = None
    """Wall time of the whole run or batch, including the time between searches."""
    calibration: float | None = None
    """CPU seconds that a fixed piece of work took right before or after."""
    quickest_seconds: float | None = None
    """CPU time of the search itself, of the quickest of the batch; None for coarse clocks and old histories."""
    quickest_build_seconds: float | None = None
    """CPU time of building, of the quickest of the batch; None for coarse clocks and old histories."""
    engine: Engine | None = None
    """How its kernel ran; None for a search without one, and in histories older than this field."""
    load: float | None = None
    """Mean number of processes ready to run in the minute before, if the system tells."""
    processors: int | None = None
    """The number of processors of the machine; None in histories older than this field."""
    calls: Calls | None = None
    """The scatter of the searches in the batch; None for coarse clocks and old histories."""

    @property
    def complete(self) -> bool:
        """Whether its figures are those of the whole search."""
        return self.ending in (Ending.COMPLETE, Ending.GAVE_UP)

    @property
    def disturbed(self) -> bool:
        """Whether something else was using the processor at the time."""
        often = self.switches is not None and self.switches > max(1.0, DISTURBED_SWITCHES * self.spent)
        return often or (self.share is not None and self.share < DISTURBED_SHARE and not self.waits)

    @property
    def waits(self) -> bool:
        """Whether the search itself is known to have left the processor idle, in every call."""
        return (self.given_away or 0) >= self.batch and self.idle is not None and self.idle > 1 - DISTURBED_SHARE

    @property
    def crowded(self) -> bool:
        """Whether more processes were ready to run than there are processors."""
        return self.load is not None and self.processors is not None and self.load > self.processors

    @property
    def wall_seconds(self) -> float:
        """Wall time of building and searching together: the wait for a user."""
        return self.seconds + (self.build_seconds or 0.0)

    @property
    def search_seconds(self) -> float:
        """CPU time of searching."""
        return self.cpu_seconds

    @property
    def building_seconds(self) -> float | None:
        """CPU time of building; None if nothing is built."""
        return self.build_seconds if self.build_cpu_seconds is None else self.build_cpu_seconds

    @property
    def total_seconds(self) -> float:
        """CPU time of building and searching together: the basis of comparisons."""
        return self.search_seconds + (self.building_seconds or 0.0)

    @property
    def quick_seconds(self) -> float:
        """CPU time of the quickest search of the batch, or if unknown, the mean."""
        if self.quickest_seconds is None:
            return self.total_seconds
        return self.quickest_seconds + (self.quickest_build_seconds or 0.0)

    @property
    def spent(self) -> float:
        """Wall time of the whole run or batch."""
        return self.wall_seconds * self.batch if self.span is None else self.span

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self) | {"ending": self.ending.value, "bound": self.bound.value, "engine": self.engine or ""}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sample:
        """Read what `as_json` returned; figures added by later versions are ignored.  Raises KeyError or ValueError."""
        known = {field.name: data[field.name] for field in fields(cls) if field.name in data}
        bound, engine, calls = Bound(known.get("bound", "")), known.get("engine"), known.get("calls")
        known |= {"ending": Ending(data["ending"]), "bound": bound, "engine": Engine(engine) if engine else None}
        known["calls"] = Calls(**calls) if calls else None
        return cls(**known)


@dataclass(frozen=True, slots=True)
class Live:
    """The current state of the run being measured."""

    stage: str
    """``preparing`` (importing, compiling), ``warming up`` or ``measuring``."""
    repeat: int = 0
    """The number of the timed run, from 0."""
    seconds: float = 0.0
    solutions: int = 0
    steps: int = 0
    progress: float | None = None
