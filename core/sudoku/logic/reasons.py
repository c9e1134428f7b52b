"""Why each technique is sound, in words: one function a kind of pattern, from the step's value alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.sudoku.logic.notation import (
    cells_text,
    eliminations_text,
    house_text,
    houses_text,
    joined,
    placements_text,
    values_brief,
    values_text,
)
from core.sudoku.logic.pattern import Candidate, Link, LinkKind, LockedSet, Node
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol

if TYPE_CHECKING:
    from core.sudoku.logic.step import Step

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def _number(count: int) -> str:
    return _NUMBERS.get(count, str(count))


def _cells(step: Step, candidates: Sequence[Candidate]) -> str:
    return cells_text(step.shape, (candidate.cell for candidate in candidates))


# Singles, locked candidates, subsets


def _full_house(step: Step) -> str:
    house = house_text(step.shape, step.pattern.houses[0])
    return f"{cells_text(step.shape, step.pattern.cells)} is the last empty cell of {house}"


def _naked_single(step: Step) -> str:
    cell, value = step.placements[0]
    return f"{step.shape.name_of(cell)} has no candidate left but {symbol(value)}"


def _hidden_single(step: Step) -> str:
    cell, value = step.placements[0]
    house = house_text(step.shape, step.pattern.houses[0])
    return f"In {house}, {symbol(value)} fits only in {step.shape.name_of(cell)}"


def _locked(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    value, house = values_text(pattern.values), house_text(shape, pattern.houses[0])
    places = _cells(step, pattern.defining)
    if pattern.covers:
        other = houses_text(shape, pattern.covers)
        return f"In {house}, {value} fits only in {places}, all in {other}, so nothing else in {other} can be {value}"
    return f"In {house}, {value} fits only in {places}, and a cell that sees all of these cannot be {value}"


def _naked_subset(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    values, houses = values_text(pattern.values), houses_text(shape, pattern.houses)
    return (
        f"The {_number(len(pattern.cells))} cells {cells_text(shape, pattern.cells)} have only {values} between them "
        f"and use them all up, so no other cell of {houses} can hold these"
    )


def _hidden_subset(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    return (
        f"In {house_text(shape, pattern.houses[0])}, {values_text(pattern.values)} fit only in the "
        f"{_number(len(pattern.cells))} cells {cells_text(shape, pattern.cells)}, which have no room for anything else"
    )


# Fish and other patterns of one value


def _fish(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    value = values_text(pattern.values)
    base, cover = houses_text(shape, pattern.houses), houses_text(shape, pattern.covers)
    if not pattern.fins:
        return f"In {base}, {value} fits only in {cover}. These rows and columns share it out among themselves, so " + (
            f"no other cell of {cover} can be {value}"
        )
    one = len(pattern.fins) == 1
    fins = f"the {'fin' if one else 'fins'} {_cells(step, pattern.fins)}"
    held = "the fin" if one else "a fin"
    return (
        f"In {base}, {value} fits only in {cover}, apart from {fins}. Either {held} is {value}, or {cover} have their "
        f"{value} in {base}. Whatever lies in {cover} and sees {'the fin' if one else 'all fins'} is out either way"
    )


def _two_links(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    value = values_text(pattern.values)
    left, joint, inner, right = (shape.name_of(candidate.cell) for candidate in pattern.defining)
    one, other = (house_text(shape, unit) for unit in pattern.houses)
    return (
        f"In {one}, {value} is in {left} or {joint}; in {other}, in {inner} or {right}. {joint} and {inner} see each "
        f"other, so they are not both {value}: {left} or {right} is, and a cell that sees both is not"
    )


def _empty_rectangle(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    value = values_text(pattern.values)
    box, unit = (house_text(shape, house) for house in pattern.houses)
    end, arm = (_cells(step, node) for node in pattern.links[0][:2])
    near, far = (_cells(step, node) for node in pattern.links[2][:2])
    return (
        f"In {box}, all places for {value} lie in {houses_text(shape, pattern.covers)}. In {unit}, {value} is in "
        f"{near} or {far}. If {far} is not {value}, {near} is and rules out {arm}, which leaves {end} in {box}. "
        f"So {far} or {end} is {value}"
    )


def _colours(step: Step) -> str:
    pattern = step.pattern
    value = values_text(pattern.values)
    groups = [_cells(step, colour) for colour in pattern.colours]
    are = ["is" if len(colour) == 1 else "are" for colour in pattern.colours]
    pieces = f"Strong links on {value} join these: either {groups[0]} {are[0]} {value}, or {groups[1]} {are[1]}"
    if step.technique.key == "simple-colors-trap":
        return f"{pieces}. A cell that sees both kinds is {value} in neither case"
    if step.technique.key == "simple-colors-wrap":
        return f"{pieces}. Two of {groups[1]} see each other, so these are not {value}"
    pieces += f". Likewise {groups[2]} or {groups[3]}"
    if step.technique.key == "multi-colors-1":
        return (
            f"{pieces}. {groups[0]} and {groups[2]} cannot both be {value}, because a cell of the first sees "
            f"one of the second. So {groups[1]} or {groups[3]} must be, and a cell that sees both kinds is not"
        )
    return f"{pieces}. {groups[0]} would rule out both kinds of these, so it is not {value}"


# Wings


def _w_wing(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    linked, kept = (symbol(value) for value in pattern.values)
    one, other = (shape.name_of(cell) for cell in pattern.cells)
    near, far = (shape.name_of(candidate.cell) for candidate in pattern.defining[-2:])
    return (
        f"{one} and {other} both have just {linked} and {kept}. In {house_text(shape, pattern.houses[0])}, {linked} is "
        f"in {near}, which {one} sees, or in {far}, which {other} sees. So they are not both {linked}: one is {kept}, "
        f"and a cell that sees both is not"
    )


def _xy_wing(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    pivot, one, other = (shape.name_of(cell) for cell in pattern.cells)
    x, y, z = (symbol(value) for value in pattern.values)
    if step.technique.key == "xy-wing":
        return (
            f"{pivot} is {x} or {y}. If it is {x}, {one} is {z}; if it is {y}, {other} is {z}. So one of the two is "
            f"{z}, and a cell that sees both is not"
        )
    return (
        f"{pivot} is {x}, {y} or {z}. If it is {x}, {one} is {z}; if it is {y}, {other} is {z}. So one of the three "
        f"is {z}, and a cell that sees them all is not"
    )


def _remote_pair(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    first, last = shape.name_of(pattern.cells[0]), shape.name_of(pattern.cells[-1])
    way = "-".join(shape.name_of(cell) for cell in pattern.cells)
    values = values_text(pattern.values)
    return (
        f"The cells {way} have just {values}, and each sees the next, so they take turns. {first} and {last} "
        f"hold one each, and a cell that sees both can hold neither"
    )


# Uniqueness


def _rectangle(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    corners, values = cells_text(shape, pattern.cells[:4]), values_text(pattern.values)
    deadly = f"If {corners} held only {values}, these could be swapped, giving two solutions, but there is only one"
    kind = step.technique.key
    if kind == "unique-rectangle-1":
        return f"{deadly}. So {_cells(step, step.eliminations)} holds something else"
    surplus = [candidate for candidate in pattern.fins if candidate.cell in pattern.cells[:4]]
    where = _cells(step, surplus)
    if kind in ("unique-rectangle-2", "unique-rectangle-5", "avoidable-rectangle-2"):
        value = symbol(step.eliminations[0].value)
        return f"{deadly}. So one of {where} is {value}, and a cell that sees them all is not"
    if kind == "unique-rectangle-3":
        more = values_text(sorted({candidate.value for candidate in surplus}))
        others = cells_text(shape, pattern.cells[4:])
        house = house_text(shape, pattern.houses[0])
        return (
            f"{deadly}. So one of {where} is one of {more}; together with {others} these use up in {house} as many "
            f"values as there are cells, so no other cell there can hold them"
        )
    if kind == "unique-rectangle-4":
        house = house_text(shape, pattern.houses[0])
        gone = step.eliminations[0].value
        locked = next(value for value in pattern.values if value != gone)
        return (
            f"{deadly}. In {house}, {symbol(locked)} fits only in {where}, so one of them holds it, and the other must "
            f"not hold {symbol(gone)}; and the one that has {symbol(locked)} does not either"
        )
    if kind == "unique-rectangle-6":
        gone_text = symbol(step.eliminations[0].value)
        houses = houses_text(shape, pattern.houses)
        return (
            f"{deadly}. In {houses}, {gone_text} fits only in these four cells, so if one of {where} were {gone_text}, "
            f"both would be, and the other two would hold the other value"
        )
    if kind == "hidden-rectangle":
        cell, gone = step.eliminations[0]
        locked = next(value for value in pattern.values if value != gone)
        houses = houses_text(shape, pattern.houses)
        return (
            f"{deadly}. In {houses}, {symbol(locked)} fits only in corners: if {shape.name_of(cell)} were "
            f"{symbol(gone)}, the two corners beside it would be {symbol(locked)} and the opposite one {symbol(gone)}"
        )
    return f"{deadly}. None of them is given, so {_cells(step, step.eliminations)} cannot complete them"


def _bug(step: Step) -> str:
    cell, value = step.placements[0]
    name, text = step.shape.name_of(cell), symbol(value)
    return (
        f"Without {text} in {name}, every empty cell would have two candidates and every value two places in each unit "
        f"that lacks it; such a grid has no solution or several, but there is only one"
    )


# Chains


def point_text(shape: Shape, node: Node, true: bool) -> str:
    """``r1c7=3`` or ``r1c7<>3``; for a group ``3 in r1c78`` or ``3 not in r1c78``."""
    if len(node) == 1:
        return placements_text(shape, node) if true else eliminations_text(shape, node)
    where = cells_text(shape, (candidate.cell for candidate in node))
    return f"{symbol(node[0].value)} {'' if true else 'not '}in {where}"


def chain_text(shape: Shape, links: Sequence[Link], *, suppose: bool = True) -> str:
    """``Suppose r1c1<>3. Then r1c7=3, so r5c7<>3, so r5c2=3.``"""
    if not links:
        return ""
    source = point_text(shape, links[0].source, links[0].kind is not LinkKind.STRONG)
    rest = ", so ".join(point_text(shape, link.target, link.kind is not LinkKind.WEAK) for link in links)
    return f"{'Suppose' if suppose else 'If'} {source}{'. Then ' if suppose else ', then '}{rest}"


def _chain(step: Step) -> str:
    links, shape = step.pattern.links, step.shape
    start, end = links[0].source, links[-1].target
    if start == end and links[-1].kind is LinkKind.WEAK:
        return (
            f"{chain_text(shape, links)}: the chain closes and runs both ways, so of every two neighbours that are not "
            f"both true one is true, and rules out what both of them see"
        )  # fmt: skip
    if start == end:
        return f"{chain_text(shape, links)}. So it is true in any case"
    return (
        f"{chain_text(shape, links)}. So {point_text(shape, start, True)} or {point_text(shape, end, True)}, "
        f"and what both rule out is out"
    )


# Almost locked sets


def _set_text(shape: Shape, group: LockedSet) -> str:
    return f"{cells_text(shape, group.cells)} ({values_brief(group.values)})"


def _als(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    sets = [_set_text(shape, group) for group in pattern.sets]
    commons = sorted({candidate.value for candidate in pattern.common})
    if step.technique.key == "als-xz":
        first, second = sets
        if len(commons) > 1:
            return (
                f"{first} and {second} each have one value more than cells. Of {values_text(commons)} each can have "
                f"only one, for their places see each other, so each set keeps all its other values"
            )
        common = values_text(commons)
        return (
            f"{first} and {second} each have one value more than cells. Only one of them can have {common}, so "
            f"the other has all its remaining values, and {values_text(pattern.values)} is in one of them"
        )
    value = values_text(pattern.values)
    middle = joined(sets[1:-1])
    return (
        f"The sets {joined(sets)} each have one value more than cells, and each shares a value with the next that only "
        f"one of the two can have ({values_text(commons)}). If {sets[0]} lacks {value}, this goes on through "
        f"{middle} until {sets[-1]} has it. So one of the two ends has {value}"
    )


def _death_blossom(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    stem = shape.name_of(pattern.cells[0])
    petals = joined(dict.fromkeys(_set_text(shape, group) for group in pattern.sets))
    value = values_text(pattern.values)
    itself = (
        f"it is {value} itself or takes it"
        if pattern.values[0] in (c.value for c in pattern.defining)
        else "it takes it"
    )
    return (
        f"Whichever of {values_text(c.value for c in pattern.defining)} {stem} holds, {itself} away from one of "
        f"{petals}, which then {'has' if len(pattern.sets) == 1 else 'have'} all other values. So {value} is in one of "
        f"these cells in any case"
    )


def _sue_de_coq(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    line, box = pattern.sets
    return (
        f"{cells_text(shape, pattern.cells)}, with {_set_text(shape, line)} in {house_text(shape, pattern.houses[1])} "
        f"and {_set_text(shape, box)} in {house_text(shape, pattern.houses[0])}, are as many cells as they have values "
        f"({values_brief(pattern.values)}), and none can occur twice. So all are used there, and the rest of each "
        f"house loses those that belong to it"
    )


# Forcing chains and nets


def implications(shape: Shape, start: Candidate, chain: Sequence[Link]) -> str:
    """``Then r1c2=4, r3c2=7. ``: the values that follow, in order, from an assumption."""
    placed = [link.target for link in chain if link.kind is LinkKind.NET and link.target != (start,)]
    if not placed:
        return ""
    return f"Then {', '.join(placements_text(shape, target) for target in placed)}. "


def contradiction_text(shape: Shape, node: Node, house: int) -> str:
    """What an assumption leaves without a place."""
    if house < 0:
        return f"Then nothing is left for {shape.name_of(node[0].cell)}"
    return f"Then {symbol(node[0].value)} has no place in {house_text(shape, house)}"


def _contradiction_chain(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    (start,) = pattern.defining
    first, second = (chain_text(shape, branch, suppose=False) for branch in pattern.branches)
    parts = [part for part in (first, second) if part]
    if len(parts) == 1:
        return f"{parts[0]}, so it rules itself out"
    return f"{joined(parts, 'but')}: {point_text(shape, (start,), True)} contradicts itself"


def _contradiction_net(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    (start,) = pattern.defining
    house = pattern.houses[0] if pattern.houses else -1
    chain = implications(shape, start, pattern.branches[0])
    return (
        f"Suppose {point_text(shape, (start,), True)}. {chain}{contradiction_text(shape, pattern.contradiction, house)}"
    )


def _verity(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    cases = pattern.defining
    if pattern.houses:
        house, value = house_text(shape, pattern.houses[0]), symbol(cases[0].value)
        opening = f"In {house}, {value} is in {joined((shape.name_of(c.cell) for c in cases), 'or')}"
    else:
        opening = f"{shape.name_of(cases[0].cell)} is {joined((symbol(c.value) for c in cases), 'or')}"
    texts = []
    on = bool(step.placements)
    for case, branch in zip(cases, pattern.branches, strict=True):
        start = point_text(shape, (case,), True)
        if not branch:
            texts.append(f"{start} is it already")
        elif branch[-1].kind is LinkKind.NET or branch[0].kind is LinkKind.NET:
            follows = [point_text(shape, link.target, link.kind is not LinkKind.WEAK) for link in branch]
            texts.append(f"If {start}, then {', '.join(follows)}")
        else:
            texts.append(chain_text(shape, branch, suppose=False))
    end = "is true" if on else "is out"
    return f"{opening}. {'. '.join(texts)}. It {end} in every case"


REASONS: dict[str, Callable[[Step], str]] = {
    "full-house": _full_house,
    "naked-single": _naked_single,
    "hidden-single": _hidden_single,
    **dict.fromkeys(("pointing", "claiming"), _locked),
    **dict.fromkeys(("locked-pair", "locked-triple", "naked-pair", "naked-triple", "naked-quad"), _naked_subset),
    **dict.fromkeys(("hidden-pair", "hidden-triple", "hidden-quad"), _hidden_subset),
    **{f"{form}{size}": _fish for form in ("", "finned-", "sashimi-") for size in ("x-wing", "swordfish", "jellyfish")},
    "remote-pair": _remote_pair,
    "bug-plus-one": _bug,
    **dict.fromkeys(("skyscraper", "two-string-kite", "turbot-fish"), _two_links),
    "empty-rectangle": _empty_rectangle,
    "w-wing": _w_wing,
    **dict.fromkeys(("xy-wing", "xyz-wing"), _xy_wing),
    **{f"unique-rectangle-{number}": _rectangle for number in range(1, 7)},
    **dict.fromkeys(("hidden-rectangle", "avoidable-rectangle-1", "avoidable-rectangle-2"), _rectangle),
    **dict.fromkeys(("simple-colors-trap", "simple-colors-wrap", "multi-colors-1", "multi-colors-2"), _colours),
    "sue-de-coq": _sue_de_coq,
    **dict.fromkeys(("x-chain", "xy-chain"), _chain),
    **{
        f"{grouped}{kind}": _chain
        for grouped in ("", "grouped-")
        for kind in ("continuous-nice-loop", "discontinuous-nice-loop", "aic")
    },
    **dict.fromkeys(("als-xz", "als-xy-wing", "als-chain"), _als),
    "death-blossom": _death_blossom,
    "forcing-chain-contradiction": _contradiction_chain,
    "forcing-net-contradiction": _contradiction_net,
    **dict.fromkeys(("forcing-chain-verity", "forcing-net-verity"), _verity),
}
"""By the key of the technique; each ends without a full stop, before what follows."""
