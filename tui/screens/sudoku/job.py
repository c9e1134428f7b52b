"""Work that takes a while: checking, reading, making a puzzle, looking for a step.

A part of the session begins a `Job`; the screen runs it in a thread and hands
in the result.  Every job can be stopped, all with one key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import Any

IsStopped = Callable[[], bool]
"""Asked often by the work: whether its result is no longer wanted."""


@dataclass(eq=False)
class Job:
    """One piece of work."""

    kind: str
    """``check``, ``reading``, ``logic`` …: a new job of a kind stops the last one."""
    doing: str
    """What is being done, for as long as it takes: ``checking…``."""
    work: Callable[[IsStopped], Any]
    """Called in a thread; sees the session's values, never its parts."""
    done: Callable[[Any], None]
    """Takes the result, back in the session's own thread."""
    quiet: bool = False
    """Whether nobody asked for it: nothing is said while it runs."""
    stop: Event = field(default_factory=Event)

    @property
    def stopped(self) -> bool:
        """Whether its result is no longer wanted."""
        return self.stop.is_set()

    def run(self) -> Any:
        """Do the work in this thread."""
        return self.work(self.stop.is_set)


class JobList:
    """The jobs being worked on."""

    def __init__(self, launch: Callable[[Job], None]) -> None:
        """``launch`` runs a job in a thread, then calls its ``done`` and `ended`."""
        self._launch = launch
        self._running: list[Job] = []

    @property
    def asked_for(self) -> list[Job]:
        """The jobs that the user is waiting for."""
        return [job for job in self._running if not job.quiet]

    def running(self, kind: str) -> bool:
        """Whether a job of this kind is being worked on."""
        return any(job.kind == kind for job in self._running)

    def begin(self, job: Job) -> None:
        """Start a job; it replaces the last one of its kind."""
        self.stop(job.kind)
        self._running.append(job)
        self._launch(job)

    def ended(self, job: Job) -> None:
        """The job is over, whatever came of it."""
        job.stop.set()  # nobody waits for what may still go on inside
        if job in self._running:
            self._running.remove(job)

    def stop(self, kind: str | None = None) -> bool:
        """Stop the jobs of a kind, or all that the user is waiting for.  False when there are none."""
        chosen = [job for job in self._running if job.kind == kind] if kind else self.asked_for
        for job in chosen:
            job.stop.set()
        return bool(chosen)

    def stop_all(self) -> None:
        """Stop every job: nobody is here any more."""
        for job in self._running:
            job.stop.set()
