"""The parts of a module that an edit can touch, and who mentions whom: read from the sources, nothing is imported.

A part is a function with all that is in it, or a statement outside functions.  Names are compared as they stand there,
within a module and the modules that import it: what is too much costs time, what is too little would cost the truth.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HALLS = ("core", "tui", "tests", "tools", "docs")
ONCE = re.compile(r"cache|lru_cache|kernel|inline_kernel|machine_form|overload|lower_builtin|_\w+")
"""Decorators of functions of which no recording sees every call: a result is kept, or a kernel is compiled."""


@dataclass
class Part:
    """Equal parts have equal `text`: comments, docstrings and the lines that it stands on do not count."""

    name: str
    """``Class.method``, the first name that a statement binds, or nothing."""
    once: bool
    """Whether no recording sees every use of it: it runs when the module is imported, is compiled, or kept."""
    nodes: list[ast.AST] = field(default_factory=list)
    lines: set[int] = field(default_factory=set)
    """Those that run when it is called."""
    binds: set[str] = field(default_factory=set)
    mentions: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    """Functions, and methods with their classes."""

    @property
    def imports(self) -> bool:
        """Whether this only brings in a name for its own module."""
        return all(isinstance(node, ast.Import | ast.ImportFrom) for node in self.nodes) and bool(self.nodes)

    @property
    def text(self) -> str:
        return "".join(map(ast.dump, self.nodes))


def parsed(source: str) -> ast.Module:
    """A module as a tree: an empty one where the source is no Python."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def parts_of(tree: ast.Module) -> dict[str, Part]:
    """The parts of a module by their names."""
    found: dict[str, Part] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                first.value.value = ""  # a docstring
    _look(tree.body, "", found)
    return found


def _look(body: Sequence[ast.AST], around: str, found: dict[str, Part]) -> None:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            once = any(ONCE.fullmatch(_last(each)) for each in node.decorator_list)
            part = _add(found, around + node.name, once, node)
            part.lines.update(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
            part.binds.add(node.name)
        elif isinstance(node, ast.ClassDef):
            part = _add(found, around + node.name, True, *node.decorator_list, *node.bases, *node.keywords)
            part.binds.add(node.name)
            _look(node.body, f"{around}{node.name}.", found)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
            _look([*inner, *(each for one in getattr(node, "handlers", ()) for each in one.body)], around, found)
            if isinstance(node, ast.If):
                _look([ast.Expr(node.test)], around, found)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            names = list(_bound(node))
            importing = "import " * isinstance(node, ast.Import | ast.ImportFrom)
            part = _add(found, around + importing + (names[0] if names else ""), True, node)
            part.binds.update(names)
            if around:
                part.binds.add(around.split(".")[-2])


def _add(found: dict[str, Part], name: str, once: bool, *nodes: ast.AST) -> Part:
    part = found.setdefault(name, Part(name, once))
    part.once |= once
    part.nodes += nodes
    for node in nodes:
        for each in ast.walk(node):
            part.mentions.update(_mentioned(each))
            if isinstance(each, ast.Call):
                part.calls.add(_called(each.func))
    return part


def _bound(node: ast.AST) -> Iterator[str]:
    """What a statement binds, or else what it mentions: it may change that."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((each.asname or each.name).partition(".")[0] for each in node.names)
        return
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    stored = [each.id for each in names if isinstance(each.ctx, ast.Store)]
    yield from stored or (each.id for each in names)


def _mentioned(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.alias(name=name):
            yield name.rpartition(".")[2]
        case ast.Constant(value=str(text)):
            yield from re.findall(r"\w+", text)
            yield from (f"/{name}" for name in text.split("/"))  # files and folders


def _called(node: ast.AST) -> str:
    """``function`` or ``Class.method``."""
    within = _last(node.value) + "." if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) else ""
    return within + _last(node)


def _last(node: ast.AST) -> str:
    """The last name of a function that is called or decorates: ``kernel`` of ``kernels.kernel(cold=True)``."""
    while isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _imported(tree: ast.AST) -> Iterator[str]:
    """The modules that one imports or names in a text, as files; some of these do not exist."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
            names = re.findall(r"\w+(?:\.\w+)+", node.value)
            names += [name.rpartition(".")[0] for name in names]
        for name in names:
            yield from (f"{name.replace('.', '/')}.py", f"{name.replace('.', '/')}/__init__.py")


class Sources:
    """All modules of a project as they are now.  Those that matter are parsed."""

    def __init__(self, root: Path) -> None:
        paths = [path for hall in HALLS for path in sorted((root / hall).rglob("*.py"))]
        self.texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
        self.parts = cache(lambda path: parts_of(parsed(self.texts.get(path, ""))))
        """The parts of a module, by its path."""
        self.imported = cache(lambda path: frozenset(_imported(parsed(self.texts[path]))))
        """The modules that one imports, or names in a text."""

    def mentioning(self, words: Set[str], path: str = "") -> Iterator[tuple[str, Part]]:
        """The parts that mention one of these names, in the module and those that import it (no module: in all)."""
        for each, text in self.texts.items():
            if any(word.lstrip("/") in text for word in words) and (path in ("", each) or path in self.imported(each)):
                yield from ((each, part) for part in self.parts(each).values() if part.mentions & words)
