"""The command line as a whole: help, errors, the listing of algorithms."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from core import __version__, algorithms
from core._catalog import FAMILIES
from core._cli.command_line import COMMANDS, main, parser
from core._words import age, byte_size, compact, duration, grouped, rate
from tests.pty_app import PtyApp


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    listed = re.findall(r"^    (\w+)", out.partition("commands:")[2], re.MULTILINE)
    assert listed == [*COMMANDS]


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for action in parser()._subparsers._group_actions:  # type: ignore[union-attr]
        for name in action.choices or ():
            with pytest.raises(SystemExit) as stopped:
                main([str(name), "--help"])
            assert stopped.value.code == 0
            assert capsys.readouterr().out.startswith(f"usage: python -m core {name} ")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"dancing-queens {__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["chess"], ["queens", "8", "--frobnicate"], ["algorithms", "x"]])
def test_bad_usage_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    try:
        status: object = main(arguments)
    except SystemExit as stopped:
        status = stopped.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_a_board_that_is_not_named_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["queens"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "--board FILE" in err


@pytest.mark.parametrize("kind", [None, *FAMILIES])
def test_the_listing_through_a_pipe(capsys: pytest.CaptureFixture[str], kind: str | None) -> None:
    assert main(["algorithms", *([kind] if kind else [])]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    lines = out.splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == ([kind] if kind else [*FAMILIES])
    starts = [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "]
    assert starts == [entry.key for entry in algorithms(kind)]
    for entry in algorithms(kind):
        assert entry.summary in out
        assert str(entry.source) in out


def test_the_listing_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["algorithms", "queens", "--json"]) == 0
    listed = {entry["key"]: entry for entry in map(json.loads, capsys.readouterr().out.splitlines())}
    assert list(listed) == [entry.key for entry in algorithms("queens")]
    assert listed["dlx-s"]["parameters"][0]["choices"] == ["table", "text", "natural"]
    assert listed["swaps"]["parameters"][0]["minimum"] == 0
    assert listed["bitmask"]["source"]["document"] == "001"
    assert listed["bitmask"]["maximum_size"] == 32
    assert listed["stride"]["complete"] is False


@pytest.mark.pty
def test_the_listing_on_a_terminal_fits_it(tmp_path: Path) -> None:
    with PtyApp(["-m", "core", "algorithms", "queens"], tmp_path, size=(80, 200)) as app:
        assert app.wait_for_end() == 0
        text = app.text
    for entry in algorithms("queens"):
        assert f" {entry.key} " in text
    assert "…" not in text.replace("0…4294967295", "")
    joined = " ".join(text.split())
    assert "N ≤ 32" in joined
    assert "order = table|text|natural (default table)" in joined


def test_an_output_stream_that_is_closed_is_no_error() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m core algorithms queens >&-', shell=True, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("listing", ["core algorithms", "core sudoku generate --boxes 2x2 -n 100000", "tui --keys"])
def test_a_listing_cut_short_ends_well(listing: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", *listing.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_a_parameter_is_a_flag() -> None:
    flags = parser().parse_args(["queens", "8", "-a", "dlx-s", "--order", "text", "--threads", "2"])
    assert flags.parameters == {"order": "text", "threads": "2"}
    assert parser().parse_args(["queens", "8"]).parameters == {}


@pytest.mark.parametrize(("seconds", "text"), [
    (0, "0 s"), (3.2e-9, "3.20 ns"), (4.2e-7, "420 ns"), (7.3e-4, "730 µs"), (9.999e-4, "1.00 ms"),
    (0.0124, "12.4 ms"), (1.5512, "1.55 s"), (59.96, "60.0 s"), (99.4, "99.4 s"), (99.97, "1 min 40 s"),
    (599, "9 min 59 s"), (3599.7, "1 h 00 min"), (7507, "2 h 05 min"), (90061, "25 h 01 min"),
    (86400 * 30, "30.0 days"), (31_557_600 * 100, "100 years"), (31_557_600 * 1e6, "1 000 000 years"),
    (float("inf"), "for ever"),
])  # fmt: skip
def test_durations_for_people(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_rates_sizes_and_ages() -> None:
    assert [rate(value) for value in (0, 7, 999.6, 1310, 2.5e6, 1.2e10)] == [
        "0/s", "7/s", "1000/s", "1.31 k/s", "2.50 M/s", "12.0 G/s",
    ]  # fmt: skip
    assert [compact(value) for value in (0, 412_345, 3.25)] == ["0", "412 k", "3.25"]
    assert [byte_size(value) for value in (0, 1536, 3 << 30)] == ["0 B", "1.50 KiB", "3.00 GiB"]
    ages = [age(1e9 - seconds, 1e9) for seconds in (-5, 59, 61, 3601, 90_000)]
    assert ages == ["just now", "just now", "1 min ago", "1 h ago", "2001-09-08"]


def test_numbers_for_people() -> None:
    assert [grouped(number) for number in (0, 999, 1000, 14772512, 1234.6)] == [
        "0", "999", "1 000", "14 772 512", "1 235",
    ]  # fmt: skip


def test_help_tells_every_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    from core._cli.console import BAD_USAGE, BROKEN_OFF, CLUSTER_LOST, DONE, INTERRUPTED, NO_SOLUTION, WRONG_RESULT
    from core._cli.sudoku.puzzle_file import AMBIGUOUS

    with pytest.raises(SystemExit):
        main(["--help"])
    told = re.findall(r"(?<!\()\b(\d+) [a-z]", capsys.readouterr().out.partition("Exit status:")[2])
    every = [DONE, NO_SOLUTION, BAD_USAGE, WRONG_RESULT, AMBIGUOUS, BROKEN_OFF, CLUSTER_LOST, INTERRUPTED]
    assert list(map(int, told)) == every
