"""tdoku (Tom Dillon, C++) as a peer: from a library that was built, or from its sources, which are built here.

Its sources are no part of this project: https://github.com/t-dillon/tdoku.  The
loop over puzzles is machine code like ours, so that neither pays for Python.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

_SOLVER, _REST = "src/solver_dpll_triad_simd.cc", ("src/util.cc",)
_DOT, _ZERO = np.uint8(46), np.uint8(48)


def built(place: Path, machine: str) -> Path:
    """The library at ``place``, or one built of the sources in that folder for a ``-march``.

    The compiler is ``$CXX`` or g++.  Raises FileNotFoundError and CalledProcessError.
    """
    if place.is_file():
        return place
    sources = [place / _SOLVER, *(place / rest for rest in _REST if (place / rest).exists())]
    if not sources[0].exists():
        raise FileNotFoundError(f"{place}: expected a library, or a folder with {_SOLVER}")
    library = Path(tempfile.mkdtemp(prefix="tdoku-")) / f"tdoku-{machine}.so"
    compiler = [os.environ.get("CXX", "g++"), "-std=c++17", "-O3", f"-march={machine}", "-shared", "-fPIC"]
    subprocess.run([*compiler, f"-I{place / 'include'}", *map(str, sources), "-o", str(library)], check=True)
    return library


class Tdoku:
    """Counts solutions up to a limit; not for several threads."""

    def __init__(self, library: Path) -> None:
        function: Any = ctypes.CDLL(str(library)).TdokuSolverDpllTriadSimd
        pointer = ctypes.c_void_p
        function.argtypes = [pointer, ctypes.c_size_t, ctypes.c_uint32, pointer, pointer]
        function.restype = ctypes.c_size_t

        @njit([types.void(types.uint8[:, ::1], types.int64, types.int64[::1], types.int64[::1], types.uint8[::1])])  # type: ignore[untyped-decorator]
        def loop(texts: Any, limit: Any, counts: Any, guesses: Any, solution: Any) -> None:
            for row in range(texts.shape[0]):
                counts[row] = function(
                    texts[row].ctypes.data, limit, np.uint32(0), solution.ctypes.data, guesses[row:].ctypes.data
                )

        self._loop = loop

    def count(self, texts: NDArray[np.uint8], limit: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Counts and guesses for what `texts_of` made."""
        counts, guesses = np.zeros(len(texts), dtype=np.int64), np.zeros(len(texts) + 1, dtype=np.int64)
        self._loop(texts, limit, counts, guesses, np.zeros(128, dtype=np.uint8))
        return counts, guesses[:-1]


def texts_of(puzzles: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Puzzles as tdoku reads them: 81 characters and an end, a row each, with room for reading past it."""
    out = np.zeros((len(puzzles), 96), dtype=np.uint8)
    out[:, :81] = np.where(puzzles == 0, _DOT, puzzles.astype(np.uint8) + _ZERO)
    return out
