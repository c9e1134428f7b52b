"""Counting N queens by quadrants: no board is ever completed, only halves that fit are counted.

The board is cut into four quadrants of h × h squares, h = N // 2; an odd N has
a middle row and a middle column besides.  Every way to put queens on some rows
and columns of one quadrant is listed once (`table`).  For each set of rows
whose queen shall stand in the east (a *job*, `jobs`), two quadrants that do not
attack each other are joined to an east half, and two more to a west half
(`halves`); what matters of a half are the diagonals on which it reaches the
other side.  Pairs of halves without a common diagonal are the solutions; they
are counted 64 to 512 at a time (`pairs`).

The idea, meeting in the middle over four quadrants, is Evgeny Kluev's
(N-Queens-Count-Sol, 2015).  Here all eight symmetries of the board are used,
both lists are put in order by the diagonals on which most pairs meet (`windows`),
so that most runs of pairs are dismissed together, and vectors do the rest.

It counts only: there is never a placement to show.
"""
