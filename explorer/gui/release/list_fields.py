"""Fields of the plan that hold a list: categories that are pasted or imported, edges that are made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from explorer.app.release.bin_edges import even_width, of_whole_numbers, of_width
from explorer.app.release.plan_draft import Document, inserted, listed, shown_list, value_of
from explorer.app.release.typed_amounts import amount
from explorer.gui.release.category_import import ImportDialog
from explorer.gui.release.plan_fields import ListField
from explorer.gui.shell.context import Context
from explorer.gui.widgets.roving import Roving
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

_SHOWN = 4  # edges of those made that are named


_LONG = 10_000  # characters, beyond which a list is not edited in a line
_WHOLE = 1 << 24
_BEGUN = 20  # values of a long list that are shown


def _is_list(text: str) -> bool:
    """Whether these are lines or cells of a table, or more than a line can hold."""
    return any(mark in text for mark in "\n\r\t") or len(text) > _LONG


def link(context: Context, words: Sentence, act: Callable[..., None], parent: QWidget) -> QToolButton:
    """A quiet button that the keyboard reaches."""
    button = QToolButton(parent)
    button.setObjectName("link")
    button.setText(context.say(words))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(act)
    return button


class _Counted(ListField):
    """A list with what is `summary` of it beneath, and links at the right of that."""

    def __init__(
        self,
        context: Context,
        path: str,
        title: Sentence,
        parent: QWidget,
        summary: Callable[[list[object]], Sentence],
        each: Callable[[str], str] = str,
    ) -> None:
        super().__init__(context, path, title, parent, lambda text: [each(part) for part in listed(text)])
        self._summary, self._each = summary, each
        self.editor.setPlaceholderText(context.say(N_("type or paste a list")))
        self._links = Roving(self)
        self._under = QHBoxLayout()
        self._under.setContentsMargins(context.theme.size(12), 0, 0, 0)
        self._under.setSpacing(0)
        self._length = context.label(None, "label", self)
        self._under.addWidget(self._length)
        self._under.addStretch(1)
        self.layout().insertLayout(1, self._under)  # type: ignore[union-attr]
        self._clear = self._linked(N_("clear"), self._cleared)
        self._clear.setVisible(False)
        self.editor.setMaxLength(_WHOLE)  # Qt would cut a list without a word
        self.editor.textEdited.connect(self._dropped)
        self.editor.installEventFilter(self)

    def _linked(self, words: Sentence, act: Callable[..., None]) -> QToolButton:
        button = link(self._context, words, act, self)
        self._under.addWidget(button)
        self._links.take(button)
        return button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl+V: a list goes past the line, which would take seconds to lay out a long one."""
        typed = watched is self.editor and event.type() == QEvent.Type.KeyPress
        if typed and isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Paste):
            pasted = QGuiApplication.clipboard().text()
            if _is_list(pasted) and not self.editor.isReadOnly():
                text, end = self.editor.text(), self.editor.cursorPosition()
                start = end
                if self.editor.hasSelectedText():
                    start, end = self.editor.selectionStart(), self.editor.selectionEnd()
                self._take([*listed(text[:start]), *listed(pasted), *listed(text[end:])])
                return True
        return super().eventFilter(watched, event)

    def _dropped(self, text: str) -> None:
        """By the menu or the mouse: lines or cells of a table, and what stood there stays around them."""
        if _is_list(text):
            pasted = QGuiApplication.clipboard().text()
            self._take(inserted(text, self.editor.cursorPosition(), pasted))

    def _take(self, values: list[str]) -> None:
        self.editor.setModified(False)
        self.edited.emit(self.path, [self._each(value) for value in values])

    def _cleared(self, _: bool = False) -> None:
        self.edited.emit(self.path, [])
        self.editor.setFocus()

    def show_value(self, plan: Document) -> None:
        """A list that is too long for a line shows its beginning; it is imported or pasted as a whole."""
        values = value_of(plan, self.path)
        long = isinstance(values, list) and sum(len(str(each)) + 2 for each in values) > _LONG
        self.editor.setReadOnly(long)
        self._clear.setVisible(long)
        if long:
            self._last = shown_list(values[:_BEGUN]) + " …"
            self.editor.setText(self._last)
            self.editor.setCursorPosition(0)
            self.editor.setToolTip(self._context.say(N_("too long to be edited here: clear it first")))
        else:
            super().show_value(plan)
        summary = self._summary(values) if isinstance(values, list) and values else None
        self._length.setText("" if summary is None else self._context.say(summary))


class CategoriesField(_Counted):
    """Categories: typed, pasted, or imported from a public list."""

    def __init__(self, context: Context, path: str, title: Sentence, parent: QWidget) -> None:
        super().__init__(context, path, title, parent, _category_summary)
        self._linked(N_("import a list …"), self._asked)

    def _asked(self, _: bool = False) -> None:
        ImportDialog(self._context, self.path).open()


class EdgesField(_Counted):
    """Edges: typed or pasted as a list, made by a width, or so that each whole number has its bin."""

    def __init__(self, context: Context, path: str, title: Sentence, parent: QWidget) -> None:
        super().__init__(context, path, title, parent, _edge_summary, amount)
        self._edges: list[object] = []
        self._maker: EdgeMaker | None = None
        self._linked(N_("by width …"), partial(self._opened, True))
        self._linked(N_("one bin per number …"), partial(self._opened, False)).setToolTip(
            context.say(N_("One bin per whole number"))
        )

    def show_value(self, plan: Document) -> None:
        super().show_value(plan)
        values = value_of(plan, self.path)
        self._edges = values if isinstance(values, list) else []

    def _opened(self, by_width: bool, _: bool = False) -> None:
        self._closed()
        self._maker = EdgeMaker(self._context, by_width, self._edges, self)
        self._maker.made.connect(self._made)
        self._maker.closed.connect(self._closed)
        self.layout().insertWidget(2, self._maker)  # type: ignore[union-attr]
        self._maker.show()
        self._maker.first.setFocus()

    def _closed(self) -> None:
        if self._maker is not None:
            self._maker.hide()
            self._maker.deleteLater()
            self._maker = None
            self.editor.setFocus()

    def _made(self, edges: object) -> None:
        self._closed()
        self.edited.emit(self.path, list(edges))  # type: ignore[call-overload]


def _category_summary(values: list[object]) -> Sentence:
    return N_("1 category") if len(values) == 1 else N_("{count} categories", count=len(values))


def _edge_summary(values: list[object]) -> Sentence:
    bins, even = len(values) - 1, even_width(values)
    if even is not None and bins > 1:
        return N_("{count} bins of width {width}", count=bins, width=even[2])
    return N_("1 bin") if bins == 1 else N_("{count} bins", count=bins)


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
