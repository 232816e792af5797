"""Collects Python's cycles in the window's own thread, where Qt's objects may be deleted."""

from __future__ import annotations

import gc
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QGraphicsItem, QWidget
from shiboken6 import getAllValidWrappers, isValid

from explorer.gui.shell.freed_memory import give_back

_EVERY = 1_000  # milliseconds
_YOUNG = 5_000  # objects made since the last collection and still there: less is not worth one
_REST = 10  # so many times without a collection of what is young at most
_WHOLE = 300  # and to one of everything that is not spared
_PORTION = 250  # objects of a content that are emptied at once


class GarbageCollector(QObject):
    """Python collects cycles in whichever thread happens to allocate next, a worker among them, and a widget
    that is part of a cycle must not be deleted there. So its own collection is off while the program runs,
    and everything is collected here, often enough that no collection takes long.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._turn = self._rested = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY)
        self._timer.timeout.connect(self.look)

    def begin(self) -> None:
        """From now on."""
        gc.disable()
        self._timer.start()

    def spare(self) -> None:
        """What is there now is there to the end, as all that was imported: no collection walks through it.

        It must be called while there is no content, which another look replaces: what is spared and goes
        would never be collected.
        """
        gc.freeze()

    def spare_rest(self) -> None:
        """The content has gone, the next is not there yet: what is left of it is collected, the rest spared,
        as what was imported since the start.
        """
        self.collect()
        self.spare()

    def look(self) -> None:
        """Collect what became garbage lately, if that is much; now and then everything."""
        self._turn += 1
        self._rested += 1
        if self._turn % _WHOLE == 0:
            self.collect()
        elif gc.get_count()[0] > _YOUNG or self._rested > _REST:
            self._rested = 0
            gc.collect(1)

    def collect(self) -> None:
        """Everything that is not spared."""
        self._rested = 0
        gc.collect()
        self._give_back_soon()

    def _give_back_soon(self) -> None:
        QTimer.singleShot(0, self, give_back)  # each of both takes some tens of milliseconds

    def end(self) -> None:
        """The window is closed, and the program about to end: what workers still do collects nothing."""
        self._timer.stop()
        gc.unfreeze()


def shown() -> list[object]:
    """Python's objects of all widgets, and of all that stands in pictures."""
    return [each for each in getAllValidWrappers() if isinstance(each, QWidget | QGraphicsItem)]


def emptied(were: list[object]) -> Iterator[None]:
    """Empty those of Python's objects whose part in Qt is deleted, with a pause after each portion.

    Without what they hold few cycles are left of a content that goes: its memory is free at once, and not all
    in the one turn of a collection, which took some tenths of a second. The list is empty afterwards.
    """
    gone = [each for each in were if not isValid(each)]
    were.clear()
    while gone:
        for each in gone[-_PORTION:]:
            getattr(each, "__dict__", {}).clear()
        del gone[-_PORTION:]
        yield
