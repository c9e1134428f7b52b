"""The experiments of the seed documents and their claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from core._search import Goal
from core.compare._papers import Paper, paper_of, quantity_of
from core.compare._papers.claims import Claim, judge_fernandes, judge_giovannetti, judge_pantelis, judge_veneroso
from core.compare._papers.sudoku_claims import judge_nery
from core.compare._plan import PRECISION, Contestant, Key, Plan, PlanError
from core.compare._quantity import Quantity
from core.compare._table import OPEN, Table


@dataclass(frozen=True)
class SeedDocument:
    """One experiment of a seed document."""

    name: str
    title: str
    plan: Plan
    judge: Callable[[Table], list[Claim]]
    further: tuple[str, ...] = ()
    """Rows of the document that the plan leaves out because they take long; ``--to`` includes them."""

    @property
    def paper(self) -> Paper:
        """What the document prints."""
        return paper_of(self.name)

    @property
    def quantity(self) -> Quantity:
        """What its table shows."""
        return quantity_of(self.name)

    @property
    def source(self) -> str:
        """Author, year if known, and title."""
        return self.paper.source

    def figure(self, key: Key, quantity: Quantity) -> float | None:
        """The printed figure of a cell (times in seconds), or None."""
        return self.paper.figure(key.label, key.instance, quantity)

    def claims(self, table: Table) -> list[Claim]:
        """The document's claims, checked against the figures measured; empty while there are cells to measure."""
        return [] if any(cell.status in OPEN for cell in table.cells.values()) else self.judge(table)

    def cut(self, first: int | None = None, last: int | None = None) -> Plan:
        """The plan for part of the rows (N from ``first`` to ``last``).  Raises PlanError if none is left."""
        every = (*self.plan.instances, *self.further) if last is not None else self.plan.instances
        if (first is not None or last is not None) and not all(i.isdecimal() for i in every):
            raise PlanError(f"{self.name} has no N to choose from")
        kept = tuple(i for i in every if (first is None or int(i) >= first) and (last is None or int(i) <= last))
        if not kept:
            raise PlanError(f"{self.name} has rows for N = {every[0]} to {every[-1]} only")
        return replace(self.plan, instances=kept)


# 000: Tables 2 and 3

_BT, _DLX, _DLX_S = Contestant("backtracking"), Contestant("dlx"), Contestant("dlx-s")
_VENEROSO_PLAN = Plan(
    "queens", tuple(map(str, range(4, 13))), (_BT, _DLX, _DLX_S), Goal.COUNT, timeout=None, precision=PRECISION,
)  # fmt: skip


def _veneroso(name: str, title: str) -> SeedDocument:
    return SeedDocument(
        name, title, replace(_VENEROSO_PLAN, document=name, name=title), judge_veneroso,
        further=("13", "14", "15", "16"),
    )  # fmt: skip


def _with_text_order(document: SeedDocument) -> SeedDocument:
    """Table 3 with one more contestant, which breaks ties as the paper's text says."""
    columns = (*document.plan.contestants, Contestant("dlx-s", (("order", "text"),)))
    return replace(document, plan=replace(document.plan, contestants=columns))


# 004: Table 1

_STRIDE, _NAIVE, _CLOSED = Contestant("stride"), Contestant("naive"), Contestant("closed-form")

# 003: build and solve time

NERY_SHAPES = ("2x2", "2x3", "2x4", "3x3")


def _nery_plan() -> Plan:
    from core.compare._instances import expand

    dense = (("build", "dense"),)
    return Plan(
        "sudoku",
        expand("sudoku", [each for shape in NERY_SHAPES for each in (f"{shape}#1-10", f"empty-{shape}")]),
        (Contestant("dlx-dense"), Contestant("single-branch", dense), Contestant("dlx")),
        Goal.FIRST,
        document="paper-003-build-solve",
        name="Build and solve time (003)",
        precision=PRECISION,
    )


class _Documents(Mapping[str, SeedDocument]):
    """The experiments by name.  Each is made when first asked for, because one needs the names of the shipped
    puzzles."""

    def __init__(self, makers: Mapping[str, Callable[[], SeedDocument]]) -> None:
        self._makers = makers
        self._made: dict[str, SeedDocument] = {}

    def __getitem__(self, name: str) -> SeedDocument:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


_BY_NAME: Mapping[str, Callable[[], SeedDocument]] = {
    "paper-000-table-2": lambda: _veneroso("paper-000-table-2", "Table 2 of 000: time"),
    "paper-000-table-3": lambda: _with_text_order(_veneroso("paper-000-table-3", "Table 3 of 000: nodes")),
    "paper-004-table-1": lambda: SeedDocument(
        "paper-004-table-1", "Table 1 of 004: time to the first solution",
        Plan("queens", (*map(str, range(4, 28)), "39"), (_STRIDE, _NAIVE, _CLOSED), Goal.FIRST, timeout=30.0,
             precision=PRECISION,
             document="paper-004-table-1", name="Table 1 of 004: time to the first solution"),
        judge_fernandes,
    ),
    "paper-003-build-solve": lambda: SeedDocument(
        "paper-003-build-solve", "Build and solve time (003)", _nery_plan(), judge_nery,
    ),
    "paper-001-counts": lambda: SeedDocument(
        "paper-001-counts", "The counts of 001",
        Plan("queens", tuple(map(str, range(1, 15))), (Contestant("bitmask"),), Goal.COUNT, timeout=None,
             precision=PRECISION, document="paper-001-counts", name="The counts of 001"),
        judge_pantelis, further=tuple(map(str, range(15, 23))),
    ),
    "paper-002-boards": lambda: SeedDocument(
        "paper-002-boards", "The boards of 002",
        Plan("queens", tuple(map(str, range(1, 13))), (_BT,), Goal.COUNT, timeout=None, precision=PRECISION,
             document="paper-002-boards", name="The boards of 002"),
        judge_giovannetti, further=("13", "14"),
    ),
}  # fmt: skip
DOCUMENTS: Mapping[str, SeedDocument] = _Documents(_BY_NAME)
"""Every experiment of the seed documents, by name."""
