"""Mistakes in the files of exact cover problems: what is said of them, and where."""

from __future__ import annotations

import pytest

from core.exact_cover import read_puzzle
from core.exact_cover._formats import FormatError
from core.exact_cover._formats.load import piece_sets

USUAL = [name for name in piece_sets() if not name.startswith("one-sided")]
THERE_ARE = f"; there are {', '.join(USUAL)}; and one-sided ones"
MISTAKES = [
    # Knuth's format.
    ("", "| only a comment\n", "line 2, column 1: expected a line of item names; the text has nothing but comments"),
    ("knuth", "A B | C | D\n", "line 1, column 9: a second '|': expected one before the secondary items"),
    ("knuth", "  | C D\nC\n", "line 1, column 3: expected a primary item before '|'"),
    ("", "A B C B\n", "line 1, column 7: item 'B' appears twice"),
    ("", "A 3:2|B\n", "line 1, column 3: '3:2|B': expected least:most|name with least ≤ most and most ≥ 1"),
    ("", "A x|B\n", "line 1, column 3: 'x|B': expected a number from 0 to 1 000 000 for a multiplicity, not 'x'"),
    ("", "A 2:|B\n", "line 1, column 5: '2:|B': expected a number from 0 to 1 000 000 for a multiplicity, not ''"),
    ("", "A B\nA |1.5\nB\n", "line 2, column 3: expected a cost, '|' and a whole number, not '|1.5'"),
    ("", "A 2| | X\n", "line 1, column 5: expected an item name: an empty name"),
    ("", "A | 2|X\n", "line 1, column 5: secondary item 'X' cannot have a multiplicity"),
    ("", "A B:C\n", "line 1, column 3: expected an item name: 'B:C' has a ':', which a name cannot have"),
    ("", "A B | X\nA B X\nA  C\n", "line 3, column 4: unknown item 'C': it is not on the line of items"),
    ("", "A B | X\nB A  B\n", "line 2, column 6: item 'B' is in this option already"),
    ("", "A B | X\nA X:1  B:2\n", "line 2, column 9: primary item 'B' cannot have a colour; only secondary items can"),
    ("", "A B | X\nA X:\n", "line 2, column 5: expected a colour after 'X:': an empty name"),
    (
        "",
        "A B | X\nA X:1:2\n",
        "line 2, column 5: expected a colour after 'X:': '1:2' has a ':', which a name cannot have",
    ),
    ("", "| c\n x | y\nA", "line 3, column 1: unknown item 'A': it is not on the line of items"),
    # A 0/1 matrix.
    ("matrix", "0 1 1\n0 1\n", "line 2, column 4: expected 3 entries, not 2"),
    ("matrix", "0 1 | 1\n0 1 1\n", "line 2, column 1: expected the bar after entry 2, as before"),
    ("matrix", "0 1 1\n0 1 | 1\n", "line 2, column 5: expected the bar in no row, as before"),
    ("matrix", "01|1\n0|11\n", "line 2, column 2: expected the bar after entry 2, as before"),
    ("matrix", "0 1 1\n0 2 1\n", "line 2, column 3: expected 0 or 1, not '2'"),
    ("matrix", "0 1 | 1 | 1\n", "line 1, column 9: expected 0 or 1, not '|'"),
    ("matrix", "A B A\n0 1 1\n", "line 1, column 5: item 'A' appears twice"),
    (
        "matrix",
        "A B:2\n0 1\n",
        "line 1, column 3: expected zeros and ones or an item name: 'B:2' has a ':', which a name cannot have",
    ),
    ("matrix", "A B\n0 1 1\n", "line 2, column 6: expected 2 entries, not 3"),
    ("matrix", "| 0 1\n", "line 2, column 1: expected a primary item (a column before the bar)"),
    ("matrix", "# nothing\n", "line 2, column 1: expected rows of zeros and ones; there are none"),
    ("", "1 0\n1 2", "line 2, column 3: expected 0 or 1, not '2'"),
    ("", "1 0 1\n1 0", "line 2, column 4: expected 3 entries, not 2"),
    ("", "1 | 0\n1 0", "line 2, column 1: expected the bar after entry 1, as before"),
    ("", "1 | 0 | 1\n", "line 1, column 7: expected 0 or 1, not '|'"),
    # JSON.
    ("", '{"primary": ["A"], "options": [["A"],\n  ["B"]]}\n', "line 2, column 3: options[1]: unknown item 'B'"),
    ("", '{"primary": ["A"\n', "line 2, column 1: not JSON: Expecting ',' delimiter"),
    ("", '{"primary": ["A"],\n   "options": 7}\n', "line 2, column 4: options: expected a list"),
    (
        "",
        '{"primary": ["A"], "options": [["A:"]]}\n',
        "line 1, column 32: options[0]: primary item 'A' cannot have a colour; only secondary items can",
    ),
    (
        "",
        '{"primary": ["A"], "secondary": ["x"], "options": [["A", "x:"]]}\n',
        "line 1, column 52: options[0]: expected a colour after 'x:': an empty name",
    ),
    (
        "",
        '{"primary": ["A"],\n "secondary": ["x"],\n "options": [["A"],\n  ["A", "x:a:b"]]}\n',
        "line 4, column 3: options[1]: expected a colour after 'x:': 'a:b' has a ':', which a name cannot have",
    ),
    ("", '{"primary": [true], "options": []}\n', "line 1, column 14: primary[0]: expected a string, not true"),
    (
        "",
        '{"primary": ["A"],\n "secondary": [{"name": "x"}], "options": []}\n',
        'line 2, column 16: secondary[0]: expected a string, not {"name": "x"}',
    ),
    (
        "",
        '{"primary": [{"name": "A", "least": "2"}], "options": []}\n',
        "line 1, column 14: primary[0]: expected whole numbers for least and most",
    ),
    (
        "",
        '{"primary": [{"name": "A", "least": 2, "most": 1}], "options": []}\n',
        "line 1, column 14: primary[0]: expected least and most with 0 ≤ least ≤ most and 1 ≤ most ≤ 1 000 000, "
        "not 2 and 1",
    ),
    ("", '{"primary": ["A"], "options": ["A"]}\n', "line 1, column 32: options[0]: expected a list of items"),
    (
        "",
        '{"primary": ["A"], "options": [{"label": "a", "items": "A"}]}\n',
        "line 1, column 32: options[0].items: expected a list",
    ),
    ("", '{"options": []}\n', "line 1, column 1: primary: expected a list"),
    (
        "json",
        "[1, 2]\n",
        'line 1, column 2: row 1: expected a list of zeros and ones; an object such as {"A": [1, 4], "B": [2, 3]} says '
        "what each option covers",
    ),
    ("", '{"primary": ["A", "A"], "options": []}\n', "line 1, column 19: primary[1]: item 'A' appears twice"),
    (
        "",
        '{"primary": ["A"],\n "secondary": ["x", "A"], "options": []}\n',
        "line 2, column 21: secondary[1]: item 'A' appears twice",
    ),
    (
        "",
        '{"primary": ["A",\n "b c"], "options": []}\n',
        "line 2, column 2: primary[1]: expected an item name: 'b c' has a blank or a character that cannot be printed",
    ),
    (
        "",
        '{"primary": ["A", {"least": 0}], "options": []}\n',
        "line 1, column 19: primary[1].name: expected a string, not null",
    ),
    (
        "",
        '{"primary": ["A"],\n "options": [{"items": ["A"], "cost": 1.5}]}\n',
        "line 2, column 14: options[0].cost: expected a whole number up to 1 000 000 000 000 as a cost, not 1.5",
    ),
    ("", '{"primary": ["A"], "options": [["A", "A"]]}\n', "line 1, column 32: options[0]: item 'A' appears twice"),
    ("", "{", "line 1, column 2: not JSON: Expecting property name enclosed in double quotes"),
    ("", '{"primary": ["A"],\n "options": [["B"]]}', "line 2, column 14: options[0]: unknown item 'B'"),
    ("", f"A B\nA {'x' * 99}\n", f"line 2, column 3: unknown item '{'x' * 24}…': it is not on the line of items"),
    ("", '{"primary": 3, "options": []}', "line 1, column 2: primary: expected a list"),
    ("", '{"primary": [[]], "options": []}', "line 1, column 14: primary[0]: expected a string, not []"),
    (
        "json",
        '{"primary": ["a", "options"],\n "options": [["a"],\n  ["a", "c"]]}',
        "line 3, column 3: options[1]: unknown item 'c'",
    ),
    (
        "json",
        '{"primary": ["a"], "options": [\n["a"], {"items": ["a", "a"]}]}',
        "line 2, column 8: options[1]: item 'a' appears twice",
    ),
    (
        "json",
        '{"primary": ["a"], "options": [["a"],\n\n{"label": [], "items": []}]}',
        "line 3, column 1: options[1].label: expected a string, not []",
    ),
    (
        "json",
        '{"options": [],\n"primary": [1, {"name": "b", "least": "x"}]}',
        "line 2, column 16: primary[1]: expected whole numbers for least and most",
    ),
    ("json", '{"primary": ["a"],\n "secondary": 5, "options": []}', "line 2, column 2: secondary: expected a list"),
    ("json", '{"primary": ["a"]}', "line 1, column 1: options: expected a list"),
    # A drawing of pieces.
    ("drawing", "hello\n", "line 1, column 1: expected title:, origin:, pieces:, grid:, set:, region: or piece NAME:"),
    ("drawing", "piece L:\n##\n", "line 1, column 1: expected a region"),
    ("", "region:\n##\n", "line 1, column 1: there are no pieces"),
    ("", "region:\npiece A:\n#\n", "line 1, column 1: the region has no cells"),
    ("", "region:\n##\npiece A:\npiece B:\n#\n", "line 3, column 1: expected a drawing of piece 'A' below"),
    ("", "region:\n##\npiece A:\n#?\n", "line 3, column 1: piece 'A': a piece cannot have optional cells ('?')"),
    ("", "region:\n##\npiece A:\n##\npiece A:\n#\n", "line 5, column 1: piece 'A' appears twice"),
    ("", "region:\n##\nregion:\n##\n", "line 3, column 1: a second region: expected one"),
    ("", "region:\n##\npieces: none\n", "line 3, column 9: expected free, one-sided, fixed, not 'none'"),
    (
        "",
        "region:\n##\nset: octominoes\n",
        "line 3, column 6: there is no set of pieces called 'octominoes'" + THERE_ARE,
    ),
    ("", "region:\n##\npiece A 2:\n#\n", "line 3, column 7: expected a name and perhaps ×2, ×1-3 or ×*, not 'A 2'"),
    ("", "region:\n##\npiece A ×2-1:\n#\n", "line 3, column 7: expected a number or a range of copies, not '2-1'"),
    (
        "",
        "region:\n##\npiece A ×" + "1" * 200_000 + ":\n#\n",
        "line 3, column 7: expected a number or a range of copies, not '111111111111111111111111…'",
    ),
    (
        "",
        "region:\n##\nset: " + "a" * 5000 + "\n",
        "line 3, column 6: there is no set of pieces called 'aaaaaaaaaaaaaaaaaaaaaaaa…'" + THERE_ARE,
    ),
    ("", "region:\n##\npiece A: ##\n", "line 3, column 10: expected the drawing on the lines below, not '##'"),
    ("", "region here:\n##\nregion:\n##\n", "line 1, column 8: expected ':' after 'region'"),
    (
        "",
        "region:\n##a\npiece A:\n#\n",
        "line 2, column 3: expected #, ? or . after #, or a comment: # and a blank, not 'a'",
    ),
]
"""The format asked for (empty: it is guessed), the text, and what is said."""


@pytest.mark.parametrize(("form", "text", "said"), MISTAKES)
def test_a_mistake_has_a_place_and_a_reason(form: str, text: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_puzzle(text, "puzzle.txt", form or None)
    assert str(caught.value) == f"puzzle.txt, {said}"


def test_a_number_too_long_to_be_read_has_a_place() -> None:
    with pytest.raises(FormatError, match=r"^text, line 2, column 14: expected a number of at most [0-9 ]+ digits$"):
        read_puzzle(f'{{"primary": ["A"],\n "options": [{"9" * 100_001}]}}')
