"""A group of permutations, given by generators: its order, its elements, the least image of a set.

Everything follows from one step: the *orbit* of a point, and the *stabiliser*,
the elements that leave the point where it is.  The order of the group is the
length of the orbit times the order of the stabiliser.

The stabiliser is found by chance and proven by counting: the quotients of
random elements with the same image of the point lie in it, and there are enough
of them when they generate a group of the right order.  Random choices are the
same each time.

Source: Holt, Eick and O'Brien, Handbook of Computational Group Theory (2005),
chapter 4; least images: Linton, Finding the smallest image of a set (2004).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Permutation = NDArray[np.int32]
"""Where each point goes; ``b[a]`` is first ``a``, then ``b``."""

MOST_IMAGES = 20_000
"""The most images of a set held in memory before its least image is given up."""
MOST_KEPT = 1_000_000
"""The most numbers kept of an orbit's permutations."""
MOST_REMEMBERED = 50_000_000
"""The most numbers kept of stabilisers between two least images."""
LONGEST = 500
"""The most binary digits of the order of a group whose stabilisers are wanted."""
SIFTED_IN_A_ROW = 24
"""After this many random elements in a row that add nothing, a group of unknown order is tested element by element."""
MISSED_IN_A_ROW = 1000
"""After this many random elements in a row that add nothing, the order given is not that of the group."""
LARGEST_TESTED = 2_000_000
"""The most work of that test: products, times points."""


class GroupTooLarge(Exception):
    """It would take more memory or time than allowed."""


class Orbit:
    """The images of a point under some permutations, and for each a product that leads there."""

    def __init__(self, point: int, generators: Sequence[Permutation]) -> None:
        self.point = point
        self.points = [point]
        self._generators = generators
        self._reached: dict[int, tuple[int, int]] = {point: (-1, -1)}
        for at in self.points:
            for number, generator in enumerate(generators):
                image = int(generator[at])
                if image not in self._reached:
                    self._reached[image] = (at, number)
                    self.points.append(image)
        self._kept: dict[int, Permutation] = {}

    def __contains__(self, point: int) -> bool:
        return point in self._reached

    def __len__(self) -> int:
        return len(self.points)

    def to(self, image: int, degree: int) -> Permutation:
        """An element that takes the point to this image."""
        way: list[int] = []
        at = image
        while at != self.point and at not in self._kept:
            way.append(at)
            at = self._reached[at][0]
        product = self._kept.get(at)
        if product is None:
            product = np.arange(degree, dtype=np.int32)
        if (len(self._kept) + len(way)) * degree > MOST_KEPT:
            self._kept.clear()
        for at in reversed(way):
            product = self._generators[self._reached[at][1]][product]
            self._kept[at] = product
            if len(self._kept) * degree > MOST_KEPT:
                self._kept.clear()
        return product


class Group:
    """A group of permutations of ``degree`` points.

    ``order`` may be given if it is known; otherwise it is worked out.  Raises GroupTooLarge if that takes more than
    `LARGEST_TESTED`, or if the order given turns out to be wrong.
    """

    def __init__(
        self,
        degree: int,
        generators: Iterable[Permutation],
        order: int | None = None,
        remembered: list[int] | None = None,
    ) -> None:
        self.degree = degree
        self._remembered = [0] if remembered is None else remembered  # shared with all stabilisers
        identity = np.arange(degree, dtype=np.int32)
        self.generators = [g for g in generators if not np.array_equal(g, identity)]
        self._known_order = order
        self._below: dict[int, tuple[Orbit, Group]] = {}

    @cached_property
    def order(self) -> int:
        """The number of elements."""
        return self._known_order if self._known_order is not None else _proven_order(self.degree, self.generators)

    @cached_property
    def least(self) -> NDArray[np.int64]:
        """For each point the least point of its orbit."""
        least = np.arange(self.degree)
        while True:
            before = least.copy()
            for generator in self.generators:
                low = np.minimum(least, least[generator])
                np.minimum.at(low, generator, low)
                least = low
            if np.array_equal(before, least):
                return least

    @property
    def first_moved(self) -> int:
        """The least point that an element moves."""
        return int(min(np.flatnonzero(g != np.arange(self.degree))[0] for g in self.generators))

    def at(self, point: int) -> tuple[Orbit, Group]:
        """The orbit of a point, and its stabiliser.  Raises GroupTooLarge if the chain of these is too long."""
        if self.order.bit_length() > LONGEST:
            raise GroupTooLarge
        found = self._below.get(point)
        if found is None:
            found = self._below[point] = self._stabiliser(point)
        return found

    def _stabiliser(self, point: int) -> tuple[Orbit, Group]:
        orbit = Orbit(point, self.generators)
        wanted = self.order // len(orbit)
        self._remembered[0] += min(MOST_KEPT, len(orbit) * self.degree) + len(self.generators) * self.degree
        if len(orbit) == 1:
            return orbit, self
        if wanted == 1:
            return orbit, Group(self.degree, [], 1, self._remembered)
        chain = _Chain(self.degree)
        missed = 0
        for element in _random_elements(self.degree, self.generators):
            back = _inverse(orbit.to(int(element[point]), self.degree))
            missed = 0 if chain.add(back[element]) else missed + 1
            if chain.order == wanted:
                return orbit, Group(self.degree, chain.generators, wanted, self._remembered)
            if missed == MISSED_IN_A_ROW:
                raise GroupTooLarge
        raise AssertionError("random elements never end")

    # Elements

    def elements(self) -> Iterator[Permutation]:
        """All elements, the identity first."""
        if self.order == 1:
            yield np.arange(self.degree, dtype=np.int32)
            return
        orbit, below = self.at(self.first_moved)
        for point in sorted(orbit.points):
            move = orbit.to(point, self.degree)
            for element in below.elements():
                yield move[element]

    def least_generators(self) -> list[Permutation]:
        """Generators that depend only on the group; those that move only late points come first."""
        if self.order == 1:
            return []
        point = self.first_moved
        orbit, below = self.at(point)
        chosen = below.least_generators()
        reached = {point}
        for image in sorted(orbit.points):
            if image not in reached:
                chosen.append(below._least_in_coset(orbit.to(image, self.degree)))
                reached = set(Orbit(point, chosen).points)
        return chosen

    def _least_in_coset(self, move: Permutation) -> Permutation:
        """The first, in order, of all elements followed by ``move``."""
        if self.order == 1:
            return move
        orbit, below = self.at(self.first_moved)
        best = min(orbit.points, key=lambda each: move[each])
        return below._least_in_coset(move[orbit.to(best, self.degree)])

    # Sets

    def least_image(self, points: Iterable[int]) -> tuple[int, ...]:
        """The least of the sorted images of a set.  Raises GroupTooLarge if too many must be held in memory."""
        if self._remembered[0] > MOST_REMEMBERED:
            self._below.clear()
            self._remembered[0] = 0
        images = {tuple(sorted(points))}
        group: Group = self
        size = len(next(iter(images)))
        for place in range(size):
            if group.order == 1:
                break
            least = group.least
            # What comes before the place is the same in all images, and stays where it is.
            lowest = min(int(least[list(image[place:])].min()) for image in images)
            orbit, below = group.at(lowest)
            found: set[tuple[int, ...]] = set()
            for image in images:
                for point in image[place:]:
                    if least[point] == lowest:
                        back = _inverse(orbit.to(point, self.degree))
                        found.add(tuple(sorted(back[list(image)].tolist())))
                        if len(found) > MOST_IMAGES:
                            raise GroupTooLarge
            images, group = found, below
        return min(images)


class _Chain:
    """Stabilisers of one point after another, filled by random elements."""

    def __init__(self, degree: int) -> None:
        self._identity = np.arange(degree, dtype=np.int32)
        self._levels: list[tuple[Orbit, list[Permutation]]] = []

    @property
    def generators(self) -> list[Permutation]:
        return self._levels[0][1] if self._levels else []

    @property
    def order(self) -> int:
        order = 1
        for orbit, _ in self._levels:
            order *= len(orbit)
        return order

    @property
    def levels(self) -> list[tuple[Orbit, list[Permutation]]]:
        return self._levels

    def add(self, element: Permutation) -> bool:
        """Take an element in; False if it was in the group already."""
        degree = len(self._identity)
        for depth, (orbit, _) in enumerate(self._levels):
            image = int(element[orbit.point])
            if image not in orbit:
                return self._join(depth, element)
            element = _inverse(orbit.to(image, degree))[element]
        moved = np.flatnonzero(element != self._identity)
        if not len(moved):
            return False
        self._levels.append((Orbit(int(moved[0]), []), []))
        return self._join(len(self._levels) - 1, element)

    def _join(self, depth: int, element: Permutation) -> bool:
        for level in range(depth + 1):
            orbit, generators = self._levels[level]
            generators = [*generators, element]
            self._levels[level] = (Orbit(orbit.point, generators), generators)
        return True


def _inverse(permutation: Permutation) -> Permutation:
    inverse = np.empty_like(permutation)
    inverse[permutation] = np.arange(len(permutation), dtype=np.int32)
    return inverse


def _random_elements(degree: int, generators: Sequence[Permutation]) -> Iterator[Permutation]:
    """Elements of the group that look more and more random (product replacement)."""
    chance = random.Random(1)
    pool = [generators[i % len(generators)] for i in range(max(10, len(generators)))]
    element = np.arange(degree, dtype=np.int32)
    for count in itertools.count():
        one, other = chance.sample(range(len(pool)), 2)
        by = pool[other] if chance.random() < 0.5 else _inverse(pool[other])
        pool[one] = pool[one][by] if chance.random() < 0.5 else by[pool[one]]
        element = pool[one][element]
        if count >= len(generators):  # the first ones are too much alike
            yield element


def _proven_order(degree: int, generators: Sequence[Permutation]) -> int:
    """The order of the group, with a test of every product that could lead out of what was found (Schreier)."""
    if not generators:
        return 1
    chain = _Chain(degree)
    for generator in generators:
        chain.add(generator)
    in_a_row = 0
    for element in _random_elements(degree, generators):
        in_a_row = 0 if chain.add(element) else in_a_row + 1
        if in_a_row >= SIFTED_IN_A_ROW:
            if not _leads_out(degree, chain):
                return chain.order
            in_a_row = 0
    raise AssertionError("random elements never end")


def _leads_out(degree: int, chain: _Chain) -> bool:
    """Whether some product of the chain's own elements was not in the group that the chain describes."""
    left = LARGEST_TESTED * 100
    for orbit, generators in list(chain.levels):
        for point in orbit.points:
            for generator in generators:
                left -= degree
                if left < 0:
                    raise GroupTooLarge
                move = generator[orbit.to(point, degree)]
                back = _inverse(orbit.to(int(generator[point]), degree))
                if chain.add(back[move]):
                    return True
    return False
