"""What a press opens and closes: a line, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from explorer.gui.widgets.elided_button import ElidedButton

READS = "reads"  # the property of a button that changes nothing of a plan: it works also where that is locked


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
