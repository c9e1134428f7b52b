"""The parser of both command lines: one sentence for what is wrong, with what may have been meant."""

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
    """Says what is wrong in one line on standard error, with what may have been meant, and exits with 2.

    ``declare`` names a function, as ``module:function``, that takes the parser and adds its arguments.  It is
    imported and called when they are first needed: of many commands only the one that was typed costs time.
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
        self.exit(BAD_USAGE, f"{self.prog}: {message}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            near = similar(str(value), names)
            meant = f"did you mean {either(near)}?" if near else f"there are {', '.join(names)}"
            raise argparse.ArgumentError(action, f"{value!r} is not known; {meant}")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        words = sys.argv[1:] if args is None else list(args)
        self.declared()
        for action in self._actions if not words else ():
            if isinstance(action, argparse._SubParsersAction) and action.required:
                self.error(f"expected {either(action.choices)}; {self.prog} --help explains them")
        return super().parse_known_args(words, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        return self._all_used(*self.parse_known_args(args, namespace))

    def parse_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:
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
    """Give every command without a description its line in the list of commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            lines = {each.dest: each.help or "" for each in action._choices_actions}
            for name, command in action.choices.items():
                line = lines.get(name, "")
                command.description = command.description or f"{line[:1].upper()}{line[1:]}."
                describe(command)


def _in_charge(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Iterator[argparse.ArgumentParser]:
    """The parser and those that it handed over to for these options."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            chosen = action.choices.get(str(getattr(options, action.dest, None)))
            if chosen is not None:
                yield from _in_charge(chosen, options)
