"""Qt's one application object, and the look that it gives every window."""

from __future__ import annotations

import sys

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

import explorer.gui.import_hook  # noqa: F401 - before all that is imported after it
from explorer.gui.access.enter_presses import EnterPresses
from explorer.gui.access.voices import give_voices
from explorer.gui.access.wheel_guard import WheelGuard
from explorer.gui.widgets.theme import Theme, base_font, load_fonts, qt_palette, style_sheet


def the_application() -> QApplication:
    """The one application, made when first asked for."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    # By its argument: `setStyle` would wrap a QStyle with all its enumerations before the first paint.
    before = qInstallMessageHandler(_unless_of_the_locale)
    application = QApplication([*sys.argv[:1], "-style", "fusion"])
    qInstallMessageHandler(before)
    application.setApplicationName("privacy-explorer")
    application.setApplicationDisplayName("Privacy Explorer")
    application.setDesktopFileName("privacy-explorer")
    load_fonts()
    WheelGuard(application)
    EnterPresses(application)
    give_voices()
    return application


def _unless_of_the_locale(_kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """What Qt says while it begins; but four lines of the locale, in place of which it takes UTF-8, as we do.

    A desktop whose language is not installed has such a locale, and so has a bare machine.
    """
    if not text.startswith("Detected locale ") and sys.stderr is not None:
        sys.stderr.write(f"{text}\n")


def dress(application: QApplication, theme: Theme) -> None:
    """Give the application one look. One that it wears already is not put on all its widgets again."""
    sheet = style_sheet(theme)
    if application.styleSheet() == sheet:
        return
    application.setFont(base_font(theme))
    application.setPalette(qt_palette(theme))
    application.setStyleSheet(sheet)
