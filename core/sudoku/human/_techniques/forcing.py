"""Forcing chains and nets: what follows from every way to fill a cell or a unit, or from a supposition that fails.

*Chains* follow one link after another, each from one premise; *nets* draw all
consequences by singles.  A contradiction rules the supposition out; what follows in
every case is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.sudoku._grid import values_in
from core.sudoku._symbols import symbol
from core.sudoku.human._consequences import Trace, assume
from core.sudoku.human._links import Links, links_of
from core.sudoku.human._notation import (
    chain_text,
    contradiction_text,
    house_text,
    implications,
    joined,
    point_text,
)
from core.sudoku.human._pattern import Candidate, Link, LinkKind, Pattern, candidates
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Finder, Level, Technique
from core.sudoku.human._units import cells_of


def _closure(links: Links, start: int) -> tuple[int, int]:
    """What is true and what is false when a point is true, following links one by one."""
    strong, weak = links.strong, links.weak
    true = new = 1 << start
    false = 0
    while new:
        out = 0
        while new:
            low = new & -new
            out |= weak[low.bit_length() - 1]
            new ^= low
        out &= ~false
        false |= out
        while out:
            low = out & -out
            new |= strong[low.bit_length() - 1]
            out ^= low
        new &= ~true
        true |= new
    return true, false


def _closures(position: Position, links: Links) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] | None = position.cache.get("closures")
    if found is None:
        found = []
        for point in range(links.candidates):
            if not point % 16:
                position.check()
            found.append(_closure(links, point))
        position.cache["closures"] = found
    return found


def _way(links: Links, start: int, end: int, true: bool) -> tuple[Link, ...]:
    """The shortest chain of links from a true point to another, true or false."""
    came: dict[tuple[int, bool], tuple[int, bool] | None] = {(start, True): None}
    fresh = [(start, True)]
    while fresh and (end, true) not in came:
        following = []
        for point, on in fresh:
            for other in cells_of(links.weak[point] if on else links.strong[point]):
                if (other, not on) not in came:
                    came[other, not on] = (point, on)
                    following.append((other, not on))
        fresh = following
    way: list[Link] = []
    at = (end, true)
    while (before := came[at]) is not None:
        kind = LinkKind.WEAK if before[1] else LinkKind.STRONG
        way.append(Link(links.points[before[0]], links.points[at[0]], kind))
        at = before
    return tuple(reversed(way))


def contradiction_chains(position: Position, which: Technique) -> Iterator[Step]:
    """A candidate from which something follows to be both true and false, by chains."""
    links = links_of(position, grouped=True)
    closures = _closures(position, links)
    single = (1 << links.candidates) - 1
    for point in range(links.candidates):
        true, false = closures[point]
        both = true & false & single
        if both:
            # The shortest pair of chains among the clashes (a few are enough to choose from).
            ends = min(
                (
                    (_way(links, point, end, True), _way(links, point, end, False))
                    for end in cells_of(both)[:6]
                ),
                key=lambda pair: len(pair[0]) + len(pair[1]),
            )  # fmt: skip
            yield Step(
                which,
                (),
                links.points[point],
                Pattern(
                    defining=links.points[point],
                    branches=ends,
                    contradiction=(ends[0] or ends[1])[-1].target,
                ),
                position.layout,
            )


def verity_chains(position: Position, which: Technique) -> Iterator[Step]:
    """What follows from every candidate of a cell, or from every place of a value in a unit, by chains."""
    links = links_of(position, grouped=True)
    closures = _closures(position, links)
    single = (1 << links.candidates) - 1

    def common(cases: tuple[Candidate, ...]) -> _Common:
        position.check()
        numbers = [links.number[case] for case in cases]
        true = false = single
        for number in numbers:
            true &= closures[number][0]
            false &= closures[number][1]
        return _Common(
            [links.points[end][0] for end in cells_of(true)],
            [links.points[end][0] for end in cells_of(false)],
            lambda candidate, on: tuple(_way(links, number, links.number[candidate], on) for number in numbers),
        )

    yield from _verity(position, which, common)


@dataclass(frozen=True, slots=True)
class _Common:
    """What several cases have in common."""

    true: Sequence[Candidate] = ()
    false: Sequence[Candidate] = ()
    ways: Callable[[Candidate, bool], tuple[tuple[Link, ...], ...]] = lambda candidate, on: ()
    """How each case leads to a candidate being true, or false."""


def _verity(position: Position, which: Technique, common: Callable[[tuple[Candidate, ...]], _Common]) -> Iterator[Step]:
    """A step for everything that is ``common`` to all candidates of a cell, or to all places of a value in a unit."""
    told: set[Candidate] = set()
    for cases, house in _alternatives(position):
        found = common(cases)
        for on, ends in ((True, found.true), (False, found.false)):
            for candidate in ends:
                if candidate in told:
                    continue
                told.add(candidate)
                yield Step(
                    which,
                    (candidate,) if on else (),
                    () if on else (candidate,),
                    Pattern((house,) if house >= 0 else (), defining=cases, branches=found.ways(candidate, on)),
                    position.layout,
                )


def _alternatives(position: Position) -> Iterator[tuple[tuple[Candidate, ...], int]]:
    """Lists of candidates of which one is true: those of a cell (unit -1), and the places of a value in a unit.

    A list of one is a single, not a choice.
    """
    cases = [
        (tuple(Candidate(cell, value) for value in values_in(bits)), -1)
        for cell, bits in enumerate(position.bits)
        if bits & (bits - 1)
    ]
    for unit, mask in enumerate(position.geometry.masks):
        for value in range(1, position.n + 1):
            places = position.places[value] & mask
            if places & (places - 1):
                cases.append((candidates(places, value), unit))
    cases.sort(key=lambda case: len(case[0]))
    return iter(cases)


def _traces(position: Position) -> dict[Candidate, Trace]:
    found: dict[Candidate, Trace] | None = position.cache.get("traces")
    if found is None:
        found = {}
        position.cache["traces"] = found
    return found


def _trace(position: Position, candidate: Candidate) -> Trace:
    found = _traces(position)
    if candidate not in found:
        position.check()
        found[candidate] = assume(position, candidate)
    return found[candidate]


def contradiction_nets(position: Position, which: Technique) -> Iterator[Step]:
    """A candidate from which singles lead to a cell or a unit with nothing left."""
    for cell, bits in enumerate(position.bits):
        for value in values_in(bits):
            trace = _trace(position, Candidate(cell, value))
            if trace.contradiction:
                yield Step(
                    which,
                    (),
                    (trace.assumption,),
                    Pattern(
                        (trace.house,) if trace.house >= 0 else (),
                        defining=(trace.assumption,),
                        branches=(trace.chain_to(*trace.contradiction),),
                        contradiction=trace.contradiction,
                    ),
                    position.layout,
                )


def verity_nets(position: Position, which: Technique) -> Iterator[Step]:
    """What follows from every candidate of a cell, or from every place of a value in a unit, by singles."""

    def common(cases: tuple[Candidate, ...]) -> _Common:
        traces = [_trace(position, case) for case in cases]
        if any(trace.contradiction for trace in traces):
            return _Common()
        return _Common(
            sorted(set.intersection(*(set(trace.on) for trace in traces))),
            sorted(set.intersection(*(set(trace.off) for trace in traces))),
            lambda candidate, on: tuple(trace.chain_to(candidate) for trace in traces),
        )

    yield from _verity(position, which, common)


def _contradiction_chain_reason(step: Step) -> str:
    """An assumption from which two chains lead to a contradiction."""
    pattern, layout = step.pattern, step.layout
    (start,) = pattern.defining
    first, second = (chain_text(layout, branch, suppose=False) for branch in pattern.branches)
    parts = [part for part in (first, second) if part]
    if len(parts) == 1:
        return f"{parts[0]}, so it rules itself out"
    one, other = parts
    return f"{one}; but also, {other[:1].lower()}{other[1:]}: {point_text(layout, (start,), True)} contradicts itself"


def _contradiction_net_reason(step: Step) -> str:
    """An assumption that leaves something without a place."""
    pattern, layout = step.pattern, step.layout
    (start,) = pattern.defining
    house = pattern.houses[0] if pattern.houses else -1
    chain = implications(layout, start, pattern.branches[0])
    return (
        f"Suppose {point_text(layout, (start,), True)}. {chain}"
        f"{contradiction_text(layout, pattern.contradiction, house)}"
    )


def _verity_reason(step: Step) -> str:
    """What follows in every case."""
    pattern, layout = step.pattern, step.layout
    cases = pattern.defining
    if pattern.houses:
        house, value = house_text(layout, pattern.houses[0]), symbol(cases[0].value)
        opening = f"In {house}, {value} is in {joined((layout.name_of(c.cell) for c in cases), 'or')}"
    else:
        opening = f"{layout.name_of(cases[0].cell)} is {joined((symbol(c.value) for c in cases), 'or')}"
    texts = []
    on = bool(step.placements)
    for case, branch in zip(cases, pattern.branches, strict=True):
        start = point_text(layout, (case,), True)
        if not branch:
            texts.append(f"{start} is it already")
        elif branch[-1].kind is LinkKind.NET or branch[0].kind is LinkKind.NET:
            follows = [point_text(layout, link.target, link.kind is not LinkKind.WEAK) for link in branch]
            texts.append(f"If {start}, then {', '.join(follows)}")
        else:
            texts.append(chain_text(layout, branch, suppose=False))
    end = "is true" if on else "is out"
    return f"{opening}. {'. '.join(texts)}. It {end} in every case"


def _entry(
    order: int, kind: str, code: str, score: int, finder: Finder, reason: Callable[[Step], str], rating: float
) -> Technique:
    key = f"forcing-{kind}".lower().replace(" ", "-")
    return Technique(order, key, f"Forcing {kind}", code, score, Level.EXTREME, finder, reason, rating)


ENTRIES = (
    _entry(580, "Chain Contradiction", "1301", 500, contradiction_chains, _contradiction_chain_reason, 7.6),
    _entry(590, "Chain Verity", "1302", 500, verity_chains, _verity_reason, 8.2),
    _entry(600, "Net Contradiction", "1303", 700, contradiction_nets, _contradiction_net_reason, 8.8),
    _entry(610, "Net Verity", "1304", 700, verity_nets, _verity_reason, 8.8),
)
