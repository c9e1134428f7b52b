"""The command line: ``dq COMMAND``, or ``python -m core COMMAND`` without installing anything.

`COMMANDS` lists the commands; those of ``sudoku`` and ``cover`` have verbs, listed in
``VERBS`` of their packages.  Only the module of the command typed is imported.  Its ``declare``
function takes the parser, adds the arguments, and sets ``run`` to a function that takes the parsed
arguments and returns the exit status, or to its name, ``module:function``, if the work needs NumPy,
which ``--help`` should not import.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, TextIO, cast

from core import __version__
from core._catalog import named, troubles_met
from core._cli import completion
from core._cli.arguments import Parser, add_commands, describe
from core._cli.console import (
    BAD_USAGE,
    BROKEN_OFF,
    DONE,
    INTERRUPTED,
    MODULE,
    WRONG_RESULT,
    UsageError,
    complain,
    invocation,
    note,
)
from core._plain import PlainOutput, make_writable
from core._plugins import blamed
from core._search import Reasoned, WrongSolution
from core._words import allow_long_counts
from core.storage._files import system_reason

COMMANDS = {
    "algorithms": (
        "core._cli.algorithms:declare", "list every algorithm, what it can do and where it comes from",
    ),
    "queens": ("core._cli.queens:declare", "place N queens so that none attacks another"),
    "sudoku": ("core._cli.sudoku:declare", "solve, count, check, make and convert Sudoku of any box shape"),
    "cover": ("core._cli.cover:declare", "exact cover problems: solve, count, convert, check"),
    "compare": ("core._cli.compare:declare", "measure algorithms against each other; the papers' tables; history"),
    "explain": ("core._cli.explain:declare_explain", "say why a search does what it does at a node"),
    "tree": ("core._cli.explain:declare_tree", "show the tree that a search visits"),
    "estimate": (
        "core._cli.estimate:declare",
        "estimate what a count will cost in core-hours and memory, from a sample of its parts",
    ),
    "ledger": ("core._cli.ledgers:declare", "what finished parts are in a ledger; merge ledgers; count parts again"),
    "key": ("core._cli.keys:declare", "take the key of checkpoints and ledgers to another machine"),
}  # fmt: skip
"""The commands, in the order of ``--help``: for each, the function that declares it and a line on what it does."""

ENDED_BY_SIGNAL = 128
"""The exit status of a command that a signal ended is this plus the signal's number: 143 for SIGTERM."""


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP came: the command ends as it does on Ctrl-C, and its exit status tells the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Parser(Parser):
    """A parser that gives every command the option to be quiet."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.add_argument(
            "--quiet", "-q", action="store_true", default=argparse.SUPPRESS,
            help="no remarks and no progress on standard error",
        )  # fmt: skip


def parser(program: str = MODULE) -> Parser:
    """The parser, with the name under which the program was started; it declares each command when first needed."""
    top = _Parser(
        prog=program, description="Solve and count N queens, Sudoku and exact cover problems.",
        epilog="Exit status: 0 done; 1 no solution; 2 bad usage, or input that is malformed or too large; 3 a measured "
               "result was wrong; 4 sudoku check found several solutions; 5 a plug-in failed; 6 a cluster was lost; "
               "130 interrupted (143 by SIGTERM).",
    )  # fmt: skip
    top.add_argument("--version", action="version", version=f"dancing-queens {__version__}")
    completion.add_option(top)
    add_commands(top, COMMANDS, "command", title="commands")
    describe(top)
    return top


def main(arguments: Sequence[str] | None = None, program: str = MODULE) -> int:
    """Run one command; returns the exit status."""
    make_writable()
    allow_long_counts()
    invocation.program = program
    told: list[int] = []
    before = _listen(told)
    try:
        status = _run(program, arguments)
    finally:
        for number, handler in before:
            signal.signal(number, handler)
    return ENDED_BY_SIGNAL + told[0] if told and status == INTERRUPTED else status


def _run(program: str, arguments: Sequence[str] | None) -> int:
    try:
        options = parser(program).parse_args(arguments)
        invocation.quiet = getattr(options, "quiet", False)
        invocation.command = " ".join(filter(None, (options.command, getattr(options, "verb", None))))
        run = named(options.run) if isinstance(options.run, str) else options.run
        status: int = _on_plain_output(run, options)
        for trouble in troubles_met():
            note(trouble)
        return status
    except (UsageError, Reasoned) as error:
        complain(error)
        return error.status if isinstance(error, UsageError) else BAD_USAGE
    except WrongSolution as error:
        complain(error)
        return WRONG_RESULT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has what it wanted (``| head``): a normal end.
        _discard_output()
        return DONE
    except OSError as error:
        # For example, the disk behind ``>`` is full.
        name = error.filename
        if name is None and error.errno is not None:
            name = "standard output"
            _discard_output()
        complain(f"{name}: {system_reason(error)}" if name is not None else error)
        return BAD_USAGE
    except (Exception, SystemExit) as error:  # argparse raises the latter, and a plug-in may
        place = blamed(error)
        if place is None:
            raise
        complain(f"a plug-in failed at {place}: {type(error).__name__}: {error}")
        return BROKEN_OFF


def _on_plain_output(run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run the command with output that cannot control the terminal."""
    before = sys.stdout
    sys.stdout = cast(TextIO, PlainOutput(before))
    try:
        status = run(options)
        sys.stdout.flush()
        return status
    finally:
        sys.stdout = before


def _listen(told: list[int]) -> Iterable[tuple[int, Any]]:
    """Treat SIGTERM (Slurm, ``docker stop``) and SIGHUP like Ctrl-C; return the previous handlers.

    An ignored signal (``nohup``) stays ignored.
    """

    def ended(number: int, _: object) -> None:
        if told:
            return  # the first one is being handled
        told.append(number)
        raise Terminated(number)

    before = []
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        with suppress(ValueError):  # not in the main thread: a caller there handles signals itself
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before.append((number, signal.signal(number, ended)))
    return before


def _discard_output() -> None:
    """Discard further output, or the interpreter would complain again when it closes standard output."""
    with suppress(OSError, ValueError):  # a stream without a file has nothing left to write
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
