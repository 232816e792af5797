"""The actions of a step: a button each, why one cannot be pressed now, and another draw."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app.core.lesson_messages import LessonPlayed, LessonRedrawn
from explorer.gui.fields.number_rows import WordyButton, link
from explorer.gui.shell.context import Context
from explorer.gui.widgets.label import Label
from explorer.lessons.parts.scene import Action
from explorer.mark import N_


class ActionList(QWidget):
    """Buttons stay while the ids of the actions do: the focus stays where it was pressed."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(context.theme.size(6))
        self.buttons: dict[str, tuple[WordyButton, Label]] = {}
        self._redraw = link(context, N_("New draw"), self)
        self._redraw.setToolTip(context.say(N_("Other simulated people and other noise")))
        self._redraw.clicked.connect(lambda: context.store.dispatch(LessonRedrawn()))
        self._lines.addWidget(self._redraw)
        self.setMinimumWidth(1)

    def show_actions(self, actions: tuple[Action, ...], redraws: bool) -> None:
        """These, in their order."""
        say = self._context.say
        if tuple(self.buttons) != tuple(each.id for each in actions):
            self._build(actions)
        for action in actions:
            button, why = self.buttons[action.id]
            button.say(say(action.label))
            button.setEnabled(action.refusal is None)
            why.setVisible(action.refusal is not None)
            if action.refusal is not None:
                why.setText(say(action.refusal))
        self._redraw.setVisible(redraws)
        self.setVisible(bool(actions) or redraws)

    def _build(self, actions: tuple[Action, ...]) -> None:
        for widgets in self.buttons.values():
            for widget in widgets:
                widget.hide()
                widget.deleteLater()
        self.buttons = {}
        for place, action in enumerate(actions):
            button = WordyButton(self._context.say(action.label), self)
            button.clicked.connect(partial(self._played, action.id))
            why = self._context.label(None, "label", self, wrap=True)
            self._lines.insertWidget(2 * place, button)
            self._lines.insertWidget(2 * place + 1, why)
            button.show()
            self.buttons[action.id] = (button, why)

    def _played(self, action: str, *_: object) -> None:
        self._context.store.dispatch(LessonPlayed(action))
