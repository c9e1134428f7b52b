"""Sealed files of arrays: the reader notices damage, and files made by someone else.

A file is an ordinary ``.npz`` followed by a line with a SHA-256 checksum of
everything before it and a signature of that checksum by the user's key
(`core.storage._key`).  The reader checks both before it unpacks anything: states are handed to
machine code that checks no index, so restoring a forged one would amount to running a stranger's
program.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from core.storage._files import is_file, replacing
from core.storage._key import TO_MOVE_IT, SigningKey

_MARK = b"\ndancing-queens sealed 1 "
_TRAILER = len(_MARK) + 64 + 1 + 64 + 1
_PLAIN = "biufU"
"""Kinds of arrays that are numbers or text."""
_BLOCK = 1 << 20


class SealError(ValueError):
    """The reason why a file is not read, worded to follow its name."""


class NotSealed(SealError):
    """`write` did not write the file, or did not finish it."""


class Damaged(SealError):
    """The file has changed since it was written."""


class Stranger(SealError):
    """The file was signed by another key, or by none."""


def is_sealed(path: Path) -> bool:
    """Whether the file ends like one that `write` made; False if it does not exist or cannot be read."""
    try:
        if not is_file(path):
            return False
        with path.open("rb") as file:
            return _trailer(file).startswith(_MARK)
    except OSError:
        return False


def write(path: Path, arrays: Mapping[str, Any], key: SigningKey) -> None:
    """Write arrays to ``path`` in one atomic step, signed by ``key``.

    Raises OSError, and ValueError for anything but a plain array.
    """
    import numpy as np

    plain: dict[str, Any] = {name: np.asarray(value) for name, value in arrays.items()}
    for name, array in plain.items():
        if array.dtype.kind not in _PLAIN:  # NumPy before 2.1 would accept it
            raise ValueError(f"{name} is not a plain array: {array.dtype}")
    with replacing(path) as file:
        np.savez_compressed(file, **plain)
        length = file.seek(0, os.SEEK_END)
        digest = _digest(file, length)
        file.seek(length)
        file.write(_MARK + f"{digest} {key.signature(digest)}\n".encode("ascii"))
        file.flush()
        os.fsync(file.fileno())


def read(path: Path, key: SigningKey | None) -> dict[str, Any]:
    """The arrays of a file that ``key`` signed.  Raises OSError, or a SealError that says why it is not read."""
    import numpy as np

    with path.open("rb") as file:
        trailer = _trailer(file)
        if not trailer.startswith(_MARK):
            raise NotSealed("this is not a checkpoint file; it is left as it is")
        length = file.tell() - _TRAILER
        try:
            digest, signature = trailer[len(_MARK) :].decode("ascii").split()
        except ValueError:
            raise Damaged("this checkpoint is damaged; it is left as it is") from None
        if not hmac.compare_digest(digest, _digest(file, length)):
            raise Damaged("this checkpoint is damaged: its checksum does not match its content; it is left as it is")
        if key is None or not key.signed(digest, signature):
            whose = f"the key in {key.where}" if key else "a key of yours"
            raise Stranger(f"this checkpoint was not signed by {whose}; {TO_MOVE_IT}")
        file.seek(0)
        with np.load(io.BytesIO(file.read(length)), allow_pickle=False) as arrays:
            return dict(arrays)


def _trailer(file: IO[bytes]) -> bytes:
    """The last bytes, where `write` puts its mark; empty if the file is too short."""
    length = file.seek(0, os.SEEK_END) - _TRAILER
    if length < 0:
        return b""
    file.seek(length)
    return file.read(_TRAILER)


def _digest(file: IO[bytes], length: int) -> str:
    """SHA-256 of the first ``length`` bytes."""
    file.seek(0)
    found = hashlib.sha256()
    while length > 0:
        block = file.read(min(length, _BLOCK))
        if not block:
            break
        found.update(block)
        length -= len(block)
    return found.hexdigest()
