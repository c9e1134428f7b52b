"""What an exact cover search tells about its current path: the `Snapshot.detail` of every algorithm here.

``detail["profile"]`` is the number of nodes visited at each level, the root
first; ``detail["choices"]`` is a `ItemChoice` for each level of the current path.
"""

from __future__ import annotations

from typing import NamedTuple


class ItemChoice(NamedTuple):
    """One branch of the search tree: the ``number``-th of the ``degree`` ways to cover ``item``."""

    item: int
    option: int
    """The option chosen, or -1 for leaving an item with a multiplicity as it is."""
    number: int
    """1-based: the k in "k of d"."""
    degree: int
