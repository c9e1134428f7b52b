"""Whether values keep the forms, and which forms a half-filled grid already breaks.

It is plain and slow, and apart from all kernels, because it checks what searches have found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import and_, mul
from typing import Any, NamedTuple

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
    bit,
    bits_of,
    values_in,
)

MOST_STATES = 2000
"""The most states of an automaton followed at once; beyond that a half-filled grid gets the benefit of the doubt."""


class BrokenForm(NamedTuple):
    """A form that no way of filling the empty cells keeps."""

    form: Form
    cells: tuple[int, ...]
    """The filled cells that break it, in order."""


def broken(board: Board, forms: Iterable[Form], values: Sequence[int]) -> Iterator[BrokenForm]:
    """The forms that these values break by themselves, one form at a time.

    ``values`` are those of the grid, 0 for an empty cell.  Nothing is broken if each form can be kept by itself,
    even if all together are impossible; what a cell was `allowed` before is not a form.
    """
    view = _View(board, values)
    for form in forms:
        if not view.may_keep(form):
            yield BrokenForm(form, tuple(dict.fromkeys(_guilty(form, values))))


def keeps(board: Board, forms: Iterable[Form], values: Sequence[int]) -> bool:
    """Whether values for all cells of the grid keep the candidates and all forms.

    Helper cells may hold whatever fits.
    """
    grid = board.shape.cells
    if len(values) != grid or min(values) < 1 or not all(map(and_, board.allowed, map(bit, values))):
        return False
    if not board.helpers:
        return all(_KEPT[type(form)](form, values) for form in forms)
    helped = []
    for form in forms:
        if max(cells_of(form), default=-1) >= grid:
            helped.append(form)
        elif not _KEPT[type(form)](form, values):
            return False
    return _helped(_View(board, values), helped)


def without_support(board: Board, form: Form, can: Sequence[Values]) -> Iterator[tuple[int, Values]]:
    """The cells of a form and the values that they could hold only if it were broken, whatever the others hold.

    ``can`` is what each cell of the grid may hold.  Not all such values are found: see `broken`.
    """
    view = _View(board, [0] * board.shape.cells)
    view.can[: len(can)] = can
    for cell in dict.fromkeys(cells_of(form)):
        if cell >= board.shape.cells:
            continue
        before, gone = view.can[cell], 0
        for value in values_in(before):
            view.can[cell] = bit(value)
            if not view.may_keep(form):
                gone |= bit(value)
        view.can[cell] = before
        if gone:
            yield cell, gone


def cells_of(form: Form) -> tuple[int, ...]:
    """The cells that a form is about."""
    if isinstance(form, Pair):
        return form.first, form.second
    if isinstance(form, Allowed):
        return (form.cell,)
    assert isinstance(form, Distinct | Required | Sets | Sum | Regular)
    return form.cells


def _helped(view: _View, forms: Sequence[Form]) -> bool:
    """Whether the helper cells can be filled; the one that can hold least first."""
    for form in forms:
        if not view.may_keep(form):
            return False
    open_ = [cell for cell in range(view.grid, len(view.can)) if view.can[cell].bit_count() != 1]
    if not open_:
        return all(bits for bits in view.can)
    # A form with one cell left says at once what that cell may hold.
    for form in forms:
        left = {cell for cell in cells_of(form) if view.can[cell].bit_count() != 1}
        if len(left) == 1:
            open_ = list(left)
            break
    cell = open_[0]
    about, before = [form for form in forms if cell in cells_of(form)], view.can[cell]
    for value in values_in(before):
        view.can[cell] = bit(value)
        if all(map(view.may_keep, about)) and _helped(view, forms):
            return True
    view.can[cell] = before
    return False


class _View:
    """What each cell may hold: the value of a filled one, or else all that it was allowed."""

    def __init__(self, board: Board, values: Sequence[int]) -> None:
        self.grid = board.shape.cells
        self.can = [bit(v) or (1 << board.shape.order) - 1 for v in values]
        self.can += board.allowed[self.grid :]
        self.shift = {helper.cell: helper.shift for helper in board.helpers}

    def may_keep(self, form: Form) -> bool:
        """Whether the cells can hold something that keeps the form; may be too hopeful while cells are empty."""
        can = self.can
        if isinstance(form, Distinct):
            return self._differ(form.cells)
        if isinstance(form, Pair):
            return any(
                form.table[v - 1] & can[form.second] & (bit(v) if form.first == form.second else -1)
                for v in values_in(can[form.first]) if v <= len(form.table)
            )  # fmt: skip
        if isinstance(form, Allowed):
            return bool(can[form.cell] & form.allowed)
        if isinstance(form, Required):
            return self._stand(form.cells, form.wanted)
        if isinstance(form, Sets):
            return self._differ(form.cells) and any(
                each.bit_count() == len(form.cells) and all(can[cell] & each for cell in form.cells)
                and self._stand(form.cells, each) for each in form.sets
            )  # fmt: skip
        if isinstance(form, Sum):
            return self._adds_up(form)
        assert isinstance(form, Regular)
        return self._accepted(form)

    def _differ(self, cells: Sequence[int]) -> bool:
        seen = 0
        for cell in cells:
            bits = self.can[cell]
            if bits.bit_count() == 1:
                if bits & seen:
                    return False
                seen |= bits
        return True

    def _stand(self, cells: Sequence[int], wanted: Values) -> bool:
        """Whether each of the values is in a cell, or has room in an empty one."""
        seen = union = empty = 0
        for cell in cells:
            bits = self.can[cell]
            union |= bits
            if bits.bit_count() == 1:
                seen |= bits
            else:
                empty += 1
        return not wanted & ~union and (wanted & ~seen).bit_count() <= empty

    def _adds_up(self, form: Sum) -> bool:
        least = greatest = 0
        together = dict[int, int]()
        for cell, factor in zip(form.cells, form.coefficients, strict=True):
            together[cell] = together.get(cell, 0) + factor
        for cell, factor in together.items():
            bits, shift = self.can[cell], self.shift.get(cell, 0)
            if not bits:
                return False
            ends = factor * ((bits & -bits).bit_length() - shift), factor * (bits.bit_length() - shift)
            least, greatest = least + min(ends), greatest + max(ends)
        return least <= form.total <= greatest

    def _accepted(self, form: Regular) -> bool:
        step, states = form.automaton.step, {form.automaton.start}
        for position, cell in enumerate(form.cells):
            states = {
                behind for state in states for value in values_in(self.can[cell])
                if (behind := step(state, value, position)) is not None
            }  # fmt: skip
            if len(states) > MOST_STATES:
                return True
        return any(map(form.automaton.accepts, states))


def _accepts(form: Regular, values: Sequence[int]) -> bool:
    step, state = form.automaton.step, form.automaton.start
    for position, cell in enumerate(form.cells):
        state = step(state, values[cell], position)
        if state is None:
            return False
    return form.automaton.accepts(state)


_KEPT: dict[type[Form], Callable[[Any, Sequence[int]], bool]] = {
    Distinct: lambda form, values: len(set(map(values.__getitem__, form.cells))) == len(form.cells),
    Required: lambda form, values: not form.wanted & ~bits_of(values[cell] for cell in form.cells),
    Pair: lambda form, values: (
        values[form.first] <= len(form.table) and bool(form.table[values[form.first] - 1] & bit(values[form.second]))
    ),
    Sets: lambda form, values: (
        (bits := bits_of(values[cell] for cell in form.cells)).bit_count() == len(form.cells) and bits in form.sets
    ),
    Sum: lambda form, values: sum(map(mul, form.coefficients, [values[cell] for cell in form.cells])) == form.total,
    Regular: _accepts,
    Allowed: lambda form, values: bool(form.allowed & bit(values[form.cell])),
}
"""What each form says of a full grid without helper cells."""


def _guilty(form: Form, values: Sequence[int]) -> Iterator[int]:
    """The filled cells that break a form; of cells that must differ, those that do not, if that is what is wrong."""
    filled = [cell for cell in cells_of(form) if cell < len(values) and values[cell]]
    if isinstance(form, Distinct | Sets):
        held: list[Any] = [values[cell] for cell in filled]
        if twice := [cell for cell in filled if held.count(values[cell]) > 1]:
            yield from twice
            return
    yield from filled
