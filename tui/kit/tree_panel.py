"""The visited tree beside the board, as an icicle: a level a row, width by the nodes below.

It is opened and closed by a key of the screen, grown in a thread, zoomed and pointed at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click
from textual.message import Message

from core._words import counted, grouped
from tui.kit.icicle_cells import IcicleCell, Window
from tui.kit.lines import Line, Lines
from tui.kit.values import TreeValue
from tui.kit.wrapping import wrapped
from tui.lab.grown_tree import Grow, GrownTree
from tui.lab.session import SearchTask
from tui.lab.worker import in_background, in_thread

if TYPE_CHECKING:
    from textual.timer import Timer

    from core.running import VisitedTree
    from core.running._visited_tree import Growing, TreeTop

SIGNS = {IcicleCell.NOTHING: " ", IcicleCell.BRANCH: "▄", IcicleCell.DEAD: "▒", IcicleCell.SOLUTION: "◆"}
ASCII_SIGNS = {IcicleCell.NOTHING: " ", IcicleCell.BRANCH: "=", IcicleCell.DEAD: "x", IcicleCell.SOLUTION: "*"}
BELOW = str.maketrans({"▄": "█", "◆": " ", "*": " "})
"""The signs of a level in the lines below its first one."""
TONES = {
    IcicleCell.NOTHING: "muted", IcicleCell.BRANCH: "primary", IcicleCell.DEAD: "tree--dead",
    IcicleCell.SOLUTION: "good",
}  # fmt: skip


ZOOM = "  z Z zoom"
LOOK_SECONDS = 0.25
"""How often to look how far a tree has been grown."""
LEAST_SHARE = 0.005
"""Less of a tree than this says nothing yet."""
TALLEST = 4
"""The most lines of a level, even if there is room for more."""
LEAST_DRAWING = 12
"""Columns below which the counts beside the drawing give way to it."""


class TreePanel(Lines, can_focus=True):
    """Draws a `Window` on a tree; `Pointed` tells which node is pointed at.  While it is closed nothing is grown."""

    @dataclass
    class Pointed(Message):
        """A node was pointed at, by a key or the mouse."""

        node: int
        """Its number, as the search counts: 1 is the root."""

    BINDINGS = [
        Binding("up,k", "point('up')", "parent", show=False),
        Binding("down,j", "point('down')", "first below", show=False),
        Binding("left,h", "point('left')", "before", show=False),
        Binding("right,l", "point('right')", "after", show=False),
        Binding("z", "zoom(1)", "zoom in", show=False),
        Binding("Z", "zoom(-1)", "zoom out", show=False),
    ]
    COMPONENT_CLASSES = {"tree--dead"}
    DEFAULT_CSS = """
    TreePanel {
        display: none; height: 1fr; min-height: 6;
        & > .tree--dead { color: $error; }
    }
    """

    def __init__(self, tree: GrownTree, *, id: str | None = None, classes: str = "panel") -> None:
        super().__init__(id=id, classes=classes)
        self.grown = tree
        self.window: Window | None = None
        self.top: TreeTop | None = None
        self.border_title = "Tree"
        self.border_subtitle = "arrows move, z Z zoom, T closes"
        self._timer: Timer | None = None
        self._node = 1
        """Where the search is."""

    def open(self) -> None:
        """Show it, and give it the keyboard."""
        self.display = True
        self.focus(scroll_visible=False)

    # Growing

    def watch_value(self, value: TreeValue | None) -> None:
        """Show the tree of this search, grown first if need be."""
        if value is None:
            return
        self._node = value.node
        work = self.grown.to_grow(value.of, value.of.start)
        if work is not None:
            in_background(self, partial(self._grow, value.of, work), "tree")
        self._show()

    def _unseen(self) -> bool:
        return not (self.is_running and self.display)

    async def _grow(self, ran: SearchTask[Any], work: Grow) -> None:
        why_none = "" if ran.unexplained is None else f"There is no tree to show. {ran.unexplained}."
        try:
            tree = await in_thread(partial(work, self._unseen), "tree")
        except Exception as trouble:  # the search cannot be begun, which it says itself
            tree, why_none = None, why_none or f"There is no tree to show: {trouble}."
        if tree is None and self._unseen():
            self.grown.forget()  # given up; it is grown again when next looked at
        self.grown.grown(ran, tree, why_none)
        if self.grown.is_of(ran):
            self._show()

    def _show(self) -> None:
        """Draw the tree, or how far it is while it is being grown."""
        if self.grown.at_work:
            if self._timer is None:
                self._timer = self.set_interval(LOOK_SECONDS, self._look)
            self._timer.resume()
        self._draw(self.grown.tree, self._node)

    def _look(self) -> None:
        """How far it is by now."""
        if not self.grown.at_work:
            assert self._timer is not None
            self._timer.pause()
            self.screen.refresh_bindings()  # there is nothing to stop any more
        self.paint()

    # Drawing

    def _draw(self, tree: VisitedTree | TreeTop | None, node: int) -> None:
        from core.running import VisitedTree
        from core.running._visited_tree import TreeTop

        self.top = tree if isinstance(tree, TreeTop) else None
        if not isinstance(tree, VisitedTree) or tree.nodes == 0:
            self.window = None
        else:
            node = min(max(node, 1), tree.nodes)
            root = self.window.root if self.window is not None and self.window.tree is tree else 1
            window = Window(tree, root, node)
            inside = root <= node <= int(tree.ends[root - 1])
            self.window = window if inside else replace(window, root=1)
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        if self.window is None:
            yield from self._without_window(width, height)
            return
        window, glyphs = self.window, self.app.glyphs
        signs = SIGNS if glyphs.unicode else ASCII_SIGNS
        rows, across, digits, tall = self._places(width, height)
        cells, path = window.cells(across, rows)
        counts = window.counts(rows)
        if digits:
            head = " " * across + " level" + "nodes".rjust(digits[0]) + "dead".rjust(digits[1])
            yield [Segment(head, self.tone("muted"))]
        top, here = window.top(rows), int(window.tree.depths[window.node - 1])
        for row, spans in enumerate(path):
            line = [
                Segment(signs[cell] if spans is None or not spans[0] <= x < spans[1] else _marked(cell, signs),
                        self.tone(self._tone_of(cell, x, spans)))
                for x, cell in enumerate(cells[row])
            ]  # fmt: skip
            below = [Segment(part.text.translate(BELOW), part.style) for part in line]
            if digits and row < len(counts):
                mark = glyphs.cursor if top + row == here else " "
                text = f" {mark}{top + row:>4}" + "".join(
                    grouped(count).rjust(wide) for count, wide in zip(counts[row], digits, strict=True)
                )
                line.append(Segment(text, self.tone("accent" if top + row == here else "muted")))
            yield line
            yield from [below] * (tall - 1 if row < len(counts) else 0)
        words = self._words()
        if len(words) > width:
            words = self._words(brief=True)
        yield [Segment(self.cut(words, width), self.tone("muted"))]
        told = (IcicleCell.DEAD, "dead end"), (IcicleCell.SOLUTION, "solution"), (IcicleCell.BRANCH, "branch")
        legend = "  ".join(f"{signs[kind]} {word}" for kind, word in told)
        if width >= len(legend) + len(ZOOM):
            legend += ZOOM
        yield [Segment(self.cut(legend, width), self.tone("muted"))]

    def _places(self, width: int, height: int) -> tuple[int, int, tuple[int, int] | None, int]:
        """Levels and columns of the drawing, the widths of the counts beside it if there is room, lines of a level."""
        window = self.window
        assert window is not None
        rows = max(1, height - 3)
        counts = window.counts(rows)
        nodes, dead = (max(len(grouped(row[i])) for row in counts) for i in (0, 1))
        digits = (max(nodes, len("nodes")) + 1, max(dead, len("dead")) + 1)
        across = width - sum(digits) - 6
        if across < LEAST_DRAWING or height < LEAST_DRAWING // 2:
            return max(1, height - 2), width, None, 1
        tall = max(1, min(TALLEST, rows // len(counts)))
        return rows - len(counts) * (tall - 1), across, digits, tall

    def _tone_of(self, cell: IcicleCell, x: int, span: tuple[int, int] | None) -> str:
        if span is None or not span[0] <= x < span[1] or cell is IcicleCell.NOTHING:
            return TONES[cell]
        return "accent"

    def _words(self, *, brief: bool = False) -> str:
        window = self.window
        assert window is not None
        tree, node = window.tree, window.node
        kind = "solution" if tree.solved[node - 1] else "dead end" if tree.dead[node - 1] else "branch"
        below = int(tree.ends[node - 1]) - node
        level, of, zoomed = ("", "/", "z") if brief else ("level ", " of ", "zoomed: node")
        parts = [f"{level}{int(tree.depths[node - 1])}: {kind}", *([f"{grouped(below)} below"] if below else [])]
        parts += [f"{zoomed} {grouped(window.root)}"] if window.root > 1 else []
        return f"node {grouped(node)}{of}{grouped(tree.nodes)}, " + ", ".join(parts)

    def _without_window(self, width: int, height: int) -> Iterable[Line]:
        text, glyphs = self.tone("muted"), self.app.glyphs
        top, grown = self.top, self.grown
        if top is not None:
            nodes, spreads = top.nodes, top.tops[1]
            head = f"{grouped(nodes)} nodes are too many to draw; shares of the subtrees at the top:"
        elif grown.growing is not None:
            nodes, spreads = grown.growing.nodes, grown.growing.tops
            head = _how_far(grown, grown.growing)
        else:
            nodes, spreads = 0, ()
            head = grown.note or "No tree yet."
        lines = list(wrapped(head, width, height, glyphs.ellipsis))
        for line in lines:
            yield [Segment(line, text)]
        most = max((spread.nodes for spread in spreads), default=1)
        for spread in spreads[: max(0, height - len(lines))]:
            share = spread.nodes / nodes
            label = self.cut(f"{100 * share:5.1f} % {counted(spread.solutions, 'solution')} ", width)
            room = max(1, width - len(label))
            yield [
                Segment(label, text),
                Segment(glyphs.gauge_full * max(1, room * spread.nodes // most), self.tone("primary")),
            ]

    # Pointing

    def action_point(self, where: str) -> None:
        """Point at a neighbour of the node."""
        window = self.window
        if window is None:
            return
        match where:
            case "up":
                node = window.parent()
            case "down":
                node = window.child()
            case _:
                node = window.beside(1 if where == "right" else -1)
        self._point(node)

    def action_zoom(self, direction: int) -> None:
        """Show the subtree of the node alone, or more of the tree again."""
        window = self.window
        if window is None:
            return
        root = window.node if direction > 0 else (window.tree.parent(window.root) or 1)
        self.window = replace(window, root=root)
        self.paint()

    def on_click(self, event: Click) -> None:
        if self.window is None:
            return
        offset = event.get_content_offset(self)
        if offset is not None:
            rows, across, digits, tall = self._places(*self.size)
            node = self.window.at(offset.x, (offset.y - bool(digits)) // tall, across, rows)
            if node is not None:
                self._point(node)

    def _point(self, node: int) -> None:
        window = self.window
        if window is not None and node != window.node:
            self._draw(window.tree, node)
            self.post_message(self.Pointed(node))


def _how_far(grown: GrownTree, growing: Growing) -> str:
    """How much of a tree has been visited, and what can be done about it."""
    far = f"{counted(growing.nodes, 'node')} visited"
    if growing.share is not None and growing.share >= LEAST_SHARE:
        far += f", about {100 * growing.share:.0f} % of the tree"
    shares = "; so far, by the subtrees at the top:" if growing.tops else "."
    if grown.at_work:
        return f"{grown.note} {far}; x stops{shares}"
    return f"{grown.note} {far}; T twice starts again{shares}"


def _marked(cell: IcicleCell, signs: dict[IcicleCell, str]) -> str:
    """A cell on the path: another sign, so that colour is not needed."""
    if cell is IcicleCell.BRANCH:
        return "█" if signs is SIGNS else "#"
    return signs[cell]
