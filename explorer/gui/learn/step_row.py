"""The steps of a lesson in a row: discs with their names, those that were reached can be gone back to."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from explorer.app.learn.lesson_way import Way
from explorer.gui.access.roving_focus import Roving
from explorer.gui.shell.context import Context
from explorer.gui.widgets.theme import BODY, LABEL
from explorer.mark import N_

_DISC, _GAP, _LINE = 22, 8, 20  # pixels: a disc, from it to its name, the least line to the next
_HIGH = 32


class StepButton(QAbstractButton):
    """One step: its number in a disc, or a tick once it lies behind; its name where there is room."""

    SPOKEN = "RadioButton"

    def __init__(self, context: Context, title: str, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._title, self._number = context.theme, title, number
        self._named, self._behind = True, False
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAccessibleName(title)
        self.setToolTip(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def stand(self, here: bool, behind: bool) -> None:
        """Whether it is the step in hand, or one that was reached before."""
        self.setChecked(here)
        self._behind = behind
        self.update()

    def name(self, named: bool) -> None:
        """With its name, or its disc alone."""
        if named != self._named:
            self._named = named
            self.updateGeometry()
            self.update()

    def wide(self, named: bool) -> int:
        """The pixels that it takes."""
        metrics = QFontMetrics(self._theme.font(BODY, strong=True))
        words = self._theme.size(_GAP) + metrics.horizontalAdvance(self._title) + 4 if named else 0
        return self._theme.size(_DISC) + 2 + words

    def sizeHint(self) -> QSize:
        return QSize(self.wide(self._named), self._theme.size(_HIGH))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side, middle = float(theme.size(_DISC)), self.height() / 2
        disc = QRectF(1, middle - side / 2, side, side)
        full = self.isChecked() or self._behind
        focused = self.hasFocus()
        painter.setPen(QPen(theme.colour("ink"), 2.0) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent" if full else "quiet"))
        painter.drawEllipse(disc)
        painter.setPen(theme.colour("on_accent" if full else "muted"))
        if self._behind and not self.isChecked():
            _paint_tick(painter, disc)
        else:
            painter.setFont(theme.font(LABEL, strong=True))
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self._number))
        if self._named:
            painter.setFont(theme.font(BODY, strong=self.isChecked()))
            here = self.isChecked() or self.underMouse()
            painter.setPen(theme.colour("ink" if here else "muted"))
            left = disc.right() + theme.size(_GAP)
            room = QRectF(left, 0, self.width() - left, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._title)


def _paint_tick(painter: QPainter, disc: QRectF) -> None:
    pen = QPen(painter.pen().color(), 0.09 * disc.width())
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    at = [(0.3, 0.52), (0.45, 0.66), (0.71, 0.36)]
    painter.drawPolyline(
        [QPointF(disc.left() + x * disc.width(), disc.top() + y * disc.height()) for x, y in at]
    )


class StepRow(QWidget):
    """`taken(step)` when a person goes to another step. Names that have no room leave the discs alone."""

    taken = Signal(str)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._group = Roving(self)
        self._lesson = ""
        self._stands: tuple[str, int, int] | None = None  # the lesson, the step in hand, the last one reached
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.buttons: dict[str, StepButton] = {}
        self._lines: list[_Line] = []
        self._place = context.label(None, "label", self)
        self.setAccessibleName(context.say(N_("Steps of the lesson")))
        self.setMinimumWidth(1)

    def show_way(self, way: Way) -> None:
        """The steps of this lesson, and which one is in hand."""
        stands = way.kind.id, way.here, way.reached
        if stands == self._stands:
            return
        self._stands = stands
        if way.kind.id != self._lesson:
            self._build(way)
        for place, button in enumerate(self.buttons.values()):
            button.stand(place == way.here, place <= way.reached)
        for place, line in enumerate(self._lines):
            line.fill(place < way.reached)
        words = N_("step {step} of {steps}", step=way.here + 1, steps=len(way.steps))
        self._place.setText(self._context.say(words))
        self._fit()

    def _build(self, way: Way) -> None:
        for widget in (*self.buttons.values(), *self._lines):
            widget.hide()
            widget.deleteLater()
        while self._row.takeAt(0) is not None:
            pass
        self._lesson, self.buttons, self._lines = way.kind.id, {}, []
        for number, step in enumerate(way.steps, 1):
            if self.buttons:
                self._lines.append(line := _Line(self._context, self))
                self._row.addWidget(line, 1)
            button = StepButton(self._context, self._context.say(step.title), number, self)
            button.clicked.connect(partial(self._taken, step.id))
            self.buttons[step.id] = button
            self._row.addWidget(button)
            button.show()
        for line in self._lines:
            line.show()
        self._row.addStretch(1)
        self._row.addWidget(self._place)
        self._group.take(*self.buttons.values())

    def _taken(self, step: str, *_: object) -> None:
        """The row shows what the state says, which may be that a guess is missing."""
        self._stands = None
        self.taken.emit(step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """All names, else that of the step in hand alone, else none."""
        size = self._context.theme.size
        taken = self._place.sizeHint().width() + size(24) + len(self._lines) * size(_LINE)
        buttons = list(self.buttons.values())
        every = sum(each.wide(True) for each in buttons) <= self.width() - taken
        own = sum(each.wide(each.isChecked()) for each in buttons) <= self.width() - taken
        for each in buttons:
            each.name(every or (own and each.isChecked()))


class _Line(QWidget):
    """From one step to the next."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._full = context.theme, False
        self.setFixedHeight(context.theme.size(_HIGH))
        self.setMinimumWidth(context.theme.size(_LINE))
        self.setMaximumWidth(context.theme.size(56))

    def fill(self, full: bool) -> None:
        """Whether the step after it was reached."""
        if full != self._full:
            self._full = full
            self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        painter, edge = QPainter(self), self._theme.size(8)
        painter.setPen(QPen(self._theme.colour("accent" if self._full else "quiet"), 2.0))
        middle = self.height() / 2
        painter.drawLine(QPointF(edge, middle), QPointF(self.width() - edge, middle))
