"""Cells that can be edited in a table: quiet until a hand or the keyboard is on them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from explorer.gui.fields.typed_line import TypedLine, asks_undo
from explorer.gui.widgets.theme import Theme
from explorer.resources import resource

_AROUND, _AROUND_TYPED = 10, 30  # pixels around the words of a choice, of one that can be typed in


def grow(cell: QWidget, text: str, around: int) -> None:
    """Make a cell as wide as its text needs, which then never ends in the middle of a word or a number."""
    least = cell.property("least")
    if least is None:
        least = cell.minimumWidth()
        cell.setProperty("least", least)
    needed = max(int(least), cell.fontMetrics().horizontalAdvance(text) + around)
    if needed != cell.minimumWidth():
        cell.setMinimumWidth(needed)


def quiet_cells(theme: Theme) -> str:
    """The style of all cells inside of a table."""
    colours, chevron = theme.colours, resource("icons", f"chevron-{theme.name}.svg").as_posix()
    edge = f"border: 1px solid {colours['line']}; background: {colours['field']};"
    flat = f"border: 1px solid transparent; border-radius: {theme.size(4)}px; background: transparent;"
    return (
        f"TextCell, ChoiceCell {{ {flat} padding: 0 {theme.size(2)}px; }}"
        f"TextCell:hover, TextCell:focus, ChoiceCell:hover, ChoiceCell:focus {{ {edge} }}"
        f"TextCell[refused='true'], ChoiceCell[refused='true'] {{ border-color: {colours['refused']}; }}"
        f"TextCell, ChoiceCell, ChoiceCell QLineEdit {{ font-size: {theme.size(12)}px; }}"
        f"ChoiceCell QLineEdit {{ border: none; background: transparent; padding: 0; }}"
        f"ChoiceCell::drop-down {{ width: 0; border: none; }}"  # a press anywhere opens it
        f"ChoiceCell::down-arrow {{ image: none; }}"
        f"OftenCell::drop-down {{ width: {theme.size(14)}px; }}"  # but for one to type in
        f'OftenCell::down-arrow {{ image: url("{chevron}"); width: {theme.size(10)}px; }}'
    )


def _mark(widget: QWidget, refused: bool) -> None:
    if bool(widget.property("refused")) != refused:
        widget.setProperty("refused", refused)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class TextCell(TypedLine):
    """A line of text. `entered(text)` when a person has typed another, `mended` when what was refused is not
    wanted any more.
    """

    entered = Signal(str)
    mended = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown, self._entered = "", ""
        self.editingFinished.connect(self._finished)
        self.given_up.connect(self._restore)

    def show_text(self, text: str, refused: bool) -> None:
        """The text in force; what was typed and refused is left to be mended."""
        self._shown = text
        _mark(self, refused)
        if refused or (self.hasFocus() and self.isModified()):
            return
        self._entered = text
        if self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)
        self.setToolTip(text)

    def _finished(self) -> None:
        text = self.text().strip()
        if text == self._shown and self.property("refused"):
            self._restore()
        elif text not in (self._shown, self._entered):
            self._entered = text
            self.setModified(False)
            self.entered.emit(text)

    def _restore(self) -> None:
        self.setText(self._shown)
        self.setModified(False)
        self._entered = self._shown
        self.mended.emit()


class ChoiceCell(QComboBox):
    """One of several. `entered(id)` when a person chooses."""

    entered = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._entries: tuple[tuple[str, str], ...] = ()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(1)
        self.activated.connect(self._activated)

    def offer(self, entries: Sequence[tuple[str, str]]) -> None:
        """What can be chosen: (id, text)."""
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self.clear()
            for identity, text in entries:
                self.addItem(text, identity)
            widest = max((self.fontMetrics().horizontalAdvance(text) for _, text in entries), default=0)
            self.view().setMinimumWidth(widest + 40)

    def show_choice(self, identity: str, refused: bool) -> None:
        """The choice in force."""
        self.setCurrentIndex(self.findData(identity))
        self.setToolTip(self.currentText())
        grow(self, self.currentText(), _AROUND)
        _mark(self, refused)

    def _activated(self, place: int) -> None:
        self.entered.emit(str(self.itemData(place)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling past must not change a plan."""
        event.ignore()


class OftenCell(ChoiceCell):
    """A named frequency, or a number of times that is typed."""

    mended = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._shown, self._entered = "", ""
        self._line = TypedLine(self)
        self.setLineEdit(self._line)
        self._line.editingFinished.connect(self._finished)
        self._line.given_up.connect(self._restore)

    def show_often(self, identity: str, text: str, refused: bool) -> None:
        """The frequency in force, in words; `identity` is none of the entries for a number of times."""
        self._shown = text
        _mark(self, refused)
        if refused or (self._line.hasFocus() and self._line.isModified()):
            return
        self._entered = text
        self.setCurrentIndex(self.findData(identity))
        if self._line.text() != text:
            self._line.setText(text)
        self._line.setCursorPosition(0)
        self.setToolTip(text)
        grow(self, text, _AROUND_TYPED)

    def _finished(self) -> None:
        text = self._line.text().strip()
        if text == self._shown and self.property("refused"):
            self._restore()
        elif text not in (self._shown, self._entered):
            self._entered = text
            self._line.setModified(False)
            named = {words.casefold(): identity for identity, words in self._entries}
            self.entered.emit(named.get(text.casefold(), text.rstrip("× ")))

    def _restore(self) -> None:
        self._line.setText(self._shown)
        self._line.setModified(False)
        self._entered = self._shown
        self.mended.emit()

    def event(self, event: QEvent) -> bool:
        """Undo is the program's, unless letters are being typed."""
        if asks_undo(event) and not self._line.isModified():
            event.ignore()
            return False
        return super().event(event)
