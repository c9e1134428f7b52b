"""Searches whose state is a few arrays and whose work is one kernel call.

Every kernel of this program obeys one contract, so pausing, stepping, checkpoints, live counts and
the collection of solutions are written only once, here:

    kernel(state, budget, quota, found)

- ``state`` is a named tuple of all that the kernel works on, including ``counters``, an int64
  vector indexed by the constants below, which the kernel keeps current whenever it returns
  (`leave`).
- With a budget or quota of 0 it does nothing.
- It visits at most ``budget`` nodes, and stops as soon as it has found
  ``quota`` solutions; it also returns when the space is exhausted, with
  ``counters[PHASE] == DONE``.
- Whenever it returns, ``counters[LEVEL]`` is the number of choices on the path to
  the node visited last: 0 at the root.  A choice counts once an alternative has been tried;
  `KernelSearch.choices` has a (k, d) with 1 <= k <= d for each, and pictures, explanations and
  estimates rely on it.
- While there is room, a solution is written to the next free row of ``found`` (int32);
  ``counters[KEPT]`` is the number of rows in use; unused cells of a row are -1.  Without room,
  a solution is only counted.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from core._checks import whole
from core._kernels.cache_lines import all_on_own_lines
from core._kernels.compiling import is_awaited
from core._kernels.kernel import COMPILED, Kernel, inline_kernel
from core._search import Engine, Goal, Problem, Search, Snapshot, Status, WrongSolution, solves
from core.running._kernel_runner import HOPELESS_STEPS, KernelRunner
from core.running._solutions import SolutionList, unpadded

NODES, SOLUTIONS, UPDATES = range(3)
"""Where ``counters`` have what the kernel has counted; `leave` adds to the first two."""
LEVEL = 3
"""Where ``counters`` have the number of choices on the path to the node visited last."""
PHASE = 4
"""Where ``counters`` have the phase of the search: `FRESH`, `DONE`, or one of the kernel's own."""
KEPT = 5
"""Where ``counters`` have how many rows of ``found`` are in use."""
COUNTERS = 8
"""Length of the counter vector: six shared entries, and two for any use by the kernel."""

FRESH = 0
"""Phase of a search whose root has not been visited yet."""
DONE = -1
"""Phase of a search that has visited its whole tree."""

KEPT_WHEN_COUNTING = 10_000
"""The number of solutions that a counting search keeps for browsing."""

BUFFER_CELLS = 1 << 20
"""The most numbers in the buffer between kernel and solution list (one solution always fits)."""

UNBOUNDED = 1 << 62

Bounds = tuple[Any, Any]
"""The smallest and the largest value: numbers, or arrays with one number for each entry."""


@inline_kernel
def leave(counters: Any, level: Any, phase: Any, kept: Any, nodes: Any, solutions: Any) -> None:
    """Note the kernel's position and the nodes and solutions it has counted; every kernel does this last."""
    counters[NODES] += nodes
    counters[SOLUTIONS] += solutions
    counters[LEVEL] = level
    counters[PHASE] = phase
    counters[KEPT] = kept


_RENAMED = frozenset(
    f"_{name}" for name in (
        "kernel", "kernel_state", "decode", "verify", "placement", "choices", "progress", "max_depth", "detail",
        "exhausted",
    )
)  # fmt: skip
"""Names with a superfluous underscore: nothing would ever call a method of such a name."""


class KernelSearch(Search):
    """Base class of searches made of arrays and a kernel, here and in other packages.

    ``width`` is the length of a solution as the kernel writes it, in numbers
    (int32); ``goal`` and ``limit`` are as for `Search`.

    A subclass names its `kernel` and the `layout` (a named tuple) of what the kernel works on, and its ``__init__``
    builds the content of that tuple by name: ``self.arrays`` (name to array: everything that changes) and
    ``self.fixed`` (name to value: everything that does not).  It may also override:

    - `kernel_state`: what the kernel works on, if that is not just those and the counters;
    - `decode`: how a row that the kernel found translates into the problem's notation;
    - `verify`: whether decoded rows are solutions (default: ask the problem);
    - `placement`, `choices`, `progress`, `max_depth`, `detail`: figures in a snapshot;
    - `exhausted`: the status when nothing is left to do;
    - `phases`, `array_bounds`, `counter_bounds`, `check_state`: checks of a state read from a file.

    docs/your-own-algorithm.md writes one from scratch.
    """

    kernel: Kernel
    """The kernel, which obeys the contract above: one for the class, or one that an instance chooses."""
    layout: ClassVar[type[Any]]
    """The named tuple that the kernel takes: its fields are the names in `arrays` and `fixed`, and ``counters``."""
    phases: ClassVar[tuple[int, ...]] = ()
    """The phases that the kernel may be left in; empty if any will do."""
    _vouched_for = True
    least_steps = 0
    """The smallest number of steps that the search is known to need."""
    buffer_rows = 4096
    counts_nodes = True
    counts_updates = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if wrong := _RENAMED & vars(cls).keys():
            raise TypeError(f"{cls.__name__}: what a search overrides has no underscore: {', '.join(sorted(wrong))}")

    def __init__(self, problem: Problem, goal: Goal, limit: int | None, width: int) -> None:
        super().__init__(problem, goal, limit)
        self.kernel_seconds = 0.0
        """Wall time spent in the kernel, not counting the collection and verification of solutions; and the thread's
        CPU time."""
        self.kernel_cpu_seconds = 0.0
        self.counters: NDArray[np.int64] = np.zeros(COUNTERS, dtype=np.int64)
        self.arrays: dict[str, NDArray[Any]] = {}
        """Everything that the kernel changes, by name; a checkpoint holds it."""
        self.fixed: dict[str, Any] = {}
        """Everything that the kernel reads and never changes, by name."""
        width = max(width, 1)
        self._found_rows = max(1, min(self.buffer_rows, BUFFER_CELLS // width, self.limit or self.buffer_rows))
        self._found = np.empty((0, width), dtype=np.int32)
        """The number of rows that the buffer gets once solutions are to be kept."""
        self._solutions = SolutionList()
        self._keep = KEPT_WHEN_COUNTING if goal is Goal.COUNT else UNBOUNDED
        self._rewound = False
        self._runner = KernelRunner()

    # What a subclass provides

    def kernel_state(self) -> tuple[Any, ...]:
        """What the kernel takes: the `layout`, filled with this search's `arrays`, `fixed` and counters."""
        state: tuple[Any, ...] = self.layout(**self.fixed, **self.arrays, counters=self.counters)
        return state

    def decode(self, rows: NDArray[np.int32]) -> NDArray[Any]:
        """Translate found rows, a (count, width) array, into the problem's notation (default: no change)."""
        return rows

    def verify(self, rows: NDArray[Any]) -> bool:
        """Whether every decoded row solves the problem."""
        return all(solves(self.problem, unpadded(row)) for row in rows)

    def placement(self) -> tuple[int, ...]:
        """The current path in the problem's notation, for boards to draw; empty if there is nothing to draw."""
        return ()

    def choices(self) -> Sequence[tuple[int, int]] | None:
        """The (k, d) of every level of the current path, or None if no estimate makes sense.

        At that level the search is at the k-th of d choices, k from 1.  Progress is computed from
        this (as in the progress report of Knuth's DLX1).
        """
        return None

    def branch_choices(self) -> Sequence[tuple[int, int]]:
        """The (k, d) of every level of the current path: the k-th of d ways; empty if there is no tree."""
        return self.choices() or ()

    def branch_path(self) -> tuple[int, ...] | None:
        """The choice taken at each level, from `choices`; None if the search is not a tree search."""
        choices = self.choices()
        return None if choices is None else tuple(number for number, _ in choices)

    def branch_depth(self) -> int:
        """The level of the node visited last."""
        return int(self.counters[LEVEL])

    def visit_each(self, depths: NDArray[Any], solved: NDArray[Any]) -> int:
        """Visit nodes one by one, noting depths and solutions as `Search.visit_each` does."""
        # Leaves out what `advance` does around every call of the kernel: a third of the time.
        if self.goal is not Goal.COUNT or self.limit is not None:
            return super().visit_each(depths, solved)
        counters, nothing, made = self.counters, self._found[:0], 0
        while made < len(depths) and counters[PHASE] != DONE:
            node, solutions = counters[NODES], counters[SOLUTIONS]
            self._call_kernel(1, UNBOUNDED, nothing)
            if counters[NODES] > node:
                depths[made], solved[made] = self.branch_depth(), counters[SOLUTIONS] > solutions
                made += 1
        if counters[PHASE] == DONE:
            self.status = self.exhausted()
        return made

    def progress(self) -> float | None:
        """Share of the tree visited so far while running."""
        choices = self.choices()
        begun = bool(self.counters[NODES])
        return None if choices is None else tree_progress(choices, leaf=begun and self.at_leaf())

    def at_leaf(self) -> bool:
        """Whether the node visited last has nothing below it (default: whether the path is complete)."""
        return self.branch_depth() >= self.max_depth() > 0

    def max_depth(self) -> int:
        """The level at which a path is complete (default: the problem's size)."""
        return self.problem.size

    def detail(self) -> Mapping[str, Any] | None:
        """Figures that only this algorithm has, by name (`Snapshot.detail`); None if there are none."""
        return None

    # What every subclass gets

    def prepare(self) -> None:
        """Compile the kernel or load its machine code."""
        self.kernel.compile(self.kernel_state(), 0, 0, self._found[:0])

    @property
    def waits_for_machine_code(self) -> bool:
        """Whether the search needs enough steps to wait for the kernel to be compiled."""
        return COMPILED and self.least_steps >= HOPELESS_STEPS and not self.kernel.compiled

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        """Advance the kernel by at most ``budget`` steps; by fewer while it is interpreted."""
        if self.waits_for_machine_code:
            self.prepare()
        self._runner.run(self.kernel, self.counters, self.kernel_state(), budget, quota, found, self.least_steps)

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Run the kernel within the budget and the quota, and collect the solutions found."""
        counters = self.counters
        left = UNBOUNDED if quota is None else quota
        while budget > 0 and left > 0 and self.status is Status.RUNNING:
            nodes, solutions = int(counters[NODES]), int(counters[SOLUTIONS])
            room = max(0, min(self._found_rows, self._keep - len(self._solutions)))
            if room > len(self._found):
                self._found = np.full((self._found_rows, self._found.shape[1]), -1, dtype=np.int32)
            wanted = left
            if self.limit is not None:
                wanted = min(wanted, self.limit - solutions)
            if room:  # so that the kept solutions are the first ones, without gaps
                wanted = min(wanted, room)
            counters[KEPT] = 0
            started, cpu_started = time.perf_counter(), time.thread_time()
            # The values passed for an array are remembered (`core._kernels.native`), but not those for a new view.
            found = self._found[:room] if room < len(self._found) else self._found
            self._call_kernel(budget, wanted, found)
            self.kernel_cpu_seconds += time.thread_time() - cpu_started
            self.kernel_seconds += time.perf_counter() - started
            kept = int(counters[KEPT])
            if kept:
                self._collect(self._found[:kept], solutions)
            budget -= max(1, int(counters[NODES]) - nodes)
            left -= int(counters[SOLUTIONS]) - solutions
            if self.limit is not None and int(counters[SOLUTIONS]) >= self.limit:
                self.status = Status.COMPLETE if self.goal is Goal.FIRST else Status.LIMIT
            elif counters[PHASE] == DONE:
                self.status = self.exhausted()
            if self.paces_itself:
                break
        return self.status

    def _engine(self) -> Engine | None:
        return self._runner.engine(self.kernel)

    def keep_at_most(self, count: int) -> None:
        """Keep at most ``count`` further solutions if the goal is only to count."""
        if self.goal is Goal.COUNT:
            self._keep = len(self._solutions) + whole(count, "count", 0)

    def stand_apart(self) -> None:
        """Move the counters and arrays to cache lines of their own."""
        self.counters, *arrays = all_on_own_lines([self.counters, *self.arrays.values()])
        self.arrays = dict(zip(self.arrays, arrays, strict=True))

    def take_solutions(self) -> NDArray[np.int32]:
        """The solutions kept so far as a (count, width) array; the search continues with an empty list."""
        taken = self._solutions.as_array()
        self._solutions = SolutionList()
        return taken

    def exhausted(self) -> Status:
        """The status once nothing is left to do: GAVE_UP if that proves nothing."""
        return Status.COMPLETE

    def _collect(self, found: NDArray[np.int32], before: int) -> None:
        """Keep solutions found after the first ``before``; after a `rewind` some are kept already."""
        again = len(self._solutions) - before if self._rewound else 0
        if again < len(found):
            rows = self.decode(found[max(0, again) :])
            if not self.verify(rows):
                raise WrongSolution(f"{self.problem}: a solution found does not solve it: {rows.tolist()[0]}")
            self._solutions.append(rows)
        found[:] = -1

    def counts(self) -> tuple[int, int]:
        """Solutions found and nodes visited so far."""
        return int(self.counters[SOLUTIONS]), int(self.counters[NODES])

    @property
    def solutions(self) -> SolutionList:
        """The solutions kept so far, in the order found."""
        return self._solutions

    def snapshot(self) -> Snapshot:
        """What the search looks like now."""
        running = self.status is Status.RUNNING
        counters = self.counters
        steps = int(counters[NODES])
        engine = self._engine()
        return Snapshot(
            status=self.status,
            steps=steps,
            nodes=steps if self.counts_nodes else None,
            solutions=int(counters[SOLUTIONS]),
            updates=int(counters[UPDATES]) if self.counts_updates else None,
            depth=int(counters[LEVEL]),
            max_depth=self.max_depth(),
            progress=self.progress() if running else (1.0 if self.status is Status.COMPLETE else None),
            placement=self.placement(),
            detail=self.detail(),
            build_seconds=self.build_seconds,
            engine=engine,
            code_coming=engine is Engine.INTERPRETED and is_awaited(self.kernel),
        )

    def state(self) -> dict[str, Any]:
        """Copies of status, counters, solutions and arrays."""
        return {
            "status": self.status.value,
            "counters": self.counters.copy(),
            "solutions": self._solutions.as_array(),
            **{f"array:{name}": array.copy() for name, array in self.arrays.items()},
        }

    def keyframe(self) -> dict[str, Any]:
        """Copies of status, counters and arrays, without the solutions."""
        frame: dict[str, Any] = {name: array.copy() for name, array in self.arrays.items()}
        return {"status": self.status, "counters": self.counters.copy(), "arrays": frame}

    def rewind(self, frame: Mapping[str, Any]) -> None:
        """Return to the position of a `keyframe`."""
        self._put_back(frame["arrays"])
        self.counters[...] = frame["counters"]
        self.status = frame["status"]
        self._rewound = True

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to the position that `state` described; raises ValueError and changes nothing if it is impossible."""
        self._take_up(self._checked(state))

    def _checked(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Check a whole state and return what to restore; the search itself does not change.  Raises ValueError."""
        if missing := {"status", "counters", "solutions", *(f"array:{name}" for name in self.arrays)} - set(state):
            raise ValueError(f"this state belongs to another search: it lacks {', '.join(sorted(missing))}")
        counters = np.asarray(state["counters"])
        if counters.shape != self.counters.shape or counters.dtype != self.counters.dtype:
            raise ValueError("this state belongs to another search: its counters differ")
        arrays = {name: np.asarray(state[f"array:{name}"]) for name in self.arrays}
        for name, saved in arrays.items():
            if not self._may_become(name, saved):
                raise ValueError(f"this state belongs to another search: {name} is {saved.dtype}{saved.shape}")
        rows = np.asarray(state["solutions"])
        if rows.ndim != 2 or rows.dtype.kind not in "iu":
            raise ValueError(f"this state belongs to another search: its solutions are {rows.dtype}{rows.shape}")
        if trouble := self.check_state(arrays, counters, rows):
            raise ValueError(f"this state is not possible: {trouble}")
        solutions = SolutionList()
        solutions.append(rows)
        status = Status(str(state["status"]))
        return {
            "arrays": arrays, "counters": counters, "solutions": solutions,
            "status": Status.RUNNING if status is Status.STOPPED else status,
        }  # fmt: skip

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        """What is wrong with a state of the right shape, before any kernel sees it; empty if nothing is.

        A search whose arrays hold indices adds its own checks of their bounds.
        """
        if counters[[NODES, SOLUTIONS, UPDATES, KEPT]].min() < 0:
            return "a counter is below 0"
        if counters.max() > UNBOUNDED:
            return f"a counter is beyond {UNBOUNDED}"
        if self.phases and counters[PHASE] not in self.phases:
            return f"it has no phase {counters[PHASE]}"
        for index, (least, most) in self.counter_bounds().items():
            if not least <= counters[index] <= most:
                name = "level" if index == LEVEL else f"counter {index}"
                return f"{name} {counters[index]} is outside {least} to {most}"
        if len(solutions) > counters[SOLUTIONS]:
            return f"it holds {len(solutions)} solutions and has counted {counters[SOLUTIONS]}"
        if len(solutions) and not self.verify(solutions):
            return "a solution that it holds does not solve the problem"
        for name, array in arrays.items():
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                return f"{name} holds something that is not a number"
        for name, (least, most) in self.array_bounds().items():
            array = arrays[name]
            outside = (array < least) | (array > most)
            if outside.any():
                least, most = (np.broadcast_to(bound, array.shape)[outside][0] for bound in (least, most))
                return f"{name} holds {array[outside][0]}, outside {least} to {most}"
        return ""

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The smallest and the largest value that each array may hold, by name.

        Name every array from which the kernel takes an index or a number of repetitions: values
        within these bounds may give a wrong count, but must never lead to a read or write outside
        an array.
        """
        return {"profile": (0, UNBOUNDED)} if "profile" in self.arrays else {}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The smallest and the largest value of the level, and of each counter that this kernel uses in its own way."""
        return {LEVEL: (0, self.max_depth())}

    def _may_become(self, name: str, saved: NDArray[Any]) -> bool:
        """Whether the array of this name can take these values."""
        return saved.shape == self.arrays[name].shape and saved.dtype == self.arrays[name].dtype

    def _take_up(self, checked: Mapping[str, Any]) -> None:
        self._put_back(checked["arrays"])
        self.counters[...] = checked["counters"]
        self._solutions = checked["solutions"]
        self._rewound = False
        self.status = checked["status"]

    def _put_back(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        for name, saved in arrays.items():
            if saved.shape == self.arrays[name].shape:
                self.arrays[name][...] = saved
            else:  # the array has grown since the state was saved, or had grown before
                self.arrays[name] = saved.copy()

    def __getstate__(self) -> dict[str, Any]:
        # Between two calls the buffer for found solutions is empty, so its shape is enough.
        return {**self.__dict__, "_found": self._found.shape}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= {**state, "_found": np.full(state["_found"], -1, dtype=np.int32)}


def tree_progress(choices: Sequence[tuple[int, int]], *, leaf: bool = False) -> float:
    """Share of a search tree visited, from the path's (k, d): the k-th of d choices at each level.

    Knuth's formula (the progress report of DLX1): the sum over levels of (k - 1)/(d_0 … d_l),
    plus half of the last level's share, or all of it at a leaf.
    """
    share, done = 1.0, 0.0
    for chosen, degree in choices:
        share /= max(degree, 1)
        done += (chosen - 1) * share
    return min(1.0, done + (share if leaf else share / 2)) if choices or leaf else 0.0


def split_path(done: float, share: float) -> tuple[int, ...]:
    """The path in a tree of halvings: ``done`` is the share of the tree before the node, ``share`` that of the node.

    In the path, 1 is the first half and 2 the second.  Exact to 52 levels, as are the shares.
    """
    path = []
    while 0.0 < share < 1.0:
        share *= 2
        second = done % share >= share / 2
        path.append(2 if second else 1)
    return tuple(reversed(path))
