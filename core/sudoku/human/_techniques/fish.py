"""X-Wing, Swordfish and Jellyfish: plain, finned and sashimi.

In k base lines, a value is confined to k cover lines; so it fills one place in
each cover line, and the other places of the cover lines are ruled out.  Base
candidates outside the cover lines are *fins*: a place is then ruled out only if
it sees every fin.  A fish is *sashimi* if a base line would have fewer than two
places left without its fins.

To find the finned ones, the search starts at the place to rule out: with the value
there, its own line across and the cells it sees are closed, and k base lines find
only k - 1 lines across to share.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.sudoku.human._notation import houses_text, places_text, values_text
from core.sudoku.human._pattern import Pattern, candidates
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._techniques.subsets import unions
from core.sudoku.human._units import cells_of


def _lines(position: Position, value: int) -> Iterator[tuple[list[int], list[int], list[tuple[int, int]]]]:
    """For rows and then for columns: base units, units across, and for each base line that has the value (its number,
    the lines across that its places lie in)."""
    geometry = position.geometry
    places = position.places[value]
    n = geometry.n
    if not geometry.lined:
        return
    by_row, by_column = [0] * n, [0] * n
    for cell in cells_of(places):
        by_row[geometry.row_of[cell]] |= 1 << geometry.column_of[cell]
        by_column[geometry.column_of[cell]] |= 1 << geometry.row_of[cell]
    yield geometry.rows, geometry.columns, [(line, across) for line, across in enumerate(by_row) if across]
    yield geometry.columns, geometry.rows, [(line, across) for line, across in enumerate(by_column) if across]


def _plain(position: Position, which: Technique, *, size: int) -> Iterator[Step]:
    """Fish without fins, with ``size`` base lines."""
    masks = position.geometry.masks
    for value in range(1, position.n + 1):
        places = position.places[value]
        for bases, covers, lines in _lines(position, value):
            if len(lines) <= size:
                continue
            entries = [entry for entry in lines if entry[1].bit_count() <= size]
            for chosen, across in unions(entries, size):
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
                        position.layout,
                    )


def _finned(position: Position, which: Technique, *, size: int, sashimi: bool) -> Iterator[Step]:
    """Fish with fins and ``size`` base lines; with ``sashimi``, those in which a base line depends on its fins."""
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
    geometry = position.geometry
    masks, peers, n = geometry.masks, geometry.peers, geometry.n
    places = position.places[value]
    line_of, cross_of = (geometry.column_of, geometry.row_of) if turned else (geometry.row_of, geometry.column_of)
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
            gone = places & over & ~inside & geometry.common_peers(fins)
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
                position.layout,
            )


def _crowded(entries: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Every choice of ``size`` entries (name, set) whose sets have exactly ``size`` - 1 members together, and of
    which no part is as crowded (that would be a smaller fish)."""
    begun = [(0, 0, 0)]
    for count in range(1, size + 1):
        least = count if count < size else size - 1
        begun = [
            (at + 1, chosen | 1 << entries[at][0], together)
            for start, chosen, union in begun
            for at in range(start, len(entries) - (size - count))
            if least <= (together := union | entries[at][1]).bit_count() < size
        ]
    return [(chosen, union) for _, chosen, union in begun]


def _reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    value = values_text(pattern.values)
    base, cover = houses_text(layout, pattern.houses), houses_text(layout, pattern.covers)
    if not pattern.fins:
        return (
            f"In {base}, {value} fits only in {cover}. So {base} take up every {value} of {cover}, and no other cell "
            f"there can be {value}"
        )
    one = len(pattern.fins) == 1
    fins = f"the {'fin' if one else 'fins'} {places_text(layout, pattern.fins)}"
    held = "the fin" if one else "a fin"
    return (
        f"In {base}, {value} fits only in {cover}, apart from {fins}. Either {held} is {value}, or {cover} have their "
        f"{value} in {base}. Either way, no other cell of {cover} that sees {'the fin' if one else 'all fins'} can be "
        f"{value}"
    )


_PLAIN_2, _PLAIN_3, _PLAIN_4 = (partial(_plain, size=size) for size in (2, 3, 4))
_FINNED_2, _FINNED_3, _FINNED_4 = (partial(_finned, size=size, sashimi=False) for size in (2, 3, 4))
_SASHIMI_2, _SASHIMI_3, _SASHIMI_4 = (partial(_finned, size=size, sashimi=True) for size in (2, 3, 4))

ENTRIES = (
    Technique(140, "x-wing", "X-Wing", "0300", 140, Level.HARD, _PLAIN_2, _reason, 3.2),
    Technique(150, "swordfish", "Swordfish", "0301", 150, Level.HARD, _PLAIN_3, _reason, 3.8),
    Technique(160, "jellyfish", "Jellyfish", "0302", 160, Level.HARD, _PLAIN_4, _reason, 5.2),
    Technique(350, "finned-x-wing", "Finned X-Wing", "0310", 130, Level.HARD, _FINNED_2, _reason),
    Technique(360, "sashimi-x-wing", "Sashimi X-Wing", "0320", 150, Level.HARD, _SASHIMI_2, _reason),
    Technique(410, "finned-swordfish", "Finned Swordfish", "0311", 200, Level.UNFAIR, _FINNED_3, _reason),
    Technique(420, "sashimi-swordfish", "Sashimi Swordfish", "0321", 240, Level.UNFAIR, _SASHIMI_3, _reason),
    Technique(430, "finned-jellyfish", "Finned Jellyfish", "0312", 250, Level.UNFAIR, _FINNED_4, _reason),
    Technique(440, "sashimi-jellyfish", "Sashimi Jellyfish", "0322", 260, Level.UNFAIR, _SASHIMI_4, _reason),
)
