"""Values made on first use: the names of a package, and results that several threads ask for."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def on_demand(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` (PEP 562) of a package that imports each name from its home, a module, on first use.

    Keep it from type checkers: every name that is misspelt would pass.
    """

    def look_up(name: str) -> Any:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(home), name)
        setattr(sys.modules[package], name, value)
        return value

    return look_up


def keeps(last: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the ``last`` results of a function of hashable arguments.

    One thread computes a result; the others that ask for it meanwhile wait.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        lock = threading.Lock()
        cached: Any = lru_cache(maxsize=last)(function)

        @wraps(function)
        def kept(*arguments: P.args, **named: P.kwargs) -> T:
            with lock:
                result: T = cached(*arguments, **named)
                return result

        kept.cache_clear = cached.cache_clear  # type: ignore[attr-defined]
        return kept

    return decorate
