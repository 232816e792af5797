"""Leads through a tour in the real workspaces: opens what a step is about, and notices when it was done.

How far somebody came is remembered by the settings, by the id of the step.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from explorer.app.core.state import State
from explorer.app.tours.offers import RUNNING
from explorer.app.tours.tour import FINISHED, Tour
from explorer.app.tours.tours import tour_of
from explorer.gui.access.tab_order import first_within
from explorer.gui.finder.command import Opener
from explorer.gui.shell.context import Context
from explorer.gui.tours.callout import Callout, Ring
from explorer.gui.tours.tour_target import control_of, place_beside, seen_of
from explorer.gui.widgets.fold import bring_into_sight

_MOVES = (
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.LayoutRequest,
)
_GAP, _EDGE = 12, 12


class TourGuide(QObject):
    """At most one tour at a time. It never takes the mouse or the keyboard from the window."""

    def __init__(self, context: Context, opener: Opener) -> None:
        super().__init__(context.window)
        self._context, self._opener = context, opener
        self._settings = context.window.settings
        self._tour: Tour | None = None
        self._place = 0
        self._begun: State = context.store.state
        self._callout: Callout | None = None
        self._ring: Ring | None = None
        self._watched: list[QWidget] = []
        self._due = False
        context.store.painted.connect(self._follow)
        context.window.installEventFilter(self)

    @property
    def running(self) -> Tour | None:
        """The tour that is under way."""
        return self._tour

    def begin(self, identity: str, *_: object) -> None:
        """A tour from where it was left; from its start where it was seen to the end."""
        tour = tour_of(identity)
        if tour is None:
            return
        if self._callout is None:
            self._build()
        self._tour = tour
        self._settings.set(RUNNING, tour.id)
        self._enter(tour.place_of(self._settings.text(f"tour/{tour.id}")))
        if self._callout is not None:
            self._callout.forward.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self._callout, self._ring = Callout(self._context), Ring(self._context)
        self._callout.turned.connect(self._turn)
        self._callout.sought.connect(self._seek)
        self._callout.left.connect(self.leave)

    # What a person does

    def _turn(self, by: int) -> None:
        if self._tour is None:
            return
        to = self._place + by
        if to >= len(self._tour.steps):
            self._settings.set(f"tour/{self._tour.id}", FINISHED)
            self.leave()
        elif to >= 0:
            self._enter(to)

    def _seek(self) -> None:
        """Bring the control to the front again, and give it the focus."""
        if self._tour is None:
            return
        self._open()
        control = control_of(self._context, self._tour.steps[self._place].target)
        if control is not None:
            target = control if control.focusPolicy() & Qt.FocusPolicy.TabFocus else first_within(control)
            if target is not None:
                target.setFocus(Qt.FocusReason.TabFocusReason)

    def leave(self) -> None:
        """At any time; it begins again with this step."""
        if self._tour is None:
            return
        self._tour = None
        self._settings.forget(RUNNING)
        self._unwatch()
        callout, self._callout = self._callout, None
        ring, self._ring = self._ring, None
        focused = QApplication.focusWidget()
        if callout is not None and focused is not None and callout.isAncestorOf(focused):
            self._context.window.docks.setFocus(Qt.FocusReason.OtherFocusReason)
        for widget in (callout, ring):
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def retire(self) -> None:
        """The window gets another controller, whose guide goes on."""
        running = self._settings.text(RUNNING)
        self.leave()
        if running:
            self._settings.set(RUNNING, running)
        self._context.window.removeEventFilter(self)
        self._context.store.painted.disconnect(self._follow)
        self.deleteLater()

    # What is shown

    def _enter(self, place: int) -> None:
        if self._tour is None or self._callout is None:
            return
        self._place, self._begun = place, self._context.store.state
        self._settings.set(f"tour/{self._tour.id}", self._tour.steps[place].id)
        self._callout.show_step(self._tour, place)
        self._open()
        self._begun = self._context.store.state  # another workspace in front is not what was asked for
        self._callout.show()
        self._callout.raise_()
        QTimer.singleShot(0, self, self._settle)

    def _open(self) -> None:
        if self._tour is not None and (card := self._tour.steps[self._place].target.card):
            self._opener.open_card(card)

    def _settle(self) -> None:
        """Once it is laid out: scroll to the control, and follow whatever moves it."""
        if self._tour is None:
            return
        self._unwatch()
        control = control_of(self._context, self._tour.steps[self._place].target)
        if control is not None:
            bring_into_sight(control)
            above: QWidget | None = control
            while above is not None and above is not self._context.window:
                above.installEventFilter(self)
                self._watched.append(above)
                above = above.parentWidget()
        self._put()
        self._follow()

    def _unwatch(self) -> None:
        """A row of the plan, say, is no longer there once the plan has changed."""
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched = []

    def _follow(self) -> None:
        """A frame was painted: something may have been done, or be somewhere else."""
        if self._tour is None or self._callout is None:
            return
        state, step = self._context.store.state, self._tour.steps[self._place]
        presented = bool(state.presentation.cards)
        self._callout.setVisible(not presented)
        if step.done is not None and not self._callout.done and step.done(self._begun, state):
            self._callout.show_done()
        self._put()

    def _put(self) -> None:
        """Beside its control, where that can be seen."""
        self._due = False
        if self._tour is None or self._callout is None or self._ring is None:
            return
        window, size = self._context.window, self._context.theme.size
        control = control_of(self._context, self._tour.steps[self._place].target)
        seen = None if control is None else seen_of(control, window)
        self._ring.go_round(seen if self._callout.isVisible() else None)
        bar = window.menuWidget()
        top = 0 if bar is None else bar.height()
        edge = size(_EDGE)
        room = window.rect().adjusted(edge, top + edge, -edge, -edge)
        if window.docks.foot.isVisible():
            room.setBottom(room.bottom() - window.docks.foot.height())
        self._callout.move(place_beside(self._callout.rect(), seen, room, size(_GAP)))
        self._callout.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What moved takes its callout along; Escape that nothing else has taken leaves."""
        if self._tour is not None:
            if event.type() in _MOVES and not self._due:
                self._due = True
                QTimer.singleShot(0, self, self._put)
            if watched is self._context.window and self._is_escape(event):
                self.leave()
                return True
        return super().eventFilter(watched, event)

    def _is_escape(self, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        typing = QApplication.focusWidget()
        half_typed = isinstance(typing, QLineEdit) and typing.isModified()
        return event.key() == Qt.Key.Key_Escape and not half_typed
