"""Why each technique is sound, in words: one function a kind of pattern, from the step's value alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.sudoku.human.chain_reasons import (
    almost_locked_sets,
    chain_reason,
    contradiction_chain,
    contradiction_net,
    death_blossom,
    sue_de_coq,
    verity,
)
from core.sudoku.human.notation import cells_text, house_text, houses_text, values_text
from core.sudoku.human.pattern import Candidate
from core.sudoku.symbols import symbol

if TYPE_CHECKING:
    from core.sudoku.human.step import Step

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
    "sue-de-coq": sue_de_coq,
    **dict.fromkeys(("x-chain", "xy-chain"), chain_reason),
    **{
        f"{grouped}{kind}": chain_reason
        for grouped in ("", "grouped-")
        for kind in ("continuous-nice-loop", "discontinuous-nice-loop", "aic")
    },
    **dict.fromkeys(("als-xz", "als-xy-wing", "als-chain"), almost_locked_sets),
    "death-blossom": death_blossom,
    "forcing-chain-contradiction": contradiction_chain,
    "forcing-net-contradiction": contradiction_net,
    **dict.fromkeys(("forcing-chain-verity", "forcing-net-verity"), verity),
}
"""By the key of the technique; each ends without a full stop, before what follows."""
