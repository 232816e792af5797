"""The callout of a tour: what to do, whether it was done, and the ways back, on and out."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from explorer.app.tours.tour import Tour
from explorer.gui.access.announcement import announce
from explorer.gui.fields.number_rows import link
from explorer.gui.shell.context import Context
from explorer.mark import N_

_WIDE = 300
DONE = N_("Done. Go on when you like.")


class Callout(QFrame):
    """Stands above the window without blocking it. Escape in it leaves."""

    turned = Signal(int)
    sought = Signal()
    left = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self._context = context
        size = context.theme.size
        self.setObjectName("tour")
        self._lines = lines = QVBoxLayout(self)
        lines.setContentsMargins(size(14), size(12), size(14), size(10))
        lines.setSpacing(size(6))
        head = QHBoxLayout()
        self._title = context.label(None, "section", self, wrap=True)
        self._step = context.label(None, "label", self)
        head.addWidget(self._title, 1)
        head.addWidget(self._step)
        lines.addLayout(head)
        self._words = context.label(None, "body", self, wrap=True)
        lines.addWidget(self._words)
        self._done = context.label(DONE, "label", self, wrap=True)
        lines.addWidget(self._done)
        lines.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        """To the control, out, back and on."""
        context, size, say = self._context, self._context.theme.size, self._context.say
        row = QHBoxLayout()
        row.setSpacing(size(6))
        self.back = QPushButton(say(N_("Previous step")), self)
        self.forward = QPushButton(say(N_("Next step")), self)
        self.forward.setProperty("primary", True)
        self.seek = link(context, N_("go to it"), self)
        self.leave = link(context, N_("leave"), self)
        self.leave.setToolTip(
            say(N_("Leave the tour. Help and Ctrl+K bring it back where it was")) + "   Esc"
        )
        self.back.clicked.connect(lambda: self.turned.emit(-1))
        self.forward.clicked.connect(lambda: self.turned.emit(1))
        self.seek.clicked.connect(self.sought)
        self.leave.clicked.connect(self.left)
        row.addWidget(self.seek)
        row.addWidget(self.leave)
        row.addStretch(1)
        row.addWidget(self.back)
        row.addWidget(self.forward)
        self._row = (self.seek, self.leave, self.back, self.forward)
        for before, after in itertools.pairwise(self._row):
            QWidget.setTabOrder(before, after)
        return row

    def show_step(self, tour: Tour, place: int) -> None:
        """Another step: read aloud, too."""
        say, step = self._context.say, tour.steps[place]
        last = place == len(tour.steps) - 1
        self._title.setText(say(step.title))
        self._step.setText(say(N_("{step} of {steps}", step=place + 1, steps=len(tour.steps))))
        self._words.setText(say(step.words))
        self._done.setVisible(False)
        self.back.setEnabled(place > 0)
        self.forward.setText(say(N_("Finish") if last else N_("Next step")))
        self.setAccessibleName(say(N_("tour: {title}", title=step.title)))
        self.setAccessibleDescription(say(step.words))
        self._fit()
        said = N_(
            "{title}, {step} of {steps}. {words}",
            title=step.title,
            step=place + 1,
            steps=len(tour.steps),
            words=step.words,
        )
        announce(self, say(said))

    def show_done(self) -> None:
        """What the step says was done."""
        if self._done.isHidden():
            self._done.setVisible(True)
            self._fit()
            announce(self, self._context.say(DONE))

    @property
    def done(self) -> bool:
        """Whether it says so."""
        return not self._done.isHidden()

    def _fit(self) -> None:
        """As wide as its buttons need, and as high as its words need then."""
        for each in (self, *self._row):
            each.ensurePolished()
        self._lines.invalidate()
        self.setFixedWidth(max(self._context.theme.size(_WIDE), self._lines.minimumSize().width()))
        self._lines.activate()
        self.resize(self.width(), self._lines.totalHeightForWidth(self.width()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class Ring(QWidget):
    """A line round the control that a step is about; the mouse goes through it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self._theme = context.theme
        self.setObjectName("tourRing")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def go_round(self, seen: QRect | None) -> None:
        """Round this part of the window, or nowhere."""
        self.setVisible(seen is not None)
        if seen is not None:
            edge = self._theme.size(4)
            self.setGeometry(seen.adjusted(-edge, -edge, edge, edge))
            self.raise_()

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("accent"), 2))
        radius = self._theme.size(8)
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), radius, radius)
