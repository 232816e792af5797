"""The thread that answers questions for the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from explorer.gui.deferred_imports import Loading
from explorer.gui.further_imports import further
from explorer.jobs import Jobs, Question


class Worker(QObject):
    """Carries answers from the executor's thread to the window's."""

    _answered = Signal(object, object)
    answered = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="question")
        self._loading: Loading | None = None
        self._warm = False
        self._then: Callable[[], None]
        self.jobs = Jobs(self._executor, self._deliver)
        self._answered.connect(self._arrived, Qt.ConnectionType.QueuedConnection)

    def _deliver(self, question: Question, answer: object) -> None:
        self._answered.emit(question, answer)

    def _arrived(self, question: Question, answer: object) -> None:
        self.jobs.arrived(question, answer)
        self.answered.emit()

    def warm_up(self, then: Callable[[], None]) -> None:
        """Import what the first pictures do without, once, and do `then` after it, in a later turn."""
        if self._warm:
            QTimer.singleShot(0, self, then)
            return
        if self._loading is None:
            self._loading = further(self)
            self._loading.done.connect(self._warmed)
            self._loading.begin()
        self._then = then

    def _warmed(self) -> None:
        self._warm = True
        self._then()

    def stop(self) -> None:
        """Stop what runs at its next checkpoint, drop what waits: called once, when the window closes."""
        if self._loading is not None:
            self._loading.stop()
        self.jobs.want(())
        if self.jobs.running is not None:
            self.jobs.running.stop_after = 0.0
        self._executor.shutdown(wait=True, cancel_futures=True)
