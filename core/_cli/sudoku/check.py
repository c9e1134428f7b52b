"""``dq sudoku check``: no, one or several solutions; and ``dq sudoku document``, which checks the document's claims."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from core._cli.arguments import positive
from core._cli.console import DONE, INTERRUPTED, note, print_json
from core._cli.driving import TimeAllowed, add_seconds, solve
from core._cli.sudoku.batch import LARGEST_COUNT, Result, chosen, solve_all
from core._cli.sudoku.coming import Aside, coming_items
from core._cli.sudoku.long_lists import count_long_list
from core._cli.sudoku.puzzle_file import AMBIGUOUS, STATUSES, Tally, add_file, bar, read_items
from core._cli.sudoku.setting import SetterLines
from core._search import Goal
from core.compare._papers.sudoku_document import measure_claims, report
from core.sudoku._formats import FormatError, Puzzle, PuzzleOrError
from core.sudoku._verdict import CAP, Finding, Verdict, judge, malformed


def declare_check(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku check``."""
    command.epilog = STATUSES.format(f"{AMBIGUOUS} a puzzle has several; ")
    add_file(command)
    command.add_argument(
        "--limit", type=positive, metavar="K", help=f"count up to K (default {CAP}; sudoku count has no limit)"
    )
    add_seconds(command)
    command.add_argument(
        "--differ", action="store_true",
        help="for each puzzle with several solutions, the two that differ least (always told for a single puzzle)",
    )  # fmt: skip
    command.add_argument(
        "--spare", action="store_true", help="list the rules and givens that can go without adding a solution"
    )
    command.add_argument("--json", action="store_true", help="one JSON object per puzzle")
    command.set_defaults(run=_check)


def declare_document(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku document``."""
    command.add_argument(
        "--repeat", type=positive, default=5, metavar="R", help="runs of which the median counts (default 5)"
    )
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(run=_document)


def _check(options: argparse.Namespace) -> int:
    tally = Tally()
    limit, capped = max(2, options.limit or CAP), False
    puzzles: list[tuple[Puzzle, Finding]] = []
    """The first two items, because a single puzzle gets a longer answer."""

    def tell(result: Result) -> None:
        nonlocal capped
        item, outcome = result.item, result.outcome
        if isinstance(item, FormatError):
            tally.complain(item)
            verdict, title = malformed(item), None
        else:
            assert outcome is not None
            verdict, title = judge(item.problem, outcome.snapshot, outcome.solutions), item.title or None
        late = outcome is not None and outcome.late
        tally.unsolved += verdict.kind in (Finding.NO_SOLUTION, Finding.UNDECIDED)
        tally.ambiguous += verdict.kind is Finding.SEVERAL
        capped = capped or (verdict.capped and verdict.kind is Finding.SEVERAL and not late)
        more = None
        if isinstance(item, Puzzle):
            more = SetterLines(item, verdict.kind, options, differ=options.differ, spare=options.spare, clash=True)
            tally.unsolved += more.late
            if len(puzzles) < 2:
                puzzles.append((item, verdict.kind))
        if options.json:
            print_json({
                "line": item.line, "base": 1, "title": title, "verdict": verdict.kind.value, "solutions": verdict.count,
                "capped": verdict.capped, "status": outcome.snapshot.status.value if outcome else None,
                "from": item.problem.basis if isinstance(item, Puzzle) else None,
                "nodes": verdict.nodes,
                "conflicts": [str(conflict) for conflict in verdict.conflicts], "reason": verdict.reason or None,
                **(more.as_json() if more else {}),
            })  # fmt: skip
        elif isinstance(item, Puzzle):
            assert more is not None
            said = str(verdict)
            if late:
                several = verdict.kind is Finding.SEVERAL
                said = f"{verdict.number} so far; time is up" if several else f"{verdict}: time is up"
            print("\n".join([f"{item.name}: {said}{result.told_from}", *more.lines()]), flush=coming is not None)

    def answers(items: Iterable[PuzzleOrError]) -> Iterable[Result]:
        if options.seconds is None:
            return solve_all(items, None, Goal.COUNT, limit, {})
        return map(timed, items)  # so that each search can be stopped

    def timed(item: PuzzleOrError) -> Result:
        if isinstance(item, FormatError):
            return Result(item)
        entry = chosen(item, None, Goal.COUNT)
        if refusal := entry.refusal(item.problem, Goal.COUNT):
            return Result(item, refusal=refusal)
        return Result(item, solve(
            item.problem, entry, Goal.COUNT, limit=limit, settings=entry.settings({}), label=item.name,
            allowed=TimeAllowed(options.seconds),
        ))  # fmt: skip

    def special(item: PuzzleOrError, aside: Aside) -> None:
        for result in solve_all([item], None, Goal.COUNT, limit, {}):
            tell(result)

    def words(count: int) -> str | None:
        nonlocal capped
        if count < 2:
            return Finding.UNIQUE.value
        if count >= LARGEST_COUNT < limit:
            return None
        tally.ambiguous += 1
        capped = capped or count == limit
        return str(Verdict(Finding.SEVERAL, count, count == limit))

    coming = None
    status = None
    if options.seconds is None and not options.differ and not options.spare:
        status = count_long_list(options, tally, min(limit, LARGEST_COUNT), words, special)
    if status is None:
        coming = coming_items(options)
        items = read_items(options) if coming is None else []
        results = answers(items) if coming is None else coming.together(lambda held, aside: answers(held))
        with bar(len(items), "check") as advance:
            for result in results:
                advance()
                tell(result)
        if len(puzzles) == 1 and not (options.differ or options.json):
            for line in SetterLines(*puzzles[0], options, differ=True).lines():
                print(line)
    if capped and options.limit is None and status != INTERRUPTED:
        note(f"check counts up to {CAP} solutions: --limit K counts up to K, sudoku count counts them all")
    return tally.status if status is None else status


def _document(options: argparse.Namespace) -> int:
    claims = measure_claims(options.repeat)
    if options.json:
        print_json(claims.as_json())
    else:
        print(*report(claims), sep="\n")
    return DONE
