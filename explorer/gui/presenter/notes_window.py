"""The speaker's notes: a window for another screen, with the card in hand and the one that comes next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout

from explorer.app.core.presenter_messages import CardTurned, NotesWritten, PresentationReset, ScreenFrozen
from explorer.app.core.state import LONGEST_NOTES, State
from explorer.app.presenter.lesson_steps import notes_in
from explorer.app.presenter.presentation import following, notes_of, place, presenting
from explorer.gui.presenter.presented_card import title_for
from explorer.gui.shell.context import Context
from explorer.gui.widgets.plain_text import PlainText
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence

_TURNS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}


class NotesText(PlainText):
    """Page Up and Page Down are the presentation's, wherever the focus is: `turned(by)`."""

    turned = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = _TURNS.get(Qt.Key(event.key()), 0)
        if by and event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            self.turned.emit(by)
        else:
            super().keyPressEvent(event)


class NotesWindow(Panel):
    """What the audience does not see. Kept with the session, card by card."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window, Qt.WindowType.Window)
        self._context, self._card = context, ""
        self.setWindowTitle(context.say(N_("Notes")))
        self.setAccessibleName(self.windowTitle())
        size = context.theme.size
        self.resize(size(520), size(480))
        lines = QVBoxLayout(self)
        lines.setContentsMargins(size(16), size(16), size(16), size(16))
        lines.setSpacing(size(8))
        self._here = context.label(None, "section", self, wrap=True)
        self._screen = context.label(None, "muted", self, wrap=True)
        self.text = NotesText(self)
        self.text.setAccessibleName(context.say(N_("Notes")))
        self.text.setPlaceholderText(context.say(N_("Notes to this card. Only you see them.")))
        self.text.edited.connect(self._written)
        self.text.turned.connect(self._turn)
        self._next = context.label(None, "body", self, wrap=True)
        self._given = context.label(None, "body", self, wrap=True)
        for widget in (self._here, self._screen, self._given):
            lines.addWidget(widget)
        lines.addWidget(self.text, 1)
        lines.addWidget(self._next)
        lines.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.back = self._button(N_("Back"), row)
        self.forward = self._button(N_("Next"), row)
        self.freeze = self._button(N_("Freeze the screen"), row)
        self.freeze.setCheckable(True)
        self.reset = self._button(N_("Reset"), row)
        row.addStretch(1)
        self.back.clicked.connect(lambda: self._turn(-1))
        self.forward.clicked.connect(lambda: self._turn(1))
        self.freeze.clicked.connect(lambda frozen: self._context.store.dispatch(ScreenFrozen(frozen)))
        self.reset.clicked.connect(lambda: self._context.store.dispatch(PresentationReset()))
        return row

    def _button(self, name: Sentence, row: QHBoxLayout) -> QPushButton:
        button = QPushButton(self._context.say(name), self)
        row.addWidget(button)
        return button

    def _turn(self, by: int) -> None:
        self._context.store.dispatch(CardTurned(by))

    def _written(self, text: str) -> None:
        if self._card:
            self._context.store.dispatch(NotesWritten(self._card, text[:LONGEST_NOTES]))

    def show_state(self, state: State, answers: Answered) -> None:
        if not presenting(state):
            return
        say, shown = self._context.say, state.presentation
        at, later = place(shown), following(shown)
        values = {"place": at + 1, "all": len(shown.cards)}
        title = title_for(state, shown.card)
        self._here.setText(say(N_("{place} of {all}: {title}", title=title, **values)))
        given = notes_in(shown.card)
        self._given.setVisible(bool(given))
        self._given.setText("\n\n".join(say(each) for each in given))
        frozen = shown.frozen
        self._screen.setVisible(frozen is not None)
        if frozen is not None:
            seen = title_for(frozen, frozen.presentation.card)
            self._screen.setText(
                say(N_("The screen is frozen: the audience still sees “{title}”", title=seen))
            )
        coming = N_("This is the last card")
        if later:
            coming = N_("Next: {title}", title=title_for(state, later))
        self._next.setText(say(coming))
        self.back.setEnabled(at > 0)
        self.forward.setEnabled(bool(later))
        self.freeze.setChecked(frozen is not None)
        self._show_text(shown.card, notes_of(shown, shown.card))

    def _show_text(self, card: str, text: str) -> None:
        """Another card's notes; those that are being typed stay under the hand."""
        if card == self._card and text == self.text.toPlainText()[:LONGEST_NOTES]:
            return
        self._card = card
        self.text.show_text(text)
