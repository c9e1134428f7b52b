"""What is taken for which format, and what is read: grids in lines and in rows, as people write them.

Each case is a text and what comes of it: the format it is taken for, in brackets; each puzzle with its line, or
the error with line and column (``!``; ``!!`` where it is well formed and too large).
"""

from __future__ import annotations

import pytest

from tests.core.sudoku.reading import case, numbered, spoilt, told
from tests.core.sudoku.samples import WIKIPEDIA

SIGNS = "expected a puzzle of 81 characters (or another n × n, such as 16, 36 or 256), found "
CELLS = "expected 81 cells (or another n × n, such as 16, 36 or 256), together or separated, found "
VALUES = "expected 1-4, or one of 0._*-? for empty, found "
DIGITS = WIKIPEDIA.replace(".", "0")
NINES = VALUES.replace("4", "9")
NINE = "5.3..7.61" + "." * 71 + "9"


def wide(n: int, step: int, bar: str = "|") -> str:
    """A grid of numbers that take two places each, with bars after every ``step`` of them."""
    cells = [
        [f"{(row + column) % n + 1 if row * column % 7 == 3 else '.':>2}" for column in range(n)] for row in range(n)
    ]
    parts = range(0, n, step)
    return "\n".join(bar.join(f" {' '.join(row[start : start + step])} " for start in parts) for row in cells)


CASES = {
    "line": [
        case("1...............", "[line]", "1: 2×2 1... .... .... ...."),
        case("1..2............ the title\n# boxes 1x4\n\n  ...............4, another\n1...\n.2..\n..3.\n...4",
             "[line]", "1: 2×2 1..2 .... .... .... title 'the title'", "4: 1×4 .... .... .... ...4 title 'another'",
             "5: 1×2 1. ..", "6: 1×2 .2 ..", "! 7:5 expected a puzzle of 16 characters, found 4",
             "! 8:5 expected a puzzle of 16 characters, found 4"),
        case("12.4............\n# boxes 2x3\n" + "." * 35 + "6\n# boxes 9x9\n" + "." * 36 + "\n" + "1" * 16,
             "1: 2×2 12.4 .... .... ....", "3: 2×3 5×(......) .....6",
             "!! 4:1 order 81 is too large: boxes hold up to 36 cells here", "5: 2×3 no givens",
             "6: 2×2 1111 1111 1111 1111", format="line"),
        case("." * 36, "[line]", "1: 3×2 no givens", shape="3x2"),
        case("." * 16, "[line]", "! 1:1 expected 6 cells a side for boxes of 3×2, found a grid of 4", shape="3x2"),
        case("1.4.............\n1.4..5.......... x\n12\nabc\n1234\n1234123412341.23412341234123412341234", "[line]",
             "1: 2×2 1.4. .... .... ....", f"! 2:6 {VALUES}'5'", f"! 3:3 {SIGNS}2", f"! 4:4 {SIGNS}3",
             f"! 5:5 {SIGNS}4", f"! 6:38 {SIGNS}37"),
        case("1 . . . . . 3 . . 4 . . . . . 2\n. . . . . . . . . . . . . . . 2", "[line]",
             "1: 2×2 1... ..3. .4.. ...2", "2: 2×2 .... .... .... ...2"),
        case("[1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]", "[line]", "1: 2×2 1... ..3. .4.. ...2"),
        case("1 . . . . . 3 . . 4 . . . . . 5", f"! 1:31 {VALUES}'5'", format="line"),
        case("1 . . . . . 3 . . 4 . . . . .", f"! 1:30 {CELLS}15", format="line"),
        case("1,.,.,.,.,.,3,.,.,4,.,.,.,.,.,2", "1: 1×4 1... ..3. .4.. ...2", format="line", shape="1x4"),
        case("1,.,.,.,.,.,3,.,.,4,.,.,.,.,.,2", "! 1:1 expected 6 cells a side for boxes of 2×3, found a grid of 4",
             format="line", shape="2x3"),
        case("5  4 9   3   1   2     8  7 4 9 5  2 8 1   6   3     5  4 9   3   1   2     8  7 ", "[list]",
             "1: 3×3 5..4.9... 3...1...2 .....8..7 .4.9.5..2 .8.1...6. ..3.....5 ..4.9...3 ...1...2. ....8..7."),
        case("." * 37 * 37 + "\n" + "." * 36 * 36, "[line]", "!! 1:1 order 37 is too large: the limit here is 36",
             "2: 6×6 no givens"),
    ],
    "values above 9": [
        # In three alphabets.
        case("A" + "." * 99 + "\nB" + "." * 99 + "\n" + "." * 254 + "gG\n0F" + "." * 254 + "\nABCDEFGHIJKLMNOP"
             + "." * 240,
             "[line]", "1: 2×5 A......... 9×(..........)",
             "! 2:1 expected 1-9 or A, or one of 0._*-? for empty, found 'B'",
             "3: 4×4 15×(................) ..............GG", "4: 4×4 1G.............. 15×(................)",
             "5: 4×4 123456789ABCDEFG 15×(................)"),
        case("&" + "." * 1295 + "\nX" + "." * 255 + "\nX" + "." * 35 * 35, "[line]",
             "1: 6×6 &................................... 35×(....................................)",
             "2: 4×4 no givens", f"! 3:1227 {SIGNS}1226"),
        case("ABC......", f"! 1:10 {SIGNS}9", format="line"),
        case("0123456789ABCDEF" + "0" * 240, "[line]", "1: 4×4 .123456789ABCDEF 15×(................)"),
        case("123456789ABCDEF0" + "0" * 240, "[line]", "1: 4×4 123456789ABCDEF. 15×(................)"),
    ],
    "rows": [
        case("1.3.\n..2.\n.1..\n4...", "[free]", "1: 2×2 1.3. ..2. .1.. 4..."),
        case("# a title\n1 . 3 .\n. . 2 .\n. 1 . .\n4 . . .\n\n; another\nGrid 7\n1,,3,\n,,2,\n,1,,\n4,,,", "[free]",
             "2: 2×2 1.3. ..2. .1.. 4... title 'a title'", "9: 2×2 1.3. ..2. .1.. 4... title 'another Grid 7'"),
        case("1.3.\n..2.\n.1..\n4...\n" * 2, "[free]", "1: 2×2 1.3. ..2. .1.. 4...", "5: 2×2 1.3. ..2. .1.. 4..."),
        case("Puzzle: a name\n1;2;3;4\n3;4;;\n;;;\n;;;", "[free]",
             "2: 2×2 1234 34.. .... .... title 'Puzzle: a name'"),
        case(";;3;4\n3;4;;\n;; ;\n;;;1\n\n; a comment\n1;2;3;4\n;;;\n;;;\n;;;\n", "[free]",
             "1: 2×2 ..34 34.. .... ...1", "7: 2×2 1234 .... .... .... title 'a comment'"),
        case("12|3.\n..|..\n--+--\n..|..\n..|.4", "[boxed]", "1: 2×2 123. .... .... ...4"),
        case(("1 2 3 | . . .\n. . . | . . .\n------+------\n. . . | . . .\n. . . | . . .\n------+------\n"
              ". . . | . . .\n. . . | . . 6"),
             "[boxed]", "1: 2×3 123... 4×(......) .....6"),
        case(("1 2 | 3 . | . .\n. . | . . | . .\n. . | . . | . .\n----+-----+----\n. . | . . | . .\n"
              ". . | . . | . .\n. . | . . | . 6"),
             "[boxed]", "1: 3×2 123... 4×(......) .....6"),
        case("+--+--+\n|12|..|\n|..|..|\n+--+--+\n|..|..|\n|..|.4|\n+--+--+", "[boxed]",
             "2: 2×2 12.. .... .... ...4"),
        case("# boxes 1x4\n1234\n....\n....\n....", "[free]", "2: 1×4 1234 .... .... ...."),
        case("# boxes 1x5\n1234\n....\n....\n....", "[free]",
             "! 2:1 expected 5 cells a side for boxes of 1×5, found a grid of 4"),
        case("# boxes 7x7\n1234\n....\n....\n....", "[free]",
             "!! 2:1 order 49 is too large: boxes hold up to 36 cells here"),
        case("12..\n34..\n\n..12\n..34", "[free]", "1: 2×2 12.. 34.. ..12 ..34"),
        case("123...\n456...\n\n...123\n...456\n\n......\n......", "[free]",
             "1: 2×3 123... 456... ...123 ...456 2×(......)"),
        case("1 2 3 4 5 6 7 8 9 10\n" + ". . . . . . . . . .\n" * 9, "[free]", "1: 2×5 123456789A 9×(..........)"),
        case("10 2 3 4 5 6 7 8 9 11\n" + ". . . . . . . . . .\n" * 9, "[free]",
             "! 1:2 expected candidates among 1-A, found '0'"),
        case("1.3.\n..2.\n.1..\n4...", "[free]", "1: 1×4 1.3. ..2. .1.. 4...", shape="1x4"),
        case("1.3.\n..2.\n.1..\n4...", "[free]", "! 1:1 expected 6 cells a side for boxes of 2×3, found a grid of 4",
             shape="2x3"),
        case("1.3.\n..2.\n.1..\n4..5", f"! 4:4 {VALUES}'5'", format="free"),
        case("--\n12\n--\n21\n--", "! 3:1 expected 2 rows of 2 cells, found 5 rows", format="free"),
        case("1", "[free]", "1: 1×1 1"),
        case("1.\n.2", "[free]", "1: 1×2 1. .2"),
    ],
    "candidates": [
        # A lone value that a peer still lists is a mark; where there is room for every value in every unit,
        # what is not listed is struck out.
        case("12 12 3 4\n34 34 12 12\n2 1 4 3\n4 3 2 1", "[candidates]", "1: 2×2 ..34 .... ..43 ....",
             "  marks 12 12 . . / 34 34 12 12 / 2 1 . . / 4 3 2 1",
             "  struck . . . . / 12 12 . . / 1 2 . . / 123 124 1 2"),
        case("12 12 3 4\n34 34 12 12\n2 1 4 3\n4 3 2 1", "1: 2×2 ..34 .... ..43 ....",
             "  marks 12 12 . . / 34 34 12 12 / 2 1 . . / 4 3 2 1",
             "  struck . . . . / 12 12 . . / 1 2 . . / 123 124 1 2", format="free"),
        case("12 . 3 4\n34 34 12 12\n2 1 4 3\n4 3 2 1", "[candidates]", "1: 2×2 ..34 .... .143 ....",
             "  marks 12 . . . / 34 34 12 12 / 2 . . . / 4 3 2 1"),
        case("# marks mine\n1234 1234 1234 1234\n34 34 12 12\n1234 1234 1234 1234\n1234 1234 1234 1234",
             "[candidates]", "2: 2×2 no givens",
             "  marks 1234 1234 1234 1234 / 34 34 12 12 / 1234 1234 1234 1234 / 1234 1234 1234 1234"),
        case("1234 1234 1234 1234\n34 34 12 12\n1234 1234 1234 1234\n1234 1234 1234 1234", "[candidates]",
             "1: 2×2 no givens",
             "  marks 1234 1234 1234 1234 / 34 34 12 12 / 1234 1234 1234 1234 / 1234 1234 1234 1234",
             "  struck . . . . / 12 12 34 34 / . . . . / . . . ."),
        case("# givens 1...............\n# placed .2..............\n1 2 34 34\n34 34 1 12\n2 1 4 3\n4 3 2 1",
             "[candidates]", "3: 2×2 1... .... .... ....", "  placed .2.. .... .... ....",
             "  marks . . 34 34 / 34 34 1 12 / 2 1 4 3 / 4 3 2 1",
             "  struck . . . . / . . 234 34 / 34 34 123 124 / 23 14 134 234"),
        case("# givens 1..\n1 2 34 34\n34 34 1 12\n2 1 4 3\n4 3 2 1", "[candidates]", "2: 2×2 12.. .... 21.. ..2.",
             "  marks . . 34 34 / 34 34 1 12 / . . 4 3 / 4 3 . 1",
             "  struck . . . . / . . 34 34 / . . 3 4 / 3 4 . 34"),
        case("12 125 3 4\n34 34 12 12\n2 1 4 3\n4 3 2 1", "! 1:6 expected candidates among 1-4, found '5'",
             format="candidates"),
        case("1 2 3 4\n. . . .\n. . . .\n. . . .", "1: 2×2 1234 .... .... ....", format="candidates"),
    ],
    "document": [
        # n, box columns, box rows, matrix.
        case("6 2 3\n0 0 0 0 0 6\n" + "0 0 0 0 0 0\n" * 5, "[document]", "1: 3×2 .....6 5×(......)"),
        case(("# one\n4 2 2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 4\nsem solução\n# two\n2 1 2\n1 2\n2 1\nsolução\n"
              "2 2 1\n1 0\n0 0"),
             "[document]", "2: 2×2 1... .... .... ...4 title 'one'", "9: 2×1 12 21 title 'two'", "13: 1×2 1. .."),
        case("4 2 2\n1 0 0 0\n0 0 x 0\n0 0 0 0\n2 1 2\n1 2\n2 1\n4 3 2\n0 0 0 0\n2 2 1\n1 0\n0 3", "[document]",
             "! 3:5 expected a number from 0 to 4, found 'x'", "5: 2×1 12 21",
             "! 8:1 expected n = box_columns × box_rows, found 4 and 3 × 2",
             "! 12:3 expected a number from 0 to 2, found '3'"),
        case("40 8 5\n0 0\n0 0", "!! 1:1 order 40 is too large: the limit here is 36", format="document"),
        case("4\t2\t2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 4", "[document]", "1: 2×2 1... .... .... ...4"),
        case("0 0 0\n0 0 0", "! 1:1 expected n = box_columns × box_rows, found 0 and 0 × 0",
             "! 2:1 expected n = box_columns × box_rows, found 0 and 0 × 0", format="document"),
        case("3 1 2\n1 2 3\n2 3 1", "[free]", "1: 1×3 312 123 231"),
        case("1 2 3\n2 3 1\n3 1 2", "[free]", "1: 1×3 123 231 312"),
        case("2 2 1\n1 2\n2 1", "[document]", "1: 1×2 12 21"),
    ],
    "spaces": [
        # A space for an empty cell, in one line and in many; spaces between cells.
        case("1  2    3  4   1", "[line]", f"! 1:17 {CELLS}5"),
        case("1  2    3  4   1 \n", "[line]", f"! 1:17 {CELLS}5"),
        case("1   \n  2 \n 3  \n   4", "[free]", "1: 2×2 1... ..2. .3.. ...4"),
        case("1   \n  2 \n 3  \n   4\n1   \n  2 \n 3  \n  44", "[free]", "1: 2×2 1... ..2. .3.. ...4",
             "5: 2×2 1... ..2. .3.. ..44"),
        case("1 2 \n2 1 \n1 2 \n2 1 ", "[free]", "1: 1×2 12 21", "3: 1×2 12 21"),
        case("1 2 3 4\n2 1 . .\n. . 1 2\n2 1 . 3", "[free]", "1: 2×2 1234 21.. ..12 21.3"),
        case("1  2 3  4\n2 1 .  .\n.  . 1 2\n2 1 . 3", "[free]", "1: 2×2 1234 21.. ..12 21.3"),
        case("12 34\n.. 12\n\n1. .4\n2. 1.", "[free]", "1: 2×2 1234 ..12 1..4 2.1."),
        case("1   \n  2 \n 3 x\n   4", "[free]", "1: 2×2 1... ..2. .3.. ...4"),
        case("1   \n  2 \n 3 x\n y 4", "[free]", "! 1:2 expected 2 cells in this row, found 1"),
        case("  3\n 2 \n1  ", "[free]", "! 2:2 expected 1 row of 1 cell, found 3 rows"),
        case("1    6\n 2  5 \n  34  \n  12  \n 5  4 \n6    1", "[free]",
             "1: 2×3 1....6 .2..5. ..34.. ..12.. .5..4. 6....1", shape="2x3"),
        case("12   3    4  1 2", "[line]", "1: 2×2 12.. .3.. ..4. .1.2"),
        case("12   3    4  5 2", "[line]", f"! 1:3 {SIGNS}2"),
        case(" 12  3    4  1 2", "[line]", "1: 2×2 .12. .3.. ..4. .1.2"),
        case("12   3  1", "[document]", "! 1:1 expected n = box_columns × box_rows, found 12 and 3 × 1"),
        case("12   3    4  1 2\n 4 12 3  1 2  34", "[free]", "! 1:17 expected 6 cells in this row, found 5"),
        case("\n".join(["1 2  3 4", "1  2 3 4", "2 1  4 3", "2  1 4 3"] * 2), "[free]", "1: 2×2 1234 1234 2143 2143",
             "5: 2×2 1234 1234 2143 2143"),
        case("\n".join(["1 2  3  ", "1  2 3  ", "2 1  4  ", "2  1 4  "] * 2), "[document]",
             "1: 2×4 1.2..3.. 1..2.3.. 2.1..4.. 2..1.4.. 1.2..3.. 1..2.3.. 2.1..4.. 2..1.4.."),
        case("\n".join(["1 2 3 4 5", "12  3 4 5", "1 23  4 5"] * 3), "[free]",
             "1: 3×3 1.2.3.4.5 12..3.4.5 1.23..4.5 1.2.3.4.5 12..3.4.5 1.23..4.5 1.2.3.4.5 12..3.4.5 1.23..4.5"),
        case("\n".join(["1 2 3 4 ", "12  3 4 "] * 4), "[free]",
             "1: 2×4 1.2.3.4. 12..3.4. 1.2.3.4. 12..3.4. 1.2.3.4. 12..3.4. 1.2.3.4. 12..3.4."),
        case("\n".join(["1  2  3", "1 2   3", "2  1  3"] * 2 + ["3  2  1"]), "[document]",
             "1: 1×7 1..2..3 1.2...3 2..1..3 1..2..3 1.2...3 2..1..3 3..2..1"),
    ],
    "bars": [
        # And colons: between numbers of several digits, in odd places, some missing.
        case(wide(12, 4), "[boxed]",
             ("1: 3×4 ............ ...5......C. .....8...... .5......C... ......B..... ..8......3.. "
              "....B......6 ............ ...C......7. .....3...... .C......7... ......6.....")),
        case(wide(12, 3), "[boxed]",
             ("1: 4×3 ............ ...5......C. .....8...... .5......C... ......B..... ..8......3.. "
              "....B......6 ............ ...C......7. .....3...... .C......7... ......6.....")),
        case(wide(12, 6), "[boxed]",
             ("1: 2×6 ............ ...5......C. .....8...... .5......C... ......B..... ..8......3.. "
              "....B......6 ............ ...C......7. .....3...... .C......7... ......6.....")),
        case(wide(10, 5, ":"), "[free]",
             ("1: 2×5 .......... ...5...... .....8.... .5......2. ......1... ..8......5 ....1..... .......... "
              "...2...... .....5....")),
        case("1 . | . 4\n. 3 | 2 .\n----+----\n. 4 | 1 .\n3 . | . 2", "[boxed]", "1: 2×2 1..4 .32. .41. 3..2"),
        case("1 | . . 4\n. | 3 2 .\n. | 4 1 .\n3 | . . 2", "[boxed]", "1: 2×2 1..4 .32. .41. 3..2"),
        case("1 . | . 4\n. 3 2 .\n. 4 | 1 .\n3 . | . 2", "[boxed]", "1: 2×2 1..4 .32. .41. 3..2"),
        case("12 . | . 4\n. 3 | 2 .\n. 4 | 1 .\n3 . | . 2", "[candidates]", "1: 2×2 ...4 .32. .41. 3..2",
             "  marks 12 . . . / . . . . / . . . . / . . . ."),
        case("| 1 . | . 4 |\n| . 3 | 2 . |\n| . 4 | 1 . |\n| 3 . | . 2 |", "[boxed]", "1: 2×2 1..4 .32. .41. 3..2"),
        case("1,.,.,4\n.,3,2,.\n.,4,1,.\n3,.,.,2", "[free]", "1: 2×2 1..4 .32. .41. 3..2"),
        case("1;;;4\n;3;2;\n;4;1;\n3;;;2", "[free]", "1: 2×2 1..4 .32. .41. 3..2"),
        case('"1","","","4"\n"","3","2",""\n"","4","1",""\n"3","","","2"', "[free]", "1: 2×2 1..4 .32. .41. 3..2"),
        case("1 . | . 4\n. 3 | 2 x\n. 4 | 1 .\n3 . | . 2", "[boxed]", "1: 2×2 1..4 .32. .41. 3..2"),
        case("1 . | . 4\n. x | 2 .\n. 4 | 1 .\n3 . | . 2", "[boxed]", "1: 2×2 1..4 ..2. .41. 3..2"),
        case("1. | .4\n.3 | 2x\n.4 | 1.\n3. | .2", "[boxed]", "1: 2×2 1..4 .32. .41. 3..2"),
        case("1. | .4\n.x | 2.\n.4 | 1.\n3. | .2", "[boxed]", "1: 2×2 1..4 ..2. .41. 3..2"),
        case(wide(12, 4).replace("C", "c").replace("12", "13", 1), "[candidates]",
             ("1: 3×4 ............ ...5........ .....8...... .5.......... ......1..... ..8......3.. "
              "....1......6 ............ ..........7. .....3...... ........7... ......6....."),
             ("  marks . . . . . . . . . . . . / . . . . . . . . . . 13 . / . . . . . . . . . . . . / . . . . . "
              ". . . 12 . . . / 4×(. . . . . . . . . . . .) / . . . 12 . . . . . . . . / . . . . . . . . . . . "
              ". / . 12 . . . . . . . . . . / . . . . . . . . . . . .")),
        case(wide(12, 4).replace(" 5 ", " x ", 1), "[boxed]", "! 2:12 expected candidates among 1-C, found 'x'"),
        case("12|34\n34|12\n..|..\n..|..", "[boxed]", "1: 2×2 1234 3412 .... ...."),
        case("1234\n3412\n....\n....", "[free]", "1: 2×2 1234 3412 .... ...."),
        case("1|2|3|4\n3|4|1|2\n.|.|.|.\n.|.|.|.", "[boxed]", "1: 2×2 1234 3412 .... ...."),
        case("123|4\n341|2\n...|.\n...|.", "[boxed]", "1: 2×2 1234 3412 .... ...."),
        case("12|345\n34|125\n..|...\n..|...\n..|...", "[boxed]", "1: 1×5 12345 34125 3×(.....)"),
        case("123|456\n456|123\n------\n...|...\n...|...\n------\n...|...\n...|...", "[boxed]",
             "1: 2×3 123456 456123 4×(......)"),
        case("12|34|56\n34|56|12\n56|12|34\n--+--+--\n..|..|..\n..|..|..\n..|..|..", "[boxed]",
             "1: 3×2 123456 345612 561234 3×(......)"),
    ],
    "lists": [
        case(f"1 {WIKIPEDIA} 7.2\nabc;{WIKIPEDIA};x\n{WIKIPEDIA}|{WIKIPEDIA.replace('.', '1')}", "[list]",
             "1: 3×3 (Wikipedia's) title '1 7.2'", "2: 3×3 (Wikipedia's) title 'abc x'", "3: 3×3 (Wikipedia's)"),
        case((f"# a comment\nheader\n1:{WIKIPEDIA}:x\n2:{WIKIPEDIA[1:]}\n3:{WIKIPEDIA}\n# boxes 3x3 x\n"
              f"4:{WIKIPEDIA}\n5:{WIKIPEDIA}\n6:{WIKIPEDIA}"),
             "[list]", "3: 3×3 (Wikipedia's) title '1 x'", "! 4:83 expected a puzzle of 81 characters, found 80",
             "5: 3×3 (Wikipedia's) title '3'", "7: 3×3 X (Wikipedia's) title '4'", "8: 3×3 X (Wikipedia's) title '5'",
             "9: 3×3 X (Wikipedia's) title '6'"),
        case(f"puzzles = [\n'{WIKIPEDIA}',\n'{WIKIPEDIA[::-1]}',\n]", "[list]", "2: 3×3 (Wikipedia's)",
             "3: 3×3 97..8.... 5..914... .82....6. 6...2...7 1..3.8..4 3...6...8 .6....89. ...591..6 ....7..35"),
        case(f"[[{','.join(DIGITS)}], [{','.join(DIGITS[::-1])}]]", "1: 3×3 (Wikipedia's)",
             "1: 3×3 97..8.... 5..914... .82....6. 6...2...7 1..3.8..4 3...6...8 .6....89. ...591..6 ....7..35",
             format="list"),
        case("[\n[1, 0, 0, 0],\n[0, 0, 0, 0],\n[0, 0, 0, 0],\n[0, 0, None, '4']]", "[list]",
             "1: 2×2 1... .... .... ...4"),
        case("x = [[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,4]], [[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,5]]]",
             "1: 2×2 1... .... .... ...4", "! 1:87 expected numbers from 0 to 4, found 5", format="list"),
        case("[(1,2), True, 'x']", "! 1:1 expected grids of n × n numbers in this list, found none", format="list"),
        case("[1, 2\n3, (]", "! 2:5 expected a list of numbers or of lines", format="list"),
        case("('1...............', '2...............')", "1: 2×2 1... .... .... ....", "1: 2×2 2... .... .... ....",
             format="list"),
        case("['1...............', '1234341221434321']", "1: 2×2 1... .... .... ....", format="list"),
        case("[" + "0," * 81 + "]", "! 1:1 expected 6 cells a side for boxes of 2×3, found a grid of 9",
             format="list", shape="2x3"),
    ],
    "lists in other things": [
        # In the middle of a line, after blank lines, in a list of Python.
        case(f"one {NINE}\ntwo {NINE}", "[list]", "1: 3×3 5.3..7.61 7×(.........) ........9 title 'one'",
             "2: 3×3 5.3..7.61 7×(.........) ........9 title 'two'"),
        case(f"header\n\n1 {NINE}\nno puzzle here\n2 {NINE}\n3 {NINE}\n4 {NINE}\n5 {NINE}", "[list]",
             "3: 3×3 5.3..7.61 7×(.........) ........9 title '1'",
             "! 4:15 expected a line with 81 digits and blanks in it, found no such run",
             "5: 3×3 5.3..7.61 7×(.........) ........9 title '2'",
             "6: 3×3 5.3..7.61 7×(.........) ........9 title '3'",
             "7: 3×3 5.3..7.61 7×(.........) ........9 title '4'",
             "8: 3×3 5.3..7.61 7×(.........) ........9 title '5'"),
        case(f"a\nb\nc\nd\ne\n1 {NINE}", "[free]", "! 6:3 expected 1 cell in this row, found 2"),
        case(f"```text\n{NINE}\n```", "[line]", "2: 3×3 5.3..7.61 7×(.........) ........9"),
        case("\n~~~\n1.3.\n..2.\n.1..\n4...\n~~~", "[free]", "3: 2×2 1.3. ..2. .1.. 4..."),
        case(f"{NINE[:40]}!{NINE[41:]}", "[line]", f"! 1:41 {NINES}'!'"),
        case(f"{NINE[:40]}!{NINE[41:]}\n{NINE[:9]}!{NINE[10:]}", "[line]", f"! 1:41 {NINES}'!'", f"! 2:10 {NINES}'!'"),
        case("1.3.\n..!.\n.1..\n4...", "[free]", f"! 2:3 {VALUES}'!'"),
        case("|1.|3.|\n|..|!.|\n|.1|..|\n|4.|..|", "[boxed]", f"! 2:5 {VALUES}'!'"),
        case("1.!3.\n..!2.\n.1!..\n4.!..", "[free]", "1: 2×2 1.3. ..2. .1.. 4..."),
        case(f"puzzles = ['{NINE}',\n '{NINE}',\n]", "[list]", "1: 3×3 5.3..7.61 7×(.........) ........9",
             "2: 3×3 5.3..7.61 7×(.........) ........9"),
        case(f"\n\n['{NINE}']", "[list]", "3: 3×3 5.3..7.61 7×(.........) ........9"),
        case(f"['{NINE}', '{NINE[:-1]}']", "[list]", "1: 3×3 5.3..7.61 7×(.........) ........9",
             "! 1:87 expected a puzzle of 81 (or another n × n) characters, found 80"),
        case(f"({NINE!r})", "[list]", "1: 3×3 5.3..7.61 7×(.........) ........9"),
        case(f"# boxes 3x3\n1 {NINE}", "[list]", "2: 3×3 5.3..7.61 7×(.........) ........9 title '1'"),
        case(f"# boxes 2x3\n1 {NINE}", "[list]", "2: 3×3 5.3..7.61 7×(.........) ........9 title '1'"),
        case(f"# nothing\n# boxes 2x2\n{'1' + '.' * 15}\n", "[line]", "3: 2×2 1... .... .... ...."),
    ],
    "variants": [
        # Told by comments, wherever a format has any.
        case(("# boxes 2x2 x\n1...............\n# boxes 1x4 jigsaw AABBAABBCCDDCCDD\n1...............\n"
              "# boxes 2x2 windoku\n1..............."),
             "[line]", "2: 2×2 X 1... .... .... ....", "4: 4×4 Jigsaw AABBAABBCCDDCCDD 1... .... .... ....",
             "6: 2×2 Windoku 1... .... .... ...."),
        case(("# boxes 2x2 x windoku\n1...\n....\n....\n...4\n\n# boxes 1x4 jigsaw AABBAABBCCDDCCD\n1...\n....\n"
              "....\n...4"),
             "[free]", "2: 2×2 X Windoku 1... .... .... ...4", "! 8:1 expected 4 regions of 4 cells each"),
    ],
    "none of these": [
        case("", "[line]", "! 1:1 expected a Sudoku, found nothing to read"),
        case("   \n\n", "[line]", "! 1:1 expected a Sudoku, found nothing to read"),
        case("hello, world", "[line]", f"! 1:6 {SIGNS}5"),
        case("1...\n....\0\n....\n....", "[free]", "! 2:5 expected a text file, found a zero byte"),
        case("nothing\0", "[line]", "! 1:8 expected a text file, found a zero byte"),
        case("<html></html>", "[opensudoku]", "! 1:1 expected <opensudoku>, found <html>"),
        case("# only a comment", "[free]", "! 1:1 expected a Sudoku, found nothing to read"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("text", "lines", "given"), numbered(CASES))
def test_what_is_read(text: str, lines: tuple[str, ...], given: dict[str, str]) -> None:
    assert told(text, **given) == list(lines)


@pytest.mark.parametrize(("side", "line"), [
    (5, "1: 1×5 12... 3×(.....) ..3.1"),
    (6, "1: 2×3 12.... 4×(......) ...3.1"),
    (36, f"1: 6×6 12{'.' * 34} 34×({'.' * 36}) {'.' * 33}3.1"),
    (37, f"! 1:3 {SIGNS}2"),
])  # fmt: skip
def test_spaces_in_a_line_are_cells_up_to_the_largest_grid(side: int, line: str) -> None:
    assert told("12" + " " * (side * side - 5) + "3 1", format="line") == [line]


SPOILT: list[tuple[str, str | None, dict[str, str]]] = [
    ("1..2............", None, {"less": f"! 1:16 {SIGNS}15", "more": f"! 1:18 {SIGNS}17",
        "sign": f"! 1:4 {VALUES}'$'", "large": f"! 1:4 {VALUES}'9'",
        "no end": "! 1:1 expected a Sudoku, found nothing to read"}),
    ("1 . . . . . 3 . . 4 . . . . . 2", "line", {"less": f"! 1:30 {CELLS}15", "more": f"! 1:31 {VALUES}'22'",
        "sign": f"! 1:19 {VALUES}'$'", "large": f"! 1:19 {VALUES}'9'",
        "no end": "! 1:1 expected a Sudoku, found nothing to read"}),
    ("1.3.\n..2.\n.1..\n4...", None, {"less": "! 4:4 expected 4 cells in this row, found 3",
        "more": "! 4:5 expected 4 cells in this row, found 5", "sign": f"! 2:3 {VALUES}'$'",
        "large": f"! 2:3 {VALUES}'9'", "no end": "! 3:5 expected 4 rows of 4 cells, found 3 rows",
        "gap": "! 3:5 expected 4 rows of 4 cells, found 3 rows"}),
    ("+-----+-----+\n| 1 2 | . . |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . . | . 4 |\n+-----+-----+", None, {
        "less": "! 6:10 expected 4 cells in this row, found 3", "sign": f"! 2:5 {VALUES}'$'",
        "large": f"! 2:5 {VALUES}'9'", "gap": "! 5:12 expected 4 rows of 4 cells, found 3 rows"}),
    ("12 12 3 4\n34 34 12 12\n2 1 4 3\n4 3 2 1", None, {"less": "! 4:6 expected 4 cells in this row, found 3",
        "sign": "! 2:8 expected candidates among 1-4, found '$'",
        "large": "! 2:8 expected candidates among 1-4, found '9'",
        "no end": "! 3:8 expected 4 rows of 4 cells, found 3 rows",
        "gap": "! 3:8 expected 4 rows of 4 cells, found 3 rows"}),
    ("4 2 2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 4", None, {"less": "! 5:7 expected 4 numbers in this row, found 3",
        "more": "! 5:7 expected a number from 0 to 4, found '44'",
        "sign": "! 3:5 expected a number from 0 to 4, found '$'",
        "large": "! 3:5 expected a number from 0 to 4, found '9'",
        "no end": "! 4:8 expected 4 rows after the first line, found 3",
        "gap": "! 4:8 expected 4 rows after the first line, found 3"}),
    ("#Aa person\n1...\n.2..\n..3.\n...4", None, {"less": "! 5:4 expected 4 cells in this row, found 3",
        "more": "! 5:5 expected 4 cells in this row, found 5",
        "sign": "2: 2×2 1... .2.. ..3. ...4 author 'a pers$n'",
        "large": "2: 2×2 1... .2.. ..3. ...4 author 'a pers9n'",
        "no end": "! 4:5 expected 4 rows of 4 cells, found 3 rows",
        "gap": "! 4:5 expected 4 rows of 4 cells, found 3 rows"}),
    ("1 u2 34 34\n34 34 12 u1\n. . . .\n. . . 4", None, {"less": "! 4:6 expected 4 cells in this row, found 3",
        "more": "1: 2×2 1... .... .... ....",
        "sign": "! 2:2 expected 1-4, or one of 0._*-? for empty, several for marks, or u and a value, found '$'",
        "large": "! 2:2 expected 1-4, or one of 0._*-? for empty, several for marks, or u and a value, found '9'",
        "no end": "! 3:8 expected 4 rows of 4 cells, found 3 rows",
        "gap": "! 3:8 expected 4 rows of 4 cells, found 3 rows"}),
    ("|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n\nI012\nE0234", "ss", {
        "sign": "! 7:1 expected I or E, a cell 00-80 and digits, found 'I01$'",
        "large": "! 7:4 expected digits 1-4, found 9", "gap": "! 4:7 expected 4 rows of 4 cells, found 3 rows"}),
    ("Puzzle,Title\n1..2............,x", None, {"less": "2: 2×2 1..2 .... .... ....",
        "more": "2: 2×2 1..2 .... .... .... title 'xx'", "sign": "2: 2×2 1..2 .... .... ....",
        "large": "2: 2×2 1..2 .... .... ....", "no end": "! 1:1 expected a Sudoku, found nothing to read",
        "gap": "! 1:1 expected a Sudoku, found nothing to read"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "format", "changed"), SPOILT)
def test_texts_with_something_wrong_in_them(text: str, format: str | None, changed: dict[str, str]) -> None:
    """What a text then is, where that is not the same as before; without the marks in it."""

    def puzzles(text: str) -> str:
        return " | ".join(line for line in told(text, format=format) if not line.startswith((" ", "[")))

    sound = puzzles(text)
    assert {what: found for what, wrong in spoilt(text).items() if (found := puzzles(wrong)) != sound} == changed
    first, *_, second = told(f"{text}\n\n{text}", format=format)
    assert not any(line.startswith("!") for line in (first, second))
