"""Problems made smaller keep their solutions, with reasons; and proofs by counting that there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from core import ExactCover, Item
from core.exact_cover import _reduction as reduction
from core.exact_cover import read_puzzle
from core.exact_cover._balance import imbalance
from core.exact_cover._formats.load import load
from core.exact_cover._gallery import instance
from core.exact_cover._reduction import reduced
from tests.cli import Cli
from tests.core.exact_cover.strategies import brute_force, covers, problems

PENTOMINOES_IN_61 = "region:\n" + "##########\n" * 6 + "#.........\nset: pentominoes\n"


def named(problem: ExactCover) -> set[frozenset[str]]:
    return {frozenset(map(problem.label, solution)) for solution in brute_force(problem)}


def keeps_its_solutions(problem: ExactCover) -> None:
    made = reduced(problem)
    assert made.finished
    if made.impossible:
        assert not brute_force(problem)
        return
    assert named(made.problem) == named(problem)
    again = reduced(made.problem)
    assert (again.options, again.items) == (tuple(range(len(made.options))), tuple(range(len(made.items))))
    for step in made.steps:
        if step.kind == "forced":
            assert all(set(step.why.split()) <= solution for solution in named(problem))


@settings(max_examples=200, deadline=None)
@given(covers())
def test_the_solutions_stay_with_colours_and_multiplicities(problem: ExactCover) -> None:
    keeps_its_solutions(problem)


@settings(max_examples=150, deadline=None)
@given(problems())
def test_the_solutions_stay(problem: ExactCover) -> None:
    keeps_its_solutions(problem)


def test_reasons_in_order() -> None:
    text = "a b c d | x y z\na b x z\nc d\na\nb c d y:1\nb\nx\nd y:2 z\nc x\nb d\n"
    assert [str(step) for step in reduced(read_puzzle(text).problem).steps] == [
        "option 6 goes: it holds no primary item", "item y goes: d is in all of its options",
    ]  # fmt: skip
    knuth = reduced(instance("knuth-2000").puzzle().problem)
    assert [str(step) for step in knuth.steps] == [
        "option 6 goes: with it, A could not be covered",
        "option 3 goes: with it, E could not be covered",
        "option 2 goes: with it, B could not be covered",
        "item A goes: D has the same options",
        "item B goes: G has the same options",
        "item C goes: E has the same options",
        "item E goes: F has the same options",
        "item D forces 4", "item F forces 1", "item G forces 5",
    ]  # fmt: skip
    assert str(knuth) == "3 options and 4 items can go; 3 options and 3 items are left"
    nothing = ExactCover({"A": [1, 2], "B": [1, 2]})
    assert reduced(nothing).problem == ExactCover([Item("2")], [(0,), (0,)], labels=("A", "B"))
    stuck = reduced(ExactCover([Item("a"), Item("b")], [(0,)]))
    assert stuck.impossible
    assert str(stuck.steps[-1]) == "item b cannot be covered"


def test_an_option_that_blocks_a_cell_goes() -> None:
    """A hole of one cell at the edge: no pentomino fits into it."""
    problem = instance("pentominoes-3x20").puzzle().problem
    made = reduced(problem)
    assert 0 < len(made.options) < len(problem.options)
    assert made.steps[0].name == "F1.1a"
    assert len(list(made.problem.solutions())) == 8


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reduction, "MOST_WORK", 1_000_000)
    problem = instance("pentominoes-3x20").puzzle().problem
    made = reduced(problem)
    assert not made.finished
    assert str(made).endswith("are left, and more might go")
    assert made.problem.count() == 8


def test_the_command_writes_what_is_left(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "less.dlx"
    done = cli("cover", "reduce", "gallery:own-pieces", "-o", str(out))
    assert done.status == 0
    assert done.out.splitlines()[0] == "option L1.2a goes: with it, 1.1 could not be covered"
    left = load(out)
    assert left.problem.count() == 2
    whole = {frozenset(solution) for solution in instance("own-pieces").puzzle().solutions()}
    assert {frozenset(solution) for solution in left.problem.solutions()} == whole
    printed = cli("cover", "reduce", "gallery:own-pieces", "-o", "-")
    assert printed.out == out.read_text("utf-8")
    told = json.loads(cli("cover", "reduce", "gallery:own-pieces", "--json").out)
    assert (told["options"], told["steps"][0]["kind"], told["impossible"]) == (
        len(left.problem.options),
        "option",
        False,
    )
    stuck = cli("cover", "reduce", "-", "-o", str(tmp_path / "none"), stdin=b"A B\nA\n")
    assert stuck.status == 1
    assert not (tmp_path / "none").exists()
    assert stuck.out.endswith("no solution\n")
    assert cli("cover", "reduce", "gallery:knuth-dlx2", "-o", "-", "--to", "matrix").status == 0  # no colour is left
    assert cli("cover", "reduce", "gallery:knuth-dlx3", "-o", "-", "--to", "matrix").status == 2


# Counting


@settings(max_examples=150, deadline=None)
@given(problems())
def test_weights_are_believed_only_where_there_is_no_solution(problem: ExactCover) -> None:
    found = imbalance(problem)
    if found is None:
        return
    assert not brute_force(problem)
    weights = {name: weight for name, weight, _ in found.weights}
    sums = [sum(weights.get(problem.items[i].name, 0) for i in option) for option in problem.options]
    live = set(range(len(sums))) - set(problem.idle_options)
    assert all(sums[o] % found.modulo == 0 if found.modulo else sums[o] == 0 for o in live)
    assert found.total % found.modulo if found.modulo else found.total


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PENTOMINOES_IN_61, "I L N P T … (12 items), and there are 61 and 12"),
        ("region:\n.##.\n####\n####\n####\npiece D ×*:\n##\n", None),
        ("region:\n###.\n####\n####\n.###\npiece D ×*:\n##\n", "as many of 1.1 1.3 2.2 2.4 3.1 3.3 … (8 items) as of"),
        ("region:\n#####\n#####\n#####\n#####\nset: tetrominoes\n", "an even number of T "),
        ("region:\n######\n######\n######\n######\n######\n######\npiece I ×*:\n####\n", "as many of "),
    ],
)  # fmt: skip
def test_arguments_of_the_literature(text: str, said: str | None) -> None:
    """Area; the board without two corners of a colour; five tetrominoes in a rectangle; bars of four in 6×6."""
    problem = read_puzzle(text).problem
    found = imbalance(problem)
    assert (said or "None") in str(found)
    assert (found is None) == (problem.count() > 0)


def test_langford_pairs_of_5() -> None:
    """There are none unless n is 0 or 3 modulo 4."""
    for n in (3, 4, 5, 7, 8):
        assert (imbalance(instance(f"langford-{n}").puzzle().problem) is None) == (n % 4 in (0, 3))


def test_three_at_a_time_and_other_weights() -> None:
    threes = ExactCover({(a, b, c): [a, b, c] for a in range(7) for b in range(a) for c in range(b)})
    assert str(imbalance(threes)).startswith("every option covers a multiple of 3 of 2 1 0 3 4 5 … (7 items), and 7 ")
    other = ExactCover({"A": [1, 2], "B": [2, 3], "C": [3, 4, 5], "D": [1, 4], "E": [5, 4]})
    assert imbalance(other) is None or not brute_force(other)


def test_large_problems_are_left_alone() -> None:
    problem = read_puzzle(PENTOMINOES_IN_61).problem
    assert imbalance(problem, most_items=72) is None
    assert imbalance(problem, most_items=73) is not None


def test_hexominoes_fill_no_rectangle() -> None:
    """Golomb 1954: 11 of the 35 cover an even number of black cells, 24 an odd number; a rectangle has 105."""
    problem = read_puzzle("set: hexominoes\nregion:\n" + ("#" * 15 + "\n") * 14).problem
    found = imbalance(problem)
    assert found is not None
    assert found.modulo == 2
    assert len(found.weights) == 24 + 105


def test_it_is_said_before_the_search(cli: Cli) -> None:
    text = PENTOMINOES_IN_61.encode()
    knuth = cli("cover", "convert", "-", stdin=text).out
    bare = "\n".join(line for line in knuth.splitlines() if not line.startswith("|")).encode()
    for stdin in (text, bare):
        done = cli("cover", "solve", "-", stdin=stdin)
        assert done.status == 1
        assert "no solution: " in done.out
        assert "61" in done.out
        assert json.loads(cli("cover", "count", "-", "--json", stdin=stdin).out)["nodes"] == 0
        assert cli("cover", "check", "-", stdin=stdin).status == 1
    assert "as of F I L N P T" in cli("cover", "check", "-", stdin=bare).out
    searched = cli("cover", "count", "gallery:langford-5", "-a", "dlx", "--json")
    assert json.loads(searched.out)["nodes"] == 39, "whoever names an algorithm sees it search"
    assert "an even number of" in searched.err
