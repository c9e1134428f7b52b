"""Values made on first use: the names of a package, and results that several threads ask for."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable
from functools import cache, lru_cache, wraps
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def on_demand(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` of a package that imports each public name from its home on first use, and its ``__dir__``.

    See PEP 562.  The names are written only once, where type checkers, editors and people read them: in the imports
    below ``if TYPE_CHECKING:``, which are looked up when the first name is asked for.  ``__homes__`` says which module
    each name comes from.  Hide both functions from type checkers, or every misspelt name would pass.
    """

    @cache
    def homes() -> dict[str, str]:
        import ast  # not needed for a mere `import core`

        spec = sys.modules[package].__spec__
        loader: Any = spec.loader if spec is not None else None
        tree = ast.parse(loader.get_source(package))
        typed = next(n for n in tree.body if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING")
        imports = [node for node in typed.body if isinstance(node, ast.ImportFrom)]
        return {each.name: str(node.module) for node in imports for each in node.names}

    def look_up(name: str) -> Any:
        if name in ("__all__", "__homes__"):
            return sorted(homes()) if name == "__all__" else homes()
        home = homes().get(name) if not name.startswith("_") else None
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(home), name)
        setattr(sys.modules[package], name, value)
        return value

    return look_up, listing(package)


def listing(package: str) -> Callable[[], list[str]]:
    """The ``__dir__`` of a package: its ``__all__``, the names in double underscores, and the public packages in it.

    Public packages are those with such a list of their own, once imported; other imported modules are private.
    """

    def listed() -> list[str]:
        module = sys.modules[package]
        shown = (name for name, value in vars(module).items() if name.startswith("__") or _is_public_package(value))
        return sorted({*module.__all__, *shown})

    return listed


def _is_public_package(value: object) -> bool:
    return isinstance(value, ModuleType) and "__dir__" in vars(value)


def keeps(last: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the ``last`` results of a function of hashable arguments.

    One thread computes a result; others that ask for it meanwhile wait.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        lock = threading.Lock()
        cached: Any = lru_cache(maxsize=last)(function)

        @wraps(function)
        def kept(*arguments: P.args, **named: P.kwargs) -> T:
            with lock:
                result: T = cached(*arguments, **named)
                return result

        kept.cache_clear = cached.cache_clear  # type: ignore[attr-defined]
        return kept

    return decorate
