"""Start from a total: so many releases, what they may cost together, and the ε of each that this leaves."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.core.message import Mended, Refused, TotalWanted
from explorer.app.core.request import Request
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State
from explorer.app.explore import start_sentences
from explorer.app.explore.epsilon_solvers import budgeted
from explorer.gui.fields.field_sentence import FieldSentence
from explorer.gui.fields.number_rows import link
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.jobs import Answered
from explorer.language import editable
from explorer.mark import N_
from explorer.privacy.refusal import Refusal

Texts = tuple[str, str, str]  # of the releases, their total ε and their total δ
_FIELDS = {"count": "count", "total": "total_epsilon", "delta": "total_delta"}
_DIGITS = 7  # of a number of releases, none of which is rounded away


class TotalRows(QWidget):
    """The sentence of a total, and what each release may have: found in the background, taken by hand."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._sentence: FieldSentence | None = None
        self._share: tuple[float, float] | None = None
        self._asked: Texts | None = None  # whose answer is looked for
        self._lines = lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        row = QHBoxLayout()
        row.setSpacing(context.theme.size(4))
        self._offer = context.label(None, "body", self, wrap=True)
        self._use = link(context, N_("use"), self)
        self._use.setToolTip(context.say(N_("Use this value in the current release (can be undone)")))
        self._use.setAccessibleName(context.say(N_("use the ε of the tightest proven bound")))
        self._use.clicked.connect(self._taken)
        row.addWidget(self._offer, 1)
        row.addWidget(self._use)
        lines.addLayout(row)
        self._source = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._source)

    def _made(self, state: State) -> FieldSentence:
        """Made when it is first needed."""
        sentence = start_sentences.sentence(state)
        if self._sentence is None and sentence is not None:
            self._sentence = FieldSentence(self._context, sentence, start_sentences.FIELDS, self)
            self._sentence.entered.connect(self._entered)
            self._sentence.left.connect(self._ask)
            self._sentence.given_up.connect(self._given_up)
            self._lines.insertWidget(0, self._sentence)
            QWidget.setTabOrder(list(self._sentence.lines.values())[-1], self._use)
        if self._sentence is None:
            raise ValueError(state.start.chosen)
        return self._sentence

    # What a person does

    def _ask(self) -> None:
        """A field was left: the answer to what stands there now is looked for."""
        if self._sentence is None:
            return
        count, total, delta = (self._sentence.typed(name) for name in _FIELDS)
        if (count, total, delta) != self._asked:
            self._asked, self._share = (count, total, delta), None
            store = self._context.store
            if "total" in store.state.refused and self._budget(store.state) is not None:
                store.dispatch(Mended("total"))
            store.request_frame()

    def _entered(self) -> None:
        """Take what was found, or say what cannot be read; until it is found, it is looked for."""
        self._ask()
        store = self._context.store
        try:
            if self._asked is not None:
                budgeted(store.state, *self._asked)
        except Refusal as refusal:
            store.dispatch(Refused("total", refusal))
            return
        self._taken()

    def _taken(self, _: bool = False) -> None:
        store = self._context.store
        self.show_state(store.state, store.jobs.answers)  # nothing is taken that answers an older question
        if self._share is None or self._sentence is None or self._asked is None:
            return
        store.dispatch(TotalWanted(*self._asked, self._share))
        if "total" not in store.state.refused:
            self._sentence.taken()

    def _given_up(self) -> None:
        self._ask()
        self._context.store.dispatch(Mended("total"))

    # What is shown

    @property
    def asked(self) -> Texts | None:
        """The texts whose answer is shown, or looked for."""
        return self._asked

    def _budget(self, state: State) -> State | None:
        try:
            return None if self._asked is None else budgeted(state, *self._asked)
        except Refusal:
            return None  # said once the sentence is handed on

    def wanted(self, state: State) -> tuple[Request, ...]:
        """What the answer needs."""
        from explorer.app.explore.total_solver import wanted  # needs numpy, as nothing before it is chosen

        budget = self._budget(state)
        return () if budget is None else wanted(budget)

    def show_state(self, state: State, answers: Answered) -> None:
        """Show the budget in force or as it is being typed, and what it leaves each release."""
        from explorer.app.explore.total_solver import offer

        sentence, held = self._made(state), state.composing
        for name, field in _FIELDS.items():
            value = getattr(held, field)
            sentence.show_number(name, editable(value, _DIGITS if name == "count" else 4), repr(value))
        if self._asked is None or not any(line.hasFocus() for line in sentence.lines.values()):
            self._ask()
        budget = self._budget(state)
        found = None if budget is None else offer(budget, answers)
        current = found is not None and found.current
        self._share = found.share if found is not None and current else None
        known = budget is not None
        self._offer.setVisible(known)
        if known:
            self._offer.setText(self._context.say(N_("being computed") if found is None else found.words))
        dim((self._offer, self._source), not current)
        source = None if found is None else found.source
        self._source.setVisible(known and source is not None)
        if source is not None:
            self._source.setText(self._context.say(N_("tightest proven bound: {bound}", bound=source)))
        origin = state.start.origin
        from_it = origin is not None and origin.kind is StartFrom.TOTAL
        taken = from_it and self._share is not None and state.target.epsilon == self._share[0]
        self._use.setVisible(self._share is not None and not taken)
