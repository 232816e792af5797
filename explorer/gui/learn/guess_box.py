"""The question of a step: a number that is typed, or one of several answers; refused beside it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from explorer.app.core.lesson_place import GUESS
from explorer.app.core.state import State
from explorer.app.learn.guess import guess_said
from explorer.gui.access.roving_focus import Roving
from explorer.gui.fields.number_rows import WordyButton, refusal_line, show_refusal
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.shell.context import Context
from explorer.lessons.parts.lesson import Guess, GuessKind
from explorer.mark import N_

_FIELD = 104  # pixels


class GuessBox(QWidget):
    """`typed(text)` and `chosen(place)`, by a person."""

    typed = Signal(str)
    chosen = Signal(int)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._guess: Guess | None = None
        size = context.theme.size
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(size(8))
        self._question = context.label(None, "body", self, wrap=True)
        lines.addWidget(self._question)
        row = QHBoxLayout()
        row.setSpacing(size(8))
        self.field = TypedLine(self)
        self.field.setFixedWidth(size(_FIELD))
        self.field.returnPressed.connect(self._entered)
        self.field.gone_on.connect(self._gone_on)
        self.button = QPushButton(context.say(N_("Guess")), self)
        self.button.clicked.connect(self._entered)
        row.addWidget(self.field)
        row.addWidget(self.button)
        row.addStretch(1)
        lines.addLayout(row)
        self._choices = QVBoxLayout()
        self._choices.setSpacing(size(2))
        lines.addLayout(self._choices)
        self._group = Roving(self)
        self.answers: list[WordyButton] = []
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)
        self._given = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._given)

    # What a person does

    def _entered(self, *_: object) -> None:
        self.field.setModified(False)
        self.typed.emit(self.field.text())

    def _gone_on(self) -> None:
        """What was typed and not entered counts where the focus goes on to anything else."""
        if self.field.isModified() and self.field.text().strip():
            self._entered()

    # What is shown

    def show_guess(self, guess: Guess | None, given: float | None, state: State) -> None:
        """The question of this step, and what was answered; None: it asks nothing."""
        self.setVisible(guess is not None)
        if guess is None:
            self._guess = None
            return
        if guess is not self._guess:
            self._ask(guess)
        say = self._context.say
        if guess.kind is GuessKind.CHOICE:
            self._press(given)
        elif not self.field.isModified() and GUESS not in state.refused:
            text = "" if given is None else say(guess_said(guess, given))
            if text != self.field.text():
                self.field.setText(text)
        show_refusal(self._context, self._refusal, state, GUESS)
        self.field.setProperty("refused", GUESS in state.refused)
        self.field.style().polish(self.field)
        self._given.setVisible(given is not None)
        if given is not None:
            guessed = guess_said(guess, given)
            words = N_("Your guess: {guess}. The answer comes in a later step", guess=guessed)
            self._given.setText(say(words))

    def _ask(self, guess: Guess) -> None:
        """Another question."""
        self._guess = guess
        say, picked = self._context.say, guess.kind is GuessKind.CHOICE
        question = say(guess.question)
        self._question.setText(question)
        self.field.setText("")
        self.field.setModified(False)
        for widget in (self.field, self.button):
            widget.setVisible(not picked)
        self.field.setAccessibleName(say(N_("your guess")))
        self.field.setAccessibleDescription(question)
        self.field.setToolTip(question)
        hint = "%" if guess.kind is GuessKind.SHARE else ""
        self.field.setPlaceholderText(hint)
        for answer in self.answers:
            answer.hide()
            answer.deleteLater()
        self.answers = []
        for place, choice in enumerate(guess.choices if picked else ()):
            answer = WordyButton(say(choice), self)
            answer.setObjectName("answer")
            answer.setCheckable(True)
            answer.clicked.connect(partial(self._picked, place))
            self._choices.addWidget(answer)
            answer.show()
            self.answers.append(answer)
        self._group.take(*self.answers)

    def _picked(self, place: int, *_: object) -> None:
        self.chosen.emit(place)

    def _press(self, given: float | None) -> None:
        for place, answer in enumerate(self.answers):
            answer.setChecked(given is not None and place == int(given))
