"""The catalog entries of the Sudoku algorithms, simple to fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._catalog import Algorithm, Parameter, Source
from core._reasons import Because, Obstacle
from core._search import Goal
from core.sudoku._bulk.processor import shuffles_bytes
from core.sudoku._shape import MAXIMUM_ORDER, NINE
from core.sudoku.rules._forms import Distinct

if TYPE_CHECKING:
    from core.sudoku._problem import Sudoku

LARGEST_MATRIX = 16
"""The explicit matrix has 4n⁵ cells: in bytes 4 MiB at order 16, 39 MiB at 25, 242 MiB at 36."""

BUILD = Parameter(
    "build", "Built", "sparse",
    (("sparse", "only the ones, in O(n³)"), ("dense", "through the document's n³ × 4n² matrix")),
    help="how the links are made",
)  # fmt: skip
INFERENCE = Parameter(
    "inference", "Rules applied", "locked",
    (("singles", "naked and hidden singles"), ("locked", "locked candidates too")),
    help="what is deduced at each node",
)  # fmt: skip

NERY = Source("Nery", 2019, "Trabalho Prático 3: Sudoku como cobertura exata", "003")
KNUTH = Source("Knuth", 2000, "Dancing links", "003")


def _houses(problem: Sudoku) -> Obstacle | None:
    """The obstacle for solvers of houses and candidates: the first rule of another kind."""
    layout, n = problem.layout, problem.shape.order
    for form, rule in layout.forms if not layout.only_houses else ():
        if not (isinstance(form, Distinct) and len(form.cells) == n):
            return Because(f"solves houses, {n} cells that hold every value, and not: {rule.words(problem.shape)}")
    return None


def _no_marks(problem: Sudoku) -> Obstacle | None:
    """The obstacle for solvers of givens in houses."""
    if problem.marked:
        return Because(f"solves grids of givens and empty cells, not {problem.basis}")
    return _houses(problem)


def _three_houses(problem: Sudoku) -> Obstacle | None:
    """The obstacle for solvers that need three houses for each cell."""
    layout = problem.layout
    if any(len(layout.houses_of(cell)) != 3 for cell in range(layout.cells)):
        return _houses(problem) or Because(f"solves rows, columns and one box per cell, not boxes of {layout}")
    return _no_marks(problem)


def _nine_only(problem: Sudoku) -> Obstacle | None:
    if not problem.plain or problem.shape != NINE:
        return Because(f"solves 9×9 grids with 3×3 boxes, not boxes of {problem.layout}")
    if not shuffles_bytes():
        return Because("needs a processor that shuffles vectors of bytes: x86-64 with SSSE3, or arm64")
    return _no_marks(problem)


CELLS = "core.sudoku._division:searches"

ENTRIES = (
    Algorithm(
        "backtracking", "Backtracking", "sudoku",
        "Cell by cell along the rows, the smallest value that fits first.",
        Source("Giovannetti", 2010, "Backtracking (lecture slides)", "002"),
        "core.sudoku._solvers.backtracking:Backtracking", maximum_size=MAXIMUM_ORDER, divides=CELLS, refuses=_no_marks,
        explained_by="core.sudoku._explain:CellByCell", told_as="core.sudoku._pseudocode:BACKTRACKING",
    ),
    Algorithm(
        "bitmask", "Bitmasks, fewest candidates first", "sudoku",
        "One word per row, column and box holds what is missing; the cell with fewest candidates comes next.",
        Source("Golomb and Baumert", 1965, "Backtrack programming (smallest domain first)"),
        "core.sudoku._solvers.bitmask:SudokuBitmask", maximum_size=MAXIMUM_ORDER, divides=CELLS,
        refuses=_three_houses,
        explained_by="core.sudoku._explain:FewestCandidates", told_as="core.sudoku._pseudocode:BITMASK",
    ),
    Algorithm(
        "single-branch", "Single branch", "sudoku",
        "The document's heuristic: smallest item, first option, no way back. It gives up when a guess goes wrong.",
        NERY, "core.sudoku._solvers.single_branch:SingleBranch", goals=(Goal.FIRST,), parameters=(BUILD,),
        complete=False, maximum_size=MAXIMUM_ORDER, counts_updates=True, refuses=_houses,
        explained_by="core.sudoku._explain:OnGridItems", told_as="core.sudoku._pseudocode:SINGLE_BRANCH",
    ),
    Algorithm(
        "algorithm-x", "Algorithm X on the matrix", "sudoku",
        "Exact cover without links: every node counts the ones in every column of the matrix.",
        KNUTH, "core.sudoku._solvers.exact_cover:SudokuMatrix", maximum_size=LARGEST_MATRIX, divides=CELLS,
        refuses=_houses,
        explained_by="core.sudoku._explain:OnGridItems", told_as="core.sudoku._pseudocode:ALGORITHM_X",
    ),
    Algorithm(
        "dlx-dense", "Dancing Links, dense build", "sudoku",
        "Dancing Links whose lists are made from the explicit n³ × 4n² matrix, as the document does it.",
        NERY, "core.sudoku._solvers.exact_cover:dense_links", maximum_size=LARGEST_MATRIX,
        counts_updates=True, divides=CELLS, refuses=_houses,
        explained_by="core.sudoku._explain:OnGridItems", told_as="core.sudoku._pseudocode:DLX",
    ),
    Algorithm(
        "dlx", "Dancing Links", "sudoku",
        "Exact cover of cells and of the values in every house; smallest item first; built in O(n³).",
        KNUTH, "core.sudoku._solvers.exact_cover:SudokuLinks", maximum_size=MAXIMUM_ORDER,
        counts_updates=True, divides=CELLS, refuses=_houses,
        explained_by="core.sudoku._explain:OnGridItems", told_as="core.sudoku._pseudocode:DLX",
    ),
    Algorithm(
        "propagation", "Propagation, weights, restarts", "sudoku",
        "Any rules: draws all conclusions at every node, branches where it failed before, starts again when stuck.",
        Source("Boussemart, Hemery, Lecoutre and Saïs", 2004, "Boosting systematic search by weighting constraints"),
        "core.sudoku._propagation.search:Propagation", parameters=(INFERENCE,), maximum_size=MAXIMUM_ORDER,
        divides=CELLS,
        explained_by="core.sudoku._explain:Splitting", told_as="core.sudoku._pseudocode:PROPAGATION",
    ),
    Algorithm(
        "learning", "Clause learning", "sudoku",
        "One solution of the largest grids: every failure leaves a rule behind, so it is never repeated.",
        Source("Marques-Silva and Sakallah", 1999, "GRASP: a search algorithm for propositional satisfiability"),
        "core.sudoku._solvers.learning:Learning", goals=(Goal.FIRST,), maximum_size=MAXIMUM_ORDER, refuses=_houses,
        unexplained="jumps back over many choices at once and keeps the rules it has learned, so it visits no tree",
        nearest="propagation",
    ),
    Algorithm(
        "bands", "Bands and boxes", "sudoku",
        "9×9 only, the fastest: bands and boxes tell each other which minirows and minicolumns a digit can use.",
        Source("Dillon", 2019, "tdoku: a fast Sudoku solver"),
        "core.sudoku._bulk.bands:BandsSearch", minimum_size=9, maximum_size=9, refuses=_nine_only,
        divides=CELLS, solves_many="core.sudoku._bulk.bands:solve_batch",
        explained_by="core.sudoku._explain:Splitting", told_as="core.sudoku._pseudocode:BANDS",
    ),
)  # fmt: skip
