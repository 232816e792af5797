"""Who signed the plan off: a line at the top of its card, the question, and what a locked plan allows."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.core.release_messages import PlanOpened
from explorer.app.release.plan.plan_sign_off import (
    AWAITED,
    HONEST,
    INCOMPLETE,
    Standing,
    signed,
    standing,
    unlocked,
)
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.fold import READS
from explorer.gui.widgets.question import Question
from explorer.gui.widgets.wordy_check import WordyCheck
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal
from explorer.release.plan.signatures import SignOff

_WIDTH = 460
_TWO = N_("A second, different person must sign it off too before it is released")
_LONGEST = 120  # characters of a name
HELD = N_("This plan is locked: it runs unchanged or not at all. Make an unlocked copy to change it")


class SignOffRow(QWidget):
    """Who signed off and what that holds. `act` is the link with what can be done about it, to be placed."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._seen: str | None = None
        self._standing = Standing()
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(2))
        self._line = context.label(None, "body", self, wrap=True)
        self._why = context.label(None, "muted", self, wrap=True)
        self.act = QToolButton(parent)
        self.act.setObjectName("link")
        self.act.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.act.clicked.connect(self._pressed)
        lines.addWidget(self._line)
        lines.addWidget(self._why)

    def show_plan(self, text: str) -> bool:
        """Show how the plan stands; whether it is locked."""
        if text == self._seen:
            return self._standing.locked
        self._seen = text
        now = self._standing = standing(text)
        say = self._context.say
        self.setVisible(now.line is not None)
        for label, sentence in ((self._line, now.line), (self._why, now.why if now.locked else None)):
            label.setText(say(sentence) if sentence is not None else "")
            label.setVisible(sentence is not None)
        words = N_("Second sign-off …") if now.awaits else N_("Unlocked copy")
        self.act.setText(say(words if now.locked else N_("Sign off …")))
        self.act.setEnabled(now.locked or now.signable)
        help = now.missing or INCOMPLETE
        if now.locked:
            help = AWAITED if now.awaits else N_("The same plan without the sign-off: it can be changed")
        self.act.setToolTip("" if now.signable else say(help))
        return now.locked

    def _pressed(self) -> None:
        store = self._context.store
        if self._standing.locked and not self._standing.awaits:
            store.dispatch(PlanOpened(unlocked(store.state.releasing.plan)))
        else:
            SignOffQuestion(self._context, self._standing.awaits).open()


class SignOffQuestion(Question):
    """Asks who answers for the plan, and locks it. `second` : it is locked and awaits its second signer."""

    def __init__(self, context: Context, second: bool = False) -> None:
        super().__init__(context, _WIDTH)
        self._context = context
        self._text = context.store.state.releasing.plan
        say, size = context.say, context.theme.size
        self.setWindowTitle(say(N_("Sign off the plan")))
        lines = self.lines
        lines.addWidget(context.label(N_("Sign off the plan"), "section", self))
        lines.addWidget(context.label(AWAITED if second else HONEST, "body", self, wrap=True))
        self._sign = QPushButton(say(N_("Sign off and lock")), self)
        self._form = QGridLayout()
        self._form.setHorizontalSpacing(size(12))
        self._form.setVerticalSpacing(size(8))
        self._name = self._asked_for(N_("full name"))
        self._role = self._asked_for(N_("role"))
        self._statement = self._asked_for(N_("statement"))
        self._statement.setMaxLength(2 * _LONGEST)
        self._statement.setPlaceholderText(say(N_("purpose of the agreement")))
        self._today = date.today().isoformat()
        words = context.label(N_("{date}, today", date=self._today), "body", self)
        self._add_row(N_("date"), words)
        lines.addLayout(self._form)
        self._two = None if second else WordyCheck(say(_TWO), self)
        if self._two is not None:
            lines.addWidget(self._two)
        lines.addSpacing(size(4))
        self._refusal = context.label(None, "refusal", self, wrap=True)
        self._refusal.setVisible(False)
        lines.addWidget(self._refusal)
        lines.addLayout(self._buttons())
        self._weigh()

    def _asked_for(self, words: Sentence) -> QLineEdit:
        line = QLineEdit(self)
        line.setMaxLength(_LONGEST)
        line.setAccessibleName(self._context.say(words))
        line.textChanged.connect(self._weigh)
        self._add_row(words, line)
        return line

    def _add_row(self, words: Sentence, widget: QWidget) -> None:
        row = self._form.rowCount()
        self._form.addWidget(self._context.label(words, "muted", self), row, 0)
        self._form.addWidget(widget, row, 1)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        if self._two is None:  # the plan is locked: what else can be done with it
            copy = QPushButton(self._context.say(N_("Unlocked copy")), self)
            copy.setAutoDefault(False)
            copy.clicked.connect(self._unlocked)
            row.addWidget(copy)
        row.addStretch(1)
        cancel = QPushButton(self._context.say(N_("Cancel")), self)
        cancel.clicked.connect(self.reject)
        self._sign.setProperty("primary", True)
        self._sign.clicked.connect(self._signed)
        for button in (cancel, self._sign):
            button.setAutoDefault(False)
            row.addWidget(button)
        return row

    def _unlocked(self) -> None:
        self._context.store.dispatch(PlanOpened(unlocked(self._text)))
        self.accept()

    def _weigh(self) -> None:
        """Somebody must be named."""
        self._sign.setEnabled(bool(self._name.text().strip()))

    def _signed(self) -> None:
        who = SignOff(self._name.text(), self._today, self._role.text(), self._statement.text())
        try:
            text = signed(self._text, who, self._two is not None and self._two.isChecked())
        except Refusal as refusal:
            self._refusal.setText(self._context.say(refusal.sentence))
            self._refusal.setVisible(True)
            return
        self._context.store.dispatch(PlanOpened(text, self._context.store.state.releasing.plan_path))
        self.accept()


def hold(context: Context, form: QWidget) -> None:
    """Every field of a locked plan can be read and copied, and not changed; each says why."""
    why = context.say(HELD)
    form.setStyleSheet("QLineEdit, QPlainTextEdit, QComboBox { background: transparent; }")
    lines: list[QLineEdit | QPlainTextEdit] = [*form.findChildren(QLineEdit)]
    for line in (*lines, *form.findChildren(QPlainTextEdit)):
        if line.property(READS):
            continue
        line.setReadOnly(True)
        line.setToolTip(why)
    for kind in (QAbstractButton, QComboBox, QAbstractSpinBox, QAbstractSlider):
        for widget in form.findChildren(kind):
            if not isinstance(widget, InfoButton) and not widget.property(READS):
                widget.setEnabled(False)
                widget.setToolTip(why)
