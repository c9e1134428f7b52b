"""Cells, houses, candidates and chains as people write them: ``r3c6``, ``r1c237``, ``row 3``, ``r3c6<>4``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.sudoku._layout import Layout
from core.sudoku._symbols import symbol
from core.sudoku.human._pattern import Candidate, Link, LinkKind, LockedSet, Node

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def number_text(count: int) -> str:
    """``three``; from ten on, figures."""
    return _NUMBERS.get(count, str(count))


def joined(parts: Iterable[str], word: str = "and") -> str:
    """``a, b and c``."""
    texts = list(parts)
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def cells_text(layout: Layout, cells: Iterable[int]) -> str:
    """``r1c23, r45c5``: cells of rows or columns, whichever is shorter, and of rectangles written together."""
    chosen = sorted(set(cells))
    if layout.order > 9:
        return ", ".join(layout.name_of(cell) for cell in chosen)
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for cell in chosen:
        rows.setdefault(layout.row(cell), []).append(layout.column(cell))
        columns.setdefault(layout.column(cell), []).append(layout.row(cell))
    by_rows, by_columns = _alike(rows), _alike(columns)
    if len(by_columns) < len(by_rows):
        return ", ".join(f"r{_digits(found)}c{_digits(lines)}" for found, lines in by_columns)
    return ", ".join(f"r{_digits(lines)}c{_digits(found)}" for found, lines in by_rows)


def places_text(layout: Layout, candidates: Iterable[Candidate]) -> str:
    """The cells of some candidates: ``r1c23, r45c5``."""
    return cells_text(layout, (candidate.cell for candidate in candidates))


def _alike(lines: dict[int, list[int]]) -> list[tuple[tuple[int, ...], list[int]]]:
    """Lines with the same crossings together: (crossings, lines)."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for line, found in lines.items():
        groups.setdefault(tuple(found), []).append(line)
    return list(groups.items())


def _digits(numbers: Iterable[int]) -> str:
    return "".join(str(number + 1) for number in sorted(numbers))


def values_text(values: Iterable[int]) -> str:
    """``3, 5 and 8``."""
    return joined(symbol(value) for value in values)


def values_brief(values: Iterable[int]) -> str:
    """``358``."""
    return "".join(symbol(value) for value in values)


def house_text(layout: Layout, unit: int) -> str:
    """``row 3``, ``column 7``, ``box 2``."""
    return layout.houses[unit].name


def houses_text(layout: Layout, units: Iterable[int], word: str = "and") -> str:
    """``rows 2 and 5``, ``row 3 and box 2``."""
    groups: dict[str, list[int]] = {}
    for unit in units:
        name = layout.houses[unit].name
        what, _, number = name.rpartition(" ")
        if number.isdecimal():
            groups.setdefault(what, []).append(int(number))
        else:
            groups[name] = []
    told = (
        f"{what}{_plural(what) if len(numbers) > 1 else ''} {joined(map(str, sorted(numbers)))}".rstrip()
        for what, numbers in groups.items()
    )
    return joined(told, word)


def _plural(what: str) -> str:
    return "es" if what.endswith("x") else "s"


def eliminations_text(layout: Layout, candidates: Iterable[Candidate]) -> str:
    """``r3c6<>4, r12c1<>57``."""
    return _grouped(layout, candidates, "<>")


def placements_text(layout: Layout, candidates: Iterable[Candidate]) -> str:
    """``r3c6=5``."""
    return _grouped(layout, candidates, "=")


def _grouped(layout: Layout, candidates: Iterable[Candidate], sign: str) -> str:
    by_value: dict[int, list[int]] = {}
    for cell, value in candidates:
        by_value.setdefault(value, []).append(cell)
    by_cells: dict[tuple[int, ...], list[int]] = {}
    for value, cells in by_value.items():
        by_cells.setdefault(tuple(sorted(cells)), []).append(value)
    return ", ".join(
        f"{part}{sign}{values_brief(values)}"
        for cells, values in by_cells.items()
        for part in cells_text(layout, cells).split(", ")
    )


# Chains and sets


def point_text(layout: Layout, node: Node, true: bool) -> str:
    """``r1c7=3`` or ``r1c7<>3``; for a group ``3 in r1c78`` or ``3 not in r1c78``."""
    if len(node) == 1:
        return placements_text(layout, node) if true else eliminations_text(layout, node)
    return f"{symbol(node[0].value)} {'' if true else 'not '}in {places_text(layout, node)}"


def chain_text(layout: Layout, links: Sequence[Link], *, suppose: bool = True) -> str:
    """``Suppose r1c1<>3. Then (1) r1c7=3, so (2) r5c7<>3, so (3) r5c2=3.``"""
    if not links:
        return ""
    source = point_text(layout, links[0].source, links[0].kind is not LinkKind.STRONG)
    rest = ", so ".join(
        f"({number}) {point_text(layout, link.target, link.kind is not LinkKind.WEAK)}"
        for number, link in enumerate(links, 1)
    )
    return f"{'Suppose' if suppose else 'If'} {source}{'. Then ' if suppose else ', then '}{rest}"


def implications(layout: Layout, start: Candidate, chain: Sequence[Link]) -> str:
    """``Then r1c2=4, r3c2=7. ``: the values that follow, in order, from an assumption."""
    placed = [link.target for link in chain if link.kind is LinkKind.NET and link.target != (start,)]
    if not placed:
        return ""
    return f"Then {', '.join(placements_text(layout, target) for target in placed)}. "


def contradiction_text(layout: Layout, node: Node, house: int) -> str:
    """``Then 4 has no place in row 3``: what an assumption leaves without a place."""
    if house < 0:
        return f"Then nothing is left for {layout.name_of(node[0].cell)}"
    return f"Then {symbol(node[0].value)} has no place in {house_text(layout, house)}"


def set_text(layout: Layout, group: LockedSet) -> str:
    """``r1c12 (357)``: the cells and the values of an almost locked set."""
    return f"{cells_text(layout, group.cells)} ({values_brief(group.values)})"
