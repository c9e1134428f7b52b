"""How much memory a count by quadrants takes, which is known before it builds anything."""

from __future__ import annotations

from math import comb

LARGEST_EVEN, LARGEST_ODD = 24, 23
"""Beyond these N the placements of one quadrant fill more than 6 GB."""

PLACEMENTS = (0, 2, 5, 18, 87, 462, 2635, 16870, 118969, 915442, 7535369, 66807234, 634000000)
"""How many placements of non-attacking queens a board of h × h squares has."""
FIRST_HALVES = 1 << 14
"""How many halves each list has room for at first; the room doubles when a job needs more."""
LONGEST_LIST = (16, 16, 16, 64, 64, 64, 256, 1024, 2048, 16384, 131072, 1 << 20, 1 << 23)
"""An upper bound on the halves of one job, by h."""


def bytes_needed(n: int) -> int:
    """An upper bound for N = ``n``, in bytes: the list of placements, the jobs, and four lists of halves."""
    h, odd = divmod(n, 2)
    keys = comb(2 * h, h)
    jobs = keys // 3 + (h * comb(2 * h, h) if odd else 0)
    return 8 * (PLACEMENTS[h] + 2 * keys + 8 * jobs + 4 * max(FIRST_HALVES, LONGEST_LIST[h])) + (1 << 20)
