"""The catalog entries of the exact cover algorithms, simple to fast."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core._catalog import SEED, Algorithm, Parameter, Source
from core._reasons import Because, Obstacle
from core._search import Goal
from core._words import grouped
from core.exact_cover._counting.density import fits_bits

if TYPE_CHECKING:
    from core.exact_cover._problem import ExactCover

ANY_COST = 10**18
"""More than any solution costs."""

KNUTH = Source("Knuth", 2000, "Dancing Links", "003")

ORDER = Parameter(
    "order", "Item order", "natural",
    (
        ("natural", "among equally small items, the one listed first"),
        ("reverse", "among equally small items, the one listed last"),
        ("rarest", "among equally small items, the one with fewest options at the start"),
        ("busiest", "among equally small items, the one whose options rule out most others at the start"),
    ),
    help="which of equally small items is covered next",
)  # fmt: skip

OWN_ORDER = replace(
    ORDER, default="auto",
    choices=(("auto", "the busiest where distant items share a secondary one, else the first listed"), *ORDER.choices),
)  # fmt: skip

CHOICE = Parameter(
    "choice", "Next item", "s",
    (("s", "the smallest, and of several the first (the S heuristic)"), ("first", "the first still uncovered")),
    help="which item is covered next",
)  # fmt: skip

LINKS_CHOICE = Parameter(
    "choice", "Next item", "s", (*CHOICE.choices, ("random", "the smallest, random tie")), help=CHOICE.help,
)  # fmt: skip

RESTARTS = Parameter(
    "restarts", "Restarts", 0, maximum=1 << 40, unset="never", for_first=True,
    help="start again after 1, 1, 2, 1, 1, 2, 4 … times as many nodes, with new random ties; for the first solution",
)  # fmt: skip

LARGEST_MATRIX = 1 << 31
"""The most bits of a matrix that Algorithm X takes: 256 MiB, held by items and once more by options."""


def _refused_by_matrix(problem: ExactCover) -> Obstacle | None:
    return _refused_by_size(problem) or _plain_only(problem)


def _plain_only(problem: ExactCover) -> Obstacle | None:
    if problem.coloured:
        return Because("does not support colours")
    return Because("does not support multiplicities") if problem.multiple else None


CELLS_MOST_ITEMS = (1 << 16) - 1
CELLS_MOST_OPTIONS = (1 << 14) - 1
CELLS_MOST_SAVED = 1 << 27
"""Words for the saved keys, a row for each level: 512 MiB."""


def _refused_by_cells(problem: ExactCover) -> Obstacle | None:
    items = len(problem.items)
    if items > CELLS_MOST_ITEMS:
        return _beyond("items", CELLS_MOST_ITEMS, items)
    largest = max(problem.sizes, default=0)
    if largest > CELLS_MOST_OPTIONS:
        return _beyond("options for one item", CELLS_MOST_OPTIONS, largest)
    if items * (problem.deepest + 1) > CELLS_MOST_SAVED:
        levels = grouped(problem.deepest + 1)
        return Because(f"keeps a copy of {grouped(items)} items for each of {levels} levels, which is too large")
    return None


def _beyond(what: str, most: int, found: int) -> Obstacle:
    return Because(f"goes up to {grouped(most)} {what}; this problem has {grouped(found)}")


def _refused_by_memory(problem: ExactCover) -> Obstacle | None:
    return _plain_only(problem) or _refused_by_cells(problem)


MEMORY = Parameter(
    "memory", "Memory (MiB)", 256, minimum=1, maximum=1 << 16, help="how large the table may grow, in MiB"
)

HELD = Parameter(
    "held", "Held as", "auto",
    (
        ("auto", "whichever has less to do at the root"),
        ("bits", "rows of bits: every option costs time"),
        ("cells", "sparse sets: only options ruled out cost time"),
    ),
    help="how the remaining options are stored",
)  # fmt: skip

HINT = Parameter(
    "hint", "Forced items", "on",
    (("on", "take an item down to one option next"), ("off", "always look for the smallest item")),
    help="whether an item left with one option is taken at once (not with multiplicities)",
)  # fmt: skip

DIAGRAM_ORDER = replace(
    ORDER, default="auto",
    choices=(
        ("auto", "whichever of natural and near keeps fewer items begun; the busiest as for other algorithms"),
        *ORDER.choices,
        ("near", "among equally small items, the one nearest to where the search began"),
    ),
)  # fmt: skip

DIAGRAM_MEMORY = replace(MEMORY, default=512, help="how large the diagram and its tables may grow, in MiB")


def _refused_by_diagram(problem: ExactCover) -> Obstacle | None:
    if fits_bits(problem):
        return None
    items, options = grouped(len(problem.items)), grouped(len(problem.options))
    return Because(f"holds a row of bits for each item, and {items} × {options} are too large for that")


SOLVER = Parameter(
    "solver", "Solver", "cadical195",
    (
        ("cadical195", "CaDiCaL 1.9.5"),
        ("glucose4", "Glucose 4"),
        ("maplechrono", "MapleLCM with chronological backtracking"),
        ("minisat22", "MiniSat 2.2"),
    ),
    help="which SAT solver",
)  # fmt: skip

COSTS = Parameter(
    "costs", "Costs", "own",
    (
        ("own", "what the options say; 1 for each where none says anything"),
        ("one", "1 for each option: the fewest options are cheapest"),
    ),
    help="what an option costs",
)  # fmt: skip

WITHIN = Parameter(
    "within", "Within", ANY_COST, minimum=-ANY_COST, maximum=ANY_COST, unset="any",
    help="the most that a solution may cost",
)  # fmt: skip


def _refused_by_size(problem: ExactCover) -> Obstacle | None:
    items, options = len(problem.items), len(problem.options)
    if items * options > LARGEST_MATRIX:
        return Because(f"keeps the whole matrix of {grouped(items)} × {grouped(options)}, which is too large")
    return None


PIECES = "core.exact_cover._division:searches"

ENTRIES = (
    Algorithm(
        "algorithm-x", "Algorithm X on the matrix", "cover",
        "Takes an item, tries each of its options, deletes what they rule out; each level copies what is left.",
        KNUTH, "core.exact_cover._kernels.algorithm_x:start", parameters=(CHOICE, ORDER), minimum_size=0,
        refuses=_refused_by_matrix, divides=PIECES,
        explained_by="core.exact_cover._explain:CoverReader", told_as="core.exact_cover._pseudocode:ALGORITHM_X",
    ),
    Algorithm(
        "dlx", "Dancing Links", "cover",
        "Algorithm X on doubly linked lists: hiding an option unlinks its nodes, going back links them in again.",
        KNUTH, "core.exact_cover._kernels.coloured_links:start", parameters=(LINKS_CHOICE, ORDER, SEED, RESTARTS),
        minimum_size=0,        counts_updates=True, divides=PIECES,
        explained_by="core.exact_cover._explain:CoverReader", told_as="core.exact_cover._pseudocode:DLX",
    ),
    Algorithm(
        "dancing-cells", "Dancing cells", "cover",
        "Sparse sets instead of links: an option swaps to the end of its items' arrays; going back copies their sizes.",
        Source("Knuth", 2023, "Dancing cells (SSXCC), after Solnon 2020"),
        "core.exact_cover._kernels.dancing_cells:start",
        parameters=(OWN_ORDER, HINT), minimum_size=0, refuses=_refused_by_cells, counts_updates=True, divides=PIECES,
        explained_by="core.exact_cover._explain:CoverReader", told_as="core.exact_cover._pseudocode:DANCING_CELLS",
    ),
    Algorithm(
        "diagram", "Diagram of all solutions", "cover",
        "Joins equal remainders of the search to one decision diagram, which holds every solution; counts them.",
        Source("Nishino, Yasuda, Minato and Nagata", 2017, "Dancing with Decision Diagrams (AAAI)"),
        "core.exact_cover._diagram.search:start", goals=(Goal.COUNT,), parameters=(DIAGRAM_ORDER, DIAGRAM_MEMORY),
        minimum_size=0, refuses=_refused_by_diagram, counts_updates=True,
        unexplained="searches each remaining problem once and joins what it found, so it visits no tree",
        nearest="dlx",
    ),
    Algorithm(
        "sat", "SAT solver", "cover",
        "Clauses for a solver that learns from every conflict (python-sat); each cover found is then forbidden.",
        Source("Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt", 2024, "CaDiCaL 2.0 (CAV)"),
        "core.exact_cover._sat:start", parameters=(SOLVER,), unit="conflict", minimum_size=0, counts_nodes=False,
        irregular="a solver learns something different on every problem", extra="sat:pysat",
        unexplained="searches by clauses that it learns, not by a tree of options", nearest="dlx",
    ),
    Algorithm(
        "memo-count", "Count with memory", "cover",
        "Remembers in how many ways each set of remaining items can be covered. On bits or on cells. Counts only.",
        Source("Nishino, Yasuda, Minato and Nagata", 2017, "Dancing with Decision Diagrams (AAAI)"),
        "core.exact_cover._counting.memo_cells:start", goals=(Goal.COUNT,), parameters=(OWN_ORDER, HELD, MEMORY),
        minimum_size=0, refuses=_refused_by_memory, counts_updates=True,
        unexplained="counts each remaining problem once and looks the number up later, so it visits no tree",
        nearest="dlx",
    ),
    Algorithm(
        "cheapest", "Cheapest, by a bound", "cover",
        "Prices the items so that a bound says what every solution from here costs at least; what is too dear goes. "
        "Finds the cheapest, the K cheapest (all, with a limit of K), or all within a cost.",
        Source("Land and Doig", 1960, "Branch and bound; prices by Lagrangian relaxation (Fisher 1981)"),
        "core.exact_cover._kernels.cheapest:start", parameters=(COSTS, WITHIN), minimum_size=0,
        refuses=_refused_by_size, aim="cheapest",
        explained_by="core.exact_cover._explain:CostReader", told_as="core.exact_cover._pseudocode:CHEAPEST",
    ),
)  # fmt: skip
