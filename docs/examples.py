"""What Griffe does with our docstrings for the reference: examples become blocks of code."""

from __future__ import annotations

from typing import Any

import griffe

from docs.fences import fenced


class Examples(griffe.Extension):
    """Fences what doctest runs."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Griffe has read an object with its docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
