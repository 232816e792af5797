"""Collects Python's cycles in the window's own thread, where Qt's objects may be deleted."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from explorer.gui.shell.freed_memory import give_back

_EVERY = 10_000  # milliseconds
_WHOLE = 30  # so many collections of what is young to one of everything


class GarbageCollector(QObject):
    """Python collects cycles in whichever thread happens to allocate next, a worker among them, and a widget
    that is part of a cycle must not be deleted there. So its own collection is off while the program runs,
    and everything is collected here.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._turn = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY)
        self._timer.timeout.connect(self.collect)

    def begin(self) -> None:
        """From now on."""
        gc.disable()
        self._timer.start()

    def spare(self) -> None:
        """What is there now is there to the end, as all that was imported: no collection walks through it.

        It must be called while there is no content yet, which another look replaces: what is spared and goes
        would never be collected.
        """
        gc.freeze()

    def collect(self) -> None:
        """What became garbage lately, which takes a few milliseconds; now and then everything."""
        self._turn += 1
        whole = self._turn % _WHOLE == 0
        gc.collect(2 if whole else 1)
        if whole:
            QTimer.singleShot(0, self, give_back)  # both take some tens of milliseconds: each in its own turn

    def whole_next(self) -> None:
        """A whole content has gone: the next collection is one of everything, or its memory lies idle for
        minutes, while the next one takes as much again.
        """
        self._turn = -1

    def end(self) -> None:
        """The window is closed, and the program about to end: what workers still do collects nothing."""
        self._timer.stop()
        gc.unfreeze()
