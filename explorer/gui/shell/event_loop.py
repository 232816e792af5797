"""The event loop, run so that neither of two faults of PySide6 (found with 6.11) ends the process."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtGui import QGuiApplication

_ALONE = ("eglfs", "linuxfb", "minimal", "offscreen", "vkkhrdisplay", "vnc")
"""Platforms whose clipboard no other program sees; Qt deletes what is on it as the very last thing."""


class _Handled(Exception):
    """Nothing went wrong: while Python handles this, it makes every exception an object at once."""


def until_quit(application: QGuiApplication, begin: Callable[[], None]) -> int:
    """`begin`, then whatever happens until the program is to end; its exit code.

    What the program has put on a clipboard that is its own is taken off before Python ends: Qt would delete
    it later, and a `QMimeData` that was made in Python needs Python for that.
    """
    try:
        return _told(application, begin)
    finally:
        if application.platformName() in _ALONE:
            application.clipboard().clear()


def _told(application: QGuiApplication, begin: Callable[[], None]) -> int:
    """With a fault in a method that Qt calls told like any other, where PySide6 would end the process.

    Before Python 3.12 an exception that C raises (by `int("x")`, or by a widget that Qt has deleted) becomes
    an object only when it is handled, or when it arises while another one is. PySide6 takes it for an object
    in any case where it comes out of a method that overrides one of Qt's and that a call from Python led to.
    """
    if sys.version_info < (3, 12):
        try:
            raise _Handled
        except _Handled:
            begin()
            return int(application.exec())
    begin()
    return int(application.exec())
