"""Reads the answers of other solvers to the files written for them: which options they choose.

It understands SAT solvers (lines ``v 1 -2 0``, or the numbers alone below ``SAT``, as MiniSat writes them) and solvers
of linear programs (a line with a name and its value, ``x3 1``, whatever comes before or after).  Variable k is option k
(see `core.exact_cover._formats.clauses` and `linear`).
"""

from __future__ import annotations

import re

from core.exact_cover._formats.base import FormatError, Word, lines_of, words_of

_SATISFIABLE, _NONE = ("SAT", "SATISFIABLE", "OPTIMUM FOUND"), ("UNSAT", "UNSATISFIABLE")
_VALUE = re.compile(r"(?:^|\s)(x\d{1,9})\s+(?:\*\s+)?([-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)(?=\s|$)")
_NUMBER = re.compile(r"[-+]?\d{1,9}")
_NO_WAY = re.compile(r"infeasible|no (?:feasible )?solution", re.IGNORECASE)
_UNDECIDED = ("UNKNOWN", "INDETERMINATE", "INDET")
EXPECTED = "expected a SAT solver's answer, such as v 1 -2 0, or values of variables, such as x1 1"


def read_answer(text: str, source: str, options: int) -> tuple[int, ...] | None:
    """The 0-based numbers of the options chosen, of ``options`` in all; None if the solver says that there is no
    solution.

    Raises FormatError with line and column.
    """
    lines = [words for number, line in lines_of(text) if (words := words_of(line, number)) and words[0].text != "c"]
    first = lines[0][0].text if lines else ""
    told: dict[int, bool] | None
    by_word = first in ("s", "v", "o", *_SATISFIABLE, *_NONE, *_UNDECIDED)
    if by_word or (_NUMBER.fullmatch(first) and not _VALUE.search(text)):
        told = _of_literals(lines, source)
    else:
        told = {}
        for number, line in lines_of(text):
            for found in _VALUE.finditer(line):
                word = Word(found[1], number, found.start(1) + 1)
                _tell(told, int(word.text[1:]), float(found[2]) > 0.5, word, source)
        if not told and _NO_WAY.search(text):
            return None
    if told is None:
        return None
    if not told and options:
        raise FormatError(source, 1, 1, EXPECTED)
    return tuple(sorted(number - 1 for number, chosen in told.items() if chosen and 0 < number <= options))


def _of_literals(lines: list[list[Word]], source: str) -> dict[int, bool] | None:
    told: dict[int, bool] = {}
    for words in lines:
        verdict = " ".join(word.text for word in words[words[0].text == "s" :])
        if verdict in _NONE:
            return None
        if verdict in _UNDECIDED:
            word = words[-1]
            raise FormatError(source, word.line, word.column, f"expected an answer; the solver gave up ({verdict})")
        if words[0].text in ("s", "o") or verdict in _SATISFIABLE:
            continue
        for word in words[words[0].text == "v" :]:
            if not _NUMBER.fullmatch(word.text):
                raise FormatError(source, word.line, word.column, f"expected a variable's number, not {word.text!r}")
            literal = int(word.text)
            _tell(told, abs(literal), literal > 0, word, source)
    return told


def _tell(told: dict[int, bool], number: int, chosen: bool, word: Word, source: str) -> None:
    if told.setdefault(number, chosen) is not chosen:
        raise FormatError(source, word.line, word.column, f"expected one value of variable {number}, not both")
