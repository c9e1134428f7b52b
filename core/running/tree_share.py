"""How much of a search tree a path leaves behind, and the path that a share of a tree tells."""

from __future__ import annotations

import math
from collections.abc import Sequence


def tree_progress(choices: Sequence[tuple[int, int]]) -> float:
    """Share of a search tree visited, from the path's (k, d): the k-th of d choices at each level.

    Knuth's formula (the progress report of DLX1): the sum over levels of
    (k - 1)/(d_0 … d_l), plus half of the last level's share.
    """
    share, done = 1.0, 0.0
    for chosen, degree in choices:
        share /= max(degree, 1)
        done += (chosen - 1) * share
    return min(1.0, done + share / 2) if choices else 0.0


def split_path(done: float, share: float) -> tuple[int, ...]:
    """The path in a tree of halvings: ``done`` is the share of the tree before the node, ``share`` its own.

    1 for the first half, 2 for the second.  Exact to 52 levels, as the shares are.
    """
    path = []
    while share < 1.0:
        share *= 2
        second = done % share >= share / 2
        path.append(2 if second else 1)
    return tuple(reversed(path))


def splits_at(shares: Sequence[float]) -> list[int]:
    """How often each level was split, given its share of a tree of twofold branches; -1 where it cannot be so."""
    splits, above = [], 1.0
    for share in shares:
        quotient = above / share if 0 < share <= above else 0.0
        exact, power = math.frexp(quotient)
        splits.append(power - 1 if exact == 0.5 else -1)
        above = share
    return splits
