"""What ended the app unasked is kept in a file: on a small terminal, or a closed one, no traceback can be read."""

from __future__ import annotations

import platform
import time
import traceback
from contextlib import suppress
from pathlib import Path

from core import __version__
from core.storage.files import write_whole
from core.storage.store import StoreError, home

FILE = "last-crash.txt"


def keep_crash() -> Path | None:
    """Write the exception that is being handled to the home folder, private; where it is, if that went well."""
    told = f"dancing-queens {__version__}, Python {platform.python_version()}, {platform.platform()}, {time.ctime()}"
    with suppress(OSError, StoreError):
        folder = home()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(folder / FILE, f"{told}\n\n{traceback.format_exc()}".encode(errors="backslashreplace"))
        return folder / FILE
    return None
