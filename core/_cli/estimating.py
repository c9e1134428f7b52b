"""What ``dq estimate`` does: it samples a count by parts or by random probes, and says what the whole will take."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable

from core._catalog import Algorithm
from core._cli.arguments import given_problem
from core._cli.console import DONE, INTERRUPTED, UsageError, invocation, print_json
from core._cli.driving import TimeAllowed, in_thread, in_time, splitting
from core._cli.estimate import SECONDS_OF_PARTS, SECONDS_OF_PROBES
from core._estimates.by_parts import PartsEstimate
from core._estimates.counts import Counting, Extrapolated, ProbedCount
from core._estimates.expected import LARGEST_ERROR, bounds
from core._estimates.intervals import NORMAL, Likely
from core._estimates.probes import ROUGH, Estimator, ProbeEstimate, is_rough
from core._kernels.waiting import NoLongerWanted
from core._parts.machine import PROGRAM_BYTES
from core._search import Problem, ProblemError
from core._words import LONGEST_DIGITS, YEAR, byte_size, counted, duration, grouped, roughly
from core.running._finished import Finished

CORES, MANY_CORES = 100, 1000
SHORTEST_BATCH = 1000
"""If the number of probes is given, Ctrl-C gets a chance after this many."""


KEYS = (
    "parts", "sampled", "core_seconds", "solutions", "steps", "step_unit", "seconds_on_100_cores",
    "seconds_on_1000_cores", "memory_bytes", "sample_seconds", "extrapolated_from",
)  # fmt: skip
"""What the object of ``--json`` has, whatever the way of estimating, beside problem and algorithm."""


def by_parts(options: argparse.Namespace) -> int:
    """Estimate a count from some of its parts, or if that is impossible, by probes or from smaller problems."""
    problem = given_problem(options)
    return _by_parts(options, problem, SECONDS_OF_PARTS if options.seconds is None else options.seconds)


def _by_parts(options: argparse.Namespace, problem: Problem, seconds: float) -> int:
    entry = splitting(problem, options.algorithm)
    counting = Counting(entry, problem, seconds, options.seed, options.parts, invocation.slicing)
    stop = Finished()
    try:
        found = in_thread(lambda: counting.estimate(stop.is_set), "estimate", stop.set)
    except ProblemError as error:
        raise UsageError(str(error)) from None
    match found:
        case PartsEstimate():
            _say_parts(options, entry, problem, found)
        case ProbedCount():
            _say_probes(options, entry, problem, found)
        case Extrapolated():
            _say_growth(options, entry, problem, found)
        case None:
            return INTERRUPTED
    return DONE


def cover(options: argparse.Namespace) -> int:
    """Estimate the number of solutions of an exact cover problem, by the method of ``--by``."""
    return in_time(_cover, algorithm=None, **dict.fromkeys(KEYS))(options)


def _cover(options: argparse.Namespace, allowed: TimeAllowed) -> int:
    from core._cli.cover.source import given_problem as given_cover

    by_parts = options.by == "parts"
    if by_parts and options.probes is not None:
        raise UsageError("--probes belongs to --by probes")
    for name in () if by_parts else ("algorithm", "parts"):
        if getattr(options, name) is not None:
            raise UsageError(f"--{name} belongs to --by parts; probes do not use it")
    if options.probes is not None:
        allowed = TimeAllowed(None)  # they take the time that they take
    with allowed.before():
        problem = given_cover(options)
        estimator = None if by_parts else Estimator(problem, options.seed)
    left = allowed.left() if options.seconds else options.seconds
    if options.seconds and left == 0:
        raise NoLongerWanted
    if estimator is not None:
        return _by_probes(options, problem, estimator, SECONDS_OF_PROBES if left is None else left)
    return _by_parts(options, problem, SECONDS_OF_PARTS if left is None else left)


def _say_parts(options: argparse.Namespace, entry: Algorithm, problem: Problem, guess: PartsEstimate) -> None:
    memory = held + PROGRAM_BYTES if (held := entry.bytes_held(problem)) else None
    if options.json:
        _print_json(
            problem, entry, parts=guess.parts, sampled=guess.sampled, core_seconds=_numbers(guess.seconds),
            solutions=_numbers(guess.solutions), steps=_numbers(guess.steps),
            seconds_on_100_cores=guess.on(CORES), seconds_on_1000_cores=guess.on(MANY_CORES), memory_bytes=memory,
            sample_seconds=guess.spent,
        )  # fmt: skip
        return
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


def _on(guess: PartsEstimate, cores: int) -> str:
    return duration(guess.on(cores))


def _say_probes(options: argparse.Namespace, entry: Algorithm, problem: Problem, found: ProbedCount) -> None:
    expected, rate = found.solutions, found.rate
    among = (expected, *bounds(expected))
    if options.json:
        cores = [each.log10 - math.log10(rate) for each in among] if rate else None
        _print_json(
            problem, entry, core_seconds=[_power(each) for each in cores] if cores else None, core_seconds_log10=cores,
            solutions=[each.value for each in among], solutions_log10=[each.log10 for each in among],
            seconds_on_100_cores=_power(cores[0] - 2) if cores else None, sample_seconds=found.spent,
            probes=expected.probes,
        )  # fmt: skip
        return
    rough = expected.error > LARGEST_ERROR
    said = str(expected) if rough else f"{expected} ({among[1].figure} to {among[2].figure})"
    print(f"{problem} by {entry.key}: an estimate by random probes, because its parts are too large to sample")
    rows = [
        ("probes", f"{grouped(expected.probes)} random paths (Knuth 1975), in {duration(found.spent)}"),
        ("solutions", said),
        ("", "a few probes make up most of the sum, so it may be several times too high or too low" if rough else ""),
        ("time", "not known: none was found in the part that was started"),
    ]
    if rate:
        log = expected.log10 - math.log10(rate)
        rows[-1:] = [
            ("time", f"about {_long(log)} on one core like this one; {_long(log - 2)} on {CORES} such cores"),
            ("", f"at {grouped(rate)} solutions a second, as in the part that was started"),
        ]
    _print_rows(rows)


def _say_growth(options: argparse.Namespace, entry: Algorithm, problem: Problem, found: Extrapolated) -> None:
    cores = [each - math.log10(CORES) for each in found.log10]
    if options.json:
        _print_json(
            problem, entry, core_seconds=[_power(each) for each in found.log10], core_seconds_log10=found.log10,
            seconds_on_100_cores=_power(cores[0]), extrapolated_from=found.sizes,
        )  # fmt: skip
        return
    why = "beyond its range here" if found.beyond_range else "its parts are too large to be sampled"
    print(f"{problem} by {entry.key}: {why}; extrapolated from N = {', '.join(map(str, found.sizes))}")
    value, low, high = map(_long, found.log10)
    _print_rows([
        ("time", f"about {value} ({low} to {high}) on one core like this one"),
        ("", f"{_long(cores[0])} on {CORES} such cores"),
    ])  # fmt: skip


def _power(log10: float) -> float | None:
    return 10.0**log10 if log10 < 308 else None


def _long(log10: float) -> str:
    """A number of seconds in words, from its decimal logarithm."""
    years = log10 - math.log10(YEAR)
    if years > 6:
        power = math.floor(years)
        return f"{10.0 ** (years - power):.1f}e+{power} years"
    return roughly(10.0**log10)


def _by_probes(options: argparse.Namespace, problem: Problem, estimator: Estimator, seconds: float) -> int:
    """Estimate nodes and solutions by random probes: the number asked for, or for so many seconds."""
    from core._cli.cover.source import say

    status = DONE
    figures = estimator.probe(1)
    started = invocation.slicing.wall()
    try:
        if options.probes is None:
            figures = estimator.probe_for(seconds)
        else:
            while figures.probes < options.probes:
                batch = max(SHORTEST_BATCH, figures.probes // 8)
                figures = estimator.probe(min(options.probes - figures.probes, batch))
    except KeyboardInterrupt:
        status = INTERRUPTED  # the probes so far are still of use
        figures = estimator.so_far()
    spent = invocation.slicing.wall() - started
    if options.json:
        _print_json_of_probes(options, problem, figures, spent)
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


def _print_json_of_probes(
    options: argparse.Namespace, problem: Problem, figures: ProbeEstimate, spent: float
) -> None:  # fmt: skip
    """The object of ``estimate cover --by probes``: intervals as by parts, with null ends where they make no sense."""
    met = figures.solutions > 0
    nodes_error = _known(figures.nodes_error, figures.nodes_skewed)
    solutions_error = _known(figures.solutions_error, figures.solutions_skewed) if met else None

    def interval(value: float, error: float | None) -> list[float | None]:
        return (
            [value, None, None] if error is None else [value, max(0.0, value - NORMAL * error), value + NORMAL * error]
        )

    _print_json(
        problem, None, solutions=interval(figures.solutions, solutions_error) if met else None,
        steps=interval(figures.nodes, nodes_error), sample_seconds=spent, probes=figures.probes, seed=options.seed,
        nodes_error=nodes_error, nodes_skewed=figures.nodes_skewed,
        solutions_error=solutions_error, solutions_skewed=figures.solutions_skewed if met else None,
    )  # fmt: skip


def _give_or_take(value: float, error: float, *, skewed: bool) -> str:
    if not is_rough(value, error, skewed):
        return f"{value:.4g} ± {error:.2g}"
    figures = f"{value:.2g}"
    return f"about {grouped(int(float(figures))) if 100 <= value < LONGEST_DIGITS else figures}"


def _known(error: float, skewed: bool) -> float | None:
    return None if skewed or error == float("inf") else error


def _print_json(problem: Problem, entry: Algorithm | None, **figures: object) -> None:
    """Print the object of ``--json``.  Every way of estimating has the same keys, null for unknown figures.

    Figures that only some ways have (``core_seconds_log10``, ``solutions_log10``, ``probes`` …) follow at the end.
    """
    about = {"problem": str(problem), "algorithm": entry.key if entry else None}
    print_json(about | dict.fromkeys(KEYS) | {"step_unit": entry.unit if entry else "node"} | figures)


def _print_rows(rows: Iterable[tuple[str, str]]) -> None:
    """Print figures below each other; those without text are left out."""
    print("\n".join(f"  {label:<10}  {text}" for label, text in rows if text), flush=True)


def _between(interval: Likely, said: Callable[[float], str]) -> str:
    if interval.low == interval.high:
        return said(interval.value)
    return f"{said(interval.value)} ({said(interval.low)} to {said(interval.high)})"


def _numbers(interval: Likely) -> list[float]:
    return [interval.value, interval.low, interval.high]
