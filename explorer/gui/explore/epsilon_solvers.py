"""Start from something else than ε: a margin, a limit on belief, or how bad it would be; ε follows."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.core.message import HarmChosen, LimitWanted, MarginWanted, Mended
from explorer.app.core.state import State
from explorer.app.explore.cost_summary import together
from explorer.app.explore.harm_severity import HARMS
from explorer.gui.shell.context import Context
from explorer.gui.widgets.number_rows import NumberRow, refusal_line, show_refusal
from explorer.gui.widgets.typed_line import TypedLine
from explorer.language import number
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Selection, every_mechanism

EACH, JOINT, LIMIT, HARM = "each", "joint", "limit", "harm"
WISHES: dict[str, Sentence] = {
    EACH: N_("start from a margin"),
    JOINT: N_("start from a simultaneous margin"),
    LIMIT: N_("limit an attacker's belief"),
    HARM: N_("severity of harm"),
}


class Solvers(QWidget):
    """One choice of what to start from, and the fields of that one. `opened` when another was chosen."""

    opened = Signal()

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._selection = False
        self._asked_of: tuple[object, ...] = ()  # what the wish that still stands was asked of
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        lines.addLayout(self._head())
        self._told = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._told)
        self._belief = self._limits()
        self._harms = self._answers()
        lines.addWidget(self._belief)
        lines.addWidget(self._harms)
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)

    def _head(self) -> QHBoxLayout:
        say, theme = self._context.say, self._context.theme
        row = QHBoxLayout()
        row.setSpacing(theme.size(6))
        self._start = QComboBox(self)
        self._start.setAccessibleName(say(N_("Start from")))
        self._start.setToolTip(say(N_("Find ε from a margin, a limit on belief, or severity of harm")))
        self._start.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for wish, words in WISHES.items():
            self._start.addItem(say(words), wish)
        self._start.activated.connect(self._chosen)
        self._wish = TypedLine(self)
        self._wish.setFixedWidth(theme.size(84))
        self._wish.setAccessibleName(say(WISHES[EACH]))
        self._wish.setPlaceholderText("± …  → ε")
        self._wish.returnPressed.connect(self._wished)
        self._wish.given_up.connect(self._wish_given_up)
        row.addWidget(self._start, 1)
        row.addWidget(self._wish)
        return row

    def _limits(self) -> QWidget:
        box = QWidget(self)
        lines = QVBoxLayout(box)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        self._limits_rows = [
            NumberRow(self._context, path, box, self._limited) for path in ("reading.prior", "reading.limit")
        ]
        for row in self._limits_rows:
            lines.addWidget(row)
        self._solve = QPushButton(self._context.say(N_("find the ε")), box)
        self._solve.clicked.connect(self._limited)
        lines.addWidget(self._solve)
        return box

    def _answers(self) -> QWidget:
        context, box = self._context, QWidget(self)
        lines = QVBoxLayout(box)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        for harm, answer in HARMS.items():
            row = QHBoxLayout()
            row.addWidget(context.label(answer.title, "label", box, wrap=True), 1)
            button = QPushButton(f"ε = {number(answer.epsilon)}", box)
            button.setAccessibleName(context.say(answer.title))
            button.setFixedWidth(context.theme.size(84))
            button.clicked.connect(partial(self._answered, harm))
            row.addWidget(button)
            lines.addLayout(row)
        return box

    # What a person does

    def _chosen(self, _: int) -> None:
        self.show_state(self._context.store.state)
        self.opened.emit()

    def _wished(self) -> None:
        text = self._wish.text().strip().lstrip("±").strip()
        if not text:
            self._wish_given_up()
            return
        self._wish.setModified(False)
        joint = self._start.currentData() == JOINT and not self._selection
        self._context.store.dispatch(MarginWanted(text, joint))
        self._asked_of = self._asks(self._context.store.state)

    def _wish_given_up(self) -> None:
        self._wish.clear()
        self._context.store.dispatch(Mended("margin"))

    def _limited(self) -> None:
        self._context.store.dispatch(LimitWanted())

    def _answered(self, harm: str, _: bool = False) -> None:
        self._context.store.dispatch(HarmChosen(harm))

    # What is shown

    def show_state(self, state: State) -> None:
        """Show the fields of what is started from, and what was refused there."""
        kind = every_mechanism()[state.mechanism]
        self._of_a_choice(kind.wish if issubclass(kind, Selection) else None)
        start = self._start.currentData()
        margin = start in (EACH, JOINT)
        self._wish.setVisible(margin)
        self._wish.setAccessibleName(self._start.currentText())
        self._belief.setVisible(start == LIMIT)
        self._harms.setVisible(start == HARM)
        self._forget_wish(state)
        if start == LIMIT:
            for row in self._limits_rows:
                row.show_state(state, kind.pure)
            self._solve.setEnabled(kind.pure)
        self._say(_told(state, start))
        field = {LIMIT: "limit", HARM: "limit"}.get(start, "margin")
        show_refusal(self._context, self._refusal, state, *([field] if kind.pure or margin else []))

    def _asks(self, state: State) -> tuple[object, ...]:
        """All that the margin in force depends on."""
        reading = state.reading
        return self._start.currentData(), state.setting, reading.confidence, reading.bins

    def _forget_wish(self, state: State) -> None:
        """A wish that was granted or refused stands until something else changes the margin."""
        if self._asked_of not in ((), self._asks(state)) and not self._wish.isModified():
            self._asked_of = ()
            self._wish.clear()

    def _of_a_choice(self, wish: Sentence | None) -> None:
        """A choice has no margin: its own wish takes that place."""
        say, size = self._context.say, self._context.theme.size
        self._start.setItemText(0, say(wish or WISHES[EACH]))
        if (wish is not None) == self._selection:
            return
        self._selection = wish is not None
        self._wish.setPlaceholderText("…  → ε" if self._selection else "± …  → ε")
        self._wish.setFixedWidth(size(64 if self._selection else 84))
        if self._selection:
            if self._start.currentData() == JOINT:
                self._start.setCurrentIndex(0)
            self._start.removeItem(self._start.findData(JOINT))
        else:
            self._start.insertItem(1, say(WISHES[JOINT]), JOINT)

    def _say(self, sentence: Sentence | None) -> None:
        self._told.setVisible(sentence is not None)
        if sentence is not None:
            self._told.setText(self._context.say(sentence))


def _told(state: State, start: str) -> Sentence | None:
    """What stands under the choice, where it needs a word."""
    if start == EACH:
        return None
    if start == JOINT:
        bins, confidence = together(state), state.reading.confidence
        return N_(
            "simultaneously for all {bins} bins, with {confidence:percent} confidence",
            bins=bins,
            confidence=confidence,
        )
    if start == HARM:
        return N_("a starting point, never a default; this scale is specific to this program")
    if not every_mechanism()[state.mechanism].pure:
        return N_("with δ > 0 no ε limits the belief after a single result: choose a mechanism with pure ε")
    return N_(
        "the largest posterior belief that you are in the data, for an attacker who knows "
        "everybody else's data"
    )
