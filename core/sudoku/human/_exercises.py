"""Positions to train a technique on, each with that technique as the next step.

On 9×9, techniques that seldom come up next have positions of their own in
``puzzles/techniques.txt`` (lines of the HoDoKu library).  With values renamed,
lines and bands exchanged, rows and columns swapped, each of them gives a new one
every time.  All other positions come up on the way through puzzles made for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from core.sudoku._formats.base import SourceText
from core.sudoku._grid import Grid, bit, values_in
from core.sudoku._layout import Layout
from core.sudoku._shape import Shape
from core.sudoku.human import TECHNIQUES, Level, Position, Step, Technique, find, next_step
from core.sudoku.human._generator import Stopped, lines_at_random
from core.sudoku.human._generator_rated import Rated, Wish, made_at
from core.sudoku.human._library import Case, read_cases
from core.sudoku.human._solver import steps_of

STRICT_ATTEMPTS = 40
"""After this many puzzles, a training position may have simpler steps beside the one to train."""


@dataclass(frozen=True)
class Exercise:
    """A position in which a technique is the next step."""

    grid: Grid
    """The puzzle with the values placed on the way, and the candidates gone by then struck out."""
    step: Step
    seed: int
    strict: bool
    """Whether no simpler technique leads on in this position."""


def exercise(
    which: Technique,
    shape: Shape | Layout,
    seed: int,
    *,
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] | None = None,
) -> Exercise:
    """A position to train a technique on.  Raises Stopped when told to stop before one was found."""
    return next(exercises(which, shape, seed, stopped=stopped, progress=progress))


def exercises(
    which: Technique,
    shape: Shape | Layout,
    seed: int,
    *,
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Exercise]:
    """Positions to train a technique on, without end; ``progress`` is told the puzzles made for it so far."""
    layout = Layout.of(shape)
    known = kept(which, layout)
    return _changed(known, which, seed, stopped) if known else _made(which, layout, seed, stopped, progress)


@cache
def kept(which: Technique, shape: Shape | Layout) -> tuple[Grid, ...]:
    """The positions that come with the program."""
    if Layout.of(shape) != Layout.of(Shape(3, 3)):
        return ()
    return tuple(case.grid for case in _library() if case.technique is which)


@cache
def _library() -> tuple[Case, ...]:
    text = files("puzzles").joinpath("techniques.txt").read_text(encoding="utf-8")
    return tuple(item for item in read_cases(SourceText.of(text, "techniques.txt")) if isinstance(item, Case))


def _changed(known: Sequence[Grid], which: Technique, seed: int, stopped: Callable[[], bool]) -> Iterator[Exercise]:
    """The positions kept, in random order, each in another guise."""
    chance = random.Random(f"{seed}/{which.key}/lessons")
    while True:
        for grid in chance.sample(known, len(known)):
            changed = disguised(grid, chance)
            position = Position.of(changed, unique=True)
            position.cancelled = stopped
            step = next_step(position)
            if step is not None and step.technique is which:
                yield Exercise(changed, step, seed, strict=True)


def disguised(grid: Grid, chance: random.Random) -> Grid:
    """An equivalent position: values renamed, lines and bands exchanged, perhaps rows and columns swapped.

    With more rules than the usual ones, the position stays the same.
    """
    shape = grid.shape
    if not grid.layout.plain:
        return grid
    n, height, width = shape.order, shape.box_rows, shape.box_columns
    rows, columns = lines_at_random(shape.bands, height, chance), lines_at_random(shape.stacks, width, chance)
    swapped = height == width and chance.random() < 0.5
    order = [column * n + row if swapped else row * n + column for row in rows for column in columns]
    names = [0, *chance.sample(range(1, n + 1), n)]

    def renamed(sets: Sequence[int]) -> list[int]:
        return [sum(bit(names[value]) for value in values_in(sets[cell])) for cell in order]

    return Grid.of(
        shape, [names[grid.givens[cell]] for cell in order], [names[grid.placed[cell]] for cell in order],
        renamed(grid.marks), renamed(grid.struck),
    )  # fmt: skip


def _made(
    which: Technique,
    layout: Layout,
    seed: int,
    stopped: Callable[[], bool],
    progress: Callable[[int], None] | None,
) -> Iterator[Exercise]:
    """One position from each puzzle that has one."""
    easy = tuple(entry for entry in TECHNIQUES if entry.level is Level.EASY and entry is not which)
    early = (*easy, which, *(entry for entry in TECHNIQUES if entry is not which and entry not in easy))
    attempt = 0
    found = 0
    while True:
        if progress is not None:
            progress(attempt)
        strict = found > 0 or attempt < STRICT_ATTEMPTS
        made = made_at(layout, seed, attempt, Wish(), stopped)
        attempt += 1
        assert isinstance(made, Rated)
        position = Position.of(made.problem, unique=True)
        position.cancelled = stopped
        before = position.copy()
        for step in steps_of(position, TECHNIQUES if strict else early):
            if stopped():
                raise Stopped("stopped before a position was found")
            if step.technique is which:
                found += strict
                if not strict:
                    before, step = _with_little_else(before, step)
                yield Exercise(
                    before.to_grid(Grid.from_problem(made.problem)), step, seed,
                    strict or next_step(before) == step,
                )  # fmt: skip
                break
            before = position.copy()


def _with_little_else(position: Position, step: Step) -> tuple[Position, Step]:
    """Do every simpler step that leaves the technique possible, so that hardly any other step is left."""
    simpler = TECHNIQUES[: TECHNIQUES.index(step.technique)]
    while True:
        for entry in simpler:
            for other in find(position, entry):
                after = position.copy()
                after.apply(other)
                still = next(find(after, step.technique), None)
                if still is not None:
                    position, step = after, still
                    break
            else:
                continue
            break
        else:
            return position, step
