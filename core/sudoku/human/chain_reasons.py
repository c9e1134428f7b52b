"""Why chains, almost locked sets and forcing nets are sound, in words, from the step's value alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.sudoku.human.notation import (
    cells_text,
    eliminations_text,
    house_text,
    joined,
    placements_text,
    values_brief,
    values_text,
)
from core.sudoku.human.pattern import Candidate, Link, LinkKind, LockedSet, Node
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol

if TYPE_CHECKING:
    from core.sudoku.human.step import Step


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


def chain_reason(step: Step) -> str:
    """One chain, or a loop that it closes to."""
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


def almost_locked_sets(step: Step) -> str:
    """Two or more almost locked sets."""
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


def death_blossom(step: Step) -> str:
    """A stem whose every value leads to a petal."""
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


def sue_de_coq(step: Step) -> str:
    """A line and a box that use up their crossing."""
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


def contradiction_chain(step: Step) -> str:
    """An assumption from which two chains lead to a contradiction."""
    pattern, shape = step.pattern, step.shape
    (start,) = pattern.defining
    first, second = (chain_text(shape, branch, suppose=False) for branch in pattern.branches)
    parts = [part for part in (first, second) if part]
    if len(parts) == 1:
        return f"{parts[0]}, so it rules itself out"
    return f"{joined(parts, 'but')}: {point_text(shape, (start,), True)} contradicts itself"


def contradiction_net(step: Step) -> str:
    """An assumption that leaves something without a place."""
    pattern, shape = step.pattern, step.shape
    (start,) = pattern.defining
    house = pattern.houses[0] if pattern.houses else -1
    chain = implications(shape, start, pattern.branches[0])
    return (
        f"Suppose {point_text(shape, (start,), True)}. {chain}{contradiction_text(shape, pattern.contradiction, house)}"
    )


def verity(step: Step) -> str:
    """What follows in every case."""
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
