"""The thread that answers questions for the window."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

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
