"""A long search on disk, so that it survives an interruption, a reboot or a move to another machine.

A checkpoint file holds a search's `Search.state` and a description of the search: problem,
algorithm, goal, limit, parameters, and the seconds spent.  A file of another search is neither read
nor overwritten.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core._search import Goal, Problem, ProblemError, Search, Snapshot, Status, identity, kept_form, of_version
from core._words import clean_text
from core.storage import _seal as sealed
from core.storage._files import MOST_OF_THE_TIME, system_reason
from core.storage._key import SigningKeyTrouble, known_key, own_key
from core.storage._store import StoreError

if TYPE_CHECKING:
    from core._catalog import Algorithm

SECONDS_BETWEEN_SAVES = 30.0
LONGEST_DESCRIPTION = 300
_HEADER = "checkpoint"


class CheckpointError(ProblemError):
    """The file cannot be read or written, or it belongs to another search; the message names it."""


class Checkpoint:
    """The file in which one search is saved."""

    def __init__(
        self,
        path: str | PathLike[str],
        problem: Problem,
        algorithm: str,
        goal: Goal | str,
        limit: int | None,
        parameters: Mapping[str, str | int],
    ) -> None:
        self.path = Path(path)
        self.seconds = 0.0
        """Seconds spent on the search before it was restored from the file."""
        self._problem = problem
        self._search: dict[str, Any] = {
            "problem": str(problem), "value": hashlib.sha256(identity(problem).encode()).hexdigest(),
            "algorithm": algorithm, "goal": Goal.of(goal).value, "limit": limit, "parameters": dict(parameters),
        }  # fmt: skip
        self._form = kept_form(problem)

    @classmethod
    def found(cls, path: str | PathLike[str], problem: Problem) -> Checkpoint:
        """The checkpoint in a file, of any search for this problem.  Raises CheckpointError."""
        probe = cls(path, problem, "any algorithm", Goal.COUNT, None, {})
        if not probe.path.exists():
            raise CheckpointError(f"{path}: there is no such file")
        theirs, _, _ = probe._read()
        own = {key: probe._search[key] for key in ("problem", "value")}
        if theirs | own != theirs:
            raise CheckpointError(f"{path} holds {_described(theirs)}, not {_instead(theirs, str(problem))}")
        try:
            goal = Goal.of(str(theirs["goal"]))
        except ValueError as error:
            raise CheckpointError(f"{path}: {error}") from None
        parameters = dict(theirs["parameters"])
        return cls(path, problem, str(theirs["algorithm"]), goal, theirs["limit"], parameters)

    @property
    def algorithm(self) -> str:
        """The key of the search's algorithm."""
        return str(self._search["algorithm"])

    @property
    def parameters(self) -> Mapping[str, str | int]:
        """The parameters that the search was started with."""
        return dict(self._search["parameters"])

    def begin(self, entry: Algorithm) -> Search:
        """Start the checkpoint's search from the beginning; ``entry`` is its algorithm.  Raises CannotSolve."""
        found = self._search
        return entry.start(self._problem, Goal.of(found["goal"]), found["limit"], parameters=self.parameters)

    def load(self) -> dict[str, Any] | None:
        """The state in the file; None if there is no file yet.  Raises CheckpointError."""
        try:
            if not self.path.exists():
                if not self.path.parent.is_dir():
                    raise CheckpointError(f"{self.path}: there is no directory {self.path.parent}")
                if not os.access(self.path.parent, os.W_OK):
                    raise CheckpointError(f"{self.path}: cannot write in {self.path.parent}")
                own_key()  # without a key nothing could be saved later
                return None
        except OSError as error:
            raise CheckpointError(f"{self.path}: {system_reason(error)}") from None
        except (SigningKeyTrouble, StoreError) as error:
            raise CheckpointError(f"{self.path}: {error}") from None
        theirs, seconds, state = self._read()
        if theirs != self._search:
            instead = _instead(theirs, _described(self._search))
            raise CheckpointError(f"{self.path} holds {_described(theirs)}, not {instead}")
        self.seconds = seconds
        return state

    def _read(self) -> tuple[dict[str, Any], float, dict[str, Any]]:
        """The description in the file, the seconds spent, and the state.  Raises CheckpointError."""
        try:
            if not self.path.is_file():
                raise CheckpointError(f"{self.path}: expected an ordinary file")
            state = sealed.read(self.path, known_key())
            return *self._header(state), state
        except OSError as error:
            raise CheckpointError(f"{self.path}: {system_reason(error)}") from None
        except (sealed.SealError, SigningKeyTrouble, StoreError) as error:
            raise CheckpointError(f"{self.path}: {error}") from None

    def _header(self, state: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """Remove the file's description and the seconds spent from the state, and return them.  Raises
        CheckpointError."""
        try:
            header = json.loads(str(state.pop(_HEADER)))
            theirs, seconds, form = header["search"], header["seconds"], header.get("form", 1)
            sound = (
                isinstance(theirs, dict)
                and theirs.keys() == self._search.keys()
                and isinstance(theirs["parameters"], dict)
                and type(seconds) is float
                and math.isfinite(seconds)
                and seconds >= 0
            )
        except (ValueError, KeyError, TypeError, RecursionError):
            sound = False
        if not sound:
            raise CheckpointError(
                f"{self.path}: this checkpoint does not say which search it belongs to; it is left as it is"
            )
        if form != self._form and theirs["problem"] == self._search["problem"]:
            raise CheckpointError(
                f"{self.path}: kept by {of_version(form, self._form)} of this program in form {form}; this one "
                f"reads form {self._form}"
            )
        return theirs, seconds

    def save(self, search: Search, seconds: float) -> None:
        """Write the search's state; ``seconds`` were spent on it since it was restored.  Raises CheckpointError."""
        self.save_state(search.state(), self.seconds + seconds)

    def save_state(self, state: Mapping[str, Any], seconds: float) -> None:
        """Write a state; ``seconds`` were spent on it in all.  Raises CheckpointError."""
        form = {"form": self._form} if self._form > 1 else {}
        header = json.dumps({"search": self._search, "seconds": float(seconds), **form})
        try:
            sealed.write(self.path, {_HEADER: header, **state}, own_key())
        except OSError as error:
            raise CheckpointError(f"{self.path}: {system_reason(error)}") from None
        except (SigningKeyTrouble, StoreError) as error:
            raise CheckpointError(f"{self.path}: {error}") from None

    def remove(self) -> None:
        """Delete the file, because the search is finished."""
        self.path.unlink(missing_ok=True)


def _described(search: Mapping[str, Any]) -> str:
    parts = [search["problem"], search["algorithm"], search["goal"]]
    parts += [f"limit {search['limit']}"] if search["limit"] is not None else []
    parts += [f"{key} {value}" for key, value in search["parameters"].items()]
    return clean_text(" · ".join(map(str, parts)))[:LONGEST_DESCRIPTION]


def _instead(theirs: Mapping[str, Any], wanted: str) -> str:
    """What was wanted instead of the file's content; two problems may have the same name."""
    return "a different problem of the same name" if wanted in (theirs["problem"], _described(theirs)) else wanted


class CheckpointedSearch(Search):
    """A search that saves itself now and then, between two slices, in the thread that drives it."""

    _vouched_for = True

    def __init__(self, search: Search, checkpoint: Checkpoint, every: float = SECONDS_BETWEEN_SAVES) -> None:
        self.search = search
        self.checkpoint = checkpoint
        self.trouble: CheckpointError | None = None
        """Why the last save failed; the search continues all the same."""
        self.problem, self.goal, self.limit = search.problem, search.goal, search.limit
        self.build_seconds = search.build_seconds
        self._every = every
        self._spent = 0.0
        self._next_save = time.monotonic() + every

    @property
    def status(self) -> Status:
        """The status of the search itself."""
        return self.search.status

    @status.setter
    def status(self, status: Status) -> None:
        self.search.status = status

    def save(self) -> None:
        """Save now."""
        started = time.monotonic()
        try:
            self.checkpoint.save(self.search, self._spent)
            self.trouble = None
        except CheckpointError as error:
            self.trouble = error
        ended = time.monotonic()
        self._next_save = ended + max(self._every, MOST_OF_THE_TIME * (ended - started))

    def prepare(self) -> None:
        """Prepare the search itself."""
        self.search.prepare()

    @property
    def paces_itself(self) -> bool:
        """Whether the search itself returns from `advance` after a while."""
        return self.search.paces_itself

    @property
    def waits_for_machine_code(self) -> bool:
        """Whether the search itself should be prepared first."""
        return self.search.waits_for_machine_code

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Advance the search, then save it if a save is due."""
        started = time.perf_counter()
        status = self.search.advance(budget, quota)
        self._spent += time.perf_counter() - started
        if status is Status.RUNNING and time.monotonic() >= self._next_save:
            self.save()
        return status

    def rest(self) -> None:
        """Let the threads of the search itself come to rest."""
        self.search.rest()

    def snapshot(self) -> Snapshot:
        """The snapshot of the search itself."""
        return self.search.snapshot()

    def counts(self) -> tuple[int, int]:
        """Solutions and steps of the search itself."""
        return self.search.counts()

    @property
    def solutions(self) -> Sequence[tuple[int, ...]]:
        """The solutions that the search itself keeps."""
        return self.search.solutions

    def state(self) -> dict[str, Any]:
        """The state of the search itself."""
        return self.search.state()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Restore the search itself; raises ValueError as it does."""
        self.search.restore(state)
