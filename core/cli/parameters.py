"""The parameters of algorithms on the command line: a flag for each, made from the entries of the catalog.

    dq queens 8 --algorithm dlx-s --order text
    dq sudoku solve FILE --algorithm propagation --inference singles
    dq explain cover gallery:langford-3 --choice first

The flags fill one dictionary, ``options.parameters``, with what was typed;
`settings_of` checks it.  ``--set NAME=VALUE`` is an older spelling of the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from core.catalog import Algorithm, algorithms
from core.cli.console import UsageError
from core.search import CannotSolve


def add_parameters(command: argparse.ArgumentParser, kind: str, leave_out: Sequence[str] = ()) -> None:
    """Declare a flag for every parameter that some algorithm for this kind of problem has."""
    for key, users in _users(kind).items():
        if key in leave_out:
            continue
        same = [parameter for entry in users for parameter in entry.accepted if parameter.key == key]
        values = "|".join(dict.fromkeys(value for parameter in same for value, _ in parameter.choices))
        names = ", ".join(entry.key for entry in users)
        command.add_argument(
            f"--{key}", action=_Set, const=key, dest="parameters", default={}, metavar=values or key[0].upper(),
            help=f"{same[0].help} ({names}; default {same[0].default})",
        )  # fmt: skip
    command.add_argument("--set", action=_Set, dest="parameters", default={}, help=argparse.SUPPRESS)


def settings_of(options: argparse.Namespace, kind: str, entry: Algorithm | None) -> dict[str, str | int]:
    """All parameters of an algorithm, as typed or by default; empty where no algorithm was named.

    Raises UsageError for a parameter that only other algorithms have, and for a value that it cannot take.
    """
    for key in options.parameters:
        users = [user.key for user in _users(kind).get(key, ())]
        if entry is not None and (entry.key in users or not users):
            continue
        if options.algorithm is None:
            raise UsageError(f"--{key} needs --algorithm {' or '.join(users) or 'KEY'}")
        assert entry is not None
        raise UsageError(f"{entry.key} has no --{key}; {' and '.join(users)} can take it")
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


class _Set(argparse.Action):
    """Notes in the dictionary what was typed for a parameter."""

    def __call__(self, parser: Any, namespace: argparse.Namespace, value: Any, option: str | None = None) -> None:
        key, equals = self.const, "="
        if key is None:
            key, equals, value = value.partition("=")
        if not equals or not key:
            raise argparse.ArgumentError(self, f"expected NAME=VALUE, not {key + equals + value!r}")
        setattr(namespace, self.dest, {**getattr(namespace, self.dest), key: value})
