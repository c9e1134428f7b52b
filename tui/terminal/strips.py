"""Lines that are quick to make.

Textual gives each `Strip` seven caches, fifteen objects, of which one or two are ever asked: making a strip took 3 µs,
and the garbage collector looked through them all.  Here a cache is made when it is first asked, and a strip in 0.6 µs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.segment import Segment
from textual.cache import FIFOCache
from textual.strip import Strip

_AS_MADE = {name: getattr(Strip([]), name) for name in Strip.__slots__ if name not in ("_segments", "_cell_length")}
_SIZES = {name: value._maxsize for name, value in _AS_MADE.items() if isinstance(value, FIFOCache)}
_PLAIN = [(name, value) for name, value in _AS_MADE.items() if name not in _SIZES]


def _init(strip: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    strip._segments = list(segments)
    strip._cell_length = cell_length
    for name, value in _PLAIN:
        setattr(strip, name, value)


def _cache(strip: Strip, name: str) -> FIFOCache[Any, Any]:
    """What has not been made yet; Python asks only where a strip has no such attribute."""
    if name not in _SIZES:
        raise AttributeError(f"{type(strip).__name__!r} object has no attribute {name!r}", name=name, obj=strip)
    cache: FIFOCache[Any, Any] = FIFOCache(_SIZES[name])
    setattr(strip, name, cache)
    return cache


def make_caches_when_asked() -> None:
    """Have it so for all strips of this process."""
    Strip.__init__ = _init  # type: ignore[method-assign, assignment]
    Strip.__getattr__ = _cache  # type: ignore[attr-defined]
