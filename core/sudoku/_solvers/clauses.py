"""Conflict-driven clause learning over exactly-one groups: what `core.sudoku._solvers.learning` is made of.

A variable says that a cell takes a value.  It is in one *group* for its cell and
in one for each of the cell's units: exactly one variable of every group is true.
Groups are not written out as clauses.  A true variable makes the others of its
groups false; a group knows how many of its variables are not false and the sum
of their numbers, so that the last one left is found at once.

Only what the search learns is kept as clauses: the first unique implication point of every
conflict (Marques-Silva and Sakallah, "GRASP", 1999), with two watched literals,
activities that decay (Moskewicz, Madigan, Zhao, Zhang and Malik, "Chaff", 2001),
without literals that the others imply (Sörensson and Biere,
2009).  Literal 2·x says that variable x is true, 2·x + 1 that it is false.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import kernel
from core._kernels.prefetch import fetch_ahead
from core.sudoku._layout import Layout
from core.sudoku._shape import Shape
from core.sudoku._solvers.arrays import units_array
from core.sudoku.rules._house import USUAL

TRAIL, HEAD, LEVEL_NOW, POOL_END, LEARNED, KIND, ABOUT, ABOUT_TOO, PENDING, FARTHEST = range(10)
"""Places in ``numbers``: how long the trail is and how far it has been followed; the level; the end of the pool; how
many clauses have been learned; the last conflict (its kind and what it is about); a count while it is analysed; and how
long the longest trail without a conflict has been."""
NUMBERS = 10
STEP = 0
"""The place in ``scales`` of the amount by which an activity grows."""

NO_CONFLICT, IN_GROUP, IN_PAIR, IN_CLAUSE = range(4)
DECIDED = -1
"""A reason: none.  A clause is its place in the pool; a group g is ``GROUP + g``; a true variable y is ``PAIR + y``."""
PAIR, GROUP = 1 << 29, 1 << 30
EACH = np.int64(1 << 32)
"""A group's state is this for each variable that is not false, plus the sum of their numbers."""
HEADER = 4
"""A clause in the pool: its length, its blocks of levels, the next clause on both watched literals; then literals."""
DECAY = 1 / 0.95


@lru_cache(maxsize=8)
def groups_of(layout: Layout) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """The variables of all groups, where each group begins (and the end), and the groups of each variable.

    Those are a row for each variable, with -1 after the last.

    Variable n·cell + value - 1 says that the cell has the value.  If boxes are
    rectangles there are two more for each value and each segment (what a line
    and a box have in common): that it is in there, and that it is not.
    """
    shape, n, cells = layout.shape, layout.order, layout.cells
    boxed = layout.rules[: len(USUAL)] == USUAL
    values = np.arange(n, dtype=np.int64)
    units = units_array(layout)[3 * n if boxed else 0 :].astype(np.int64)
    tables = [
        np.arange(cells * n, dtype=np.int64).reshape(cells, n),
        (units[:, None, :] * n + values[None, :, None]).reshape(-1, n),
    ]
    end = cells * n
    if boxed:
        for across in (True, False):
            more, end = _segments(shape, across, end)
            tables += more
    members = np.concatenate([table.ravel() for table in tables])
    sizes = np.repeat([table.shape[1] for table in tables], [table.shape[0] for table in tables])
    starts = np.concatenate([[0], np.cumsum(sizes)])
    order = np.argsort(members, kind="stable")
    counts = np.bincount(members, minlength=end)
    groups = np.full((end, int(counts.max())), -1, dtype=np.int32)
    firsts = np.cumsum(counts) - counts
    found = members[order]
    groups[found, np.arange(len(order)) - firsts[found]] = np.repeat(np.arange(len(sizes)), sizes)[order]
    return members.astype(np.int32), starts.astype(np.int32), groups


def _segments(shape: Shape, across: bool, end: int) -> tuple[list[NDArray[np.int64]], int]:
    """The groups of the segments of rows (or columns), with variables from ``end`` on; and the new end."""
    n = shape.order
    length = shape.box_columns if across else shape.box_rows
    cells = np.arange(shape.cells).reshape(n, n)
    parts = (cells if across else cells.T).reshape(n, n // length, length)  # line, segment, cell
    present = end + np.arange(2 * parts.shape[0] * parts.shape[1] * n).reshape(2, *parts.shape[:2], n)
    inside, absent = present[0], present[1]  # line, segment, value
    of_cells = parts[:, :, None, :] * n + np.arange(n)[None, None, :, None]
    with_absent = np.concatenate([absent[..., None], of_cells], axis=3).reshape(-1, length + 1)
    either = np.stack([inside, absent], axis=3).reshape(-1, 2)
    in_line = inside.transpose(0, 2, 1).reshape(-1, n // length)
    deep = n // (shape.bands if across else shape.stacks)  # lines in a box
    in_box = inside.reshape(n // deep, deep, n // length, n).transpose(0, 2, 3, 1).reshape(-1, deep)
    return [with_absent, either, in_line, in_box], end + present.size


@kernel(counts_references=False)
def is_true(value: Any, literal: Any) -> Any:
    """Whether a literal is true."""
    return value[literal >> 1] == 1 - (literal & 1)


@kernel(counts_references=False)
def is_false(value: Any, literal: Any) -> Any:
    """Whether a literal is false."""
    return value[literal >> 1] == (literal & 1)


@kernel(counts_references=False)
def assign(s: Any, x: Any, value: Any, reason: Any) -> None:
    """Give an open variable a value."""
    end = s.numbers[TRAIL]
    fetch_ahead(s.groups, s.width * x)
    fetch_ahead(s.first, 2 * x + value)
    s.value[x] = value
    s.level[x] = s.numbers[LEVEL_NOW]
    s.reason[x] = reason
    s.trail[end] = x
    s.numbers[TRAIL] = end + 1


@kernel(counts_references=False)
def conflict(s: Any, kind: Any, about: Any, about_too: Any) -> Any:
    """Note a conflict."""
    s.numbers[KIND], s.numbers[ABOUT], s.numbers[ABOUT_TOO] = kind, about, about_too
    return False


@kernel(counts_references=False)
def follow(s: Any) -> Any:
    """Draw all consequences of the values on the trail; False at a conflict, which is noted."""
    value, numbers, groups, members, starts = s.value, s.numbers, s.groups, s.members, s.starts
    rest, pool, first = s.rest, s.pool, s.first
    while numbers[HEAD] < numbers[TRAIL]:
        x = s.trail[numbers[HEAD]]
        numbers[HEAD] += 1
        if value[x] == 1:
            for at in range(s.width * x, s.width * x + s.width):
                if groups[at] >= 0:
                    fetch_ahead(members, starts[groups[at]])
            for at in range(s.width * x, s.width * x + s.width):
                g = groups[at]
                if g < 0:
                    break
                for place in range(starts[g], starts[g + 1]):
                    other = members[place]
                    if other != x and value[other] != 0:
                        if value[other] == 1:
                            return conflict(s, IN_PAIR, x, other)
                        assign(s, other, 0, PAIR + x)
        else:
            few = False
            for at in range(s.width * x, s.width * x + s.width):
                g = groups[at]
                if g < 0:
                    break
                rest[g] -= EACH + x
                few |= rest[g] < 2 * EACH
            if few:
                for at in range(s.width * x, s.width * x + s.width):
                    g = groups[at]
                    if g < 0:
                        break
                    if rest[g] < EACH:
                        return conflict(s, IN_GROUP, g, 0)
                    if rest[g] < 2 * EACH and value[rest[g] - EACH] < 0:
                        assign(s, rest[g] - EACH, 1, GROUP + g)
        lost = 2 * x + value[x]
        link, clause = -1, first[lost]
        while clause >= 0:
            slot = 0 if pool[clause + HEADER] == lost else 1
            following = pool[clause + 2 + slot]
            fetch_ahead(pool, following)
            other = pool[clause + HEADER + 1 - slot]
            if not is_true(value, other):
                moved = False
                for at in range(clause + HEADER + 2, clause + HEADER + pool[clause]):
                    literal = pool[at]
                    if not is_false(value, literal):
                        pool[clause + HEADER + slot] = literal
                        pool[at] = lost
                        if link < 0:
                            first[lost] = following
                        else:
                            pool[link] = following
                        pool[clause + 2 + slot] = first[literal]
                        first[literal] = clause
                        moved = True
                        break
                if moved:
                    clause = following
                    continue
                if is_false(value, other):
                    return conflict(s, IN_CLAUSE, clause, 0)
                assign(s, other >> 1, 1 - (other & 1), clause)
            link = clause + 2 + slot
            clause = following
    return True


@kernel(counts_references=False)
def back_to(s: Any, level: Any) -> None:
    """Take back all values of higher levels."""
    value, numbers, groups, rest = s.value, s.numbers, s.groups, s.rest
    if numbers[LEVEL_NOW] <= level:
        return
    end = s.limits[level + 1]
    at = numbers[TRAIL]
    while at > end:
        at -= 1
        x = s.trail[at]
        if value[x] == 0 and at < numbers[HEAD]:
            for place in range(s.width * x, s.width * x + s.width):
                g = groups[place]
                if g < 0:
                    break
                rest[g] += EACH + x
        value[x] = -1
    numbers[TRAIL] = numbers[HEAD] = end
    numbers[LEVEL_NOW] = level


@kernel(counts_references=False)
def remember(s: Any) -> None:
    """At a conflict: if the trail is the longest without one so far, its values are tried first from now on."""
    sound = s.limits[s.numbers[LEVEL_NOW]]
    if sound > s.numbers[FARTHEST]:
        s.numbers[FARTHEST] = sound
        for at in range(sound):
            x = s.trail[at]
            if s.value[x] == 1 and x // s.order < s.likely.shape[0]:
                s.likely[x // s.order] = x


@kernel(counts_references=False)
def mark(s: Any, x: Any, size: Any) -> Any:
    """Note a variable that a conflict rests on; returns the size of the learned clause so far."""
    if s.seen[x] == 0 and s.level[x] > 0 and s.value[x] >= 0:
        s.seen[x] = 1
        s.activity[x] += s.scales[STEP]
        cell = x // s.order
        if cell < s.peaks.shape[0] and s.activity[x] > s.peaks[cell]:
            s.peaks[cell] = s.activity[x]
        if s.level[x] == s.numbers[LEVEL_NOW]:
            s.numbers[PENDING] += 1
        else:
            s.learned[size] = 2 * x + s.value[x]
            size += 1
    return size


@kernel(counts_references=False)
def mark_group(s: Any, g: Any, but: Any, size: Any) -> Any:
    """`mark` the variables of a group, all but one."""
    for at in range(s.starts[g], s.starts[g + 1]):
        x = s.members[at]
        if x != but:
            size = mark(s, x, size)
    return size


@kernel(counts_references=False)
def mark_clause(s: Any, clause: Any, but: Any, size: Any) -> Any:
    """`mark` the variables of a clause, all but one."""
    for at in range(clause + HEADER, clause + HEADER + s.pool[clause]):
        x = s.pool[at] >> 1
        if x != but:
            size = mark(s, x, size)
    return size


@kernel(counts_references=False)
def is_implied(s: Any, x: Any) -> Any:
    """Whether the others in the learned clause (all that are seen) imply this one's value."""
    reason = s.reason[x]
    if reason == DECIDED:
        return False
    if reason >= GROUP:
        for at in range(s.starts[reason - GROUP], s.starts[reason - GROUP + 1]):
            other = s.members[at]
            if other != x and s.seen[other] == 0 and s.level[other] > 0:
                return False
        return True
    if reason >= PAIR:
        return s.seen[reason - PAIR] != 0 or s.level[reason - PAIR] == 0
    for at in range(reason + HEADER, reason + HEADER + s.pool[reason]):
        other = s.pool[at] >> 1
        if other != x and s.seen[other] == 0 and s.level[other] > 0:
            return False
    return True


@kernel(counts_references=False)
def analyse(s: Any) -> Any:
    """The clause that the noted conflict teaches, in ``learned``, the literal to assert first; returns its length.

    The length is 0 if the reasons do not lead back to one variable of this level, as only in a damaged state.
    ``numbers[PENDING]`` counts the variables of this level that are still to be replaced by their reasons.
    """
    numbers, seen, learned = s.numbers, s.seen, s.learned
    size = 1
    numbers[PENDING] = 0
    if numbers[KIND] == IN_GROUP:
        size = mark_group(s, numbers[ABOUT], -1, size)
    elif numbers[KIND] == IN_PAIR:
        size = mark(s, numbers[ABOUT], size)
        size = mark(s, numbers[ABOUT_TOO], size)
    else:
        size = mark_clause(s, numbers[ABOUT], -1, size)
    at, bottom = numbers[TRAIL] - 1, s.limits[numbers[LEVEL_NOW]]
    while True:
        while at > bottom and seen[s.trail[at]] == 0:
            at -= 1
        x = s.trail[at]
        at -= 1
        seen[x] = 0
        numbers[PENDING] -= 1
        if numbers[PENDING] == 0:
            break
        if at < bottom:
            return 0
        reason = s.reason[x]
        if reason >= GROUP:
            size = mark_group(s, reason - GROUP, x, size)
        elif reason >= PAIR:
            size = mark(s, reason - PAIR, size)
        elif reason != DECIDED:
            size = mark_clause(s, reason, x, size)
    learned[0] = 2 * x + s.value[x]
    # Drop what the others imply; a variable counts as seen until all have been looked at.
    kept = 1
    for which in range(1, size):
        literal = learned[which]
        if is_implied(s, literal >> 1):
            learned[which] = -1 - literal
    for which in range(1, size):
        literal = learned[which]
        if literal < 0:
            seen[(-1 - literal) >> 1] = 0
        else:
            seen[literal >> 1] = 0
            learned[kept] = literal
            kept += 1
    return kept


@kernel(counts_references=False)
def watch(s: Any, clause: Any) -> None:
    """Put a clause on the lists of its first two literals."""
    pool, first = s.pool, s.first
    for slot in range(2):
        literal = pool[clause + HEADER + slot]
        pool[clause + 2 + slot] = first[literal]
        first[literal] = clause


@kernel(counts_references=False)
def learn(s: Any, size: Any) -> None:
    """Go back to where the learned clause (of ``size`` literals) asserts its first one, keep it and assert that."""
    numbers, learned, pool, level = s.numbers, s.learned, s.pool, s.level
    back = 0
    for which in range(1, size):  # the second literal is one of the highest level below
        if level[learned[which] >> 1] > back:
            back = level[learned[which] >> 1]
            learned[1], learned[which] = learned[which], learned[1]
    blocks = 0
    numbers[LEARNED] += 1
    for which in range(size):
        at = level[learned[which] >> 1]
        if s.stamps[at] != numbers[LEARNED]:
            s.stamps[at] = numbers[LEARNED]
            blocks += 1
    back_to(s, back)
    literal = learned[0]
    if size == 1:
        assign(s, literal >> 1, 1 - (literal & 1), DECIDED)
        return
    clause = numbers[POOL_END]
    pool[clause], pool[clause + 1] = size, blocks
    for which in range(size):
        pool[clause + HEADER + which] = learned[which]
    numbers[POOL_END] = clause + HEADER + size
    watch(s, clause)
    assign(s, literal >> 1, 1 - (literal & 1), clause)


@kernel(counts_references=False)
def forget(s: Any) -> None:
    """At level 0: keep about half of the clauses, those over few blocks of levels, and no literal that is settled."""
    numbers, pool, value = s.numbers, s.pool, s.value
    end = numbers[POOL_END]
    # How many blocks the better half has (Audemard and Simon 2009): counted in the scratch of the analysis.
    counts = s.learned
    counts[:64] = 0
    clause, total = 0, 0
    while clause < end:
        counts[min(pool[clause + 1], 63)] += 1
        total += 1
        clause += HEADER + pool[clause]
    most, kept = 2, counts[0] + counts[1] + counts[2]
    while most < 62 and 2 * (kept + counts[most + 1]) <= total:
        most += 1
        kept += counts[most]
    s.first[:] = -1
    clause, out = 0, 0
    while clause < end:
        size, blocks = pool[clause], pool[clause + 1]
        keep = blocks <= most
        new = 0
        for at in range(clause + HEADER, clause + HEADER + size):
            literal = pool[at]
            if is_true(value, literal):
                keep = False
            elif not is_false(value, literal):
                pool[out + HEADER + new] = literal
                new += 1
        if keep and new > 1:  # only a damaged state has fewer left
            pool[out], pool[out + 1] = new, blocks
            watch(s, out)
            out += HEADER + new
        clause += HEADER + size
    numbers[POOL_END] = out
