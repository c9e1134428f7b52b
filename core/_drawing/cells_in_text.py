"""Solutions in box-drawing borders, many at a time.

The position of a character does not depend on the solution: a line ends at the border of its last cell.  So
the common characters are laid out once, and the text of each solution is put into copies of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._drawing.grids import GridKind, Place, stencil

CELL_WIDTH = 3
MOST_CHARACTERS = 1 << 20
"""The number of characters laid out at a time."""

_OUTSIDE = -2
_OPEN = -1
"""The groups for places without a cell, and for uncovered cells."""


class TextPictures:
    """Draws solutions of one problem, or parts of solutions, as text: layers below each other.

    ``places``, ``marks`` and ``blocks`` are those of a `core._drawing.cells.Canvas`; ``corners`` has
    the character for a corner, by which of its arms there are.
    """

    def __init__(
        self, places: Sequence[tuple[int, int, int]], marks: Sequence[Sequence[tuple[int, str]]],
        blocks: Sequence[int], corners: str,
    ) -> None:  # fmt: skip
        layers, height, width = (1 + max((place[axis] for place in places), default=-1) for axis in range(3))
        self._corners = _codes(corners)
        heads = [f"layer {layer + 1}" for layer in range(layers)] if layers > 1 else []
        across = max((CELL_WIDTH + 1) * width + 1, *(len(head) for head in heads), 0)
        shape = layers, bool(heads) + 2 * height + 1, across + 1
        self._page = np.full(shape, ord(" "), dtype=np.uint32)
        for layer, head in enumerate(heads):
            self._page[layer, 0, : len(head)] = _codes(head)
        self._first_row, self._right = int(bool(heads)), (CELL_WIDTH + 1) * width + 1
        z, y, x = np.array(places, dtype=np.int64).reshape(len(places), 3).T
        self._groups = np.full((layers, height + 2, width + 2), _OUTSIDE, dtype=np.int32)
        self._at = (z * (height + 2) + y + 1) * (width + 2) + x + 1
        """The position of each cell among the groups."""
        self._fixed = bool(blocks)
        self._groups.reshape(-1)[self._at] = blocks if self._fixed else _OPEN
        self._lay_borders(self._page[None], self._groups[None])
        self._kept = self._ends()
        of_kept = np.zeros(self._page.size, dtype=np.int64)
        of_kept[self._kept] = np.arange(len(self._kept))
        start = (z * shape[1] + self._first_row + 2 * y + 1) * shape[2] + (CELL_WIDTH + 1) * x + 1
        self._start = of_kept[start]
        """The beginning of each cell's text among the characters kept."""
        self._read_marks(marks)

    def _read_marks(self, of_options: Sequence[Sequence[tuple[int, str]]]) -> None:
        """The cells and texts of each option; the last row, for no option, has no cells."""
        most = max((len(marks) for marks in of_options), default=0)
        self._cells = np.full((len(of_options) + 1, most), -1, dtype=np.int32)
        self._texts = np.zeros((len(of_options) + 1, most), dtype=np.int32)
        number: dict[str, int] = {}
        for option, marks in enumerate(of_options):
            for at, (cell, text) in enumerate(marks):
                self._cells[option, at] = cell
                self._texts[option, at] = number.setdefault(text, len(number))
        shown = [f"{text:^{CELL_WIDTH}.{CELL_WIDTH}}" for text in number]
        self._letters = np.array([_codes(text) for text in shown], dtype=np.uint32).reshape(len(shown), CELL_WIDTH)

    def of(self, solutions: Sequence[Sequence[int]] | NDArray[Any]) -> list[str]:
        """A text for each solution, a list of option numbers (-1 is padding); the last line has no line end."""
        if isinstance(solutions, np.ndarray):
            rows = solutions.astype(np.int32)
        else:
            longest = max(map(len, solutions), default=0)
            rows = np.array([[*found, *[-1] * (longest - len(found))] for found in solutions], dtype=np.int32)
        at_once = max(1, MOST_CHARACTERS // max(1, self._page.size))
        texts: list[str] = []
        for first in range(0, len(rows), at_once):
            texts += self._drawn(rows[first : first + at_once])
        return texts

    def _drawn(self, solutions: NDArray[Any]) -> list[str]:
        count, length = len(solutions), len(self._kept)
        if not length:
            return [""] * count
        cells = self._cells[solutions].reshape(count, -1)
        row, held = np.nonzero(cells >= 0)
        cells = cells[row, held]
        if self._fixed:
            page = np.repeat(self._page.reshape(1, -1).take(self._kept, axis=1), count, axis=0)
        else:
            groups = np.repeat(self._groups[None], count, axis=0)
            options = np.repeat(solutions, self._cells.shape[1], axis=1)
            groups.reshape(count, -1)[row, self._at[cells]] = options[row, held]
            whole = np.repeat(self._page[None], count, axis=0)
            self._lay_borders(whole, groups)
            page = whole.reshape(count, -1).take(self._kept, axis=1)
        texts = self._texts[solutions].reshape(count, -1)[row, held]
        places = row * length + self._start[cells]
        for letter in range(CELL_WIDTH):
            page.reshape(-1)[places + letter] = self._letters[texts, letter]
        drawn: list[str] = page.view(np.dtype((np.str_, length)))[:, 0].tolist()
        return drawn

    def _lay_borders(self, pages: NDArray[np.uint32], groups: NDArray[np.int32]) -> None:
        """Put the borders of each page between cells of different groups."""
        pages = pages[:, :, self._first_row :, : self._right]
        beside = groups[..., :-1] != groups[..., 1:]
        below = groups[..., :-1, :] != groups[..., 1:, :]
        up, right, down, left = beside[..., :-1, :], below[..., 1:], beside[..., 1:, :], below[..., :-1]
        arms = up | right.astype(np.uint8) << 1 | down.astype(np.uint8) << 2 | left.astype(np.uint8) << 3
        step = CELL_WIDTH + 1
        pages[..., ::2, ::step] = self._corners[arms]
        pages[..., 1::2, ::step] = np.where(beside[..., 1:-1, :], ord("│"), ord(" "))
        for column in range(1, step):
            pages[..., ::2, column::step] = np.where(below[..., 1:-1], ord("─"), ord(" "))

    def _ends(self) -> NDArray[np.int64]:
        """The characters kept: those of each line up to its last border, and its line end, except the last."""
        page = self._page
        kept = np.maximum.accumulate((page != ord(" "))[..., ::-1], axis=2)[..., ::-1]
        page[..., -1] = ord("\n")
        kept[..., -1] = True
        return np.nonzero(kept.reshape(-1))[0][:-1]


class OutlinePictures:
    """Draws solutions on triangles or hexagons as `TextPictures` does on squares."""

    def __init__(
        self, grid: GridKind, places: Sequence[Place], marks: Sequence[Sequence[tuple[int, str]]],
        blocks: Sequence[int], size: int = 0,
    ) -> None:  # fmt: skip
        """``size`` as for `core._drawing.grids.stencil`."""
        self._marks, self._blocks = marks, blocks
        layers = range(1 + max((z for z, _, _ in places), default=-1))
        number = {place: cell for cell, place in enumerate(places)}
        outside = len(places)
        self._heads: list[tuple[int, str]] = []
        self._texts: list[tuple[int, int, int]] = [(0, 0, 0)] * len(places)
        signs: tuple[list[tuple[int, int, str, int, int]], ...] = ([], [])
        top = width = 0
        for layer in layers:
            if len(layers) > 1:
                self._heads.append((top, f"layer {layer + 1}"))
                top += 1
            drawn = stencil(grid, [(y, x) for z, y, x in places if z == layer], size)
            for (line, column), wanted in drawn.signs.items():
                for order, each in enumerate(wanted):
                    one, other = (number.get((layer, *spot), outside) for spot in (each.one, each.other))
                    signs[order].append((top + line, column, each.sign, one, other))
            for spot, (line, column, room) in drawn.texts.items():
                self._texts[number[layer, *spot]] = (top + line, column, room)
            top += drawn.height
            width = max(width, drawn.width)
        self._shape = top, max(width, *(len(head) for _, head in self._heads), 1)
        # The first sign needed at a spot counts, so it is written last.
        self._signs = [
            (np.array([line * self._shape[1] + column for line, column, _, _, _ in laid], dtype=np.int64),
             _codes("".join(sign for _, _, sign, _, _ in laid)),
             np.array([one for *_, one, _ in laid], dtype=np.int64),
             np.array([other for *_, other in laid], dtype=np.int64))
            for laid in reversed(signs) if laid
        ]  # fmt: skip

    def of(self, solutions: Sequence[Sequence[int]] | NDArray[Any]) -> list[str]:
        """A text for each solution, a list of option numbers (-1 is padding); the last line has no line end."""
        return [self._drawn([int(option) for option in found if option >= 0]) for found in solutions]

    def _drawn(self, options: Sequence[int]) -> str:
        groups = np.full(len(self._texts) + 1, _OPEN, dtype=np.int64)
        groups[-1] = _OUTSIDE
        if self._blocks:
            groups[:-1] = self._blocks
        else:
            for option in options:
                groups[[cell for cell, _ in self._marks[option]]] = option
        page = np.full(self._shape, ord(" "), dtype=np.uint32)
        for place, sign, one, other in self._signs:
            needed = groups[one] != groups[other]
            page.reshape(-1)[place[needed]] = sign[needed]
        for line, head in self._heads:
            page[line, : len(head)] = _codes(head)
        for option in options:
            for cell, text in self._marks[option]:
                line, column, room = self._texts[cell]
                column += max(0, room - len(text)) // 2
                page[line, column : column + min(room, len(text))] = _codes(text[:room])
        lines: list[str] = page.view(np.dtype((np.str_, self._shape[1])))[:, 0].tolist()
        return "\n".join(line.rstrip() for line in lines)


def _codes(text: str) -> NDArray[np.uint32]:
    return np.array([ord(letter) for letter in text], dtype=np.uint32)
