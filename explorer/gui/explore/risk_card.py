"""What anybody could learn about you: the odds, the numbers, and what they do not say."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.core import wording
from explorer.app.core.message import Mended, Moved, Settled, Typed
from explorer.app.core.refusals import outdated
from explorer.app.core.state import State, declared, value_at
from explorer.app.explore.risk_summary import RiskNumber, risk_summary
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.number_rows import ExplainedLine
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import ONE_LINE, Column
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.selectable import Selectable
from explorer.gui.widgets.theme import BODY
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.language import editable
from explorer.mark import N_, Sentence

# The rows: which number of `RiskSummary`, what explains it, its words, and the field that they lead to.
_ROWS: tuple[tuple[str, str, Sentence, str], ...] = (
    ("best_guess", "best-guess", N_("accuracy of the best attacker"), ""),
    ("advantage", "advantage", N_("advantage over random guessing"), ""),
    (
        "true_alarms",
        "true-positive-rate",
        N_("detection rate at a false-positive rate of"),
        "reading.false_alarm",
    ),
    ("belief", "posterior", N_("posterior belief, given the prior"), "reading.prior"),
    ("alarm_right", "alarm-right", N_("precision (positive predictive value)"), ""),
    ("group", "group", N_("for a group of"), "reading.group"),
)
# What explains the small words below a number.
_MORE = {"true_alarms": "worst-found", "group": "group-exact"}
NUMBERS = tuple(fact for _, fact, _, _ in _ROWS)  # the object names of the labels that show them
_LARGE = 1.25
_NARROWER = 236  # pixels: a number has no room beside its words
_NARROW = 264  # pixels: a belief has two ends, and its field stands before them


class _Field(NumberField):
    """A small field for one declared number of `reading`, in the middle of a line."""

    def __init__(self, context: Context, path: str, parent: QWidget) -> None:
        super().__init__(context.theme, parent, edged=True)
        self._store, self._path = context.store, path
        parameter = declared(context.store.state, path)
        self.hold(context.theme.size(46), context.theme.size(24))
        self.setObjectName(path)
        self.setAccessibleName(f"{parameter.symbol} {context.say(parameter.title)}")
        help_text = context.say(parameter.help or parameter.title)
        self.setToolTip(help_text)
        self.setAccessibleDescription(help_text)
        self.typed.connect(self._typed)
        self.mended.connect(self._mended)
        self.stepped.connect(self._step)

    def _typed(self, text: str) -> None:
        self._store.dispatch(Typed(self._path, text))

    def _mended(self) -> None:
        self._store.dispatch(Mended(self._path))

    def _step(self, steps: int) -> None:
        parameter, value = declared(self._store.state, self._path), value_at(self._store.state, self._path)
        if parameter.integer:
            value += steps
        else:
            value = parameter.value(parameter.position(value) + steps / 100)
        self._store.dispatch(Moved(self._path, value))
        self._store.dispatch(Settled())

    def show_state(self, state: State) -> None:
        """The number, or what was refused of it."""
        refused = self._path in state.refused
        self.show_text(editable(value_at(state, self._path)), refused)
        self.refuse(refused)


class _Row:
    """One number in a line: words, perhaps a field, the number, its explanation; small words below it too."""

    def __init__(
        self, context: Context, lines: QVBoxLayout, parent: QWidget, row: tuple[str, str, Sentence, str]
    ) -> None:
        self.name, fact, words, path = row
        self._context = context
        self.field = _Field(context, path, parent) if path else None
        line = QHBoxLayout()
        line.setSpacing(context.theme.size(3))
        self._label = context.label(words, "muted", parent, wrap=True)
        self._box, self._line, self._above = QVBoxLayout(), line, False
        self._box.setSpacing(0)
        self._box.setObjectName(ONE_LINE)
        line.addWidget(self._label, 1)
        if self.field is not None:
            line.addWidget(self.field)
        self._value = Selectable(parent)
        self._value.setObjectName(fact)
        self._value.setFont(context.theme.font(BODY, strong=True))
        self._value.setMinimumHeight(context.theme.size(24))
        self._value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._value)
        explained = InfoButton(context, fact, parent)
        explained.take_room(context.theme.size(18))
        line.addWidget(explained)
        self._box.addLayout(line)
        lines.addLayout(self._box)
        self._more = ExplainedLine(context, _MORE[self.name], parent) if self.name in _MORE else None
        if self._more is not None:
            self._more.button.take_room(context.theme.size(18))
            self._more.setVisible(False)
            lines.addWidget(self._more)

    def put_words_above(self, above: bool) -> None:
        """The words on a line of their own, where the numbers need the width of this one."""
        if above == self._above:
            return
        self._above = above
        if above:
            self._line.removeWidget(self._label)
            self._line.insertStretch(0, 1)
            self._box.insertWidget(0, self._label)
        else:
            self._box.removeWidget(self._label)
            self._line.takeAt(0)  # the stretch
            self._line.insertWidget(0, self._label, 1)

    def show(self, state: State, risk: RiskNumber) -> None:
        """The number as it is now, what kind it is on demand."""
        say = self._context.say
        if self.field is not None:
            self.field.show_state(state)
        self._value.setText(say(risk.text))
        self._value.setToolTip(say(risk.why))
        older = outdated(state)
        dim((self._value,), older)
        if self._more is not None:
            self._more.say(risk.more)
            self._more.dim(older)


class Risk(Panel):
    """The risk card."""

    takes_turns = True

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        card.head.stand_alone()
        self._seen: tuple[object, ...] = ()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(4), self)
        inside = column.inside
        head = QHBoxLayout()
        self._odds = context.label(None, "body", inside, wrap=True)
        head.addWidget(self._odds, 1)
        head.addWidget(InfoButton(context, "odds", inside), 0, Qt.AlignmentFlag.AlignTop)
        column.lines.addLayout(head)
        lines = QVBoxLayout()
        lines.setSpacing(0)
        self._rows = [_Row(context, lines, inside, row) for row in _ROWS]
        column.lines.addLayout(lines)
        self._refusal = context.label(None, "refusal", inside, wrap=True)
        self._refusal.setVisible(False)
        column.lines.addWidget(self._refusal)
        unsaid = context.label(N_("Not covered here"), "body", inside)
        unsaid.setFont(context.theme.font(BODY, strong=True))
        column.lines.addWidget(unsaid)
        self._limits = context.label(None, "label", inside, wrap=True)
        column.lines.addWidget(self._limits)
        column.lines.addStretch(1)
        outer.addWidget(column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        theme = self._context.theme
        for row in self._rows:
            narrow = self.width() < theme.size(_NARROW if row.field is not None else _NARROWER)
            row.put_words_above(narrow or theme.scale > _LARGE)

    def show_state(self, state: State, answers: Answered) -> None:
        reading = state.reading
        seen = (state.setting, reading.prior, reading.false_alarm, reading.group, state.refused)
        if seen == self._seen:
            return
        self._seen = seen
        say = self._context.say
        risk = risk_summary(state)
        self._card.head.assume(say(wording.guarantee(state)))
        self._odds.setText(say(risk.odds))
        self._odds.setToolTip(say(risk.odds_why))
        dim((self._odds,), outdated(state))
        for row in self._rows:
            row.show(state, getattr(risk, row.name))
        paths = [path for *_, path in _ROWS if path]
        refusal = next((state.refused[path] for path in paths if path in state.refused), None)
        self._refusal.setVisible(refusal is not None)
        if refusal is not None:
            self._refusal.setText(say(refusal.sentence))
        self._limits.setText(" ".join(say(limit) for limit in risk.limits))
