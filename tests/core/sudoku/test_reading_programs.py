"""What is read from files of other programs: each case as in `test_reading`."""

from __future__ import annotations

import pytest

from tests.core.sudoku.reading import case, numbered, told
from tests.core.sudoku.samples import WIKIPEDIA

DIGITS = WIKIPEDIA.replace(".", "0")
CELLS = "".join(f"{value}|{'3,5,' if at == 2 else '-'}|{int(value == '0')}|" for at, value in enumerate(DIGITS))
"""For OpenSudoku: values, notes, whether it may be changed."""
WIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
HEAD = (
    "<opensudoku><name>a</name><author>b</author><description>c</description><comment>d</comment>"
    "<created>2026</created><source>e</source><level>f</level><sourceURL>g</sourceURL>"
)
JAVA = '<?xml version="1.0"?><java><object class="sudoku.Sudoku2">{}</object></java>'


def saved(values: str = "", fixed: str = "", cells: str = "") -> str:
    """A file of HoDoKu, unpacked."""
    arrays = (("values", "int", values), ("fixed", "boolean", fixed), ("cells", "short", cells))
    array = '<void property="{}"><array class="{}" length="81">{}</array></void>'
    return JAVA.format("".join(array.format(*each) for each in arrays))


def entry(index: int, kind: str, value: object) -> str:
    """One of an array."""
    return f'<void index="{index}"><{kind}>{value}</{kind}></void>'


CASES = {
    "SadMan and SudoCue": [
        case(("#Aa person\n#Da text\n#Ctwo\n#Clines\n#B2026-01-02\n#Sa book\n#Lhard\n#Uhttps://example.org\n"
              "#Ha title\n#Xother\n[Puzzle]\n1...\n.2..\n..3.\n...4\n[State]\n1234\n1234\n1234\n1234"),
             "[sdk]",
             ("12: 2×2 1... .2.. ..3. ...4 title 'a title' author 'a person' description 'a text' comment 'two "
              "lines other' date '2026-01-02' source 'a book' level 'hard' url 'https://example.org'")),
        case("1...\n.2..\n..3.\n...4", "[sdk]", "1: 2×2 1... .2.. ..3. ...4", suffix=".sdk"),
        case("# boxes 1x4\n#Aa person\n1...\n.2..\n..3.\n...4\n\n4...\n.3..\n..2.\n...1", "[sdk]",
             "3: 1×4 1... .2.. ..3. ...4 author 'a person'", "8: 2×2 4... .3.. ..2. ...1"),
        case("1 u2 34 34\n34 34 12 u1\n. . . .\n. . . 4", "[sdx]", "1: 2×2 1... .... .... ...4",
             "  placed .2.. ...1 .... ....", "  marks . . 34 34 / 34 34 12 . / . . . . / . . . ."),
        case("1 u2 34 34\n34 34 12 12\n24 1 4 3\n4 3 2 1", "[sdx]", "1: 2×2 1... .... .143 4321",
             "  placed .2.. .... .... ....", "  marks . . 34 34 / 34 34 12 12 / 24 . . . / . . . .",
             "  struck . . . . / . . 3 4 / . . . . / . . . ."),
        case("# work\n# boxes 1x4\n# givens 1...............\n1 2 34 34\n34 34 u1 12\n2 1 4 3\n4 3 2 1", "[sdx]",
             "4: 1×4 1... .... .... .... title 'work'", "  placed .... ..1. .... ....",
             "  marks . 2 34 34 / 34 34 . 12 / 2 1 4 3 / 4 3 2 1",
             "  struck . 34 2 2 / 2 2 . 34 / 34 234 23 124 / 23 124 34 234", suffix=".sdx"),
        case("# boxes 9x9\n1 u2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n5 u1", "[sdx]",
             "!! 1:1 order 81 is too large: boxes hold up to 36 cells here", "2: 2×2 1.34 3412 2143 4321",
             "  placed .2.. .... .... ....", "! 6:5 expected 2 rows of 2 cells, found 1 row", suffix=".sdx"),
        case("1 u2 3 4\n3 4 U1 2\n2 1 4 3\n4 3 2 u5", "[sdx]",
             "! 4:8 expected 1-4, or one of 0._*-? for empty, several for marks, or u and a value, found '5'",
             suffix=".sdx"),
        case("1 u2 3 4\n3 4 U1 2\n2 1 4 3\n4 3 2 .1", "[sdx]",
             "! 4:7 expected 1-4, or one of 0._*-? for empty, several for marks, or u and a value, found '.'",
             suffix=".sdx", shape="1x4"),
    ],
    "Simple Sudoku": [
        # I places, E strikes out.
        case("*-----*\n|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n*-----*\n\nI012\nE0234\nE03004\n", "[ss]",
             "2: 2×2 1... .... .... ...4", "  placed .2.. .... .... ....",
             "  struck . . 34 4 / . . . . / . . . . / . . . ."),
        case("|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n\nI001", "[ss]",
             "! 7:4 expected an empty cell to place in, found 'I001'"),
        case("|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n\nI0112", "[ss]",
             "! 7:4 expected one digit to place in, found 'I0112'"),
        case("|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n\nI161", "[ss]",
             "! 7:2 expected a cell from 00 to 15, found 16"),
        case("|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n\nE015", "[ss]", "! 7:4 expected digits 1-4, found 5"),
        case("|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n\nE0", "[ss]",
             "! 7:1 expected I or E, a cell 00-80 and digits, found 'E0'", suffix=".ss"),
        case(("|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.4|\n\nI012\n|2.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.3|\n"
              "\nI013\n"),
             "[ss]", "1: 2×2 1... .... .... ...4", "  placed .2.. .... .... ....", "8: 2×2 2... .... .... ...3",
             "  placed .3.. .... .... ....", suffix=".ss"),
        case("I012", "! 1:1 expected a grid with a frame drawn round it", format="ss"),
    ],
    "HoDoKu's lines": [
        # What is placed stands after +; then what is gone.
        case(":0000:x:" + WIKIPEDIA.replace("..", "+1.", 1) + ":211 311::", "[hodoku]", "1: 3×3 (Wikipedia's)",
             "  placed ..1...... 8×(.........)", "  struck 23 . . . . . . . . / 8×(. . . . . . . . .)"),
        case((f"# a comment\n:0300:5:{WIKIPEDIA}::511 512::\n:0702-2:9:{WIKIPEDIA}:411::129:note\n"
              f"{WIKIPEDIA} a title"),
             "[hodoku]", "2: 3×3 (Wikipedia's) step '0300:5:511 512::'",
             "3: 3×3 (Wikipedia's) step '0702-2:9::129:note'", "  struck 4 . . . . . . . . / 8×(. . . . . . . . .)",
             "4: 3×3 (Wikipedia's) title 'a title'"),
        case(f":0300:5:{WIKIPEDIA}:::", "! 1:1 expected boxes of 2×3; this format holds 3×3 only", shape="2x3",
             format="hodoku"),
        case((f":03:5:{WIKIPEDIA}:::\n:0300:5:{WIKIPEDIA[:-1]}:::\n:0300:5:{WIKIPEDIA}+:::\n"
              f":0300:5:{WIKIPEDIA[:-1]}x:::"),
             "! 1:2 expected a technique such as 0003, found '03'", "! 2:89 expected 81 cells, found 80",
             "! 3:91 expected 1-9 after +, found the end of the grid", "! 4:89 expected 1-9, + or ., found 'x'",
             format="hodoku"),
        case((f":0300:5:{WIKIPEDIA[:-2]}+.9:::\n:0300:5:{WIKIPEDIA}:41:::\n:0300:5:{WIKIPEDIA}::410::\n"
              f":0300:5:{WIKIPEDIA}\n:0300:5:{WIKIPEDIA}::::::::"),
             "! 1:89 expected 1-9, found '.'", "! 2:91 expected digit, row and column such as 829, found '41'",
             "! 3:92 expected digit, row and column such as 829, found '410'",
             "! 4:1 expected :technique:candidates:givens:deleted:…, found ':0300:5:53..7....6..195.…'",
             "! 5:1 expected :technique:candidates:givens:deleted:…, found ':0300:5:53..7....6..195.…'",
             format="hodoku"),
    ],
    "HoDoKu's files": [
        case(saved(entry(0, "int", 5) + entry(1, "int", 3), entry(0, "boolean", "true"), entry(80, "short", 7)),
             "[hsol]",
             "1: 3×3 5........ 8×(.........)", "  placed .3....... 8×(.........)",
             "  struck 8×(. . . . . . . . .) / . . . . . . . . 456789"),
        case(saved(entry(0, "int", 10)), "[hsol]", "! 1:1 expected values from 0 to 9"),
        case(saved(entry(81, "int", 1)), "[hsol]",
             "! 1:1 values, entry 81: expected a number of a cell and its content"),
        case(saved(cells=entry(3, "short", 512)), "[hsol]",
             "! 1:1 cells, entry 3: expected a number of a cell and its content"),
        case(saved(cells=entry(3, "short", "9" * 200_000)), "[hsol]",
             "! 1:1 cells, entry 3: expected a number of a cell and its content"),
        case(saved(cells=entry(3, "short", "--1")), "[hsol]",
             "! 1:1 cells, entry 3: expected a number of a cell and its content"),
        case(saved(cells=entry(3, "short", -1)), "[hsol]",
             "! 1:1 cells, entry 3: expected a number of a cell and its content"),
        case(saved(cells=entry(3, "short", 511)),
             "! 1:1 expected boxes of 2×3; this format holds 3×3 only", shape="2x3", format="hsol"),
        case(JAVA.replace("Sudoku2", "Other"), "[hsol]", "! 1:1 expected an object of class Sudoku2"),
        case("<!DOCTYPE a []><java/>", "! 1:1 expected no document type or entities", format="hsol"),
        case("<java>\n<object>\n</java>", "! 3:3 expected well-formed XML: mismatched tag", format="hsol"),
    ],
    "OpenSudoku": [
        case(f'{HEAD}<game data="{DIGITS}"/>\n<game data="{WIKIPEDIA}" note="n"/></opensudoku>', "[opensudoku]",
             ("1: 3×3 (Wikipedia's) title 'a' author 'b' description 'c' comment 'd' date '2026' source 'e' "
              "level 'f' url 'g'"),
             ("2: 3×3 (Wikipedia's) title 'a' author 'b' description 'c' comment 'n' date '2026' source 'e' "
              "level 'f' url 'g'")),
        case((f'<opensudoku version="2">\n<folder name="x">\n<game data="{DIGITS}"/>\n</folder>\n'
              f'<folder><game data="{DIGITS[1:]}"/></folder></opensudoku>'),
             "[opensudoku]", "3: 3×3 (Wikipedia's) title 'x'", "! 5:9 expected 81 digits, found 80"),
        case(f'<opensudoku><game data="version: 1&#10;{CELLS}"/></opensudoku>', "[opensudoku]",
             "1: 3×3 (Wikipedia's)", "  marks . . 35 . . . . . . / 8×(. . . . . . . . .)"),
        case(f'<opensudoku><game data="{CELLS.replace("0|", "0|x", 1)}"/></opensudoku>', "[opensudoku]",
             "! 1:13 cell 2: expected value|notes|editable| such as 0|3,7,|1|, found 'x3|-|0'"),
        case(f'<opensudoku><game data="{CELLS.replace("0|3,5,|1", "4|-|1", 1)}"/></opensudoku>', "[opensudoku]",
             "1: 3×3 (Wikipedia's)", "  placed ..4...... 8×(.........)"),
        case(f'<opensudoku><game data="{CELLS[:-2]}"/></opensudoku>', "[opensudoku]",
             "! 1:13 expected 81 digits or 81 × value|notes|editable|, found '5|-|0|3|-|0|0|3,5,|1|0|-…'"),
        case("<opensudoku>\n<game/></opensudoku>", "[opensudoku]", '! 2:1 expected <game data="…">, found no data'),
        case("<opensudoku></opensudoku>", "[opensudoku]", "! 1:1 expected at least one <game data=…>"),
        case("<opensudoku>\n  <game", "[opensudoku]", "! 2:3 expected well-formed XML: unclosed token"),
        case("<other/>", "[opensudoku]", "! 1:1 expected <opensudoku>, found <other>"),
        case("<!DOCTYPE x>\n<opensudoku/>", "[opensudoku]", "! 1:12 expected no document type or entities"),
        case("<opensudoku/>", "[opensudoku]", "! 1:1 expected boxes of 2×3; this format holds 3×3 only", shape="2x3"),
    ],
    "tables": [
        case(("Puzzle,Boxes,Title,Author,Level,Source,Comment\n1...............,1x4,a,b,c,d,e\n,,x\n"
              "1..............,,y\n................,2x3,z\n\n1...............;x"),
             "[csv]", "2: 1×4 1... .... .... .... title 'a' author 'b' comment 'e' source 'd' level 'c'",
             "! 3:1 expected a puzzle of 81 (or another n × n) characters, found 0",
             "! 4:1 expected a puzzle of 81 (or another n × n) characters, found 15",
             "! 5:1 expected 6 cells a side for boxes of 2×3, found a grid of 4",
             "! 7:1 expected a puzzle of 81 (or another n × n) characters, found 18"),
        case("name;quiz;difficulty;url;date\nn;1...............;hard;u;d\nn", "[csv]",
             "2: 2×2 1... .... .... .... title 'n' date 'd' level 'hard' url 'u'",
             "! 3:2 expected at least 2 columns, found 1"),
        case("7,1...............,two words,3.5\n8,................", "[csv]",
             "1: 2×2 1... .... .... .... title 'two words'", "2: 2×2 no givens"),
        case("#!sudoku\n# boxes 1x4\nPuzzle\n1...............", "[csv]", "4: 1×4 1... .... .... ....", suffix=".csv"),
        case("# boxes 9x9\nPuzzle,Title\n1...............,x", "[csv]",
             "!! 1:1 order 81 is too large: boxes hold up to 36 cells here", "3: 2×2 1... .... .... .... title 'x'",
             suffix=".csv"),
        case("\"1...............\",\"a \"\"title\"\"\"", "[csv]", "1: 2×2 1... .... .... .... title 'a \"title\"'"),
    ],
    "Solo's game IDs": [
        case("2x2:1b2_3k # a title\n2:a1n\n2:1n\n2x3:3_5a6zf\n2x3:35a6\n3x2:6zi\n2x2x:1n4", "[sgt]",
             "1: 2×2 1..2 3... .... .... title 'a title'", "2: 2×2 .1.. .... .... ....",
             "! 3:5 expected 16 cells, found 15", "4: 2×3 35.6.. 5×(......)",
             "! 5:5 expected a number from 1 to 6, found '35'", "6: 3×2 6..... 5×(......)",
             "7: 2×2 X 1... .... .... ...4"),
        case("4j:1n4,_a_a_a_a_c_c\n4j:1n4,hhh\n2j:1c,b__\n2j:1c,b_A", "[sgt]",
             "! 1:20 expected 24 places for lines, found 21", "! 2:11 expected 24 places for lines, found 26",
             "3: 2×2 Jigsaw AABB 1. ..", "! 4:9 expected _ or a letter a-z, found 'A'"),
        case("3x3kd:a\n2x2:5zz\n2x2:1$\n9x9:a\n99j:a,b\n2x2:1\nnonsense",
             "! 1:8 expected a comma and the lines between cages, found the end",
             "! 2:5 expected a number from 1 to 4, found '5'",
             "! 3:6 expected a number, a letter a-z or _, found '$'",
             "!! 4:1 order 81 is too large: boxes hold up to 36 cells here",
             "!! 5:1 order 99 is too large: the limit here is 36", "! 6:6 expected 16 cells, found 1",
             "! 7:1 expected a game such as 2x3:1b2d…, found 'nonsense'", format="sgt"),
        case("2x2dt:1o\n2x2r2:1o\n2x2ma3:1o\n2x2du:16:1", "[sgt]", "1: 2×2 1... .... .... ....",
             "2: 2×2 1... .... .... ....", "3: 2×2 1... .... .... ....",
             "! 4:7 expected a number from 1 to 4, found '16'"),
        case("2x2:1o", "[sgt]", "! 1:1 expected boxes of 1×4, found 2×2", shape="1x4"),
    ],
    "addresses at SudokuWiki": [
        case(f"{WIKI}{DIGITS} # a title\nsudokuwiki.org/x.htm?a=b&bd={WIKIPEDIA}&c=d", "[sudokuwiki]",
             "1: 3×3 (Wikipedia's) title 'a title'", "2: 3×3 (Wikipedia's)"),
        case(WIKI + "S9B" + "05" + "0c" + "it" + "00" * 78, "[sudokuwiki]",
             "! 1:49 expected a number in base 36 up to 529, found 'it'"),
        case(WIKI + "S9B" + "ep" + "eq" + "00" * 79, "[sudokuwiki]",
             "! 1:47 expected a number in base 36 up to 529, found 'eq'"),
        case(WIKI + "S9B" + "$0" + "00" * 80, "[sudokuwiki]",
             "! 1:45 expected a number in base 36 up to 529, found '$0'"),
        case(f"{WIKI}{DIGITS[1:]}\n{WIKI}S9B00\n{WIKI}{DIGITS[:-1]}x\nelsewhere", "[sudokuwiki]",
             "! 1:42 expected 81 digits or S9B and 162 characters, found 80",
             "! 2:45 expected 162 characters after S9B, found 2", "! 3:122 expected a digit, found 'x'",
             "! 4:1 expected an address with ?bd= and a board, found 'elsewhere'"),
        case(WIKI + DIGITS, "[sudokuwiki]", "! 1:1 expected boxes of 2×3; this format holds 3×3 only", shape="2x3"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("text", "lines", "given"), numbered(CASES))
def test_what_is_read(text: str, lines: tuple[str, ...], given: dict[str, str]) -> None:
    assert told(text, **given) == list(lines)
