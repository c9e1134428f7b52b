"""Exact cover problems by name, for comparisons (`core.compare._instances.Instances`)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, cast

from core._search import Goal, Problem, ProblemError
from core.storage._files import system_reason

if TYPE_CHECKING:
    from core.exact_cover._problem import ExactCover
    from core.exact_cover._puzzle import CoverPuzzle


class CoverInstances:
    """Exact covers: names of the gallery, or files that `core.exact_cover._formats.load` reads."""

    axis = "problem"
    example = "pentominoes-6x10 or FILE"
    spaced = False
    usual = "knuth-2000"
    usual_algorithms = ("algorithm-x", "dlx", "dancing-cells")
    nodes_a_solution = 0.0

    def expand(self, text: str) -> tuple[str, ...]:
        """The keys of the gallery entries or files that a text names."""
        from core.exact_cover._gallery import GALLERY, PREFIX

        names = [entry.name for entry in GALLERY]
        keys = []
        for piece in text.split(","):
            name = piece.strip().removeprefix(PREFIX)
            if name in names:
                keys.append(name)
            elif Path(name).is_file():
                self._look(Path(name))
                keys.append(str(Path(name).absolute()))
            else:
                raise ProblemError(f"{name!r} is neither a file nor in the gallery; there are {', '.join(names)}")
        return tuple(dict.fromkeys(keys))

    @staticmethod
    def _look(path: Path) -> None:
        """Raise ProblemError unless there is a problem in the file: better now than as a table of refusals."""
        from core.exact_cover._formats.load import load

        try:
            load(path)
        except OSError as error:
            raise ProblemError(f"{path}: {system_reason(error)}") from None
        except ValueError as error:
            raise ProblemError(str(error)) from None

    def problem(self, key: str) -> Problem:
        """The gallery's problem or the one in the file."""
        return self.puzzle(key).problem

    def puzzle(self, key: str) -> CoverPuzzle:
        """A problem with its picture.  Raises ProblemError or OSError if it is missing."""
        from core.exact_cover._formats.load import load
        from core.exact_cover._gallery import instance

        return load(Path(key)) if Path(key).is_absolute() else instance(key).puzzle()

    def title(self, key: str) -> str:
        """The problem's name in a table."""
        return Path(key).name

    def known(self, key: str, goal: Goal) -> int | None:
        """How many solutions a run must report, if known."""
        from core.exact_cover._gallery import instance

        known = None if Path(key).is_absolute() else instance(key).known
        return known if known is None or goal is not Goal.FIRST else min(known, 1)

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """The same problem, with its items, its options, and the items of each option shuffled."""
        given = cast("ExactCover", problem)
        first, size = given.primary, len(given.items)
        items = [*chance.sample(range(first), first), *chance.sample(range(first, size), size - first)]
        place = {item: number for number, item in enumerate(items)}
        rows = chance.sample(range(len(given.options)), len(given.options))
        options = []
        for option in map(given.options.__getitem__, rows):
            held = chance.sample(option.coloured, len(option))
            options.append(option.holding((place[item], colour) for item, colour in held))
        return given.remade(options, tuple(given.items[item] for item in items))
