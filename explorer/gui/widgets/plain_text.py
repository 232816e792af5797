"""Several lines of plain text that show a text of the state, and say what a person makes of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget


class PlainText(QPlainTextEdit):
    """`edited` by a person's hand alone. Tab leaves the field, so that the keyboard gets out of it."""

    edited = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self._showing = False
        self.textChanged.connect(self._changed)

    def _changed(self) -> None:
        if not self._showing:
            self.edited.emit(self.toPlainText())

    def show_text(self, text: str) -> None:
        """The text of the state, where that is another one than what stands here."""
        if text == self.toPlainText():
            return
        self._showing = True
        try:
            self.setPlainText(text)
        finally:
            self._showing = False
