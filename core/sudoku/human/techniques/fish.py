"""X-Wing, Swordfish and Jellyfish: plain, finned and sashimi.

A value is confined, in k base lines, to k cover lines; so it fills one place in
each cover line, and the other places of the cover lines are out.  Base
candidates outside the cover lines are *fins*: then a place is out only if it
sees every fin.  A fish is *sashimi* where a base line would have fewer than two
places left without its fins.

The finned ones are found from the place that goes: with the value there, its
own line across and the cells it sees are closed, and k base lines find only
k - 1 lines across to share.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku.human.pattern import Pattern, candidates
from core.sudoku.human.position import Position
from core.sudoku.human.step import Step
from core.sudoku.human.technique import Technique, technique
from core.sudoku.human.techniques.subsets import _unions
from core.sudoku.human.units import cells_of

_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}


def x_wings(position: Position) -> Iterator[Step]:
    """Two lines."""
    return _plain(position, 2)


def swordfish(position: Position) -> Iterator[Step]:
    """Three lines."""
    return _plain(position, 3)


def jellyfish(position: Position) -> Iterator[Step]:
    """Four lines."""
    return _plain(position, 4)


def finned_x_wings(position: Position) -> Iterator[Step]:
    """Two lines and fins."""
    return _finned(position, 2, sashimi=False)


def sashimi_x_wings(position: Position) -> Iterator[Step]:
    """Two lines, of which one hangs on its fins."""
    return _finned(position, 2, sashimi=True)


def finned_swordfish(position: Position) -> Iterator[Step]:
    """Three lines and fins."""
    return _finned(position, 3, sashimi=False)


def sashimi_swordfish(position: Position) -> Iterator[Step]:
    """Three lines, of which one hangs on its fins."""
    return _finned(position, 3, sashimi=True)


def finned_jellyfish(position: Position) -> Iterator[Step]:
    """Four lines and fins."""
    return _finned(position, 4, sashimi=False)


def sashimi_jellyfish(position: Position) -> Iterator[Step]:
    """Four lines, of which one hangs on its fins."""
    return _finned(position, 4, sashimi=True)


def _lines(position: Position, value: int) -> Iterator[tuple[list[int], list[int], list[tuple[int, int]]]]:
    """For rows and then for columns: base units, units across, and for each base line that has the value (its number,
    the lines across that its places lie in)."""
    layout = position.layout
    places = position.places[value]
    n = layout.n
    by_row, by_column = [0] * n, [0] * n
    for cell in cells_of(places):
        by_row[layout.row_of[cell]] |= 1 << layout.column_of[cell]
        by_column[layout.column_of[cell]] |= 1 << layout.row_of[cell]
    yield layout.rows, layout.columns, [(line, across) for line, across in enumerate(by_row) if across]
    yield layout.columns, layout.rows, [(line, across) for line, across in enumerate(by_column) if across]


def _plain(position: Position, size: int) -> Iterator[Step]:
    masks = position.layout.masks
    which = technique(_NAMES[size])
    for value in range(1, position.n + 1):
        places = position.places[value]
        for bases, covers, lines in _lines(position, value):
            if len(lines) <= size:
                continue
            entries = [entry for entry in lines if entry[1].bit_count() <= size]
            for chosen, across in _unions(entries, size):
                base = [bases[line] for line in cells_of(chosen)]
                cover = [covers[line] for line in cells_of(across)]
                inside = sum(masks[unit] for unit in base)
                over = sum(masks[unit] for unit in cover)
                gone = places & over & ~inside
                if gone:
                    yield Step(
                        which,
                        (),
                        candidates(gone, value),
                        Pattern(tuple(base), tuple(cover), (value,), defining=candidates(places & inside, value)),
                        position.shape,
                    )


def _finned(position: Position, size: int, *, sashimi: bool) -> Iterator[Step]:
    which = technique(f"{'sashimi' if sashimi else 'finned'}-{_NAMES[size]}")
    for value in range(1, position.n + 1):
        if position.places[value].bit_count() < 2 * size:
            continue
        position.check()
        for across_rows, (bases, covers, lines) in enumerate(_lines(position, value)):
            yield from _finned_of(position, value, size, bases, covers, lines, bool(across_rows), sashimi, which)


def _finned_of(
    position: Position, value: int, size: int, bases: list[int], covers: list[int], lines: list[tuple[int, int]],
    turned: bool, sashimi: bool, which: Technique,
) -> Iterator[Step]:  # fmt: skip
    layout = position.layout
    masks, peers, n = layout.masks, layout.peers, layout.n
    places = position.places[value]
    line_of, cross_of = (layout.column_of, layout.row_of) if turned else (layout.row_of, layout.column_of)
    seen: set[tuple[int, int]] = set()
    for target in cells_of(places):
        own_line, own_cross = line_of[target], cross_of[target]
        closed: dict[int, int] = {}
        for peer in cells_of(places & peers[target]):
            if cross_of[peer] != own_cross:
                line = line_of[peer]
                closed[line] = closed.get(line, 0) | 1 << cross_of[peer]
        entries = []
        free = ~(1 << own_cross)
        for line, across in lines:
            if line != own_line:
                rest = across & free & ~closed.get(line, 0)
                if rest.bit_count() < size:
                    entries.append((line, rest))
        for chosen, rest in _crowded(entries, size):
            base_lines = cells_of(chosen)
            if all(line not in closed for line in base_lines):
                continue  # no fin: a plain fish
            cover_lines = rest | 1 << own_cross
            key = (chosen, cover_lines)
            if key in seen:
                continue
            seen.add(key)
            base = [bases[line] for line in base_lines]
            cover = [covers[line] for line in range(n) if cover_lines >> line & 1]
            inside = sum(masks[unit] for unit in base)
            over = sum(masks[unit] for unit in cover)
            fins = places & inside & ~over
            gone = places & over & ~inside & layout.common_peers(fins)
            if not fins or not gone:
                continue
            hangs = any((places & masks[unit] & over).bit_count() < 2 for unit in base)
            if hangs != sashimi:
                continue
            yield Step(
                which,
                (),
                candidates(gone, value),
                Pattern(
                    tuple(base),
                    tuple(cover),
                    (value,),
                    defining=candidates(places & inside & over, value),
                    fins=candidates(fins, value),
                ),
                position.shape,
            )


def _crowded(entries: list[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Every choice of ``size`` entries (name, set) whose sets have exactly ``size`` - 1 members together, and of
    which no part is as crowded (that would be a smaller fish)."""

    def extend(start: int, chosen: int, union: int, count: int) -> Iterator[tuple[int, int]]:
        for at in range(start, len(entries) - (size - count) + 1):
            name, members = entries[at]
            together = union | members
            width = together.bit_count()
            if width >= size or (count + 1 < size and width < count + 1):
                continue
            if count + 1 == size:
                if width == size - 1:
                    yield chosen | 1 << name, together
            else:
                yield from extend(at + 1, chosen | 1 << name, together, count + 1)

    return extend(0, 0, 0, 0)
