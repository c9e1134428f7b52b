"""Results that several threads need and one of them makes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def keeps(last: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keeps the ``last`` results of a function of hashable arguments; who asks while one is being made waits for it."""

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
