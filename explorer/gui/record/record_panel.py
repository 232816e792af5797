"""What stands in the window of a record: its fields, and in words what the program puts in by itself."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QComboBox, QGridLayout, QVBoxLayout, QWidget

from explorer.app.core import decision_messages as said
from explorer.app.core.decision import Subject
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.figures import picture_of
from explorer.app.ledger.ledger_view import chosen
from explorer.app.record.decision_record import SUBJECTS, DecisionRecord, wanted
from explorer.app.record.entry import Entry
from explorer.app.record.pictures import pictures_of, shown_picture, withheld
from explorer.gui.ledger.shown_ledger import Shown, question
from explorer.gui.record.record_file import made
from explorer.gui.record.record_rows import ChecklistRows, DeploymentList, RejectedRows, SignatureRows
from explorer.gui.record.written import WrittenLine, WrittenText
from explorer.gui.shell.context import Context
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.label import Label
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.accounts import Account


class RecordPanel(Panel):
    """All parts of the record, from top to bottom."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__()
        self.setParent(parent)
        self._context = context
        self._shown = Shown(context)
        self._seen: tuple[object, ...] = ()
        self._pictures: tuple[str, ...] | None = None
        self._told: dict[str, Label] = {}
        self._column = Column(context.theme.size(8), self)
        self._column.setAccessibleName(context.say(N_("Decision record")))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._column)
        self._fill()
        self._column.lines.addStretch(1)

    @property
    def account(self) -> Account | None:
        """The account of the ledger that the record is about."""
        state, ledger = self._context.store.state, self._shown.ledger
        return None if ledger is None else chosen(ledger, state.ledger.account, state.releasing.account)

    def check_account(self) -> None:
        """Refuse to say anything of an account before the ledger was read, or where it does not verify.

        Raises
        ------
        NotValid
        """
        if self._context.store.state.decision.subject is not Subject.ACCOUNT:
            return
        ledger = self._shown.ledger
        if ledger is None or not self._shown.current:
            raise NotValid(N_("the ledger is still being read: try again in a moment"), "decision")
        if ledger.refused is not None:
            raise NotValid(ledger.refused, "decision")

    def begin(self) -> None:
        """The first field has the focus."""
        self._purpose.setFocus()

    def _fill(self) -> None:
        context, inside = self._context, self._column.inside
        self._section(N_("What is decided"))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(context.theme.size(12))
        self._grid.setVerticalSpacing(context.theme.size(8))
        self._grid.setColumnStretch(1, 1)
        self._column.lines.addLayout(self._grid)
        self._subject = self._choices(N_("about"))
        for subject, words in SUBJECTS.items():
            self._subject.addItem(context.say(words), subject.value)
        self._subject.activated.connect(self._subject_chosen)
        self._purpose = WrittenText(context, N_("purpose"), partial(said.RecordWritten, "purpose"), inside)
        self._labelled(N_("purpose"), self._purpose)
        self._dataset, self._unit = (
            WrittenLine(context, name, partial(said.RecordWritten, field), inside)
            for field, name in (("dataset", N_("dataset")), ("unit", N_("unit, in words")))
        )
        self._labelled(N_("dataset"), self._dataset)
        self._protected = context.label(None, "body", inside, wrap=True)
        self._labelled(N_("unit of privacy"), self._protected)
        self._labelled(N_("unit, in words"), self._unit)
        self._picture = self._choices(N_("picture"))
        self._picture.activated.connect(self._picture_chosen)
        for identity, title in _TITLES.items():
            self._section(title)
            self._told[identity] = context.label(None, "body", inside, wrap=True)
            self._column.lines.addWidget(self._told[identity])
        self._rejected, self._deployments = RejectedRows(context, inside), DeploymentList(context, inside)
        self._checklist, self._signatures = ChecklistRows(context, inside), SignatureRows(context, inside)
        for title, rows in (
            (N_("Rejected settings"), self._rejected),
            (N_("Published deployments looked at"), self._deployments),
            (N_("Checklist, along the parts of NIST SP 800-226"), self._checklist),
            (N_("Signatures and review"), self._signatures),
        ):
            self._section(title)
            self._column.lines.addWidget(rows)

    def _section(self, title: Sentence) -> None:
        if self._column.lines.count():
            self._column.lines.addSpacing(self._context.theme.size(10))
        self._column.lines.addWidget(self._context.label(title, "section", self._column.inside))

    def _choices(self, name: Sentence) -> QComboBox:
        box = QComboBox(self._column.inside)
        box.setAccessibleName(self._context.say(name))
        box.setMinimumWidth(1)
        self._labelled(name, box)
        return box

    def _labelled(self, name: Sentence, field: QWidget) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(self._context.label(name, "label", self._column.inside), row, 0)
        self._grid.addWidget(field, row, 1)

    # What a person does

    def _subject_chosen(self, _: int) -> None:
        self._context.store.dispatch(said.RecordSubjectChosen(Subject(self._subject.currentData())))

    def _picture_chosen(self, _: int) -> None:
        self._context.store.dispatch(said.RecordPictureChosen(self._picture.currentData()))

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        """What the record needs answered, its picture and the ledger too."""
        picture = shown_picture(state)
        drawn = picture_of(picture).wanted(state) if picture is not None else ()
        ledger = (question(self._context, state),) if state.decision.subject is Subject.ACCOUNT else ()
        return (*ledger, *wanted(state), *drawn)

    def show_state(self, state: State, answers: Answered) -> None:
        """Show the fields, and in words what the record will say."""
        self._shown.follow(state, answers)
        seen = (state, state.given, self._shown.ledger, *(each in answers for each in wanted(state)))
        if seen == self._seen:
            return
        self._seen = seen
        decision = state.decision
        self._subject.setCurrentIndex(self._subject.findData(decision.subject.value))
        self._purpose.show_text(decision.text("purpose"))
        self._dataset.show_text(decision.text("dataset"))
        self._unit.show_text(decision.text("unit"))
        self._show_pictures(state)
        self._rejected.show_state(state)
        self._deployments.show_decision(decision)
        self._checklist.show_state(state)
        self._signatures.show_state(state)
        self._tell(made(state, answers, self.account, pictured=False))

    def _show_pictures(self, state: State) -> None:
        listed = pictures_of(state)
        if listed != self._pictures:
            self._pictures = listed
            self._picture.clear()
            self._picture.addItem("", None)
            for each in listed:
                self._picture.addItem(self._context.say(picture_of(each).title), each)
        why = N_("none: it rests on a total δ or a budget that nobody set")
        none = why if withheld(state) else N_("none")
        self._picture.setItemText(0, self._context.say(none))
        self._picture.setCurrentIndex(self._picture.findData(shown_picture(state)))

    def _tell(self, record: DecisionRecord) -> None:
        """The parts that nobody writes, a line an entry."""
        say, sections = self._context.say, {each.id: each for each in record.sections}
        units = [each for each in sections["purpose"].entries if each.id.startswith(("unit", "neighbours"))]
        self._protected.setText("\n".join(self._line(each) for each in units if each.id != "unit-in-words"))
        for identity, label in self._told.items():
            section = sections[identity]
            lines = [
                say(N_("{label}: {line}", label=each.label, line=self._line(each)))
                for each in section.entries
            ]
            label.setText("\n".join((*lines, *(f"• {say(each)}" for each in section.told))))

    def _line(self, entry: Entry) -> str:
        """What an entry says, and where that comes from."""
        say, beside = self._context.say, entry.beside
        text = entry.said if isinstance(entry.said, str) else say(entry.said)
        if beside is None:
            return text
        return f"{text} – {beside if isinstance(beside, str) else say(beside)}"


_TITLES = {
    "start": N_("The limit it started from"),
    "chosen": N_("Chosen setting"),
    "meaning": N_("In plain words"),
    "unprotected": N_("What is not protected"),
}
