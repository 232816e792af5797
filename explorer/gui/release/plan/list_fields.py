"""Fields of the plan that hold a list: categories that are pasted or imported, edges that are made."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from explorer.app.release.plan.bin_edges import even_width, rising
from explorer.app.release.plan.plan_draft import Document, value_of
from explorer.app.release.plan.typed_lists import (
    inserted,
    listed,
    listed_numbers,
    shown_list,
    shown_numbers,
    too_many,
)
from explorer.gui.access.roving_focus import Roving
from explorer.gui.release.plan.category_import import ImportDialog
from explorer.gui.release.plan.edge_maker import EdgeMaker, link
from explorer.gui.release.plan.plan_fields import TextField
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.refusal import NotValid

_SHOWN = 4  # edges of those made, and bins, that are named
_NAMED = 3  # categories that are named


_LONG = 10_000  # characters, beyond which a list is not edited in a line
_WHOLE = 1 << 24
_BEGUN = 20  # values of a long list that are shown


def _is_list(text: str) -> bool:
    """Whether these are lines or cells of a table, or more than a line can hold."""
    return any(mark in text for mark in "\n\r\t") or len(text) > _LONG


class _Counted(TextField):
    """A list with what it means beneath, and links at the right of that."""

    def __init__(
        self,
        context: Context,
        path: str,
        title: Sentence,
        parent: QWidget,
        summary: Callable[[list[object]], Sentence],
    ) -> None:
        super().__init__(context, path, title, parent, self.listed, self.shown)
        self._summary = summary
        self.editor.setPlaceholderText(context.say(N_("type or paste a list")))
        self._links = Roving(self)
        self._meaning = context.label(None, "label", self, wrap=True)
        self._meaning.setContentsMargins(context.theme.size(12), 0, 0, 0)
        self._under = QHBoxLayout()
        self._under.setContentsMargins(context.theme.size(12), 0, 0, 0)
        self._under.setSpacing(0)
        self._under.addStretch(1)
        self.layout().insertWidget(1, self._meaning)  # type: ignore[union-attr]
        self.layout().insertLayout(2, self._under)  # type: ignore[union-attr]
        self._clear = self._linked(N_("clear"), self._cleared)
        self._clear.setVisible(False)
        self.editor.setMaxLength(_WHOLE)  # Qt would cut a list without a word
        self.editor.textEdited.connect(self._dropped)
        self.editor.installEventFilter(self)

    def listed(self, text: str) -> list[str]:
        """The values that a text holds."""
        return listed(text)

    def shown(self, values: object) -> str:
        """The values in one line, so that `listed` gives them back."""
        return shown_list(values)

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
                if self._too_long(pasted):
                    return True
                text, end = self.editor.text(), self.editor.cursorPosition()
                start = end
                if self.editor.hasSelectedText():
                    start, end = self.editor.selectionStart(), self.editor.selectionEnd()
                self._take([*self.listed(text[:start]), *self.listed(pasted), *self.listed(text[end:])])
                return True
        return super().eventFilter(watched, event)

    def _dropped(self, text: str) -> None:
        """By the menu or the mouse: lines or cells of a table, and what stood there stays around them."""
        if _is_list(text) and not self._too_long(text):
            pasted = QGuiApplication.clipboard().text()
            self._take(inserted(text, self.editor.cursorPosition(), pasted, self.listed))

    def _finished(self) -> None:
        if not self._too_long(self.editor.text()):
            super()._finished()

    def _too_long(self, text: str) -> bool:
        """Whether a list is refused unread, which is told beside the field; what stood there stays."""
        if (why := too_many(text)) is None:
            return False
        if self.editor.text() == text:
            self.editor.setText(self._last)
            self.editor.setModified(False)
        self.refuse(NotValid(why, self.path))
        return True

    def _take(self, values: list[str]) -> None:
        self.editor.setModified(False)
        self.edited.emit(self.path, values)

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
            self._last = self.shown(values[:_BEGUN]) + " …"
            self.editor.setText(self._last)
            self.editor.setCursorPosition(0)
            self.editor.setToolTip(self._context.say(N_("too long to be edited here: clear it first")))
        else:
            super().show_value(plan)
        summary = self._summary(values) if isinstance(values, list) and values else None
        self._meaning.setVisible(summary is not None)
        self._meaning.setText("" if summary is None else self._context.say(summary))


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
        self._decimal = "."
        super().__init__(context, path, title, parent, lambda values: _edge_summary(tuple(map(str, values))))
        self._edges: list[object] = []
        self._maker: EdgeMaker | None = None
        self._linked(N_("by width …"), partial(self._opened, True))
        self._linked(N_("one bin per number …"), partial(self._opened, False)).setToolTip(
            context.say(N_("One bin per whole number"))
        )

    def listed(self, text: str) -> list[str]:
        return listed_numbers(text, self._decimal)

    def shown(self, values: object) -> str:
        return shown_numbers(values, self._decimal)

    def show_value(self, plan: Document) -> None:
        """The numbers with the decimal mark that the plan declares for the file."""
        self._decimal = str(value_of(plan, "input.decimal", "."))
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
    """How many, and the first of them apart from each other; what becomes of all others."""
    begun = tuple(N_("“{name}”", name=str(each)) for each in values[:_NAMED])
    shown = (*begun, verbatim("…")) if len(values) > _NAMED else begun
    if len(values) == 1:
        return N_("1 category: {begun}; any other value counts as (other)", begun=shown)
    return N_(
        "{count} categories: {begun}; any other value counts as (other)", count=len(values), begun=shown
    )


@lru_cache(maxsize=8)  # a long list is read for seconds, and is shown again whenever anything changes
def _edge_summary(values: tuple[str, ...]) -> Sentence:
    """The bins as readers see them, and how many there are."""
    bins, even = len(values) - 1, even_width(values)
    number = N_("1 bin") if bins == 1 else N_("{count} bins", count=bins)
    if even is not None and bins > 1:
        number = N_("{count} bins of width {width}", count=bins, width=even[2])
    if bins < 1 or not rising(values):
        return number
    ends = list(pairwise(values))
    named = ends if bins <= _SHOWN else [*ends[:2], ends[-1]]
    each = [N_("{low} to <{high}", low=low, high=high) for low, high in named]
    shown = (*each[:2], verbatim("…"), each[-1]) if bins > _SHOWN else tuple(each)
    return N_("{bins}: {number}", bins=shown, number=number)
