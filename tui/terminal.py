"""Terminal input that is no text, or no key, costs itself and not the program."""

from __future__ import annotations

import codecs
import sys
from functools import partial
from typing import Any

from textual._parser import ParseError
from textual.driver import Driver


def forgiving(driver: type[Driver]) -> type[Driver]:
    """The driver, no longer ended by bytes that are not UTF-8 (a picture pasted) or by a key nobody can have pressed.

    As Textual has it, either ends the thread that reads the terminal, and with it the program.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver
    module: Any = sys.modules[driver.__module__]
    if hasattr(module, "getincrementaldecoder"):
        module.getincrementaldecoder = _replacing

    class Forgiving(driver):  # type: ignore[valid-type, misc]
        def run_input_thread(self) -> None:
            while True:
                try:
                    super().run_input_thread()
                except (ValueError, ParseError):
                    continue
                return

    return Forgiving


def _replacing(encoding: str) -> partial[codecs.IncrementalDecoder]:
    """A decoder that writes ``�`` for what it cannot read."""
    return partial(codecs.getincrementaldecoder(encoding), "replace")
