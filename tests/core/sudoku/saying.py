"""For tests of the Sudoku screen: values and sets of them in lines that a person can check."""

from __future__ import annotations

from collections.abc import Iterable

from core.sudoku.grid import values_in
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol, text_of


def rows(shape: Shape, values: Iterable[int]) -> str:
    """Values as rows with blanks between them."""
    text = text_of(values)
    return " ".join(text[at : at + shape.order] for at in range(0, shape.cells, shape.order))


def sets(shape: Shape, each: Iterable[int]) -> str:
    """``r1c2 12, r3c4 3``: the sets of values that are not empty."""
    return ", ".join(
        f"{shape.name_of(cell)} {''.join(map(symbol, values_in(bits)))}" for cell, bits in enumerate(each) if bits
    )
