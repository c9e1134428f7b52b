"""Two searches against each other: what is in vain by the rules of chess alone, and where they part."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from core import ExactCover, Goal, Problem, Queens, Shape, Sudoku, algorithm
from core.explain._against import Traced, divergences, sums, told, trace, verdict
from core.running import Move, Timeline

Board = tuple[tuple[int, int], ...]


def traced(problem: Problem, key: str, **settings: str | int) -> Traced:
    entry = algorithm(problem.kind, key)
    found = trace(entry.start(problem, Goal.COUNT, None, parameters=settings), entry.title)
    assert found is not None
    return found


def boards(tree: Traced, n: int) -> list[Board]:
    """The queens at each node."""
    found: list[Board] = []
    for node in tree.nodes:
        above = found[node.parent - 1] if node.parent else ()
        found.append((*above, divmod(node.option, n)) if node.option >= 0 else above)
    return found


def attack(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])


def hopeless(board: Board, n: int) -> bool:
    """Whether two queens attack each other, or a row or column has neither a queen nor a square for one."""
    if any(attack(a, b) for at, a in enumerate(board) for b in board[:at]):
        return True
    squares = [(r, c) for r in range(n) for c in range(n)]
    left = [square for square in squares if square in board or not any(attack(square, queen) for queen in board)]
    return any(len({square[axis] for square in left}) < n for axis in (0, 1))


@pytest.mark.parametrize(
    ("key", "n"),
    [("backtracking", 6), ("backtracking", 7), ("naive", 5), ("bitmask", 6), ("dlx", 6), ("dlx-s", 7),
     ("permutations", 5), ("brute-force", 4)],
)  # fmt: skip
def test_in_vain_is_what_lies_below_a_hopeless_board(key: str, n: int) -> None:
    tree = traced(Queens(n), key)
    line = Timeline(algorithm("queens", key).start(Queens(n), Goal.COUNT))
    every = boards(tree, n)
    lost: list[bool] = []
    for number, node in enumerate(tree.nodes):
        assert line.go(Move.FORWARD) is not None
        assert line.search.branch_depth() == node.depth == len(every[number])
        above = node.parent - 1
        lost.append(node.parent > 0 and (lost[above] or hopeless(every[above], n)))
    assert [node.in_vain for node in tree.nodes] == lost
    assert tree.in_vain == sum(lost)
    assert sum(nodes for nodes, _, _ in tree.by_level()) == len(tree.nodes)
    assert sum(vain for _, _, vain in tree.by_level()) == tree.in_vain


def test_the_number_behind_the_why() -> None:
    slow, quick = traced(Queens(8), "backtracking"), traced(Queens(8), "dlx-s")
    assert (len(slow.nodes), slow.in_vain, len(quick.nodes), quick.in_vain) == (2057, 472, 980, 0)
    assert [sentence.text for sentence in verdict(slow, quick)] == [sentence.text for sentence in verdict(quick, slow)]
    assert "472 of the 2 057 nodes" in verdict(slow, quick)[1].text


@pytest.mark.parametrize(
    ("one", "other", "n"),
    [("backtracking", "dlx-s", 7), ("dlx-s", "backtracking", 7), ("permutations", "backtracking", 5),
     ("backtracking", "dlx", 6)],
)  # fmt: skip
def test_where_they_part_the_choices_are_shared_and_what_follows_is_not(one: str, other: str, n: int) -> None:
    trees = [traced(Queens(n), key) for key in (one, other)]
    first, second = (boards(tree, n) for tree in trees)
    places = list(divergences(*trees))
    assert [a.node < b.node for a, b in pairwise(places)] == [True] * max(0, len(places) - 1)
    stopped = {frozenset(second[at - 1]) for at in range(1, len(second) + 1)
               if at not in trees[1].children and not trees[1].node(at).solved}  # fmt: skip
    same = {frozenset(board): at for at, board in enumerate(second, 1)}
    blind = [number for number, board in enumerate(first, 1)
             if number in trees[0].children and hopeless(board, n) and not trees[0].node(number).in_vain]  # fmt: skip
    for node, at, is_blind in places:
        assert set(second[at - 1]) <= set(first[node - 1])
        assert is_blind == (node in blind)
        if is_blind:
            assert frozenset(second[at - 1]) in stopped
        else:
            assert same[frozenset(first[node - 1])] == at
            assert trees[0].next_subject(node) != trees[1].next_subject(at)
        assert told(places[0], *trees)
    if (one, other) == ("backtracking", "dlx"):
        assert places == []
    else:
        assert places


def test_a_tree_that_is_too_large_is_not_traced_and_one_may_stop_it() -> None:
    entry = algorithm("queens", "dlx-s")
    assert trace(entry.start(Queens(6), Goal.COUNT), "", most=90) is None
    assert trace(entry.start(Queens(6), Goal.COUNT), "", most=91) is not None
    assert trace(entry.start(Queens(6), Goal.COUNT), "", stop=lambda: True) is None
    assert trace(algorithm("queens", "closed-form").start(Queens(6), Goal.FIRST), "") is None


def test_items_of_a_cover_are_told_by_their_names() -> None:
    problem = ExactCover({"1": "ce", "2": "adg", "3": "bcf", "4": "adf", "5": "bg", "6": "deg"})
    one, other = traced(problem, "dlx", choice="first"), traced(problem, "dlx")
    (place, *_) = divergences(one, other)
    assert not place.blind
    assert told(place, one, other)[0].text == (
        "After the same option: Dancing Links takes item a next, Dancing Links takes item b next."
    )


def test_what_does_not_lie_below_something_empty_is_said_as_what_comes_before() -> None:
    problem = ExactCover({"1": "ce", "2": "adg", "3": "bcf", "4": "adf", "5": "bg", "6": "deg"})
    cover = traced(problem, "dlx")
    grid = traced(Sudoku.of(Shape(2, 2), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0)), "dlx")
    board = traced(Queens(6), "dlx-s")
    for tree, what in ((cover, "item runs out of option"), (grid, "cell runs out of value"),
                       (board, "line runs out of square")):  # fmt: skip
        assert len(tree.nodes) > 1
        root = replace(tree, nodes=tree.nodes[:1])
        assert sums(tree, root) == f"{len(tree.nodes) - 1} before any {what}s"


def test_what_one_was_given_and_the_other_takes_by_choices_does_not_part_them() -> None:
    rows = ("000904003", "050010070", "280057000", "506000000", "308000205", "000000307", "000890034", "060040090",
            "400105000")  # fmt: skip
    cells = tuple(int(sign) for row in rows for sign in row)
    problem, givens = Sudoku.of(Shape(3, 3), cells), sum(map(bool, cells))
    links, bits = traced(problem, "dlx"), traced(problem, "bitmask")
    taken = {node.option for node in links.nodes[1 : givens + 1]}
    assert taken == bits.given == {at * 9 + value - 1 for at, value in enumerate(cells) if value}
    for one, other, node, at in ((links, bits, givens + 1, 1), (bits, links, 1, givens + 1)):
        (place, *_) = divergences(one, other)
        assert (place.node, place.other, place.blind) == (node, at, False)
        (said,) = told(place, one, other)
        assert said.text.startswith("Nothing chosen yet: ")
        assert "Dancing Links takes 5 in row 6 next" in said.text
