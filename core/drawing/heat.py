"""How often each cell of a picture is covered by what, over all solutions: a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.drawing.cells import Canvas, heat_text
from core.drawing.grids import ROOM


@dataclass(frozen=True)
class HeatMap:
    """For each cell of a canvas what stands there in how large a share of the solutions.

    What is told apart is what has a colour of its own: pieces, values; of one piece alone, its places.
    """

    canvas: Canvas
    shares: tuple[Mapping[int, float], ...]
    """For each cell, by colour number, the share from 0 to 1; nothing for what is never there."""
    words: tuple[Mapping[int, str], ...]
    """For each cell, by colour number, what is written there."""

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
        """For each cell what stands there most often, and the share of it: how far the cell is decided.

        What stands there has no name where all have the same.
        """
        found, several = [], len({text for words in self.words for text in words.values()}) > 1
        for parts, words in zip(self.shares, self.words, strict=True):
            best = max(parts, key=parts.__getitem__, default=None)
            found.append(("", 0.0) if best is None else (words[best] if several else "", parts[best]))
        return tuple(found)

    def covered_by(self, option: int) -> tuple[tuple[str, float], ...]:
        """For each cell how often the piece (or value) of this option covers it; without its name, which is known."""
        return tuple(("", parts.get(self.canvas.colours[option], 0.0)) for parts in self.shares)

    def named(self, name: str) -> int | None:
        """The first option that writes this into its cells; None where none does."""
        return next((o for o, marks in enumerate(self.canvas.marks) if any(text == name for _, text in marks)), None)

    def named_shares(self) -> dict[str, dict[str, float]]:
        """By the cells' row and column, and what is written there, the shares; for JSON."""
        found: dict[str, dict[str, float]] = {}
        for name, parts, words in zip(self.canvas.place_names(), self.shares, self.words, strict=True):
            here = found.setdefault(name, {})
            for colour, part in sorted(parts.items(), key=lambda each: -each[1]):
                here[words[colour]] = here.get(words[colour], 0.0) + part
        return found

    def text(self, told: Sequence[tuple[str, float]]) -> str:
        """The cells with what `likeliest` or `covered_by` told of them, as `heat_text` writes it."""
        cells = range(len(self.canvas.places))
        marks = tuple(((cell, heat_text(share, ROOM[self.canvas.grid], of)),) for cell, (of, share) in enumerate(told))
        return replace(self.canvas, marks=marks, colours=tuple(cells), blocks=tuple(cells)).text(cells)
