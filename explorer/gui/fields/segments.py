"""One of a few, side by side: a row of buttons of which one is pressed, and arrow keys go along it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from explorer.gui.widgets.flow import Flow

_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


class Segments(Flow):
    """`chosen(identity)` when a person presses another one, by mouse or by key.

    Each has a name in full, shown where all of them have room in one line, and a short one for a narrow
    column; where even these have none, the row wraps. Tab stops at the pressed one alone.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget, names: Mapping[str, tuple[str, str]], edge: int) -> None:
        super().__init__(parent, between_lines=edge, edge=edge, spread=True)
        self.setObjectName("segments")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._names = dict(names)
        self._pressed = next(iter(names))
        self._buttons: dict[str, QToolButton] = {}
        for identity in names:
            button = self._buttons[identity] = QToolButton(self)
            button.setObjectName("segment")
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.clicked.connect(partial(self._clicked, identity))
            button.installEventFilter(self)
        self.hold([(button, 0) for button in self._buttons.values()])
        self._write()
        self.press(self._pressed)

    def name(self, identity: str, full: str, short: str) -> None:
        """Another name for one of them."""
        if self._names[identity] != (full, short):
            self._names[identity] = full, short
            self._write()

    def press(self, identity: str) -> None:
        """Show which one is pressed; the focus stays in the row where it was there."""
        focused = any(button.hasFocus() for button in self._buttons.values())
        self._pressed = identity
        for each, button in self._buttons.items():
            button.setChecked(each == identity)
            here = each == identity
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)
        if focused:
            self._buttons[identity].setFocus()

    def explain(self, identity: str, text: str) -> None:
        """What pressing one does."""
        self._buttons[identity].setToolTip(text)

    @property
    def first(self) -> QWidget:
        """The one that Tab stops at."""
        return self._buttons[self._pressed]

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._write()
        super().resizeEvent(event)

    def _write(self) -> None:
        """The names in full where they have room in one line, else the short ones."""
        for place in (0, 1):
            for identity, button in self._buttons.items():
                text = self._names[identity][place]
                button.setAccessibleName(self._names[identity][0])
                if button.text() != text:
                    button.setText(text)
            if self.width_in_one_line() <= self.width():
                break

    def _clicked(self, identity: str, _: bool = False) -> None:
        if identity != self._pressed:
            self.chosen.emit(identity)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows choose the one beside, Home and End the first and the last."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            known, key = list(self._buttons), Qt.Key(event.key())
            place = known.index(self._pressed)
            if key in _STEPS:
                place = (place + _STEPS[key]) % len(known)
            elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
                place = 0 if key == Qt.Key.Key_Home else len(known) - 1
            else:
                return super().eventFilter(watched, event)
            self._buttons[known[place]].setFocus()
            self._clicked(known[place])
            return True
        return super().eventFilter(watched, event)
