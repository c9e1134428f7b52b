"""Heat maps: what covers each cell of a picture, and how often, over all solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core._drawing.cells import Canvas, heat_text
from core._drawing.grids import GridKind, room

ROOMY = 4
"""The size of triangles in which a name fits beside a share."""


@dataclass(frozen=True)
class HeatMap:
    """For each cell of a canvas, what can be there, each with its share of the solutions.

    Contents with different colours are distinguished: pieces or values, or for a single piece, its positions.
    """

    canvas: Canvas
    shares: tuple[Mapping[int, float], ...]
    """For each cell, by colour number, the share from 0 to 1; no entry for what is never there."""
    words: tuple[Mapping[int, str], ...]
    """For each cell, by colour number, the text there."""

    @classmethod
    def of(cls, canvas: Canvas, shares: Sequence[float]) -> HeatMap:
        """The heat map of options with these shares, in the problem's order."""
        parts: list[dict[int, float]] = [{} for _ in canvas.places]
        words: list[dict[int, str]] = [{} for _ in canvas.places]
        for part, colour, marks in zip(shares, canvas.colours, canvas.marks, strict=True):
            if part:
                for cell, text in marks:
                    parts[cell][colour] = min(1.0, parts[cell].get(colour, 0.0) + part)
                    words[cell].setdefault(colour, text)
        return cls(canvas, tuple(parts), tuple(words))

    def likeliest(self) -> tuple[tuple[str, float], ...]:
        """For each cell, what is there most often, and its share: how far the cell is decided.

        It has no name if all have the same.
        """
        found, several = [], len({text for words in self.words for text in words.values()}) > 1
        for parts, words in zip(self.shares, self.words, strict=True):
            best = max(parts, key=parts.__getitem__, default=None)
            found.append(("", 0.0) if best is None else (words[best] if several else "", parts[best]))
        return tuple(found)

    def covered_by(self, option: int) -> tuple[tuple[str, float], ...]:
        """For each cell, the share in which this option's piece (or value) covers it, without its name, which is
        known."""
        return tuple(("", parts.get(self.canvas.colours[option], 0.0)) for parts in self.shares)

    def named(self, name: str) -> int | None:
        """The first option that writes this into its cells; None if none does."""
        return next((o for o, marks in enumerate(self.canvas.marks) if any(text == name for _, text in marks)), None)

    def named_shares(self) -> dict[str, dict[str, float]]:
        """The shares by a cell's row and column, and by its text; for JSON."""
        found: dict[str, dict[str, float]] = {}
        for name, parts, words in zip(self.canvas.place_names(), self.shares, self.words, strict=True):
            here = found.setdefault(name, {})
            for colour, part in sorted(parts.items(), key=lambda each: -each[1]):
                here[words[colour]] = here.get(words[colour], 0.0) + part
        return found

    def text(self, title: str, told: Sequence[tuple[str, float]]) -> str:
        """The cells with what `likeliest` or `covered_by` returned for them, as `heat_text` writes it, below the title.

        Where a name and a share do not fit into a cell, the names come first, in a picture of their own.
        """
        grid, named = self.canvas.grid, [(of, share) for of, share in told if of and share]
        size = ROOMY if named and grid is GridKind.TRIANGLES else 0
        wide = room(grid, size)
        if all(heat_text(share, wide, of) != heat_text(share, wide) for of, share in named):
            alone = " (alone: in all)" if named else ""
            shares = self._drawn([heat_text(share, wide, of) for of, share in told], size)
            return f"{title}, in % of the solutions{alone}:\n{shares}"
        names = self._drawn([of for of, _ in told], size)
        return f"{title}:\n{names}\nin % of the solutions:\n{self._drawn([heat_text(s, wide) for _, s in told], size)}"

    def _drawn(self, texts: Sequence[str], size: int) -> str:
        cells = range(len(texts))
        marks = tuple(((cell, text),) for cell, text in enumerate(texts))
        canvas = replace(self.canvas, marks=marks, colours=tuple(cells), blocks=tuple(cells))
        return canvas.in_size(size).of([cells])[0]
