"""The lines of what must hold before a release: a mark, a sentence, and the button that mends it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QGridLayout, QPushButton, QWidget

from explorer.app.release.preflight.preflight_line import Line, Mend
from explorer.gui.access.roving_focus import Roving
from explorer.gui.access.tab_order import tab_before
from explorer.gui.shell.context import Context
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.fold import FoldHead
from explorer.mark import N_, Sentence

ABOUT = ("file", "plan", "header", "account", "budget", "statement", "folder")
_SIDE, _HIGH, _LEAST = 14, 24, 170  # pixels: the mark, a button, words beside buttons
_BESIDE = Qt.AlignmentFlag.AlignVCenter
_ABREAST, _STACKED = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
_SETTLED, _OPEN, _WAITING = N_("settled"), N_("to be settled"), N_("being looked at")


class Mark(QWidget):
    """A tick, or a warning; nothing while it is being looked at. Its accessible name says which."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._line: Line | None = None
        self.setFixedSize(context.theme.size(_SIDE + 4), context.theme.size(_SIDE + 4))

    def show_line(self, line: Line) -> None:
        """Mark another line."""
        self._line = line
        words = self._context.say(_state(line))
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        line = self._line
        if line is None or line.waiting:
            return
        painter, side = QPainter(self), self.width()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._context.theme.colour("accent" if line.settled else "ink")
        painter.setPen(QPen(colour, side / (10 if line.settled else 13), c=Qt.PenCapStyle.RoundCap))
        if line.settled:
            points = ((0.2, 0.55), (0.42, 0.77), (0.84, 0.28))
            painter.drawPolyline([QPointF(x * side, y * side) for x, y in points])
            return
        painter.drawEllipse(QRectF(0.09 * side, 0.09 * side, 0.82 * side, 0.82 * side))
        painter.drawLine(QPointF(side / 2, 0.28 * side), QPointF(side / 2, 0.55 * side))
        painter.drawPoint(QPointF(side / 2, 0.72 * side))


def _state(line: Line) -> Sentence:
    if line.waiting:
        return _WAITING
    return _SETTLED if line.settled else _OPEN


class PreflightLine(QWidget):
    """One line. `beside` : a control of its own at the right, instead of buttons.

    Its buttons belong to `stops`, with those of the other lines.
    """

    mended = Signal(object, str)

    def __init__(
        self, context: Context, parent: QWidget, stops: Roving, beside: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._stops = context, stops
        self._line: Line | None = None
        self.mark = Mark(context, self)
        self._words = context.label(None, "muted", self, wrap=True)
        self._buttons: dict[Mend, QPushButton] = {}
        self._row = QGridLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setHorizontalSpacing(context.theme.size(8))
        self._row.setVerticalSpacing(context.theme.size(2))
        self._row.setColumnStretch(1, 1)
        self._row.addWidget(self.mark, 0, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self._words, 0, 1)
        self._acts = QWidget(self)  # beside the words; below them where these have too little room
        self._acting = QBoxLayout(_ABREAST, self._acts)
        self._acting.setContentsMargins(0, 0, 0, 0)
        self._acting.setSpacing(context.theme.size(8))
        self._row.addWidget(self._acts, 0, 2)
        self._below = False
        self._beside = beside
        if beside is not None:
            beside.setParent(self._acts)
            self._acting.addWidget(beside)
        self.setMinimumHeight(context.theme.size(_HIGH + 2))

    def show_line(self, line: Line) -> None:
        """Say this line; its buttons are those that it has."""
        if line == self._line:
            return
        self._line = line
        self.mark.show_line(line)
        self._words.setText(self._context.say(line.sentence))
        name = "muted" if line.settled or line.waiting else "body"
        if self._words.objectName() != name:
            self._words.setObjectName(name)
            self._words.style().polish(self._words)
            self._words.setFont(self._context.theme.font(strong=name == "body"))
        self._words.setAccessibleDescription(self.mark.accessibleName())
        if self._beside is not None:
            self._beside.setAccessibleDescription(self._words.text())
        for mend in line.mends:
            self._button(mend).setAccessibleDescription(self._words.text())
        for mend, button in self._buttons.items():
            button.setVisible(mend in line.mends)
        self._acts.setVisible(self._beside is not None or bool(line.mends))
        self._place(self.width())

    def _button(self, mend: Mend) -> QPushButton:
        if mend not in self._buttons:
            button = QPushButton(self._context.say(mend.value), self._acts)
            button.setObjectName("inline")
            button.setMinimumHeight(self._context.theme.size(_HIGH))
            button.clicked.connect(partial(self._pressed, mend))
            self._acting.addWidget(button)
            self._buttons[mend] = button
            tab_before(self._words, [button])
            self._stops.take(button)
        return self._buttons[mend]

    def height_in(self, width: int) -> int:
        """The height that it has in a width."""
        self._place(width)
        held = self._row.heightForWidth(width) if self._row.hasHeightForWidth() else self.sizeHint().height()
        return max(held, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(self.width())

    def _place(self, width: int) -> None:
        """Put the buttons below the words in a width that would leave these a narrow column."""
        shown = [self._buttons[mend] for mend in self._line.mends] if self._line is not None else []
        gap, before = self._acting.spacing(), self.mark.width() + self._row.horizontalSpacing()
        abreast = sum(button.sizeHint().width() + gap for button in shown)
        below = self._beside is None and width - abreast - before < self._context.theme.size(_LEAST)
        stacked = below and abreast - gap > width - before
        if stacked != (self._acting.direction() == _STACKED):
            self._acting.setDirection(_STACKED if stacked else _ABREAST)
        if below != self._below:
            self._below = below
            self._row.removeWidget(self._acts)
            place = (1, 1) if below else (0, 2)
            self._row.addWidget(self._acts, *place, Qt.AlignmentFlag.AlignLeft if below else _BESIDE)

    def _pressed(self, mend: Mend) -> None:
        self.mended.emit(mend, self._line.field if self._line is not None else "")


class PreflightLines(Column):
    """The lines to settle first; those that are settled stand behind one line that tells how many they are.

    That line is open where all have room or are settled, unless a person has opened or closed it. After a
    release all lines stand behind it, closed: they are about another one.
    `mended` : which button was pressed, for which field.
    """

    mended = Signal(object, str)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(context.theme.size(1), parent, by_buttons=True)
        self.rows: dict[str, PreflightLine] = {}
        self._context = context
        self._shown: tuple[Line, ...] = ()
        self._first = ""  # the subject of the line that is to be settled next
        self._by_hand = False  # whether a person has opened or closed the settled ones
        self._folded = False  # all of them, settled or not
        self._stops = Roving(self.inside)  # every button of every line: one stop of Tab
        self.settled = FoldHead(self.inside)
        self.settled.setCheckable(True)
        self.settled.setVisible(False)
        self.settled.clicked.connect(self._turned)
        self.settled.toggled.connect(self._show_rows)
        self._stops.take(self.settled)
        self.lines.addWidget(self.settled)
        self.verticalScrollBar().rangeChanged.connect(self._bring_first)

    def add_row(self, about: str, beside: QWidget | None = None) -> None:
        """A row for the line of that subject, beneath those that are there."""
        row = PreflightLine(self._context, self.inside, self._stops, beside)
        row.mended.connect(self.mended)
        row.setVisible(False)
        self.rows[about] = row
        self.lines.addWidget(row)

    def show_lines(self, found: tuple[Line, ...], settled: Sentence, folded: bool = False) -> None:
        """Say these lines; a subject without one has no room. `settled` tells how many are settled.

        `folded` : they are about another release than the one that was made.
        """
        if (found, folded) == (self._shown, self._folded):
            return
        if folded != self._folded:
            self._folded, self._by_hand = folded, False
        self._shown = found
        open_rows, folded_rows = self._parts()
        self.settled.say(self._context.say(settled))
        for place, widget in enumerate((*open_rows, self.settled, *folded_rows)):
            if self.lines.indexOf(widget) != place:
                self.lines.insertWidget(place, widget)
        for line in found:
            self.rows[line.about].show_line(line)
        self._show_rows()
        self._make_room()
        first = next((line.about for line in found if not line.settled and not line.waiting), "")
        if first != self._first:
            self._first = first
            self._bring_first()

    def _parts(self) -> tuple[list[PreflightLine], list[PreflightLine]]:
        """The rows of what is to be settled, and of the rest: those are settled, or being looked at."""
        first = [self.rows[line.about] for line in self._shown if not line.settled and not line.waiting]
        rest = [self.rows[line.about] for line in self._shown if line.settled or line.waiting]
        return ([], [*first, *rest]) if self._folded else (first, rest)

    def _show_rows(self, *_: object) -> None:
        opened, folded = self._parts()
        self.settled.setVisible(bool(folded))
        for row in self.rows.values():
            row.setVisible(row in opened or (row in folded and self.settled.isChecked()))

    def _turned(self) -> None:
        self._by_hand = True

    def _make_room(self) -> None:
        """Open what is settled where nothing else is left, or where there is room for every line."""
        opened, folded = self._parts()
        if self._by_hand or not self._shown or _in_use(folded):
            return
        if self._folded:
            self.settled.setChecked(False)
            return
        wide = self.viewport().width() - self.lines.contentsMargins().right()
        rows = sum(row.height_in(wide) + self.lines.spacing() for row in (*opened, *folded))
        head = self.settled.sizeHint().height() if folded else 0
        self.settled.setChecked(not opened or rows + head <= self.viewport().height())

    def open_settled(self) -> None:
        """Something that stands there is to be used."""
        self.settled.setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _bring_first(self, *_: int) -> None:
        """What is to be settled next is in sight, once it has its place."""
        QTimer.singleShot(0, self, self._scroll_to_first)

    def _scroll_to_first(self) -> None:
        if self._first:
            self.ensureWidgetVisible(self.rows[self._first], 0, 0)


def _in_use(rows: list[PreflightLine]) -> bool:
    """Whether somebody is at a control of one of them."""
    focused = QApplication.focusWidget()
    return focused is not None and any(row.isAncestorOf(focused) for row in rows)
