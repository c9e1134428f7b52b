"""Compares a caller's own problems in one line.

>>> from core import Queens
>>> from core.compare import compare
>>> table = compare([Queens(4), Queens(5)], ["backtracking", "dlx"], patience=0, processes=0)
>>> print(table.to_markdown().splitlines()[0])
## queens 4 … 5: backtracking, dlx
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, cast

from core._catalog import Algorithm, checked_problem
from core._search import Goal, Problem, ProblemError
from core.compare._experiment import Experiment
from core.compare._instances import Instances, instances
from core.compare._plan import PATIENCE, PRECISION, PROCESSES, TIMEOUT, Contestant, Plan, PlanError
from core.compare._sweep import contestants
from core.compare._table import Table


def compare(
    problems: Problem | Iterable[Problem] | Mapping[str, Problem],
    algorithms: str | Algorithm | Iterable[str | Algorithm] | None = None,
    goal: Goal | str = Goal.COUNT,
    *,
    limit: int | None = None,
    patience: float = PATIENCE,
    timeout: float | None = TIMEOUT,
    processes: int = PROCESSES,
) -> Table:
    """Measure algorithms on problems of one family, and return the table.

    ``problems`` may be a mapping from names, which become the rows of the table; ``algorithms`` are keys, with
    parameters as in ``"dlx-s:order=text"``, or entries of the catalog; the default is those that a new comparison
    starts with.  A cell gets at least six runs, and more until its median is known to 5 % or ``patience`` seconds are
    over; no run takes longer than ``timeout`` seconds.  See `Plan` for more.  Raises PlanError.
    """
    named = _named(problems)
    family = next(iter(named.values())).kind
    kind = instances(family)
    if algorithms is None:
        algorithms = kind.usual_algorithms
    elif isinstance(algorithms, str | Algorithm):
        algorithms = (algorithms,)
    chosen: list[Contestant] = []
    for each in algorithms:
        chosen += contestants(family, each.key if isinstance(each, Algorithm) else each)
    plan = Plan(
        family, tuple(named), tuple(dict.fromkeys(chosen)), Goal.of(goal), limit, timeout=timeout,
        precision=PRECISION, patience=patience, processes=processes,
    )  # fmt: skip
    return Experiment(plan, problems={key: each for key, each in named.items() if not _is_of(kind, key, each)}).drive()


def _is_of(kind: Instances, key: str, problem: Problem) -> bool:
    """Whether the family itself has this problem under this name (such as an empty board)."""
    try:
        return kind.problem(key) == problem
    except (ProblemError, OSError):
        return False


def _named(problems: Any) -> dict[str, Problem]:
    """Each problem under the name of its row.  Raises PlanError."""
    if isinstance(problems, Mapping):
        named = {str(name): checked_problem(each) for name, each in problems.items()}
    else:
        if not isinstance(problems, Iterable) or hasattr(problems, "kind"):
            problems = (problems,)
        named, taken = {}, Counter[str]()
        for each in problems:
            name = _name(checked_problem(cast(Problem, each)))
            taken[name] += 1
            named[name if taken[name] == 1 else f"{name} ({taken[name]})"] = each
    kinds = sorted({each.kind for each in named.values()})
    if len(kinds) != 1:
        raise PlanError(f"problems of one kind are compared, not {' and '.join(kinds)}" if kinds else "no problems")
    return named


def _name(problem: Problem) -> str:
    """The name of a problem given without one: its size, if that says everything."""
    plain = problem.kind == "queens" and not getattr(problem, "demands", ())
    return str(problem.size) if plain else str(problem)
