"""The table of searches beside each other: their nodes by level."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment

from core._words import grouped
from tui.kit.lines import Line, Lines
from tui.kit.values import LaneCounts, LevelsValue

LEAST_TITLE = 12
"""The fewest cells for the name of an algorithm in the table."""


class LevelsTable(Lines):
    """A line for each search: nodes so far at each level, all of them, and how many are dead ends.

    If there is room, a second line says how many of them are dead ends at each level.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.counts = LevelsValue()

    def take(self, value: LevelsValue) -> None:
        self.counts = value
        self.entitle(f"Nodes by level, so far {self.app.glyphs.dot} {value.state}", value.results)

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        rows, glyphs = self.counts.rows, self.app.glyphs
        if not rows:
            return
        sums = [_sums(row) for row in rows]
        dead = ["-" if row.dead is None else grouped(row.dead) for row in rows]
        sum_width = max(len("all"), *map(len, sums)) + 2
        dead_width = max(len("dead ends"), *map(len, dead)) + 2
        depths = max(len(row.levels) for row in rows)
        cells = [[grouped(level.nodes) for level in row.levels] for row in rows]
        wide = [
            max(2, len(str(depth)), *(len(row[depth]) for row in cells if depth < len(row))) + 1
            for depth in range(depths)
        ]
        room = width - sum_width - dead_width - 2
        longest = max(LEAST_TITLE, cell_len(self.counts.levels), *(cell_len(row.title) for row in rows))
        # Levels go before a name is cut: there may be too many of them anyway.
        title_width = min(longest, max(LEAST_TITLE, room - sum(wide), room * 2 // 3)) if room > LEAST_TITLE else 8
        room -= title_width
        shown = depths
        while shown and sum(wide[:shown]) > room:
            shown -= 1
        head = "".join(str(depth).rjust(w) for depth, w in enumerate(wide[:shown]))
        more = glyphs.ellipsis if shown < depths else ""
        yield [
            Segment("  " + self.cut(self.counts.levels, title_width).ljust(title_width) + head + more
                    + "all".rjust(sum_width - len(more)) + "dead ends".rjust(dead_width), self.tone("muted"))
        ]  # fmt: skip
        least = [min((row.levels[d].nodes for row in rows if d < len(row.levels)), default=0) for d in range(depths)]
        ended = all(row.ended for row in rows)
        for index, row in enumerate(rows):
            mark = glyphs.cursor if index == self.counts.leader else " "
            title = set_cell_size(self.cut(row.title, title_width), title_width)
            line = [Segment(f"{mark} {title}", self.tone("plain"))]
            for depth in range(shown):
                text = cells[index][depth] if depth < len(row.levels) else ""
                differs = any(depth < len(r.levels) and r.levels[depth].nodes != least[depth] for r in rows)
                # Counts so far say nothing yet: a search that has not been there has the fewest nodes.
                fewer = ended and differs and depth < len(row.levels) and row.levels[depth].nodes == least[depth]
                line.append(Segment(text.rjust(wide[depth]), self.tone("good" if fewer else "plain")))
            line.append(Segment(" " * len(more) + sums[index].rjust(sum_width - len(more)), self.tone("plain")))
            line.append(Segment(dead[index].rjust(dead_width), self.tone("plain")))
            yield line
            if height > 2 * len(rows) and row.levels:
                ends = "".join(grouped(level.dead).rjust(w) for level, w in zip(row.levels, wide[:shown], strict=False))
                yield [Segment(set_cell_size("    dead ends", title_width + 2) + ends, self.tone("muted"))]


def _sums(row: LaneCounts) -> str:
    """Nodes so far, and those of the whole tree if known and not reached yet."""
    if row.nodes is None:
        return "-" if row.whole is None else f"/ {grouped(row.whole)}"
    text = grouped(row.nodes)
    return text if row.whole is None or row.ended else f"{text} / {grouped(row.whole)}"
