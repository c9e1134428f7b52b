"""Cases for techniques in the form of HoDoKu's regression library, one on each line.

    :code[-variant]:values:grid:deleted:eliminations:placements:comment

The grid has ``+`` before values that were placed.  *deleted* lists the candidates
that are gone and that no value rules out, each as value, row, column (1-based).
The variant ``x`` marks a look-alike: the technique must *not* be found with these
eliminations, or not at all if the line names none.  The form holds only 9×9
grids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from core.sudoku._formats.base import FormatError, SourceText
from core.sudoku._formats.hodoku_lines import fields_of, listed, read_grid, triples
from core.sudoku._grid import Grid, values_in
from core.sudoku.human._notation import eliminations_text, placements_text
from core.sudoku.human._pattern import Candidate
from core.sudoku.human._position import Position
from core.sudoku.human._solver import all_steps, find
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Technique
from core.sudoku.human._techniques import BY_CODE


@dataclass(frozen=True)
class Case:
    """One line of a library."""

    code: str
    """The code as the line has it: four characters or more, and perhaps a variant."""
    technique: Technique | None
    """The technique; None if this program does not have it."""
    grid: Grid
    eliminations: frozenset[Candidate]
    placements: frozenset[Candidate]
    line: int = 1

    @property
    def negative(self) -> bool:
        """Whether the technique must not be found."""
        return "x" in self.code.split("-")[1:]

    @cached_property
    def position(self) -> Position:
        """The position, which is taken to have one solution."""
        return Position.of(self.grid, unique=True)

    def steps(self) -> tuple[Step, ...]:
        """The instances of the technique in the position."""
        return () if self.technique is None else tuple(find(self.position, self.technique))

    def concludes(self, *steps: Step) -> bool:
        """Whether steps together have exactly the conclusions of the line."""
        gone = frozenset(each for step in steps for each in step.eliminations)
        placed = frozenset(each for step in steps for each in step.placements)
        return self._ruled_out(gone, placed) == self._ruled_out(self.eliminations, self.placements)

    def _ruled_out(self, gone: Iterable[Candidate], placed: Iterable[Candidate]) -> frozenset[Candidate]:
        """Every candidate that goes: to place a value is to rule out all others of its cell."""
        others = (
            Candidate(cell, each)
            for cell, value in placed
            for each in values_in(self.position.bits[cell])
            if each != value
        )
        return frozenset(gone) | frozenset(others)

    def holds(self) -> bool | None:
        """Whether an instance with exactly these conclusions is found (not found, for a look-alike); None if this
        program does not have the technique.  The same cells in several units are one instance."""
        if self.technique is None:
            return None
        if self.negative and not self.eliminations and not self.placements:
            return not self.steps()
        alike: dict[object, list[Step]] = {}
        steps = self.steps()
        for step in steps:
            alike.setdefault((step.pattern.cells, step.pattern.values, step.pattern.defining), []).append(step)
        instances = [*((step,) for step in steps), *alike.values()]
        return any(self.concludes(*instance) for instance in instances) is not self.negative

    def found_by(self) -> Step | None:
        """A step of any technique with exactly these conclusions, the simplest first; None if there is none."""
        return next((step for step in all_steps(self.position) if self.concludes(step)), None)

    @property
    def conclusion(self) -> str:
        """What follows according to the line, in the usual notation; empty if the line does not say."""
        layout = self.grid.layout
        texts = (
            placements_text(layout, tuple(sorted(self.placements))) if self.placements else "",
            eliminations_text(layout, tuple(sorted(self.eliminations, key=lambda c: (c.value, c.cell))))
            if self.eliminations
            else "",
        )
        return ", ".join(filter(None, texts))


def read_cases(source: SourceText) -> Iterator[Case | FormatError]:
    """Every case of a text; lines with ``#`` are comments."""
    for number, line in enumerate(source.lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield _case(source, number, line)
            except FormatError as error:
                yield error


def _case(source: SourceText, number: int, line: str) -> Case:
    fields, columns = fields_of(source, number, line)
    grid = read_grid(source, number, fields, columns)
    empty = ""
    gone = triples(source, number, columns[5], fields[5] if len(fields) > 5 else empty)
    placed = triples(source, number, columns[6] if len(columns) > 6 else 1, fields[6] if len(fields) > 6 else empty)
    code = fields[1]
    base = re.split("-", code)[0]
    return Case(
        code,
        BY_CODE.get(base),
        grid,
        frozenset(Candidate(cell, value) for value, cell in gone),
        frozenset(Candidate(cell, value) for value, cell in placed),
        number,
    )


def write_case(step: Step, grid: Grid, *, variant: str = "") -> str:
    """The line of a step in a position."""
    cells = "".join(
        str(given) if given else f"+{own}" if own else "." for given, own in zip(grid.givens, grid.placed, strict=True)
    )
    values = "".join(map(str, step.pattern.values))
    code = step.technique.code + (f"-{variant}" if variant else "")
    struck = [(cell, bits) for cell, bits in enumerate(grid.struck) if bits]
    gone = " ".join(listed(value, cell) for cell, value in step.eliminations)
    placed = " ".join(listed(value, cell) for cell, value in step.placements)
    deleted = " ".join(
        listed(value, cell) for cell, bits in struck for value in range(1, 10) if bits >> (value - 1) & 1
    )
    return f":{code}:{values}:{cells}:{deleted}:{gone}:{placed}:"
