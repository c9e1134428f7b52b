"""A slow line is noticed by the time writes take, pictures come less often on it, and a person is told."""

from __future__ import annotations

import io
import os
import select
import sys
import threading
from typing import Any

import pytest

from tui.terminal.line import FAST, TerminalLine, Watched


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def send(line: TerminalLine, clock: Clock, count: int, seconds: float) -> None:
    line.began()
    clock.now += seconds
    line.ended(count)


def test_a_line_that_takes_all_at_once_is_never_behind(clock: Clock) -> None:
    line = TerminalLine(clock)
    for _ in range(100):
        send(line, clock, 5000, 0.001)
        assert not line.behind
    assert (line.rate, line.note, line.picture_seconds) == (None, "", 0.0)


def test_a_write_under_way_holds_pictures_back_once_it_waits(clock: Clock) -> None:
    line = TerminalLine(clock)
    line.began()
    assert not line.behind
    clock.now += 0.05
    assert line.stuck
    assert line.behind


def test_pictures_take_half_of_a_slow_line_and_a_person_is_told(clock: Clock) -> None:
    line = TerminalLine(clock)
    for _ in range(30):  # all buffers full
        send(line, clock, 900, 0.3)
    assert line.rate == pytest.approx(3000)
    while line.behind:
        clock.now += 0.01
    for _ in range(5):  # there is room in them again
        send(line, clock, 900, 0.001)
        begun = clock.now
        while line.behind:
            clock.now += 0.01
        assert clock.now - begun == pytest.approx(900 / 1500, abs=0.02)
    assert line.note == "slow line: 0.6 s"


def test_what_lies_in_buffers_is_given_time_to_arrive(clock: Clock) -> None:
    line = TerminalLine(clock)
    send(line, clock, 600, 0.1)
    clock.now += 2.5
    assert line.behind
    clock.now += 2.0
    assert not line.behind


def test_a_line_that_was_idle_between_two_waits_is_not_taken_for_a_slower_one(clock: Clock) -> None:
    line = TerminalLine(clock)
    for _ in range(10):
        send(line, clock, 900, 0.3)
    clock.now += 100
    send(line, clock, 200, 0.3)
    assert line.rate is not None
    assert line.rate > 2000


def test_a_line_that_has_become_fast_is_noticed(clock: Clock) -> None:
    line = TerminalLine(clock)
    send(line, clock, 3000, 1.0)
    for _ in range(200):
        clock.now += 1.0
        send(line, clock, 500, 0.001)
    assert line.rate is None or line.rate > FAST / 2
    assert line.note == ""


def test_whoever_waits_for_a_free_line_is_called(clock: Clock) -> None:
    line, calls = TerminalLine(clock), []
    line.when_idle = lambda: calls.append(clock.now)
    send(line, clock, 500, 0.001)
    assert calls == []
    send(line, clock, 500, 0.5)
    assert len(calls) == 1


def test_whoever_has_seen_the_line_wait_is_called_however_long_it_was(clock: Clock) -> None:
    line, calls = TerminalLine(clock), []
    line.when_idle = lambda: calls.append(clock.now)
    line.began()
    clock.now += 0.1
    assert line.stuck
    clock.now -= 0.09  # the clock of the one thread was read before that of the other
    line.ended(500)
    assert len(calls) == 1


def test_a_write_that_takes_long_while_the_line_has_room_says_nothing_about_it(clock: Clock) -> None:
    """The program or the machine was busy."""
    line = TerminalLine(clock)
    for _ in range(5):
        line.began()
        clock.now += 2.0
        line.ended(3000, full=False)
    assert (line.rate, line.note) == (None, "")


def test_a_person_is_told_when_a_line_has_been_waited_for_twice(clock: Clock) -> None:
    line = TerminalLine(clock)
    notes = []
    for _ in range(3):
        send(line, clock, 3000, 2.0)
        notes.append(bool(line.note))
    assert notes == [False, True, True]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize("full", [True, False])
def test_only_a_terminal_that_was_full_has_been_waited_for(
    clock: Clock, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pty
    import tty

    reader, writer = pty.openpty()
    tty.setraw(writer)

    class Late(TerminalLine):
        """What is written is taken nine seconds later."""

        def began(self) -> None:
            super().began()
            clock.now += 9.0

    with open(writer, "w", encoding="utf-8") as terminal:
        count = 1 << 18 if full else 100
        read = bytearray()

        def take() -> None:
            while len(read) < count:
                read.extend(os.read(reader, 1 << 12))

        reading = threading.Thread(target=take)
        wait = select.select

        def waits(*given: Any) -> Any:
            """Nobody reads before the terminal takes no more."""
            if not read and not reading.is_alive():
                reading.start()
            return wait(*given)

        monkeypatch.setattr(select, "select", waits)
        line = Late(clock)
        Watched(terminal, line).write("x" * count)
        if full:
            reading.join()
            assert read == b"x" * count
        assert (line.rate is not None) == full
    os.close(reader)


def test_a_watched_file_is_the_file() -> None:
    file, line = io.StringIO(), TerminalLine()
    watched = Watched(file, line)
    watched.write("text")
    assert file.getvalue() == "text"
    assert watched.getvalue() == "text"
    assert not line.stuck


def test_a_terminal_that_was_stopped_is_not_taken_for_a_slow_one(clock: Clock) -> None:
    line = TerminalLine(clock)
    send(line, clock, 900, 60.0)
    assert line.rate is None
    assert not line.behind


def test_one_line_is_slow_tried_faster_held_up_and_fast_again(clock: Clock) -> None:
    """Each write: bytes, seconds it took, seconds until the next; then what is known of the line."""
    line, calls = TerminalLine(clock), []
    line.when_idle = lambda: calls.append(clock.now)
    for count, took, later, rate, stuck, behind, every, note in [
        (1000, 0.01, 0, None, False, False, 0.0, ""),
        (5000, 0.029, 0, None, False, False, 0.0, ""),  # just not waited for
        (20000, 1.0, 0, 11808, True, True, 0.678, ""),  # buffers took the first 8 KiB of it; once is not enough
        (20000, 2.0, 1, 11266, True, True, 1.278, "slow line: 1.3 s"),
        (3000, 0.5, 5, 8486, True, True, 1.499, "slow line: 1.5 s"),
        (3000, 0.01, 20, 8486, False, True, 1.341, "slow line: 1.3 s"),
        (1000, 0.01, 0, 12729, False, True, 0.746, "slow line: 0.7 s"),  # not waited for in a while: tried faster
        (1000, 0.01, 11, 12729, False, True, 0.629, "slow line: 0.6 s"),
        (1000, 0.01, 11, 19093, False, True, 0.356, "slow line: 0.4 s"),
        (50000, 12.0, 0, 19093, True, True, 1.332, "slow line: 1.3 s"),  # held up: says nothing about the rate
        (500, 0.8, 0, 13665, True, True, 1.504, "slow line: 1.5 s"),
        (200000, 0.9, 0, None, True, False, 0.0, ""),
        (9000, 0.04, 0, None, True, False, 0.0, ""),
    ]:
        calls.clear()
        line.began()
        clock.now += took
        assert line.stuck is stuck, count
        line.ended(count)
        assert (line.rate and round(line.rate), line.behind) == (rate, behind), count
        assert (round(line.picture_seconds, 3), line.note, len(calls)) == (every, note, int(stuck)), count
        clock.now += later


def test_an_end_without_a_beginning_waited_for_nothing(clock: Clock) -> None:
    line = TerminalLine(clock)
    clock.now += 5
    line.ended(5)
    assert (line.rate, line.stuck) == (None, False)
