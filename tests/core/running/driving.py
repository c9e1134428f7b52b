"""A run, or two side by side, on a thread of its own, for as long as a test looks at it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from core.running import Steered
from tests import PATIENCE

Kind = TypeVar("Kind", bound=Steered)


@contextmanager
def driven(run: Kind) -> Iterator[Kind]:
    """Drive it meanwhile; afterwards it is cancelled, and its thread has to end."""
    thread = threading.Thread(target=run.drive)
    thread.start()
    try:
        yield run
    finally:
        run.cancel()
        thread.join(PATIENCE)
        assert not thread.is_alive()
