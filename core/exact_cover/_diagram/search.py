"""Building a diagram as a search: within a bound of memory, from any state, with what is known so far."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._catalog import algorithm
from core._search import Goal, Snapshot, Status, WrongSolution
from core._solving import TimeIsUp, driven
from core.exact_cover._counting.many_at_once import ManyAtOnce
from core.exact_cover._counting.memo_table import ASKING, COUNT, FIRST_SLOTS, INSERTS, empty_table
from core.exact_cover._diagram.building import (
    ALL_FIGURES,
    BACK,
    BASE,
    BRANCHES_MADE,
    CLOSE,
    NODE,
    NODES_MADE,
    PENDING,
    RESULT,
    TRAIL,
    TRY,
    VISIT,
    Building,
    build_diagram,
)
from core.exact_cover._diagram.cover_diagram import CoverDiagram
from core.exact_cover._diagram.matrix import matrix_of
from core.exact_cover._diagram.nodes import FIRST, NONE, STOP, refill_unique, trouble, unique_table
from core.exact_cover._item_order import diagram_order
from core.exact_cover._kernels.bit_matrix import row_of_ones
from core.exact_cover._kernels.cover_search import BatchVerifier
from core.exact_cover._kernels.sparse_sets import CHOSEN, DEGREE, ITEM, TRIED
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import DONE, LEVEL, PHASE, UNBOUNDED, Bounds

FIRST_NODES = 1 << 8
GROWTH = 2.0, 1.125
"""The factors by which an array grows: usually, and when memory is short."""
SURE = 1 - 1e-9
"""Counts of solutions so far are sums of doubles: beyond 2^53 this share of them is certain."""
EXACT = float(1 << 53)


class DiagramSearch(ManyAtOnce):
    """Builds the diagram of all solutions.

    ``order`` is a permutation of the primary items: ties go to the earlier item.
    ``memory`` bounds the diagram and both tables, in MiB; the table of what has been seen takes up to half of it.  If
    the diagram does not fit, the search ends with the status LIMIT, and `diagram` has the solutions found so far.
    """

    kernel = build_diagram
    layout = Building
    key_rows = "keys"
    phases = (DONE, VISIT, TRY, CLOSE, BACK)

    def __init__(
        self, problem: ExactCover, goal: Goal, limit: int | None, order: NDArray[np.int64], memory: int
    ) -> None:
        super().__init__(problem, goal, limit, width=1, verify=BatchVerifier(problem))
        self.problem: ExactCover = problem
        self._memory = memory << 20
        matrix, self._given = matrix_of(problem, order)
        items, words = len(self._given), matrix.gone.shape[1]
        item_words, counted = matrix.closes.shape[1], len(matrix.most)
        field = int(matrix.most.max(initial=0)).bit_length()
        by_items = not (problem.coloured or counted)
        packed = -(-counted // (64 // (2 * field))) if counted else 0
        self.fixed = {
            **{name: getattr(matrix, name) for name in Building._fields if name in matrix._fields},
            "by_items": by_items, "field": field,
        }  # fmt: skip
        levels = problem.deepest + 1
        trail = np.zeros((levels, TRAIL), dtype=np.int64)
        trail[:, CHOSEN] = STOP
        left = np.zeros((levels, words), dtype=np.uint64)
        np.bitwise_or.reduce(matrix.gone[:items], axis=0, out=left[0])
        opened = np.zeros((levels, item_words), dtype=np.uint64)
        opened[0] = row_of_ones(items, item_words)
        need, room = (np.zeros((levels, counted), dtype=np.int64) for _ in range(2))
        need[0], room[0] = matrix.least, matrix.most
        key_words = item_words if by_items else words + packed
        self.arrays = {
            "profile": np.zeros(levels, dtype=np.int64), "left": left, "open": opened, "need": need, "room": room,
            "trail": trail, "keys": np.zeros((levels, key_words), dtype=np.uint64),
            "table": empty_table(FIRST_SLOTS, COUNT + 1 + key_words),
            "figures": np.zeros(ALL_FIGURES, dtype=np.int64),
            "start": np.zeros(FIRST_NODES + 1, dtype=np.int32), "option": np.zeros(2 * FIRST_NODES, dtype=np.int32),
            "child": np.zeros(2 * FIRST_NODES, dtype=np.int32), "ways": np.zeros(FIRST_NODES, dtype=np.float64),
            # The options pending on a path all differ, and each level has at most one STOP.
            "pending_option": np.zeros(len(problem.options) + levels, dtype=np.int32),
            "pending_child": np.zeros(len(problem.options) + levels, dtype=np.int32),
        }  # fmt: skip
        self.arrays["ways"][1] = 1.0
        figures = self.arrays["figures"]
        figures[ASKING], figures[NODES_MADE] = 1, FIRST
        self._unique = unique_table(FIRST)
        self._ready = False

    def kernel_state(self) -> tuple[Any, ...]:
        """The filled-in layout, with the table of unique nodes, which follows from the other arrays."""
        self.fixed["unique"] = self._unique
        return super().kernel_state()

    def prepare(self) -> None:
        """Compile the search and what makes its tables larger."""
        super().prepare()
        arrays = self.arrays
        refill_unique.compile(arrays["start"], arrays["option"], arrays["child"], 0, self._unique)

    def _between_calls(self) -> None:
        if self.kernel.compiled and not self._ready:  # else whoever ends it waits for this
            self._ready = True
            CoverDiagram.none(self.problem).ready()
        if self.counters[PHASE] == DONE:
            self._check_some()
        elif self._lacking and not self._grow():
            self.status = Status.LIMIT

    def _check_some(self) -> None:
        """Raise WrongSolution if any of some solutions, spread over the diagram, is wrong."""
        if not self._finished.verify(100):
            raise WrongSolution(f"{self.problem}: the diagram has a solution that does not solve it")

    # Memory

    @property
    def full(self) -> bool:
        """Whether the search ended because the diagram does not fit into the memory."""
        return self.status is Status.LIMIT and (self.limit is None or self._known() < self.limit)

    @property
    def _diagram_bytes(self) -> int:
        return self._unique.nbytes + sum(self.arrays[name].nbytes for name in ("start", "option", "child", "ways"))

    @property
    def _table_bytes(self) -> int:
        return min(self._memory // 2, self._memory - self._diagram_bytes)

    @property
    def _lacking(self) -> dict[str, int]:
        """The arrays that are too short for the next node, and the lengths they need."""
        if self.counters[PHASE] != CLOSE:
            return {}
        figures, level = self.arrays["figures"], int(self.counters[LEVEL])
        nodes = int(figures[NODES_MADE])
        branches = int(figures[BRANCHES_MADE] + figures[PENDING]) - int(self.arrays["trail"][level, BASE])
        needed = {"start": nodes + 2, "ways": nodes + 1, "option": branches, "child": branches, "unique": 2 * nodes + 1}
        return {name: least for name, least in needed.items() if least > len(self._array(name))}

    def _array(self, name: str) -> NDArray[Any]:
        return self._unique if name == "unique" else self.arrays[name]

    def _grow(self) -> bool:
        """Lengthen the arrays that are too short; False, with nothing changed, if the memory is too small."""
        lacking = self._lacking
        if not self.arrays["figures"][ASKING]:
            self.arrays["table"] = empty_table(FIRST_SLOTS, self.arrays["table"].shape[1])
            self.arrays["figures"][INSERTS] = 0
        for factor in GROWTH:
            lengths = {n: max(least, int(factor * len(self._array(n)))) for n, least in lacking.items()}
            if "unique" in lengths:
                lengths["unique"] = 2 * len(self._unique)
            more = sum((size - len(self._array(n))) * self._array(n).itemsize for n, size in lengths.items())
            if self._diagram_bytes + more + self.arrays["table"].nbytes <= self._memory:
                self._lengthen(lengths)
                return True
        return False

    def _lengthen(self, lengths: Mapping[str, int]) -> None:
        for name, size in lengths.items():
            if name == "unique":
                self._fill_unique(np.zeros(size, dtype=np.int32))
            else:
                old = self.arrays[name]
                self.arrays[name] = np.zeros(size, dtype=old.dtype)
                self.arrays[name][: len(old)] = old

    def _fill_unique(self, unique: NDArray[np.int32]) -> None:
        """Put all nodes into an empty table, which then takes the place of the one there is."""
        arrays, nodes = self.arrays, int(self.arrays["figures"][NODES_MADE])
        self._runner.run_beside(
            refill_unique, arrays["start"], arrays["option"], arrays["child"], nodes, unique, entries=nodes
        )  # fmt: skip
        self._unique = unique

    # What is known

    @property
    def diagram(self) -> CoverDiagram:
        """The diagram; before the search is complete, the one of the solutions found so far."""
        done = int(self.counters[PHASE]) == DONE
        return self._finished if done else self._so_far()

    @cached_property
    def _finished(self) -> CoverDiagram:
        return self._made(int(self.counters[RESULT]), [], True)

    def _made(self, root: int, added: list[list[tuple[int, int]]], complete: bool) -> CoverDiagram:
        nodes, branches = (int(self.arrays["figures"][f]) for f in (NODES_MADE, BRANCHES_MADE))
        start, option, child = (self.arrays[name] for name in ("start", "option", "child"))
        more = np.array([branch for node in added for branch in node], dtype=np.int32).reshape(-1, 2)
        ends = branches + np.cumsum([len(node) for node in added], dtype=np.int64)
        return CoverDiagram(
            self.problem, np.concatenate([start[: nodes + 1], ends]).astype(np.int32),
            np.concatenate([option[:branches], more[:, 0]]), np.concatenate([child[:branches], more[:, 1]]), root,
            complete=complete,
        )  # fmt: skip

    def _so_far(self) -> CoverDiagram:
        """The diagram with its open nodes closed after the branches they have: the first solutions in the search's
        order.
        """
        arrays, phase = self.arrays, int(self.counters[PHASE])
        level = int(self.counters[LEVEL])
        end = int(arrays["figures"][PENDING])
        nodes = int(arrays["figures"][NODES_MADE])
        result = int(self.counters[RESULT]) if phase == BACK else NONE
        added: list[list[tuple[int, int]]] = []

        def closed(at: int, extra: list[tuple[int, int]]) -> int:
            nonlocal end
            base = int(arrays["trail"][at, BASE])
            options, children = (arrays[f"pending_{name}"][base:end].tolist() for name in ("option", "child"))
            branches, end = [*zip(options, children, strict=True), *extra], base
            if not branches:
                return NONE
            if len(branches) == 1 and branches[0][0] == STOP:
                return int(branches[0][1])
            added.append(branches)
            return nodes + len(added) - 1

        if phase in (TRY, CLOSE):
            result = closed(level, [])
        for at in reversed(range(level)):
            result = closed(at, [(int(arrays["trail"][at, CHOSEN]), result)] if result != NONE else [])
        return self._made(result, added, False)

    def _known(self) -> int:
        """How many solutions have been found: exact up to 2^53 and at the end, otherwise very slightly too low."""
        phase = int(self.counters[PHASE])
        ways, figures = self.arrays["ways"], self.arrays["figures"]
        if phase == DONE:
            known = float(ways[self.counters[RESULT]])
            return int(known) if known < EXACT else int(self._finished.count)
        known = float(ways[self.arrays["pending_child"][: figures[PENDING]]].sum())
        if phase == BACK:
            known += float(ways[self.counters[RESULT]])
        return int(known if known < EXACT else min(known, sys.float_info.max) * SURE)

    def detail(self) -> Mapping[str, Any]:
        """The path, the size of the diagram, how the table is used and how much memory there is for both."""
        figures = self.arrays["figures"].tolist()
        nodes, branches = figures[NODES_MADE], figures[BRANCHES_MADE]
        size = 4 * (nodes + 1) + 8 * branches  # as `CoverDiagram` has it
        diagram = {"nodes": nodes - FIRST, "branches": branches, "bytes": size, "full": self.full}
        memo = self._told_of_table() | {"most_bytes": self._memory // 2}
        return {**super().detail(), "diagram": diagram, "memo": memo}

    def _branches(self) -> NDArray[np.int64]:
        branches: NDArray[np.int64] = self.arrays["trail"][: int(self.counters[LEVEL]), [ITEM, CHOSEN, TRIED, DEGREE]]
        return branches

    # States

    def state(self) -> dict[str, Any]:
        """Copies of status and counters, and of the arrays as far as they are used."""
        used = self._used(self.arrays["figures"])
        state = {
            "status": self.status.value, "counters": self.counters.copy(), "solutions": self._solutions.as_array()
        }  # fmt: skip
        return state | {f"array:{name}": array[: used.get(name)].copy() for name, array in self.arrays.items()}

    @staticmethod
    def _used(figures: NDArray[np.int64]) -> dict[str, int]:
        """The arrays of which a state holds only the used part, with its length."""
        nodes, branches, pending = (int(figures[f]) for f in (NODES_MADE, BRANCHES_MADE, PENDING))
        return {
            "start": nodes + 1, "ways": nodes, "option": branches, "child": branches, "pending_option": pending,
            "pending_child": pending,
        }  # fmt: skip

    def _may_become(self, name: str, saved: NDArray[Any]) -> bool:
        """Whether a saved array may replace this one; `check_state` checks whether those that grow fit together."""
        own = self.arrays[name]
        if name == "table" or name in self._used(self.arrays["figures"]):
            return saved.ndim == own.ndim and saved.dtype == own.dtype and saved.shape[1:] == own.shape[1:]
        return super()._may_become(name, saved)

    def array_bounds(self) -> Mapping[str, Bounds]:
        """A level branches on a primary item and takes an option; what is pending is checked with the diagram."""
        items, options = self.problem.primary, len(self.problem.options)
        least, most = np.zeros(TRAIL, dtype=np.int64), np.full(TRAIL, UNBOUNDED, dtype=np.int64)
        least[CHOSEN] = STOP
        most[ITEM], most[CHOSEN] = max(items - 1, 0), options - 1
        counts = (0, max((item.most for item in self.problem.items), default=1))
        return {
            **super().array_bounds(), "trail": (least, most), "figures": (0, UNBOUNDED), "need": counts, "room": counts,
        }  # fmt: skip

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        """What is wrong with a state read from a file; also checks that its diagram is one."""
        finite = {name: array for name, array in arrays.items() if name != "ways"}  # beyond 10^308 there is infinity
        if wrong := super().check_state({**finite, "ways": np.zeros(0)}, counters, solutions):
            return wrong
        used, table = self._used(arrays["figures"]), arrays["table"]
        if not (arrays["ways"] >= 0).all():
            return "ways holds something that is not a number of solutions"
        if any(len(arrays[name]) != length for name, length in used.items()) or used["ways"] < FIRST:
            return "its arrays are not as long as it says"
        nodes, pending = used["ways"], used["pending_child"]
        if wrong := trouble(arrays["start"], arrays["option"], arrays["child"], len(self.problem.options)):
            return f"its diagram is not valid: {wrong}"
        options, children = arrays["pending_option"], arrays["pending_child"]
        if pending > len(self.problem.options) + len(arrays["profile"]) or (
            pending and (children.min() < 1 or children.max() >= nodes or options.min() < STOP)
        ):
            return "a branch of an open node leads nowhere"
        if pending and options.max() >= len(self.problem.options):
            return "a branch of an open node has an option that the problem does not have"
        bases = arrays["trail"][: counters[LEVEL] + (counters[PHASE] in (TRY, CLOSE)), BASE]
        if (np.diff(bases, append=pending) < 0).any() or not 0 <= counters[RESULT] < nodes:
            return "its open nodes do not share out their branches"
        items = row_of_ones(self.problem.size, arrays["open"].shape[1])
        if (arrays["open"] & ~items).any():
            return "an item is open that the problem does not have"
        slots = len(table)
        if slots < FIRST_SLOTS or slots & (slots - 1) or (table[:, NODE] >= nodes).any():
            return "its table does not fit its diagram"
        return ""

    def _put_back(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        room = {name: len(self.arrays[name]) for name in ("pending_option", "pending_child")}
        super()._put_back(arrays)
        for name, length in room.items():  # these do not grow
            self.arrays[name] = np.concatenate([arrays[name], np.zeros(length - len(arrays[name]), dtype=np.int32)])
        self._fill_unique(unique_table(int(self.arrays["figures"][NODES_MADE])))
        self.__dict__.pop("_finished", None)


def start(problem: ExactCover, goal: Goal, limit: int | None, order: str, memory: int) -> DiagramSearch:
    """Start building a diagram.

    ``order`` is one of the catalog's, or auto for the one that suits the problem; ``memory`` bounds the diagram and
    the arrays that build it, in MiB.  Raises CannotSolve if the problem would not fit into rows of bits.
    """
    return DiagramSearch(problem, goal, limit, diagram_order(problem, order), memory)


def built(
    problem: ExactCover,
    *,
    memory: int,
    seconds: float | None,
    progress: Callable[[Snapshot], object] | None,
    order: str,
) -> CoverDiagram:
    """The diagram of a problem, as `ExactCover.diagram` gives it.

    Raises TimeIsUp if time runs out before anything was searched.
    """
    entry = algorithm(problem.kind, "diagram")
    run = driven(
        partial(entry.start, problem, Goal.COUNT, parameters={"memory": memory, "order": order}), seconds, progress
    )
    if not isinstance(run.search, DiagramSearch) or not run.finished:
        raise TimeIsUp(f"no diagram within {seconds:g} s", run.snapshot)
    return run.search.diagram
