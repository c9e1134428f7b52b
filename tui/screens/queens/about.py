"""What the help says of the queens screen, above its keys."""

from __future__ import annotations

ABOUT = """
N queens stand on an N × N board so that no two share a row, a column or a diagonal.
Choose an algorithm and a size (type the digits), then press enter and watch.

On the board: a queen, a dot on every square that some queen attacks, and a small
square (a plus in ASCII) on those that are still free; at full speed only the queens.
Queens that attack each other (local search starts like that) are shown reversed.

Step with . and back with , to see why: the number beside a queen is the order in which
she was placed; a filled diamond is a square that may be taken next, an empty one a
square of the last line still to be tried, a cross one that led nowhere.  Along the edges
are the numbers of squares left in each row and column; ✗0 marks a line with none.

Press b for two algorithms side by side in lockstep, each on a board of its own, with
their nodes by level: it shows where one has more to do than the other.  T shows the whole
tree beside the board; the board shows the node that the arrow keys point at.

Press e to place queens (space) and to forbid squares (x) yourself, then enter to count
the completions.  A queen that was there from the start is underlined, or has a star in
the corner of her picture.

A board too large to be drawn shows a window: press tab, then move it with the arrow
keys, pgup, pgdn, shift and left or right, home and end; q moves it to the queen of its
middle row.  The number at the right of each row is the column of its queen.

A solution is written as the column of each row's queen, counted from 0, top row first.

A search of more than ten seconds is kept on disk automatically; K continues one that was
left, stopped or killed, now or the next time you start the program.

A node is one partial placement that the search visits; the root counts as one.
The number after the slash is the known value (A000170 of the OEIS).
"""
