"""The key with which this program signs the files that it will read again: checkpoints and ledgers.

The program trusts such a file, and hands the content of a checkpoint to machine code, so it reads a
file only under the key that signed it.  The key is in the user's own folder and is made when first
needed; the environment variable `KEY_VARIABLE` may hold one instead.  To move a file to another
machine, take the key along.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from core._search import ProblemError
from core.storage._files import read_ordinary, system_reason, write_whole
from core.storage._store import home

KEY_FILE = "checkpoint.key"
KEY_VARIABLE = "DANCING_QUEENS_KEY"
KEY_BYTES = 32
LARGEST_KEY = 4096
"""The largest size of a key file, in bytes."""
TO_MOVE_IT = (
    f"to go on with it here, bring the key along: dq key export FILE there, dq key import FILE here (or set "
    f"{KEY_VARIABLE})"
)


class SigningKeyTrouble(Exception):
    """There is no usable key; the message says where, and what would help."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A secret that signs texts and recognizes its own signatures."""

    secret: bytes = field(repr=False)
    where: str
    """Where the key is from, in words."""

    @property
    def text(self) -> str:
        """The key as text, to carry to another machine."""
        return self.secret.hex()

    @property
    def name(self) -> str:
        """A name that distinguishes this key from others without revealing any of it."""
        return hashlib.sha256(b"dancing-queens key " + self.secret).hexdigest()[:16]

    def signature(self, text: str) -> str:
        """The signature of a text, in hexadecimal digits."""
        return hmac.new(self.secret, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def signed(self, text: str, signature: str) -> bool:
        """Whether this key made this signature of this text."""
        return hmac.compare_digest(self.signature(text).encode(), signature.encode("utf-8", "surrogatepass"))


def key_file() -> Path:
    """The path of the user's key, whether there is one or not.  Raises StoreError as `home` does."""
    return home() / KEY_FILE


def known_key() -> SigningKey | None:
    """The user's key; None if there is none yet.  Raises StoreError, and SigningKeyTrouble for a damaged key."""
    if chosen := os.environ.get(KEY_VARIABLE):
        return SigningKey(_secret(chosen, KEY_VARIABLE), KEY_VARIABLE)
    path = key_file()
    try:
        secret = read_ordinary(path, LARGEST_KEY)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SigningKeyTrouble(f"the key in {path} cannot be read: {system_reason(error)}") from None
    except ProblemError as error:
        raise SigningKeyTrouble(f"the key cannot be read: {error}") from None
    if len(secret) != KEY_BYTES:
        raise SigningKeyTrouble(
            f"{path} is damaged: expected {KEY_BYTES} bytes; dq key import FILE puts a copy in its place"
        )
    return SigningKey(secret, str(path))


def own_key() -> SigningKey:
    """The user's key, made if there is none yet.  Raises SigningKeyTrouble and StoreError."""
    if (key := known_key()) is not None:
        return key
    path = key_file()
    own = path.with_name(f"{KEY_FILE}.{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(own, secrets.token_bytes(KEY_BYTES))
        with suppress(FileExistsError):
            os.link(own, path)  # if two processes or threads begin at once, one of them wins
        own.unlink()
    except OSError as error:
        raise SigningKeyTrouble(
            f"no key can be made in {path.parent}: {system_reason(error)}; set {KEY_VARIABLE}"
        ) from None
    if (key := known_key()) is None:
        raise SigningKeyTrouble(f"no key can be made in {path.parent}; set {KEY_VARIABLE}")
    return key


def import_key(text: str, source: str) -> Path | None:
    """Make the key in a text the user's own; returns where the previous key is kept, if it was different.

    Raises SigningKeyTrouble, OSError, StoreError and ProblemError.
    """
    path, secret = key_file(), _secret(text, source)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    before = read_ordinary(path) if path.exists() else secret
    aside = None
    if before != secret:
        aside = path.with_name(f"{KEY_FILE}.{SigningKey(before, str(path)).name}")
        write_whole(aside, (before.hex() + "\n").encode())
    write_whole(path, secret)
    return aside


def _secret(text: str, source: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise SigningKeyTrouble(
            f"{source}: expected a key of {2 * KEY_BYTES} hexadecimal digits, as dq key export writes it"
        )
    return secret
