"""Holds the one state, and lets every view render it at most once a frame."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from explorer.app.core.history import History
from explorer.app.core.state import State
from explorer.app.update import update
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Jobs

if TYPE_CHECKING:
    from explorer.app.core.message import Message

FRAME = 1 / 60
DRAG = 0.1  # seconds after a move in which the next one is expected


class Store(QObject):
    """The state, its history, and the frame.

    `stepped` gives the state from which undo or redo has just led away.

    `dispatch` takes what a person did. Moves in quick succession make one step of history: it ends
    with `Settled`, or with a message that is a whole act by itself.
    """

    painted = Signal()
    changed_history = Signal()
    stepped = Signal(object)

    def __init__(
        self,
        state: State,
        jobs: Jobs,
        history: History,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self.state = state
        self.jobs = jobs
        self.history = history
        self._settled = state
        self._views: list[Panel] = []
        self._visible: Callable[[Panel], bool] = lambda _: True
        self._last_frame = self._last_move = 0.0
        self._moved = False  # and not rendered yet
        self._rendering = False
        self._between: Callable[[], None] = lambda: None
        self._drag_until = 0.0  # a move rendered before then belongs to a drag
        self._waiting: set[Panel] = set()  # views that the last frame of a drag left out
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.frame)

    def add(self, view: Panel) -> None:
        """From now on `view` is rendered."""
        self._views.append(view)
        self.request_frame()

    def retire(self) -> None:
        """Render nothing any more: another store has taken over the state."""
        self._timer.stop()
        self._views.clear()
        self._between = lambda: None

    def show_only(self, visible: Callable[[Panel], bool]) -> None:
        """Only views for which `visible` holds are rendered."""
        self._visible = visible

    def give_turns(self, between: Callable[[], None]) -> None:
        """What `turn` does from now on."""
        self._between = between

    def turn(self) -> None:
        """For a view whose work is long: within a frame, everything else has a turn here."""
        if self._rendering:
            self._between()

    def dispatch(self, message: Message) -> None:
        """The person did something."""
        before = self.state
        self.state = update(before, message)
        if getattr(message, "gradual", False):
            self._last_move, self._moved = self._clock(), True
        else:  # a drag or a text is one step of history, everything else is a whole act
            self._last_move, self._moved = 0.0, False
            self._settle()
        if self.state is not before or self._waiting:
            self.request_frame()
        if self.state.refused is not before.refused:  # what was refused can be taken back too
            self.changed_history.emit()

    def _settle(self) -> None:
        kept = self.history.kept(self._settled, self.state)
        self._settled = self.state
        if kept is not self.history:
            self.history = kept
            self.changed_history.emit()

    def undo(self) -> None:
        """One settled step back."""
        before = self.state
        self.history, self.state = self.history.undone(before)
        self._returned(before)

    def redo(self) -> None:
        """One settled step forward."""
        before = self.state
        self.history, self.state = self.history.redone(before)
        self._returned(before)

    def replace(self, state: State) -> None:
        """Another session: one step of history, so that opening by mistake loses nothing."""
        self.state = state
        self._settle()
        self.request_frame()

    def _returned(self, before: State) -> None:
        self._settled = self.state
        self.changed_history.emit()
        self.stepped.emit(before)
        self.request_frame()

    def request_frame(self) -> None:
        """Render soon: at most one repaint each sixtieth of a second."""
        self._render_in(FRAME - (self._clock() - self._last_frame))

    def answered(self) -> None:
        """An answer came: render it, during a drag with the next move, so that the hand has the time."""
        now = self._clock()
        self._render_in(max(FRAME - (now - self._last_frame), DRAG - (now - self._last_move)))

    def _render_in(self, seconds: float) -> None:
        """Render after a while, or earlier where that was wished before."""
        wait = max(0, int(seconds * 1000))
        if not self._timer.isActive() or wait < self._timer.remainingTime():
            self._timer.start(wait)

    @property
    def due(self) -> bool:
        """Whether a change is still to be rendered."""
        return self._timer.isActive()

    @property
    def busy(self) -> bool:
        """Whether an answer is still awaited, or a change is still to be rendered."""
        return self.jobs.busy or self.due

    def frame(self, between: Callable[[], None] = lambda: None) -> None:
        """Render every visible view and ask for what they want; while a value moves, some views wait.

        `between` is called before each view: where the window holds its painting, other things have a turn
        there. A frame that becomes due in such a turn waits until this one is whole.
        """
        if self._rendering:
            self._render_in(FRAME)
            return
        self._rendering = True
        try:
            self._render(between)
        finally:
            self._rendering = False

    def _render(self, between: Callable[[], None]) -> None:
        self._timer.stop()
        moved, self._last_frame = self._moved, self._clock()
        shown = [view for view in self._views if self._visible(view)]
        self._waiting = self._left_out(shown) if moved and self._last_frame < self._drag_until else set()
        for view in shown:
            if view not in self._waiting:
                between()
                view.show_state(self.state, self.jobs.answers)
        self.jobs.want(tuple(question for view in shown for question in view.wanted(self.state)))
        self.painted.emit()
        if moved:  # the hand had to wait for this: its next move is still to come
            self._last_move, self._moved = self._clock(), False
            self._drag_until = self._last_move + DRAG
        if self._waiting:
            self._render_in(DRAG)

    def _left_out(self, shown: list[Panel]) -> set[Panel]:
        """Half of the views that take turns, the other half at the next move: numbers that run by are read
        thirty times a second as well as sixty, and the picture under the hand gets the time."""
        turns = [view for view in shown if view.takes_turns]
        return set(turns) - self._waiting if self._waiting else set(turns[::2])
