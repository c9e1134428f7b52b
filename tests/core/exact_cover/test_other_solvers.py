"""Problems for other solvers (DIMACS, LP, MPS), read here as those read them, and what such solvers answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import example, given, settings

from core import ExactCover, Item
from core.exact_cover._formats import FormatError, write
from core.exact_cover._formats.answers import read_answer
from tests.cli import Cli
from tests.core.exact_cover.strategies import brute_force, problems

Rows = dict[str, tuple[dict[str, int], int | None, int | None]]
"""By name: a factor for each variable, and the bounds of the sum."""

NOTHING = ExactCover((Item("a", least=0),), ())
UNCOVERED = ExactCover((Item("a"), Item("b", least=2, most=2)), ((0,),))
CROWDED = ExactCover(tuple(Item(f"p{i}") for i in range(2)), ((0,), (0, 1)) * 5 + ((1,),) * 3)
SHADES = ExactCover(
    (*(Item(f"p{i}") for i in range(3)), Item("s", secondary=True)),
    ((0, 3), (1, 3), (2, 3), (2,), (0,)), (("", "a"), ("", "a"), ("", "b"), ("",), ("",)),
)  # fmt: skip


def choices(problem: ExactCover) -> list[frozenset[int]]:
    every = range(len(problem.options))
    return [frozenset(chosen) for size in range(len(every) + 1) for chosen in combinations(every, size)]


def satisfiable(clauses: Sequence[frozenset[int]]) -> bool:
    """Unit clauses first, then one way and the other."""
    while True:
        if frozenset() in clauses:
            return False
        if not clauses:
            return True
        literal = next((next(iter(c)) for c in clauses if len(c) == 1), 0)
        if not literal:
            break
        clauses = [c - {-literal} for c in clauses if literal not in c]
    literal = next(iter(clauses[0]))
    return any(satisfiable([*clauses, frozenset([each])]) for each in (literal, -literal))


@example(NOTHING)
@example(UNCOVERED)
@example(CROWDED)
@example(SHADES)
@settings(max_examples=40, deadline=None)
@given(problems())
def test_exactly_the_covers_satisfy_the_clauses(problem: ExactCover) -> None:
    lines = write(problem, "dimacs").splitlines()
    head, *listed = [line for line in lines if not line.startswith("c")]
    clauses = [frozenset(map(int, line.split()[:-1])) for line in listed]
    assert all(line.endswith("0") for line in listed)
    assert head == f"p cnf {max((abs(x) for c in clauses for x in c), default=0)} {len(clauses)}" or problem.options
    assert int(head.split()[3]) == len(clauses)
    options = len(problem.options)
    shown = [line.split() for line in lines if line.startswith("c p show")]
    assert shown == (
        [["c", "p", "show", *map(str, range(1, options + 1)), "0"]] if int(head.split()[2]) > options else []
    )
    covers = brute_force(problem)
    for chosen in (
        choices(problem) if options <= 9 else covers | {c | {0} for c in covers} | {c - {min(c)} for c in covers}
    ):
        assumed = [frozenset([o + 1 if o in chosen else -o - 1]) for o in range(options)]
        assert satisfiable([*clauses, *assumed]) is (chosen in covers)


def rows_of_lp(text: str) -> tuple[Rows, set[str]]:
    text = re.sub(r"(?m)^\\.*\n", "", text)
    body = re.fullmatch(r"Minimize\n cost:(.*)\nSubject To\n(.*)Binary\n(.*)End\n", text, re.DOTALL)
    assert body is not None
    rows: Rows = {}
    for name, terms, sign, bound in re.findall(r"(\w+):\s([^:=<>]*?)\s([<>]?=) (\d+)\n", body[2]):
        factors = {
            v: int(n or 1) * (-1 if s == "-" else 1) for s, n, v in re.findall(r"([+-]?) ?(\d*) ?\b([xyz]\w*)", terms)
        }
        own = name.removesuffix("_most")
        _, least, most = rows.get(own, ({}, None, None))
        rows[own] = ({v: f for v, f in factors.items() if f}, int(bound) if sign != "<=" else least,
                     int(bound) if sign != ">=" else most)  # fmt: skip
    return rows, set(body[3].split())


def rows_of_mps(text: str) -> tuple[Rows, set[str]]:
    section, rows, kinds, binary = "", Rows(), {}, set()
    for line in text.splitlines():
        if line.startswith("*") or "MARKER" in line:
            continue
        if not line.startswith(" "):
            section = line.split()[0]
            continue
        words = line.split()
        if section == "ROWS":
            kinds[words[1]] = words[0]
            rows[words[1]] = ({}, None, None)
        elif section == "COLUMNS":
            rows[words[1]][0].update({words[0]: int(words[2])} if int(words[2]) else {})
        elif section == "RHS":
            factors, kind, bound = rows[words[1]][0], kinds[words[1]], int(words[2])
            rows[words[1]] = factors, bound if kind in "EG" else None, bound if kind in "EL" else None
        elif section == "RANGES":
            factors, least, _ = rows[words[1]]
            rows[words[1]] = factors, least, (least or 0) + int(words[2])
        elif section == "BOUNDS":
            assert words[0] == "BV"
            binary.add(words[2])
    del rows["cost"]
    return rows, binary


@example(NOTHING)
@example(UNCOVERED)
@example(CROWDED)
@example(SHADES)
@settings(max_examples=40, deadline=None)
@given(problems())
def test_exactly_the_covers_are_in_the_program(problem: ExactCover) -> None:
    text = write(problem, "lp")
    assert max(map(len, text.splitlines())) < 255
    rows, binary = rows_of_lp(text)
    assert rows_of_mps(write(problem, "mps")) == (rows, binary)
    assert {v for factors, _, _ in rows.values() for v in factors} <= binary
    covers = brute_force(problem)
    for chosen in choices(problem) if len(problem.options) <= 9 else covers:
        values = {f"x{o + 1}": int(o in chosen) for o in range(len(problem.options))}
        for factors, _, most in rows.values():  # a colour has to be there where an option gives it
            for colour in (v for v in factors if v.startswith("y") and most == 0):
                values[colour] = values.get(colour, 0) or max(values[v] for v in factors if v != colour)
        sums = [
            (sum(values.get(v, 0) * f for v, f in factors.items()), least, most)
            for factors, least, most in rows.values()
        ]
        fits = all((least is None or total >= least) and (most is None or total <= most) for total, least, most in sums)
        assert fits is (chosen in covers)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c a comment\ns SATISFIABLE\nv -1 2 -3\nv 4 9 0\n", (1, 3)),
        ("SAT\n-1 2 -3 4 5 0\n", (1, 3, 4)),
        ("1 -2 -3 0", (0,)),
        ("v 0\n", ()),
        ("o 3\ns OPTIMUM FOUND\nv 3 0\n", (2,)),
        ("s UNSATISFIABLE\n", None),
        ("UNSAT\n", None),
        ("Model status\nOptimal\n\n# Columns 3\nx1 1\nx2 0\nx3 0.9999999\n# Rows 2\ni1 1\ni2 1\n", (0, 2)),
        ("Optimal - objective value 0.00000000\n      0 x2                     1                       0\n", (1,)),
        ("solution status: optimal solution found\nobjective value: 0\nx5   1 \t(obj:0)\n", (4,)),
        ("     1 x1           *              1             0             1 \n", (0,)),
        ("Infeasible - objective value 0.00000000\n", None),
        ("solution status: infeasible\nno solution available\n", None),
    ],
)
def test_answers_of_solvers(text: str, expected: tuple[int, ...] | None) -> None:
    if text == "v 0\n":
        assert read_answer(text, "answer", 0) == ()
        return
    assert read_answer(text, "answer", 5) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("v 1 two 0\n", "line 1, column 5: expected a variable's number, not 'two'"),
        ("SAT\n1 -1 0\n", "line 2, column 3: expected one value of variable 1, not both"),
        ("x1 1\n  x1 0\n", "line 2, column 3: expected one value of variable 1, not both"),
        ("nothing of the kind\n", "line 1, column 1: expected a SAT solver's answer, such as v 1 -2 0, or values"),
        ("", "line 1, column 1: expected a SAT solver's answer"),
        ("c late\ns UNKNOWN\n", "line 2, column 3: expected an answer; the solver gave up (UNKNOWN)"),
        ("INDET\n", "line 1, column 1: expected an answer; the solver gave up (INDET)"),
    ],
)
def test_what_no_solver_writes_is_refused(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=re.escape(said)):
        read_answer(text, "answer", 5)


def test_an_answer_is_shown_as_a_cover_and_checked(cli: Cli, tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    cover = cli.under("cover", "check")
    answer.write_text("v -1 2 8 9 15 0\n")
    done = cover("gallery:queens-4", "--solution", answer)
    assert (done.status, done.out.splitlines()[1], done.out.splitlines()[-1]) == (
        0, "│   │ ♛ │   │   │", "a solution",
    )  # fmt: skip
    answer.write_text("v -1 2 9 15 0\n")
    done = cover("gallery:queens-4", "--solution", answer)
    assert (done.status, done.out.splitlines()[-3:]) == (
        1, ["not a solution", "item r2 is not covered", "item c4 is not covered"],
    )  # fmt: skip
    assert cover("gallery:four-sets", "--solution", "-", stdin="v 1 -2 -3 4 0\n").out == (
        "A: 1 2 4\nD: 3 5 6\na solution\n"
    )
    done = cover("gallery:four-sets", "--solution", "-", stdin="s UNSATISFIABLE\n")
    assert (done.status, done.out) == (1, "")
    assert "standard input: the solver says that there is no solution" in done.err
    assert cover("-", "--solution", "-").status == 2
    assert "leave yours out" in cover("gallery:four-sets", "A", "--solution", answer).err
    assert "No such file" in cover("gallery:four-sets", "--solution", tmp_path / "no").err


def test_costs_are_what_a_program_makes_small_and_clauses_leave_them_out(cli: Cli) -> None:
    text = "A B | C\nA |3\nB C:1\nA B |-2\nA C:1 |12\nB\n"
    lp = cli("cover", "convert", "-", "--to", "lp", stdin=text).out
    assert "Minimize\n cost: 3 x1 + 0 x2 - 2 x3 + 12 x4 + 0 x5\nSubject To\n" in lp
    mps = cli("cover", "convert", "-", "--to", "mps", stdin=text).out
    assert [line.split() for line in mps.splitlines() if " cost " in line] == [
        [f"x{number}", "cost", str(cost)] for number, cost in enumerate((3, 0, -2, 12, 0), 1)
    ]
    done = cli("cover", "convert", "-", "--to", "dimacs", stdin=text)
    assert (done.status, done.err) == (0, "note: clauses have no costs; lp and mps do\n")


def test_clauses_of_no_options_name_no_variables() -> None:
    assert write(NOTHING, "dimacs") == "c exact cover of 1 item by 0 options\np cnf 0 0\n"
