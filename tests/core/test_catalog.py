"""Every entry of the catalog keeps its promises."""

from __future__ import annotations

import datetime
import doctest
import importlib
import json
import re

import pytest

from core import (
    Algorithm,
    CannotSolve,
    Goal,
    KernelSearch,
    Parameter,
    Problem,
    ProblemError,
    Queens,
    Refusal,
    Run,
    Search,
    Source,
    Status,
    Sudoku,
    algorithm,
    algorithms,
    register,
)
from core._catalog import FAMILIES
from core._reasons import TooLarge
from core.exact_cover._gallery import instance
from tests.cli import Cli
from tests.core.kernels.sample import SAMPLES

ENTRIES = algorithms()
NINE = Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def named(entry: Algorithm) -> str:
    return f"{entry.problem} {entry.key}"


def small(entry: Algorithm) -> Problem:
    """A problem that it can take and end quickly."""
    if entry.key == "brute-force":
        return Queens(5)
    sample = SAMPLES[entry.problem]
    return NINE if entry.refusal(sample) and entry.problem == "sudoku" else sample


every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=named)


@every_entry
def test_what_an_entry_says_of_itself(entry: Algorithm) -> None:
    assert entry.problem in FAMILIES
    assert entry.key == entry.key.lower().strip()
    assert not set(entry.key) - set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert entry.title
    assert entry.summary.endswith(".")
    assert entry.unit
    assert entry.goals
    assert len({*entry.goals}) == len(entry.goals)
    assert entry.minimum_size <= (entry.maximum_size or entry.minimum_size)
    assert entry.source.author
    assert entry.source.title
    assert 1850 <= entry.source.year <= datetime.date.today().year
    assert entry.source.document in ("", "000", "001", "002", "003", "004")


def test_keys_are_unique_within_a_family() -> None:
    for kind in FAMILIES:
        keys = [entry.key for entry in algorithms(kind)]
        assert keys
        assert len({*keys}) == len(keys)


@every_entry
def test_parameters_accept_their_defaults_and_nothing_outside_their_range(entry: Algorithm) -> None:
    assert entry.settings({}) == {p.key: p.default for p in entry.parameters}
    for p in entry.parameters:
        assert p.title
        assert p.help
        assert p.parse(p.default) == p.default
        assert p.parse(str(p.default)) == p.default
        for value, meaning in p.choices:
            assert p.parse(value) == value
            assert meaning
        wrong: list[str | int] = ["no such choice"] if p.choices else [p.minimum - 1, p.maximum + 1, "many", "1.5"]
        for text in wrong:
            with pytest.raises(CannotSolve, match=f"^{p.key}: "):
                p.parse(text)
    with pytest.raises(CannotSolve, match="has no parameter 'nonsense'"):
        entry.settings({"nonsense": 1})


@every_entry
def test_the_start_function_exists(entry: Algorithm) -> None:
    module, _, name = entry.starts_at.partition(":")
    assert callable(getattr(importlib.import_module(module), name))


@every_entry
def test_it_starts_and_serves_every_goal_it_declares(entry: Algorithm) -> None:
    problem = small(entry)
    counts = set()
    for goal in entry.goals:
        search = entry.start(problem, goal)
        assert isinstance(search, Search)
        assert (search.problem, search.goal, search.status) == (problem, goal, Status.RUNNING)
        shot = Run(search).drive()
        assert shot.finished
        assert (shot.solutions, shot.steps) == search.counts()
        assert shot.status in ((Status.COMPLETE,) if entry.complete else (Status.COMPLETE, Status.GAVE_UP))
        assert (shot.nodes is not None) == entry.counts_nodes
        assert (shot.updates is not None) == entry.counts_updates
        assert all(problem.verify(solution) for solution in search.solutions)
        if goal is Goal.FIRST:
            assert len(search.solutions) == shot.solutions == (shot.status is Status.COMPLETE)
        else:
            counts.add(shot.solutions)
            assert shot.status is Status.COMPLETE
        if goal is Goal.ALL:
            assert len({*search.solutions}) == len(search.solutions) == shot.solutions
    assert len(counts) <= 1


@every_entry
def test_at_every_node_the_level_is_the_number_of_choices_made(entry: Algorithm) -> None:
    """What is explained, drawn and estimated counts on it."""
    search = entry.start(small(entry), entry.goals[-1])
    for _ in range(500):
        search.advance(1)
        shot = search.snapshot()
        if not isinstance(search, KernelSearch) or search.choices() is None or shot.status is not Status.RUNNING:
            break
        choices = search.branch_choices()
        assert len(choices) == shot.depth, f"node {shot.steps}: level {shot.depth}, choices {choices}"
        assert all(1 <= number <= degree for number, degree in choices), f"node {shot.steps}: k of d, {choices}"
        assert shot.depth <= shot.max_depth


LAST_NODES: dict[str, list[Problem]] = {
    "queens": [Queens(3), Queens(4), Queens(5, forbidden=((0, 4),))],
    "sudoku": [Sudoku.parse("1...2..........."), Sudoku.parse("12..3.4.........")],
    "cover": [
        instance(name).puzzle().problem
        for name in ("knuth-dlx1", "knuth-dlx3", "four-sets", "langford-3", "langford-5")
    ],
}
"""Small problems; for some the last node visited is a solution, for others a dead end."""


@every_entry
def test_at_the_last_node_the_whole_tree_is_done(entry: Algorithm) -> None:
    for problem in LAST_NODES[entry.problem]:
        if entry.refusal(problem, Goal.COUNT) is not None:
            continue
        whole = entry.start(problem, Goal.COUNT)
        while whole.advance(1 << 20) is Status.RUNNING:
            pass
        search = entry.start(problem, Goal.COUNT)
        assert search.snapshot().progress in (0.0, None)
        while search.counts()[1] < whole.counts()[1] and search.status is Status.RUNNING:
            search.advance(whole.counts()[1] - search.counts()[1])
        if search.status is Status.RUNNING and (share := search.snapshot().progress) is not None:
            assert share == pytest.approx(1.0), f"{entry.key}: {problem}"


@every_entry
def test_a_limit_is_kept(entry: Algorithm) -> None:
    problem = small(entry)
    for goal in {*entry.goals} - {Goal.FIRST}:
        total = Run(entry.start(problem, goal)).drive().solutions
        if total < 2:
            continue
        shot = Run(entry.start(problem, goal, total - 1)).drive()
        assert (shot.solutions, shot.status) == (total - 1, Status.LIMIT)


@every_entry
def test_it_refuses_what_it_cannot_do_before_it_starts(entry: Algorithm) -> None:
    problem = small(entry)
    for goal in {*Goal} - {*entry.goals}:
        with pytest.raises(CannotSolve, match=f"{entry.key} supports only goals? .*, not {goal.value!r}; these can: "):
            entry.start(problem, goal)
    stranger = SAMPLES["sudoku" if entry.problem != "sudoku" else "queens"]
    with pytest.raises(CannotSolve, match=f"{entry.key} solves {entry.problem}, not {stranger.kind}"):
        entry.start(stranger, entry.goals[0])
    if entry.problem == "queens" and entry.maximum_size is not None and entry.maximum_size < 100_000_000:
        with pytest.raises(CannotSolve, match=f"{entry.key} goes up to size [0-9 ]+; "):
            entry.start(Queens(entry.maximum_size + 1), entry.goals[0])


def test_a_refusal_names_those_that_can() -> None:
    board = Queens(33)
    can = tuple(entry.key for entry in algorithms("queens") if entry.refusal(board, Goal.COUNT) is None)
    assert [key for key in ("naive", "bitmask", "dlx", "swaps") if key in can] == ["naive", "dlx"]
    refusal = algorithm("queens", "bitmask").refusal(board, Goal.COUNT)
    assert refusal == Refusal("bitmask", TooLarge("goes up to size 32"), can)
    assert str(refusal) == f"bitmask goes up to size 32; these can: {', '.join(can)}"
    assert refusal.short == "bitmask goes up to size 32"
    refusal = algorithm("queens", "dlx").refusal(Queens(1_000_000), Goal.COUNT)
    assert str(refusal) == "dlx goes up to size 512; no algorithm here can"
    refusal = algorithm("queens", "swaps").refusal(Queens(8), Goal.COUNT)
    assert refusal is not None
    assert refusal.goals == (Goal.FIRST,)
    assert algorithm("queens", "dlx").refusal(Queens(512), Goal.COUNT) is None


def test_what_is_not_there() -> None:
    with pytest.raises(CannotSolve, match="no queens algorithm is called 'magic'; there are brute-force, "):
        algorithm("queens", "magic")
    with pytest.raises(ProblemError, match="no kind of problem is called 'chess'"):
        algorithms("chess")


def test_entries_from_outside() -> None:
    entry = Algorithm(
        "mine", "Mine", "queens", "As bitmask.", Source("Me", 2024, "Here"), "core._queens.bitmask:BitmaskSearch",
        parameters=(Parameter("size", "Size", 3, minimum=1, maximum=5),),
    )  # fmt: skip
    remove = register(entry)
    try:
        assert algorithm("queens", "mine") is entry
        assert algorithms("queens")[-1] is entry
        with pytest.raises(ValueError, match="already has an algorithm called 'mine'"):
            register(entry)
    finally:
        remove()
    assert entry not in algorithms("queens")


FACTS = """
queens brute-force    2004 1-12 first all count node: complete nodes parts
queens permutations   2004 1-16 first all count node: complete nodes parts
queens naive          2004 1-512 first all count node: complete nodes parts
queens backtracking   1972 1-512 first all count node: complete nodes parts
queens bitmask        2011 1-32 first all count node: complete nodes parts
queens symmetry       2003 1-32 count node: complete nodes parts
queens quadrants      2015 1-28 count job: complete parts processor=best
queens dlx            2017 1-512 first all count node: complete nodes updates parts
queens dlx-s          2017 1-512 first all count node: complete nodes updates parts order=table
queens dancing-cells  2023 1-1000 first all count node: complete nodes updates parts order=table
queens stride         2004 1-4096 first node: nodes
queens closed-form    1997 1-100000000 first queen:
queens swaps          1990 1-10000 first test: seed=1
queens min-conflicts  1994 1-30000000 first test: seed=1
sudoku backtracking   2010 1-36 first all count node: complete nodes parts
sudoku bitmask        1965 1-36 first all count node: complete nodes parts
sudoku single-branch  2019 1-36 first node: nodes updates build=sparse
sudoku algorithm-x    2000 1-16 first all count node: complete nodes parts
sudoku dlx-dense      2019 1-16 first all count node: complete nodes updates parts
sudoku dlx            2000 1-36 first all count node: complete nodes updates parts
sudoku propagation    2004 1-36 first all count node: complete nodes parts inference=locked
sudoku learning       1999 1-36 first node: complete nodes
sudoku bands          2019 9-9 first all count node: complete nodes parts many
cover algorithm-x     2000 0-None first all count node: complete nodes parts choice=s order=natural
cover dlx             2000 0-None first all count node: complete nodes updates parts choice=s order=natural seed=1 restarts=0
cover dancing-cells   2023 0-None first all count node: complete nodes updates parts order=auto hint=on
cover diagram         2017 0-None count node: complete nodes updates order=auto memory=512
cover memo-count      2017 0-None count node: complete nodes updates order=auto held=auto memory=256
cover cheapest        1960 0-None first all count node: complete nodes costs=own within=1000000000000000000
"""  # noqa: E501


def test_what_each_entry_takes_and_gives() -> None:
    """A new algorithm is a line here and its entry, and nothing else."""
    said = []
    for entry in ENTRIES:
        goals = " ".join(goal.value for goal in entry.goals)
        gives = {
            "complete": entry.complete, "nodes": entry.counts_nodes, "updates": entry.counts_updates,
            "parts": entry.divides, "many": entry.solves_many,
        }  # fmt: skip
        facts = [name for name, given in gives.items() if given] + [
            f"{p.key}={p.default}" for p in entry.accepted if p.key != "threads"
        ]
        start = f"{named(entry):21} {entry.source.year} {entry.minimum_size}-{entry.maximum_size} {goals} {entry.unit}:"
        said.append(" ".join([start, *facts]))
    assert said == FACTS.strip().splitlines()


@pytest.mark.parametrize(("given", "expected"), [("1", 1), (5, 5), (" 2 ", 2)])
def test_a_number_is_taken_from_a_form_or_the_command_line(given: str | int, expected: int) -> None:
    assert Parameter("k", "K", 3, minimum=1, maximum=5).parse(given) == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"order": "x"}, "order: 'x' is not one of table, text, natural"),
        ({"size": 3}, "dlx-s has no parameter 'size' (only order, threads)"),
        ({"threads": 0}, "threads: expected a whole number from 1 to 64, not 0"),
        ({"threads": 65}, "threads: expected a whole number from 1 to 64, not 65"),
        ({"threads": ""}, "threads: expected a whole number, not ''"),
    ],
)
def test_a_setting_that_cannot_be_is_named(given: dict[str, str | int], message: str) -> None:
    with pytest.raises(CannotSolve, match=f"^{re.escape(message)}$"):
        algorithm("queens", "dlx-s").settings(given)


def test_settings_are_told_without_what_goes_without_saying() -> None:
    entry = algorithm("queens", "dlx-s")
    assert entry.settings({}) == {"order": "table"}
    assert entry.told({"order": "table", "threads": 1}) == {"order": "table"}
    assert entry.told({"order": "text", "threads": 2}) == {"order": "text", "threads": 2}


def test_an_entry_in_the_list_of_the_command_line(cli: Cli) -> None:
    entry = Algorithm(
        "mine", "Mine", "queens", "As bitmask.", Source("Me", 2024, "Here"), "core._queens.bitmask:BitmaskSearch",
        goals=(Goal.COUNT,), maximum_size=9, parameters=(Parameter("size", "Size", 3, minimum=1, maximum=5),),
    )  # fmt: skip
    remove = register(entry)
    try:
        listed = cli("algorithms", "queens").out.splitlines()
        as_json = json.loads(cli("algorithms", "queens", "--json").out.splitlines()[-1])
    finally:
        remove()
    assert listed[-4:] == [
        "  mine           Mine · count · N ≤ 9",
        "                 As bitmask.",
        "                 Me (2024), Here",
        "                 size = 1 to 5 (default 3)",
    ]
    assert {key: as_json[key] for key in ("key", "title", "problem", "goals", "unit", "complete")} == {
        "key": "mine", "title": "Mine", "problem": "queens", "goals": ["count"], "unit": "node", "complete": True,
    }  # fmt: skip


def test_the_examples_of_an_entry_are_true() -> None:
    from core import _catalog as catalog

    assert doctest.testmod(catalog) == doctest.TestResults(failed=0, attempted=11)
    assert "mine" not in {entry.key for entry in catalog.algorithms("queens")}
