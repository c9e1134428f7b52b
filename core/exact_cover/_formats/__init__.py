"""Files of exact cover problems: Knuth's text format, a plain 0/1 matrix, JSON; and for other solvers.

`read` recognises the format; `write` takes its name, one of `READERS` or of the formats that are only written.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from core.exact_cover._formats import clauses, json_form, knuth, linear, matrix
from core.exact_cover._formats.base import CannotWrite, FormatError
from core.exact_cover._problem import ExactCover

__all__ = ["READERS", "WRITERS", "CannotWrite", "FormatError", "read", "recognise", "write"]

READERS: dict[str, Callable[[str, str], ExactCover]] = {
    "knuth": knuth.read,
    "matrix": matrix.read,
    "json": json_form.read,
}
"""Format name to ``read(text, source)``, which raises FormatError."""

WRITERS: dict[str, Callable[[ExactCover], str]] = {
    "knuth": knuth.write,
    "matrix": matrix.write,
    "json": json_form.write,
    "dimacs": clauses.write,
    "lp": linear.write_lp,
    "mps": linear.write_mps,
}


_LISTS = re.compile(r"\[\s*\[")


def recognise(text: str) -> str:
    """The format that a text is most likely in: ``json``, ``matrix`` or ``knuth``."""
    if _is_json(text):
        return "json"
    header: set[str] = set()
    for line in text.splitlines():
        words = line.split()
        if not words or line.startswith(("|", "#")):
            continue
        # A row of entries, unless these are the names of items: "0 1" can be either.
        binary = set("".join(words)) <= set("01|,") and not set(words) <= header
        if binary or header:
            return "matrix" if binary else "knuth"
        header = set(words)
    return "knuth"


def _is_json(text: str) -> bool:
    """Whether a text can only be JSON: an object, a list of lists, or anything in brackets that JSON allows."""
    start = text.lstrip("\ufeff \t\r\n")
    return (
        start.startswith("{") or bool(_LISTS.match(start)) or (start.startswith("[") and json_form.well_formed(start))
    )


def read(text: str, source: str = "text", form: str | None = None) -> ExactCover:
    """Read a problem; ``source`` names the text in errors.

    Raises FormatError with line and column.
    """
    return READERS[form or recognise(text)](text, source)


def write(problem: ExactCover, form: str) -> str:
    """The problem as text, ending in a newline.  Raises CannotWrite if the format cannot hold it."""
    return WRITERS[form](problem)
