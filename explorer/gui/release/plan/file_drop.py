"""A file that is dropped on the window, wherever in it: the one to be released, or a plan."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDropEvent

from explorer.app.core.message import WorkspaceOpened
from explorer.app.core.release_messages import FileChosen
from explorer.app.core.state import Workspace
from explorer.gui.release.plan_files import open_path
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dropped_file import file_of

_KINDS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
_PLAN = ".toml"


class FileDrop(QObject):
    """Watches the window for as long as its owner is there. A control that takes files itself comes first."""

    def __init__(self, context: Context, owner: QObject) -> None:
        super().__init__(owner)
        self._context = context
        context.window.setAcceptDrops(True)
        context.window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whether a file was taken."""
        if event.type() not in _KINDS or not isinstance(event, QDropEvent):
            return False
        path = file_of(event.mimeData())
        if path is None or path.is_dir():
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
