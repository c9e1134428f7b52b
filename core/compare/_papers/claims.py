"""The claims of the documents on N queens, checked against a measured table, each with its evidence.

A count that differs refutes a claim at once; to support one takes at least `ROWS` rows.  Times are
CPU times of searching; one contestant is called slower than another only if the two differ beyond
the noise.
"""

from __future__ import annotations

from dataclasses import dataclass

from core._words import counted
from core.compare._cell import CellStatus
from core.compare._papers import paper_of
from core.compare._quantity import Quantity
from core.compare._rounds import beside
from core.compare._statistics import LEAST_EFFECT, RatioVerdict, TimeRatio
from core.compare._table import Table
from core.compare._text import ratio_text, spans

ROWS = 3
"""Fewer rows say nothing about all of them."""
AHEAD = 2
"""An algorithm that has overtaken another must be ahead in at least this many of the last rows."""
LEAST_SECONDS = 2e-5
"""Quicker searches are too short to compare: the call itself takes as long."""
CLEARLY = 2.0
"""From this factor on, one size is called quick compared with another."""
OVERTAKEN_AT = 13
"""The N at which DLX + S is ahead in document 000."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a document says, checked against the table."""

    text: str
    holds: bool | None
    """None if the figures leave it open."""
    evidence: str = ""
    """The evidence for that."""
    few: bool = False
    """For an open claim: whether there are too few rows to decide."""

    @classmethod
    def of_all(cls, text: str, rows: int, evidence: str, *, refuted: bool = False, least: int = ROWS) -> Claim:
        """A claim about all rows: one refutes it, and with fewer than ``least`` it stays open."""
        return cls(text, False if refuted else True if rows >= least else None, evidence, rows < least)

    def __str__(self) -> str:
        mark = {True: "✓", False: "✗", None: "?"}[self.holds]
        verdict = {True: "holds here", False: "does not hold here", None: "these figures leave it open"}[self.holds]
        if self.holds is None and self.few:
            verdict = "not enough rows to say"
        return f"{mark} {self.text}: {verdict}{f' ({self.evidence})' if self.evidence else ''}"


def _compared(table: Table, slower: str, faster: str) -> list[tuple[str, TimeRatio]]:
    """For each instance measured for both: how many times as long ``slower`` searches as ``faster``."""
    found = []
    for instance in table.plan.instances:
        one, other = table.cell(faster, instance), table.cell(slower, instance)
        if one.solved and other.solved:
            found.append((instance, beside(one, other, lambda sample: sample.search_seconds)))
    return found


def _labels(table: Table) -> set[str]:
    return {contestant.label for contestant in table.plan.contestants}


# 000


def judge_veneroso(table: Table) -> list[Claim]:
    """Tables 2 and 3: equal node counts; DLX slower than backtracking; DLX + S overtakes it."""
    compared = [
        (cell, figure) for cell in table.cells.values()
        if (figure := table.paper(cell.key, Quantity.NODES)) is not None and cell.measured
    ]  # fmt: skip
    differing = [cell.key for cell, figure in compared if cell.values[Quantity.NODES] != figure]
    printed = paper_of(table.plan.document).figures.get(Quantity.NODES, {})
    of = sum(len(printed.get(label, ())) for label in _labels(table))
    evidence = f"{len(compared) - len(differing)} of {counted(len(compared), 'cell')}; the table has {of}"
    claims = [
        Claim.of_all(
            "Node counts equal those of Table 3", len({cell.key.instance for cell, _ in compared}), evidence,
            refuted=bool(differing),
        )
    ]  # fmt: skip
    if {"backtracking", "dlx"} <= _labels(table):
        claims.append(_slower(table))
    if {"backtracking", "dlx-s"} <= _labels(table):
        claims.append(_overtaking(table))
    return claims


def _slower(table: Table) -> Claim:
    text = "DLX without S visits the same nodes as backtracking and is slower"
    pairs = _compared(table, "dlx", "backtracking")
    same = [i for i, _ in pairs if _nodes(table, "dlx", i) == _nodes(table, "backtracking", i)]
    short = [i for i, _ in pairs if _too_short(table, i)]
    long = [(i, found) for i, found in pairs if i not in short]
    slower = [i for i, found in long if found.verdict is RatioVerdict.SLOWER]
    evidence = f"same nodes in {len(same)} of {counted(len(pairs), 'row')}"
    if long:
        evidence += f", search slower in {len(slower)} of {len(long)}; {_at(long[-1], 'DLX')}"
    if short:
        evidence += f"; N = {spans(short)} too short to tell"
    # A row that leaves open which is slower refutes nothing; one in which it is surely not slower does.
    refuted = [i for i, found in long if found.verdict is RatioVerdict.FASTER or found.interval.high < 1 + LEAST_EFFECT]
    few = [i for i, found in long if found.verdict is RatioVerdict.TOO_FEW]
    unsure = [i for i, found in long if i not in (*slower, *refuted, *few)]
    if unsure:
        evidence += f"; N = {spans(unsure)} cannot be told apart"
    if few:
        evidence += f"; N = {spans(few)} measured too few times"
    if unsure and len(same) == len(pairs) and not refuted:
        return Claim(text, None, evidence)
    return Claim.of_all(
        text, 0 if few else len(slower), evidence, refuted=len(same) < len(pairs) or bool(refuted),
    )  # fmt: skip


def _at(row: tuple[str | int, TimeRatio], name: str) -> str:
    """The ratio of one row in words."""
    return f"at N = {row[0]}, {name} takes {ratio_text(row[1])} times as long as backtracking"


def _too_short(table: Table, instance: str) -> bool:
    return (table.cell("backtracking", instance).values.get(Quantity.SOLVE) or 0.0) < LEAST_SECONDS


def _nodes(table: Table, label: str, instance: str) -> float | None:
    return table.cell(label, instance).values.get(Quantity.NODES)


def _overtaking(table: Table) -> Claim:
    text = f"DLX + S visits fewer nodes and overtakes backtracking (in the paper at N = {OVERTAKEN_AT})"
    pairs = [
        (int(i), found) for i, found in _compared(table, "dlx-s", "backtracking")
        if not _too_short(table, i)
    ]  # fmt: skip
    more = [
        n for n, _ in pairs if (_nodes(table, "dlx-s", str(n)) or 0) >= (_nodes(table, "backtracking", str(n)) or 0)
    ]
    if more:
        return Claim(text, False, f"not fewer nodes at N = {spans([str(n) for n in more])}")
    if len(pairs) < ROWS or any(found.verdict is RatioVerdict.TOO_FEW for _, found in pairs):
        return Claim(text, None, f"{counted(len(pairs), 'row')} long enough and measured often enough"
                                 if pairs else "", few=True)  # fmt: skip
    ahead = [found.verdict is RatioVerdict.FASTER for _, found in pairs]
    first = next((k for k in range(len(pairs)) if all(ahead[k:])), None)
    n, last = pairs[-1]
    if first is None:
        open_yet = n < OVERTAKEN_AT or last.verdict is RatioVerdict.NOT_APART
        return Claim(text, None if open_yet else False, f"not up to N = {n}; {_at(pairs[-1], 'DLX + S')}")
    since = "in all rows" if first == 0 else f"from N = {pairs[first][0]} on"
    evidence = f"here ahead {since}, of N = {pairs[0][0]} to {n}; {_at(pairs[-1], 'DLX + S')}"
    enough = len(pairs) - first >= AHEAD
    return Claim(text, True if enough else None, evidence, few=not enough)


# 004


def judge_fernandes(table: Table) -> list[Claim]:
    """Table 1: MM is quick except at N = 6k + 3, and quicker than AT; the closed form always answers."""
    claims = []
    labels = _labels(table)
    if "stride" in labels:
        claims.append(_quick_except(table))
    if {"stride", "naive"} <= labels:
        # Compared by nodes: below a microsecond the call takes longer than the search.
        pairs = [
            (m, a) for i in table.plan.instances
            if int(i) % 6 != 3 and (m := _nodes(table, "stride", i)) and (a := _nodes(table, "naive", i))
        ]  # fmt: skip
        fewer, as_many = (sum(of) for of in ([m < a for m, a in pairs], [m == a for m, a in pairs]))
        claims.append(
            Claim.of_all(
                "MM needs no more nodes than AT where N is not 6k + 3", len(pairs),
                f"fewer in {fewer} of {counted(len(pairs), 'row')}{f', as many in {as_many}' if as_many else ''}",
                refuted=fewer + as_many < len(pairs),
            )
        )  # fmt: skip
    if "closed-form" in labels:
        cells = [cell for i in table.plan.instances if (cell := table.cell("closed-form", i)).measured]
        without = [cell.key.instance for cell in cells if not cell.solutions]
        evidence = f"{len(cells) - len(without)} of {counted(len(cells), 'row')}"
        if without:
            evidence += f"; none for N = {spans(without)}"
        claims.append(
            Claim.of_all("The closed form gives a solution for every N", len(cells), evidence, refuted=bool(without))
        )
    return claims


def _quick_except(table: Table) -> Claim:
    text = "MM is quick except at N = 6k + 3"
    work: dict[bool, list[float]] = {True: [], False: []}
    for instance in table.plan.instances:
        nodes = _nodes(table, "stride", instance)
        if nodes is not None:
            work[int(instance) % 6 == 3].append(nodes / int(instance))
    stuck = [i for i in table.plan.instances if table.cell("stride", i).status is CellStatus.LIMIT]
    easy, hard = max(work[False], default=0.0), min(work[True], default=float("inf"))
    said = [
        f"at most {easy:.1f} nodes a queen in {counted(len(work[False]), 'row')} elsewhere" if work[False]
        else "no row elsewhere",
        f"at least {hard:.1f} in {counted(len(work[True]), 'row')} of N = 6k + 3" if work[True]
        else "no row of N = 6k + 3 was done",
    ]  # fmt: skip
    if stuck:
        said.append(f"not done within the limit: N = {spans(stuck)}")
    evidence = "; ".join(said)
    if any(int(i) % 6 != 3 for i in stuck):
        return Claim(text, False, evidence)
    if len(work[False]) < ROWS or len(work[True]) + len(stuck) < AHEAD:
        return Claim(text, None, evidence, few=True)
    if easy < hard < CLEARLY * easy:  # such small sizes decide nothing
        return Claim(text, None, evidence)
    return Claim(text, easy < hard, evidence)


# 001


def judge_pantelis(table: Table) -> list[Claim]:
    """The counts are those of the literature."""
    cells = [cell for cell in table.cells.values() if cell.measured]
    equal = [cell for cell in cells if cell.solutions == table.known[cell.key.instance]]
    return [
        Claim.of_all(
            "The bitmask program counts all solutions (A000170)", len(cells),
            f"{len(equal)} of {counted(len(cells), 'row')}", refuted=len(equal) < len(cells),
        )
    ]  # fmt: skip


# 002


def judge_giovannetti(table: Table) -> list[Claim]:
    """For which boards there are solutions: none below n = 4, and several from there on."""
    counts = {int(i): table.cell("backtracking", i).solutions for i in table.plan.instances}
    found = {n: count for n, count in counts.items() if count is not None}
    small, large = ({n: count for n, count in found.items() if (n < 4) is below} for below in (True, False))
    solvable, alone = [n for n, count in small.items() if count], [n for n, count in large.items() if count < 2]
    none = [str(n) for n in small if n not in solvable]
    evidence = "; ".join([f"none for N = {spans(none)}"] * bool(none) + [f"N = {n} has {small[n]}" for n in solvable])
    several = f"{len(large) - len(alone)} of {counted(len(large), 'board')}"
    return [
        Claim.of_all("There is no solution for N below 4", len(small), evidence, refuted=bool(solvable), least=2),
        Claim.of_all("For each N from 4 on there are several", len(large), several, refuted=bool(alone)),
    ]
