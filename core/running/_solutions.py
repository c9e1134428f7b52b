"""The solutions of a search, kept compactly while it runs."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray


class SolutionList(Sequence[tuple[int, ...]]):
    """Solutions in the order found, with a compact array for each batch.

    Another thread may read while the searching one appends: the list only
    grows, and its length is published last.
    """

    def __init__(self) -> None:
        self._batches: list[NDArray[Any]] = []
        self._ends: list[int] = []
        self._length = 0
        self._forgotten = 0
        self._bytes = 0

    @property
    def nbytes(self) -> int:
        """The memory they take, in bytes."""
        return self._bytes

    def append(self, rows: NDArray[Any]) -> None:
        """Add the rows of a (count, width) integer array; -1 cells are padding."""
        if len(rows) == 0:
            return
        small = int(rows.max(initial=0)) < 127
        self._batches.append(rows.astype(np.int8 if small else np.int32))
        self._bytes += self._batches[-1].nbytes
        self._ends.append(self._length + len(rows))
        self._length += len(rows)

    def forget(self, count: int) -> None:
        """Free the memory of the first ``count`` solutions, whole batches at a time.

        They still count, but reading one raises IndexError, and `as_array` may no longer be called.
        """
        while self._forgotten < len(self._ends) and self._ends[self._forgotten] <= count:
            self._bytes -= self._batches[self._forgotten].nbytes
            self._batches[self._forgotten] = np.empty((0, self._batches[self._forgotten].shape[1]), dtype=np.int8)
            self._forgotten += 1

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[int, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, ...] | list[tuple[int, ...]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length))]
        return unpadded(self.block(index + self._length if index < 0 else index, 1)[0])

    def block(self, index: int, most: int) -> NDArray[Any]:
        """Up to ``most`` solutions from ``index`` on, a row each, as a read-only view of an int8 or int32 array.

        -1 cells are padding.  Nothing is copied, however long the solutions are; a block may be shorter than requested.
        """
        if not 0 <= index < self._length:
            raise IndexError(index)
        batch = bisect.bisect_right(self._ends, index)
        if batch < self._forgotten:
            raise IndexError(f"solution {index} has been forgotten")
        first = index - (self._ends[batch] - len(self._batches[batch]))
        view: NDArray[Any] = self._batches[batch][first : first + most]
        view.flags.writeable = False
        return view

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for batch in list(self._batches):
            for row in batch:
                yield unpadded(row)

    def as_array(self) -> NDArray[np.int32]:
        """All solutions as one (count, width) int32 array, padded with -1."""
        assert not self._forgotten, "some solutions have been forgotten"
        width = max((batch.shape[1] for batch in self._batches), default=0)
        out = np.full((self._length, width), -1, dtype=np.int32)
        start = 0
        for batch in self._batches:
            out[start : start + len(batch), : batch.shape[1]] = batch
            start += len(batch)
        return out


def unpadded(row: NDArray[Any]) -> tuple[int, ...]:
    """A row without its padding (-1 cells)."""
    return tuple(value for value in row.tolist() if value >= 0)
