"""The noise alone, below the counts: where there is no room for both, one press shows it in their place."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.plotting.figure import Figure
from explorer.app.release.figures.noise_alone import NoiseAlone
from explorer.app.release.marginal_bars import ERRORS as TABLES
from explorer.app.release.mean_points import TITLE as MEANS
from explorer.app.release.strategy_bars import TITLE as STRATEGIES
from explorer.gui.access.roving_focus import Roving
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.fields.number_rows import link
from explorer.gui.shell.context import Context
from explorer.gui.widgets.flush_link import Side, flush
from explorer.mark import N_

_ALONE = N_("show the noise alone")
_OTHERS = {
    STRATEGIES: N_("show the errors of strategies"),
    TABLES: N_("show the errors of the tables"),
    MEANS: N_("show the means"),
}
_BEYOND = N_("some noise is outside the picture")
_LEAST = 110  # pixels of the picture


class NoiseStrip(QWidget):
    """A title, what mends the axes, and the picture of the noise. It needs no more room than its first line.

    `low` : there is room for one picture only. `instead` : the noise is shown in place of the counts.
    `rescaled` and `turned` when a person presses so.
    """

    rescaled = Signal()
    turned = Signal()

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.figure: Figure | None = None
        self.low = True
        say = context.say
        self.canvas = Canvas(context.theme, context.language, self)
        self.canvas.setAccessibleName(say(NoiseAlone.title))
        self._title = context.label(NoiseAlone.title, "section", self)
        self._offered = _ALONE
        self._alone = link(context, _ALONE, self)
        self._alone.setCheckable(True)
        self._alone.toggled.connect(self._toggled)
        self._beyond = context.label(None, "label", self)
        self._beyond.setMinimumWidth(1)
        self._rescale = link(context, N_("rescale"), self)
        self._rescale.setToolTip(say(N_("Fit both pictures to the current noise")))
        self._rescale.clicked.connect(self.rescaled)
        Roving(self).take(self._alone, self._rescale)
        flush(self._alone)
        flush(self._rescale, side=Side.RIGHT)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        self.first_line = self._first_line()
        lines.addLayout(self.first_line)
        lines.addWidget(self.canvas, 1)
        self.fit(low=True)  # until it is known how much room there is

    def _first_line(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self._title)
        row.addWidget(self._alone)
        row.addStretch(1)
        row.addWidget(self._beyond)
        row.addWidget(self._rescale)
        return row

    @property
    def instead(self) -> bool:
        """Whether the noise stands in the place of the counts."""
        return self.low and self._alone.isChecked()

    def fit(self, low: bool) -> None:
        """Show the picture only where there is room for it besides the counts, or in their place."""
        self.low = low
        self._title.setVisible(not low or self.instead)
        self._alone.setVisible(low)
        self.canvas.setVisible(not low or self.instead)
        self.canvas.setMinimumHeight(0 if low else self._context.theme.size(_LEAST))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """In a low card the first line alone: the picture yields before anything else does."""
        return QSize(1, self._rescale.sizeHint().height()) if self.low else super().minimumSizeHint()

    def show_noise(self, noise: Figure, released: bool) -> None:
        """Another picture; of a release it shows other draws than the one that was made."""
        title = noise.title
        if released and title == NoiseAlone.title:
            title = N_("Other simulated draws of the same noise")
        self._title.setText(self._context.say(title))
        self._offered = _OTHERS.get(noise.title, _ALONE)
        self._name_turn()
        self.canvas.show_figure(noise)
        self.figure = noise
        self.canvas.setAccessibleDescription(self._context.say(noise.description))

    def offer_rescaling(self, offered: bool, outside: bool) -> None:
        """Of simulated people the axes can be fitted anew; `outside` : some noise lies beyond them."""
        self._beyond.setText(self._context.say(_BEYOND) if outside else "")
        self._rescale.setVisible(offered)

    def _name_turn(self) -> None:
        words = N_("show the counts") if self._alone.isChecked() else self._offered
        self._alone.setText(self._context.say(words))
        self._alone.setAccessibleName(self._alone.text())

    def _toggled(self, _: bool) -> None:
        self._name_turn()
        self.fit(self.low)
        self.turned.emit()
