"""The links dance: single unlinkings and relinkings, between one node of a search and the next.

This module does not repeat the algorithm: it runs the search's own kernel,
interpreted, on a copy of its arrays that records every link it writes.  So the
steps come in the order of the algorithm, colours and multiplicities included.

Terms are Knuth's (2000): ``L`` and ``R`` lead through the header list, ``U``
and ``D`` through the list of an item; ``size`` is the number of options in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from core._search import Search
from core.exact_cover._kernels.coloured_links import ColouredLinks
from core.exact_cover._kernels.dancing_links import DancingLinks

LARGEST = 2000
"""The most nodes of a linked structure whose steps are recorded."""


class NodeField(StrEnum):
    """A field of a node."""

    LEFT = "L"
    RIGHT = "R"
    UP = "U"
    DOWN = "D"
    SIZE = "size"


OPPOSITE = {
    NodeField.LEFT: NodeField.RIGHT, NodeField.RIGHT: NodeField.LEFT,
    NodeField.UP: NodeField.DOWN, NodeField.DOWN: NodeField.UP,
}  # fmt: skip


HEADER_LINKS = (NodeField.LEFT, NodeField.RIGHT)
COLUMN_LINKS = (NodeField.UP, NodeField.DOWN)


@dataclass(frozen=True, slots=True)
class Write:
    """An assignment: ``field[node]`` was ``old`` and becomes ``new``."""

    field: NodeField
    node: int
    old: int
    new: int


class StepKind(StrEnum):
    """What a step does."""

    UNLINK = "unlink"
    RELINK = "relink"
    PUT_BACK = "put back"
    """One link of options that go back into the list of an item with a multiplicity."""


@dataclass(frozen=True, slots=True)
class LinkStep:
    """One unlinking or relinking."""

    kind: StepKind
    node: int
    """The node that leaves its list or comes back: a header if ``header`` is true."""
    item: int
    """The header of the list, 0 for the header list itself."""
    writes: tuple[Write, ...]
    """The assignments in their order, the links first, then the size."""

    @property
    def links(self) -> tuple[Write, ...]:
        """The assignments to links: two, unless options are put back."""
        return tuple(write for write in self.writes if write.field is not NodeField.SIZE)


class Structure:
    """The linked structure: four links and a size, all of them node numbers.

    Node 0 is the root, 1 to ``items`` are the headers, the others the nodes of
    the options; ``top`` gives the header of a node and ``option`` its option.
    """

    def __init__(self, search: DancingLinks | ColouredLinks, items: int) -> None:
        cells, heads = (array.tolist() for array in search.links())
        self.items = items
        self.nodes = [x for x in range(items + 1, len(cells) // 4) if cells[4 * x]]
        """The nodes of the options, option by option."""
        self.top = {x: cells[4 * x] for x in self.nodes}
        self.option = {x: cells[4 * x + 3] for x in self.nodes}
        self.fields: dict[NodeField, dict[int, int]] = {
            NodeField.LEFT: {i: heads[2 * i] for i in range(items + 1)},
            NodeField.RIGHT: {i: heads[2 * i + 1] for i in range(items + 1)},
            NodeField.UP: {x: cells[4 * x + 1] for x in (*range(1, items + 1), *self.nodes)},
            NodeField.DOWN: {x: cells[4 * x + 2] for x in (*range(1, items + 1), *self.nodes)},
            NodeField.SIZE: {i: cells[4 * i] for i in range(1, items + 1)},
        }

    def row(self, field: NodeField, start: int) -> list[int]:
        """The nodes met from ``start`` along a link until it comes round again, ``start`` left out."""
        out: list[int] = []
        node = self.fields[field][start]
        while node != start and len(out) <= len(self.nodes) + self.items:
            out.append(node)
            node = self.fields[field][node]
        return out

    @property
    def headers(self) -> list[int]:
        """The headers that are in the header list, in its order."""
        return self.row(NodeField.RIGHT, 0)

    def column(self, header: int) -> list[int]:
        """The nodes that are in the list of an item, from the top."""
        return self.row(NodeField.DOWN, header)

    def size(self, header: int) -> int:
        """How many nodes the list of an item has, by its header."""
        return self.fields[NodeField.SIZE][header]

    def linked(self, node: int) -> bool:
        """Whether both neighbours of a node lead back to it: its list holds it."""
        before, after = COLUMN_LINKS if node in self.top else HEADER_LINKS
        fields = self.fields
        return fields[after][fields[before][node]] == node and fields[before][fields[after][node]] == node

    def put(self, write: Write, *, back: bool = False) -> None:
        """Make an assignment, or take it back."""
        self.fields[write.field][write.node] = write.old if back else write.new


class LinkDance:
    """The steps from one node of a search to the next, and a place among them."""

    def __init__(self, search: DancingLinks | ColouredLinks, items: int, *, at_end: bool = False) -> None:
        self.structure = Structure(search, items)
        self.steps = tuple(_steps(search, self.structure))
        self.place = 0
        """How many of the steps have been made."""
        if at_end:
            while self.forward():
                pass

    @property
    def last(self) -> LinkStep | None:
        """The step made last."""
        return self.steps[self.place - 1] if self.place else None

    @property
    def next(self) -> LinkStep | None:
        """The step that comes next."""
        return self.steps[self.place] if self.place < len(self.steps) else None

    def forward(self) -> bool:
        """Make the next step; False if there is none before the next node."""
        step = self.next
        if step is None:
            return False
        for write in step.writes:
            self.structure.put(write)
        self.place += 1
        return True

    def back(self) -> bool:
        """Take the last step back; False at the node itself."""
        step = self.last
        if step is None:
            return False
        for write in reversed(step.writes):
            self.structure.put(write, back=True)
        self.place -= 1
        return True


def link_dance(search: Search | None, *, at_end: bool = False) -> LinkDance | None:
    """Return the dance from the node where a search has paused; None for a search without links, or too large.

    Raises InUse if another thread is moving the search on.
    """
    if not isinstance(search, (DancingLinks, ColouredLinks)):
        return None
    items = search.problem.size
    if len(search.arrays["cells"]) > 4 * (LARGEST + items + 1):
        return None
    search.check_unused()
    dance = LinkDance(search, items, at_end=at_end)
    search.check_unused()
    return dance


class _Noted:
    """An array of the kernel that records what is written into it."""

    def __init__(self, values: list[int], name: str, notes: list[tuple[str, int, int, int]]) -> None:
        self._values, self._name, self._notes = values, name, notes
        self.shape = (len(values),)

    def __getitem__(self, place: int) -> int:
        return self._values[place]

    def __setitem__(self, place: int, value: int) -> None:
        self._notes.append((self._name, place, self._values[place], value))
        self._values[place] = value


def _noted(search: DancingLinks | ColouredLinks) -> list[tuple[str, int, int, int]]:
    """Everything that the kernel writes into cells and heads on the way to the next node."""
    notes: list[tuple[str, int, int, int]] = []
    state: Any = search.kernel_state()
    copies: dict[str, Any] = {
        name: value.copy() for name, value in state._asdict().items() if isinstance(value, np.ndarray)
    }
    for name in ("cells", "heads"):
        copies[name] = _Noted(copies[name].tolist(), name, notes)
    search.kernel.interpret(state._replace(**copies), 1, 1 << 60, np.empty((0, 1), dtype=np.int32))
    return notes


def _writes(search: DancingLinks | ColouredLinks) -> Iterator[Write]:
    """The writes of a run as assignments between nodes."""
    scale = 4 if isinstance(search, DancingLinks) else 1  # dlx keeps places in its arrays, four to a node
    stride = 4 if isinstance(search, DancingLinks) else 2
    for name, place, old, new in _noted(search):
        if name == "heads":
            yield Write(
                NodeField.RIGHT if place % stride else NodeField.LEFT, place // stride, old // scale, new // scale
            )
        elif place % 4 == 0:
            yield Write(NodeField.SIZE, place // 4, old, new)
        else:
            yield Write(NodeField.UP if place % 4 == 1 else NodeField.DOWN, place // 4, old // scale, new // scale)


def _steps(search: DancingLinks | ColouredLinks, structure: Structure) -> Iterator[LinkStep]:
    """Assignments grouped into steps: two links that belong together, and the size that follows them."""
    if search.starts_again:  # the links are put back as they were at first, and do not dance
        return
    # A link that leads to itself and stays so is no step: secondary items are in no header list, and lists may be
    # empty.
    writes = [w for w in _writes(search) if w.field is NodeField.SIZE or not w.old == w.new == w.node]
    place = 0
    while place < len(writes):
        first = writes[place]
        end = place + 1
        second = writes[end] if end < len(writes) else None
        kind, node = StepKind.PUT_BACK, first.new
        if second is not None and second.field is OPPOSITE.get(first.field):
            if (first.node, first.new) == (second.new, second.node) and first.node != first.old == second.old:
                kind, node, end = StepKind.UNLINK, first.old, end + 1
            elif first.new == second.new and (first.old, second.old) == (second.node, first.node):
                kind, node, end = StepKind.RELINK, first.new, end + 1
        if first.field is NodeField.UP and kind is StepKind.PUT_BACK:
            node = first.node
        while end < len(writes) and writes[end].field is NodeField.SIZE:
            end += 1
        item = 0 if first.field in HEADER_LINKS else structure.top.get(node, node)
        yield LinkStep(kind, node, item, tuple(writes[place:end]))
        place = end
