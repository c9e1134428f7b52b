"""What all commands share: the program's name, quiet, what may have been meant, schemas, signals, completion."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from core._cli.command_line import main, parser
from core._cli.completion import SHELLS, completion, subparsers
from core._cli.console import Deferred, invocation
from tests import PATIENCE, ROOT
from tests.cases import slow
from tests.core.cli.interrupting import begun, needs_proc, started
from tui.__main__ import parser as app_parser


@pytest.fixture(autouse=True)
def own_voice() -> Iterator[None]:
    """The process speaks as before when the test is over."""
    before = (invocation.program, invocation.command, invocation.quiet)
    yield
    invocation.program, invocation.command, invocation.quiet = before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("quens 8", "'quens' is not known; did you mean queens?"),
        ("nothing", "'nothing' is not known; there are algorithms, queens, sudoku, cover, compare"),
        ("queens 8 --algoritm dlx", "there is no option '--algoritm' here; did you mean --algorithm?"),
        ("cover count gallery:four-sets --goal=all", "there is no option '--goal=all' here"),
        ("sudoku solv -", "'solv' is not known; did you mean solve?"),
        ("queens 8 more", "unexpected argument 'more'"),
        ("queens 8 -g al", "'al' is not known; did you mean all?"),
        ("queens 8 -a dxl", "no queens algorithm is called 'dxl'; did you mean dlx"),
        ("queens x", "dq"),
        ("sudoku train x-wng", "no technique is called 'x-wng'; did you mean x-wing"),
        ("", "expected algorithms, queens, sudoku, cover, "),
        ("sudoku", "expected solve, count, check, "),
        ("explain", "; dq explain --help explains them"),
    ],
)
def test_mistakes_are_told_under_the_name_that_was_typed(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(arguments.split(), program="dq")
    except SystemExit as end:
        status = int(str(end.code))
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err.startswith(("dq: ", "dq queens: ", "dq sudoku: ", "dq explain: "))
    assert said in err
    assert len(err.splitlines()) == 1


def test_an_option_of_another_command_is_not_proposed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["cover", "count", "gallery:four-sets", "--goal", "all"])
    assert "did you mean --goal" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", ["queens 6 -q", "-q queens 6", "queens 6 -g all --quiet", "cover count - --quiet"]
)
def test_quiet_leaves_only_results(
    arguments: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "cover" in arguments:
        monkeypatch.setattr("core._cli.cover.source.standard_input", lambda: b"A B\nA\nB\n")
    assert main(arguments.split()) == 0
    out, err = capsys.readouterr()
    assert out
    assert err == ""


def test_a_quiet_solution_is_the_grid_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (path := tmp_path / "one.txt").write_text("1.......43......\n")
    assert main(["sudoku", "solve", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("# ")
    assert main(["sudoku", "solve", str(path), "--quiet"]) == 0
    assert "#" not in capsys.readouterr().out


def test_quiet_does_not_silence_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["queens", "0", "-q"]) == 2
    assert capsys.readouterr().err.startswith("python -m core: ")


@pytest.mark.parametrize(
    ("arguments", "schema"),
    [
        ("algorithms cover", "algorithms/1"),
        ("queens 4-6", "queens/1"),
        ("cover solve gallery:four-sets", "cover-solve/1"),
        ("cover check gallery:four-sets", "cover-check/1"),
        ("estimate cover gallery:four-sets --by probes --probes 10", "estimate/1"),
        ("cover gallery", "cover-gallery/1"),
        ("sudoku generate --boxes 2x2 -n 2", "sudoku-generate/1"),
        ("compare queens 4 -a dlx -r 1 --no-history", "compare/2"),
    ],
)
def test_json_is_an_object_a_line_that_says_what_it_is(
    arguments: str, schema: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments.split(), "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert {json.loads(line)["schema"] for line in lines} == {f"dancing-queens/{schema}"}


def test_the_cover_format_says_what_it_is_and_is_read_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["cover", "convert", "gallery:four-sets", "--to", "json"]) == 0
    file = tmp_path / "sets.json"
    file.write_text(capsys.readouterr().out)
    assert json.loads(file.read_text())["schema"] == "dancing-queens/cover/1"
    assert main(["cover", "solve", str(file)]) == 0


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab")
    with pytest.raises(SystemExit) as end:
        main(["--completion", shell], program="dq")
    assert not end.value.code
    script = capsys.readouterr().out
    for word in ("algorithms", "queens", "generate", "estimate", "--checkpoint"):
        assert word in script
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("dq queens 8 --algorithm d", ["dancing-cells", "dlx", "dlx-s"]),
        ("dq sudoku solve -a b", ["backtracking", "bitmask", "bands"]),
        ("dq queens 8 --order t", ["table", "text"]),
        ("dq compare paper-003", ["paper-003-build-solve"]),
        ("dancing-queens --algorithm quad", ["quadrants"]),
        (
            "dq cover count gallery:pentominoes-8",
            [f"gallery:pentominoes-8x8-{at}" for at in ("centre", "corners", "square")],
        ),
        ("dq tree cover --json gallery:so", ["gallery:soma"]),
        ("dq cover count tests/core/cli/test_command_l", ["tests/core/cli/test_command_line.py"]),
        ("dq queens 8 --output tests/core/cli/test_command_l", ["tests/core/cli/test_command_line.py"]),
    ],
)
def test_a_shell_offers_what_may_stand_there(typed: str, offered: list[str]) -> None:
    shtab = pytest.importorskip("shtab")
    words = typed.split()
    script = completion(shtab, parser("dq") if words[0] == "dq" else app_parser("dancing-queens"), "bash")
    script += f"""
COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}
complete=$(complete -p {words[0]} | sed -E 's/.* -F ([^ ]+) .*/\\1/')
"$complete" {words[0]} {words[-1]} {words[-2]}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash"], input=script, text=True, capture_output=True, cwd=ROOT, check=True)
    assert sorted(done.stdout.splitlines()) == sorted(offered)


def test_every_command_says_what_it_does_under_the_name_that_was_typed() -> None:
    for each in subparsers(parser("dq")):
        assert each.description, each.prog
        help_text = each.format_help()
        assert "python -m core" not in help_text
        assert "%(prog)s" not in help_text


@needs_proc
@pytest.mark.parametrize(("number", "status"), [(1, 129), slow(signal.SIGTERM, 143)])
def test_a_signal_leaves_the_checkpoint_and_the_partial_figures(number: int, status: int, tmp_path: Path) -> None:
    file = tmp_path / "queens.npz"
    process = started("20", "-a", "backtracking", "--json", "--checkpoint", str(file))
    begun(process)
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert json.loads(out)["status"] == "stopped"
    assert f"saved to {file}" in err
    assert file.exists()


def test_a_module_is_not_told_to_be_a_script() -> None:
    done = subprocess.run([sys.executable, "-m", "core", "nothing"], capture_output=True, text=True, check=False)
    assert done.stderr.startswith("python -m core: ")


@pytest.mark.parametrize(("status", "signalled", "exits"), [
    (130, None, 130), (130, signal.SIGTERM, 143), (0, signal.SIGTERM, 0), (2, None, 2),
])  # fmt: skip
def test_a_signal_tells_in_the_status_only_where_it_ended_the_command(
    status: int, signalled: signal.Signals | None, exits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_: object) -> int:
        if signalled is not None:
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signalled)
        return status

    monkeypatch.setattr("core._cli.command_line._run", run)
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        assert main(["queens", "4"]) == exits
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_file_written_late_is_closed_with_its_stream(tmp_path: Path) -> None:
    (tmp_path / "before.txt").write_text("as it was")
    with Deferred(tmp_path / "before.txt") as file:
        assert not file.closed
    assert file.closed
    assert (tmp_path / "before.txt").read_text() == "as it was"
    with Deferred(tmp_path / "new.txt") as file:
        assert not (tmp_path / "new.txt").exists()
        file.write("one")
        file.write(" two")
    assert (tmp_path / "new.txt").read_text() == "one two"


@pytest.mark.parametrize(
    "command",
    ["tree queens 4 --svg", "explain queens 4 --node 2 --pdf", "sudoku convert @ --to line -o", "sudoku sheet @ -o"],
)
def test_where_a_new_file_cannot_be_written_the_old_one_stays_and_nothing_else(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, out = tmp_path / "puzzle", tmp_path / "out" / "old.pdf"
    puzzle.write_text("1.3...2..1..4...\n")
    out.parent.mkdir()
    out.write_text("mine")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    assert main([*command.replace("@", str(puzzle)).split(), str(out)]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"python -m core: {out}: No space left"
    assert (out.read_text(), list(out.parent.iterdir())) == ("mine", [out])


@pytest.mark.skipif(sys.platform == "win32", reason="not on Windows: no limits on files")
@pytest.mark.parametrize(("before", "left"), [(None, None), ("old", "")])
def test_an_empty_file_is_not_left_where_nothing_fits(before: str | None, left: str | None, tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    if before is not None:
        path.write_text(before)
    script = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from core._cli.command_line "
    script += "import main; sys.exit(main(['queens', '6', '-g', 'all', '-o', sys.argv[1]]))"
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, f"python -m core: {path}: File too large")
    assert (path.read_text() if path.exists() else None) == left


@pytest.mark.skipif(sys.platform == "win32", reason="not on Windows: no limits on files")
def test_an_empty_ledger_is_not_left_where_nothing_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "parts.ledger"
    monkeypatch.setenv("DANCING_QUEENS_KEY", "5" * 64)
    script = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from core._cli.command_line "
    script += "import main; sys.exit(main(['queens', '6', '-a', 'dlx', '--parts', '4', '--checkpoint', sys.argv[1]]))"
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stderr.splitlines()[-1].startswith(f"python -m core: {path}: ")) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_library_that_does_not_load_is_done_without(tmp_path: Path) -> None:
    """As under ``ulimit -v``: it was told that "standard output" could not be loaded."""
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text("raise OSError('cannot load a shared object')")
    home = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "NUMBA_CACHE_DIR": str(tmp_path / "code")}
    count = [sys.executable, "-m", "core", "queens", "11", "-a", "bitmask"]
    done = subprocess.run(count, capture_output=True, text=True, env=home)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 680 solutions" in done.stdout
    assert "interpreted" in done.stdout


def test_ctrl_c_before_the_command_is_loaded_says_nothing() -> None:
    code = """
import sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "core._cli.command_line":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from core.__main__ import script

script()
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")
