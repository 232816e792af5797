"""New cards are not painted before they are filled: until then the window shows what it showed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from explorer.gui.shell.store import Store

LONGEST = 5000  # milliseconds in which a store is to render: then it is painted anyway, also after a fault


class FirstFrame(QObject):
    """Holds what a window paints, from now until what can be seen of it is rendered and laid out.

    Cards are made empty, and what they say changes their height: without this a person sees rows without
    numbers and pictures without curves for a moment, then each step of the layout. Where painting is held
    already, nothing changes. Who makes one calls `follow` or `rendered`, however long it takes until then,
    and also where it fails. `done` once it is painted.
    """

    done = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window, self._holds = window, window.updatesEnabled()
        self._rendered = self._painted = False
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._paint)
        if self._holds:
            window.setUpdatesEnabled(False)

    def follow(self, store: Store) -> None:
        """Until this store has rendered; its first frames are of cards that nobody can see yet."""
        store.painted.connect(self._followed)
        self._late.start(LONGEST)

    def _followed(self) -> None:
        content = self._window.centralWidget()
        if content is not None and content.isVisible():
            self.rendered()

    def rendered(self) -> None:
        """All is rendered, or will be before control goes back to Qt: now it is laid out."""
        if not self._rendered:
            self._rendered = True
            QTimer.singleShot(0, self, self._laid_out)  # behind what was asked of the layouts

    def _laid_out(self) -> None:
        QTimer.singleShot(0, self, self._paint)  # and behind what the heads of cards asked for by it

    def _paint(self) -> None:
        if self._painted:
            return
        self._painted = True
        waits = [each for each in self._window.findChildren(FirstFrame) if not each._painted]
        if self._holds and waits:  # one that came meanwhile goes on with it
            waits[0]._holds = True
        elif self._holds:
            self._window.setUpdatesEnabled(True)
            # Qt dropped the request to paint that came meanwhile, and counts it as still to come.
            QCoreApplication.postEvent(self._window, QEvent(QEvent.Type.UpdateRequest))
        QTimer.singleShot(0, self, self._end)  # behind the painting

    def _end(self) -> None:
        self.done.emit()
        self.deleteLater()
