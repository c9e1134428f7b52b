"""Options as values: how they are given, what is said of wrong ones, and that files keep all of them."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core import ExactCover, Item, Option, ProblemError
from core.exact_cover._formats import read, write
from core.exact_cover._formats.knuth import beyond_knuth
from core.exact_cover._problem import ItemChoice
from core.exact_cover._restricted import restrict
from tests.core.exact_cover.strategies import brute_force, covers

SETS: dict[str, Any] = {"A": ["p", "x"], "B": ["q", "x"], "C": ["q", "x"]}
ANY: Any = ExactCover
COLOURS = {"A": {"x": "red"}, "B": {"x": "red"}, "C": {"x": "blue"}}


def coloured(**more: Any) -> ExactCover:
    return ExactCover.from_options(SETS, secondary=["x"], colours=COLOURS, costs={"A": 5, "B": 2}, **more)


def test_an_option_is_one_value() -> None:
    problem = coloured()
    assert problem.options[0] == Option([0, 2], {2: "red"}, 5, "A") == Option((0, 2), ("", "red"), 5, "A")
    assert [option.cost for option in problem.options] == [5, 2, 0]
    assert [option.name for option in problem.options[1:]] == ["B", "C"]
    first = problem.options[-3]
    assert (list(first), len(first), 2 in first, 1 in first, first[1]) == ([0, 2], 2, True, False, 2)
    assert (first.colour(2), first.colour(0), first.coloured) == ("red", "", ((0, ""), (2, "red")))
    assert eval(repr(first), {"Option": Option}) == first
    assert len({first, Option((0, 2), ("", "red"), 5, "A"), Option((0, 2), cost=5, name="A")}) == 2
    assert pickle.loads(pickle.dumps(first)) == first
    with pytest.raises(IndexError):
        problem.options[3]


@pytest.mark.parametrize(
    ("options", "more"),
    [
        (SETS, {"colours": COLOURS, "costs": {"A": 5, "B": 2}}),
        ({"A": {"p": None, "x": "red"}, "B": {"q": "", "x": "red"}, "C": {"q": "", "x": "blue"}}, {"costs": [5, 2, 0]}),
        (SETS.values(), {"keys": "ABC", "colours": COLOURS.values(), "costs": (5, 2, 0)}),
        (SETS.values(), {"labels": ["A", "B", "C"], "colours": [("", "red"), ["", "red"], {"x": "blue"}],
                         "costs": {"A": 5, "B": 2}}),
        ([Option("px", {"x": "red"}, 5, "A"), Option("qx", ["", "red"], 2, "B"), Option("qx", {"x": "blue"}, 0, "C")],
         {"items": "pq"}),
    ],
)  # fmt: skip
def test_all_ways_to_give_options_make_the_same_problem(options: Any, more: dict[str, Any]) -> None:
    if isinstance(more.get("keys"), str):
        more = {**more, "keys": list(more["keys"])}
    made = ExactCover.from_options(options, secondary=["x"], **more)
    assert (made, hash(made), made.identity) == (coloured(), hash(coloured()), coloured().identity)
    assert [*made.solutions("dlx")] == [("A", "B")]
    assert made.held(0) == ("p", "x")
    assert made.cost([0, 1]) == 7


def test_items_stand_in_the_order_said_or_in_that_of_the_options_secondary_ones_last() -> None:
    assert [str(item) for item in coloured().items] == ["p", "q", "x"]
    assert [item.name for item in ExactCover.from_options(["xb", "ya"], secondary="xy").items] == ["b", "a", "x", "y"]
    assert [item.name for item in ExactCover.from_options(["xb", "ya"], items="ab", secondary="xy").items] == [
        "a", "b", "x", "y",
    ]  # fmt: skip
    assert ExactCover.from_options("ab", ["ax"], "x") == ExactCover.from_options(["ax"], items="ab", secondary="x")
    assert ExactCover.from_options([], items=[]).count() == 1


def test_multiplicities_say_how_often() -> None:
    problem = coloured(multiplicities={"q": (0, 2), "p": 1})
    assert problem.items[1] == Item("q", least=0, most=2)
    assert sorted(map(tuple, problem.solutions())) == [("A",), ("A", "B")]
    for wrong, said in (({"x": 2}, "'x' is not a primary item"), ({"q": (3, 1)}, "3:1 is not"), (5, "a mapping such")):
        with pytest.raises(ProblemError, match=said):
            coloured(multiplicities=wrong)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: ExactCover({"A": [1, 1]}), "option 'A' holds 1 twice"),
        (lambda: ExactCover({("a", 1): ["b", "b"]}), r"option ('a', 1) holds 'b' twice"),
        (lambda: ExactCover.from_options({"A": "z"}, items="y"), "option 'A' holds 'z', which is not an item"),
        (lambda: ExactCover.from_options(["y", "z"], items="y"), "option 2 holds 'z', which is not an item"),
        (lambda: ExactCover.from_options(["y", "z"], items="y", labels=["A", "B"]), "option 'B' holds 'z'"),
        (lambda: ExactCover([Item("A")], [[0], [0, 0]], labels=["one", "two"]), "option 'two' holds 'A' twice"),
        (lambda: ExactCover([Item("A")], [[0], [7]], labels=["one", "two"]), "option 'two' holds an item number"),
        (lambda: ExactCover([Item("A")], [Option([0]), Option([1 << 40], name="B")]), "option 'B' holds item number"),
        (lambda: ExactCover([Item("A")], [[0]], [["red"]], ["a"]), "option 'a' gives the primary item 'A' a colour"),
        (lambda: coloured(keys=["A"]), ""),
        (lambda: ExactCover.from_options({"A": "p"}, colours={"A": {"q": "red"}}), "option 'A': a colour for 'q'"),
        (lambda: ExactCover.from_options({"A": "p"}, colours={"A": {"p": "red"}}),
         "option 'A' gives the primary item 'p' a colour"),
        (lambda: ExactCover.from_options({"A": "px"}, secondary="x", colours={"A": ["", "a b"]}),
         "option 'A': the colour of 'x': 'a b' has a blank"),
        (lambda: ExactCover.from_options({"A": "px"}, secondary="x", colours={"A": ["", 5]}), "option 'A': a colour"),
        (lambda: ExactCover.from_options({"A": "p"}, costs={"B": 1}), "costs: there is no option 'B'"),
        (lambda: ExactCover.from_options(["p"], costs=[1, 2]), "costs: expected an entry for each of 1 option, not 2"),
        (lambda: ExactCover.from_options({"A": "p"}, costs={"A": 1.5}),  # type: ignore[arg-type]
         "option 'A': its cost must be a whole number"),
        (lambda: ExactCover.from_options({"A": "p"}, costs={"A": 10**12 + 1}), "option 'A': its cost must be"),
        (lambda: ExactCover([Item("A")], [[0]], costs=[True]), "option 1: its cost must be a whole number"),
        (lambda: ExactCover.from_options({"A": "p"}, colours={"A": "red"}), "option 'A': colours: expected a mapping"),
        (lambda: ExactCover.from_options({"A": "p"}, colours={"A": 5}), "option 'A': colours: expected a list, not 5"),
        (lambda: ANY.from_options({"A": "p"}, costs=3), "costs: expected a list, not 3"),
        (lambda: ANY.from_options("p", ["p"], items="p"), "from_options takes options and items=…, or"),
        (lambda: Option("ab", cost=1.5), "an option's cost must be a whole number"),  # type: ignore[arg-type]
        (lambda: Option(5), "an option's items: expected a list, not 5"),  # type: ignore[arg-type]
        (lambda: Option("ab", {"c": "red"}), "a colour for 'c', which the option does not hold"),
        (lambda: Option("ab", ["red"]), "1 colour for 2 items"),
    ],
)  # fmt: skip
def test_errors_name_the_option_as_the_caller_did(make: Any, said: str) -> None:
    if not said:
        assert make() == coloured()  # a mapping names its options itself
        return
    with pytest.raises(ProblemError, match=re.escape(said)):
        make()


def test_problems_are_equal_if_their_solutions_show_the_same() -> None:
    plain = ExactCover.from_options(SETS, secondary=["x"], colours=COLOURS)
    assert plain != coloured()
    assert plain.identity != coloured().identity
    assert ExactCover({"A": "x"}) != ExactCover({"B": "x"})
    assert ExactCover({1: "x"}) != ExactCover({"1": "x"})
    assert len({coloured(), coloured(), plain, ExactCover({1: "x"}), ExactCover({"1": "x"})}) == 4
    assert pickle.loads(pickle.dumps(coloured())) == coloured()


def test_what_is_taken_keeps_its_cost_and_its_name() -> None:
    left = restrict(coloured(multiplicities={"q": (0, 2)}), [1], [2]).problem
    assert [(option.name, option.cost) for option in left.options] == [("A", 5), ("B", 2), ("C", 0)]
    assert [tuple(sorted(s)) for s in left.solutions()] == [("A", "B")]


@st.composite
def costly(draw: st.DrawFn) -> ExactCover:
    problem = draw(covers())
    size = len(problem.options)
    costs = draw(st.lists(st.sampled_from([0, 1, 17, -3, 10**12]), min_size=size, max_size=size))
    named = draw(st.booleans())
    labels = [f"o {number}" for number in range(size)] if named else []
    return ExactCover(problem.items, problem.options, labels=labels, costs=costs)


@settings(max_examples=100, deadline=None)
@given(costly())
def test_files_keep_every_option(problem: ExactCover) -> None:
    for form in ("knuth", "json"):
        again = read(write(problem, form), form=form)
        assert again == problem
        assert again.identity == problem.identity
    assert {frozenset(map(int, found.options)) for found in problem.solutions("dlx")} == brute_force(problem)


def test_costs_are_read_as_knuth_writes_them() -> None:
    problem = read("A B | x\n| option: cheap\nA |3 x:1 |4\nB\nA B |-2\n| empty option |9\n")
    assert [option.cost for option in problem.options] == [7, 0, -2, 9]
    assert write(problem, "knuth").splitlines()[2] == "A x:1 |7"
    assert beyond_knuth(problem) == "costs below 0, such as -2"
    for text, place, said in (
        ("A\nA |3x\n", (2, 3), "expected a cost, '|' and a whole number, not '|3x'"),
        ("A\nA | 3\n", (2, 3), "expected a cost, '|' and a whole number, not '|'"),
        ("A\nA |1000000000001\n", (2, 4), "expected a cost of at most 1 000 000 000 000 after '|'"),
        ('{"primary": ["A"], "options": [\n{"items": ["A"], "cost": 1.5}]}', (2, 1), "expected a whole number up to"),
    ):
        with pytest.raises(core.FormatError, match=re.escape(said)) as told:
            read(text)
        assert (told.value.line, told.value.column) == place
    with pytest.raises(core.CannotWrite, match="costs"):
        write(problem, "matrix")


def test_read_cover_takes_a_text_or_a_file_of_any_format(tmp_path: Path) -> None:
    texts = {
        "knuth": "A B\nA |3\nB\n", "matrix": "1 0\n0 1\n", "json": '{"A": ["1"], "B": ["2"]}',
        "drawing": "pieces: fixed\nregion:\n##\npiece D:\n##\n",
    }  # fmt: skip
    for form, text in texts.items():
        file = tmp_path / form
        file.write_text(text, "utf-8")
        for source in (text, file, str(file)):
            assert core.read_cover(source) == core.read_cover(source, form)
            assert core.read_cover(source).count() == 1
    with pytest.raises(FileNotFoundError):
        core.read_cover("A B")
    (tmp_path / "broken").write_text("A B\nC\n", "utf-8")
    with pytest.raises(core.FormatError, match=r"broken, line 2, column 1: unknown item 'C'"):
        core.read_cover(tmp_path / "broken")
    with pytest.raises(ProblemError, match="no format is called 'xml'; there are knuth, matrix, json, drawing"):
        core.read_cover("A\nA\n", "xml")
    with pytest.raises(ProblemError, match="source must be a text or a path, not 5"):
        core.read_cover(5)  # type: ignore[arg-type]


def test_every_question_ends_after_its_seconds() -> None:
    """Langford's problem for 14 has no solution, and it takes far longer to see that."""
    from core.exact_cover._encodings import langford

    puzzle = langford(14)
    for ask in (puzzle.problem, puzzle):
        for question in (ask.solution, ask.count, lambda seconds, ask=ask: list(ask.solutions(seconds=seconds))):
            with pytest.raises(core.TimeIsUp) as late:
                question(seconds=1e-6)
            assert late.value.snapshot.status is core.Status.STOPPED
    with pytest.raises(ProblemError, match="seconds must be a number above 0, not 0"):
        coloured().solutions(seconds=0)
    assert len([*coloured().solutions(seconds=1e9)]) == coloured().count(seconds=1e9) == 1
    assert len([*langford(7).solutions(limit=3, seconds=1e9)]) == langford(7).count(limit=3) == 3
    assert langford(7).count() == 52


def test_a_choice_is_an_item_and_an_option() -> None:
    search = core.algorithm("cover", "dlx").start(coloured(), "first")
    core.Run(search).drive()
    detail = search.snapshot().detail
    assert detail is not None
    assert detail["choices"] == [ItemChoice(0, 0, 1, 1), ItemChoice(1, 1, 1, 1)]
