"""Words and links after each other, which wrap; one stop of Tab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionToolButton, QStylePainter, QToolButton, QWidget

from explorer.gui.access.roving_focus import Roving
from explorer.gui.fields.number_rows import broken
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flow import Flow
from explorer.gui.widgets.flush_link import flush
from explorer.mark import Sentence

_EDGES = 10  # pixels of a link beside its words


class _Link(QToolButton):
    """One whose further lines begin beneath its first: Qt would set them in the middle."""

    def paintEvent(self, event: QPaintEvent) -> None:
        lines = self.text().split("\n")
        if len(lines) == 1:
            super().paintEvent(event)
            return
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        painter, link = QStylePainter(self), QStyle.ComplexControl.CC_ToolButton
        painter.drawComplexControl(link, option)
        option.state = QStyle.StateFlag.State_Enabled  # no ground over the lines before
        across = [self.fontMetrics().horizontalAdvance(line) for line in lines]
        high = self.fontMetrics().lineSpacing()
        for place, (line, wide) in enumerate(zip(lines, across, strict=True)):
            option.text = line
            below = high * (2 * place + 1 - len(lines)) // 2  # of the middle
            option.rect = self.rect().adjusted(0, 0, wide - max(across), 0).translated(0, below)
            painter.drawComplexControl(link, option)
        painter.end()


class LinkLine(Flow):
    """Some words, and links; these stay while there are as many."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent, between_lines=0)
        self._context = context
        self._shown: list[str] = []
        self._buttons: list[_Link] = []
        self._acts: list[Callable[[], None]] = []
        self._before = context.label(None, "label", self)
        self._group = Roving(self)

    def show_links(self, before: Sentence | None, links: Sequence[tuple[str, Callable[[], None]]]) -> None:
        """These links, after some words."""
        say = self._context.say
        texts = [text for text, _ in links]
        self._acts = [act for _, act in links]
        self.setVisible(bool(links))
        if texts == self._shown:
            return
        self._shown = texts
        if len(texts) != len(self._buttons):
            self._build(len(texts))
        for button, text in zip(self._buttons, texts, strict=True):
            if text != button.accessibleName():
                button.setText(self._wrapped(button, text))
                button.setAccessibleName(text)
        self._before.setVisible(before is not None)
        if before is not None:
            self._before.setText(say(before))
        gap = self._context.theme.size(4)
        self.hold(
            [*([(self._before, gap)] if before is not None else []), *((b, gap) for b in self._buttons)]
        )

    def _build(self, count: int) -> None:
        """So many links; where only their words change, as the ε of a plan that is dragged, they stay."""
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = []
        for place in range(count):
            button = _Link(self)
            button.setObjectName("link")
            flush(button)
            button.clicked.connect(partial(self._pressed, place))
            button.show()
            self._buttons.append(button)
        self._group.take(*self._buttons)

    def _wrapped(self, button: _Link, text: str) -> str:
        """A link that is longer than a line goes on in the next one."""
        room = self.width() - self._context.theme.size(_EDGES)
        return broken(text, button.fontMetrics(), room) if room > 0 else text

    def resizeEvent(self, event: QResizeEvent) -> None:
        for button, text in zip(self._buttons, self._shown, strict=True):
            words = self._wrapped(button, text)
            if words != button.text():
                button.setText(words)
        super().resizeEvent(event)

    def _pressed(self, place: int, *_: object) -> None:
        self._acts[place]()
