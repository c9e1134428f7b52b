"""X-Chains, XY-Chains, nice loops and alternating inference chains, shortest first.

Suppose that a point is false.  Strong and weak links in turn then tell what is
true and what is false.  If they reach a true point, one of the two ends is true,
and whatever both rule out is ruled out.  If they reach the start itself, it is
true.  If the far end rules the start out, the chain closes to a loop, and all its
weak links are strong too.

The search follows all starts at once, one link at a time, so that short chains
come before long ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from core.sudoku.human._links import Links, links_of
from core.sudoku.human._notation import chain_text, point_text
from core.sudoku.human._pattern import Candidate, Link, LinkKind, Pattern
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._units import cells_of

LONGEST = 24
"""How many points a chain may have."""


def x_chains(position: Position, which: Technique) -> Iterator[Step]:
    """Chains of one value."""
    for value in range(1, position.n + 1):
        if position.places[value].bit_count() > 3:
            for points, loop in _chains(position, links_of(position, value=value)):
                if len(points) > 4 or loop:
                    yield from _step(position, links_of(position, value=value), which, points, loop)


def xy_chains(position: Position, which: Technique) -> Iterator[Step]:
    """Chains through cells with two candidates."""
    links = links_of(position, cells_only=True)
    for points, loop in _chains(position, links):
        ends = links.points[points[0]][0], links.points[points[-1]][0]
        if len(points) > 4 and not loop and ends[0].value == ends[1].value:
            yield from _step(position, links, which, points, loop)


Chain = tuple[tuple[int, ...], bool]
"""The points in turn false, true, false … true, and whether the last rules the first out."""


class _Remembered:
    """The chains of a position, found when first asked for."""

    def __init__(self, source: Iterator[Chain]) -> None:
        self._source = source
        self._found: list[Chain] = []

    def __iter__(self) -> Iterator[Chain]:
        at = 0
        while True:
            if at == len(self._found):
                following = next(self._source, None)
                if following is None:
                    return
                self._found.append(following)
            yield self._found[at]
            at += 1


Kind = Literal["loop", "chain", "other"]


def _kind(links: Links, points: tuple[int, ...], loop: bool) -> Kind:
    """Whether a chain closes to a loop, has the same value at both ends, or neither: it comes back to its start, or its
    ends are different values."""
    if loop:
        return "loop"
    start, end = points[0], points[-1]
    same = links.points[start][0].value == links.points[end][0].value
    return "chain" if same and start != end else "other"


def _of_kind(position: Position, which: Technique, *, wanted: Kind, grouped: bool) -> Iterator[Step]:
    """Chains of the wanted kind through all links; with ``grouped``, those that pass through a group."""
    links = links_of(position, grouped=grouped)
    name = f"chains {grouped}"
    found: _Remembered | None = position.cache.get(name)
    if found is None:
        found = position.cache[name] = _Remembered(_chains(position, links))
    for points, loop in found:
        if grouped and all(point < links.candidates for point in points):
            continue
        if _kind(links, points, loop) == wanted:
            yield from _step(position, links, which, points, loop)


def _chains(position: Position, links: Links) -> Iterator[Chain]:
    """Every start and end from which something follows, with the shortest way between them, short ones first."""
    strong, weak, ruled_out, members = links.strong, links.weak, links.ruled_out, links.members
    starts = [point for point, after in enumerate(strong) if after]
    true = {start: strong[start] for start in starts}
    """What is known true; then what was new with the last link."""
    fresh = dict(true)
    false = {start: 1 << start for start in starts}
    told: set[tuple[int, int]] = set()
    length = 2
    while fresh and length <= LONGEST:
        position.check()
        found: list[tuple[int, int, bool]] = []
        following: dict[int, int] = {}
        for start, new in fresh.items():
            own = ruled_out[start]
            out = 0
            while new:
                low = new & -new
                point = low.bit_length() - 1
                new ^= low
                after = weak[point]
                if length > 2:
                    if after >> start & 1:
                        found.append((start, point, True))
                    elif own & ruled_out[point] or point == start:
                        found.append((start, point, False))
                out |= after
            out &= ~false[start]
            if not out:
                continue
            false[start] |= out
            on = 0
            while out:
                low = out & -out
                on |= strong[low.bit_length() - 1]
                out ^= low
            on &= ~true[start]
            if on:
                true[start] |= on
                following[start] = on
        for start, point, loop in found:
            ends = (min(start, point), max(start, point))
            if ends in told:
                continue
            told.add(ends)
            if not loop and point != start and not own_gone(ruled_out, members, start, point):
                continue
            way = _way(links, start, point)
            if way is not None:
                yield way, loop
        fresh = following
        length += 2


def own_gone(ruled_out: list[int], members: list[int], start: int, end: int) -> int:
    """The candidates that both ends rule out."""
    return ruled_out[start] & ruled_out[end] & ~(members[start] | members[end])


def _way(links: Links, start: int, end: int) -> tuple[int, ...] | None:
    """The shortest chain from a false start to a true end; None if it would use a candidate twice."""
    strong, weak = links.strong, links.weak
    on_from: dict[int, int] = {}
    off_from: dict[int, int] = {start: -1}
    fresh = [start]
    while fresh and end not in on_from:
        on = []
        for point in fresh:
            for other in cells_of(strong[point]):
                if other not in on_from:
                    on_from[other] = point
                    on.append(other)
        fresh = []
        for point in on:
            for other in cells_of(weak[point]):
                if other not in off_from:
                    off_from[other] = point
                    fresh.append(other)
    if end not in on_from:
        return None
    way = [end]
    at, true = end, True
    while True:
        at = on_from[at] if true else off_from[at]
        if at < 0:
            break
        true = not true
        way.append(at)
    way.reverse()
    used = 0
    for point in way[1:] if start == end else way:
        if used & links.members[point]:
            return None
        used |= links.members[point]
    return tuple(way)


def _step(position: Position, links: Links, which: Technique, points: tuple[int, ...], loop: bool) -> Iterator[Step]:
    """The step of a chain, if anything follows from it."""
    start, end = points[0], points[-1]
    ruled_out, members = links.ruled_out, links.members
    placements: tuple[Candidate, ...] = ()
    gone = 0
    if loop:
        for at in range(1, len(points), 2):
            one, other = points[at], points[(at + 1) % len(points)]
            gone |= own_gone(ruled_out, members, one, other)
        for point in points:
            gone &= ~members[point]
    elif start == end:
        if len(links.points[start]) == 1:
            placements = links.points[start]
        else:
            gone = ruled_out[start]
    else:
        gone = own_gone(ruled_out, members, start, end)
    if not placements and not gone:
        return
    listed = [(points[at], points[at + 1], at % 2 == 0) for at in range(len(points) - 1)]
    if loop:
        listed.append((end, start, False))
    eliminations = sorted((links.points[at][0] for at in cells_of(gone)), key=lambda c: (c.value, c.cell))
    values = sorted({candidate.value for point in points for candidate in links.points[point]})
    yield Step(
        which,
        placements,
        tuple(eliminations),
        Pattern(
            (),
            (),
            tuple(values),
            tuple(sorted({candidate.cell for point in points for candidate in links.points[point]})),
            links=tuple(
                Link(
                    links.points[one],
                    links.points[other],
                    LinkKind.STRONG if strong else LinkKind.WEAK,
                    _house(position, links, one, other),
                )
                for one, other, strong in listed
            ),
        ),
        position.layout,
    )


def _house(position: Position, links: Links, one: int, other: int) -> int:
    """A unit in which two points of a chain are linked; -1 within a cell."""
    cells = {candidate.cell for point in (one, other) for candidate in links.points[point]}
    if len(cells) == 1:
        return -1
    shared = position.geometry.shared_units(sum(1 << cell for cell in cells))
    places = position.places[links.points[one][0].value]
    exact = [u for u in shared if (places & position.geometry.masks[u]).bit_count() == len(cells)]
    return (exact or shared or [-1])[0]


def _reason(step: Step) -> str:
    """One chain, or a loop that it closes to."""
    links, layout = step.pattern.links, step.layout
    start, end = links[0].source, links[-1].target
    if start == end and links[-1].kind is LinkKind.WEAK:
        return (
            f"{chain_text(layout, links)}: the chain closes and works both ways, so of two neighbours in it that "
            f"cannot both be true one is, and rules out whatever both see"
        )  # fmt: skip
    if start == end:
        return f"{chain_text(layout, links)}. So it is true in any case"
    return (
        f"{chain_text(layout, links)}. So {point_text(layout, start, True)} or {point_text(layout, end, True)}, "
        f"and whatever both rule out can go"
    )


def _entry(
    order: int, key: str, name: str, code: str, wanted: Kind, rating: float | None = None, *, grouped: bool = False
) -> Technique:
    score, finder = 300 if grouped else 280, partial(_of_kind, wanted=wanted, grouped=grouped)
    return Technique(order, key, name, code, score, Level.UNFAIR, finder, _reason, rating)


ENTRIES = (
    Technique(460, "x-chain", "X-Chain", "0701", 260, Level.UNFAIR, x_chains, _reason, 6.5),
    Technique(470, "xy-chain", "XY-Chain", "0702", 260, Level.UNFAIR, xy_chains, _reason, 6.6),
    _entry(480, "continuous-nice-loop", "Continuous Nice Loop", "0706", "loop", 7.0),
    _entry(490, "aic", "AIC", "0708", "chain", 7.0),
    _entry(500, "discontinuous-nice-loop", "Discontinuous Nice Loop", "0707", "other", 7.0),
    _entry(510, "grouped-continuous-nice-loop", "Grouped Continuous Nice Loop", "0709", "loop", grouped=True),
    _entry(520, "grouped-aic", "Grouped AIC", "0711", "chain", grouped=True),
    _entry(530, "grouped-discontinuous-nice-loop", "Grouped Discontinuous Nice Loop", "0710", "other", grouped=True),
)
