"""Another theme, language or type size: the content of the window is built anew behind the window itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from explorer.app.core.message import Settled
from explorer.gui.shell.cover import Cover
from explorer.gui.shell.first_frame import FirstFrame
from explorer.gui.shell.garbage import emptied, shown
from explorer.gui.shell.main_controller import MainController
from explorer.gui.shell.portions import end_portion
from explorer.gui.shell.secondary_window import SecondaryWindow
from explorer.gui.shell.store import Store
from explorer.gui.shell.window import Window
from explorer.gui.tasks import BackgroundTask
from explorer.gui.widgets.theme import Theme
from explorer.language import Language
from explorer.mark import N_
from explorer.release.ledger.demonstration_ledger import Demonstration

_LATER = 200  # milliseconds between two looks whether the look can be changed now


class LookChange(QObject):
    """Waits until nothing is under way that the change would cut off, then changes the look.

    Until the new content is painted, what is on the screen stays there, and keys wait. The state, its
    history, the answers, the layout, the focus and what is half typed are the same before and after.
    `chosen` gives the look that is wanted, `wear` dresses the application, `bare` is called
    when no content is there, and `done` takes the new controller.
    """

    def __init__(
        self,
        window: Window,
        chosen: Callable[[], tuple[Theme, Language]],
        wear: Callable[[Theme, Language], None],
        demonstration: Demonstration | None,
        bare: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(window)
        self._window, self._chosen, self._wear, self._demonstration = window, chosen, wear, demonstration
        self._bare = bare
        self._waiting: Cover | None = None
        self._asked: tuple[MainController, Callable[[MainController], None]] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._change)

    def change(self, old: MainController, done: Callable[[MainController], None]) -> None:
        """Change it now, or as soon as nothing is under way; the last wish is the one that counts."""
        self._asked = (old, done)
        self._change()

    @property
    def waiting(self) -> bool:
        """Whether a look is wished for that is not worn yet."""
        return self._asked is not None

    def _change(self) -> None:
        if self._asked is None:
            return
        window, (theme, language) = self._window, self._chosen()
        if (theme, language.code) == (window.theme, window.language.code):
            self._end()
        elif running(window) or in_hand() or self._asked[0].building or window.findChildren(FirstFrame):
            if running(window) and self._waiting is None:
                words = N_("The look changes when what is running has ended")
                self._waiting = Cover(window, window.theme, window.language.say(words))
            self._timer.start(_LATER)
        else:
            old, done = self._asked
            self._end()
            new = self._covered(old, theme, language)
            done(new)
            old.forget()
            if self._asked is not None:  # again, meanwhile
                self._asked = (new, self._asked[1])

    def _end(self) -> None:
        self._asked = None
        self._timer.stop()
        if self._waiting is not None:
            self._waiting.deleteLater()
            self._waiting = None

    def _covered(self, old: MainController, theme: Theme, language: Language) -> MainController:
        """Build it anew; where that fails the window is painted, and can be closed."""
        window = self._window
        cover = Cover(window, window.theme, window.language.say(N_("Changing the look …")))
        first_frame = FirstFrame(window)
        old.building = True  # from now on, also between two portions
        try:
            new = self._rebuilt(old, theme, language)
        except BaseException:
            first_frame.rendered()
            old.building = False
            raise
        finally:
            cover.deleteLater()
        first_frame.done.connect(new.furnish_behind)
        first_frame.follow(new.store)
        return new

    def _rebuilt(self, old: MainController, theme: Theme, language: Language) -> MainController:
        window, kept, welcoming = self._window, old.view(), old.welcoming
        old.store.dispatch(Settled())  # a value that was just moved is a step to undo
        old.leave()
        were = shown()
        clear(window)
        for _ in emptied(were):
            end_portion()
        self._bare()
        end_portion()
        self._wear(theme, language)  # while there is nothing to be styled anew
        window.change_look(theme, language)
        end_portion()
        new = MainController(
            window,
            old.store.state,
            old.store.history,
            front_only=True,
            demonstration=self._demonstration,
            worker=old.worker,
            kept=kept,
            keeper=old.keeper,
        )
        for each in staying(window):
            each.put_on(new.context)
        if welcoming:
            new.show_welcome()
        else:
            kept.focus_again(window)
        QTimer.singleShot(0, window, partial(kept.put_back, window))
        return new


def running(window: QWidget) -> bool:
    """Whether something is counted, paid, written or tested that belongs to the content of the window."""
    return bool(window.findChildren(BackgroundTask))


def in_hand() -> bool:
    """Whether a question or a menu is open, or a mouse button held."""
    held = QGuiApplication.mouseButtons() is not Qt.MouseButton.NoButton
    return (
        held or QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None
    )


def staying(window: QWidget) -> list[SecondaryWindow]:
    """The windows beside it that are there in every look."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    return [each for each in window.findChildren(SecondaryWindow, options=direct) if each.stays]


def clear(window: Window) -> None:
    """Delete the content of the window, and all that belongs to it: at once, so that nothing of it acts."""
    focused = QApplication.focusWidget()
    while focused is not None and focused is not window:
        focused.blockSignals(True)  # a field that goes hands on nothing that is half typed
        focused = focused.parentWidget()
    beside = staying(window)
    for dialog in beside:
        dialog.take_off()
    going: list[QObject] = [*window.take_content()]
    for child in window.children():
        stays = isinstance(child, Cover) or child is window.windowHandle() or child in beside
        if isinstance(child, QWidget | QAction | QMenu | Store) and not stays and child not in going:
            going.append(child)
    for each in going:
        each.deleteLater()
        QCoreApplication.sendPostedEvents(each, QEvent.Type.DeferredDelete)
