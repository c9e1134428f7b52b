"""What the seed documents say, held against a measured table.  Every claim can fail."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.quantity import Quantity
from core.compare.table import CellStatus, Table


@dataclass(frozen=True, slots=True)
class Claim:
    """Something a document says, held against the table."""

    text: str
    holds: bool | None
    """None while there is too little to tell."""
    evidence: str = ""

    def __str__(self) -> str:
        mark = {True: "holds", False: "DOES NOT HOLD", None: "not decided yet"}[self.holds]
        return f"{self.text}: {mark}{f' ({self.evidence})' if self.evidence else ''}"


# 000


def _time(table: Table, label: str, instance: str) -> float | None:
    cell = table.cell(label, instance)
    return None if cell.status is CellStatus.WRONG else cell.values.get(Quantity.SOLVE)


def judge_veneroso(table: Table) -> list[Claim]:
    labels = [c.label for c in table.plan.contestants]
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
    if {"backtracking", "dlx"} <= set(labels):
        pairs = [
            (i, bt, dlx) for i in table.plan.instances
            if (bt := _time(table, "backtracking", i)) and (dlx := _time(table, "dlx", i))
            and table.cell("dlx", i).values[Quantity.NODES] == table.cell("backtracking", i).values[Quantity.NODES]
        ]  # fmt: skip
        slower = [i for i, bt, dlx in pairs if dlx > bt]
        factor = f"; at N = {pairs[-1][0]} by {pairs[-1][2] / pairs[-1][1]:.1f} ×" if pairs else ""
        claims.append(
            Claim(
                "DLX without S visits the same nodes as backtracking and is slower",
                len(slower) == len(pairs) if pairs else None,
                f"{len(slower)} of {len(pairs)} rows{factor}",
            )
        )
    if {"backtracking", "dlx-s"} <= set(labels):
        claims.append(_overtaking(table))
    return claims


def _overtaking(table: Table) -> Claim:
    text = "DLX + S visits fewer nodes and overtakes backtracking (in the paper at N = 13)"
    ratios = [
        (int(i), s / bt) for i in table.plan.instances
        if (bt := _time(table, "backtracking", i)) and (s := _time(table, "dlx-s", i))
    ]  # fmt: skip
    if not ratios:
        return Claim(text, None)
    ahead = next((n for k, (n, _) in enumerate(ratios) if all(r < 1 for _, r in ratios[k:])), None)
    if ahead is not None:
        return Claim(text, True, f"here from N = {ahead} on; at N = {ratios[-1][0]} {1 / ratios[-1][1]:.2f} × faster")
    n, ratio = ratios[-1]
    slow, quick = table.growth("backtracking"), table.growth("dlx-s")
    evidence = f"not up to N = {n}: still {ratio:.2f} × slower there"
    if slow is not None and quick is not None and quick.factor < slow.factor:
        crossing = next((m for m in range(n + 1, n + 60) if quick.at(m) < slow.at(m)), None)
        if crossing is not None:
            return Claim(text, None, f"{evidence}; the lines cross at about N = {crossing}, an estimate")
    return Claim(text, None if n < 13 else False, evidence)


# 004


def judge_fernandes(table: Table) -> list[Claim]:
    claims = []
    labels = [c.label for c in table.plan.contestants]
    if "stride" in labels:
        work: dict[bool, list[tuple[int, float]]] = {True: [], False: []}
        for instance in table.plan.instances:
            cell, n = table.cell("stride", instance), int(instance)
            nodes = cell.values.get(Quantity.NODES)
            if nodes is not None:
                work[n % 6 == 3].append((n, nodes / n))
        easy, hard = max((w for _, w in work[False]), default=0.0), min((w for _, w in work[True]), default=0.0)
        stuck = [i for i in table.plan.instances if table.cell("stride", i).status is CellStatus.LIMIT]
        claims.append(
            Claim(
                "MM is quick except at N = 6k + 3",
                easy < hard and all(int(i) % 6 == 3 for i in stuck) if work[True] and work[False] else None,
                f"at most {easy:.1f} nodes a queen elsewhere, at least {hard:.1f} there"
                + (f"; not done: N = {', '.join(stuck)}" if stuck else ""),
            )
        )
    if {"stride", "naive"} <= set(labels):
        # Compared by nodes: below a microsecond the call weighs more than the search.
        pairs = [
            (i, m, a) for i in table.plan.instances
            if int(i) % 6 != 3 and (m := table.cell("stride", i).values.get(Quantity.NODES))
            and (a := table.cell("naive", i).values.get(Quantity.NODES))
        ]  # fmt: skip
        fewer = [i for i, m, a in pairs if m <= a]
        claims.append(
            Claim(
                "MM needs fewer nodes than AT where N is not 6k + 3",
                len(fewer) == len(pairs) if pairs else None,
                f"{len(fewer)} of {len(pairs)} rows",
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


# 003


def judge_nery(table: Table) -> list[Claim]:
    claims = []
    for contestant in table.plan.contestants:
        pairs = [
            (build, solve) for i in table.plan.instances
            if (build := table.cell(contestant, i).values.get(Quantity.BUILD)) is not None
            and (solve := table.cell(contestant, i).values.get(Quantity.SOLVE)) is not None
        ]  # fmt: skip
        if contestant.label.startswith("dlx-dense"):
            more = [pair for pair in pairs if pair[0] > pair[1]]
            total = f"; {sum(b for b, _ in pairs) / max(1e-12, sum(s for _, s in pairs)):.1f} × in all" if pairs else ""
            claims.append(
                Claim(
                    "Building the dense matrix takes longer than solving",
                    len(more) > len(pairs) / 2 if pairs else None,
                    f"{len(more)} of {len(pairs)} puzzles{total}",
                )
            )
        if contestant.algorithm == "single-branch":
            cells = [table.cell(contestant, i) for i in table.plan.instances]
            done = [cell for cell in cells if cell.measured]
            solved = [cell for cell in done if cell.solutions]
            claims.append(
                Claim(
                    "The single branch solves the proper puzzles that need no guess, and gives up on the others",
                    all(c.solutions or c.status is CellStatus.GAVE_UP for c in done)
                    if len(done) == len(cells)
                    else None,
                    f"{len(solved)} solved, {len(done) - len(solved)} given up",
                )
            )
    return claims


# 001


def judge_pantelis(table: Table) -> list[Claim]:
    cells = [cell for cell in table.cells.values() if cell.measured]
    equal = [cell for cell in cells if cell.solutions == table.known[cell.key.instance]]
    return [
        Claim(
            "The bitmask program counts all solutions (A000170)",
            len(equal) == len(cells) if cells else None,
            f"{len(equal)} of {len(cells)} rows",
        )
    ]
