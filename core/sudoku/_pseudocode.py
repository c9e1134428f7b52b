"""The searches for Sudoku as pseudocode."""

from __future__ import annotations

from collections.abc import Iterator

from core._catalog import Source
from core.exact_cover._pseudocode import ALGORITHM_X as MATRIX
from core.exact_cover._pseudocode import LINKS, links
from core.explain._pseudocode import depth, last_option, pseudocode, subject, ways
from core.explain._reason import Reason

ALGORITHM_X = MATRIX
DLX = links("i = open item, least S[i]", "a cell, or a value in a row, column or box")


def _value_taken(reason: Reason) -> Iterator[tuple[str, str]]:
    """The last assignment: ``grid[r1c3] = 5``."""
    taken = reason.taken
    if taken is not None and taken.option is not None:
        cell, _, value = taken.option.name.partition("=")
        yield f"grid[{cell}]", value


def _values_left(reason: Reason) -> Iterator[tuple[str, str]]:
    branch = reason.branch
    if branch is not None:
        yield "v", ", ".join(way.name.partition("=")[2] for way in branch.ways if way is not None)


def _split(reason: Reason) -> Iterator[tuple[str, str]]:
    """The choice just made: with the option, or without it."""
    taken = reason.taken
    if taken is not None and taken.option is not None:
        yield "last", f"{'not ' if taken.refused else ''}{taken.option.name}"


def _followed(reason: Reason) -> Iterator[tuple[str, str]]:
    if reason.concluded:
        yield "concluded", str(len(reason.concluded))


BACKTRACKING = pseudocode(
    """
fill(k):                      :: enter; k cells are filled
  if no cell is empty:
    report grid; return       :: solution
  c = next empty cell         :: choose; along the rows
  for v = 1 to n:             :: try
    if v fits in c:           :: try; not yet in its row, column or box
      grid[c] = v             :: take
      fill(k + 1)             :: recurse
      grid[c] = empty         :: undo
  return                      :: dead; no value fits in c
""",
    depth("k"), subject("c"), _values_left, _value_taken,
    source=Source("Giovannetti", 2010, "Backtracking (lecture slides)", "002"),
)  # fmt: skip

BITMASK = pseudocode(
    """
fill(k):                      :: enter; k cells are filled
  if no cell is empty:
    report grid; return       :: solution
  for each empty cell c:      :: choose
    m[c] = row & column & box  :: choose; a 1 for each value that all three lack
  c = cell, fewest 1s in m[c]  :: choose
  if m[c] = 0: return         :: dead; no value is left for c
  for each value v in m[c]:   :: try
    grid[c] = v               :: take
    take v out of all three   :: take
    fill(k + 1)               :: recurse
    put v back into them      :: undo
""",
    depth("k"), subject("c"), _values_left, _value_taken,
    source=Source("Golomb and Baumert", 1965, "Backtrack programming (smallest domain first)"),
)  # fmt: skip

SINGLE_BRANCH = pseudocode(
    """
descend(k):                  :: enter; k options are chosen
  if R[root] = root:
    report O; stop           :: solution; no item is left
  i = open item, least S[i]  :: choose
  if S[i] = 0: give up       :: dead; there is no way back
  cover(i)                   :: choose
  o = D[i]                   :: try; the first option, and no other
  O[k] = o                   :: take
  for j right of o: cover(j)  :: take
  descend(k + 1)             :: recurse
""",
    depth("k"), subject("i", "S"), last_option("O"),
    source=Source("Nery", 2019, "Trabalho Prático 3: Sudoku como cobertura exata", "003"), legend=LINKS,
)  # fmt: skip

PROPAGATION = pseudocode(
    """
search(grid):                 :: enter
  until nothing changes:      :: infer
    every rule strikes values :: infer; singles and locked values first
  if a rule cannot be kept:
    its cells weigh more      :: dead; a house, a cage, a line
    return                    :: dead; at the root after many of these
  if all cells have one:
    report grid; return       :: solution
  c = cell with the least     :: choose
      values left / weight    :: choose; how often its rules have failed
  v = first value of c        :: choose
  search(grid with c = v)     :: try take recurse
  search(grid without v in c)  :: refuse
""",
    subject("c"), ways("c = v"), _split, _followed,
    source=Source("Boussemart, Hemery, Lecoutre and Saïs", 2004, "Boosting systematic search by weighting constraints"),
)  # fmt: skip

BANDS = pseudocode(
    """
search(state):                :: enter
  until nothing changes:      :: infer
    bands tell boxes          :: infer; which three cells in a line hold a digit
    boxes tell bands          :: infer
  if a band or a box has
     nothing left: return     :: dead
  if all is fixed:
    report grid; return       :: solution
  b = where fewest are left   :: choose; a digit in a band
  w = first way of b          :: choose
  search(state with w)        :: try take recurse
  search(state without w)     :: refuse
""",
    subject("b"), ways("w"), _split, _followed,
    source=Source("Dillon", 2019, "tdoku: a fast Sudoku solver"),
)  # fmt: skip
