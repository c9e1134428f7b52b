"""A walk through a search as a recording of a terminal: an asciicast, version 2, as asciinema plays it.

The form: a line of JSON with width, height and title, then one line for each frame: seconds, ``"o"``, what is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from textwrap import wrap

from core.explain.pseudocode import WIDEST, Pseudocode
from core.explain.reason import NodeKind, Reason
from core.explain.words import Tone, sentences, which_way
from core.search import Problem
from core.words import grouped

WIDTH, HEIGHT = 80, 24
MOST_BOARD = 18
"""A larger board would leave no room for words: its queens are listed."""
COLOURS = {Tone.PLAIN: "", Tone.GOOD: "\x1b[32m", Tone.BAD: "\x1b[31m", Tone.NEXT: "\x1b[33m", Tone.DETAIL: "\x1b[2m"}
BOLD, FAINT, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
CLEAR = "\x1b[2J\x1b[H"


def asciicast(frames: Sequence[str], title: str, seconds: float) -> str:
    """The recording: each frame stands for so many seconds."""
    head = {"version": 2, "width": WIDTH, "height": HEIGHT, "title": title}
    events = [[round(number * seconds, 3), "o", CLEAR + frame] for number, frame in enumerate(frames)]
    events.append([round(len(frames) * seconds, 3), "o", ""])
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (head, *events))


def frame(problem: Problem, reason: Reason, title: str, code: Pseudocode | None = None) -> str:
    """One node as it is written on a terminal of `WIDTH` by `HEIGHT`: the board, then the pseudocode or the reasons."""
    left = list(_standing(problem, reason))
    wide = max(map(len, left), default=0)
    room = WIDTH - wide - 3
    right = list(_code(code, reason, room) if code is not None else _reasons(reason, room))
    lines = [f"{BOLD}{title}{PLAIN}", f"node {grouped(reason.node)}, level {reason.depth}: {reason.outcome}", ""]
    for row in range(min(HEIGHT - len(lines), max(len(left), len(right)))):
        own = left[row] if row < len(left) else ""
        beside = right[row] if row < len(right) else ""
        lines.append(f"{own:<{wide}}   {beside}".rstrip())
    return "\r\n".join(lines)


def _standing(problem: Problem, reason: Reason) -> Iterator[str]:
    """A board of queens where it is small enough; else the choices, the newest last."""
    n = getattr(problem, "n", 0)
    if problem.kind == "queens" and n <= MOST_BOARD:
        queens = {taken.option.number for taken in reason.path if taken.option is not None}
        for row in range(n):
            squares = range(row * n, (row + 1) * n)
            yield " ".join("♛" if s in queens else "▫" if s in reason.live else "·" for s in squares)
        return
    for taken in reason.path[3 - HEIGHT :]:
        yield f"{taken.level}. {taken.option.name if taken.option else '-'} ({which_way(taken)})"[: WIDTH // 2]


def _reasons(reason: Reason, width: int) -> Iterator[str]:
    for tone, text in sentences(reason):
        for line in wrap(text, width):
            yield f"{COLOURS[tone]}{line}{PLAIN}" if COLOURS[tone] else line


def _code(code: Pseudocode, reason: Reason, width: int) -> Iterator[str]:
    """The pseudocode with its line marked, the variables, and the sentence that matters most."""
    lit = code.at(reason)
    for number, line in enumerate(code.lines):
        text = f"{line.text:<{WIDEST}}"[: width - 2].rstrip()
        if number == lit.line:
            yield f"{BOLD}\x1b[33m▸ {text}{PLAIN}"
        elif number in lit.passed:
            yield f"· {text}"
        else:
            yield f"{FAINT}  {text}{PLAIN}"
    yield from wrap("  ".join(f"{name} = {value}" for name, value in code.values(reason)), width)
    wanted = Tone.NEXT if reason.outcome is NodeKind.BRANCH else Tone.BAD
    for tone, text in sentences(reason):
        if tone is wanted or tone is Tone.GOOD:
            yield from (f"{COLOURS[tone]}{line}{PLAIN}" for line in wrap(text, width))
            return
