"""A question over the window: one width, as high as its words need; and one whose answer is carried out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout

from explorer.gui.shell.context import Context
from explorer.gui.shell.window import Window
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

_FITTING = (QEvent.Type.LayoutRequest, QEvent.Type.Show)


class FittedDialog(QDialog):
    """What is said stands in `lines`. What is said later makes it higher.

    Qt measures a dialog before it knows its width, so that wrapped words would leave gaps.
    """

    def __init__(self, window: Window, width: int) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        size = window.theme.size
        self.setFixedWidth(size(width))
        self.lines = QVBoxLayout(self)
        self.lines.setContentsMargins(size(20), size(18), size(20), size(16))
        self.lines.setSpacing(size(10))

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in _FITTING:
            self._fit()
        return done

    def _fit(self) -> None:
        lines = self.lines
        high = lines.totalHeightForWidth(self.width()) if lines.hasHeightForWidth() else -1
        high = high if high >= 0 else lines.totalSizeHint().height()
        if high != self.height():
            self.resize(self.width(), high)


class Question(FittedDialog):
    """A dialog that asks something over the window."""

    def __init__(self, context: Context, width: int) -> None:
        super().__init__(context.window, width)

    def add_answer(self, context: Context, words: Sentence, answered: Callable[[], None]) -> QPushButton:
        """The buttons at its end: to leave, and the answer that Enter gives, which is returned."""
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = QPushButton(context.say(N_("Cancel")), self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        answer = QPushButton(context.say(words), self)
        answer.setProperty("primary", True)
        answer.setDefault(True)
        answer.clicked.connect(answered)
        for button in (cancel, answer):
            row.addWidget(button)
        self.lines.addLayout(row)
        return answer


class ActQuestion(Question):
    """A question whose answer is carried out while it stays open: it closes when that is done.

    A class of this kind puts its fields into `lines`, then calls `add_act`. Its `ready` says whether what is
    filled in can be carried out, and `asked_for` has it carried out; `weigh` is for every change of a field.
    """

    def __init__(self, context: Context, width: int) -> None:
        super().__init__(context, width)
        self._say = context.say
        self._working = False
        self._refusal = context.label(None, "refusal", self, wrap=True)
        self._refusal.setVisible(False)

    def ready(self) -> bool:
        """Whether what is filled in and agreed to can be carried out."""
        raise NotImplementedError

    def asked_for(self) -> None:
        """The answer was given. A `Refusal` that is raised is said, and nothing is carried out."""
        raise NotImplementedError

    def add_act(self, words: Sentence) -> None:
        """What was refused, and at the end the buttons: to leave, and to carry it out."""
        self.lines.addWidget(self._refusal)
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = QPushButton(self._say(N_("Cancel")), self)
        cancel.clicked.connect(self.reject)
        self._act = QPushButton(self._say(words), self)
        self._act.setProperty("primary", True)
        self._act.clicked.connect(self._answered)
        for button in (cancel, self._act):
            button.setAutoDefault(False)
            row.addWidget(button)
        self.lines.addLayout(row)
        self.weigh()

    def weigh(self) -> None:
        """Let the button be pressed where the answer can be carried out."""
        self._act.setEnabled(self.ready() and not self._working)

    def _answered(self) -> None:
        self._refusal.setVisible(False)
        self._working = True
        self.weigh()
        try:
            self.asked_for()
        except Refusal as refusal:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal) -> None:
        """Say why it was not done; what was filled in stays."""
        self._refusal.setText(self._say(refusal.sentence))
        self._refusal.setVisible(True)
        self._working = False
        self.weigh()

    def done(self, result: int) -> None:
        """Not while it is carried out."""
        if not self._working:
            super().done(result)

    def close_done(self) -> None:
        """It was carried out."""
        self._working = False
        self.accept()
