"""Where a command draws a figure: ``--svg``, ``--pdf``, ``--tikz``, on light paper or dark."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core._cli.console import Deferred, UsageError
from core.storage._files import save, system_reason

if TYPE_CHECKING:
    from core._drawing.figure import Page, Palette

FORMS = ("svg", "pdf", "tikz")


def add_figure(command: argparse.ArgumentParser, what: str) -> None:
    """Declare the files that a figure goes into, and its paper."""
    command.add_argument("--svg", metavar="FILE", type=Path, help=f"{what} into FILE")
    command.add_argument("--pdf", metavar="FILE", type=Path, help="the same as PDF")
    command.add_argument("--tikz", metavar="FILE", type=Path, help="the same for TikZ, to \\input in LaTeX")
    command.add_argument("--dark", action="store_true", help="on dark paper")


def asks(options: argparse.Namespace) -> bool:
    """Whether a figure is asked for."""
    return any(getattr(options, form) is not None for form in FORMS)


def try_files(options: argparse.Namespace, *others: str) -> None:
    """Check before a long search whether these files can be written: those of the figure, and others by option.

    Raises an OSError that names one, or UsageError.
    """
    for form in (*FORMS, *others):
        path: Path | None = getattr(options, form)
        if path is not None:
            try:
                Deferred(path).close()
            except ValueError as error:  # a name with a null character
                raise UsageError(f"{path}: {error}") from None


def draw(options: argparse.Namespace, pages: Sequence[Page], title: str) -> None:
    """Write a figure to the files asked for.  Raises UsageError if that is impossible."""
    from core._drawing.figure import in_form

    for form in FORMS:
        path: Path | None = getattr(options, form)
        if path is not None:
            write(path, in_form(f".{form}", pages, paper(options), title))


def paper(options: argparse.Namespace) -> Palette:
    """The colours of the paper asked for, and of what is on it."""
    from core._drawing.figure import DARK, LIGHT

    return DARK if options.dark else LIGHT


def write(path: Path, data: bytes) -> None:
    """Write a file.  Raises UsageError if that is impossible."""
    try:
        save(path, data)
    except (OSError, ValueError) as error:  # a name with a null character is the latter
        raise UsageError(f"{path}: {system_reason(error) if isinstance(error, OSError) else error}") from None
