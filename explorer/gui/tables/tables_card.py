"""Two probability tables: the field they stand in, and what is read off one release of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QVBoxLayout

from explorer.app.core.message import Refused, Settled
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.core.table_messages import TablesRounded, TablesTyped
from explorer.app.core.table_pair import EXAMPLE, FILE, TEXT, tables_in
from explorer.app.tables.table_readings import (
    NEIGHBOURS,
    OneReading,
    ReadPair,
    delta_reading,
    epsilon_reading,
)
from explorer.gui.access.roving_focus import Roving
from explorer.gui.fields.number_rows import ExplainedLine, NumberRow, link, refusal_line, show_refusal, strip
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import CSV_FILES, TABLES, ask_file
from explorer.gui.tables.table_text import TableText
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.flush_link import flush
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.progress_note import Waiting
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.pairs.probability_table import Tables, caveat
from explorer.privacy.pairs.table_text import MOST_CHARACTERS, MOST_DIGITS
from explorer.privacy.refusal import NotValid
from explorer.release.values.bounded_files import NotOrdinary, TooLarge, read_bounded

_QUICK = 4000  # characters that are read between two frames; more are read in the background
_LOWEST = 110  # pixels of the field
_FIELD = 104
_SHORT = 6  # letters of the rounding, where there is room for no more
_MOST_BYTES = 4 * MOST_CHARACTERS


class TablesPanel(Panel):
    """Paste, type, open or drop; beneath it the tables' own ε and δ."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: tuple[object, ...] = ()
        self._unsettled = False  # whether something was typed since the last step of history
        self._reading: ReadPair | None = None  # a long text that is read in the background
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(6), self)
        outer.addWidget(column)
        self._column = column
        card.head.add_widget(InfoButton(context, "tables", card.head))
        card.head.stand_alone()
        card.head.assume(context.say(NEIGHBOURS))
        self._add_text()
        self._add_rounding()
        column.lines.addWidget(strip(column.inside))
        self._epsilon = _Block(context, column, "tables.delta", "table-epsilon")
        column.lines.addWidget(strip(column.inside))
        self._delta = _Block(context, column, "tables.epsilon", "table-profile")
        column.lines.addWidget(strip(column.inside))
        self._caveat = ExplainedLine(context, "tables", column.inside)
        self._caveat.say(N_("{source}; {caveat}", source=Tables.source, caveat=caveat()))
        column.lines.addWidget(self._caveat)
        self._waiting = Waiting(context, card, lambda: self.wanted(context.store.state), self._asked_anew)

    def _add_text(self) -> None:
        context, inside, lines = self._context, self._column.inside, self._column.lines
        words = N_("One outcome per line: “P, Q” or “label, P, Q”. Decimals, fractions, percentages.")
        lines.addWidget(context.label(words, "label", inside, wrap=True))
        self.text = TableText(inside)
        self.text.setObjectName("tables-text")
        self.text.setMinimumHeight(context.theme.size(_LOWEST))
        self.text.setAccessibleName(context.say(N_("two probability tables, one outcome per line")))
        self.text.setAccessibleDescription(context.say(words))
        self.text.setPlaceholderText(context.say(N_("paste two columns, or drop a CSV file here")))
        self.text.edited.connect(self._edited)
        self.text.left.connect(self._left)
        self.text.dropped.connect(self.take)
        lines.addWidget(self.text, 1)
        self._refusal = refusal_line(context, inside)
        self._refusal.setObjectName("refusal")
        lines.addWidget(self._refusal)
        self._count = context.label(None, "label", inside, wrap=True)
        lines.addWidget(self._count)
        row = QHBoxLayout()
        row.setSpacing(0)
        sources = Roving(inside)
        for words, act in (
            (N_("open a file …"), self.choose),
            (N_("example"), self.show_example),
        ):
            button: QToolButton = link(context, words, inside)
            button.clicked.connect(act)
            flush(button)
            row.addWidget(button)
            sources.take(button)
        row.addStretch(1)
        lines.addLayout(row)

    def _add_rounding(self) -> None:
        context, inside, row = self._context, self._column.inside, QHBoxLayout()
        name = context.label(N_("these numbers are"), "label", inside, wrap=True)
        row.addWidget(name, 1)
        self._digits = QComboBox(inside)
        name.setBuddy(self._digits)
        self._digits.setObjectName("tables-digits")
        self._digits.setAccessibleName(context.say(N_("these numbers are")))
        self._digits.addItem(context.say(N_("exact")), 0)
        for digits in range(1, MOST_DIGITS + 1):
            words = N_("rounded to {digits:plain} {digits:digit|digits}", digits=digits)
            self._digits.addItem(context.say(words), digits)
        self._digits.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._digits.setMinimumContentsLength(_SHORT)
        self._digits.activated.connect(self._rounded)
        row.addWidget(self._digits, 1)
        row.addWidget(InfoButton(context, "table-rounded", inside))
        self._column.lines.addLayout(row)

    # What a person does

    def _edited(self, text: str) -> None:
        """A short text is read at once; of a long one nothing is refused before it is read."""
        self._unsettled = True
        if len(text) <= _QUICK:
            self._reading = None
            self._context.store.dispatch(TablesTyped(text))
        else:
            self._reading = ReadPair(text, self._context.store.state.tables.digits)
        self._asked_anew()

    def _left(self) -> None:
        """What was typed is one step of history, once it is read."""
        if self._unsettled and self._reading is None:
            self._unsettled = False
            self._context.store.dispatch(Settled())

    def _rounded(self, position: int) -> None:
        text, digits = self.text.toPlainText(), int(self._digits.itemData(position))
        if len(text) <= _QUICK:
            self._context.store.dispatch(TablesRounded(digits))
        else:
            self._reading = ReadPair(text, digits)
        self._asked_anew()

    def show_example(self) -> None:
        """The tables of randomised response."""
        self.text.put(EXAMPLE)

    def choose(self) -> None:
        """Ask for a file."""
        path = ask_file(self._context, self, N_("Open two probability tables"), TABLES, CSV_FILES)
        if path is not None:
            self.take(path)

    def take(self, path: Path) -> None:
        """The text of a file; one that cannot be read is refused beneath the field."""
        store = self._context.store
        try:
            text = read_bounded(path, _MOST_BYTES).decode("utf-8-sig")
        except (OSError, UnicodeError) as fault:
            why = N_("{path}: {reason}", path=path.name, reason=_why(fault))
            store.dispatch(Refused(FILE, NotValid(why, FILE)))
            return
        self.text.put(text)

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return () if self._reading is None else (self._reading,)

    def _asked_anew(self) -> None:
        self._seen = ()
        self._context.store.request_frame()

    def _has_read(self) -> None:
        """The long text is known now, so that to take it is quick."""
        store, read = self._context.store, self._reading
        if read is None or read not in store.jobs.answers:
            return
        self._reading = None
        if read.digits != store.state.tables.digits:
            store.dispatch(TablesRounded(read.digits))
        if read.text != store.state.tables.text:
            store.dispatch(TablesTyped(read.text))
        self._left()

    def show_state(self, state: State, answers: Answered) -> None:
        if self._reading is not None and self._reading in answers:
            QTimer.singleShot(0, self, self._has_read)
        seen = (state.tables, state.refused, self._reading)
        if seen == self._seen:
            return
        self._seen = seen
        if self._reading is None:
            self.text.show_text(state.tables.text)
            self._digits.setCurrentIndex(self._digits.findData(state.tables.digits))
        self._waiting.follow(self._reading is not None)
        refused = TEXT in state.refused
        self.text.setProperty("refused", refused)
        self.text.style().polish(self.text)
        show_refusal(self._context, self._refusal, state, FILE, TEXT)
        self._show_numbers(state, refused)

    def _show_numbers(self, state: State, refused: bool) -> None:
        say, count = self._context.say, tables_in(state.tables).outcomes
        outcomes = N_("1 outcome") if count == 1 else N_("{count} outcomes", count=count)
        shown = N_("unchanged: {why}", why=outcomes) if refused else outcomes
        self._count.setText(say(shown))
        self._epsilon.show(state, epsilon_reading(state), refused)
        self._delta.show(state, delta_reading(state), refused)


class _Block:
    """A number that is asked at, and what the tables answer: of the worse direction, and of each."""

    def __init__(self, context: Context, column: Column, path: str, fact: str) -> None:
        self._context = context
        self._row = NumberRow(context, path, column.inside, width=_FIELD)
        self._whole = ExplainedLine(context, fact, column.inside, "section")
        self._each: Label = context.label(None, "label", column.inside, wrap=True)
        for widget in (self._row, self._whole, self._each):
            column.lines.addWidget(widget)

    def show(self, state: State, found: OneReading, before: bool) -> None:
        """The answer; dimmed where it is of what stood there before."""
        self._row.show_state(state)
        self._whole.say(found.whole)
        self._whole.dim(before)
        self._each.setText(self._context.say(found.directions))
        dim((self._each,), before)


def _why(fault: Exception) -> Sentence:
    if isinstance(fault, FileNotFoundError):
        return N_("there is no such file; check its path")
    if isinstance(fault, NotOrdinary):
        return N_("this is a folder or a device: give a file")
    if isinstance(fault, TooLarge):
        return N_("the table is longer than {most} characters", most=MOST_CHARACTERS)
    return N_("the file cannot be read as UTF-8 text")
