"""``python -m core sudoku``: solve, count, check, generate, convert, and the document's claims.

Every command takes a FILE in any format (``-`` for standard input).  For a puzzle
that cannot be read it prints a line on standard error and, in the end, exits
with 2; it answers the others all the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.catalog import THREADS, Algorithm, algorithm, algorithms
from core.cli.console import DONE, INTERRUPTED, UsageError, note, positive, print_json, source_name
from core.cli.parameters import add_parameters, settings_of
from core.cli.sudoku.bulk import add_canonical, solve_long_list
from core.cli.sudoku.check import add_check
from core.cli.sudoku.console import STATUSES, Tally, add_file, bar, coming_items, read_items
from core.cli.sudoku.logic import add_logic
from core.cli.sudoku.parts import add_parts, counted_in_parts, wants_parts
from core.search import Goal, Status
from core.storage.files import system_reason
from core.sudoku.formats import WRITABLE_KEYS

if TYPE_CHECKING:
    from core.sudoku.bulk.batch import Result
    from core.sudoku.formats import Puzzle, PuzzleOrError

TIERS = ("easy", "medium", "hard", "expert")
LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
SYMMETRIES = ("none", "half-turn", "quarter-turn", "mirror", "flip", "diagonal", "antidiagonal")


def declare(family: argparse.ArgumentParser) -> None:
    """Declare ``sudoku`` and what it can do."""
    verbs = family.add_subparsers(dest="verb", metavar="VERB", required=True)
    statuses = STATUSES.format("")

    solve = verbs.add_parser("solve", help="print a solution of every puzzle in a file", epilog=statuses)
    add_file(solve)
    _solving(solve)
    solve.add_argument("--all", action="store_true", help="every solution, not just one")
    _writing(solve)
    solve.set_defaults(run=_solve)

    count = verbs.add_parser("count", help="print how many solutions each puzzle has", epilog=statuses)
    add_file(count)
    _solving(count, leave_out=(THREADS.key,))  # a flag of its own: of any algorithm
    add_parts(count)
    count.set_defaults(run=_count)

    add_check(verbs)

    generate = verbs.add_parser("generate", help="make puzzles with exactly one solution")
    generate.add_argument("--boxes", default="3x3", metavar="RxC", help="box rows x box columns (default 3x3)")
    generate.add_argument(
        "--count", "--number", "-n", dest="number", type=positive, default=1, metavar="K", help="how many (default 1)"
    )
    generate.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed makes the same puzzles")
    generate.add_argument(
        "--variant", action="append", default=[], choices=("x", "windoku", "jigsaw"),
        help="with diagonals, windows, or irregular regions in place of boxes (may be repeated)",
    )  # fmt: skip
    generate.add_argument("--level", choices=LEVELS, help="how hard for a person, by the techniques it needs")
    generate.add_argument("--score", metavar="A-B", help="what its steps add up to, such as 500-900")
    generate.add_argument(
        "--requires", action="append", default=[], metavar="TECHNIQUE",
        help="a technique it needs, such as x-wing (may be repeated; sudoku train list names them all)",
    )  # fmt: skip
    generate.add_argument("--tier", choices=TIERS, help="how hard for a program, by the inference it needs")
    generate.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="symmetry of the pattern of givens")
    generate.add_argument("--minimal", action="store_true", help="remove givens until each one is needed")
    generate.add_argument("--givens", type=positive, metavar="K", help="stop at K givens")
    _writing(generate)
    generate.add_argument("--json", action="store_true", help="one JSON object a puzzle")
    generate.set_defaults(run=_generate)

    add_logic(verbs)
    add_canonical(verbs)

    convert = verbs.add_parser("convert", help="write the puzzles of a file in another format", epilog=statuses)
    add_file(convert, as_they_arrive="lines (with --to line)")
    every = (*WRITABLE_KEYS, "svg")
    convert.add_argument("--to", choices=every, metavar="FORMAT", required=True, help=", ".join(every))
    convert.add_argument("--output", "-o", type=Path, metavar="FILE", help="default: standard output")
    convert.set_defaults(run=_convert)

    sheet = verbs.add_parser(
        "sheet", help="lay puzzles out for printing, several to a page, with the solutions at the end", epilog=statuses
    )
    add_file(sheet, as_they_arrive="")
    sheet.add_argument("--output", "-o", type=Path, metavar="FILE", required=True, help="a name ending in .pdf or .svg")
    sheet.add_argument(
        "--per-page", type=int, choices=(1, 2, 4, 6, 12), default=4, help="puzzles to a page (default 4)"
    )
    sheet.add_argument("--no-solutions", action="store_true", help="leave the solutions out")
    sheet.set_defaults(run=_sheet)

    document = verbs.add_parser(
        "document", help="check the claims of the Sudoku document (003) on building and solving"
    )
    document.add_argument(
        "--repeat", type=positive, default=5, metavar="R", help="runs of which the median counts (default 5)"
    )
    document.add_argument("--json", action="store_true", help="one JSON object")
    document.set_defaults(run=_document)


def _writing(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--to", choices=WRITABLE_KEYS, metavar="FORMAT",
        help="a format, see convert --help; default: boxed for one puzzle, line for several",
    )  # fmt: skip


def _solving(command: argparse.ArgumentParser, leave_out: Sequence[str] = ()) -> None:
    keys = ", ".join(entry.key for entry in algorithms("sudoku"))
    command.add_argument("--algorithm", "-a", metavar="KEY", help=f"{keys}; default: by shape")
    command.add_argument("--limit", type=positive, metavar="K", help="stop after K solutions")
    command.add_argument("--json", action="store_true", help="one JSON object a puzzle")
    add_parameters(command, "sudoku", leave_out)


def _results(options: argparse.Namespace, goal: Goal, tally: Tally) -> Iterator[Result]:
    """Solve everything, complaining about what cannot be read or taken."""
    from core.sudoku.bulk.batch import solve_all
    from core.sudoku.formats import Puzzle

    entry = algorithm("sudoku", options.algorithm) if options.algorithm else None
    settings = settings_of(options, "sudoku", entry)
    coming = coming_items(options)
    if coming is not None:
        yield from _sound(options, _one_by_one(options, coming, goal, settings), tally)
        return
    items = read_items(options)
    alone = len(items) == 1 and isinstance(items[0], Puzzle)
    # Listing all solutions may never end: each search is followed by itself and can be stopped.
    watched = alone or goal is Goal.ALL
    given = settings if options.parameters else {}
    with bar(0 if watched else len(items), options.verb) as advance:

        def endless(item: Puzzle) -> Result:
            with advance.aside():
                return _watched(options, item, goal, settings, alone=False)

        results = (
            (_watched(options, item, goal, settings, alone=alone) for item in items)
            if watched
            else solve_all(items, options.algorithm, goal, options.limit, given, endless)
        )
        yield from _sound(options, results, tally, advance)


def _one_by_one(
    options: argparse.Namespace, items: Iterator[PuzzleOrError], goal: Goal, settings: Any
) -> Iterator[Result]:
    """Answer each puzzle before waiting for the next."""
    from core.sudoku.bulk.batch import solve_all

    for item in items:
        if goal is not Goal.FIRST:
            yield _watched(options, item, goal, settings, alone=False)
        else:
            yield from solve_all([item], options.algorithm, goal, options.limit, settings if options.parameters else {})
        sys.stdout.flush()


def _sound(
    options: argparse.Namespace, results: Iterable[Result], tally: Tally, advance: Callable[[], object] = lambda: None
) -> Iterator[Result]:
    """Yield the results that are answers; complain about the others."""
    from core.sudoku.formats import FormatError

    for result in results:
        advance()
        if isinstance(result.item, FormatError):
            tally.complain(result.item)
        elif result.refusal:
            tally.complain(f"{source_name(options.file)}, {result.item.name}: {result.refusal}")
        else:
            yield result


def _watched(options: argparse.Namespace, item: PuzzleOrError, goal: Goal, settings: Any, *, alone: bool) -> Result:
    """Solve one puzzle with its own progress: Ctrl-C keeps the figures, and solutions are printed as they are found."""
    from core.cli.console import solve
    from core.cli.sudoku.reporting import print_solution
    from core.running.streaming import Listing
    from core.sudoku.bulk.batch import Result, chosen
    from core.sudoku.formats import CannotWrite, FormatError

    if isinstance(item, FormatError):
        return Result(item)
    problem, listing = item.problem, None
    entry = chosen(item, options.algorithm, goal)
    if refusal := entry.refusal(problem, goal):
        return Result(item, refusal=refusal)
    if goal is Goal.COUNT:
        return _counted(options, item, entry, settings, alone=alone)
    if goal is Goal.ALL and not options.json:
        style = _style(options, alone=alone)
        listing = Listing(lambda found: print_solution(problem.shape, found, style), sys.stdout.flush, forget=True)
    follow = listing.follow if listing else None
    try:
        outcome = solve(problem, entry, goal, limit=options.limit, parameters=settings, follow=follow)
    except CannotWrite as error:
        return Result(item, refusal=str(error))
    return Result(item, outcome, alone=alone, printed=listing.written if listing else None)


def _counted(options: argparse.Namespace, puzzle: Puzzle, entry: Algorithm, settings: Any, *, alone: bool) -> Result:
    """Count the solutions of a puzzle; if that takes long, say how many there will be."""
    from core.cli.console import solve
    from core.sudoku.bulk.batch import Result
    from core.sudoku.expected import ForecastThread

    problem, label = puzzle.problem, f"{puzzle.name} · {entry.title}"
    with closing(ForecastThread(problem)) as forecast:
        outcome = solve(
            problem, entry, Goal.COUNT, limit=options.limit, parameters=settings, label=label, outlook=forecast.look
        )
    expected = forecast.expected(outcome.snapshot) if outcome.interrupted else None
    return Result(puzzle, outcome, alone=alone, expected=expected)


def _style(options: argparse.Namespace, *, alone: bool) -> str:
    """The format of solutions."""
    return str(options.to or ("boxed" if alone else "line"))


def _solve(options: argparse.Namespace) -> int:
    from core.cli.sudoku.reporting import as_json, name_of, print_solutions
    from core.sudoku.formats import CannotWrite

    tally = Tally()
    if options.all and options.to == "document":
        raise UsageError("--to document: its answer is one solution; leave out --all, or take another format")
    goal = Goal.ALL if options.all else Goal.FIRST
    if (status := solve_long_list(options, tally)) is not None:
        return status
    for result in _results(options, goal, tally):
        outcome = result.outcome
        assert outcome is not None
        tally.unsolved += not outcome.snapshot.solutions and not outcome.interrupted
        if options.json:
            print_json(as_json(result))
        else:
            try:
                print_solutions(result, _style(options, alone=result.alone))
            except CannotWrite as error:
                tally.complain(f"{source_name(options.file)}, {name_of(result)}: {error}")
        if outcome.interrupted:
            return INTERRUPTED
    return tally.status


def _count(options: argparse.Namespace) -> int:
    from core.cli.sudoku.reporting import as_json, name_of

    tally = Tally()
    parted = wants_parts(options)
    results = _sound(options, counted_in_parts(options), tally) if parted else _results(options, Goal.COUNT, tally)
    for result in results:
        outcome = result.outcome
        assert outcome is not None
        shot = outcome.snapshot
        tally.unsolved += not shot.solutions and not outcome.interrupted
        if options.json:
            print_json(as_json(result))
        else:
            least = "at least " if shot.status is not Status.COMPLETE else ""
            print(f"{name_of(result)}: {least}{shot.solutions}", flush=True)
            if result.expected is not None:
                note(f"{name_of(result)}: {result.expected} in all, {result.expected.source}")
        if outcome.interrupted:
            return INTERRUPTED
    return tally.status


def _generate(options: argparse.Namespace) -> int:
    from core.cli.sudoku.generate import NewPuzzle, made_for
    from core.sudoku.formats import write

    interrupted = False

    def made() -> Iterator[NewPuzzle]:
        nonlocal interrupted
        try:
            yield from made_for(options)
        except KeyboardInterrupt:
            interrupted = True  # a format may have something to write in the end

    def entitled() -> Iterator[Puzzle]:
        for puzzle in made():
            yield puzzle.puzzle

    if options.json:
        for puzzle in made():
            print_json(puzzle.json)
    else:
        for line in write(entitled(), options.to or ("boxed" if options.number == 1 else "line")):
            print(line, flush=True)
    return INTERRUPTED if interrupted else DONE


def _convert(options: argparse.Namespace) -> int:
    from core.sudoku.formats import Puzzle, write
    from core.sudoku.picture import to_svg

    tally = Tally()
    puzzles: list[Puzzle] = []
    coming = coming_items(options) if options.output is None else None
    for item in read_items(options) if coming is None else coming:
        if not isinstance(item, Puzzle):
            tally.complain(item)
        elif coming is None:
            puzzles.append(item)
        else:
            print(*write([item], options.to), sep="\n", flush=True)
    if not puzzles:
        return tally.status
    if options.to == "svg":
        if len(puzzles) > 1:
            raise UsageError(f"svg holds one puzzle, {source_name(options.file)} has {len(puzzles)}")
        text = to_svg(puzzles[0].grid, title=puzzles[0].title)
    else:
        text = "".join(f"{line}\n" for line in write(puzzles, options.to))
    if options.output is None:
        sys.stdout.write(text)
        return tally.status
    try:
        options.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{options.output}: {system_reason(error)}") from None
    return tally.status


def _sheet(options: argparse.Namespace) -> int:
    from core.sudoku.formats import Puzzle
    from core.sudoku.sheet import sheets, to_pdf, to_svg

    kind = options.output.suffix.lower()
    if kind not in (".pdf", ".svg"):
        raise UsageError(f"{options.output}: expected a name that ends in .pdf or .svg")
    tally = Tally()
    puzzles: list[Puzzle] = []
    for item in read_items(options):
        if isinstance(item, Puzzle):
            puzzles.append(item)
        else:
            tally.complain(item)
    if not puzzles:
        return tally.status
    pages = sheets(puzzles, per_page=options.per_page, solutions=not options.no_solutions)
    try:
        options.output.write_bytes(to_pdf(pages) if kind == ".pdf" else to_svg(pages).encode())
    except OSError as error:
        raise UsageError(f"{options.output}: {system_reason(error)}") from None
    count = f"{len(puzzles)} puzzle{'s' if len(puzzles) > 1 else ''}"
    print(f"{options.output}: {count} on {len(pages)} page{'s' if len(pages) > 1 else ''}")
    return tally.status


def _document(options: argparse.Namespace) -> int:
    from core.sudoku.claims import measure_claims, report

    claims = measure_claims(options.repeat)
    if options.json:
        print_json(claims.as_json())
    else:
        print(*report(claims), sep="\n")
    return DONE
