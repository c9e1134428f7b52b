"""The event that may be waited for where Ctrl-C comes at any moment."""

from __future__ import annotations

import threading

from core.running._finished import Finished


def test_it_comes_once_for_all_who_wait() -> None:
    finished, seen = Finished(), list[bool]()
    waiting = [threading.Thread(target=lambda: seen.append(finished.wait())) for _ in range(3)]
    for thread in waiting:
        thread.start()
    assert not finished.wait(0)
    finished.set()
    finished.set()
    for thread in waiting:
        thread.join()
    assert seen == [True] * 3
    assert finished.wait() and finished.is_set()  # noqa: PT018


def test_one_who_was_interrupted_while_waiting_holds_nobody_up() -> None:
    finished = Finished()
    finished.set()
    assert finished._asleep.acquire(blocking=False)  # as where Ctrl-C comes with the lock just taken
    assert finished.wait()
    other = threading.Thread(target=finished.set)
    other.start()
    other.join()
    assert finished.wait()
