"""Background work in the window: one thread for questions, one for the release that is paid for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, Signal

from explorer.jobs import Jobs, Question


class Worker(QObject):
    """Carries answers from the executor's thread to the window's."""

    _answered = Signal(object, object)
    answered = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="question")
        self.jobs = Jobs(self._executor, self._deliver)
        self._answered.connect(self._arrived, Qt.ConnectionType.QueuedConnection)

    def _deliver(self, question: Question, answer: object) -> None:
        self._answered.emit(question, answer)

    def _arrived(self, question: Question, answer: object) -> None:
        self.jobs.arrived(question, answer)
        self.answered.emit()

    def stop(self) -> None:
        """Stop what runs at its next checkpoint, drop what waits: called once, when the window closes."""
        self.jobs.want(())
        if self.jobs.running is not None:
            self.jobs.running.stop_after = 0.0
        self._executor.shutdown(wait=True, cancel_futures=True)


class Errand(QObject):
    """One act in the background that happens once: its result, or what it raised, comes back by signal.

    Unlike a question it is never repeated, cached or dropped.
    """

    progressed = Signal(float)
    finished = Signal(object)
    failed = Signal(object)
    _done = Signal(object)

    def __init__(
        self, act: Callable[[Callable[[float], None]], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._act = act
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="errand")
        self._done.connect(self._returned, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begin; call once."""
        self._executor.submit(self._act, self.progressed.emit).add_done_callback(self._done.emit)

    def wait(self) -> None:
        """Until it has ended, in the window's thread: once it was asked to stop, and nobody is to be told."""
        self._executor.shutdown(wait=True)

    def _returned(self, future: Future[object]) -> None:
        self._executor.shutdown(wait=True)
        fault = future.exception()
        if fault is not None:
            self.failed.emit(fault)
        else:
            self.finished.emit(future.result())
