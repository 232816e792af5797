"""A question over the window: one width, and as high as its words need."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout

from explorer.gui.context import Context

_FITTING = (QEvent.Type.LayoutRequest, QEvent.Type.Show)


class Question(QDialog):
    """What is asked stands in `lines`. A refusal that is said later makes it higher.

    Qt measures a dialog before it knows its width, so that wrapped words would leave gaps.
    """

    def __init__(self, context: Context, width: int) -> None:
        super().__init__(context.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        size = context.theme.size
        self.setFixedWidth(size(width))
        self.lines = QVBoxLayout(self)
        self.lines.setContentsMargins(size(20), size(18), size(20), size(16))
        self.lines.setSpacing(size(10))

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in _FITTING:
            self._fit()
        return done

    def _fit(self) -> None:
        lines = self.lines
        high = lines.totalHeightForWidth(self.width()) if lines.hasHeightForWidth() else -1
        high = high if high >= 0 else lines.totalSizeHint().height()
        if high != self.height():
            self.resize(self.width(), high)
