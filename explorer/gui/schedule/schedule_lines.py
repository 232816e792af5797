"""One line of the year's plan: what is released, how, how often, of whom, and what it costs."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from explorer.app.core import schedule_messages as said
from explorer.app.core.message import Mended, Moved, Settled
from explorer.app.core.schedule import MONTHS, OFTEN, TIMES, ScheduledRelease, parameter_of
from explorer.app.core.state import State
from explorer.app.schedule.schedule_updates import exchangeable
from explorer.app.schedule.year_readings import LineCost
from explorer.app.schedule.year_totals import claim_of
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.number_rows import link, refusal_line, stepped
from explorer.gui.fields.slider import Slider
from explorer.gui.schedule.schedule_cells import ChoiceCell, OftenCell, TextCell, grow
from explorer.gui.schedule.schedule_grid import COLUMNS, PlanGrid
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.flow import Flow
from explorer.language import editable, number
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.status import Status

if TYPE_CHECKING:
    from explorer.app.core.message import Message

CELLS = ("name", "mechanism", "epsilon", "delta", "often", "first", "people")
HEIGHT = 24
_TYPE = 12  # pixels: the type of the cells
_AROUND_NUMBER = 12  # pixels
KEYS = {"Ctrl+Shift+Up": -1, "Ctrl+Shift+Down": 1}  # that move the line in hand


class PlanLine:
    """The widgets of one line in the table's grid.

    The cells; beneath them, while the line is in hand, a slider for ε and what can be done with the line;
    and what is refused.
    """

    def __init__(self, context: Context, row: int, grid: PlanGrid, parent: QWidget) -> None:
        self._context, self.row, self._parent, self._grid = context, row, parent, grid
        self._seen: tuple[object, ...] = ()
        self._hold = QToolButton(parent)
        self._hold.setObjectName("link")
        self._hold.setCheckable(True)
        self._hold.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._hold.clicked.connect(self._held)
        self._name, self._people = TextCell(parent), TextCell(parent)
        self._mechanism, self._first, self._often = ChoiceCell(parent), ChoiceCell(parent), OftenCell(parent)
        self._numbers = {name: self._number(name) for name in ("epsilon", "delta")}
        self._alone, self._before = QLabel(parent), QLabel(parent)
        self.cells = (
            *(self._name, self._mechanism, *self._numbers.values(), self._often, self._first, self._people),
            *(self._alone, self._before),
        )
        for widget, (_, width) in zip(self.cells, COLUMNS, strict=True):
            if widget not in (self._alone, self._before):  # these grow with their numbers
                widget.setMinimumWidth(context.theme.size(width))
            widget.setFixedHeight(context.theme.size(HEIGHT))
        self._add_choices()
        self._below = self._add_below()
        self.refusal = refusal_line(context, parent)
        self.place()

    def place(self) -> None:
        """Stand in the grid as its width asks for."""
        self._grid.place(self.row, self._hold, self.cells, (self._below, self.refusal))

    def _number(self, name: str) -> NumberField:
        field = NumberField(self._context.theme, self._parent)
        field.write_small()
        field.typed.connect(partial(self._edited, name))
        field.mended.connect(partial(self._mended, name))
        field.stepped.connect(partial(self._stepped, name))
        return field

    def _add_choices(self) -> None:
        say = self._context.say
        self._people.setPlaceholderText(say(N_("everybody")))
        self._often.offer([(identity, say(words)) for identity, words in OFTEN.items()])
        self._first.offer([(str(month), say(words)) for month, words in enumerate(MONTHS, 1)])
        for label in (self._alone, self._before):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            label.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
            label.setFont(self._context.theme.font(_TYPE))
        for name, cell in (("name", self._name), ("people", self._people), ("often", self._often)):
            cell.entered.connect(partial(self._edited, name))
            cell.mended.connect(partial(self._mended, name))
        self._mechanism.entered.connect(partial(self._edited, "mechanism"))
        self._first.entered.connect(partial(self._edited, "first"))

    def _add_below(self) -> QWidget:
        """The slider of the line in hand, and its links, in a second row where one has no room for them."""
        context, below = self._context, Flow(self._parent, between_lines=0)
        gap = context.theme.size(2)
        self._slider = Slider(context.theme, below)
        self._slider.moved.connect(self._slid)
        self._slider.let_go.connect(self._let_go)
        pieces: list[QWidget] = [context.label(N_("ε"), "label", below), self._slider]
        up, down = KEYS
        for words, act, keys in (
            (N_("use the current settings"), said.ScheduleReset, ""),
            (N_("duplicate"), said.ScheduleLineDuplicated, ""),
            (N_("up"), partial(said.ScheduleLineMoved, steps=KEYS[up]), up),
            (N_("down"), partial(said.ScheduleLineMoved, steps=KEYS[down]), down),
            (N_("remove"), said.ScheduleLineRemoved, ""),
        ):
            button = link(context, words, below)
            button.setToolTip(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))
            button.clicked.connect(partial(self._act, act))
            pieces.append(button)
        below.hold([(each, gap) for each in pieces])
        below.setVisible(False)
        return below

    def discard(self) -> None:
        """Take the line's widgets away."""
        for widget in (self._hold, *self.cells, self._below, self.refusal):
            widget.setParent(None)
            widget.deleteLater()

    # What a person does

    def _say(self, message: Message) -> None:
        self._context.store.dispatch(message)

    def _held(self, held: bool) -> None:
        self._say(said.ScheduleLineSelected(self.row if held else -1))

    def _edited(self, cell: str, text: str) -> None:
        self._say(said.ScheduleLineEdited(self.row, cell, text))
        state = self._context.store.state
        there = self.row < len(state.schedule.releases)
        if there and f"schedule.{self.row}.{cell}" not in state.refused:  # as it is written here
            self._show_cells(state.schedule.releases[self.row], self._refused_in(state))

    def _mended(self, cell: str) -> None:
        self._say(Mended(f"schedule.{self.row}.{cell}"))

    def _stepped(self, cell: str, steps: int) -> None:
        line = self._context.store.state.schedule.releases[self.row]
        value = stepped(parameter_of(line, cell), getattr(line.setting.target, cell), steps)
        self._edited(cell, repr(value))

    def _slid(self, position: float) -> None:
        line = self._context.store.state.schedule.in_hand
        self._say(Moved("schedule.epsilon", parameter_of(line, "epsilon").value(position)))

    def _let_go(self) -> None:
        self._say(Settled())

    def _act(self, act: type | partial[said.ScheduleLineMoved], *_: object) -> None:
        self._say(act(self.row))

    # What is shown

    def _refused_in(self, state: State) -> set[str]:
        return {cell for cell in CELLS if f"schedule.{self.row}.{cell}" in state.refused}

    def show(self, state: State, cost: LineCost, conflict: Sentence | None, stale: bool = False) -> None:
        """The line as the state has it, with what it costs; `stale` where another entry was refused."""
        line = state.schedule.releases[self.row]
        own = [state.refused.get(f"schedule.{self.row}.{cell}") for cell in CELLS]
        seen = (line, state.schedule.selected == self.row, own, cost, conflict, stale)
        if seen == self._seen:
            return
        self._seen = seen
        held = state.schedule.selected == self.row
        self._show_cells(line, self._refused_in(state))
        self._hold.setChecked(held)
        self._hold.setText("▾" if held else "▸")
        self._below.setVisible(held)
        self._slider.place(parameter_of(line, "epsilon").position(line.setting.target.epsilon))
        self._show_cost(cost, stale)
        self._show_refusal(state, conflict or _broken(line))
        self._call(line)

    def _show_cells(self, line: ScheduledRelease, refused: set[str]) -> None:
        say, target = self._context.say, line.setting.target
        own = every_mechanism()[line.setting.mechanism]
        self._name.show_text(line.name, "name" in refused)
        self._people.show_text(line.people, "people" in refused)
        rate = line.setting.shape.sampling_rate
        titles = [(each, every_mechanism()[each].title) for each in exchangeable(line.setting)]
        if rate < 1:
            titles = [
                (each, N_("{mechanism}, {rate:percent} sampled", mechanism=title, rate=rate))
                for each, title in titles
            ]
        offered = [(each, say(title)) for each, title in titles]
        self._mechanism.offer(offered)
        self._mechanism.show_choice(line.setting.mechanism, "mechanism" in refused)
        often = f"{editable(line.times, 7)} ×" if line.often == TIMES else say(OFTEN[line.often])
        self._often.show_often(line.often, often, "often" in refused)
        times = N_("times in the year: {count}", count=line.count)
        self._often.setToolTip(f"{often}: {say(times)}")
        self._first.show_choice(str(line.first), "first" in refused)
        for name, field in self._numbers.items():
            used = name == "epsilon" or not own.pure
            field.setEnabled(used)
            field.show_text(editable(getattr(target, name)) if used else "–", name in refused)
            field.refuse(name in refused)
            grow(field, field.lineEdit().text(), _AROUND_NUMBER)
        self._numbers["delta"].setToolTip(say(N_("pure: δ = 0")) if own.pure else "")

    def _show_cost(self, cost: LineCost, stale: bool) -> None:
        say = self._context.say
        self._alone.setText("–" if math.isnan(cost.alone) else number(at_most(cost.alone)))
        self._before.setText("–" if math.isnan(cost.before) else number(at_most(cost.before)))
        apart = say(N_("different people: not composed with the lines before"))
        self._before.setToolTip(apart if cost.apart else "")
        self._before.setFont(self._context.theme.font(_TYPE, strong=not cost.apart))
        dim((self._alone, self._before), stale or not cost.current)

    def _show_refusal(self, state: State, conflict: Sentence | None) -> None:
        fields = (f"schedule.{self.row}.{cell}" for cell in CELLS)
        refusal = next((state.refused[each].sentence for each in fields if each in state.refused), conflict)
        self.refusal.setVisible(refusal is not None)
        if refusal is not None:
            self.refusal.setText(self._context.say(refusal))

    def _call(self, line: ScheduledRelease) -> None:
        """Names for ears: which line, which column."""
        say = self._context.say
        headed = zip(self.cells, COLUMNS, strict=True)
        for widget, heading in ((self._slider, N_("ε")), *((cell, words) for cell, (words, _) in headed)):
            widget.setAccessibleName(say(N_("“{name}”: {what}", name=line.name, what=heading)))
        self._hold.setAccessibleName(say(N_("select “{name}”", name=line.name)))
        self._hold.setToolTip(self._hold.accessibleName())


def _broken(line: ScheduledRelease) -> Sentence | None:
    """Why the ε and δ of a line are no guarantee, so that they add up to nothing."""
    claim = claim_of(line.setting)
    return claim.reason if claim.status is Status.FALSE else None
