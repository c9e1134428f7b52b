"""Counting N queens by quadrants: it never completes a board, it only counts pairs of halves that fit.

The board is cut into four quadrants of h × h squares, h = N // 2; an odd N has
a middle row and a middle column besides.  For each set of rows
whose queen shall stand in the east (a *job*, `jobs`), all ways to put queens on these rows of a
quadrant are listed (`placements`).  Two quadrants that do not
attack each other are joined to an east half, and two more to a west half
(`halves`).  All that matters about a half is on which diagonals it reaches the
other side.  Pairs of halves without a common diagonal are the solutions; the
kernel counts them 64 to 512 at a time (`pairs`).

The idea, meeting in the middle over four quadrants, is Evgeny Kluev's
(N-Queens-Count-Sol, 2015).  This program also uses all eight symmetries of the
board.  It sorts both lists by the diagonals on which most pairs meet (`windows`),
so that it dismisses most runs of pairs together, and vectors do the rest.

This method only counts: it never has a placement to show.

N = 8 by hand.  A quadrant has h × h = 4 × 4 squares, on which any number of
queens can be placed in 87 ways without one attacking another.  Of the
70 ways to say which four of the eight rows have their queen in the east, 23 are
jobs; the others are their images, turned upside down or with east and west
exchanged.  One job says rows 1, 4, 5 and 6 (from 0).  It has four such images,
itself included, so its weight is 4.

    row      0     1     2     3     4     5     6     7
    half   west  east  west  west  east  east  east  west

Row 1 is in the northern quadrants, rows 4, 5 and 6 in the southern ones.  So in
the east the northern quadrant takes one of the four columns and the southern one
the three others: four ways to deal out the columns, and for each the placements
are looked up and those that attack each other are left out.  This
leaves 4 east halves (columns 4 to 7) and, of rows 0, 2, 3 and 7 in the same
way, 8 west halves (columns 0 to 3):

    east, rows 1 4 5 6:  5647  5746  6475  6574
    west, rows 0 2 3 7:  0312  1023  1032  1203  2130  2301  2310  3021

Rows and columns are all different now, whichever east half is put beside whichever
west half.  Of these 4 × 8 = 32 pairs, two have no common diagonal either: the solutions
2 5 3 0 7 4 6 1 (5746 with 2301) and 2 5 3 1 7 4 6 0 (5746 with 2310).

How often each counts depends on ranks, which account for the mirror image at the
main diagonal.  The rank of the job's rows is 2.  If both ranks of the columns, in the east
and in the west, are greater, then the mirror image has greater ranks of the rows
and is not searched, so the solution counts twice.  The second solution, with ranks
4 and 14, is of this kind.  The first has ranks 4 and 2, of which the smaller equals
that of the rows, and counts once.  Together they count 4 · (2 + 1) = 12 of the 92
solutions.

>>> from core._kernels.simd import best_processor
>>> from core import Queens
>>> from core._queens.quadrants.quadrant_search import QuadrantSearch
>>> job = QuadrantSearch(Queens(8), None, best_processor(), first=22, step=23)  # the last of the 23 jobs
>>> _ = job.advance(1)
>>> job.counts()[0], job.checksums  # what it counts; east halves, west halves and pairs
(12, (4, 8, 32))
"""
