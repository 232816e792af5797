"""Words and links after each other, which wrap; one stop of Tab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from explorer.gui.access.roving_focus import Roving
from explorer.gui.fields.number_rows import broken
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flow import Flow
from explorer.gui.widgets.flush_link import flush
from explorer.mark import Sentence

_EDGES = 10  # pixels of a link beside its words


class LinkLine(Flow):
    """Some words, and links that stay while their texts do."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent, between_lines=0)
        self._context = context
        self._shown: list[str] = []
        self._buttons: list[QToolButton] = []
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
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = []
        for place, text in enumerate(texts):
            button = QToolButton(self)
            button.setObjectName("link")
            flush(button)
            room = self.width() - self._context.theme.size(_EDGES)
            button.setText(broken(text, button.fontMetrics(), room) if room > 0 else text)
            button.setAccessibleName(text)
            button.clicked.connect(partial(self._pressed, place))
            button.show()
            self._buttons.append(button)
        self._group.take(*self._buttons)
        self._before.setVisible(before is not None)
        if before is not None:
            self._before.setText(say(before))
        gap = self._context.theme.size(4)
        self.hold(
            [*([(self._before, gap)] if before is not None else []), *((b, gap) for b in self._buttons)]
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A link that is longer than a line goes on in the next one."""
        room = self.width() - self._context.theme.size(_EDGES)
        for button, text in zip(self._buttons, self._shown, strict=True):
            words = broken(text, button.fontMetrics(), room)
            if words != button.text():
                button.setText(words)
        super().resizeEvent(event)

    def _pressed(self, place: int, *_: object) -> None:
        self._acts[place]()
