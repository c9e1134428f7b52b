"""From the root to the first solution and back by the screen's keys, every node against a tree made by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from core import ExactCover
from core.exact_cover import _gallery as gallery
from core.explain import NodeKind
from tests.cases import slow
from tests.tui.screens.cover.steps import app_with, press, screen_of, settle, why
from tui.screens.cover.screen import CoverScreen
from tui.screens.cover.state import CoverState

Path = tuple[tuple[int, int], ...]
"""Item and option (-1: left as it is) of every choice."""


@dataclass(frozen=True)
class Node:
    path: Path
    outcome: NodeKind
    live: frozenset[int]
    branch: int | None = None
    ways: tuple[int, ...] = ()


def fits(problem: ExactCover, taken: list[int], option: int) -> bool:
    """Whether an option can stand beside those taken, counted one by one."""
    for place, item in enumerate(problem.options[option]):
        holders = [o for o in taken if item in problem.options[o]]
        if item < problem.primary:
            if len(holders) >= problem.items[item].most:
                return False
            continue
        own = problem.colours[option][place] if problem.colours else ""
        for holder in holders:
            other = problem.colours[holder][problem.options[holder].index(item)] if problem.colours else ""
            if not own or own != other:
                return False
    return True


def tree(problem: ExactCover, first: bool, path: Path = (), out: frozenset[int] = frozenset()) -> Iterator[Node]:
    """All nodes in the order of the search; ``out``: options tried before on the way here."""
    taken = [option for _, option in path if option >= 0]
    closed = {item for item, option in path if option < 0}
    live = [o for o, held in enumerate(problem.options)
            if any(i < problem.primary for i in held) and o not in taken and o not in out
            and not closed & set(held) and fits(problem, taken, o)]  # fmt: skip
    counts = {i: sum(i in problem.options[o] for o in taken) for i in range(problem.primary)}
    open_ = [i for i in counts if counts[i] < problem.items[i].most and i not in closed]
    ways = {}
    for i in open_:
        own = [o for o in live if i in problem.options[o]]
        needed = problem.items[i].least - counts[i]
        ways[i] = [*own, -1][: max(0, len(own) + 1 - max(0, needed))]
    if not open_:
        yield Node(path, NodeKind.SOLUTION, frozenset(live))
        return
    item = open_[0] if first else min(open_, key=lambda i: len(ways[i]))
    if not ways[item]:
        yield Node(path, NodeKind.DEAD_END, frozenset(live))
        return
    yield Node(path, NodeKind.BRANCH, frozenset(live), item, tuple(ways[item]))
    for number, option in enumerate(ways[item]):
        yield from tree(problem, first, (*path, (item, option)), out | set(ways[item][:number]))


def check(screen: CoverScreen, number: int, node: Node) -> None:
    """What the screen shows is that node."""
    problem, reason, state = screen.session.problem, screen.search.reason, screen.session.state()
    assert reason is not None
    assert (reason.node, reason.outcome) == (number, node.outcome)
    assert tuple((choice.item, choice.option) for choice in state.choices) == node.path
    assert reason.live == node.live
    for item in range(problem.primary):
        assert state.sizes[item] == sum(item in problem.options[o] for o in node.live)
    gone = set(range(len(problem.options))) - node.live - set(state.levels) - set(problem.idle_options)
    assert set(state.hidden) == gone
    assert_clashes(state)
    assert (state.candidates == ()) or node.outcome is NodeKind.BRANCH, "at a dead end no option is next"
    if node.branch is not None:
        assert reason.branch is not None
        assert state.branch == node.branch
        assert [o.number if o is not None else -1 for o in reason.branch.ways] == list(node.ways)


def assert_clashes(state: CoverState) -> None:
    """An option is said to clash with a chosen one only if they cannot stand together, or share an item."""
    for option, by in state.hidden.items():
        if by >= 0 and not state.problem.multiple:
            assert not fits(state.problem, [by], option)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("four-sets", False), ("four-sets", True), ("knuth-dlx2", False), ("knuth-dlx3", False),
        ("knuth-dlx2", True), ("knuth-dlx3", True), slow("knuth-2000", False), slow("knuth-2000", True),
        slow("queens-6", False),
    ],
)  # fmt: skip
async def test_every_node_to_the_first_solution_and_back(name: str, first: bool) -> None:
    problem = gallery.instance(name).puzzle().problem
    nodes = []
    for node in tree(problem, first):
        nodes.append(node)
        if node.outcome is NodeKind.SOLUTION:
            break
    assert nodes[-1].outcome is NodeKind.SOLUTION
    assert problem.verify([option for _, option in nodes[-1].path if option >= 0])
    async with app_with(name).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        if first:
            await press(pilot, "down", "down", "down", "right")
        assert screen.session.setup.settings["choice"] == ("first" if first else "s")
        for number, node in enumerate(nodes, 1):
            await press(pilot, "full_stop")
            check(screen, number, node)
        assert "A solution:" in why(pilot)
        for number in range(len(nodes) - 1, 0, -1):
            await press(pilot, "comma")
            check(screen, number, nodes[number - 1])
        await press(pilot, "comma")
        assert "Wanted" in why(pilot)
