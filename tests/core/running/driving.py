"""A run on a thread of its own, for as long as a test looks at it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from core.running.run import Run
from tests import PATIENCE


@contextmanager
def driven(run: Run) -> Iterator[Run]:
    """Drive it meanwhile; afterwards it is cancelled, and its thread has to end."""
    thread = threading.Thread(target=run.drive)
    thread.start()
    try:
        yield run
    finally:
        run.cancel()
        thread.join(PATIENCE)
        assert not thread.is_alive()
