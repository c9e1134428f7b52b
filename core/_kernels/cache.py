"""Machine code of kernels on disk, named by what it was made from.

Numba's own cache only looks at the file that holds a kernel.  So it keeps machine code whose
helpers or constants in another file have changed since, and discards code that a new copy of the
same file could use.  Here a kernel's file is named by a digest of everything that went into it: its
byte code and constants, those of everything that it names, directly or indirectly, and the text of
the folders whose modules give Numba machine code (`core._kernels.kernel.machine_form`).  Edited code
finds no file and is compiled; code restored to an earlier state finds its old file; an edit
elsewhere changes no name.

The folder is private, because the program runs the machine code that it reads; it
does not use a folder that others could write to.  Nothing here raises if the
folder cannot be read or written: every process then compiles for itself.

A file holds one function, which is loaded without Numba (`core._kernels.native`), or else what Numba
itself would keep; only that needs Numba to be imported.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pickle
import platform
import time
import types
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from core._kernels.native import Native, restored
from core.storage._files import write_whole
from core.storage._store import HOME_VARIABLE

NUMBA_VARIABLE = "NUMBA_CACHE_DIR"
"""Numba's own environment variable for its cache; we honour it too."""
KEPT_DAYS = 30
KEPT_FILES = 1000
"""Machine code unused for this many days is deleted, as are all but this many of a machine's most recently
used files."""

_DAY = 86_400.0
_NOT_IN_CODE = NUMBA_VARIABLE, "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS"
"""Numba's environment variables that do not affect machine code; all others are part of the folder's name."""
_VERSIONED = ("numpy", "numba", "llvmlite", "math")
"""Modules whose versions are part of the folder's name."""


def cache_folder() -> Path:
    """The folder for machine code, inside the user's own; this function does not create it."""
    if chosen := os.environ.get(NUMBA_VARIABLE):
        return Path(chosen).expanduser() / "dancing-queens"
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home).expanduser() / "kernels"
    from platformdirs import user_cache_path

    return user_cache_path("dancing-queens", appauthor=False) / "kernels"


class KeptCode:
    """The machine code of one function on disk.  A file that cannot be read or written counts as missing."""

    def __init__(self, function: types.FunctionType, options: dict[str, Any]) -> None:
        self._folder = usable_folder()
        full = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        self._name = f"{full}-{digest(function, options)}" if self._folder else ""

    def native(self, made_for: str) -> Native | None:
        """The function for arguments of this signature, if it is on disk.

        Raises:
            NotAlone: There is known to be none that runs without Numba.
        """
        kept = self._read(made_for)
        if kept is None:
            return None
        try:
            return restored(kept)
        except (ValueError, TypeError, KeyError):
            self._remove(made_for)
            return None

    def keep_native(self, made_for: str, native: Native | None) -> None:
        """Keep ``native``; None records that there is none."""
        self._write(made_for, native.kept() if native else b"")

    def serve(self, dispatcher: Any) -> None:
        """Make a Numba dispatcher read its machine code from disk, and save it there."""
        from numba.core import serialize
        from numba.core.caching import NullCache
        from numba.core.compiler import CompileResult

        files = self

        class Cache(NullCache):  # type: ignore[misc] # Numba has no types
            def load_overload(self, sig: Any, target_context: Any) -> Any:
                """The machine code for arguments of these types, if it is on disk."""
                target_context.refresh()
                if (kept := files._read(_known_by(sig))) is None:
                    return None
                try:
                    return CompileResult._rebuild(target_context, *pickle.loads(kept))
                except Exception:  # damaged in some way: pickle raises many kinds
                    files._remove(_known_by(sig))
                    return None

            def save_overload(self, sig: Any, data: Any) -> None:
                """Keep what was compiled, unless it contains addresses of this process."""
                if not data.lifted and not data.library.has_dynamic_globals:
                    files._write(_known_by(sig), serialize.dumps(data._reduce()))

        if self._folder:
            dispatcher._cache = Cache()

    def _file(self, known_by: str) -> Path | None:
        made_for = hashlib.sha256(known_by.encode()).hexdigest()[:8]
        return self._folder and self._folder / f"{self._name}-{made_for}"

    def _read(self, known_by: str) -> bytes | None:
        if file := self._file(known_by):
            with suppress(OSError):
                os.utime(file)
                content = file.read_bytes()
                if content[:32] == _digest_of(file.name, content[32:]):
                    return content[32:]
                file.unlink()  # damaged, or made for another function
        return None

    def _write(self, known_by: str, kept: bytes) -> None:
        if (file := self._file(known_by)) and self._folder:
            with suppress(OSError):
                write_whole(file, _digest_of(file.name, kept) + kept)
                clean(self._folder.parent)

    def _remove(self, known_by: str) -> None:
        if file := self._file(known_by):
            with suppress(OSError):
                file.unlink()


def _digest_of(name: str, kept: bytes) -> bytes:
    """The digest written before machine code on disk; it covers the name as well."""
    return hashlib.sha256(name.encode() + b"\0" + kept).digest()


def _known_by(signature: Any) -> str:
    """Numba's types.  A tuple's fields are looked up by name when compiled, but by position afterwards."""
    return repr((signature, [_fields(each) for each in signature]))


def _fields(kind: Any) -> Any:
    """The field names in a tuple type, nested ones included."""
    return getattr(kind, "fields", ()), tuple(_fields(each) for each in getattr(kind, "types", ()))


def digest(function: Any, options: Any = None) -> str:
    """A name for what a function does: functions that differ in anything they reach get different names."""
    reader = _SourceReader()
    reader.read(options)
    reader.read(function)
    return reader.hash.hexdigest()[:24]


class _SourceReader:
    """Feeds a hash with everything a function reaches by name."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self._seen: dict[Any, int] = {}

    def read(self, value: Any) -> None:
        """Add a value and everything that belongs to it.

        Values of other kinds get into machine code only if Numba can make constants of them, and their ``repr`` shows
        those.
        """
        self._say(type(value).__qualname__)
        if (function := _function_of(value)) is not None:
            known = function in self._seen  # a function that names itself, or is named twice
            self._say(str(self._seen.setdefault(function, len(self._seen))))
            if not known:
                self._read_function(function)
        elif isinstance(value, types.CodeType):
            self._read_code(value)
        elif isinstance(value, types.ModuleType):
            self._say(value.__name__)
        elif isinstance(value, np.ndarray):
            self._say(f"{value.dtype}{value.shape}")
            self.hash.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, list | tuple | set | frozenset | dict):
            parts = value.items() if isinstance(value, dict) else value
            self._say(str(len(value)))
            for each in parts if isinstance(value, list | tuple) else sorted(parts, key=repr):
                self.read(each)
        else:
            own_words: Any = type(value).__repr__
            self._say("" if own_words is object.__repr__ else repr(value))

    def _read_function(self, function: types.FunctionType) -> None:
        home = function.__module__ or ""
        if home.partition(".")[0] in _VERSIONED:
            self._say(f"{home}.{function.__qualname__}")
            return
        if (module := getattr(function, "_machine_module", None)) and module not in self._seen:
            self._seen[module] = len(self._seen)
            self._say(_text_of_folder(module))
        self.read(function.__code__)
        self.read(function.__defaults__)
        self.read([cell.cell_contents for cell in function.__closure__ or ()])
        names = _names(function.__code__)
        for name in sorted(names & function.__globals__.keys()):
            self._say(name)
            named = function.__globals__[name]
            self.read(named)
            if isinstance(named, types.ModuleType) and named.__name__.partition(".")[0] not in _VERSIONED:
                for attribute in sorted(names & vars(named).keys()):
                    self.read(vars(named)[attribute])

    def _read_code(self, code: types.CodeType) -> None:
        self.hash.update(code.co_code)
        self.read((code.co_names, code.co_varnames, code.co_freevars))
        documented = bool(code.co_consts) and isinstance(code.co_consts[0], str)
        self.read(code.co_consts[documented:])

    def _say(self, text: str) -> None:
        self.hash.update(text.encode("utf-8", "surrogatepass") + b"\0")


def _function_of(value: Any) -> types.FunctionType | None:
    """``value`` if it is a Python function, or the function behind a kernel, a dispatcher or an intrinsic; None for
    anything else."""
    for each in (value, *(getattr(value, name, None) for name in ("py_func", "_defn", "__wrapped__"))):
        if isinstance(each, types.FunctionType):
            return each
    return None


def _names(code: types.CodeType) -> set[str]:
    """The names that a code object and those within it look up."""
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, types.CodeType))
    return set(code.co_names).union(*inner)


def _text_of_folder(module: str) -> str:
    """The text of a module that gives Numba machine code, and of all modules beside it, from which it may import."""
    spec = importlib.util.find_spec(module)
    folder = Path(spec.origin if spec and spec.origin else "").parent
    return "".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.py")))


@cache
def usable_folder() -> Path | None:
    """This machine's folder in `cache_folder`, made if need be; None if we cannot write to it, or others can."""
    import llvmlite
    from llvmlite import binding

    machine = binding.get_process_triple(), binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    settings = sorted(
        each for each in os.environ.items() if each[0].startswith("NUMBA_") and each[0] not in _NOT_IN_CODE
    )
    try:
        versions = _version_of_numba(), llvmlite.__version__, np.__version__, platform.python_version()
        parts = (*versions, *machine, settings, "one function each, its arguments in words")
        folder = cache_folder() / hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        for each in (folder.parent, folder):
            if not _is_private(each):
                return None
        if not os.access(folder, os.W_OK | os.X_OK):
            return None
    except OSError:
        return None
    return folder


def _version_of_numba() -> str:
    """Numba's version, read from its own file: importing Numba, or the module that reads package metadata, would take
    longer than all the rest.

    Raises:
        OSError: There is no such file.
    """
    spec = importlib.util.find_spec("numba")
    return Path(spec.origin if spec and spec.origin else "").with_name("_version.py").read_text(encoding="utf-8")


def _is_private(folder: Path) -> bool:
    """Whether a folder is ours; if so, nobody else may write to it from now on."""
    if os.name == "nt":
        return True
    entry = folder.stat()
    if entry.st_uid != os.geteuid():
        return False
    if entry.st_mode & 0o077:
        folder.chmod(0o700)
    return True


def clean(folder: Path) -> None:
    """Delete machine code that has not been used for long, of this machine and others.

    Another process may be deleting too, or about to read; it then compiles what is missing.
    """
    oldest = time.time() - KEPT_DAYS * _DAY
    with suppress(OSError):
        for machine in folder.iterdir():
            with suppress(OSError):
                used = sorted(((file.stat().st_mtime, file) for file in machine.iterdir()), reverse=True)
                for place, (when, file) in enumerate(used):
                    if place >= KEPT_FILES or when < oldest:
                        file.unlink(missing_ok=True)
                machine.rmdir()  # only an empty one goes
