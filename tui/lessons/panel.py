"""A lesson on a screen: a strip below it with the text, the question and the keys; and the runner that takes the steps.

The strip has the focus, and takes only the keys that it names: all others do on the screen what they always do.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from textual.binding import Binding
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget

from core import ProblemError
from core._catalog import named
from core._words import counted
from tui.actions.action import IN_LESSON, LESSON_TAKEN
from tui.actions.dialogue import answer
from tui.dialogs.dialogs import TextDialog
from tui.dialogs.pick import Also, PickDialog
from tui.kit.frame import KeyBar
from tui.kit.lines import Line, Lines, arrows
from tui.kit.pick_list import PickLine
from tui.kit.text import SENTENCE_TONES
from tui.lab.screen import LabScreen
from tui.lab.steering import TICK_SECONDS
from tui.lab.worker import in_background, in_thread
from tui.lessons.lesson import Lesson, lesson_named, shipped
from tui.lessons.open_lesson import OpenLesson, ScreenAdapter
from tui.lessons.progress import Progress, answers_told
from tui.lessons.step import FactError, Kind
from tui.modes import MODE_ENTRIES
from tui.terminal import typing_ahead

if TYPE_CHECKING:
    from tui.app import DancingQueens

ENDED = "That was the lesson. Enter closes it; F6 lists the others."
HANDOUT = "File to write: .pdf or .html; with hints and answers where the name ends in -answers:"
PROJECTED = "-projected"
"""The class of a screen where the board and the strip have all the room."""
LEAST = 7
"""Rows for the strip, its frame included; it grows with its text, up to half of the screen."""
TYPED = (Kind.NUMBER, Kind.NAME, Kind.YES)
"""Answers that are typed."""


class LessonPanel(Lines, can_focus=True):
    """The step of a lesson that is being taken."""

    DEFAULT_CSS = "LessonPanel { height: 7; background: $surface; }"
    BINDINGS = [
        Binding("enter", "enter", show=False),
        Binding("question_mark", "hint", show=False),
        Binding("r", "again", show=False),
        Binding("f8,ctrl+l", "project", show=False),
        Binding("pageup", "move(-1)", show=False),
        Binding("pagedown", "move(1)", show=False),
        Binding("escape", "leave", show=False),
        *arrows("point"),
    ]

    KEYS = (
        ("enter", "Answer, or to the next step"), ("?", "A hint, while a question is open"),
        ("r", "Bring the place of this step back"), ("pgup pgdn", "To the step before, or the next one"),
        ("F8 ctrl+l", "The board and this strip only, widely spaced, for a projector; and back"),
        ("↑ ↓ ← →", "Move the cursor, where a square is asked for"),
        ("esc", "Leave: the screen is as it was before, and F6 goes on with the lesson"),
    )  # fmt: skip

    def __init__(self, runner: LessonRunner, lesson: OpenLesson) -> None:
        super().__init__(id="lesson", classes="panel", name="In the lesson (F6 turns to it)")
        self._runner, self.lesson = runner, lesson

    # Showing

    def show(self) -> None:
        """Show the step, and the reply to the last answer."""
        lesson, keys = self.lesson, self._keys()
        if keys != self.border_subtitle:
            self.screen.refresh_bindings()  # letters that were the answer's are the screen's again, or the other way
        self.entitle(f"Lesson: {lesson.title}", keys)
        width = self.screen.size.width - 4
        rows = len(list(self.compose_lines(width, 99))) + 2
        most = max(LEAST, self.screen.size.height // 2 - 1)
        height = min(max(rows, LEAST), most)
        if self.styles.height is None or self.styles.height.value != height:
            self.styles.height = height
        self.paint()

    def _keys(self) -> str:
        lesson = self.lesson
        if not self.has_focus:
            return "F6 goes on with the lesson"
        enter = "close" if lesson.ended else "answer" if lesson.open else "next"
        keys = [] if lesson.waits or lesson.walks else [f"enter {enter}"]
        keys += ["? hint"] if lesson.open else []
        large = "F8 all panels" if self._runner.projected else "F8 large"
        return "   ".join([*keys, "r again", large, "pgup pgdn", "esc leave"])

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        lesson = self.lesson
        room, large = height, self._runner.projected
        blocks: list[tuple[str, str]] = [(line, "strong" if large else "plain") for line in lesson.text.splitlines()]
        if lesson.question:
            blocks.append((f"{lesson.question} {lesson.keys}".rstrip(), "strong"))
        elif blocks and lesson.keys:
            blocks[-1] = (f"{blocks[-1][0]} {lesson.keys}", blocks[-1][1])
        for text, tone in blocks:
            lines = self.said(text, tone, width, room)
            room -= len(lines)
            yield from lines
            if large and room > len(blocks):
                yield []
                room -= 1
        if lesson.kind in TYPED:
            room -= 1
            yield [Segment("Your answer: ", self.tone("muted")), Segment(f"{lesson.typed}_", self.tone("strong"))]
        if lesson.ended:
            yield from self.said(ENDED, "good", width, room)
            return
        if lesson.said is not None:
            lines = self.said(lesson.said[1], SENTENCE_TONES[lesson.said[0]], width, room)
            room -= len(lines)
            yield from lines
        if lesson.lost:
            yield from self.said(lesson.lost, "warning", width, room)

    def look(self) -> None:
        """The screen shows something new."""
        if self.lesson.look():
            self.show()

    def watch_has_focus(self, has_focus: bool) -> None:
        # Not on_focus: that comes before has_focus is true.
        super().watch_has_focus(has_focus)
        self.show()

    def on_resize(self) -> None:
        super().on_resize()
        self.call_after_refresh(self.show)

    # Keys

    def on_key(self, event: Key) -> None:
        # Before the screen's own keys, for which the app looks once nobody has wanted the key.
        lesson = self.lesson
        if event.key == "backspace" and lesson.typed:
            lesson.type("")
        elif event.character and event.is_printable and lesson.takes(event.character.casefold()):
            lesson.type(event.character.casefold())
        else:
            return
        event.stop()
        event.prevent_default()
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "point":
            return self.lesson.points
        if action == "hint":
            return self.lesson.open
        return True

    def takes(self, key: str) -> bool:
        """Whether it is a key of its own, or one that answers."""
        own = (each for each in Binding.make_bindings(self.BINDINGS) if each.key == key)
        typed = len(key) == 1 and self.lesson.takes(key)
        return typed or any(self.check_action(each.action.partition("(")[0], ()) for each in own)

    async def action_enter(self) -> None:
        """Answer, or go on."""
        if self.lesson.ended:
            self._runner.leave()
        elif not self.lesson.enter():
            await self.action_move(1)
        else:
            self.show()

    def action_hint(self) -> None:
        """Give a hint."""
        self.lesson.hint()
        self.show()

    def action_project(self) -> None:
        """The board and the strip only, or all panels again."""
        self._runner.projected = not self._runner.projected
        self._runner.set_projected()
        self.call_after_refresh(self.show)

    def action_again(self) -> None:
        """Bring the place of the step back."""
        self.lesson.back_to_step()
        self.show()

    async def action_move(self, steps: int) -> None:
        """To another step; an answer that is typed at once waits until its question is shown."""
        if self.lesson.move(steps):
            self._runner.take_step()
            await self._runner.stands()
        else:
            if self.lesson.ended:
                self._runner.ended()
            self.show()

    def action_point(self, down: int, right: int) -> None:
        """Move what the learner points with."""
        if self.lesson.screen is not None:
            self.lesson.screen.point(down, right)

    def action_leave(self) -> None:
        """Leave the lesson; it goes on at this step."""
        self._runner.leave()


def adapter_of(mode: str, screen: Screen[Any]) -> ScreenAdapter:
    """What lessons do with the screen of a mode."""
    entry = next(entry for entry in MODE_ENTRIES if entry.mode == mode)
    adapter: ScreenAdapter = named(entry.lessons)(screen)
    return adapter


class LessonsDialog(PickDialog[str]):
    """All lessons, to begin one; the keys of the screens leave it for that screen."""

    BINDINGS = [Binding(entry.key, f"switch_mode('{entry.mode}')", show=False) for entry in MODE_ENTRIES]

    def __init__(
        self, lines: Sequence[PickLine[str]], current: str | None,
        answers: Callable[[str], Coroutine[Screen[Any], Any, str | None]],
        handout: Callable[[str], Coroutine[Screen[Any], Any, str | None]],
    ) -> None:  # fmt: skip
        also = (Also("a", "answers", "What you have answered in it", answers),
                Also("p", "on paper", "Write it as a handout, .html or .pdf", handout))  # fmt: skip
        super().__init__("Lessons", lines, current, enter="begin", told="Begin, or go on where you were", also=also)
        self.mode = ""
        """The screen for which the list was left, if it was."""

    def action_switch_mode(self, mode: str) -> None:
        """Leave the list for a screen."""
        self.mode = mode
        self.dismiss(None)


class LessonRunner:
    """Brings lessons onto the screens of the app."""

    def __init__(self, app: DancingQueens) -> None:
        self._app = app
        self.lesson: OpenLesson | None = None
        self._progress: Progress | None = None
        self._strip: LessonPanel | None = None
        self.projected = False
        """Whether the board and the strip have all the room."""
        self._standing = asyncio.Event()
        """Set while the lesson's step is visible."""
        self._before: Widget | None = None
        """What had the focus on its screen before it came."""
        self._node = 0
        """Where the user was in the step when the program was left; 0 once that is in view."""
        self._give_back: Callable[[], None] = lambda: None
        """Brings back what was chosen on its screen before it came."""

    @property
    def progress(self) -> Progress:
        """How far the user is in each lesson."""
        if self._progress is None:
            self._progress = Progress()
        return self._progress

    async def choose(self) -> None:
        """Back to the lesson that is being taken; else a list of all, of which one is taken."""
        strip = self._strip
        if strip is not None and strip.screen is not self._app.screen:
            self.take_step()
            return
        if strip is not None and not strip.has_focus:
            strip.focus()
            return
        current = self.lesson.written.name if self.lesson is not None else self._next()
        dialog = LessonsDialog(self._lines(), current, self._answers, self._handout)
        name = await answer(dialog)
        if name is not None:
            self.begin(name)
        elif dialog.mode:
            self._app.switch_mode(dialog.mode)

    async def hand_out(self) -> None:
        """Write the lesson that is being taken on paper; else one of all."""
        name = self.lesson.written.name if self.lesson is not None else None
        if name is None:
            name = await answer(PickDialog("Lesson on paper", self._lines(), self._next()))
        if name is not None:
            await self._handout(name)

    def _lines(self) -> list[PickLine[str]]:
        return [PickLine(each.name, each.title, self._about(each)) for each in shipped()]

    async def _answers(self, name: str) -> str | None:
        """Show what was answered in a lesson, if anything was."""
        lesson = lesson_named(name)
        answers = list(answers_told(lesson, self.progress.of(lesson.name)))
        if not answers:
            return "No question of this lesson has been answered yet."
        text = "\n\n".join(f"{asked}\n{said}" for asked, said in answers)
        await answer(TextDialog(f"Answers: {lesson.title}", text))
        return None

    async def _handout(self, name: str) -> str | None:
        """Ask for a file, and write a lesson there as it is handed out."""
        from tui.dialogs.dialogs import full_name, save_dialog
        from tui.lessons.handout import Section, on_paper, sections

        lesson = lesson_named(name)

        def drawn() -> list[list[Section]]:
            return [list(sections(lesson, answers=answers)) for answers in (False, True)]

        drawing = asyncio.ensure_future(in_thread(drawn, "handout"))  # while a name is typed

        def written(path: Path) -> bytes:
            if not drawing.done():
                raise ValueError("its pictures are still being drawn; press enter again")
            try:
                return on_paper(lesson, drawing.result()[path.stem.endswith("-answers")], path.suffix)
            except FactError as error:
                raise ValueError(str(error)) from error

        text = await answer(save_dialog(f"On paper: {lesson.title}", HANDOUT, f"{lesson.name}.pdf", written))
        if text is not None:
            self._app.say(f"handout written: {full_name(text)}", "good")
        return None

    def _about(self, lesson: Lesson) -> str:
        done = self.progress.of(lesson.name).done
        count = len(lesson.steps)
        how = "done" if done >= count else f"{done} of {count} steps done" if done else f"{count} steps"
        return f"{counted(lesson.minutes, 'minute')} · {how} · {lesson.about}"

    def _next(self) -> str | None:
        """The first lesson that is not done."""
        return next((each.name for each in shipped() if self.progress.of(each.name).done < len(each.steps)), None)

    def begin_again(self) -> None:
        """Take up the lesson that was being taken when the program was left, and walk to its node."""
        taken = self._app.settings.section(LESSON_TAKEN)
        node = taken.get("node")
        self.begin(str(taken.get("name")), node if isinstance(node, int) else 0)

    def begin(self, name: str, node: int = 0) -> None:
        """Take the lesson of that name, or in that file, where it was left; says why if that is impossible."""
        try:
            lesson = lesson_named(name)
        except (LookupError, ProblemError, OSError) as error:
            self._app.tell(f"no lesson: {error}", "bad")
            return
        self.leave()
        self.lesson, self._node = OpenLesson(lesson, self.progress), node
        self._keep(os.path.abspath(name) if os.path.exists(name) else name)
        self.take_step()

    def _keep(self, name: str) -> None:
        """For the next start: this lesson is being taken; empty for none."""
        self._app.settings.put(LESSON_TAKEN, {"name": name, "node": self._node} if name else {})

    def ended(self) -> None:
        """The lesson has been taken to its end, and is still shown."""
        self._keep("")

    def take_step(self) -> None:
        """Show the lesson's step."""
        self._standing.clear()
        in_background(self._app, self._take_step, "lesson")

    async def stands(self) -> None:
        """Return when the step is visible, or cannot be, or takes longer than a key should wait."""
        with suppress(TimeoutError):
            async with asyncio.timeout(typing_ahead.PATIENCE_SECONDS):
                await self._standing.wait()

    async def _take_step(self) -> None:
        lesson, app = self.lesson, self._app
        if lesson is None:
            return
        ready = in_thread(lesson.ready(), "lesson")
        if app.current_mode != lesson.step.screen:
            await app.switch_mode(lesson.step.screen)
        screen = app.screen
        if self._strip is None or self._strip.screen is not screen:
            self._take_strip_away()
            self._strip = LessonPanel(self, lesson)
            self._before = screen.focused
            self._give_back = adapter_of(lesson.step.screen, screen).way_back()
            screen.add_class(IN_LESSON)
            screen.set_class(self.projected, PROJECTED)
            await screen.mount(self._strip, before=screen.query_one(KeyBar))
            if isinstance(screen, LabScreen):
                screen.watchers.append(self._strip.look)
        strip = self._strip
        try:
            await ready
            await self._show(lesson, strip, adapter_of(lesson.step.screen, screen))
        except FactError as error:
            app.tell(f"{lesson.written.source}, step {lesson.at + 1}: {error}", "bad")
            self.leave()
        finally:
            self._standing.set()

    async def _show(self, lesson: OpenLesson, strip: LessonPanel, adapter: ScreenAdapter) -> None:
        """Show the step on its screen, its questions once everything is there that they need.  Raises FactError."""
        if self.lesson is not lesson or strip is not self._strip:
            return
        lesson.show(adapter)
        node, self._node = self._node, 0
        screen = strip.screen
        if node and lesson.node and isinstance(screen, LabScreen):
            walk = partial(screen.walk_to, node)
            if not screen.waiting.put_off(walk):
                walk()
        strip.focus(scroll_visible=False)
        strip.show()
        self._standing.set()
        if not adapter.ready(lesson.step):
            while not adapter.ready(lesson.step):
                await asyncio.sleep(TICK_SECONDS)
            lesson.arrive()
            strip.show()

    def set_projected(self) -> None:
        """Give the board and the strip all the room, or take it back."""
        if self._strip is not None:
            self._strip.screen.set_class(self.projected, PROJECTED)

    def leave(self) -> None:
        """Leave the lesson; its place is kept."""
        if self.lesson is not None and self.lesson.screen is not None:
            self.lesson.screen.ask(None)
        if self.lesson is not None:
            self._keep("")
        self.lesson = None
        self._take_strip_away()

    def _take_strip_away(self) -> None:
        strip, self._strip = self._strip, None
        if strip is not None:
            screen = strip.screen
            if isinstance(screen, LabScreen):
                screen.watchers.remove(strip.look)
            self._give_back()
            screen.remove_class(IN_LESSON, PROJECTED)
            strip.remove()
            if self._before is not None and self._before.is_attached:
                screen.call_after_refresh(self._before.focus, False)
