"""An event filter over every window of the program."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication


class WindowFilter(QObject):
    """Its `eventFilter` sees what arrives at any window.

    It watches the windows, not the widgets: there an event arrives before Qt hands it on, and Qt's own
    dialogs are covered too. A filter over all events of the application would see the same, but takes a
    tenth of the time in which a window is built.
    """

    def __init__(self, application: QGuiApplication) -> None:
        super().__init__(application)
        application.focusWindowChanged.connect(self.watch)

    def watch(self) -> None:
        """Watch every window that there is; a second time on the same one changes nothing."""
        for window in QGuiApplication.topLevelWindows():
            window.installEventFilter(self)
