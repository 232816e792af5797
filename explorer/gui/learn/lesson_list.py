"""All lessons with how far a person has come in each: one stop of Tab, arrow keys go along them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.core.lesson_messages import LessonOpened
from explorer.app.core.state import State, Workspace
from explorer.app.learn.lesson_way import Way, way_of
from explorer.gui.access.roving_focus import Roving
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.theme import BODY, LABEL
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.lessons.parts.lesson import Lesson, every_lesson
from explorer.mark import N_, Sentence

_SHOWN = "lesson"  # the card of the one in hand
_EDGE, _GAP = 12, 4  # pixels around the words of a row, and between them and the dots
_DOT, _APART = 6, 10  # pixels: a dot, and from one to the next


class LessonRow(QAbstractButton):
    """One lesson: its title, a dot for each step, and what it takes; or that it is done."""

    SPOKEN = "RadioButton"

    def __init__(self, context: Context, kind: type[Lesson], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._say = context.theme, context.say
        self._title = context.say(kind.title)
        self._remark = ""
        self._reached, self._here, self._count = 0, -1, len(kind.steps)
        self._seen: tuple[Way, bool] | None = None
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(context.say(kind.about))
        self.setAccessibleName(self._title)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_way(self, way: Way, chosen: bool) -> None:
        """How far it has come, and whether it is the one in hand."""
        if (way, chosen) == self._seen:  # as all but one while something is dragged
            return
        self._seen = way, chosen
        minutes = N_("{minutes} min", minutes=way.kind.minutes)
        remark = self._say(N_("done") if way.done else minutes)
        seen = (remark, way.reached if way.begun else -1, way.here if chosen else -1)
        if seen != (self._remark, self._reached, self._here) or chosen != self.isChecked():
            self._remark, self._reached, self._here = seen
            self.setChecked(chosen)
            said = N_("step {step} of {steps}, {remark}", step=way.here + 1, steps=self._count, remark=remark)
            self.setAccessibleDescription(self._say(said))
            self.update()

    def _words(self, width: int) -> QRect:
        """How much room the title takes."""
        metrics = QFontMetrics(self._theme.font(BODY, strong=True))
        room = QRect(0, 0, max(width - 2 * self._theme.size(_EDGE), 1), 10_000)
        return metrics.boundingRect(room, Qt.TextFlag.TextWordWrap.value, self._title)

    def _foot(self) -> int:
        """How high the line of the dots is."""
        return QFontMetrics(self._theme.font(LABEL)).height()

    def heightForWidth(self, width: int) -> int:
        size = self._theme.size
        return size(8) + self._words(width).height() + size(_GAP) + self._foot() + size(6)

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        width = max(self.width(), self._theme.size(160))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.heightForWidth(max(self.width(), 1)))

    def paintEvent(self, _: QPaintEvent) -> None:
        theme, size, painter = self._theme, self._theme.size, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse() or self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 1.5) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection", 0.45) if self.isChecked() else theme.colour("field"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), size(6), size(6))
        edge, high = size(_EDGE), self._words(self.width()).height()
        painter.setFont(theme.font(BODY, strong=self.isChecked()))
        painter.setPen(theme.colour("ink" if self.isChecked() or self._reached >= 0 else "muted"))
        room = QRect(edge, size(8), self.width() - 2 * edge, high)
        painter.drawText(room, Qt.TextFlag.TextWordWrap.value, self._title)
        foot = QRect(edge, room.bottom() + 1 + size(_GAP), room.width(), self._foot())
        painter.setFont(theme.font(LABEL))
        painter.setPen(theme.colour("muted"))
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._remark)
        self._paint_dots(painter, foot)

    def _paint_dots(self, painter: QPainter, room: QRect) -> None:
        """One a step: filled up to the last that was reached, a ring for the one in hand."""
        size, radius = self._theme.size, self._theme.size(_DOT) / 2
        middle = room.center().y() + 0.5
        for step in range(self._count):
            centre = QPointF(room.left() + radius + step * size(_APART), middle)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent" if step <= self._reached else "quiet"))
            if step == self._here:
                painter.setBrush(self._theme.colour("card"))
                painter.setPen(QPen(self._theme.colour("accent"), 2.0 * self._theme.scale))
            painter.drawEllipse(centre, radius, radius)


class LessonList(Panel):
    """The lessons in their order; a press opens one where it was left."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context = context
        self._seen: object = None
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(2), self, by_buttons=True)
        outer.addWidget(column)
        card.head.stand_alone()
        card.head.assume(context.say(N_("simulated people only")))
        self.rows: dict[str, LessonRow] = {}
        group = Roving(column.inside)
        for name, kind in every_lesson().items():
            row = LessonRow(context, kind, column.inside)
            row.setObjectName(f"lesson-{name}")
            row.clicked.connect(partial(self._opened, name))
            column.lines.addWidget(row)
            self.rows[name] = row
        column.lines.addStretch(1)
        group.take(*self.rows.values())
        self.setAccessibleName(context.say(_NAME))

    def _opened(self, lesson: str, *_: object) -> None:
        context = self._context
        context.store.dispatch(LessonOpened(lesson))
        context.window.rooms[Workspace.LEARN.value].open(_SHOWN)  # which may lie far below in a small window

    def show_state(self, state: State, answers: Answered) -> None:
        if state.lessons is self._seen:
            return
        self._seen = state.lessons
        in_hand = way_of(state).kind.id
        for name, row in self.rows.items():
            row.show_way(way_of(state, name), name == in_hand)


_NAME: Sentence = N_("Lessons")
