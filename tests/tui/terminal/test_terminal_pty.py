"""The core of ``python -m tools.terminal``, once each: death, slow lines, terminals, pastes, random keys."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.sudoku.human._editor import Editor
from tests.cases import slow
from tests.pty_app import PtyApp
from tools.terminal import death, pastes, soak, terminals
from tools.terminal.situations import SITUATIONS, documents
from tools.terminal.slow_line import Line, SlowApp

pytestmark = pytest.mark.pty

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell what a process uses")
FEW_PASTES = ("exact cover, CR", "Sudoku with ESC inside", "g 7 enter in one burst")


FAULTS = {fault.name: fault for fault in death.FAULTS}
# Sudoku and exact cover are killed, and gone on with, in their own tests.
FEW_ENDS = (("SIGTERM", 1), slow("kill -9", 2), slow("terminal closed, SIGHUP ignored", 1))


@pytest.mark.parametrize(("fault", "place"), FEW_ENDS, ids=str)
def test_no_end_loses_anything(fault: str, place: int) -> None:
    tally = death.Tally(fault)
    death.strike(SITUATIONS[place], FAULTS[fault], random.Random(1), tally)
    assert tally.fine, tally


def test_a_slow_line_is_told_and_keys_are_answered(tmp_path: Path) -> None:
    line = Line("slow", 16 << 10, 0.0)
    # Large, so that the first picture does not fit into the buffers of a pseudo-terminal.
    with SlowApp(
        ["-m", "tui", "queens", "18", "-a", "bitmask", "--speed", "1000", "--run"], tmp_path, line, (160, 50)
    ) as app:
        asked = 0.0

        def told(text: str) -> bool:
            nonlocal asked
            if "running" in text and time.perf_counter() - asked > 5.0:  # where it came in pieces
                asked = time.perf_counter()
                app.press("\x0c")
            return "slow line" in text

        app.wait_for(told)
        app.press("\x10")
        app.wait_for("Type to filter")
        app.press("\x1b")
        app.wait_for(lambda text: "Type to filter" not in text)
        app.press("x")
        app.wait_for("stopped")


def test_a_plain_terminal_shows_every_screen_in_several_sizes() -> None:
    # Also where a shell, or pytest with several processes, has exported how large the terminal once was.
    environment = {**terminals.KINDS["LANG=C"], **terminals.KINDS["COLUMNS and LINES set"]}
    wrong = terminals.look("LANG=C", environment, ((80, 24), (1, 1))).wrong
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=() if case.name == FEW_PASTES[-1] else pytest.mark.slow)
        for case in pastes.cases(1 << 12)
        if case.name in FEW_PASTES
    ],
)
def test_pastes_and_keys_typed_ahead_arrive(case: pastes.Case) -> None:
    assert not pastes.trouble(case)


@LINUX
@pytest.mark.slow
@pytest.mark.parametrize(("name", "listed"), list(soak.kept()), ids=lambda each: each if isinstance(each, str) else "")
def test_lists_of_events_that_once_failed(name: str, listed: list[str]) -> None:
    # Whether it comes to rest soon is for `python -m tools.terminal` to say: here other tests are at work too.
    assert not soak.survives(listed)


def test_a_list_that_fails_is_made_short() -> None:
    listed = soak.events(3, 200)
    wanted = {listed[20], listed[150]}
    assert sorted(soak.shrunk(listed, lambda each: wanted <= set(each), 400)) == sorted(wanted)
    assert soak.events(3, 200) == listed


@pytest.mark.parametrize("start", ["stdin closed", "stdin no terminal", "nohup", "setsid"])
def test_without_a_terminal_it_is_one_sentence_and_status_2(start: str, tmp_path: Path) -> None:
    app = [sys.executable, "-m", "tui"]
    env = {**os.environ, "DANCING_QUEENS_HOME": str(tmp_path)}
    command = {
        "stdin closed": ["sh", "-c", 'exec "$@" <&-', "sh", *app],
        "stdin no terminal": ["sh", "-c", 'exec "$@" </dev/null', "sh", *app],
        "nohup": ["nohup", *app],
        "setsid": ["setsid", "--wait", *app],
    }[start]
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    said = [line for line in done.stderr.splitlines() if "nohup" not in line]
    assert said == ["python -m tui: this needs a terminal; python -m core does the same work in a script"]
    assert done.stdout == ""


def test_two_sessions_at_once_neither_wait_for_nor_overwrite_each_other(tmp_path: Path) -> None:
    situation = SITUATIONS[1]
    with situation.begin(tmp_path) as one, PtyApp(["-m", "tui", "sudoku"], tmp_path, (120, 40)) as other:
        one.wait_for("opened grid.sdm:1")
        other.wait_for(" given")  # one of them in the other session's puzzle, if that was saved before
        one.press("2")
        one.wait_for("r1c2 = 2")
        other.press("n6")
        other.wait_for("1 placed")
        one.press("l3")
        one.wait_for("r1c3 = 3")
        for app in (one, other):
            app.press("\x11")
            assert app.wait_for_end() == 0
    placed = sorted(
        sorted(filter(None, Editor.from_document(body["editor"]).grid.placed)) for body in documents(tmp_path, "sudoku")
    )
    assert [2, 3] in placed
    assert [6] in placed
