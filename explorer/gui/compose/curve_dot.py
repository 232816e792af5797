"""The coloured dot before a bound: a press on it hides the bound's curve in the picture, or shows it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from explorer.app.compose.hidden_curves import turned
from explorer.app.core.message import AllCurvesShown, CurveHidden
from explorer.gui.shell.context import Context
from explorer.gui.widgets.small_target import SmallTarget
from explorer.mark import N_, Sentence, verbatim

_ACROSS, _EDGE = 9.0, 1.6  # pixels of the dot and of its ring
_WIDE, _HIGH = 14, 18  # pixels of its room in a line


class CurveDot(SmallTarget):
    """Filled while the curve of its bound is drawn, a ring while it is not.

    Tab passes it over where it belongs to a `Roving`. Its row, where it is given one, has the same act in
    its context menu, and one that draws every curve again.
    """

    def __init__(self, context: Context, parent: QWidget, row: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._context = context
        self._bound, self._hidden, self._plain = "", False, False
        self._title = verbatim("")
        self._colour = QColor()
        self.setObjectName("curveDot")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.clicked.connect(self._turned)
        self.turn, self.every = QAction(self), QAction(context.say(N_("Show all curves")), self)
        self.turn.triggered.connect(self._turned)
        self.every.triggered.connect(self._all_shown)
        menu_of = self if row is None else row
        menu_of.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        menu_of.addActions([self.turn, self.every])

    def only_show(self) -> None:
        """It is a colour and no more: where it stands there is no picture that could leave the curve out."""
        self._plain = True
        self.setEnabled(False)
        self.unsetCursor()
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def show_bound(self, bound: str, title: Sentence, colour: QColor) -> None:
        """Stand before this bound."""
        if (bound, title, colour) != (self._bound, self._title, self._colour):
            self._bound, self._title, self._colour = bound, title, colour
            self._say()

    def show_hidden(self, hidden: frozenset[str]) -> None:
        """Show whether its curve is one of those that are left out."""
        if self._plain:
            return
        self.every.setEnabled(bool(hidden))
        if self._hidden != (self._bound in hidden):
            self._hidden = not self._hidden
            self._say()

    def _say(self) -> None:
        said = self._context.say(self._title if self._plain else turned(self._title, self._hidden))
        self.turn.setText(said)
        self.setToolTip("" if self._plain else said)
        self.setAccessibleName(said)
        self.update()

    def _turned(self, _: bool = False) -> None:
        self._context.store.dispatch(CurveHidden(self._bound, not self._hidden))

    def _all_shown(self, _: bool = False) -> None:
        self._context.store.dispatch(AllCurvesShown())

    def sizeHint(self) -> QSize:
        size = self._context.theme.size
        return QSize(size(_WIDE), max(size(_HIGH), self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _: QPaintEvent) -> None:
        theme, painter = self._context.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(self.middle) + QPointF(0.5, 0.5)
        edge, across = _EDGE * theme.scale, _ACROSS * theme.scale
        painter.setPen(QPen(self._colour, edge))
        painter.setBrush(Qt.BrushStyle.NoBrush if self._hidden else self._colour)
        painter.drawEllipse(_round(middle, across - edge))
        if self.hasFocus() or self.underMouse():
            painter.setPen(QPen(theme.colour("accent" if self.hasFocus() else "line"), edge))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(_round(middle, self._context.theme.size(_WIDE) - edge))


def _round(middle: QPointF, across: float) -> QRectF:
    whole = QRectF(0.0, 0.0, across, across)
    whole.moveCenter(middle)
    return whole
