"""What a press opens and closes: a line, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

READS = "reads"  # the property of a button that changes nothing of a plan: it works also where that is locked
_LEAST = "mm…"  # words at least of its head


class ElidedButton(QToolButton):
    """A quiet button whose words end in … where there is no room for them; the whole is in its tooltip.

    It asks for the room of all its words, and makes do with less.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words, self._around = "", 0

    def say(self, words: str) -> None:
        """Show these words."""
        if words != self._words:
            self._words = words
            self.setAccessibleName(words)
            self._fit()
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        self._around = super().sizeHint().width() - metrics.horizontalAdvance(self.text())
        room = max(self.width() - self._around, 1)
        text = metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        if text != self.text():
            self.setText(text)
        self.setToolTip(self._words if text != self._words else "")

    def sizeHint(self) -> QSize:
        hint, metrics = super().sizeHint(), self.fontMetrics()
        around = hint.width() - metrics.horizontalAdvance(self.text())
        return QSize(metrics.horizontalAdvance(self._words) + around, hint.height())

    def minimumSizeHint(self) -> QSize:
        hint, metrics = super().minimumSizeHint(), self.fontMetrics()
        around = super().sizeHint().width() - metrics.horizontalAdvance(self.text())
        least = min(metrics.horizontalAdvance(_LEAST), metrics.horizontalAdvance(self._words))
        return QSize(least + around, hint.height())


class FoldHead(ElidedButton):
    """A line with an arrow that says whether what belongs to it is open."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("fold")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setArrowType(Qt.ArrowType.RightArrow)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._turn)

    def _turn(self, opened: bool) -> None:
        self.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)


class Fold(QWidget):
    """What stands behind `head`, which its maker places. `turned(opened)` when a person does it."""

    turned = Signal(bool)

    def __init__(self, head: QAbstractButton, parent: QWidget, opened: bool = False) -> None:
        super().__init__(parent)
        self.head = head
        head.setCheckable(True)
        head.setProperty(READS, True)
        self.lines = QVBoxLayout(self)
        self.lines.setContentsMargins(0, 0, 0, 0)
        self.setVisible(False)
        head.toggled.connect(self.setVisible)
        head.clicked.connect(self.turned)
        head.setChecked(opened)

    @property
    def opened(self) -> bool:
        """Whether it can be seen."""
        return self.head.isChecked()

    def open(self) -> None:
        """Show what stands in it; a person did not do this."""
        self.head.setChecked(True)


def folds_around(widget: QWidget) -> Iterator[Fold]:
    """Every fold in which a widget stands, from the inside outwards."""
    place: QWidget | None = widget
    while place is not None:
        if isinstance(place, Fold):
            yield place
        place = place.parentWidget()


def reveal(widget: QWidget) -> None:
    """Open what a widget stands in."""
    for fold in folds_around(widget):
        fold.open()


def bring_into_sight(widget: QWidget) -> None:
    """Open what a widget stands in, and scroll to it once that is laid out."""
    reveal(widget)
    place = widget.parentWidget()
    while place is not None and not isinstance(place, QScrollArea):
        place = place.parentWidget()
    if place is not None:
        QTimer.singleShot(0, widget, partial(place.ensureWidgetVisible, widget))
