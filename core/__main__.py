"""``python -m core`` and ``dq``: everything the screens do, for scripts."""

import os
import signal
import sys
from typing import NoReturn


def run(**named: str) -> NoReturn:
    """Run the command that was typed, and end the process with its exit status.

    Nothing is imported before this, so Ctrl-C ends it cleanly from the first moment.
    """
    # Read when NumPy is imported: its linear algebra, which nothing here uses, would start a thread for each
    # processor, and that takes longer than many searches.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from core._cli.command_line import main

        status = main(**named)
    except KeyboardInterrupt:  # Ctrl-C before the command has begun
        status = 130
    # Everything has been printed: another Ctrl-C while the interpreter shuts down must not change the exit status.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "core._kernels.background" in sys.modules:
        sys.modules["core._kernels.background"].leave(status)
    raise SystemExit(status)


def script() -> NoReturn:
    """The console script ``dq``."""
    run(program="dq")


if __name__ == "__main__":
    run()
