"""How soon the real program answers on a pseudo-terminal: its first frame, keys while it computes, stop, and quit.

    python -m tools.benchmarks.bench_keys [--keys 40]

Keys move a mark that is drawn on another line with each of them, while a search goes at full speed and while
algorithms are compared.  Printed are medians and 95th percentiles, and how much is painted while nobody types.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.pty_app import PtyApp

AIMS = "aims: first frame 400 ms, key to paint 25 ms (95th percentile), stop 300 ms, quit 300 ms"


def milliseconds(act: Callable[[], object]) -> float:
    """How long it takes."""
    begun = time.perf_counter()
    act()
    return (time.perf_counter() - begun) * 1000


def first_frame_and_quit(home: Path) -> str:
    """From the start of the process to its first frame, and from the key to its end."""
    with PtyApp(["-m", "tui"], home) as app:
        app.wait_for("Solutions")
        first = (time.perf_counter() - app.started) * 1000
        app.quiet()
        app.press("\x11")
        return f"first frame {first:.0f} ms, quit {milliseconds(app.wait_for_end):.0f} ms"


def while_computing(app: PtyApp, press: Callable[[int], None], keys: int) -> str:
    """Of so many keys, of what is painted without any, and of the key that stops it."""
    times = sorted(milliseconds(lambda number=number: press(number)) for number in range(keys))  # type: ignore[misc]
    received, begun = len(app.received), time.perf_counter()
    while time.perf_counter() - begun < 2:
        app.read(0.1)
    rate = (len(app.received) - received) / (time.perf_counter() - begun) / 1024
    app.press("x")
    stop = milliseconds(lambda: app.wait_for("stopped"))
    return (
        f"key to paint {median(times):.1f} ms, 95th percentile {times[int(len(times) * 0.95)]:.1f} ms,"
        f" stop {stop:.0f} ms, {rate:.1f} KiB/s"
    )


def searching(home: Path, keys: int) -> str:
    """While a search goes at full speed."""
    with PtyApp(["-m", "tui", "queens", "18", "--algorithm", "bitmask", "--run"], home) as app:

        def press(_: int) -> None:
            before = app.line_with("▸")
            app.press("j")
            app.wait_for(lambda text: app.line_with("▸") not in (before, None))

        app.wait_for("running")
        app.wait_for(lambda text: "G/s" in text or "M/s" in text or "k/s" in text)
        return while_computing(app, press, keys)


def measuring(home: Path, keys: int) -> str:
    """While algorithms are compared."""
    with PtyApp(["-m", "tui", "compare", "8,9,17", "--algorithm", "bitmask,dlx", "--run"], home) as app:

        def press(number: int) -> None:
            app.press("kj"[number % 2 == 0])
            app.wait_for(f"bitmask, N {'89'[number % 2 == 0]} ·")

        app.wait_for(lambda text: "measuring bitmask, N 17" in text or "warming up bitmask, N 17" in text)
        return while_computing(app, press, keys)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=40)
    keys = parser.parse_args().keys
    with tempfile.TemporaryDirectory() as folder:
        homes = [Path(folder, name) for name in ("alone", "searching", "measuring")]
        for home in homes:
            home.mkdir()
        print(first_frame_and_quit(homes[0]))
        print(f"searching: {searching(homes[1], keys)}")
        print(f"measuring: {measuring(homes[2], keys)}")
    print(AIMS)


if __name__ == "__main__":
    main()
