"""What must hold before the release, the release itself, once, and its export, as often as wanted."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from explorer.app.core.message import Refused
from explorer.app.core.release_messages import ReleaseDrawn, ReleaseStatusGiven
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.release.plan.plan_draft import judged
from explorer.app.release.preflight.preflight_conditions import count_sentence, further_sentence, lines
from explorer.app.release.preflight.preflight_line import Line, Mend
from explorer.app.release.preflight.spend_summary import drawn_of
from explorer.gui.release.plan.file_box import choose_file
from explorer.gui.release.preflight.account_choice import AccountChoice
from explorer.gui.release.preflight.preflight_check import PreflightCheck
from explorer.gui.release.preflight.preflight_lines import ABOUT, PreflightLines
from explorer.gui.release.preflight.preflight_mends import (
    LimitRaise,
    go_to_field,
    go_to_ledger,
    press_in_plan,
    use_dialect,
)
from explorer.gui.release.preflight.publish_side import Side
from explorer.gui.release.publish_export import Exports
from explorer.gui.release.release_agreement import ReleaseAgreement
from explorer.gui.shell.context import Context
from explorer.gui.tasks import BackgroundTask, Run
from explorer.gui.widgets.card import Card
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_
from explorer.privacy.refusal import Refusal
from explorer.release.drawn import Drawn
from explorer.release.ledger.authorization import FileOfAnother
from explorer.release.publish import spend_and_draw
from explorer.release.sources.table_address import place_of

_LEAST = 60  # pixels: two lines of the preflight, in the lowest window


class Publishing(Panel):
    """The steward's last steps: settle each line, release, export."""

    awaited = N_("A release is under way. Wait until it has ended, or cancel it")

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: object = None
        self._focus_due = False  # at what comes next, where a release had it
        self._task: BackgroundTask | None = None
        self._check = PreflightCheck(context)
        self._agreement = ReleaseAgreement(context, self, self._check)
        self._agreement.agreed.connect(self.begin)
        self._agreement.refused.connect(self._refused)
        self._limit = LimitRaise(context, self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(context.theme.size(12))
        left = QVBoxLayout()
        left.setSpacing(context.theme.size(6))
        row.addLayout(left, 1)
        self._exports = Exports(context, self)
        card.head.add_beside_title(self._exports.more, context.theme.size(6))
        left.addWidget(self._exports)  # what was released comes before what another release needs
        self._add_lines(left)
        self._side = Side(context, self, row)
        self._side.release.clicked.connect(self._agreement.ask)
        self._side.cancel.clicked.connect(self._cancelled)
        self._side.lead.clicked.connect(partial(context.window.docks.bring, card))

    def _add_lines(self, left: QVBoxLayout) -> None:
        """They scroll, with what was refused beneath them, so that the button never leaves."""
        context = self._context
        self._lines = PreflightLines(context, self)
        self._account = AccountChoice(context, N_("account"), self._lines.inside, inline=True)
        self._account.named.connect(self._agreement.statement.name)
        for about in ABOUT:
            self._lines.add_row(about, self._account if about == "account" else None)
        self._lines.mended.connect(self._mend)
        self._refusal = context.label(None, "refusal", self._lines.inside, wrap=True)
        self._lines.lines.addWidget(self._refusal)
        self._lines.lines.addStretch(1)
        self._lines.setMinimumHeight(context.theme.size(_LEAST))
        left.addWidget(self._lines, 1)

    # What a person does

    def _mend(self, mend: Mend, field: str) -> None:
        context, state = self._context, self._context.store.state
        if mend is Mend.FILE:
            choose_file(context)
        elif mend is Mend.FIELD:
            go_to_field(context, field)
        elif mend is Mend.DIALECT:
            use_dialect(context, state, self._check.known.look)
        elif mend is Mend.SIGN:
            press_in_plan(context, mend.value)
        elif mend is Mend.LEDGER:
            go_to_ledger(context)
        elif mend is Mend.ACCOUNT:
            self._lines.open_settled()
            self._account.choose()
        elif mend is Mend.LIMIT:
            self._raise_limit()
        elif mend in (Mend.STATE, Mend.NEW):
            self._agreement.statement.ask(mend is Mend.NEW)
        else:
            self._agreement.destination.settle(mend)

    def send_to(self, folder: Path) -> None:
        """The released files go there."""
        self._agreement.destination.send_to(folder)

    def _raise_limit(self) -> None:
        known, question = self._check.known, self._check.question
        if known.ledger is not None and question is not None and question.folder is not None:
            self._limit.ask(known.ledger, known.name, question.folder)

    def begin(self, apart: bool = False) -> None:
        """Spend, then draw, in the background; once. `apart` : what this summary stated."""
        state = self._context.store.state.releasing
        plan, _ = judged(state.plan)
        if plan is None or not state.csv or self._task is not None:
            return
        given = (plan, place_of(state.csv), self._check.ledger(), state.account or None, apart)

        def release(run: Run) -> Drawn:
            said = self._context.store.state.ledger.act  # in the summary that was agreed to
            asked = run.report, run.cancelled
            drawn = spend_and_draw(*given, *asked, paying=run.close, act=said, sheet=state.sheet)
            self._context.demonstration.paid(given[2], drawn.identity)
            return drawn

        self._task = task = BackgroundTask(release, self, gated=True)
        task.progressed.connect(self._side.show_share)
        task.closed.connect(self._paying)
        task.done.connect(self._drawn)
        task.refused.connect(self._refused)
        task.ended.connect(self._ended)
        self._side.show_working(True)
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

    def _cancelled(self) -> None:
        self.give_up()
        if self._task is None:  # else it is being paid already
            self._context.store.dispatch(ReleaseStatusGiven(N_("cancelled: nothing was spent")))

    def _paying(self) -> None:
        """From here on nothing can be taken back."""
        self._side.show_paying()
        self._exports.tell(N_("spending and drawing"))

    def _drawn(self, drawn: Drawn) -> None:
        """Kept in the ledger already: now its files go to the folder that was chosen."""
        self._context.store.dispatch(ReleaseDrawn(drawn))
        known = self._check.known
        if known.folder:
            said = self._context.store.state.ledger.act  # as the release itself is logged
            self._exports.export_to(Path(known.folder), drawn, agreed=known.replaced, act=said)
        self._check.released(drawn.account)

    def _refused(self, refusal: Refusal) -> None:
        if isinstance(refusal, FileOfAnother):  # known from now on, before the next press
            self._check.released(refusal.owner)
        self._context.store.dispatch(Refused("release", refusal))

    def _ended(self) -> None:
        self._task = None
        self._focus_due = self._side.show_working(False)
        self._seen = None
        self._context.store.request_frame()

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return self._check.wanted

    def show_state(self, state: State, answers: Answered) -> None:
        known, refusal = self._check.follow(state, answers), state.refused.get("release")
        seen = (state.releasing, refusal, known)
        if seen == self._seen:
            return
        self._seen = seen
        found = lines(known)
        self._show_lines(state, found)
        self._agreement.destination.follow(found)
        self._agreement.statement.follow(found)
        self._account.show_accounts(known.account, known.ledger)
        before = self._refusal.text()
        self._refusal.setText(self._context.say(refusal.sentence) if refusal else "")
        self._refusal.setVisible(refusal is not None)
        if refusal is not None and self._refusal.text() != before:
            QTimer.singleShot(0, self, self._bring_refusal)  # once it has its place
        self._exports.show_state(state)
        if self._focus_due:
            self._focus_due = False
            self._focus_next()

    def _focus_next(self) -> None:
        """After a release: at what can be done with it, or at the button that makes one."""
        release = self._side.release
        (release if release.isEnabled() else self._exports.first).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_lines(self, state: State, found: tuple[Line, ...]) -> None:
        drawn = bool(drawn_of(state.releasing))
        words = further_sentence(found) if drawn else count_sentence(found)
        self._lines.show_lines(found, words, folded=drawn)
        self._side.show_lines(self._check.known.plan, found, drawn, self._task is not None)

    def _bring_refusal(self) -> None:
        self._lines.ensureWidgetVisible(self._refusal)
