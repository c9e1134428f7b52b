"""``python -m core sudoku``: what it prints, where, and with which exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core import Shape
from core._cli.command_line import main
from core.sudoku import read_text
from core.sudoku._formats import FormatError, Puzzle
from core.sudoku._formats.fpuzzles import packed
from core.sudoku.human import _generator as generator
from tests import PATIENCE
from tests.cases import slow
from tests.cli import Cli
from tests.core.sudoku.samples import WIKIPEDIA, data_lines

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture
def cli(cli: Cli) -> Cli:
    return cli.under("sudoku")


def objects(out: str) -> list[dict[str, Any]]:
    """The JSON objects of an output, one a line."""
    return [json.loads(line) for line in out.splitlines()]


def test_one_puzzle_is_printed_as_a_grid_that_can_be_read_again(cli: Cli) -> None:
    status, out, err = cli("solve", "-", stdin=WIKIPEDIA)
    assert (status, err) == (0, "")
    (item,) = read_text(out)
    assert isinstance(item, Puzzle)
    assert "".join(map(str, item.clues)) == SOLUTION


def test_without_standard_input_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["sudoku", "solve", "-"]) == main(["cover", "solve", "-"]) == 2
    assert capsys.readouterr().err.count("standard input is closed; expected a FILE") == 2


def test_all_solutions_are_printed_as_they_are_found(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = []

    class Enough(Exception):
        pass

    def print_one(shape: Shape, solution: Any, style: str, _: object) -> None:
        printed.append((tuple(solution), style))
        if len(printed) == 50:
            raise Enough

    monkeypatch.setattr("core._cli.sudoku.solve.print_solution", print_one)
    with pytest.raises(Enough):  # nobody could wait for all that an empty grid has
        cli("solve", "-", "--all", stdin="." * 81)
    assert len({solution for solution, _ in printed}) == 50
    assert {style for _, style in printed} == {"boxed"}


@pytest.mark.parametrize("form", ["csv", "opensudoku"])
@pytest.mark.parametrize("verb", ["solve", "solve --all", "train naked-single --count 2 --answer --to"])
def test_several_puzzles_are_one_file_in_every_format(cli: Cli, verb: str, form: str) -> None:
    """A head, a foot or a remark between two of them would be read as a damaged puzzle."""
    train = verb.startswith("train")
    several = f"{WIKIPEDIA}\n{'1' * 81}\n{WIKIPEDIA[::-1]}\n"
    for text in (several, WIKIPEDIA):
        arguments = (*verb.split(), form) if train else (*verb.split(), "-", "--to", form)
        _, out, err = cli(*arguments, stdin=text)
        found = list(read_text(out, format=form))
        assert [item for item in found if isinstance(item, FormatError)] == []
        assert len(found) == (2 if train or text is several else 1)
        assert "# " in err


def test_all_solutions_of_several_puzzles(cli: Cli) -> None:
    status, out, err = cli("solve", "-", "--all", "--to", "line", stdin=f"{'.' * 16}\n{WIKIPEDIA}\n{'1' * 16}\n12\n")
    lines = out.splitlines()
    assert (status, len(lines), lines[288]) == (2, 291, SOLUTION)
    assert (len(set(lines[:288])), lines[289][:14], lines[290]) == (288, "# no solution:", "# malformed: line 4")
    assert "line 4" in err
    _, out, _ = cli("solve", "-", "--all", "--limit", "3", stdin="." * 16)
    assert len(list(read_text(out))) == 3
    status, _, err = cli("solve", "-", "--all", "--to", "hodoku", stdin="." * 16)
    assert (status, err.count("a HoDoKu line holds 9×9")) == (2, 1)
    assert cli("solve", "-", "--all", "--to", "document", stdin="." * 16)[0] == 2


def test_of_several_ambiguous_puzzles_the_first_solution_is_enough(cli: Cli) -> None:
    status, out, _ = cli("solve", "-", "--json", stdin=f"12{'.' * 79}\n21{'.' * 79}\n")
    assert status == 0
    assert [(one["solutions"], one["solution"][:2]) for one in objects(out)] == [(1, [1, 2]), (1, [2, 1])]


def test_made_puzzles_are_printed_one_by_one(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    make = generator.generate

    def generate(*args: Any, **more: Any) -> Any:
        seen.append(cli_out.readouterr().out)
        return make(*args, **more)

    cli_out = cli._capsys
    monkeypatch.setattr("core.sudoku.human._generator.generate", generate)
    cli("generate", "--boxes", "2x2", "-n", "3")
    assert [len(out.splitlines()) for out in seen] == [0, 1, 1]


def test_a_large_count_is_not_made_in_one_stretch(cli: Cli) -> None:
    text = ("." * 81 + "\n") * 2
    status, out, _ = cli("count", "-", "--limit", "1001", stdin=text)
    assert (status, out) == (0, "line 1: at least 1001\nline 2: at least 1001\n")


@pytest.mark.parametrize("few", [True, False])
def test_output_pairs_with_input(cli: Cli, tmp_path: Path, few: bool) -> None:
    lines = [WIKIPEDIA, "nothing", "# a comment", "1" * 81, ".1" * 60000]
    path = tmp_path / "list.sdm"
    path.write_text("\n".join(lines + [WIKIPEDIA] * (1 if few else 60)))
    for to in ([], ["--to", "line"]):
        status, out, _ = cli("solve", path, *to)
        told = out.splitlines()[:5]
        assert (status, told[0], told[1], told[4]) == (2, SOLUTION, "# malformed: line 2", SOLUTION)
        assert (told[2][:13], told[3]) == ("# no solution", "# malformed: line 5")
    one = tmp_path / "one.sdm"
    one.write_text(lines[1])
    assert cli("solve", one).out == ""
    assert cli("solve", one, "--to", "line").out == "# malformed: line 1\n"
    assert cli("count", path).out.count("#") == 0


def test_thousands_stream_and_one_bad_line_is_reported(cli: Cli, tmp_path: Path) -> None:
    lines = [WIKIPEDIA] * 2500
    lines[1300] = "not a sudoku"
    path = tmp_path / "many.sdm"
    path.write_text("\n".join(lines))
    status, out, err = cli("solve", path)
    assert status == 2
    assert out.splitlines() == [*[SOLUTION] * 1300, "# malformed: line 1301", *[SOLUTION] * 1199]
    assert err == f"python -m core: {path}, line 1301, column 4: expected a puzzle of 81 characters " + (
        "(or another n × n, such as 16, 36 or 256), found 3\n"
    )


@pytest.mark.parametrize("key", ["bands", "bitmask", "dlx", "dlx-dense", "algorithm-x", "propagation", "single-branch"])
def test_every_algorithm_and_json(cli: Cli, key: str) -> None:
    status, out, err = cli("solve", "-", "--algorithm", key, "--json", stdin=f"{WIKIPEDIA} first\n{WIKIPEDIA}\n")
    assert (status, err) == (0, "")
    first, second = objects(out)
    assert first["title"] == "first"
    assert second["line"] == 2
    assert first["solution"] == [int(c) for c in SOLUTION]
    assert first["algorithm"] == key
    assert first["boxes"] == [3, 3]
    assert first["givens"] == WIKIPEDIA
    assert first["nodes"] >= 1
    if key == "bands":
        assert first["seconds"] is None  # a stretch of puzzles is one call: nobody knows each one's time
    else:
        assert first["seconds"] == pytest.approx(first["build_seconds"] + first["solve_seconds"])
    assert (first["updates"] is not None) is (key in ("dlx", "dlx-dense", "single-branch"))


def test_the_documents_own_input_and_output(cli: Cli) -> None:
    assert cli("solve", "-", "--to", "document", stdin="2 2 1\n1 0\n0 0\n") == (0, "solução\n1 2\n2 1\n", "")
    status, out, _ = cli("solve", "-", "--to", "document", stdin="2 2 1\n1 1\n0 0\n")
    assert (status, out) == (1, "sem solução\n1 1\n0 0\n")


def test_no_solution_says_why(cli: Cli) -> None:
    status, out, _ = cli("solve", "-", stdin="11" + "." * 14)
    assert status == 1
    assert "row 1 holds 1 twice: r1c1 and r1c2" in out
    assert objects(cli("solve", "-", "--json", stdin="11" + "." * 14)[1])[0]["reason"].startswith("no solution: row 1")


def test_giving_up_is_not_no_solution(cli: Cli) -> None:
    status, out, _ = cli("solve", "-", "-a", "single-branch", stdin=data_lines("magictour_top1465.txt")[0])
    assert status == 1
    assert "gave up" in out
    assert "proves nothing" in out


def test_all_solutions_and_counts(cli: Cli) -> None:
    empty = "." * 16
    status, out, _ = cli("solve", "-", "--all", "--to", "line", stdin=empty)
    assert status == 0
    assert len({line for line in out.splitlines() if not line.startswith("#")}) == 288
    assert cli("count", "-", stdin=empty)[1] == "line 1: 288\n"
    assert cli("count", "-", "--limit", "5", stdin=f"{empty} a\n{WIKIPEDIA} b\n")[1] == "a: at least 5\nb: 1\n"
    assert cli("count", "-", stdin=f"{WIKIPEDIA} a\n{WIKIPEDIA} b\n")[1] == "a: 1\nb: 1\n"
    (counted,) = objects(cli("count", "-", "--json", "-a", "dlx", stdin=empty)[1])
    assert (counted["solutions"], counted["goal"], counted["status"]) == (288, "count", "complete")


def test_check_gives_the_four_verdicts(cli: Cli) -> None:
    text = f"{WIKIPEDIA} one\n{'.' * 81} many\n11{'.' * 79} none\nrubbish here\n"
    status, out, err = cli("check", "-", "--limit", "10", stdin=text)
    assert status == 2
    assert out.splitlines() == [
        "one: one solution", "many: at least 10 solutions (a check stops there)",
        "none: no solution: row 1 holds 1 twice: r1c1 and r1c2",
    ]  # fmt: skip
    assert "standard input, line 4, column 8" in err
    verdicts = [entry["verdict"] for entry in objects(cli("check", "-", "--json", stdin=text)[1])]
    assert verdicts == ["one solution", "several solutions", "no solution", "malformed"]
    assert cli("check", "-", stdin=WIKIPEDIA)[0] == 0
    assert cli("check", "-", stdin="." * 16)[0] == 4
    assert cli("check", "-", stdin="11" + "." * 14)[0] == 1
    assert cli("check", "-", stdin="." * 16 + "\n11" + "." * 14)[0] == 1
    assert "4 a puzzle has" in cli("check", "--help")[1]
    status, out, err = cli("check", "-", "--json", stdin="." * 2500)
    assert (status, objects(out)[0]["verdict"]) == (2, "too large")
    assert "line 1, column 1: order 50 is too large: the limit here is 36" in err


def test_the_cap_of_a_check_says_that_it_is_one_and_how_to_count_further(cli: Cli) -> None:
    status, out, err = cli("check", "-", stdin="." * 81)
    assert (status, out.splitlines()[0]) == (4, "line 1: at least 1000 solutions (a check stops there)")
    assert "--limit K" in err
    assert "sudoku count" in err
    assert cli("check", "-", stdin=WIKIPEDIA)[2] == cli("check", "-", stdin="." * 16)[2] == ""
    assert "--limit" not in cli("check", "-", "--limit", "7", stdin="." * 81)[2]


def test_counts_without_a_limit_are_right_beyond_what_is_counted_at_once(cli: Cli, tmp_path: Path) -> None:
    few = "." + SOLUTION[1:]
    many = "".join("." if cell % 9 in (0, 1, 4, 7) or cell < 27 else value for cell, value in enumerate(SOLUTION))
    wanted = objects(cli("count", "-", "-a", "dlx", "--json", stdin=many)[1])[0]["solutions"]
    assert wanted > 1000
    path = tmp_path / "counted.txt"
    path.write_text(f"{few} a\n{many} b\n{WIKIPEDIA} c\n{many} d\n")
    assert cli("count", path) == (0, f"a: 1\nb: {wanted}\nc: 1\nd: {wanted}\n", "")


def test_generate_makes_the_same_again(cli: Cli) -> None:
    arguments = ("generate", "--boxes", "2x3", "-n", "3", "--seed", "7", "--tier", "easy", "--minimal")
    status, out, _ = cli(*arguments)
    assert status == 0
    assert len(out.splitlines()) == 3
    assert cli(*arguments)[1] == out
    made = objects(cli(*arguments, "--json")[1])
    assert [entry["givens"] for entry in made] == [line.split()[0] for line in out.splitlines()]
    assert {entry["tier"] for entry in made} == {"easy"}
    assert cli("check", "-", stdin=out)[0] == 0
    status, _, err = cli("generate", "--boxes", "1x2", "--tier", "expert")
    assert status == 2
    assert "no puzzle with boxes of 1×2 is harder than easy" in err


def test_a_link_is_read_as_an_argument_from_a_file_and_from_a_pipe(cli: Cli, tmp_path: Path) -> None:
    text = "# title: One cage\n....\n3...\n21..\n..2.\ncage 3: r2c3 r2c4\nthermo: r1c1-r1c4\n"
    (link,) = cli("convert", "-", "--to", "fpuzzles", stdin=text)[1].splitlines()
    (path := tmp_path / "puzzle.url").write_text(link + "\n")
    for given, stdin in ((link, ""), (str(path), ""), ("-", link)):
        assert cli("count", given, stdin=stdin) == (0, "One cage: 1, from 4 givens and 2 rules\n", "")
        assert cli("convert", given, "--to", "rules", stdin=stdin)[1].splitlines()[0] == "# title: One cage"
        status, out, _ = cli("solve", given, stdin=stdin)
        assert (status, out.splitlines()[1]) == (0, "| 1 2 | 3 4 |")
    status, _, err = cli("solve", "https://f-puzzles.com/?id=abc")
    assert (status, "the link, line 1, column 1: expected a link that carries the puzzle" in err) == (2, True)
    assert "expected a link that carries a puzzle" in cli("check", "https://example.com/")[2]


def test_what_a_link_draws_is_said_once(cli: Cli) -> None:
    told = {"size": 4, "grid": [[{}] * 4] * 4, "title": "Drawn", "line": [{}, {}]}
    link = "https://f-puzzles.com/?load=" + packed(told)
    for verb in (["solve"], ["count"], ["check"], ["convert", "--to", "line"]):
        err = cli(*verb, link)[2]
        assert err.count("the link, Drawn: left out, as it has no meaning here: 2 lines") == 1


def test_candidates_that_a_format_has_no_place_for_are_told(cli: Cli) -> None:
    told = "# givens 1.3...2..1..4...\n1 24 3 24\n34 34 2 1\n23 1 4 23\n4 23 1 23\n"
    for form in ("line", "csv", "sgt", "boxed"):
        assert cli("convert", "-", "--to", form, stdin=told)[2] == (
            f"standard input: the format {form} has no place for struck-out candidates: "
            "those of 1 puzzle are left out\n"
        )
    for form in ("candidates", "rules", "fpuzzles", "svg"):
        assert cli("convert", "-", "--to", form, stdin=told)[2] == ""
    assert cli("convert", "-", "--to", "line", stdin=f"{WIKIPEDIA}\n")[2] == ""


def test_convert_to_every_format_and_back(cli: Cli, tmp_path: Path) -> None:
    for key in ("line", "free", "boxed", "candidates", "document", "sdk", "sdx", "ss", "hodoku", "opensudoku", "csv",
                "sgt"):  # fmt: skip
        status, out, _ = cli("convert", "-", "--to", key, stdin=WIKIPEDIA)
        assert status == 0
        status, again, _ = cli("convert", "-", "--to", "line", stdin=out)
        assert (status, again) == (0, WIKIPEDIA + "\n"), key
    path = tmp_path / "p.svg"
    assert cli("convert", "-", "--to", "svg", "-o", path, stdin=WIKIPEDIA) == (0, "", "")
    assert path.read_text().startswith("<svg")
    status, _, err = cli("convert", "-", "--to", "hodoku", stdin="." * 16)
    assert status == 2
    assert "9×9" in err


def test_box_shapes_can_be_told(cli: Cli) -> None:
    text = "." * 36
    assert objects(cli("count", "-", "--limit", "3", "--json", stdin=text)[1])[0]["boxes"] == [2, 3]
    assert objects(cli("count", "-", "--limit", "3", "--json", "--boxes", "3x2", stdin=text)[1])[0]["boxes"] == [3, 2]
    assert "# boxes 3x2" in cli("convert", "-", "--boxes", "3x2", "--to", "line", stdin=text)[1]


@pytest.mark.parametrize(("arguments", "text", "message"), [
    (("solve", "nowhere.txt"), "", "nowhere.txt: No such file"),
    (("solve", "-", "-a", "nothing"), WIKIPEDIA, "no sudoku algorithm is called 'nothing'"),
    (("solve", "-", "-a", "bands"), "." * 16, "these can: "),
    (("solve", "-", "-a", "dlx-dense"), "." * 625, "up to size 16"),
    (("count", "-", "-a", "single-branch"), WIKIPEDIA, "supports only goal 'first', not 'count'"),
    (("solve", "-", "-a", "propagation", "--inference", "magic"), WIKIPEDIA, "not one of singles, locked"),
    (("solve", "-", "--inference", "locked"), WIKIPEDIA, "--inference needs --algorithm propagation"),
    (("solve", "-", "--boxes", "7"), WIKIPEDIA, "ROWSxCOLUMNS"),
    (("solve", "-", "--limit", "0"), WIKIPEDIA, "--limit"),
    (("solve", "-"), "", "found nothing to read"),
    (("solve", "-"), "." * 1369, "too large"),
    (("convert", "-", "--to", "svg"), f"{WIKIPEDIA}\n{WIKIPEDIA}", "svg holds one puzzle"),
    (("explain", "-"), WIKIPEDIA, "'explain' is not known"),
])  # fmt: skip
def test_bad_usage_is_one_line_and_status_2(cli: Cli, arguments: tuple[str, ...], text: str, message: str) -> None:
    status, out, err = cli(*arguments, stdin=text)
    assert status == 2
    assert out == ""
    assert message in err
    assert len(err.splitlines()) == 1


def test_parameters_reach_the_algorithm(cli: Cli) -> None:
    (result,) = objects(cli("solve", "-", "-a", "propagation", "--inference", "singles", "--json", stdin=WIKIPEDIA)[1])
    assert result["parameters"] == {"inference": "singles"}


def test_the_claims_of_the_document_come_from_one_command(cli: Cli) -> None:
    status, out, _ = cli("document", "--repeat", "1")
    assert status == 0
    assert "solução" in out
    assert re.search(r"Of the tiers that need no guess, (\d+) of \1 puzzles are solved", out)
    (claims,) = objects(cli("document", "--repeat", "1", "--json")[1])
    assert claims["example"] == [1, 2, 2, 1]
    assert [timing["boxes"] for timing in claims["timings"]] == ["2×2", "2×3", "2×4", "3×3"]
    assert all(branch["gave_up"] == 0 for branch in claims["branches"] if branch["tier"] == "easy")
    assert any(branch["gave_up"] for branch in claims["branches"])


def test_titles_reach_the_terminal_as_plain_text(cli: Cli) -> None:
    _, out, err = cli("check", "-", stdin=f"{WIKIPEDIA} \x1b[2J[red]title\n\x1b]0;x\x07oops")
    assert out == "[red]title: one solution\n"
    assert "\x1b" not in err


def test_what_was_made_before_ctrl_c_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make = generator.generate

    def interrupted(shape: Shape, seed: int, **options: Any) -> generator.Generated:
        if seed == 3:
            raise KeyboardInterrupt
        return make(shape, seed, **options)

    monkeypatch.setattr(generator, "generate", interrupted)
    assert main(["sudoku", "generate", "--boxes", "2x2", "-n", "9"]) == 130
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [(("solve", "--json"), '"solution"'), slow(("solve", "--to", "line"), "5346"), slow(("count",), "line 1: 1"),
     slow(("solve",), "5346"), (("rate", "--no-scale"), "line 1: easy"), slow(("hint",), "line 1: "),
     slow(("canonical",), "...."), slow(("convert", "--to", "line"), "53..7"), (("check",), "line 1: one solution"),
     (("count", "--json", "-a", "dlx"), '"solutions": 1')],
)  # fmt: skip
def test_as_a_filter_each_line_is_answered_before_the_next_is_there(arguments: tuple[str, ...], answer: str) -> None:
    verb, *more = arguments
    process = subprocess.Popen(
        [sys.executable, "-m", "core", "sudoku", verb, "-", *more],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    for number in (1, 2):
        process.stdin.write(f"{WIKIPEDIA}\n")
        process.stdin.flush()
        said = process.stdout.readline()
        assert answer.replace("line 1", f"line {number}") in said
    process.stdin.write("53..7\n")
    process.stdin.close()
    assert process.stderr is not None
    assert "standard input, line 3, column 6" in process.stderr.read()
    assert process.stdout.read().count("\n") <= 1
    assert process.wait(PATIENCE) == 2
    process.stdout.close()
    process.stderr.close()


def test_a_grid_in_rows_is_no_list_of_lines(cli: Cli) -> None:
    rows = "\n".join(WIKIPEDIA[row * 9 : row * 9 + 9] for row in range(9))
    done = subprocess.run(
        [sys.executable, "-m", "core", "sudoku", "count", "-"], input=rows, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "line 1: 1\n")


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("odd", ["\0{}", "{}\0", "\0 {}", "{} a title\0", "x\0,{}", "\0\0"])
def test_a_zero_byte_is_refused_from_a_file_as_from_standard_input(
    odd: str, many: bool, cli: Cli, tmp_path: Path
) -> None:
    text = "".join(f"{WIKIPEDIA}\n" for _ in range(50 if many else 2)) + odd.format(WIKIPEDIA) + f"\n{WIKIPEDIA}\n"
    path = tmp_path / "list"
    path.write_text(text)
    from_file, from_input = cli("check", path), cli("check", "-", stdin=text)
    assert from_file.out == from_input.out
    assert from_file.err.replace(str(path), "standard input") == from_input.err
    assert from_file.status == 2
    line = 51 if many else 3
    assert f"line {line}, column {odd.format(WIKIPEDIA).index(chr(0)) + 1}: expected a text file" in from_file.err
    assert f"line {line + 1}: one solution" in from_file.out
