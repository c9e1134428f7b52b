"""The symmetries of a problem that show in its picture: turns and mirrors that map options to options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.exact_cover.pictures.picture import Canvas
from core.exact_cover.polyominoes import region_symmetries
from core.exact_cover.problem import ExactCover
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
    number = {frozenset((canvas.places[cell], text) for cell, text in marks): o for o, marks in enumerate(canvas.marks)}
    if len(number) != len(canvas.marks):
        return None  # a picture does not say which option it is
    kinds = _kinds(problem, range(len(problem.options)))
    solid = len({z for z, _, _ in canvas.places}) > 1
    maps = []
    for move in region_symmetries(frozenset(canvas.places), solid=solid):
        image = []
        for marks in canvas.marks:
            moved = number.get(frozenset((move(canvas.places[cell]), text) for cell, text in marks))
            if moved is None:
                break
            image.append(moved)
        if len(image) == len(canvas.marks) == len(set(image)) and _kinds(problem, image) == kinds:
            maps.append(tuple(image))
    identity = tuple(range(len(problem.options)))
    return Symmetries((identity, *(image for image in dict.fromkeys(maps) if image != identity)))


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
