"""Whom to blame: the fewest choices that rule out a number of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

MOST_LOOKED_AT = 5_000
"""The number of options examined before the search settles for the fewest choices found so far."""


@lru_cache(maxsize=64)
def fewest_choices(ways_out: Sequence[Sequence[int]], spare: int = 0) -> int:
    """The fewest choices, as bits, that rule out all but ``spare`` of some options; the earliest, if several are as
    few.

    For each option ``ways_out`` has the sets of choices, as bits, that rule it out, each by itself.  With sets of one
    choice this is a smallest hitting set (Reiter 1987, "A theory of diagnosis from first principles").  It is found
    by branch and bound; with hundreds of options the limit may be reached before it is proved minimal.
    """
    return _Fewest(ways_out, spare).best


class _Fewest:
    def __init__(self, ways_out: Sequence[Sequence[int]], spare: int) -> None:
        self.best = -1
        self._rank: tuple[int, tuple[int, ...]] | None = None
        self._seen: set[int] = set()
        self._looked_at, self._spare = 0, spare
        self._search(0, sorted((each for each in ways_out if 0 not in each), key=len))

    def _search(self, chosen: int, options: Sequence[Sequence[int]]) -> None:
        """Continue from some choices with the options that they do not yet rule out."""
        if chosen in self._seen:
            return
        self._seen.add(chosen)
        if len(options) <= self._spare:
            rank = chosen.bit_count(), levels_of(chosen)
            if self._rank is None or rank < self._rank:
                self.best, self._rank = chosen, rank
            return
        self._looked_at += len(options)
        if self._rank is not None and (
            self._looked_at > MOST_LOOKED_AT or chosen.bit_count() + self._at_least(chosen, options) > self._rank[0]
        ):
            return
        # At least one of these options cannot be spared.
        ways = {chosen | way for each in options[: self._spare + 1] for way in each}
        left = {way: _without(way, options) for way in ways}
        for way in sorted(ways, key=lambda way: (len(left[way]), levels_of(way))):
            self._search(way, left[way])

    def _at_least(self, chosen: int, options: Sequence[Sequence[int]]) -> int:
        """A lower bound on the number of choices missing: each contributes to only so many options."""
        parts = Counter(level for ways in options for level in {b for way in ways for b in levels_of(way & ~chosen)})
        missing, number = len(options) - self._spare, 0
        for _, part in parts.most_common():
            if missing <= 0:
                break
            missing, number = missing - part, number + 1
        return number


def _without(chosen: int, options: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """The options that these choices do not rule out."""
    return [ways for ways in options if all(way & ~chosen for way in ways)]


@lru_cache(maxsize=4096)
def levels_of(bits: int) -> tuple[int, ...]:
    """The choices of a set of bits, by level."""
    return tuple(level for level in range(bits.bit_length()) if bits >> level & 1)
