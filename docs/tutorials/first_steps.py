# %% [markdown]
# # First steps
#
# A script in cells: run it from top to bottom, or open it as a notebook
# (Jupyter with jupytext, VS Code, PyCharm). Everything comes from `core`.

# %%
import core
from core import ExactCover, Goal, Queens, Run, Sudoku

# %% [markdown]
# ## One line
#
# `solve` gives a solution, or None where there is none; `count` says how many
# there are; `solutions` looks for each when it is asked for.

# %%
core.solve(Queens(8))

# %%
core.count(Queens(8)), core.solve(Queens(3))

# %%
for placement in core.solutions(Queens(8), limit=3):
    print(placement.fen)

# %% [markdown]
# Sudoku of any box shape and exact cover problems answer in the same way, in
# their own terms.

# %%
puzzle = Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
puzzle

# %%
puzzle.solution()

# %%
sets = ExactCover({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]})
list(sets.solutions())

# %% [markdown]
# ## Which algorithm?
#
# If you name none, the program takes the one that should finish first, and
# says why. Every algorithm has an entry in the catalog.

# %%
print(core.propose(Queens(20), Goal.COUNT).reason)
[entry.key for entry in core.algorithms("queens")]

# %% [markdown]
# A refusal is a value too: which limit it was, and which algorithms could do it.

# %%
refusal = core.algorithm("queens", "bitmask").refusal(Queens(33), Goal.COUNT)
print(refusal)
refusal.because, refusal.instead

# %% [markdown]
# ## A search that can be left anywhere
#
# `start` builds a search; `advance(budget)` visits at most that many nodes and
# returns. Nothing is lost in between: its whole state is a few arrays.

# %%
search = core.algorithm("queens", "dlx-s").start(Queens(8), Goal.COUNT)
search.advance(500)
shot = search.snapshot()
shot.nodes, shot.solutions, shot.placement

# %% [markdown]
# A `Run` drives a search in whatever thread calls `drive`; meanwhile other
# threads may pause it, step it, set its speed or cancel it, and look at its
# newest snapshot.

# %%
run = Run(search)
shot = run.drive()
shot.nodes, shot.updates, shot.solutions
