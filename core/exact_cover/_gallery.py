"""The gallery: exact cover problems with known answers, by name.

It gives the count of all solutions, symmetric copies included, and, if known, the
count up to the symmetries of the board.  This program has computed every count
again, or the tests check it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from core._reasons import unknown_name
from core._search import ProblemError
from core.exact_cover import _encodings as encodings
from core.exact_cover._formats import load
from core.exact_cover._puzzle import CoverPuzzle

PREFIX = "gallery:"
"""Stands before a name of the gallery where a file could be meant, too."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One entry of the gallery."""

    name: str
    group: str
    title: str
    make: Callable[[], CoverPuzzle]
    known: int
    """How many solutions there are."""
    known_classes: int | None = None
    """How many solutions there are up to symmetry."""
    source: str = "recomputed here"
    """Where the count was published."""
    cheapest: int | None = None
    """The cost of the cheapest solution, if options have costs."""

    def puzzle(self) -> CoverPuzzle:
        """Build the problem with its picture and symmetries."""
        return replace(self.make(), known=self.known)


def _shipped(name: str) -> Callable[[], CoverPuzzle]:
    return partial(load.shipped, name)


def _drawn(
    name: str, group: str, title: str, known: int, classes: int | None = None, source: str = "recomputed here"
) -> Instance:
    return Instance(name, group, title, _shipped(name), known, classes, source)


_GOLOMB = "Golomb, Polyominoes (1965)"

_WITH_30_GIVENS = tuple(
    tuple(map(int, row))
    for row in (
        "530070000", "600195000", "098000060", "800060003", "400803001", "700020006", "060000280", "000419005",
        "000080079",
    )
)  # fmt: skip

GALLERY: tuple[Instance, ...] = (
    Instance("four-sets", "examples", "Four sets", encodings.sets_of_the_paper, 1, source="Veneroso 2017, §2.1"),
    _drawn("knuth-2000", "examples", "Knuth's 6×7 matrix", 1, source="Knuth 2000"),
    _drawn("knuth-dlx1", "examples", "Secondary items", 1, source="Knuth, DLX1"),
    _drawn("knuth-dlx2", "examples", "Colours", 1, source="Knuth, DLX2"),
    _drawn("knuth-dlx3", "examples", "Colours and multiplicities", 1, source="Knuth, DLX3"),
    _drawn("own-pieces", "polyominoes", "Pieces of your own", 2),
    _drawn("pentominoes-3x20", "polyominoes", "Pentominoes in 3×20", 8, 2, _GOLOMB),
    _drawn("pentominoes-4x15", "polyominoes", "Pentominoes in 4×15", 1472, 368, _GOLOMB),
    _drawn("pentominoes-5x12", "polyominoes", "Pentominoes in 5×12", 4040, 1010, _GOLOMB),
    _drawn("pentominoes-6x10", "polyominoes", "Pentominoes in 6×10", 9356, 2339, "Haselgrove and Haselgrove 1960"),
    _drawn("pentominoes-8x8-centre", "polyominoes", "Pentominoes in 8×8, centre out", 520, 65, "Scott 1958"),
    _drawn("pentominoes-8x8-corners", "polyominoes", "Pentominoes in 8×8, corners out", 17360, 2170, _GOLOMB),
    _drawn("pentominoes-8x8-square", "polyominoes", "Pentominoes and a square in 8×8", 129168, 16146, _GOLOMB),
    _drawn("soma", "polyominoes", "Soma cube", 11520, 240, "Conway and Guy 1961"),
    _drawn("hexiamonds-6x6", "triangles and hexagons", "Hexiamonds in a 6×6 rhombus", 624, 156, "Goodger 1998-2016"),
    _drawn("tetrahexes-4x7", "triangles and hexagons", "Tetrahexes in 4×7", 18, 9, "Goodger 1998-2015"),
    *(
        Instance(f"dominoes-{n}x{n}", "dominoes", f"Dominoes on {n}×{n}", partial(encodings.dominoes, n, n), known,
                 classes, "A004003, A068920")
        for n, known, classes in ((2, 2, 1), (4, 36, 9), (6, 6728, 930), (8, 12988816, None),
                                    (16, 2444888770250892795802079170816, None))
    ),
    *(
        Instance(f"latin-{n}", "Latin squares", f"Latin squares, n = {n}", partial(encodings.latin_square, n), known,
                 source="A002860")
        for n, known in ((3, 12), (4, 576), (5, 161280))
    ),
    *(
        Instance(f"latin-{n}-reduced", "Latin squares", f"Reduced Latin squares, n = {n}",
                 partial(encodings.reduced_latin_square, n), known, source="A000315")
        for n, known in ((4, 4), (5, 56), (6, 9408))
    ),
    Instance("latin-6-first-row", "Latin squares", "Latin squares, n = 6, first row given",
             partial(encodings.latin_square_first_row, 6), 1128960, source="A000479"),
    *(
        Instance(f"langford-{n}", "Langford pairs", f"Langford pairs, n = {n}", partial(encodings.langford, n),
                 known, known // 2, "A014552")
        for n, known in ((3, 2), (4, 2), (5, 0), (7, 52), (8, 300), (11, 35584), (12, 216288))
    ),
    Instance("steiner-7", "designs", "Steiner triples on 7 points", partial(encodings.steiner_triples, 7), 30,
             source="A030128"),
    Instance("steiner-9", "designs", "Steiner triples on 9 points", partial(encodings.steiner_triples, 9), 840,
             source="A030128"),
    Instance("kirkman-9", "designs", "Kirkman triples on 9 points", partial(encodings.kirkman_days, 9), 20160,
             source="840 × 4!"),
    *(
        Instance(f"queens-{n}", "queens", f"{n} queens", partial(encodings.queens, n), known, classes,
                 "A000170, A002562")
        for n, known, classes in ((4, 2, 1), (6, 4, 1), (8, 92, 12), (10, 724, 92), (12, 14200, 1787))
    ),
    *(
        Instance(f"attack-{n}x{n}", "queens", f"{count} queens attack all of {n}×{n}",
                 partial(encodings.attacking_queens, n, count), known, classes)
        for n, count, known, classes in ((5, 3, 186, 37), (7, 4, 86, 13), (8, 5, 4860, 638))
    ),
    Instance("sudoku-2x2", "Sudoku", "Empty Sudoku 2×2", partial(encodings.sudoku, 2, 2), 288, source="A107739"),
    Instance("sudoku-3x3", "Sudoku", "A Sudoku with 30 givens", partial(encodings.sudoku, 3, 3, _WITH_30_GIVENS), 1),
    Instance("sudoku-2x3", "Sudoku", "Empty Sudoku 2×3", partial(encodings.sudoku, 2, 3), 28200960),
    Instance("medley-relay", "costs", "An assignment: a medley relay", encodings.medley_relay, 120, cheapest=1262,
             source="Hillier and Lieberman 2001"),
    Instance("digits-6x6", "costs", "A weighted tiling: dominoes on digits", encodings.digits_in_dominoes, 6728,
             cheapest=376, source="A004003"),
    Instance("timetable", "costs", "A small timetable", encodings.timetable, 24, cheapest=14),
)  # fmt: skip

_BY_NAME = {instance.name: instance for instance in GALLERY}


def instance(name: str) -> Instance:
    """The entry of this name.  Raises ProblemError, listing what there is."""
    found = _BY_NAME.get(name)
    if found is None:
        raise ProblemError(unknown_name("gallery problem", name, _BY_NAME))
    return found
