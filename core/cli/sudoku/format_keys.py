"""The keys of the formats, for command lines: known without a reader being imported."""

from __future__ import annotations

FORMAT_KEYS = (
    "line", "list", "free", "boxed", "candidates", "document", "sdk", "sdx", "ss", "hodoku", "opensudoku", "csv",
    "sudokuwiki", "hsol", "sgt",
)  # fmt: skip
WRITABLE_KEYS = tuple(key for key in FORMAT_KEYS if key != "hsol")
