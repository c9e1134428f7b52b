"""Saved positions of one search, evenly spread over what it has visited, in a bounded amount of memory."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

FIRST_SPACING = 64
"""Nodes between two frames at first: replaying so few takes no time that anybody could notice."""
NEAR_SHARE = 8
"""The frames close to where somebody walks may take one part in so many of the memory."""
MOST_NEAR = 64

Place = tuple[int, tuple[int, ...]]
"""Order of positions: 0 before the root, 1 and the path at a node, 2 when the whole tree has been visited."""
BEFORE_ROOT: Place = (0, ())
END: Place = (2, ())


@dataclass(frozen=True, slots=True)
class Keyframe:
    """A position to go on from."""

    node: int
    """Nodes visited."""
    solutions: int
    place: Place | None
    """None for a search without a tree."""
    data: Mapping[str, Any]
    size: int
    """Bytes."""


class Keyframes:
    """Frames in order of their nodes: a first one, a sparse row, and a few close to where somebody walks."""

    def __init__(self, first: Keyframe, memory: int) -> None:
        self._memory = memory
        self._spacing = FIRST_SPACING
        self._far = [first]
        self._near: list[Keyframe] = []
        self._far_bytes = first.size
        self._near_bytes = 0

    @property
    def first(self) -> Keyframe:
        """Where the search was when it began to be watched."""
        return self._far[0]

    @property
    def memory(self) -> int:
        """Bytes that all frames take: at most what was allowed, unless the first alone takes more."""
        return self._far_bytes + self._near_bytes

    def __len__(self) -> int:
        return len(self._far) + len(self._near)

    def wants(self, node: int) -> bool:
        """Whether a frame at this node would be kept in the sparse row."""
        at = bisect.bisect_right(self._far, node, key=lambda frame: frame.node)
        if node - self._far[at - 1].node < self._spacing:
            return False
        return at == len(self._far) or self._far[at].node - node >= self._spacing

    def add(self, frame: Keyframe) -> None:
        """Keep a frame in the sparse row; where memory runs out, every frame stands for more nodes."""
        bisect.insort(self._far, frame, key=lambda frame: frame.node)
        self._far_bytes += frame.size
        while self._far_bytes > self._memory - self._memory // NEAR_SHARE and len(self._far) > 1:
            self._spacing *= 2
            kept = self._far[:1]
            for each in self._far[1:]:
                if each.node - kept[-1].node >= self._spacing:
                    kept.append(each)
            self._far = kept
            self._far_bytes = sum(each.size for each in kept)

    def add_near(self, frame: Keyframe) -> None:
        """Keep a frame for the next moves; the oldest of these give way."""
        if frame.size > self._memory // NEAR_SHARE or any(each.node == frame.node for each in self._near):
            return
        self._near.append(frame)
        self._near_bytes += frame.size
        while self._near_bytes > self._memory // NEAR_SHARE or len(self._near) > MOST_NEAR:
            self._near_bytes -= self._near.pop(0).size

    def near_at_once(self, size: int) -> int:
        """How many frames of that size may be kept near, 1 at least."""
        return max(1, min(MOST_NEAR // 2, self._memory // NEAR_SHARE // max(1, size)))

    def __iter__(self) -> Iterator[Keyframe]:
        """All frames, first node first."""
        return iter(sorted([*self._far, *self._near], key=lambda frame: frame.node))

    def before(self, node: int) -> Keyframe:
        """The last frame at or before a node (the first frame where there is none)."""
        at = bisect.bisect_right(self._far, node, key=lambda frame: frame.node)
        best = self._far[max(0, at - 1)]
        for frame in self._near:
            if best.node < frame.node <= node:
                best = frame
        return best
