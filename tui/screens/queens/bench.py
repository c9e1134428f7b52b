"""The part of the queens screen with board and panels: the keys for the choices, the own hand and files."""

from __future__ import annotations

from textual import on
from textual.containers import Horizontal
from textual.message import Message

from core.queens.problem import Queens, Square
from tui.actions.action import CommandScreen, bindings
from tui.dialogs.form_values import Note
from tui.host import host
from tui.screens.queens.actions import BENCH_ACTIONS
from tui.screens.queens.files import Files
from tui.screens.queens.proposing import proposed
from tui.screens.queens.session import QueensSession
from tui.widgets.form_panel import FormPanel
from tui.widgets.queens_board import QueensBoard
from tui.widgets.tree_panel import TreePanel


class Bench(Horizontal):
    """Holds board and side panels, and says `Chosen` or `Turned` after what its keys do."""

    BINDINGS = bindings(BENCH_ACTIONS)

    class Chosen(Message):
        """Another problem or algorithm has been chosen; ``note`` is what there is to say about it."""

        def __init__(self, note: Note | None) -> None:
            super().__init__()
            self.note = note

    class Turned(Message):
        """Somebody has turned to the board, or away from it: there is something else to see."""

    def __init__(self, session: QueensSession, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session = session

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        screen = self.screen
        return not isinstance(screen, CommandScreen) or screen.can(action)

    @property
    def _form(self) -> FormPanel:
        return self.query_one("#form", FormPanel)

    @property
    def _tree(self) -> TreePanel:
        return self.query_one("#tree", TreePanel)

    @property
    def _files(self) -> Files:
        return Files(self.screen, self._session.browser)

    # Choices

    def action_size(self, step: int) -> None:
        self._form.end_typing()
        self.post_message(self.Chosen(self._session.resize(step)))

    def action_algorithm(self) -> None:
        from tui.dialogs.algorithm import algorithm_dialog

        session = self._session

        def chosen(key: str | None) -> None:
            if key == "":
                self.action_proposed()
            elif key is not None:
                self.post_message(self.Chosen(session.choose("algorithm", key)))

        self._form.end_typing()
        problem, key = session.problem, session.setup.entry.key
        self.app.push_screen(algorithm_dialog(problem, key, proposal=proposed(session.setup)), chosen)

    def action_proposed(self) -> None:
        self._form.end_typing()
        self.post_message(self.Chosen(self._session.take_proposed()))

    def action_command(self) -> None:
        from tui.dialogs.dialogs import TextDialog

        self.app.push_screen(TextDialog("The same on the command line", self._session.command()))

    def action_pair(self) -> None:
        from tui.screens.queens.pair_screen import PairScreen
        from tui.screens.queens.pair_session import PairSession

        session, settings = self._session, host(self).settings
        self._form.end_typing()
        if session.search.searching and session.search.run is not None:
            session.search.run.pause()
        pair = PairSession(session.problem, session.setup.entry.key, settings.section("pair"), session.results)

        def back(_: object) -> None:
            self.post_message(self.Turned())

        self.app.push_screen(PairScreen(pair), back)

    # The tree

    def action_tree(self) -> None:
        if self._tree.opened:
            self.action_close_tree()
            return
        self._session.hand.off()
        self._tree.open()
        self._session.tree_opened = True
        self.post_message(self.Turned())

    def action_close_tree(self) -> None:
        self._tree.close()
        self._session.tree_opened = False
        self._form.focus(scroll_visible=False)
        self.post_message(self.Turned())

    # The own hand

    def action_hand(self) -> None:
        self._take_the_board(None)

    def _take_the_board(self, square: Square | None) -> None:
        session = self._session
        if session.search.searching:
            session.search.forget()
        session.forget_run()
        session.hand.on(session.problem.n, square)
        self.query_one("#board").focus(scroll_visible=False)
        self.post_message(self.Turned())

    def action_hand_off(self) -> None:
        self._session.hand.off()
        self._form.focus(scroll_visible=False)
        self.post_message(self.Turned())

    def action_put(self, what: str) -> None:
        hand, problem = self._session.hand, self._session.problem
        note = self._session.put(hand.placed(problem) if what == "queen" else hand.forbidden(problem))
        self.post_message(self.Chosen(note))

    def action_clear_board(self) -> None:
        self.post_message(self.Chosen(self._session.put(Queens(self._session.problem.n))))

    @on(QueensBoard.CursorMoved)
    def _cursor_moved(self, event: QueensBoard.CursorMoved) -> None:
        event.stop()
        self._session.hand.move(self._session.problem.n, event.down, event.right)
        self.post_message(self.Turned())

    @on(QueensBoard.Clicked)
    def _clicked(self, event: QueensBoard.Clicked) -> None:
        event.stop()
        session = self._session
        if not session.search.searching and session.can_hold:
            self._take_the_board(event.square)
            self.action_put("queen")

    # Solutions

    def action_copy(self) -> None:
        self._files.copy()

    def action_save(self) -> None:
        self._files.save()

    def action_save_all(self) -> None:
        self._files.save_all()
