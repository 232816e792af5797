"""What the readers will see: a sample until a release is drawn, then the release; the noise beneath."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QComboBox, QVBoxLayout

from explorer.app.core.release_messages import LedgerExported, PreviewSampled, QueryShown, Rescaled
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Figure, Picture
from explorer.app.release.asked_range import noised_ranges
from explorer.app.release.figures.expected_counts import ExpectedCounts, too_many_shown
from explorer.app.release.figures.noise_alone import NoiseAlone, of_release
from explorer.app.release.figures.released_counts import ReleasedCounts
from explorer.app.release.pictures_named import picture_shown, pictures_named
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.plan.plan_noise import shown_query
from explorer.app.release.plan.range_search import searched
from explorer.app.release.preview_axes import beyond
from explorer.app.release.preview_sample import Sampled, sampled
from explorer.app.release.written_files import file_written
from explorer.gui.canvas.canvas_links import connect_canvas
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.canvas.figure_export import export_action
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.release.noise_strip import NoiseStrip
from explorer.gui.release.preview_words import PreviewWords
from explorer.gui.release.public_data import PublicDialog
from explorer.gui.release.range_question import RangeQuestion
from explorer.gui.release.simulated_people import SimulatedPeople
from explorer.gui.reports.logged_exports import Afterwards, written_and_logged
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.progress_note import Waiting
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import form
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.ranges import Ranges

_PUBLIC, _BACK = N_("public data …"), N_("back to simulated people")
_PUBLIC_HELP = N_("Count a public file instead of simulated people")
_BACK_HELP = N_("Stop using the public file; show simulated people again")
_ROOM_FOR_BOTH = 350  # pixels: what both pictures and the words below them need to be read
_LEAST_PICTURE = 150  # pixels: the words below it scroll before it is lower
_ROOM_WITH_RANGES = 520  # of fitted counts, of which ranges are asked below


class Preview(Panel):
    """Two pictures with the same cells: counts above, noise below."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: tuple[object, ...] | None = None
        self._drawn, self._text = 0, ""
        self._pictured, self._needed = False, _ROOM_FOR_BOTH
        self._pictures: list[tuple[int, int]] = []
        self.figure: Figure | None = None
        self._afterwards = Afterwards(self)
        self._afterwards.done.connect(self._logged)
        self._arrange()
        self._add_links()
        self._waiting = Waiting(
            context, card, lambda: self.wanted(context.store.state), partial(self._turned, True)
        )

    def _arrange(self) -> None:
        context = self._context
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        self.canvas = Canvas(context.theme, context.language, self)
        self._noise = NoiseStrip(context, self)
        self._noise.rescaled.connect(self._rescaled)
        self._noise.turned.connect(self._show_pictures)
        self._empty = context.label(None, "muted", self, wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._people = SimulatedPeople(context, self)
        self._table = Numbers(context.language, self)
        self._table.setVisible(False)
        lines.addWidget(self._empty, 1)
        lines.addWidget(self._table, 4)
        lines.addWidget(self.canvas, 3)
        lines.addWidget(self._noise, 1)
        self._lines = lines
        self._people.stand(self._noise.low, self._noise.first_line, lines)
        self._question = RangeQuestion(context, self)
        lines.addWidget(self._question)
        self._words = PreviewWords(context, self)
        lines.addWidget(self._words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low card the noise yields, never the counts or the words."""
        super().resizeEvent(event)
        self._fit_pictures()

    def _fit_pictures(self) -> None:
        low = self.height() < self._context.theme.size(self._needed)
        if low != self._noise.low:
            self._noise.fit(low)
            self._people.stand(low, self._noise.first_line, self._lines)
            self._show_pictures()
        self._fit_words()

    def _fit_words(self) -> None:
        """In a low card the words scroll before the picture is too low to be read."""
        others = [self._question, self._noise] if self._noise.low else []
        seen = [each for each in others if not each.isHidden()]
        taken = sum(each.sizeHint().height() + self._lines.spacing() for each in seen)
        least = self._context.theme.size(_LEAST_PICTURE) if self._noise.low else 0
        self._words.fit(self.height() - taken - least)

    def _show_pictures(self) -> None:
        """Both where there is room; else the counts, or the noise in their place."""
        shown = self._pictured
        self.canvas.setVisible(shown and not self._noise.instead)
        self._noise.setVisible(shown)
        alone = shown and self._noise.low and not self._noise.instead
        self._lines.setStretchFactor(self._noise, 0 if alone else 1)

    def _add_links(self) -> None:
        say, head = self._context.say, self._card.head
        self._query = QComboBox(head)
        self._query.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._query.setAccessibleName(say(N_("shown table")))
        self._query.setAccessibleDescription(say(N_("which table of the plan the picture shows")))
        self._query.activated.connect(self._chosen)
        head.add_beside_title(self._query, self._context.theme.size(6))
        self._made_up = QAction(say(N_("simulated people")), self)
        self._made_up.setToolTip(say(N_("Show simulated people again, or the release")))
        self._made_up.setCheckable(True)
        self._made_up.toggled.connect(self._turned)
        self._turn = head.add_link(self._made_up)
        self._public = QAction(say(_PUBLIC), self)
        self._public.triggered.connect(self._public_pressed)
        self._public_link = head.add_link(self._public)
        self._as_table = QAction(say(N_("table")), self)
        self._as_table.setCheckable(True)
        self._as_table.setToolTip(say(N_("Show the numbers as a table")))
        self._as_table.toggled.connect(self._turned)
        exported = export_action(self._context, self, lambda: self.figure, self._written)
        self._of_picture = tuple(head.add_link(each) for each in (self._as_table, exported))
        connect_canvas(self._context, self._card, self.canvas, self._noise.canvas)

    def _written(self, figure: Figure, path: Path) -> None:
        """A picture of a release is an export of it; one of simulated people is none."""
        context = self._context
        drawn = context.store.state.releasing.drawn[-1:]
        if figure.id != ReleasedCounts.id or not drawn:
            return
        act = Act(context.store.state.ledger.act.actor)
        ledger = context.demonstration.ledger_of(drawn[0].identity)
        given = (file_written(path), ledger, drawn[0], (form("picture", path),), act)
        self._afterwards.run(partial(written_and_logged, *given))

    def _logged(self, status: Sentence) -> None:
        self._context.store.dispatch(LedgerExported(status))

    @property
    def busy(self) -> bool:
        """Whether an export is still being logged."""
        return self._afterwards.busy

    def _chosen(self, position: int) -> None:
        self._context.store.dispatch(QueryShown(*self._pictures[position]))

    def _public_pressed(self) -> None:
        """Back to simulated people at once; to public data after a declaration."""
        if self._context.store.state.releasing.public is not None:
            self._context.store.dispatch(PreviewSampled(None))
        else:
            PublicDialog(self._context).open()

    def _rescaled(self) -> None:
        self._context.store.dispatch(Rescaled())

    def _turned(self, _: bool) -> None:
        self._seen = None
        self._context.store.request_frame()

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (*ExpectedCounts.wanted(state), *NoiseAlone.wanted(state), *ReleasedCounts.wanted(state))

    def show_state(self, state: State, answers: Answered) -> None:
        questions = tuple(question in answers for question in self.wanted(state))
        seen = (state.releasing, state.refused, questions)
        if self._seen is not None and seen[0] is self._seen[0] and seen[1:] == self._seen[1:]:
            return
        self._seen = seen
        released = self._turned_to(state)
        plan = state.releasing.drawn[-1].plan if released else judged(state.releasing.plan)[0]
        picture: type[Picture] = ReleasedCounts if released else ExpectedCounts
        named = plan if plan is None or released or searched(plan, answers) else None
        plan = named if released or not too_many_shown(state, named) else None
        self.figure = picture.draw(state, answers)
        sample = None if released or plan is None else sampled(state, plan, answers)
        self._name_queries(named, state)
        self._show_widgets(plan is not None, self._as_table.isChecked() and plan is not None)
        self._show_head(state, self.figure, sample)
        self._people.show_rows(state, self._pictured and sample is not None and not sample.public)
        if plan is None:
            self._empty.setText(self._context.say(self.figure.description))
            return
        if self._as_table.isChecked():
            self._table.show_table(self.figure.table)
        self.canvas.show_figure(self.figure)
        self.canvas.setAccessibleName(self._context.say(self.figure.title))
        self.canvas.setAccessibleDescription(self._context.say(self.figure.description))
        index = shown_query(state, plan)
        noise = NoiseAlone.draw(state, answers)
        if released and not plan.queries[index].tables_shown:
            noise = of_release(state.releasing.drawn[-1], index)
        self._noise.show_noise(noise, released)
        self._needed = _ROOM_WITH_RANGES if isinstance(plan.queries[index], Ranges) else _ROOM_FOR_BOTH
        self._fit_pictures()
        self._show_numbers(plan, sample, index)
        drawn = noised_ranges(state, plan, index, sample) if self._pictured else None
        self._question.show_asked(drawn, state.releasing.asked)
        self._fit_words()

    def _show_widgets(self, valid: bool, table: bool) -> None:
        self._table.setVisible(table)
        self._pictured = valid and not table
        self._show_pictures()
        self._words.setVisible(self._pictured)
        for link in self._of_picture:
            link.setVisible(valid)
        self._empty.setVisible(not valid)
        if not self._pictured:
            self._question.setVisible(False)

    def _show_head(self, state: State, figure: Figure, sample: Sampled | None) -> None:
        say, head = self._context.say, self._card.head
        public = state.releasing.public is not None
        head.title.set_whole(say(figure.title))
        head.assume(say(figure.assumption))
        if sample is not None and sample.declined is not None:
            head.assume(say(sample.declined), refused=True)
        self._public.setText(say(_BACK if public else _PUBLIC))
        self._public.setIconText(self._public.text())  # with its dots
        self._public.setToolTip(say(_BACK_HELP if public else _PUBLIC_HELP))
        self._public_link.setAccessibleName(self._public.text())
        self._public_link.setVisible(sample is not None)
        self._waiting.follow(figure.pending)

    def _show_numbers(self, plan: ReleasePlan, sample: Sampled | None, index: int) -> None:
        """The margins; of a sample also how much of it the noise swallows."""
        figure = self.figure
        if figure is None or not self._pictured:
            return
        self._words.show_words(figure, plan, sample, index)
        below = self._noise.figure
        outside = beyond(figure) or (below is not None and beyond(below))
        self._noise.offer_rescaling(sample is not None, sample is not None and outside)

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

    def _name_queries(self, plan: ReleasePlan | None, state: State) -> None:
        named = {} if plan is None else pictures_named(plan)
        self._pictures = list(named)
        if list(named.values()) != [self._query.itemText(index) for index in range(self._query.count())]:
            self._query.clear()
            self._query.addItems(list(named.values()))
        self._query.setVisible(len(named) > 1)
        self._query.setCurrentIndex(self._pictures.index(picture_shown(state, plan)) if plan else -1)
