"""Random small exact cover problems, and their solutions found by trying every set of options."""

from __future__ import annotations

from itertools import combinations

from hypothesis import strategies as st

from core import ExactCover, Item


@st.composite
def problems(draw: st.DrawFn, *, colours: bool = True, multiplicities: bool = True) -> ExactCover:
    primary = draw(st.integers(1, 5))
    secondary = draw(st.integers(0, 3))
    items = []
    for i in range(primary):
        least, most = 1, 1
        if multiplicities and draw(st.booleans()):
            most = draw(st.integers(1, 3))
            least = draw(st.integers(0, most))
        items.append(Item(f"p{i}", least=least, most=most))
    items += [Item(f"s{i}", secondary=True) for i in range(secondary)]
    options, painted = [], []
    for _ in range(draw(st.integers(0, 8))):
        option = draw(st.lists(st.integers(0, primary + secondary - 1), unique=True, max_size=4))
        options.append(tuple(option))
        painted.append(
            tuple(draw(st.sampled_from(["", "a", "b"])) if colours and i >= primary else "" for i in option)
        )  # fmt: skip
    return ExactCover(tuple(items), tuple(options), tuple(painted))


def brute_force(problem: ExactCover) -> set[frozenset[int]]:
    """Every solution, straight from the definition."""
    usable = [
        o for o, option in enumerate(problem.options) if any(not problem.items[i].secondary for i in option)
    ]  # fmt: skip
    return {
        frozenset(chosen)
        for size in range(len(usable) + 1)
        for chosen in combinations(usable, size)
        if _solves(problem, chosen)
    }


def _solves(problem: ExactCover, chosen: tuple[int, ...]) -> bool:
    for i, item in enumerate(problem.items):
        holders = [o for o in chosen if i in problem.options[o]]
        if not item.secondary:
            if not item.least <= len(holders) <= item.most:
                return False
        elif len(holders) > 1:
            if not problem.colours:
                return False
            given = {problem.colours[o][problem.options[o].index(i)] for o in holders}
            if len(given) > 1 or "" in given:
                return False
    return True


@st.composite
def covers(draw: st.DrawFn) -> ExactCover:
    """Small problems with colours and multiplicities."""
    primary, secondary = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    items = []
    for i in range(primary):
        least = draw(st.sampled_from([1, 1, 1, 0, 2]))
        items.append(Item("ABCD"[i], False, least, max(1, least + draw(st.sampled_from([0, 0, 1])))))
    items += [Item("xyz"[i], True) for i in range(secondary)]
    options, colours = [], []
    for _ in range(draw(st.integers(1, 8))):
        held = draw(st.lists(st.integers(0, len(items) - 1), min_size=1, max_size=4, unique=True))
        options.append(tuple(held))
        colours.append(tuple(draw(st.sampled_from(["", "1", "2"])) if i >= primary else "" for i in held))
    return ExactCover(tuple(items), tuple(options), tuple(colours))
