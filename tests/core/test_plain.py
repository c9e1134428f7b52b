"""What a stream cannot write has a plain stand-in: every sign that the program prints, in line with its column."""

from __future__ import annotations

import ast
import os
import subprocess
import sys

import pytest

from core._plain import SPELL_OUT, SPELL_OUT_OR_NUMBER
from tests import ROOT

OURS = {
    sign
    for path in (ROOT / "core").rglob("*.py")
    for part in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(part, ast.Constant) and isinstance(part.value, str)
    for sign in part.value
    if not sign.isascii() and sign.isprintable() and sign != "�"
}


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1.51 µs ± 3 %", "1.51 us +-3 %"), ("2.00 ± 0.01 ×", "2.00 +-0.01 x"), ("≤ 10 ms · ≠ 7", "<=10 ms - !=7"),
        ("4 … 10 → 5²", "4 ... 10 -> 5^2"), ("± and ±", "+-and +-"), ("Magalhães ♛", "Magalhaes Q"), 
        ("✓ yes", "yes yes"), ("┌─┐│", "+-+|"), ("漢字", "??"),
    ],
)  # fmt: skip
def test_signs_are_spelled_out(text: str, plain: str) -> None:
    assert text.encode("ascii", SPELL_OUT).decode("ascii") == plain


def test_an_encoding_keeps_what_it_has_and_errors_show_what_nobody_knows() -> None:
    assert "µ ± ≤ 3".encode("latin-1", SPELL_OUT).decode("latin-1") == "µ ± <=3"
    assert "µ 漢".encode("ascii", SPELL_OUT_OR_NUMBER) == b"u \\u6f22"


def test_every_sign_that_the_program_prints_has_a_stand_in() -> None:
    assert {"±", "µ", "≤", "♛", "│"} < OURS
    assert sorted(sign for sign in OURS if "?" in sign.encode("ascii", SPELL_OUT).decode("ascii")) == []


def test_a_terminal_of_ascii_is_told_units_and_bounds() -> None:
    plain = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    asked = ("compare", "queens", "5-6", "-a", "dlx,dlx-s", "-r", "6", "-w", "0", "--no-history")
    done = subprocess.run([sys.executable, "-m", "core", *asked], env=plain, capture_output=True, check=True)
    out = done.stdout.decode("ascii")
    assert "?" not in out
    assert " us +-" in out or " ms +-" in out
    assert " - CPython " in out
