"""One release in the background: counted with progress, cancelled until it is paid, told exactly once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from explorer.gui.shell.worker import Errand
from explorer.privacy.refusal import Refusal
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.publish import spend_and_draw
from explorer.release.sources.table import Interrupted


class Gate:
    """Either it is cancelled or it is paid: whichever is asked for first, from whatever thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = self._paying = False

    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled

    def pay(self) -> bool:
        """From now on nothing can be cancelled; False where it has been."""
        with self._lock:
            self._paying = not self._cancelled
            return self._paying

    def cancel(self) -> bool:
        """Nothing will be paid; False where it is being paid already."""
        with self._lock:
            self._cancelled = not self._paying
            return self._cancelled


class ReleaseErrand(QObject):
    """`drawn`, or `refused`, or nothing if it was cancelled before it was paid; then `ended`, always.

    Cancelling ends it at once, whatever its thread is at (a disk that does not answer, too): the gate holds
    that it cannot pay any more, and what it still finds is dropped.
    """

    progressed = Signal(float)
    paying = Signal()
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
        self._gate = Gate()
        self._over = False

        def pay() -> bool:
            allowed = self._gate.pay()
            if allowed:
                self.paying.emit()
            return allowed

        def act(report: Callable[[float], None]) -> object:
            def told(done: int, size: int) -> None:
                report(done / size if size else 1.0)

            stopped = self._gate.cancelled
            return spend_and_draw(plan, csv, ledger, account, apart, told, stopped, paying=pay)

        self._errand = Errand(act, self)
        self._errand.progressed.connect(self._told)
        self._errand.finished.connect(self._finished)
        self._errand.failed.connect(self._failed)

    def start(self) -> None:
        """Begin; call once."""
        self._errand.start()

    def cancel(self) -> None:
        """End it at once; while it is being paid this does nothing."""
        if not self._over and self._gate.cancel():
            self._over = True
            self.ended.emit()

    def _told(self, share: float) -> None:
        if not self._over:
            self.progressed.emit(share)

    def _finished(self, drawn: object) -> None:
        if not self._over:
            self.drawn.emit(drawn)
        self._end()

    def _failed(self, fault: BaseException) -> None:
        over = self._over
        self._end()
        if isinstance(fault, Refusal):
            if not over:
                self.refused.emit(fault)
        elif not isinstance(fault, Interrupted):
            raise fault

    def _end(self) -> None:
        if not self._over:
            self._over = True
            self.ended.emit()
