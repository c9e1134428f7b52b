"""``python -m core cover``: what it prints, and its exit statuses."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from core import CoverDiagram, Run, Search
from core._drawing.cells import Cell, CellPicture
from core._estimates.probes import Estimator, ProbeEstimate
from tests.cli import Cli


@pytest.fixture
def run(cli: Cli) -> Cli:
    return cli.under("cover")


@pytest.fixture
def probes(cli: Cli) -> Cli:
    return cli.under("estimate", "cover", "--by", "probes")


def test_solve_prints_options_or_a_picture(run: Cli) -> None:
    assert run("solve", "gallery:four-sets") == (0, "A: 1 2 4\nD: 3 5 6\nFour sets: 1\n", "")
    status, out, _ = run("solve", "gallery:queens-4")
    assert status == 0
    assert "│   │ ♛ │   │   │" in out


def test_solve_from_standard_input_and_file(run: Cli, tmp_path: Path) -> None:
    text = b"A B | x\nA x\nB x\nB\n"
    assert run("solve", "-", "--goal", "all", stdin=text)[1].startswith("1: A x\n3: B\n")
    (tmp_path / "p.txt").write_bytes(text)
    assert run("count", str(tmp_path / "p.txt"))[1].endswith(": 1\n")


def test_exit_status_without_solution(run: Cli) -> None:
    status, out, err = run("solve", "-", stdin=b"A B\nA\n")
    assert (status, err) == (1, "")
    assert out == ("exact cover of 2 items by 1 option: no solution: item B cannot be covered: no option holds it\n")
    forced = b"A B C\nA B\nB C\n"
    said = "item C cannot be covered beside option 1, which is forced"
    assert said in run("solve", "-", "--goal", "all", stdin=forced)[1]
    assert said in run("check", "-", stdin=forced)[1]
    assert run("count", "-", stdin=forced)[:2] == (1, f"exact cover of 3 items by 2 options: 0: {said}\n")
    assert json.loads(run("solve", "-", "--json", stdin=forced)[1])["uncoverable"]["item"] == "C"
    searched = run("solve", "gallery:langford-5", "-a", "dlx")[1]
    assert "no solution (" in searched
    assert "nodes visited)" in searched


def test_options_keep_the_numbers_of_the_file(run: Cli) -> None:
    text = b"A B | x y\nx y\nA x\ny\nB\n"
    assert run("solve", "-", stdin=text)[1].startswith("2: A x\n4: B\n")
    found = json.loads(run("solve", "-", "--json", stdin=text)[1])
    assert sorted(found["solution"]) == ["2", "4"]
    assert run("check", "-", "2", "4", stdin=text)[:2] == (0, "a solution\n")
    assert "without a primary item, so in no solution: 1, 3" in run("check", "-", stdin=text)[1]
    assert run("convert", "-", stdin=text)[1].endswith("\nx y\nA x\ny\nB\n")


def test_json(run: Cli) -> None:
    found = json.loads(run("solve", "gallery:knuth-2000", "--algorithm", "dlx", "--json")[1])
    assert (found["solution"], found["nodes"], found["updates"], found["status"]) == (
        ["4", "1", "5"],
        6,
        29,
        "complete",
    )
    assert found["items"][1] == ["C", "E", "F"]
    named = json.loads(run("solve", "gallery:four-sets", "--json")[1])
    assert (named["solution"], named["items"]) == (["A", "D"], [["1", "2", "4"], ["3", "5", "6"]])
    counted = json.loads(run("count", "gallery:dominoes-8x8", "--json")[1])
    assert (counted["algorithm"], counted["solutions"]) == ("memo-count", 12988816)
    matrix = json.loads(run("count", "gallery:langford-7", "-a", "algorithm-x", "--json")[1])
    assert (matrix["solutions"], matrix["updates"]) == (52, None)
    classes = json.loads(run("count", "gallery:langford-7", "--unique", "--json")[1])
    assert (classes["solutions"], classes["classes"]) == (52, 26)


def test_unique_solutions_and_limit(run: Cli) -> None:
    assert run("solve", "gallery:queens-6", "--unique")[1].endswith("6 queens: 4, 1 up to symmetry\n")
    limited = json.loads(run("solve", "gallery:queens-8", "--goal", "all", "--limit", "3", "--json")[1])
    assert (limited["status"], len(limited["list"])) == ("limit", 3)


def test_parameters(run: Cli) -> None:
    first = json.loads(run("count", "gallery:langford-7", "-a", "dlx", "--choice", "first", "--json")[1])
    assert first["parameters"]["choice"] == "first"
    by_choice = json.loads(run("count", "gallery:langford-7", "--choice", "random", "--json")[1])
    assert (by_choice["algorithm"], by_choice["solutions"]) == ("dlx", 52)


def test_svg(run: Cli, tmp_path: Path) -> None:
    file = tmp_path / "t.svg"
    assert run("solve", "gallery:own-pieces", "--svg", str(file))[0] == 0
    assert file.read_text().startswith("<svg ")


def test_what_cannot_be_drawn_leaves_the_file_alone(run: Cli, tmp_path: Path) -> None:
    file = tmp_path / "t.svg"
    file.write_text("precious")
    assert run("solve", "gallery:langford-5", "--svg", str(file))[0] == 1
    assert file.read_text() == "precious"


def test_names_fit_their_cells_in_svg() -> None:
    names = ["W", "WWWW", "a-rather-long-name", "♛"]
    cells = tuple(Cell(name, number, number) for number, name in enumerate(names))
    drawn = CellPicture(((cells,),)).svg(size=30)
    sizes = [float(size) for size in re.findall(r'<text[^>]* font-size="([\d.]+)"', drawn)]
    shown = re.findall(r"<text[^>]*>([^<]*)<", drawn)
    assert shown == ["W", "WWWW", "a-ra…ame"]  # a queen is drawn
    assert drawn.count("<polygon") == 6
    assert "<title>a-rather-long-name</title>" in drawn
    # A W is nearly as wide as the font is high, a small letter about six tenths of that.
    assert all(
        size * len(name) * (0.95 if name[0] == "W" else 0.6) <= 30 for size, name in zip(sizes, shown, strict=True)
    )


def test_what_has_no_picture_is_drawn_as_its_matrix(run: Cli, tmp_path: Path) -> None:
    file = tmp_path / "matrix.svg"
    assert run("solve", "gallery:knuth-dlx2", "--svg", file).status == 0
    drawn = ElementTree.parse(file).getroot()
    texts = [each.text for each in drawn.iter() if each.tag.endswith("}text")]
    assert texts[:5] == ["A", "B", "C", "X", "Y"]
    assert [each.text for each in drawn.iter() if each.get("fill") == "#1b6e2e" and each.text] == [
        "2",
        "1",
        "1",
        "4",
        "1",
    ]
    assert run("convert", "gallery:knuth-dlx2", "--to", "svg").out.count("<rect") == drawn_squares(file) - 2
    large = run("convert", "gallery:pentominoes-6x10", "--to", "tikz")
    assert large.status == 2
    assert "too large to be drawn as a matrix: 72 items and 12 336 ones; up to 300 items and 5 000 ones" in large.err
    board = run("solve", "gallery:queens-6", "--svg", tmp_path / "no" / "x.svg")
    assert (board.status, "No such file" in board.err) == (2, True)


def drawn_squares(file: Path) -> int:
    return file.read_text("utf-8").count("<rect")


@pytest.mark.parametrize(
    "words",
    ["cover solve gallery:soma", "cover solve gallery:queens-6 --dark", "cover solve gallery:knuth-dlx2",
     "explain cover gallery:knuth-2000 --links 5", "tree queens 6 -a backtracking",
     "explain queens 6 -a bitmask --node 9 --pseudocode"],
)  # fmt: skip
def test_figures_for_tikz_have_the_marks_of_the_svg(words: str, cli: Cli, tmp_path: Path) -> None:
    """What each line says is checked word by word, for LaTeX may not be there."""
    svg, tikz = tmp_path / "figure.svg", tmp_path / "figure.tikz"
    assert cli(*words.split(), "--svg", svg, "--tikz", tikz).status == 0
    drawn = ElementTree.parse(svg).getroot()
    lines = [line.strip() for line in tikz.read_text("utf-8").splitlines() if line and not line.startswith("%")]
    assert (lines[0], lines[-1]) == ("\\begin{tikzpicture}[x=1bp, y=-1bp, line cap=rect]", "\\end{tikzpicture}")
    colours = {}
    marks: dict[str, list[str]] = {"line": [], "rect": [], "polygon": [], "text": []}
    place = r"\((-?[\d.]+),(-?[\d.]+)\)"
    for line in lines[1:-1]:
        if found := re.fullmatch(r"\\definecolor\{(dq[0-9a-z]+)\}\{HTML\}\{([0-9A-F]{6})\}", line):
            colours[found[1]] = f"#{found[2].lower()}"
        elif found := re.fullmatch(rf"\\draw\[(\w+), line width=[\d.]+bp\] {place} -- {place};", line):
            marks["line"].append(colours[found[1]])
        elif found := re.fullmatch(rf"\\fill\[(\w+)\] {place} rectangle {place};", line):
            marks["rect"].append(colours[found[1]])
        elif found := re.fullmatch(rf"\\fill\[(\w+)\] {place}( -- {place})+ -- cycle;", line):
            marks["polygon"].append(colours[found[1]])
        elif found := re.fullmatch(
            r"\\node\[anchor=base(?: west| east|), inner sep=0, (\w+), font=\\(?:sf|tt)family(?:\\bfseries)?"
            rf"\\fontsize\{{([\d.]+)bp\}}\{{\2bp\}}\\selectfont\] at {place} \{{(.*)\}};", line
        ):  # fmt: skip
            marks["text"].append(colours[found[1]])
            bare = re.sub(r"\\[{}$&#%_]", "", found[5])
            assert bare.count("{") == bare.count("}")
            assert bare.count("$") % 2 == 0
            assert not re.search(
                r"[#%&_~^]|\\(?!text|ldots|times|neq|mu|infty|cdot|pm|tau|leq|to|neg|geq|triangle| )", bare
            )
        else:
            assert re.fullmatch(rf"\\useasboundingbox {place} rectangle {place};", line), line
    light = "--dark" not in words
    for kind, inks in marks.items():
        own = [each.get("fill" if kind != "line" else "stroke", "#000000") for each in drawn.iter()
               if each.tag.endswith(f"}}{kind}")]  # fmt: skip
        assert inks == own[kind == "rect" and light :], kind


def test_an_estimate_probes_for_the_seconds_that_are_asked_for(probes: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def probe_for(estimator: Estimator, seconds: float) -> ProbeEstimate:
        asked.append(seconds)
        return estimator.probe(7)

    monkeypatch.setattr(Estimator, "probe_for", probe_for)
    assert "8 random probes in" in probes("gallery:four-sets", "--seconds", "80000")[1]
    assert "8 random probes in" in probes("gallery:four-sets")[1]
    first, usual = asked
    assert 1.0 < first < 80000, "less the time for reading"
    assert usual == 1.0


def test_estimate(probes: Cli) -> None:
    guess = json.loads(probes("gallery:langford-8", "--probes", "500", "--json")[1])
    assert guess["probes"] == 500
    assert 200 < guess["solutions"][0] < 450
    assert "standard error" in probes("gallery:langford-8", "--probes", "500")[1]
    assert "none of the 100 probes found one" in probes("gallery:langford-5", "--probes", "100")[1]


def test_area_that_cannot_fill_the_region_is_said_before_the_search(run: Cli) -> None:
    few = run("solve", "-", stdin=b"region:\n####\npiece D:\n##\n")
    assert few[0] == 1
    assert "no solution: the pieces have 2 cells, the region needs 4" in few[1]
    for use, said in (("x3", "have 6 cells, the region has room for 4"), ("x3-4", "have at least 6 cells, the region"),
                      ("x0-1", "have at most 2 cells, the region needs 4")):  # fmt: skip
        drawing = f"region:\n####\npiece D {use}:\n##\n".encode()
        assert said in run("count", "-", stdin=drawing)[1]
        assert said in json.loads(run("check", "-", "--json", stdin=drawing)[1])["misfit"]


def test_convert(run: Cli) -> None:
    matrix = run("convert", "gallery:knuth-2000", "--to", "matrix")[1]
    assert "0 0 1 0 1 1 0" in matrix
    knuth = run("convert", "-", stdin=matrix.encode())[1]
    assert "\nC E F\nA D G\n" in knuth
    assert json.loads(run("convert", "-", "--to", "json", stdin=knuth.encode())[1])["options"][0] == ["C", "E", "F"]
    _, _, note = run("convert", "-", stdin=b"a-long-name B\na-long-name\nB\n")
    assert "more than 8" in note


def test_a_drawing_is_written_as_it_was_read(run: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = "# mine\ntitle: 2 × 2\nregion:\n##\n##\n\npiece D ×2:\n##\n"
    assert run("convert", "-", "--to", "drawing", stdin=drawing.encode())[1] == drawing
    assert "was not drawn" in run("convert", "gallery:four-sets", "--to", "drawing")[2]
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace", write_through=True)
    monkeypatch.setattr("sys.stdout", ascii_only)
    run("convert", "-", "--to", "drawing", stdin=drawing.encode())
    written = ascii_only.buffer.getvalue()
    assert b"piece D x2:" in written
    monkeypatch.undo()


def test_check(run: Cli) -> None:
    assert run("check", "gallery:four-sets", "A", "D")[:2] == (0, "a solution\n")
    assert run("check", "gallery:four-sets", "A", "B")[:2] == (
        1,
        "not a solution\nitem 1 is covered 2 times (by A, B), not 1\nitem 4 is covered 2 times (by A, B), not 1\n"
        "item 5 is not covered\nitem 6 is not covered\n",
    )
    coloured = b"A B | x\nA x:a\nB x:b\n"
    assert run("check", "gallery:own-pieces", "L1.1a", "17", "L1.2d")[0] == 1
    assert run("check", "gallery:own-pieces", "18", "L1.3a", "17")[1] == "a solution\n", "by label or by number"
    assert "the colours of item x clash: a by 1, b by 2" in run("check", "-", "1", "2", stdin=coloured)[1]
    assert "item 2 can only be covered by A" in run("check", "gallery:four-sets")[1]
    status, out, _ = run("check", "-", stdin=b"A B\nA\n")
    assert status == 1
    assert "item B cannot be covered" in out


def test_gallery(run: Cli) -> None:
    assert "pentominoes-6x10" in run("gallery")[1]
    entries = {entry["name"]: entry for entry in map(json.loads, run("gallery", "--json")[1].splitlines())}
    assert (entries["pentominoes-6x10"]["solutions"], entries["pentominoes-6x10"]["classes"]) == (9356, 2339)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("nosuch.dlx", ""), ("puzle.dlx", "puzzle.dlx"), ("puzzle.txt", "puzzle.dlx"), ("sh", "sch.log"),
     ("puzle.txt", "")],
)  # fmt: skip
def test_no_file_of_another_kind_is_proposed(typed: str, meant: str, run: Cli, tmp_path: Path) -> None:
    for name in ("puzzle.dlx", "sch.log", "uzle.py"):
        (tmp_path / name).touch()
    status, _, err = run("count", str(tmp_path / typed))
    hint = f"; did you mean {tmp_path / meant}?" if meant else ""
    assert (status, err) == (2, f"python -m core: {tmp_path / typed}: No such file or directory{hint}\n")


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (("solve", "-"), b"A B\nA C\n", "standard input, line 2, column 3: unknown item 'C'"),
        (("solve", "-"), b"A\n\xff\n", "standard input, line 2, column 1: expected UTF-8"),
        (("solve", "/nowhere/to.be"), b"", "/nowhere/to.be: No such file"),
        (("solve", "four-sets"), b"", "did you mean gallery:four-sets?"),
        (("solve", "gallery:for-sets"), b"", "did you mean four-sets?"),
        (("solve", "gallery:pento"), b"", "did you mean pentominoes-3x20, pentominoes-4x15,"),
        (("solve", "gallery:8x8"), b"", "pentominoes-8x8-square, dominoes-8x8 or attack-8x8?"),
        (
            ("solve", "tests/core/cli/test_cove.py"),
            b"",
            "No such file or directory; did you mean tests/core/cli/test_cover.py",
        ),
        (("solve", "nosuch.dlx"), b"", "nosuch.dlx: No such file or directory\n"),
        (("solve", "/"), b"", "/: Is a directory"),
        (("solve", "a\0b"), b"", "null"),
        (("solve", "gallery:nothing"), b"", "no gallery problem is called 'nothing'; there are"),
        (("solve", "gallery:queens-4", "--svg", "a\0b"), b"", "null"),
        (("solve", "gallery:queens-4", "--svg", "/nowhere/x.svg"), b"", "/nowhere/x.svg: No such file"),
        (("count", "gallery:knuth-dlx3", "-a", "memo-count"), b"", "these can: dlx"),
        (("solve", "gallery:four-sets", "-a", "memo-count"), b"", "supports only goal 'count', not 'first'"),
        (("solve", "gallery:four-sets", "-a", "magic"), b"", "there are algorithm-x"),
        (("solve", "gallery:four-sets", "-a", "dlx", "--choice", "last"), b"", "'last' is not one of"),
        (("solve", "gallery:four-sets", "--choice", "s", "--hint", "on"), b"", "no algorithm for this takes"),
        (("convert", "gallery:knuth-dlx2", "--to", "matrix"), b"", "cannot hold colours"),
        (("check", "gallery:four-sets", "E"), b"", "there is no option 'E'"),
        (("reduce", "gallery:four-sets", "-o", "-", "--json"), b"", "leave out --json, or name a file"),
        (("solve",), b"", "required: FILE"),
        (("count", "gallery:four-sets", "--limit", "0"), b"", "expected a whole number, 1 or more"),
        (("count", "-"), b"region:\n" + b"##\n" * 95 + b"piece D x*:\n##\n" * 0, "there are no pieces"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(run: Cli, arguments: tuple[str, ...], given: bytes, said: str) -> None:
    status, out, err = run(*arguments, stdin=given)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_count_is_said_whole_however_long_it_is(run: Cli) -> None:
    """Dominoes on 2 × 190 squares: the Fibonacci number 191."""
    a, b = 1, 1
    for _ in range(190):
        a, b = b, a + b
    assert a > 1 << 128
    board = ("region:\n" + "##\n" * 190 + "\npiece D ×*:\n##\n").encode()
    status, out, _ = run("count", "-", stdin=board)
    assert status == 0
    assert f": {a:_}\n".replace("_", " ") in out
    status, out, _ = run("count", "-", "--json", stdin=board)
    assert status == 0
    assert json.loads(out)["solutions"] == a


def test_counts_may_be_longer_than_python_writes_by_itself(run: Cli) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)
    try:
        run("count", "gallery:four-sets")
        assert len(str(10**20_000)) == 20_001
    finally:
        sys.set_int_max_str_digits(before)


def test_what_ctrl_c_cut_short_says_so(run: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    wait = Run.wait

    def interrupt(search: Run, timeout: float | None = None) -> bool:
        search.step(500)
        while not (search.paused and search.snapshot.steps >= 500):
            time.sleep(0.001)
        monkeypatch.setattr(Run, "wait", wait)
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "wait", interrupt)
    status, out, _ = run("count", "gallery:latin-5", "-a", "dlx")
    assert (status, out.endswith(" so far; stopped\n")) == (130, True)
    monkeypatch.setattr(Run, "wait", interrupt)
    status, out, _ = run("solve", "gallery:latin-5", "-a", "dlx", "--goal", "all")
    assert status == 130
    assert "so far; stopped, 0 of them listed" in out
    assert "4, as many as asked for" in run("count", "gallery:latin-4", "--limit", "4")[1]


def test_an_interrupted_estimate_tells_what_it_knows(probes: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    probe, calls = Estimator.probe, []

    def interrupted(self: Estimator, count: int) -> Any:
        calls.append(count)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return probe(self, count)

    whole = probes("gallery:latin-4", "--probes", "1001")
    monkeypatch.setattr(Estimator, "probe", interrupted)
    status, out, _ = probes("gallery:latin-4", "--probes", "100000000")
    assert (status, "(1 001 random probes" in out) == (130, True)
    assert out == whole[1]  # the same seed, the same probes


def test_solutions_are_printed_as_they_are_found(run: Cli) -> None:
    out = run("solve", "gallery:latin-4", "--goal", "all")[1]
    numbers = [line for line in out.splitlines() if line.rstrip(".").isdecimal() and line.endswith(".")]
    assert numbers == [f"{number}." for number in range(1, 577)]
    assert "1." not in run("solve", "gallery:latin-4", "--goal", "all", "--limit", "1")[1].splitlines()


def test_help_says_what_a_parameter_takes(run: Cli) -> None:
    out = " ".join(run("solve", "--help")[1].split())
    assert "--choice s|first|random" in out
    assert "default s)" in out
    assert "Exit status: 0 done; 1 no solution" in out


def test_more_solutions_of_a_diagram_may_be_asked_for_than_there_are(cli: Cli) -> None:
    many = 10**30
    for flag, first in (("--list", "1.\n"), ("--best", "1. cost ")):
        done = cli("cover", "diagram", "gallery:four-sets", flag, many)
        assert (done.status, first in done.out, "2." in done.out) == (0, True, False)
    assert cli("cover", "diagram", "gallery:four-sets", "--number", many).status == 2


def test_drawn_solutions_are_printed_as_they_are_drawn(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._cli.cover.diagram.AT_ONCE", 2)
    drawn: list[int] = []
    many = cli("cover", "sample", "gallery:langford-4", "-n", 5, "--seed", 1)
    assert re.findall(r"^(\d)\.$", many.out, re.MULTILINE) == list("12345")

    def printed(text: str) -> None:
        drawn.append(text.count("\n"))
        if len(drawn) == 3:
            raise KeyboardInterrupt  # there is no end to wait for

    monkeypatch.setattr("core._cli.cover.diagram.say", printed)
    assert cli("cover", "sample", "gallery:langford-4", "-n", 10**30).status == 130
    assert len(drawn) == 3


def test_a_diagram_does_not_take_the_place_of_its_problem(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "problem.dlx"
    file.write_text("A B\nA\nB\n")
    done = cli("cover", "diagram", file, "--save", file)
    assert (done.status, file.read_text()) == (2, "A B\nA\nB\n")
    assert "the problem stands in this file" in done.err


@pytest.mark.parametrize("flag", ["--cheapest", "--fewest"])
def test_nothing_is_searched_for_the_cheapest_where_counting_tells_that_there_is_no_solution(
    run: Cli, flag: str
) -> None:
    told = json.loads(run("solve", "gallery:langford-5", flag, "--json").out)
    assert (told["nodes"], told["proof"][:29]) == (0, "every option covers an even n")
    seen = json.loads(run("solve", "gallery:langford-5", flag, "--algorithm", "cheapest", "--json").out)
    assert seen["nodes"] > 0


@pytest.mark.parametrize("command", [("solve",), ("sample",), ("diagram", "--list", "1")])
def test_what_taking_an_option_adds_to_the_problem_is_not_shown(
    run: Cli, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """Where an item may be covered more than once, an item of its own holds the option that is taken."""
    file = tmp_path / "several.dlx"
    file.write_text("A B 2:3|X | s t\nA X s:r\nB X s:r\nA X s:b\nB X t\nX t:k\n")
    status, out, _ = run(command[0], str(file), "--take", "5", *command[1:])
    assert status == 0
    assert "5: X t:k\n" in f"{out}\n"
    assert "5!" not in out
    assert "5!" not in run("solve", str(file), "--take", "5", "--json").out


DRAWN = b"wrap: both\nregion:\n####\n####\n####\npiece L \xc3\x974:\n##\n#.\n"
"""Its cells meet across the sides, which the names of its items do not say."""


def test_a_saved_diagram_draws_as_its_problem_was_drawn(run: Cli, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    first = run("diagram", "-", "--list", "1", "--save", file, stdin=DRAWN).out
    assert "┌───" in first
    assert run("diagram", file, "--list", "1").out == first


def test_a_diagram_that_is_cut_short_is_said_to_be(run: Cli, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    run("diagram", "gallery:four-sets", "--save", whole)
    content = whole.read_bytes()
    for end in (100, len(content) // 2, len(content) - 1):
        cut.write_bytes(content[:end])
        for verb in ("diagram", "sample", "solve"):
            said = f"{cut}: this file is cut short: it begins as a saved diagram, and its end is missing\n"
            assert run(verb, cut) == (2, "", f"python -m core: {said}")
    assert "this is a saved diagram, which 'dq cover diagram' and 'dq cover sample' read" in run("solve", whole).err


def test_a_packed_file_too_large_to_read_is_told_from_a_large_problem(run: Cli, tmp_path: Path) -> None:
    whole, large = tmp_path / "whole", tmp_path / "large"
    run("diagram", "gallery:four-sets", "--save", whole)
    data, size = whole.read_bytes(), (64 << 20) + 1000
    said = "this file is cut short: it begins as a saved diagram, and its end is missing"
    for begin, end, verb, told in (
        (data[:300], b"", "solve", said),
        (data[:300], b"", "diagram", said),
        (
            data[:300],
            data[-100:],
            "solve",
            "this is a saved diagram, which 'dq cover diagram' and 'dq cover sample' read",
        ),
        (b"PK\3\4", b"", "solve", "expected a text file, not a packed one"),
        (b"", b"", "solve", "too large, expected at most 64 MiB"),
    ):
        with large.open("wb") as file:
            file.write(begin)
            file.truncate(size)
            file.seek(0, 2)
            file.write(end)
        answer = run(verb, large)
        assert (answer.status, answer.out) == (2, "")
        assert answer.err.startswith(f"python -m core: {large}: {told}")


def test_options_that_clash_are_named_and_no_item_that_nobody_wrote(run: Cli, cli: Cli, tmp_path: Path) -> None:
    clash = ("gallery:four-sets", "--take", "A", "--take", "B")
    said = "option B clashes with option A (through item 1)"
    for more in ((), ("-a", "dlx"), ("-a", "memo-count"), ("--threads", "2"), ("--parts", "2")):
        answer = run("count", *clash, *more)
        assert (answer.status, answer.out) == (1, f"Four sets with options A and B: 0: {said}\n"), more
    assert run("solve", *clash).out == f"Four sets with options A and B: no solution: {said}\n"
    assert json.loads(run("solve", *clash, "--json").out)["proof"] == said
    kept = tmp_path / "kept"
    run("diagram", "gallery:four-sets", "--save", kept)
    for source in ("gallery:four-sets", kept):
        answer = run("diagram", source, *clash[1:])
        assert (answer.status, answer.err) == (1, "")
        assert answer.out.startswith(f"Four sets with options A and B: 0 solutions: {said}\n")
    for command in ("explain", "tree", "estimate"):
        assert cli(command, "cover", *clash).err == (
            f"python -m core: gallery:four-sets: {said}, so there is nothing to search\n"
        )


def test_several_options_that_clash_are_all_named_in_the_same_words(run: Cli, cli: Cli, tmp_path: Path) -> None:
    took = ("--take", "A", "--take", "B", "--take", "A", "--take", "C", "--forbid", "C")
    said = "option B clashes with option A (through item 1); option C is both taken and forbidden"
    kept = tmp_path / "kept"
    run("diagram", "gallery:four-sets", "--save", kept)
    for verb, source in (("solve", "gallery:four-sets"), ("diagram", "gallery:four-sets"), ("diagram", kept)):
        assert f": {said}\n" in run(verb, source, *took).out, (verb, source)
    assert f": {said}, so there is nothing to search\n" in cli("tree", "cover", "gallery:four-sets", *took).err


@pytest.mark.parametrize("text", [
    "set: dominoes\nregion:\n###\n##.\n###\n",
    "set: dominoes\nregion:\n##\n#?\n##\n",
    "a b c\na b\nb c\n",
    "a b\na\n",
    Path("gallery:langford-5"),
])  # fmt: skip
def test_a_diagram_says_why_there_is_no_solution_as_solve_does(text: str | Path, run: Cli, tmp_path: Path) -> None:
    file, kept = str(text), tmp_path / "kept"
    if isinstance(text, str):
        file = str(tmp_path / "problem")
        Path(file).write_text(text)
    title, said = run("solve", file).out.rstrip().split(": no solution: ")
    assert run("sample", file) == (1, f"{title}: no solution: {said}\n", "")
    for source in (file, kept):
        answer = run("diagram", source, *(["--save", kept] if source is file else []))
        assert answer == (1, f"{title}: 0 solutions: {said}\n0 nodes, 0 branches, 12 B\n", "")
    wanted = {key: json.loads(run("solve", file, "--json").out).get(key) for key in ("proof", "uncoverable")}
    for verb in ("diagram", "sample"):
        told = json.loads(run(verb, file, "--json").out)
        assert {key: told.get(key) for key in wanted} == wanted


def test_titles_say_that_options_were_taken(run: Cli) -> None:
    text = b"A B\nA\nB\nA\nB\nA\nA\nA\n"
    assert run("count", "-", "--take", "3", stdin=text).out == "exact cover of 2 items by 7 options with option 3: 2\n"
    without = (word for option in "134567" for word in ("--forbid", option))
    assert "7 options without options 1, 3, 4, 5 and 2 more: 0" in run("count", "-", *without, stdin=text).out


def test_memory_says_what_was_expected(run: Cli) -> None:
    for command in (("diagram",), ("sample",), ("count", "-a", "diagram")):
        for wrong in ("0", "65537"):
            answer = run(*command, "gallery:four-sets", "--memory", wrong)
            said = f"--memory: expected a whole number from 1 to 65536, not {wrong}"
            assert (answer.status, answer.err) == (2, f"python -m core: {said}\n")


@pytest.mark.parametrize(
    ("rows", "line", "column", "wrong"), [("?#L\n###", 2, 3, "L"), ("###\n.?x", 3, 3, "x"), ("A##\n###", 2, 1, "A")]
)
def test_a_region_is_drawn_by_its_own_signs(rows: str, line: int, column: int, wrong: str, run: Cli) -> None:
    answer = run("solve", "-", stdin=f"region:\n{rows}\npiece L:\nL\nLL\n")
    said = f"line {line}, column {column}: expected #, ? or . in the drawing of the region, not {wrong!r}"
    assert (answer.status, answer.err) == (2, f"python -m core: standard input, {said}\n")


def test_signs_of_triangles_and_of_pieces_are_their_own(run: Cli) -> None:
    assert run("solve", "-", stdin="region:\n##\n#.\npiece L:\nL\nLL\n").status == 0
    triangles = "grid: triangles\nregion:\nAVA{}\npiece P \u00d72:\nAV\n"
    assert run("solve", "-", stdin=triangles.format("V")).status == 0
    said = run("solve", "-", stdin=triangles.format("X")).err
    assert "line 3, column 4: expected #, ?, ., A or V in the drawing" in said


def test_a_set_that_comes_twice_is_told_where_it_does(run: Cli) -> None:
    for before, line in (("", 4), ("title: twice\n\n", 6)):
        answer = run("solve", "-", stdin=f"{before}set: pentominoes\nregion:\n####\nset: pentominoes\n")
        assert f"standard input, line {line}, column 6: piece 'F' of this set is in an earlier one" in answer.err


def test_options_without_a_primary_item_are_said_to_be_in_no_solution(run: Cli) -> None:
    text = b"A B | x y\nx y\nA x\ny\nB\n"
    said = "standard input: options 1 and 3 have no primary item, so no solution has them\n"
    for verb in ("solve", "count", "diagram", "sample"):
        assert run(verb, "-", stdin=text).err == said
        assert run(verb, "-", "--forbid", "2", stdin=text).err == said, "not those that were forbidden"
    assert run("count", "-", stdin=b"A | x\nA\nx\n").err.endswith(
        "option 2 has no primary item, so no solution has it\n"
    )
    many = b"A | x\nA\n" + b"x\n" * 14
    assert ", 12, 13 and 2 others have no primary item" in run("count", "-", stdin=many).err


def test_more_placements_than_fit_are_refused(run: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.exact_cover._polyominoes.MOST_OPTIONS", 3)
    answer = run("solve", "-", stdin="region:\n###\n###\npiece D \u00d73:\n##\n")
    assert (answer.status, answer.out) == (2, "")
    assert "more than 3 ways to lay the pieces down" in answer.err


def test_a_file_that_cannot_be_written_is_noticed_before_anything_is_built(
    run: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr("core._cli.cover.diagram._Built", None)
    answer = run("diagram", "gallery:four-sets", "--save", tmp_path / "no" / "kept")
    assert (answer.status, answer.err) == (2, f"python -m core: {tmp_path}/no/kept: No such file or directory\n")
    assert list(tmp_path.iterdir()) == []


def test_no_solutions_have_no_heat_map(run: Cli) -> None:
    answer = run("diagram", "-", "--heat", stdin="region:\n###\npiece D:\n##\n")
    assert (answer.status, answer.out.splitlines()[1:]) == (1, ["0 nodes, 0 branches, 12 B"])


def test_an_empty_file_is_said_to_be_empty(run: Cli) -> None:
    for empty in ("", "\n\n"):
        assert run("solve", "-", stdin=empty).err.endswith("expected a line of item names; the text is empty\n")


def test_what_ctrl_c_left_of_a_diagram_is_not_counted_again(
    run: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Counting takes machine code, for which nobody waits who wants to stop."""

    def interrupted(make: Callable[[], Search], *_: object, **more: object) -> Run:
        search = make()
        search.advance(300)
        driven = Run(search)
        driven.cancel()
        driven.drive()
        return driven

    monkeypatch.setattr("core._cli.cover.diagram.drive", interrupted)
    monkeypatch.setattr(CoverDiagram, "_counts", property(lambda _: pytest.fail("counted")))

    def counted(answer: str) -> list[str]:
        found = re.findall(r'at least (\d+) solutions|"solutions": (\d+)', re.sub(r"(?<=\d)\s(?=\d{3})", "", answer))
        return ["".join(each) for each in found]

    known = []
    for more in ((), ("--save", tmp_path / "kept"), ("--heat",), ("--occurrences",), ("--json",)):
        answer = run("diagram", "gallery:dominoes-8x8", *more)
        assert answer.status == 130, more
        known += counted(answer.out)
        assert answer.err == "Dominoes on 8×8: stopped; the diagram has the solutions found so far\n"
    monkeypatch.undo()
    assert known == counted(run("diagram", tmp_path / "kept").out) * 3
    assert int(known[0]) > 0


def test_a_label_of_several_options_is_refused(run: Cli) -> None:
    text = "A B\nA\nB\n| option: X\nA B\n| option: X\nB A\n"
    for command in (("solve", "-", "--take", "X"), ("diagram", "-", "--forbid", "X"), ("check", "-", "X")):
        answer = run(*command, stdin=text)
        said = "standard input: 'X' is the label of options 3 and 4; expected one of these numbers"
        assert (answer.status, answer.err) == (2, f"python -m core: {said}\n")
    assert run("solve", "-", "--take", "4", stdin=text).out.startswith("X: B A\n")


def test_a_key_without_its_colon_is_no_row_of_a_drawing(run: Cli) -> None:
    before = "region:\n###\npiece A:\n#\n"
    for line in ("piece B", "set: dominoes\npiece B \u00d72", "wrap "):
        answer = run("solve", "-", stdin=f"{before}{line}\n#\n")
        at = 5 + line.count("\n")
        last = line.splitlines()[-1].strip()
        said = f"line {at}, column {len(last) + 1}: expected ':' after '{last}'"
        assert (answer.status, answer.err) == (2, f"python -m core: standard input, {said}\n"), line
