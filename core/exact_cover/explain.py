"""Describes what an exact cover search has chosen, in the terms of `core.explain.model`: items and options."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.exact_cover.kernels.algorithm_x import AlgorithmX
from core.exact_cover.kernels.coloured_links import ColouredLinks
from core.exact_cover.kernels.cover_search import FIRST_ITEM, RANDOM_TIES
from core.exact_cover.kernels.dancing_cells import DancingCells
from core.exact_cover.kernels.dancing_links import DancingLinks
from core.exact_cover.kernels.multiple_cells import MultipleCells
from core.exact_cover.problem import ExactCover
from core.explain.model import Made, Model, Standing
from core.explain.reason import BranchRule, Clash, Onward, Subject, SubjectKind, Tie


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


class CoverReader:
    """A search whose choices are an item and one of its options each."""

    onward, tree, weight = Onward.BACK, 0, 1

    def __init__(
        self, search: AlgorithmX | DancingLinks | ColouredLinks | DancingCells | MultipleCells, problem: ExactCover
    ) -> None:
        self._search = search
        self.model = self.whole = cover_model(problem)
        self.scope = self.model.primary
        self.rule, self.tie = BranchRule.FEWEST, Tie.ORDER
        if isinstance(search, (AlgorithmX, DancingLinks, ColouredLinks)):
            self.rule = BranchRule.FIRST if search.rule == FIRST_ITEM else BranchRule.FEWEST
            self.tie = Tie.RANDOM if search.rule == RANDOM_TIES else Tie.ORDER
        if isinstance(search, AlgorithmX):
            self.tie = Tie.MET  # it looks on from the item covered last, and no further than an empty one
        elif isinstance(search, DancingCells):
            self.tie = Tie.MET  # an item seen falling to one option is taken without a look at the others

    def made(self) -> Sequence[Made]:
        """The choices on the current path, each an item and one of its options."""
        search = self._search
        standing = Standing(self.model) if isinstance(search, MultipleCells) else None
        out = []
        for level, (item, option, number, degree) in enumerate(search.branches().tolist()):
            made = Made(item, option, number, degree)
            if isinstance(search, DancingCells):
                made = Made(item, option, number, degree, ways=tuple(search.ways(item, degree)))
            elif isinstance(search, ColouredLinks):
                made = Made(item, option, number, degree, tried=tuple(search.tried(level)))
            elif isinstance(search, MultipleCells):
                assert standing is not None
                there = [way for way in standing.ways(item, degree + number) if way >= 0]
                made = Made(item, option, number, degree, tried=tuple(search.tried(level, item, there)))
                standing.make(made)
            out.append(made)
        return out

    def first_open(self, standing: Standing) -> int | None:
        """The first open item in the order of the search; None when no item is open."""
        left = set(standing.open())
        return next((item for item in self._search.order if item in left), None)

    def clashes(self) -> Sequence[Clash]:
        """Nothing: options that clash never stand together."""
        return ()
