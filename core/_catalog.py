"""Every algorithm of the program, one entry each.

An entry says what an algorithm is, what it can take, and the *name* of the
function that starts it, so that reading the catalog imports no solver.  The
command line, the forms of the screens, the comparison and the table of `docs/algorithms.md`
are all made from these entries.

The families keep their entries beside their code (``core/_queens/entries.py``
and so on); this module defines what an entry is and gathers them.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from threading import RLock
from typing import Any

from core._checks import instance, several, shown, text, whole
from core._plugins import PluginTrouble, being_imported, load
from core._reasons import Because, CountsAs, Obstacle, OtherGoal, Refusal, TooLarge, similar, unknown_name
from core._search import CannotSolve, Goal, Problem, ProblemError, Search
from core._words import both, byte_size, either, grouped

_KEY = re.compile(r"[a-z][a-z0-9-]*")
A_KEY = "expected lower-case letters, digits and hyphens, a letter first"
TAKEN = frozenset({"algorithm", "goal", "limit", "parameters", "problem", "progress", "seconds"})
"""Names that no parameter of an algorithm may have: every function that starts one has arguments of these names."""

MUCH_MEMORY = 50_000_000
"""In bytes; the program warns before a search that may hold this much."""
FIRST_VARIES = "how long the first solution takes depends on where it lies, not on N alone"
EVERY_GOAL = (Goal.FIRST, Goal.ALL, Goal.COUNT)


@dataclass(frozen=True, slots=True)
class Family:
    """All that belongs to one kind of problem.

    Modules are given by name, so that nothing is imported before it is needed and this module depends on no package.
    """

    title: str
    """The name of such problems: ``N queens``."""
    size: str
    """The name of `Problem.size`: ``N``."""
    entries: str
    """The module whose ``ENTRIES`` lists its algorithms."""
    propose: str
    """``module:function`` of ``function(problem, goal) -> Proposal``."""
    answer: str
    """``module:function`` of ``function(problem, solution)``: converts a solution to the form that people want."""
    explained: str
    """The key of the algorithm to show in place of one that cannot be explained and names no other itself."""
    instances: str
    """``module:class`` that names its problems for comparisons (`core.compare._instances.Instances`)."""
    power: int = 0
    """The number of options, such as squares, is the size to this power; 0 where a problem lists its options."""
    read: str = ""
    """``module:function`` of ``function(text, …)`` that reads a problem or puzzle; empty where files hold none."""
    drawn: str = ""
    """``module:function`` of ``function(problem, reason, x, y, side)``, which draws a node for a figure: returns its
    marks and their height, or None; empty where a figure only lists the options chosen."""
    probed: str = ""
    """``module:function`` of ``function(problem, seed)``, which returns what probes a problem's search tree at
    random (`core._estimates.probes.Probing`), or None for a problem that it cannot probe; empty where nothing can."""
    sized: str = ""
    """``module:function`` of ``function(size)``, the problem of that size; empty where the size alone does not
    determine one."""
    one: str = ""
    """How a command describes a problem that it is given: ``a Sudoku from a file``."""
    on_threads: str = "core._parts.counting:start"
    """``module:function`` that starts a count on several threads, for algorithms whose counts split."""


FAMILIES: dict[str, Family] = {
    "queens": Family(
        "N queens", "N", "core._queens.entries", "core._queens.propose:propose", "core._queens.placement:answer",
        "dlx-s", "core._queens.instances:QueensInstances", power=2,
        drawn="core._queens.picture:at_node", sized="core._queens.problem:Queens",
        one="N queens",
    ),
    "sudoku": Family(
        "Sudoku", "order", "core.sudoku._entries", "core.sudoku._verdict:propose", "core.sudoku._grid:answer", "dlx",
        "core.sudoku._instances:SudokuInstances", power=3, read="core.sudoku._formats:parse",
        drawn="core.sudoku._picture:at_node", probed="core.sudoku._solvers.exact_cover:probing",
        one="a Sudoku from a file",
    ),
    "cover": Family(
        "exact cover", "items", "core.exact_cover._entries", "core.exact_cover._propose:propose",
        "core.exact_cover._answer:answer", "dancing-cells", "core.exact_cover._instances:CoverInstances",
        read="core.exact_cover._formats.load:read_puzzle", drawn="core.exact_cover._pictures.matrix:at_node",
        probed="core.exact_cover._kernels.probing:probing",
        one="an exact cover problem from a file or gallery:NAME",
    ),
}  # fmt: skip
"""Each kind of problem with its family."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where an algorithm comes from."""

    author: str
    year: int
    title: str
    document: str = ""
    """The seed document that describes it, by the number its name begins with; empty for none."""

    def __str__(self) -> str:
        return f"{self.author} ({self.year}), {self.title}"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One setting of an algorithm: a choice among names, or a whole number."""

    key: str
    title: str
    default: str | int
    choices: tuple[tuple[str, str], ...] = ()
    """For a choice: (value, what it means) pairs."""
    minimum: int = 0
    maximum: int = (1 << 63) - 1
    """For a whole number: the smallest and the largest allowed."""
    help: str = ""
    """What it sets, in a few words: for forms and ``--help``."""
    unset: str = ""
    """For a whole number: the word that stands for the default, such as ``any``."""
    for_first: bool = False
    """Whether values other than the default only work for the goal of a first solution."""

    def __post_init__(self) -> None:
        if not isinstance(self.key, str) or not _KEY.fullmatch(self.key):
            raise ProblemError(f"parameter {self.key!r}: {A_KEY}")
        if self.key in TAKEN:
            raise ProblemError(f"parameter {self.key!r}: this name means something else wherever a search is started")
        for each in self.choices:
            if not isinstance(each, tuple) or tuple(map(type, each)) != (str, str):
                raise ProblemError(
                    f"parameter {self.key!r}: choices are pairs (value, what it means), not {shown(each)}"
                )
        try:
            self.parse(self.default)
        except CannotSolve as error:
            raise ProblemError(f"parameter {self.key!r}: its default is wrong: {error}") from None

    def parse(self, text: str | int) -> str | int:
        """The value that ``text`` names.  Raises CannotSolve with what would be accepted."""
        if self.choices:
            names = tuple(value for value, _ in self.choices)
            if text not in names:
                raise CannotSolve(f"{self.key}: {text!r} is not one of {', '.join(names)}")
            return str(text)
        if self.unset and text in (self.unset, self.default):
            return self.default
        try:
            number = int(text) if isinstance(text, str) else whole(text, self.key, min(self.minimum, -(1 << 63)))
        except ValueError:
            raise CannotSolve(f"{self.key}: expected a whole number, not {shown(text)}") from None
        if not self.minimum <= number <= self.maximum:
            raise CannotSolve(
                f"{self.key}: expected a whole number from {self.minimum} to {self.maximum}, not {number}"
            )
        return number

    def said(self, value: str | int) -> str:
        """A value in words: `unset` for the default, if that has a word."""
        return self.unset if self.unset and value == self.default else str(value)


SEED = Parameter("seed", "Seed", 1, maximum=(1 << 32) - 1, help="the same seed gives the same run")


THREADS = Parameter(
    "threads", "Threads", 1, minimum=1, maximum=64, help="parts of a count done at once; no gain beyond your core count"
)
"""The parameter of algorithms whose counts split into parts (`Algorithm.divides`)."""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One entry of the catalog: what an algorithm is, what it can take, and what starts it.

    `core.algorithm` gives the entry with a key, `core.algorithms` all of them.  `refusal` says why an algorithm
    cannot do what is asked of it; `start` builds a search, which `core.Run` drives, or you by hand:

    >>> from core import Goal, Queens, algorithm, register
    >>> entry = algorithm("queens", "bitmask")
    >>> entry.title, entry.source.year
    ('Bitmask recursion', 2011)
    >>> entry.refusal(Queens(33), Goal.COUNT).because.sentence
    'goes up to size 32'
    >>> search = entry.start(Queens(8), Goal.COUNT)
    >>> print(search.advance(3000))  # visits at most that many nodes
    complete
    >>> search.snapshot().solutions
    92

    An entry of your own names a function ``(problem, goal, limit, **parameters) -> Search``.  `core.register` adds it
    to every list, form and comparison; a package does so by the entry points
    ``dancing_queens.algorithms``.

    >>> from dataclasses import replace
    >>> remove = register(replace(entry, key="mine", title="Mine"))
    >>> Queens(6).count("mine")
    4
    >>> remove()
    """

    key: str
    title: str
    problem: str
    """The kind of problem it takes: ``queens``, ``sudoku``, ``cover``."""
    summary: str
    """What it does, in a sentence or two."""
    source: Source
    start_name: str | Callable[..., Search]
    """``function(problem, goal, limit, **parameters) -> Search``, or its name ``module:function``, imported when
    first needed.  Other processes, which comparisons start, can only find it by name."""
    goals: tuple[Goal, ...] = EVERY_GOAL
    parameters: tuple[Parameter, ...] = ()
    complete: bool = True
    """Whether running to the end proves the answer (local search and single-branch methods do not)."""
    unit: str = "node"
    """The unit of the budget: ``node``, ``swap``, ``queen`` …"""
    minimum_size: int = 1
    maximum_size: int | None = None
    """The sizes (`Problem.size`) it can take; None for no bound of its own."""
    refuses: Callable[[Any], Obstacle | None] | None = field(default=None, compare=False)
    """A further test of a problem: returns what keeps this algorithm from taking it, or None."""
    aim: str = ""
    """How its first solution is special, if it is: ``cheapest``.  Forms then offer it as a goal of its own."""
    counts_nodes: bool = True
    counts_updates: bool = False
    honours: tuple[str, ...] = ()
    """Which of a problem's further demands (its property `demands`, if its class has one) it can meet."""
    gives_way: CountsAs | None = None
    """Demands under which another algorithm does the work, because this one's idea does not help there."""
    divides: str = ""
    """For an algorithm whose counts split: ``module:function`` of ``function(entry, problem, settings, number, of)``,
    which yields the searches of part ``number`` of ``of`` (see `core._parts.part`).  The algorithm then takes
    the parameter `THREADS`."""
    parts_end_soon: bool = False
    """Whether every count in its range has parts short enough to wait for, so that they can be sampled."""
    samples: str = ""
    """For an algorithm whose counts can be estimated from pieces smaller than parts: ``module:function`` of
    ``function(problem)``, which returns a function of ``(problem, settings, seconds, seed, stopped, slicing)`` that
    makes the estimate (`core._estimates.by_parts.PartsEstimate`), or None if parts will do."""
    solves_many: str = ""
    """For an algorithm that takes many problems at once: ``module:function`` of ``function(problems, limit)``, which
    takes a row of numbers for each problem, and returns their first solutions, their numbers of solutions up to
    ``limit``, and the nodes visited."""
    holds: Callable[[Any], int] | None = field(default=None, compare=False)
    """The most bytes that a search of a problem holds; None for algorithms that never need much."""
    explained_by: str = ""
    """``module:name`` of a callable that makes a `core.explain._explainer.Reader`, which explains nodes, from a search
    and its problem; empty if nothing explains them."""
    unexplained: str = "comes from outside this program and does not say what its nodes mean"
    """Why nothing explains them, worded to follow the algorithm's title."""
    told_as: str = ""
    """``module:name`` of its `core.explain.Pseudocode`; empty if it has none."""
    nearest: str = ""
    """The key of the most similar algorithm that is explained; empty for the usual one (`Family.explained`)."""
    irregular: str = ""
    """Why its times on one size say nothing about another, whatever the goal; empty if they do."""
    extra: str = ""
    """The extra of this package that it needs, and a module from that extra: ``sat:pysat``; empty for none.  If it is
    missing, no list has the algorithm, and naming it gives an error that says so."""
    steady_first: bool = False
    """Whether the time to a first solution grows with the size; in most trees it depends on where that solution
    lies."""

    def __post_init__(self) -> None:
        for name in ("key", "title", "problem", "summary", "unit"):
            text(getattr(self, name), f"an algorithm's {name}")
        if not callable(self.start_name):
            text(self.start_name, "an algorithm's start_name")
        if not _KEY.fullmatch(self.key):
            raise ProblemError(f"{self.key!r} is not a key: {A_KEY}")
        instance(self.source, Source, f"{self.key}: source", "a Source")
        for name, kind in (("parameters", Parameter), ("honours", str)):
            for each in several(getattr(self, name), f"{self.key}: {name}"):
                instance(each, kind, f"{self.key}: each of {name}", f"a {kind.__name__}")
        if twice := {each.key for each in self.parameters if [p.key for p in self.parameters].count(each.key) > 1}:
            raise ProblemError(f"{self.key}: the parameter {min(twice)!r} is there twice")
        object.__setattr__(self, "goals", tuple(map(Goal.of, several(self.goals, f"{self.key}: goals"))))
        for name in ("minimum_size", "maximum_size"):
            if (size := getattr(self, name)) is not None:
                object.__setattr__(self, name, whole(size, f"{self.key}: {name}", 0))
        for name in ("refuses", "holds"):
            if (function := getattr(self, name)) is not None:
                instance(function, Callable, f"{self.key}: {name}", "a function")  # type: ignore[arg-type]

    @property
    def starts_at(self) -> str:
        """The name of what starts it, ``module:function``."""
        made = self.start_name
        return made if isinstance(made, str) else f"{made.__module__}:{getattr(made, '__qualname__', made)}"

    @property
    def installed(self) -> bool:
        """Whether the extra that it needs, if any, is installed."""
        return not self.extra or importlib.util.find_spec(self.extra.partition(":")[2]) is not None

    def refusal(self, problem: Problem, goal: Goal | str | None = None) -> Refusal | None:
        """Why it cannot serve this problem (and goal), and which algorithms can; None if it can."""
        because = self.obstacle(problem, goal)
        if because is None:
            return None
        able = (other.key for other in algorithms(problem.kind) if other.obstacle(problem, goal) is None)
        return Refusal(self.key, because, tuple(able))

    def obstacle(self, problem: Problem, goal: Goal | str | None = None) -> Obstacle | None:
        """What keeps it from serving this problem (and goal), without looking for others that can; None if nothing
        does."""
        if checked_problem(problem).kind != self.problem:
            return Because(f"solves {self.problem}, not {problem.kind}")
        if not self.installed:
            extra = self.extra.partition(":")[0]
            return Because(f"needs the extra {extra} of this program: pip install 'dancing-queens[{extra}]'")
        if goal is not None and Goal.of(goal) not in self.goals:
            return OtherGoal(self.goals, Goal.of(goal))
        if (doing := self.doing(problem)) is not self:
            return doing.obstacle(problem, goal)
        if problem.size < self.minimum_size:
            least = f"starts at size {grouped(self.minimum_size)}"
            return Because(least if problem.size else "cannot take an empty problem")
        if self.maximum_size is not None and problem.size > self.maximum_size:
            return TooLarge(f"goes up to size {grouped(self.maximum_size)}")
        for demand in getattr(problem, "demands", ()):
            if demand not in self.honours:
                return Because(f"does not support {demand}")
        return self.refuses(problem) if self.refuses else None

    def note(self, problem: Problem) -> CountsAs | None:
        """A note that another algorithm does the work for this problem; None if this one does it."""
        demands = getattr(problem, "demands", ())
        return self.gives_way if self.gives_way and any(d in self.gives_way.demands for d in demands) else None

    def about(self, problem: Problem) -> str:
        """The notes on this problem, then what the algorithm does.  Notes come first because a form may cut the end."""
        notes = [str(note) for note in (self.note(problem), self.memory(problem)) if note]
        return " ".join([*(f"{note[0].upper()}{note[1:]}." for note in notes), self.summary])

    def memory(self, problem: Problem) -> str:
        """A sentence on how much memory a search of this problem needs; empty if that is not much."""
        needed = self.bytes_held(problem)
        return f"it needs up to {byte_size(needed)} of memory" if needed >= MUCH_MEMORY else ""

    def bytes_held(self, problem: Problem) -> int:
        """The most bytes that a search of this problem holds in one process; 0 if it never needs much."""
        doing = self.doing(problem)
        return doing.holds(problem) if doing.holds and doing.obstacle(problem) is None else 0

    def doing(self, problem: Problem) -> Algorithm:
        """The entry that does the work for this problem: this one, or the one it gives way to."""
        note = self.note(problem)
        return self if note is None else algorithm(self.problem, note.instead)

    def settings(self, given: Mapping[str, str | int]) -> dict[str, str | int]:
        """All parameters with their values: those given, checked, and defaults for the rest.

        Raises CannotSolve for an unknown parameter or a value outside its range.
        """
        known = {parameter.key: parameter for parameter in self.accepted}
        for key in given:
            if key not in known:
                raise CannotSolve(self._unknown(key, known))
        settings = {p.key: p.default for p in self.parameters}
        return settings | {key: known[key].parse(value) for key, value in given.items()}

    def _unknown(self, given: str, known: Iterable[str]) -> str:
        """The error message for a parameter that this algorithm does not have."""
        names = tuple(known)
        if near := similar(given, names):
            return f"{self.key} has no parameter {given!r}; did you mean {either(near)}?"
        takes = f"only {', '.join(names)}" if names else "none"
        return f"{self.key} has no parameter {given!r} ({takes})"

    def goals_with(self, settings: Mapping[str, str | int]) -> tuple[Goal, ...]:
        """The goals that it serves with these settings; some settings only work for a first solution."""
        return (Goal.FIRST,) if self._for_first(settings) else self.goals

    def _for_first(self, settings: Mapping[str, str | int]) -> list[str]:
        return [p.key for p in self.parameters if p.for_first and settings.get(p.key, p.default) != p.default]

    def of_tree(self, settings: Mapping[str, str | int]) -> Goal:
        """The goal whose search tree is shown: all solutions, so that nothing is left out, or else the algorithm's
        own goal."""
        goals = self.goals_with(settings)
        return Goal.COUNT if Goal.COUNT in goals and not self.aim else goals[0]

    @property
    def accepted(self) -> tuple[Parameter, ...]:
        """All parameters that the algorithm takes, with `THREADS` if its counts split (not every form shows that
        one)."""
        return self.parameters if THREADS in self.parameters or not self.divides else (*self.parameters, THREADS)

    def told(self, settings: Mapping[str, str | int]) -> dict[str, str | int]:
        """The settings that identify a search.

        Omits ``threads`` if it is 1, and those parameters for a first solution that are not set: without them
        it is the same search.
        """
        plain = {p.key: p.default for p in self.accepted if p.for_first or p is THREADS}
        return {key: value for key, value in settings.items() if plain.get(key) != value}

    def varies(self, goal: Goal) -> str:
        """Why times on one size say nothing about another; empty if they do."""
        if not self.irregular and goal is Goal.FIRST and not self.steady_first:
            return FIRST_VARIES
        return self.irregular

    def start(
        self,
        problem: Problem,
        goal: Goal | str,
        /,
        limit: int | None = None,
        *,
        parameters: Mapping[str, str | int] | None = None,
        **more: str | int,
    ) -> Search:
        """Build a search; the solver is imported and its data structures are built here.

        This takes time: call it in a worker, not in an event loop.

        Raises CannotSolve if `refusal` gives a reason or a parameter is wrong, and ProblemError for an unknown goal
        or a limit below 1.
        """
        reason = self.refusal(problem, goal)
        if reason is not None:
            raise CannotSolve(reason)
        return self.begun(problem, Goal.of(goal), limit, self.settings(gathered(parameters, more)))

    def begun(self, problem: Problem, goal: Goal, limit: int | None, settings: Mapping[str, str | int]) -> Search:
        """Build a search as `start` does, for a caller that has already called `refusal` and `settings`."""
        if goal is not Goal.FIRST and (alone := self._for_first(settings)):
            raise CannotSolve(f"{both(alone)} can be set for the first solution only, not for goal {goal.value!r}")
        doing = self.doing(problem)
        settings = dict(settings)
        try:
            function = doing.start_name if callable(doing.start_name) else named(doing.start_name)
        except (ImportError, AttributeError) as error:
            raise CannotSolve(f"{doing.key} cannot be loaded: {doing.starts_at}: {error}") from error
        started = time.perf_counter()
        threads = int(settings.pop(THREADS.key, 1)) if self.divides else 1
        search: Search
        if threads > 1:
            search = named(family(self.problem).on_threads)(self, problem, goal, limit, settings, threads)
        else:
            taken = {parameter.key for parameter in doing.parameters}
            made = function(problem, goal, limit, **{k: v for k, v in settings.items() if k in taken})
            if not isinstance(made, Search):
                raise CannotSolve(
                    f"{doing.key} cannot be used: expected a Search from {doing.starts_at}, not {type(made).__name__}"
                )
            search = made
        search.build_seconds = time.perf_counter() - started
        search.explained_by = doing.explained_by
        return search


@dataclass(frozen=True, slots=True)
class Proposal:
    """The algorithm that the program would choose, and why."""

    algorithm: Algorithm
    reason: str
    """A sentence that a person can check."""

    @property
    def key(self) -> str:
        """The algorithm's key."""
        return self.algorithm.key


@cache
def _own_entries(kind: str) -> tuple[Algorithm, ...]:
    return tuple(importlib.import_module(family(kind).entries).ENTRIES)


def family(kind: str) -> Family:
    """The family of this kind of problem.  Raises ProblemError for an unknown kind."""
    found = FAMILIES.get(kind) if isinstance(kind, str) else None
    if found is None:
        raise ProblemError(unknown_name("kind of problem", kind, FAMILIES))
    return found


def named(name: str) -> Any:
    """The object that ``module:attribute`` names; imports the module."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


def gathered(parameters: Mapping[str, str | int] | None, more: Mapping[str, str | int]) -> dict[str, str | int]:
    """The parameters of an algorithm, including those given as keywords, as was usual up to 1.0.

    Public functions call this, and their callers are warned.  Raises ProblemError unless ``parameters`` is a mapping.
    """
    if parameters is not None and not isinstance(parameters, Mapping):
        raise ProblemError(f"parameters: expected a dictionary such as {{'seed': 1}}, not {shown(parameters)}")
    if more:
        said = ", ".join(f"{key!r}: {value!r}" for key, value in more.items())
        warnings.warn(
            f"say parameters={{{said}}} instead: keywords will no longer work in 2.0", DeprecationWarning, stacklevel=3
        )
    return {**(parameters or {}), **more}


def checked_problem(problem: Problem) -> Problem:
    """Return ``problem``.  Raises ProblemError if it is not a problem."""
    if isinstance(problem, type) or not hasattr(problem, "kind"):
        raise ProblemError(f"expected a problem, such as Queens(8), not {shown(problem)}")
    return problem


def propose(problem: Problem, goal: Goal | str = Goal.FIRST) -> Proposal:
    """The algorithm expected to reach this goal soonest, and why.

    Raises ProblemError for an unknown kind of problem.
    """
    proposal: Proposal = named(family(checked_problem(problem).kind).propose)(problem, Goal.of(goal))
    return proposal


_registered: list[Algorithm] = []


_from_plugins: set[tuple[str, str]] = set()
_troubles: list[PluginTrouble] = []
_loading = False
_load_lock = RLock()


def plugin_troubles() -> tuple[PluginTrouble, ...]:
    """The plug-ins that could not be loaded, each with the reason.  Loads them when first called.

    Other threads wait until loading is done; only a plug-in may read the catalog while it is being imported.
    """
    global _loading
    if being_imported():
        return tuple(_troubles)
    with _load_lock:
        if not _loading:
            _loading = True  # before loading: each new entry is looked up in the catalog

            def take(entry: Algorithm) -> None:
                register(entry)
                _from_plugins.add((entry.problem, entry.key))

            _troubles.extend(load(take))
        return tuple(_troubles)


def troubles_met() -> tuple[PluginTrouble, ...]:
    """The plug-ins that could not be loaded, among those that this process has had to load."""
    return tuple(_troubles)


def is_from_plugin(entry: Algorithm) -> bool:
    """Whether an entry comes from another installed package, so that every process finds it."""
    return (entry.problem, entry.key) in _from_plugins


def is_own(entry: Algorithm) -> bool:
    """Whether an entry comes with this program."""
    return any(entry is own for own in _own_entries(entry.problem))


def algorithms(kind: str | None = None) -> tuple[Algorithm, ...]:
    """All entries, or those for one kind of problem, in teaching order (simple to fast).

    Raises ProblemError for an unknown kind.
    """
    plugin_troubles()
    kinds: Iterable[str] = FAMILIES
    if kind is not None:
        family(kind)
        kinds = (kind,)
    return tuple(
        entry
        for each in kinds
        for entry in (*_own_entries(each), *(other for other in _registered if other.problem == each))
        if entry.installed
    )


def algorithm(kind: str, key: str) -> Algorithm:
    """The entry with this key.  Raises CannotSolve, which lists the keys, or ProblemError for an unknown kind."""
    family(kind)
    for entry in _own_entries(kind):  # our own first, because every part of a count looks up its algorithm
        if entry.key == key:
            return entry
    entries = algorithms(kind)
    for entry in entries:
        if entry.key == key:
            return entry
    unknown = unknown_name(f"{kind} algorithm", key, [entry.key for entry in entries])
    raise CannotSolve("; ".join([str(unknown), *map(str, plugin_troubles())]))


def register(entry: Algorithm) -> Callable[[], None]:
    """Add an entry from outside the package (a plug-in, a notebook, a test); returns a function that removes it.

    The entry then appears in every list, form and comparison, like the
    program's own.  Raises ProblemError if its key is taken or cannot be typed, if its kind of problem is
    unknown, or if it serves no goal.
    """
    if not isinstance(entry, Algorithm):
        raise ProblemError(f"expected an Algorithm, not {type(entry).__name__}")
    taken = (*_own_entries(entry.problem), *_registered)
    if any((entry.problem, entry.key) == (other.problem, other.key) for other in taken):
        raise ProblemError(f"{entry.problem} already has an algorithm called {entry.key!r}")
    if not entry.goals:
        raise ProblemError(f"{entry.key} supports no goal")
    _registered.append(entry)
    return lambda: _registered.remove(entry)
