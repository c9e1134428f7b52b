"""What is asked for while something is being opened is done when the last of it has come."""

from __future__ import annotations

from tui.actions.waiting import Waiting


def test_it_waits_for_the_last_and_keeps_the_order() -> None:
    waiting, done = Waiting(), list[str]()
    assert not waiting.put_off(lambda: done.append("at once")), "nothing is on its way: whoever asks does it himself"
    waiting.begin()
    waiting.begin()
    assert waiting.put_off(lambda: done.append("first"))
    assert waiting.put_off(lambda: done.append("second"))
    waiting.end()
    assert (waiting.busy, done) == (True, [])
    waiting.end()
    assert (waiting.busy, done) == (False, ["first", "second"])
    waiting.begin()
    waiting.end()
    assert done == ["first", "second"], "each is done once"


def test_what_opens_something_itself_leaves_the_rest_to_be_asked_again() -> None:
    waiting, done = Waiting(), list[str]()

    def open_another() -> None:
        waiting.begin()
        waiting.put_off(lambda: done.append("with the other one"))

    waiting.begin()
    waiting.put_off(open_another)
    waiting.end()
    assert (waiting.busy, done) == (True, [])
    waiting.end()
    assert done == ["with the other one"]
