"""What ``import core`` gives: one-line answers, values that show themselves, errors of our own, typed names."""

from __future__ import annotations

import importlib
import inspect
import itertools
import pickle
import pkgutil
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import core
from core import CannotSolve, Cover, ExactCover, GaveUp, Goal, Item, Placement, ProblemError, Queens, Shape, Sudoku
from core.compare import compare
from tests import ROOT

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SETS = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}
"""The example of Wikipedia's article on Algorithm X; its one solution is B, D, F."""


def test_one_solution_all_of_them_and_their_number() -> None:
    assert Queens(6).verify(core.solve(Queens(6)) or ())
    assert core.solve(Queens(3)) is None
    assert core.count(Queens(8)) == Queens(8).count("dlx-s") == 92
    found = [*core.solutions(Queens(6))]
    assert len({*found}) == len(found) == 4
    assert all(Queens(6).verify(placement) for placement in found)
    assert [*Queens(6).solutions("backtracking", limit=2)] == [*itertools.islice(Queens(6).solutions("naive"), 2)]
    assert Queens(8).count(limit=5) == 5
    assert core.solve(Queens(8), "min-conflicts", parameters={"seed": 3}) is not None


def test_sudoku_and_exact_cover_answer_in_their_own_terms() -> None:
    solution = Sudoku.parse(EXAMPLE).solution()
    assert solution is not None
    assert solution.solved
    assert solution.givens == Sudoku.parse(EXAMPLE).givens
    assert str(solution).splitlines()[1] == "| 5 3 4 | 6 7 8 | 9 1 2 |"
    problem = ExactCover(SETS)
    (cover,) = problem.solutions()
    assert {*cover} == {"B", "D", "F"}
    assert {*cover.options} == {1, 3, 5}
    assert core.solve(problem, "dlx") is not None
    assert ExactCover({"A": [1], "B": [1, 2], "C": [3]}).solution("algorithm-x") == ("B", "C")
    assert ExactCover({"A": [1, 2], "B": [2, 3]}).solution() is None


def test_items_and_options_are_any_hashable_values_and_come_back_as_they_were() -> None:
    cells = ExactCover({("h", 0): [(0, 0), (0, 1)], ("v", 1): [(1, 0), (1, 1)], 7: [(1, 1)], None: frozenset({(1, 0)})})
    assert {frozenset(cover) for cover in cells.solutions()} == {
        frozenset({("h", 0), ("v", 1)}), frozenset({("h", 0), 7, None}),
    }  # fmt: skip
    assert cells.held(0) == ((0, 0), (0, 1))
    assert cells.entries(0) == ["(0,0)", "(0,1)"]
    by_value = ExactCover({"A": [1], "B": ["1"], "C": ["New York", "a:b", ""]})
    assert by_value.size == 5
    assert by_value.count() == 1
    assert by_value.entries(2) == ["New_York", "a=b", "_"]
    universe = ExactCover.from_sets([(0, 0), (0, 1)], {1: [(0, 0)], "1": [(0, 1)]})
    assert universe.solution() in ((1, "1"), ("1", 1))
    with pytest.raises(ProblemError, match="item '1' appears twice"):
        ExactCover.from_options([1, 1.0], [[1]])


def test_a_matrix_may_be_an_array_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    rows = [[1, 0, 1], [0, 1, 0]]
    for matrix in (numpy.array(rows), numpy.array(rows, dtype=bool), [numpy.array(row) for row in rows]):
        assert ExactCover.from_matrix(matrix) == ExactCover.from_matrix(rows)
    with pytest.raises(ProblemError, match="expected a matrix of rows and columns"):
        ExactCover.from_matrix(numpy.array([1, 0]))
    with pytest.raises(ProblemError, match="row 1 has an entry that is neither 0 nor 1"):
        ExactCover.from_matrix(numpy.array([[2, 0]]))


@pytest.mark.parametrize("key", [None, "algorithm-x", "dlx", "dancing-cells"])
def test_nothing_to_cover_is_covered_by_nothing_in_one_way(key: str | None) -> None:
    nothing = ExactCover({})
    assert [tuple(cover) for cover in core.solutions(nothing, key)] == [()]
    assert core.count(nothing, key) == core.count(nothing, "memo-count") == 1


def test_a_problem_is_named_in_a_line() -> None:
    assert repr(ExactCover(SETS)) == "<ExactCover: exact cover of 7 items by 6 options>"


def test_a_time_limit_ends_a_question_with_the_figures_so_far() -> None:
    for ask in (core.count, core.solve):
        with pytest.raises(core.TimeIsUp, match=r"no answer within 0\.001 s") as late:
            ask(Queens(40), "naive", seconds=0.001)
        assert isinstance(late.value, TimeoutError)
        assert late.value.snapshot.status is core.Status.STOPPED
        assert pickle.loads(pickle.dumps(late.value)).snapshot == late.value.snapshot
    assert Queens(8).count(seconds=1e9) == 92
    for wrong in (0, -1, "3"):
        with pytest.raises(ProblemError, match="seconds must be a number above 0, not"):
            core.count(Queens(8), seconds=wrong)  # type: ignore[arg-type]


def test_progress_is_told_where_the_question_was_asked_and_what_it_raises_ends_the_search() -> None:
    told: list[core.Snapshot] = []
    assert Queens(8).count("dlx", progress=told.append) == 92
    assert (told[-1].status, told[-1].solutions) == (core.Status.COMPLETE, 92)
    assert Queens(8).solution("dlx", progress=told.append) == Queens(8).solution("dlx")

    def enough(shot: core.Snapshot) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        core.count(Queens(40), "naive", progress=enough)


def test_solutions_are_looked_for_when_they_are_asked_for() -> None:
    """Of a board with 39 029 188 884 solutions, three; of an endless number, the first."""
    three = [*itertools.islice(core.solutions(Queens(20)), 3)]
    assert len({*three}) == 3
    assert next(iter(Sudoku.empty(Shape(3, 3)).solutions())).solved


def test_what_cannot_be_is_told_at_once_not_at_the_first_solution() -> None:
    with pytest.raises(CannotSolve, match="min-conflicts supports only goal 'first', not 'all'"):
        core.solutions(Queens(8), "min-conflicts")
    with pytest.raises(CannotSolve, match="there are brute-force"):
        Queens(8).solution("magic")
    with pytest.raises(CannotSolve, match="has no parameter 'x'"):
        core.count(Queens(8), "dlx", parameters={"x": 1})
    with pytest.raises(GaveUp, match="proves nothing"):
        core.solve(Sudoku.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
                   "single-branch")  # fmt: skip


@pytest.mark.parametrize("wrong", [0, -1, 8.5, 8.0, True, "8", None, 100_000_001])
def test_a_board_of_no_size_is_an_error_of_ours(wrong: Any) -> None:
    with pytest.raises(ProblemError, match="N must be a whole number from 1 to 100 000 000, not"):
        Queens(wrong)


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert Queens(numpy.int64(8)) == Queens(8)
    assert type(Queens(numpy.int64(8)).n) is int
    assert Sudoku.of(Shape(1, 2), numpy.array([1, 0, 0, 0])) == Sudoku.of(Shape(1, 2), (1, 0, 0, 0))


@pytest.mark.parametrize("limit", [0, -1, 2.5, True, "3"])
def test_a_limit_is_a_whole_number_from_1(limit: Any) -> None:
    for ask in (core.solutions, core.count):
        with pytest.raises(ProblemError, match="limit must be a whole number, 1 or more, not"):
            ask(Queens(6), limit=limit)
    with pytest.raises(ProblemError, match="limit must be"):
        core.algorithm("queens", "dlx").start(Queens(6), Goal.ALL, limit)


def test_goals_go_by_their_names_too() -> None:
    entry = core.algorithm("queens", "backtracking")
    search = entry.start(Queens(6), "first")  # type: ignore[arg-type, unused-ignore]
    core.Run(search).drive()
    assert (search.goal, len(search.solutions)) == (Goal.FIRST, 1)
    assert entry.refusal(Queens(6), "count") is None
    wrong: Any
    for wrong in ("every", "", None, 3):
        with pytest.raises(ProblemError, match=r"no goal is called .*; there are first, all, count"):
            entry.start(Queens(6), wrong)


def test_other_values_that_cannot_be() -> None:
    with pytest.raises(ProblemError, match="no kind of problem is called 'chess'"):
        core.algorithms("chess")
    with pytest.raises(ProblemError, match=r"a given must be a whole number, 0 or more, not 1\.5"):
        Sudoku.of(Shape(1, 2), (1.5, 0, 0, 0))  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="option 1: an item number must be a whole number, not 'a'"):
        ExactCover([Item("a")], [("a",)])  # type: ignore[list-item]
    with pytest.raises(ProblemError, match="leave out options"):
        ExactCover(SETS, [(0,)])
    for wrong in ([[1, 4], [2, 3]], "abc", None, 5):
        with pytest.raises(ProblemError, match=r"expected named options such as {'A': .1, 4., 'B': .2, 3.}, or items"):
            ExactCover(wrong)  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="option 'A': expected the items that it covers, not 5"):
        ExactCover({"A": 5})  # type: ignore[dict-item]
    with pytest.raises(ProblemError, match=r"option 'A': an item must be hashable, such as a tuple \(unhashable type"):
        ExactCover({"A": [[1, 2]]})  # type: ignore[list-item]
    with pytest.raises(ProblemError, match=r"an item must be hashable, such as a tuple \(unhashable type: 'list'\)"):
        ExactCover.from_options([[1]], [[1]])  # type: ignore[list-item]
    for option, said in (([3], "2 holds 3, which is not an item"), ([[1]], "2: an item must be hashable, such as")):
        with pytest.raises(ProblemError, match=f"option {said}"):
            ExactCover.from_options([1, 2], [[1], option])
    with pytest.raises(CannotSolve, match=r"dlx-s has no parameter 'ordre'; did you mean order\?"):
        core.solve(Queens(8), "dlx-s", parameters={"ordre": "text"})


def test_values_show_themselves_in_notebooks() -> None:
    from core.exact_cover._gallery import instance

    placement = core.solve(Queens(6))
    grid = Sudoku.parse(EXAMPLE).solution()
    puzzle = instance("pentominoes-6x10").puzzle()
    picture = puzzle.solution()
    for shown in (placement, Queens(6), grid, Sudoku.parse(EXAMPLE), puzzle, picture):
        assert shown is not None
        assert ET.fromstring(shown._repr_svg_() or "").tag.endswith("svg")
    assert Queens(1000)._repr_svg_() is None
    board = ET.fromstring(Queens(8, placed=((0, 3),), forbidden=((1, 1), (5, 6)))._repr_svg_() or "")
    drawn = [element.get("href") or element.get("d") or element.text or "" for element in board.iter()]
    assert (drawn.count("#queen"), sum(path.count("l16 16m0-16") for path in drawn)) == (1, 2)
    assert "8 queens, 1 placed, 2 squares forbidden" in drawn
    assert Cover.of(ExactCover(SETS), (1, 3))._repr_svg_() is None
    assert picture is not None
    assert str(picture).startswith("┌")
    assert placement is not None
    assert (placement, str(placement).count("♛"), placement.fen.count("Q")) == ((*placement,), 6, 6)
    assert str(Placement(range(100))) == str(tuple(range(100)))


def test_values_and_errors_can_be_pickled() -> None:
    cover = ExactCover(SETS).solution()
    values = [Queens(6), Sudoku.parse(EXAMPLE), ExactCover(SETS), core.solve(Queens(6)), cover]
    for value in values:
        assert pickle.loads(pickle.dumps(value)) == value
    assert pickle.loads(pickle.dumps(cover)).options == cover.options  # type: ignore[union-attr]
    with pytest.raises(CannotSolve) as caught:
        core.count(Queens(33), "bitmask")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.reason) == (str(caught.value), caught.value.reason)
    with pytest.raises(core.FormatError) as unread:
        Sudoku.parse("53..7")
    assert str(pickle.loads(pickle.dumps(unread.value))) == str(unread.value)


def test_every_public_name_is_there_with_a_line_about_it() -> None:
    names: list[str] = getattr(core, "__all__")  # noqa: B009 - a type checker sees the imports
    assert {"Queens", "Sudoku", "ExactCover", "solve", "algorithm"} < {*names}
    assert names == sorted(names)
    for name in names:
        assert (getattr(core, name).__doc__ or "").strip(), name


def test_names_are_listed_before_they_are_used_and_others_are_not_there() -> None:
    everything: dict[str, Any] = {}
    exec("from core import *", everything)
    assert {*everything} - {"__builtins__"} < {*dir(core)}
    assert everything["Queens"] is Queens
    assert dir(core) == sorted(dir(core))
    with pytest.raises(AttributeError, match="no attribute 'Quens'"):
        core.Quens  # type: ignore[attr-defined]  # noqa: B018


def described() -> list[str]:
    """The packages and modules that have a page under Library: what is public."""
    public = re.findall(r"reference/(core[\w.]*)\.md", (ROOT / "mkdocs.yml").read_text("utf-8"))
    assert {"core", "core.sudoku", "core.sudoku.human"} < {*public}
    return public


def test_modules_that_no_page_describes_are_marked_as_private() -> None:
    public = described()
    for name in public:
        folder = getattr(importlib.import_module(name), "__path__", [])
        beside = {f"{name}.{module.name}" for module in pkgutil.iter_modules(folder)}
        assert {each for each in beside if not each.rpartition(".")[2].startswith("_")} <= {*public}, name


def test_tab_completion_offers_what_is_public_and_no_module_that_happens_to_be_imported() -> None:
    public = described()
    for module in pkgutil.walk_packages(core.__path__, "core."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name in public:
        package = importlib.import_module(name)
        below = {each.removeprefix(f"{name}.") for each in public if each.rpartition(".")[0] == name}
        listed = {each for each in dir(package) if not each.startswith("__")}
        assert listed == {*package.__all__} | below, name


@pytest.mark.slow
def test_a_type_checker_sees_the_names(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "sample.py").write_text(
        "import core\n"
        "reveal_type(core.solve(core.Queens(8)))\n"
        "reveal_type(core.Sudoku.parse('1').solution())\n"
        "for cover in core.ExactCover({'A': [1]}).solutions():\n"
        "    reveal_type(cover)\n"
        "reveal_type(core.algorithm)\n"
        "core.Quens\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(tmp_path / "sample.py")],
        capture_output=True, text=True, cwd=tmp_path, env={"MYPYPATH": str(ROOT), "PATH": "/usr/bin:/bin"}, check=False,
    )  # fmt: skip
    seen = [line.split('"')[1].replace("builtins.", "") for line in done.stdout.splitlines() if "Revealed type" in line]
    assert seen == [
        "core._queens.placement.Placement | None", "core.sudoku._grid.Grid | None", "core.exact_cover._answer.Cover",
        "def (kind: str, key: str) -> core._catalog.Algorithm",
    ], done.stdout  # fmt: skip
    assert 'no attribute "Quens"' in done.stdout


@pytest.mark.parametrize("ask", [core.solve, core.count, lambda what: list(core.solutions(what))])
def test_what_is_no_problem_is_refused_by_name(ask: Callable[[Any], object]) -> None:
    with pytest.raises(ProblemError, match=r"expected a problem, such as Queens\(8\), not 3"):
        ask(3)


def test_parameters_are_a_dictionary_and_keywords_still_work_with_a_warning() -> None:
    assert core.solve(Queens(8), "swaps", parameters={"seed": 5}) is not None
    for ask in (core.count, core.solve, Queens.count, Queens.solution):
        with pytest.warns(DeprecationWarning, match=r"say parameters=\{'threads': 1\} instead") as said:
            ask(Queens(6), "bitmask", threads=1)
        assert said[0].filename == __file__
    with (
        pytest.warns(DeprecationWarning, match="secnds"),
        pytest.raises(CannotSolve, match="dlx has no parameter 'secnds'"),
    ):
        core.count(Queens(6), "dlx", secnds=1)
    with pytest.raises(CannotSolve, match="did you mean threads"):
        core.count(Queens(6), "bitmask", parameters={"treads": 1})


def test_a_cover_is_a_value() -> None:
    cover = ExactCover(SETS).solution()
    assert cover is not None
    with pytest.raises(AttributeError, match="'cost' cannot be set"):
        cover.cost = 3
    with pytest.raises(AttributeError, match="'options' cannot be deleted"):
        del cover.options
    again = pickle.loads(pickle.dumps(cover))
    assert (again, again.options, again.cost) == (cover, cover.options, cover.cost)


def test_an_entry_takes_what_starts_it_or_its_name() -> None:
    dlx = core.algorithm("queens", "dlx")

    def start(problem: Queens, goal: Goal, limit: int | None) -> core.Search:
        return dlx.start(problem, goal, limit)

    entry = replace(dlx, key="of-a-notebook", start_name=start, parameters=(), divides="")
    remove = core.register(entry)
    try:
        assert Queens(6).count("of-a-notebook") == Queens(6).count(entry) == 4
        table = compare(Queens(5), "of-a-notebook", patience=0, processes=0)
        assert table.cell("of-a-notebook", "5").solutions == 10
    finally:
        remove()
    with pytest.raises(CannotSolve, match=r"expected a Search from .*start.*, not NoneType"):
        Queens(6).count(replace(entry, start_name=lambda *_: None))  # type: ignore[arg-type]


def test_problems_in_hand_are_compared_in_one_line() -> None:
    placed = Queens(6, placed=((0, 1),))
    table = compare([Queens(4), placed, placed], ["backtracking", "dlx"], patience=0, processes=0)
    assert table.plan.instances == ("4", "6 queens, 1 placed", "6 queens, 1 placed (2)")
    assert [cell.solutions for cell in table.row("6 queens, 1 placed")] == [1, 1]
    assert table.known["4"] == 2
    text = table.to_markdown()
    assert "| 6 queens, 1 placed (2) |" in text
    assert table.to_csv().count("\n") == 7
    assert "\\begin{tabular}" in table.to_latex()
    given = compare({"easy": Sudoku.parse(EXAMPLE)}, "dlx", "first", patience=0, processes=1)
    assert given.cell("dlx", "easy").solutions == 1
    by_number = compare({"4": Sudoku.parse(EXAMPLE)}, "dlx", "first", patience=0, processes=0)
    assert by_number.cell("dlx", "4").solutions == 1
    for wrong, said in (
        ([], "no problems"), ([Queens(4), ExactCover(SETS)], "of one kind are compared, not cover and queens"),
        (4, "expected a problem"),
    ):  # fmt: skip
        with pytest.raises(ProblemError, match=said):
            compare(wrong)  # type: ignore[arg-type]


UNNAMED = {"Canvas", "Check", "Group", "Options", "Row", "Sign", "Size", "SolutionList"}
"""What a caller only reads from or hands on, so that nobody writes its name; ``Row`` is of SQLite."""


def test_classes_that_public_functions_take_and_return_are_public() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "core").rglob("*.py")]
    classes = {name for source in sources for name in re.findall(r"^class ([A-Z]\w*)", source, re.MULTILINE)}
    public = {name for room in described() for name in importlib.import_module(room).__all__}
    unnamed: dict[str, set[str]] = {}
    for room in described():
        package = importlib.import_module(room)
        for name in package.__all__:
            value = getattr(package, name)
            inside = vars(value).values() if isinstance(value, type) else ()
            for each in [value, *inside]:
                function = getattr(each, "fget", getattr(each, "func", getattr(each, "__func__", each)))
                if not (inspect.isfunction(function) or (function is value and isinstance(value, type))):
                    continue
                if function.__name__.startswith("_"):
                    continue
                said = re.sub(r"Literal\[.*?\]", "", " ".join(map(str, inspect.get_annotations(function).values())))
                for kind in {*re.findall(r"\b[A-Z]\w*", said)} & classes - public - UNNAMED:
                    unnamed.setdefault(kind, set()).add(f"{room}.{name}: {function.__name__}")
    assert unnamed == {}
