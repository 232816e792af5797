"""A check box whose words go on in a next line where one has no room for them."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from explorer.gui.fields.number_rows import broken

_SIGN = 30  # pixels: the box and what is between it and the words


class WordyCheck(QCheckBox):
    """As a check box, no wider than it is given room."""

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(words, parent)
        self._words = words
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        text = broken(self._words, self.fontMetrics(), self.width() - _SIGN)
        if text != self.text():
            self.setText(text)

    def sizeHint(self) -> QSize:
        """As wide as the words in one line, as high as they are now."""
        wide = self.fontMetrics().horizontalAdvance(self._words) + _SIGN
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Any width; the height of the lines."""
        return QSize(_SIGN, super().sizeHint().height())
