"""Almost locked sets: k cells of a unit with k + 1 values.  Without one of the values, all others must be there.

Two sets have a *restricted common* value when every place of it in one sees
every place in the other: then only one of the sets can have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from core.sudoku._grid import values_in
from core.sudoku.human._notation import joined, set_text, values_text
from core.sudoku.human._pattern import Candidate, LockedSet, Pattern
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._units import cells_of

LARGEST_SET = 5
"""How many cells a set may have in grids above 9×9, where there would be too many sets of all sizes."""
MOST_SETS = 4000
"""How many sets of a position the finders look at, small ones first."""
KEPT_PAIRS = 2_000_000
"""The sets that can be reached from a set are kept, because many places ask for them: this many pairs, some 20 MB."""


@dataclass(frozen=True, slots=True)
class AlmostLocked:
    """One set, with what the finders need to know of it."""

    cells: int
    values: int
    house: int
    places: dict[int, int]
    """For each of its values, the cells of the set that may hold it."""
    seen: dict[int, int]
    """For each of its values, the places outside the set that see all these cells."""

    def shown(self) -> LockedSet:
        """The form in which a step shows the set."""
        return LockedSet(cells_of(self.cells), values_in(self.values), self.house)


def almost_locked_sets(position: Position) -> list[AlmostLocked]:
    """All sets of a position, small ones first; they are looked for once."""
    found: list[AlmostLocked] | None = position.cache.get("almost locked sets")
    if found is not None:
        return found
    geometry, bits = position.geometry, position.bits
    masks: dict[int, tuple[int, int]] = {}
    for unit, cells in enumerate(geometry.units):
        position.check()
        open_cells = [cell for cell in cells if bits[cell]]
        largest = len(open_cells) - 1
        if geometry.n > 9:
            largest = min(largest, LARGEST_SET)

        def extend(start: int, chosen: int, union: int, count: int) -> None:
            for at in range(start, len(open_cells)):  # noqa: B023
                cell = open_cells[at]  # noqa: B023
                together = union | bits[cell]
                width = together.bit_count()
                if width > largest + 1:  # noqa: B023
                    continue
                mask = chosen | 1 << cell
                if width == count + 2 and mask not in masks:
                    masks[mask] = (together, unit)  # noqa: B023
                if count + 1 < largest:  # noqa: B023
                    extend(at + 1, mask, together, count + 1)

        extend(0, 0, 0, 0)
    found = []
    for mask, (values, unit) in sorted(masks.items(), key=lambda item: (item[0].bit_count(), item[0]))[:MOST_SETS]:
        places = {value: position.places[value] & mask for value in values_in(values)}
        seen = {value: position.places[value] & geometry.common_peers(where) for value, where in places.items()}
        found.append(AlmostLocked(mask, values, unit, places, seen))
    position.cache["almost locked sets"] = found
    return found


class Neighbours:
    """Which sets are joined to which by a restricted common value, as sets of numbers."""

    def __init__(self, position: Position, sets: list[AlmostLocked]) -> None:
        self.by: list[dict[int, int]] = [{} for _ in sets]
        """For each set and value, the sets that share it as a restricted common."""
        holders: dict[int, list[int]] = {}
        for at, one in enumerate(sets):
            for value in one.places:
                holders.setdefault(value, []).append(at)
        for value, numbers in holders.items():
            position.check()
            every, having = 0, dict.fromkeys(cells_of(position.places[value]), 0)
            for at in numbers:
                every |= 1 << at
                for cell in cells_of(sets[at].places[value]):
                    having[cell] |= 1 << at
            # A set fits if all its places are seen: if it is not one of those that have the value elsewhere.
            for at in numbers:
                seen = sets[at].seen[value]
                if not seen:
                    continue
                joined = every
                for cell in cells_of(position.places[value] & ~seen):
                    joined &= ~having[cell]
                if joined:
                    self.by[at][value] = joined


def neighbours_of(position: Position) -> Neighbours:
    """The neighbours among the sets of a position; they are looked for once."""
    found: Neighbours | None = position.cache.get("als neighbours")
    if found is None:
        found = position.cache["als neighbours"] = Neighbours(position, almost_locked_sets(position))
    return found


def _common(one: AlmostLocked, other: AlmostLocked, value: int) -> tuple[Candidate, ...]:
    return tuple(Candidate(cell, value) for cell in cells_of(one.places[value] | other.places[value]))


def _eliminations(gone: dict[int, int]) -> tuple[Candidate, ...]:
    return tuple(Candidate(cell, value) for value, mask in sorted(gone.items()) for cell in cells_of(mask))


def _step(
    position: Position,
    which: Technique,
    sets: list[AlmostLocked],
    joints: list[int],
    gone: dict[int, int],
    *,
    closed: int = 0,
    values: tuple[int, ...] = (),
) -> Step:
    """A step from sets in a row, joined by restricted commons; ``closed`` is a second one between two sets."""
    common = [_common(one, other, value) for one, other, value in zip(sets, sets[1:], joints, strict=False)]
    if closed:
        common.append(_common(sets[0], sets[-1], closed))
    return Step(
        which,
        (),
        _eliminations(gone),
        Pattern(
            tuple(one.house for one in sets),
            (),
            values or tuple(gone),
            cells_of(_union(sets)),
            tuple(
                Candidate(cell, value)
                for one in sets
                for cell in cells_of(one.cells)
                for value in values_in(position.bits[cell])
            ),
            sets=tuple(one.shown() for one in sets),
            common=tuple(dict.fromkeys(candidate for group in common for candidate in group)),
        ),
        position.layout,
    )  # fmt: skip


def _union(sets: list[AlmostLocked]) -> int:
    cells = 0
    for one in sets:
        cells |= one.cells
    return cells


def als_xz(position: Position, which: Technique) -> Iterator[Step]:
    """Two sets with a restricted common x: one of them has every other value, so a common z is in one of them."""
    sets = almost_locked_sets(position)
    near = neighbours_of(position).by
    for at, one in enumerate(sets):
        position.check()
        by_value = near[at]
        joined = 0
        for mask in by_value.values():
            joined |= mask
        joined &= ~((1 << at) - 1)
        for number in cells_of(joined):
            other = sets[number]
            if one.cells & other.cells:
                continue
            restricted = [value for value, mask in by_value.items() if mask >> number & 1]
            gone: dict[int, int] = {}
            for value in values_in(one.values & other.values):
                if value not in restricted or len(restricted) > 1:
                    seen = one.seen[value] & other.seen[value] & ~(one.cells | other.cells)
                    if seen:
                        gone[value] = seen
            if len(restricted) > 1:
                # Both values go one to each set, so each set keeps all its others.
                for group in (one, other):
                    for value, seen in group.seen.items():
                        if value not in restricted and seen:
                            gone[value] = gone.get(value, 0) | seen
                if gone:
                    yield _step(position, which, [one, other], restricted[:1], gone, closed=restricted[1])
            elif gone:
                yield _step(position, which, [one, other], restricted, gone)


def _two_sets_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    first, second = (set_text(layout, group) for group in pattern.sets)
    commons = sorted({candidate.value for candidate in pattern.common})
    if len(commons) > 1:
        return (
            f"{first} and {second} each have one value more than cells. Each of {values_text(commons)} can be in only "
            f"one of the two, for its places see each other, so each set holds all its other values"
        )
    common = values_text(commons)
    return (
        f"{first} and {second} each have one value more than cells. Only one of them can have {common}, so "
        f"the other has all its remaining values, and {values_text(pattern.values)} is in one of them"
    )


def _in_a_row(position: Position, which: Technique, *, shortest: int, longest: int) -> Iterator[Step]:
    """Sets in a row, each pair of neighbours joined by another value: one of the two ends then has their common z.

    The search starts at the place to rule out: a z there takes z from both end sets, and the row has one value too few.
    """
    sets = almost_locked_sets(position)
    near = neighbours_of(position).by
    hits: dict[tuple[int, int], int] = {}
    for at, one in enumerate(sets):
        for value, seen in one.seen.items():
            for cell in cells_of(seen & ~one.cells):
                hits[cell, value] = hits.get((cell, value), 0) | 1 << at
    told: set[tuple[int, ...]] = set()
    spread = lru_cache(KEPT_PAIRS // (len(sets) or 1))(partial(_Spread, near))
    for (_, value), ends in hits.items():
        position.check()
        for way, joints in _rows(spread, ends, value, shortest, longest):
            key_of = (*way, value)
            if key_of in told:
                continue
            told.add(key_of)
            row = [sets[at] for at in way]
            if _union(row).bit_count() < sum(one.cells.bit_count() for one in row):
                continue
            gone = row[0].seen[value] & row[-1].seen[value] & ~_union(row)
            if gone:
                yield _step(position, which, row, joints, {value: gone}, values=(value,))
                break


class _Spread:
    """Rows from a set that lacks a value, breadth first: level by level, the sets entered by each value."""

    def __init__(self, near: list[dict[int, int]], value: int, start: int) -> None:
        self.near = near
        self.levels: list[dict[int, int]] = [{value: 1 << start}]
        self._seen = {value: 1 << start}

    def reaches(self, length: int) -> bool:
        """Whether there are rows of this many sets, whose last ones are then the last level."""
        while self.levels[-1] and len(self.levels) < length:
            self.levels.append(self._following())
        return len(self.levels) >= length and bool(self.levels[length - 1])

    def _following(self) -> dict[int, int]:
        entered_by: dict[int, int] = {}
        for entered, members in self.levels[-1].items():
            for at in cells_of(members):
                for leaving, others in self.near[at].items():
                    if leaving != entered:
                        entered_by[leaving] = entered_by.get(leaving, 0) | others
        level = {}
        for joint, members in entered_by.items():
            known = self._seen.get(joint, 0)
            if members & ~known:
                self._seen[joint] = known | members
                level[joint] = members & ~known
        return level


def _rows(
    spread: Callable[[int, int], _Spread], ends: int, value: int, shortest: int, longest: int
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Rows of sets from one end to another, short ones first."""
    for start in cells_of(ends):
        from_start, others = spread(value, start), ends & ~((1 << start + 1) - 1)
        for length in range(shortest, longest + 1):
            if not others or not from_start.reaches(length):
                break
            levels = from_start.levels[:length]
            for joint, members in levels[-1].items():
                if joint == value:
                    continue
                for end in cells_of(members & others):
                    way = _back(from_start.near, levels, end, joint)
                    if way is not None:
                        yield way


def _back(
    near: list[dict[int, int]], levels: list[dict[int, int]], end: int, joint: int
) -> tuple[tuple[int, ...], list[int]] | None:
    """The row that leads to a set entered by a value on the last level; None if a set comes twice."""
    way, joints = [end], [joint]
    for depth in range(len(levels) - 2, -1, -1):
        for entered, members in levels[depth].items():
            source = members & near[way[-1]].get(joints[-1], 0)
            if source and entered != joints[-1]:
                way.append((source & -source).bit_length() - 1)
                joints.append(entered)
                break
        else:
            return None
    if len(set(way)) < len(way):
        return None
    return tuple(reversed(way)), list(reversed(joints[:-1]))


def _in_a_row_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    sets = [set_text(layout, group) for group in pattern.sets]
    commons = sorted({candidate.value for candidate in pattern.common})
    value = values_text(pattern.values)
    middle = joined(sets[1:-1])
    return (
        f"The sets {joined(sets)} each have one value more than cells, and each shares a value with the next that only "
        f"one of the two can have ({values_text(commons)}). If {sets[0]} lacks {value}, this goes on through "
        f"{middle} until {sets[-1]} has it. So one of the two ends has {value}"
    )


def death_blossoms(position: Position, which: Technique) -> Iterator[Step]:
    """Whichever value a stem cell takes, a petal loses it, and every petal then has z."""
    geometry, bits = position.geometry, position.bits
    sets = almost_locked_sets(position)
    for stem, own in enumerate(bits):
        if not 2 <= own.bit_count() <= 5:
            continue
        position.check()
        petals = {
            value: [one for one in sets if value in one.seen and one.seen[value] >> stem & 1]
            for value in values_in(own)
        }
        if not all(petals.values()):
            continue
        for z in range(1, position.n + 1):
            targets = position.places[z]
            for value, choices in petals.items():
                reach = 0
                if value == z:
                    reach = geometry.peers[stem]
                for one in choices:
                    if value != z and z in one.seen:
                        reach |= one.seen[z] & ~one.cells
                targets &= reach & ~(1 << stem)
                if not targets:
                    break
            told = 0
            for target in cells_of(targets):
                if told >> target & 1:
                    continue
                chosen = []
                gone = position.places[z]
                for value, choices in petals.items():
                    if value == z:
                        gone &= geometry.peers[stem]
                        continue
                    one = next(
                        one for one in choices if z in one.seen and one.seen[z] & ~one.cells & 1 << target
                    )  # fmt: skip
                    chosen.append((value, one))
                    gone &= one.seen[z]
                union = _union([one for _, one in chosen])
                gone &= ~(union | 1 << stem)
                told |= gone
                if not gone or union >> stem & 1:
                    continue
                yield Step(
                    which,
                    (),
                    _eliminations({z: gone}),
                    Pattern(
                        tuple(one.house for _, one in chosen),
                        (),
                        (z,),
                        (stem,),
                        tuple(Candidate(stem, value) for value in values_in(own)),
                        sets=tuple(one.shown() for _, one in chosen),
                        common=tuple(
                            Candidate(cell, value) for value, one in chosen for cell in cells_of(one.places[value])
                        ),
                    ),
                    position.layout,
                )


def _death_blossom_reason(step: Step) -> str:
    """A stem whose every value leads to a petal."""
    pattern, layout = step.pattern, step.layout
    stem = layout.name_of(pattern.cells[0])
    petals = joined(dict.fromkeys(set_text(layout, group) for group in pattern.sets))
    value = values_text(pattern.values)
    itself = (
        f"it is {value} itself or takes it"
        if pattern.values[0] in (c.value for c in pattern.defining)
        else "it takes it"
    )
    return (
        f"Whichever of {values_text(c.value for c in pattern.defining)} {stem} holds, {itself} away from one of "
        f"{petals}, which then holds all its other values. So {value} is in one of these cells in any case"
    )


_THREE, _MORE = partial(_in_a_row, shortest=3, longest=3), partial(_in_a_row, shortest=4, longest=8)

ENTRIES = (
    Technique(540, "als-xz", "ALS-XZ", "0901", 300, Level.UNFAIR, als_xz, _two_sets_reason),
    Technique(550, "als-xy-wing", "ALS-XY-Wing", "0902", 320, Level.UNFAIR, _THREE, _in_a_row_reason),
    Technique(560, "als-chain", "ALS-Chain", "0903", 340, Level.UNFAIR, _MORE, _in_a_row_reason),
    Technique(570, "death-blossom", "Death Blossom", "0904", 360, Level.UNFAIR, death_blossoms, _death_blossom_reason),
)
