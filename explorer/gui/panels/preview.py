"""What the readers will see: made-up people until a release is drawn, then the release; the noise beneath."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QVBoxLayout

from explorer.app.drafting import judged
from explorer.app.figure import Figure
from explorer.app.figures.expected_counts import ExpectedCounts, shown_histogram
from explorer.app.figures.noise_alone import NoiseAlone, of_plan
from explorer.app.figures.released_counts import ReleasedCounts
from explorer.app.message import HistogramShown
from explorer.app.state import State
from explorer.gui.canvas import Canvas
from explorer.gui.card import Card
from explorer.gui.context import Context
from explorer.gui.exporting import export_link
from explorer.gui.numbers import Numbers
from explorer.gui.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_
from explorer.release.declared import ReleasePlan


class Preview(Panel):
    """Two pictures with the same cells: counts above, noise below."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__()
        self._context, self._card = context, card
        self._seen: object = None
        self._drawn, self._text = 0, ""
        self.figure: Figure | None = None
        self._arrange()
        self._add_links()

    def _arrange(self) -> None:
        context = self._context
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        self.canvas = Canvas(context.theme, context.language, self)
        self._noise_title = context.label(NoiseAlone.title, "section", self)
        self._noise = Canvas(context.theme, context.language, self)
        self._noise.setAccessibleName(context.say(NoiseAlone.title))
        self._noise.setMinimumHeight(110)
        self._margins = context.label(None, "body", self, wrap=True)
        self._empty = context.label(None, "muted", self, wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._table = Numbers(context.language, self)
        self._table.setVisible(False)
        lines.addWidget(self._empty, 1)
        lines.addWidget(self._table, 4)
        lines.addWidget(self.canvas, 3)
        lines.addWidget(self._noise_title)
        lines.addWidget(self._noise, 1)
        lines.addWidget(self._margins)

    def _add_links(self) -> None:
        say, head = self._context.say, self._card.head
        self._histogram = QComboBox(head)
        self._histogram.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._histogram.setAccessibleName(say(N_("histogram")))
        self._histogram.activated.connect(self._chosen)
        head.add_widget(self._histogram)
        self._made_up = QAction(say(N_("made-up people")), self)
        self._made_up.setToolTip(say(N_("Show made-up people again, or the release")))
        self._made_up.setCheckable(True)
        self._made_up.toggled.connect(self._turned)
        self._turn = head.add_link(self._made_up)
        self._as_table = QAction(say(N_("table")), self)
        self._as_table.setCheckable(True)
        self._as_table.setToolTip(say(N_("Show the numbers as a table")))
        self._as_table.toggled.connect(self._turned)
        head.add_link(self._as_table)
        export_link(self._context, self._card, self, lambda: self.figure)

    def _chosen(self, position: int) -> None:
        self._context.store.dispatch(HistogramShown(position))

    def _turned(self, _: bool) -> None:
        self._seen = None
        self._context.store.request_frame()

    def show_state(self, state: State, answers: Answered) -> None:
        if state.releasing is self._seen:
            return
        self._seen = state.releasing
        released = self._turned_to(state)
        plan = state.releasing.drawn[-1].plan if released else judged(state.releasing.plan)[0]
        picture = ReleasedCounts if released else ExpectedCounts
        self.figure = picture.draw(state, answers)
        self._name_histograms(plan, state.releasing.shown)
        table = self._as_table.isChecked() and plan is not None
        self._table.setVisible(table)
        for widget in (self.canvas, self._margins, self._noise, self._noise_title):
            widget.setVisible(plan is not None and not table)
        self._empty.setVisible(plan is None)
        self._card.head.title.set_whole(self._context.say(picture.title))
        self._card.head.assume(self._context.say(self.figure.assumption))
        if plan is None:
            self._empty.setText(self._context.say(self.figure.description))
            return
        if table:
            self._table.show_table(self.figure.table)
        self.canvas.show_figure(self.figure)
        self.canvas.setAccessibleName(self._context.say(picture.title))
        self.canvas.setAccessibleDescription(self._context.say(self.figure.description))
        self._margins.setText(self._context.say(self.figure.description))
        index = shown_histogram(state, plan)
        shown = state.releasing.drawn[-1].histograms[index].declared if released else None
        self._show_noise(of_plan(plan, index, shown), released)

    def _turned_to(self, state: State) -> bool:
        """Whether the release is shown: a new one comes to the front by itself, so does another plan."""
        drawn, text = state.releasing.drawn, state.releasing.plan
        if len(drawn) > self._drawn:
            self._made_up.setChecked(False)
        elif text != self._text and drawn:
            self._made_up.setChecked(True)
        self._drawn, self._text = len(drawn), text
        self._turn.setVisible(bool(drawn))
        return bool(drawn) and not self._made_up.isChecked()

    def _show_noise(self, noise: Figure, released: bool) -> None:
        told = N_("Other draws of the same noise, made up") if released else NoiseAlone.title
        self._noise_title.setText(self._context.say(told))
        self._noise.show_figure(noise)
        self._noise.setAccessibleDescription(self._context.say(noise.description))

    def _name_histograms(self, plan: ReleasePlan | None, shown: int) -> None:
        names = [histogram.name for histogram in plan.histograms] if plan else []
        if names != [self._histogram.itemText(index) for index in range(self._histogram.count())]:
            self._histogram.clear()
            self._histogram.addItems(names)
        self._histogram.setVisible(len(names) > 1)
        self._histogram.setCurrentIndex(min(shown, len(names) - 1))
