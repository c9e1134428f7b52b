"""Patterns of one value that hang on two strong links: Skyscraper, 2-String Kite, Turbot Fish, Empty Rectangle.

Two units hold the value in two places each.  If one place of the first sees one
of the second, they are not both true, so one of the other two ends is; whatever
sees both ends is out.  The names tell the places of the strong links.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from core.sudoku._layout import HouseKind
from core.sudoku.human._notation import house_text, houses_text, places_text, values_text
from core.sudoku.human._pattern import Candidate, Link, LinkKind, Pattern, candidates
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._units import cells_of


def strong_pairs(position: Position, value: int) -> list[tuple[int, int, int]]:
    """Units with two places for a value: (unit, place, place), each pair of places once."""
    places = position.places[value]
    out = []
    seen = set()
    for unit, mask in enumerate(position.geometry.masks):
        two = places & mask
        if two.bit_count() == 2 and two not in seen:
            seen.add(two)
            low = two & -two
            out.append((unit, low.bit_length() - 1, two.bit_length() - 1))
    return out


Joint = Literal["parallel", "crossing", "other"]


def _how_joined(position: Position, one: int, other: int, joint: int, inner: int) -> Joint:
    """How two units lie to each other: parallel lines joined along a line across, a row and a column joined in a box,
    or otherwise; ``inner`` and ``joint`` are the ends that see each other."""
    geometry = position.geometry
    kinds = {geometry.kinds[one], geometry.kinds[other]}
    same_row = geometry.row_of[joint] == geometry.row_of[inner]
    same_column = geometry.column_of[joint] == geometry.column_of[inner]
    if (kinds == {HouseKind.ROW} and same_column) or (kinds == {HouseKind.COLUMN} and same_row):
        return "parallel"
    if kinds == {HouseKind.ROW, HouseKind.COLUMN} and not same_row and not same_column:
        return "crossing"
    return "other"


def _two_links(position: Position, which: Technique, *, wanted: Joint) -> Iterator[Step]:
    """Two strong links that are joined in the wanted way."""
    geometry = position.geometry
    peers = geometry.peers
    for value in range(1, position.n + 1):
        places = position.places[value]
        pairs = strong_pairs(position, value)
        if pairs:
            position.check()
        for at, (one, a, b) in enumerate(pairs):
            for other, c, d in pairs[at + 1 :]:
                if len({a, b, c, d}) < 4:
                    continue
                for left, joint in ((a, b), (b, a)):
                    for inner, right in ((c, d), (d, c)):
                        if not peers[joint] >> inner & 1:
                            continue
                        gone = places & peers[left] & peers[right]
                        gone &= ~(1 << joint | 1 << inner)
                        if not gone or _how_joined(position, one, other, joint, inner) != wanted:
                            continue
                        ends = (Candidate(left, value),), (Candidate(joint, value),)
                        rest = (Candidate(inner, value),), (Candidate(right, value),)
                        shared = (
                            u
                            for u in (*geometry.columns, *geometry.rows, *geometry.boxes)
                            if geometry.masks[u] >> joint & 1 and geometry.masks[u] >> inner & 1
                        )
                        weak = next(shared, -1)
                        yield Step(
                            which,
                            (),
                            candidates(gone, value),
                            Pattern(
                                (one, other),
                                (weak,) if weak >= 0 else (),
                                (value,),
                                defining=tuple(node[0] for node in (*ends, *rest)),
                                links=(
                                    Link(ends[0], ends[1], LinkKind.STRONG, one),
                                    Link(ends[1], rest[0], LinkKind.WEAK, weak),
                                    Link(rest[0], rest[1], LinkKind.STRONG, other),
                                ),
                            ),
                            position.layout,
                        )


def _two_links_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    value = values_text(pattern.values)
    left, joint, inner, right = (layout.name_of(candidate.cell) for candidate in pattern.defining)
    one, other = (house_text(layout, unit) for unit in pattern.houses)
    return (
        f"In {one}, {value} is in {left} or {joint}; in {other}, in {inner} or {right}. {joint} and {inner} see each "
        f"other, so they are not both {value}: {left} or {right} is, and no cell that sees both can be {value}"
    )


def empty_rectangles(position: Position, which: Technique) -> Iterator[Step]:
    """A box whose places for a value all lie in one row and one column, and a strong link that meets one of them."""
    geometry = position.geometry
    masks, peers, lines = geometry.masks, geometry.peers, (HouseKind.ROW, HouseKind.COLUMN)
    for value in range(1, position.n + 1) if geometry.lined else ():
        places = position.places[value]
        pairs = [p for p in strong_pairs(position, value) if geometry.kinds[p[0]] in lines]
        if not pairs:
            continue
        position.check()
        for box in geometry.boxes:
            inside = places & masks[box]
            if inside.bit_count() < 2:
                continue
            rows = {geometry.row_of[cell] for cell in cells_of(inside)}
            columns = {geometry.column_of[cell] for cell in cells_of(inside)}
            for row in rows:
                for column in columns:
                    in_row = inside & masks[geometry.rows[row]]
                    in_column = inside & masks[geometry.columns[column]]
                    if inside & ~(in_row | in_column) or not in_row & ~in_column or not in_column & ~in_row:
                        continue
                    for arm, other_arm in ((in_row, in_column), (in_column, in_row)):
                        seen_by_arm = geometry.common_peers(arm)
                        for unit, a, b in pairs:
                            if masks[box] >> a & 1 or masks[box] >> b & 1:
                                continue
                            for near, far in ((a, b), (b, a)):
                                if not seen_by_arm >> near & 1:
                                    continue
                                gone = places & peers[far] & geometry.common_peers(other_arm) & ~masks[box]
                                gone &= ~(1 << near)
                                if gone:
                                    yield Step(
                                        which,
                                        (),
                                        candidates(gone, value),
                                        Pattern(
                                            (box, unit),
                                            (geometry.rows[row], geometry.columns[column]),
                                            (value,),
                                            defining=(
                                                *candidates(inside, value),
                                                Candidate(near, value),
                                                Candidate(far, value),
                                            ),
                                            links=(
                                                Link(
                                                    candidates(other_arm & ~arm, value),
                                                    candidates(arm, value),
                                                    LinkKind.STRONG,
                                                    box,
                                                ),
                                                Link(candidates(arm, value), (Candidate(near, value),), LinkKind.WEAK),
                                                Link(
                                                    (Candidate(near, value),),
                                                    (Candidate(far, value),),
                                                    LinkKind.STRONG,
                                                    unit,
                                                ),
                                            ),
                                        ),
                                        position.layout,
                                    )


def _empty_rectangle_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    value = values_text(pattern.values)
    box, unit = (house_text(layout, house) for house in pattern.houses)
    end, arm = (places_text(layout, node) for node in pattern.links[0][:2])
    near, far = (places_text(layout, node) for node in pattern.links[2][:2])
    return (
        f"In {box}, all places for {value} lie in {houses_text(layout, pattern.covers)}. In {unit}, {value} is in "
        f"{near} or {far}. If {far} is not {value}, {near} is and rules out {arm}, which leaves {end} in {box}. "
        f"So {far} or {end} is {value}"
    )


_PARALLEL, _CROSSING, _OTHER = (
    partial(_two_links, wanted="parallel"), partial(_two_links, wanted="crossing"), partial(_two_links, wanted="other"),
)  # fmt: skip

ENTRIES = (
    Technique(190, "skyscraper", "Skyscraper", "0400", 130, Level.HARD, _PARALLEL, _two_links_reason, 6.6),
    Technique(200, "two-string-kite", "2-String Kite", "0401", 150, Level.HARD, _CROSSING, _two_links_reason, 6.6),
    Technique(
        210, "empty-rectangle", "Empty Rectangle", "0402", 120, Level.HARD, empty_rectangles, _empty_rectangle_reason
    ),
    Technique(220, "turbot-fish", "Turbot Fish", "0403", 120, Level.HARD, _OTHER, _two_links_reason, 6.6),
)
