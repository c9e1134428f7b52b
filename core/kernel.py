"""The one decorator behind every compiled loop.

A *kernel* is a plain Python function over NumPy arrays.  Where Numba is
installed it is compiled without the GIL and cached on disk; where it is not,
or where ``NUMBA_DISABLE_JIT=1`` is set, the same source runs interpreted:
slower, with the same answers.

Only modules that hold kernels import this one, and they are imported when an
algorithm is first used, so neither ``import core`` nor ``--help`` pays for
NumPy or Numba.

Rules for kernels (measured, see DESIGN): monomorphic arguments (one
compilation each), unsigned 64-bit index arithmetic, explicit stacks instead of
recursion, no allocation inside, all state in the arrays that were passed in so
that a run can be left and entered again anywhere.
"""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

try:
    import numba
except ImportError:  # a Python too new for Numba
    numba = None

COMPILED = numba is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether kernels run as machine code in this process."""


def kernel(function: F) -> F:
    """Compile ``function`` with Numba (``nogil``, cached), or return it to run interpreted.

    Interpreted, NumPy's scalar overflow warnings are silenced: unsigned
    arithmetic in kernels wraps on purpose, as it does in machine code.
    """
    if COMPILED:
        return _compiled(function, nogil=True, boundscheck=False)

    @functools.wraps(function)
    def interpreted(*arguments: Any) -> Any:
        with np.errstate(over="ignore"), warnings.catch_warnings():
            return function(*arguments)

    return interpreted  # type: ignore[return-value]


def inline_kernel(function: F) -> F:
    """A helper that kernels call: inlined when compiled, a plain function otherwise."""
    return _compiled(function, inline="always") if COMPILED else function


def _compiled(function: F, **options: Any) -> F:
    """Compiled by Numba, kept on disk where there is a place for it: else every process compiles anew."""
    from core.kernel_cache import keep_on_disk

    compiled: F = numba.njit(**options)(function)
    keep_on_disk(compiled, **options)
    return compiled


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether calling ``function`` now would start at once (no compilation ahead)."""
    return not COMPILED or bool(getattr(function, "signatures", True))
