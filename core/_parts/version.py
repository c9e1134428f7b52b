"""Names the program text that a count depends on: two machines with the same text count alike.

A count depends on the module that starts its searches, on the one that divides it, and on all that these import
when imported, if it comes with this program or from the same package (a plug-in's).  The text of all other
modules is left out, so an edit to a screen, a command or another algorithm makes no new version.
"""

from __future__ import annotations

import ast
import hashlib
import threading
from collections.abc import Iterator
from functools import cache
from importlib.abc import FileLoader, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, resolve_name

from core._catalog import Algorithm

OWN_PACKAGE = "core"
COMMON = "core._parts.part"
"""The modules that every count in parts uses."""

_reading = threading.Lock()
"""Held by the thread that reads the text, while others that finish parts wait for the name.  Up to Python 3.11.7, two
threads that parse at once may fail with a SystemError (CPython issue 106905)."""


def code_version(entry: Algorithm) -> str:
    """A name for the program text that this algorithm's counts depend on."""
    homes = {name.partition(":")[0] for name in (entry.starts_at, entry.divides) if name}
    with _reading:
        return _version(tuple(sorted({COMMON, *homes})))


@cache
def _version(roots: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    packages = {OWN_PACKAGE, *(name.partition(".")[0] for name in roots)}
    texts: dict[str, bytes] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        spec = _spec(name) if name not in texts and name.partition(".")[0] in packages else None
        if spec is None or spec.origin is None or not isinstance(spec.loader, FileLoader):
            continue
        texts[name] = spec.loader.get_data(spec.origin).replace(b"\r\n", b"\n")
        if isinstance(spec.loader, SourceLoader):
            waiting += _imported(ast.parse(texts[name]), spec.parent or "")
    for name, text in sorted(texts.items()):
        digest.update(b"%s %d\n" % (name.encode(), len(text)))
        digest.update(text)
    return digest.hexdigest()[:12]


@cache
def _spec(name: str) -> ModuleSpec | None:
    """The location of a module, without importing it; None if there is no such module."""
    package = name.rpartition(".")[0]
    if package:
        above = _spec(package)
        if above is None or above.submodule_search_locations is None:
            return None
    return find_spec(name)


def _imported(node: ast.AST, package: str) -> Iterator[str]:
    """The names, possibly of modules, that a module imports when it is itself imported.

    A string may name a module beside it that gives its functions machine code (`core._kernels.kernel.machine_form`).
    """
    for inner in ast.iter_child_nodes(node):
        match inner:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for decorator in inner.decorator_list:
                    yield from _imported(decorator, package)
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                pass
            case ast.Import(names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module, names, level):
                home = resolve_name("." * (level or 0) + (module or ""), package)
                yield home
                yield from (f"{home}.{each.name}" for each in names)
            case ast.Constant(str(text)) if text.rpartition(".")[0] == package:
                yield text
            case _:
                yield from _imported(inner, package)
