"""Draws the conclusions of propagation at one node again, one by one and each with the rule that it came from.

The kernel itself draws them, interpreted and with a log, from what a person sees at the
node; the log is put into the terms of `core.explain._model`.  The order is the kernel's,
and does not change the final result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core.explain._model import LIVE, Model, Standing
from core.explain._reason import Inference, Subject, SubjectKind
from core.sudoku._propagation.filters import LOGGED, ZERO, scratch_for
from core.sudoku._propagation.network import DISTINCT, FIRST, KIND, LOCKED, Built
from core.sudoku._propagation.propagate import propagate

UNNAMED = "a rule of this puzzle"


def with_rules(model: Model, built: Built, cells: int, order: int, houses: Mapping[tuple[int, ...], int]) -> Model:
    """A model of cells and of values in houses, with the other rules as subjects and the conclusions that are drawn.

    ``houses`` gives, for the cells of each house, the subject of its first value.
    """
    told = [name for number, name in enumerate(built.names) if _members(built, number) not in houses]
    names = dict.fromkeys(name or UNNAMED for name in (*told, *built.narrowed.values()))
    first = len(model.subjects)
    subjects = tuple(Subject(SubjectKind.RULE, first + at, name) for at, name in enumerate(names))
    inc = model.incidence
    incidence = Incidence(inc.primary, inc.secondary + len(subjects), inc.starts, inc.items)
    drawn = Drawn(built, model, cells, order, houses, {each.name: each.number for each in subjects})
    return replace(model, subjects=(*model.subjects, *subjects), incidence=incidence, rules=drawn)


def _members(built: Built, constraint: int) -> tuple[int, ...]:
    net = built.network
    first, last = net.constraints[constraint : constraint + 2, FIRST]
    return tuple(net.members[first:last].tolist())


class Drawn:
    """The rules of a `Model` (see `core.explain._model.Model.rules`)."""

    def __init__(
        self, built: Built, model: Model, cells: int, order: int, houses: Mapping[tuple[int, ...], int],
        rules: Mapping[str, int],
    ) -> None:  # fmt: skip
        self._built, self._cells, self._order, self._houses, self._rules = built, cells, order, houses, rules
        self._numbers = model.numbers
        self._at = np.full(cells * order, -1, dtype=np.int64)
        self._at[model.numbers] = np.arange(len(model.numbers))
        self._scratch = scratch_for(built, len(built.start) * 64)
        self._scopes: dict[int, list[int]] = {}

    def __call__(self, standing: Standing) -> None:
        """Draw all conclusions."""
        if standing.failed is not None:
            return
        for cell, name in self._built.narrowed.items():
            out = ~int(self._built.start[cell]) & ((1 << self._order) - 1)
            if cell < self._cells and (options := self._live(standing, cell, out)):
                standing.infer(options, Inference.RULE, self._rules[name or UNNAMED], ())
        dom = self._possible(standing)
        current = dom[0].tolist()
        for cell in range(self._cells):
            self._conclude(standing, cell, current[cell])
        failed = propagate.interpret(self._built.network, self._scratch, dom, 0, -1)
        steps = int(self._scratch.ends[LOGGED])
        log, struck = self._scratch.log[:steps].tolist(), self._scratch.struck[:steps].tolist()
        for (cell, cause), bits in zip(log, struck, strict=True):
            if bits and cell < self._cells:
                current[cell] &= ~bits
                self._follow(standing, cell, bits, current[cell], cause)
        if failed >= 0:
            self._fail(standing, failed)

    def _possible(self, standing: Standing) -> NDArray[np.uint64]:
        """What each cell may hold at a node; helper cells may hold anything, because their limits follow again."""
        dom = self._built.start.copy()
        dom[: self._cells] = ZERO
        left = standing.gone == LIVE
        left[list(standing.taken)] = True
        cells, values = np.divmod(self._numbers[left], self._order)
        np.bitwise_or.at(dom, cells, np.uint64(1) << values.astype(np.uint64))
        return dom.reshape(1, -1)

    def _options(self, cell: int, bits: int) -> Iterator[int]:
        for value in range(bits.bit_length()):
            if bits >> value & 1 and (option := int(self._at[cell * self._order + value])) >= 0:
                yield option

    def _live(self, standing: Standing, cell: int, bits: int) -> list[int]:
        return [option for option in self._options(cell, bits) if standing.gone[option] == LIVE]

    def _conclude(self, standing: Standing, cell: int, left: int, subject: int | None = None) -> None:
        """Take the only value left of a cell, if it is not taken already."""
        if left and not left & (left - 1):
            for option in self._live(standing, cell, left):
                standing.conclude(option, cell if subject is None else subject)

    def _follow(self, standing: Standing, cell: int, bits: int, left: int, cause: int) -> None:
        """Put a step of the log into the model's terms."""
        if cause < 0:
            source = -1 - cause
            if options := self._live(standing, cell, bits):
                rule = self._common(source, cell)
                reason = self._options(source, (1 << self._order) - 1) if source < self._cells else self._scope(rule)
                self._infer(standing, options, rule, reason)
        else:
            kind, house = self._built.network.constraints[cause, KIND], self._houses.get(_members(self._built, cause))
            if kind == DISTINCT and house is not None:
                self._conclude(standing, cell, left, house + left.bit_length() - 1)
            elif kind == LOCKED and house is not None:
                if options := self._live(standing, cell, bits):
                    standing.infer(options, Inference.STARVES, house + bits.bit_length() - 1)
            elif options := self._live(standing, cell, bits):
                self._infer(standing, options, cause, self._scope(cause))
        self._conclude(standing, cell, left)

    def _infer(self, standing: Standing, options: list[int], rule: int, because: Iterable[int]) -> None:
        standing.infer(options, Inference.RULE, self._subject(rule), because)

    def _fail(self, standing: Standing, rule: int) -> None:
        """Note that a rule cannot be kept, unless there is a cell or value with nothing left that shows it."""
        if _members(self._built, rule) in self._houses:
            # A value with one place is told of by then, or its place has been taken.
            open_ = standing.open()
            while open_ and (sizes := standing.sizes()[open_]).all() and (sizes == 1).any():
                subject = open_[int(np.argmin(sizes))]
                options = standing.model.options_of(subject)
                standing.conclude(int(options[standing.gone[options] == LIVE][0]), subject)
                open_ = standing.open()
            if open_ and not standing.sizes()[open_].all():
                return
        standing.fail(self._subject(rule), list(self._scope(rule)))

    def _subject(self, rule: int) -> int:
        house = self._houses.get(_members(self._built, rule))
        return self._rules[self._built.names[rule] or UNNAMED] if house is None else house

    def _scope(self, rule: int) -> list[int]:
        """The options of a rule's cells, and of those that it sees through helper cells."""
        if rule not in self._scopes:
            net = self._built.network
            cells, seen, todo = set[int](), {rule}, [rule]
            while todo:
                for cell in _members(self._built, todo.pop()):
                    if cell < self._cells:
                        cells.add(cell)
                        continue
                    beside = set(net.watching[net.watching[cell] : net.watching[cell + 1]].tolist()) - seen
                    seen |= beside
                    todo += beside
            every = (1 << self._order) - 1
            self._scopes[rule] = [option for cell in sorted(cells) for option in self._options(cell, every)]
        return self._scopes[rule]

    def _common(self, one: int, other: int) -> int:
        """A rule that says that two cells differ."""
        net = self._built.network
        mine, others = (
            set(net.watching[net.watching[cell] : net.watching[cell + 1]].tolist()) for cell in (one, other)
        )
        both: set[int] = mine & others
        return min(both, key=lambda rule: (net.constraints[rule, KIND] != DISTINCT, rule))
