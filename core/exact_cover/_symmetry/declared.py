"""Symmetries that a file declares, in place of those that the program finds.

    symmetry: (a b)(c d e)      a generator: a and b change places, c goes to d, d to e, e to c
    symmetry: none              no two solutions count as one
    symmetry: all               all that turn solutions into solutions, whatever the picture shows

In Knuth's format these lines are comments, after a bar; several lines are several generators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from core.exact_cover._formats.base import FormatError, lines_of
from core.exact_cover._problem import ExactCover
from core.exact_cover._symmetry.group import Group, GroupTooLarge
from core.exact_cover._symmetry.symmetries import Symmetries, symmetries_of
from core.storage._files import quoted

_LINE = re.compile(r"(\|?)\s*symmetry:\s*(.*?)\s*", re.IGNORECASE)
_CYCLES = re.compile(r"(?:\([^()]*\)\s*)+")


class Line(NamedTuple):
    """What a line declares, and its place."""

    text: str
    line: int
    column: int


def lines_in(text: str, *, commented: bool) -> list[Line]:
    """The lines of a text that declare symmetries, as comments or not."""
    found = []
    for number, line in lines_of(text):
        match = _LINE.fullmatch(line)
        if match and bool(match[1]) is commented:
            found.append(Line(match[2], number, match.start(2) + 1))
    return found


def declared(problem: ExactCover, lines: Sequence[Line], source: str) -> Symmetries:
    """The group that the lines declare.  Raises FormatError for anything that is not a symmetry of the problem."""
    count = len(problem.options)
    generators = []
    for each in lines:
        word = each.text.lower()
        if word in ("none", "all"):
            if len(lines) > 1:
                raise FormatError(source, each.line, each.column, f"expected no other line beside {word!r}")
            return symmetries_of(problem) if word == "all" else Symmetries(count, (), 1)
        generators.append(np.array(_options(problem, _items(problem, each, source), each, source), dtype=np.int32))
    group = Group(count, generators)
    try:
        return Symmetries(count, tuple(tuple(g.tolist()) for g in group.least_generators()), group.order)
    except GroupTooLarge:
        first = lines[0]
        raise FormatError(source, first.line, first.column, "a smaller group was expected") from None


def _items(problem: ExactCover, line: Line, source: str) -> list[int]:
    """Where the cycles send each item."""
    if not _CYCLES.fullmatch(line.text):
        said = f"expected cycles of items such as (a b)(c d e), none or all, not {quoted(line.text)}"
        raise FormatError(source, line.line, line.column, said)
    image = list(range(problem.size))
    for cycle in _cycles(line):
        numbers: list[int] = []
        for name, column in cycle:
            number = problem.numbers.get(name)
            if number is None:
                raise FormatError(source, line.line, column, f"expected an item, not {quoted(name)}")
            if image[number] != number or number in numbers:
                raise FormatError(source, line.line, column, f"item {quoted(name)} stands twice")
            if numbers and problem.items[number][1:] != problem.items[numbers[0]][1:]:
                other = problem.items[numbers[0]].name
                raise FormatError(
                    source, line.line, column, f"{quoted(name)} and {quoted(other)} ask for different things"
                )
            numbers.append(number)
        for one, other_number in zip(numbers, [*numbers[1:], *numbers[:1]], strict=True):
            image[one] = other_number
    return image


def _cycles(line: Line) -> Iterator[list[tuple[str, int]]]:
    for cycle in re.finditer(r"\(([^()]*)\)", line.text):
        yield [(word[0], line.column + cycle.start(1) + word.start()) for word in re.finditer(r"[^\s,]+", cycle[1])]


def _options(problem: ExactCover, items: Sequence[int], line: Line, source: str) -> list[int]:
    """Where each option goes when its items go there; equal options go in order."""
    alike: dict[frozenset[tuple[int, str]], list[int]] = {}
    for number, option in enumerate(problem.options):
        alike.setdefault(frozenset(option.coloured), []).append(number)
    image = [0] * len(problem.options)
    for held, numbers in alike.items():
        there = alike.get(frozenset((items[item], colour) for item, colour in held), [])
        if len(there) != len(numbers):
            said = f"this is not a symmetry: option {problem.label(numbers[0])} becomes none of the options"
            raise FormatError(source, line.line, line.column, said)
        for one, other in zip(numbers, there, strict=True):
            image[one] = other
    return image
