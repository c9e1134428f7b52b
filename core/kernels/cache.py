"""Machine code of kernels on disk, under the name of what it was made from.

Numba's own cache looks at the file that holds a kernel, so it keeps machine
code whose helpers or constants, in another file, have changed since.  Here a
kernel's file is named by a digest of everything that went into it: its byte
code and constants, the same of whatever it names, however far away, and the
text of modules that give Numba machine code (`core.kernels.kernel.machine_form`).
Edited code finds no file and is compiled; code that is back as it was finds its
old one.

The folder is private, because machine code that is read is run: one that
others could write to is not used.  Nothing here raises for a folder that cannot
be read or written: every process then compiles for itself.

Only `core.kernels.kernel` imports this module, when it compiles: it imports Numba.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import platform
import re
import time
import types
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from core.storage.store import HOME_VARIABLE

NUMBA_VARIABLE = "NUMBA_CACHE_DIR"
"""Numba's own environment variable for its cache; it is honoured."""
KEPT_DAYS = 30
KEPT_VERSIONS = 8
"""Machine code not used for so many days goes, and all but so many versions of a kernel."""

_DAY = 86_400.0
_FILE = re.compile(r"(.+-[0-9a-f]{24})\.")
_VERSIONED = ("numpy", "numba", "llvmlite", "math")
"""Modules that are told apart by their versions, which name the folder."""
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))


def cache_folder() -> Path:
    """Where machine code is kept: a folder of its own in the user's (not created here)."""
    if chosen := os.environ.get(NUMBA_VARIABLE):
        return Path(chosen).expanduser() / "dancing-queens"
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home).expanduser() / "kernels"
    from platformdirs import user_cache_path

    return user_cache_path("dancing-queens", appauthor=False) / "kernels"


def keep_on_disk(dispatcher: Any, **options: Any) -> None:
    """Let a Numba dispatcher take its machine code from the disk, and put it there, if there is a place for it."""
    folder = _usable_folder()
    if folder is not None:
        dispatcher._cache = _KernelCache(dispatcher.py_func, folder, digest(dispatcher.py_func, options))


def digest(function: Any, options: Any = None) -> str:
    """A name for what a function does: two functions that differ in anything they reach have different ones."""
    reader = _Reader()
    reader.read(options)
    reader.read(function)
    return reader.hash.hexdigest()[:24]


class _Reader:
    """Feeds a hash with whatever a function reaches by name."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self._seen: dict[int, tuple[int, Any]] = {}

    def read(self, value: Any) -> None:
        """Add a value, and whatever belongs to it."""
        self._say(type(value).__qualname__)
        if isinstance(value, _PLAIN):
            self._say(repr(value))
        elif isinstance(value, np.generic | np.dtype | type | types.BuiltinFunctionType | np.ufunc):
            self._say(f"{value!r}")
        elif isinstance(value, np.ndarray):
            self._say(f"{value.dtype}{value.shape}")
            self.hash.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, types.ModuleType):
            self._say(value.__name__)
        elif isinstance(value, types.CodeType):
            self._read_code(value)
        elif isinstance(value, list | tuple):
            self._say(str(len(value)))
            for each in value:
                self.read(each)
        elif isinstance(value, set | frozenset):
            self._say(repr(sorted(map(repr, value))))
        elif id(value) in self._seen:  # a function that names itself, or one named twice
            self._say(str(self._seen[id(value)][0]))
        else:
            self._seen[id(value)] = len(self._seen), value
            self._read_once(value)

    def _read_once(self, value: Any) -> None:
        if isinstance(value, types.FunctionType):
            self._read_function(value)
        elif isinstance(value, dict):
            for key, each in sorted(value.items(), key=lambda item: str(item[0])):
                self.read(key)
                self.read(each)
        elif (function := _function_of(value)) is not None:
            self.read(function)
        else:
            self._say(_source_of(value))

    def _read_function(self, function: types.FunctionType) -> None:
        home = function.__module__ or ""
        if home.partition(".")[0] in _VERSIONED:
            self._say(f"{home}.{function.__qualname__}")
            return
        if module := getattr(function, "_machine_module", None):
            for each in _module_and_helpers(module):
                self._say(_text_of(each))
        self.read(function.__code__)
        self.read(function.__defaults__)
        self.read([cell.cell_contents for cell in function.__closure__ or ()])
        for name in sorted(_names(function.__code__)):
            if name in function.__globals__:
                self._say(name)
                named = function.__globals__[name]
                self.read(named)
                if isinstance(named, types.ModuleType):
                    self._read_attributes(named, function.__code__)

    def _read_attributes(self, module: types.ModuleType, code: types.CodeType) -> None:
        if module.__name__.partition(".")[0] in _VERSIONED:
            return
        for name in sorted(_names(code)):
            if name in vars(module):
                self.read(vars(module)[name])

    def _read_code(self, code: types.CodeType) -> None:
        self.hash.update(code.co_code)
        self.read(code.co_names)
        self.read(code.co_varnames)
        self.read(code.co_freevars)
        documentation = code.co_consts[0] if code.co_consts and isinstance(code.co_consts[0], str) else None
        for constant in code.co_consts:
            if constant is not documentation:
                self.read(constant)

    def _say(self, text: str) -> None:
        self.hash.update(text.encode("utf-8", "surrogatepass") + b"\0")


def _names(code: types.CodeType) -> set[str]:
    """The names that a code object and those within it look up."""
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, types.CodeType))
    return set(code.co_names).union(*inner)


def _function_of(value: Any) -> Any:
    """The Python function behind a kernel, a dispatcher or an intrinsic."""
    for attribute in ("py_func", "_defn", "__wrapped__"):
        if callable(function := getattr(value, attribute, None)):
            return function
    return None


def _source_of(value: Any) -> str:
    """What stands in for a value that cannot be read: its text, and the source of the module that made its type."""
    import inspect

    kind = type(value)
    with suppress(OSError, TypeError):
        return kind.__qualname__ + inspect.getsource(inspect.getmodule(kind) or kind)
    return repr(value)


def _module_and_helpers(name: str) -> list[types.ModuleType]:
    """A module that registers machine code, and those of its package that it takes anything from, and so on."""
    package, found = name.partition(".")[0], dict.fromkeys([name])
    modules: list[types.ModuleType] = []
    while len(modules) < len(found):
        module = importlib.import_module(list(found)[len(modules)])
        modules.append(module)
        for value in vars(module).values():
            home = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
            if isinstance(home, str) and home.partition(".")[0] == package:
                found[home] = None
    return sorted(modules, key=lambda module: module.__name__)


def _text_of(module: types.ModuleType) -> str:
    try:
        return Path(module.__file__ or "").read_text(encoding="utf-8")
    except OSError:
        return module.__name__


class _Locator(_CacheLocator):  # type: ignore[misc] # Numba has no types
    """Says where a kernel's files lie and what they are called."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._py_file = ""  # Numba names it in a warning

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._name

    def get_disambiguator(self) -> str:
        return self._name


class _Files(CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's way of writing machine code, at our place."""

    def __init__(self, function: types.FunctionType, locator: _Locator) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = locator
        name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        self._filename_base = f"{name}-{locator.get_disambiguator()}"


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """A kernel's machine code on disk.  What cannot be read or written is not there, and that is all."""

    def __init__(self, function: types.FunctionType, folder: Path, name: str) -> None:
        self._impl_class = lambda py_func: _Files(py_func, _Locator(folder, name))
        super().__init__(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            loaded = super().load_overload(sig, target_context)
        except Exception:  # damaged in whatever way: pickle has many
            with suppress(OSError):
                os.unlink(self._cache_file._index_path)
            return None
        if loaded is not None:
            with suppress(OSError):
                os.utime(self._cache_file._index_path)
        return loaded

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)
            clean(Path(self._cache_path).parent)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # A tuple's fields are looked up by name when compiled, but known by their places in machine code.
        return (*super()._index_key(sig, codegen), tuple(_fields(each) for each in sig))


def _fields(kind: Any) -> Any:
    """The names in a type of tuples, those within it too."""
    return getattr(kind, "fields", ()), tuple(_fields(each) for each in getattr(kind, "types", ()))


@cache
def _usable_folder() -> Path | None:
    """This machine's folder in `cache_folder`, made if need be; None where it cannot be written, or others could."""
    target = numba.core.registry.cpu_target.target_context.codegen()
    settings = [getattr(numba.config, name, None) for name in ("OPT", "BOUNDSCHECK", "LOOP_VECTORIZE", "SLP_VECTORIZE")]
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    parts = (*versions, target.magic_tuple(), settings)
    name = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    folder = cache_folder() / name
    try:
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


def _is_private(folder: Path) -> bool:
    """Whether a folder is ours and, from now on, nobody else's to write."""
    if os.name == "nt":
        return True
    entry = folder.stat()
    if entry.st_uid != os.geteuid():
        return False
    if entry.st_mode & 0o077:
        folder.chmod(0o700)
    return True


def clean(folder: Path) -> None:
    """Take out what has not been used for long.

    Another process may be at the same, or about to read: what it misses, it compiles.
    """
    oldest = time.time() - KEPT_DAYS * _DAY
    with suppress(OSError):
        for machine in folder.iterdir():
            with suppress(OSError):
                for base in _unused(machine, oldest):
                    for file in machine.glob(f"{base}.*"):
                        file.unlink(missing_ok=True)
                machine.rmdir()  # only an empty one goes


def _unused(machine: Path, oldest: float) -> list[str]:
    """The first part of the names of the files that may go."""
    used: dict[str, float] = {}
    for file in machine.iterdir():
        if match := _FILE.match(file.name):
            with suppress(OSError):
                used[match[1]] = max(used.get(match[1], 0.0), file.stat().st_mtime)
    versions: dict[str, list[str]] = {}
    for base in sorted(used, key=lambda each: -used[each]):
        versions.setdefault(base.rpartition("-")[0], []).append(base)
    return [
        base
        for bases in versions.values()
        for place, base in enumerate(bases)
        if place >= KEPT_VERSIONS or used[base] < oldest
    ]
