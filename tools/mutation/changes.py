"""Small changes of a module: what `tools.mutation` tries."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

COMPILED = {"kernel", "inline_kernel", "intrinsic"}
TURNED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
OPPOSITE: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
    ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change of one module."""

    path: Path
    """Relative to the root."""
    line: int
    start: int
    """Where in the text, in characters."""
    end: int
    text: str
    """What stands there instead."""

    def applied(self, source: str) -> str:
        """The module with the change."""
        return source[: self.start] + self.text + source[self.end :]


class _Places:
    """Turns a node's lines and byte columns into characters of the text."""

    def __init__(self, source: str) -> None:
        self._lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def _at(self, line: int, column: int) -> int:
        text = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(text)

    def of(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)


def mutants(path: Path, root: Path = ROOT) -> list[Mutant]:
    """All changes of one module below ``root``."""
    source = (root / path).read_text(encoding="utf-8")
    places = _Places(source)
    return [
        Mutant(path, node.lineno, *places.of(node), text) for node, text in _changes(ast.parse(source), source, places)
    ]


def _changes(tree: ast.AST, source: str, places: _Places) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    for node in ast.iter_child_nodes(tree):
        if _is_declaring(tree, node):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in node.decorator_list} & COMPILED:
                continue
            for statement in node.body:
                if not _is_docstring(statement):
                    yield from _of_node(statement, source, places)
                    yield from _changes(statement, source, places)
            continue
        if isinstance(node, ast.expr | ast.stmt) and not _is_docstring(node) and not _is_typing(node):
            yield from _of_node(node, source, places)
            yield from _changes(node, source, places)
        elif not isinstance(node, ast.expr | ast.stmt | ast.arguments | ast.arg):
            yield from _changes(node, source, places)


def _is_declaring(tree: ast.AST, node: ast.AST) -> bool:
    """Whether a node stands in a type or a decorator."""
    if isinstance(tree, ast.AnnAssign):
        return node is tree.annotation
    return isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef) and (
        node is tree.returns or node in tree.decorator_list
    )


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    )


def _of_node(node: ast.AST, source: str, places: _Places) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    def text(part: ast.expr) -> str:
        start, end = places.of(part)
        return source[start:end]

    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in TURNED:
            yield node, f"({text(left)} {TURNED[type(op)]} {text(right)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPPOSITE and not _is_text(left, right):
            yield node, f"({text(left)} {OPPOSITE[type(op)]} {text(right)})"
        case ast.BoolOp(op=op, values=[first, *rest]):
            word = " or " if isinstance(op, ast.And) else " and "
            yield node, "(" + word.join(text(value) for value in (first, *rest)) + ")"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({text(operand)})"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            yield test, f"(not ({text(test)}))"
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, f"{value + 1}" if value >= 0 else f"({value + 1})"
        case ast.Constant(value=float(value)):
            yield node, repr(value * 2 + 1)
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.Return(value=ast.expr() as value) if not (
            isinstance(value, ast.Constant) and value.value in (None, False)
        ):
            yield node, "return None"


def _is_text(*nodes: ast.expr) -> bool:
    return any(isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
               for node in nodes)  # fmt: skip
