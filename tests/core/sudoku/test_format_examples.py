"""The example in the docstring of each format's module: it is read, and taken for that format."""

from __future__ import annotations

import importlib
import re
import textwrap

import pytest

from core.sudoku import read_text
from core.sudoku._formats import FORMATS, Puzzle, detect

_INDENTED = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)
PACKED = "hsol"
"""A zip archive: it has no example that could be read from a docstring."""


def examples(module: str) -> list[str]:
    """The indented parts of a module's docstring."""
    told = importlib.import_module(f"core.sudoku._formats.{module}").__doc__ or ""
    return [textwrap.dedent(part).strip("\n") + "\n" for part in _INDENTED.findall(told)]


@pytest.mark.parametrize("module", [*sorted({entry.module for entry in FORMATS} - {PACKED}), "python_lists"])
def test_every_format_shows_what_it_looks_like(module: str) -> None:
    keys = [entry.key for entry in FORMATS if entry.module == module] or ["list"]
    shown = examples(module)
    assert [detect(text) for text in shown] == keys
    for text in shown:
        assert all(isinstance(item, Puzzle) for item in read_text(text)), list(read_text(text))
