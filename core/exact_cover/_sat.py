"""Exact cover by a SAT solver: the problem as clauses, and each cover found is forbidden before the next one.

The solvers are those of python-sat, the extra ``sat`` of this package.  From every conflict a solver learns a clause
that saves it from the same conflict later, as the other searches do not; it shows no tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core._search import Goal, Search, Snapshot, Status
from core.exact_cover._formats.clauses import Clauses
from core.exact_cover._problem import ExactCover
from core.running._solutions import SolutionList


class SatSearch(Search):
    """Asks a solver of python-sat for one model after another.  A step is a conflict, or an answer without one."""

    def __init__(self, problem: ExactCover, goal: Goal, limit: int | None, solver: str) -> None:
        super().__init__(problem, goal, limit)
        self._cover, self._name = problem, solver
        self._solver: Any = None
        self._steps = 0
        self._found = SolutionList()
        self._newest: tuple[int, ...] = ()

    def prepare(self) -> None:
        """Give the solver its clauses."""
        self._begun()

    def _begun(self) -> Any:
        if self._solver is None:
            from pysat.solvers import Solver

            clauses = Clauses(self._cover).clauses
            self._solver = Solver(name=self._name, bootstrap_with=[*clauses, *map(self._other_than, self._found)])
        return self._solver

    def _other_than(self, solution: Sequence[int]) -> list[int]:
        """A clause that this cover does not satisfy, and every other one does."""
        out = [-o - 1 for o in solution]
        if not self._cover.multiple:  # with exactly one option for each item no cover is part of another
            return out
        chosen = set(solution)
        return out + [o + 1 for o in range(len(self._cover.options)) if o not in chosen]

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Search until about ``budget`` conflicts have come up, or ``quota`` further covers."""
        wanted = len(self._found) + (budget if quota is None else quota)
        while budget > 0 and len(self._found) < wanted and self.status is Status.RUNNING:
            solver = self._begun()
            solver.conf_budget(budget)
            before = conflicts(solver)
            answer = solver.solve_limited()
            # Some solvers make one conflict more than allowed.
            steps = min(budget, max(conflicts(solver) - before, int(answer is not None)))
            self._steps += steps
            budget -= max(1, steps)
            if answer:
                model, options = solver.get_model(), len(self._cover.options)
                self._newest = tuple(x - 1 for x in model if 0 < x <= options)
                self._found.append(np.array([self._newest], dtype=np.int32))
                solver.add_clause(self._other_than(self._newest))
                if self.limit is not None and len(self._found) >= self.limit:
                    self.status = Status.COMPLETE if self.goal is Goal.FIRST else Status.LIMIT
            elif answer is not None:
                self.status = Status.COMPLETE
        return self.status

    def counts(self) -> tuple[int, int]:
        """Covers found, and steps so far."""
        return len(self._found), self._steps

    @property
    def solutions(self) -> SolutionList:
        """The covers found, in the solver's order."""
        return self._found

    def snapshot(self) -> Snapshot:
        """What is known of the search now: its placement is the cover found last."""
        return Snapshot(
            self.status, self._steps, len(self._found), placement=self._newest, max_depth=self._cover.longest_solution,
            build_seconds=self.build_seconds,
        )  # fmt: skip

    def state(self) -> dict[str, Any]:
        """The covers found, which with the problem determine where the search is; learnt clauses are left out."""
        return {"status": self.status.value, "steps": self._steps, "solutions": self._found.as_array()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go to the position that `state` described.  Raises ValueError for an impossible one."""
        if missing := {"status", "steps", "solutions"} - set(state):
            raise ValueError(f"this state belongs to another search: it lacks {', '.join(sorted(missing))}")
        status, steps, rows = Status(str(state["status"])), int(state["steps"]), np.asarray(state["solutions"])
        if rows.ndim != 2 or rows.dtype.kind not in "iu" or steps < 0:
            raise ValueError("this state belongs to another search: its solutions are not lists of options")
        found = SolutionList()
        found.append(rows)
        if len({frozenset(each) for each in found}) < len(found) or not all(map(self._cover.solved_by, found)):
            raise ValueError("this state is not possible: a solution that it holds does not solve the problem")
        self.status = Status.RUNNING if status is Status.STOPPED else status
        self._steps, self._found, self._solver = steps, found, None
        self._newest = found[-1] if len(found) else ()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_solver": None}


def conflicts(solver: Any) -> int:
    """How many conflicts a solver has met."""
    return int(solver.accum_stats()["conflicts"])


def start(problem: ExactCover, goal: Goal, limit: int | None, *, solver: str) -> SatSearch:
    """The search, with a solver by its name in python-sat."""
    return SatSearch(problem, goal, limit, solver)
