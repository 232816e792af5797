"""Signals that ask the program to end reach the window's event loop, which Python code rarely interrupts."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
_MOST = 64  # bytes read at once, one for each signal


class Ending(QObject):
    """`asked`, with the number of the signal: Ctrl+C, `kill`, a shutdown, the end of the terminal.

    Where Qt is in C++, Python's handlers wait. Python writes the number of each signal into a pipe at once,
    and Qt watches its other end. (Windows has no such signals: there Qt itself is told of a shutdown.)
    Signals that whoever started the program has ignored stay ignored. `stop` puts everything back.
    """

    asked = Signal(int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)
        self._notifier = QSocketNotifier(self._read, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._requested)
        self._wakes = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
        self._before = {
            number: signal.signal(number, _nothing)
            for number in numbers
            if signal.getsignal(number) is not signal.SIG_IGN
        }

    def _requested(self) -> None:
        with suppress(BlockingIOError):
            for number in os.read(self._read, _MOST):
                if number in self._before:
                    self.asked.emit(number)

    def stop(self) -> None:
        """Everything as it was before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._read)
        os.close(self._write)


def _nothing(_number: int, _frame: object) -> None:
    """What is to be done is done by the event loop."""
