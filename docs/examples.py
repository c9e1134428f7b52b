"""What Griffe does with our docstrings for the reference: examples become blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class Examples(griffe.Extension):
    """Fences what doctest runs, which Markdown would take for quotations."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Griffe has read an object with its docstring."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", obj.docstring.value)
