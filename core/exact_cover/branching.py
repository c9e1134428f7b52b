"""What an exact cover search tells about the path it is on: `Snapshot.detail` of every algorithm here.

``detail["profile"]`` is the number of nodes visited at each level, the root
first; ``detail["choices"]`` is a `Choice` for each level of the current path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Choice(NamedTuple):
    """One branch of the search tree: the ``number``-th of the ``degree`` ways to cover ``item``."""

    item: int
    option: int
    """The option chosen, or -1 for leaving an item with a multiplicity as it is."""
    number: int
    """1-based: the k in "k of d"."""
    degree: int


def cover_detail(
    profile: NDArray[Any], items: Iterable[int], options: Iterable[int], numbers: Sequence[tuple[int, int]]
) -> Mapping[str, Any]:
    """The detail mapping from a search's own arrays; trailing levels without nodes are left out."""
    nodes = profile.tolist()
    while nodes and nodes[-1] == 0:
        nodes.pop()
    choices = [Choice(i, o, k, d) for i, o, (k, d) in zip(items, options, numbers, strict=True)]
    return {"profile": nodes, "choices": choices}
