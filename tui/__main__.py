"""``python -m tui``: arguments only; the app is imported last."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from core import __version__
from core._catalog import named
from core._cli.console import DONE, invocation
from core._cli.console import MODULE as CORE_MODULE
from core._cli.console import SCRIPT as CORE_SCRIPT
from core._plain import make_writable
from core._words import allow_long_counts
from tui.modes import MODE_ENTRIES

if TYPE_CHECKING:
    from tui.lessons.lesson import Lesson

MODULE, SCRIPT = "python -m tui", "dancing-queens"
"""The names under which the app can be started."""
LESSON = "lesson"
"""The word that opens a lesson, or the list of lessons, instead of a screen."""


def parser(program: str = MODULE) -> argparse.ArgumentParser:
    """The command line of the app, under the name by which it was started."""
    from core._cli import completion
    from core._cli.arguments import Parser

    top = Parser(
        prog=program,
        description="Solve, watch and compare combinatorial search in the terminal.",
        epilog=f"Examples: {program} · {program} queens 8 --algorithm dlx-s --speed 20 --run ·"
        f" {program} sudoku puzzle.sdk · {program} lesson",
    )
    top.add_argument("--version", action="version", version=f"dancing-queens {__version__}")
    completion.add_option(top)
    top.add_argument(
        "screen",
        nargs="?",
        choices=[*(entry.mode for entry in MODE_ENTRIES), LESSON],
        help="the screen to open (default: the last one), or lesson",
    )
    top.add_argument(
        "what",
        nargs="?",
        metavar="N|FILE|NAME",
        help="; ".join([*(f"{entry.mode}: {entry.opens}" for entry in MODE_ENTRIES), f"{LESSON}: its name or a file"]),
    )
    top.add_argument(
        "--algorithm",
        "-a",
        metavar="KEY",
        help=f"{_command_line(program)} algorithms lists them; compare takes several: A,B",
    )
    for entry in MODE_ENTRIES:
        for own in entry.options:
            choices = named(own.choices)
            told = f"{entry.mode}: {own.help}: {', '.join(choices)}"
            top.add_argument(own.flag, dest=own.name, choices=choices, metavar=own.name.upper(), help=told)
    top.add_argument("--goal", "-g", choices=("first", "all", "count"), help="what to search for")
    top.add_argument("--speed", metavar="S", help="nodes a second, or full")
    top.add_argument("--run", action="store_true", help="start searching at once")
    top.add_argument("--theme", metavar="NAME", help="colours to use; ? lists them")
    top.add_argument("--plain", action="store_true", help=f"{LESSON}: print its steps as text, or list all lessons")
    top.add_argument(
        "--handout", metavar="FILE", type=Path, help=f"{LESSON}: write it as a handout, FILE.html or FILE.pdf"
    )
    top.add_argument("--answers", action="store_true", help="with --handout: hints and answers too")
    top.add_argument("--answered", action="store_true", help="with --handout: what you have answered")
    web = top.add_argument_group("in a browser")
    web.add_argument("--serve", action="store_true", help="show the app in a browser (needs the extra web)")
    web.add_argument("--host", metavar="NAME", help="the address to listen on (default: this computer only)")
    web.add_argument("--port", type=int, metavar="P", help="the port to listen on (default: 8000)")
    top.add_argument("--keys", action="store_true", help="list all actions with their keys, and say how to change them")
    top.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    return top


def _command_line(program: str) -> str:
    """The name of the command line, given that of the app."""
    return CORE_SCRIPT if program == SCRIPT else CORE_MODULE


def main(arguments: Sequence[str] | None = None, program: str = MODULE) -> int:
    """Open the app; returns its exit status."""
    allow_long_counts()
    make_writable()
    command_line = parser(program)
    options = command_line.parse_intermixed_args(arguments)
    invocation.program = _command_line(program)  # for the commands that the screens show
    # Read when Textual is imported: the most pictures that it paints a second.  After one it waits for one or two such
    # moments, so with its usual 60 a key pressed then is seen 33 ms late.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # see `core.__main__.run`
    if options.theme:
        from textual.theme import BUILTIN_THEMES

        from tui.themes import THEMES

        themes = [*(theme.name for theme in THEMES), *sorted(BUILTIN_THEMES)]
        if options.theme == "?":
            print("\n".join(themes))
            return 0
        if options.theme not in themes:
            command_line.exit(2, f"{program}: there is no theme {options.theme!r}; --theme ? lists them\n")
    for entry in MODE_ENTRIES:
        for own in entry.options:
            if getattr(options, own.name) and options.screen != entry.mode:
                command_line.error(f"{own.flag} goes with the {entry.mode} screen")
    if options.plain and options.screen != LESSON:
        command_line.error(f"--plain goes with {LESSON}")
    if options.handout and (options.screen != LESSON or options.what is None):
        command_line.error(f"--handout goes with {LESSON} and its name")
    if (options.answers or options.answered) and not options.handout:
        command_line.error("--answers and --answered go with --handout")
    if options.handout:
        return write_handout(command_line, options)
    if options.plain:
        return print_lesson(command_line, options.what)
    if options.keys:
        list_keys()
        return 0
    if options.serve:
        return in_browser(command_line, options)
    if not (in_a_browser() or (terminal(sys.stdin) and terminal(sys.stdout))):
        command_line.exit(2, f"{program}: this needs a terminal; {invocation.program} does the same work in a script\n")
    from core.storage import StoreError
    from core.storage._store import chosen_home

    try:
        chosen_home()
    except StoreError as error:
        command_line.exit(2, f"{program}: {error}\n")
    gc.disable()  # for the first second: nothing to collect yet, and each pass delays the first picture
    from tui.app import DancingQueens, Start

    names = ["what", "algorithm", "goal", "speed", "run", *(own.name for each in MODE_ENTRIES for own in each.options)]
    asked = {name: value for name in names if (value := getattr(options, name))}
    mode = options.screen or (MODE_ENTRIES[0].mode if asked else None)
    lesson = None
    if options.screen == LESSON:
        mode, lesson, asked = None, options.what or "", {}
        if lesson:
            read_lesson(command_line, lesson)
    app = DancingQueens(Start(mode, options.theme, options.ascii, asked, lesson))
    app.run()
    return app.return_code or 0


def terminal(file: IO[str] | None) -> bool:
    """Whether a standard stream is there, and a terminal."""
    try:
        return file is not None and file.isatty()
    except ValueError:  # closed
        return False


def in_a_browser() -> bool:
    """Whether this process is one that `tui.serve` started for a browser."""
    return "web_driver" in os.environ.get("TEXTUAL_DRIVER", "")


def in_browser(command_line: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    """Serve the app with the other arguments until interrupted."""
    from tui.serve import HOST, PORT, CannotServe, serve

    words = {"theme": options.theme, "algorithm": options.algorithm, "goal": options.goal, "speed": options.speed}
    others = [word for word in (options.screen, options.what) if word]
    others += [part for name, value in words.items() if value for part in (f"--{name}", value)]
    others += [f"--{name}" for name in ("run", "ascii") if getattr(options, name)]
    try:
        serve(others, options.host or HOST, PORT if options.port is None else options.port)
    except CannotServe as error:
        command_line.exit(2, f"{command_line.prog}: {error}\n")
    return 0


def list_keys() -> None:
    """Print every action under its name in the settings file, with its keys."""
    from tui.app import every_action
    from tui.settings import settings_path

    print(f'Set keys of your own in {settings_path()}, for example:  "keys": {{"run": "g", "browse 1": "ctrl+f,n"}}')
    for title, actions in every_action():
        print(f"\n{title}")
        for action in actions:
            print(f"  {action.setting:<24} {action.shown_keys(9) or 'palette':<20} {action.help}")


def read_lesson(command_line: argparse.ArgumentParser, name: str) -> Lesson:
    """The lesson of that name, or in that file; if there is none, the program ends and says why."""
    from core import ProblemError
    from tui.lessons.lesson import lesson_named

    try:
        return lesson_named(name)
    except (LookupError, ProblemError, OSError) as error:
        command_line.exit(2, f"{command_line.prog}: {error}\n")


def print_lesson(command_line: argparse.ArgumentParser, name: str | None) -> int:
    """Print a lesson as text, or the list of all; returns the exit status."""
    from core._plain import written
    from tui.lessons.plain import listed, plain
    from tui.lessons.step import FactError

    try:
        for line in listed() if name is None else plain(read_lesson(command_line, name)):
            print(written(line))
    except FactError as error:
        command_line.exit(2, f"{command_line.prog}: {error}\n")
    return 0


def write_handout(command_line: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    """Write a lesson as a page or as PDF; returns the exit status."""
    from core.storage._files import save, system_reason
    from tui.lessons.handout import on_paper, sections
    from tui.lessons.progress import Progress
    from tui.lessons.step import FactError

    path: Path = options.handout
    lesson = read_lesson(command_line, options.what)
    try:
        taken = Progress().of(lesson.name) if options.answered else None
        save(path, on_paper(lesson, list(sections(lesson, answers=options.answers, taken=taken)), path.suffix))
    except ValueError as error:
        command_line.exit(2, f"{command_line.prog}: {path}: {error}\n")
    except FactError as error:
        command_line.exit(2, f"{command_line.prog}: {error}\n")
    except OSError as error:
        command_line.exit(2, f"{command_line.prog}: {path}: {system_reason(error)}\n")
    return 0


def leave(status: int) -> None:
    """End the process at once: everything is on disk, and tearing down an interpreter that holds a
    compiler takes longer than a person expects of a quit."""
    with suppress(BrokenPipeError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def run(program: str = SCRIPT) -> None:
    """The console script ``dancing-queens``."""
    try:
        leave(main(program=program))
    except BrokenPipeError:  # the reader of a list has gone (``| head``)
        leave(DONE)


if __name__ == "__main__":
    run(MODULE)
