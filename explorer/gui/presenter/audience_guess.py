"""The guess of an audience, typed or chosen on the presented screen, in type that a room can read."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from explorer.app.core.lesson_messages import LessonChosen, LessonGuessed
from explorer.app.core.lesson_place import GUESS
from explorer.app.learn.lesson_way import way_of
from explorer.gui.learn.guess_box import GuessBox
from explorer.gui.presenter.sizes import BODY, Sizes
from explorer.gui.shell.context import Context
from explorer.gui.widgets.theme import BODY as WINDOW_BODY
from explorer.gui.widgets.theme import Theme
from explorer.mark import N_

_WIDE = 640  # pixels of the design


class AudienceGuess(QDialog):
    """The question of the step in hand with its field or its answers; it closes once a guess is taken."""

    def __init__(self, context: Context, screen: QWidget) -> None:
        super().__init__(screen)
        self._context, sizes = context, Sizes(screen.size())
        self.setWindowTitle(context.say(N_("The audience's guess")))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        large = Theme(context.theme.name, sizes.scale * BODY / WINDOW_BODY)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(*(sizes.size(24),) * 4)
        self.box = GuessBox(replace(context, theme=large), self)
        self.setStyleSheet(f"QLabel, QLineEdit, QPushButton {{ font-size: {sizes.size(BODY)}px; }}")
        self.box.typed.connect(lambda text: self._take(LessonGuessed(text)))
        self.box.chosen.connect(lambda place: self._take(LessonChosen(place)))
        lines.addWidget(self.box)
        self._lines, self._wide = lines, min(sizes.size(_WIDE), screen.width() - sizes.size(48))
        self._show()

    def _take(self, message: LessonGuessed | LessonChosen) -> None:
        self._context.store.dispatch(message)
        if GUESS in self._context.store.state.refused:
            self._show()
        else:
            self.accept()

    def _show(self) -> None:
        state = self._context.store.state
        way = way_of(state)
        self.box.show_guess(way.step.guess, way.guess_at(way.step.id), state)
        self._lines.activate()
        self.resize(self._wide, self._lines.totalHeightForWidth(self._wide))  # also for what is refused


def ask_audience(context: Context, screen: QWidget) -> None:
    """Ask, where the step in hand asks anything."""
    if way_of(context.store.state).step.guess is not None:
        AudienceGuess(context, screen).open()
