"""The symmetries of a problem that show in its picture: turns and mirrors that map options to options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.exact_cover.pictures.picture import Canvas
from core.exact_cover.polyominoes import Cells, mirrors, partners, region_symmetries
from core.exact_cover.problem import ExactCover, Item
from core.exact_cover.puzzle import Symmetries

LARGEST = 200_000
"""The largest number of ones in the matrix with which the program looks for symmetries."""


def symmetries_of(problem: ExactCover, canvas: Canvas) -> Symmetries | None:
    """Find the moves of the picture's cells that map every option to an option, and every item to one of its kind.

    Returns None where the function does not look for them: with colours, in very large problems, and in squares of
    values, which have many more symmetries than those of the square.
    """
    ones = sum(problem.sizes)
    if problem.coloured or problem.idle_options or not 0 < ones <= LARGEST or _values(canvas):
        return None
    laid = [_laid(canvas, marks) for marks in canvas.marks]
    number = {placement: o for o, placement in enumerate(laid)}
    if len(number) != len(laid):
        return None  # a picture does not say which option it is
    of_piece: dict[str, set[Cells]] = {}
    for piece, cells in laid:
        of_piece.setdefault(piece, set()).add(cells)
    use = _use(problem, laid)
    kinds = _kinds(problem, range(len(laid)))
    solid = len({z for z, _, _ in canvas.places}) > 1
    maps = []
    for move in region_symmetries(frozenset(canvas.places), solid=solid):
        moved = {cells: frozenset(map(move, cells)) for _, cells in laid}
        partner = partners(of_piece, moved, use)
        if partner is None:
            continue
        image = tuple(number[partner[piece], moved[cells]] for piece, cells in laid)
        if _kinds(problem, image) == kinds:
            maps.append((image, mirrors(move)))
    return Symmetries.of(maps)


def _laid(canvas: Canvas, marks: Sequence[tuple[int, str]]) -> tuple[str, Cells]:
    """What an option draws: its piece (what it writes), and where."""
    return " ".join(sorted({text for _, text in marks})), frozenset(canvas.places[cell] for cell, _ in marks)


def _use(problem: ExactCover, laid: Sequence[tuple[str, Cells]]) -> dict[str, list[Item]]:
    """How often each piece is to be used: the items that all its options hold, without their names."""
    common: dict[str, set[int]] = {}
    for (piece, _), held in zip(laid, problem.options, strict=True):
        common[piece] = common[piece] & set(held) if piece in common else set(held)
    return {piece: sorted(problem.items[item]._replace(name="") for item in held) for piece, held in common.items()}


def _values(canvas: Canvas) -> bool:
    """Whether every option writes one cell, and not all the same."""
    single = all(len(marks) == 1 for marks in canvas.marks)
    return single and len({text for marks in canvas.marks for _, text in marks}) > 1


def _kinds(problem: ExactCover, image: Sequence[int]) -> Counter[tuple[bool, int, int, frozenset[int]]]:
    """The items, each as what it asks for and the options that hold it, these by their numbers in the image."""
    holders: list[set[int]] = [set() for _ in problem.items]
    for option, held in enumerate(problem.options):
        for item in held:
            holders[item].add(image[option])
    return Counter(
        (item.secondary, item.least, item.most, frozenset(held))
        for item, held in zip(problem.items, holders, strict=True)
    )
