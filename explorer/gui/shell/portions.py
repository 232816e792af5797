"""Long work on the content of the window, done in portions, with a turn of the event loop between two."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject
from PySide6.QtGui import QGuiApplication, QInputEvent, QWindow
from shiboken6 import isValid


def end_portion() -> None:
    """Let timers, painting, answers and the system have a turn; what a person does waits until all is built.

    Keys and clicks would meet content that is half there. The system's own stay in Qt's queue, and what comes
    by another way is put off, in its order.
    """
    if QCoreApplication.instance() is None:
        return
    held, windows = _HeldInput(), QGuiApplication.allWindows()
    for window in windows:  # where input comes first: a filter of the application would see each event of all
        window.installEventFilter(held)
    QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    for window in windows:
        if isValid(window):
            window.removeEventFilter(held)
    held.post_again()


class _HeldInput(QObject):
    def __init__(self) -> None:
        super().__init__()
        self._came: list[tuple[QWindow, QEvent]] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, QWindow) or not isinstance(event, QInputEvent):
            return False
        self._came.append((watched, event.clone()))
        return True

    def post_again(self) -> None:
        """Behind all that waits already."""
        for window, event in self._came:
            if isValid(window):
                QCoreApplication.postEvent(window, event)
