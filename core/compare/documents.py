"""The experiments of the seed documents: what they ran, the figures they print, what they claim.

Figures are those of the documents; times are in seconds here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from core.compare.plan import Contestant, Key, Plan, PlanError
from core.compare.table import CellStatus, Quantity, Table
from core.search import Goal

Figures = Mapping[Quantity, Mapping[str, Mapping[str, float]]]
"""Quantity to contestant's label to instance to figure."""


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


@dataclass(frozen=True)
class Document:
    """One experiment of a seed document."""

    name: str
    title: str
    source: str
    plan: Plan
    quantity: Quantity
    """What its table shows."""
    figures: Figures
    judge: Callable[[Table], list[Claim]]
    names: Mapping[str, str]
    """What the document calls each contestant."""
    machine: str = ""
    """What its times were measured on."""
    further: tuple[str, ...] = ()
    """Rows that the document has and the plan leaves out because they take long; ``--to`` brings them in."""

    def figure(self, key: Key, quantity: Quantity) -> float | None:
        """The printed figure of a cell, or None."""
        return self.figures.get(quantity, {}).get(key.label, {}).get(key.instance)

    def claims(self, table: Table) -> list[Claim]:
        """What the document says, held against the figures measured."""
        return self.judge(table)

    def cut(self, first: int | None = None, last: int | None = None) -> Plan:
        """The plan for part of the rows (N from ``first`` to ``last``).  Raises PlanError when none is left."""
        every = (*self.plan.instances, *self.further) if last is not None else self.plan.instances
        if (first is not None or last is not None) and not all(i.isdecimal() for i in every):
            raise PlanError(f"{self.name} has no N to choose from")
        kept = tuple(i for i in every if (first is None or int(i) >= first) and (last is None or int(i) <= last))
        if not kept:
            raise PlanError(f"{self.name} has rows for N = {every[0]} to {every[-1]} only")
        return replace(self.plan, instances=kept)


def _row(first: int, *figures: float, scale: float = 1.0) -> dict[str, float]:
    return {str(n): figure * scale for n, figure in enumerate(figures, first)}


# 000: Tables 2 and 3

_BT, _DLX, _DLX_S = Contestant("backtracking"), Contestant("dlx"), Contestant("dlx-s")
_SAME_NODES = _row(
    4, 17, 54, 153, 552, 2057, 8394, 35539, 166926, 856189, 4674890, 27358553, 171129072, 1141190303
)  # fmt: skip
_VENEROSO: Figures = {
    Quantity.NODES: {
        "backtracking": _SAME_NODES,
        "dlx": _SAME_NODES,
        "dlx-s": _row(4, 13, 46, 91, 317, 980, 3504, 11959, 45879, 213835, 1052203, 5555787, 31208159, 194103108),
    },
    Quantity.TIME: {
        "backtracking": _row(
            4,
            0.053,
            0.16,
            0.48,
            1.98,
            9.27,
            31.19,
            160.50,
            739.95,
            4067.38,
            24093.38,
            149156.43,
            905307.84,
            6364506.68,
            scale=1e-3,
        ),
        "dlx": _row(
            4,
            0.24,
            0.74,
            2.47,
            10.02,
            31.08,
            134.92,
            563.74,
            2615.23,
            13477.93,
            79421.48,
            455339.30,
            3234598.81,
            20468219.73,
            scale=1e-3,
        ),
        "dlx-s": _row(
            4,
            0.23,
            0.71,
            2.09,
            5.80,
            19.30,
            65.92,
            255.95,
            988.45,
            4673.26,
            21941.21,
            122343.63,
            775524.83,
            3852383.21,
            scale=1e-3,
        ),
    },
}


def _time(table: Table, label: str, instance: str) -> float | None:
    cell = table.cell(label, instance)
    return None if cell.status is CellStatus.WRONG else cell.values.get(Quantity.SOLVE)


def _judge_veneroso(table: Table) -> list[Claim]:
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


_VENEROSO_PLAN = Plan(
    "queens", tuple(map(str, range(4, 13))), (_BT, _DLX, _DLX_S), Goal.COUNT, timeout=None,
)  # fmt: skip


def _veneroso(name: str, title: str, quantity: Quantity) -> Document:
    return Document(
        name, title, "Veneroso 2017, Cobertura exata por conjuntos", replace(_VENEROSO_PLAN, document=name, name=title),
        quantity, _VENEROSO, _judge_veneroso, {"backtracking": "BT", "dlx": "DLX", "dlx-s": "DLX+S"},
        "Python on a 2.6 GHz Intel Core i5", further=("13", "14", "15", "16"),
    )  # fmt: skip


# 004: Table 1

_STRIDE, _NAIVE, _CLOSED = Contestant("stride"), Contestant("naive"), Contestant("closed-form")
_FERNANDES: Figures = {
    Quantity.TIME: {
        "stride": _row(
            4, 1.1e-6, 2.0e-6, 2.3e-6, 3.9e-6, 4.7e-6, 1.5e-4, 7.7e-6, 1.1e-5, 1.2e-5, 1.6e-5, 3.7e-5, 9.0e-4,
            2.4e-5, 3.1e-5, 3.3e-5, 4.1e-5, 4.3e-5, 1.7e-1, 5.5e-5, 6.6e-5, 6.9e-5, 8.2e-5, 9.2e-5, 4.2e-1,
        ),
        "naive": _row(
            4, 4.5e-6, 2.7e-6, 3.4e-5, 9.2e-6, 2.1e-4, 8.6e-5, 2.7e-4, 1.5e-4, 9.6e-4, 4.5e-4, 9.4e-3, 7.5e-3,
            6.3e-3, 3.7e-3, 3.2e-2, 2.2e-2, 1.9, 9.4e-2, 19.1, 3.1e-1, 5.3, 6.7e-1, 6.0, 7.37,
        ),
    }
}  # fmt: skip


def _judge_fernandes(table: Table) -> list[Claim]:
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


# 003: build and solve time


def _judge_nery(table: Table) -> list[Claim]:
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


NERY_SHAPES = ("2x2", "2x3", "2x4", "3x3")


def _nery_plan() -> Plan:
    from core.compare.instances import expand

    dense = (("build", "dense"),)
    return Plan(
        "sudoku",
        expand("sudoku", [f"{shape}#1-10" for shape in NERY_SHAPES]),
        (Contestant("dlx-dense"), Contestant("single-branch", dense), Contestant("dlx")),
        Goal.FIRST,
        document="paper-003-build-solve",
        name="Build and solve time (003)",
    )


# 001: counts


def _judge_pantelis(table: Table) -> list[Claim]:
    cells = [cell for cell in table.cells.values() if cell.measured]
    equal = [cell for cell in cells if cell.solutions == table.known[cell.key.instance]]
    return [
        Claim(
            "The bitmask program counts all solutions (A000170)",
            len(equal) == len(cells) if cells else None,
            f"{len(equal)} of {len(cells)} rows",
        )
    ]


class _Documents(Mapping[str, Document]):
    """The experiments by name; made when first asked for, since one needs the shipped puzzles' names."""

    def __init__(self, makers: Mapping[str, Callable[[], Document]]) -> None:
        self._makers = makers
        self._made: dict[str, Document] = {}

    def __getitem__(self, name: str) -> Document:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


DOCUMENTS: Mapping[str, Document] = _Documents({
    "paper-000-table-2": lambda: _veneroso("paper-000-table-2", "Table 2 of 000: time", Quantity.TIME),
    "paper-000-table-3": lambda: _veneroso("paper-000-table-3", "Table 3 of 000: nodes", Quantity.NODES),
    "paper-004-table-1": lambda: Document(
        "paper-004-table-1", "Table 1 of 004: time to the first solution",
        "Fernandes and Alho, Solução eficiente para o problema das N-rainhas",
        Plan("queens", (*map(str, range(4, 28)), "39"), (_STRIDE, _NAIVE, _CLOSED), Goal.FIRST, timeout=30.0,
             document="paper-004-table-1", name="Table 1 of 004: time to the first solution"),
        Quantity.TIME, _FERNANDES, _judge_fernandes, {"stride": "MM", "naive": "AT"}, "Pentium IV at 2.6 GHz",
    ),
    "paper-003-build-solve": lambda: Document(
        "paper-003-build-solve", "Build and solve time (003)", "Nery, Trabalho Prático 3", _nery_plan(),
        Quantity.TIME, {}, _judge_nery, {"dlx-dense": "DLX", "single-branch:build=dense": "heuristic"},
    ),
    "paper-001-counts": lambda: Document(
        "paper-001-counts", "The counts of 001", "Pantelis 2011, N-queens in C with bitmasks",
        Plan("queens", tuple(map(str, range(1, 15))), (Contestant("bitmask"),), Goal.COUNT, timeout=None,
             document="paper-001-counts", name="The counts of 001"),
        Quantity.SOLUTIONS, {}, _judge_pantelis, {}, further=tuple(map(str, range(15, 23))),
    ),
})  # fmt: skip
"""Every experiment of the seed documents, by name."""
