"""The thread that answers questions for the window."""

from __future__ import annotations

import importlib
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, Signal

from explorer.jobs import Jobs, Question

_FURTHER = "scipy.special"  # a quarter of a second, which a person waited for who chose Gaussian noise


class Worker(QObject):
    """Carries answers from the executor's thread to the window's."""

    _answered = Signal(object, object)
    answered = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="question")
        self._stopped = False
        self.jobs = Jobs(self._executor, self._deliver)
        self._answered.connect(self._arrived, Qt.ConnectionType.QueuedConnection)

    def _deliver(self, question: Question, answer: object) -> None:
        self._answered.emit(question, answer)

    def _arrived(self, question: Question, answer: object) -> None:
        self.jobs.arrived(question, answer)
        self.answered.emit()

    def warm_up(self) -> None:
        """Import what the first pictures do without, and others ask for, once nothing else is to be done."""
        if not self._stopped:
            self._executor.submit(importlib.import_module, _FURTHER)

    def stop(self) -> None:
        """Stop what runs at its next checkpoint, drop what waits: called once, when the window closes."""
        self._stopped = True
        self.jobs.want(())
        if self.jobs.running is not None:
            self.jobs.running.stop_after = 0.0
        self._executor.shutdown(wait=True, cancel_futures=True)
