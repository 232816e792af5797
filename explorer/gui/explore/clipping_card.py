"""The clipping card: the picture, and beneath it what it is drawn of: sum or mean, bounds, sample."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from explorer.app.core.message import (
    Mended,
    Moved,
    SampleChosen,
    SampleTyped,
    SensitivityInputChosen,
    Settled,
    Typed,
)
from explorer.app.core.sections import Counted
from explorer.app.core.state import State, declared, value_at
from explorer.app.explore.clipping_samples import DISTRIBUTIONS, PUBLIC
from explorer.app.plotting.layers import Handle
from explorer.gui.canvas.figure_card import AroundPicture, FigureCard
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.flow import Flow
from explorer.gui.workspaces.card_layout import spec_of
from explorer.jobs import Answered
from explorer.language import editable
from explorer.mark import N_, Sentence

ANSWERS = ((Counted.SUM, N_("sum")), (Counted.MEAN, N_("mean")))
LOW, HIGH, ROWS, PEOPLE = (
    "sensitivity_inputs.low",
    "sensitivity_inputs.high",
    "sample.rows",
    "sensitivity_inputs.people",
)
REFUSED = (LOW, HIGH, ROWS, PEOPLE, "sensitivity_inputs.counted", "sample")


_LOWEST = 184  # pixels, in which the box of words leaves the curves in sight


class Clipping(AroundPicture):
    """The picture where there is one; else why not, with a button that leads to it."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context = context
        self._seen: tuple[object, ...] = ()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(4), self)  # in a low card the picture keeps its height
        outer.addWidget(column)
        lines = column.lines
        self._card = FigureCard(context, card, spec_of("clipping"))
        self._card.setMinimumHeight(context.theme.size(_LOWEST))
        lines.addWidget(self._card, 1)
        self._instead = self._nothing()
        lines.addWidget(self._instead, 1)
        self._fields: dict[str, NumberField] = {}
        self._named: dict[str, QWidget] = {}
        self._controls = QWidget(self)
        rows = QVBoxLayout(self._controls)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(context.theme.size(4))
        rows.addWidget(self._bounds())
        rows.addLayout(self._samples())
        rows.addWidget(self._public_values())
        lines.addWidget(self._controls)
        self._refusal = context.label(None, "refusal", self, wrap=True)
        lines.addWidget(self._refusal)

    def _nothing(self) -> QWidget:
        context, page = self._context, QWidget(self)
        lines = QVBoxLayout(page)
        lines.addStretch(1)
        self._why = context.label(None, "muted", page, wrap=True)
        self._why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        lines.addWidget(self._why)
        self._choose_sum = QPushButton(context.say(N_("Release a sum")), page)
        self._choose_sum.clicked.connect(self._summed)
        lines.addWidget(self._choose_sum, alignment=Qt.AlignmentFlag.AlignCenter)
        lines.addStretch(1)
        return page

    def _bounds(self) -> Flow:
        """What is released, between which bounds: in a narrow card in several lines."""
        context, gap = self._context, self._context.theme.size(5)
        flow = Flow(self._controls, context.theme.size(4))
        self._answer = QComboBox(flow)
        self._answer.setAccessibleName(context.say(N_("what is released")))
        for counted, words in ANSWERS:
            self._answer.addItem(context.say(words), counted.value)
        self._answer.activated.connect(self._answered)
        named = ((LOW, N_("of values from")), (HIGH, N_("to")), (PEOPLE, N_("over public rows, n =")))
        flow.hold([(self._answer, gap), *((self._field(path, name, flow), gap) for path, name in named)])
        return flow

    def _samples(self) -> QHBoxLayout:
        context, row = self._context, QHBoxLayout()
        row.addWidget(context.label(N_("values"), "muted", self._controls))
        self._sample = QComboBox(self._controls)
        self._sample.setAccessibleName(context.say(N_("values")))
        self._sample.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._sample.setMinimumContentsLength(16)
        for kind, distribution in DISTRIBUTIONS.items():
            self._sample.addItem(context.say(distribution.title), kind)
        self._sample.addItem(context.say(N_("public values …")), PUBLIC)
        self._sample.activated.connect(self._sampled)
        row.addWidget(self._sample, 2)
        row.addWidget(self._field(ROWS, N_("rows"), self._controls))
        return row

    def _public_values(self) -> TypedLine:
        """Where values are typed instead of simulated ones."""
        context = self._context
        self._values = TypedLine(self._controls)
        self._values.setAccessibleName(context.say(N_("public values")))
        self._values.setPlaceholderText(context.say(N_("public values, separated by commas")))
        self._values.editingFinished.connect(self._typed_values)
        self._values.given_up.connect(self._values_given_up)
        self._last = ""
        return self._values

    def _field(self, path: str, name: Sentence, parent: QWidget) -> QWidget:
        """A number with its name."""
        context, pair = self._context, QWidget(parent)
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        label = context.label(name, "muted", pair)
        field = NumberField(context.theme, pair, edged=True)
        field.hold(context.theme.size(60), context.theme.size(24))
        field.lineEdit().setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        field.setAccessibleName(context.say(name))
        help_text = declared(context.store.state, path).help
        field.setToolTip(context.say(help_text) if help_text else "")
        field.typed.connect(partial(self._typed, path))
        field.mended.connect(partial(self._mended, path))
        field.stepped.connect(partial(self._stepped, path))
        row.addWidget(label)
        row.addWidget(field)
        self._fields[path], self._named[path] = field, pair
        return pair

    # What a person does

    def _summed(self) -> None:
        self._context.store.dispatch(SensitivityInputChosen("counted", Counted.SUM.value))

    def _answered(self, position: int) -> None:
        self._context.store.dispatch(SensitivityInputChosen("counted", str(self._answer.itemData(position))))

    def _typed(self, path: str, text: str) -> None:
        self._context.store.dispatch(Typed(path, text))

    def _mended(self, path: str) -> None:
        self._context.store.dispatch(Mended(path))

    def _stepped(self, path: str, steps: int) -> None:
        """An arrow key: as far as the handle of the picture goes; rows by a tenth of what there is."""
        store, step = self._context.store, 1.0
        if path in (LOW, HIGH):
            step = next((each.step for each in self._layers() if isinstance(each, Handle)), 1.0)
            value = float(f"{value_at(store.state, path) + steps * step:.10g}")
        else:
            value = float(round(value_at(store.state, path) * 1.1**steps + (0.5 if steps > 0 else -0.5)))
        store.dispatch(Moved(path, value))
        store.dispatch(Settled())

    def _layers(self) -> tuple[object, ...]:
        return self.figure.layers if self.figure is not None else ()

    def _sampled(self, position: int) -> None:
        self._context.store.dispatch(SampleChosen(str(self._sample.itemData(position))))

    def _typed_values(self) -> None:
        text = self._values.text().strip()
        if text != self._last:
            self._last = text
            self._values.setModified(False)
            self._context.store.dispatch(SampleTyped(text))

    def _values_given_up(self) -> None:
        self._values.setModified(False)
        self._last = self._values.text()
        self._mended("sample")

    # What is shown

    def show_state(self, state: State, answers: Answered) -> None:
        self._card.show_state(state, answers)
        seen = (state.setting, state.sensitivity_inputs, state.sample, state.refused)
        if seen == self._seen:
            return
        self._seen = seen
        why = self.figure.empty if self.figure is not None else None
        histogram = state.sensitivity_inputs.counted is Counted.HISTOGRAM
        self._card.setVisible(why is None)
        self._instead.setVisible(why is not None)
        self._why.setText(self._context.say(why) if why is not None else "")
        self._choose_sum.setVisible(histogram)
        self._controls.setVisible(not histogram)
        self._show_fields(state)
        self._show_refusals(state)

    def _show_fields(self, state: State) -> None:
        inputs, public = state.sensitivity_inputs, state.sample.kind == PUBLIC
        self._answer.setCurrentIndex(self._answer.findData(inputs.counted.value))
        self._sample.setCurrentIndex(self._sample.findData(state.sample.kind))
        self._values.setVisible(public)
        shown = {PEOPLE: inputs.counted is Counted.MEAN, ROWS: not public and inputs.counted is Counted.SUM}
        for path, field in self._fields.items():
            refused = path in state.refused
            field.show_text(editable(value_at(state, path), 6), refused)
            field.refuse(refused)
            self._named[path].setVisible(shown.get(path, True))
        text = ", ".join(f"{value:.10g}" for value in state.sample.values)
        if "sample" not in state.refused and not self._values.isModified() and text != self._last:
            self._last = text
            self._values.setText(text)
            self._values.setCursorPosition(0)

    def _show_refusals(self, state: State) -> None:
        said = [self._context.say(state.refused[path].sentence) for path in REFUSED if path in state.refused]
        self._refusal.setText("\n".join(dict.fromkeys(said)))
        self._refusal.setVisible(bool(said))
