"""Files with a few bytes changed, by chance that is seeded: what readers must bear."""

from __future__ import annotations

import random


def changed(content: bytes, choose: random.Random) -> bytes:
    """A copy in which up to four places have other bytes, more or fewer."""
    data = bytearray(content)
    for _ in range(choose.randint(1, 4)):
        place = choose.randrange(len(data))
        data[place : place + choose.randint(0, 3)] = bytes(
            choose.choice(b'\0\xff[]{}"=#19\n') if choose.random() < 0.7 else choose.randrange(256)
            for _ in range(choose.randint(0, 3))
        )
        if not data:
            return b""
    return bytes(data)
