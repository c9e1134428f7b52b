"""How many classes of solutions there are, without a list of the solutions.

By the lemma of Cauchy and Frobenius (which is called Burnside's) the number of
classes is the mean, over all symmetries, of the number of solutions that the
symmetry fixes.  Such a solution takes all options of an orbit of the symmetry
or none, so these are the solutions of a smaller problem, whose options are the
orbits that hold no item twice.  Conjugate symmetries fix equally many
solutions: one of each kind is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from core.exact_cover._option import Option
from core.exact_cover._problem import ExactCover
from core.exact_cover._symmetry.symmetries import Symmetries


def can_count(problem: ExactCover, symmetries: Symmetries, parameters: Mapping[str, Any]) -> bool:
    """Whether classes are counted this way: every symmetry can be listed, and each item is covered once at most.

    Nor may a parameter of the algorithm limit the cost: an orbit has another cost than an option.
    """
    return symmetries.listable and not problem.multiple and "within" not in parameters


def count_classes(problem: ExactCover, symmetries: Symmetries, count: Callable[[ExactCover], int]) -> int:
    """The number of classes.

    ``count`` counts the solutions of a problem; it is called for ``problem`` itself first.  `can_count` must be true.
    """
    total = sum(many * count(fixed_by(problem, element)) for element, many in _kinds(symmetries))
    classes, left = divmod(total, symmetries.order)
    if left:
        raise ArithmeticError(f"{total} solutions left as they are by {symmetries.order} symmetries: a count is wrong")
    return classes


def classes_of(problem: ExactCover, algorithm: str | None, parameters: Mapping[str, Any]) -> int:
    """The number of classes, counted by this algorithm, without a list of solutions if possible."""
    symmetries = problem.symmetries()
    if not can_count(problem, symmetries, parameters):
        return len(symmetries.classes(problem.solutions(algorithm, parameters=parameters)))
    return count_classes(problem, symmetries, lambda each: each.count(algorithm, parameters=parameters))


def _kinds(symmetries: Symmetries) -> Iterator[tuple[tuple[int, ...], int]]:
    """A symmetry of each conjugacy class, with the size of the class; the identity first."""
    elements = symmetries.maps
    waiting = dict.fromkeys(elements)
    for element in elements:
        if element not in waiting:
            continue
        del waiting[element]
        same = [element]
        for one in same:
            for by in symmetries.generators:
                image = [0] * len(one)
                for point, to in zip(by, map(by.__getitem__, one), strict=True):
                    image[point] = to
                other = tuple(image)
                if other in waiting:
                    del waiting[other]
                    same.append(other)
        yield element, len(same)


def fixed_by(problem: ExactCover, symmetry: Sequence[int]) -> ExactCover:
    """The problem whose solutions are those that a symmetry fixes: its options are whole orbits."""
    if all(image == option for option, image in enumerate(symmetry)):
        return problem
    options = []
    idle = set(problem.idle_options)
    done = set(idle)
    for option in range(len(problem.options)):
        orbit = []
        while option not in done:
            done.add(option)
            orbit.append(option)
            option = symmetry[option]
        held = _together(problem, orbit) if orbit else None
        if held is not None:
            options.append(Option(held, held))
    return ExactCover(problem.items, options, title=str(problem))


def _together(problem: ExactCover, orbit: Sequence[int]) -> dict[int, str] | None:
    """What the options of an orbit hold, each item with its colour; None if they cannot be in one solution."""
    held: dict[int, str] = {}
    for option in orbit:
        for item, colour in problem.options[option].coloured:
            if item in held and (not colour or held[item] != colour):
                return None
            held[item] = colour
    return held
