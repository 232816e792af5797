"""Fields of a record: each letter goes to the state at once, and Ctrl+Z takes back letters, then steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from explorer.app.core.decision import LONGEST
from explorer.app.core.message import Settled
from explorer.gui.fields.typed_line import asks_undo
from explorer.gui.shell.context import Context
from explorer.gui.widgets.plain_text import PlainText
from explorer.mark import Sentence

if TYPE_CHECKING:
    from explorer.app.core.message import Message

    Said = Callable[[str], Message]

_LINES = 3  # that are seen of a longer text


class WrittenLine(QLineEdit):
    """One line; `said` makes the message of its text."""

    def __init__(self, context: Context, name: Sentence, said: Said, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = context.store
        self.setAccessibleName(context.say(name))
        self.setMaxLength(LONGEST)
        self.setMinimumWidth(1)
        self.textEdited.connect(lambda text: self._store.dispatch(said(text)))
        self.editingFinished.connect(lambda: self._store.dispatch(Settled()))

    def show_text(self, text: str) -> None:
        """The text of the state, where that is another one."""
        if text != self.text():
            self.setText(text)

    def event(self, event: QEvent) -> bool:
        if asks_undo(event) and not (self.isUndoAvailable() or self.isRedoAvailable()):
            event.ignore()
            return False
        return super().event(event)


class WrittenText(PlainText):
    """Some lines; `said` makes the message of its text."""

    def __init__(self, context: Context, name: Sentence, said: Said, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = context.store
        self.setAccessibleName(context.say(name))
        self.setMinimumWidth(1)
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + context.theme.size(18))
        self.edited.connect(lambda text: self._store.dispatch(said(text)))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._store.dispatch(Settled())

    def event(self, event: QEvent) -> bool:
        document = self.document()
        if asks_undo(event) and not (document.isUndoAvailable() or document.isRedoAvailable()):
            event.ignore()
            return False
        return super().event(event)
