"""Nodes by level of two searches, one above the other: where the one has more to do than the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment

from core.words import grouped
from tui.host import host
from tui.screens.queens.pair_session import Row
from tui.widgets.lines import Line, Lines

LEAST_TITLE = 12


class PairTable(Lines):
    """A line for each algorithm: nodes so far at each level, all of them, and how many are dead ends."""

    COMPONENT_CLASSES = {"pairtable--head", "pairtable--value", "pairtable--fewer", "pairtable--dim"}
    DEFAULT_CSS = """
    PairTable {
        & > .pairtable--head { color: $foreground-muted; }
        & > .pairtable--value { color: $foreground; }
        & > .pairtable--fewer { color: $success; text-style: bold; }
        & > .pairtable--dim { color: $foreground-muted; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.rows: Sequence[Row] = ()
        self.looked = 0

    def show(self, rows: Sequence[Row], looked: int, state: str, results: str) -> None:
        """Show these rows, the one looked at marked; ``results`` are those of all that have been to the end."""
        self.rows, self.looked = rows, looked
        title = f"Nodes by level, so far {host(self).glyphs.dot} {state}"
        if self.border_title != title:
            self.border_title = title
        if self.border_subtitle != results:
            self.border_subtitle = results
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        rows, glyphs = self.rows, host(self).glyphs
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
        titles = [row.title for row in rows]
        room = width - sum_width - dead_width - 2
        title_width = max(LEAST_TITLE, min(max(map(cell_len, titles)), room - sum(wide))) if room > LEAST_TITLE else 8
        room -= title_width
        shown = depths
        while shown and sum(wide[:shown]) > room:
            shown -= 1
        head = "".join(str(depth).rjust(w) for depth, w in enumerate(wide[:shown]))
        more = glyphs.ellipsis if shown < depths else ""
        yield [
            Segment("  " + "queens placed"[: title_width].ljust(title_width) + head + more
                    + "all".rjust(sum_width - len(more)) + "dead ends".rjust(dead_width), self.tone("pairtable--head"))
        ]  # fmt: skip
        least = [min((row.levels[d].nodes for row in rows if d < len(row.levels)), default=0) for d in range(depths)]
        for index, row in enumerate(rows):
            mark = glyphs.cursor if index == self.looked else " "
            line = [Segment(f"{mark} {set_cell_size(row.title, title_width)}", self.tone("pairtable--value"))]
            for depth in range(shown):
                text = cells[index][depth] if depth < len(row.levels) else ""
                differs = any(depth < len(r.levels) and r.levels[depth].nodes != least[depth] for r in rows)
                fewer = differs and depth < len(row.levels) and row.levels[depth].nodes == least[depth]
                line.append(Segment(text.rjust(wide[depth]), self.tone(f"pairtable--{'fewer' if fewer else 'value'}")))
            line.append(
                Segment(" " * len(more) + sums[index].rjust(sum_width - len(more)), self.tone("pairtable--value"))
            )
            line.append(Segment(dead[index].rjust(dead_width), self.tone("pairtable--value")))
            yield line


def _sums(row: Row) -> str:
    """Nodes so far, and of the whole tree where that is known and not reached yet."""
    if row.nodes is None:
        return "-" if row.whole is None else f"/ {grouped(row.whole)}"
    text = grouped(row.nodes)
    return text if row.whole is None or row.ended else f"{text} / {grouped(row.whole)}"
