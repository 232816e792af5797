"""A file that is dropped on the window, wherever in it, or on a card that was drawn out of it.

It becomes the one to be released, or the plan.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QDockWidget, QWidget
from shiboken6 import isValid

from explorer.app.core.message import WorkspaceOpened
from explorer.app.core.release_messages import FileChosen
from explorer.app.core.state import Workspace
from explorer.gui.release.plan_files import open_path
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dropped_file import file_of, takes_files
from explorer.release.values.atomic_file import is_folder

_KINDS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
_PLAN = ".toml"


class FileDrop(QObject):
    """Watches the window for as long as its owner is there. A control that takes files itself comes first.

    What is dropped is seen before Qt hands it on: a line to type in would take the path as text.
    """

    def __init__(self, context: Context, owner: QObject) -> None:
        super().__init__(owner)
        self._context = context
        context.window.installEventFilter(self)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusWindowChanged.connect(self._watch)  # a card that is drawn out gets the focus
        self._watch()

    def _windows(self) -> list[QWidget]:
        """The window, and every card of it that stands in a window of its own."""
        window = self._context.window
        if not isValid(window):
            return []
        return [window, *(each for each in window.findChildren(QDockWidget) if each.isFloating())]

    def _watch(self) -> None:
        """A window that was never shown has nothing yet on which a file could be dropped."""
        for window in self._windows():
            window.setAcceptDrops(True)
            handle = window.windowHandle()
            if handle is not None:
                handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whether a file was taken."""
        if event.type() == QEvent.Type.WinIdChange and isValid(self._context.window):
            self._watch()  # an open window that is deleted says so too, when it can be asked nothing more
        if event.type() not in _KINDS or not isinstance(event, QDropEvent):
            return False
        path = file_of(event.mimeData())
        at = event.position().toPoint()
        under = [each.childAt(at) for each in self._windows() if watched in (each, each.windowHandle())]
        if path is None or is_folder(path) or any(map(takes_files, under)):
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self._take(path)
        return True

    def _take(self, path: Path) -> None:
        store = self._context.store
        store.dispatch(WorkspaceOpened(Workspace.RELEASE))
        if path.suffix.lower() == _PLAN:
            open_path(self._context, path)
        else:
            store.dispatch(FileChosen(str(path)))
