"""Sessions of the exact cover screen without an app, and searches of theirs in a thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from core import Run
from tui.screens.cover.document import open_named, open_text
from tui.screens.cover.session import CoverSession


def opened(name: str, text: str = "") -> CoverSession:
    """A session with a problem of the gallery, or with one that is written."""
    session = CoverSession()
    session.document.open(open_text(text, "own:1") if text else open_named(name))
    session.taken()
    return session


@contextmanager
def driven(session: CoverSession) -> Iterator[Run]:
    """Its search, paused at the beginning, and cancelled at the end."""
    run = session.search.start(session.make_search(), paused=True)
    thread = threading.Thread(target=run.drive)
    thread.start()
    try:
        rest(run)
        yield run
    finally:
        run.cancel()
        thread.join()


def rest(run: Run) -> None:
    """Wait until it rests."""
    while not (run.resting or run.finished):
        threading.Event().wait(0.001)
