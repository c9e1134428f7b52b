"""How figures are said to people: at both sides of every border between two ways to say them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import pytest

from core._words import (  # fmt: skip
    DAY,
    YEAR,
    age,
    both,
    byte_size,
    compact,
    counted,
    duration,
    either,
    grouped,
    rate,
    roughly,
    share,
    three_figures,
)

SAID: dict[Callable[..., str], dict[float, str]] = {
    grouped: {
        0: "0", 999: "999", 1000: "1 000", -14_772_512: "-14 772 512", 10**20: "100 000 000 000 000 000 000",
        1234.6: "1 235", 9.99e14: "999 000 000 000 000", 1e15: "1.00e+15", -2e15: "-2.00e+15", math.inf: "∞",
    },
    three_figures: {
        0.0: "0.00", 0.052: "0.052", 0.0994: "0.099", 0.0995: "0.10", 1.314: "1.31", 9.994: "9.99", 9.996: "10.0",
        13.14: "13.1", 99.94: "99.9", 99.96: "100", 1310.2: "1310",
    },
    duration: {
        0: "0 s", 5e-10: "0.50 ns", 7.3e-4: "730 µs", 0.0124: "12.4 ms", 0.9994: "999 ms", 0.9996: "1.00 s",
        1.55: "1.55 s", 99.94: "99.9 s", 99.96: "1 min 40 s", 3599.4: "59 min 59 s", 3599.6: "1 h 00 min",
        7500: "2 h 05 min", 2 * DAY - 60: "47 h 59 min", 2 * DAY: "2.00 days", 3.5 * DAY: "3.50 days",
        999 * DAY: "999 days", 1000 * DAY: "2.74 years", 120 * YEAR: "120 years", 1e6 * YEAR: "1 000 000 years",
        math.inf: "for ever",
    },
    roughly: {
        0.1: "1 s", 9.4: "9 s", 9.6: "10 s", 42.0: "40 s", 94.0: "95 s", 100.0: "90 s", 110.0: "2 min",
        580.0: "9 min 30 s",
        620.0: "10 min", 3560.0: "59 min", 3571.0: "1 h", 8400.0: "2 h 20 min", 14_399.0: "4 h",
        5 * 3600.0 + 600: "5 h", 3.5 * DAY: "3.50 days",
    },
    share: {
        0.0: "0 %", 1.0: "100 %", 0.434: "43 %", 0.1: "10 %", 0.0434: "4.3 %", 0.000_001_2: "0.00012 %",
        1.1e-7: "0.000011 %", 9e-8: "< 0.00001 %",
    },
    compact: {
        0: "0", 999: "999", 1.5: "1.50", 1000: "1.00 k", 412_345: "412 k", 1e6: "1.00 M", 2.5e9: "2.50 G",
        3e12: "3.00 T",
    },
    rate: {1_310_000.0: "1.31 M/s"},
    byte_size: {0: "0 B", 1023: "1023 B", 1024: "1.00 KiB", 1536: "1.50 KiB", 2**20: "1.00 MiB", 2**30: "1.00 GiB",
             2**40: "1.00 TiB"},
}  # fmt: skip


@pytest.mark.parametrize("say", SAID, ids=lambda say: say.__name__)
def test_figures_in_words(say: Callable[..., str]) -> None:
    for figure, words in SAID[say].items():
        assert say(figure) == words, figure


def test_how_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_700_000_000.0
    for seconds, words in (
        (-100, "just now"), (0, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "60 min ago"),
        (3600, "1 h ago"), (23 * 3600, "23 h ago"),
    ):  # fmt: skip
        assert age(now - seconds, now) == words
    before = now - 24 * 3600
    assert age(before, now) == time.strftime("%Y-%m-%d", time.localtime(before))
    monkeypatch.setattr("time.time", lambda: now)
    assert age(now - 300) == "5 min ago"


def test_things_are_counted_and_names_are_joined() -> None:
    assert [counted(number, "option") for number in (0, 1, 14_772)] == ["0 options", "1 option", "14 772 options"]
    assert [counted(number, "box", "boxes") for number in (1, 2)] == ["1 box", "2 boxes"]
    assert [either("abc"[:count]) for count in range(4)] == ["", "a", "a or b", "a, b or c"]
    assert both("abc") == "a, b and c"
