"""The rules that `core.sudoku.solvers.propagation` applies at every node, until nothing changes.

Naked singles, hidden singles and, where wanted, locked candidates; what they
conclude is told one by one by `core.sudoku.deduction`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernels.kernel import kernel

SINGLES, LOCKED = "singles", "locked"
"""How far the rules are applied: singles alone, or locked candidates too."""

ZERO, ONE = np.uint64(0), np.uint64(1)


@kernel
def apply_rules(
    cells: Any, settled: Any, order: Any, box_rows: Any, box_columns: Any, units: Any, units_of: Any, peers: Any,
    segments: Any, locked: Any,
) -> Any:  # fmt: skip
    """Apply the rules to one state until nothing changes; the unit that fails, or -1.

    ``cells`` are n² candidate sets, ``settled`` says whose single value has been
    taken from its peers, ``segments`` is scratch space of n × n words; with ``locked`` other than 0 the locked
    candidates are looked for too.
    """
    total = order * order
    full = (ONE << np.uint64(order)) - ONE
    changed = True
    while changed:
        changed = False
        for cell in range(total):
            bits = cells[cell]
            if settled[cell] != 0 or (bits & (bits - ONE)) != ZERO:
                continue
            if bits == ZERO:
                return units_of[cell, 2]
            settled[cell] = 1
            changed = True
            for at in range(peers.shape[1]):
                peer = peers[cell, at]
                if cells[peer] & bits:
                    cells[peer] ^= bits
                    if cells[peer] == ZERO:
                        for kind in range(3):
                            if units_of[peer, kind] == units_of[cell, kind]:
                                return units_of[cell, kind]
        if changed:
            continue
        for unit in range(3 * order):
            once, twice, done = ZERO, ZERO, ZERO
            for at in range(order):
                cell = units[unit, at]
                bits = cells[cell]
                twice |= once & bits
                once |= bits
                if settled[cell] != 0:
                    done |= bits
            if once != full:
                return unit
            hidden = once & ~twice & ~done
            if hidden == ZERO:
                continue
            for at in range(order):
                cell = units[unit, at]
                bits = cells[cell] & hidden
                if bits != ZERO:
                    if bits & (bits - ONE):
                        return unit
                    if cells[cell] != bits:
                        cells[cell] = bits
                    changed = True
        if changed or locked == 0:
            continue
        stacks = order // box_columns
        bands = order // box_rows
        for across in range(2):  # rows against boxes, then columns against boxes
            pieces = stacks if across == 0 else bands
            length = box_columns if across == 0 else box_rows
            lines_in_box = box_rows if across == 0 else box_columns
            for line in range(order):
                for piece in range(pieces):
                    together = ZERO
                    for at in range(length):
                        together |= cells[units[across * order + line, piece * length + at]]
                    segments[line, piece] = together
            for line in range(order):
                first = line - line % lines_in_box
                for piece in range(pieces):
                    mine = segments[line, piece]
                    in_line, in_box = ZERO, ZERO
                    for other in range(pieces):
                        if other != piece:
                            in_line |= segments[line, other]
                    for other in range(first, first + lines_in_box):
                        if other != line:
                            in_box |= segments[other, piece]
                    pointing = mine & in_line & ~in_box
                    claiming = mine & in_box & ~in_line
                    if pointing != ZERO:
                        changed = True
                        for other in range(pieces):
                            if other != piece:
                                segments[line, other] &= ~pointing
                                for at in range(length):
                                    cells[units[across * order + line, other * length + at]] &= ~pointing
                    if claiming != ZERO:
                        changed = True
                        for other in range(first, first + lines_in_box):
                            if other != line:
                                segments[other, piece] &= ~claiming
                                for at in range(length):
                                    cells[units[across * order + other, piece * length + at]] &= ~claiming
    return -1
