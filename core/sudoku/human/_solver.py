"""Finding steps, and solving a puzzle with them: always the simplest technique that leads on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.sudoku._grid import Grid
from core.sudoku._problem import Sudoku
from core.sudoku.human._position import Cancelled, Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique, highest_score
from core.sudoku.human._techniques import TECHNIQUES, technique

NODES_FOR_PROOF = 200_000
"""How many nodes the proof that there is one solution may cost; without it, uniqueness is not used."""


def find(position: Position, which: Technique | str) -> Iterator[Step]:
    """All instances of one technique in a position; none if it needs a unique solution and that is not proved.

    Raises ProblemError for an unknown technique, `Cancelled` when the position's ``cancelled`` says so.
    """
    entry = technique(which) if isinstance(which, str) else which
    if entry.needs_uniqueness and not position.unique:
        return iter(())
    return entry.finder(position, entry)


def all_steps(position: Position, techniques: Sequence[Technique] = TECHNIQUES) -> Iterator[Step]:
    """Every step that is possible now, simplest technique first."""
    for entry in techniques:
        position.check()
        yield from find(position, entry)


def next_step(position: Position, techniques: Sequence[Technique] = TECHNIQUES) -> Step | None:
    """One step with the simplest technique that leads on, or None if no technique does."""
    for entry in techniques:
        position.check()
        for step in find(position, entry):
            return step
    return None


class PathEnding(StrEnum):
    """How solving by logic ended."""

    SOLVED = "solved"
    STUCK = "stuck"
    """No technique leads on."""
    CONTRADICTION = "contradiction"
    """The rules leave a cell without a candidate, or a unit without a place for a value."""
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Path:
    """A way through a puzzle by logic."""

    start: Sudoku
    steps: tuple[Step, ...]
    ending: PathEnding
    values: tuple[int, ...]
    """The values in the grid at the end, 0 = empty."""
    candidates: tuple[int, ...]
    """The candidates left at the end, as sets (bit v - 1 for value v)."""

    @property
    def solved(self) -> bool:
        """Whether logic alone filled the grid."""
        return self.ending is PathEnding.SOLVED

    @property
    def beyond_logic(self) -> bool:
        """Whether no technique led on before the grid was full: then the score is only a lower bound."""
        return self.ending is PathEnding.STUCK

    @property
    def score(self) -> int:
        """The sum of the scores of all steps."""
        return sum(step.technique.score for step in self.steps)

    @property
    def hardest(self) -> Technique | None:
        """The hardest technique used, by level, then by score, then by the order in which they are tried."""
        return max(self.counts, key=lambda entry: (entry.level, entry.score, TECHNIQUES.index(entry)), default=None)

    @property
    def level(self) -> Level:
        """The level of the hardest technique, raised if the score is too high for it; extreme if logic got stuck."""
        if self.ending is not PathEnding.SOLVED:
            return Level.EXTREME
        level = max((step.technique.level for step in self.steps), default=Level.EASY)
        score = self.score
        while level < Level.EXTREME and score > highest_score(level, len(self.values)):
            level = Level(level + 1)
        return level

    @property
    def by_score(self) -> bool:
        """Whether the level comes from many steps: none of them alone is that hard."""
        return self.solved and self.level > max((step.technique.level for step in self.steps), default=self.level)

    @property
    def empty_cells(self) -> int:
        """How many cells logic left without a value."""
        return self.values.count(0)

    @property
    def candidates_left(self) -> int:
        """How many candidates are left in those cells."""
        return sum(bits.bit_count() for bits in self.candidates)

    @property
    def counts(self) -> dict[Technique, int]:
        """How often each technique was used, in the order in which they are tried."""
        counts = dict.fromkeys(TECHNIQUES, 0)
        for step in self.steps:
            counts[step.technique] += 1
        return {entry: count for entry, count in counts.items() if count}


def steps_of(position: Position, techniques: Sequence[Technique] = TECHNIQUES) -> Iterator[Step]:
    """Solve a position step by step: change it, and yield each step once it has been applied."""
    while position.unsolved:
        step = next_step(position, techniques)
        if step is None:
            return
        position.apply(step)
        yield step


def solve_by_logic(
    puzzle: Sudoku | Grid | Position,
    cancelled: Callable[[], bool] | None = None,
    *,
    techniques: Sequence[Technique] = TECHNIQUES,
    unique: bool | None = None,
    follow: Callable[[Step, Position], bool | None] | None = None,
) -> Path:
    """Solve by logic from here: the whole path, with score and level.

    ``cancelled`` is asked often; when it says yes, the path so far is returned with the ending *cancelled*.
    ``unique`` says that the puzzle has one solution, or that uniqueness must not be used; by default that is proved
    when it is first needed.  ``follow`` is called after each step; when it returns True, solving stops there.
    """
    if isinstance(puzzle, Position):
        position = puzzle.copy()
    else:
        position = Position.of(puzzle, unique=proof_for(puzzle) if unique is None else unique)
    position.cancelled = cancelled
    start = Sudoku.of(position.layout, position.values, position.bits)
    steps: list[Step] = []
    ending = PathEnding.CONTRADICTION if position.broken else PathEnding.STUCK
    if ending is PathEnding.STUCK:
        try:
            for step in steps_of(position, techniques):
                steps.append(step)
                if follow is not None and follow(step, position):
                    break
            ending = PathEnding.SOLVED if position.solved else PathEnding.STUCK
            if position.broken:
                ending = PathEnding.CONTRADICTION
        except Cancelled:
            ending = PathEnding.CANCELLED
    return Path(start, tuple(steps), ending, tuple(position.values), tuple(position.bits))


def proof_for(puzzle: Sudoku | Grid) -> Callable[[], bool]:
    """Make a function that finds out whether the puzzle itself (its givens) has exactly one solution.

    Candidates struck out do not count: values that change places could be among them.
    """
    problem = Sudoku.of(puzzle.layout, puzzle.givens)

    def proved() -> bool:
        from core.sudoku._verdict import check

        return check(problem, 2, steps=NODES_FOR_PROOF).proper

    return proved


def used(steps: Iterable[Step]) -> frozenset[Technique]:
    """The techniques of some steps."""
    return frozenset(step.technique for step in steps)
