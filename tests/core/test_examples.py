"""Examples in docstrings give what they say, in every module that has one."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [path.relative_to(ROOT) for room in ("core", "tui") for path in (ROOT / room).rglob("*.py")]
WITH_EXAMPLES = sorted(path for path in FILES if ">>> " in (ROOT / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=str)
def test_the_examples_of_a_module_are_true(path: Path) -> None:
    module = import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
