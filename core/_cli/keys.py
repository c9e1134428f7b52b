"""``dq key``: carries the key that signs checkpoints and ledgers from one machine to another."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from core._cli.console import DONE, UsageError, note, source_name, standard_input
from core.storage._files import is_file, read_ordinary, system_reason


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``key``."""
    command.description = (
        "A checkpoint or ledger is read only under the key that signed it.  To continue it on another machine, export "
        "the key on the machine that made it and import it on the other; or set DANCING_QUEENS_KEY there to what "
        "export writes.  Anyone who has the key can sign files that this program trusts: keep it private."
    )
    verbs = command.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, run, about in (
        ("export", _export, "write the key into FILE, or to standard output for -"),
        ("import", _import, "use the key in FILE, or on standard input for -, from now on"),
    ):
        verb = verbs.add_parser(name, help=about)
        verb.add_argument("file", metavar="FILE", help="a file, or - for standard output or input")
        verb.set_defaults(run=_told(run))


def _told(run: Callable[[str], None]) -> Callable[[argparse.Namespace], int]:
    """The command, with anything that prevents its work reported in one line."""

    def told(options: argparse.Namespace) -> int:
        from core.storage._key import SigningKeyTrouble
        from core.storage._store import StoreError

        try:
            run(options.file)
        except (SigningKeyTrouble, StoreError) as error:
            raise UsageError(str(error)) from None
        except OSError as error:
            raise UsageError(f"{error.filename or options.file}: {system_reason(error)}") from None
        return DONE

    return told


def _export(target: str) -> None:
    from core.storage._files import write_whole
    from core.storage._key import own_key

    key = own_key()
    if target == "-":
        print(key.text)
        return
    if Path(target).exists() and not is_file(Path(target)):
        raise UsageError(f"{target}: expected an ordinary file, or - for standard output")
    write_whole(Path(target), f"{key.text}\n".encode())
    note(f"the key is in {target}: keep it private")


def _import(source: str) -> None:
    import os

    from core.storage._key import KEY_VARIABLE, LARGEST_KEY, import_key, key_file

    content = standard_input(LARGEST_KEY) if source == "-" else read_ordinary(Path(source), LARGEST_KEY)
    before = import_key(content.decode("ascii", "replace"), source_name(source))
    note(f"the key is in {key_file()}; it signs checkpoints and ledgers from now on")
    if before is not None:
        note(f"the previous key is kept in {before}; to read what it signed, import it again")
    if os.environ.get(KEY_VARIABLE):
        note(f"{KEY_VARIABLE} is set, and takes precedence over it")
