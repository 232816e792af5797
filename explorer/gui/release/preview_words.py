"""The words beneath the pictures of a preview: margins, and of a sample how much of it the noise swallows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from explorer.app.core.wording import plan_unit
from explorer.app.plotting.figure import Figure
from explorer.app.release.preview_sample import Sampled
from explorer.app.release.readable_cells import smaller_sentence, withheld_sentence
from explorer.gui.shell.context import Context
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.label import Label
from explorer.mark import Sentence
from explorer.release.plan.declarations import ReleasePlan

_FACTS = ("plan-margins", "plan-quantiles", "plan-smaller", "plan-withheld")
_LEAST = 36  # pixels: two lines
_QUANTILES = "quantiles"  # among the settings of a picture: all of them in words


class PreviewWords(Column):
    """Four lines, each with its “i”; those that say nothing are away. In a low card they scroll."""

    _room = 0  # pixels that they may have; there before anything is laid out

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(context.theme.size(2), parent)
        self._context = context
        self.lines.setContentsMargins(0, 0, 0, 0)
        self._lines: list[tuple[Label, InfoButton]] = []
        for name, fact in zip(("body", "muted", "muted", "muted"), _FACTS, strict=True):
            label = context.label(None, name, self.inside, wrap=True)
            self._lines.append((label, InfoButton(context, fact, self.inside)))
        for line in self._lines:
            row = QHBoxLayout()
            row.setSpacing(context.theme.size(5))
            row.addWidget(line[0], 1)
            row.addWidget(line[1])
            self.lines.addLayout(row)

    def fit(self, room: int) -> None:
        """As high as the words are, but in so little `room` two lines of them at least."""
        self._room = room
        whole = self.lines.heightForWidth(max(self.width(), 1))
        self.setFixedHeight(min(whole, max(room, self._context.theme.size(_LEAST))))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Other words are of another height, once their lines know it."""
        done = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.fit(self._room)
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Of another width they are of another height."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit(self._room)

    def show_words(self, figure: Figure, plan: ReleasePlan, sample: Sampled | None, index: int) -> None:
        """What is said of one query of a plan; of a release, which has no `sample`, its margins alone."""
        counts = sample is not None and plan.queries[index].counts_cells
        shown = sample.queries[index] if sample is not None and counts else None
        smaller = None if shown is None else smaller_sentence(shown)
        withheld = None if shown is None else withheld_sentence(shown)
        found = figure.settings.get(_QUANTILES)
        quantiles = found if isinstance(found, Sentence) else None
        told = figure.description, quantiles, smaller, withheld
        for (label, info), words in zip(self._lines, told, strict=True):
            label.setText("" if words is None else self._context.say(words))
            label.setVisible(words is not None)
            info.setVisible(words is not None)
            info.of(plan_unit(plan))
