"""Draws the conclusions that a search draws at every node of a Sudoku, one by one and each with its reason.

The kernels draw the same conclusions with bit operations on the whole grid, and the
result does not depend on their order.  So this module draws them again, slowly, in
an order that a person can follow: first singles; then candidates that would leave a
value without a place in a row, column or box (locked candidates); then triads, the
three cells of a box in a line, if they have three values among them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from core.explain._model import LIVE, Standing
from core.explain._reason import Inference
from core.sudoku._bulk.triad_tables import CONFIGURATIONS

_GRID = np.arange(81).reshape(9, 9)
BAND_CELLS = np.concatenate([grid.reshape(3, 3, 3, 3) for grid in (_GRID, _GRID.T)])
"""(6, 3, 3, 3): for each band of a 9×9 grid its lines, their pieces by box, and the cells of these."""
TRIADS = BAND_CELLS.reshape(54, 3)
"""The pieces, at 9 · band + 3 · line + box."""
_EACH = tuple(product(range(6), range(3), range(3)))
LINE_RESTS = np.array([np.delete(BAND_CELLS[band, line], box, axis=0).reshape(-1) for band, line, box in _EACH])
BOX_RESTS = np.array([np.delete(BAND_CELLS[band, :, box], line, axis=0).reshape(-1) for band, line, box in _EACH])
"""By piece, the other cells of its line and of its box."""


class Bands:
    """Singles, locked candidates, how each value goes through a band, and what a triad can hold.

    The model has a subject for each value in a band (`ways_first`), served by
    its six ways (option numbers from 729), and one for each triad.
    """

    def __init__(self, numbers: NDArray[np.int64], *, ways_first: int, triads_first: int) -> None:
        self.numbers = numbers
        """The number of every option of the model: 9 · cell + value - 1."""
        self.in_grid = numbers < 729
        self.at = np.full(729, -1, dtype=np.int64)
        """For each of these numbers the option, -1 for none."""
        self.at[numbers[self.in_grid]] = np.flatnonzero(self.in_grid)
        self.ways_first, self.triads_first = ways_first, triads_first
        self._ways = np.flatnonzero(~self.in_grid).reshape(6, 9, 6)  # band, value, way

    def __call__(self, standing: Standing) -> None:
        """Draw conclusions until there are no more, or something has nothing left."""
        while standing.failed is None and self._step(standing):
            pass

    def _step(self, standing: Standing) -> bool:
        """Draw some more conclusions, the easiest to follow; False if there are none, or the node is lost already."""
        open_ = standing.open()
        sizes = standing.sizes()[open_]
        if not sizes.all():
            return False
        singles = [subject for subject, size in zip(open_, sizes.tolist(), strict=True) if size == 1]
        if singles:
            self._singles(standing, singles)
            return True
        return self._locked(standing) or self._through_bands(standing) or self._triads(standing)

    # What is looked at

    def _possible(self, standing: Standing) -> NDArray[np.bool_]:
        """(81, 9): whether a cell may hold, or holds already, a value."""
        cube = np.zeros(729, dtype=np.bool_)
        live = standing.gone == LIVE
        live[list(standing.taken)] = True
        cube[self.numbers[live & self.in_grid]] = True
        return cube.reshape(81, 9)

    def _live_options(self, standing: Standing, cells: NDArray[np.int64], value: int) -> list[int]:
        """The options that put the value into one of these cells and may still be taken."""
        options = self.at[cells * 9 + value]
        options = options[options >= 0]
        found: list[int] = options[standing.gone[options] == LIVE].tolist()
        return found

    # The conclusions

    def _singles(self, standing: Standing, singles: Iterable[int]) -> None:
        """A cell with one value left takes it, and so does a value with one place left in a house."""
        for subject in singles:
            if subject not in standing.closed:
                options = standing.model.options_of(subject)
                left = options[standing.gone[options] == LIVE]
                if not len(left):  # another single took it: the two cannot both be
                    return
                standing.conclude(int(left[0]), subject)

    def _locked(self, standing: Standing) -> bool:
        """Rule out every option that would leave a value without a place in a line or box."""
        there = self._possible(standing)[BAND_CELLS].any(3)  # band, line of it, box, value
        in_line = there.sum(2, dtype=np.int64)[:, :, None] - there > 0
        in_box = there.sum(1, dtype=np.int64)[:, None] - there > 0
        made = False
        for band, line, box, value in np.argwhere(there & (in_line != in_box)).tolist():
            triad = 9 * band + 3 * line + box
            if in_line[band, line, box, value]:  # the box has it here only
                rest, subject = LINE_RESTS[triad], _value_in_box(band, box, value)
            else:  # the line has it here only
                rest, subject = BOX_RESTS[triad], 81 + 9 * (3 * band + line) + value
            options = self._live_options(standing, rest, value)
            standing.infer(options, Inference.STARVES, subject)
            made = made or bool(options)
        return made

    def _through_bands(self, standing: Standing) -> bool:
        """Rule out ways and cells that would leave nothing for each other."""
        cube, made = self._possible(standing), False
        there = cube[BAND_CELLS].any(3)  # band, line of it, box, value
        live = standing.gone[self._ways] == LIVE  # band, value, way
        for band, value, way in np.argwhere(live & ~np.swapaxes(_along(there).all(3), 1, 2)).tolist():
            empty = next(box for box, line in enumerate(CONFIGURATIONS[way]) if not there[band, line, box, value])
            option = int(self._ways[band, value, way])
            standing.infer([option], Inference.STARVES, _value_in_box(band, empty, value))
            made = True
        left = standing.gone[self._ways] == LIVE
        left |= np.isin(self._ways, list(standing.taken))
        used = np.zeros_like(there)
        for way, taken in enumerate(CONFIGURATIONS):
            for box, line in enumerate(taken):
                used[:, line, box] |= left[:, :, way]
        for band, line, box, value in np.argwhere(there & ~used & left.any(2)[:, None, None, :]).tolist():
            options = self._live_options(standing, BAND_CELLS[band, line, box], value)
            standing.infer(options, Inference.STARVES, self.ways_first + 9 * band + value)
            made = made or bool(options)
        return made

    def _triads(self, standing: Standing) -> bool:
        """Three cells of a box in a line hold three values."""
        cube = self._possible(standing)
        can = cube[TRIADS].any(1)
        must = can & ~cube[BOX_RESTS].any(1)
        room, needed = can.sum(1), must.sum(1)
        for number in np.flatnonzero((room <= 3) | (needed >= 3)).tolist():
            own, subject = TRIADS[number], self.triads_first + number
            if room[number] < 3 or needed[number] > 3:
                cells = BOX_RESTS[number] if needed[number] > 3 else own
                values = np.flatnonzero(must[number]) if needed[number] > 3 else range(9)
                standing.fail(subject, self._options(cells, values))
                return False
            gone: list[int] = []
            if room[number] == 3:
                rest = np.concatenate([LINE_RESTS[number], BOX_RESTS[number]])
                gone = [o for v in np.flatnonzero(can[number]) for o in self._live_options(standing, rest, int(v))]
                standing.infer(gone, Inference.ONLY_THESE, subject, self._options(own, range(9)))
            if needed[number] == 3 and not gone:
                gone = [o for v in np.flatnonzero(~must[number]) for o in self._live_options(standing, own, int(v))]
                elsewhere = self._options(BOX_RESTS[number], np.flatnonzero(must[number]))
                standing.infer(gone, Inference.THESE_HERE, subject, elsewhere)
            if gone:
                return True
        return False

    def _options(self, cells: Iterable[int], values: Iterable[int]) -> list[int]:
        """The options that put one of these values (from 0) into one of these cells."""
        options = (int(self.at[9 * cell + value]) for cell in cells for value in values)
        return [option for option in options if option >= 0]


def box_of(band: int, box: int) -> int:
    """The number of a box of a band among those of the grid."""
    return 3 * band + box if band < 3 else band - 3 + 3 * box


def _value_in_box(band: int, box: int, value: int) -> int:
    """The subject of a value in a box; values in rows, in columns and in boxes come after the cells."""
    return 243 + 9 * box_of(band, box) + value


def _along(there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(band, way, value, box): whether the piece that a way takes is there."""
    ways = np.array(CONFIGURATIONS)
    return np.stack([there[:, ways[:, box], box] for box in range(3)], axis=3)


def way_of(number: int) -> tuple[int, int, int]:
    """Band, value (from 0) and way of the option with a number from 729."""
    band, rest = divmod(number - 729, 54)
    return band, *divmod(rest, 6)


def number_of_way(band: int, value: int, way: int) -> int:
    """The number of the option for a way; `way_of` undoes it."""
    return 729 + 54 * band + 6 * value + way


def triad_name(band: int, line: int, box: int) -> str:
    """``r1c4-6`` or ``r4-6c1``."""
    cells = BAND_CELLS[band, line, box]
    (r, c), (s, d) = divmod(int(cells[0]), 9), divmod(int(cells[2]), 9)
    return f"r{r + 1}c{c + 1}-{d + 1}" if r == s else f"r{r + 1}-{s + 1}c{c + 1}"


def band_name(band: int) -> str:
    """``rows 1-3`` or ``columns 4-6``."""
    first = 3 * (band % 3) + 1
    return f"{'rows' if band < 3 else 'columns'} {first}-{first + 2}"
