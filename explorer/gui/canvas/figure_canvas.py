"""A picture that answers to mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from explorer.gui.canvas.picture_hand import PictureHand
from explorer.gui.canvas.picture_view import PictureView
from explorer.gui.widgets.theme import Theme
from explorer.language import Language


class Canvas(PictureView):
    """One picture under a person's hands: `PictureHand` says what each press and key means."""

    SPOKEN = "Graphic"

    def __init__(self, theme: Theme, language: Language, parent: QWidget | None = None) -> None:
        super().__init__(theme, language, parent)
        self._hand = PictureHand(self, theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self._hand.key(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hand.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hand.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand.release()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._hand.double_click(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hand.leave()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.handle.knob.focus(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.handle.knob.focus(False)
        if self.pointing.by_keyboard:
            self.pointing.leave()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl, or once the picture has the focus, it enlarges; else it scrolls what is around."""
        event.setAccepted(self._hand.wheel(event))
