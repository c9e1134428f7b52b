"""The rules that widgets are drawn by, read once for each choice of colours.

Textual reads all of them again when a screen brings some of its own and when
the theme has been set, and takes them into a set for every part of every widget.
"""

from __future__ import annotations

from functools import lru_cache

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

KEPT_THEMES = 4
"""Of so many choices of colours the rules are kept."""

_Sheet = tuple[str, CSSLocation, bool, int, str]


class _Rule(RuleSet):
    """Textual's rules too go by identity in sets, but with a call of Python each time: a fifth of the styling."""

    __hash__ = object.__hash__


class OnceReadStylesheet(Stylesheet):
    """Textual's, which remembers what it has read with the same variables; so do others in this process."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._read = _read_with(tuple(self._variables.items()))

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

    def reparse(self) -> None:
        """Apply the variables that have been set (Textual reads into a fresh sheet, which remembers nothing)."""
        self.parse()


@lru_cache(maxsize=KEPT_THEMES)
def _read_with(variables: tuple[tuple[str, str], ...]) -> dict[_Sheet, list[RuleSet]]:
    """What has been read with these variables, to be added to."""
    return {}
