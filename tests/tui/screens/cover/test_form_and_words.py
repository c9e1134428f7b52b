"""The form of the exact cover screen and its words: what can be chosen, what is said before a run and of figures."""

from __future__ import annotations

import pytest

from core import CannotSolve, ExactCover, algorithms
from core._estimates.probes import estimate
from core.exact_cover import read_puzzle
from core.exact_cover._analysis import outlook
from tests.rows import Rows
from tests.tui.screens.cover.sessions import opened
from tests.tui.screens.cover.telling import drawn, found, why
from tui.dialogs.form_values import Choice
from tui.screens.cover import choosing, words
from tui.screens.cover.session import CoverSession


def form(session: CoverSession) -> str:
    """Each row with its value, and ! where a value cannot be had; then the view, the speeds, the command."""
    rows = []
    for row in session.rows():
        refused = [str(option.value) for option in row.options if option.refusal] if isinstance(row, Choice) else []
        rows.append(f"{row.key}={row.value}" + (f" (not {', '.join(refused)})" if refused else ""))
    slower, faster = session.search.shifted_speed(-1), session.search.shifted_speed(1)
    speeds = f"{session.view_name}, {session.search.speed} ({slower}, {faster})"
    return "; ".join([" ".join(rows), speeds])


def test_what_is_proposed_for_problems_of_each_kind() -> None:
    names = ("four-sets", "dominoes-8x8", "queens-12", "pentominoes-3x20", "langford-5")
    sessions = {name: opened(name) for name in names}
    assert {name: form(session) for name, session in sessions.items()} == {
        "four-sets": "pace=watch algorithm=dlx goal=all choice=s order=natural restarts=0; matrix, 2 (1, 5)",
        "dominoes-8x8": "pace=watch algorithm=dlx goal=count choice=s order=natural restarts=0; picture, 2 (1, 5)",
        "queens-12": "pace=watch algorithm=dlx goal=all choice=s order=natural restarts=0; picture, 2 (1, 5)",
        "pentominoes-3x20": (
            "pace=run algorithm=algorithm-x goal=all choice=s order=natural; picture, None (1000000, None)"
        ),
        "langford-5": "pace=watch algorithm=dlx goal=all choice=s order=natural restarts=0; picture, 2 (1, 5)",
    }
    assert {name: found(session) for name, session in sessions.items()} == {
        "four-sets": (
            "0 found [], 0 symmetries, None, False: proposed: an option clashes with only about 5 others: unlinking "
            "those costs less than any bookkeeping"
        ),
        "dominoes-8x8": (
            "0 found [], 0 symmetries, None, False: Count with memory proposed: a count needs no list: what is "
            "left to cover is remembered, for as long as that saves work"
        ),
        "queens-12": (
            "0 found [], 0 symmetries, None, False: Dancing cells proposed: an option clashes with about 34 others: "
            "shortening sets is faster there than unlinking them"
        ),
        "pentominoes-3x20": (
            "0 found [], 0 symmetries, None, False: proposed: an option clashes with about 618 others: as rows of "
            "bits, 64 of them go in one operation"
        ),
        "langford-5": (
            "0 found [], 0 symmetries, None, False: Dancing cells proposed: an option clashes with about 18 others: "
            "shortening sets is faster there than unlinking them"
        ),
    }
    assert {name: (session.can_be_watched, session.ones) for name, session in sessions.items()} == {
        "four-sets": (True, 11),
        "dominoes-8x8": (True, 224),
        "queens-12": (True, 572),
        "pentominoes-3x20": (True, 7416),
        "langford-5": (True, 90),
    }


def test_choices_lead_to_each_other() -> None:
    session = opened("dominoes-8x8")
    told: dict[str, str] = {}
    for key, value in (
        ("pace", "watch"), ("goal", "first"), ("pace", "run"), ("goal", "all"), ("goal", "count"),
        ("algorithm", "dancing-cells"), ("goal", "first"), ("pace", "watch"),
    ):  # fmt: skip
        assert session.choose(key, value) is None
        told[f"{len(told) + 1}: {key} {value}"] = form(session)
    assert told == {
        "1: pace watch": "pace=watch algorithm=dlx goal=count choice=s order=natural restarts=0; picture, 2 (1, 5)",
        "2: goal first": "pace=watch algorithm=dlx goal=first choice=s order=natural restarts=0; picture, 2 (1, 5)",
        "3: pace run": (
            "pace=run algorithm=dlx goal=first choice=s order=natural restarts=0; picture, None (1000000, None)"
        ),
        "4: goal all": (
            "pace=run algorithm=dlx goal=all choice=s order=natural restarts=0; picture, None (1000000, None)"
        ),
        "5: goal count": (
            "pace=run algorithm=memo-count goal=count (not first, all) order=auto held=auto memory=256; "
            "picture, None (1000000, None)"
        ),
        "6: algorithm dancing-cells": (
            "pace=run algorithm=dancing-cells goal=count order=auto hint=on; picture, None (1000000, None)"
        ),
        "7: goal first": (
            "pace=run algorithm=dancing-cells goal=first order=auto hint=on; picture, None (1000000, None)"
        ),
        "8: pace watch": "pace=watch algorithm=dancing-cells goal=first order=auto hint=on; picture, 2 (1, 5)",
    }
    assert session.command() == "python -m core cover solve gallery:dominoes-8x8 --goal first --algorithm dancing-cells"
    note = session.choose("choice", "random")
    assert note is not None
    assert note.text == "dancing-cells has no parameter 'choice' (only order, hint, threads)"
    with pytest.raises(CannotSolve, match="no cover algorithm is called 'nonsense'"):
        session.choose("algorithm", "nonsense")


def test_the_rows_of_the_form() -> None:
    """Every value that a row offers, for each algorithm."""
    session = opened("dominoes-8x8")
    session.choose("pace", "run")
    every = " ".join(entry.key for entry in algorithms("cover") if entry.refusal(session.problem) is None)
    offered = []
    for key in ("algorithm-x", "dlx", "dancing-cells", "memo-count"):
        session.choose("goal", "count")
        session.choose("algorithm", key)
        for row in session.rows():
            values = [option.value for option in row.options] if isinstance(row, Choice) else [row.shown]
            offered.append(f"{key}, {row.key}: {' '.join(map(str, values))}")
    assert offered == [
        "algorithm-x, pace: watch run",
        f"algorithm-x, algorithm: {every}",
        "algorithm-x, goal: first all count cheapest",
        "algorithm-x, choice: s first",
        "algorithm-x, order: natural reverse rarest busiest",
        "dlx, pace: watch run",
        f"dlx, algorithm: {every}",
        "dlx, goal: first all count cheapest",
        "dlx, choice: s first random",
        "dlx, order: natural reverse rarest busiest",
        "dlx, restarts: never",
        "dancing-cells, pace: watch run",
        f"dancing-cells, algorithm: {every}",
        "dancing-cells, goal: first all count cheapest",
        "dancing-cells, order: auto natural reverse rarest busiest",
        "dancing-cells, hint: on off",
        "memo-count, pace: watch run",
        f"memo-count, algorithm: {every}",
        "memo-count, goal: first all count cheapest",
        "memo-count, order: auto natural reverse rarest busiest",
        "memo-count, held: auto bits cells",
        "memo-count, memory: 256",
    ]


def test_speeds_go_up_and_down_between_limits() -> None:
    session = opened("dominoes-8x8")
    session.choose("pace", "watch")
    told = []
    for speed in (None, 1, 999, 1000, 5000):
        session.search.set_speed(speed)
        told.append((session.search.speed, session.search.shifted_speed(1), session.search.shifted_speed(-1)))
    assert told == [(1000, 1000, 500), (1, 2, 1), (999, 1000, 500), (1000, 1000, 500), (1000, 1000, 500)]
    session.set_pace(watching=False)
    session.search.set_speed(5000)
    assert session.remembered() == {
        "algorithm": "memo-count",
        "goal": "count",
        "settings": {},
        "name": "gallery:dominoes-8x8",
        "hand": {},
        "speed": 5000,
        "watched_speed": 1000,
    }


def test_what_the_command_line_asks_for() -> None:
    session = opened("dominoes-8x8")
    session.choose("algorithm", "dancing-cells")
    session.choose("goal", "first")
    told = []
    for asked in ({"speed": "7"}, {"speed": "5000", "run": "yes"}, {"goal": "count"},
                  {"algorithm": "algorithm-x", "goal": "first"}):  # fmt: skip
        assert session.ask(asked) is None
        told.append(f"{session.search.speed} {session.watching} {session.setup.entry.key} {session.setup.goal}")
    assert told == [
        "7 True dancing-cells first",
        "5000 False dlx first",
        "5000 False dlx count",
        "5000 False algorithm-x first",
    ]
    for asked, said in (
        ({"algorithm": "x"}, "no cover algorithm is called 'x'"),
        ({"speed": "x"}, "speed: expected 1 to 1 000 000 000 nodes a second, or full, not 'x'"),
        ({"goal": "x"}, "'x' is not a valid Goal"),
    ):
        with pytest.raises(ValueError, match=said):
            session.ask(asked)


def test_views_come_one_after_the_other() -> None:
    session = opened("dominoes-8x8")
    assert [session.view_called(name) for name in ("next", "before", "tree", "picture")] == [
        "links",
        "graph",
        "tree",
        "picture",
    ]
    session.view_name = "tree"
    assert [session.view_called(name) for name in ("next", "before")] == ["matrix", "levels"]


BEFORE = [
    "a b c\na b\nb c\n",
    "a b c\na\nb\na b\n",
    "a b c d\na b\n",
    "a | x\na\nx\nx\n",
    "a b\na b\na\nb\n",
    "a b | x\na x\nb\nx\n",
    "a b c d\na b\nc\nd\n",
]


def test_what_is_said_before_a_run(rows: Rows) -> None:
    told, troubles, notes = {}, {}, {}
    for text in BEFORE:
        session = opened("", text)
        session.outlook = outlook(session.problem)
        expected = estimate(session.problem, 50, seed=1)
        told[text] = words.before_a_run(session.puzzle, session.outlook, expected).splitlines()
        troubles[text] = (words.trouble(session.puzzle, session.outlook), sorted(session.given))
        notes[text] = [*why(session), found(session)]
    assert told == {
        """\
a b c
a b
b c
""": [
            "Impossible: item c cannot be covered beside option 1, which is forced. So there is no solution.",
            "Forced: a by 1; c by 2.",
            "",
            "Expected after 50 random probes (Knuth 1975), ± the standard error:",
            "  2 nodes",
            "  solutions: no probe found one, which does not mean that there are none",
        ],
        """\
a b c
a
b
a b
""": [
            "Impossible: c. Too few options hold it, so there is no solution.",
            "",
            "Expected after 50 random probes (Knuth 1975), ± the standard error:",
            "  1 node",
            "  solutions: no probe found one, which does not mean that there are none",
        ],
        """\
a b c d
a b
""": [
            "Impossible: c, d. Too few options hold them, so there is no solution.",
            "Forced: a by 1; b by 1.",
            "",
            "Expected after 50 random probes (Knuth 1975), ± the standard error:",
            "  1 node",
            "  solutions: no probe found one, which does not mean that there are none",
        ],
        """\
a | x
a
x
x
""": [
            "Forced: a by 1.",
            "2 options have no primary item and cannot be in a solution.",
            "",
            "Expected after 50 random probes (Knuth 1975), ± the standard error:",
            "  2 nodes",
            "  1 solution",
        ],
        """\
a b
a b
a
b
""": [
            "Forced: no item; each could be covered in several ways.",
            "",
            "Expected after 50 random probes (Knuth 1975), ± the standard error:",
            "  about 4 nodes",
            "  2 solutions",
            "  (about: a rough guess: perhaps ten times as many or as few)",
        ],
        """\
a b | x
a x
b
x
""": [
            "Forced: a by 1; b by 2.",
            "1 option has no primary item and cannot be in a solution.",
            "",
            "Expected after 50 random probes (Knuth 1975), ± the standard error:",
            "  3 nodes",
            "  1 solution",
        ],
        """\
a b c d
a b
c
d
""": [
            "Forced: a by 1; b by 1; c by 2; d by 3.",
            "",
            "Expected after 50 random probes (Knuth 1975), ± the standard error:",
            "  4 nodes",
            "  1 solution",
        ],
    }
    assert troubles == {
        """\
a b c
a b
b c
""": ("no solution: item c cannot be covered beside option 1, which is forced", [0, 1]),
        """\
a b c
a
b
a b
""": ("no solution: item c cannot be covered: no option holds it", []),
        """\
a b c d
a b
""": ("no solution: nothing covers c, d", [0]),
        """\
a | x
a
x
x
""": ("", [0]),
        """\
a b
a b
a
b
""": ("", []),
        """\
a b | x
a x
b
x
""": ("", [0, 1]),
        """\
a b c d
a b
c
d
""": ("", [0, 1, 2]),
    }
    assert [lines[0] for lines in notes.values() if lines[0].startswith("bad")] == [
        "bad: No solution: item c cannot be covered beside option 1, which is forced.",
        "bad: No solution: item c cannot be covered: no option holds it.",
        "bad: No solution: nothing covers c, d.",
    ]
    rows((line for lines in notes.values() for line in lines), most=99)


def test_an_estimate_is_said_as_exactly_as_it_is_known() -> None:
    cases = ((0, 0), (1, 0), (1.2, 0.3), (12345.6, 100), (12345.6, 1e6), (2017, float("inf")), (1e15, 3), (999.4, -1))
    assert [words.estimate(value, error, "nodes", skewed=False) for value, error in cases] == [
        "0 nodes",
        "1 node",
        "1 node ± 25 %",
        "12 346 nodes ± 1 %",
        "about 12 000 nodes",
        "about 2 000 nodes",
        "about 1e+15 nodes",
        "999 nodes",
    ]
    assert [words.estimate(value, error, "nodes", skewed=True) for value, error in cases] == [
        "about 0 nodes",
        "about 1 node",
        "about 1 node",
        "about 12 000 nodes",
        "about 12 000 nodes",
        "about 2 000 nodes",
        "about 1e+15 nodes",
        "about 1 000 nodes",
    ]
    assert [words.rounded(value) for value in (0, 5, 99, 101, 12345, 99999)] == [0, 5, 99, 100, 12000, 100000]


def test_what_was_remembered_is_told_as_a_share() -> None:
    cases = ((0, 0, True), (1, 3, True), (5, 12345, False), (0, 0, False))
    assert [words.recalled({"hits": hits, "lookups": asked, "in use": used}) for hits, asked, used in cases] == [
        "none of 0 asked",
        "33 % of 3 asked",
        "only 0 %: switched off",
        "only none: switched off",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a b\na b\n", "every item exactly once"),
        ("a | x\na x\n", "every primary item exactly once and every secondary item at most once"),
        (
            "a b | x\na x:1\nb x:1\n",
            "every primary item exactly once and every secondary item at most once, or more often in one colour",
        ),
        ("0:2|a b\na b\na\n", "every item as often as it says"),
    ],
)
def test_what_is_wanted_holds_for_the_problem(text: str, wanted: str) -> None:
    problem = read_puzzle(text).problem
    assert words.covered(problem, "") == wanted
    assert words.beginning(problem)[0].text.startswith(f"Wanted: options (rows) that together hold {wanted[:9]}")
    assert words.browsing(problem, [0])[0].text == f"A solution of 1 option: {wanted}."


def test_what_is_said_without_a_reason() -> None:
    states = ("running", "paused", "stopped")
    assert [words.without_reason(state, walkable=True) for state in states] == [
        "Searching. space pauses it, and then you see why it is where it is.",
        "Paused.",
        "Stopped.",
    ]
    assert [words.without_reason(state, walkable=False) for state in states] == [
        "Searching. space pauses it, and then you see why it is where it is.",
        "This algorithm visits no tree to walk through; choose another one.",
        "This algorithm visits no tree to walk through; choose another one.",
    ]
    assert words.beginning(ExactCover.from_options("ab", ["ab"])) == [
        (
            "plain",
            ("Wanted: options (rows) that together hold every item (column) exactly once. Nothing is chosen yet."),
        ),
        ("next", "Press . for the first node (, goes back), or enter to run."),
    ]
    assert words.hand_keys() == [
        (
            "next",
            (
                "space takes the option, ! wants it in every solution, x forbids it, u undoes; then . searches on "
                "from there."
            ),
        )
    ]
    assert words.tabs(["matrix", "levels"], "levels") == (
        "[not bold][@click=screen.view('matrix')]matrix[/][/] [bold underline][@click=screen.view('levels')]bars[/][/]"
    )


def test_what_is_said_while_editing_opening_and_after_an_error() -> None:
    session = opened("", BEFORE[-1])
    session.editing = True
    assert [*why(session), drawn(session.state())] == [
        "plain: space puts the item (column) into the option (row), or takes it out; arrows move.",
        ("plain: o adds an option, i an item. d and x remove them, r and n name them. s makes the item secondary."),
        "next: u undoes, U redoes. Everything is kept. esc when done.",
        "chosen -; next - by -; covered -; sizes 1 1 1 1; gone -; forced 1 2 3, ruled out -",
    ]
    session.editing = False
    session.search.error = "out of memory"
    assert why(session) == ["bad: out of memory"]
    session.search.error = ""
    session.waiting.begin()
    assert why(session) == ["plain: Opening the problem."]


def test_what_can_be_opened() -> None:
    lines = choosing.choices([("own:1", "Mine", "today")], draft=True)
    assert [f"{line.group}: {line.value} | {line.title} | {line.text}" for line in lines[:9]] == [
        "Begin: new:file | Open a file | Knuth's format, a 0/1 matrix, JSON, or drawn pieces",
        "Begin: new:drawing | Draw your own pieces | a region and pieces as ASCII art, to be packed",
        "Begin: new:matrix | A new matrix | items and options put in with the keyboard",
        "Begin: new:draft | The text you left | typed but not used yet",
        "Your own: own:1 | Mine | your own, today",
        "Examples: gallery:four-sets | Four sets | 1 solution  (Veneroso 2017, §2.1)",
        "Examples: gallery:knuth-2000 | Knuth's 6×7 matrix | 1 solution  (Knuth 2000)",
        "Examples: gallery:knuth-dlx1 | Secondary items | 1 solution  (Knuth, DLX1)",
        "Examples: gallery:knuth-dlx2 | Colours | 1 solution  (Knuth, DLX2)",
    ]
