"""Describes the choices of an exact cover search in the terms of `core.explain._model`: items and options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.exact_cover._kernels.cheapest import CheapestCover
from core.exact_cover._kernels.cover_search import (
    FIRST_ITEM,
    MET_TIES,
    NEAREST_TIES,
    RANDOM_TIES,
    SMALLEST_ITEM,
    CoverSearch,
)
from core.exact_cover._problem import ExactCover
from core.explain._model import LIVE, Made, Model, Standing
from core.explain._reason import BranchRule, Clash, CostBounds, Inference, Onward, Subject, SubjectKind, Tie


def cover_model(problem: ExactCover) -> Model:
    """The problem itself, item by item."""
    primary = problem.items[: problem.primary]
    return Model(
        tuple(Subject(SubjectKind.ITEM, i, item.name) for i, item in enumerate(problem.items)),
        problem.incidence(),
        np.arange(len(problem.options)),
        problem.label,
        colours=np.array(problem.colour_numbers()) if problem.coloured else None,
        least=np.array([item.least for item in primary]) if problem.multiple else None,
        most=np.array([item.most for item in primary]) if problem.multiple else None,
        idle=problem.idle_options,
    )


RULES = {
    FIRST_ITEM: (BranchRule.FIRST, Tie.ORDER),
    SMALLEST_ITEM: (BranchRule.FEWEST, Tie.ORDER),
    RANDOM_TIES: (BranchRule.FEWEST, Tie.RANDOM),
    NEAREST_TIES: (BranchRule.FEWEST, Tie.MET),  # it scans on from the item covered last and stops at an empty one
    MET_TIES: (BranchRule.FEWEST, Tie.MET),
}


class CoverReader:
    """A search whose choices are an item and one of its options each."""

    onward, weight = Onward.BACK, 1

    def __init__(self, search: CoverSearch, problem: ExactCover) -> None:
        self._search = search
        self.model = self.whole = cover_model(problem)
        self.scope = self.model.primary
        self.rule, self.tie = RULES[search.rule]
        self._order = search.order or range(problem.primary)

    @property
    def tree(self) -> int:
        """How often the search has started again, with another tree each time."""
        return self._search.restarts

    def made(self) -> Sequence[Made]:
        """The choices on the current path, each an item and one of its options."""
        search = self._search
        standing = Standing(self.model) if self.model.most is not None else None
        out = []
        for level, (item, option, number, degree) in enumerate(search.branches().tolist()):
            there = [way for way in standing.ways(item, degree + number) if way >= 0] if standing else []
            ways, tried = search.in_turn(item, degree), search.tried(level, item, there)
            made = Made(
                item, option, number, degree,
                ways=None if ways is None else tuple(ways), tried=None if tried is None else tuple(tried),
            )  # fmt: skip
            if standing:
                standing.make(made)
            out.append(made)
        return out

    def first_open(self, standing: Standing) -> int | None:
        """The first open item in the order of the search; None when no item is open."""
        left = set(standing.open())
        return next((item for item in self._order if item in left), None)

    def clashes(self) -> Sequence[Clash]:
        """None: a search never takes options that clash."""
        return ()


class CostReader(CoverReader):
    """A search for the cheapest.  An option that is not in its rows of options left, and clashes with nothing, is too
    dear.
    """

    def __init__(self, search: CheapestCover, problem: ExactCover) -> None:
        super().__init__(search, problem)
        self._priced = search
        self.model = self.whole = replace(self.model, rules=self._cut)

    def _cut(self, standing: Standing) -> None:
        live = np.flatnonzero(standing.gone == LIVE)
        dear = np.setdiff1d(live, self._priced.left_at(standing.level))
        standing.infer(dear.tolist(), Inference.TOO_DEAR, -1)

    def made(self) -> Sequence[Made]:
        """The choices on the current path, each with its ways, least reduced cost first."""
        out = []
        for level, (item, option, number, degree) in enumerate(self._priced.branches().tolist()):
            left = self._priced.left_at(level)
            ways = left[np.isin(left, self.model.options_of(item))].tolist()
            out.append(Made(item, option, number, degree, ways=(*ways, -1)[:degree]))
        return out

    def bound(self) -> CostBounds:
        """The cost of the choices, the least cost of a solution with them, the most allowed, and the best found."""
        costs = self._priced.detail()["costs"]
        return CostBounds(costs["spent"], costs["least"], costs["most"], costs["best"])
