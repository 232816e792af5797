"""How many classes of which size there are, as bars of the rows that they hold."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.app.learn.class_sentences import size_named, size_said
from explorer.app.learn.table_classes import SizeRange
from explorer.gui.shell.context import Context
from explorer.gui.widgets.theme import LABEL

_LINE, _BAR = 20, 8  # pixels of a line, and of the bar in it
_NAMES, _COUNTS, _GAP = 104, 132, 8


class ClassSizes(QWidget):
    """One line a range of sizes: its name, a bar as long as its share of all rows, and how many there are.

    Ranges below `k` are in the colour of what misses a limit.
    """

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._sizes: tuple[SizeRange, ...] = ()
        self._k = 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_sizes(self, sizes: tuple[SizeRange, ...], k: int) -> None:
        """Show these ranges; `k` is the limit that they are held against."""
        self._sizes, self._k = tuple(each for each in sizes if each.classes), k
        say = self._context.say
        told = [f"{say(size_named(each))}: {say(size_said(each))}" for each in self._sizes]
        self.setAccessibleName("; ".join(told))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        size = self._context.theme.size
        return QSize(size(_NAMES + _COUNTS + 80), size(_LINE) * len(self._sizes))

    def paintEvent(self, _: QPaintEvent) -> None:
        """The longest bar has all the room between the words."""
        theme, say = self._context.theme, self._context.say
        painter = QPainter(self)
        painter.setFont(theme.font(LABEL))
        names, counts, line, gap = (theme.size(each) for each in (_NAMES, _COUNTS, _LINE, _GAP))
        room = max(self.width() - names - counts - 2 * gap, 1)
        most = max((each.rows for each in self._sizes), default=1)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for place, each in enumerate(self._sizes):
            top = place * line
            painter.setPen(theme.colour("ink"))
            painter.drawText(QRectF(0, top, names, line), left, say(size_named(each)))
            missed = each.low < self._k
            wide = max(room * each.rows / most, 2.0)
            bar = QRectF(names + gap, top + (line - theme.size(_BAR)) / 2, wide, theme.size(_BAR))
            painter.fillRect(bar, theme.colour("with" if missed else "without"))
            painter.setPen(theme.colour("muted"))
            beside = QRectF(names + gap + wide + gap, top, counts, line)
            painter.drawText(beside, left, say(size_said(each)))
