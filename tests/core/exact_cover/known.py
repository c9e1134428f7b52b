"""Numbers of tilings with dominoes, counted without exact cover."""

from __future__ import annotations

from collections import Counter


def fibonacci(n: int) -> int:
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def tilings(height: int, width: int) -> int:
    """Dominoes on height × width squares, square by square: which of the next ``height`` are taken already."""
    ways = {0: 1}
    for place in range(height * width):
        after: Counter[int] = Counter()
        for taken, count in ways.items():
            if taken & 1:
                after[taken >> 1] += count
                continue
            after[taken >> 1 | 1 << (height - 1)] += count
            if (place + 1) % height and not taken & 2:
                after[taken >> 1 | 1] += count
        ways = after
    return ways[0]
