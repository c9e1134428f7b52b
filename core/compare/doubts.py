"""What a reader must know before trusting a cell's times: values, each worded once, here."""

from __future__ import annotations

from dataclasses import dataclass

from core.words import share


class Doubt:
    """Something about the runs of one cell."""

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Short(Doubt):
    """The search is so short that the time to call it matters."""

    def __str__(self) -> str:
        return "under 50 µs: much of the time is the call itself"


@dataclass(frozen=True, slots=True)
class LeftOut(Doubt):
    """Some runs were disturbed and do not count."""

    count: int
    of: int

    def __str__(self) -> str:
        was = "was" if self.count == 1 else "were"
        return f"{self.count} of {self.of} runs {was} disturbed by other work and left out"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "some runs were disturbed by other work and left out"


@dataclass(frozen=True, slots=True)
class AllDisturbed(Doubt):
    """Disturbed runs count all the same, because there are too few others."""

    count: int
    share: float | None
    """Median of CPU over wall time."""
    of: int | None = None
    """How many runs there are, where only some were disturbed."""

    def __str__(self) -> str:
        got = f" (it got {share(self.share)} of a processor)" if self.share is not None else ""
        which = "every run" if self.of is None else f"{self.count} of {self.of} runs"
        was = "were" if self.of is not None and self.count > 1 else "was"
        return f"{which} {was} disturbed by other work{got}: the figures are CPU times"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "most runs were disturbed by other work: the figures are CPU times"


@dataclass(frozen=True, slots=True)
class Crowded(Doubt):
    """Nothing took the processor away, but programs on other processors slow what shares caches or a core with them."""

    load: float
    """Processes ready to run, this one included: the median over the runs."""
    processors: int

    def __str__(self) -> str:
        return f"{self.load:.1f} programs wanted to run on {self.processors} processors: a neighbour may have slowed it"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "more programs wanted to run than there are processors: a neighbour may have slowed these"


@dataclass(frozen=True, slots=True)
class Cold(Doubt):
    """The first run is the only slow one."""

    def __str__(self) -> str:
        return "the first run was much slower than the rest: caches may have been cold; try more warm-up runs"


@dataclass(frozen=True, slots=True)
class Outliers(Doubt):
    """Some runs are far slower than the others."""

    count: int
    of: int

    def __str__(self) -> str:
        return f"{self.count} of {self.of} runs {'is' if self.count == 1 else 'are'} far slower than the rest"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "some runs are far slower than the rest"


@dataclass(frozen=True, slots=True)
class Imprecise(Doubt):
    """The interval is wider than the plan wants it."""

    precision: float
    time_ran_out: bool
    """Whether the time for the cell ran out; otherwise the most runs were made."""

    def __str__(self) -> str:
        end = "the time for this cell ran out" if self.time_ran_out else "no more runs are allowed"
        return f"only known to ± {share(self.precision)}: {end}"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "less precise than asked for"


@dataclass(frozen=True, slots=True)
class Unequal(Doubt):
    """Runs that should be the same are not."""

    def __str__(self) -> str:
        return "runs with the same seed made different numbers of steps"
