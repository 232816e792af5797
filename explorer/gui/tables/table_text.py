"""The field that two probability tables are typed, pasted or dropped into."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QFocusEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from explorer.gui.widgets.dropped_file import TAKES_FILES, file_of
from explorer.gui.widgets.plain_text import PlainText


class TableText(PlainText):
    """Plain text. `left` when a person turns to something else, `dropped` a file.

    A tab between columns is pasted, for the key leaves the field.
    """

    left = Signal()
    dropped = Signal(Path)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty(TAKES_FILES, True)
        self.setLineWrapMode(PlainText.LineWrapMode.NoWrap)

    def put(self, text: str) -> None:
        """Another text by a person's hand, which Ctrl+Z in the field takes back."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.left.emit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """What is pasted is plain text; a file that was copied is read."""
        path = file_of(source)
        if path is not None:
            self.dropped.emit(path)
            return
        super().insertFromMimeData(source)
        self.left.emit()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return file_of(source) is not None or super().canInsertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if file_of(event.mimeData()) is not None:
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if file_of(event.mimeData()) is not None:
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        path = file_of(event.mimeData())
        if path is None:
            super().dropEvent(event)
            return
        event.acceptProposedAction()
        self.dropped.emit(path)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()
