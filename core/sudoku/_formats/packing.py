"""Packs and unpacks what links carry: LZ-string in the alphabet of Base64.

The text is cut into pieces, each of which was met before, except for its last
sign.  A code names a piece of the list made so far; 0 and 1 announce a sign of 8
or 16 bits that was not met before, and 2 ends the text.  A code has as many bits
as it takes to write the length of the list; the lowest comes first.
"""

from __future__ import annotations

from collections.abc import Iterator

from core._search import ProblemError
from core._words import grouped

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SIGNS = {sign: number for number, sign in enumerate(_ALPHABET)}
LONGEST = 1 << 22
"""How many characters a text may have: a short link can be made to unpack to gigabytes."""


def unpacked(packed: str) -> str:
    """The text.  Raises ProblemError for a damaged one, or one that is too long."""
    try:
        pieces = list(_pieces(packed.rstrip("=")))
    except (KeyError, RuntimeError):  # a sign of another alphabet; an early end
        pieces = []
    if not pieces:
        raise ProblemError("this is not a packed puzzle: part of the link may be missing")
    # JavaScript counts signs beyond 16 bits as two.
    return "".join(pieces).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _bits(packed: str) -> Iterator[int]:
    for sign in packed:
        number = _SIGNS[sign]
        for place in (5, 4, 3, 2, 1, 0):
            yield number >> place & 1


def _pieces(packed: str) -> Iterator[str]:
    """The pieces of the text, in order; a StopIteration within, at the end of the bits, becomes a RuntimeError."""
    bits = _bits(packed)

    def number(width: int) -> int:
        return sum(next(bits) << place for place in range(width))

    listed = ["", "", ""]
    length = 0
    before = ""
    while (code := number(len(listed).bit_length())) != 2:
        if code < 2:
            listed.append(chr(number(16 if code else 8)))
            code = len(listed) - 1
        if code > len(listed) or (code == len(listed) and not before):
            raise KeyError(code)
        piece = listed[code] if code < len(listed) else before + before[0]
        length += len(piece)
        if length > LONGEST:
            raise ProblemError(f"the puzzle in this link is too long: the limit is {grouped(LONGEST)} characters")
        yield piece
        if before:
            listed.append(before + piece[0])
        before = piece


def packed(text: str) -> str:
    """What `unpacked` reads.  The text has no signs beyond 16 bits."""
    bits = "".join(_codes(text))
    bits += "0" * (6 - len(bits) % 6)
    signs = "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return signs + "=" * (-len(signs) % 4)


def _codes(text: str) -> Iterator[str]:
    """The bits of each code, the lowest first."""
    listed: dict[str, int] = {}
    new: set[str] = set()
    known = 2  # how long the reader's list is, from the second code on: the first adds no piece to it
    piece = ""

    def low_first(number: int, width: int) -> str:
        return f"{number:0{width}b}"[::-1]

    for sign in [*text, ""]:
        if sign and sign not in listed:
            listed[sign] = len(listed) + 3
            new.add(sign)
        if sign and piece + sign in listed:
            piece += sign
            continue
        if not piece:
            continue
        if piece in new:
            new.remove(piece)
            size = 8 if ord(piece) < 256 else 16
            yield low_first(size // 16, known.bit_length()) + low_first(ord(piece), size)
            known += 1
        else:
            yield low_first(listed[piece], known.bit_length())
        known += 1
        if sign:
            listed[piece + sign] = len(listed) + 3
        piece = sign
    yield low_first(2, known.bit_length())
