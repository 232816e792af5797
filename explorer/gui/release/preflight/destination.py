"""Where the released files go: chosen beside its line, or asked for by the button of the release."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from explorer.app.release.preflight.preflight_line import Line, Mend
from explorer.gui.release.preflight.preflight_check import PreflightCheck
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import TABLES, ask_folder, free_folder, may_replace
from explorer.mark import N_
from explorer.release.sources.table_address import place_name

Terms = Callable[[], tuple[object, ...]]


class Destination(QObject):
    """`settled` once a folder that was asked for by `ask` was looked at, and a release can go there."""

    settled = Signal()

    def __init__(self, context: Context, parent: QWidget, check: PreflightCheck) -> None:
        super().__init__(parent)
        self._context, self._over, self._check = context, parent, check
        self._awaited: tuple[Terms, tuple[object, ...]] | None = None

    def settle(self, mend: Mend) -> None:
        """What a button beside the line does."""
        known = self._check.known
        if mend is Mend.NEW_FOLDER:
            self.send_to(free_folder(Path(self._check.folder), Path(place_name(known.csv)).stem))
        elif mend is Mend.FOLDER:
            self._choose()
        elif known.place is not None:
            if may_replace(self._context, self._over, list(known.place.names)):
                self._check.replace()
            self._context.store.request_frame()

    def send_to(self, folder: Path) -> None:
        """The released files go there."""
        self._check.send_to(str(folder))
        self._context.store.request_frame()

    def ask(self, terms: Terms) -> None:
        """For a release: it goes on where nothing of its `terms` changes while the folder is looked at."""
        if self._choose():
            self._awaited = terms, terms()

    def follow(self, found: tuple[Line, ...]) -> None:
        """What is settled now; a folder that will not do is said in its line, and nothing goes on."""
        if self._awaited is None or any(line.waiting for line in found):
            return
        (terms, agreed), self._awaited = self._awaited, None
        if agreed == terms() and all(line.settled for line in found):
            QTimer.singleShot(0, self, self.settled.emit)  # no question opens while a frame is rendered

    def _choose(self) -> bool:
        title = N_("Choose a folder for the released files")
        folder = ask_folder(self._context, self._over, title, TABLES)
        if folder is not None:
            self.send_to(folder)
        return folder is not None
