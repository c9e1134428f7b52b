"""Command-line arguments: the parser of both command lines, values, and the parameters of algorithms.

Every parameter of an algorithm is a flag, made from the entries of the catalog:

    dq queens 8 --algorithm dlx-s --order text
    dq sudoku solve FILE --algorithm propagation --inference singles
    dq explain cover gallery:langford-3 --choice first

The flags fill one dictionary, ``options.parameters``, with the text typed; `settings_of` checks it.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NoReturn

from core._catalog import FAMILIES, THREADS, Algorithm, algorithms, named
from core._cli.console import BAD_USAGE, UsageError
from core._plain import written
from core._reasons import similar
from core._search import CannotSolve, Problem
from core._words import both, either

MOST_PARTS = 1_000_000
"""The most parts that a count may have: each is a value in memory, and perhaps a row of a file."""

GIVEN = {"queens": "core._cli.queens", "sudoku": "core._cli.sudoku.puzzle_file", "cover": "core._cli.cover.source"}
"""For each kind of problem, the module through which a command that explains a search is given one:
``add_problem(command)`` declares the arguments, ``given_problem(options)`` takes them, and ``EXPLAINED`` is the
usual algorithm."""

Declare = Callable[[argparse.ArgumentParser], None]
"""A function that adds the arguments of a command to its parser."""


class Parser(argparse.ArgumentParser):
    """A parser that reports an error and what may have been meant in one line on standard error, and exits with 2.

    ``declare`` is a function that takes the parser and adds its arguments, or its name, ``module:function``.  It is
    imported and called when the arguments are first needed, so that only the command typed costs time.
    """

    def __init__(self, *arguments: Any, declare: Declare | str | None = None, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._declare = declare

    def declared(self) -> Parser:
        """This parser, with its arguments declared."""
        if self._declare:
            declare, self._declare = self._declare, None
            (named(declare) if isinstance(declare, str) else declare)(self)
            describe(self)
        return self

    def error(self, message: str) -> NoReturn:
        """Print the message in one line on standard error and exit with `BAD_USAGE`."""
        self.exit(BAD_USAGE, f"{self.prog}: {message}\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Print a message on standard error, with no control over the terminal, and exit with the status."""
        super().exit(status, written(message) if message else None)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            near = similar(str(value), names)
            meant = f"did you mean {either(near)}?" if near else f"there are {', '.join(names)}"
            raise argparse.ArgumentError(action, f"{value!r} is not known; {meant}")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments that this parser knows, after declaring them; if nothing was typed, say what may
        follow."""
        words = sys.argv[1:] if args is None else list(args)
        self.declared()
        for action in self._actions if not words else ():
            if isinstance(action, argparse._SubParsersAction) and action.required:
                self.error(f"expected {either(action.choices)}; {self.prog} --help explains them")
        return super().parse_known_args(words, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments; exit with a message if any of them is not known."""
        return self._all_used(*self.parse_known_args(args, namespace))

    def parse_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse options and positional arguments in any order; exit with a message if any is not known."""
        return self._all_used(*self.parse_known_intermixed_args(args, namespace))

    def _all_used(self, options: argparse.Namespace, rest: list[str]) -> argparse.Namespace:
        if rest:
            known = sorted({name for each in _in_charge(self, options) for name in each._option_string_actions})
            words = {name.lstrip("-"): name for name in known}  # the hyphens make all names similar
            near = similar(rest[0].partition("=")[0].lstrip("-"), words) if rest[0].startswith("-") else []
            meant = f"; did you mean {either(words[each] for each in near)}?" if near else ""
            what = "there is no option {} here" if rest[0].startswith("-") else "unexpected argument {}"
            self.error(f"{what.format(repr(rest[0]))}{meant}")
        return options


def describe(parser: argparse.ArgumentParser) -> None:
    """Give every command without a description its line from the list of commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            lines = {each.dest: each.help or "" for each in action._choices_actions}
            for name, command in action.choices.items():
                line = lines.get(name, "")
                command.description = command.description or f"{line[:1].upper()}{line[1:]}."
                describe(command)


def add_commands(
    parser: argparse.ArgumentParser, commands: Mapping[str, tuple[Declare | str, str]], dest: str, **more: Any
) -> None:
    """Let one of these commands follow; each is declared only when typed.

    ``commands`` gives for each name the function that declares it, or that function's name, and a line about it.
    """
    chosen = parser.add_subparsers(dest=dest, **{"metavar": dest.upper(), "required": True, **more})
    for name, (declare, line) in commands.items():
        chosen.add_parser(name, help=line, declare=declare)


def add_kinds(parser: argparse.ArgumentParser, also: Callable[[argparse.ArgumentParser, str], None]) -> None:
    """Let a problem of one of the kinds follow, to be read by `given_problem`; ``also`` adds to its arguments."""

    def declare(kind: str, command: argparse.ArgumentParser) -> None:
        importlib.import_module(GIVEN[kind]).add_problem(command)
        also(command, kind)

    kinds = {kind: (partial(declare, kind), each.one) for kind, each in FAMILIES.items() if kind in GIVEN}
    add_commands(parser, kinds, "kind", metavar="PROBLEM")


def given_problem(options: argparse.Namespace) -> Problem:
    """The problem declared by `add_kinds`.  Raises UsageError, OSError or ProblemError."""
    problem: Problem = importlib.import_module(GIVEN[options.kind]).given_problem(options)
    return problem


def _in_charge(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Iterator[argparse.ArgumentParser]:
    """The parser and the subparsers to which it passed these options."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            chosen = action.choices.get(str(getattr(options, action.dest, None)))
            if chosen is not None:
                yield from _in_charge(chosen, options)


def positive(text: str) -> int:
    """An argument that is a whole number of at least 1 (for argparse's ``type``)."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return number


def seconds_up_to(most: float, *, zero: bool = False) -> Callable[[str], float]:
    """Make a reader of seconds (argparse's ``type``): above 0, or from 0 on with ``zero``, and at most ``most``."""

    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most or (value == 0 and not zero):
            told = "from 0 to" if zero else "above 0 and up to"
            raise argparse.ArgumentTypeError(f"expected seconds {told} {most}, not {text!r}")
        return value

    return seconds


def number_of_parts(text: str) -> int:
    """An argument that is a number of parts (for argparse's ``type``)."""
    number = positive(text)
    if number > MOST_PARTS:
        raise argparse.ArgumentTypeError(f"expected {MOST_PARTS} or less, not {text!r}")
    return number


def share(text: str) -> float:
    """An argument that is a share such as 1%, as a fraction."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)%", text)
    if match is None or not 0 < float(match[1]) <= 100:
        raise argparse.ArgumentTypeError(f"expected a share such as 1%, at most 100%, not {text!r}")
    return float(match[1]) / 100


def part_of(text: str) -> tuple[range, int]:
    """An argument K/P or K-L/P, with K and L counted from 1: the numbers of the parts, from 0, and P."""
    match = re.fullmatch(r"\s*([0-9]+)\s*(?:-\s*([0-9]+)\s*)?/\s*([0-9]+)\s*", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"expected K/P such as 17/4000, or K-L/P such as 17-32/4000, not {text!r}")
    first, last, of = int(match[1]), int(match[2] or match[1]), number_of_parts(match[3])
    if not 1 <= first <= last <= of:
        raise argparse.ArgumentTypeError(f"expected parts from 1 to {of}, not {text!r}")
    return range(first - 1, last), of


def add_parameters(command: argparse.ArgumentParser, kind: str) -> None:
    """Declare a flag for every parameter of an algorithm for this kind of problem.

    Call this last: a plug-in's parameter with the same name as an option of the command gets the flag ``--own-KEY``.
    """
    command.set_defaults(parameters={})
    for key, users in _users(kind).items():
        taken = f"--{key}" in command._option_string_actions
        if taken and key == THREADS.key:
            continue  # the command's own option is this parameter
        flag = f"--own-{key}" if taken else f"--{key}"
        same = [parameter for entry in users for parameter in entry.accepted if parameter.key == key]
        values = "|".join(dict.fromkeys(value for parameter in same for value, _ in parameter.choices))
        names = ", ".join(entry.key for entry in users)
        command.add_argument(
            flag, action=_Set, const=key, dest="parameters", default={}, metavar=values or key[0].upper(),
            help=f"{same[0].help} ({names}; default {same[0].said(same[0].default)})".replace("%", "%%"),
        )  # fmt: skip


def settings_of(options: argparse.Namespace, kind: str, entry: Algorithm | None) -> dict[str, str | int]:
    """All parameters of an algorithm, as typed or by default; empty if no algorithm was named.

    Raises UsageError for a parameter that only other algorithms have, and for an invalid value.
    """
    for key in options.parameters:
        users = [user.key for user in _users(kind).get(key, ())]
        if entry is not None and (entry.key in users or not users):
            continue
        if options.algorithm is None:
            raise UsageError(f"--{key} needs --algorithm {' or '.join(users) or 'KEY'}")
        assert entry is not None
        raise UsageError(f"{entry.key} has no --{key}; {both(users)} can take it")
    if entry is None:
        return {}
    known = options.parameters.keys() <= {parameter.key for parameter in entry.accepted}
    try:
        return entry.settings(options.parameters)
    except CannotSolve as error:
        raise UsageError(f"--{error}" if known else str(error)) from None


def _users(kind: str) -> dict[str, list[Algorithm]]:
    """Every parameter of some algorithm for this kind of problem, with the algorithms that have it."""
    users: dict[str, list[Algorithm]] = {}
    for entry in algorithms(kind):
        for parameter in entry.accepted:
            users.setdefault(parameter.key, []).append(entry)
    return users


class Gathered(argparse.Action):
    """An option that may be given several times: its comma-separated lists are joined."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:  # fmt: skip
        """Add to the earlier values."""
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, values if before is None else f"{before},{values}")


class _Set(argparse.Action):
    """Stores the text typed for a parameter in the dictionary."""

    def __call__(self, parser: Any, namespace: argparse.Namespace, value: Any, option: str | None = None) -> None:
        setattr(namespace, self.dest, {**getattr(namespace, self.dest), self.const: value})
