"""A strip of ε: what was certified as a bar, what is claimed as a line, what so many runs cannot reach."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import DIMMED
from explorer.language import number
from explorer.mark import N_, at_least
from explorer.release.audit.black_box import Verdict

_BAR, _WORDS, _GAP = 12, 11, 4  # pixels: height of the bar, size of its words, between them
_BEYOND = 1.6  # of the larger of claim and bound: how far the strip goes


class AuditStrip(QWidget):
    """One verdict, drawn. Its words say the same as the numbers beside it."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._verdict: Verdict | None = None
        self._stale = False
        size = context.theme.size
        self.setFixedHeight(size(_BAR + _GAP) + round(QFontMetricsF(context.theme.font(_WORDS)).height()))
        self.setMinimumWidth(size(160))

    def sizeHint(self) -> QSize:
        return QSize(self._context.theme.size(400), self.height())

    def show_verdict(self, verdict: Verdict | None, stale: bool) -> None:
        """Another verdict, or none."""
        if (verdict, stale) == (self._verdict, self._stale):
            return
        self._verdict, self._stale = verdict, stale
        if verdict is not None:
            words = N_(
                "empirical lower bound ε ≥ {lower}, claimed ε = {claim}",
                lower=at_least(verdict.lower_bound),
                claim=float(verdict.epsilon),
            )
            self.setAccessibleName(self._context.say(words))
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The claim is a line: a bar that crosses it is a fault, and red."""
        verdict = self._verdict
        if verdict is None:
            return
        theme = self._context.theme
        claim = float(verdict.epsilon)
        end = _BEYOND * max(claim, verdict.lower_bound)
        wide, high = float(self.width()), float(theme.size(_BAR))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(DIMMED if self._stale else 1.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("quiet"))
        painter.drawRoundedRect(QRectF(0, 0, wide * min(1.0, verdict.largest / end), high), 2, 2)
        painter.setBrush(theme.colour("refused" if verdict.violated else "accent"))
        painter.drawRoundedRect(QRectF(0, 0, wide * verdict.lower_bound / end, high), 2, 2)
        at = wide * claim / end
        painter.setPen(QPen(theme.colour("ink"), 2))
        painter.drawLine(QPointF(at, 0), QPointF(at, high + theme.size(_GAP)))
        self._write(painter, at, high + theme.size(_GAP), claim)
        painter.end()

    def _write(self, painter: QPainter, at: float, top: float, claim: float) -> None:
        """0 at the left end, the claim under its line."""
        theme = self._context.theme
        font = theme.font(_WORDS)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        painter.setPen(theme.colour("muted"))
        painter.drawText(QPointF(0, top + metrics.ascent()), "0")
        words = self._context.say(N_("claim {claim}", claim=number(claim)))
        left = min(
            max(at - metrics.horizontalAdvance(words) / 2, 16.0),
            self.width() - metrics.horizontalAdvance(words),
        )
        painter.setPen(theme.colour("ink"))
        painter.drawText(QPointF(left, top + metrics.ascent()), words)
