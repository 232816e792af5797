"""Edges of bins made of an end, another end, and a width."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from explorer.app.release.plan.bin_edges import even_width, of_whole_numbers, of_width
from explorer.gui.access.roving_focus import Roving
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

_SHOWN = 4  # edges of those made that are named


def link(context: Context, words: Sentence, act: Callable[..., None], parent: QWidget) -> QToolButton:
    """A quiet button that the keyboard reaches."""
    button = QToolButton(parent)
    button.setObjectName("link")
    button.setText(context.say(words))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(act)
    return button


class EdgeMaker(QWidget):
    """From, to, and a width: the edges that these make, before they are taken. Enter takes, Escape closes."""

    made = Signal(object)
    closed = Signal()

    def __init__(self, context: Context, by_width: bool, edges: list[object], parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._edges: tuple[str, ...] = ()
        size = context.theme.size
        lines = QVBoxLayout(self)
        lines.setContentsMargins(size(12), size(2), 0, size(4))
        lines.setSpacing(size(4))
        row = QHBoxLayout()
        row.setSpacing(size(6))
        low, high, width = _start(edges, by_width)
        self.first = self._typed(N_("from"), low, row)
        self._last = self._typed(N_("to"), high, row)
        self._width = self._typed(N_("width"), width, row) if by_width else None
        lines.addLayout(row)
        row = QHBoxLayout()
        self._summary = context.label(None, "label", self, wrap=True)
        row.addWidget(self._summary, 1)
        self._use = link(context, N_("use"), self._taken, self)
        row.addWidget(self._use)
        close = link(context, N_("close"), self._gone, self)
        row.addWidget(close)
        Roving(self).take(self._use, close)
        lines.addLayout(row)
        self._follow()

    def _typed(self, name: Sentence, text: str, row: QHBoxLayout) -> QLineEdit:
        label = QLabel(self._context.say(name), self)
        label.setObjectName("muted")
        editor = QLineEdit(text, self)
        editor.setMinimumWidth(self._context.theme.size(48))
        editor.setAccessibleName(label.text())
        editor.textChanged.connect(self._follow)
        editor.returnPressed.connect(self._taken)
        row.addWidget(label)
        row.addWidget(editor, 1)
        return editor

    def _follow(self, *_: object) -> None:
        """What would be made, or what is missing."""
        low, high = self.first.text(), self._last.text()
        words: Sentence
        try:
            if self._width is None:
                self._edges = of_whole_numbers(low, high)
            else:
                self._edges = of_width(low, high, self._width.text())
            words = _made_words(self._edges)
        except Refusal as refusal:
            self._edges, words = (), refusal.sentence
        typed = all(each.text().strip() for each in (self.first, self._last, self._width) if each)
        self._summary.setText(self._context.say(words) if typed else "")
        refused = typed and not self._edges
        if refused != (self._summary.objectName() == "refusal"):
            self._summary.setObjectName("refusal" if refused else "label")
            self._summary.style().polish(self._summary)
        self._use.setEnabled(bool(self._edges))

    def _taken(self, *_: object) -> None:
        if self._edges:
            self.made.emit(self._edges)

    def _gone(self, *_: object) -> None:
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def _start(edges: list[object], by_width: bool) -> tuple[str, str, str]:
    """What the editors begin with: the ends of the present edges, and their width where they have one."""
    if len(edges) < 2:
        return "", "", ""
    even = even_width(edges)
    first, last = str(edges[0]), str(edges[-1])
    if not by_width and last.lstrip("+-").isdigit():
        last = str(int(last) - 1)  # the last edge of whole numbers is the one after the last of them
    return first, last, even[2] if even is not None else ""


def _made_words(edges: tuple[str, ...]) -> Sentence:
    """How many bins, and where they begin and end; whether the last one is narrower."""
    begun = tuple(edges[:_SHOWN])
    values = {"count": len(edges) - 1, "begun": begun, "last": edges[-1]}
    if len(edges) == 2:
        return N_("1 bin: {begun}", begun=begun)
    if even_width(edges) is None:
        return N_("{count} bins: {begun} … {last}; the last one is narrower", **values)
    return N_("{count} bins: {begun} … {last}", **values)
