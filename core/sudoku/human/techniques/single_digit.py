"""Patterns of one value that hang on two strong links: Skyscraper, 2-String Kite, Turbot Fish, Empty Rectangle.

Two units hold the value in two places each.  If one place of the first sees one
of the second, they are not both true, so one of the other two ends is; whatever
sees both ends is out.  The names tell where the strong links lie.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku.human.pattern import Candidate, Link, LinkKind, Pattern, candidates
from core.sudoku.human.position import Position
from core.sudoku.human.step import Step
from core.sudoku.human.technique import technique
from core.sudoku.human.units import cells_of
from core.sudoku.shape import Rule


def strong_pairs(position: Position, value: int) -> list[tuple[int, int, int]]:
    """Units with two places for a value: (unit, place, place), each pair of places once."""
    places = position.places[value]
    out = []
    seen = set()
    for unit, mask in enumerate(position.layout.masks):
        two = places & mask
        if two.bit_count() == 2 and two not in seen:
            seen.add(two)
            low = two & -two
            out.append((unit, low.bit_length() - 1, two.bit_length() - 1))
    return out


def skyscrapers(position: Position) -> Iterator[Step]:
    """Two parallel lines, joined along a line across."""
    return _two_links(position, "skyscraper")


def two_string_kites(position: Position) -> Iterator[Step]:
    """A row and a column, joined in a box."""
    return _two_links(position, "two-string-kite")


def turbot_fish(position: Position) -> Iterator[Step]:
    """Any other two strong links that are joined."""
    return _two_links(position, "turbot-fish")


def _kind(position: Position, one: int, other: int, joint: int, inner: int) -> str:
    """The name of the pattern with these units; ``inner`` and ``joint`` are the ends that see each other."""
    layout = position.layout
    rules = {layout.rules[one], layout.rules[other]}
    same_row = layout.row_of[joint] == layout.row_of[inner]
    same_column = layout.column_of[joint] == layout.column_of[inner]
    if (rules == {Rule.ROW} and same_column) or (rules == {Rule.COLUMN} and same_row):
        return "skyscraper"
    if rules == {Rule.ROW, Rule.COLUMN} and not same_row and not same_column:
        return "two-string-kite"
    return "turbot-fish"


def _two_links(position: Position, wanted: str) -> Iterator[Step]:
    layout = position.layout
    peers = layout.peers
    which = technique(wanted)
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
                        if not gone or _kind(position, one, other, joint, inner) != wanted:
                            continue
                        ends = (Candidate(left, value),), (Candidate(joint, value),)
                        rest = (Candidate(inner, value),), (Candidate(right, value),)
                        weak = next(
                            u
                            for u in (*layout.columns, *layout.rows, *layout.boxes)
                            if layout.masks[u] >> joint & 1 and layout.masks[u] >> inner & 1
                        )
                        yield Step(
                            which,
                            (),
                            candidates(gone, value),
                            Pattern(
                                (one, other),
                                (weak,),
                                (value,),
                                defining=tuple(node[0] for node in (*ends, *rest)),
                                links=(
                                    Link(ends[0], ends[1], LinkKind.STRONG, one),
                                    Link(ends[1], rest[0], LinkKind.WEAK, weak),
                                    Link(rest[0], rest[1], LinkKind.STRONG, other),
                                ),
                            ),
                            position.shape,
                        )


def empty_rectangles(position: Position) -> Iterator[Step]:
    """A box whose places for a value all lie in one row and one column, and a strong link that meets one of them."""
    layout = position.layout
    masks, peers = layout.masks, layout.peers
    which = technique("empty-rectangle")
    for value in range(1, position.n + 1):
        places = position.places[value]
        pairs = [p for p in strong_pairs(position, value) if layout.rules[p[0]] in (Rule.ROW, Rule.COLUMN)]
        if not pairs:
            continue
        position.check()
        for box in layout.boxes:
            inside = places & masks[box]
            if inside.bit_count() < 2:
                continue
            rows = {layout.row_of[cell] for cell in cells_of(inside)}
            columns = {layout.column_of[cell] for cell in cells_of(inside)}
            for row in rows:
                for column in columns:
                    in_row = inside & masks[layout.rows[row]]
                    in_column = inside & masks[layout.columns[column]]
                    if inside & ~(in_row | in_column) or not in_row & ~in_column or not in_column & ~in_row:
                        continue
                    for arm, other_arm in ((in_row, in_column), (in_column, in_row)):
                        seen_by_arm = layout.common_peers(arm)
                        for unit, a, b in pairs:
                            if masks[box] >> a & 1 or masks[box] >> b & 1:
                                continue
                            for near, far in ((a, b), (b, a)):
                                if not seen_by_arm >> near & 1:
                                    continue
                                gone = places & peers[far] & layout.common_peers(other_arm) & ~masks[box]
                                gone &= ~(1 << near)
                                if gone:
                                    yield Step(
                                        which,
                                        (),
                                        candidates(gone, value),
                                        Pattern(
                                            (box, unit),
                                            (layout.rows[row], layout.columns[column]),
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
                                        position.shape,
                                    )
