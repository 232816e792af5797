"""Any figure in a card: the picture, its numbers as a table, its export, and the others it can show."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QMenu, QStackedLayout, QToolButton, QVBoxLayout

from explorer.app.core.message import AxesChosen, Moved, PictureShown, Settled
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.figures import picture_of
from explorer.app.help.facts import is_explained
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.line_kinds import line_kinds
from explorer.gui.canvas.axis_links import Horizon, KeepScale
from explorer.gui.canvas.canvas_links import connect_canvas
from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.canvas.figure_export import export_action
from explorer.gui.canvas.line_key import LineKey
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.progress_note import Waiting
from explorer.gui.workspaces.card_layout import spec_of
from explorer.gui.workspaces.card_spec import CardSpec
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_
from explorer.privacy.refusal import Refusal

# What a refused field would have changed, by the first part of its path: the parts of the state that
# a picture reads of it.
_CHANGED = {
    "target": ("setting", "target"),
    "shape": ("setting", "shape"),
    "sensitivity_inputs": ("setting", "sensitivity_inputs"),
    "scores": ("scores",),
    "sample": ("sample",),
    "learning": ("learning",),
    "composing": ("composing",),
    "tables": ("tables",),
    "pair": ("tables",),
}


class FigureCard(Panel):
    """A registered picture, kept up to date; of those that the card declares, the one the state says."""

    def __init__(self, context: Context, card: Card, spec: CardSpec | None = None) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        spec = spec or spec_of(card.objectName())
        self._first, self._pictures = spec.card, dict(spec.pictures) or {spec.card: spec.title}
        self._picture = picture_of(self._chosen(context.store.state))
        self._seen: tuple[object, ...] = ()
        self._answers_seen = -1
        self._pending = False
        self.figure: Figure | None = None
        self.canvas = Canvas(context.theme, context.language, self)
        self.canvas.dragged.connect(self._dragged)
        self.canvas.let_go.connect(self._let_go)
        self.canvas.taken.connect(self._taken)
        self._table: Numbers | None = None  # made when it is asked for: few people turn a picture
        self.key = LineKey(context.theme, context.language, self)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.canvas)
        lines.addLayout(self._stack, 1)
        lines.addWidget(self.key)
        self._switch: QToolButton | None = None
        self._others: QMenu | None = None
        self._entries: dict[str, QAction] = {}
        if spec.links_below:
            card.head.put_links_below()
        self._info: InfoButton | None = None
        if len(self._pictures) > 1:
            self._add_switch()
        self._add_actions(spec.links_below)
        self._waiting = Waiting(context, card, lambda: self.wanted(context.store.state), self._asked_anew)
        self._name()

    def _add_switch(self) -> None:
        """Which picture: a quiet word in the head with the others behind it."""
        menu, group = QMenu(self), QActionGroup(self)
        for picture, word in self._pictures.items():
            entry = QAction(self._context.say(word), self)
            entry.setCheckable(True)
            entry.triggered.connect(partial(self._switched, picture))
            group.addAction(entry)
            menu.addAction(entry)
            self._entries[picture] = entry
        self._others = menu
        switch = QAction(self)
        switch.setMenu(menu)
        switch.setToolTip(self._context.say(N_("Show another picture of the same guarantee here")))
        self._switch = self._card.head.add_link(switch)

    def _add_actions(self, narrow: bool) -> None:
        say = self._context.say
        self._as_table = QAction(say(N_("table")), self)
        self._as_table.setCheckable(True)
        self._as_table.setToolTip(say(N_("Show the numbers as a table")))
        self._as_table.toggled.connect(self._turned)
        self._as_log = QAction(say(N_("log")), self)
        self._as_log.setCheckable(True)
        self._as_log.setToolTip(say(N_("Logarithmic axes: each power of ten as long as the next")))
        self._as_log.triggered.connect(self._scaled)
        self._horizon: Horizon | None = None
        self._log_link: QToolButton | None = None
        if any(picture_of(each).scaled for each in self._pictures):
            self._horizon = Horizon(self._context, self._card, self)
            self._log_link = self._card.head.add_link(self._as_log)
        crowded = narrow or self._horizon is not None  # a head that has no room for one more link
        framed = () if crowded else self._pictures
        self._keep = KeepScale(self._context, self._card, self, framed, self._others if crowded else None)
        exported = export_action(self._context, self, lambda: self.figure)
        self._of_picture = tuple(map(self._card.head.add_link, (self._as_table, exported)))
        connect_canvas(self._context, self._card, self.canvas)

    def _chosen(self, state: State) -> str:
        """The picture that the state says; its first where that says none that there is here."""
        said = dict(state.shown).get(self._card.objectName(), "")
        return said if said in self._pictures else self._first

    def _name(self) -> None:
        """Everything that bears the picture's name."""
        title = self._context.say(self._picture.title)
        self._explain()
        self.canvas.setAccessibleName(title)
        if self._table is not None:
            self._table.setAccessibleName(title)
        self._keep.offer(self._picture)
        if self._log_link is not None:
            self._log_link.setVisible(self._picture.scaled)
        if self._switch is not None:
            self._card.rename(title)
            word = self._context.say(self._pictures[self._picture.id])
            self._switch.defaultAction().setText(f"{word} ▾")
            self._switch.setAccessibleName(self._context.say(N_("picture: {name}", name=word)))
            self._entries[self._picture.id].setChecked(True)

    def _explain(self) -> None:
        """An “i” in the head, where the picture is explained."""
        there = is_explained(self._picture.id)
        if there and self._info is None:
            self._info = InfoButton(self._context, self._picture.id, self._card.head)
            self._card.head.add_beside_title(self._info)
        elif there and self._info is not None:
            self._info.explain(self._picture.id)
        if self._info is not None:
            self._info.setVisible(there)

    @property
    def in_numbers(self) -> bool:
        return self._as_table.isChecked()

    def show_numbers(self, in_numbers: bool) -> None:
        self._as_table.setChecked(in_numbers)

    # What a person does

    def _switched(self, picture: str, *_: object) -> None:
        self._context.store.dispatch(PictureShown(self._card.objectName(), picture))

    def _scaled(self, logarithmic: bool) -> None:
        self._context.store.dispatch(AxesChosen(logarithmic))
        self._context.store.dispatch(Settled())

    def _dragged(self, path: str, value: float) -> None:
        self._context.store.dispatch(Moved(path, value))

    def _taken(self, path: str, value: float) -> None:
        self._context.store.dispatch(Moved(path, value))
        self._context.store.dispatch(Settled())

    def _let_go(self) -> None:
        self._context.store.dispatch(Settled())

    def _turned(self, table: bool) -> None:
        self._stack.setCurrentWidget(self._numbers() if table else self.canvas)
        self._explain_lines()
        if table and self.figure is not None:
            self._numbers().show_table(self.figure.table)

    def _numbers(self) -> Numbers:
        """The table; the keyboard reaches it where it reaches the picture."""
        if self._table is None:
            self._table = Numbers(self._context.language, self)
            self._table.setAccessibleName(self.canvas.accessibleName())
            self._stack.addWidget(self._table)
            self.setTabOrder(self.canvas, self._table)
        return self._table

    def _explain_lines(self) -> None:
        """The key of the lines that are seen: none beside a table."""
        figure = None if self._as_table.isChecked() else self.figure
        self.key.show_kinds(() if figure is None else line_kinds(figure))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.key.fit(self.width(), self.height())

    def _asked_anew(self) -> None:
        self._answers_seen = -1
        self._context.store.request_frame()

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return self._picture.wanted(state)

    def show_state(self, state: State, answers: Answered) -> None:
        self._keep.show_state(state)
        chosen = self._chosen(state)
        if chosen != self._picture.id:
            self._picture = picture_of(chosen)
            self._name()
        refusal = refused_of(state, self._picture.reads)
        seen = (chosen, refusal, *(getattr(state, part) for part in self._picture.reads))
        if seen == self._seen and (not self._pending or answers.arrivals == self._answers_seen):
            return
        self._seen, self._answers_seen = seen, answers.arrivals
        self.figure = self._picture.draw(state, answers)
        self._as_log.setChecked(state.composing.logarithmic)
        if self._horizon is not None:
            self._horizon.show_state(state, self._picture.scaled)
        self._pending = self.figure.pending
        self.canvas.show_figure(self.figure)
        self._explain_lines()
        self.canvas.setAccessibleDescription(self._context.say(self.figure.description))
        if self._as_table.isChecked():
            self._numbers().show_table(self.figure.table)
        drawn = self.figure.empty is None or bool(self._pending)
        self._keep.offer(self._picture, drawn)
        for link in self._of_picture:  # where there is nothing to see, now or soon, there are no numbers
            link.setVisible(drawn or self.in_numbers)
        self._say_assumption(self.figure, refusal)
        self._waiting.follow(self.figure.pending)

    def _say_assumption(self, figure: Figure, refusal: Refusal | None) -> None:
        """What is assumed; or, where something was refused, that this is the picture before, and why."""
        self.canvas.dim(refusal is not None)
        if refusal is None:
            self._card.head.assume(self._context.say(figure.assumption))
            if self.canvas.toolTip():
                self.canvas.setToolTip("")
            return
        why = self._context.say(N_("unchanged: {why}", why=refusal.sentence))
        self._card.head.assume(why, refused=True)
        self.canvas.setToolTip(why)


def refused_of(state: State, reads: tuple[str, ...]) -> Refusal | None:
    """What was refused of that on which a picture depends."""
    for field, refusal in state.refused.items():
        if any(part in reads for part in _CHANGED.get(field.split(".")[0], ())):
            return refusal
    return None


class AroundPicture(Panel):
    """A panel with one picture, `_card`, among controls of its own."""

    _card: FigureCard

    @property
    def canvas(self) -> Canvas:
        """The picture on the screen."""
        return self._card.canvas

    @property
    def figure(self) -> Figure | None:
        """What is shown."""
        return self._card.figure

    def wanted(self, state: State) -> tuple[Request, ...]:
        return self._card.wanted(state)
