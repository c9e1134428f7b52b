"""Ctrl-C while the thread that is to do the work begins: it is heard, the work ends, and the end is told as ever."""

from __future__ import annotations

import threading
import time

import pytest

from core import Queens
from tests.cli import Cli
from tests.patience import Patience


@pytest.fixture(params=["before", "after"])
def interrupting(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next thread that a command starts is interrupted before it begins, or when it has and nobody knows it yet."""
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        if thread.name not in ("search", "measure", "estimate", "core._solving"):
            return start(thread)
        monkeypatch.setattr(threading.Thread, "start", start)
        if request.param == "after":
            start(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", interrupted)


def working(name: str) -> bool:
    """Whether a thread of this name goes on, though it has had the time to end."""
    patience = Patience()
    while any(each.name == name for each in threading.enumerate()) and not patience.over:
        time.sleep(0.001)
    return any(each.name == name for each in threading.enumerate())


@pytest.mark.usefixtures("interrupting")
@pytest.mark.parametrize(("thread", "command", "told"), [
    ("search", "queens 20 -a bitmask --json", '"status": "stopped"'),
    ("search", "queens 20 -a bitmask -g all", ""),
    ("measure", "compare queens 20 -a bitmask -r 1 -w 0", "bitmask"),
    ("estimate", "estimate queens 20 -a bitmask --seconds 600", ""),
])  # fmt: skip
def test_a_command_ends_as_on_any_ctrl_c(cli: Cli, thread: str, command: str, told: str) -> None:
    status, out, err = cli(*command.split())
    assert status == 130
    assert told in out
    assert ("--resume 1" in err) == (thread == "measure")
    assert not working(thread)


@pytest.mark.usefixtures("interrupting")
def test_a_count_of_the_library_does_not_go_on_unseen() -> None:
    with pytest.raises(KeyboardInterrupt):
        Queens(20).count("bitmask", seconds=600)
    assert not working("core._solving")
