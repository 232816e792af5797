"""The rows of a record that there are several of: rejected settings, deployments, questions, signatures."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.core import decision_messages as said
from explorer.app.core.decision import SIGNATURES, Decision, Reply
from explorer.app.core.state import State
from explorer.app.core.wording import release
from explorer.app.explore.deployments import CAUTION, by_name
from explorer.app.explore.risk_summary import with_setting
from explorer.app.record.checklist import ANSWERS, QUESTIONS
from explorer.app.record.decision_updates import REJECTED
from explorer.app.record.record_sections import SIGNERS, deployment_key
from explorer.gui.fields.number_rows import WordyButton, refusal_line, show_refusal
from explorer.gui.record.written import WrittenLine
from explorer.gui.shell.context import Context
from explorer.gui.widgets.label import Label
from explorer.mark import N_, Sentence

_LIST_HEIGHT = 168


class RejectedRows(QWidget):
    """The settings that were weighed and not chosen: taken over from A, each with its reason."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._rows: list[tuple[QWidget, Label, WrittenLine]] = []
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(context.theme.size(6))
        self._take = WordyButton(context.say(N_("Record the pinned setting A as rejected")), self)
        self._take.clicked.connect(lambda: context.store.dispatch(said.SettingRejected()))
        self._lines.addWidget(self._take)
        hint = N_("Pin a release as A (Ctrl+B) while you compare; it can then be recorded here.")
        self._hint = context.label(hint, "label", self, wrap=True)
        self._lines.addWidget(self._hint)
        self._refusal = refusal_line(context, self)
        self._lines.addWidget(self._refusal)

    def _row(self, place: int) -> tuple[QWidget, Label, WrittenLine]:
        context, box = self._context, QWidget(self)
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        setting = context.label(None, "body", box, wrap=True)
        grid.addWidget(setting, 0, 0, 1, 2)
        reason = WrittenLine(context, N_("reason"), lambda text: said.RejectionExplained(place, text), box)
        reason.setPlaceholderText(context.say(N_("why it was rejected")))
        grid.addWidget(reason, 1, 0)
        drop = QPushButton(context.say(N_("Remove")), box)
        drop.setAutoDefault(False)
        drop.clicked.connect(lambda: context.store.dispatch(said.RejectionDropped(place)))
        grid.addWidget(drop, 1, 1)
        self._lines.addWidget(box)
        return box, setting, reason

    def show_state(self, state: State) -> None:
        """Show what is rejected."""
        held = state.decision.rejected
        while len(self._rows) < len(held):
            self._rows.append(self._row(len(self._rows)))
        for place, (box, setting, reason) in enumerate(self._rows):
            box.setVisible(place < len(held))
            if place < len(held):
                setting.setText(self._context.say(release(with_setting(state, held[place].setting))))
                reason.show_text(held[place].reason)
        self._take.setEnabled(state.pinned is not None)
        self._hint.setVisible(state.pinned is None and not held)
        show_refusal(self._context, self._refusal, state, REJECTED)


class DeploymentList(QWidget):
    """Every recorded deployment, to be ticked once somebody has looked at it."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = context.store
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(6))
        lines.addWidget(context.label(CAUTION, "label", self, wrap=True))
        self._list = QListWidget(self)
        self._list.setAccessibleName(context.say(N_("Published deployments looked at")))
        self._list.setFixedHeight(context.theme.size(_LIST_HEIGHT))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        for each in by_name():
            words = N_("{name} – {promise}", name=each.name, promise=each.promise)
            item = QListWidgetItem(context.say(words))
            item.setToolTip("\n".join(map(context.say, each.sentences)))
            item.setData(Qt.ItemDataRole.UserRole, deployment_key(each))
            item.setCheckState(Qt.CheckState.Unchecked)
            self._list.addItem(item)
        self._list.itemChanged.connect(self._ticked)
        lines.addWidget(self._list)

    def _ticked(self, item: QListWidgetItem) -> None:
        looked = item.checkState() is Qt.CheckState.Checked
        self._store.dispatch(said.DeploymentLookedAt(item.data(Qt.ItemDataRole.UserRole), looked))

    def show_decision(self, decision: Decision) -> None:
        """Show which were looked at."""
        blocked = self._list.blockSignals(True)
        for row in range(self._list.count()):
            item = self._list.item(row)
            looked = item.data(Qt.ItemDataRole.UserRole) in decision.looked_at
            item.setCheckState(Qt.CheckState.Checked if looked else Qt.CheckState.Unchecked)
        self._list.blockSignals(blocked)


class ChecklistRows(QWidget):
    """Each question with what the program knows, an answer and a remark."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._facts: dict[str, Label] = {}
        self._replies: dict[str, QComboBox] = {}
        self._remarks: dict[str, WrittenLine] = {}
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(12))
        for question in QUESTIONS:
            lines.addLayout(self._row(question.id))

    def _row(self, identity: str) -> QGridLayout:
        context = self._context
        question = next(each for each in QUESTIONS if each.id == identity)
        grid = QGridLayout()
        grid.setHorizontalSpacing(context.theme.size(8))
        grid.setVerticalSpacing(context.theme.size(2))
        grid.setColumnStretch(1, 1)
        words = context.label(question.words, "body", self, wrap=True)
        grid.addWidget(words, 0, 0, 1, 2)
        fact = self._facts[identity] = context.label(None, "label", self, wrap=True)
        grid.addWidget(fact, 1, 0, 1, 2)
        box = self._replies[identity] = QComboBox(self)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)  # its first line changes
        box.setAccessibleName(context.say(question.words))
        box.addItem(context.say(N_("as the program knows")), None)
        for reply, told in ANSWERS.items():
            box.addItem(context.say(told), reply.value)
        box.activated.connect(partial(self._replied, identity))
        grid.addWidget(box, 2, 0)
        remark = self._remarks[identity] = WrittenLine(
            context,
            N_("remark: {question}", question=question.words),
            partial(said.RecordWritten, f"remark.{identity}"),
            self,
        )
        remark.setPlaceholderText(context.say(N_("remark")))
        grid.addWidget(remark, 2, 1)
        return grid

    def _replied(self, identity: str, _: int) -> None:
        value = self._replies[identity].currentData()
        reply = None if value is None else Reply(value)
        self._context.store.dispatch(said.QuestionAnswered(identity, reply))

    def show_state(self, state: State) -> None:
        """Show what is known and answered."""
        say = self._context.say
        for question in QUESTIONS:
            known, box = question.known(state), self._replies[question.id]
            first = N_("not answered")
            if known.reply is not None:
                first = N_("{known} (program)", known=ANSWERS[known.reply])
            box.setItemText(0, say(first))
            own = state.decision.reply(question.id)
            box.setCurrentIndex(0 if own is None else 1 + list(ANSWERS).index(own))
            self._facts[question.id].setText("" if known.fact is None else say(known.fact))
            self._remarks[question.id].show_text(state.decision.text(f"remark.{question.id}"))


class SignatureRows(QWidget):
    """Name, role and date of those who sign, and the day of review."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._fields: dict[str, WrittenLine] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(context.theme.size(6))
        for column, share in enumerate((0, 5, 4, 3)):
            self._grid.setColumnStretch(column, share)
        for place in range(SIGNATURES):
            self._grid.addWidget(context.label(SIGNERS[place], "label", self), place, 0)
            for column, (part, words) in enumerate(_PARTS.items(), 1):
                name = N_("{signer}: {part}", signer=SIGNERS[place], part=words)
                self._add(f"signed.{place}.{part}", name, place, column, words)
        self._grid.addWidget(context.label(N_("to be reviewed on"), "label", self), SIGNATURES, 0)
        self._add("review", N_("to be reviewed on"), SIGNATURES, 1, N_("date, such as 2027-01-31"))
        self._refusal = refusal_line(context, self)
        self._grid.addWidget(self._refusal, SIGNATURES + 1, 0, 1, 4)

    def _add(self, field: str, name: Sentence, row: int, column: int, hint: Sentence) -> None:
        line = self._fields[field] = WrittenLine(
            self._context,
            name,
            partial(said.RecordWritten, field),
            self,
        )
        line.setPlaceholderText(self._context.say(hint))
        self._grid.addWidget(line, row, column)

    def show_state(self, state: State) -> None:
        """Show what is filled in, and which date is none."""
        for field, line in self._fields.items():
            line.show_text(state.decision.text(field))
        fields = (f"decision.{field}" for field in self._fields)
        show_refusal(self._context, self._refusal, state, *fields)


_PARTS = {"name": N_("full name"), "role": N_("role"), "date": N_("date")}
