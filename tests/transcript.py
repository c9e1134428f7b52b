"""Transcripts: sessions at a console that a person can read, and that are run again as tests.

A transcript says in prose, at the left margin, what it shows.  What stands
indented by two is the session itself (the form that Mercurial's tests have):

    One solution is enough to know that there is one.

      $ dq queens 4 --goal first --algorithm backtracking --quiet
      2 0 3 1
      $ dq queens 3 --goal first --algorithm backtracking --quiet
      [1]
      $ cat > four.txt <<.
      > A B
      > A
      > B
      > .
      $ dq cover check - < four.txt
      2
      >>> import core
      >>> core.Queens(4).known_count
      2

- ``dq`` is the command line and ``cat`` shows a file; of a shell there are
  ``<``, ``>``, ``|`` and ``<<WORD``, no more.  ``>>>`` is Python, and says what
  a person says who uses the library: public names only.  All of it runs in this
  process, in a folder of its own.
- What is too long to read ends in a pipe.  ``lines`` says how many lines came
  through it, ``sample 3`` says that and shows three of them, the first and the
  last among them (`tests.rows`); ``head 3``, ``tail 3`` and ``grep WORD`` leave
  the lines worth reading:

      $ dq queens 6 --goal all --quiet | sample 2
      4 lines
      1: 1 3 5 0 2 4
      4: 4 2 0 5 3 1
      $ dq queens 6 --goal all --quiet | head 1
      1 3 5 0 2 4

- No step is longer than 40 lines, no line longer than 120 characters
  (`tests.test_transcripts` holds both).  A line that comes out longer is folded:
  what goes on on the next line follows ``↪``.
- A line on standard error begins with ``! ``; an exit status other than 0
  stands in square brackets at the end.  ``¶`` ends a line that is empty or ends
  with a space; ``⌁`` follows output without a newline at its end.
- What a command says that differs from one run to the next is ``…``: `CHANGING`
  says what.  Python prints what it prints.
- Kernels run interpreted, so nothing is compiled and every run is the same.

``pytest tests/test_transcripts.py --update-transcripts`` writes what came out
into the files.  Whoever does that reads every line of the difference: a
transcript is worth what its reader has found to be right in it.
"""

from __future__ import annotations

import ast
import io
import re
import shlex
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import core._cli.command_line
from core._cli.console import invocation
from core.running import Slicing
from tests.rows import sample

FOLDER = Path(__file__).parent / "transcripts"
INDENT, COMMAND, MORE, PYTHON, PYTHON_MORE = "  ", "$ ", "> ", ">>> ", "... "
CHANGES = "…"
END_OF_LINE, NO_NEWLINE = "¶", "⌁"
FOLDED, WIDTH = "↪", 120
TICK = 1e-6

CHANGING: tuple[tuple[str, str], ...] = (
    # A measured time: `core._words.duration` never says a whole number of seconds but 0, so "every 30 s" stays.
    (r"\b\d+\.\d+ (?:s|ms|µs|ns)\b|\b\d+ (?:ms|µs|ns)\b", CHANGES),
    # A measured speed.
    (r"\b\d[\d.]* [TGMk]/s\b", f"{CHANGES}/s"),
    (r"\b\d[\d ]*(?:\.\d+)?( \w{2,})?/s\b", rf"{CHANGES}\1/s"),
    # Times and speeds in JSON.
    (r'("\w*seconds\w*": |"\w*per_second\w*": )(?:\d[\d.e+-]*|\[[^\]]*\])', rf"\1{CHANGES}"),
    # An estimated cost.
    (r"\b\d[\d.e+-]* core-hours\b", f"{CHANGES} core-hours"),
    (re.escape(core.__version__), CHANGES),
)
"""What differs from run to run, as patterns, and what stands in its place."""


@dataclass
class Step:
    """A command or a Python statement, with the lines that continue it, and what comes out."""

    lines: list[str]
    said: list[str] = field(default_factory=list)

    @property
    def python(self) -> bool:
        return self.lines[0].startswith(PYTHON)


Part = str | Step
"""A line of prose, or a step."""


def read(text: str) -> list[Part]:
    """The parts of a transcript."""
    parts: list[Part] = []
    for line in text.splitlines():
        if not line.startswith(INDENT):
            parts.append(line)
            continue
        said = line.removeprefix(INDENT)
        last = parts[-1] if parts else None
        if said.startswith((COMMAND, PYTHON)):
            parts.append(Step([said]))
        elif not isinstance(last, Step):
            raise ValueError(f"{said!r} follows no command")
        elif not last.said and said.startswith(PYTHON_MORE if last.python else MORE):
            last.lines.append(said)
        else:
            last.said.append(said)
    return parts


def written(parts: list[Part]) -> str:
    """A transcript as it stands in its file."""
    lines = []
    for part in parts:
        if isinstance(part, str):
            lines.append(part)
        else:
            lines += [INDENT + line for line in part.lines]
            lines += [INDENT + piece for line in part.said for piece in folded(line)]
    return "\n".join(lines) + "\n"


def folded(line: str) -> Iterator[str]:
    """A line in pieces that are not too wide for a transcript, broken before a space where there is one."""
    wide = WIDTH - len(INDENT)
    while len(line) > wide:
        end = line.rfind(" ", wide // 2, wide)
        end = end if end > 0 else wide
        yield line[:end]
        line = FOLDED + line[end:]
    yield line


def played(parts: list[Part]) -> list[Part]:
    """The same steps with what comes out now.  Files are made in the current folder."""
    session = Session()
    return [part if isinstance(part, str) else Step(part.lines, session.run(part)) for part in parts]


class _Heard(io.RawIOBase):
    """The other end of a standard stream: keeps what is said, in order with what is said on the other one."""

    def __init__(self, kept: list[tuple[str, bytes]], mark: str) -> None:
        self._kept, self._mark = kept, mark

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._kept.append((self._mark, bytes(data)))
        return len(data)


class Session:
    """Runs steps one after the other; Python's names live as long as it does."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__transcript__"}

    def run(self, step: Step) -> list[str]:
        """What comes out of it, as a transcript says it."""
        if step.python:
            source = "\n".join(line[len(PYTHON) :] for line in step.lines)
            heard, status = self._heard(b"", lambda: self._python(source))
            return _as_lines(heard, status)
        return list(map(steady, self._commands(step)))

    def _commands(self, step: Step) -> list[str]:
        first, *more = (line[len(COMMAND) :] for line in step.lines)
        return self._shell(first, "".join(f"{line}\n" for line in more))

    def _shell(self, command: str, document: str) -> list[str]:
        lexer = shlex.shlex(command, posix=True, punctuation_chars="|<>")
        lexer.whitespace_split, lexer.commenters = True, ""
        words = list(lexer)
        said: list[str] = []
        data, status = b"", 0
        while words:
            end = words.index("|") if "|" in words else len(words)
            arguments, words = words[:end], words[end + 1 :]
            into = None
            for sign in ("<<", "<", ">"):
                if sign in arguments:
                    place = arguments.index(sign)
                    name = arguments[place + 1]
                    del arguments[place : place + 2]
                    if sign == "<<":
                        data = document.removesuffix(f"{name}\n").encode()
                    elif sign == "<":
                        data = Path(name).read_bytes()
                    else:
                        into = Path(name)
            heard, status = self._heard(data, lambda given=tuple(arguments): _command(*given))
            if words or into is not None:
                data = b"".join(text for mark, text in heard if not mark)
                heard = [each for each in heard if each[0]]
                if into is not None:
                    into.write_bytes(data)
            said += _as_lines(heard, 0)
        return [*said, *_as_lines([], status)]

    def _python(self, source: str) -> int:
        try:
            for statement in ast.parse(source).body:
                exec(compile(ast.Interactive([statement]), "transcript", "single"), self._names)
        except Exception as error:
            print("".join(traceback.format_exception_only(error)), end="", file=sys.stderr)
        return 0

    def _heard(self, given: bytes, act: Any) -> tuple[list[tuple[str, bytes]], int]:
        kept: list[tuple[str, bytes]] = []
        before = sys.stdin, sys.stdout, sys.stderr, invocation.program, invocation.command, invocation.quiet
        sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(io.BufferedWriter(_Heard(kept, mark)), encoding="utf-8", newline="\n", write_through=True)
            for mark in ("", "! ")
        )
        try:
            status = act()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            sys.stdin, sys.stdout, sys.stderr, invocation.program, invocation.command, invocation.quiet = before
        return kept, status


def _command(name: str, *arguments: str) -> int:
    if name == "dq":
        return core._cli.command_line.main(arguments, program="dq")
    if name in FILTERS:
        said = FILTERS[name](sys.stdin.read().splitlines(), *arguments)
        sys.stdout.writelines(f"{line}\n" for line in said)
        return 0
    if name == "cat":
        if not arguments:
            sys.stdout.write(sys.stdin.read())
        try:
            for each in arguments:
                sys.stdout.write(Path(each).read_text(encoding="utf-8"))
        except OSError as error:
            print(f"cat: {error.filename}: {error.strerror}", file=sys.stderr)
            return 1
        return 0
    raise ValueError(f"{name}: a transcript knows dq, cat, {', '.join(FILTERS)}")


FILTERS: dict[str, Callable[..., list[str]]] = {
    "lines": lambda read: [str(len(read))],
    "sample": lambda read, most: sample(map(steady, read), int(most)),
    "head": lambda read, count: read[: int(count)],
    "tail": lambda read, count: read[-int(count) :],
    "grep": lambda read, word: [line for line in read if word in line],
}
"""What a pipe can end in, by name: from the lines that come in to those that go out."""


def _as_lines(heard: list[tuple[str, bytes]], status: int) -> list[str]:
    joined: list[tuple[str, bytes]] = []
    for mark, data in heard:
        if joined and joined[-1][0] == mark:
            joined[-1] = (mark, joined[-1][1] + data)
        else:
            joined.append((mark, data))
    lines = []
    for mark, data in joined:
        text = data.decode()
        for line in re.findall(r"[^\n]*\n|[^\n]+", text):
            shown = "".join(map(_visible, line.removesuffix("\n")))
            ending = "" if line.endswith("\n") else NO_NEWLINE
            lines.append(_marked(mark + shown) + ending)
    if status:
        lines.append(f"[{status}]")
    return lines


def _visible(sign: str) -> str:
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")


def _marked(line: str) -> str:
    return line if line and not line.endswith(" ") else line + END_OF_LINE


def steady(line: str) -> str:
    """A line of output without what differs from run to run."""
    line = line.replace(str(Path.cwd()), CHANGES)
    for pattern, instead in CHANGING:
        line = re.sub(pattern, instead, line)
    return line


@contextmanager
def every_run_the_same(monkeypatch: Any) -> Iterator[None]:
    """Kernels as in a Python without Numba, whatever has been compiled in this process; a clock that ticks when it is
    read; lines of one width.
    """
    ticks = count(1)
    from core.running import Kernel

    with monkeypatch.context() as patch:
        # Building it takes longer than most commands.
        patch.setattr(core._cli.command_line, "parser", cache(core._cli.command_line.parser))
        patch.setenv("COLUMNS", "100")
        patch.setattr(invocation, "slicing", Slicing.by(lambda: next(ticks) * TICK))
        patch.setattr(Kernel, "compiled", False)
        patch.setattr(Kernel, "compile", lambda *_: None)
        patch.setattr(Kernel, "read", lambda *_: True)  # so that nobody asks for what is not used
        patch.setattr(Kernel, "__call__", Kernel.interpret)
        yield
