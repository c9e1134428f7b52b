"""An exact cover problem as a linear program in zeros and ones: LP files (as CPLEX has them), and MPS files.

``x3`` is 1 where the third option is chosen; row ``i2`` says how often the second item is covered.  If options give
a secondary item colours, ``y2_1`` is 1 where it has its first colour, and rows ``k…`` hold its options to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.exact_cover._problem import ExactCover

TERMS_A_LINE = 8
NOTHING = "z"
"""The variable of a problem without options: a program needs one."""


@dataclass(slots=True)
class Row:
    """A sum of variables between two bounds; None for no bound."""

    name: str
    terms: list[tuple[int, str]]
    """Factor and variable of each term."""
    least: int | None
    most: int | None

    @property
    def says_something(self) -> bool:
        """Whether it has a bound."""
        return self.least is not None or self.most is not None


@dataclass(slots=True)
class Program:
    """Rows over variables that are 0 or 1."""

    variables: list[str]
    rows: list[Row] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    """The coefficients of the first variables in the sum to be minimised."""


def program_of(problem: ExactCover) -> Program:
    """The linear program whose solutions are the covers of a problem."""
    idle = set(problem.idle_options)
    made = Program([f"x{o + 1}" for o in range(len(problem.options))] or [NOTHING], costs=list(problem.options.costs))
    holders: list[list[tuple[str, str]]] = [[] for _ in problem.items]
    for number, option in enumerate(problem.options):
        if number in idle:
            made.rows.append(Row(f"k{len(made.rows) + 1}", [(1, f"x{number + 1}")], None, 0))
            continue
        for item, colour in option.coloured:
            holders[item].append((f"x{number + 1}", colour))
    for number, (asked, held) in enumerate(zip(problem.items, holders, strict=True), 1):
        if asked.secondary:
            terms = [(1, name) for name, colour in held if not colour]
            shared: dict[str, list[str]] = {}
            for name, colour in held:
                if colour:
                    shared.setdefault(colour, []).append(name)
            for place, alike in enumerate(shared.values(), 1):
                shade = alike[0] if len(alike) == 1 else f"y{number}_{place}"
                terms.append((1, shade))
                if len(alike) > 1:
                    made.variables.append(shade)
                    for name in alike:
                        made.rows.append(Row(f"k{len(made.rows) + 1}", [(1, name), (-1, shade)], None, 0))
            if len(terms) > 1:
                made.rows.append(Row(f"i{number}", terms, None, 1))
        else:
            row = Row(f"i{number}", [(1, name) for name, _ in held], asked.least or None, asked.most)
            row.most = None if asked.most >= len(held) and asked.least != asked.most else asked.most
            made.rows += [row] if row.says_something else []
    return made


def write_lp(problem: ExactCover) -> str:
    """A file that CPLEX, Gurobi, HiGHS, SCIP, CBC and GLPK read."""
    return "".join(f"{line}\n" for line in _lp(problem, program_of(problem)))


def write_mps(problem: ExactCover) -> str:
    """An MPS file, in the columns of the fixed form if names have at most eight characters."""
    return "".join(f"{line}\n" for line in _mps(problem, program_of(problem)))


def _about(problem: ExactCover) -> Iterator[str]:
    """What the names stand for."""
    yield str(problem)
    for number in range(len(problem.options)):
        yield f"x{number + 1} = {problem.label(number)}: {' '.join(problem.entries(number))}"
    for number, item in enumerate(problem.items, 1):
        yield f"i{number} = {item.name}"


def _lp(problem: ExactCover, made: Program) -> Iterator[str]:
    yield from (f"\\ {line}" for line in _about(problem))
    yield "Minimize"
    yield from _sum(" cost:", [(cost, name) for cost, name in zip(made.costs, made.variables, strict=False)], made)
    yield "Subject To"
    for row in made.rows:
        if row.least == row.most:
            yield from _sum(f" {row.name}:", row.terms, made, f"= {row.least}")
            continue
        if row.least is not None:
            yield from _sum(f" {row.name}:", row.terms, made, f">= {row.least}")
        if row.most is not None:
            also = "" if row.least is None else "_most"
            yield from _sum(f" {row.name}{also}:", row.terms, made, f"<= {row.most}")
    yield "Binary"
    names = made.variables
    yield from (f" {' '.join(names[at : at + TERMS_A_LINE])}" for at in range(0, len(names), TERMS_A_LINE))
    yield "End"


def _sum(name: str, terms: list[tuple[int, str]], made: Program, bound: str = "") -> Iterator[str]:
    """A sum, on lines short enough for every reader."""
    shown = [_term(factor, variable) for factor, variable in terms] or [f"0 {made.variables[0]}"]
    for at in range(0, len(shown), TERMS_A_LINE):
        last = at + TERMS_A_LINE >= len(shown)
        text = " ".join(shown[at : at + TERMS_A_LINE])
        if at == 0:
            text = text.removeprefix("+ ")
        yield f"{name if at == 0 else '  '} {text}{' ' + bound if last and bound else ''}"


def _term(factor: int, variable: str) -> str:
    sign, size = "-" if factor < 0 else "+", abs(factor)
    return f"{sign} {variable}" if size == 1 else f"{sign} {size} {variable}"


def _mps(problem: ExactCover, made: Program) -> Iterator[str]:
    yield from (f"* {line}" for line in _about(problem))
    yield "NAME          cover"
    yield from ("ROWS", " N  cost")
    columns: dict[str, list[tuple[str, int]]] = {name: [] for name in made.variables}
    for name, cost in zip(made.variables, made.costs or [0] * len(made.variables), strict=False):
        columns[name].append(("cost", cost))
    for row in made.rows:
        yield f" {'E' if row.least == row.most else 'L' if row.least is None else 'G'}  {row.name}"
        for factor, variable in row.terms:
            columns[variable].append((row.name, factor))
    yield from ("COLUMNS", "    MARKER                 'MARKER'                 'INTORG'")
    for variable, entries in columns.items():
        yield from (f"    {variable:<8}  {name:<8}  {factor:>12}" for name, factor in entries or [("cost", 0)])
    yield "    MARKER                 'MARKER'                 'INTEND'"
    yield "RHS"
    for row in made.rows:
        bound = row.most if row.least is None else row.least
        yield f"    rhs       {row.name:<8}  {bound:>12}"
    wide = [(row.name, row.most - row.least) for row in made.rows
            if row.least is not None and row.most is not None and row.least < row.most]  # fmt: skip
    yield from ["RANGES"] if wide else []
    yield from (f"    range     {name:<8}  {width:>12}" for name, width in wide)
    yield "BOUNDS"
    yield from (f" BV bound     {variable}" for variable in made.variables)
    yield "ENDATA"
