"""The catalog entries of the N queens algorithms, simple to fast."""

from __future__ import annotations

from core._catalog import SEED, THREADS, Algorithm, Parameter, Source
from core._queens.problem import FORBIDDEN, LARGEST_RESTRICTED, PLACED, Queens
from core._reasons import CountsAs, Obstacle, TooLarge
from core._search import Goal
from core._words import byte_size

ORDER = Parameter(
    "order", "Item order", "table",
    (
        ("table", "rows from the middle out, then columns (the paper's Table 3)"),
        ("text", "rows and columns in turn, from the middle out (the paper's words)"),
        ("natural", "rows, then columns, from the edge"),
    ),
    help="which item wins a tie in size",
)  # fmt: skip

PROCESSOR = Parameter(
    "processor", "Processor", "best",
    (
        ("best", "the widest vectors that this processor has"),
        ("avx512", "x86-64 with AVX-512: eight words at once"),
        ("avx2", "x86-64 with AVX2: four words at once"),
        ("neon", "64-bit ARM: two words at once"),
        ("plain", "word by word, on every processor"),
    ),
    help="which vector instructions to use",
)  # fmt: skip


def _suits_quadrants(problem: Queens) -> Obstacle | None:
    """Say why quadrants cannot take a board: there is too little memory."""
    from core._parts.machine import memory_available

    needed, free = _room_held(problem), memory_available()
    if free is None or needed <= free:
        return None
    return TooLarge(f"needs {byte_size(needed)} of memory; {byte_size(free)} is free")


def _room_held(problem: Queens) -> int:
    from core._queens.quadrants.memory import bytes_needed

    return bytes_needed(problem.n)


VENEROSO = Source(
    "Veneroso", 2017, "Cobertura exata por conjuntos: modelagem alternativa do problema das N rainhas", "000"
)
FERNANDES = Source(  # its computer dates from 2003 or 2004
    "Fernandes and Alho", 2004, "Solução eficiente para a resolução do Problema das N-Rainhas (undated; about 2004)",
    "004",
)  # fmt: skip
SOSIC = Source(
    "Sosic and Gu", 1994, "Efficient local search with conflict minimization: a case study of the n-queens problem",
    "004",
)  # fmt: skip
FIRST = (Goal.FIRST,)
COUNT = (Goal.COUNT,)
ROWS = "core._queens.division:searches"
RESTRICTIONS = (PLACED, FORBIDDEN)
"""The restrictions that complete algorithms honour; algorithms that merely write down a solution do not."""
BY_BITMASK = CountsAs(RESTRICTIONS, "bitmask")
"""With these restrictions a board usually has no symmetry left that a count could use."""
LOCAL = "moves queens about until no two attack each other; it rules nothing out, so there is nothing to explain"

ENTRIES = (
    Algorithm(
        "brute-force", "Brute force", "queens",
        "Every choice of N of the N² squares, checked only when all N queens are placed.",
        FERNANDES, "core._queens.brute_force:BruteForceSearch", maximum_size=12, honours=RESTRICTIONS,
        divides=ROWS,
        explained_by="core._queens.explain:SquareBySquare", told_as="core._queens.pseudocode:BRUTE_FORCE",
    ),
    Algorithm(
        "permutations", "All permutations", "queens",
        "One queen per row and column in every possible way; diagonals are checked only when all N queens are placed.",
        FERNANDES, "core._queens.permutations:PermutationSearch", maximum_size=16, honours=RESTRICTIONS,
        divides=ROWS,
        explained_by="core._queens.explain:OnePerColumn", told_as="core._queens.pseudocode:PERMUTATIONS",
    ),
    Algorithm(
        "naive", "Naive recursion", "queens",
        "Row by row; each square is checked against every queen placed before it.",
        FERNANDES, "core._queens.naive:NaiveSearch", maximum_size=512, honours=RESTRICTIONS,
        divides=ROWS,
        explained_by="core._queens.explain:RowByRow", told_as="core._queens.pseudocode:NAIVE",
    ),
    Algorithm(
        "backtracking", "Backtracking", "queens",
        "Row by row; three boolean arrays tell at once whether a column or a diagonal is free.",
        Source("Dijkstra", 1972, "Notes on structured programming", "002"),
        "core._queens.backtracking:BacktrackingSearch", maximum_size=512, honours=RESTRICTIONS, divides=ROWS,
        explained_by="core._queens.explain:RowByRow", told_as="core._queens.pseudocode:BACKTRACKING",
    ),
    Algorithm(
        "bitmask", "Bitmask recursion", "queens",
        "Three machine words say which squares of the next row are attacked; a shift moves them down a row.",
        Source("Pantelis", 2011, "N-queens in C with bitmasks and recursion (blog post)", "001"),
        "core._queens.bitmask:BitmaskSearch", parameters=(THREADS,), maximum_size=32, honours=RESTRICTIONS,
        divides=ROWS, explained_by="core._queens.explain:RowByRow", told_as="core._queens.pseudocode:BITMASK",
    ),
    Algorithm(
        "symmetry", "Bitmask up to symmetry", "queens",
        "Bitmasks that look for one board in eight: the queens on the four edges tell which of the eight to build.",
        Source("Takaken", 2003, "N Queens Problem (number of solutions), ver. 3.1 (program)"),
        "core._queens.symmetry:DihedralSearch", COUNT, (THREADS,), maximum_size=32, honours=RESTRICTIONS,
        gives_way=BY_BITMASK, divides="core._queens.symmetry:searches",
        explained_by="core._queens.explain:UpToSymmetry", told_as="core._queens.pseudocode:SYMMETRY",
    ),
    Algorithm(
        "quadrants", "Quadrants", "queens",
        "Joins quadrants into half boards and counts the pairs of halves that fit, hundreds at once. Counts only.",
        Source("Kluev", 2015, "N-Queens-Count-Sol (program)"),
        "core._queens.quadrants.quadrant_search:start", COUNT, (PROCESSOR, THREADS), unit="job",
        maximum_size=28, refuses=_suits_quadrants, counts_nodes=False,
        honours=RESTRICTIONS, gives_way=BY_BITMASK, divides="core._queens.quadrants.quadrant_search:searches",
        parts_end_soon=True, samples="core._queens.quadrants.sampling:sampler",
        holds=_room_held,
        unexplained="joins two lists of half boards and never looks at one board, so there is no node to explain",
        nearest="bitmask",
    ),
    Algorithm(
        "dlx", "Dancing Links", "queens",
        "Exact cover on linked lists, first item first: backtracking's tree at the price of the links.",
        VENEROSO, "core._queens.as_cover:start_first_item", maximum_size=512,
        counts_updates=True, honours=RESTRICTIONS, divides=ROWS,
        explained_by="core._queens.explain:LinksOnBoard", told_as="core._queens.pseudocode:DLX",
    ),
    Algorithm(
        "dlx-s", "DLX + S heuristic", "queens",
        "Dancing Links on the row or column with the fewest squares left, so dead ends show early.",
        VENEROSO, "core._queens.as_cover:start_smallest_item", parameters=(ORDER,),
        maximum_size=512, counts_updates=True, honours=RESTRICTIONS, divides="core._queens.line_division:searches",
        explained_by="core._queens.explain:LinksOnBoard", told_as="core._queens.pseudocode:DLX_S",
    ),
    Algorithm(
        "dancing-cells", "Dancing cells", "queens",
        "Exact cover on sparse sets, fewest squares first: completes boards of hundreds of queens, some placed.",
        Source("Knuth", 2023, "Dancing cells (SSXCC), after Solnon 2020"),
        "core._queens.as_cover:start_cells", parameters=(ORDER,), maximum_size=LARGEST_RESTRICTED,
        counts_updates=True, honours=RESTRICTIONS, divides="core._queens.line_division:searches",
        explained_by="core._queens.explain:CellsOnBoard", told_as="core.exact_cover._pseudocode:DANCING_CELLS",
    ),
    Algorithm(
        "stride", "Every second row", "queens",
        "Puts the first half of the queens two columns apart and recurses for the rest; N = 6k + 3 makes it backtrack.",
        FERNANDES, "core._queens.stride:StrideSearch", FIRST, complete=False, maximum_size=4096,
        explained_by="core._queens.explain:HalfPreset", told_as="core._queens.pseudocode:STRIDE",
        irregular="quick except at N = 6k + 3, where it has to search",
    ),
    Algorithm(
        "closed-form", "Closed form", "queens",
        "Writes a solution down by formula; no search at all.",
        Source("Evans", 1997, "The N Queens Problem; with Beasley (1989), The Mathematics of Games", "004"),
        "core._queens.closed_form:ClosedForm", FIRST, complete=False, unit="queen", maximum_size=100_000_000,
        counts_nodes=False,
        unexplained="writes its solution down by a formula, without any search", steady_first=True,
    ),
    Algorithm(
        "swaps", "Improving swaps", "queens",
        "A random permutation; swaps two rows whenever that reduces collisions; starts again when no swap does.",
        Source("Sosic and Gu", 1990, "A polynomial time algorithm for the N-queens problem", "004"),
        "core._queens.swaps:Swaps", FIRST, (SEED,), complete=False, unit="test", maximum_size=10_000,
        counts_nodes=False, honours=RESTRICTIONS,
        unexplained=LOCAL,
    ),
    Algorithm(
        "min-conflicts", "Minimum conflicts", "queens",
        "Places nearly all queens without a conflict, then swaps the last conflicts away: time linear in N.",
        SOSIC, "core._queens.min_conflicts:start", FIRST, (SEED,), complete=False, unit="test",
        maximum_size=30_000_000, counts_nodes=False, honours=RESTRICTIONS,
        unexplained=LOCAL, steady_first=True,
    ),
)  # fmt: skip
