"""The work on a puzzle over time: undo, redo, savepoints, the clock, and a form to save it in.

A state of the work is a `Puzzle` (a grid with its particulars) and the colours
put on it.  An editor holds the work on one puzzle; another puzzle gets an editor
of its own.  `Editor.document` is a small JSON value: the first state whole, then
what each step changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from core._search import ProblemError
from core.sudoku._formats.base import Puzzle
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._shape import Shape

LONGEST_NAME = 80
CHANGED = ", changed"
"""The end of a puzzle's title once some of its givens have changed."""
VERSION = 2
"""The version of `Editor.document`; 1, which had no rules but the words after the boxes, is read too."""

_SEQUENCES = ("givens", "placed", "marks", "struck")
_PARTICULARS = ("title", "author", "description", "comment", "date", "source", "level", "url", "step")


Colours = Mapping[tuple[int, int], int]
"""(cell, value) to a colour from 1; value 0 stands for the cell itself."""
NO_COLOURS: Colours = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Edit:
    """One change."""

    what: str
    """What was done, in a few words: ``r4c6 = 5``."""
    puzzle: Puzzle
    """The state afterwards."""
    cell: int | None
    """Where it happened, if at one cell."""
    change: Mapping[str, Any]
    """What differs from the state before, as `document` writes it."""
    colours: Colours = field(default_factory=lambda: NO_COLOURS)
    """The colours afterwards."""


@dataclass(frozen=True, slots=True)
class Savepoint:
    """A state with a name."""

    name: str
    puzzle: Puzzle
    colours: Colours = field(default_factory=lambda: NO_COLOURS)


class Editor:
    """One puzzle being worked on."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._first = puzzle
        self._first_colours: Colours = NO_COLOURS
        self._steps: list[Edit] = []
        self._done = 0
        self.savepoints: list[Savepoint] = []
        self.seconds = 0.0
        """The time spent on this puzzle; the caller who watches the clock counts it."""

    # Reading

    @property
    def puzzle(self) -> Puzzle:
        """The state now."""
        return self._steps[self._done - 1].puzzle if self._done else self._first

    @property
    def grid(self) -> Grid:
        """The grid now."""
        return self.puzzle.grid

    @property
    def colours(self) -> Colours:
        """The colours now."""
        return self._steps[self._done - 1].colours if self._done else self._first_colours

    @property
    def steps(self) -> Sequence[Edit]:
        """What was done up to now, the first step first; steps that were undone are not among them."""
        return self._steps[: self._done]

    @property
    def grids(self) -> Sequence[Grid]:
        """The grid at the start, then after each step up to now."""
        return [self._first.grid, *(step.puzzle.grid for step in self.steps)]

    @property
    def untouched(self) -> bool:
        """Whether nothing has been done to the puzzle, and no savepoint made."""
        return not (self._steps or self.savepoints)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self._done > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone and can be redone."""
        return self._done < len(self._steps)

    # Changing

    def change(self, grid: Grid, what: str, cell: int | None = None) -> bool:
        """Put a grid in place of the current one.  False when it is the same: then nothing happens.

        With other givens it is another puzzle, and what the file said about the first one no longer holds.
        """
        puzzle = replace(self.puzzle, grid=grid)
        if (grid.layout, grid.givens) != (self.grid.layout, self.grid.givens):
            puzzle = _described(puzzle, self._first)
        return self._push(puzzle, what, cell)

    def rename(self, title: str) -> bool:
        """Give the puzzle another title."""
        return self._push(replace(self.puzzle, title=title), "renamed", None)

    def colour(self, colours: Colours, what: str, cell: int | None = None) -> bool:
        """Put other colours in place of the current ones.  False when they are the same."""
        return self._push(self.puzzle, what, cell, colours)

    def undo(self) -> Edit | None:
        """Undo the last step and return it; None when there is none."""
        if not self._done:
            return None
        self._done -= 1
        return self._steps[self._done]

    def redo(self) -> Edit | None:
        """Redo the step that was undone last and return it; None when there is none."""
        if not self.can_redo:
            return None
        self._done += 1
        return self._steps[self._done - 1]

    def add_savepoint(self, name: str) -> Savepoint:
        """Remember the current state under a name; a state already remembered gets the new name."""
        name = name.strip()[:LONGEST_NAME] or f"savepoint {len(self.savepoints) + 1}"
        point = Savepoint(name, self.puzzle, self.colours)
        self.savepoints = [p for p in self.savepoints if (p.puzzle, p.colours) != (point.puzzle, point.colours)]
        self.savepoints.append(point)
        return point

    def go_to_savepoint(self, point: Savepoint) -> bool:
        """Go back to a savepoint; this step can be undone."""
        return self._push(point.puzzle, f"back to {point.name}", None, point.colours)

    def _push(self, puzzle: Puzzle, what: str, cell: int | None, colours: Colours | None = None) -> bool:
        before, colours_before = self.puzzle, self.colours
        colours = colours_before if colours is None else MappingProxyType(dict(colours))
        if puzzle == before and colours == colours_before:
            return False
        change = _difference(before, puzzle)
        if colours != colours_before:
            change["colours"] = _flat(colours)
        del self._steps[self._done :]
        self._steps.append(Edit(what, puzzle, cell, change, colours))
        self._done = len(self._steps)
        return True

    # Saving

    def document(self) -> dict[str, Any]:
        """The whole work, as a value that JSON can hold."""
        return {
            "version": VERSION,
            "first": _encoded(self._first),
            "steps": [[step.what, step.cell, step.change] for step in self._steps],
            "done": self._done,
            "savepoints": [[p.name, _encoded(p.puzzle) | {"colours": _flat(p.colours)}] for p in self.savepoints],
            "seconds": round(self.seconds, 1),
        }

    @classmethod
    def from_document(cls, document: Any) -> Editor:
        """Make the editor that `document` described.  Raises ProblemError if it is no such value."""
        try:
            return cls._decoded(document)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, ProblemError):
                raise
            raise ProblemError(f"this is not a saved Sudoku: {error!r}") from None

    @classmethod
    def _decoded(cls, document: Any) -> Editor:
        if document["version"] not in (1, VERSION):
            raise ProblemError(f"saved by another version of this program ({document['version']!r})")
        editor = cls(_decoded(document["first"]))
        for what, cell, change in document["steps"]:
            before = editor._steps[-1].puzzle if editor._steps else editor._first
            colours = editor._steps[-1].colours if editor._steps else editor._first_colours
            puzzle = _changed(before, change)
            if "colours" in change:
                colours = _colours(change["colours"], puzzle.grid.shape)
            at = cell if isinstance(cell, int) and 0 <= cell < puzzle.grid.shape.cells else None
            editor._steps.append(Edit(str(what), puzzle, at, change, colours))
        editor._done = min(max(int(document["done"]), 0), len(editor._steps))
        for name, state in document["savepoints"]:
            puzzle = _decoded(state)
            colours = _colours(state.get("colours", ()), puzzle.grid.shape)
            editor.savepoints.append(Savepoint(str(name), puzzle, colours))
        editor.seconds = max(0.0, float(document["seconds"]))
        return editor


# States as JSON: sequences as flat lists of cell, entry, cell, entry …


def _described(puzzle: Puzzle, first: Puzzle) -> Puzzle:
    """A puzzle whose givens were changed, with the particulars that are still true; it keeps a title of its own."""
    clues = [(given, now) for given, now in zip(first.grid.givens, puzzle.grid.givens, strict=False) if given]
    if not clues or puzzle.title not in (first.title, first.title + CHANGED, ""):
        return puzzle
    if (first.grid.layout, first.grid.givens) == (puzzle.grid.layout, puzzle.grid.givens):
        return replace(first, grid=puzzle.grid)
    most = 2 * sum(given == now for given, now in clues) > len(clues)
    if not most:
        return Puzzle(puzzle.grid, line=puzzle.line)
    return replace(puzzle, title=first.title and first.title + CHANGED, level="", step="")


def _encoded(puzzle: Puzzle) -> dict[str, Any]:
    shape = puzzle.grid.shape
    whole: dict[str, Any] = {"boxes": [shape.box_rows, shape.box_columns]}
    layout = puzzle.grid.layout
    if layout.untold:
        whole["rules"] = [rule.line(shape) for rule in layout.rules]
    elif not layout.plain:
        whole["shape"] = layout.text
    blank = (0,) * shape.cells
    whole |= {name: pairs for name in _SEQUENCES if (pairs := _pairs(blank, getattr(puzzle.grid, name)))}
    return whole | {name: text for name in _PARTICULARS if (text := getattr(puzzle, name))}


def _decoded(state: Mapping[str, Any]) -> Puzzle:
    rows, columns = state["boxes"]
    layout = Layout.parse(str(state["shape"])) if "shape" in state else Layout.of(Shape(int(rows), int(columns)))
    if "rules" in state:
        from core.sudoku.rules._kinds import parse_rule

        layout = Layout.of(layout.shape, [parse_rule(str(line), layout.shape) for line in state["rules"]])
    blank = (0,) * layout.cells
    entries: dict[str, Any] = {name: _with_pairs(blank, state.get(name, ())) for name in _SEQUENCES}
    grid = Grid.of(layout, **entries)
    particulars: dict[str, Any] = {name: str(state[name]) for name in _PARTICULARS if name in state}
    return Puzzle(grid, **particulars)


def _difference(before: Puzzle, after: Puzzle) -> dict[str, Any]:
    """The whole state if it is another puzzle, else the entries of the grid that changed."""
    same = all(getattr(before, name) == getattr(after, name) for name in _PARTICULARS)
    if not same or before.grid.layout != after.grid.layout:
        return _encoded(after)
    return {
        name: pairs
        for name in _SEQUENCES
        if (pairs := _pairs(getattr(before.grid, name), getattr(after.grid, name)))
    }  # fmt: skip


def _changed(before: Puzzle, change: Mapping[str, Any]) -> Puzzle:
    if "boxes" in change:
        return _decoded(change)
    entries: dict[str, Any] = {n: _with_pairs(getattr(before.grid, n), change.get(n, ())) for n in _SEQUENCES}
    return replace(before, grid=replace(before.grid, **entries))


def _flat(colours: Colours) -> list[int]:
    """Cell, value, colour, cell, value, colour …"""
    return [part for (cell, value), colour in sorted(colours.items()) for part in (cell, value, colour)]


def _colours(flat: Sequence[int], shape: Shape) -> Colours:
    colours = {}
    for cell, value, colour in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        if not (0 <= cell < shape.cells and 0 <= value <= shape.order and colour > 0):
            raise ProblemError(f"expected a cell, a value and a colour, not {cell!r}, {value!r}, {colour!r}")
        colours[int(cell), int(value)] = int(colour)
    return MappingProxyType(colours)


def _pairs(before: Sequence[int], after: Sequence[int]) -> list[int]:
    return [
        part for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old != new for part in (cell, new)
    ]


def _with_pairs(entries: tuple[int, ...], pairs: Sequence[int]) -> tuple[int, ...]:
    if not pairs:
        return entries
    out = list(entries)
    for cell, entry in zip(pairs[::2], pairs[1::2], strict=True):
        if not (isinstance(cell, int) and isinstance(entry, int)) or cell < 0:
            raise ProblemError(f"expected a cell and an entry, not {cell!r} and {entry!r}")
        out[cell] = entry
    return tuple(out)
