"""The claims of document 003, on Sudoku, checked against a measured table, each with its evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, pvariance, variance

from core._estimates.intervals import t_quantile
from core._words import counted
from core.compare._cell import TableCell
from core.compare._papers import paper_of
from core.compare._papers.by_size import times_by_size
from core.compare._papers.claims import Claim
from core.compare._quantity import Quantity
from core.compare._rounds import time_ratio_by_rounds
from core.compare._statistics import RatioVerdict
from core.compare._table import Table

PUZZLES = 10
"""Fewer puzzles say nothing about all of them."""
SIZES, PUZZLES_A_SIZE = 4, 5
"""This many sizes, with this many puzzles each, are needed to say how times depend on the size."""
BENT = 0.05
"""A line bent by at most this share of the mean time is called straight; it need not go through 0.  From 16 to 81
cells, the powers 1.25 and 0.4 of the cells are bent by more."""
MUCH_LESS = 0.5
"""A quantity that grows by at most this share of another's factor is said to grow much less."""


def judge_nery(table: Table) -> list[Claim]:
    """Build time compared with solve time, the success of the heuristic, times by size."""
    claims = []
    for contestant in table.plan.contestants:
        if contestant.label.startswith("dlx-dense"):
            claims.append(_building_longer(table, contestant.label))
        if contestant.algorithm == "single-branch":
            claims.append(_heuristic(table, contestant.label))
    for contestant in table.plan.contestants:
        if name := table.paper_name(contestant.label):
            claims += _by_size(table, contestant.label, name)
    return claims


def _building_longer(table: Table, label: str) -> Claim:
    """Judged by the runs, each of which builds and solves a puzzle."""
    text = "Building the dense matrix takes longer than solving"
    cells = [cell for i in table.plan.instances if (cell := table.cell(label, i)).solved]
    verdicts = [verdict for cell in cells if (verdict := _build_beside_search(cell)) is not None]
    longer, shorter = (sum(each is which for each in verdicts) for which in (RatioVerdict.SLOWER, RatioVerdict.FASTER))
    build, search = (math.fsum(cell.values.get(of) or 0.0 for cell in cells) for of in (Quantity.BUILD, Quantity.SOLVE))
    evidence = f"longer in {longer} of {counted(len(verdicts), 'grid')}"
    if shorter:
        evidence += f", shorter in {shorter}"
    if search > 0:
        evidence += f"; {build / search:.1f} times as long in all"
    if not shorter and longer < len(verdicts):
        return Claim(text, None, evidence)
    return Claim.of_all(text, len(verdicts), evidence, refuted=bool(shorter), least=PUZZLES)


def _build_beside_search(cell: TableCell) -> RatioVerdict | None:
    """How building compares with searching; None if nothing is built."""
    pairs = [(run.search_seconds, built) for run in cell.counted if (built := run.building_seconds) is not None]
    if not pairs:
        return None
    return time_ratio_by_rounds([search for search, _ in pairs], [build for _, build in pairs], pairs).verdict


def _heuristic(table: Table, label: str) -> Claim:
    """Whether the heuristic solves every proper puzzle, as the paper reports for its 40."""
    counts = paper_of(table.plan.document).counts
    own, of_own = counts.get("own_solved", 40), counts.get("own_puzzles", 40)
    valid, of_valid = counts.get("valid_solved", 58), counts.get("valid_puzzles", 59)
    text = f"The heuristic solves every proper puzzle (in the paper {own} of {of_own} of its own, "
    text += f"{valid} of {of_valid} in all)"
    puzzles = [i for i in table.plan.instances if not i.startswith("empty-")]
    done = [cell for i in puzzles if (cell := table.cell(label, i)).measured]
    solved = sum(bool(cell.solutions) for cell in done)
    evidence = f"{solved} of {counted(len(done), 'puzzle')} solved here, none of them the paper's"
    return Claim.of_all(text, len(done), evidence, refuted=solved < len(done), least=PUZZLES)


# Times by size


def _by_size(table: Table, label: str, name: str) -> list[Claim]:
    """Search time is linear in the number of cells, and deviations grow much less than means."""
    groups = times_by_size(table, label, Quantity.SOLVE)
    linear = f"Search time of {name} is linear in the cells"
    deviation = f"The deviation of {name} grows much less than the mean"
    least = min(map(len, groups.values()), default=0)
    if len(groups) < SIZES or least < PUZZLES_A_SIZE:
        evidence = f"{counted(len(groups), 'size')}, {counted(least, 'puzzle')} or more of each"
        return [Claim(linear, None, evidence, few=True), Claim(deviation, None, evidence, few=True)]
    return [_straight(linear, groups), _steadier(deviation, groups)]


def _straight(text: str, groups: dict[int, list[float]]) -> Claim:
    """How much the line through the sizes is bent: the parabola's part at its ends, over the mean time.

    The claim holds if the 95 % interval of that (Student's, of a contrast of means whose variances
    differ: Welch 1947) is within `BENT`, and is refuted if it is wholly outside.
    """
    weights = _bend_weights(list(groups))
    means = [fmean(times) for times in groups.values()]
    errors = [weight**2 * variance(times) / len(times) for weight, times in zip(weights, groups.values(), strict=True)]
    overall, error = fmean(means), math.fsum(errors)
    bend = math.fsum(weight * mean for weight, mean in zip(weights, means, strict=True)) / overall
    freedom = error**2 / math.fsum(
        each**2 / (len(times) - 1) for each, times in zip(errors, groups.values(), strict=True)
    ) if error else 1e9  # fmt: skip
    margin = t_quantile(max(1, math.floor(freedom))) * math.sqrt(error) / overall
    low, high = bend - margin, bend + margin
    figures = ", ".join(
        f"{counted(cells, 'cell')} {mean * 1e6:.1f} µs" for cells, mean in zip(groups, means, strict=True)
    )
    evidence = f"bent by {100 * bend:.0f} % of the mean time ({100 * low:.0f} to {100 * high:.0f} %); {figures}"
    if low > BENT or high < -BENT:
        return Claim(text, False, evidence)
    return Claim(text, True if max(-low, high) <= BENT else None, evidence)


def _bend_weights(sizes: Sequence[int]) -> list[float]:
    """Weights of the means whose weighted sum is the rise of a parabola above its line from the middle to the ends."""
    centre, half = (max(sizes) + min(sizes)) / 2, (max(sizes) - min(sizes)) / 2
    xs = [(size - centre) / half for size in sizes]
    # x² without the part that a line explains.
    mean, square = fmean(xs), fmean(x * x for x in xs)
    slope = fmean(x * x * (x - mean) for x in xs) / pvariance(xs)
    rest = [x * x - square - slope * (x - mean) for x in xs]
    length = math.fsum(each * each for each in rest)
    return [each / length for each in rest]


def _steadier(text: str, groups: dict[int, list[float]]) -> Claim:
    """How much less the deviation grows than the mean from the smallest to the largest grids.

    The interval is that of normal logarithms of deviations, with standard error 1 / √(2 (n - 1)) each.
    """
    first, last = min(groups), max(groups)
    least, most = groups[first], groups[last]
    if min(map(variance, (least, most))) <= 0:
        return Claim(text, None, "the puzzles of a size take all the same time")
    deviations, means = math.sqrt(variance(most) / variance(least)), fmean(most) / fmean(least)
    error = math.sqrt(math.fsum(1 / (2 * (len(times) - 1)) for times in (least, most)))
    margin = math.exp(t_quantile(len(least) + len(most) - 2) * error)
    low, high = deviations / margin, deviations * margin
    evidence = f"from {first} to {last} cells × {deviations:.1f} ({low:.1f} to {high:.1f}), the mean × {means:.1f}"
    if high <= MUCH_LESS * means:
        return Claim(text, True, evidence)
    return Claim(text, False if low > MUCH_LESS * means else None, evidence)
