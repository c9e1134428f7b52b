"""Files of arrays that are sealed: damage is noticed, and so is a file that somebody else made.

A file is an ordinary ``.npz`` followed by a line with a SHA-256 checksum of
everything before it and a signature of that checksum (HMAC) by a key that lies
in the user's own folder.  Both are looked at before anything is unpacked:
states are handed to machine code that checks no index, so that taking up a
forged one would be running a stranger's program.

A file that was signed by another key (on another machine, by another user) is
refused unless the caller trusts it; even then sizes are bounded before
unpacking, and nothing but plain arrays is read.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import math
import os
import secrets
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

KEY_FILE = "checkpoint.key"
KEY_BYTES = 32
LARGEST_UNPACKED = 1 << 30
"""Bytes that a trusted file may unpack to."""
MOST_ENTRIES = 256
LARGEST_ARRAY_HEADER = 10_000
"""Bytes: what NumPy itself allows."""

_MARK = b"\ndancing-queens sealed 1 "
_TRAILER = len(_MARK) + 64 + 1 + 64 + 1
_UNSIGNED = "0" * 64
_PLAIN = "biufU"
"""Kinds of arrays that are numbers or text."""
_BLOCK = 1 << 20


class SealError(ValueError):
    """Why a file is not read; the words follow its name."""


class NotSealed(SealError):
    """It was not written by `write`, or not to its end."""


class Damaged(SealError):
    """It is not as it was written."""


class Stranger(SealError):
    """It was signed by another key, or by none."""


def is_sealed(path: Path) -> bool:
    """Whether the file there ends as one that `write` made; False too where there is none, or it cannot be read."""
    try:
        with path.open("rb") as file:
            return _trailer(file).startswith(_MARK)
    except OSError:
        return False


def write(path: Path, arrays: Mapping[str, Any], folder: Path) -> None:
    """Write arrays to ``path`` in one atomic step, signed by the key in ``folder``.

    Raises OSError, and ValueError for what is no plain array.

    Where no key can be read or made the file is written unsigned.
    """
    import numpy as np

    plain: dict[str, Any] = {name: np.asarray(value) for name, value in arrays.items()}
    for name, array in plain.items():
        if array.dtype.kind not in _PLAIN:  # NumPy before 2.1 would not mind
            raise ValueError(f"{name} is not a plain array: {array.dtype}")
    partial = path.with_name(path.name + ".partial")
    with partial.open("w+b") as file:
        np.savez_compressed(file, **plain)
        length = file.seek(0, os.SEEK_END)
        digest = _digest(file, length)
        file.seek(length)
        file.write(_MARK + f"{digest} {_signature(digest, _key(folder, make=True))}\n".encode("ascii"))
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def read(path: Path, folder: Path, *, trusted: bool = False) -> dict[str, Any]:
    """The arrays of a file.  Raises OSError, or SealError saying why it is not read."""
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
        key = _key(folder, make=False)
        signed = signature != _UNSIGNED and key and hmac.compare_digest(signature, _signature(digest, key))
        if not (signed or trusted):
            raise Stranger(
                f"this checkpoint was not signed by the key in {folder / KEY_FILE}; a forged one could do anything; "
                "if you know where it comes from, pass --trust-checkpoint"
            )
        file.seek(0)
        return _unpacked(io.BytesIO(file.read(length)), math.inf if signed else LARGEST_UNPACKED)


def _trailer(file: IO[bytes]) -> bytes:
    """The last bytes, where `write` puts its mark; none of a file that is too short for that."""
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


def _signature(digest: str, key: bytes) -> str:
    return hmac.new(key, digest.encode("ascii"), hashlib.sha256).hexdigest() if key else _UNSIGNED


def _key(folder: Path, *, make: bool) -> bytes:
    """The user's key; empty where there is none and none can be made."""
    path = folder / KEY_FILE
    with suppress(OSError):
        if make and not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            own = path.with_name(f"{KEY_FILE}.{os.getpid()}")
            descriptor = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
            try:
                os.link(own, path)  # of two processes that begin at once, one wins
            except FileExistsError:
                pass
            finally:
                own.unlink()
        key = path.read_bytes()
        return key if len(key) == KEY_BYTES else b""
    return b""


def _unpacked(file: IO[bytes], most: float) -> dict[str, Any]:
    """Every array of a ``.npz``, of which nothing is unpacked that would be too large.  Raises SealError."""
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > most:
                raise Damaged("this checkpoint unpacks to more than any search needs; it is left as it is")
            return {entry.filename.removesuffix(".npy"): _array(archive, entry) for entry in entries}
    except SealError:
        raise
    except (
        zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError, OverflowError,
        MemoryError, SyntaxError, TypeError, KeyError,
    ) as error:  # fmt: skip
        raise Damaged(f"this checkpoint cannot be read ({type(error).__name__}); it is left as it is") from None


def _array(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Any:
    import numpy as np
    from numpy.lib import format as npy

    with archive.open(entry) as file:
        if npy.read_magic(file) != (1, 0):
            raise ValueError("another version of the array format")
        shape, fortran, dtype = npy.read_array_header_1_0(file, max_header_size=LARGEST_ARRAY_HEADER)
        if dtype.kind not in _PLAIN or (fortran and len(shape) > 1):
            raise ValueError("not a plain array")
        size = math.prod(shape) * dtype.itemsize
        if size > entry.file_size:
            raise ValueError("an array larger than its data")
        data = file.read(size)
        return np.frombuffer(data, dtype=dtype).reshape(shape).copy()
