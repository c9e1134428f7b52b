"""``python -m core``: everything the screens do, for scripts."""

import signal
import sys

try:
    from core.cli.command_line import main

    status = main()
except KeyboardInterrupt:  # Ctrl-C before the command has begun
    status = 130
# Everything has been printed: another Ctrl-C while the interpreter shuts down must not change the exit status.
signal.signal(signal.SIGINT, signal.SIG_IGN)
if "core.kernels.compiling" in sys.modules:
    sys.modules["core.kernels.compiling"].leave(status)
raise SystemExit(status)
