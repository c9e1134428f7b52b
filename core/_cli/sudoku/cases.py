"""``dq sudoku cases``: does each technique find exactly what a library of cases says?"""

from __future__ import annotations

import argparse
from collections import Counter

from core._cli.console import BAD_USAGE, DONE, UsageError, complain, print_json
from core._cli.sudoku.puzzle_file import bar, opened
from core._words import counted
from core.storage._files import read_stream
from core.sudoku._formats import FormatError, Puzzle, decode
from core.sudoku._formats.base import SourceText
from core.sudoku._formats.line import read as read_lines
from core.sudoku.human import TECHNIQUES, technique
from core.sudoku.human._library import Case, read_cases

DIFFERENT = 3
"""The exit status if a technique did not find what a case says."""
OTHERS = 3
"""The number of other conclusions named in a line."""


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku cases``."""
    command.epilog = (
        "Exit status: 0 every case holds; 2 bad usage, or a line that is malformed (the others are still done); "
        "3 a case does not hold; 130 interrupted."
    )
    command.add_argument(
        "file", metavar="FILE",
        help="lines :code:values:grid:deleted:eliminations:placements:…, or - for standard input; a code that ends in "
        "-x, such as 0300-x, marks a case in which the technique must not be found",
    )  # fmt: skip
    command.add_argument(
        "--only", action="append", default=[], metavar="TECHNIQUE", help="a key such as x-wing (may be repeated)"
    )
    command.add_argument("--json", action="store_true", help="one JSON object per case")
    command.set_defaults(run=_cases)


def _cases(options: argparse.Namespace) -> int:
    wanted = [technique(key) for key in options.only]
    with opened(options.file) as (stream, name, _):
        source = SourceText.of(decode(read_stream(stream, name)), name)
    items = list(read_cases(source))
    if not items:
        raise UsageError(f"{name}: expected cases :code:values:grid:deleted:eliminations:placements:, found none")
    puzzles: list[int] = []
    tally, unknown, malformed = Counter[tuple[str, bool]](), Counter[str](), 0
    with bar(len(items), "cases") as advance:
        for item in items:
            if isinstance(item, FormatError):
                malformed += 1
                if _is_puzzle(source, item.line):
                    puzzles.append(item.line)
                else:
                    complain(item)
            elif not wanted or item.technique in wanted:
                holds = item.holds()
                if item.technique is None:
                    unknown[item.code.split("-")[0]] += 1
                else:
                    tally[item.technique.key, bool(holds)] += 1
                _tell(name, item, holds, as_json=options.json)
            advance()
    if puzzles:
        more = f" and on {counted(len(puzzles) - 1, 'other line')}" if len(puzzles) > 1 else ""
        complain(
            f"{name}, line {puzzles[0]}: expected :code:values:grid:deleted:eliminations:placements:, found a puzzle "
            f"here{more}; sudoku rate and sudoku path tell which techniques puzzles need"
        )
    if not options.json:
        _sum_up(tally, unknown)
    wrong = any(not holds for _, holds in tally)
    return BAD_USAGE if malformed else DIFFERENT if wrong else DONE


def _is_puzzle(source: SourceText, line: int) -> bool:
    """Whether a line is a puzzle rather than a case, as in the lists of puzzles that need a technique."""
    return any(isinstance(item, Puzzle) for item in read_lines(SourceText(source.name, [source.lines[line - 1]])))


def _tell(name: str, case: Case, holds: bool | None, *, as_json: bool) -> None:
    """Print a line for each case that does not hold, or with JSON an object for every case."""
    entry = case.technique
    if not as_json and (holds or entry is None):
        return
    found = [] if entry is None else list(dict.fromkeys(step.consequence for step in case.steps()))
    other = None if holds or case.negative else case.found_by()
    if as_json:
        print_json({
            "file": name, "line": case.line, "code": case.code, "technique": entry.key if entry else None,
            "negative": case.negative, "holds": holds, "expected": case.conclusion or None, "found": found,
            "found_by": other.technique.key if other else None,
        })  # fmt: skip
        return
    assert entry is not None
    if case.negative:
        said = f"should not find {case.conclusion or 'anything'}, but does"
    elif not case.conclusion:
        said = "expected eliminations or placements in this line, found neither"
    else:
        shown = "; ".join(found[:OTHERS]) + (f"; and {len(found) - OTHERS} more" if len(found) > OTHERS else "")
        said = f"expected {case.conclusion}, found {shown or 'nothing'}"
        if other is not None:
            said += f" ({other.technique.name} finds it)"
    print(f"{name}:{case.line}: {case.code} {entry.name}: {said}", flush=True)


def _sum_up(tally: Counter[tuple[str, bool]], unknown: Counter[str]) -> None:
    for entry in TECHNIQUES:
        good, bad = tally[entry.key, True], tally[entry.key, False]
        if bad:
            print(f"# {entry.code} {entry.name}: {good} of {_that_hold(good + bad)}")
    held, every = sum(count for (_, holds), count in tally.items() if holds), tally.total()
    techniques = len({key for key, _ in tally})
    print(f"# {held} of {_that_hold(every)}, of {counted(techniques, 'technique')}")
    if unknown:
        codes = ", ".join(f"{code} ({count})" for code, count in sorted(unknown.items()))
        print(f"# {counted(unknown.total(), 'case')} of techniques that this program does not have: {codes}")


def _that_hold(cases: int) -> str:
    return f"{counted(cases, 'case')} hold{'s' * (cases == 1)}"
