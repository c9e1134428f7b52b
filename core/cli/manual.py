"""Shell completion and a manual page, made from the parsers of a command line.

The page is made by hand: argparse-manpage leaves out what stands below the options of a
command (exit statuses, examples), the name's description, and signs outside ASCII in a C locale.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from core import __version__
from core.catalog import FAMILIES, algorithms
from core.cli.arguments import Parser

SHELLS = ("bash", "zsh", "tcsh")


def add_options(parser: argparse.ArgumentParser) -> None:
    """``--completion SHELL`` and ``--manual``, which print and end."""
    parser.add_argument(
        "--completion", action=_Completion, choices=SHELLS, metavar="SHELL",
        help=f"print a completion script for {', '.join(SHELLS)}",
    )  # fmt: skip
    parser.add_argument("--manual", action=_Manual, nargs=0, help="print the manual page (for man -l -)")


class _Completion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, namespace: object, value: object, _: str | None = None) -> None:
        try:
            import shtab
        except ImportError:
            parser.error("completion needs the package shtab: pip install shtab")
        if " " in parser.prog:
            parser.error(f"shells complete installed programs, not {parser.prog}; install it first")
        sys.stdout.write(completion(shtab, parser, str(value)))
        parser.exit()


class _Manual(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        sys.stdout.write(manual(parser))
        parser.exit()


def completion(shtab: Any, parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that a shell reads.  It offers files, keys of algorithms, problems of the gallery, and settings."""
    from core.cli.cover.source import GALLERY_PREFIX
    from core.exact_cover.gallery import GALLERY

    problems: list[str] = []
    for each in subparsers(parser):
        actions: list[Any] = each._actions  # shtab reads an attribute that argparse does not know of
        for action in actions:
            if action.help and GALLERY_PREFIX in action.help:
                problems = problems or [GALLERY_PREFIX + entry.name for entry in GALLERY]
                action.complete = {**shtab.FILE, "bash": "_files_and_problems", "zsh": "_files_and_problems"}
            elif action.metavar == "FILE" or action.dest in ("source", "export"):
                action.complete = shtab.FILE
            elif action.choices is None:
                action.choices = list(_values(action, each)) or None
    preamble = {  # bash ends a word at a colon, and would complete only what follows it
        "bash": "COMP_WORDBREAKS=${COMP_WORDBREAKS//:}\n"
        f'_files_and_problems() {{ compgen -f -- "$1"; compgen -W "{" ".join(problems)}" -- "$1"; }}',
        "zsh": f"_files_and_problems() {{ _files; compadd -- {' '.join(problems)} }}",
    }
    text: str = shtab.complete(parser, shell=shell, preamble=preamble.get(shell, "") if problems else "")
    return text if text.endswith("\n") else text + "\n"


def _values(action: argparse.Action, parser: argparse.ArgumentParser) -> Iterable[str]:
    """The words that an argument accepts, where the argument checks them itself."""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if action.dest in ("algorithm", "algorithms"):
        kinds = FAMILIES.keys() & parser.prog.split()
        return dict.fromkeys(entry.key for entry in algorithms() if not kinds or entry.problem in kinds)
    if metavar == "WHAT":
        from core.compare.documents import DOCUMENTS

        return (*sorted(FAMILIES), "papers", "schema", "history", *DOCUMENTS)
    if action.option_strings and "|" in metavar:
        return metavar.split("|")
    return ()


def subparsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and all its subparsers, in the order of their declaration."""
    if isinstance(parser, Parser):
        parser.declared()
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from subparsers(each)


def manual(parser: argparse.ArgumentParser) -> str:
    """A page in the language of ``man``: every command with its options."""
    name = parser.prog
    lines = [f'.TH "{_plain(name.replace(" ", "-")).upper()}" "1" "" "dancing-queens {__version__}"', ".SH NAME"]
    lines += [f"{_plain(name)} \\- {_plain(parser.description)}", ".SH SYNOPSIS", *_synopsis(parser)]
    lines += [".SH OPTIONS", *_options(parser)]
    commands = list(subparsers(parser))[1:]
    lines += [".SH COMMANDS"] if commands else []
    for each in commands:
        lines += [f'.SS "{_plain(each.prog.removeprefix(name).strip())}"', *_synopsis(each), ".PP"]
        lines += [_plain(each.description or "")] if each.description else []
        lines += [*_options(each)]
        lines += _epilog(each) if each.epilog != parser.epilog else []
    lines += [".SH NOTES", *_epilog(parser)] if parser.epilog else []
    return "\n".join(lines) + "\n"


def _epilog(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The text below the options, with each example on a line of its own."""
    text = (parser.epilog or "").replace("%(prog)s", parser.prog)
    for paragraph in filter(None, text.split("\n\n")):
        examples = paragraph.startswith(parser.prog)
        yield ".PP"
        yield "\n.br\n".join(map(_plain, paragraph.strip().split("\n") if examples else [paragraph]))


def _synopsis(parser: argparse.ArgumentParser) -> Iterator[str]:
    usage = parser.format_usage().partition(":")[2].strip()
    for number, line in enumerate(usage.split("\n") if parser.usage else [usage]):
        yield from [".br"] if number else []
        yield f".B {_plain(line)}"


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()
    for action in parser._actions:
        if action.help is argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction):
            continue
        yield ".TP"
        yield f".B {_plain(formatter._format_action_invocation(action))}"
        yield _plain(formatter._expand_help(action)) if action.help else ""


def _plain(text: str | None) -> str:
    """The text, escaped so that ``man`` shows it unchanged whatever input encoding it assumes."""
    text = re.sub(r"\s+", " ", text or "").strip()
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in text)
    return "\\&" + text if text.startswith((".", "'")) else text
