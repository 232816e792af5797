"""What a release costs: the margin in large type, the rest in lines, and what they are read at."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.core.refusals import outdated
from explorer.app.core.state import State
from explorer.app.core.wording import KINDS
from explorer.app.explore.cost_summary import cost
from explorer.gui.fields.number_rows import ExplainedLine, NumberRow, link, section
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.flush_link import Side, flush
from explorer.language import number
from explorer.mark import N_

FACTS = (*("margin-joint", "stands-out", "relative-error", "standard-deviation", "unharmed", "sampling"),)
SETTINGS = ("reading.confidence", "reading.bins", "reading.relative_error")


class Costs(QWidget):
    """Margins and what stands out of them; or what a choice loses."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(2))
        self.link = link(context, N_("margin settings"), self)
        self.link.setCheckable(True)
        flush(self.link, side=Side.RIGHT)
        self.link.clicked.connect(self._asked)
        lines.addLayout(section(context, N_("Noise"), self, self.link))
        self._settings = QWidget(self)
        inside = QVBoxLayout(self._settings)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        self._rows = [NumberRow(context, path, self._settings) for path in SETTINGS]
        for row in self._rows:
            inside.addWidget(row)
        self._settings.setVisible(False)
        lines.addWidget(self._settings)
        head = QHBoxLayout()
        head.setSpacing(context.theme.size(8))
        self._margin = context.label(None, "key", self)
        self._words = ExplainedLine(context, "margin-each", self)
        self._choice = ExplainedLine(context, "truth-told", self, "body")
        head.addWidget(self._margin)
        head.addWidget(self._words, 1)
        lines.addLayout(head)
        lines.addWidget(self._choice)
        self._facts = {name: ExplainedLine(context, name, self) for name in FACTS}
        for line in self._facts.values():
            lines.addWidget(line)

    def _asked(self, wanted: bool) -> None:
        self._settings.setVisible(wanted)

    def show_state(self, state: State) -> None:
        """Show what the release of `state` costs."""
        found = cost(state)
        older = outdated(state)
        dim((self._margin,), older)
        for line in (self._words, self._choice, *self._facts.values()):
            line.dim(older)
        for row in self._rows:
            row.show_state(state)
        kind = self._context.say(KINDS[found.words.kind])
        self._margin.setVisible(found.margin is not None)
        if found.margin is not None:
            self._margin.setText(f"± {number(found.margin)}")
            self._margin.setToolTip(kind)
        self._words.say(found.words.sentence if found.margin is not None else None, kind)
        self._choice.say(found.words.sentence if found.margin is None else None, kind)
        if found.margin is None:
            self._choice.button.explain(found.words.id)
        facts = {fact.id: fact for fact in found.facts}
        for name, line in self._facts.items():
            fact = facts.get(name)
            line.say(fact.sentence if fact else None, self._context.say(KINDS[fact.kind]) if fact else "")
