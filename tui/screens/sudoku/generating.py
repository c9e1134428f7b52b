"""New puzzles: the user's wishes, attempts until one fits, and the next puzzle ahead of time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from random import SystemRandom
from typing import Any

from core import Grid, Layout, ProblemError, Shape
from core.sudoku import Stopped, Symmetry
from core.sudoku._formats import Puzzle
from core.sudoku._shape import NINE
from core.sudoku.human import TECHNIQUES, Cancelled, Level, Technique, technique
from core.sudoku.human._technique import highest_score
from core.sudoku.rules import KINDS, Rule
from core.sudoku.rules._kinds import drawn_kinds
from tui.dialogs.form_values import Choice, Note, Offer, Row, Value, Whole
from tui.screens.sudoku.document import NewsTone, SudokuDocument
from tui.screens.sudoku.files import SHAPES, Files, PuzzleList
from tui.screens.sudoku.job import IsStopped, Job, JobList

LARGEST_GENERATED = 16
LEVELS = {
    Level.EASY: "singles are enough", Level.MEDIUM: "pairs, triples and locked candidates too",
    Level.HARD: "fish, wings, rectangles, simple colouring", Level.UNFAIR: "chains and almost locked sets",
    Level.EXTREME: "forcing chains, or beyond logic; this takes longest",
}  # fmt: skip
SYMMETRIES = {
    Symmetry.NONE: "givens anywhere", Symmetry.HALF_TURN: "the usual one in newspapers",
    Symmetry.QUARTER_TURN: "the same from all four sides", Symmetry.MIRROR: "left mirrors right",
    Symmetry.FLIP: "top mirrors bottom", Symmetry.DIAGONAL: "the same on both sides of the diagonal",
    Symmetry.ANTIDIAGONAL: "the same on both sides of the other diagonal",
}  # fmt: skip
ANY = "any"
NO_RULES = "none"
ALL_RULES = "all"
HIGHEST = 99_999
"""The highest score that may be asked for."""


class FurtherRules(StrEnum):
    """More rules, or other ones."""

    PLAIN = "none"
    DIAGONALS = "X"
    WINDOWS = "Windoku"
    JIGSAW = "Jigsaw"

    def layout(self, plain: Shape, seed: int, stopped: IsStopped) -> Layout:
        """The shape with these rules.  Raises ProblemError if they do not fit, or when stopped."""
        if self is FurtherRules.JIGSAW:
            from core.sudoku.human._jigsaw import jigsaw

            return jigsaw(plain.order, seed, stopped=stopped)
        return Layout.of(plain) if self is FurtherRules.PLAIN else Layout.parse(f"{plain.text} {self.value.lower()}")


VARIANTS = {
    FurtherRules.PLAIN: "rows, columns and boxes", FurtherRules.DIAGONALS: "both diagonals hold every value too",
    FurtherRules.WINDOWS: "four windows between the boxes hold every value too",
    FurtherRules.JIGSAW: "irregular regions in place of boxes",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a new puzzle should be like."""

    shape: Shape = NINE
    level: Level | None = Level.EASY
    """None for any."""
    least: int = 0
    """Its score at least."""
    most: int = 0
    """And at most; 0 for no limit."""
    symmetry: Symmetry = Symmetry.NONE
    minimal: bool = False
    requires: Technique | None = None
    """A technique that its path must use."""
    variant: FurtherRules = FurtherRules.PLAIN
    rules: tuple[str, ...] = ()
    """The kinds of rules that are drawn for it, by their words."""
    seed: int = 0
    """The same seed makes the same puzzle; 0 for another each time."""

    @property
    def score(self) -> tuple[int, int] | None:
        """Lowest and highest score, if one of them is given."""
        return (self.least, self.most or HIGHEST) if self.least or self.most else None

    def __str__(self) -> str:
        parts = [str(self.shape)]
        if self.variant is not FurtherRules.PLAIN:
            parts.append(self.variant.value)
        parts += [KINDS[word].title for word in self.rules]
        if self.level is not None:
            parts.append(self.level.title)
        if self.score is not None:
            parts.append(f"score {self.least}-{self.most}" if self.most else f"score from {self.least}")
        if self.symmetry is not Symmetry.NONE:
            parts.append(str(self.symmetry))
        if self.minimal:
            parts.append("minimal")
        if self.requires is not None:
            parts.append(self.requires.name)
        return " ".join(parts)


class Generating:
    """New puzzles, and the form that says what they should be like."""

    def __init__(self, document: SudokuDocument, jobs: JobList, files: Files) -> None:
        self._document, self._jobs, self._files = document, jobs, files
        self.wishes = Wishes()
        self._ready: tuple[Wishes, Puzzle] | None = None
        """A puzzle made ahead of time, with its wishes."""
        self.made_from: tuple[tuple[int, ...], tuple[Rule, ...]] | None = None
        """The clues and the rules of the puzzle made last."""

    # The form

    def rows(self) -> list[Row]:
        """What may be wished for."""
        wishes = self.wishes
        shapes = {str(shape) for text in SHAPES if (shape := Shape.parse(text)).order <= LARGEST_GENERATED}
        shapes.add(str(wishes.shape))
        order = sorted(map(Shape.parse, shapes), key=lambda shape: (shape.order, shape.box_rows))
        return [
            Choice("shape", "Boxes", str(wishes.shape), tuple(
                Offer(str(s), f"{s}  ({s.order} × {s.order})", "rows × columns of a box") for s in order
            )),
            Choice("variant", "Variant", wishes.variant.value, tuple(
                Offer(v.value, v.value, text) for v, text in VARIANTS.items()
            )),
            Choice("rules", "Rules", _choice_of(wishes.rules), (
                Offer(NO_RULES, NO_RULES, "no more than the variant has"),
                *(Offer(word, KINDS[word].title, "with some that fit, as many as it needs") for word in _drawn()),
                Offer(ALL_RULES, "all of these", "with some of each kind, as many as it needs"),
            )),
            Choice("level", "Level", wishes.level.title if wishes.level is not None else ANY, (
                *(Offer(level.title, level.title, text) for level, text in LEVELS.items()),
                Offer(ANY, "any level", "however hard it comes out"),
            )),
            Whole("least", "Score from", wishes.least, 0, HIGHEST, "its steps add up to this at least",
                  "" if wishes.least else "any"),
            Whole("most", "Score to", wishes.most, 0, HIGHEST, "and to this at most; 0: no limit",
                  "" if wishes.most else "any"),
            Choice("symmetry", "Symmetry", wishes.symmetry.value, tuple(
                Offer(s.value, s.value, text) for s, text in SYMMETRIES.items()
            )),
            Choice("minimal", "Minimal", "yes" if wishes.minimal else "no", (
                Offer("no", "no", "however many givens that takes"),
                Offer("yes", "yes", "each given is needed, or each group of symmetric ones"),
            )),
            Choice("requires", "Needs", wishes.requires.key if wishes.requires is not None else ANY, (
                Offer(ANY, "no special technique"),
                *(Offer(entry.key, entry.name, f"somewhere on its path; {entry.level.title}") for entry in TECHNIQUES),
            )),
            Whole("seed", "Seed", wishes.seed, 0, (1 << 31) - 1,
                  "the same seed makes the same puzzle; 0: a new one each time", "" if wishes.seed else "at random"),
        ]  # fmt: skip

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a wish; the level rises to that of a technique that is needed, and that goes if it falls below."""
        text, wishes = str(value), self.wishes
        note = None
        match key:
            case "shape":
                wishes = replace(wishes, shape=Shape.parse(text))
            case "variant":
                wishes = replace(wishes, variant=FurtherRules(text))
            case "rules":
                wishes = replace(wishes, rules=_drawn() if text == ALL_RULES else () if text == NO_RULES else (text,))
                if wishes.rules and wishes.level is not None and wishes.level < (least := _least_of_rules()):
                    note = Note(f"what such a rule says is {least.title} at least")
                    wishes = replace(wishes, level=least)
            case "level":
                wishes = replace(wishes, level=None if text == ANY else Level.named(text))
                if wishes.level is not None:
                    wishes, note = self._within(wishes, wishes.level)
            case "least" | "most":
                score = int(text)
                wishes = replace(wishes, least=score) if key == "least" else replace(wishes, most=score)
                if wishes.most and wishes.least > wishes.most:
                    wishes = replace(wishes, least=score, most=score)
                ceiling = _ceiling(wishes)
                if wishes.level is not None and wishes.least > ceiling:
                    note = Note(f"{wishes.level.title} puzzles score {ceiling:.0f} at most: any level, then")
                    wishes = replace(wishes, level=None)
            case "seed":
                wishes = replace(wishes, seed=int(text))
            case "symmetry":
                wishes = replace(wishes, symmetry=Symmetry(text))
            case "minimal":
                wishes = replace(wishes, minimal=text == "yes")
            case "requires":
                needed = None if text == ANY else technique(text)
                wishes = replace(wishes, requires=needed)
                if needed is not None and wishes.level is not None and needed.level > wishes.level:
                    note = Note(f"{needed.name} is {needed.level.title}")
                    wishes = replace(wishes, level=needed.level)
        self.wishes = wishes
        return note

    @staticmethod
    def _within(wishes: Wishes, level: Level) -> tuple[Wishes, Note | None]:
        """The other wishes, as far as a puzzle of that level can have them."""
        note = None
        if wishes.requires is not None and wishes.requires.level > level:
            note = Note(f"no {level.title} puzzle needs {wishes.requires.name}")
            wishes = replace(wishes, requires=None)
        if wishes.rules and level < (lowest := _least_of_rules()):
            note = Note(f"what such a rule says is {lowest.title} at least: none, then")
            wishes = replace(wishes, rules=())
        if wishes.least > _ceiling(wishes):
            note = Note(f"{level.title} puzzles score {_ceiling(wishes):.0f} at most")
            wishes = replace(wishes, least=0)
        return wishes, note

    def remembered(self) -> dict[str, str]:
        """For the settings file; without the seed, which is for one puzzle."""
        return {row.key: str(row.value) for row in self.rows() if row.key != "seed"}

    def recall(self, values: Mapping[str, Any]) -> None:
        """Take up what `remembered` gave; whatever no longer fits is left out."""
        for row in self.rows():
            value = values.get(row.key)
            if isinstance(row, Choice):
                fits = any(option.value == value for option in row.options)
            else:
                fits = isinstance(row, Whole) and str(value).isdecimal() and not row.refusal(int(str(value)))
            if fits:
                self.choose(row.key, str(value))

    def propose(self, layout: Layout) -> None:
        """The user works on such a grid: the next one will probably be like it."""
        if layout.order <= LARGEST_GENERATED and layout.rectangular:
            self.choose("shape", str(layout.shape))

    # Making one

    @property
    def can_go_on(self) -> bool:
        """Whether the puzzle in hand was made here, so that the next one is just like it."""
        return self.made_from is not None and _told(self._document.puzzle) == self.made_from

    def make(self) -> None:
        """A puzzle as wished for: the one that is ready, or a new one, for as long as it takes."""
        if self._ready is not None and self._ready[0] == self.wishes:
            _, puzzle = self._ready
            self._ready = None
            self._open(puzzle)
            return
        wishes, before = self.wishes, self._document.puzzle

        def done(puzzle: Puzzle | str) -> None:
            if isinstance(puzzle, str):
                self._document.say(puzzle, NewsTone.PLAIN if job.stopped else NewsTone.BAD)
            elif self._document.puzzle == before:
                self._open(puzzle)
            else:
                # It took a while, and the user went on working: they say when.
                self._files.choose(PuzzleList("A new puzzle", [puzzle]))

        self._jobs.stop("ahead")
        job = Job("making", f"making {wishes}…", lambda stopped: made(wishes, stopped, job), done)
        self._jobs.begin(job)

    def _open(self, puzzle: Puzzle) -> None:
        self._files.puzzle_list = None
        self._document.open(puzzle, f"a new puzzle: {puzzle.level}; ) makes another")
        self.made_from = _told(puzzle)
        if self.wishes.seed:
            self.wishes = replace(self.wishes, seed=self.wishes.seed + 1)  # the next one has the next seed
        self._make_ahead()

    def _make_ahead(self) -> None:
        """The next one, while the user works on this one."""
        wishes = self.wishes

        def done(puzzle: Puzzle | str) -> None:
            if isinstance(puzzle, Puzzle):
                self._ready = (wishes, puzzle)

        self._jobs.begin(Job("ahead", "", lambda stopped: made(wishes, stopped), done, quiet=True))


def _told(puzzle: Puzzle) -> tuple[tuple[int, ...], tuple[Rule, ...]]:
    """The clues and the rules of a puzzle: one with rules may have no givens."""
    return puzzle.clues, puzzle.grid.rules


def _drawn() -> tuple[str, ...]:
    """The words of the kinds that can be drawn."""
    return tuple(dict.fromkeys(kind.kind for kind in drawn_kinds().values()))


def _choice_of(rules: tuple[str, ...]) -> str:
    return NO_RULES if not rules else rules[0] if len(rules) == 1 else ALL_RULES


def _least_of_rules() -> Level:
    from core.sudoku.human._generator_rated import LEAST_OF_RULES

    return LEAST_OF_RULES


def _ceiling(wishes: Wishes) -> float:
    """The highest score of the level wished for."""
    cells = wishes.shape.order**2
    return highest_score(wishes.level, cells) if wishes.level is not None else float("inf")


def made(wishes: Wishes, stopped: IsStopped, job: Job | None = None) -> Puzzle | str:
    """A puzzle as wished for, however many grids it takes; or why there is none."""
    from core.sudoku.human import _generator_rated as generator_rated

    began = time.monotonic()

    def tell(tries: int) -> None:
        if job is not None and tries:
            job.doing = f"making {wishes}: {tries + 1} grids, {time.monotonic() - began:.0f} s…"

    wish = generator_rated.Wish(
        wishes.level, wishes.score, requires=(wishes.requires,) if wishes.requires is not None else (),
        symmetry=wishes.symmetry, minimal=wishes.minimal,
        rules=tuple(KINDS[word] for word in wishes.rules), by_logic=bool(wishes.rules) and wishes.level is None,
    )  # fmt: skip
    seed = wishes.seed or SystemRandom().randrange(1 << 31)
    try:
        layout = wishes.variant.layout(wishes.shape, seed, stopped)
        found = generator_rated.generate_rated(layout, seed, wish, stopped=stopped, progress=tell)
    except (Stopped, Cancelled):
        return "stopped: no puzzle was made"
    except ProblemError as error:
        return str(error)
    level = f"{found.path.level.title} ({found.path.score})"
    if not found.path.solved:
        level = f"{found.path.level.title} (beyond logic)"
    grid = Grid.from_problem(found.problem)
    return Puzzle(grid, title=f"{wishes} {seed}", level=level, source=f"made here, seed {seed}")
