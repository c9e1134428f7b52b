"""What Textual does again and again, done once, or only when it is needed.

Rules: Textual reads all of them again when a screen brings some of its own and when the theme has been set, takes them
into a set for every part of every widget (its component classes), and styles the parts again whenever it styles the
widget, at every change of the focus.

Lines: Textual gives each `Strip` seven caches, fifteen objects, of which one or two are ever asked: making a strip took
3 µs, and the garbage collector looked through them all.  Here a cache is made when it is first asked, and a strip in
0.6 µs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from rich.segment import Segment
from textual.cache import FIFOCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.strip import Strip

KEPT_THEMES = 4
"""How many choices of colours have their rules kept."""

_Sheet = tuple[str, CSSLocation, bool, int, str]


class _Rule(RuleSet):
    """A rule that goes into sets by identity.  Textual's do too, but with a call of Python each time: a fifth of the
    styling.
    """

    __hash__ = object.__hash__


class OnceReadStylesheet(Stylesheet):
    """Textual's, which remembers what it has read with the same variables; so do others in this process.

    Parts of a widget are styled again only when the rules that name them, or classes above them, have changed.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._read = _read_with(tuple(self._variables.items()))
        self._styled: WeakKeyDictionary[DOMNode, tuple[object, ...]] = WeakKeyDictionary()
        """By what the parts of each widget have been styled: the rules that name them, and the classes above them."""

    def set_variables(self, variables: dict[str, str]) -> None:
        super().set_variables(variables)
        self._read = _read_with(tuple(variables.items()))

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        sheet = (css, read_from, is_default_rules, tie_breaker, scope)
        rules = self._read.get(sheet)
        if rules is None:
            rules = self._read[sheet] = super()._parse_rules(*sheet)
            for rule in rules:
                rule.__class__ = _Rule
        return rules

    def _process_component_classes(self, node: DOMNode) -> None:
        parts = node._get_component_classes()
        if not parts:
            return
        rules = self.rules_map
        naming = [rule for part in parts for rule in rules.get(f".{part}", ())]
        by = (*naming, *rules.get("*", ()), *(above.classes for above in node.css_path_nodes))
        if self._styled.get(node) != by or any(rule.pseudo_classes for rule in naming):
            super()._process_component_classes(node)
            self._styled[node] = by

    def reparse(self) -> None:
        """Apply the variables that have been set (Textual reads into a fresh sheet, which remembers nothing)."""
        self.parse()


@lru_cache(maxsize=KEPT_THEMES)
def _read_with(variables: tuple[tuple[str, str], ...]) -> dict[_Sheet, list[RuleSet]]:
    """What has been read with these variables, to be added to."""
    return {}


# Lines

_AS_MADE = {name: getattr(Strip([]), name) for name in Strip.__slots__ if name not in ("_segments", "_cell_length")}
_SIZES = {name: value._maxsize for name, value in _AS_MADE.items() if isinstance(value, FIFOCache)}
_PLAIN = [(name, value) for name, value in _AS_MADE.items() if name not in _SIZES]


def _init(strip: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    strip._segments = list(segments)
    strip._cell_length = cell_length
    for name, value in _PLAIN:
        setattr(strip, name, value)


def _cache(strip: Strip, name: str) -> FIFOCache[Any, Any]:
    """A cache that has not been made yet; Python asks only if a strip has no such attribute."""
    if name not in _SIZES:
        raise AttributeError(f"{type(strip).__name__!r} object has no attribute {name!r}", name=name, obj=strip)
    cache: FIFOCache[Any, Any] = FIFOCache(_SIZES[name])
    setattr(strip, name, cache)
    return cache


def make_caches_when_asked() -> None:
    """Do so for all strips of this process."""
    Strip.__init__ = _init  # type: ignore[method-assign, assignment]
    Strip.__getattr__ = _cache  # type: ignore[attr-defined]
