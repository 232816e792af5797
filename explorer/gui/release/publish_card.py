"""Choose the file, see what is spent and what remains, release once, export as often as wanted."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
)

from explorer.app.core.message import Refused
from explorer.app.core.release_messages import AccountNamed, FileChosen, ReleaseDrawn, ReleaseStatusGiven
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.ledger.ledger_view import LedgerRead
from explorer.app.release.plan_draft import judged
from explorer.app.release.spend_summary import Outlay, again, drawn_of, outlay, outlay_in
from explorer.gui.ledger.shown_ledger import charged
from explorer.gui.release.first_line import FirstLine
from explorer.gui.release.publish_export import Exports, weigh
from explorer.gui.release.release_summary import ReleaseSummary
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import CSV_FILES, DATA, ask_file
from explorer.gui.tasks import BackgroundTask, Run
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.language import readable
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused, NotValid, Refusal
from explorer.release.drawn import Drawn
from explorer.release.publish import spend_and_draw

_FACTS_HEIGHT = 84  # pixels: the file, the account and two lines, in the lowest window
_CHANGED = N_("what you agreed to has changed, so nothing was spent: check the summary again")


class Publishing(Panel):
    """The steward's last steps, in the order in which they are done."""

    awaited = N_("A release is under way. Wait until it has ended, or cancel it")

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: object = None
        self._task: BackgroundTask | None = None
        self._outlay: Outlay | None = None
        self._reading: BackgroundTask | None = None
        self._question: LedgerRead | None = None
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(8))
        lines.addWidget(self._facts(), 1)
        self._progress = QProgressBar(self)
        self._progress.setTextVisible(False)
        self._progress.setVisible(False)
        lines.addWidget(self._progress)
        self._add_acts(lines)

    def _facts(self) -> Column:
        """The file, the account, and what is said of them: they scroll, so that the buttons never leave."""
        context = self._context
        column = Column(context.theme.size(8), self)
        row = QHBoxLayout()
        self._add_file(row)
        self._add_account(row)
        column.lines.addLayout(row)
        self._sum = context.label(None, "body", column.inside, wrap=True)
        self._first_line = FirstLine(context, column.inside)
        self._refusal = context.label(None, "refusal", column.inside, wrap=True)
        for each in (self._sum, self._first_line, self._refusal):
            column.lines.addWidget(each)
        column.lines.addStretch(1)
        column.setMinimumHeight(context.theme.size(_FACTS_HEIGHT))
        self._column = column
        return column

    def _add_file(self, row: QHBoxLayout) -> None:
        self._choose = QPushButton(self._context.say(N_("Choose the file …")), self)
        self._choose.clicked.connect(self._chosen)
        self._path = QLabel(self)
        self._path.setObjectName("muted")
        self._path.setTextFormat(Qt.TextFormat.PlainText)
        row.addWidget(self._choose)
        row.addWidget(self._path)
        row.addStretch(1)

    def _add_account(self, row: QHBoxLayout) -> None:
        label = QLabel(self._context.say(N_("account")), self)
        label.setObjectName("muted")
        self._account = QLineEdit(self)
        self._account.setPlaceholderText("default")
        self._account.setFixedWidth(self._context.theme.size(140))
        self._account.setAccessibleName(label.text())
        self._account.editingFinished.connect(self._named)
        row.addWidget(label)
        row.addWidget(self._account)

    def _add_acts(self, lines: QVBoxLayout) -> None:
        row = QHBoxLayout()
        self._release = QPushButton(self)
        self._release.clicked.connect(self._asked)
        self._cancel = QPushButton(self._context.say(N_("Cancel")), self)
        self._cancel.setVisible(False)
        self._cancel.clicked.connect(self._cancelled)
        self._exports = Exports(self._context, self)
        for widget in (self._release, self._cancel):
            row.addWidget(widget)
        row.addWidget(self._exports, 1)
        lines.addLayout(row)

    # What a person does

    def _chosen(self) -> None:
        path = ask_file(self._context, self, N_("Choose the file"), DATA, CSV_FILES)
        if path is not None:
            self._context.store.dispatch(FileChosen(str(path)))

    def _named(self) -> None:
        account = self._account.text().strip()
        if account != self._context.store.state.releasing.account:
            self._context.store.dispatch(AccountNamed(account))

    def _asked(self) -> None:
        """What is spent must be agreed to; nothing can give it back. The ledger is read anew for it."""
        releasing, ledger, terms = self._context.store.state.releasing, self._ledger(), self._terms()
        plan, _ = judged(releasing.plan)
        if plan is None or self._reading is not None:
            return
        account = releasing.account or None
        self._reading = BackgroundTask(lambda _: outlay(plan, account, ledger), self)
        self._reading.ended.connect(partial(setattr, self, "_reading", None))
        self._reading.refused.connect(self._refused)
        self._reading.done.connect(partial(self._summed, terms))
        self._reading.start()

    def _terms(self) -> tuple[object, ...]:
        """What a person agrees to: it may not change between the summary and the spend."""
        now = self._context.store.state.releasing
        return now.plan, now.csv, now.account, len(now.drawn)

    def _summed(self, terms: tuple[object, ...], found: Outlay) -> None:
        if terms != self._terms():
            self._asked()
            return
        releasing = self._context.store.state.releasing
        name = Path(releasing.csv).name
        summary = ReleaseSummary(self._context, found, name, again(drawn_of(releasing)))
        summary.agreed.connect(partial(self._agreed, terms))
        summary.open()

    def _agreed(self, terms: tuple[object, ...], apart: bool) -> None:
        if terms == self._terms():
            self.begin(apart)
        else:
            self._refused(NotValid(_CHANGED, "release"))

    def begin(self, apart: bool = False) -> None:
        """Spend, then draw, in the background; once. `apart` : what this summary stated."""
        state = self._context.store.state.releasing
        plan, _ = judged(state.plan)
        if plan is None or not state.csv or self._task is not None:
            return
        given = (plan, Path(state.csv), self._ledger(), state.account or None, apart)

        def release(run: Run) -> Drawn:
            said = self._context.store.state.ledger.act  # in the summary that was agreed to
            return spend_and_draw(*given, run.report, run.cancelled, paying=run.close, act=said)

        self._task = task = BackgroundTask(release, self, gated=True)
        task.progressed.connect(self._progressed)
        task.closed.connect(self._paying)
        task.done.connect(self._drawn)
        task.refused.connect(self._refused)
        task.ended.connect(self._ended)
        self._show_working(True)
        self._exports.tell(N_("counting the rows; nothing is spent yet"))
        task.start()

    @property
    def busy(self) -> bool:
        """Whether a release is under way, or something of it is being written."""
        return self._task is not None or self._exports.busy

    def give_up(self) -> None:
        """Before it is paid; what is paid is drawn and kept first."""
        if self._task is not None:
            self._task.cancel()

    def _ledger(self) -> Path | None:
        """The person's own, or the temporary one of the shipped examples."""
        context = self._context
        return context.demonstration.ledger_for(context.store.state.releasing.csv)

    def _cancelled(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._task is None:  # else it is being paid already
            self._context.store.dispatch(ReleaseStatusGiven(N_("cancelled: nothing was spent")))

    def _paying(self) -> None:
        """From here on nothing can be taken back."""
        self._cancel.setEnabled(False)
        self._exports.tell(N_("spending and drawing"))

    def _progressed(self, share: float) -> None:
        self._progress.setValue(round(100 * share))

    def _drawn(self, drawn: Drawn) -> None:
        self._context.store.dispatch(ReleaseDrawn(drawn))

    def _refused(self, refusal: Refusal) -> None:
        self._context.store.dispatch(Refused("release", refusal))

    def _ended(self) -> None:
        self._task = None
        self._show_working(False)
        self._seen = None
        self._context.store.request_frame()

    def _show_working(self, working: bool) -> None:
        self._progress.setValue(0)
        self._progress.setVisible(working)
        self._cancel.setVisible(working)
        self._cancel.setEnabled(working)
        self._release.setEnabled(not working)

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        ledger = () if self._question is None else (self._question,)
        return (*ledger, *self._first_line.wanted)

    def show_state(self, state: State, answers: Answered) -> None:
        self._first_line.follow(state, answers)
        self._question, ledger = charged(self._context, state, answers)
        seen = (state.releasing, state.refused.get("release"), ledger)
        if seen == self._seen:
            return
        self._seen = seen
        releasing, say = state.releasing, self._context.say
        self._path.setText(readable(Path(releasing.csv).name) if releasing.csv else say(N_("no file yet")))
        self._path.setToolTip(readable(releasing.csv))
        if not self._account.hasFocus():
            self._account.setText(releasing.account)
        plan, _ = judged(releasing.plan) if releasing.plan else (None, ())
        refusal = state.refused.get("release")
        self._outlay = None
        words = N_("Complete the plan first.") if plan is None else N_("the ledger is being read")
        if plan is not None and ledger is not None and ledger.refused is not None:
            refusal, words = refusal or LedgerRefused(ledger.refused), N_("Nothing can be spent.")
        elif plan is not None and ledger is not None:
            self._outlay = outlay_in(plan, releasing.account or None, ledger, self._ledger() is not None)
        self._sum.setText(say(self._outlay.line if self._outlay else words))
        over = self._outlay is not None and self._outlay.over
        calm = "muted" if drawn_of(releasing) else "refusal"  # what was just released needs no second draw
        self._sum.setObjectName(calm if over else "body")
        self._sum.style().polish(self._sum)
        self._card.head.assume(say(self._outlay.account_line) if self._outlay else "")
        self._refusal.setText(say(refusal.sentence) if refusal else "")
        self._refusal.setVisible(refusal is not None)
        if refusal is not None:
            QTimer.singleShot(0, self, self._bring_refusal)  # once it has its place
        self._show_acts(state, ready=self._outlay is not None and bool(releasing.csv))

    def _bring_refusal(self) -> None:
        self._column.ensureWidgetVisible(self._refusal)

    def _show_acts(self, state: State, ready: bool) -> None:
        releasing, say = state.releasing, self._context.say
        drawn = drawn_of(releasing)
        words: Sentence = N_("Release again: spends again …") if drawn else N_("Release …")
        self._release.setText(say(words))
        self._release.setEnabled(ready and self._task is None)
        weigh(self._release, not drawn)
        self._exports.show_state(state)
