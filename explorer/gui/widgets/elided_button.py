"""A quiet button whose words end in … where there is no room for them; the whole is in its tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

_LEAST = "mm…"


class ElidedButton(QToolButton):
    """It asks for the room of all its words, and makes do with less."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words, self._around = "", 0

    def say(self, words: str) -> None:
        """Show these words."""
        if words != self._words:
            self._words = words
            self.setAccessibleName(words)
            self._fit()
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        self._around = super().sizeHint().width() - metrics.horizontalAdvance(self.text())
        room = max(self.width() - self._around, 1)
        text = metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        if text != self.text():
            self.setText(text)
        self.setToolTip(self._words if text != self._words else "")

    def sizeHint(self) -> QSize:
        hint, metrics = super().sizeHint(), self.fontMetrics()
        around = hint.width() - metrics.horizontalAdvance(self.text())
        return QSize(metrics.horizontalAdvance(self._words) + around, hint.height())

    def minimumSizeHint(self) -> QSize:
        hint, metrics = super().minimumSizeHint(), self.fontMetrics()
        around = super().sizeHint().width() - metrics.horizontalAdvance(self.text())
        least = min(metrics.horizontalAdvance(_LEAST), metrics.horizontalAdvance(self._words))
        return QSize(least + around, hint.height())
