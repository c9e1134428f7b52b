"""Which of our modules import each other in a circle, imports inside functions counted, ``TYPE_CHECKING`` left out.

``python -m tools.import_circles`` prints them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tests import ROOT
from tests.syntax import tree_of


def modules(package: str) -> dict[str, Path]:
    """The modules of a top-level package by name; a package goes by its own name."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path, known: dict[str, Path]) -> set[str]:
    """The modules among ``known`` that this file imports anywhere but under ``if TYPE_CHECKING``."""
    found = set()
    for node in _statements(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in known}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found |= {inner} if inner in known else {node.module} & known.keys()
    return found


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from _statements(node)


def circles(package: str) -> list[tuple[str, ...]]:
    """The groups of modules in which each can be reached from each other by imports (strongly connected), sorted."""
    known = modules(package)
    graph = {name: imports(path, known) - {name} for name, path in known.items()}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []

    def visit(name: str) -> None:  # Tarjan 1972
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            place = stack.index(name)
            group = stack[place:]
            del stack[place:]
            if len(group) > 1:
                found.append(tuple(sorted(group)))

    for name in graph:
        if name not in index:
            visit(name)
    return sorted(found)


if __name__ == "__main__":
    for which in sys.argv[1:] or ("core", "tui"):
        for circle in circles(which):
            print(" ↔ ".join(circle))
