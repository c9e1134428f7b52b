"""A Sudoku as groups of which exactly one variable is true: what `core.sudoku.solvers.learning` works on."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.sudoku.shape import Shape
from core.sudoku.solvers.arrays import units_array


@lru_cache(maxsize=8)
def groups_of(shape: Shape) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """The variables of all groups, where each group begins (and the end), and the groups of each variable.

    Those are a row for each variable, with -1 after the last.

    Variable n·cell + value - 1 says that the cell has the value.  Where boxes
    are rectangles there are two more for each value and each segment (what a
    line and a box have in common): that it is in there, and that it is not.
    """
    n, cells = shape.order, shape.cells
    values = np.arange(n, dtype=np.int64)
    units = units_array(shape)[0 if shape.regions else 3 * n :].astype(np.int64)
    tables = [
        np.arange(cells * n, dtype=np.int64).reshape(cells, n),
        (units[:, None, :] * n + values[None, :, None]).reshape(-1, n),
    ]
    end = cells * n
    if shape.regions is None:
        for across in (True, False):
            more, end = _segments(shape, across, end)
            tables += more
    members = np.concatenate([table.ravel() for table in tables])
    sizes = np.repeat([table.shape[1] for table in tables], [table.shape[0] for table in tables])
    starts = np.concatenate([[0], np.cumsum(sizes)])
    order = np.argsort(members, kind="stable")
    counts = np.bincount(members, minlength=end)
    groups = np.full((end, int(counts.max())), -1, dtype=np.int32)
    firsts = np.cumsum(counts) - counts
    found = members[order]
    groups[found, np.arange(len(order)) - firsts[found]] = np.repeat(np.arange(len(sizes)), sizes)[order]
    return members.astype(np.int32), starts.astype(np.int32), groups


def _segments(shape: Shape, across: bool, end: int) -> tuple[list[NDArray[np.int64]], int]:
    """The groups of the segments of rows (or columns), with variables from ``end`` on; and the new end."""
    n = shape.order
    length = shape.box_columns if across else shape.box_rows
    cells = np.arange(shape.cells).reshape(n, n)
    parts = (cells if across else cells.T).reshape(n, n // length, length)  # line, segment, cell
    present = end + np.arange(2 * parts.shape[0] * parts.shape[1] * n).reshape(2, *parts.shape[:2], n)
    inside, absent = present[0], present[1]  # line, segment, value
    of_cells = parts[:, :, None, :] * n + np.arange(n)[None, None, :, None]
    with_absent = np.concatenate([absent[..., None], of_cells], axis=3).reshape(-1, length + 1)
    either = np.stack([inside, absent], axis=3).reshape(-1, 2)
    in_line = inside.transpose(0, 2, 1).reshape(-1, n // length)
    deep = n // (shape.bands if across else shape.stacks)  # lines to a box
    in_box = inside.reshape(n // deep, deep, n // length, n).transpose(0, 2, 3, 1).reshape(-1, deep)
    return [with_absent, either, in_line, in_box], end + present.size
