"""The left column: one release, what it means for a person, and what it costs."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.compose.rival_margins import questions
from explorer.app.core import wording
from explorer.app.core.message import MechanismChosen, Mended, ScoresTyped, SensitivityInputChosen
from explorer.app.core.request import Request
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State, guarantee_of, mechanism_of
from explorer.gui.access.roving_focus import Roving
from explorer.gui.explore.cost_rows import Costs
from explorer.gui.explore.epsilon_solvers import Solvers
from explorer.gui.explore.risk_rows import Meaning, of_many
from explorer.gui.explore.rival_lines import RivalLines
from explorer.gui.explore.sensitivity_rows import SensitivityBlock
from explorer.gui.fields.number_rows import explain_row, refusal_line, show_refusal, strip
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column, ParameterRows
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Mechanism, every_mechanism, shape_of
from explorer.privacy.shape import Sampling

ROWS = ("target.epsilon", "target.delta")
SHAPES = ("shape.categories", "shape.dimension", "shape.steps")
SAMPLED = "shape.sampling_rate"
_SHAPE_FACTS = {"shape.categories": "categories", "shape.dimension": "coordinates", "shape.steps": "steps"}
_PURE = {"target.delta": (N_("not used"), N_("this mechanism has pure ε: δ stays 0"))}
_NOT_SAMPLED = {SAMPLED: (N_("not used"), N_("it protects a person's own answer: no sampling"))}
_THIN = "QScrollBar:vertical { width: 5px; } QScrollBar::handle:vertical { border-radius: 2px; }"
_SAMPLINGS = {
    Sampling.POISSON: N_("Poisson sampling"),
    Sampling.WITHOUT_REPLACEMENT: N_("without replacement"),
}
_SAMPLING_HELP = N_(
    "Poisson sampling is analysed for add or remove, sampling a fixed number without replacement "
    "for substitution. The neighbours change with this choice."
)
_SAMPLING = "sensitivity_inputs.sampling"


class OneRelease(Panel):
    """Mechanism and parameters; the person's risk; the noise."""

    takes_turns = True

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context = context
        self._seen: tuple[object, ...] = ()
        self._scores_entered = ""
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(4), self, by_buttons=True)
        self._lines, inside = column.lines, column.inside
        # As thin as a hand can still take it: both ends of a slider need the width.
        self._lines.setContentsMargins(0, 0, 1, 0)
        column.verticalScrollBar().setStyleSheet(_THIN)
        self._add_mechanism(inside)
        self._solvers = Solvers(context, inside)
        self._lines.addWidget(self._solvers)
        self._parameters = ParameterRows(context, ROWS, column)
        self._shapes = ParameterRows(context, SHAPES, column)
        self._add_scores(inside)
        self._sensitivity = SensitivityBlock(context, inside)
        self._lines.addWidget(self._sensitivity)
        self._sampled = ParameterRows(context, (SAMPLED,), column)
        for rows, facts in (
            (self._parameters, {"target.epsilon": "epsilon", "target.delta": "delta"}),
            (self._shapes, _SHAPE_FACTS),
            (self._sampled, {SAMPLED: "sampling"}),
        ):
            for path, fact in facts.items():
                explain_row(context, fact, rows.rows[path])
        self._add_sample_kind(inside)
        self._lines.addWidget(strip(inside))
        self._meaning = Meaning(context, inside)
        self._lines.addWidget(self._meaning)
        self._lines.addWidget(strip(inside))
        self._costs = Costs(context, inside)
        self._lines.addWidget(self._costs)
        Roving(inside).take(*self._sensitivity.links, self._costs.link)
        self._lines.addStretch(1)
        self._solvers.opened.connect(partial(self._reveal, column))
        outer.addWidget(column)

    def _add_sample_kind(self, parent: QWidget) -> None:
        self._drawn = SampleKind(self._context, parent)
        self._lines.addWidget(self._drawn)
        self._sensitivity.sample.clicked.connect(self._sample_asked)

    def _add_mechanism(self, parent: QWidget) -> None:
        context, row = self._context, QHBoxLayout()
        row.setSpacing(context.theme.size(4))
        self._mechanism = QComboBox(parent)
        self._mechanism.setAccessibleName(context.say(N_("Mechanism")))
        self._mechanism.setAccessibleDescription(context.say(N_("how the answer is made noisy or random")))
        for identity, entry in every_mechanism().items():
            name = context.say(entry.title)
            self._mechanism.addItem(name[0].upper() + name[1:], identity)
        self._mechanism.activated.connect(self._chosen)
        row.addWidget(self._mechanism, 1)
        row.addWidget(InfoButton(context, "mechanism", parent))
        self._lines.addLayout(row)
        self._mechanism_refusal = refusal_line(context, parent)
        self._lines.addWidget(self._mechanism_refusal)
        # At the head of the column: where it is no guarantee that is said at once.
        self._source = context.label(None, "label", parent, wrap=True)
        self._lines.addWidget(self._source)
        self._rivals = RivalLines(context, parent)
        self._lines.addWidget(self._rivals)

    def _add_scores(self, parent: QWidget) -> None:
        context = self._context
        self._scores = QWidget(parent)
        lines = QVBoxLayout(self._scores)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(2))
        title = N_("scores of the candidates, without you")
        lines.addWidget(context.label(title, "label", self._scores, wrap=True))
        self._scores_line = TypedLine(self._scores)
        self._scores_line.setAccessibleName(context.say(title))
        self._scores_line.editingFinished.connect(self._scored)
        self._scores_line.given_up.connect(self._scores_given_up)
        lines.addWidget(self._scores_line)
        self._scores_refusal = refusal_line(context, self._scores)
        lines.addWidget(self._scores_refusal)
        self._lines.addWidget(self._scores)

    # What a person does

    def _chosen(self, position: int) -> None:
        self._context.store.dispatch(MechanismChosen(str(self._mechanism.itemData(position))))

    def _scored(self) -> None:
        text = self._scores_line.text()
        if not text.strip():
            self._scores_given_up()
        elif text != self._scores_entered:
            self._scores_entered = text
            self._scores_line.setModified(False)
            self._context.store.dispatch(ScoresTyped(text))

    def _scores_given_up(self) -> None:
        self._scores_line.clear()  # an empty line takes what is in force
        self._scores_line.setModified(False)
        self._context.store.dispatch(Mended("scores"))
        self._show_scores(self._context.store.state)

    def _reveal(self, column: Column) -> None:
        """What was opened is in sight, its last line too; where it is taller, its first."""
        self._lines.activate()
        column.inside.adjustSize()
        column.ensureWidgetVisible(self._solvers, 0, self._context.theme.size(8))

    def _sample_asked(self, _: bool) -> None:
        state = self._context.store.state
        self._show_shape(state, mechanism_of(state))

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (*self._meaning.wanted(state), *self._solvers.wanted(state), *questions(state))

    def show_state(self, state: State, answers: Answered) -> None:
        seen = self._seen_in(state, answers)
        if seen == self._seen:
            return
        self._seen = seen
        mechanism = mechanism_of(state)
        self._mechanism.setCurrentIndex(self._mechanism.findData(state.mechanism))
        show_refusal(self._context, self._mechanism_refusal, state, "mechanism")
        without_delta = mechanism.pure and "target.delta" not in state.refused
        self._parameters.show(state, _PURE if without_delta else {})
        self._show_shape(state, mechanism)
        self._sensitivity.show_state(state)
        self._meaning.show_state(state, answers)
        self._costs.show_state(state)
        self._solvers.show_state(state, answers)
        self._show_source(state, mechanism)
        self._rivals.show_state(state, answers)

    def _seen_in(self, state: State, answers: Answered) -> tuple[object, ...]:
        """All that the column shows something of: where that is the same, nothing is written anew."""
        many = of_many(state)
        seen: tuple[object, ...] = (
            *(state.setting, state.reading, state.sensitivity_inputs),
            *(state.scores, state.refused, state.start),
        )
        if state.start.chosen is StartFrom.TOTAL:
            seen = (*seen, state.composing, answers.arrivals, self._solvers.asked)
        if many or questions(state):
            seen = (*seen, many, state.composing, answers.arrivals)
        return seen

    def _show_shape(self, state: State, mechanism: Mechanism) -> None:
        """The rows that this mechanism takes beside ε, δ and sensitivity."""
        taken = shape_of(type(mechanism))
        for path, row in self._shapes.rows.items():
            row.setVisible(path.split(".")[1] in taken)
        self._shapes.show(state)
        self._scores.setVisible("candidates" in taken)
        if "candidates" in taken:
            self._show_scores(state)
        sampled = state.shape.sampling_rate < 1
        shown = sampled or SAMPLED in state.refused or self._sensitivity.sample.isChecked()
        shown = shown or state.shape.sampling is not Sampling.POISSON
        self._drawn.setVisible(shown and not wording.own_answer(state))
        self._drawn.show_state(state)
        self._sensitivity.sample.setVisible(not sampled)
        self._sampled.rows[SAMPLED].setVisible(shown)
        if shown:
            self._sampled.show(state, _NOT_SAMPLED if wording.own_answer(state) else {})

    def _show_scores(self, state: State) -> None:
        """The scores in use; what a person is still typing, or what was refused, is left to be mended."""
        refused = "scores" in state.refused and self._scores_line.text() != ""
        if not refused and not self._scores_line.isModified():
            self._scores_entered = ", ".join(f"{each:.15g}" for each in state.scores)
            if self._scores_line.text() != self._scores_entered:
                self._scores_line.setText(self._scores_entered)
                self._scores_line.setCursorPosition(0)
        show_refusal(self._context, self._scores_refusal, state, "scores")

    def _show_source(self, state: State, mechanism: Mechanism) -> None:
        reason = wording.claim(state).reason
        name = "label" if reason is None else "refusal"
        if name != self._source.objectName():
            self._source.setObjectName(name)
            self._source.style().polish(self._source)
        self._source.setText(self._context.say(reason or _source(state, mechanism)))


def _source(state: State, mechanism: Mechanism) -> Sentence:
    """The kind of what is said of the guarantee, and whose theorem it is."""
    kind = wording.KINDS[guarantee_of(state).profile_kind]
    return N_("{kind}; {mechanism}: {source}", kind=kind, mechanism=mechanism.title, source=mechanism.source)


class SampleKind(QWidget):
    """How the secret sample is drawn: a choice, and why it was refused."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        lines, row = QVBoxLayout(self), QHBoxLayout()
        lines.setContentsMargins(0, 0, 0, context.theme.size(4))
        lines.setSpacing(context.theme.size(2))
        name = context.label(N_("drawn"), "label", self)
        self.box = QComboBox(self)
        self.box.setAccessibleName(context.say(N_("how the sample is drawn")))
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for kind, words in _SAMPLINGS.items():
            self.box.addItem(context.say(words), kind.value)
        for widget in (name, self.box):
            widget.setToolTip(context.say(_SAMPLING_HELP))
            widget.setAccessibleDescription(context.say(_SAMPLING_HELP))
        self.box.activated.connect(self._chosen)
        row.addWidget(name)
        row.addWidget(self.box, 1)
        lines.addLayout(row)
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)

    def _chosen(self, position: int) -> None:
        self._context.store.dispatch(SensitivityInputChosen("sampling", str(self.box.itemData(position))))

    def show_state(self, state: State) -> None:
        """Show which one is set."""
        self.box.setCurrentIndex(self.box.findData(state.shape.sampling.value))
        show_refusal(self._context, self._refusal, state, _SAMPLING)
