"""k, ℓ and t of a table: what is asked on the left, the answer beside it, and the reading in between.

Only this card holds what it finds: no state, no session, no log and no folder. A private file is read each
time only after a person has agreed to that.
"""

from __future__ import annotations

from functools import partial
from typing import cast

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from explorer.app.core.state import State
from explorer.app.learn.class_check import ClassCheck, measure, private_sentence, what_is_missing
from explorer.app.learn.table_classes import MeasuredClasses
from explorer.gui.learn.class_choices import ClassChoices
from explorer.gui.learn.class_result import ClassResult
from explorer.gui.shell.context import Context
from explorer.gui.tasks import BackgroundTask, Run
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.question import Question
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.release.ledger.locations import ledger_folder

_STEPS = 500  # of the progress
_NARROW = 620  # pixels, below which the answer stands under the question
_ASKED = 300
_WIDE = 460  # of the question


class TableClasses(Panel):
    """`busy` while a table is read: that can be cancelled at any time."""

    awaited = N_("A table is being read. Wait until that has ended, or cancel it")

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._task: BackgroundTask | None = None
        self._asked: ClassCheck | None = None  # what is being measured
        self._shown: ClassCheck | None = None  # what was measured
        card.head.add_widget(InfoButton(context, "table-classes", card.head))
        card.head.stand_alone()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._column = Column(context.theme.size(6), self)
        outer.setSpacing(context.theme.size(8))
        outer.addWidget(self._column, 1)
        self._acting(outer)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(context.theme.size(24))
        self._column.lines.addLayout(self._row, 1)
        self._left = self._asking()
        self._result = ClassResult(context, self._column.inside)
        self._row.addWidget(self._left, 0)
        self._row.addWidget(self._result, 1)
        context.window.closing.connect(self._leave)
        self._show_working(False)
        self._weigh()

    def _asking(self) -> QWidget:
        context = self._context
        left = QWidget(self._column.inside)
        lines = QVBoxLayout(left)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(8))
        self.choices = ClassChoices(context, left)
        self.choices.changed.connect(self._changed)
        lines.addWidget(self.choices, 1)
        return left

    def _acting(self, lines: QVBoxLayout) -> None:
        """What computes, in sight however far the choices above it are scrolled."""
        say, acts = self._context.say, QHBoxLayout()
        self._compute = QPushButton(say(N_("Compute k, ℓ and t")), self)
        self._compute.setProperty("primary", True)
        self._compute.clicked.connect(self.begin)
        self._cancel = QPushButton(say(N_("Cancel")), self)
        self._cancel.clicked.connect(self.give_up)
        self._missing = self._context.label(None, "label", self, wrap=True)
        self._progress = QProgressBar(self)
        self._progress.setTextVisible(False)
        self._progress.setRange(0, _STEPS)
        self._progress.setAccessibleName(say(N_("how much of the table is read")))
        acts.setSpacing(self._context.theme.size(8))
        acts.addWidget(self._compute)
        acts.addWidget(self._cancel)
        acts.addWidget(self._missing, 1)
        acts.addWidget(self._progress, 1)
        acts.addStretch(0)
        lines.addLayout(acts)

    # What a person does

    def begin(self) -> None:
        """Read and measure; of a private file only after the question."""
        check = self.choices.check
        if self._task is not None or what_is_missing(check) is not None:
            return
        if not check.private:
            self._run(check)
            return
        question = PrivateRowsQuestion(self._context, check)
        question.accepted.connect(partial(self._run, check))
        question.open()

    def _run(self, check: ClassCheck) -> None:
        """What was found of another table before is gone from now on."""
        if self._task is not None:
            return
        self._asked = check
        if self._shown is not None and self._shown.path != check.path:
            self._clear()
        state = self._context.store.state
        self._task = task = BackgroundTask(partial(_measured, check, state.releasing.csv), self)
        task.progressed.connect(lambda share: self._progress.setValue(round(_STEPS * share)))
        task.done.connect(self._found)
        task.refused.connect(self.choices.refuse)
        task.ended.connect(self._ended)
        self._show_working(True)
        task.start()

    def give_up(self) -> None:
        """Stop reading; nothing of it is shown."""
        if self._task is not None:
            self._task.cancel()

    @property
    def busy(self) -> bool:
        return self._task is not None

    def _leave(self) -> None:
        if self._task is not None:
            self._task.abandon()
        self._clear()

    def _found(self, measured: MeasuredClasses) -> None:
        self._shown = self._asked
        self._result.show_measured(measured, self.choices.check.limits)
        self._weigh()

    def _ended(self) -> None:
        self._task = None
        self._show_working(False)
        self._weigh()

    def _changed(self, check: ClassCheck) -> None:
        """Other limits are for the same classes; of another table nothing more is shown of this one."""
        if self._shown is not None and self._shown.path != check.path:
            self._clear()
        self._result.hold_against(check.limits)
        self._weigh()

    def _clear(self) -> None:
        self._shown = None
        self._result.clear()

    @property
    def held(self) -> tuple[ClassCheck, ClassCheck | None, MeasuredClasses | None]:
        """What is asked; what was found too, unless it is of a private table: no other thing keeps that."""
        private = self._shown is None or self._shown.private
        return self.choices.check, *((None, None) if private else (self._shown, self._result.measured))

    def hold_again(self, held: object) -> None:
        check, shown, measured = cast("tuple[ClassCheck, ClassCheck | None, MeasuredClasses | None]", held)
        self.choices.hold(check)
        if measured is not None:
            self._shown = shown
            self._result.show_measured(measured, check.limits)
        self._weigh()

    # What is shown

    def _weigh(self) -> None:
        check, say = self.choices.check, self._context.say
        missing = what_is_missing(check)
        self._compute.setEnabled(missing is None and self._task is None)
        self._missing.setText("" if missing is None else say(missing))
        self._missing.setVisible(missing is not None)
        stale = self._shown is not None and self._shown.counted != check.counted
        self._result.dim(stale)
        self._card.head.assume(say(self._assumed(check, stale)))

    def _assumed(self, check: ClassCheck, stale: bool) -> Sentence:
        if stale:
            return N_("These numbers are of an earlier choice: compute again")
        if check.private:
            return N_("private rows, for you alone")
        return N_("simulated patients") if check.example else N_("exact, of this table alone")

    def _show_working(self, working: bool) -> None:
        self._progress.setValue(0)
        self._progress.setVisible(working)
        self._cancel.setVisible(working)
        self.choices.setEnabled(not working)

    def show_state(self, state: State, answers: Answered) -> None:
        """Nothing of it is part of the state."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the answer stands under the question."""
        super().resizeEvent(event)
        size = self._context.theme.size
        narrow = self.width() < size(_NARROW)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() is not way:
            self._row.setDirection(way)
        self._left.setMaximumWidth(16777215 if narrow else size(_ASKED))
        self._left.setMinimumWidth(1 if narrow else size(_ASKED))


def _measured(check: ClassCheck, released: str, run: Run) -> MeasuredClasses:
    """In the background: stopped between some thousand rows."""
    return measure(check, released, ledger_folder(), run.report, run.cancelled)


class PrivateRowsQuestion(Question):
    """Accepted where the person wants the rows of this file read; it is asked anew each time."""

    def __init__(self, context: Context, check: ClassCheck) -> None:
        super().__init__(context, _WIDE)
        title = N_("Read a private table")
        self.setWindowTitle(context.say(title))
        self.lines.addWidget(context.label(title, "section", self))
        self.lines.addWidget(context.label(private_sentence(check), "body", self, wrap=True))
        words = N_("To publish counts of this table, use Release: there the rows are protected by noise.")
        self.lines.addWidget(context.label(words, "muted", self, wrap=True))
        self.add_answer(context, N_("Read it for me"), self.accept)
