"""The axis of a chart: the position of a value on it, and the round values it names."""

from __future__ import annotations

import math
from collections.abc import Sequence


class Scale:
    """An axis over these values, logarithmic or linear."""

    def __init__(self, values: Sequence[float], *, logarithmic: bool = True, margin: bool = True) -> None:
        self.logarithmic = logarithmic
        low, high = self._of(min(values)), self._of(max(values))
        if logarithmic and high - low < 0.3 and margin:
            low, high = low - 0.15, high + 0.15
        elif not logarithmic and margin:
            low, high = min(0.0, low), high if high > 0 else 1.0
        self.low, self.high = low, high if high > low else low + 1

    def _of(self, value: float) -> float:
        return math.log10(value) if self.logarithmic else value

    def place(self, value: float) -> float:
        """The position of a value, 0 at the bottom and 1 at the top."""
        return (self._of(value) - self.low) / (self.high - self.low)

    def ticks(self, most: int) -> list[float]:
        """At most ``most`` round values inside: powers of ten, or 1, 2, 5 and so on within a decade."""
        if not self.logarithmic:
            return self._even_ticks(most)
        first, last = math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9)
        decades = [10.0**power for power in range(first, last + 1)]
        if len(decades) >= 2:
            every = max(1, math.ceil(len(decades) / max(1, most)))
            return decades[::every]
        # A narrow range: round values of one or two figures.
        steps = [digit * 10.0**power for power in range(first - 1, last + 1) for digit in (1, 2, 3, 5, 7)]
        inside = [value for value in steps if self.low <= math.log10(value) <= self.high]
        return inside[:: max(1, math.ceil(len(inside) / max(1, most)))]

    def _even_ticks(self, most: int) -> list[float]:
        rough = (self.high - self.low) / max(1, most - 1)
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= rough * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        return [step * k for k in range(first, first + most + 1) if step * k <= self.high * (1 + 1e-9)]
