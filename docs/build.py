"""Builds the documentation: ``python -m docs.build [FOLDER]`` (default: ``build/docs``).

Pages are the Markdown files of this folder and of the top level, the
tutorials (scripts in cells, run while they are built, with what they show),
and a reference made from the docstrings of every public name of ``core`` and its rooms.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import dataclasses
import html
import importlib
import inspect
import io
import re
import textwrap
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parent.parent
TOP = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
PUBLIC = ("core", "core.running", "core.explain", "core.compare", "core.sudoku.human")
"""The packages whose ``__all__`` the reference lists."""
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1d1d1f}"
    "pre,code{font:14px/1.4 ui-monospace,monospace}pre{background:#f4f4f2;padding:.7rem;overflow-x:auto}"
    "pre.out{background:none;border-left:3px solid #c9a227}img,svg{max-width:100%;height:auto}"
    "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2rem .5rem;text-align:left}"
    "h3 code{font-size:1rem}nav a{margin-right:1rem}"
)


def build(folder: Path) -> list[Path]:
    """Write every page; returns them.  Raises whatever a tutorial raises."""
    folder.mkdir(parents=True, exist_ok=True)
    pages: dict[str, str] = {}
    for name in TOP:
        if (ROOT / name).is_file():
            pages[Path(name).stem.lower()] = markdown((ROOT / name).read_text("utf-8"))
    for path in sorted((ROOT / "docs").glob("*.md")):
        pages[path.stem] = markdown(path.read_text("utf-8"))
    for path in sorted((ROOT / "docs" / "tutorials").glob("*.py")):
        pages[path.stem.replace("_", "-")] = tutorial(path.read_text("utf-8"), path)
    pages["reference"] = markdown("\n".join(reference()))
    for name, body in pages.items():
        (folder / f"{name}.html").write_text(_page(name, body, list(pages)), encoding="utf-8")
    (folder / "index.html").write_text(_page("readme", pages["readme"], list(pages)), encoding="utf-8")
    for name in ("CITATION.cff", "LICENSE"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    for picture in (ROOT / "tui" / "screens" / "pictures").glob("*.svg"):
        target = folder / "tui" / "screens" / "pictures" / picture.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(picture.read_bytes())
    return sorted(folder.glob("*.html"))


def markdown(text: str) -> str:
    """Markdown as HTML.  (markdown-it-py comes with Rich.)"""
    from markdown_it import MarkdownIt

    body: str = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return re.sub(r'href="([\w./-]+)\.md"', lambda match: f'href="{Path(match[1]).name.lower()}.html"', body)


def _page(name: str, body: str, names: list[str]) -> str:
    links = "".join(f'<a href="{each}.html">{each.replace("-", " ")}</a>' for each in names)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(name)}</title>'
        f"<style>{_STYLE}</style></head><body><nav>{links}</nav>{body}</body></html>\n"
    )


# Tutorials


def cells(text: str) -> Iterator[tuple[bool, str]]:
    """The cells of a script with ``# %%`` lines: whether it is prose, and its text."""
    for part in re.split(r"^# %%", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        prose = "[markdown]" in head
        yield prose, re.sub(r"^# ?", "", body, flags=re.MULTILINE).strip() if prose else body.strip()


def tutorial(text: str, path: Path) -> str:
    """A script as a page, run cell by cell, each followed by what it prints and by the value of its last line."""
    names: dict[str, Any] = {"__name__": "__main__"}
    out = []
    for prose, body in cells(text):
        if prose:
            out.append(markdown(body))
            continue
        printed, value = run_cell(body, names, path)
        out.append(f"<pre>{html.escape(body)}</pre>")
        out += [f'<pre class="out">{html.escape(printed)}</pre>'] if printed else []
        picture = getattr(value, "_repr_svg_", lambda: None)()
        if picture:
            out.append(picture)
        elif value is not None:
            out.append(f'<pre class="out">{html.escape(repr(value))}</pre>')
    return "\n".join(out)


def run_cell(code: str, names: dict[str, Any], path: Path) -> tuple[str, Any]:
    """What a cell prints, and the value of its last line if that is an expression."""
    tree = ast.parse(code, str(path))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, str(path), "exec"), names)
        value = (
            eval(compile(ast.Expression(last.value), str(path), "eval"), names) if isinstance(last, ast.Expr) else None
        )
    return printed.getvalue(), value


# The reference


def reference() -> Iterator[str]:
    """Markdown about every public name of ``core`` and its rooms, and about the modules behind them."""
    for room in PUBLIC:
        package = importlib.import_module(room)
        yield f"# {room}\n\n{_prose(package)}\n"
        homes: dict[str, list[str]] = {}
        for name in package.__all__:
            home = getattr(getattr(package, name), "__module__", room)
            homes.setdefault(home if home.startswith("core.") else room, []).append(name)  # an alias has no home
        for home, names in sorted(homes.items()):
            module = importlib.import_module(home)
            yield f"## {home}\n\n{_prose(module)}\n"
            for name in names:
                yield from _thing(name, getattr(module, name), module)


def _thing(name: str, thing: Any, module: ModuleType) -> Iterator[str]:
    yield f"### `{name}{_signature(thing)}`\n\n{_prose(thing)}\n"
    if not inspect.isclass(thing):
        return
    notes = _notes(thing, module)
    fields = {field.name for field in dataclasses.fields(thing)} if dataclasses.is_dataclass(thing) else set()
    for key, member in vars(thing).items():
        if key.startswith("_") or key in fields:
            continue
        function = inspect.unwrap(getattr(member, "__func__", member))
        if inspect.isfunction(function):
            yield f"- `{key}{_signature(function)}` {_prose(function, one_line=True)}"
        elif isinstance(member, property):
            yield f"- `{key}` {_prose(member, one_line=True)}"
    yield from (f"- `{key}` {' '.join(text.split())}" for key, text in notes.items())
    yield ""


def _notes(thing: type, module: ModuleType) -> dict[str, str]:
    """The strings below the fields and members of a class."""
    source = Path(inspect.getsourcefile(thing) or "").read_text("utf-8")
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name == thing.__name__:
            for field, note in zip(node.body, node.body[1:], strict=False):
                targets = field.targets if isinstance(field, ast.Assign) else []
                target = field.target if isinstance(field, ast.AnnAssign) else next(iter(targets), None)
                if isinstance(target, ast.Name) and isinstance(note, ast.Expr) and isinstance(note.value, ast.Constant):
                    found[target.id] = str(note.value.value)
    return found


def _signature(thing: Any) -> str:
    try:
        text = re.sub(r"<\w+\.(\w+): [^>]*>", r"\1", str(inspect.signature(thing)))
    except (TypeError, ValueError):
        return ""
    if inspect.isclass(thing) and issubclass(thing, Enum):  # one names a member; nobody calls it
        return ""
    text = re.sub(r"<built-in function (\w+)>", r"\1", re.sub(r"ForwardRef\(('[^']*')\)", r"\1", text))
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)  # annotations are kept as strings


def _prose(thing: Any, *, one_line: bool = False) -> str:
    text = inspect.getdoc(thing) or ""
    if one_line:
        return " ".join(text.partition("\n\n")[0].split())
    # Examples become blocks of code.
    return re.sub(r"(?m)((?:^ *>>> .*\n?(?:^(?! *>>>).*\S.*\n?)*)+)", _block, text)


def _block(match: re.Match[str]) -> str:
    return f"\n```\n{textwrap.dedent(match[1]).rstrip()}\n```\n"


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m docs.build", description="Build the reference and the tutorial.")
    asked.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "docs", help="default: build/docs")
    for page in build(asked.parse_args().folder):
        print(page)
