"""Numbers that change with every frame and that a person can still select and copy."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from explorer.gui.widgets.label import Label
from explorer.gui.widgets.measured_type import advance

_STEP = 8  # pixels: the width that is asked for grows and shrinks by so much, so that the layout rests
_SLACK = 24  # pixels: a number that needs so much less than it has gives the rest back


class Selectable(Label):
    """One line of text, selected with the mouse.

    Only under the hand is it Qt's own label, with a document of its words: to lay that out anew for each of
    some thirty numbers takes a tenth of a frame.
    """

    def __init__(self, parent: QWidget) -> None:
        self._of: str | None = None  # the text that `_width` is of
        self._width, self._least, self._held = 0, "", False
        self._asked = 0  # the width that the layout heard last
        super().__init__("", parent)

    def rest_at(self, words: str) -> None:
        """Ask for no less width than these words need."""
        self._least, self._of, self._needed = words, None, None
        self.updateGeometry()

    def setText(self, text: str) -> None:
        """Say something else; what was selected of the words before no longer is."""
        if self._held and not self.underMouse():
            self._let_go()
        if self._held and text != self.text():
            QLabel.setText(self, text)
        super().setText(text)

    def enterEvent(self, event: QEnterEvent) -> None:
        if not self._held:
            self._held = True
            QLabel.setText(self, self.text())
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if self._held and not self.hasSelectedText():
            self._let_go()
        super().leaveEvent(event)

    def _let_go(self) -> None:
        self._held = False
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        QLabel.setText(self, "")

    def _needs(self) -> object:
        """What the layout must know of: nothing where it gave more than was asked for, or hardly too much."""
        room, width = self._room(), self.width()
        return None if room <= width and (width > self._asked or width <= room + _SLACK) else room

    def _room(self) -> int:
        """The width to ask for; measured once for each text."""
        if self._of != self._words:
            self._of = self._words
            width = max(advance(self.in_type(), words) for words in (self._words, self._least))
            self._width = _STEP * math.ceil((width + 1) / _STEP)
        return self._width

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        self._asked = self._room()
        return QSize(self._asked, self._line())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._of = None
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._held:
            QLabel.paintEvent(self, event)
        else:
            super().paintEvent(event)
