"""Keys on the screen of a lesson: a digit plays the action of that number, 0 draws anew, G asks the guess."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from explorer.app.core.lesson_messages import LessonPlayed, LessonRedrawn
from explorer.app.presenter.lesson_steps import is_step
from explorer.gui.shell.context import Context

MOST = 9  # actions that have a key


class LessonKeys(QObject):
    """The keys of one screen; on any other card, and while it is frozen, they do nothing."""

    def __init__(self, context: Context, screen: QWidget) -> None:
        super().__init__(screen)
        self._context = context
        for digit in range(MOST + 1):
            action = QAction(screen)
            action.setShortcut(QKeySequence(str(digit)))
            action.triggered.connect(partial(self._pressed, digit))
            screen.addAction(action)
        guess = QAction(screen)
        guess.setShortcut(QKeySequence("G"))
        guess.triggered.connect(lambda _=False: self._guess(screen))
        screen.addAction(guess)

    def _guess(self, screen: QWidget) -> None:
        presentation = self._context.store.state.presentation
        if is_step(presentation.card) and presentation.frozen is None:
            from explorer.gui.presenter.audience_guess import ask_audience  # with the lessons themselves

            ask_audience(self._context, screen)

    def _pressed(self, digit: int, *_: object) -> None:
        store = self._context.store
        presentation = store.state.presentation
        if not is_step(presentation.card) or presentation.frozen is not None:
            return
        from explorer.app.learn.lesson_way import way_of  # with the lessons themselves
        from explorer.app.learn.step_scene import shown

        if digit == 0:
            if way_of(store.state).step.redraws:
                store.dispatch(LessonRedrawn())
            return
        scene = shown(store.state, store.jobs.answers).scene
        actions = () if scene is None else scene.actions
        if digit <= len(actions) and actions[digit - 1].refusal is None:
            store.dispatch(LessonPlayed(actions[digit - 1].id))
