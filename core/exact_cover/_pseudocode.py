"""The searches for exact covers as pseudocode: Algorithm X, Dancing Links, dancing cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core._catalog import Source
from core.explain._pseudocode import Pseudocode, depth, last_option, pseudocode, subject
from core.explain._reason import Reason

if TYPE_CHECKING:
    from core.exact_cover._kernels.link_dance import LinkDance

LINKS = "R, D: the next to the right, below. S: options left. O: options chosen."
"""What Dancing Links calls its arrays."""
CHOSEN = "O: options chosen."
DANCING_LINKS = Source("Knuth", 2000, "Dancing Links", "003")


def links(choose: str, note: str, shown: str = "report O") -> Pseudocode:
    """Dancing Links with a line of its own for choosing the item."""
    return pseudocode(
        f"""
search(k):                   :: enter; k options are chosen
  if R[root] = root:
    {shown}; return         :: solution; no item is left
  {choose}  :: choose; {note}
  if S[i] = 0: return        :: dead; no option holds item i
  cover(i)                   :: choose; out of the items, its options out of theirs
  for o = D[i], D[D[i]], ...  :: try
    O[k] = o                 :: take
    for j right of o:        :: take
      cover(j)               :: take; what o holds is served
    search(k + 1)            :: recurse
    for j left of o:         :: undo
      uncover(j)             :: undo; the links dance back
  uncover(i)
""",
        depth("k"), subject("i", "S"), last_option("O"), source=DANCING_LINKS, legend=LINKS,
    )  # fmt: skip


DLX = links("i = an item still open", "the smallest or the first: Next item")

ALGORITHM_X = pseudocode(
    """
search(A, k):                :: enter; A is what is left of the matrix
  if A has no items:
    report O; return         :: solution
  i = an item of A           :: choose; the one with fewest options, or the first
  if no option holds i:
    return                   :: dead
  for each o that holds i:   :: try undo; A is as it was: it was copied
    O[k] = o                 :: take
    B = copy of A            :: take
    for each item j of o:    :: take
      delete j from B, and   :: take
        options that hold j  :: take
    search(B, k + 1)         :: recurse
""",
    depth("k"), subject("i", "size"), last_option("O"), source=DANCING_LINKS, legend=CHOSEN,
)  # fmt: skip


def _bound(reason: Reason) -> Iterator[tuple[str, str]]:
    if reason.bound is not None:
        yield "b", str(reason.bound.least)
        if reason.bound.most is not None:
            yield "most", str(reason.bound.most)


CHEAPEST = pseudocode(
    """
search(A, k, b):             :: enter; b: what all solutions below cost at least
  for each option o of A:    :: infer; in the order of r, its cost above its items' prices
    if b + r[o] > most:      :: infer
      delete o from A        :: infer; too dear
  if A has no items:
    report O                 :: solution
    most = its cost - 1; return  :: solution
  i = the item with fewest   :: choose; looking on from the last one
  if no option holds i:
    return                   :: dead
  for each o that holds i:   :: try undo; the smallest r first
    O[k] = o                 :: take
    B = A without its clashes  :: take; and without o
    search(B, k + 1, b + r[o])  :: recurse
""",
    depth("k"), _bound, subject("i"), last_option("O"),
    source=Source("Land and Doig", 1960, "An automatic method of solving discrete programming problems"),
    legend="r: the cost of an option above the prices of its items. O: options chosen.",
)  # fmt: skip

DANCING_CELLS = pseudocode(
    """
search(k):                   :: enter; k options are chosen
  if no item is active:
    report O; return         :: solution
  if a set has become empty:
    return                   :: dead; as soon as it is seen
  i = active, smallest set   :: choose; one down to a single option first
  save all sizes             :: choose
  for each o in the set of i:  :: try
    O[k] = o                 :: take
    for each item j of o:    :: take
      j is no longer active  :: take
      swap its options out   :: take; each behind the end of its items' sets
    search(k + 1)            :: recurse
    sizes = those saved      :: undo; the order inside a set may differ
""",
    depth("k"), subject("i", "size"), last_option("O"),
    source=Source("Knuth", 2023, "Dancing cells (SSXCC), after Solnon 2020"), legend=CHOSEN,
)  # fmt: skip


def line_of_step(code: Pseudocode, dance: LinkDance, reason: Reason) -> int | None:
    """The line of Dancing Links that makes the last single step of a dance; None before the first.

    Covering unlinks a header before the nodes below it, and uncovering links it in after them, so the nearest header
    tells whose cover or uncover it is.  ``reason`` is that of the node where the dance begins.
    """
    from core.exact_cover._kernels.link_dance import StepKind

    step, items = dance.last, dance.structure.items
    if step is None or step.kind is StepKind.PUT_BACK:
        return None
    back = step.kind is StepKind.RELINK
    steps = dance.steps[dance.place - 1 :] if back else dance.steps[dance.place - 1 :: -1]
    header = next((each.node for each in steps if each.kind is step.kind and each.node <= items), 0)
    chosen = [taken.subject for taken in reason.path] if back else [reason.branch.subject if reason.branch else None]
    own = header - 1 in [item.number for item in chosen if item is not None]
    wanted = f"{'un' * back}cover({'i' if own else 'j'})"
    return next((number for number, line in enumerate(code.lines) if line.text.strip() == wanted), None)
