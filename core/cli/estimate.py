"""``python -m core estimate``: what a count will cost, from a sample of its parts."""

from __future__ import annotations

import argparse
import math
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from core.catalog import Algorithm, algorithm, algorithms
from core.cli.console import DONE, INTERRUPTED, UsageError, print_json, seconds_up_to, source_name
from core.cli.parts import number_of_parts
from core.cli.sudoku.console import add_file, read_items
from core.search import CannotSolve, Goal, Problem, ProblemError
from core.words import YEAR, byte_size, counted, duration, grouped, roughly

if TYPE_CHECKING:
    from core.parts.estimate import Likely, PartsEstimate, PartsTooLarge
    from core.sudoku.expected import Expected


T = TypeVar("T")

CORES = 100
LONGEST = 86_400
"""The most seconds that a sample may be asked to take: a day."""
SECONDS = 10
FEW_SIZES = ("quadrants",)
"""The algorithms that are waited for as long as it takes: every size in their range can be sampled."""
SMALLEST_SAMPLED = 7
"""For boards whose parts are too large: the smallest of the sizes from which the time is extrapolated."""
FOR_GROWTH = 3
SHARE_OF_A_SIZE = 0.2
"""The share of the given time that one of these sizes may take."""
LARGEST_SAMPLED = 21
"""For boards beyond an algorithm's range: the largest N whose parts are sampled instead."""


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``estimate``."""
    command.description = "Count a few parts, chosen at random, and estimate what all of them will take."
    kinds = command.add_subparsers(dest="kind", metavar="KIND", required=True)
    queens = kinds.add_parser("queens", help="a count of N queens")
    queens.add_argument(
        "n",
        type=int,
        metavar="N",
        help="board size; beyond the algorithm's range the cost is extrapolated from smaller boards",
    )
    cover = kinds.add_parser("cover", help="a count of the solutions of an exact cover problem")
    cover.add_argument("source", metavar="FILE", help="a file, - for standard input, or gallery:NAME")
    cover.set_defaults(form=None)
    sudoku = kinds.add_parser("sudoku", help="a count of the solutions of a Sudoku")
    add_file(sudoku, as_they_arrive="")
    for kind in (queens, cover, sudoku):
        kind.add_argument("--algorithm", "-a", metavar="KEY", help="default: the fastest that splits into parts")
        kind.add_argument(
            "--parts", type=number_of_parts, metavar="P", help="cut the count into P parts (default: by its size)"
        )
        kind.add_argument(
            "--seconds",
            type=seconds_up_to(LONGEST, zero=True),
            default=SECONDS,
            metavar="S",
            help=f"how many seconds to sample for (default {SECONDS})",
        )
        kind.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed chooses the same parts")
        kind.add_argument("--json", action="store_true", help="one JSON object")
    queens.set_defaults(run=_queens)
    cover.set_defaults(run=_cover)
    sudoku.set_defaults(run=_sudoku, verb="")


def _queens(options: argparse.Namespace) -> int:
    from core.queens.problem import Queens
    from core.queens.propose import propose
    from core.reasons import TooLarge

    try:
        problem = Queens(options.n)
        entry = algorithm("queens", options.algorithm) if options.algorithm else propose(problem, Goal.COUNT).algorithm
    except CannotSolve as error:
        raise error if options.algorithm else UsageError(f"{options.n} queens: {error}") from None
    because = entry.obstacle(problem, Goal.COUNT)
    if isinstance(because, TooLarge) and entry.divides:
        return _extrapolated(options, entry)
    return _said(options, entry, problem, entry.holds(problem) if entry.holds else None)


def _cover(options: argparse.Namespace) -> int:
    from core.cli.cover.source import read_source

    problem = read_source(options).problem
    if options.algorithm:
        entry = algorithm("cover", options.algorithm)
    else:
        able = [e for e in algorithms("cover") if e.divides and e.obstacle(problem, Goal.COUNT) is None]
        if not able:
            raise UsageError("no algorithm that splits into parts can take this problem")
        entry = able[-1]
    return _said(options, entry, problem, None)


def _sudoku(options: argparse.Namespace) -> int:
    from core.cli.sudoku.parts import splitting
    from core.sudoku.formats import FormatError

    items = read_items(options)
    if len(items) != 1:
        raise UsageError(f"{source_name(options.file)}: expected one puzzle, found {len(items)}")
    if isinstance(items[0], FormatError):
        raise items[0]
    return _said(options, splitting(items[0], options.algorithm), items[0].problem, None)


def _sampled(
    options: argparse.Namespace, entry: Algorithm, problem: Problem, seconds: float, *, otherwise: bool = False,
    of: int | None = None,
) -> PartsEstimate | None:  # fmt: skip
    """Estimate by parts; None when interrupted.

    Raises UsageError; PartsTooLarge where it can be estimated ``otherwise``, which is then not put off for long.
    """
    from core.parts.estimate import PATIENCE, PartsTooLarge, estimate
    from core.parts.part import cut, usual_parts

    if (refusal := entry.refusal(problem, Goal.COUNT)) is not None:
        raise UsageError(f"{problem}: {refusal}")
    parts = cut(entry, problem, entry.settings({}), max(1, of or usual_parts(entry, problem)))
    try:
        return _in_thread(
            lambda stopped: estimate(parts, seconds, options.seed, stopped, None if otherwise else PATIENCE)
        )
    except ProblemError as error:
        if otherwise and isinstance(error, PartsTooLarge):
            raise
        raise UsageError(f"{problem} by {entry.key}: {error}") from None


def _in_thread(work: Callable[[Callable[[], bool]], T | None]) -> T | None:
    """Run it in a thread of its own, so that Ctrl-C is heard; None when interrupted."""
    stop = threading.Event()
    found: list[T | None] = []
    failed: list[BaseException] = []

    def body() -> None:
        try:
            found.append(work(stop.is_set))
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=body, name="estimate", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except KeyboardInterrupt:
        stop.set()
        while thread.is_alive():
            thread.join(0.1)
    if failed:
        raise failed[0]
    return None if stop.is_set() else found[0]


def _said(options: argparse.Namespace, entry: Algorithm, problem: Problem, memory: int | None) -> int:
    from core.parts.estimate import PartsTooLarge

    try:
        guess = _sampled(
            options, entry, problem, options.seconds, otherwise=entry.key not in FEW_SIZES, of=options.parts
        )
    except PartsTooLarge as error:
        if problem.kind != "queens":
            return _said_by_probes(options, entry, problem, error)
        smaller = _smaller_boards(options, entry, problem)
        if smaller is None:
            return INTERRUPTED
        if len(smaller) == FOR_GROWTH:
            return _said_by_growth(options, entry, problem, smaller)
        guess = _sampled(options, entry, problem, options.seconds, of=options.parts)  # it takes what it takes
    if guess is None:
        return INTERRUPTED
    if options.json:
        _print_json(
            problem, entry, parts=guess.parts, sampled=guess.sampled, core_seconds=_numbers(guess.seconds),
            solutions=_numbers(guess.solutions), steps=_numbers(guess.steps),
            seconds_on_100_cores=guess.on(CORES), memory_bytes=memory, sample_seconds=guess.spent,
        )  # fmt: skip
        return DONE
    rows = [
        ("sampled", f"{grouped(guess.sampled)} of {counted(guess.parts, 'part')}, in {duration(guess.spent)}"),
        ("time", f"{_between(guess.seconds, duration)} on one core like this one"),
        ("", f"{guess.core_hours.value:.3g} core-hours; {duration(guess.on(CORES))} on {CORES} such cores"),
        ("solutions", f"about {_between(guess.solutions, grouped)}"),
        (f"{entry.unit}s", f"about {_between(guess.steps, grouped)}"),
        ("memory", f"at most {byte_size(memory)} a process" if memory else ""),
    ]
    print(f"{problem} by {entry.key}: an estimate")
    print("\n".join(f"  {label:<10}  {text}" for label, text in rows if text), flush=True)
    return DONE


def _said_by_probes(options: argparse.Namespace, entry: Algorithm, problem: Problem, late: PartsTooLarge) -> int:
    """Where no part can be finished: estimate the solutions by random probes, and the time by the rate in a part."""
    from core.parts.probes import bounds, probed
    from core.sudoku.expected import LARGEST_ERROR

    started = time.perf_counter()
    done: list[bool] = []

    def probe(stopped: Callable[[], bool]) -> Expected | None:
        found = probed(problem, max(0.0, options.seconds - late.spent), options.seed, stopped)
        done.append(not stopped())
        return found

    expected = _in_thread(probe)
    spent = time.perf_counter() - started
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
    print("\n".join(f"  {label:<10}  {text}" for label, text in rows if text), flush=True)
    return DONE


def _smaller_boards(options: argparse.Namespace, entry: Algorithm, problem: Problem) -> list[tuple[int, float]] | None:
    """The largest boards of the same parity whose parts can be sampled, with their seconds; None when interrupted."""
    from core.parts.estimate import PartsTooLarge
    from core.queens.problem import Queens

    done: list[tuple[int, float]] = []
    for n in range(SMALLEST_SAMPLED + (problem.size - SMALLEST_SAMPLED) % 2, problem.size, 2):
        try:
            guess = _sampled(options, entry, Queens(n), options.seconds * SHARE_OF_A_SIZE, otherwise=True)
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
    from core.parts.estimate import beyond

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
    print(f"  time        about {value} ({low} to {high}) on one core like this one")
    print(f"              {_long(times[0] - 2)} on {CORES} such cores", flush=True)
    return DONE


def _power(log10: float) -> float | None:
    return 10.0**log10 if log10 < 308 else None


def _long(log10: float) -> str:
    """A number of seconds in words, from its decimal logarithm."""
    years = log10 - math.log10(YEAR)
    if years > 6:
        power = math.floor(years)
        return f"{10.0 ** (years - power):.1f}e+{power} years"
    return roughly(10.0**log10) if years < 1 else f"{grouped(float(f'{10.0**years:.1e}'))} years"


def _extrapolated(options: argparse.Namespace, entry: Algorithm) -> int:
    """Beyond an algorithm's range: extrapolate from the largest sizes of the same parity whose parts it can do."""
    from core.queens.problem import Queens

    largest = max(n for n in range(LARGEST_SAMPLED - 1, LARGEST_SAMPLED + 1) if n % 2 == options.n % 2)
    sizes = (largest - 4, largest - 2, largest)
    times = []
    for n in sizes:
        guess = _sampled(options, entry, Queens(n), options.seconds / len(sizes))
        if guess is None:
            return INTERRUPTED
        times.append(guess.seconds.value)
    first, second = times[1] / times[0], times[2] / times[1]
    steps = (options.n - largest) // 2
    rise = max(1.0, second / first)
    value, low, high = (times[2] * growth**steps for growth in (second * rise**0.5, min(first, second), second * rise))
    names = ", ".join(str(n) for n in sizes)
    if options.json:
        _print_json(
            Queens(options.n), entry, core_seconds=[value, low, high], seconds_on_100_cores=value / CORES,
            extrapolated_from=list(sizes),
        )  # fmt: skip
        return DONE
    hours = [each / 3600 for each in (value, low, high)]
    print(f"{Queens(options.n)} by {entry.key}: beyond its range here, extrapolated from N = {names}")
    print(f"  time        about {grouped(hours[0])} core-hours ({grouped(hours[1])} to {grouped(hours[2])})")
    print(f"              {_long(math.log10(value / CORES))} on {CORES} such cores")
    print(
        "  memory      more than one machine is likely to have: the placements of a quadrant grow eightfold", flush=True
    )
    return DONE


def _print_json(problem: Problem, entry: Algorithm, **figures: object) -> None:
    """Print the object of ``--json``.  Every way of estimating has the same keys, null where it cannot tell.

    What only some ways can tell (``core_seconds_log10``, ``solutions_log10``, ``probes``) follows at the end.
    """
    keys = (
        "parts", "sampled", "core_seconds", "solutions", "steps", "step_unit", "seconds_on_100_cores", "memory_bytes",
        "sample_seconds", "extrapolated_from",
    )  # fmt: skip
    about = {"problem": str(problem), "algorithm": entry.key}
    print_json(about | dict.fromkeys(keys) | {"step_unit": entry.unit} | figures)


def _between(interval: Likely, said: Callable[[float], str]) -> str:
    if interval.low == interval.high:
        return said(interval.value)
    return f"{said(interval.value)} ({said(interval.low)} to {said(interval.high)})"


def _numbers(interval: Likely) -> list[float]:
    return [interval.value, interval.low, interval.high]
