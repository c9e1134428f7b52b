"""The parser of both command lines: it says in one sentence what is wrong and what may have been meant."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

from core.catalog import named
from core.reasons import similar
from core.words import either

BAD_USAGE = 2


class Parser(argparse.ArgumentParser):
    """Says in one line on standard error what is wrong and what may have been meant, and exits with 2.

    ``declare`` names a function, as ``module:function``, that takes the parser and adds its arguments.  It is imported
    and called when the arguments are first needed, so that only the command that was typed costs time.
    """

    def __init__(self, *arguments: Any, declare: str = "", **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._declare = declare

    def declared(self) -> Parser:
        """This parser, with its arguments."""
        if self._declare:
            name, self._declare = self._declare, ""
            named(name)(self)
            describe(self)
        return self

    def error(self, message: str) -> NoReturn:
        """Print the message in one line on standard error and exit with `BAD_USAGE`."""
        self.exit(BAD_USAGE, f"{self.prog}: {message}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            near = similar(str(value), names)
            meant = f"did you mean {either(near)}?" if near else f"there are {', '.join(names)}"
            raise argparse.ArgumentError(action, f"{value!r} is not known; {meant}")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse what this parser knows, once it has its arguments; say what may follow where nothing was typed."""
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
            near = similar(rest[0].partition("=")[0], known) if rest[0].startswith("-") else []
            meant = f"; did you mean {either(near)}?" if near else ""
            what = "there is no option {} here" if rest[0].startswith("-") else "unexpected argument {}"
            self.error(f"{what.format(repr(rest[0]))}{meant}")
        return options


def describe(parser: argparse.ArgumentParser) -> None:
    """Give every command that has no description its line from the list of commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            lines = {each.dest: each.help or "" for each in action._choices_actions}
            for name, command in action.choices.items():
                line = lines.get(name, "")
                command.description = command.description or f"{line[:1].upper()}{line[1:]}."
                describe(command)


def _in_charge(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Iterator[argparse.ArgumentParser]:
    """The parser and the subparsers that it handed these options to."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            chosen = action.choices.get(str(getattr(options, action.dest, None)))
            if chosen is not None:
                yield from _in_charge(chosen, options)
