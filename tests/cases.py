"""Which of a test's cases run always, where all of them try the same at other sizes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

Param: Any = type(pytest.param())


def slow(*values: Any) -> Any:
    """A case of a parametrized test that only `-m slow` runs; a smaller one like it runs always."""
    return pytest.param(*values, marks=pytest.mark.slow)


def others_slow(cases: Iterable[Any], *always: Any) -> list[Any]:
    """The cases of a parametrized test: those named here (a case, or its id) run always, all others are slow."""
    made, found = [], 0
    for case in cases:
        if not isinstance(case, Param):
            case = pytest.param(*(case if isinstance(case, tuple) else (case,)))
        quick = case.id in always or case.values in always or case.values[0] in always
        found += quick
        made.append(case if quick else pytest.param(*case.values, id=case.id, marks=(*case.marks, pytest.mark.slow)))
    assert found == len(always), f"{always} are not all among the cases"
    return made
