"""Source files of the project as syntax trees, for tests of what stands in them."""

from __future__ import annotations

import ast
import gc
from pathlib import Path


def tree_of(path: Path) -> ast.Module:
    """The tree of a file.

    No garbage is collected meanwhile.  Finalizers let other threads run, and where one of these makes a tree at the
    same time, Python up to 3.11.7 calls that a fault of its own (SystemError, CPython issue 106905).
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"), str(path))
    finally:
        if collecting:
            gc.enable()
