"""Pages of the site that are made from the program: nobody writes them, and they cannot be out of date.

`pages` gives them as Markdown by the names of their files; `docs.site` puts them with the written ones.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import inspect
import io
import math
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import core
from core._cli import command_line, completion
from core.explain import pseudocode_of
from core.explain._pseudocode import WIDEST
from core.sudoku.rules import KINDS
from docs.fences import fenced
from tui import __main__ as app_line
from tui.app import every_action
from tui.glossary import PAGE as GLOSSARY

ROOT = Path(__file__).parent.parent
TOP = {"README": "index", "ARCHITECTURE": "architecture", "CONTRIBUTING": "contributing", "CHANGELOG": "changelog"}
"""The pages at the top of the project, and what each is called on the site."""
_ELSEWHERE = {
    "](docs/": "](", "tui/screens/pictures/": "pictures/", "[CITATION.cff](CITATION.cff)": "`CITATION.cff`",
}  # fmt: skip
"""How these pages link to what stands elsewhere on the site, or is not on it."""
PUBLIC = (
    "core", "core.errors", "core.running", "core.explain", "core.compare", "core.sudoku", "core.sudoku.rules",
    "core.sudoku.human", "core.exact_cover", "core.storage",
)  # fmt: skip
"""The packages whose ``__all__`` the reference lists."""


def pages() -> dict[str, str]:
    """Every page that is made, by the name of its file.  Raises whatever a tutorial raises."""
    made = {f"{page}.md": top_page(name) for name, page in TOP.items()}
    made["glossary.md"] = GLOSSARY.read_text("utf-8")
    made["options.md"] = options()
    made["every-key.md"] = every_key()
    made["sudoku-rules.md"] = rules()
    made["sources.md"] = sources()
    made["pseudocode.md"] = pseudocode()
    for path in sorted((ROOT / "docs" / "tutorials").glob("*.py")):
        made[f"{path.stem.replace('_', '-')}.md"] = tutorial(path)
    made |= {f"reference/{room}.md": reference(room) for room in PUBLIC}
    return made


def top_page(name: str) -> str:
    """A page from the top of the project, with its links as they are on the site."""
    text = (ROOT / f"{name}.md").read_text("utf-8")
    for there, here in _ELSEWHERE.items():
        text = text.replace(there, here)
    return re.sub(r"\]\((\w+)\.md", lambda match: f"]({TOP.get(match[1], match[1])}.md", text)


# What may be typed


def options() -> str:
    """Every command with its options, as ``--help`` gives them."""
    out = ["# Every option", "", "What `--help` says, command by command; [the command line](commands.md) tells what"
           " it is for."]  # fmt: skip
    for top in (command_line.parser("dq"), app_line.parser("dancing-queens")):
        for parser in completion.subparsers(top):
            level = "##" if parser is top else "###"
            out += ["", f"{level} {parser.prog}", "", "```text", _help(parser), "```"]
    return "\n".join(out) + "\n"


def _help(parser: argparse.ArgumentParser) -> str:
    parser.formatter_class = _formatter(parser.formatter_class)
    return parser.format_help().rstrip()


def _formatter(kind: Any) -> Any:
    """The same form of help, as wide as a page whatever the terminal is."""

    class Wide(kind):  # type: ignore[misc]
        def __init__(self, prog: str, **more: Any) -> None:
            super().__init__(prog, **{**more, "width": 80})

    return Wide


def every_key() -> str:
    """Everything that can be done, by screen, with its keys."""
    out = ["# Every key", "", "What `dancing-queens --keys` says. `^p` is ctrl and p. The settings file takes the names"
           " of the first column; [keys and looks](keys.md) says how."]  # fmt: skip
    for title, actions in every_action():
        out += ["", f"## {title}", "", "| name | keys | what it does |", "|---|---|---|"]
        for action in actions:
            keys = " ".join(f"`` {key} ``" if key == "`" else f"`{key}`" for key in action.shown_keys(9).split())
            out.append(f"| `{action.setting}` | {keys or 'palette'} | {_cell(action.help)} |")
    return "\n".join(out) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


# The rules of Sudoku


def rules() -> str:
    """How a Sudoku with rules of any kind is typed: every kind, an example of its line, and what it demands."""
    out = [
        _RULES,
        "| what people call it | its line | what it demands | on f-puzzles | in strings of ISS |",
        "|---|---|---|---|---|",
    ]
    for kind in KINDS.values():
        demands = (kind.__doc__ or "").partition("\n")[0]
        there = (", ".join(f"`{name}`" for name in vars(kind).get(notation, {})) for notation in ("fpuzzles", "iss"))
        out.append(
            f"| {kind.title[:1].upper()}{kind.title[1:]} | `{kind.usage}` | {_cell(demands)} | {' | '.join(there)} |"
        )
    return "\n".join(out) + "\n"


_RULES = """# Rules of Sudoku

A puzzle with rules of any kind is a text that you can type: a grid, then one rule a line. Save it as `NAME.rules`,
paste it into the app, or give it to `dq sudoku solve`, `count`, `check` and the others.

```text
# title: Two rules
1...
....
....
...4
cage 5: r1c1 r1c2     # these two cells add up to 5 and differ
thermo: r2c1-r2c3     # values rise along these three
```

- The grid is written in any form that is [read](formats.md). An empty one is `grid 9`, or `grid 2x3` with boxes of two
  rows and three columns; without a grid it is 9×9. A grid may list candidates: then a cell holds one of its own.
- Rows, columns and boxes need no line. `regions` takes the place of the boxes, and `without boxes` (or `rows`,
  `columns`) takes them away.
- `r4c7` is the cell in row 4 and column 7. `r1c1-r1c4` is a run along a row, a column or a diagonal, with both ends.
- What stands behind `#` is a comment; `# title:`, `# author:`, `# date:`, `# source:` and `# description:` at the
  beginning of a line count.
- Another grid below the rules begins the next puzzle.

`dq sudoku convert FILE --to rules` writes this form, and `--to fpuzzles` a link that f-puzzles and SudokuPad open. What
is wrong is told with its line and column and with what was expected there. A rule that a format or a link cannot say is
named, and nothing is written; a kind of rule in a link that is not in this table is named too, and the link refused.

In the table, n is the number of cells in a row. The last two columns say what a kind is called where it is read: in
documents of f-puzzles, and in strings of
[Interactive Sudoku Solver](https://sigh.github.io/Interactive-Sudoku-Solver/) (ISS).
"""


# Where the algorithms come from


def sources() -> str:
    """Who the algorithms are from, by year, with the algorithms that each describes."""
    out = [_SOURCES]
    entries = sorted(core.algorithms(), key=lambda entry: (entry.source.year, str(entry.source)))
    out += ["| year | who | what | algorithms |", "|---|---|---|---|"]
    for _, same in groupby(entries, key=lambda entry: str(entry.source)):
        these = list(same)
        source = these[0].source
        keys = ", ".join(f"{entry.problem} `{entry.key}`" for entry in these)
        number = f" ({source.document})" if source.document else ""
        out.append(f"| {source.year} | {source.author} | {_cell(source.title)}{number} | {keys} |")
    return "\n".join(out) + "\n"


_SOURCES = """# Sources

The numbers 000 to 004 that the program mentions are the five documents it grew from: Veneroso (2017, 000), where the
queens model comes from; a blog post on bitmasks (2011, 001); Giovannetti's slides (2010, 002); Nery (2019, 003);
Fernandes and Alho (004). Dancing Links is Knuth's ([2000](https://arxiv.org/abs/cs/0011047)), after Hitotsumatu and
Noshita (1979). The counts of N queens are those of OEIS [A000170](https://oeis.org/A000170), up to symmetry
[A002562](https://oeis.org/A002562).

The algorithms, by year:
"""


# How the algorithms go


def pseudocode() -> str:
    """Every tree search in its few lines; what is told alike stands once."""
    out = [_PSEUDOCODE]
    told = [(entry, code) for entry in core.algorithms() if (code := pseudocode_of(entry)) is not None]
    for kind, group in groupby(told, key=lambda each: each[0].problem):
        out.append(f"## {kind.capitalize()}\n")
        for code, same in groupby(group, key=lambda each: each[1]):
            entries = [entry for entry, _ in same]
            source = code.source
            out.append(f"### {', '.join(entry.title for entry in entries)}\n")
            keys = ", ".join(f"`{entry.key}`" for entry in entries)
            out.append(f"{keys}. In the form of {source.author} ({source.year}), {source.title}.\n\n```text")
            out += [f"{line.text:<{WIDEST}}  {line.note}".rstrip() for line in code.lines]
            out.append("```\n")
    return "\n".join(out)


_PSEUDOCODE = """# Pseudocode

`C` shows these lines beside the board, on Queens, Cover and Sudoku: the one where the search stands is lit, and below
are the variables. `dq explain queens 8 --node 9 --pseudocode` prints the same.
"""


# Tutorials


def tutorial(path: Path) -> str:
    """A script as a page, run cell by cell, each followed by what it prints and by the value of its last line.

    A cell of a kind is not run: ``markdown`` is prose, and ``measures`` is shown alone.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    out = []
    for kind, body in cells(path.read_text("utf-8")):
        if kind:
            out.append(body if kind == "markdown" else f"```python\n{body}\n```")
            continue
        printed, value = run_cell(body, names, path)
        out.append(f"```python\n{body}\n```")
        out += [f"```text\n{printed.rstrip()}\n```"] if printed else []
        picture = getattr(value, "_repr_svg_", lambda: None)()
        if picture:
            out.append('<div class="shown">' + " ".join(picture.split("\n")) + "</div>")
        elif value is not None:
            out.append(f"```text\n{value!r}\n```")
    return "\n\n".join(out) + "\n"


def cells(text: str) -> Iterator[tuple[str, str]]:
    """The cells of a script with ``# %%`` lines: of which kind it is, and its text."""
    for part in re.split(r"^# %%", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        kind = head.strip(" []")
        yield kind, re.sub(r"^# ?", "", body, flags=re.MULTILINE).strip() if kind == "markdown" else body.strip()


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


def reference(room: str) -> str:
    """The page of a public package: what it is about, its public names, and an anchor for each to be filled."""
    package = importlib.import_module(room)
    about = _prose(package)
    shown = "\n".join(line for line in about.splitlines() if ">>>" in line)
    out = [f"# {room}", "", about, "", "| name | |", "|---|---|"]
    homes: dict[str, list[str]] = {}
    for name in package.__all__:
        homes.setdefault(home_of(package, name), []).append(name)
        out.append(f"| [`{name}`](#{room}.{name}) | {_first_sentence(package, name)} |")
    for home in sorted(homes, key=lambda home: (min(_first_in(shown, name) for name in homes[home]), home)):
        said = _prose(importlib.import_module(home)) if home != room else "Its names"
        title, _, more = said.partition("\n\n")
        out += ["", f"## {' '.join(title.split()).rstrip('.')}", "", more]
        out += [f"\n::: {room}.{name}\n    options:\n      heading_level: 3{_shown(room)}" for name in homes[home]]
    return "\n".join(out) + "\n"


def _shown(room: str) -> str:
    """Options of a page: every kind of rule gives the same class variables a value, which `sudoku-rules` tells."""
    return "\n      show_if_no_docstring: false" if room == "core.sudoku.rules" else ""


def _first_in(text: str, name: str) -> float:
    """Where a text first has this name: what the example of a package uses first, its page tells first."""
    found = re.search(rf"\b{name}\b", text)
    return found.start() if found else math.inf


def home_of(package: ModuleType, name: str) -> str:
    """The module that holds a public name of a package."""
    imports = [node for node in ast.walk(_tree(package)) if isinstance(node, ast.ImportFrom)]
    homes = {each.name: str(node.module) for node in imports for each in node.names}
    return homes.get(name, package.__name__)


def _first_sentence(package: ModuleType, name: str) -> str:
    """The first sentence of what is said about a public name: about a value, the text below it in its home."""
    value = getattr(package, name)
    said = _said_below(importlib.import_module(home_of(package, name)), name)
    if not said and (inspect.isclass(value) or inspect.isroutine(value)):
        said = inspect.getdoc(value) or ""
    paragraph = " ".join(said.partition("\n\n")[0].split())
    return _cell(re.sub(r"``([^`]+)``", r"`\1`", re.split(r"(?<=\.) (?=[A-Z`])", paragraph)[0]))


def _said_below(home: ModuleType, name: str) -> str:
    """The text below the line of a module that gives a name its value; empty where no line does."""
    for node, below in pairwise(_tree(home).body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if name in [target.id for target in targets if isinstance(target, ast.Name)] and isinstance(below, ast.Expr):
            return inspect.cleandoc(str(ast.literal_eval(below.value)))
    return ""


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _prose(module: ModuleType) -> str:
    """What a module says of itself; its examples become blocks of code."""
    text = textwrap.dedent(module.__doc__ or "").strip()
    return fenced(re.sub(r"``([^`]+)``", r"`\1`", text))
