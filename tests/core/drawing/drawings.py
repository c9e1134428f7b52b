"""Charts that each kind of file is tested with."""

from __future__ import annotations

from core._drawing.chart import Chart, ChartKind, ChartLine, Point
from core._words import compact, duration

WHISKERS = ChartLine("dlx", 0, (Point(8, 1e-3, 9e-4, 2e-3), Point(9, 5e-3)), trend=(Point(8, 1e-3), Point(9, 5e-3)))
PAPER = ChartLine(
    "costs $5 or $x$", 1, (Point(8, 2e-3),), paper=(Point(8, 3e-3), Point(9, 1e-2)), paper_label="DLX (2017)"
)
BEYOND = ChartLine("swaps", 2, (Point(8, 1.0),), estimates=(Point(9, 2.0, 1.5, 3.0), Point(10, 4.0)))
SIZES = Chart(ChartKind.SIZE, "Queens", "N", "search time", (WHISKERS, PAPER, BEYOND), duration, seconds=True)
STRIP = Chart(
    ChartKind.STRIP, "Runs", "algorithm", "nodes",
    (ChartLine("dlx", 0, (Point(0.9, 4), Point(1.1, 6)), middle=Point(1, 5, 4.5, 5.5)),), compact,
    ticks=((1, "dlx"),), joined=False,
)  # fmt: skip
STEPS = Chart(
    ChartKind.PROFILE, "Profile", "τ", "share", (ChartLine("dlx", 0, (Point(1, 0.5), Point(4, 1))),),
    x_log=True, y_log=False, steps=True,
)  # fmt: skip
