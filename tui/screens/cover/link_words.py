"""The links dance in words: names of nodes, and what a step assigns."""

from __future__ import annotations

from collections.abc import Sequence

from core import ExactCover
from core._words import counted, grouped
from core.exact_cover._kernels.link_dance import (
    COLUMN_LINKS,
    HEADER_LINKS,
    LinkDance,
    LinkStep,
    NodeField,
    StepKind,
    Structure,
)

DOING = {StepKind.UNLINK: "Unlink", StepKind.RELINK: "Relink", StepKind.PUT_BACK: "Put back"}
UNLINKS = {
    NodeField.RIGHT: "R[L[x]] = R[x]", NodeField.LEFT: "L[R[x]] = L[x]",
    NodeField.DOWN: "D[U[x]] = D[x]", NodeField.UP: "U[D[x]] = U[x]",
}  # fmt: skip
RELINKS = {
    NodeField.RIGHT: "R[L[x]] = x",
    NodeField.LEFT: "L[R[x]] = x",
    NodeField.DOWN: "D[U[x]] = x",
    NodeField.UP: "U[D[x]] = x",
}


def name(structure: Structure, problem: ExactCover, node: int) -> str:
    """``root``, an item's name for its header, or item and option for a node."""
    if node == 0:
        return "root"
    if node <= structure.items:
        return problem.items[node - 1].name
    return f"{problem.items[structure.top[node] - 1].name}·{problem.label(structure.option[node])}"


def where(dance: LinkDance, node: int, *, of: bool) -> str:
    """Which of the steps this is, and ``of`` how many."""
    if not dance.place:
        steps = f"; {counted(len(dance.steps), 'step')} to the next one" if of and dance.steps else ""
        return f"At node {grouped(node)}{steps}."
    return f"After node {grouped(node)}: step {grouped(dance.place)}{f' of {grouped(len(dance.steps))}' if of else ''}."


def step(dance: LinkDance, problem: ExactCover, done: LinkStep) -> list[str]:
    """What a step does: a sentence, its assignments, the node's own links."""
    structure = dance.structure

    def of(node: int) -> str:
        return name(structure, problem, node)

    header = done.item == 0
    what = "the header list" if header else f"the list of item {of(done.item)}"
    way = {StepKind.UNLINK: "from", StepKind.RELINK: "into", StepKind.PUT_BACK: "into"}[done.kind]
    lines = [f"{DOING[done.kind]} x = {of(done.node)} {way} {what}."]
    rules = UNLINKS if done.kind is StepKind.UNLINK else RELINKS if done.kind is StepKind.RELINK else {}
    for write in done.writes:
        if write.field is NodeField.SIZE:
            lines.append(f"  size[{of(write.node)}] = {write.new}")
            continue
        made = f"{write.field}[{of(write.node)}] = {of(write.new)}"
        rule = rules.get(write.field)
        lines.append(f"  {rule}:  {made}  (was {of(write.old)})" if rule else f"  {made}  (was {of(write.old)})")
    return [*lines, own_links(structure, problem, done.node)]


def own_links(structure: Structure, problem: ExactCover, node: int) -> str:
    """A node's own four links, which stay as they are while it is unlinked."""
    fields = structure.fields
    own = (*HEADER_LINKS, *COLUMN_LINKS) if node <= structure.items else COLUMN_LINKS
    links = [f"{field}[x] = {name(structure, problem, fields[field][node])}" for field in own if node in fields[field]]
    return "x keeps  " + "  ".join(links)


SHORT = "x{0} is in this option, {0}A in this list"
"""What shortened names mean; ``{0}`` is the dot between item and option."""


def table(
    structure: Structure, problem: ExactCover, header: int, most: int, *, short: bool = False
) -> list[tuple[str, ...]]:
    """An item's header, its neighbours in the header list and its nodes, each with all four links.

    ``short`` leaves out of a link's name what the node has in common with it, see `SHORT`.
    """
    fields = structure.fields
    beside: dict[int, tuple[int, int]] = {}
    options: dict[int, list[int]] = {}
    for node in structure.nodes:
        options.setdefault(structure.option[node], []).append(node)
    for row in options.values():
        for place, node in enumerate(row):
            beside[node] = row[place - 1], row[(place + 1) % len(row)]
    heads = dict.fromkeys((header, fields[NodeField.LEFT][header], fields[NodeField.RIGHT][header]))
    rows: list[tuple[str, ...]] = [("node", "L", "R", "U", "D")]
    for node in [*heads, *structure.column(header)][:most]:
        left, right = beside.get(node) or (fields[NodeField.LEFT][node], fields[NodeField.RIGHT][node])
        links = (left, right, fields[NodeField.UP].get(node, 0), fields[NodeField.DOWN].get(node, 0))
        names = [name(structure, problem, each) for each in (node, *links)]
        if short:
            for place, (each, part) in enumerate(zip(links, (0, 0, 1, 1), strict=True), 1):
                if each > structure.items:
                    item, option = problem.items[structure.top[each] - 1].name, problem.label(structure.option[each])
                    names[place] = f"\N{MIDDLE DOT}{option}" if part else f"{item}\N{MIDDLE DOT}"
        rows.append(tuple(names))
    return rows


def covered(problem: ExactCover, chosen: Sequence[int]) -> str:
    """After the last choice."""
    names = ", ".join(problem.label(option) for option in chosen)
    return "All items are covered: the header list is empty." + (f" Chosen: {names}." if names else "")
