"""Workers for parts: processes of this machine, or a Dask cluster (extra ``cluster``).

All that the rest of the program sees is a `concurrent.futures.Executor` and how
many parts it can do at once.  Dask is imported here and nowhere else.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from core.search import ProblemError

LOCAL = "local"
CONNECT_SECONDS = 10
RETRIES = 3
"""How often a part is given to another worker when one is lost with it."""


class ClusterError(ProblemError):
    """The cluster cannot be used; the message says why and what would help."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Somebody who does parts."""

    executor: Executor
    slots: int
    """How many parts are done at once."""
    described: str


@contextmanager
def processes(count: int) -> Iterator[Workers]:
    """So many processes of this machine."""
    executor = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))
    try:
        yield Workers(executor, count, f"{count} process{'es' * (count > 1)}")
    finally:
        # What is being done is of no use any more, and may take minutes.
        running = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()


@contextmanager
def dask(address: str, retries: int = RETRIES) -> Iterator[Workers]:
    """The workers of the Dask cluster at ``address`` (``tcp://HOST:PORT``), or of a new one here for ``local``.

    Raises ClusterError when Dask is not installed, nobody answers, there is no
    worker, or one of them lacks this program or has another version of it.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise ClusterError("--cluster needs Dask: install dancing-queens[cluster]") from None
    from core.parted import cores

    cluster: Any = None
    client: Any = None
    try:
        try:
            if address == LOCAL:
                cluster = LocalCluster(
                    n_workers=cores(), threads_per_worker=1, processes=True, dashboard_address=None,
                    silence_logs=50,
                )  # fmt: skip
            client = Client(cluster or address, timeout=CONNECT_SECONDS)
            threads = client.nthreads()
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise ClusterError(f"no Dask scheduler answers at {address}: {reason}") from None
        if not threads:
            raise ClusterError(f"the cluster at {address} has no workers")
        _check_versions(client)
        slots = sum(threads.values())
        workers = f"{len(threads)} worker{'s' * (len(threads) > 1)} with {slots} threads at {address}"
        yield Workers(client.get_executor(retries=retries, pure=False), slots, workers)
    finally:
        for each in (client, cluster):
            if each is not None:
                each.close(timeout=CONNECT_SECONDS)


def _check_versions(client: Any) -> None:
    from core.parts import code_version

    def version() -> str:  # sent as it stands, for a worker may not have this module
        try:
            from core.parts import code_version
        except ImportError:
            return ""
        return code_version()

    version.__module__ = "__main__"
    for worker, theirs in sorted(client.run(version).items()):
        if not theirs:
            raise ClusterError(f"worker {worker} does not have Dancing Queens; install it there")
        if theirs != code_version():
            raise ClusterError(
                f"worker {worker} has a different version of Dancing Queens ({theirs}, here {code_version()}); "
                "install this one there"
            )
