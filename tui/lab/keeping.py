"""Long searches kept on disk by themselves, and taken up again at a later start.  No Textual.

After its first ten seconds a search is saved every few seconds: its own thread hands
out a copy of its state between two slices, another thread writes it, so nobody
waits.  A small file beside the sealed state describes the search.  Each program
locks what it works on: a search that goes on in another window is not offered, and
one whose program was killed is.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import CannotSolve, Goal, Problem, ProblemError, Run, Search, Status, algorithm
from core._search import kept_form, of_version
from core._words import age, clean_text, duration, grouped, share
from core.storage import StoreError
from core.storage._files import MOST_OF_THE_TIME, read_ordinary, system_reason, write_whole
from core.storage._lock import Lock, LockTaken
from core.storage._store import home
from tui.lab.session import SearchTask

if TYPE_CHECKING:
    from core.storage import Checkpoint

FOLDER = "searches"
FIRST_SECONDS = 10.0
"""A shorter search is soon made again."""
SAVE_SECONDS = 5.0
PATIENCE_SECONDS = 2.0
"""How long leaving the program waits for a last save."""
MOST_KEPT = 20
"""The most searches kept for each kind of problem; beyond that the oldest go."""


@dataclass(frozen=True)
class KeptSearch:
    """A search on disk."""

    path: Path
    """The small file that describes it; its state is beside it."""
    kind: str
    algorithm: str
    goal: str
    settings: Mapping[str, str | int]
    problem: str
    """In words."""
    what: Mapping[str, Any]
    """What its screen needs to make the problem again."""
    seconds: float
    steps: int
    solutions: int
    progress: float | None
    saved: float
    """Seconds since 1970."""
    version: object = 1
    """The version of the form in which it was kept."""

    @property
    def title(self) -> str:
        """Problem and algorithm."""
        return clean_text(f"{self.problem}, {self.algorithm}, {self.goal}")[:200]

    @property
    def told(self) -> str:
        """How far it is and how old."""
        done = "" if self.progress is None else f", {share(self.progress)}"
        return f"{duration(self.seconds)} of searching{done}, {grouped(self.solutions)} found; saved {age(self.saved)}"

    @property
    def state(self) -> Path:
        """The file with its state."""
        return self.path.with_suffix(".npz")

    def ran(self, problem: Problem) -> SearchTask[Any]:
        """The task that it is a run of.  Raises CannotSolve or ValueError if there is no such algorithm or goal any
        more.
        """
        entry = algorithm(self.kind, self.algorithm)
        return SearchTask(entry, problem, Goal.of(self.goal), entry.settings(dict(self.settings)))


class Keeper:
    """Keeps the long searches of one screen."""

    def __init__(self, kind: str, *, first: float = FIRST_SECONDS, every: float = SAVE_SECONDS) -> None:
        self.kind = kind
        self._first, self._every = first, every
        self._current: _Watch | None = None
        self.trouble = ""
        """Why the newest save failed; the search goes on anyway."""

    # Keeping

    def watch(self, run: Run, ran: SearchTask[Any], what: Mapping[str, Any], kept: KeptSearch | None = None) -> None:
        """Keep this run from now on; ``kept`` is where it was taken up from, if it was."""
        self.trouble = ""
        self._current = _Watch(self, run, ran, dict(what), kept, self._first, self._every)

    @property
    def keeps(self) -> bool:
        """Whether the newest run is, or will be, on disk."""
        return self._current is not None and self._current.written

    @property
    def kept_as(self) -> str:
        """The name of the file that describes the newest run; empty if it is not on disk."""
        path = self._current.path if self._current is not None and self._current.written else None
        return "" if path is None else path.name

    def close(self) -> None:
        """The program is being left: save what runs, within a moment."""
        if self._current is not None:
            self._current.finish(PATIENCE_SECONDS)

    # Taking up again

    def offers(self) -> list[KeptSearch]:
        """The searches that no running program works on, the newest first."""
        found = []
        for path in self._files():
            kept = _read(path)
            if kept is not None and kept.kind == self.kind and _free(path):
                found.append(kept)
        return sorted(found, key=lambda each: -each.saved)

    def forget(self, kept: KeptSearch) -> None:
        """Delete it."""
        _remove(kept.path)

    def take_up(self, kept: KeptSearch, problem: Problem) -> tuple[SearchTask[Any], Callable[[], Search]]:
        """The task that it is a run of, and a function that makes the search and restores its state (in a worker).

        Raises CannotSolve if this program has no such algorithm, and ProblemError if another version kept it.
        """
        if kept.version != (form := kept_form(problem)):
            raise ProblemError(
                f"{kept.path}: kept by {of_version(kept.version, form)} of this program in form {kept.version}; "
                f"this one reads form {form}"
            )
        try:
            ran = kept.ran(problem)
        except ValueError as error:
            raise CannotSolve(str(error)) from None

        def make() -> Search:
            search = ran.start()
            state = _checkpoint(kept.state, ran).load()
            if state is None:
                raise ProblemError(f"{kept.state}: the saved search is gone")
            search.restore(state)
            return search

        return ran, make

    def _files(self) -> list[Path]:
        try:
            return sorted((home() / FOLDER).glob(f"{self.kind}-*.json"))
        except (OSError, StoreError):
            return []


class _Watch:
    """One run, and the thread that saves it."""

    def __init__(
        self, keeper: Keeper, run: Run, ran: SearchTask[Any], what: dict[str, Any], kept: KeptSearch | None,
        first: float, every: float,
    ) -> None:  # fmt: skip
        self._keeper, self._run, self._ran, self._what = keeper, run, ran, what
        self._first, self._every = first, every
        self.path = kept.path if kept is not None else None
        self._lock: Lock | None = None
        self.written = kept is not None
        if self.path is not None:
            self._hold(self.path)
        self._over = threading.Event()
        threading.Thread(target=self._go, name="keeper", daemon=True).start()

    def finish(self, patience: float) -> None:
        """Stop the run, and wait for the last save if there is something to save."""
        self._run.cancel()
        if self._due:
            self._over.wait(patience)

    def _go(self) -> None:
        pause = self._every
        try:
            while not self._run.wait(pause if self._run.snapshot.seconds >= self._first else min(pause, 1.0)):
                if self._due:
                    started = time.monotonic()
                    self._save()
                    pause = max(self._every, MOST_OF_THE_TIME * (time.monotonic() - started))
            if self._run.snapshot.status is Status.STOPPED and self._run.error is None:
                if self._due:
                    self._save()
            elif self.path is not None and self._run.error is None:
                _remove(self.path)  # it is finished
        finally:
            if self._lock is not None:
                self._lock.leave()
            self._over.set()

    @property
    def _due(self) -> bool:
        return self._run.snapshot.seconds >= self._first and self._run.search is not None

    def _save(self) -> None:
        try:
            state, seconds = self._run.state().result(60)
        except Exception as error:  # a search that cannot be saved goes on anyway
            self._keeper.trouble = str(error)
            return
        shot = self._run.snapshot
        try:
            path = self.path or self._new_path()
            _checkpoint(path.with_suffix(".npz"), self._ran).save_state(state, seconds)
            about = {
                "version": kept_form(self._ran.problem), "kind": self._keeper.kind, "algorithm": self._ran.entry.key,
                "goal": self._ran.goal.value, "settings": dict(self._ran.settings), "problem": str(self._ran.problem),
                "what": self._what, "seconds": seconds, "steps": shot.steps, "solutions": shot.solutions,
                "progress": shot.progress, "saved": time.time(),
            }  # fmt: skip
            write_whole(path, json.dumps(about).encode())
            self._hold(path)
            self.path, self.written = path, True
            self._keeper.trouble = ""
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            self._keeper.trouble = where + system_reason(error)
        except (StoreError, ProblemError, ValueError) as error:
            self._keeper.trouble = str(error)

    def _new_path(self) -> Path:
        folder = home() / FOLDER
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for old in sorted(folder.glob(f"{self._keeper.kind}-*.json"), key=lambda p: p.stat().st_mtime)[:-MOST_KEPT]:
            if _free(old):
                _remove(old)
        return folder / f"{self._keeper.kind}-{uuid.uuid4().hex}.json"

    def _hold(self, path: Path) -> None:
        """Lock it, so that other programs do not offer it."""
        if self._lock is None:
            lock = _lock(path)
            with contextlib.suppress(OSError, LockTaken):
                lock.take()
                self._lock = lock


def _lock(path: Path) -> Lock:
    return Lock(path.with_suffix(".lock"))


def _checkpoint(path: Path, ran: SearchTask[Any]) -> Checkpoint:
    from core.storage import Checkpoint  # with all of OpenSSL: not before the first picture

    return Checkpoint(path, ran.problem, ran.entry.key, ran.goal, None, ran.settings)


def _read(path: Path) -> KeptSearch | None:
    """The content of the small file; None if it makes no sense (the file is left as it is)."""
    try:
        about = json.loads(read_ordinary(path, 1 << 20).decode("utf-8"))
        if not path.with_suffix(".npz").is_file():
            return None
        progress = about["progress"]
        return KeptSearch(
            path, str(about["kind"]), str(about["algorithm"]), str(about["goal"]), dict(about["settings"]),
            str(about["problem"]), dict(about["what"]), float(about["seconds"]), int(about["steps"]),
            int(about["solutions"]), None if progress is None else float(progress), float(about["saved"]),
            about["version"],
        )  # fmt: skip
    except (OSError, ProblemError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _free(path: Path) -> bool:
    """Whether no program works on it."""
    try:
        _lock(path).check()
    except LockTaken:
        return False
    return True


def _remove(path: Path) -> None:
    for suffix in (".npz", ".json", ".lock"):
        with contextlib.suppress(OSError):
            path.with_suffix(suffix).unlink(missing_ok=True)
