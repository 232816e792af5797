"""Where a person is in the record while its content is built anew: field, cursor, how far is scrolled."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QScrollArea, QWidget


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """The `nth` widget of a kind has the focus, with its cursor there; `down` is a share of what scrolls."""

    kind: type[QWidget] | None
    nth: int
    cursor: int
    down: tuple[float, ...]

    @staticmethod
    def taken(within: QWidget) -> KeptPlace:
        """Look before the content goes."""
        bars = [each.verticalScrollBar() for each in within.findChildren(QScrollArea)]
        down = tuple(bar.value() / max(bar.maximum(), 1) for bar in bars)
        focused = within.window().focusWidget()
        if focused is None or not within.isAncestorOf(focused):
            return KeptPlace(None, 0, 0, down)
        kind = type(focused)
        cursor = focused.cursorPosition() if isinstance(focused, QLineEdit) else 0
        if isinstance(focused, QPlainTextEdit):
            cursor = focused.textCursor().position()
        return KeptPlace(kind, _alike(within, kind).index(focused), cursor, down)

    def focus_again(self, within: QWidget) -> None:
        """The same field, once it shows what was typed in it."""
        alike = [] if self.kind is None else _alike(within, self.kind)
        if self.nth >= len(alike):
            return
        field = alike[self.nth]
        field.setFocus()
        if isinstance(field, QLineEdit):
            field.setCursorPosition(self.cursor)
        elif isinstance(field, QPlainTextEdit):
            cursor: QTextCursor = field.textCursor()
            cursor.setPosition(min(self.cursor, len(field.toPlainText())))
            field.setTextCursor(cursor)

    def scroll_again(self, within: QWidget) -> None:
        """Once the new content is laid out."""
        for area, share in zip(within.findChildren(QScrollArea), self.down, strict=False):
            area.verticalScrollBar().setValue(round(share * area.verticalScrollBar().maximum()))


def _alike(root: QWidget, kind: type[QWidget]) -> list[QWidget]:
    return [each for each in root.findChildren(kind) if type(each) is kind]
