"""What ``dq estimate`` does: it samples a count, by parts or by random probes, and says what all of it will take."""

from __future__ import annotations

import argparse
import math
import threading
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from core.catalog import Algorithm, named
from core.cli.arguments import given_problem
from core.cli.console import DONE, INTERRUPTED, UsageError, invocation, print_json
from core.cli.driving import splitting
from core.cli.estimate import SECONDS_OF_PARTS, SECONDS_OF_PROBES
from core.exact_cover.analysis import ROUGH, Estimator, ProbeEstimate, is_rough
from core.exact_cover.expected import LARGEST_ERROR, T_95, Expected, bounds, probed
from core.exact_cover.kernels.probing import Probing
from core.exact_cover.problem import ExactCover
from core.parts.estimate import (
    PATIENCE,
    PartsEstimate,
    PartsTooLarge,
    beyond,
    estimate,
)
from core.parts.intervals import Likely
from core.parts.machine import PROGRAM_BYTES
from core.parts.part import cut, usual_parts
from core.queens.problem import Queens
from core.reasons import TooLarge
from core.search import Goal, Problem, ProblemError
from core.sudoku.problem import Sudoku
from core.sudoku.solvers.exact_cover import sparse_incidence
from core.words import YEAR, byte_size, counted, duration, grouped, roughly

T = TypeVar("T")

CORES, MANY_CORES = 100, 1000
SMALLEST_SAMPLED = 7
"""For boards whose parts are too large: the smallest of the sizes from which the time is extrapolated."""
FOR_GROWTH = 3
SHARE_OF_A_SIZE = 0.2
"""The share of the given time that one of these sizes may take."""
LARGEST_SAMPLED = 21
"""For boards beyond an algorithm's range: the largest N whose parts are sampled instead."""
SHORTEST_BATCH = 1000
"""If the number of probes is given, Ctrl-C gets a chance after this many."""


def by_parts(options: argparse.Namespace) -> int:
    """Estimate a count from some of its parts, or where that cannot be from smaller boards or by probes."""
    problem = given_problem(options)
    entry = splitting(problem, options.algorithm)
    beyond_range = entry.divides and isinstance(entry.obstacle(problem, Goal.COUNT), TooLarge)
    if beyond_range and isinstance(problem, Queens) and not problem.restricted:
        return _extrapolated(options, entry, problem)
    return _said(options, entry, problem)


def cover(options: argparse.Namespace) -> int:
    """Estimate a count of the solutions of an exact cover problem, in the way of ``--by``."""
    if options.by == "parts":
        if options.probes is not None:
            raise UsageError("--probes belongs to --by probes")
        return by_parts(options)
    for name in ("algorithm", "parts"):
        if getattr(options, name) is not None:
            raise UsageError(f"--{name} belongs to --by parts; probes do not use it")
    return _by_probes(options, _json_of_probes)


def _sampled(
    options: argparse.Namespace, entry: Algorithm, problem: Problem, seconds: float, *, otherwise: bool = False,
    of: int | None = None,
) -> PartsEstimate | None:  # fmt: skip
    """Estimate by parts; None when interrupted.

    Raises UsageError.  If there is another way (``otherwise``), it soon gives up and raises PartsTooLarge.
    """
    if (refusal := entry.refusal(problem, Goal.COUNT)) is not None:
        raise UsageError(f"{problem}: {refusal}")
    doing = entry.doing(problem)
    sample = named(doing.samples)(problem) if doing.samples and of is None else None
    try:
        if sample is not None:
            return _in_thread(
                lambda stopped: sample(problem, entry.settings({}), seconds, options.seed, stopped, invocation.slicing)
            )
        parts = cut(entry, problem, entry.settings({}), max(1, of or usual_parts(entry, problem)))
        return _in_thread(
            lambda stopped: estimate(
                parts, seconds, options.seed, stopped, None if otherwise else PATIENCE, invocation.slicing
            )
        )
    except ProblemError as error:
        if otherwise and isinstance(error, PartsTooLarge):
            raise
        raise UsageError(f"{problem} by {entry.key}: {error}") from None


def _seconds(options: argparse.Namespace) -> float:
    """How long the sample may take."""
    return SECONDS_OF_PARTS if options.seconds is None else float(options.seconds)


def _in_thread(work: Callable[[Callable[[], bool]], T | None]) -> T | None:
    """Run it in a thread of its own, so that Ctrl-C is heard; None when interrupted."""
    stop, done = threading.Event(), threading.Event()
    found: list[T | None] = []
    failed: list[BaseException] = []

    def body() -> None:
        try:
            found.append(work(stop.is_set))
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    threading.Thread(target=body, name="estimate", daemon=True).start()
    try:
        while not done.wait(0.1):  # `join`, if it is interrupted, makes Python 3.11 believe that the thread has ended
            pass
    except KeyboardInterrupt:
        stop.set()
        done.wait()
    if failed:
        raise failed[0]
    return None if stop.is_set() else found[0]


def _said(options: argparse.Namespace, entry: Algorithm, problem: Problem) -> int:
    memory = held + PROGRAM_BYTES if (held := entry.bytes_held(problem)) else None
    try:
        guess = _sampled(
            options, entry, problem, _seconds(options), otherwise=not entry.parts_end_soon, of=options.parts
        )
    except PartsTooLarge as error:
        if isinstance(problem, Sudoku | ExactCover):
            return _said_by_probes(options, entry, problem, error)
        plain = isinstance(problem, Queens) and not problem.restricted
        smaller = _smaller_boards(options, entry, problem) if plain else []
        if smaller is None:
            return INTERRUPTED
        if len(smaller) == FOR_GROWTH:
            return _said_by_growth(options, entry, problem, smaller)
        guess = _sampled(options, entry, problem, _seconds(options), of=options.parts)  # it takes what it takes
    if guess is None:
        return INTERRUPTED
    if options.json:
        _print_json(
            problem, entry, parts=guess.parts, sampled=guess.sampled, core_seconds=_numbers(guess.seconds),
            solutions=_numbers(guess.solutions), steps=_numbers(guess.steps),
            seconds_on_100_cores=guess.on(CORES), seconds_on_1000_cores=guess.on(MANY_CORES), memory_bytes=memory,
            sample_seconds=guess.spent,
        )  # fmt: skip
        return DONE
    among = counted(guess.pieces, entry.unit) if guess.pieces else counted(guess.parts, "part")
    rows = [
        ("sampled", f"{grouped(guess.sampled)} of {among}, in {duration(guess.spent)}"),
        ("time", f"{_between(guess.seconds, duration)} on one core like this one"),
        (
            "",
            f"{guess.core_hours.value:.3g} core-hours; {_on(guess, CORES)} on {CORES} such cores, "
            f"{_on(guess, MANY_CORES)} on {grouped(MANY_CORES)}",
        ),
        ("parts", f"{grouped(guess.parts)}, each about {duration(guess.seconds.value / guess.parts)}"),
        ("solutions", f"about {_between(guess.solutions, grouped)}"),
        (f"{entry.unit}s", f"about {_between(guess.steps, grouped)}"),
        ("memory", f"at most {byte_size(memory)} per process" if memory else ""),
    ]
    print(f"{problem} by {entry.key}: an estimate")
    _print_rows(rows)
    return DONE


def _on(guess: PartsEstimate, cores: int) -> str:
    return duration(guess.on(cores))


def _said_by_probes(
    options: argparse.Namespace, entry: Algorithm, problem: Sudoku | ExactCover, late: PartsTooLarge
) -> int:
    """Where no part can be finished: estimate the solutions by random probes, and the time by the rate in a part."""
    started = invocation.slicing.wall()
    done: list[bool] = []

    def probe(stopped: Callable[[], bool]) -> Expected | None:
        if isinstance(problem, Sudoku):
            probing = Probing(sparse_incidence(problem)[0], options.seed)
        else:
            probing = Probing.of(problem, options.seed)
        found = probed(probing, max(0.0, _seconds(options) - late.spent), stopped, invocation.slicing)
        done.append(not stopped())
        return found

    expected = _in_thread(probe)
    spent = invocation.slicing.wall() - started
    if expected is None:
        if done == [True]:
            raise UsageError(f"{problem} by {entry.key}: {late}; and no random probe has found a solution")
        return INTERRUPTED
    among = (expected, *bounds(expected))
    rate = late.solutions / late.seconds if late.solutions and late.seconds > 0 else None
    if options.json:
        cores = [each.log10 - math.log10(rate) for each in among] if rate else None
        _print_json(
            problem, entry, core_seconds=[_power(each) for each in cores] if cores else None, core_seconds_log10=cores,
            solutions=[each.value for each in among], solutions_log10=[each.log10 for each in among],
            seconds_on_100_cores=_power(cores[0] - 2) if cores else None, sample_seconds=spent, probes=expected.probes,
        )  # fmt: skip
        return DONE
    rough = expected.error > LARGEST_ERROR
    said = str(expected) if rough else f"{expected} ({among[1].figure} to {among[2].figure})"
    print(f"{problem} by {entry.key}: an estimate by random probes, because its parts are too large to sample")
    rows = [
        ("probes", f"{grouped(expected.probes)} random paths (Knuth 1975), in {duration(spent)}"),
        ("solutions", said),
        ("", "a few probes make up most of the sum: that may be off by several times" if rough else ""),
        ("time", "not known: none was found in the part that was begun"),
    ]
    if rate:
        log = expected.log10 - math.log10(rate)
        rows[-1:] = [
            ("time", f"about {_long(log)} on one core like this one; {_long(log - 2)} on {CORES} such cores"),
            ("", f"at {grouped(rate)} solutions a second, as in the part that was begun"),
        ]
    _print_rows(rows)
    return DONE


def _smaller_boards(options: argparse.Namespace, entry: Algorithm, problem: Problem) -> list[tuple[int, float]] | None:
    """The largest boards of the same parity whose parts can be sampled, with their seconds; None when interrupted."""
    done: list[tuple[int, float]] = []
    for n in range(SMALLEST_SAMPLED + (problem.size - SMALLEST_SAMPLED) % 2, problem.size, 2):
        try:
            guess = _sampled(options, entry, Queens(n), _seconds(options) * SHARE_OF_A_SIZE, otherwise=True)
        except PartsTooLarge:
            break
        if guess is None:
            return None
        done.append((n, guess.seconds.value))
    return done[-FOR_GROWTH:]


def _said_by_growth(
    options: argparse.Namespace, entry: Algorithm, problem: Problem, smaller: list[tuple[int, float]]
) -> int:
    """Where no part can be finished: extrapolate the time from the largest boards whose parts can be."""
    sizes = [n for n, _ in smaller]
    times = beyond([seconds for _, seconds in smaller], (problem.size - sizes[-1]) // 2)
    if options.json:
        _print_json(
            problem, entry, core_seconds=[_power(each) for each in times], core_seconds_log10=times,
            seconds_on_100_cores=_power(times[0] - 2), extrapolated_from=sizes,
        )  # fmt: skip
        return DONE
    value, low, high = map(_long, times)
    print(f"{problem} by {entry.key}: its parts are too large to be sampled; "
          f"extrapolated from N = {', '.join(map(str, sizes))}")  # fmt: skip
    _print_rows([
        ("time", f"about {value} ({low} to {high}) on one core like this one"),
        ("", f"{_long(times[0] - 2)} on {CORES} such cores"),
    ])  # fmt: skip
    return DONE


def _power(log10: float) -> float | None:
    return 10.0**log10 if log10 < 308 else None


def _long(log10: float) -> str:
    """A number of seconds in words, from its decimal logarithm."""
    years = log10 - math.log10(YEAR)
    if years > 6:
        power = math.floor(years)
        return f"{10.0 ** (years - power):.1f}e+{power} years"
    return roughly(10.0**log10)


def _extrapolated(options: argparse.Namespace, entry: Algorithm, problem: Queens) -> int:
    """Beyond an algorithm's range: extrapolate from the largest sizes of the same parity whose parts it can do."""
    largest = max(n for n in range(LARGEST_SAMPLED - 1, LARGEST_SAMPLED + 1) if n % 2 == problem.n % 2)
    sizes = (largest - 4, largest - 2, largest)
    times = []
    for n in sizes:
        guess = _sampled(options, entry, Queens(n), _seconds(options) / len(sizes))
        if guess is None:
            return INTERRUPTED
        times.append(guess.seconds.value)
    first, second = times[1] / times[0], times[2] / times[1]
    steps = (problem.n - largest) // 2
    rise = max(1.0, second / first)
    value, low, high = (times[2] * growth**steps for growth in (second * rise**0.5, min(first, second), second * rise))
    names = ", ".join(str(n) for n in sizes)
    if options.json:
        _print_json(
            problem, entry, core_seconds=[value, low, high], seconds_on_100_cores=value / CORES,
            extrapolated_from=list(sizes),
        )  # fmt: skip
        return DONE
    hours = [each / 3600 for each in (value, low, high)]
    print(f"{problem} by {entry.key}: beyond its range here, extrapolated from N = {names}")
    _print_rows([
        ("time", f"about {grouped(hours[0])} core-hours ({grouped(hours[1])} to {grouped(hours[2])})"),
        ("", f"{_long(math.log10(value / CORES))} on {CORES} such cores"),
    ])  # fmt: skip
    return DONE


def cover_by_probes(options: argparse.Namespace) -> int:
    """Do what ``cover estimate`` asks for; its JSON has names of its own."""
    return _by_probes(options, _older_json)


def _by_probes(
    options: argparse.Namespace, as_json: Callable[[argparse.Namespace, Problem, ProbeEstimate, float], None]
) -> int:
    """Estimate nodes and solutions by random probes: a given number of them, or for a given time."""
    from core.cli.cover.source import read_source, say

    problem = read_source(options).problem
    estimator = Estimator(problem, options.seed)
    status = DONE
    figures = estimator.probe(1)
    started = invocation.slicing.wall()
    try:
        if options.probes is None:
            figures = estimator.probe_for(SECONDS_OF_PROBES if options.seconds is None else options.seconds)
        else:
            while figures.probes < options.probes:
                batch = max(SHORTEST_BATCH, figures.probes // 8)
                figures = estimator.probe(min(options.probes - figures.probes, batch))
    except KeyboardInterrupt:
        status = INTERRUPTED  # the probes so far still tell something
        figures = estimator.so_far()
    spent = invocation.slicing.wall() - started
    if options.json:
        as_json(options, problem, figures, spent)
        return status
    met = figures.solutions > 0
    say(f"nodes      {_give_or_take(figures.nodes, figures.nodes_error, skewed=figures.nodes_skewed)}")
    if met:
        say(f"solutions  {_give_or_take(figures.solutions, figures.solutions_error, skewed=figures.solutions_skewed)}")
    else:
        say(f"solutions  not estimated: none of the {counted(figures.probes, 'probe')} found one")
    probes = counted(figures.probes, "random probe")
    by_time = f" in {duration(spent)}" if options.probes is None else ""
    rough = {is_rough(figures.nodes, figures.nodes_error, figures.nodes_skewed)}
    if met:
        rough.add(is_rough(figures.solutions, figures.solutions_error, figures.solutions_skewed))
    notes = ["± is the standard error"] if False in rough else []
    if True in rough:
        notes.append(f"about: {ROUGH}")
    say(f"({probes}{by_time}; {'; '.join(notes)})")
    return status


def _json_of_probes(options: argparse.Namespace, problem: Problem, figures: ProbeEstimate, spent: float) -> None:
    """The object of ``estimate cover --by probes``: intervals as by parts, without ends where they mean nothing."""

    def interval(value: float, error: float | None) -> list[float | None]:
        return [value, None, None] if error is None else [value, max(0.0, value - T_95 * error), value + T_95 * error]

    older = _figures_of_probes(options, figures)
    _print_json(
        problem, None, solutions=interval(figures.solutions, older["solutions_error"]) if figures.solutions else None,
        steps=interval(figures.nodes, older["nodes_error"]), sample_seconds=spent,
        **{name: value for name, value in older.items() if name not in ("nodes", "solutions")},
    )  # fmt: skip


def _older_json(options: argparse.Namespace, problem: Problem, figures: ProbeEstimate, _: float) -> None:
    """The object of ``cover estimate``."""
    print_json({"problem": str(problem), **_figures_of_probes(options, figures)})


def _figures_of_probes(options: argparse.Namespace, figures: ProbeEstimate) -> dict[str, Any]:
    met = figures.solutions > 0
    return {
        "probes": figures.probes, "seed": options.seed,
        "nodes": figures.nodes, "nodes_error": _known(figures.nodes_error, figures.nodes_skewed),
        "nodes_skewed": figures.nodes_skewed,
        "solutions": figures.solutions if met else None,
        "solutions_error": _known(figures.solutions_error, figures.solutions_skewed) if met else None,
        "solutions_skewed": figures.solutions_skewed if met else None,
    }  # fmt: skip


LONG = 1e15
"""From here on a number is not written out."""


def _give_or_take(value: float, error: float, *, skewed: bool) -> str:
    if is_rough(value, error, skewed):
        return f"about {grouped(int(float(f'{value:.2g}'))) if 100 <= value < LONG else f'{value:.2g}'}"
    return f"{value:.4g} ± {error:.2g}"


def _known(error: float, skewed: bool) -> float | None:
    return None if skewed or error == float("inf") else error


def _print_json(problem: Problem, entry: Algorithm | None, **figures: object) -> None:
    """Print the object of ``--json``.  Every way of estimating has the same keys, null where it cannot tell.

    What only some ways can tell (``core_seconds_log10``, ``solutions_log10``, ``probes`` …) follows at the end.
    """
    keys = (
        "parts", "sampled", "core_seconds", "solutions", "steps", "step_unit", "seconds_on_100_cores",
        "seconds_on_1000_cores", "memory_bytes", "sample_seconds", "extrapolated_from",
    )  # fmt: skip
    about = {"problem": str(problem), "algorithm": entry.key if entry else None}
    print_json(about | dict.fromkeys(keys) | {"step_unit": entry.unit if entry else "node"} | figures)


def _print_rows(rows: Iterable[tuple[str, str]]) -> None:
    """Print figures below each other; those without a text are left out."""
    print("\n".join(f"  {label:<10}  {text}" for label, text in rows if text), flush=True)


def _between(interval: Likely, said: Callable[[float], str]) -> str:
    if interval.low == interval.high:
        return said(interval.value)
    return f"{said(interval.value)} ({said(interval.low)} to {said(interval.high)})"


def _numbers(interval: Likely) -> list[float]:
    return [interval.value, interval.low, interval.high]
