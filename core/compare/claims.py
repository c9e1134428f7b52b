"""What the seed documents claim, checked against a measured table.  Every claim can fail.

Times are CPU times of searching; one contestant is called slower than another
only where the two differ beyond the noise.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.cell import CellStatus
from core.compare.papers import paper_of
from core.compare.quantity import Quantity
from core.compare.rounds import beside
from core.compare.statistics import LEAST_EFFECT, Difference, Verdict
from core.compare.table import Table
from core.compare.text import ratio_text, spans

LEAST_SECONDS = 2e-5
"""Searches quicker than this are too short to tell: the call itself takes as long."""

CLEARLY = 2.0
"""From this factor on, one size is called quick beside another."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a document says, checked against the table."""

    text: str
    holds: bool | None
    """None while there is too little to tell."""
    evidence: str = ""

    def __str__(self) -> str:
        mark = {True: "✓", False: "✗", None: "?"}[self.holds]
        verdict = {True: "holds here", False: "does not hold here", None: "not decided yet"}[self.holds]
        return f"{mark} {self.text}: {verdict}{f' ({self.evidence})' if self.evidence else ''}"


def _compared(table: Table, slower: str, faster: str) -> list[tuple[str, Difference]]:
    """For each instance that both have measured: how many times as long ``slower`` searches as ``faster``."""
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
    equal = [cell for cell, figure in compared if cell.values[Quantity.NODES] == figure]
    claims = [
        Claim(
            "Node counts equal those of Table 3",
            len(equal) == len(compared) if compared else None,
            f"{len(equal)} of {len(compared)} cells",
        )
    ]
    if {"backtracking", "dlx"} <= _labels(table):
        claims.append(_slower(table))
    if {"backtracking", "dlx-s"} <= _labels(table):
        claims.append(_overtaking(table))
    return claims


def _slower(table: Table) -> Claim:
    text = "DLX without S visits the same nodes as backtracking and is slower"
    pairs = _compared(table, "dlx", "backtracking")
    if not pairs:
        return Claim(text, None)
    same = [i for i, _ in pairs if _nodes(table, "dlx", i) == _nodes(table, "backtracking", i)]
    short = [i for i, _ in pairs if _too_short(table, i)]
    long = [(i, found) for i, found in pairs if i not in short]
    slower = [i for i, found in long if found.verdict is Verdict.SLOWER]
    evidence = f"by search time; same nodes in {len(same)} of {len(pairs)} rows"
    if long:
        evidence += (
            f", slower in {len(slower)} of {len(long)}; at N = {long[-1][0]} {ratio_text(long[-1][1])} times as long"
        )
    if short:
        evidence += f"; N = {spans(short)} too short to tell"
    # A row that leaves open which is slower refutes nothing: one does that is surely not slower.
    refuted = [i for i, found in long if found.verdict is Verdict.FASTER or found.interval.high < 1 + LEAST_EFFECT]
    unsure = [i for i, found in long if i not in slower and i not in refuted]
    if unsure:
        evidence += f"; N = {spans(unsure)} cannot be told apart"
    if len(same) < len(pairs):
        return Claim(text, False, evidence)
    undecided = not long or any(found.verdict is Verdict.TOO_FEW for _, found in long)
    return Claim(text, None if undecided else False if refuted else None if unsure else True, evidence)


def _too_short(table: Table, instance: str) -> bool:
    return (table.cell("backtracking", instance).values.get(Quantity.SOLVE) or 0.0) < LEAST_SECONDS


def _nodes(table: Table, label: str, instance: str) -> float | None:
    return table.cell(label, instance).values.get(Quantity.NODES)


def _overtaking(table: Table) -> Claim:
    text = "DLX + S visits fewer nodes and overtakes backtracking (in the paper at N = 13)"
    pairs = [
        (int(i), found) for i, found in _compared(table, "dlx-s", "backtracking")
        if not _too_short(table, i)
    ]  # fmt: skip
    if not pairs or any(found.verdict is Verdict.TOO_FEW for _, found in pairs):
        return Claim(text, None)
    more = [
        n for n, _ in pairs if (_nodes(table, "dlx-s", str(n)) or 0) >= (_nodes(table, "backtracking", str(n)) or 0)
    ]
    if more:
        return Claim(text, False, f"not fewer nodes at N = {spans([str(n) for n in more])}")
    ahead = [found.verdict is Verdict.FASTER for _, found in pairs]
    first = next((n for k, (n, _) in enumerate(pairs) if all(ahead[k:])), None)
    n, last = pairs[-1]
    if first is not None:
        return Claim(text, True, f"here from N = {first} on; at N = {n} {ratio_text(last)} times as long")
    evidence = f"not up to N = {n}: {ratio_text(last)} times as long there"
    slow, quick = table.growth("backtracking"), table.growth("dlx-s")
    if slow is not None and quick is not None and quick.factor_interval.high < slow.factor_interval.low:
        crossing = next((m for m in range(n + 1, n + 60) if quick.at(m) < slow.at(m)), None)
        if crossing is not None:
            evidence += f"; the lines cross at about N = {crossing}, an estimate"
    open_yet = n < 13 or last.verdict is Verdict.NOT_APART
    return Claim(text, None if open_yet else False, evidence)


# 004


def judge_fernandes(table: Table) -> list[Claim]:
    """Table 1: MM is quick except at N = 6k + 3, and quicker than AT; the closed form always answers."""
    claims = []
    labels = _labels(table)
    if "stride" in labels:
        claims.append(_quick_except(table))
    if {"stride", "naive"} <= labels:
        # Compared by nodes: below a microsecond the call weighs more than the search.
        pairs = [
            (m, a) for i in table.plan.instances
            if int(i) % 6 != 3 and (m := _nodes(table, "stride", i)) and (a := _nodes(table, "naive", i))
        ]  # fmt: skip
        fewer = sum(m <= a for m, a in pairs)
        claims.append(
            Claim(
                "MM needs fewer nodes than AT where N is not 6k + 3",
                fewer == len(pairs) if pairs else None,
                f"{fewer} of {len(pairs)} rows",
            )
        )
    if "closed-form" in labels:
        cells = [table.cell("closed-form", i) for i in table.plan.instances]
        solved = [cell for cell in cells if cell.solutions]
        claims.append(
            Claim(
                "The closed form gives a solution for every N",
                len(solved) == len(cells) if all(cell.measured for cell in cells) else None,
                f"{len(solved)} of {len(cells)} rows",
            )
        )
    return claims


def _quick_except(table: Table) -> Claim:
    work: dict[bool, list[float]] = {True: [], False: []}
    for instance in table.plan.instances:
        nodes = _nodes(table, "stride", instance)
        if nodes is not None:
            work[int(instance) % 6 == 3].append(nodes / int(instance))
    stuck = [i for i in table.plan.instances if table.cell("stride", i).status is CellStatus.LIMIT]
    easy, hard = max(work[False], default=0.0), min(work[True], default=0.0)
    evidence = f"at most {easy:.1f} nodes a queen elsewhere, at least {hard:.1f} there"
    if stuck:
        evidence += f"; not done: N = {', '.join(stuck)}"
    holds: bool | None = None
    if work[True] and work[False] and not easy < hard < CLEARLY * easy:  # in between, sizes this small decide nothing
        holds = easy < hard and all(int(i) % 6 == 3 for i in stuck)
    return Claim("MM is quick except at N = 6k + 3", holds, evidence)


# 003


def judge_nery(table: Table) -> list[Claim]:
    """Build against solve time, the success of the heuristic, times by size."""
    from core.compare.by_size import linear_claims

    claims = []
    for contestant in table.plan.contestants:
        if contestant.label.startswith("dlx-dense"):
            claims.append(_building_longer(table, contestant.label))
        if contestant.algorithm == "single-branch":
            claims.append(_heuristic(table, contestant.label))
    return claims + [Claim(*each) for each in linear_claims(table)]


def _building_longer(table: Table, label: str) -> Claim:
    text = "Building the dense matrix takes longer than solving"
    pairs = [
        (build, solve) for i in table.plan.instances
        if (build := table.cell(label, i).values.get(Quantity.BUILD)) is not None
        and (solve := table.cell(label, i).values.get(Quantity.SOLVE)) is not None
    ]  # fmt: skip
    if not pairs:
        return Claim(text, None)
    more = sum(build > solve for build, solve in pairs)
    times = sum(build for build, _ in pairs) / max(1e-12, sum(solve for _, solve in pairs))
    return Claim(text, more == len(pairs), f"{more} of {len(pairs)} puzzles; {times:.1f} × in all")


def _heuristic(table: Table, label: str) -> Claim:
    """Whether the heuristic solves every proper puzzle, as the paper reports for its 40."""
    counts = paper_of(table.plan.document).counts
    own, of_own = counts.get("own_solved", 40), counts.get("own_puzzles", 40)
    valid, of_valid = counts.get("valid_solved", 58), counts.get("valid_puzzles", 59)
    paper = f"in the paper {own} of {of_own} of its own, {valid} of {of_valid} in all"
    text = f"The heuristic solves every proper puzzle ({paper})"
    puzzles = [i for i in table.plan.instances if not i.startswith("empty-")]
    done = [cell for i in puzzles if (cell := table.cell(label, i)).measured]
    solved = sum(bool(cell.solutions) for cell in done)
    given_up = len(done) - solved
    holds = False if given_up else True if len(done) == len(puzzles) else None
    return Claim(text, holds, f"{solved} of {len(done)} solved here, {given_up} given up")


# 001


def judge_pantelis(table: Table) -> list[Claim]:
    """The counts are those of the literature."""
    cells = [cell for cell in table.cells.values() if cell.measured]
    equal = [cell for cell in cells if cell.solutions == table.known[cell.key.instance]]
    return [
        Claim(
            "The bitmask program counts all solutions (A000170)",
            len(equal) == len(cells) if cells else None,
            f"{len(equal)} of {len(cells)} rows",
        )
    ]


# 002


def judge_giovannetti(table: Table) -> list[Claim]:
    """For which boards there are solutions: none below n = 4, and several from there on."""
    counts = {int(i): table.cell("backtracking", i).solutions for i in table.plan.instances}
    found = {n: count for n, count in counts.items() if count is not None}
    small, large = ({n: count for n, count in found.items() if (n < 4) is below} for below in (True, False))
    solvable, alone = [n for n, count in small.items() if count], [n for n, count in large.items() if count < 2]
    evidence = f"none for N = {spans([str(n) for n in small if n not in solvable])}" if small else ""
    evidence += "".join(f"; N = {n} has {small[n]}" for n in solvable)
    several = f"{len(large) - len(alone)} of {len(large)} boards"
    return [
        Claim("There is no solution for N below 4", not solvable if small else None, evidence),
        Claim("For each N from 4 on there are several", not alone if large else None, several if large else ""),
    ]
