"""What k releases together come to: the guess, the total, whether that protects anybody."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.compose.answer import Answer, Verdict
from explorer.app.core.message import Moved, Settled
from explorer.gui.fields.number_rows import ExplainedLine, WordyButton, link, strip
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import DIMMED, dim
from explorer.gui.widgets.flush_link import flush
from explorer.gui.widgets.icon_array import IconArray
from explorer.gui.widgets.theme import Theme
from explorer.mark import N_

COUNT = "composing.count"
BUDGET_CARD = "inverse"
_NARROW, _NARROWER = 190, 150  # pixels
_HIGH, _APART = 9, 5  # pixels


class AnswerPane(QWidget):
    """The key number with its array, the total to believe, basic composition beside it, a warning."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._stop_at: int | None = None
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        self._question = context.label(None, "muted", self, wrap=True)
        lines.addWidget(self._question)
        self._number = context.label(None, "key", self, wrap=True)
        lines.addWidget(self._number)
        self._icons = IconArray(context.theme, self)
        self._icons.setFixedHeight(context.theme.size(40))
        lines.addWidget(self._icons)
        self._times = ExplainedLine(context, "guess-of-many", self)
        lines.addWidget(self._times)
        lines.addWidget(strip(self))
        self._total = context.label(None, "section", self, wrap=True)
        self._trust = ExplainedLine(context, "composition", self)
        self._interval = context.label(None, "label", self, wrap=True)
        self._bars = CostBars(context.theme, self)
        self._basic = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._total)
        lines.addWidget(self._trust)
        lines.addWidget(self._warning())  # before what is only for comparison
        for widget in (self._interval, self._bars, self._basic):
            lines.addWidget(widget)

    def _warning(self) -> QFrame:
        context, size = self._context, self._context.theme.size
        self._verdict = QFrame(self)
        self._verdict.setObjectName("verdict")
        lines = QVBoxLayout(self._verdict)
        lines.setContentsMargins(size(10), size(8), size(8), size(8))
        lines.setSpacing(size(4))
        self._verdict_title = context.label(None, "verdictTitle", self._verdict, wrap=True)
        self._verdict_words = context.label(None, "label", self._verdict, wrap=True)
        lines.addWidget(self._verdict_title)
        lines.addWidget(self._verdict_words)
        self._stop = WordyButton("", self._verdict)
        self._stop.clicked.connect(self._stopped)
        self._lower = link(context, N_("lower ε per release"), self._verdict)
        flush(self._lower)
        self._lower.clicked.connect(self._lowered)
        self.acts = (self._stop, self._lower)  # what a verdict offers to do
        lines.addWidget(self._stop)
        lines.addWidget(self._lower, alignment=Qt.AlignmentFlag.AlignLeft)
        return self._verdict

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the key number is written smaller: it is never cut off."""
        super().resizeEvent(event)
        wide = event.size().width() / self._context.theme.scale
        name = "key" if wide >= _NARROW else "value" if wide >= _NARROWER else "section"
        if name != self._number.objectName():
            self._number.setObjectName(name)
            self._number.style().polish(self._number)

    # What a person does

    def _stopped(self) -> None:
        if self._stop_at is not None:
            self._context.store.dispatch(Moved(COUNT, self._stop_at))
            self._context.store.dispatch(Settled())

    def _lowered(self) -> None:
        self._context.window.rooms["compose"].open(BUDGET_CARD)

    # What is shown

    def show_answer(self, answer: Answer, before: bool) -> None:
        """Show it; dimmed where it is that `before` something that was refused, or still being computed."""
        say = self._context.say
        self._question.setText(say(answer.question))
        guess = "…" if answer.number is None else say(answer.number)
        self._number.setText(guess)
        self._icons.show_count(answer.filled, guess)
        self._icons.setEnabled(answer.current and not before)
        self._times.say(answer.times)
        dim((self._number,), before or not answer.current)
        self._times.dim(before or not answer.current)
        self._total.setText(say(answer.total))
        self._trust.say(answer.trust)
        self._interval.setVisible(answer.interval is not None)
        if answer.interval is not None:
            self._interval.setText(say(answer.interval))
        for widget in (self._bars, self._basic):
            widget.setVisible(answer.basic is not None and answer.share is not None)
        if answer.basic is not None and answer.share is not None:
            self._basic.setText(say(answer.basic))
            self._bars.show_share(answer.share, say(answer.basic))
        older = before or not answer.total_current  # also while the total of now is being computed
        self._bars.setEnabled(not older)
        dim((self._total, self._interval, self._basic, self._verdict_title, self._verdict_words), older)
        self._trust.dim(older)
        self._show_verdict(answer.verdict, answer.stop_at)

    def _show_verdict(self, verdict: Verdict | None, stop_at: int | None) -> None:
        say = self._context.say
        self._verdict.setVisible(verdict is not None)
        if verdict is None:
            return
        self._verdict_title.setText(say(verdict.title))
        self._verdict_words.setText(say(verdict.words))
        self._stop_at = stop_at
        self._stop.setVisible(stop_at is not None)
        if stop_at is not None:
            words = N_("Stop at 1 release") if stop_at == 1 else N_("Stop at {count} releases", count=stop_at)
            self._stop.say(say(words))


class CostBars(QWidget):
    """The upper bar is such a `share` of the lower one, which is dashed."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._share = theme, 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float, sentence: str) -> None:
        """Show a share from 0 to 1, and say it to a screen reader."""
        if share != self._share:
            self._share = share
            self.update()
        self.setAccessibleName(sentence)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.size(200), self._theme.size(2 * _HIGH + _APART + 2))

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else DIMMED)
        high, apart, wide = self._theme.size(_HIGH), self._theme.size(_APART), self.width() - 1.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent"))
        painter.drawRect(QRectF(0.5, 0.5, max(self._share * wide, 1.0), high))
        pen = QPen(self._theme.colour("ink"), 1.2)
        pen.setDashPattern([3.0, 2.5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(0.5, 0.5 + high + apart, wide, high))
