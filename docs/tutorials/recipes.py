# %% [markdown]
# # Recipes
#
# Twelve things that people want from Python, each whole. Everything is
# imported from a public package: `core`, `core.running`, `core.explain`,
# `core.compare`, `core.sudoku`, `core.sudoku.human`, `core.exact_cover` and
# `core.storage`.

# %% [markdown]
# ## Queens that stand already
#
# Squares are `(row, column)` from 0. Some hold a queen, others must stay free.

# %%
from core import Queens

board = Queens(8, placed=((0, 3),), forbidden=((7, 0), (7, 7)))
print(board.count())
board.solution()

# %% [markdown]
# ## Solutions one by one, within a time limit
#
# Each is looked for when it is asked for. Seconds are those of the search: what
# you do between two solutions does not count.

# %%
from core import TimeIsUp

found = 0
try:
    for placement in Queens(12).solutions(seconds=30):
        found += 1
        if found == 1000:
            break
except TimeIsUp as late:
    print("not all of them:", late.snapshot.solutions)
print(found, placement.fen)

# %% [markdown]
# ## Every Sudoku of a file
#
# `read_file` recognises the format, and yields a puzzle or a `FormatError` for
# each piece of the file, in its order. Here are fifty in a file of one line each.

# %%
from pathlib import Path
from tempfile import TemporaryDirectory

from core import FormatError
from core.sudoku import read_file

line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
with TemporaryDirectory() as folder:
    path = Path(folder, "fifty.sdm")
    path.write_text(line * 50)
    solved = 0
    for puzzle in read_file(path):
        if isinstance(puzzle, FormatError):
            print(puzzle)  # it says which line and column
        elif puzzle.problem.count(limit=2) == 1:
            solved += 1  # `count(limit=2)` is enough to know that there is no second one
print(solved, "have exactly one solution")

# %% [markdown]
# ## Rate a Sudoku, and explain it
#
# A path is what logic can do; each step says why in a sentence.

# %%
from core import Sudoku
from core.sudoku.human import solve_by_logic

sudoku = Sudoku.parse("...9..3......4.6..5..1...8.7....9..4.3..8..5.2..3....7.4...6..2..7.2......5..8...")
path_of_logic = solve_by_logic(sudoku)
print(path_of_logic.level.title, path_of_logic.score, len(path_of_logic.steps), "steps")
for step in path_of_logic.steps[:3]:
    print(step.line)

# %% [markdown]
# ## Make a Sudoku
#
# The same seed makes the same puzzle. A `Wish` may also ask for a score,
# techniques, a symmetry, rules.

# %%
from core import Shape
from core.sudoku import Wish, generate_rated
from core.sudoku.human import Level

made = generate_rated(Shape(2, 3), seed=1, wish=Wish(level=Level.MEDIUM))
made.problem

# %% [markdown]
# ## A tiling of your own
#
# A drawing has a region and pieces, which may be turned and mirrored.

# %%
from core.exact_cover import read_puzzle

tiling = read_puzzle("""\
region:
#####
#####
#####
#####

piece I:
####
piece L ×2:
###
#..
piece O:
##
##
piece Z:
##.
.##
""")
print(tiling.count())
tiling.solution()

# %% [markdown]
# ## A timetable, with colours
#
# A lesson takes its class and its teacher at an hour. Two lessons may be in the
# same room if they give it the same colour: the same noise.

# %%
from core import ExactCover

lessons = {
    ("music", hour): ["music", f"class {hour}", f"hall {hour}"] for hour in (1, 2)
} | {
    ("choir", hour): ["choir", f"teacher {hour}", f"hall {hour}"] for hour in (1, 2)
} | {
    ("exam", hour): ["exam", f"class {hour}", f"hall {hour}"] for hour in (1, 2)
}  # fmt: skip
noise = {lesson: {f"hall {lesson[1]}": "silent" if lesson[0] == "exam" else "loud"} for lesson in lessons}
secondary = [f"{what} {hour}" for what in ("class", "teacher", "hall") for hour in (1, 2)]
timetable = ExactCover.from_options(lessons, secondary=secondary, colours=noise)
[sorted(each) for each in timetable.solutions()]

# %% [markdown]
# ## Back, and why
#
# A `Timeline` goes to any node, forwards and back; an `Explainer` says what
# happens there.

# %%
from core import Goal, algorithm
from core.explain import Explainer, sentences
from core.running import Move, Timeline

timeline = Timeline(algorithm("queens", "dlx-s").start(Queens(6), Goal.ALL))
timeline.go(Move.NEXT_SOLUTION)
timeline.go(Move.PREVIOUS_DEAD_END)
reason = Explainer(timeline).reason()
if reason is not None:  # before the first node there is none
    for sentence in sentences(reason):
        print(sentence.text)

# %% [markdown]
# ## In a thread, watched and cancelled
#
# A `Run` drives a search wherever `drive` is called; any thread may look at its
# newest snapshot, pause it, step it or cancel it.

# %%
from threading import Thread

from core import Run

run = Run(lambda: algorithm("queens", "bitmask").start(Queens(20), Goal.COUNT))
thread = Thread(target=run.drive)
thread.start()
while run.snapshot.solutions < 1000:
    run.wait(0.05)
run.cancel()
thread.join()
run.snapshot.status

# %% [markdown]
# ## Save a search, and go on another day
#
# The file knows which search it belongs to, and refuses any other.

# %%
from core.storage import Checkpoint

with TemporaryDirectory() as folder:
    kept = Checkpoint(Path(folder, "ten.checkpoint"), Queens(10), "dlx-s", Goal.COUNT, None, {})
    search = kept.begin(algorithm("queens", "dlx-s"))
    search.advance(5000)
    kept.save(search, seconds=0.1)

    later = Checkpoint.found(Path(folder, "ten.checkpoint"), Queens(10))
    state = later.load()
    assert state is not None
    search = later.begin(algorithm("queens", later.algorithm))
    search.restore(state)
    print(search.snapshot().nodes, "nodes so far")
    print(Run(search).drive().solutions, "solutions in the end")

# %% [markdown]
# ## Compare, and get a table
#
# This one measures, so the page only shows it. It takes a quarter of a minute.

# %% [measures]
from core.compare import compare

table = compare([Queens(10), Queens(12)], ["backtracking", "dlx", "dlx-s"])
print(table.to_markdown())

# %% [markdown]
# Once, on two cores of an AMD EPYC that had much else to do, the table was:
#
# | N | backtracking | dlx | dlx-s | solutions |
# |---:|---:|---:|---:|---:|
# | 10 | 1.35 ms ± 2.5 % · 1.17 × | 2.22 ms ± 1.6 % · 1.95 × | 1.14 ms ± 2.7 % · fastest | 724 |
# | 12 | 35.8 ms ± 1.4 % · 2.23 × | 47.8 ms ± 0.4 % · 2.97 × | 16.0 ms ± 0.9 % · fastest | 14 200 |
#
# Below it stand warnings and what the machine was.

# %% [markdown]
# ## A picture in a notebook
#
# Boards, grids and tilings show themselves; the picture is SVG.

# %%
picture = Queens(8).solution()
svg = picture._repr_svg_() if picture is not None else None
print((svg or "")[:4])
picture
