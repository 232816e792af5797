"""Typed instead of ε: the noise margin that is needed. The ε that gives it is shown, and taken on a press."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from explorer.app.core.release_messages import PlanEdited
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.core.wording import plan_unit
from explorer.app.release.plan.margin_solver import (
    Declined,
    EpsilonFor,
    answer_of,
    question_of,
    read_wish,
    solved_sentence,
    wish_words,
)
from explorer.app.release.plan.plan_noise import shown_query
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.jobs import Answered
from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import Refusal
from explorer.release.plan.declarations import ReleasePlan

_EACH, _JOINT = "each", "joint"


class MarginField(Field):
    """No part of the plan: a question about it, answered in the background."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(context, "margin", N_("required margin"), parent)
        self._wish: int | None = None
        self._last, self._epsilon = "", ""
        self._why: Refusal | None = None
        self.editor = TypedLine(self)
        self.editor.setPlaceholderText(context.say(N_("± rows")))
        self.editor.setMinimumWidth(40)
        self.editor.editingFinished.connect(self._finished)
        self.editor.given_up.connect(self._given_up)
        self.hold(self.editor)
        self.which = QComboBox(self)
        self.which.addItem(context.say(N_("each count")), _EACH)
        self.which.addItem(context.say(N_("simultaneous")), _JOINT)
        self.which.setAccessibleName(context.say(N_("which margin")))
        self.which.activated.connect(self._turned)
        self._info = InfoButton(context, "plan-margin-needed", self)
        self.row.addWidget(self.which)
        self.row.addWidget(self._info)
        under = QHBoxLayout()
        under.setContentsMargins(0, 0, 0, 0)
        self.use = QToolButton(self)
        self.use.setObjectName("link")
        self.use.clicked.connect(self._used)
        self.use.setVisible(False)
        under.addWidget(self.use)
        under.addStretch(1)
        self.layout().addLayout(under)  # type: ignore[union-attr]

    # What a person does

    def _finished(self) -> None:
        text = self.editor.text()
        if text == self._last:
            return
        self._last, self._wish, self._why = text, None, None
        self.editor.setModified(False)
        try:
            self._wish = read_wish(text) if text.strip() else None
        except Refusal as refusal:
            self._why = refusal.kept()
        self._turned()

    def _given_up(self) -> None:
        self.editor.setText("")
        self._finished()

    def _turned(self, *_: object) -> None:
        self._context.store.request_frame()

    def _used(self) -> None:
        if self._epsilon:
            self._context.store.dispatch(PlanEdited("privacy.epsilon", self._epsilon))

    # What is shown

    def question(self, state: State, plan: ReleasePlan | None) -> EpsilonFor | None:
        """What is asked about the query that the preview shows."""
        if plan is None or self._wish is None:
            return None
        joint = self.which.currentData() == _JOINT
        return question_of(plan, shown_query(state, plan), self._wish, joint)

    def wanted(self, state: State, plan: ReleasePlan | None) -> tuple[Request, ...]:
        """The question, while there is one."""
        question = self.question(state, plan)
        return () if question is None else (question,)

    def refuse(self, refusal: Refusal | None, hint: bool = False) -> None:
        """Its own refusal: the plan has none of this field."""
        super().refuse(self._why or refusal, hint)

    def follow(self, state: State, plan: ReleasePlan | None, answers: Answered) -> None:
        """The answer, beside what the plan spends now."""
        if plan is not None:
            unit, each = wish_words(plan.queries[shown_query(state, plan)])
            self.editor.setPlaceholderText(self._context.say(unit))
            self.which.setItemText(0, self._context.say(each))
        question = self.question(state, plan)
        answer = None if question is None else answer_of(question, answers)
        declined = answer.sentence if isinstance(answer, Declined) else None
        super().refuse(self._why if declined is None else Refusal(declined, "margin"))
        self._epsilon = ""
        status: Sentence | None = None
        if plan is not None and question is not None and not isinstance(answer, Declined):
            self._info.of(plan_unit(plan))
            status = N_("looking for the ε …")
            if answer is not None:
                status = solved_sentence(plan, question, answer)
                self._epsilon = "" if answer.epsilon == exact_text(plan.privacy.epsilon) else answer.epsilon
        self.tell(status)
        self.use.setVisible(bool(self._epsilon))
        self.use.setText(self._context.say(N_("use ε = {epsilon}", epsilon=self._epsilon)))
