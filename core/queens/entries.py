"""The catalog entries of the N queens algorithms, simple to fast."""

from __future__ import annotations

from core.catalog import Algorithm, Parameter, Source

ORDER = Parameter(
    "order", "Item order", "table",
    (
        ("table", "rows from the middle out, then columns (the paper's Table 3)"),
        ("text", "rows and columns in turn, from the middle out (the paper's words)"),
        ("natural", "rows, then columns, from the edge"),
    ),
    help="which item wins a tie in size",
)  # fmt: skip

VENEROSO = Source(
    "Veneroso", 2017, "Cobertura exata por conjuntos: modelagem alternativa do problema das N rainhas", "000"
)

ENTRIES = (
    Algorithm(
        "bitmask", "Bitmask recursion", "queens",
        "Three machine words say which squares of the next row are attacked; a shift moves them down a row.",
        Source("Pantelis", 2011, "N-queens in C with bitmasks and recursion (blog post)", "001"),
        "core.queens.bitmask:start", maximum_size=32,
    ),
    Algorithm(
        "dlx", "Dancing Links", "queens",
        "Exact cover on linked lists, always taking the first item: the tree of backtracking at the price of the links.",
        VENEROSO, "core.queens.exact_cover:start_first_item", maximum_size=512, counts_updates=True,
    ),
    Algorithm(
        "dlx-s", "DLX + S heuristic", "queens",
        "Dancing Links that takes the row or column with fewest squares left, so dead ends show early.",
        VENEROSO, "core.queens.exact_cover:start_smallest_item", parameters=(ORDER,), maximum_size=512,
        counts_updates=True,
    ),
)  # fmt: skip
