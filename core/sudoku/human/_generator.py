"""Making puzzles: a full grid at random, then givens taken away while the solution stays the only one.

The same seed gives the same puzzle.  The work of the `propagation` solver
measures how hard a puzzle is: singles alone (*easy*), locked candidates too
(*medium*), splitting cells (*hard*), or splitting many (*expert*).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from core._catalog import algorithm
from core._search import Goal, ProblemError, Search, Status
from core._words import counted
from core.sudoku._grid import values_in
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku
from core.sudoku._propagation.search import LOCKED, SINGLES, Propagation
from core.sudoku._shape import Shape
from core.sudoku._verdict import check, start_proposed
from core.sudoku.human import TECHNIQUES, Level, solve_by_logic
from core.sudoku.human._units import Geometry

MOST_NODES = 2_000
"""How many nodes one question may cost; if the question stays open, the given is kept."""
MOST_NODES_WHEN_LARGE = 20
"""`MOST_NODES` above `LARGEST_SOLVED`: with 2000, a 25×25 took 16 times as long and kept more givens."""
EXPERT_NODES = 12
LEAST_CLUES = {(2, 2): 4, (3, 3): 17}
"""By box size, the fewest givens that can leave one solution (for 3×3: McGuire, Tugemann and Civario 2012)."""
SMALL = 6
"""Up to this order a full grid is found with bitmasks."""
LARGEST_SOLVED = 16
"""Above this order the generator shuffles full grids instead of searching for them."""
FILLINGS = 4
"""How often the generator tries to fill a variant's grid by guesses before it asks a solver."""
GUESSES = 2_000
"""How many guesses each of these attempts may take."""
SEARCHES = 20
"""How often it then hands a random start to a solver."""
SEARCH_NODES = 5_000
"""How many nodes each of these searches may cost."""


class Tier(StrEnum):
    """How hard a puzzle is."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


class Symmetry(StrEnum):
    """How the pattern of givens repeats."""

    NONE = "none"
    HALF_TURN = "half-turn"
    QUARTER_TURN = "quarter-turn"
    MIRROR = "mirror"
    """The left half mirrors the right."""
    FLIP = "flip"
    """The top half mirrors the bottom."""
    DIAGONAL = "diagonal"
    ANTIDIAGONAL = "antidiagonal"


@dataclass(frozen=True, slots=True)
class Measure:
    """How hard a proper puzzle is, and the nodes that show it."""

    tier: Tier
    nodes: int
    """Nodes that proving the one solution took, with locked candidates."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle that the generator made."""

    problem: Sudoku
    solution: tuple[int, ...]
    measure: Measure
    seed: int


class NotFound(ProblemError):
    """No puzzle of the kind asked for came up in the attempts allowed."""


class Stopped(ProblemError):
    """The caller no longer wants the puzzle: its ``stopped`` function said so."""


def measure(problem: Sudoku) -> Measure:
    """The tier of a proper puzzle.  Raises ProblemError when it has no solution or several."""
    if not problem.plain:
        return _measured_by_logic(problem)
    if deduced(problem, SINGLES):
        return Measure(Tier.EASY, 1)
    search = Propagation(problem, Goal.COUNT, 2, inference=LOCKED)
    while search.status is Status.RUNNING:
        search.advance(1 << 16)
    solutions, nodes = search.counts()
    if solutions != 1:
        raise ProblemError(f"not a proper puzzle: {'no solution' if solutions == 0 else 'several solutions'}")
    tier = Tier.MEDIUM if nodes == 1 else Tier.EXPERT if nodes >= EXPERT_NODES else Tier.HARD
    return Measure(tier, nodes)


def _measured_by_logic(problem: Sudoku) -> Measure:
    """The tier of a variant, by the level of its path; its nodes are those of the proposed solver."""
    verdict = check(problem, 2)
    if not verdict.proper:
        raise ProblemError(f"not a proper puzzle: {verdict}")
    level = solve_by_logic(problem, unique=True).level
    tier = {Level.EASY: Tier.EASY, Level.MEDIUM: Tier.MEDIUM, Level.HARD: Tier.HARD}.get(level, Tier.EXPERT)
    return Measure(tier, verdict.nodes)


def deduced(problem: Sudoku, inference: str) -> bool:
    """Whether the rules alone lead to a solution, which is then the only one."""
    if not problem.plain:
        most = Level.EASY if inference == SINGLES else Level.MEDIUM
        techniques = [entry for entry in TECHNIQUES if entry.level <= most]
        return solve_by_logic(problem, techniques=techniques, unique=False).solved
    search = Propagation(problem, Goal.COUNT, 2, inference=inference)
    search.advance(1)
    return search.counts() == (1, 1)


def _within_hard(problem: Sudoku) -> bool:
    """Whether the solver proves the one solution in fewer nodes than an expert puzzle takes."""
    if not problem.plain:
        return is_unique(problem) and _measured_by_logic(problem).tier is not Tier.EXPERT
    search = Propagation(problem, Goal.COUNT, 2, inference=LOCKED)
    search.advance(EXPERT_NODES)
    solutions, nodes = search.counts()
    return search.status is Status.COMPLETE and solutions == 1 and nodes < EXPERT_NODES


def is_unique(problem: Sudoku) -> bool:
    """Whether a search proves, within the nodes that it may cost, that there is exactly one solution."""
    search = start_proposed(problem, Goal.COUNT, 2)
    search.advance(MOST_NODES if problem.shape.order <= LARGEST_SOLVED else MOST_NODES_WHEN_LARGE)
    return search.status is Status.COMPLETE and search.counts()[0] == 1


def full_grid(shape: Shape | Layout, chance: random.Random) -> tuple[int, ...]:
    """A solved grid: boxes on the diagonal at random and the rest by search, or for large orders by shuffling.

    Raises NotFound for a variant that seems to have none.
    """
    layout = Layout.of(shape)
    shape, n = layout.shape, layout.order
    if not layout.plain:
        solution = random_solution(layout, chance)
        if solution is None:
            raise NotFound(f"no solved grid was found for boxes of {layout}")
        return solution
    if n <= LARGEST_SOLVED:
        values = [0] * shape.cells
        for at in range(min(shape.bands, shape.stacks)):
            box = layout.units[2 * n + at * shape.stacks + at]
            for cell, value in zip(box, chance.sample(range(1, n + 1), n), strict=True):
                values[cell] = value
        search = _first_solution_everywhere(Sudoku.of(layout, values))
        search.advance(10 * MOST_NODES)
        if search.counts()[0]:
            return _relabelled(search.solutions[0], n, chance)
    return _shuffled(shape, chance)


def random_solution(layout: Layout, chance: random.Random) -> tuple[int, ...] | None:
    """A solved grid at random: fewest candidates first, values in random order.  None if none was found."""
    geometry, n = Geometry.of(layout), layout.order
    for _ in range(FILLINGS):
        found = _fill(geometry, chance)
        if found is not None:
            return found
    for _ in range(SEARCHES):
        start = [0] * layout.cells
        for value, cell in enumerate(chance.sample(range(n), n), 1):
            start[cell] = value
        search = start_proposed(Sudoku.of(layout, start), Goal.FIRST)
        search.advance(SEARCH_NODES)
        if search.counts()[0]:
            names = chance.sample(range(1, n + 1), n)
            return tuple(names[value - 1] for value in map(int, search.solutions[0]))
    return None


def _fill(geometry: Geometry, chance: random.Random) -> tuple[int, ...] | None:
    peers = [[c for c in range(geometry.size) if mask >> c & 1] for mask in geometry.peers]
    nodes = 0
    stack: list[tuple[list[int], list[int], int, list[int]]] = []
    values, bits = [0] * geometry.size, [geometry.all_values] * geometry.size
    while True:
        open_cells = [cell for cell in range(geometry.size) if not values[cell]]
        if not open_cells:
            return tuple(values)
        fewest = min(bits[cell].bit_count() for cell in open_cells)
        cell = chance.choice([cell for cell in open_cells if bits[cell].bit_count() == fewest])
        options = list(values_in(bits[cell]))
        chance.shuffle(options)
        stack.append((values, bits, cell, options))
        while stack and not stack[-1][3]:
            stack.pop()
        nodes += 1
        if not stack or nodes > GUESSES:
            return None
        values, bits, cell, options = stack[-1]
        value = options.pop()
        values, bits = values[:], bits[:]
        values[cell] = value
        for peer in peers[cell]:
            bits[peer] &= ~(1 << (value - 1))


def _first_solution_everywhere(problem: Sudoku) -> Search:
    """A search that every processor can make: a seed makes the same puzzle everywhere."""
    if problem.size <= SMALL:
        return algorithm("sudoku", "bitmask").start(problem, Goal.FIRST)
    return Propagation(problem, Goal.FIRST, None)


def _relabelled(values: tuple[int, ...], n: int, chance: random.Random) -> tuple[int, ...]:
    names = chance.sample(range(1, n + 1), n)
    return tuple(names[value - 1] for value in values)


def lines_at_random(groups: int, size: int, chance: random.Random) -> list[int]:
    """The lines of a grid in random order, but those of a band or a stack side by side."""
    return [
        group * size + line for group in chance.sample(range(groups), groups)
        for line in chance.sample(range(size), size)
    ]  # fmt: skip


def _shuffled(shape: Shape, chance: random.Random) -> tuple[int, ...]:
    """The cyclic grid with values, bands, stacks, and lines within them exchanged at random."""
    n, height, width = shape.order, shape.box_rows, shape.box_columns
    rows, columns = lines_at_random(shape.bands, height, chance), lines_at_random(shape.stacks, width, chance)
    values = tuple((width * (row % height) + row // height + column) % n + 1 for row in rows for column in columns)
    return _relabelled(values, n, chance)


def orbits(shape: Shape, symmetry: Symmetry) -> list[tuple[int, ...]]:
    """The cells in groups that are given or not given together."""
    n = shape.order
    images: dict[Symmetry, tuple[Callable[[int, int], tuple[int, int]], ...]] = {
        Symmetry.NONE: (),
        Symmetry.HALF_TURN: (lambda r, c: (n - 1 - r, n - 1 - c),),
        Symmetry.QUARTER_TURN: (
            lambda r, c: (c, n - 1 - r), lambda r, c: (n - 1 - r, n - 1 - c), lambda r, c: (n - 1 - c, r),
        ),
        Symmetry.MIRROR: (lambda r, c: (r, n - 1 - c),),
        Symmetry.FLIP: (lambda r, c: (n - 1 - r, c),),
        Symmetry.DIAGONAL: (lambda r, c: (c, r),),
        Symmetry.ANTIDIAGONAL: (lambda r, c: (n - 1 - c, n - 1 - r),),
    }  # fmt: skip
    groups = set()
    for cell in range(shape.cells):
        row, column = divmod(cell, n)
        twins = [image(row, column) for image in images[symmetry]]
        groups.add(tuple(sorted({cell, *(r * n + c for r, c in twins)})))
    return sorted(groups)


def least_clues(layout: Layout) -> int:
    """The least number of givens that can leave one solution, as far as is known."""
    return LEAST_CLUES.get((layout.shape.box_rows, layout.shape.box_columns), 1) if layout.plain else 1


def check_clues(layout: Layout, clues: int | None) -> None:
    """Raise NotFound if no puzzle of this shape can have that many givens, or that few."""
    if clues is None:
        return
    least = least_clues(layout)
    if clues < least:
        few = counted(least, "given")
        raise NotFound(f"no puzzle with boxes of {layout} and one solution has fewer than {few}, not {clues}")
    if clues > layout.cells:
        raise NotFound(
            f"a grid with boxes of {layout} has {counted(layout.cells, 'cell')}: it cannot hold {clues} givens"
        )


def highest_level(layout: Layout) -> Level:
    """The level that no puzzle of this layout exceeds, as far as is known.

    All puzzles with 2×2 boxes, and all of houses up to 3×3 (those of every jigsaw too), were rated: each is easy.
    """
    two = (layout.shape.box_rows, layout.shape.box_columns) == (2, 2)
    small = (layout.plain and two) or (layout.only_houses and layout.order <= 3)
    return Level.EASY if small else Level.EXTREME


def check_tier(layout: Layout, tier: Tier | None) -> None:
    """Raise NotFound if it is known that no puzzle of this layout is in the tier."""
    if tier not in (None, Tier.EASY) and highest_level(layout) is Level.EASY:
        raise NotFound(f"no puzzle with boxes of {layout} is harder than {Tier.EASY}")


def generate(
    shape: Shape | Layout,
    seed: int,
    *,
    tier: Tier | None = None,
    symmetry: Symmetry = Symmetry.NONE,
    minimal: bool = False,
    clues: int | None = None,
    attempts: int = 200,
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] = lambda tried: None,
) -> Generated:
    """A proper puzzle of this shape.

    ``tier`` asks for a difficulty; ``minimal`` takes givens away until each is
    needed, or each group of them that the symmetry keeps together; ``clues`` stops
    as soon as no more than that many are left.  Raises NotFound when ``attempts``
    grids gave nothing that fits: not every shape has every tier.  ``stopped`` is
    asked before each given is tried; raises Stopped when it says yes.
    ``progress`` is told how many grids were tried.
    """
    layout = Layout.of(shape)
    check_clues(layout, clues)
    check_tier(layout, tier)
    became = Counter[str]()
    for attempt in range(attempts):
        progress(attempt)
        chance = random.Random(f"{seed}/{attempt}/{layout.text}")
        solution = full_grid(layout, chance)
        givens = dig(layout, solution, chance, _stays_in(tier), symmetry, clues, stopped)
        if minimal:
            givens = dig(layout, givens, chance, _stays_in(tier), symmetry, None, stopped)
        problem = Sudoku.of(layout, givens)
        if clues is not None and problem.clues > clues:
            became["with more givens"] += 1
            continue
        result = measure(problem)
        if tier is None or result.tier is tier:
            return Generated(problem, solution, result, seed)
        became[result.tier.value] += 1
    wanted = f"{f'{tier} ' if tier else ''}puzzle with boxes of {layout}" + (
        f" and at most {clues} givens" if clues is not None else ""
    )
    raise NotFound(
        f"no {wanted} in {counted(attempts, 'grid')} from seed {seed}: {outcomes(became)}; "
        "try another seed, tier or number of givens"
    )


def outcomes(became: Counter[str]) -> str:
    """What became of the grids tried: ``17 too easy, 3 too hard``."""
    return ", ".join(f"{count} {what}" for what, count in became.most_common()) or "none was tried"


def _stays_in(tier: Tier | None) -> Callable[[Sudoku], bool]:
    """Whether a puzzle is still proper, and in its tier."""
    if tier is Tier.EASY:
        return partial(deduced, inference=SINGLES)
    if tier is Tier.MEDIUM:
        return partial(deduced, inference=LOCKED)
    return _within_hard if tier is Tier.HARD else is_unique


def dig(
    layout: Layout, start: tuple[int, ...], chance: random.Random, stays: Callable[[Sudoku], bool], symmetry: Symmetry,
    clues: int | None, stopped: Callable[[], bool],
) -> tuple[int, ...]:  # fmt: skip
    """Take givens away, one orbit at a time in random order, wherever ``stays`` accepts the puzzle that is left.

    Raises Stopped when ``stopped`` says yes.
    """
    givens = list(start)
    left = sum(map(bool, givens))
    groups = orbits(layout.shape, symmetry)
    chance.shuffle(groups)
    for group in groups:
        if stopped():
            raise Stopped("stopped before a puzzle was found")
        if clues is not None and left <= clues:
            break
        kept = [givens[cell] for cell in group]
        if not any(kept):
            continue
        for cell in group:
            givens[cell] = 0
        if stays(Sudoku.of(layout, givens)):
            left -= sum(map(bool, kept))
        else:
            for cell, value in zip(group, kept, strict=True):
                givens[cell] = value
    return tuple(givens)
