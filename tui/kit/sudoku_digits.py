"""Large digits, for cells that have room: givens in blocks, what was found or written in lines, so that they differ."""

from __future__ import annotations

from functools import lru_cache

_SMALL = (
    ".#. ##. .#. .#. ###", "### ..# ### #.. ###", "### ..# ### ..# ###", "#.# #.# ### ..# ..#", "### #.. ### ..# ###",
    "### #.. ### #.# ###", "### ..# ..# .#. .#.", "### #.# ### #.# ###", "### #.# ### ..# ###",
)  # fmt: skip
"""The digits from 1, row by row: three squares across and five down."""
_LARGE = (
    "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.", ".###. #...# ....# ..##. .#... #.... #####",
    ".###. #...# ....# ..##. ....# #...# .###.", "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "##### #.... ####. ....# ....# #...# .###.", "..##. .#... #.... ####. #...# #...# .###.",
    "##### ....# ...#. ..#.. .#... .#... .#...", ".###. #...# #...# .###. #...# #...# .###.",
    ".###. #...# #...# .#### ....# ...#. .##..",
)  # fmt: skip
"""Five across and seven down."""
_LINES = (
    "─┐ / │ /─┴─", "──┐/┌─┘/└──", "──┐/──┤/──┘", "│ │/└─┤/  │", "┌──/└─┐/──┘", "┌──/├─┐/└─┘", "──┐/  │/  │",
    "┌─┐/├─┤/└─┘", "┌─┐/└─┤/──┘",
)  # fmt: skip
_ASCII = (
    "   /  |/  |", " _ / _|/|_ ", " _ / _|/ _|", "   /|_|/  |", " _ /|_ / _|", " _ /|_ /|_|", " _ /  |/  |",
    " _ /|_|/|_|", " _ /|_|/ _|",
)  # fmt: skip
LARGEST = len(_LINES)
"""The largest value that has a large digit."""
ROWS, COLUMNS = 3, 7
"""The smallest cell with room for one."""
_MORE_ROWS = 4
_GOES_DOWN = "┐┌├┤│"


@lru_cache(maxsize=128)
def large_digit(value: int, rows: int, *, blocks: bool, unicode: bool) -> tuple[str, ...]:
    """The lines of a digit for a cell of this many rows; all of a length, in ASCII the same for ``blocks`` or not."""
    if not unicode:
        return tuple(_ASCII[value - 1].split("/"))
    roomy = rows >= _MORE_ROWS
    if blocks:
        squares = (_LARGE if roomy else _SMALL)[value - 1].split()
        squares += ["." * len(squares[0])] * (len(squares) % 2)
        return tuple(
            "".join(" ▄▀█"[2 * (upper == "#") + (lower == "#")] for upper, lower in zip(*pair, strict=True))
            for pair in zip(squares[::2], squares[1::2], strict=True)
        )
    lines = _LINES[value - 1].split("/")
    if roomy:
        lines.insert(2, "".join("│" if sign in _GOES_DOWN else " " for sign in lines[1]))
        upright = "│" in {line[1] for line in lines}
        lines = [f" {line} " if upright else line[0] + line[1] * 3 + line[2] for line in lines]
    return tuple(lines)
