"""Does the real screen distort the times?  The same plan without a screen and in the app on a pseudo-terminal.

    python -m tools.benchmarks.bench_compare_terminal [--pairs 5] [--n 11] [--algorithms bitmask,dlx,dlx-s]

Both are processes of their own, started in turn; printed are the medians over all runs and their ratio.
"""

from __future__ import annotations

import argparse
import os
import select
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from core.compare import History
from core.storage import Store
from core.storage._store import FILE_NAME
from tests.pty_app import PtyApp


def samples(home: Path) -> dict[str, list[tuple[float, float]]]:
    """Search and CPU times in the history of that home, by algorithm."""
    with Store.open(home / FILE_NAME) as store:
        history = History(store)
        found: dict[str, list[tuple[float, float]]] = {}
        for entry in history.list():
            for key, runs in history.samples(entry.number).items():
                found.setdefault(key.label, []).extend((run.seconds, run.cpu_seconds) for run in runs)
        return found


def without_a_screen(home: Path, n: str, names: str) -> None:
    """Measure on the command line."""
    command = [sys.executable, "-m", "core", "compare", "queens", n, "--algorithms", names]
    environment = {**os.environ, "DANCING_QUEENS_HOME": str(home)}
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def on_the_screen(home: Path, n: str, names: str) -> None:
    """Measure in the app, with table and chart in view."""
    with PtyApp(["-m", "tui", "compare", n, "--algorithm", names, "--run"], home, size=(140, 45)) as app:
        # Not through the emulator: written in Python, it would keep a whole core busy.
        while b"complete" not in app.received:
            select.select([app.master], [], [], 1.0)
            app.received += os.read(app.master, 1 << 16)
        app.press("\x11")
        app.wait_for_end()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--n", default="11")
    parser.add_argument("--algorithms", default="bitmask,backtracking,dlx,dlx-s")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        homes = Path(folder, "without"), Path(folder, "with")
        for home in homes:
            home.mkdir()
        for pair in range(options.pairs):
            # Who goes first takes turns too.
            for screen in (False, True) if pair % 2 else (True, False):
                (on_the_screen if screen else without_a_screen)(homes[screen], options.n, options.algorithms)
        without, with_ = samples(homes[0]), samples(homes[1])
        print(
            f"{'algorithm':<14}{'runs':>6}{'without':>13}{'with screen':>14}{'ratio':>8}{'CPU ratio':>11}{'minima':>9}"
        )
        for name, alone in without.items():
            beside = with_[name]
            a, b = median(time for time, _ in alone), median(time for time, _ in beside)
            cpu = median(cpu for _, cpu in beside) / median(cpu for _, cpu in alone)
            least = min(beside)[0] / min(alone)[0]
            times = f"{a * 1000:>10.3f} ms{b * 1000:>11.3f} ms"
            print(f"{name:<14}{len(alone):>6}{times}{b / a:>8.3f}{cpu:>11.3f}{least:>9.3f}")


if __name__ == "__main__":
    main()
