"""The forms of a Sudoku as arrays: what the kernels read.

`Network` is the result and `build` makes it.  A form becomes one *constraint* or
more: numbered, with a kind, its member cells, and what else its kind needs.
Building takes less time than most searches, so it goes through each form once and
keeps what depends on tables and automata alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.sudoku._propagation.automata import layers_of
from core.sudoku._propagation.leftovers import leftovers
from core.sudoku._shape import Shape
from core.sudoku.rules._forms import (
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


KIND, PRIORITY, FIRST, DATA, MORE, TOTAL, OWN = range(7)
"""What is in a row of `Network.constraints`: its kind; the queue in which it waits; its first member; and by its kind:

- a pair: where the tables from its first cell to the second, and back, are;
- sets: where they are, and how many;
- a sum: its first group, how many groups, and the total;
- an automaton: its first layer, whether a cell comes more than once, and the number of states;
- required values: where they are;
- and the row of `Network.own` that has its members in bits, where those are needed."""


class Network(NamedTuple):
    """Cells with sets of values, and constraints on them."""

    constraints: NDArray[np.int64]
    """(constraints + 1, 7): see `KIND`; the members of the last row would begin behind all others."""
    members: NDArray[np.uint32]
    own: NDArray[np.uint64]
    """(some constraints and groups of sums, words): the members in bits."""
    watching: NDArray[np.uint32]
    """Where the constraints that each cell is a member of begin in this array, the end, and then these constraints."""
    peers: NDArray[np.uint32]
    """The cells that cannot hold the value of each cell, likewise."""
    near: NDArray[np.uint64]
    """(cells, words): the same in bits."""
    tables: NDArray[np.uint64]
    groups: NDArray[np.int64]
    """(groups, 6): the first member, the number of members, their coefficient, the first of the sets of values that
    they may hold in ``tables``, how many there are (as many sums of theirs follow), and the row of ``own``."""
    layers: NDArray[np.uint32]
    """Where the arcs of each layer begin; the end of an automaton follows its last layer."""
    arcs: NDArray[np.uint32]
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
    if board.helpers or len(distinct) < len(forms):
        return _Builder(board, locked).built(forms)
    # If cells only have to differ, the same network serves all grids.
    made = _of_distinct(board.shape, distinct, _names(distinct), locked)
    return made._replace(start=np.array(board.allowed, dtype=np.uint64))


def _names(forms: Iterable[Form]) -> tuple[str, ...]:
    """The names of the forms, which are equal whatever their names."""
    return tuple([form.name for form in forms])


@lru_cache(maxsize=64)
def _of_distinct(shape: Shape, forms: tuple[Distinct, ...], names: tuple[str, ...], locked: bool) -> Built:
    return _Builder(_open(shape), locked).built(forms)


def _open(shape: Shape) -> Board:
    return Board(shape, [(1 << shape.order) - 1] * shape.cells)


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
def _tables_of_pair(
    table: tuple[Values, ...], full: Values, full_across: Values, differ: bool
) -> tuple[int, NDArray[np.uint64], NDArray[np.uint64]] | None:
    """The kind of a pair of cells with these values, and its tables there and back; None if every pair fits."""
    width, across = full.bit_length(), full_across.bit_length()
    rows = [row & full_across for row in table[:width]] + [0] * (width - len(table))
    if differ:
        rows = [row & ~(1 << value) for value, row in enumerate(rows)]
        if all(row | 1 << value & full_across == full_across for value, row in enumerate(rows)):
            return None
    if all(row == full_across for row in rows):
        return None
    there = tuple(rows)
    back = transposed(there)
    back = (*back, *(0,) * (across - len(back)))
    if width > LOOKED_UP or across > LOOKED_UP:
        return WIDE_PAIR, _words_of(there), _words_of(back)
    return PAIR, looked_up(there, width), looked_up(back, across)


@lru_cache(maxsize=4096)
def _words_of(values: tuple[Values, ...]) -> NDArray[np.uint64]:
    return np.array(values, dtype=np.uint64)


@lru_cache(maxsize=512)
def looked_up(table: tuple[Values, ...], width: int) -> NDArray[np.uint64]:
    """For each set of ``width`` values of one cell, what the other may hold."""
    found = np.zeros(1 << width, dtype=np.uint64)
    for value, row in enumerate(table[:width]):
        found[1 << value : 2 << value] = found[: 1 << value] | np.uint64(row)
    return found


@lru_cache(maxsize=256)
def combinations_of(cells: int, values: int) -> NDArray[np.uint64]:
    """All sets of this many of the values 1 … ``values``, by their sums, and then these sums."""
    every = sorted((sum(each), sum(1 << (v - 1) for v in each)) for each in combinations(range(1, values + 1), cells))
    return np.array([*(mask for _, mask in every), *(total for total, _ in every)], dtype=np.uint64)


@lru_cache(maxsize=64)
def _taken_together(order: int) -> int:
    """How many cells of a grid of this order a group of a sum may have."""
    return next((cells for cells in range(1, order) if comb(order, cells + 1) > MOST_COMBINATIONS), order)


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
def _beside(near: tuple[int, ...], words: int) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """`Network.near` and `Network.peers`."""
    cells, bits = len(near), _words(near, words)
    apart = np.unpackbits(bits.view(np.uint8).reshape(cells, -1), axis=1, bitorder="little", count=cells)
    return bits, _listed(apart.sum(1, dtype=np.int64), np.flatnonzero(apart) % max(cells, 1))


def _listed(counts: NDArray[Any], entries: NDArray[Any]) -> NDArray[np.uint32]:
    """One list behind the other, so many entries in each; before them where each begins, and the end."""
    first = len(counts) + 1
    listed = np.empty(first + len(entries), dtype=np.uint32)
    listed[0] = first
    counts.cumsum(out=listed[1:first])
    listed[1:first] += first
    listed[first:] = entries
    return listed


@lru_cache(maxsize=64)
def _full(order: int, cells: int) -> NDArray[np.uint64]:
    return np.full(cells, (1 << order) - 1, dtype=np.uint64)


def _bits(cells: Iterable[int]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


class _Houses(NamedTuple):
    """The constraints of houses, the same for all grids that have them."""

    distinct: dict[tuple[int, ...], str]
    near: list[int]
    constraints: NDArray[np.int64]
    """Without the row at the end."""
    members: NDArray[np.uint32]
    own: NDArray[np.uint64]
    names: list[str]


@lru_cache(maxsize=64)
def _of_houses(shape: Shape, forms: tuple[Distinct, ...], names: tuple[str, ...], locked: bool, words: int) -> _Houses:
    """The constraints of the forms up to the first that is not a house."""
    made = _Builder(_open(shape), locked)
    distinct: dict[tuple[int, ...], str] = {}
    for form in forms:
        if not shape.order == len(set(form.cells)) == len(form.cells) or max(form.cells) >= shape.cells:
            break
        distinct.setdefault(form.cells, form.name)
    for cells, name in distinct.items():
        made._distinct(cells, name)
    return _Houses(
        distinct, made.near, _rows(made.constraints), made._all_members(), _words(made.own, words), made.names
    )


class _Builder:
    """Gathers the network while it goes through the forms."""

    def __init__(self, board: Board, locked: bool) -> None:
        self.locked = locked
        self.dom = list(board.allowed)
        self.shape, self.grid, self.order = board.shape, board.shape.cells, board.shape.order
        self.helpers, self.words = board.helpers, (len(self.dom) + 63) // 64
        full = (1 << self.order) - 1
        self.full = [full] * self.grid + [(1 << bits.bit_length()) - 1 for bits in self.dom[self.grid :]]
        self.narrowed: dict[int, str] = {}
        self.near = [0] * len(self.dom)
        self.before: _Houses | None = None
        """What comes before the constraints and members gathered here."""
        self.first_member = 0
        self.constraints: list[int] = []
        """The columns of each, one after the other."""
        self.members: list[int] = []
        self.first_own = 0
        self.own: list[int] = []
        self.names: list[str] = []
        self.weights = [1.0] * len(self.dom)
        self.tables: list[NDArray[np.uint64]] = []
        self.tables_end = 0
        self.table_at: dict[int, int] = {}
        """Where an array is in the tables, by `id`: arrays are kept, and often come again."""
        self.pair_at: dict[Any, tuple[int, int, int] | None] = {}
        self.sets_at: dict[tuple[int, int], tuple[int, int]] = {}
        """Where the sets of a group are, and how many, by its size and what its cells may hold at most."""
        self.groups: list[int] = []
        self.layers: list[NDArray[np.uint32]] = []
        self.layers_end = self.arcs_end = 0
        self.arcs: list[NDArray[np.uint32]] = []
        self.masks: list[NDArray[np.uint64]] = []
        self.laid_out: dict[int, int] = {}
        """The first layer of an automaton that has been laid out, by `id`."""
        self.together, self.inside = _taken_together(self.order), (1 << self.grid) - 1
        self.repeats = False
        """Whether a constraint has a cell more than once."""
        self.most_states = self.most_groups = self.most_staying = 1

    def built(self, forms: Sequence[Form]) -> Built:
        """Go through the forms."""
        houses: list[Distinct] = []
        for form in forms:
            if not isinstance(form, Distinct) or len(form.cells) != self.order:
                break
            houses.append(form)
        self._begin(known := _of_houses(self.shape, tuple(houses), _names(houses), self.locked, self.words))
        distinct = dict(known.distinct)
        sets: list[Sets] = []
        pairs: dict[tuple[int, int], tuple[tuple[Values, ...], str]] = {}
        late: list[Sum | Regular | Required] = []
        alike: dict[tuple[Values, ...], list[Pair]] = {}
        for form in forms[len(known.distinct) :]:
            if isinstance(form, Pair):
                self._pair(form, pairs)
                alike.setdefault(form.table, []).append(form)
            elif isinstance(form, Distinct):
                distinct.setdefault(form.cells, form.name)
            elif isinstance(form, Allowed):
                self._narrow(form.cell, form.allowed, form.name)
            elif isinstance(form, Sets):
                sets.append(form)
            elif isinstance(form, (Sum, Regular, Required)):
                late.append(form)
            else:
                raise TypeError(f"expected a form of core.sudoku.rules._forms, not {form!r}")
        for table, same in alike.items():
            if len(same) > 2 and (compatible := compatible_sets(table)) is not None:
                for cells in _cliques(same):
                    if len(cells) < len(compatible):
                        sets.append(Sets(cells, compatible[len(cells)], name=same[0].name))
        for cells in islice(distinct, len(known.distinct), None):
            self._distinct(cells, distinct[cells])
        for each in sets:
            self._differ(each.cells)
        for form in sets:
            self._sets(form, pairs)
        for (first, second), (rows, name) in pairs.items():
            self._add_pair(first, second, rows, name)
        late += leftovers(self.order, self.grid, self.dom, distinct, [*sets, *late], pairs)
        for form in late:
            if isinstance(form, Sum):
                self._sum(form)
            elif isinstance(form, Regular):
                self._regular(form)
            else:
                at = self._table(_words_of((form.wanted,)))
                self._add(REQUIRED, 1, form.cells, form.name, data=at, own=True)
        return self._arrays()

    def _begin(self, houses: _Houses) -> None:
        """Begin with the constraints of houses."""
        self.before, self.first_member, self.first_own = houses, len(houses.members), len(houses.own)
        self.near[: self.grid] = houses.near
        self.names = list(houses.names)

    def _add(
        self, kind: int, priority: int, cells: Sequence[int], name: str,
        *, data: int = 0, more: int = 0, total: int = 0, own: bool = False,
    ) -> None:  # fmt: skip
        first = self.first_member + len(self.members)
        self.constraints += (kind, priority, first, data, more, total, self._own_row())
        self.members += cells
        self.names.append(name)
        if own:
            self.own.append(_bits(cells))

    def _own_row(self) -> int:
        """The next row of `Network.own`."""
        return self.first_own + len(self.own)

    def _table(self, words: NDArray[np.uint64]) -> int:
        """Where these words are in the tables."""
        at = self.table_at.get(id(words))
        if at is None:
            at = self.table_at[id(words)] = self.tables_end
            self.tables.append(words)
            self.tables_end += len(words)
        return at

    def _weigh(self, cells: Sequence[int]) -> None:
        share = WEIGHT / len(cells)
        for cell in cells:
            self.weights[cell] += share

    def _narrow(self, cell: int, allowed: Values, name: str) -> None:
        if self.dom[cell] & ~allowed:
            self.dom[cell] &= allowed
            self.narrowed.setdefault(cell, name)

    def _never(self, cells: Sequence[int], name: str) -> None:
        self._add(NEVER, 0, cells, name)

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
        key = table, self.full[first], self.full[second], self.near[first] >> second & 1
        if key not in self.pair_at:
            found = _tables_of_pair(*key)
            self.pair_at[key] = found and (found[0], self._table(found[1]), self._table(found[2]))
        if (place := self.pair_at[key]) is not None:
            kind, data, more = place
            self._add(kind, 0, (first, second), name, data=data, more=more)

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
            at = self._table(_words_of(tuple(left)))
            self._add(SETS, 2, cells, form.name, data=at, more=len(left), own=True)
            self._weigh(cells)

    def _sum(self, form: Sum) -> None:
        """Add a sum, its cells in groups that differ and have one coefficient."""
        total, together = form.total, dict(zip(form.cells, form.coefficients, strict=True))
        if len(together) < len(form.cells):
            together = dict.fromkeys(together, 0)
            for cell, factor in zip(form.cells, form.coefficients, strict=True):
                together[cell] += factor
        groups: list[list[int]] = []
        factors: list[int] = []
        besides: list[int] = []
        """Of each group the cells that differ from all of it, in bits."""
        for cell, factor in together.items():
            if cell >= self.grid:
                total += factor * self.helpers[cell - self.grid].shift
            for at, beside in enumerate(besides):
                if beside >> cell & 1 and factors[at] == factor and len(groups[at]) < self.together:
                    groups[at].append(cell)
                    besides[at] = beside & self.near[cell]
                    break
            else:
                if factor:
                    groups.append([cell])
                    factors.append(factor)
                    besides.append(self.near[cell] & self.inside if cell < self.grid else 0)
        if not groups:
            if total:
                self._never(form.cells, form.name)
            return
        first, place, own = len(self.groups) // 6, self.first_member + len(self.members), self._own_row()
        cells, staying = list[int](), 0
        for members, factor in sorted(zip(groups, factors, strict=True), key=lambda group: -len(group[0])):
            key = len(members), self.full[members[0]]
            if (known := self.sets_at.get(key)) is None:
                words = combinations_of(len(members), self.full[members[0]].bit_length())
                known = self.sets_at[key] = self._table(words), len(words) // 2
            self.groups += (place + len(cells), len(members), factor, *known, own)
            self.own.append(_bits(members))
            own += 1
            cells += members
            staying += known[1]
        priority = 3 if len(groups) > LARGE_SUM else 2
        self._add(SUM, priority, cells, form.name, data=first, more=len(groups), total=total)
        self._weigh(cells)
        self.most_groups, self.most_staying = max(self.most_groups, len(groups)), max(self.most_staying, staying)

    def _regular(self, form: Regular) -> None:
        cells = form.cells
        layers = layers_of(form.automaton, tuple([self.dom[cell] for cell in cells]))
        if layers is None:
            self._never(cells, form.name)
            return
        if not cells:
            return
        first = self.laid_out.get(id(layers))
        if first is None:
            first = self.laid_out[id(layers)] = self.layers_end
            self.layers.append(layers.firsts + self.arcs_end)
            self.layers_end += len(layers.firsts)
            self.arcs.append(layers.arcs)
            self.masks.append(layers.masks)
            self.arcs_end += len(layers.masks)
        again = len(set(cells)) < len(cells)
        self.repeats |= again
        priority = 3 if len(layers.masks) > LARGE_AUTOMATON else 2
        self._add(REGULAR, priority, cells, form.name, data=first, more=int(again), total=layers.states)
        self._weigh(cells)
        self.most_states = max(self.most_states, layers.states)

    def _all_members(self) -> NDArray[np.uint32]:
        own = np.array(self.members, dtype=np.uint32)
        return own if self.before is None else np.concatenate((self.before.members, own))

    def _arrays(self) -> Built:
        cells, before = len(self.dom), self.before
        assert before is not None
        if not self.constraints and not len(before.constraints):
            self._add(DISTINCT, 0, (), "")
        members = self._all_members()
        rows = np.concatenate((before.constraints, _rows([*self.constraints, 0, 0, len(members), 0, 0, 0, 0])))
        owner = np.arange(len(rows) - 1).repeat(rows[1:, FIRST] - rows[:-1, FIRST])
        watched = (members.astype(np.int64) << 32) + owner
        watched.sort()
        if self.repeats:
            watched = watched[np.diff(watched, prepend=-1) > 0]  # a cell that comes twice watches it once
        near, peers = _beside(tuple(self.near), self.words)
        network = Network(
            constraints=rows,
            members=members,
            own=np.concatenate((before.own, _words(self.own, self.words))) if self.own else before.own,
            watching=_listed(np.bincount(watched >> 32, minlength=cells), watched.astype(np.uint32)),
            peers=peers,
            near=near,
            tables=np.concatenate(self.tables) if self.tables else _NO_TABLES,
            groups=np.array(self.groups, dtype=np.int64).reshape(-1, 6) if self.groups else _NO_GROUPS,
            layers=np.concatenate(self.layers) if self.layers else _NO_LAYERS,
            arcs=np.concatenate(self.arcs) if self.arcs else _NO_ARCS,
            masks=np.concatenate(self.masks) if self.masks else _NO_TABLES,
        )
        full = np.array(self.full, dtype=np.uint64) if self.helpers else _full(self.order, self.grid)
        start, weights = np.array(self.dom, dtype=np.uint64), np.array(self.weights)
        return Built(
            network, start, full, weights, tuple(self.names), self.narrowed,
            self.most_states, self.most_groups, self.most_staying, max(3, self.shape.box_rows, self.shape.box_columns),
        )  # fmt: skip


def _words(rows: Sequence[int], words: int) -> NDArray[np.uint64]:
    """(rows, words): large integers as words of 64 bits."""
    text = b"".join([row.to_bytes(8 * words, "little") for row in rows])
    return np.frombuffer(text, dtype="<u8").astype(np.uint64).reshape(len(rows), words)


def _rows(constraints: Sequence[int]) -> NDArray[np.int64]:
    return np.array(constraints, dtype=np.int64).reshape(-1, 7)


_NO_TABLES = np.zeros(1, dtype=np.uint64)
_NO_GROUPS, _NO_LAYERS, _NO_ARCS = np.zeros((1, 6), np.int64), np.zeros(1, np.uint32), np.zeros((1, 2), np.uint32)
"""Arrays of one place, so that kernels have something to look at."""
