"""A further screen needs its package and one line in the list of modes; its family is compared and raced at once."""

from __future__ import annotations

import json
import subprocess
import sys

from tests import ROOT

# In a process of its own: keys and titles are made of the list when the app is imported.
START = """
import tests.within  # other processes do not know the family
import tui.modes
from tests.fifth_family import add_family
add_family()
tui.modes.MODE_ENTRIES += (
    tui.modes.ModeEntry("colouring", "Colouring", "f7", "tests.tui.fifth_screen:ColouringScreen", "so many regions",
        (tui.modes.ModeOption("--with", "colours", "tests.tui.fifth_screen:COLOURS", "how many colours"),),
        beside="tests.tui.fifth_screen:RingBeside", lessons="tests.tui.fifth_screen:ColouringLessons"),
)
from tests.tui import fifth_screen
fifth_screen.main()
"""


def test_a_fifth_screen_is_found_by_argument_key_and_title_and_its_family_is_compared() -> None:
    done = subprocess.run([sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "argument": "colouring",
        "help": True,
        "option": "three",
        "keys": ["turn", "pair"],
        "first": "ColouringScreen",
        "title": "Dancing Queens  F2 Queens  F3 Sudoku  F4 Cover  F5 Compare  F7 Colouring       ring of 5 regions",
        "found": 30,
        "beside": [30, 30],
        "lanes": ["ring", "ring"],
        "plan": ["colouring", "3", "4", "deep", "wide"],
        "race": ["regions = 5", True, True],
        "lesson": [
            "Screen Colouring: ring of 5 regions.",
            "A ring of five regions has 30 colourings.",
            "rings, line 5, column 1: problem: expected a number of regions, not 'many'",
            "Not 27. Hint: Four queens have two.",
            "Yes.",
        ],
        "key": "ColouringScreen",
    }
