"""What k releases together come to: the guess, the total, whether that protects anybody."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from explorer.app.compose.answer import Answer, Verdict
from explorer.app.core.message import Moved, Settled
from explorer.gui.compose.cost_bars import CostBars
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimming import dim
from explorer.gui.widgets.icon_array import IconArray
from explorer.gui.widgets.number_rows import ExplainedLine, WordyButton, link, strip
from explorer.mark import N_

COUNT = "composing.count"
BUDGET_CARD = "inverse"
_NARROW, _NARROWER = 190, 150  # pixels


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
        self._lower.clicked.connect(self._lowered)
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

    def show_answer(self, told: Answer, before: bool) -> None:
        """Show it; dimmed where it is that `before` something that was refused, or still being computed."""
        say = self._context.say
        self._question.setText(say(told.question))
        guess = "…" if told.number is None else say(told.number)
        self._number.setText(guess)
        self._icons.show_count(told.filled, guess)
        self._icons.setEnabled(told.current and not before)
        self._times.say(told.times)
        dim((self._number,), before or not told.current)
        self._times.dim(before or not told.current)
        self._total.setText(say(told.total))
        self._trust.say(told.trust)
        self._interval.setVisible(told.interval is not None)
        if told.interval is not None:
            self._interval.setText(say(told.interval))
        for widget in (self._bars, self._basic):
            widget.setVisible(told.basic is not None and told.share is not None)
        if told.basic is not None and told.share is not None:
            self._basic.setText(say(told.basic))
            self._bars.show_share(told.share, say(told.basic))
        older = before or not told.total_current  # also while the total of now is being computed
        self._bars.setEnabled(not older)
        dim((self._total, self._interval, self._basic, self._verdict_title, self._verdict_words), older)
        self._trust.dim(older)
        self._show_verdict(told.verdict, told.stop_at)

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
