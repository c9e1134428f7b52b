"""Keys as people write them: ``full_stop`` is ``.`` and ``ctrl+p`` is ``^p``."""

from __future__ import annotations

import re

KEY_NAMES = {
    "full_stop": ".", "comma": ",", "greater_than_sign": ">", "less_than_sign": "<", "plus": "+", "minus": "-",
    "equals_sign": "=", "question_mark": "?", "left_square_bracket": "[", "right_square_bracket": "]",
    "number_sign": "#", "apostrophe": "'", "quotation_mark": '"', "slash": "/", "escape": "esc", "asterisk": "*",
    "up": "↑", "down": "↓", "left": "←", "right": "→", "pageup": "pgup", "pagedown": "pgdn", "underscore": "_",
    "exclamation_mark": "!", "vertical_line": "|", "tilde": "~", "at": "@", "percent_sign": "%", "colon": ":",
    "circumflex_accent": "^", "left_parenthesis": "(", "right_parenthesis": ")", "grave_accent": "`",
    "right_curly_bracket": "}", "left_curly_bracket": "{", "dollar_sign": "$", "ampersand": "&", "backslash": "\\",
    "semicolon": ";", "shift+tab": "shift+tab", "backspace": "backspace", "delete": "del",
}  # fmt: skip
"""Textual's names of keys, as people write them."""


def key_name(key: str) -> str:
    """A key's name as people write it: ``full_stop`` is ``.`` and ``ctrl+p`` is ``^p``."""
    key = key.strip()
    if key.startswith("ctrl+"):
        return "^" + key_name(key.removeprefix("ctrl+"))
    if re.fullmatch(r"f\d+", key):
        return key.upper()
    if key.startswith("upper_"):
        return key.removeprefix("upper_").upper()
    return KEY_NAMES.get(key, key)
