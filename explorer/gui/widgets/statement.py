"""What a person states before something may be done: about one file or account, for one act."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from explorer.gui.shell.context import Context
from explorer.mark import Sentence


class Statement(QWidget):
    """A box to tick beside a sentence that may need several lines. `weighed` after every change.

    The tick belongs to the words beside it: with other words it is gone.
    """

    weighed = Signal()

    def __init__(self, context: Context, words: Sentence, parent: QWidget) -> None:
        super().__init__(parent)
        self._say = context.say
        self._box = QCheckBox(self)
        self._words = context.label(None, "body", self, wrap=True)
        self._words.installEventFilter(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(context.theme.size(8))
        row.addWidget(self._box, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)
        self.setFocusProxy(self._box)
        self.put(words)
        self._box.toggled.connect(lambda _: self.weighed.emit())

    @property
    def made(self) -> bool:
        """Whether it was stated."""
        return self._box.isChecked()

    def put(self, words: Sentence) -> None:
        """Ask for these words; what was stated in others is gone."""
        text = self._say(words)
        if text == self._words.text():
            return
        self._box.setChecked(False)
        self._words.setText(text)
        self._box.setAccessibleName(text)

    def withdraw(self) -> None:
        """It is no longer stated."""
        self._box.setChecked(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The words are part of what can be clicked."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            pressed = event.button() is Qt.MouseButton.LeftButton
            if pressed and self._words.rect().contains(event.position().toPoint()):
                self._box.click()
        return super().eventFilter(watched, event)
