"""How often the intervals of a comparison hold the truth, by simulation: for 2 to 30 runs, whatever the distribution.

    python -m tools.benchmarks.bench_coverage [--draws 2000] [--runs 2-30] [--seed 1]

Runs are drawn whose true median and ratio are known.  For each number of runs, the
share of intervals that hold it: of the median, the least over all distributions of
`NOISE`; of the ratio of two groups, by all pairs, and by rounds, where each round is
slowed as a whole too, the mean over all, since their level is exact; and how often
two groups of the same kind are told apart by each.  A dash stands where there is no
interval.  Last, cells that are measured until they are known well
(`core.compare._enough`): their number of runs is not fixed in advance, so that they
end at a lucky moment.  2 000 draws take a few minutes and leave each share of the
median unsure by half a per cent.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean

import numpy as np

from core.compare import Contestant, Ending, Plan, Sample, TimeRatio
from core.compare._enough import enough_of
from core.compare._plan import PRECISION
from core.compare._rounds import ENOUGH_ROUNDS, time_ratio_by_rounds
from core.compare._statistics import median_interval, time_ratio

Draw = Callable[[np.random.Generator, tuple[int, int]], np.ndarray]
LEVELS = 0.4
NOISE: dict[str, tuple[Draw, float]] = {
    "normal 5 %": (lambda chance, shape: chance.normal(1.0, 0.05, shape), 1.0),
    "log-normal 20 %": (lambda chance, shape: chance.lognormal(0.0, 0.2, shape), 1.0),
    "skewed 10 %": (lambda chance, shape: 1.0 + chance.exponential(0.1, shape), 1.0 + 0.1 * math.log(2)),
    "skewed 30 %": (lambda chance, shape: 1.0 + chance.exponential(0.3, shape), 1.0 + 0.3 * math.log(2)),
    "two levels": (
        lambda chance, shape: 1.0 + 0.3 * (chance.random(shape) < LEVELS) + 0.05 * chance.random(shape),
        1.0 + 0.05 * 0.5 / (1 - LEVELS),
    ),
}
"""How to draw times, and their true median."""
RATIO = 1.2
SLOWED = 0.3
"""Standard deviation of what slows a whole round, in logarithms."""


def rows(kind: str, chance: np.random.Generator, draws: int, runs: int) -> list[list[float]]:
    drawn: list[list[float]] = NOISE[kind][0](chance, (draws, runs)).tolist()
    return drawn


def held_medians(kind: str, chance: np.random.Generator, draws: int, runs: int) -> float | None:
    """The share of intervals that hold the true median; None where there are no intervals."""
    found = [median_interval(row) for row in rows(kind, chance, draws, runs)]
    known = [each for each in found if each is not None]
    return fmean(NOISE[kind][1] in each for each in known) if known else None


def differences(
    kind: str, chance: np.random.Generator, draws: int, runs: int, factor: float, by_rounds: bool
) -> Iterator[TimeRatio]:
    ones, others = rows(kind, chance, draws, runs), rows(kind, chance, draws, runs)
    slowed = np.exp(chance.normal(0.0, SLOWED, (draws, runs))).tolist()
    for one, other, slow in zip(ones, others, slowed, strict=True):
        second = [factor * each for each in other]
        if by_rounds:
            pairs = [(a * s, b * s) for a, b, s in zip(one, second, slow, strict=True)]
            yield time_ratio_by_rounds([a for a, _ in pairs], [b for _, b in pairs], pairs)
        else:
            yield time_ratio(one, second)


def held_ratios(found: Sequence[TimeRatio]) -> float | None:
    """The share of intervals that hold the true ratio; None where all are infinitely wide."""
    known = [each for each in found if each.interval.high < math.inf]
    return fmean(RATIO in each.interval for each in known) if known else None


def told_apart(found: Sequence[TimeRatio]) -> float | None:
    """The share of pairs of the same kind of which a difference is said; None where there is never a verdict."""
    decided = [each for each in found if each.beyond_noise is not None]
    return fmean(bool(each.beyond_noise) for each in decided) if decided else None


def until_known(kind: str, chance: np.random.Generator, draws: int) -> tuple[float, float]:
    """Cells that are measured until they are known well: the share of intervals that hold the median, and the runs."""
    plan = Plan("queens", ("8",), (Contestant("dlx"),), precision=PRECISION, patience=1e6)
    bare = Sample(Ending.COMPLETE, 0.0, 0.0, None, 1, 1, share=1.0, span=1e-3)
    held, made = 0, 0
    for row in rows(kind, chance, draws, plan.most):
        samples = tuple(replace(bare, cpu_seconds=each) for each in row)
        runs = next(n for n in range(plan.repeat, plan.most + 1) if enough_of(samples[:n], plan) is not None)
        interval = median_interval(row[:runs])
        held, made = held + (interval is not None and NOISE[kind][1] in interval), made + runs
    return held / draws, made / draws


def text(shares: Sequence[float | None], worst: Callable[[Sequence[float]], float]) -> str:
    known = [share for share in shares if share is not None]
    return f"{worst(known):.1%}" if known else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--runs", default="2-30")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    first, _, last = options.runs.partition("-")
    print(f"drawn from {', '.join(NOISE)}: {options.draws} draws each, seed {options.seed}")
    print(f"{'runs':>4}  {'median':>8}  {'ratio':>8}  {'by rounds':>9}  {'false alarms':>12}  {'by rounds':>9}")
    for runs in range(int(first), int(last or first) + 1):
        chance = np.random.default_rng((options.seed, runs))
        pairs = max(100, options.draws // 4)
        medians = [held_medians(kind, chance, options.draws, runs) for kind in NOISE]
        found: dict[tuple[bool, float], list[list[TimeRatio]]] = {
            (by_rounds, factor): [list(differences(kind, chance, pairs, runs, factor, by_rounds)) for kind in NOISE]
            for by_rounds in (False, True) for factor in (RATIO, 1.0) if not by_rounds or runs >= ENOUGH_ROUNDS
        }  # fmt: skip
        held = {way: text(list(map(held_ratios, found.get((way, RATIO), []))), fmean) for way in (False, True)}
        alarms = {way: text(list(map(told_apart, found.get((way, 1.0), []))), fmean) for way in (False, True)}
        print(
            f"{runs:>4}  {text(medians, min):>8}  {held[False]:>8}  {held[True]:>9}  {alarms[False]:>12}"
            f"  {alarms[True]:>9}",
            flush=True,
        )
    print(f"\nuntil known to ± {PRECISION:.0%}:")
    for kind in NOISE:
        share, made = until_known(kind, np.random.default_rng(options.seed), max(100, options.draws // 4))
        print(f"  {kind:<16} {share:>7.1%} of the intervals hold the median, after {made:.1f} runs", flush=True)


if __name__ == "__main__":
    main()
