"""The driver of the terminal: input that is no key costs itself and not the program, and output is watched."""

from __future__ import annotations

import codecs
import math
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from textual._parser import ParseError
from textual.driver import Driver

from tui.line import Line, Watched

PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
SMALLEST_GRID = 16
_BETWEEN = "|+- \t\r\n"
_GRID = re.compile(r"[0-9.*_xX|+\- \t\r\n]+")


def forgiving(driver: type[Driver], line: Line) -> type[Driver]:
    """The driver, no longer ended by bytes that are not UTF-8 (a picture pasted) or by a key nobody can have pressed.

    As Textual has it, either ends the thread that reads the terminal, and with it the program.
    What it writes, ``line`` watches.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver
    module: Any = sys.modules[driver.__module__]
    if hasattr(module, "getincrementaldecoder"):
        module.getincrementaldecoder = _replacing

    class Forgiving(driver):  # type: ignore[valid-type, misc]
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            super().__init__(*arguments, **settings)
            if "_file" in self.__dict__:  # not where a browser shows it
                self.__dict__["_file"] = Watched(self.__dict__["_file"], line)

        def run_input_thread(self) -> None:
            while True:
                try:
                    super().run_input_thread()
                except (ValueError, ParseError):
                    continue
                return

    return Forgiving


def _replacing(encoding: str) -> Callable[[], Reader]:
    """A decoder that writes ``�`` for what it cannot read."""
    return partial(Reader, encoding)


class Reader:
    """Decodes what the terminal sends, and marks a grid that came all at once as what it is: a paste.

    Some terminals (the Linux console, old ones) send a paste as if it had been typed.
    """

    def __init__(self, encoding: str) -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._pasting = False

    def decode(self, data: bytes, final: bool = False) -> str:
        """The text of the next bytes."""
        text = self._decoder.decode(data, final)
        if not self._pasting and is_grid(text):
            return PASTE_BEGINS + text + PASTE_ENDS
        begin, end = text.rfind(PASTE_BEGINS), text.rfind(PASTE_ENDS)
        if begin != end:
            self._pasting = begin > end
        return text


def is_grid(text: str) -> bool:
    """Whether a text is a whole Sudoku grid: a square number of digits and signs for nothing, both of them there."""
    if len(text) < SMALLEST_GRID or not _GRID.fullmatch(text):
        return False
    cells = [sign for sign in text if sign not in _BETWEEN]
    side = math.isqrt(len(cells))
    blanks = sum(sign in "0.*_xX" for sign in cells)
    return side * side == len(cells) and side >= 4 and 0 < blanks < len(cells)
