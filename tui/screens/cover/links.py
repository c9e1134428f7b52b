"""The dancing links themselves: the linked matrix with its header list, and the last step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment

from tui.kit.canvas import DotCanvas
from tui.kit.lines import Line, Lines
from tui.kit.wrapping import wrapped
from tui.screens.cover.values import LONGEST_LABEL, LONGEST_NAME, LinksValue

if TYPE_CHECKING:
    from core import ExactCover
    from core.exact_cover._kernels.link_dance import LinkDance

LEAST_TEXT = 2
"""The fewest lines of the words below the picture, if there are that many: the step, and its first link."""
WIDEST_COLUMN = 16
MOST_GAP = 3
"""The most lines between the rows of two options, if there is room for everything else too."""
LEGEND = (
    "{node} linked, {hidden} unlinked (its own links stay, so it can be relinked), {here} x of this step. "
    "L and R lead along an option, U and D along an item's list."
)


TOO_SMALL = "There is no room here to draw the links. A larger terminal shows them; in a lesson F8 makes room."


class CoverLinks(Lines, can_focus=True):
    """Draws a `LinkDance`: headers above, a row for each option, a column for each item."""

    COMPONENT_CLASSES = {"links--gone"}
    DEFAULT_CSS = """
    CoverLinks {
        & > .links--gone { color: $foreground-muted 70%; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.links = LinksValue()

    def take(self, value: LinksValue) -> None:
        self.links = value

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        dance, problem = self.links.dance, self.links.problem
        if dance is None or problem is None:
            yield from self.said(self.links.note, "muted", width, height)
            return
        words = self._words(dance, problem, width)
        legend = [(line, "muted") for line in self._legend(width)]
        room = height - min(len(words), LEAST_TEXT)
        picture = self._picture(dance, problem, width, room, height - len(words) - len(legend) - 2)
        if picture is None and not self.links.told:  # the question is what they are: the lists in words would answer it
            yield from self.said(TOO_SMALL, "muted", width, height)
            return
        if picture is None:
            picture = list(self._header_list(dance, problem, width))
            picture += self._table(dance, problem, width, height - len(picture) - len(words) - 2)
        yield from picture
        room = height - len(picture)
        if room > LEAST_TEXT:
            yield []
            room -= 1
        text = [*words, ("", "muted"), *legend] if len(words) + len(legend) < room else words
        for line, tone in text[:room]:
            yield [Segment(line, self.tone(tone))]

    # Words

    def _words(self, dance: LinkDance, problem: ExactCover, width: int) -> list[tuple[str, str]]:
        from tui.screens.cover import link_words

        ellipsis = self.app.glyphs.ellipsis
        where = link_words.where(dance, self.links.node, of=self.links.told)
        said = [(where, "strong")]
        if dance.last is not None:
            said = [(line, "strong" if number == 0 else "primary" if line.startswith(" ") else "muted")
                    for number, line in enumerate(link_words.step(dance, problem, dance.last))]  # fmt: skip
            said.append((where, "muted"))
        if not dance.structure.headers:
            said.append((link_words.covered(problem, self.links.chosen), "good"))
        elif dance.last is None:
            said.append(("; makes the next unlinking or relinking, : takes it back.", "muted"))
        said = [(line if cell_len(line) <= width else line.partition("  (was ")[0], tone) for line, tone in said]
        fitting = [
            (wrapped(line, width, 3, ellipsis, grouped=False) if cell_len(line) > width else [line], tone)
            for line, tone in said
        ]
        return [(part, tone) for parts, tone in fitting for part in parts]

    def _legend(self, width: int) -> Sequence[str]:
        node, hidden, here, _ = self._signs
        return wrapped(LEGEND.format(node=node, hidden=hidden, here=here), width, 4, self.app.glyphs.ellipsis)

    @property
    def _signs(self) -> tuple[str, str, str, Sequence[str]]:
        """A linked node, an unlinked one, the one of this step, and the lines to draw with."""
        return ("●", "○", "◉", tuple("│─╭╮╰╯╌┬")) if self.app.glyphs.unicode else ("*", "o", "@", tuple("|-,.`'.+"))

    # The linked matrix

    def _picture(self, dance: LinkDance, problem: ExactCover, width: int, height: int, ample: int) -> list[Line] | None:
        """The linked matrix; None if there is no room for it.  It spreads over at most ``ample`` lines."""
        structure = dance.structure
        options = sorted(set(structure.option.values()))
        labels = min(LONGEST_LABEL, max((cell_len(problem.label(o)) for o in options), default=1)) + 3
        labels = max(labels, 6)
        names = max(cell_len(item.name) for item in problem.items)
        column = min(WIDEST_COLUMN, (width - labels) // structure.items)
        if column < max(3, min(names, LONGEST_NAME) + 2) or height < 3 + len(options):
            return None
        rows = max(1, len(options))
        gaps = max(height >= 3 + 2 * rows, min(MOST_GAP, (ample - 3) // rows - 1))
        canvas = DotCanvas(width, 3 + len(options) * (1 + gaps), self.app.glyphs.unicode)
        at = {i: labels + (i - 1) * column + column // 2 for i in range(1, structure.items + 1)}
        self._draw_headers(canvas, dance, problem, {0: 2, **at})
        row = {option: 3 + place * (1 + gaps) + gaps for place, option in enumerate(options)}
        for item in range(1, structure.items + 1):
            self._draw_list(canvas, dance, item, at[item], row, gaps)
        self._draw_options(canvas, dance, problem, at, row)
        return [canvas.row(y) for y in range(canvas.height)]

    def _draw_headers(self, canvas: DotCanvas, dance: LinkDance, problem: ExactCover, at: dict[int, int]) -> None:
        structure, (_, dash, down, up, *_, both) = dance.structure, self._signs[3]
        link = self.tone("primary")
        listed = [0, *structure.headers]
        here = dance.last.node if dance.last is not None and dance.last.item == 0 else None
        arch = -1
        for a, b in pairwise(listed):
            if at[b] <= at[a]:
                continue
            between = [i for i in at if at[a] < at[i] < at[b]]
            y = 0 if between else 1
            canvas.put(at[a] + 1, y, dash * (at[b] - at[a] - 1), link)
            if between:
                canvas.put(at[a], 0, both if a == arch else down, link)
                canvas.put(at[b], 0, up, link)
                arch = b
        for i, x in at.items():
            name = "root" if i == 0 else problem.items[i - 1].name[:LONGEST_NAME]
            tone = "cursor" if i == here else "strong" if i in listed else "links--gone"
            text = name if i in listed or i > problem.primary else f"({name})"
            text = f"[{name}]" if i == here else text
            canvas.put(x - (cell_len(text) - 1) // 2, 1, text, self.tone(tone))
            if i:
                canvas.put(
                    x, 2, str(structure.size(i)) if self.links.told else self._signs[3][0], self.tone("links--gone")
                )

    def _draw_list(
        self, canvas: DotCanvas, dance: LinkDance, item: int, x: int, row: dict[int, int], gaps: int
    ) -> None:  # fmt: skip
        structure = dance.structure
        pipe, _, left_top, right_top, left_bottom, right_bottom, *_ = self._signs[3]
        link = self.tone("primary")
        linked = structure.column(item)
        lines = [2, *(row[structure.option[node]] for node in linked)]
        hidden = {row[structure.option[n]] for n in structure.nodes if structure.top[n] == item and n not in linked}
        for above, below in pairwise(lines):
            passed = any(above < y < below for y in hidden)
            for y in range(above + 1, below):
                if not passed:
                    canvas.put(x, y, pipe, link)
                elif gaps and y == above + 1:
                    canvas.put(x, y, left_bottom + right_top, link)
                elif gaps and y == below - 1:
                    canvas.put(x, y, left_top + right_bottom, link)
                else:
                    canvas.put(x + 1, y, pipe, link)

    def _draw_options(
        self, canvas: DotCanvas, dance: LinkDance, problem: ExactCover, at: dict[int, int], row: dict[int, int],
    ) -> None:  # fmt: skip
        structure, (node_sign, hidden_sign, here_sign, signs) = dance.structure, self._signs
        here = dance.last.node if dance.last is not None and dance.last.item else None
        linked = {node for item in range(1, structure.items + 1) for node in structure.column(item)}
        held: dict[int, list[int]] = {}
        for node in structure.nodes:
            held.setdefault(structure.option[node], []).append(node)
        for option, nodes in held.items():
            y, ends = row[option], sorted(at[structure.top[node]] for node in nodes)
            for x in range(ends[0], ends[-1]):
                canvas.fill(x, y, signs[6], self.tone("links--gone"))
            chosen = option in self.links.chosen
            label = set_cell_size(problem.label(option), min(cell_len(problem.label(option)), LONGEST_LABEL))
            text = f"{node_sign} {label}" if chosen else f"  {label}"
            canvas.put(0, y, text, self.tone("good" if chosen else "muted"))
            for node in nodes:
                tone = "cursor" if node == here else "strong" if node in linked else "links--gone"
                sign = here_sign if node == here else node_sign if node in linked else hidden_sign
                canvas.put(at[structure.top[node]], y, sign, self.tone(tone))

    def _table(self, dance: LinkDance, problem: ExactCover, width: int, height: int) -> Iterable[Line]:
        """Below the header list: all four links of an item's nodes, as far as there is room."""
        from tui.screens.cover import link_words

        structure, last = dance.structure, dance.last
        listed = structure.headers
        if last is not None:
            header = last.item or last.node
        elif self.links.item is not None or listed:
            header = self.links.item + 1 if self.links.item is not None else listed[0]
        else:
            return
        rows = link_words.table(structure, problem, header, height - 2)
        short = sum(_widths(rows)) > width
        if short:
            rows = link_words.table(structure, problem, header, height - 3, short=True)
        widths, ellipsis = _widths(rows), self.app.glyphs.ellipsis
        if sum(widths) > width:
            widths = [min(each, max(3, width // len(widths))) for each in widths]
        yield []
        for number, row in enumerate(rows):
            tones = ["strong"] * len(row) if number == 0 else ["strong", *["primary"] * (len(row) - 1)]
            yield [
                Segment(_fit(text, wide, ellipsis), self.tone(tone))
                for text, wide, tone in zip(row, widths, tones, strict=True)
            ]
        if short:
            yield from self.said(link_words.SHORT.format("\N{MIDDLE DOT}"), "muted", width, 1)

    def _header_list(self, dance: LinkDance, problem: ExactCover, width: int) -> Iterable[Line]:
        """If the matrix does not fit: the header list, each header with its size."""
        structure = dance.structure
        arrow = " ⇄ " if self.app.glyphs.unicode else " <> "
        line: list[Segment] = [Segment("root", self.tone("strong"))]
        used = 4
        here = dance.last.node if dance.last is not None and dance.last.item == 0 else None
        for header in structure.headers:
            text = f"{problem.items[header - 1].name}({structure.size(header)})"
            if used + len(arrow) + cell_len(text) > width:
                yield line
                line, used = [], -len(arrow)
            else:
                line.append(Segment(arrow, self.tone("muted")))
            line.append(Segment(text, self.tone("cursor" if header == here else "strong")))
            used += len(arrow) + cell_len(text)
        yield line


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The cells of each column, with a blank after it."""
    return [1 + max(map(cell_len, column)) for column in zip(*rows, strict=True)]


def _fit(text: str, width: int, ellipsis: str) -> str:
    if cell_len(text) < width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(0, width - 2)) + ellipsis + " "
