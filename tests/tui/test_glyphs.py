"""Signs for a terminal that has Unicode, and for one that has not."""

from __future__ import annotations

from tui.glyphs import ASCII, UNICODE, choose, in_ascii, keys_in_ascii


def test_a_text_is_told_in_ascii() -> None:
    assert in_ascii("6 × 6 · ♛ … 10² ≈ é") == "6 x 6 - Q ~ 10^2 ~ ?"
    assert in_ascii("plain") == "plain"
    assert in_ascii("1.5 µs ± 3 % ≤ 2±") == "1.5 us +-3 % <=2~", "as long as it was"
    assert keys_in_ascii("← → a") == "left right a"


def test_the_environment_says_which_signs_there_are() -> None:
    assert choose(True) is ASCII
    assert choose(False, {"TERM": "dumb"}) is ASCII
    assert choose(False, {"PYTHONUTF8": "1"}) is UNICODE
