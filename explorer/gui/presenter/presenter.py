"""Opens and closes what an audience and a speaker see, as the state says; the window stays as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.mark import N_

if TYPE_CHECKING:
    from explorer.gui.presenter.notes_window import NotesWindow
    from explorer.gui.presenter.screen import Screen


class Presenter(QObject):
    """The presentation of one window. `screen` and `notes` are there once they were opened."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self._context = context
        self.screen: Screen | None = None
        self.notes: NotesWindow | None = None
        context.store.painted.connect(self.follow)
        context.window.closing.connect(self._hide)

    def begin(self) -> None:
        """Present the cards of the workspace in front that are open, the one in focus first."""
        from explorer.app.core.presenter_messages import PresentationBegun
        from explorer.gui.presenter.presented_card import cards_of, first_of  # nor for these

        store, window = self._context.store, self._context.window
        cards = cards_of(self._context)
        if not cards:
            words = N_("No card is open here. Open one, or another workspace, then press F5")
            tell(window, self._context.say(words))
            return
        store.dispatch(PresentationBegun(cards, first_of(self._context, cards)))
        self.follow()

    def follow(self) -> None:
        """There is a screen while something is presented."""
        there = self.screen is not None and self.screen.isVisible()
        if bool(self._context.store.state.presentation.cards) != there:
            if there:
                self._leave()
            else:
                self._open()

    def _open(self) -> None:
        from explorer.gui.presenter.screen import Screen  # no start waits for it

        context = self._context
        if self.screen is None:
            self.screen = Screen(context)
            self.screen.notes_wanted.connect(self.open_notes)
            context.store.add(self.screen)
        self.screen.setGeometry(context.window.screen().geometry())
        self.screen.build()
        self.screen.showFullScreen()
        self.screen.activateWindow()
        if len(QGuiApplication.screens()) > 1:
            self.open_notes()
        context.store.request_frame()

    def open_notes(self) -> None:
        """On a screen of its own where there is one."""
        from explorer.gui.presenter.notes_window import NotesWindow

        context = self._context
        if self.notes is None:
            self.notes = NotesWindow(context)
            context.store.add(self.notes)
        others = [each for each in QGuiApplication.screens() if each is not context.window.screen()]
        if others:
            self.notes.move(others[0].availableGeometry().topLeft())
        self.notes.show()
        self.notes.raise_()
        self.notes.activateWindow()
        context.store.request_frame()

    def _hide(self) -> None:
        for window in (self.screen, self.notes):
            if window is not None:
                window.hide()

    def retire(self) -> None:
        """The window gets another presenter: it no longer has what this one opened."""
        self._context.window.closing.disconnect(self._hide)
        self.deleteLater()  # the window would hold it, and with it all that it had shown, to its end

    def _leave(self) -> None:
        self._hide()
        self._context.window.activateWindow()
