"""Pasting into every editor, in every way terminals do it, and typing ahead."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.pty_app import PtyApp

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [PUZZLE[row * 9 : row * 9 + 9] for row in range(9)]
COVER = ["A B C", "A B", "C", "B", "A C"]
BEGIN, END = "\x1b[200~", "\x1b[201~"
LINE_ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}
MEGABYTE = 1 << 20
SUDOKU, TYPED_IN, TEXT, COVER_SCREEN = ("sudoku",), ("sudoku", "2x2"), ("cover", "four-sets"), ("cover", "four-sets")


@dataclass(frozen=True, slots=True)
class Step:
    """Something to send, and what must be seen then."""

    send: str
    seen: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """One way to paste or to type ahead."""

    name: str
    arguments: tuple[str, ...]
    ready: str
    steps: tuple[Step, ...]


def _has(*words: str) -> Callable[[str], bool]:
    return lambda text: all(word in text for word in words)


_OPENED = _has("opened pasted", "30 givens")


def cases(megabyte: int = MEGABYTE) -> Iterator[Case]:
    """All of them."""
    for name, end in LINE_ENDS.items():
        lines = BEGIN + end.join(ROWS) + END
        yield Case(f"Sudoku, 9 lines, {name}", SUDOKU, "28 givens", (Step(lines, _OPENED),))
        cover = BEGIN + end.join(COVER) + END
        yield Case(
            f"exact cover, {name}", COVER_SCREEN, "first node",
            (Step(cover, _has("Pasted", "enter open")), Step("\r", _has("4 × 3"))),
        )  # fmt: skip
        yield Case(
            f"exact cover as text, {name}", COVER_SCREEN, "first node",
            (Step("w", _has("The problem as text")), Step(cover, _has("1  A B C", "2  A B", "5  A C"))),
        )  # fmt: skip
    yield Case("Sudoku of 81 characters", SUDOKU, "28 givens", (Step(BEGIN + PUZZLE + END, _OPENED),))
    yield Case(
        "the same, not wanted",
        SUDOKU,
        "28 givens",
        (Step(BEGIN + PUZZLE + END, _OPENED), Step("u", _has("28 givens"))),
    )
    for name, end in {"81 characters": "", **LINE_ENDS}.items():
        yield Case(
            f"Sudoku, no bracketed paste, {name}",
            SUDOKU,
            "28 givens",
            (Step(end.join(ROWS), _OPENED),),
        )
    inside = f"{BEGIN}{PUZZLE[:40]}\x1b[31m{PUZZLE[40:]}{END}"
    yield Case("Sudoku with ESC inside", SUDOKU, "28 givens", (Step(inside, _OPENED),))
    yield Case(
        "a megabyte", SUDOKU, "28 givens",
        (Step(BEGIN + "x" * megabyte + END, _has("too large")), Step("l", _has("r1c2"))),
    )  # fmt: skip
    yield Case(
        "a megabyte of lines", COVER_SCREEN, "first node",
        (Step(BEGIN + "A B\r" * (megabyte // 4) + END, lambda text: "line" in text or "Pasted" in text),),
    )  # fmt: skip
    yield Case(
        "g 7 enter in one burst", ("queens", "8", "-a", "bitmask", "--run"), "92 / 92",
        (Step("g7\r", _has("solution 7 of 92")), Step("#12\r#13\r", _has("solution 13 of 92"))),
    )  # fmt: skip
    typed = "l".join("23456789")
    yield Case(
        "a row typed in one burst", ("sudoku", "HOME/grid.sdm"), "opened grid.sdm",
        (Step(typed, _has("8 steps so far")),),
    )  # fmt: skip


def trouble(case: Case) -> str:
    """What is wrong with it; empty for nothing."""
    with tempfile.TemporaryDirectory(prefix="paste-") as folder:
        (Path(folder) / "grid.sdm").write_text("1" + "." * 80 + "\n", encoding="utf-8")
        arguments = [text.replace("HOME", folder) for text in case.arguments]
        with PtyApp(["-m", "tui", *arguments], Path(folder), (120, 40)) as app:
            app.wait_for(case.ready)
            for step in case.steps:
                app.feed(step.send.encode())
                try:
                    app.wait_for(step.seen, patience=30)
                except AssertionError as failure:
                    return str(failure)
    return ""
