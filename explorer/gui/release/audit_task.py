"""One test of the release in the background: progress, cancelled between two runs, told exactly once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from explorer.gui.shell.worker import Errand
from explorer.privacy.refusal import Refusal
from explorer.release.audit.black_box import trial
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.sources.table import Interrupted

_STEPS = 500  # of the progress: more would only wake the window
_PAUSE = 2e-4  # seconds after each run in which the window has the interpreter to itself


class TrialErrand(QObject):
    """`tested`, or `refused`, or nothing if it was cancelled; then `ended`, always."""

    progressed = Signal(float)
    tested = Signal(object)
    refused = Signal(object)
    ended = Signal()

    def __init__(self, plan: ReleasePlan, runs: int, parent: QObject) -> None:
        super().__init__(parent)
        self._stop = threading.Event()

        def act(report: Callable[[float], None]) -> object:
            told = -1

            def tell(done: int, all_runs: int) -> None:
                nonlocal told
                time.sleep(_PAUSE)
                if (step := _STEPS * done // all_runs) != told:
                    told = step
                    report(done / all_runs)

            return trial(plan, runs, progress=tell, cancelled=self._stop.is_set)

        self._errand = Errand(act, self)
        self._errand.progressed.connect(self.progressed)
        self._errand.finished.connect(self._finished)
        self._errand.failed.connect(self._failed)

    def start(self) -> None:
        """Begin; call once."""
        self._errand.start()

    def cancel(self) -> None:
        """Stop after the run that is under way."""
        self._stop.set()

    def abandon(self) -> None:
        """Stop, and wait until nothing runs any more: the window closes."""
        self._stop.set()
        self._errand.wait()

    def _finished(self, verdict: object) -> None:
        self.tested.emit(verdict)
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
