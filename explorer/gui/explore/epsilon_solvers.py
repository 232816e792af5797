"""Start from something else than ε: a belief, a margin, how bad it would be, a total; ε follows."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from explorer.app.core.message import HarmChosen, LimitWanted, MarginWanted, Mended, StartChosen
from explorer.app.core.request import Request
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State
from explorer.app.explore import start_sentences
from explorer.app.explore.cost_summary import together
from explorer.app.explore.epsilon_origin import origin_sentence, whom
from explorer.app.explore.epsilon_solvers import JOINT
from explorer.app.explore.harm_severity import HARMS
from explorer.gui.explore.total_rows import TotalRows
from explorer.gui.fields.field_sentence import FieldSentence
from explorer.gui.fields.number_rows import refusal_line, show_refusal
from explorer.gui.fields.segments import Segments
from explorer.gui.shell.context import Context
from explorer.jobs import Answered
from explorer.language import editable, number, percent
from explorer.mark import N_, Sentence

_REFUSED = {
    StartFrom.BELIEF: "limit",
    StartFrom.MARGIN: "margin",
    StartFrom.HARM: "limit",
    StartFrom.TOTAL: "total",
}


class Solvers(QWidget):
    """What to start from, the sentence of that with its fields, and what ε follows from. `opened` by hand."""

    opened = Signal()

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._sentences: dict[str, FieldSentence] = {}
        self._lines = lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        lines.addLayout(self._head())
        self._place = QVBoxLayout()
        self._place.setContentsMargins(0, 0, 0, 0)
        lines.addLayout(self._place)
        self._harms = self._answers()
        lines.addWidget(self._harms)
        self._total = TotalRows(context, self)
        lines.addWidget(self._total)
        self._refusal = refusal_line(context, self)
        self._status, self._origin = (context.label(None, "label", self, wrap=True) for _ in range(2))
        for label in (self._refusal, self._status, self._origin):
            lines.addWidget(label)

    def _head(self) -> QHBoxLayout:
        say, size = self._context.say, self._context.theme.size
        row = QHBoxLayout()
        row.setSpacing(size(6))
        caption = self._context.label(N_("start from"), "label", self)
        row.addWidget(caption)
        known = {each.value: (say(full), say(short)) for each, (full, short) in start_sentences.NAMES.items()}
        self._start = Segments(self, known, edge=1)
        self._start.setAccessibleName(say(N_("Start from")))
        self._start.chosen.connect(self._chosen)
        row.addWidget(self._start, 1)
        return row

    def _answers(self) -> QWidget:
        context, box = self._context, QWidget(self)
        lines = QVBoxLayout(box)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        self._levels: dict[str, QPushButton] = {}
        for harm, answer in HARMS.items():
            row = QHBoxLayout()
            row.addWidget(context.label(answer.title, "label", box, wrap=True), 1)
            button = self._levels[harm] = QPushButton(f"ε = {number(answer.epsilon)}", box)
            button.setAccessibleName(context.say(answer.title))
            button.setObjectName("inline")
            button.setFixedWidth(context.theme.size(76))
            button.clicked.connect(partial(self._answered, harm))
            row.addWidget(button)
            lines.addLayout(row)
        return box

    # What a person does

    def _chosen(self, start: str) -> None:
        self._context.store.dispatch(StartChosen(StartFrom(start)))
        self._show(self._context.store.state)
        self.opened.emit()

    def _entered(self, sentence: FieldSentence) -> None:
        """The whole sentence, as one act."""
        store = self._context.store
        if store.state.start.chosen is StartFrom.BELIEF:
            store.dispatch(LimitWanted(sentence.typed("prior"), sentence.typed("limit")))
        else:
            joint = bool(sentence.boxes and sentence.boxes["whom"].currentData())
            confidence = sentence.typed("confidence") if "confidence" in sentence.lines else None
            store.dispatch(MarginWanted(sentence.typed("wished"), joint, confidence))
        if _REFUSED[store.state.start.chosen] not in store.state.refused:
            sentence.taken()

    def _given_up(self) -> None:
        self._context.store.dispatch(Mended(_REFUSED[self._context.store.state.start.chosen]))

    def _answered(self, harm: str, _: bool = False) -> None:
        self._context.store.dispatch(HarmChosen(harm))

    # What is shown

    @property
    def asked(self) -> tuple[str, str, str] | None:
        """The total whose answer is shown, or looked for."""
        return self._total.asked

    def wanted(self, state: State) -> tuple[Request, ...]:
        """The long questions of what is started from."""
        return self._total.wanted(state) if state.start.chosen is StartFrom.TOTAL else ()

    def show_state(self, state: State, answers: Answered) -> None:
        """Show the fields of what is started from, and what was refused there."""
        self._show(state)
        if state.start.chosen is StartFrom.TOTAL:
            self._total.show_state(state, answers)

    def _show(self, state: State) -> None:
        say, chosen = self._context.say, state.start.chosen
        for each in StartFrom:
            full, short = map(say, start_sentences.names(state, each))
            self._start.name(each.value, full, short)
        self._start.press(chosen.value)
        self._harms.setVisible(chosen is StartFrom.HARM)
        self._total.setVisible(chosen is StartFrom.TOTAL)
        self._show_sentence(state)
        _tell(self._context, self._status, start_sentences.status(state))
        _tell(self._context, self._origin, origin_sentence(state))
        refused = chosen in _REFUSED and start_sentences.possible(state)
        show_refusal(self._context, self._refusal, state, *([_REFUSED[chosen]] if refused else []))

    def _show_sentence(self, state: State) -> None:
        sentence = start_sentences.sentence(state)
        here = sentence is not None and state.start.chosen is not StartFrom.TOTAL
        shown = self._sentence(state) if here else None
        for each in self._sentences.values():
            each.setVisible(each is shown)
        if shown is None:
            return
        shown.use(start_sentences.possible(state))
        if state.start.chosen is StartFrom.BELIEF:
            for name in ("prior", "limit"):
                value = float(getattr(state.reading, name))
                shown.show_number(name, percent(value), repr(value))
        else:
            self._show_margin(state, shown)

    def _sentence(self, state: State) -> FieldSentence:
        """Made when it is first needed: the window is in a hurry at its start."""
        sentence = start_sentences.sentence(state)
        if sentence is None:
            raise ValueError(state.start.chosen)
        if sentence.text not in self._sentences:
            names = start_sentences.fields(state)
            made = FieldSentence(self._context, sentence, names, self, ("whom",), N_("find ε"))
            made.entered.connect(partial(self._entered, made))
            made.given_up.connect(self._given_up)
            for name, box in made.boxes.items():
                for joint in (False, True):
                    box.addItem(name, joint)
            self._sentences[sentence.text] = made
            self._place.addWidget(made)
            _reached_after(self._start.first, made)
        return self._sentences[sentence.text]

    def _show_margin(self, state: State, shown: FieldSentence) -> None:
        origin, reading = state.start.origin, state.reading
        granted = origin is not None and origin.kind is StartFrom.MARGIN
        shown.show_number("wished", editable(origin["wished"], 6) if origin is not None and granted else "")
        if "confidence" in shown.lines:
            shown.show_number("confidence", percent(reading.confidence), repr(reading.confidence))
        for box in shown.boxes.values():
            for place, joint in enumerate((False, True)):
                text = self._context.say(whom(state, joint, together(state)))
                if box.itemText(place) != text:
                    box.setItemText(place, text)
                    box.updateGeometry()
            if origin is not None and granted and not shown.lines["wished"].isModified():
                box.setCurrentIndex(int(origin.name == JOINT))


def _tell(context: Context, label: QLabel, sentence: Sentence | None) -> None:
    label.setVisible(sentence is not None)
    if sentence is not None:
        label.setText(context.say(sentence))


def _reached_after(before: QWidget, sentence: FieldSentence) -> None:
    """Tab goes through a sentence that was made late in the order in which it is read."""
    for widget in sentence.controls:
        QWidget.setTabOrder(before, widget)
        before = widget
