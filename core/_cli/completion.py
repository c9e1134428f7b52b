"""Shell completion, made from the parsers of a command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from core._catalog import FAMILIES, algorithms
from core._cli.arguments import Parser

SHELLS = ("bash", "zsh", "tcsh")


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--completion SHELL``, which prints a script and exits."""
    parser.add_argument(
        "--completion", action=_Completion, choices=SHELLS, metavar="SHELL",
        help=f"print a completion script for {', '.join(SHELLS)}",
    )  # fmt: skip


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


def completion(shtab: Any, parser: argparse.ArgumentParser, shell: str) -> str:
    """The script for a shell.  It offers files, keys of algorithms, problems of the gallery, and settings."""
    from core.exact_cover._gallery import GALLERY, PREFIX

    problems: list[str] = []
    for each in subparsers(parser):
        actions: list[Any] = each._actions  # shtab reads an attribute that argparse does not know
        for action in actions:
            if action.help and PREFIX in action.help:
                problems = problems or [PREFIX + entry.name for entry in GALLERY]
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
    """The words that an argument accepts, if it checks them itself."""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if action.dest in ("algorithm", "algorithms"):
        kinds = FAMILIES.keys() & parser.prog.split()
        return dict.fromkeys(entry.key for entry in algorithms() if not kinds or entry.problem in kinds)
    if metavar == "WHAT":
        from core.compare._papers.documents import DOCUMENTS

        return (*sorted(FAMILIES), "papers", "schema", "history", *DOCUMENTS)
    if action.option_strings and "|" in metavar:
        return metavar.split("|")
    return ()


def subparsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and all its subparsers, in the order declared."""
    if isinstance(parser, Parser):
        parser.declared()
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from subparsers(each)
