"""What is said in the middle of a window while a person waits for it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMainWindow

from explorer.gui.widgets.theme import Theme


class Cover(QLabel):
    """Words in the middle of a window, painted at once: the event loop may be busy from then on."""

    def __init__(self, window: QMainWindow, theme: Theme, words: str) -> None:
        super().__init__(words, window)
        self.setObjectName("cover")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(words)
        self.setFont(theme.font())
        self.adjustSize()
        self.move((window.width() - self.width()) // 2, (window.height() - self.height()) // 2)
        self.show()
        self.raise_()
        self.repaint()
