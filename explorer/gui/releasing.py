"""One release in the background: counted with progress, cancelled until it is paid, told exactly once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from explorer.gui.worker import Errand
from explorer.privacy.refusal import Refusal
from explorer.release.declared import ReleasePlan
from explorer.release.publish import spend_and_draw
from explorer.release.source import Interrupted


class ReleaseErrand(QObject):
    """`drawn`, or `refused`, or nothing if it was cancelled before it was paid; then `ended`, always."""

    progressed = Signal(float)
    drawn = Signal(object)
    refused = Signal(object)
    ended = Signal()

    def __init__(
        self,
        plan: ReleasePlan,
        csv: Path,
        ledger: Path | None,
        account: str | None,
        apart: bool,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._stop = threading.Event()

        def act(report: Callable[[float], None]) -> object:
            def told(done: int, size: int) -> None:
                report(done / size if size else 1.0)

            return spend_and_draw(plan, csv, ledger, account, apart, told, self._stop.is_set)

        self._errand = Errand(act, self)
        self._errand.progressed.connect(self.progressed)
        self._errand.finished.connect(self._finished)
        self._errand.failed.connect(self._failed)

    def start(self) -> None:
        """Begin; call once."""
        self._errand.start()

    def cancel(self) -> None:
        """Stop counting; once it is paid this does nothing."""
        self._stop.set()

    def _finished(self, drawn: object) -> None:
        self.drawn.emit(drawn)
        self._end()

    def _failed(self, fault: BaseException) -> None:
        self._end()
        if isinstance(fault, Refusal):
            self.refused.emit(fault)
        elif not isinstance(fault, Interrupted):
            raise fault

    def _end(self) -> None:
        self.ended.emit()
        self.deleteLater()
