"""The command line: ``python -m core COMMAND``.

Each family of problems declares its own commands (``core/queens/cli.py`` and so
on) as ``add_commands(subparsers)``; the functions they set as ``run`` take the
parsed arguments and return the exit status.  Solvers are imported inside.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from core import __version__
from core.console import BAD_USAGE, INTERRUPTED, UsageError

COMMAND_MODULES = ("core.listing", "core.queens.cli", "core.sudoku.cli", "core.exact_cover.cli", "core.compare.cli")
"""Modules with an ``add_commands``, in the order of ``--help``."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line on standard error and exits with 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        self.exit(BAD_USAGE, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = _Parser(
        prog="python -m core", description="Solve and count N queens, Sudoku and exact cover problems.",
        epilog="Exit status: 0 done; 1 no solution; 2 bad usage, or input that is malformed or too large; 3 a measured "
               "result was wrong; 4 sudoku check found several solutions; 130 interrupted.",
    )  # fmt: skip
    top.add_argument("--version", action="version", version=f"dancing-queens {__version__}")
    commands = top.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for name in COMMAND_MODULES:
        importlib.import_module(name).add_commands(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    _make_writable()
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except UsageError as error:
        print(f"python -m core: {error}", file=sys.stderr)
        return BAD_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (``| head``): nothing more to say, and nothing to say it to.
        _discard_output()
        return INTERRUPTED
    except OSError as error:
        # A full disk behind ``>``, for one.
        name = error.filename
        if name is None:
            name = "standard output"
            _discard_output()
        print(f"python -m core: {name}: {error.strerror or error}", file=sys.stderr)
        return BAD_USAGE


def _make_writable() -> None:
    """Let every text be printed: on streams that know few characters, and on those closed with ``>&-``."""
    for name, errors in (("stdout", "replace"), ("stderr", "backslashreplace")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _discard_output() -> None:
    """Point standard output at nothing, or else the interpreter would complain once more when it closes it."""
    with suppress(OSError, ValueError):  # a stream without a file behind it has nothing left to write
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
