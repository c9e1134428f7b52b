"""How soon a count by quadrants hears a cancel: processor time of its thread from the order to its end.

One search from a random place, cancelled at random moments and gone on with, so that the moments fall on listing,
making, ordering and comparing in their true shares.  The longest calls of the kernel are told as well: no cancel
waits longer than that.  (Needs a system where one thread may read another's processor clock: Linux.)

    python -m tools.benchmarks.bench_cancel --sizes 20,24,27,28 --moments 100
"""

from __future__ import annotations

import argparse
import random
import resource
import threading
import time

from core import Queens, Run, Status
from core._kernels.simd import Processor, best_processor
from core._queens.quadrants.jobs import find_jobs
from core._queens.quadrants.quadrant_search import QuadrantSearch


class Watched(QuadrantSearch):
    """A search that knows how long its calls take."""

    calls = 0
    longest = 0.0

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Note the processor time."""
        started = time.thread_time()
        try:
            return super().advance(budget, quota)
        finally:
            self.calls += 1
            self.longest = max(self.longest, time.thread_time() - started)


def cancelled(run: Run, moment: float) -> float:
    """Processor seconds of the driving thread from `Run.cancel`, after ``moment`` seconds of it, to its end."""
    ended: list[float] = []

    def body() -> None:
        run.drive()
        ended.append(time.thread_time())

    thread = threading.Thread(target=body)
    thread.start()
    assert thread.ident is not None
    clock = time.pthread_getcpuclockid(thread.ident)
    while time.clock_gettime(clock) < moment and not run.finished:
        time.sleep(0.002)
    asked = ended[0] if ended else time.clock_gettime(clock)
    run.cancel()
    thread.join()
    return max(0.0, ended[0] - asked)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="20,24,27,28")
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--apart", type=float, default=0.5, help="most processor seconds from one to the next")
    parser.add_argument("--processor", choices=[each.value for each in Processor])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    processor = Processor(options.processor) if options.processor else best_processor()
    for n in (int(size) for size in options.sizes.split(",")):
        random_ = random.Random(options.seed)
        tiles = int(find_jobs(n, 1).tiles)
        search = Watched(Queens(n), None, processor, random_.randrange(tiles // 100), 1)  # enough is left from there
        search.prepare()
        run, waits = Run(search), list[float]()
        for _ in range(options.moments):
            waits.append(cancelled(run, random_.random() * options.apart) * 1000)
            search.status, run = Status.RUNNING, Run(search)  # it goes on where it was
        waits.sort()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"N = {n}, {processor.value}: 95 of 100 cancels within {waits[int(0.95 * len(waits))]:.1f} ms, "
            f"all {len(waits)} within {waits[-1]:.1f} ms; the longest of {search.calls} calls took "
            f"{1000 * search.longest:.1f} ms; {memory:.0f} MiB so far",
            flush=True,
        )


if __name__ == "__main__":
    main()
