"""What happens once in the background: progress, cancelling until it is too late, and one end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from explorer.privacy.refusal import Refusal
from explorer.release.sources.table import Interrupted


class Gate:
    """Either it is cancelled or the gate is closed: whichever is asked for first, from whatever thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = self._closed = False

    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled

    def close(self) -> bool:
        """From now on nothing can be cancelled; False where it has been."""
        with self._lock:
            self._closed = not self._cancelled
            return self._closed

    def cancel(self) -> bool:
        """From now on the gate cannot be closed; False where it is closed already."""
        with self._lock:
            self._cancelled = not self._closed
            return self._cancelled


@dataclass(frozen=True, slots=True)
class Run:
    """What the function of a task is given: how to report, and what to ask before it goes on."""

    share: Callable[[float], None]
    cancelled: Callable[[], bool]
    close: Callable[[], bool]

    def report(self, done: int, of: int) -> None:
        """So much of the whole is done; a whole of nothing is done at once."""
        self.share(done / of if of else 1.0)


class BackgroundTask(QObject):
    """Runs a function once in a thread of its own; unlike a question it is never repeated or cached.

    `ended` comes exactly once, then `done` with the result, `refused` with a `Refusal`, or neither if it was
    cancelled. A fault that is neither goes to the hook for faults nobody expected. `closed` tells that it can
    no longer be cancelled.

    A `gated` function closes the gate (`Run.close`) before it does what cannot be undone, and stops where
    that is denied. So cancelling ends it at once, whatever its thread is at (a disk that does not answer,
    too), and what it still finds is dropped. Any other function asks `Run.cancelled` now and then: it ends
    when it has stopped, and what it had already begun to write is written and told.
    """

    progressed = Signal(float)
    closed = Signal()
    done = Signal(object)
    refused = Signal(object)
    ended = Signal()
    _reported = Signal(float)
    _came = Signal(object)

    def __init__(self, function: Callable[[Run], object], parent: QObject, gated: bool = False) -> None:
        super().__init__(parent)
        self._function, self._gated, self._over = function, gated, False
        self._gate = Gate()
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="task")
        self._reported.connect(self._progressed, Qt.ConnectionType.QueuedConnection)
        self._came.connect(self._returned, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begin; call once."""
        run = Run(self._reported.emit, self._gate.cancelled, self._close)
        self._executor.submit(self._function, run).add_done_callback(self._tell)

    def _tell(self, future: Future[object]) -> None:
        """Called in its thread, which ends; after the window has gone there is nobody to be told."""
        self._executor.shutdown(wait=False)
        if isValid(self):
            self._came.emit(future)

    def cancel(self) -> None:
        """Stop it; once its gate is closed, or it has ended, this does nothing."""
        if self._gate.cancel() and self._gated:
            self._end()

    def abandon(self) -> None:
        """Cancel, and wait until nothing runs any more: the window closes, and nobody is to be told."""
        self.cancel()
        self._executor.shutdown(wait=True)

    def _close(self) -> bool:
        """Asked by the function, in its thread."""
        allowed = self._gate.close()
        if allowed:
            self.closed.emit()
        return allowed

    def _progressed(self, share: float) -> None:
        if not self._over:
            self.progressed.emit(share)

    def _end(self) -> None:
        if not self._over:
            self._over = True
            self.ended.emit()

    def _returned(self, future: Future[object]) -> None:
        self._executor.shutdown(wait=True)
        dropped = self._over
        self._end()
        self.deleteLater()
        fault = future.exception()
        if fault is None:
            if not dropped:
                self.done.emit(future.result())
        elif isinstance(fault, Refusal):
            if not dropped:
                self.refused.emit(fault)
        elif not isinstance(fault, Interrupted):
            raise fault
