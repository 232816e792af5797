"""Which of the presented cards is in hand: a dot a card, and its place in words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from explorer.gui.fields.fitted import Fitted
from explorer.gui.presenter.sizes import BODY, FLOOR
from explorer.gui.widgets.theme import Theme

_SMALL = FLOOR * BODY


class Dots(QWidget):
    """One dot a card, a ring for the one in hand, and its place in words: where both have room beside it.

    Words that were cut could say another number, so the dots give way first.
    """

    _MOST = 8  # that stand beside the words
    _PITCH = 26  # from one dot to the next

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._at, self._all = theme, 0, 0
        self._words = Fitted(theme, self, BODY, _SMALL, 1, "muted")
        self._words.align(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def show_place(self, at: int, all_of_them: int, words: str) -> None:
        """Show which of how many."""
        self._at, self._all = at, all_of_them
        self._words.say(words)
        self.setAccessibleName(words)
        self._lay_out()
        self.update()

    @property
    def taken(self) -> int:
        """The pixels that dots have; 0 where there are none."""
        dots = round(self._all * self._theme.scale * self._PITCH) if self._all <= self._MOST else 0
        words = QFontMetrics(self._theme.font(round(_SMALL))).horizontalAdvance(self.accessibleName())
        return dots if dots + words <= self.width() else 0

    def _lay_out(self) -> None:
        self._words.setGeometry(self.taken, 0, max(self.width() - self.taken, 1), self.height())

    def paintEvent(self, _: QPaintEvent) -> None:
        theme, pitch = self._theme, self._theme.scale * self._PITCH
        if not self.taken:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(self._all):
            here = index == self._at
            role = "accent" if index <= self._at else "quiet"
            painter.setPen(QPen(theme.colour(role), 3.0 * theme.scale))
            painter.setBrush(Qt.BrushStyle.NoBrush if here else theme.colour(role))
            radius = theme.scale * (9 if here else 7)
            painter.drawEllipse(
                round(pitch / 2 + index * pitch - radius),
                round(self.height() / 2 - radius),
                round(2 * radius),
                round(2 * radius),
            )

    def resizeEvent(self, _: object) -> None:
        self._lay_out()
