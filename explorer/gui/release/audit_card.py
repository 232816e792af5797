"""Test this release: the black-box audit on simulated people, its certified bound beside the claim."""

from __future__ import annotations

import math
import time
from functools import partial

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from explorer.app.core.message import Refused
from explorer.app.core.release_messages import AuditRunsChosen, ReleaseTested
from explorer.app.core.state import State
from explorer.app.release import release_test
from explorer.app.release.plan.plan_draft import judged
from explorer.gui.fields.number_field import NumberField
from explorer.gui.release.audit_strip import AuditStrip
from explorer.gui.shell.context import Context
from explorer.gui.tasks import BackgroundTask, Run
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.label import Label
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.language import editable
from explorer.mark import N_, Sentence, at_least, at_most
from explorer.privacy.audit_bound import RUNS
from explorer.privacy.refusal import Refusal
from explorer.release.audit.black_box import Verdict, trial
from explorer.release.plan.declarations import ReleasePlan

_FACTS: tuple[tuple[str, Sentence], ...] = (
    ("test-lower-bound", N_("empirical lower bound")),
    ("test-claim", N_("claimed")),
    ("test-largest", N_("largest ε that this many runs can certify")),
)

_STEPS = 500  # of the progress: more would only wake the window
_PAUSE = 2e-4  # seconds after each run in which the window has the interpreter to itself


def _tested(plan: ReleasePlan, runs: int, run: Run) -> Verdict:
    """The verdict on a plan, in the background: cancelled between two runs."""
    shown_step = -1

    def tell(done: int, of: int) -> None:
        nonlocal shown_step
        time.sleep(_PAUSE)
        if (step := _STEPS * done // of) != shown_step:
            shown_step = step
            run.report(done, of)

    return trial(plan, runs, progress=tell, cancelled=run.cancelled)


class Testing(Panel):
    """The button above; what the last test showed beneath."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: object = None
        self._task: BackgroundTask | None = None
        self._plan, self._began, self._share = "", 0.0, 0.0
        size = context.theme.size
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(size(8))
        outer.addLayout(self._acts())
        self._refusal = context.label(None, "refusal", self, wrap=True)
        outer.addWidget(self._refusal)
        self._progress = QProgressBar(self)
        self._progress.setTextVisible(False)
        self._progress.setRange(0, _STEPS)
        outer.addWidget(self._progress)
        self._column = Column(size(6), self)
        self._what = context.label(release_test.WHAT, "muted", self._column.inside, wrap=True)
        self._column.lines.addWidget(self._what)
        self._column.lines.addWidget(self._result())
        self._column.lines.addStretch(1)
        outer.addWidget(self._column, 1)
        context.window.closing.connect(self._leave)
        self._show_working(False)
        for later in (self._refusal, self._found):
            later.setVisible(False)

    def _acts(self) -> QHBoxLayout:
        context, say = self._context, self._context.say
        row = QHBoxLayout()
        self._test = QPushButton(say(N_("Test this release")), self)
        self._test.clicked.connect(self.begin)
        self._cancel = QPushButton(say(N_("Cancel")), self)
        self._cancel.clicked.connect(self._cancelled)
        name = context.label(RUNS.title, "muted", self)
        self._runs = NumberField(context.theme, self, edged=True)
        name.setBuddy(self._runs)
        self._runs.hold(context.theme.size(84), self._test.sizeHint().height())
        self._runs.setAccessibleName(say(RUNS.title))
        self._runs.typed.connect(self._typed)
        self._runs.mended.connect(self._mended)
        self._runs.stepped.connect(self._stepped)
        self._left = context.label(None, "muted", self)
        for widget in (self._test, self._cancel, self._runs, name):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self._left)
        return row

    def _result(self) -> QWidget:
        context, self._found = self._context, QWidget(self._column.inside)
        size = context.theme.size
        lines = QVBoxLayout(self._found)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(size(6))
        row = QHBoxLayout()
        row.setSpacing(size(24))
        self._numbers: list[Label] = []
        for fact, words in _FACTS:
            row.addLayout(self._number(fact, words))
        self._strip = AuditStrip(context, self._found)
        row.addWidget(self._strip, 1)
        lines.addLayout(row)
        self._judgement = context.label(None, "body", self._found, wrap=True)
        self._details = [context.label(None, "label", self._found, wrap=True) for _ in range(3)]
        for label in (self._judgement, *self._details):
            lines.addWidget(label)
        return self._found

    def _number(self, fact: str, words: Sentence) -> QGridLayout:
        """A number with its “i”, and what it is beneath."""
        context, grid = self._context, QGridLayout()
        grid.setHorizontalSpacing(context.theme.size(6))
        grid.setVerticalSpacing(0)
        value = context.label(None, "section", self._found)
        grid.addWidget(value, 0, 0)
        info = InfoButton(context, fact, self._found)
        info.of(N_("for two simulated tables of this plan"))
        grid.addWidget(info, 0, 1)
        grid.addWidget(context.label(words, "label", self._found), 1, 0, 1, 3)
        grid.setColumnStretch(2, 1)
        self._numbers.append(value)
        return grid

    # What a person does

    def begin(self) -> None:
        """Test the plan as it stands, in the background."""
        state = self._context.store.state.releasing
        plan, _ = judged(state.plan)
        if plan is None or self._task is not None:
            return
        self._plan, self._began, self._share = state.plan, time.monotonic(), 0.0
        self._task = task = BackgroundTask(partial(_tested, plan, state.trial_runs), self)
        task.progressed.connect(self._progressed)
        task.done.connect(self._tested)
        task.refused.connect(self._refused)
        task.ended.connect(self._ended)
        self._show_working(True)
        task.start()

    def _cancelled(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _leave(self) -> None:
        """The window closes: nothing is paid for, so nobody waits for more than one run."""
        if self._task is not None:
            self._task.abandon()

    def _typed(self, text: str) -> None:
        self._context.store.dispatch(AuditRunsChosen(text))

    def _mended(self) -> None:
        self._context.store.dispatch(AuditRunsChosen(str(self._context.store.state.releasing.trial_runs)))

    def _stepped(self, steps: int) -> None:
        runs = self._context.store.state.releasing.trial_runs + 100 * steps
        self._context.store.dispatch(AuditRunsChosen(str(min(max(runs, int(RUNS.low)), int(RUNS.high)))))

    def _progressed(self, share: float) -> None:
        self._share = share
        self._progress.setValue(round(_STEPS * share))
        spent = time.monotonic() - self._began
        if spent > 1 and share > 0:
            left = math.ceil(spent * (1 - share) / share)
            self._left.setText(self._context.say(N_("about {seconds:plain} s to go", seconds=left)))

    def _tested(self, verdict: Verdict) -> None:
        self._context.store.dispatch(ReleaseTested(self._plan, verdict))

    def _refused(self, refusal: Refusal) -> None:
        self._context.store.dispatch(Refused("testing", refusal))

    def _ended(self) -> None:
        self._task = None
        self._show_working(False)
        self._seen = None
        self._context.store.request_frame()

    # What is shown

    def _show_working(self, working: bool) -> None:
        self._progress.setValue(0)
        self._progress.setVisible(working)
        self._cancel.setVisible(working)
        self._test.setEnabled(not working)
        self._left.setText("")

    def show_state(self, state: State, answers: Answered) -> None:
        releasing, say = state.releasing, self._context.say
        refusal = state.refused.get("testing.runs") or state.refused.get("testing")
        seen = (releasing.plan, releasing.trial_runs, releasing.tested, refusal)
        if seen == self._seen:
            return
        self._seen = seen
        wrong = "testing.runs" in state.refused
        self._runs.show_text(editable(releasing.trial_runs, 7), wrong)
        self._runs.refuse(wrong)
        plan = judged(releasing.plan)[0] if releasing.plan else None
        self._test.setEnabled(plan is not None and self._task is None)
        self._test.setToolTip("" if plan is not None else say(N_("Complete the plan first.")))
        self._refusal.setText(say(refusal.sentence) if refusal is not None else "")
        self._refusal.setVisible(refusal is not None)
        self._found.setVisible(releasing.tested is not None)
        self._what.setVisible(releasing.tested is None)
        if releasing.tested is not None:
            self._show_verdict(releasing.tested[1], release_test.is_stale(state))
        else:
            self._card.head.assume("")

    def _show_verdict(self, verdict: Verdict, stale: bool) -> None:
        say = self._context.say
        values = (
            N_("ε ≥ {lower}", lower=at_least(verdict.lower_bound)),
            release_test.claim(verdict),
            N_("ε = {largest}", largest=at_most(verdict.largest)),
        )
        for label, value in zip(self._numbers, values, strict=True):
            label.setText(say(value))
        self._strip.show_verdict(verdict, stale)
        self._judgement.setText(say(release_test.judgement(verdict)))
        ink = "faint" if stale else "refused" if verdict.violated else "ink"
        self._judgement.tint(self._context.theme.colour(ink))
        parts = (release_test.seen(verdict), release_test.pair(verdict), release_test.done(verdict))
        for label, words in zip(self._details, parts, strict=True):
            label.setText(say(words))
        dim((*self._numbers, *self._details), stale)
        old = N_("The plan has changed since it was tested: test it again")
        self._card.head.assume(say(old) if stale else "")
