"""The line of one table of a plan: its name and size, its part of ε, and what moves it among the others."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from explorer.gui.access.roving_focus import Roving
from explorer.gui.shell.context import Context
from explorer.gui.widgets.fold import FoldHead
from explorer.mark import N_, Sentence

_KEYS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class TableHead(QWidget):
    """`moved(by)` when a person presses an arrow, or Alt with an arrow key, at the line. `acts` is the menu
    of what else can be done with the table, folded or open."""

    moved = Signal(int)

    def __init__(self, context: Context, parent: QWidget, among: Roving, several: bool) -> None:
        super().__init__(parent)
        self._context = context
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(context.theme.size(4))
        self.fold = FoldHead(self)
        self.fold.installEventFilter(self)
        self._part = context.label(None, "label", self)
        row.addWidget(self.fold, 1)
        row.addWidget(self._part)
        among.take(self.fold)
        self._arrows = {by: self._arrow(by, among) for by in (-1, 1)} if several else {}
        for arrow in self._arrows.values():
            row.addWidget(arrow)
        self.acts = QMenu(self)
        self._more = self._button(among)
        self._more.setText("⋯")
        self._more.setMenu(self.acts)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self._more)

    def _button(self, among: Roving) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("link")
        button.setFixedSize(self._context.theme.size(24), self._context.theme.size(24))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        among.take(button)
        return button

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the table, also where the line itself is pressed."""
        self.acts.popup(event.globalPos())

    def _arrow(self, by: int, among: Roving) -> QToolButton:
        arrow = self._button(among)
        arrow.setArrowType(Qt.ArrowType.UpArrow if by < 0 else Qt.ArrowType.DownArrow)
        arrow.clicked.connect(lambda: self.moved.emit(by))
        return arrow

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Alt+Up and Alt+Down move the table."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if event.modifiers() == Qt.KeyboardModifier.AltModifier and key in _KEYS and self._arrows:
                self.moved.emit(_KEYS[key])
                return True
        return super().eventFilter(watched, event)

    def say(self, name: str, size: Sentence | None, part: Sentence | None, first: bool, last: bool) -> None:
        """The name of the table, how large it is, and its part of what is spent."""
        say = self._context.say
        self.fold.say(name if size is None else f"{name} · {say(size)}")
        self._more.setAccessibleName(say(N_("what to do with “{name}”", name=name)))
        self._part.setText("" if part is None else say(part))
        words = {-1: N_("move “{name}” up", name=name), 1: N_("move “{name}” down", name=name)}
        for by, arrow in self._arrows.items():
            arrow.setEnabled(not (first if by < 0 else last))
            arrow.setAccessibleName(say(words[by]))
            arrow.setToolTip(say(N_("Alt+Up")) if by < 0 else say(N_("Alt+Down")))
