"""Find anything that can be done by a few letters of its name."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget


class Finder(QLineEdit):
    """A field that offers the names of actions and triggers the chosen one; Escape leaves it."""

    def __init__(self, actions: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        completer = QCompleter(list(actions), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setMaxVisibleItems(10)
        completer.activated.connect(self._found)
        self.setCompleter(completer)
        self.returnPressed.connect(self._entered)

    def be_wide(self, most: int) -> None:
        """As wide as this where there is room; in a narrow window it gives way to the tabs."""
        self.setMinimumWidth(most // 3)
        self.setMaximumWidth(most)

    def sizeHint(self) -> QSize:
        return QSize(self.maximumWidth(), super().sizeHint().height())

    def _entered(self) -> None:
        completer = self.completer()
        completer.setCompletionPrefix(self.text())
        if self.text() and completer.completionCount():
            self._found(completer.currentCompletion())

    def _found(self, name: str) -> None:
        self._leave()
        if name in self._actions:
            self._actions[name].trigger()

    def _leave(self) -> None:
        self.clear()
        self.clearFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
            return
        super().keyPressEvent(event)
