"""The field of the palette: type a few letters of anything, or a parameter with a value, and take the hit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from explorer.gui.finder.command import Command, Opener
from explorer.gui.shell.context import Context
from explorer.mark import N_

if TYPE_CHECKING:
    from explorer.gui.finder.finder_list import FinderList
    from explorer.gui.finder.finder_rows import FinderRows, Row

_AROUND = 14  # pixels between the words and the outside of the field
_MOVES = {
    Qt.Key.Key_Down: ("step", 1),
    Qt.Key.Key_Up: ("step", -1),
    Qt.Key.Key_PageDown: ("page", 1),
    Qt.Key.Key_PageUp: ("page", -1),
}


class Finder(QLineEdit):
    """A field with a list of hits under it; Enter takes one, Escape leaves to where the focus was.

    What can be found is gathered when it is opened for the first time: a window that starts does not wait.
    """

    def __init__(self, context: Context, opener: Opener, commands: Sequence[Command]) -> None:
        super().__init__(context.window)
        self._context, self._opener, self._commands = context, opener, commands
        self._rows: FinderRows | None = None
        self._list: FinderList | None = None
        self._back: QWidget | None = None
        self.textEdited.connect(self._search)
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]

    def be_wide(self, most: int) -> None:
        """As wide as this where there is room; in a narrow window it gives way to the tabs."""
        self.setMinimumWidth(most // 3)
        self.setMaximumWidth(most)
        self._invite()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._invite()

    def _invite(self) -> None:
        """What it is for, in as many words as it has room for."""
        say, keys = self._context.say, "Ctrl+K"
        anything = say(N_("Find anything"))
        words = (f"{anything}   {keys}", anything, say(N_("Find")))
        room, measure = self.width() - 2 * self._context.theme.size(_AROUND), self.fontMetrics()
        whole = (each for each in words if measure.horizontalAdvance(each) <= room)
        self.setPlaceholderText(next(whole, words[-1]))

    def sizeHint(self) -> QSize:
        return QSize(self.maximumWidth(), super().sizeHint().height())

    def open(self) -> None:
        """Take the focus, select what is there, and list what it finds."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
        self._search()

    @property
    def hits(self) -> tuple[Row, ...]:
        """What is listed now; nothing while the list is closed."""
        return self._list.rows if self._list is not None and self._list.isVisible() else ()

    @property
    def list(self) -> FinderList:
        """The list under the field, made when it is first asked for."""
        if self._list is None:
            from explorer.gui.finder.finder_list import FinderList

            self._list = FinderList(self._context, self)
            self._list.taken.connect(self._take)
        return self._list

    # What a person does

    def _search(self, *_: object) -> None:
        if self._rows is None:
            from explorer.gui.finder.finder_rows import FinderRows  # gathers the registries

            self._rows = FinderRows(self._context, self._commands)
        self._widen()
        self.list.show_rows(self._rows.rows(self.text()), self.text().strip())

    def _widen(self) -> None:
        """While it is open it is as wide as it likes to be, over the tabs of a narrow window."""
        right = self.geometry().right()
        if self.width() < self.maximumWidth():
            self.setGeometry(right + 1 - self.maximumWidth(), self.y(), self.maximumWidth(), self.height())
            self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self._leave()
        elif key in _MOVES:
            if self._list is None or not self._list.isVisible():
                self._search()
            else:
                way, steps = _MOVES[key]
                self._list.move_by(steps, pages=way == "page")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.hits:
                self._take(self.hits[self.list.current])
        else:
            super().keyPressEvent(event)

    def _take(self, row: Row) -> None:
        """Do what the hit is for; what can't be done now, or a value that is refused, stays."""
        if self._rows is None or row.taking is None or not row.available:
            return
        from explorer.app.finder.entry import AwaitValue

        self._rows.remember(row)
        if isinstance(row.taking, AwaitValue):
            self.setText(f"{self._rows.symbol(row)} ")
            self._search()
            return
        back = self._leave()
        from explorer.gui.finder.finder_actions import take

        take(self._context, self._opener, self._commands, row.taking, (self, back))

    def _leave(self) -> QWidget | None:
        """Empty and closed; the focus is where it was before, which is told."""
        self.clear()
        self._close()
        back = self._back
        if back is not None and isValid(back) and back.isVisible() and back.isEnabled():
            back.setFocus(Qt.FocusReason.OtherFocusReason)
            return back
        self.clearFocus()
        return None

    def _close(self) -> None:
        if self._list is not None and self._list.isVisible():
            self._list.hide()
            self.updateGeometry()  # back between the tabs and the menu

    # Where the focus goes

    def _focus_moved(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is self and old is not None and old is not self:
            self._back = old

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self._list is None or not self._list.isVisible():
            self._search()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While the list is open it follows the size of the window."""
        if event.type() is QEvent.Type.Resize and self._list is not None and self._list.isVisible():
            self._list.place()
        return super().eventFilter(watched, event)
