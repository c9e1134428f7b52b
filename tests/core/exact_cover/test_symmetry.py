"""The symmetries of any problem: their group against every permutation there is, classes, counts of classes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import ExactCover, Item
from core.exact_cover import _encodings as encodings
from core.exact_cover import read_puzzle
from core.exact_cover._formats.base import FormatError
from core.exact_cover._formats.load import write_puzzle
from core.exact_cover._gallery import instance
from core.exact_cover._restricted import restrict, restricted_puzzle
from core.exact_cover._symmetry import bliss, group, symmetries
from core.exact_cover._symmetry.burnside import can_count, count_classes
from core.exact_cover._symmetry.graph import graph_of
from core.exact_cover._symmetry.group import Group, GroupTooLarge
from core.exact_cover._symmetry.refinement import automorphisms
from core.exact_cover._symmetry.symmetries import symmetries_of
from core.exact_cover._symmetry.words import in_words, item_map, named_cycles
from tests.cli import Cli
from tests.core.exact_cover.strategies import brute_force, covers, problems


def every_symmetry(problem: ExactCover) -> set[tuple[int, ...]]:
    """The permutations of the options that keep what the items ask for, straight from the definition."""
    idle = set(problem.idle_options)
    live = [o for o in range(len(problem.options)) if o not in idle]
    asked = set(conditions(problem, live))
    found = set()
    for order in permutations(live):
        image = list(range(len(problem.options)))
        for option, to in zip(live, order, strict=True):
            image[option] = to
        if {moved(condition, image) for condition in asked} == asked:
            found.add(tuple(image))
    return found


Condition = tuple[int, int, frozenset[frozenset[int]]]
"""At least and at most so many groups of options; those of one group go together."""


def conditions(problem: ExactCover, live: Sequence[int]) -> Iterator[Condition]:
    for number, item in enumerate(problem.items):
        holders = [o for o in live if number in problem.options[o]]
        if not item.secondary:
            most = min(item.most, len(holders))
            if item.least or most < len(holders):
                yield item.least, most, frozenset(frozenset([o]) for o in holders)
            continue
        groups: dict[object, set[int]] = {}
        for o in holders:
            colour = problem.colours[o][problem.options[o].index(number)] if problem.colours else ""
            groups.setdefault(colour or o, set()).add(o)
        if len(groups) > 1:
            yield 0, 1, frozenset(frozenset(each) for each in groups.values())


def moved(condition: Condition, image: Sequence[int]) -> Condition:
    least, most, groups = condition
    return least, most, frozenset(frozenset(image[o] for o in each) for each in groups)


@settings(max_examples=150, deadline=None)
@given(covers().filter(lambda problem: len(problem.options) <= 6))
def test_the_group_is_that_of_all_permutations_that_keep_what_is_asked(problem: ExactCover) -> None:
    found = problem.symmetries()
    assert found.whole
    assert set(found.maps) == every_symmetry(problem)
    assert found.order == len(found.maps)


@settings(max_examples=100, deadline=None)
@given(problems())
def test_solutions_become_solutions_and_classes_are_orbits(problem: ExactCover) -> None:
    found = problem.symmetries()
    solutions = brute_force(problem)
    orbits = {frozenset(frozenset(image[o] for o in s) for image in found.maps) for s in solutions}
    assert {s for orbit in orbits for s in orbit} == solutions
    classes = found.classes([tuple(sorted(s)) for s in sorted(solutions, key=sorted)])
    assert len(classes) == len(orbits) == problem.count_classes()
    for solution in solutions:
        images = [tuple(sorted(image[o] for o in solution)) for image in found.maps]
        assert found.canonical(solution) == min(images)


@settings(max_examples=60, deadline=None)
@given(problems(), st.randoms(use_true_random=False))
def test_the_order_of_options_and_items_changes_nothing(problem: ExactCover, chance: object) -> None:
    mixed = list(range(len(problem.options)))
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    colours = tuple(problem.colours[o] for o in mixed) if problem.colours else ()
    again = ExactCover(problem.items, tuple(problem.options[o] for o in mixed), colours)
    assert again.symmetries().order == problem.symmetries().order


ORDERS = {
    "soma": 48, "pentominoes-6x10": 4, "pentominoes-8x8-square": 8, "queens-8": 8, "langford-11": 2,
    "latin-5": 10368000, "dominoes-16x16": 8, "attack-8x8": 8, "sudoku-2x2": 3072, "sudoku-3x3": 1, "steiner-9": 362880,
    "kirkman-9": 362880 * 24, "four-sets": 1,
}  # fmt: skip


@pytest.mark.parametrize("name", ORDERS)
def test_orders_of_the_gallery(name: str) -> None:
    problem = instance(name).puzzle().problem
    found = problem.symmetries()
    assert (found.order, found.whole) == (ORDERS[name], True)
    if found.order < 10**6:
        assert Group(found.options, found.group.generators).order == found.order  # worked out from the generators alone


@pytest.mark.parametrize("name", ["soma", "pentominoes-3x20", "dominoes-6x6", "langford-7", "queens-8"])
def test_nothing_but_items_and_options_is_looked_at(name: str) -> None:
    whole = instance(name).puzzle()
    lines = [line.split() for line in write_puzzle(whole, "knuth").splitlines() if line[0] != "|"]
    names = {word: f"i{number}" if word != "|" else "|" for number, word in enumerate(chain(*lines))}
    bare = read_puzzle("\n".join(" ".join(map(names.__getitem__, line)) for line in lines))
    assert bare.canvas is None
    assert bare.problem.symmetries().generators == whole.problem.symmetries().generators


@pytest.mark.parametrize("name", ["soma", "pentominoes-4x15", "queens-8", "langford-12", "dominoes-6x6"])
def test_classes_are_counted_without_a_list(name: str) -> None:
    entry = instance(name)
    problem = entry.puzzle().problem
    asked: list[int] = []

    def count(problem: ExactCover) -> int:
        asked.append(problem.count())
        return asked[-1]

    assert can_count(problem, problem.symmetries(), {})
    assert count_classes(problem, problem.symmetries(), count) == entry.known_classes
    assert asked[0] == entry.known
    assert sum(asked[1:]) < entry.known, "the other problems are smaller"


def test_the_dominoes_of_a_chessboard() -> None:
    """A018807 and A004003: 12 988 816 tilings, far too many for a list; the mean over eight symmetries."""
    assert encodings.dominoes(8, 8).problem.count_classes() == 1629189


def test_large_groups_need_no_list_of_elements() -> None:
    """Latin squares of order 4 and 5 have 2 and 2 main classes (A003090)."""
    problem = instance("latin-4").puzzle().problem
    found = problem.symmetries()
    assert not found.listable
    with pytest.raises(GroupTooLarge):
        _ = found.maps
    solutions = list(problem.solutions())
    assert len(found.classes(solutions)) == 2
    # The same of a few that no generator links with each other.
    assert len(found.classes(solutions[::71])) == 2
    assert {found.canonical(s.options) for s in solutions[::17]} == {found.canonical(s.options) for s in solutions}
    assert found.classes(solutions)[0] is solutions[0]


def test_numbers_of_a_size_that_no_float_holds() -> None:
    alike = ExactCover([Item("a", most=30)], [(0,)] * 40)
    assert alike.symmetries().order == 815915283247897734345611269596115894272000000000  # 40!
    pairs = ExactCover({(i, j): [i] for i in range(100) for j in range(2)})
    assert pairs.symmetries().order == 2**100 * math.factorial(100)


def test_colours_change_places_item_by_item() -> None:
    text = "p q r | x y\np x:a\nq x:a\np x:b y:a\nr y:b\nq x:b\nr y:a\n"
    found = read_puzzle(text).problem.symmetries()
    assert set(found.maps) == every_symmetry(read_puzzle(text).problem)


def test_work_is_bounded_and_what_is_found_by_then_is_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bliss, "installed", lambda: False)
    problem = instance("latin-4").puzzle().problem
    whole = problem.symmetries()
    orders = []
    for effort in (0, 20_000, 30_000, 40_000, 60_000, 1_000_000):
        some = symmetries_of(problem, effort)
        assert some.whole is (some.order == whole.order)
        assert Group(some.options, some.group.generators).order == some.order
        assert bool(some.trouble) is not some.whole
        assert str(some).startswith("at least") is not some.whole
        orders.append(some.order)
    assert orders[0] == 1
    assert 1 < orders[3] < whole.order, orders
    assert orders[-1] == whole.order
    assert all(whole.order % order == 0 for order in orders)


def test_more_than_fits_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as small:
        small.setattr(symmetries, "MOST_ONES", 3)
        found = symmetries_of(ExactCover({"A": [1, 2], "B": [1, 2]}), 17)
        assert (found.order, found.whole) == (1, False)
    monkeypatch.setattr(group, "MOST_IMAGES", 1)
    problem = instance("latin-4").puzzle().problem
    solutions = [solution.options for solution in problem.solutions()]
    with pytest.raises(GroupTooLarge):
        problem.symmetries().canonical(solutions[0])
    assert len(problem.symmetries().classes(solutions)) == 2, "a whole list needs no least images"


@pytest.mark.optional
@pytest.mark.parametrize("name", ["soma"])
def test_bliss_agrees(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("igraph")
    problem = instance(name).puzzle().problem
    found = bliss.automorphisms(graph_of(problem))
    assert found is not None
    assert found.order == automorphisms(graph_of(problem)).order
    # Where our own search gives up, BLISS goes on, and the generators that are told are the same.
    assert symmetries_of(problem, 1) == problem.symmetries()
    monkeypatch.setattr(bliss, "_PROGRAM", "import time; time.sleep(60)")
    assert bliss.automorphisms(graph_of(problem), seconds=0.1) is None


def test_the_moves_of_a_picture_are_told_apart() -> None:
    names = ("soma", "pentominoes-6x10", "langford-3", "four-sets", "own-pieces", "latin-4")
    said = {name: str(instance(name).puzzle().symmetries()) for name in names}
    assert said == {
        "soma": "48 symmetries: the picture turned (23 ways) or mirrored (24 ways)",
        "pentominoes-6x10": "4 symmetries: the picture turned (1 way) or mirrored (2 ways)",
        "langford-3": "2 symmetries: the picture mirrored (1 way)",
        "four-sets": "1 symmetry", "own-pieces": "1 symmetry", "latin-4": "82 944 symmetries",
    }  # fmt: skip


def test_only_what_the_picture_shows_makes_packings_one() -> None:
    """Of 48 symmetries 46 exchange cells that only the square reaches: nobody would call those solutions one."""
    puzzle = read_puzzle("pieces: one-sided\nregion:\n###\n###\npiece S ×*:\n##\n.##\npiece o ×*:\n#\n")
    assert str(puzzle.symmetries()) == "2 symmetries: the picture turned (1 way)"
    assert puzzle.problem.symmetries().order == 48
    twins = read_puzzle("region:\n###\npiece A:\n##\npiece B:\n#\n")
    assert str(twins.symmetries()) == "2 symmetries: the picture mirrored (1 way)"
    # Two pieces of one shape: whoever looks at the cells sees one solution, turned or not.
    same = read_puzzle("region:\n####\npiece A:\n##\npiece B:\n##\n")
    assert same.symmetries().order == 4
    assert len(same.symmetries().classes(same.solutions())) == 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_symmetries_of_a_picture_are_a_group_of_those_of_the_problem(data: st.DataObject) -> None:
    row = st.text("##?.", min_size=3, max_size=3)
    region = "\n".join(data.draw(st.lists(row, min_size=1, max_size=3).filter(lambda rows: "#" in rows[0])))
    kind = data.draw(st.sampled_from(["free", "one-sided", "fixed"]))
    pieces = "piece L ×0-2:\n##\n#.\npiece I ×0-1:\n##\npiece o ×*:\n#\n"
    puzzle = read_puzzle(f"pieces: {kind}\nregion:\n{region}\n{pieces}")
    shown, every = puzzle.symmetries(), puzzle.problem.symmetries()
    if every.listable:
        assert set(shown.maps) <= set(every.maps)
    assert Group(shown.options, shown.group.generators).order == shown.order <= 8


def test_pieces_used_differently_do_not_change_places() -> None:
    # A and B are mirror images of each other; only where both are used equally often is the mirror a symmetry.
    laid = "A 1.1 1.2 2.1\nA 2.1 2.2 1.2\nB 1.1 1.2 2.2\nB 1.1 2.1 2.2\n"
    even, uneven = (read_puzzle(f"{times}|A 0:2|B 1.1 1.2 2.1 2.2\n{laid}") for times in ("0:2", "1:2"))
    assert even.symmetries().order > uneven.symmetries().order


def test_words() -> None:
    problem = instance("langford-4").puzzle().problem
    (reverse,) = problem.symmetries().generators
    assert in_words(named_cycles(problem, reverse), 2) == "s1 ↔ s8, s2 ↔ s7 and 2 cycles more"
    assert problem.items[item_map(problem, reverse)[4]].name == "s8"
    ring = ExactCover({i: [i, (i + 1) % 5] for i in range(5)})
    turned = tuple((i + 1) % 5 for i in range(5))
    assert in_words(named_cycles(ring, turned)) == "0 → 1 → 2 → 3 → 4 → 0"
    long = ExactCover({i: [i, (i + 1) % 20] for i in range(20)})
    assert in_words(named_cycles(long, [(i + 1) % 20 for i in range(20)])).endswith("→ 11 → … (20 in all)")
    twice = ExactCover([Item("a")], [(0,), (0,)], labels=("one", "two"))
    assert named_cycles(twice, (1, 0)) == [["one", "two"]], "no item moves, so the options are named"


def test_solutions_of_what_is_left_are_one_if_they_are_one_in_the_whole(cli: Cli) -> None:
    puzzle = instance("queens-6").puzzle()
    less = restricted_puzzle(puzzle, restrict(puzzle.problem, forbidden=[1]))
    assert less.symmetries().order == 8
    assert less.problem.symmetries().order < 8
    done = cli("cover", "count", "gallery:queens-6", "--unique", "--forbid", "2")
    assert done.out.endswith(": 3, 1 up to symmetry\n")


def test_the_command_line(cli: Cli) -> None:
    # Lines for a picture or none: the same.
    text = write_puzzle(instance("queens-8").puzzle(), "knuth")
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("|")).encode()
    for source, stdin in (("gallery:queens-8", b""), ("-", bare)):
        assert cli("cover", "count", source, "--unique", stdin=stdin).out.endswith("92, 12 up to symmetry\n")
    told = json.loads(cli("cover", "symmetry", "gallery:latin-4", "--json").out)
    assert (told["order"], told["whole"], told["turned"]) == (82944, True, None)
    assert all(isinstance(name, str) for cycles in told["generators"] for cycle in cycles for name in cycle)
    assert cli("cover", "count", "gallery:latin-4", "--unique").out.endswith("576, 2 up to symmetry\n")
    limited = cli("cover", "solve", "gallery:latin-4", "--unique", "--limit", "5", "--json")
    assert json.loads(limited.out)["classes"] == len(json.loads(limited.out)["list"]) <= 2


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_groups_of_any_permutations(data: st.DataObject) -> None:
    """Order, elements, least images and canonical generators against the group written out."""
    degree = data.draw(st.integers(1, 6))
    perms = data.draw(st.lists(st.permutations(range(degree)), min_size=1, max_size=3))
    elements = {tuple(range(degree))}
    waiting = list(elements)
    for one in waiting:
        for by in perms:
            image = tuple(by[x] for x in one)
            if image not in elements:
                elements.add(image)
                waiting.append(image)
    made = Group(degree, [np.array(p, dtype=np.int32) for p in perms])
    assert made.order == len(elements)
    assert {tuple(e.tolist()) for e in made.elements()} == elements
    least = [tuple(g.tolist()) for g in made.least_generators()]
    assert set(least) <= elements
    assert Group(degree, [np.array(p, dtype=np.int32) for p in least]).order == len(elements)
    for size in (1, 2, 3):
        for points in combinations(range(degree), min(size, degree)):
            assert made.least_image(points) == min(tuple(sorted(e[p] for p in points)) for e in elements)
    several = [np.array(sorted(elements)[k % len(elements)], dtype=np.int32) for k in range(0, 99, 7)]
    again = Group(degree, several)
    if again.order == made.order:
        assert [tuple(g.tolist()) for g in again.least_generators()] == least


RING = "a b c d\na b\nb c\nc d\nd a\n"


def test_symmetries_are_declared_in_files(cli: Cli) -> None:
    """Of the eight of a ring only the half turn, none, or all."""
    for lines, order, classes in (
        ("| symmetry: (a c)(b d)\n", 2, 2), ("| symmetry: none\n", 1, 2), ("| symmetry: ALL\n", 8, 1),
        ("| symmetry: (a b)(c d)\n", 2, 2), ("| symmetry: (a, b, c, d)\n| symmetry: (b d)\n", 8, 1),
    ):  # fmt: skip
        puzzle = read_puzzle(lines + RING)
        assert puzzle.symmetries().order == order
        assert len(puzzle.symmetries().classes(puzzle.solutions())) == classes
        again = read_puzzle(write_puzzle(puzzle, "knuth"))
        assert again.symmetries() == puzzle.symmetries()
        done = cli("cover", "count", "-", "--unique", stdin=(lines + RING).encode())
        assert done.out.endswith(f": 2, {classes} up to symmetry\n")
    drawn = read_puzzle("symmetry: none\nregion:\n####\npiece D ×2:\n##\n")
    assert drawn.symmetries().order == 1
    assert read_puzzle(write_puzzle(drawn, "knuth")).symmetries().order == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("(a b)", "1, column 13: this is not a symmetry: option 2 becomes none of the options"),
        ("(a x)", "1, column 16: expected an item, not 'x'"),
        ("(a b)(c a)", "1, column 21: item 'a' stands twice"),
        ("a b", "1, column 13: expected cycles of items such as (a b)(c d e), none or all, not 'a b'"),
        ("(a e)", "1, column 16: 'e' and 'a' ask for different things"),
        ("none\n| symmetry: all", "1, column 13: expected no other line beside 'none'"),
    ],
)
def test_what_is_no_symmetry_is_said_with_its_place(line: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_puzzle(f"| symmetry: {line}\n" + RING.replace("d\n", "d | e\n", 1), "f")
    assert f"line {said}" in str(caught.value)


def test_an_order_that_is_not_the_group_s_is_noticed() -> None:
    swap, cycle = (np.array(image, dtype=np.int32) for image in ([1, 0, 2, 3, 4, 5], [1, 2, 3, 4, 5, 0]))
    assert len(list(Group(6, [swap, cycle], 720).elements())) == 720
    for wrong in (42, 7200):
        with pytest.raises(GroupTooLarge):
            list(Group(6, [swap, cycle], wrong).elements())
