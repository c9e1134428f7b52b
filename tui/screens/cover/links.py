"""The dancing links themselves: the header of an item, its neighbours and its list, with all four links of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment

from tui.host import host
from tui.widgets.lines import Line, Lines
from tui.wrap import wrapped

if TYPE_CHECKING:
    from core.exact_cover.link_view import Links

WORDS = ("node", "L", "R", "U", "D")


class CoverLinks(Lines, can_focus=True):
    """The header list in a row, then a table of L, R, U and D."""

    COMPONENT_CLASSES = {"links--head", "links--here", "links--node", "links--link", "links--note"}
    DEFAULT_CSS = """
    CoverLinks {
        & > .links--head { color: $foreground-muted; text-style: bold; }
        & > .links--here { color: $accent; text-style: bold; }
        & > .links--node { color: $foreground; text-style: bold; }
        & > .links--link { color: $foreground; }
        & > .links--note { color: $foreground-muted; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.headers: Sequence[tuple[str, int]] = ()
        self.here = ""
        self.links: Sequence[Links] = ()
        self.note = ""

    def show(self, headers: Sequence[tuple[str, int]], here: str, links: Sequence[Links], note: str = "") -> None:
        """Show the header list as (name, size), and the links of the item called ``here``; or only a note."""
        self.headers, self.here, self.links, self.note = headers, here, links, note
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        glyphs = host(self).glyphs
        note = self.tone("links--note")
        if self.note:
            for line in wrapped(self.note, width, height, glyphs.ellipsis):
                yield [Segment(line, note)]
            return
        yield from self._header_list(width)
        yield []
        names = max((cell_len(text) for link in self.links for text in _texts(link)), default=4)
        column = min(max(5, names + 1), max(3, width // len(WORDS)))
        yield [Segment(_fit(word, column, glyphs.ellipsis), self.tone("links--head")) for word in WORDS]
        for link in self.links:
            own, *others = _texts(link)
            here = own == self.here
            yield [
                Segment(_fit(own, column, glyphs.ellipsis), self.tone("links--here" if here else "links--node")),
                *(Segment(_fit(text, column, glyphs.ellipsis), self.tone("links--link")) for text in others),
            ]
        yield []
        example = next((link.name for link in self.links if "·" in link.name), "")
        item, _, option = example.rpartition("·")
        legend = f"{item}{glyphs.dot}{option} is the node of item {item} in option {option}. " if example else ""
        legend += (
            "Left and right run through an option, up and down through "
            "an item's list. To cover an item: unlink its header, and every node beside its nodes; the links of "
            "what was unlinked stay, so going back relinks it."
        )
        for line in wrapped(legend, width, max(0, height), glyphs.ellipsis):
            yield [Segment(line, note)]

    def _header_list(self, width: int) -> Iterable[Line]:
        arrow = " ⇄ " if host(self).glyphs.unicode else " <> "
        line: list[Segment] = [Segment("root", self.tone("links--node"))]
        used = 4
        for name, size in self.headers:
            text = f"{name}({size})"
            if used + len(arrow) + cell_len(text) > width:
                yield line
                line, used = [], -len(arrow)
            else:
                line.append(Segment(arrow, self.tone("links--note")))
            line.append(Segment(text, self.tone("links--here" if name == self.here else "links--link")))
            used += len(arrow) + cell_len(text)
        yield line


def _texts(link: Links) -> tuple[str, str, str, str, str]:
    return link.name, link.left, link.right, link.up, link.down


def _fit(text: str, width: int, ellipsis: str) -> str:
    if cell_len(text) < width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(0, width - 2)) + ellipsis + " "
