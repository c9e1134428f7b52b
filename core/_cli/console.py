"""The output of the command line, where it goes, and exit statuses.

Results go to standard output, remarks and errors to standard error.  Errors begin with the name
under which the program was started; ``--quiet`` turns off remarks and progress.  Every JSON object
is one line and has a ``schema`` that says what it is.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from core.running._slicing import BY_TIME, Slicing
from core.storage._files import LARGEST_FILE, read_stream, schema, system_reason

DONE, NO_SOLUTION, BAD_USAGE, WRONG_RESULT, BROKEN_OFF, CLUSTER_LOST, INTERRUPTED = 0, 1, 2, 3, 5, 6, 130
"""Exit statuses.  A wrong result differs from the literature, which is a bug; BROKEN_OFF means that the cause was
outside this program."""

MODULE = "python -m core"
SCRIPT = "dq"
"""The console script of the command line."""


class UsageError(Exception):
    """The arguments make no sense: the program prints one line on standard error and exits with 2.

    Refusals by `core` itself (`core.errors.Reasoned`) are treated alike, so there is no need to
    convert them to this.
    """

    status = BAD_USAGE


class Lost(UsageError):
    """The arguments make sense, but the workers are gone: one line, and a separate exit status."""

    status = CLUSTER_LOST


@dataclass
class Invocation:
    """How this process was started; `core._cli.command_line.main` sets its fields."""

    program: str = MODULE
    command: str = ""
    """The command being run, such as ``sudoku solve``."""
    quiet: bool = False
    slicing: Slicing = BY_TIME
    """How the searches of commands are sliced and timed: by the clocks, unless the caller of `main` fixes it."""


invocation = Invocation()


class Deferred(io.TextIOBase):
    """A file that is opened only when there is something to write; until then its old content stays.

    The constructor checks at once whether it can be written.  Raises an OSError that names the file.
    """

    encoding = "utf-8"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIO | None = None
        with self._named():
            self._new = not path.exists()
            path.open("ab").close()
            if self._new:
                path.unlink()

    def write(self, text: str) -> int:
        """Write the text; the first write opens the file."""
        with self._named():
            if self._file is None:
                self._file = self._path.open("w", encoding=self.encoding)
            return self._file.write(text)

    def flush(self) -> None:
        """Flush what has been written, if anything."""
        if self._file is not None:
            with self._named():
                self._file.flush()

    def close(self) -> None:
        """Close the file, if it was opened."""
        file, self._file = self._file, None
        if file is not None:
            with self._named():
                file.close()
        super().close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            error.filename = error.filename or str(self._path)  # a full disk does not name the file
            with suppress(OSError):
                if self._new and self._path.stat().st_size == 0:
                    self._path.unlink()  # none of the results fit
            raise


def complain(message: object) -> None:
    """Print an error on standard error, after the program's name; ``--quiet`` does not silence it."""
    sys.stdout.flush()
    print(visible(f"{invocation.program}: {message}"), file=sys.stderr, flush=True)


def visible(text: str) -> str:
    """A message that may quote a file name or typed text, with control characters escaped."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in text)


def note(text: object) -> None:
    """Print a remark on standard error, after flushing standard output."""
    if invocation.quiet:
        return
    sys.stdout.flush()
    print("\n".join(map(visible, str(text).split("\n"))), file=sys.stderr, flush=True)


def wants_progress() -> bool:
    """Whether to show progress: standard error is a terminal, and ``--quiet`` was not given."""
    return not invocation.quiet and sys.stderr is not None and sys.stderr.isatty()


def command_words(*arguments: str) -> list[str]:
    """The words of a command line that the user can type, under the program name that works here."""
    return [*invocation.program.split(), *arguments]


def print_json(value: Mapping[str, Any], out: TextIO | Deferred | None = None) -> None:
    """Print one JSON object with its schema on one line of standard output (or of ``out``)."""
    print(json.dumps({"schema": schema(invocation.command), **value}, ensure_ascii=False), file=out, flush=True)


def source_name(source: str) -> str:
    """The name of a file argument in messages: ``-`` is standard input, and links are shortened."""
    return "standard input" if source == "-" else "the link" if "://" in source else source


def standard_input(limit: int = LARGEST_FILE) -> bytes:
    """All of standard input.  Raises UsageError if there is none, and ProblemError if it exceeds the limit in bytes."""
    try:
        return read_stream(binary_input(), source_name("-"), limit)
    except OSError as error:
        raise UsageError(f"standard input: {system_reason(error)}") from None


def binary_input() -> BinaryIO:
    """Standard input, to read as it comes.  Raises UsageError if there is none."""
    if sys.stdin is None:
        raise UsageError("standard input is closed; expected a FILE, or something to read from it")
    return sys.stdin.buffer
