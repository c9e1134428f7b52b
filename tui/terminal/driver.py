"""The driver of the terminal: input that is not a key costs itself and not the program, and output is watched."""

from __future__ import annotations

import codecs
import math
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from textual._parser import ParseError
from textual.driver import Driver

from tui.terminal.line import TerminalLine, Watched

PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
SMALLEST_GRID = 16
LARGEST_SIZE = (1000, 500)
"""The most columns and lines that are believed: a page or a broken terminal may say anything, and each cell costs."""
EXIT_LOST_TERMINAL = 129
"""Exit status if the terminal, or the server of a browser, has gone without a word."""
_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[^\[\]]|$)?")
_UNFINISHED = re.compile(r"(?:\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?)?|\r)\Z")
_BETWEEN = "|+- \t\r\n"
_GRID = re.compile(r"[0-9.*_xX|+\- \t\r\n]+")


def forgiving(driver: type[Driver], line: TerminalLine) -> type[Driver]:
    """The driver, no longer ended by bytes that are not UTF-8 (a picture pasted) or by a key nobody can have pressed.

    In Textual, either ends the thread that reads the terminal, and with it the program.
    ``line`` watches what the driver writes.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver
    module: Any = sys.modules[driver.__module__]
    if hasattr(module, "getincrementaldecoder"):
        module.getincrementaldecoder = _replacing

    class Forgiving(driver):  # type: ignore[valid-type, misc]
        """Textual's driver, which goes on after bytes that it cannot decode."""

        def __init__(self, *arguments: Any, **settings: Any) -> None:
            super().__init__(*arguments, **settings)
            if self.is_web and (size := self.__dict__.get("_size")) is not None:
                self.__dict__["_size"] = plausible(*size)
            if "_file" in self.__dict__:  # not if a browser shows it
                self.__dict__["_file"] = Watched(self.__dict__["_file"], line)

        def _get_terminal_size(self) -> tuple[int, int]:
            # Textual believes COLUMNS and LINES first.  A shell, `resize` or readline may have exported them:
            # they tell how large the terminal was then (https://github.com/Textualize/textual/pull/6153).
            with suppress(OSError):
                size = os.get_terminal_size(self.fileno)
                if size.columns > 0 and size.lines > 0:
                    return plausible(*size)
            told: tuple[int, int] = super()._get_terminal_size()
            return plausible(*told)

        def on_meta(self, packet_type: str, payload: dict[str, Any]) -> None:
            # What the page of a browser says of itself.
            if packet_type == "resize":
                width, height = plausible(payload.get("width"), payload.get("height"))
                payload = {**payload, "width": width, "height": height}
            super().on_meta(packet_type, payload)

        def run_input_thread(self) -> None:
            while True:
                try:
                    super().run_input_thread()
                except (ValueError, ParseError):
                    continue
                if self.is_web and not self.exit_event.is_set():
                    os._exit(EXIT_LOST_TERMINAL)  # the server has gone, perhaps killed; everything is on disk
                return

    return Forgiving


def plausible(width: object, height: object) -> tuple[int, int]:
    """Columns and lines that a terminal can have: those reported, within `LARGEST_SIZE`; 80 and 24 for nonsense."""
    told = [side if isinstance(side, int) and side > 0 else usual for side, usual in ((width, 80), (height, 24))]
    return min(told[0], LARGEST_SIZE[0]), min(told[1], LARGEST_SIZE[1])


def _replacing(encoding: str) -> Callable[[], TerminalReader]:
    """A decoder that writes ``�`` for what it cannot read."""
    return partial(TerminalReader, encoding)


class TerminalReader:
    """Decodes what the terminal sends, and puts pastes right before Textual's parser sees them.

    - A grid that came all at once is marked as a paste: some terminals (the
      Linux console, old ones) send a paste as if it had been typed.
    - Escape sequences inside a paste are taken out: the parser would lose what
      is around them, and take the rest for keys.
    - A line ends in LF, also if the terminal sends CR (as tmux does) or CR LF.
    """

    def __init__(self, encoding: str) -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._pasting = False
        self._held = ""
        """The beginning of what may become an escape sequence in a paste, or of a line's end."""

    def decode(self, data: bytes, final: bool = False) -> str:
        """The text of the next bytes."""
        text = self._held + self._decoder.decode(data, final)
        self._held = ""
        if not self._pasting and PASTE_BEGINS not in text:
            return PASTE_BEGINS + _lines(text) + PASTE_ENDS if is_grid(text) else text
        out: list[str] = []
        while text:
            mark = PASTE_ENDS if self._pasting else PASTE_BEGINS
            before, found, text = text.partition(mark)
            out.append(self._pasted(before, final=bool(found) or final) if self._pasting else before)
            if found:
                out.append(mark)
                self._pasting = not self._pasting
        return "".join(out)

    def _pasted(self, text: str, *, final: bool) -> str:
        """A part of a paste, as text."""
        if not final and (cut := _UNFINISHED.search(text)):
            text, self._held = text[: cut.start()], text[cut.start() :]
        return _lines(_SEQUENCE.sub("", text))


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_grid(text: str) -> bool:
    """Whether a text is a whole Sudoku grid: a square number of digits and signs for empty cells, with both of them."""
    if len(text) < SMALLEST_GRID or not _GRID.fullmatch(text):
        return False
    cells = [sign for sign in text if sign not in _BETWEEN]
    side = math.isqrt(len(cells))
    blanks = sum(sign in "0.*_xX" for sign in cells)
    return side * side == len(cells) and side >= 4 and 0 < blanks < len(cells)
