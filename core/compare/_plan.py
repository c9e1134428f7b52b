"""What an experiment measures, as a value: algorithms × instances, how often, for how long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from core._catalog import Algorithm, algorithm, family
from core._checks import flag, instance, real, several, text, whole
from core._search import CannotSolve, Goal, ProblemError
from core._words import share

REPEAT, WARM_UP, TIMEOUT = 6, 1, 60.0
PRECISION, MOST, PATIENCE = 0.05, 50, 2.0
"""Defaults: timed runs of each cell, untimed ones before, seconds that a run may take; then, for cells that are
measured to a precision: half the wanted width of the 95 % interval (as a share of the median), the most runs, and
the wall time after which no further run begins."""
PROCESSES, MOST_PROCESSES = 3, 64
"""The number of processes that make the runs of a cell in turn: once in a hundred times, the placement of its
structures in memory makes one process, with all of its runs, up to a quarter slower than another."""
LONGEST, MOST_RUNS, LARGEST_MEMORY = 1e7, 1_000_000, 1 << 50
"""The largest limits: of the time in seconds, of runs (timed ones, or to warm up), of memory in bytes."""


class PlanError(ProblemError):
    """A plan that cannot be measured: an unknown algorithm, parameter or instance, or a number out of range."""


class Key(NamedTuple):
    """Which cell: the contestant's label and the instance's key."""

    label: str
    instance: str

    @property
    def varied(self) -> bool:
        """Whether each of its runs has a different input."""
        return f"{CALLS}={VARIED}" in self.label


CALLS, COLD, VARIED, WARM = "calls", "cold", "varied", "warm"
"""The parameter of every algorithm in a comparison: whether each call is the first in a new process or one of many,
and then whether each run has the same input or another that is no harder
(`core.compare._instances.Instances.another`).
"""


@dataclass(frozen=True, slots=True)
class Contestant:
    """An algorithm with the parameters that differ from its defaults."""

    algorithm: str
    parameters: tuple[tuple[str, str | int], ...] = ()

    @classmethod
    def parse(cls, family: str, text: str) -> Contestant:
        """Read ``dlx-s`` or ``dlx-s:order=text,seed=3``.  Raises a PlanError that lists what there is."""
        name, _, rest = text.strip().partition(":")
        given: dict[str, str | int] = {}
        for pair in filter(None, rest.split(",")):
            key, equals, value = pair.partition("=")
            if not equals:
                raise PlanError(f"{text}: expected PARAMETER=VALUE after the colon, not {pair!r}")
            if key.strip() in given:
                raise PlanError(f"{text}: {key.strip()} is given twice")
            given[key.strip()] = value.strip()
        calls = given.pop(CALLS, WARM)
        if calls not in (COLD, VARIED, WARM):
            raise PlanError(f"{text}: {CALLS} are {WARM}, {VARIED} or {COLD}, not {calls!r}")
        try:
            entry = algorithm(family, name)
            settings = entry.settings(given)
        except CannotSolve as error:
            raise PlanError(str(error)) from None
        made = cls(name, tuple(sorted((key, settings[key]) for key in given)))
        return made.called(str(calls))

    def called(self, calls: str) -> Contestant:
        """This contestant with `COLD`, `VARIED` or `WARM` calls."""
        own = {key: value for key, value in self.parameters if key != CALLS}
        return replace(self, parameters=tuple(sorted((own if calls == WARM else own | {CALLS: calls}).items())))

    @property
    def calls(self) -> str:
        """How it is called: `COLD`, `VARIED` or `WARM`."""
        return str(dict(self.parameters).get(CALLS, WARM))

    @property
    def cold(self) -> bool:
        """Whether each call is the first of a new process."""
        return self.calls == COLD

    @property
    def settings(self) -> dict[str, str | int]:
        """The parameters with which the algorithm itself is started."""
        return {key: value for key, value in self.parameters if key != CALLS}

    @property
    def label(self) -> str:
        """The text that `parse` reads; unique in a plan."""
        settings = ",".join(f"{key}={value}" for key, value in self.parameters)
        return f"{self.algorithm}:{settings}" if settings else self.algorithm

    def entry(self, family: str) -> Algorithm:
        """Its catalog entry.  Raises CannotSolve if there is none (any more)."""
        return algorithm(family, self.algorithm)


@dataclass(frozen=True, slots=True)
class Plan:
    """An experiment to make.  Raises PlanError if that is impossible."""

    family: str
    """``queens``, ``sudoku`` or ``cover``."""
    instances: tuple[str, ...]
    """What is solved, as `dq compare` takes it, in the order of the rows: ``8`` for a board of that size."""
    contestants: tuple[Contestant, ...]
    goal: Goal = Goal.COUNT
    limit: int | None = None
    """Stop a run after this many solutions."""
    repeat: int = REPEAT
    """Timed runs of each cell: exactly this many, or at least this many if there is a ``precision``."""
    warm_up: int = WARM_UP
    timeout: float | None = TIMEOUT
    """Seconds of searching that one run may take; None for no limit."""
    memory: int | None = None
    """Bytes that the arrays of one search may take; None for no limit."""
    document: str | None = None
    """The name of the seed document's experiment, if it is one: a key of `DOCUMENTS`."""
    name: str = ""
    precision: float | None = None
    """The largest half width of the 95 % interval of a cell's median, as a share of the median; None for any width."""
    most: int = MOST
    """The most timed runs of each cell, if there is a precision."""
    patience: float = PATIENCE
    """Seconds after which a cell with ``repeat`` runs gets no more, however wide its interval."""
    seed: int = 1
    """Seed of the random order in which the cells of a round are measured."""
    isolate: bool = False
    """Whether each algorithm is measured in separate processes; those of plug-ins always are."""
    processes: int = field(default_factory=lambda: PROCESSES)
    """The number of processes that make the runs of each cell in turn; 0 for within the measuring program, as before
    there was a choice (a plug-in's in one process)."""
    jobs: int = 1
    """The number of cells measured at a time, each in separate processes."""

    def __post_init__(self) -> None:
        try:
            for name, value in self._checked():
                object.__setattr__(self, name, value)
        except ProblemError as error:
            raise PlanError(str(error)) from None
        if not self.instances:
            raise PlanError("a comparison needs at least one instance")
        if not self.contestants:
            raise PlanError("a comparison needs at least one algorithm")
        for what, values in (("instance", self.instances), ("algorithm", tuple(c.label for c in self.contestants))):
            twice = next((value for value in values if values.count(value) > 1), None) if len(values) < 500 else None
            if twice is not None:
                raise PlanError(f"the {what} {twice} is given twice")
        if self.precision is not None and not 0 < self.precision < 1:
            raise PlanError(f"the precision must be between 0 and 100 %, not {share(self.precision)}")
        if self.precision is not None and self.most < self.repeat:
            raise PlanError(f"the maximum number of runs ({self.most}) must not be below the minimum ({self.repeat})")

    def _checked(self) -> Iterator[tuple[str, Any]]:
        """Every field as it is used.  Raises ProblemError."""
        yield "family", family(self.family) and self.family
        yield "instances", tuple(text(each, "an instance") for each in several(self.instances, "instances"))
        contestants = several(self.contestants, "algorithms")
        yield "contestants", tuple(instance(c, Contestant, "an algorithm", "a Contestant") for c in contestants)
        yield "goal", Goal.of(self.goal)
        yield "repeat", whole(self.repeat, "timed runs", 1, MOST_RUNS)
        yield "warm_up", whole(self.warm_up, "runs to warm up", 0, MOST_RUNS)
        yield "most", whole(self.most, "the maximum number of runs", 1, MOST_RUNS)
        yield "seed", whole(self.seed, "seed", 0)
        yield "patience", real(self.patience, "the seconds for a cell", least=0, most=LONGEST)
        if self.limit is not None:
            yield "limit", whole(self.limit, "limit", 1)
        if self.timeout is not None:
            yield "timeout", real(self.timeout, "the time limit in seconds", above=0, most=LONGEST)
        if self.memory is not None:
            yield "memory", whole(self.memory, "the memory limit in bytes", 1, LARGEST_MEMORY)
        if self.precision is not None:
            yield "precision", real(self.precision, "the precision")
        yield "isolate", flag(self.isolate, "isolate")
        yield "processes", whole(self.processes, "processes", 0, MOST_PROCESSES)
        yield "jobs", whole(self.jobs, "jobs", 1, MOST_PROCESSES)
        yield "name", text(self.name, "name")
        if self.document is not None:
            yield "document", text(self.document, "document")

    @property
    def title(self) -> str:
        """Its title in a list: its name, or what it compares."""
        if self.name:
            return self.name
        first, last = self.instances[0], self.instances[-1]
        span = first if len(self.instances) == 1 else f"{first} … {last}"
        return f"{self.family} {span}: {', '.join(c.label for c in self.contestants)}"

    def cells(self) -> list[Key]:
        """Every cell, instance by instance."""
        return [Key(c.label, instance) for instance in self.instances for c in self.contestants]

    def contestant(self, label: str) -> Contestant:
        """The contestant with this label."""
        return next(c for c in self.contestants if c.label == label)

    def extended(
        self, *, instances: Iterable[str] = (), contestants: Iterable[Contestant] = (), repeat: int | None = None
    ) -> Plan:
        """This plan with further rows, columns or repeats; those it already has are not added again."""
        rows = (*self.instances, *(i for i in dict.fromkeys(instances) if i not in self.instances))
        columns = (*self.contestants, *(c for c in dict.fromkeys(contestants) if c not in self.contestants))
        runs = repeat or self.repeat
        return replace(self, instances=rows, contestants=columns, repeat=runs, most=max(self.most, runs))

    def as_json(self) -> dict[str, Any]:
        """As plain data, for files and the history."""
        return {
            "family": self.family,
            "instances": list(self.instances),
            "algorithms": [{"key": c.algorithm, "parameters": dict(c.parameters)} for c in self.contestants],
            "goal": self.goal.value,
            "limit": self.limit,
            "repeat": self.repeat,
            "warm_up": self.warm_up,
            "timeout": self.timeout,
            "memory": self.memory,
            "document": self.document,
            "name": self.name,
            "precision": self.precision,
            "most": self.most,
            "patience": self.patience,
            "seed": self.seed,
            "isolate": self.isolate,
            "processes": self.processes,
            "jobs": self.jobs,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Plan:
        """Read what `as_json` returned.  Raises PlanError for anything else."""
        try:
            rest = {key: data[key] for key in ("limit", "repeat", "warm_up", "timeout", "memory", "document", "name")}
            later = "precision", "most", "patience", "seed", "isolate", "processes", "jobs"
            rest |= {"processes": 0} | {key: data[key] for key in later if key in data}
            return cls(
                data["family"],
                tuple(data["instances"]),
                tuple(Contestant(a["key"], tuple(sorted(a["parameters"].items()))) for a in data["algorithms"]),
                Goal(data["goal"]),
                **rest,
            )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise PlanError(f"this is not a comparison's plan ({error})") from None
