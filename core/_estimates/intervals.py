"""95 % intervals from a sample: Student's t, and the total of all from those drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_T = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
NORMAL = 1.959964
"""The 97.5 % quantile of the normal distribution."""


def t_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t with this many degrees of freedom, to three decimals."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    z = NORMAL  # beyond the table by the expansion of Fisher and Cornish (1960)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


@dataclass(frozen=True, slots=True)
class Likely:
    """A value and its 95 % interval, provided the parts are alike in kind."""

    value: float
    low: float
    high: float

    @classmethod
    def of_total(cls, sample: Sequence[float], of: int) -> Likely:
        """The sum over ``of`` parts, estimated from a sample (at least two, unless there are no more)."""
        count = len(sample)
        mean = sum(sample) / count
        if count == of:
            return cls(mean * of, mean * of, mean * of)
        spread = math.sqrt(sum((each - mean) ** 2 for each in sample) / (count - 1))
        error = t_quantile(count - 1) * spread / math.sqrt(count) * math.sqrt(1 - count / of)
        return cls(mean * of, max(0.0, mean - error) * of, (mean + error) * of)

    def widened(self, by: float) -> Likely:
        """This value with both ends of its interval moved outwards by a share ``by``."""
        return Likely(self.value, self.low / (1 + by), self.high * (1 + by))
