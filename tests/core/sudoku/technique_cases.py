"""Positions in the library form, with what each technique does there.

Made by `make_technique_cases`; each was confirmed by the solution and by the pattern alone.
"""

from __future__ import annotations

from pathlib import Path

from core.sudoku._formats.base import SourceText
from core.sudoku.human import Technique
from core.sudoku.human._library import Case, read_cases

TEXT = Path(__file__).with_name("technique_cases.txt").read_text(encoding="utf-8")
CASES = [case for case in read_cases(SourceText.of(TEXT)) if isinstance(case, Case)]


def of(technique: Technique) -> list[Case]:
    return [case for case in CASES if case.technique is technique]
