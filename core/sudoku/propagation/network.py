"""The forms of a Sudoku as arrays: what the kernels read.

`Network` is the result and `build` makes it.  A form becomes one *constraint* or
more: numbered, with a kind, its member cells, and what else its kind needs.
Building takes less time than most searches, so it goes through each form once and
keeps what depends on tables and automata alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, takewhile
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.sudoku.propagation.automata import layers_of
from core.sudoku.propagation.leftovers import leftovers
from core.sudoku.rules.forms import (
    Allowed,
    Board,
    Distinct,
    Form,
    Pair,
    Regular,
    Required,
    Sets,
    Sum,
    Values,
)
from core.sudoku.shape import Shape

NEVER, DISTINCT, PAIR, WIDE_PAIR, REGULAR, LOCKED, SETS, SUM, REQUIRED = range(9)
"""Kinds of constraints.  `NEVER` cannot be met; `LOCKED` looks at the places of each value in a
house, and it is the first of those that may find that a value is in one of some cells."""

QUEUES = 4
"""Constraints wait in this many queues, the cheapest in the first."""
LOOKED_UP = 10
"""A pair of cells with up to this many values each is looked up in a table of all sets."""
MOST_COMBINATIONS = 600
"""Cells of a sum are taken together while there are at most this many sets of values for them."""
LARGE_SUM, LARGE_AUTOMATON = 12, 1500
"""With more groups, or more arcs, a constraint waits in the last queue."""
WEIGHT = 12.0
"""Cells of sums, sets and automata start with this weight, shared among the cells of each."""


class Network(NamedTuple):
    """Cells with sets of values, and constraints on them."""

    kinds: NDArray[np.int32]
    priority: NDArray[np.int32]
    firsts: NDArray[np.int32]
    """Where the members of each constraint begin in ``members``, and the end."""
    members: NDArray[np.int32]
    data: NDArray[np.int32]
    more: NDArray[np.int32]
    """By kind: pair: the tables from the first to the second and back; sets: the first and how many; sum: the first
    group and how many; regular: the first layer, and whether a cell comes more than once; required: the set."""
    totals: NDArray[np.int64]
    """By kind: sum: the total; regular: the number of states."""
    own: NDArray[np.uint64]
    """(constraints and groups of sums, words): the members in bits, if those are needed."""
    watch_firsts: NDArray[np.int32]
    watching: NDArray[np.int32]
    """The constraints that each cell is a member of."""
    peer_firsts: NDArray[np.int32]
    peers: NDArray[np.int32]
    near: NDArray[np.uint64]
    """(cells, words): the peers of a cell, those that cannot hold its value, in bits."""
    tables: NDArray[np.uint64]
    groups: NDArray[np.int64]
    """(groups, 6): the first member, the number of members, their coefficient, the first of the sets of values that
    they may hold in ``tables``, how many there are, and where in ``sums`` their sums are."""
    sums: NDArray[np.int64]
    layers: NDArray[np.int32]
    """Where the arcs of each layer begin; the end of an automaton follows its last layer."""
    arcs: NDArray[np.int32]
    masks: NDArray[np.uint64]


class Built(NamedTuple):
    """A network, its start, and the names of its constraints."""

    network: Network
    start: NDArray[np.uint64]
    """What each cell may hold."""
    full: NDArray[np.uint64]
    """For each cell all values up to its largest: the tables have a place for each of their sets."""
    weights: NDArray[np.float64]
    names: tuple[str, ...]
    """What each constraint is called; empty for one without a name."""
    narrowed: dict[int, str]
    """What has narrowed cells before the start, by cell."""
    most_states: int
    most_groups: int
    most_staying: int
    most_places: int
    """The most places of a value of which the common peers are looked for."""


def build(board: Board, forms: Sequence[Form], *, locked: bool = True) -> Built:
    """Make the network of these forms.

    ``board`` has the cells with what they may hold, helper cells included; without ``locked`` no constraint looks
    at the places of a value in a house.
    """
    distinct = tuple([form for form in forms if type(form) is Distinct])
    if len(distinct) < len(forms) or board.helpers:
        return _Builder(board, locked).built(forms)
    # If cells only have to differ, the same network serves all grids.
    names = tuple([form.name for form in distinct])
    return _of_distinct(board.shape, distinct, names, locked)._replace(start=np.array(board.allowed, dtype=np.uint64))


@lru_cache(maxsize=64)
def _of_distinct(shape: Shape, forms: tuple[Distinct, ...], names: tuple[str, ...], locked: bool) -> Built:
    del names  # forms are equal whatever they are called
    return _Builder(Board(shape, [(1 << shape.order) - 1] * shape.cells), locked).built(forms)


@lru_cache(maxsize=512)
def transposed(table: tuple[Values, ...]) -> tuple[Values, ...]:
    """The pairs of a table, seen from the second cell.

    >>> transposed((0b10, 0b11))
    (2, 3)
    """
    width = max(table, default=0).bit_length()
    return tuple(sum(1 << v for v, row in enumerate(table) if row >> w & 1) for w in range(width))


@lru_cache(maxsize=4096)
def _both(one: tuple[Values, ...], other: tuple[Values, ...]) -> tuple[Values, ...]:
    """The pairs of two tables.  A value that a table does not reach has no pair."""
    return tuple([a & b for a, b in zip(one, other, strict=False)])


@lru_cache(maxsize=4096)
def _fitted(
    table: tuple[Values, ...], width: int, across: int, differ: bool
) -> tuple[tuple[Values, ...], tuple[Values, ...]] | None:
    """A table and its transpose for cells with this many values; None if every pair is in it."""
    full = (1 << across) - 1
    rows = [row & full for row in table[:width]] + [0] * (width - len(table))
    if differ:
        rows = [row & ~(1 << value) for value, row in enumerate(rows)]
        if all(row | 1 << value & full == full for value, row in enumerate(rows)):
            return None
    if all(row == full for row in rows):
        return None
    there = tuple(rows)
    back = transposed(there)
    return there, (*back, *(0,) * (across - len(back)))


@lru_cache(maxsize=512)
def looked_up(table: tuple[Values, ...], width: int) -> NDArray[np.uint64]:
    """For each set of ``width`` values of one cell, what the other may hold."""
    found = np.zeros(1 << width, dtype=np.uint64)
    for value, row in enumerate(table[:width]):
        found[1 << value : 2 << value] = found[: 1 << value] | np.uint64(row)
    return found


@lru_cache(maxsize=256)
def combinations_of(cells: int, values: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """All sets of this many of the values 1 … ``values``, and their sums, ascending."""
    every = sorted((sum(each), sum(1 << (v - 1) for v in each)) for each in combinations(range(1, values + 1), cells))
    return np.array([mask for _, mask in every], dtype=np.uint64), np.array([s for s, _ in every], dtype=np.int64)


@lru_cache(maxsize=256)
def compatible_sets(table: tuple[Values, ...]) -> tuple[tuple[Values, ...], ...] | None:
    """By size, the sets whose values are pairs of this table; None unless it is symmetric, and its pairs differ."""
    n = len(table)
    symmetric = transposed(table) == table[: max(table, default=0).bit_length()]
    if not symmetric or any(row >> value & 1 for value, row in enumerate(table)):
        return None
    layers: list[list[tuple[Values, Values]]] = [[(0, (1 << n) - 1)]]
    while layers[-1] and len(layers[-1]) <= MOST_COMBINATIONS:
        layers.append(
            [
                (held | 1 << v, left & table[v])
                for held, left in layers[-1]
                for v in range(held.bit_length(), n)
                if left >> v & 1
            ]
        )
    return tuple(tuple([held for held, _ in layer]) for layer in layers[:-1])


def _cliques(pairs: Sequence[Pair]) -> Iterator[tuple[int, ...]]:
    """Three cells or more of which any two are one of the pairs, and no others with them."""
    beside: dict[int, set[int]] = {}
    for pair in pairs:
        beside.setdefault(pair.first, {pair.first}).add(pair.second)
        beside.setdefault(pair.second, {pair.second}).add(pair.first)
    for cell, others in beside.items():
        if cell == min(others) and len(others) > 2 and all(beside[other] == others for other in others):
            yield tuple(sorted(others))


@lru_cache(maxsize=256)
def _beside(near: tuple[int, ...], words: int) -> tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32]]:
    """For each cell the cells that differ: in bits, where they begin in a list, and this list."""
    cells, bits = len(near), _words(near, words)
    apart = np.unpackbits(bits.view(np.uint8).reshape(cells, -1), axis=1, bitorder="little", count=cells)
    peers = np.flatnonzero(apart) % max(cells, 1)
    return bits, _starts(apart.sum(1, dtype=np.int64)), peers.astype(np.int32)


@lru_cache(maxsize=4096)
def _bits(cells: tuple[int, ...]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


@lru_cache(maxsize=64)
def _of_houses(shape: Shape, houses: tuple[tuple[tuple[int, ...], str], ...], locked: bool) -> _Builder:
    """The constraints of houses, the same for all grids that have them: to be copied, never changed."""
    made = _Builder(Board(shape, [(1 << shape.order) - 1] * shape.cells), locked)
    for cells, name in houses:
        made._distinct(cells, name)
    return made


class _Builder:
    """Gathers the network while it goes through the forms."""

    def __init__(self, board: Board, locked: bool) -> None:
        self.locked = locked
        self.dom = list(board.allowed)
        self.shape, self.grid, self.order = board.shape, board.shape.cells, board.shape.order
        full = (1 << self.order) - 1
        self.full = [full] * self.grid + [(1 << bits.bit_length()) - 1 for bits in self.dom[self.grid :]]
        self.shift = [0] * len(self.dom)
        for helper in board.helpers:
            self.shift[helper.cell] = helper.shift
        self.narrowed: dict[int, str] = {}
        self.near = [0] * len(self.dom)
        self.most_places = max(3, board.shape.box_rows, board.shape.box_columns)
        self.kinds: list[int] = []
        self.priority: list[int] = []
        self.firsts = [0]
        self.members: list[int] = []
        self.data: list[int] = []
        self.more: list[int] = []
        self.totals: list[int] = []
        self.own: list[int] = []
        self.own_of_groups: list[int] = []
        self.names: list[str] = []
        self.weights = [1.0] * len(self.dom)
        self.tables: list[NDArray[np.uint64]] = []
        self.tables_end = 0
        self.table_at: dict[Any, int] = {}
        self.pair_at: dict[Any, tuple[int, int, int] | None] = {}
        self.groups: list[tuple[int, ...]] = []
        self.sums: list[NDArray[np.int64]] = []
        self.sums_end = 0
        self.sums_at: dict[Any, int] = {}
        self.layers: list[NDArray[np.int32]] = []
        self.layers_end = self.arcs_end = 0
        self.arcs: list[NDArray[np.int32]] = []
        self.masks: list[NDArray[np.uint64]] = []
        self.laid_out: dict[Any, tuple[int, int]] = {}
        self.most_states = self.most_groups = self.most_staying = 1

    def built(self, forms: Iterable[Form]) -> Built:
        """Go through the forms."""
        distinct: dict[tuple[int, ...], str] = {}
        sets: list[Sets] = []
        pairs: dict[tuple[int, int], tuple[tuple[Values, ...], str]] = {}
        late: list[Sum | Regular | Required] = []
        alike: dict[tuple[Values, ...], list[Pair]] = {}
        for form in forms:
            if isinstance(form, Distinct):
                distinct.setdefault(form.cells, form.name)
            elif isinstance(form, Pair):
                self._pair(form, pairs)
                alike.setdefault(form.table, []).append(form)
            elif isinstance(form, Allowed):
                self._narrow(form.cell, form.allowed, form.name)
            elif isinstance(form, Sets):
                sets.append(form)
            elif isinstance(form, Sum | Regular | Required):
                late.append(form)
            else:
                raise TypeError(f"expected a form of core.sudoku.rules.forms, not {form!r}")
        for table, same in alike.items():
            if len(same) > 2 and (compatible := compatible_sets(table)) is not None:
                for cells in _cliques(same):
                    if len(cells) < len(compatible):
                        sets.append(Sets(cells, compatible[len(cells)], name=same[0].name))
        houses = tuple(takewhile(lambda each: self._is_house(each[0]), distinct.items()))
        self._begin(_of_houses(self.shape, houses, self.locked))
        for cells, name in list(distinct.items())[len(houses) :]:
            self._distinct(cells, name)
        for each in sets:
            self._differ(each.cells)
        for form in sets:
            self._sets(form, pairs)
        for (first, second), (rows, name) in pairs.items():
            self._add_pair(first, second, rows, name)
        late += leftovers(self.order, self.grid, self.dom, distinct, [*sets, *late], pairs)
        for form in late:
            if isinstance(form, Sum):
                self.sum(form)
            elif isinstance(form, Regular):
                self._regular(form)
            else:
                at = self._table(("required", form.wanted), [form.wanted])
                self._add(REQUIRED, 1, form.cells, form.name, data=at, own=True)
        return self._arrays()

    def _add(
        self, kind: int, priority: int, cells: Sequence[int], name: str,
        *, data: int = 0, more: int = 0, total: int = 0, own: bool = False,
    ) -> None:  # fmt: skip
        self.kinds.append(kind)
        self.priority.append(priority)
        self.members.extend(cells)
        self.firsts.append(len(self.members))
        self.data.append(data)
        self.more.append(more)
        self.totals.append(total)
        self.own.append(_bits(tuple(cells)) if own else 0)
        self.names.append(name)

    def _table(self, key: Any, words: Any) -> int:
        """Where these words are in the tables."""
        at = self.table_at.get(key)
        if at is None:
            at = self.table_at[key] = self.tables_end
            self.tables.append(np.asarray(words, dtype=np.uint64))
            self.tables_end += len(words)
        return at

    def _weigh(self, cells: Sequence[int]) -> None:
        for cell in cells:
            self.weights[cell] += WEIGHT / len(cells)

    def _narrow(self, cell: int, allowed: Values, name: str) -> None:
        if self.dom[cell] & ~allowed:
            self.dom[cell] &= allowed
            self.narrowed.setdefault(cell, name)

    def _never(self, cells: Sequence[int], name: str) -> None:
        self._add(NEVER, 0, cells, name)

    def _is_house(self, cells: tuple[int, ...]) -> bool:
        return self.order == len(set(cells)) == len(cells) and max(cells) < self.grid

    def _begin(self, houses: _Builder) -> None:
        """Begin with a copy of the constraints of houses."""
        self.near[: self.grid] = houses.near
        self.firsts, self.members = list(houses.firsts), list(houses.members)
        self.kinds, self.priority, self.own = list(houses.kinds), list(houses.priority), list(houses.own)
        self.data, self.more, self.totals = list(houses.data), list(houses.more), list(houses.totals)
        self.names = list(houses.names)

    def _differ(self, cells: tuple[int, ...]) -> None:
        bits = _bits(cells)
        for cell in cells:
            self.near[cell] |= bits & ~(1 << cell)

    def _distinct(self, cells: tuple[int, ...], name: str) -> None:
        self._differ(cells)
        if len(set(cells)) < len(cells):
            self._never(cells, name)
            return
        if len(cells) < 2:
            return
        self._add(DISTINCT, 1, cells, name)
        union = 0
        for cell in cells:
            union |= self.dom[cell]
        if self.locked and union.bit_count() == len(cells) > 3:
            self._add(LOCKED, 3, cells, name, own=True)

    def _pair(self, form: Pair, pairs: dict[tuple[int, int], tuple[tuple[Values, ...], str]]) -> None:
        first, second, table = form.first, form.second, form.table
        if first == second:
            self._narrow(first, sum(1 << v for v, row in enumerate(table) if row >> v & 1), form.name)
            return
        if first > second:
            first, second, table = second, first, transposed(table)
        if (known := pairs.get((first, second))) is None:
            pairs[first, second] = table, form.name
        else:
            pairs[first, second] = _both(known[0], table), known[1] or form.name

    def _add_pair(self, first: int, second: int, table: tuple[Values, ...], name: str) -> None:
        width, across = self.full[first].bit_length(), self.full[second].bit_length()
        key = table, width, across, bool(self.near[first] >> second & 1)
        if key not in self.pair_at:
            self.pair_at[key] = self._place_of_pair(*key)
        if (place := self.pair_at[key]) is not None:
            kind, data, more = place
            self._add(kind, 0, (first, second), name, data=data, more=more)

    def _place_of_pair(
        self, table: tuple[Values, ...], width: int, across: int, differ: bool
    ) -> tuple[int, int, int] | None:
        """The kind, and where both tables are; None if every pair fits."""
        fitted = _fitted(table, width, across, differ)
        if fitted is None:
            return None
        there, back = fitted
        if width > LOOKED_UP or across > LOOKED_UP:
            return WIDE_PAIR, self._table(there, there), self._table(back, back)
        data = self._table((there, width), looked_up(there, width))
        return PAIR, data, self._table((back, across), looked_up(back, across))

    def _sets(self, form: Sets, pairs: dict[tuple[int, int], tuple[tuple[Values, ...], str]]) -> None:
        cells, union = form.cells, 0
        for cell in cells:
            union |= self.dom[cell]
        left = [each for each in form.sets if not each & ~union and each.bit_count() == len(cells)]
        if not left or len(set(cells)) < len(cells):
            self._never(cells, form.name)
        elif len(cells) == 1:
            together = 0
            for each in left:
                together |= each
            self._narrow(cells[0], together, form.name)
        elif len(cells) == 2:
            rows = [0] * max(self.full[cells[0]].bit_length(), *(each.bit_length() for each in left))
            for each in left:
                low = each & -each
                rows[low.bit_length() - 1] |= each ^ low
                rows[each.bit_length() - 1] |= low
            self._pair(Pair(*cells, tuple(rows[: self.full[cells[0]].bit_length()]), name=form.name), pairs)
        else:
            at = self._table(key := tuple(left), key)
            self._add(SETS, 2, cells, form.name, data=at, more=len(left), own=True)
            self._weigh(cells)

    def sum(self, form: Sum) -> None:
        """Add a sum, its cells in groups that differ and have one coefficient."""
        total, together = form.total, dict[int, int]()
        for cell, factor in zip(form.cells, form.coefficients, strict=True):
            together[cell] = together.get(cell, 0) + factor
            total += factor * self.shift[cell]
        together = {cell: factor for cell, factor in together.items() if factor}
        grouped: list[tuple[int, list[int], int]] = []
        for cell, factor in together.items():
            for at, (other, members, common) in enumerate(grouped):
                if (
                    other == factor and common >> cell & 1 and cell < self.grid and members[0] < self.grid
                    and comb(self.order, len(members) + 1) <= MOST_COMBINATIONS
                ):  # fmt: skip
                    grouped[at] = other, [*members, cell], common & self.near[cell]
                    break
            else:
                grouped.append((factor, [cell], self.near[cell]))
        grouped.sort(key=lambda group: -len(group[1]))
        if not grouped:
            if total:
                self._never(form.cells, form.name)
            return
        first, place, staying = len(self.groups), len(self.members), 0
        for factor, members, _ in grouped:
            width = max(self.full[cell].bit_length() for cell in members)
            key = len(members), width
            masks, sums = combinations_of(*key)
            if key not in self.sums_at:
                self.sums_at[key] = self.sums_end
                self.sums.append(sums)
                self.sums_end += len(sums)
            self.groups.append(
                (place, len(members), factor, self._table(("sum", key), masks), len(masks), self.sums_at[key])
            )
            self.own_of_groups.append(_bits(tuple(members)))
            place += len(members)
            staying += len(masks)
        cells = [cell for _, members, _ in grouped for cell in members]
        priority = 3 if len(grouped) > LARGE_SUM else 2
        self._add(SUM, priority, cells, form.name, data=first, more=len(grouped), total=total)
        self._weigh(cells)
        self.most_groups, self.most_staying = max(self.most_groups, len(grouped)), max(self.most_staying, staying)

    def _regular(self, form: Regular) -> None:
        domains = tuple([self.dom[cell] for cell in form.cells])
        key = form.automaton, domains
        layers = layers_of(*key)
        if layers is None:
            self._never(form.cells, form.name)
            return
        if not form.cells:
            return
        if key not in self.laid_out:
            self.laid_out[key] = self.layers_end, layers.states
            self.layers.append(layers.firsts + self.arcs_end)
            self.layers_end += len(layers.firsts)
            self.arcs.append(layers.arcs)
            self.masks.append(layers.masks)
            self.arcs_end += len(layers.masks)
        first, states = self.laid_out[key]
        again = len(set(form.cells)) < len(form.cells)
        priority = 3 if len(layers.masks) > LARGE_AUTOMATON else 2
        self._add(REGULAR, priority, form.cells, form.name, data=first, more=int(again), total=states)
        self._weigh(form.cells)
        self.most_states = max(self.most_states, states)

    def _arrays(self) -> Built:
        cells, words = len(self.dom), (len(self.dom) + 63) // 64
        if not self.kinds:
            self._add(DISTINCT, 0, (), "")
        members = np.array(self.members, dtype=np.int32)
        firsts = np.array(self.firsts, dtype=np.int32)
        owner = np.repeat(np.arange(len(self.kinds), dtype=np.int32), np.diff(firsts))
        pairs = np.sort(members.astype(np.int64) * len(self.kinds) + owner)
        pairs = pairs[np.diff(pairs, prepend=-1) > 0]  # a cell that comes twice in an automaton watches it once
        near, peer_firsts, peers = _beside(tuple(self.near), words)
        network = Network(
            kinds=np.array(self.kinds, dtype=np.int32),
            priority=np.array(self.priority, dtype=np.int32),
            firsts=firsts,
            members=members,
            data=np.array(self.data, dtype=np.int32),
            more=np.array(self.more, dtype=np.int32),
            totals=np.array(self.totals, dtype=np.int64),
            own=_words([*self.own, *self.own_of_groups], words),
            watch_firsts=_starts(np.bincount(pairs // len(self.kinds), minlength=cells)),
            watching=(pairs % len(self.kinds)).astype(np.int32),
            peer_firsts=peer_firsts,
            peers=peers,
            near=near,
            tables=_joined(self.tables, np.uint64),
            groups=np.array(self.groups or [(0,) * 6], dtype=np.int64),
            sums=_joined(self.sums, np.int64),
            layers=_joined(self.layers, np.int32),
            arcs=_joined(self.arcs, np.int32, 2),
            masks=_joined(self.masks, np.uint64),
        )
        return Built(
            network, np.array(self.dom, dtype=np.uint64), np.array(self.full, dtype=np.uint64),
            np.array(self.weights), tuple(self.names), self.narrowed,
            self.most_states, self.most_groups, self.most_staying, self.most_places,
        )  # fmt: skip


def _words(rows: Sequence[int], words: int) -> NDArray[np.uint64]:
    """(rows, words): large integers as words of 64 bits."""
    text = b"".join([row.to_bytes(8 * words, "little") for row in rows])
    return np.frombuffer(text, dtype="<u8").astype(np.uint64).reshape(len(rows), words)


def _starts(counts: NDArray[Any]) -> NDArray[np.int32]:
    starts = np.zeros(len(counts) + 1, dtype=np.int32)
    np.cumsum(counts, out=starts[1:])
    return starts


def _joined(parts: Sequence[NDArray[Any]], dtype: Any, columns: int = 0) -> NDArray[Any]:
    """The parts joined end to end; never empty, so that kernels have something to look at."""
    if parts:
        return np.ascontiguousarray(np.concatenate(parts), dtype=dtype)
    return np.zeros((1, columns) if columns else 1, dtype=dtype)
