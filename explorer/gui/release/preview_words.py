"""The words beneath the pictures of a preview: margins, and of a sample how much of it the noise swallows."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.core.wording import plan_unit
from explorer.app.plotting.figure import Figure
from explorer.app.release.preview_sample import Sampled
from explorer.app.release.readable_cells import smaller_sentence, withheld_sentence
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.label import Label
from explorer.release.plan.declarations import ReleasePlan

_FACTS = ("plan-margins", "plan-smaller", "plan-withheld")


class PreviewWords(QVBoxLayout):
    """Three lines, each with its “i”; those that say nothing are away."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__()
        self._context = context
        self.setSpacing(context.theme.size(2))
        self._lines: list[tuple[Label, InfoButton]] = []
        for name, fact in zip(("body", "muted", "muted"), _FACTS, strict=True):
            label = context.label(None, name, parent, wrap=True)
            self._lines.append((label, InfoButton(context, fact, parent)))
        for line in self._lines:
            row = QHBoxLayout()
            row.setSpacing(context.theme.size(5))
            row.addWidget(line[0], 1)
            row.addWidget(line[1])
            self.addLayout(row)

    def stand(self, shown: bool) -> None:
        """All lines or none."""
        for line in self._lines:
            for widget in line:
                widget.setVisible(shown)

    def show_words(self, figure: Figure, plan: ReleasePlan, sample: Sampled | None, index: int) -> None:
        """What is said of one query of a plan; of a release, which has no `sample`, its margins alone."""
        counts = sample is not None and plan.queries[index].counts_cells
        shown = sample.queries[index] if sample is not None and counts else None
        smaller = None if shown is None else smaller_sentence(shown)
        withheld = None if shown is None else withheld_sentence(shown)
        for (label, info), words in zip(self._lines, (figure.description, smaller, withheld), strict=True):
            label.setText("" if words is None else self._context.say(words))
            label.setVisible(words is not None)
            info.setVisible(words is not None)
            info.of(plan_unit(plan))
