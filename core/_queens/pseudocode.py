"""The searches for queens as pseudocode.  Rows and columns count from 1, as on the board."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from core._catalog import Source
from core.exact_cover._pseudocode import links
from core.explain._pseudocode import Pseudocode, Variable, depth, pseudocode
from core.explain._reason import NodeKind, Reason

WIDEST_WORD = 16
"""Words with more bits than this are not written out."""


def _columns(reason: Reason) -> list[int]:
    """The column of each queen on the path, from 1, row by row."""
    n = _size(reason)
    return [taken.option.number % n + 1 for taken in reason.path if taken.option is not None]


def _size(reason: Reason) -> int:
    """N: every option is live or gone, and there are N² of them."""
    return isqrt(len(reason.live) + len(reason.gone))


def _last_queen(reason: Reason) -> Iterator[tuple[str, str]]:
    if reason.path:
        yield f"x[{reason.depth}]", str(_columns(reason)[-1])


def _free_columns(reason: Reason) -> Iterator[tuple[str, str]]:
    n = _size(reason)
    if reason.branch is not None:
        free = [str(way.number % n + 1) for way in reason.branch.ways if way is not None]
        yield "c", f"{', '.join(free[:8])}{', …' if len(free) > 8 else ''}"
    elif reason.outcome is NodeKind.DEAD_END and reason.depth < n:
        yield "c", "none"


def _words(reason: Reason) -> Iterator[tuple[str, str]]:
    """The three words and the squares they leave, column 1 first."""
    n = _size(reason)
    if n > WIDEST_WORD or reason.depth == n:
        return
    columns, row = _columns(reason), reason.depth

    def word(taken: set[int]) -> str:
        return "".join("1" if column in taken else "0" for column in range(1, n + 1))

    yield "ld", word({column - (row - above) for above, column in enumerate(columns)})
    yield "cols", word(set(columns))
    yield "rd", word({column + (row - above) for above, column in enumerate(columns)})
    free = [way.number % n + 1 for way in reason.branch.ways if way is not None] if reason.branch is not None else []
    yield "poss", word(set(free))


def _squares(reason: Reason) -> Iterator[tuple[str, str]]:
    if reason.taken is not None and reason.taken.option is not None:
        yield f"q[{reason.depth}]", reason.taken.option.name


ROW: Variable = depth("i", 1)
DIJKSTRA = Source("Dijkstra", 1972, "Notes on structured programming", "002")

BRUTE_FORCE = pseudocode(
    """
choose(k, s):           :: enter; k squares are chosen, s is the last
  if k = n:
    if two queens attack:
      return            :: clash
    report q; return    :: solution
  for t = s+1, s+2, ...  :: choose try; leaves room for the queens to come
    q[k+1] = t          :: take
    choose(k+1, t)      :: recurse undo; the next t is written over this one
  return                :: dead
""",
    depth("k"), _squares,
    source=Source("Fernandes and Alho", 2004, "Solução eficiente para a resolução do Problema das N-Rainhas", "004"),
)  # fmt: skip

PERMUTATIONS = pseudocode(
    """
permute(i):                :: enter; rows 1 to i-1 have a queen
  if i > n:
    if two share a diagonal:
      return               :: clash
    report x; return       :: solution
  for each column c:       :: choose
    if not used[c]:        :: try
      x[i] = c             :: take
      used[c] = true       :: take
      permute(i + 1)       :: recurse
      used[c] = false      :: undo
  return                   :: dead; only where squares are closed
""",
    ROW, _last_queen, _free_columns,
    source=Source("Fernandes and Alho", 2004, "Solução eficiente para a resolução do Problema das N-Rainhas", "004"),
)  # fmt: skip

NAIVE = pseudocode(
    """
extend(i):                   :: enter; rows 1 to i-1 have a queen
  if i > n:
    report x; return         :: solution
  for c = 1 to n:            :: choose undo; the next c is written over this one
    for k = 1 to i-1:        :: try
      if x[k] = c            :: try
         or |x[k]-c| = i-k:  :: try
        next c
    x[i] = c                 :: take
    extend(i + 1)            :: recurse
  return                     :: dead; no column left in row i
""",
    ROW, _last_queen, _free_columns,
    source=Source("Fernandes and Alho", 2004, "Solução eficiente para a resolução do Problema das N-Rainhas", "004"),
)  # fmt: skip

BACKTRACKING = pseudocode(
    """
extend(i):                    :: enter; rows 1 to i-1 have a queen
  if i > n:
    report x; return          :: solution
  for c = 1 to n:             :: choose
    if col[c] and up[i+c]     :: try
       and down[i-c]:         :: try; all three are free
      x[i] = c                :: take
      col[c] = up[i+c]        :: take
        = down[i-c] = false   :: take
      extend(i + 1)           :: recurse
      col[c] = up[i+c]        :: undo
        = down[i-c] = true    :: undo
  return                      :: dead; no column left in row i
""",
    ROW, _last_queen, _free_columns, source=DIJKSTRA,
)  # fmt: skip

STRIDE = pseudocode(
    """
for k = 1 to n/2: x[k] = 2k
extend(n/2 + 1)              :: enter; then back into the first half

extend(i):                   :: enter
  if i > n:
    report x; stop           :: solution
  for c = 1 to n:            :: choose undo
    if no queen above        :: try
       attacks (i, c):       :: try
      x[i] = c               :: take
      extend(i + 1)          :: recurse
  return                     :: dead; no column left in row i
""",
    ROW, _last_queen, _free_columns,
    source=Source("Fernandes and Alho", 2004, "Solução eficiente para a resolução do Problema das N-Rainhas", "004"),
)  # fmt: skip

RICHARDS = Source("Richards", 1997, "Backtracking algorithms in MCPL using bit patterns and recursion")

BITMASK = pseudocode(
    """
place(ld, cols, rd):          :: enter; a 1 for each column attacked
  if cols = all:
    count it; return          :: solution
  poss = all & ~(ld|cols|rd)  :: choose; a 1 for each square left
  while poss > 0:             :: try undo; the words above are as they were
    bit = leftmost 1 of poss  :: take
    poss = poss - bit         :: take
    place((ld|bit) << 1,      :: recurse
          cols|bit,           :: recurse
          (rd|bit) >> 1)      :: recurse; one row down, diagonals move by one
  return                      :: dead; poss was 0
""",
    ROW, _words, source=RICHARDS,
)  # fmt: skip

SYMMETRY = pseudocode(
    """
place(i, ld, cols, rd):       :: enter; i = 1: the first queen sets the case
  if cols = all:
    if an image counts it:
      return                  :: clash
    count 8, 4 or 2; return   :: solution; turns and mirror images too
  poss = ok[i]                :: choose; ok: no queen nearer to a corner
    & ~(ld|cols|rd)           :: choose
  if a column is due by now:
    poss = poss & due         :: choose
  while poss > 0:             :: try undo
    bit = leftmost 1 of poss  :: take
    poss = poss - bit         :: take
    place(i+1, ...)           :: recurse; words as in Bitmask recursion
  return                      :: dead
""",
    ROW, _words, source=Source("Takaken", 2003, "N Queens Problem (number of solutions), ver. 3.1 (program)"),
)  # fmt: skip

DLX: Pseudocode = links("i = first open row or column", "in the order of the items")
DLX_S: Pseudocode = links("i = open line with least S[i]", "row or column; the first of several")
